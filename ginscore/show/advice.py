"""`melds` as text: the arrangement, whether he may knock, what each discard leaves."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import columns, fold
from ginscore.show.style import Style, pad, pad_left, width
from ginscore.show.text import show_melds, show_rule_line, show_sum, show_warning
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.hand.advice import Advice, Arranged, Discard, May
    from ginscore.rules.variants import Variant


def show_advice(advice: "Advice", variant: "Variant", texts: Texts, style: Style) -> str:
    """The answer of `melds`; `variant` are the rules that it was asked under."""
    paragraphs = [
        [fold(show_rule_line(variant, texts, None, advice.knock_limit), style.columns)],
        [*_arrangements(advice, variant, texts, style)],
        [style.bold(fold(_result(advice, texts), style.columns))],
        [*_discards(advice.discards, texts)],
        [line for one in advice.warnings for line in show_warning(one, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _arrangements(
    advice: "Advice", variant: "Variant", texts: Texts, style: Style
) -> Iterator[str]:
    several = len(advice.arrangements) > 1
    for number, one in enumerate(advice.arrangements, 1):
        if several:
            yield texts(N_("Arrangement {number}"), number=number)
        yield from columns(_arrangement_rows(one, variant, texts), style.columns)


def _arrangement_rows(
    one: "Arranged", variant: "Variant", texts: Texts
) -> Iterator[tuple[str, str]]:
    if one.melds:
        yield texts(N_("melds")), show_melds(one.melds, texts)
    loose = show_sum(one.deadwood, variant, texts) if one.deadwood else "0"
    yield texts(N_("deadwood")), loose


def _result(advice: "Advice", texts: Texts) -> str:
    """How many points, and what that allows; with a card too many, after the best discard."""
    cards = texts.plural("{count} card", "{count} cards", len(advice.cards))
    if advice.big_gin:
        return texts(N_("{cards}, all of them melded: big gin."), cards=cards)
    points = texts.plural(
        "{cards}, {count} point of deadwood",
        "{cards}, {count} points of deadwood",
        advice.deadwood,
        cards=cards,
    )
    if advice.may is None:
        return texts(N_("{points}."), points=points)
    may = _may(advice.may, texts)
    if not advice.discards:
        return texts(N_("{points}: {may}."), points=points, may=may)
    best = advice.discards[0]
    return texts(
        N_("{points}. The best discard, {card}, leaves {left}: {may}."),
        points=points,
        card=texts.cards(best.card),
        left=best.deadwood,
        may=may,
    )


def _may(may: "May", texts: Texts) -> str:
    if may == "gin":
        return texts(N_("gin"))
    return texts(N_("he may knock")) if may == "knock" else texts(N_("he may not knock"))


def _discards(discards: "Sequence[Discard]", texts: Texts) -> Iterator[str]:
    """A line a card: what it leaves and allows."""
    if not discards:
        return
    rows = [(texts.cards(one.card), str(one.deadwood), _may(one.may, texts)) for one in discards]
    heads = (texts(N_("Discard")), texts(N_("leaves")), "")
    first, second = (max(width(row[at]) for row in (heads, *rows)) for at in (0, 1))
    for card, left, may in (heads, *rows):
        yield f"{pad(card, first)}  {pad_left(left, second)}  {may}".rstrip()
