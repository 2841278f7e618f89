"""Who pays whom: the formula line by line, then what each one gets."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import fold
from ginscore.show.style import Style, pad, pad_left, width
from ginscore.show.tables import Table
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ginscore.game.payouts import Line


def show_payout(
    shares: "Mapping[str, str]", formula: "Sequence[Line]", texts: Texts, style: Style
) -> str:
    """The formula, and below it the shares (money as decimal text by name)."""
    lines = [fold(texts(line.template, **line.fields), style.columns) for line in formula]
    return "\n".join([*lines, "", *map(style.bold, _shares(shares, texts))])


def _shares(shares: "Mapping[str, str]", texts: Texts) -> Iterator[str]:
    rows = [(str(texts.field(name)), texts.decimal(share)) for name, share in shares.items()]
    names, money = (max(width(row[at]) for row in rows) for at in (0, 1))
    return (f"{pad(name, names)}  {pad_left(share, money)}" for name, share in rows)


def payout_table(shares: "Mapping[str, str]", texts: Texts) -> Table:
    """The shares alone."""
    heads = [texts(N_("Player")), texts(N_("Gets"))]
    rows = [[str(texts.field(name)), texts.decimal(share)] for name, share in shares.items()]
    return Table(heads, rows, ["left", "right"])
