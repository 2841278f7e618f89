"""The knocker's showdown: what he spread, or what the referee may spread for him."""

from collections.abc import Sequence

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import Holding
from ginscore.cards.melds import (
    Arrangement,
    MeldRules,
    arrangements,
    best_arrangement,
    count_points,
    deadwood,
    meld_cards,
)
from ginscore.errors import N_, CardText, Message, warning
from ginscore.hand.outcomes import Basis, KnockerFacts
from ginscore.rules.variants import Variant


def format_melds(melds: Sequence[int], rules: MeldRules) -> str:
    """Melds in brackets, their cards in showing order: `[7S 7H 7D] [4C 5C 6C]`."""
    return " ".join(f"[{' '.join(map(format_card, meld_cards(meld, rules)))}]" for meld in melds)


def basis_of(holding: Holding) -> Basis:
    """Where the deadwood comes from: the cards, an arrangement or loose cards, or a count."""
    if holding.form == "cards":
        return "cards"
    return "count" if holding.form == "count" else "declared"


def spreads(holding: Holding, variant: Variant, *, every: bool) -> tuple[KnockerFacts, ...]:
    """What the knocker spread; where he did not declare it, every equally good choice.

    With `every` false, for a hand in which the choice cannot matter, the first is enough.
    """
    if holding.form == "cards" or (holding.form == "melds" and is_replaced(holding, variant)):
        found = arrangements if every else _first_arrangement
        return tuple(
            KnockerFacts(one.points, "cards", one.melds, one.loose)
            for one in found(holding.cards, variant)
        )
    points = knocker_deadwood(holding, variant)
    return (KnockerFacts(points, basis_of(holding), holding.melds, holding.loose),)


def _first_arrangement(cards: int, variant: Variant) -> tuple[Arrangement]:
    return (best_arrangement(cards, variant),)


def knocker_deadwood(holding: Holding, variant: Variant) -> int:
    """The deadwood in points that counts for the knocker."""
    if holding.points is not None:
        return holding.points
    if holding.form == "cards" or is_replaced(holding, variant):
        return deadwood(holding.cards, variant)
    return count_points(holding.loose, variant)


def is_replaced(holding: Holding, variant: Variant) -> bool:
    """Whether the referee replaces what the knocker declared by something better."""
    return variant.knocker_melds == "best" and is_poor(holding, variant)


def is_poor(holding: Holding, variant: Variant) -> bool:
    """Whether another arrangement of the knocker's declared cards leaves less deadwood."""
    if holding.points is not None or holding.form == "cards":
        return False
    return deadwood(holding.cards, variant) < count_points(holding.loose, variant)


def warn_better_arrangement(holding: Holding, variant: Variant, side: str) -> Message:
    """The warning that the knocker's declared arrangement is poor, and what became of it."""
    best = best_arrangement(holding.cards, variant)
    if variant.knocker_melds == "best":
        template = N_("declared with {declared}, replaced by {melds}, which leaves {best}")
    else:
        template = N_("declared with {declared}, which counts, but {melds} would leave {best}")
    return warning(
        "better-arrangement",
        template,
        where=side,
        declared=count_points(holding.loose, variant),
        melds=CardText(format_melds(best.melds, variant)),
        best=best.points,
    )
