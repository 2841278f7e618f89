"""The showdown: what the knocker spread, and what each defender is left with."""

from collections.abc import Sequence

from ginscore.cards.declared import declared_defence
from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import (
    Defence,
    LayOff,
    Shown,
    best_defence,
    lay_off_loose,
)
from ginscore.cards.melds import Arrangement, arrangements, best_arrangement, count_points, deadwood
from ginscore.hand.facts import Basis, DefenderFacts, KnockerFacts
from ginscore.rules.variants import Variant


def basis_of(holding: Holding) -> Basis:
    """The basis of deadwood that the program did not work out."""
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
    melds, loose = holding.melds, holding.loose
    return (KnockerFacts(points, basis_of(holding), melds, loose, holding.terms),)


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
    """Whether the referee replaces what the knocker declared with something better."""
    return variant.knocker_melds == "best" and is_poor(holding, variant)


def is_poor(holding: Holding, variant: Variant) -> bool:
    """Whether another arrangement of the knocker's declared cards leaves less deadwood."""
    if holding.points is not None or holding.form == "cards":
        return False
    return deadwood(holding.cards, variant) < count_points(holding.loose, variant)


def defend(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff] | None, variant: Variant
) -> DefenderFacts:
    """What a defender is left with; `melds` are those he may lay off on, `declared` his lay-offs.

    A count is deadwood after lay-offs, as it stands. Without declared lay-offs the variant's
    method chooses them, from all the cards or from the loose ones of a declared arrangement.
    """
    if holding.points is not None:
        points = holding.points
        shown = Defence(points, points, Shown((), holding.melds, holding.loose))
        return DefenderFacts(points, points, points, basis_of(holding), shown, holding.terms)
    if holding.form == "cards":
        before = deadwood(holding.cards, variant)
        if declared is None:
            found = best_defence(melds, holding.cards, variant)
        else:
            found = declared_defence(melds, holding.cards, declared, variant)
        return DefenderFacts(found.deadwood, before, found.best, "cards", found)
    before = count_points(holding.loose, variant)
    found = lay_off_loose(melds, holding.melds, holding.loose, variant)
    if declared is not None:
        found = _lay_off_declared(holding, melds, declared, found.best, variant)
    return DefenderFacts(found.deadwood, before, found.best, "declared", found)


def _lay_off_declared(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff], best: int, variant: Variant
) -> Defence:
    """What a defender's declared lay-offs leave of the loose cards of his arrangement."""
    laid = sum(lay_off.card for lay_off in declared)
    left = holding.loose ^ laid
    done = declared_defence(melds, laid, declared, variant).lay_offs
    return Defence(count_points(left, variant), best, Shown(done, holding.melds, left))
