"""`compare` as a table: one hand under many rules, and the switch that makes the difference."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import fold
from ginscore.show.style import Style
from ginscore.show.tables import Table, format_table
from ginscore.show.text import capital
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.hand.disputes import Ruling


def show_comparison(
    rulings: "Sequence[Ruling]", texts: Texts, style: Style, form: str = "text"
) -> str:
    """The rulings as a table (`text`, `markdown` or `html`); as text with their warnings."""
    heads = [N_("rules"), N_("kind"), N_("winner"), N_("points"), N_("because of")]
    table = Table(
        [capital(texts(head)) for head in heads],
        [_row(one, texts) for one in rulings],
        ["left", "left", "left", "right", "left"],
    )
    shown = format_table(table, form)
    if form != "text":
        return shown
    warnings = [*_warnings(rulings, texts, style)]
    return "\n".join([shown, *([""] if warnings else []), *warnings])


def _row(ruling: "Ruling", texts: Texts) -> list[str]:
    winner = str(texts.field(ruling.winner)) if ruling.winner else texts(N_("nobody"))
    kind = texts.term(ruling.kind)
    return [ruling.variant, kind, winner, str(ruling.points), ruling.switch or ""]


def _warnings(rulings: "Sequence[Ruling]", texts: Texts, style: Style) -> Iterator[str]:
    """Each warning once, with the rules under which it was given."""
    found: dict[str, list[str]] = {}
    for ruling in rulings:
        for message in ruling.warnings:
            found.setdefault(texts.warning(message), []).append(ruling.variant)
    for line, names in found.items():
        shown = texts(N_("{variants}: {warning}"), variants=", ".join(names), warning=line)
        yield style.faces(style.caution(fold(shown, style.columns)))
