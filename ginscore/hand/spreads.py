"""The knocker's showdown: what he spread, or what the referee may spread for him."""

from ginscore.cards.holdings import Holding
from ginscore.cards.melds import (
    Arrangement,
    arrangements,
    best_arrangement,
    count_points,
    deadwood,
)
from ginscore.hand.outcomes import Basis, KnockerFacts
from ginscore.rules.variants import Variant


def basis_of(holding: Holding) -> Basis:
    """Where deadwood that the program did not work out comes from."""
    return "count" if holding.form == "count" else "declared"


def spreads(holding: Holding, variant: Variant, *, every: bool) -> tuple[KnockerFacts, ...]:
    """What the knocker spread; where he did not declare it, every equally good choice.

    With `every` false, for a hand in which the choice cannot matter, the first is enough.
    """
    if holding.form == "cards" or (holding.form == "melds" and is_replaced(holding, variant)):
        found = arrangements if every else _first_arrangement
        return tuple(
            [
                KnockerFacts(points, "cards", melds, loose)
                for melds, loose, points in found(holding.cards, variant)
            ]
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
