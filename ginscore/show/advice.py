"""The answers of `melds` and `compare` as text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import Style, Table, columns, fold, format_table, pad, pad_left, width
from ginscore.show.ruling import capital, show_melds, show_rule_line, show_sum, show_warning
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.hand.advice import Advice, Arranged, Comparison, Discard, May, Refusal, Ruling
    from ginscore.rules.variants import Variant


# The answer of melds


def show_advice(advice: "Advice", variant: "Variant", texts: Texts, style: Style) -> str:
    """The answer of `melds`; `variant` are the rules it was asked under."""
    paragraphs = [
        [fold(show_rule_line(variant, texts, None, advice.knock_limit), style.columns)],
        [*_arrangements(advice, variant, texts, style)],
        [style.bold(fold(_result(advice, texts), style.columns))],
        [*_discards(advice.discards, texts)],
        [line for message in advice.warnings for line in show_warning(message, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _arrangements(
    advice: "Advice", variant: "Variant", texts: Texts, style: Style
) -> Iterator[str]:
    several = len(advice.arrangements) > 1
    for number, arranged in enumerate(advice.arrangements, 1):
        if several:
            yield texts(N_("Arrangement {number}"), number=number)
        yield from columns(_arrangement_rows(arranged, variant, texts), style.columns)


def _arrangement_rows(
    arranged: "Arranged", variant: "Variant", texts: Texts
) -> Iterator[tuple[str, str]]:
    if arranged.melds:
        yield texts(N_("melds")), show_melds(arranged.melds, texts)
    loose = show_sum(arranged.deadwood, variant, texts) if arranged.deadwood else "0"
    yield texts(N_("deadwood")), loose


def _result(advice: "Advice", texts: Texts) -> str:
    """How many points, and what that allows; with one card too many, after the best discard."""
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
    """A line per card: what it leaves and allows."""
    if not discards:
        return
    rows = [
        (texts.cards(discard.card), str(discard.deadwood), _may(discard.may, texts))
        for discard in discards
    ]
    heads = (texts(N_("Discard")), texts(N_("leaves")), "")
    first, second = (max(width(row[at]) for row in (heads, *rows)) for at in (0, 1))
    for card, left, may in (heads, *rows):
        yield f"{pad(card, first)}  {pad_left(left, second)}  {may}".rstrip()


# The answer of compare


def comparison_table(comparison: "Comparison", texts: Texts) -> Table:
    """A row for each ruling, and for each set of rules that does not allow the hand."""
    heads = [N_("rules"), N_("kind"), N_("winner"), N_("points"), N_("because of")]
    refused = [_refused_row(refusal, texts) for refusal in comparison.refused]
    return Table(
        [capital(texts(head)) for head in heads],
        [*(_row(ruling, texts) for ruling in comparison.rulings), *refused],
        ["left", "left", "left", "right", "left"],
    )


def show_comparison(comparison: "Comparison", base: str, texts: Texts, style: Style) -> str:
    """The table of rulings, who does not allow the hand, and the warnings.

    What the others differ from is named unless it is `base`.
    """
    rulings = comparison.model_copy(update={"refused": ()})
    table = format_table(comparison_table(rulings, texts), page=style.columns)
    paragraphs = [
        [table] if rulings.rulings else [],
        [*_refusals(comparison, texts, style)],
        [*_comparison_notes(comparison, base, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _row(ruling: "Ruling", texts: Texts) -> list[str]:
    winner = str(texts.field(ruling.winner)) if ruling.winner else texts(N_("nobody"))
    points = str(ruling.points)
    if ruling.penalty:
        points = texts(N_("{points} to pay"), points=points)
    return [ruling.variant, texts.term(ruling.kind), winner, points, ruling.switch or ""]


def _refused_row(refusal: "Refusal", texts: Texts) -> list[str]:
    return [refusal.variant, texts(N_("not allowed")), "", "", _why_refused(refusal, texts)]


def _why_refused(refusal: "Refusal", texts: Texts) -> str:
    why = texts.message(refusal.message)
    return texts(N_("{why} ({switch})"), why=why, switch=refusal.switch) if refusal.switch else why


def _refusals(comparison: "Comparison", texts: Texts, style: Style) -> Iterator[str]:
    """Each reason once, with the rules that have it."""
    found: dict[str, list[str]] = {}
    for refusal in comparison.refused:
        found.setdefault(_why_refused(refusal, texts), []).append(refusal.variant)
    for why, names in found.items():
        template = N_("{variants} — not allowed: {why}")
        yield fold(texts(template, variants=", ".join(names), why=why), style.columns)


def _comparison_notes(
    comparison: "Comparison", base: str, texts: Texts, style: Style
) -> Iterator[str]:
    """Which rules the others differ from, and each warning once, with the rules that gave it."""
    rulings = comparison.rulings
    if rulings and rulings[0].variant != base:
        yield fold(
            texts(N_("The others are compared with {variant}."), variant=rulings[0].variant),
            style.columns,
        )
    found: dict[str, list[str]] = {}
    for ruling in rulings:
        for message in ruling.warnings:
            found.setdefault(texts.warning(message), []).append(ruling.variant)
    for line, names in found.items():
        shown = texts(N_("{variants}: {warning}"), variants=", ".join(names), warning=line)
        yield style.caution(fold(shown, style.columns))
