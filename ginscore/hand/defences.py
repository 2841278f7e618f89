"""One defender's showdown: his deadwood after lay-offs, without them, and at the true best."""

from collections.abc import Sequence

from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import (
    Defence,
    LayOff,
    Shown,
    best_defence,
    declared_defence,
    lay_off_loose,
)
from ginscore.cards.melds import count_points, deadwood
from ginscore.hand.outcomes import DefenderFacts
from ginscore.hand.spreads import basis_of
from ginscore.rules.variants import Variant


def defend(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff] | None, variant: Variant
) -> DefenderFacts:
    """What a defender is left with; `melds` are those he may lay off on, `declared` his lay-offs.

    A count is deadwood after lay-offs, as it stands. Without a declaration the variant's method
    lays off all cards, and of a declared arrangement the loose ones.
    """
    if holding.points is not None:
        points = holding.points
        shown = Defence(points, points, Shown((), holding.melds, holding.loose))
        return DefenderFacts(points, points, points, basis_of(holding), shown)
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
    """What the lay-offs that a defender declares leave of the loose cards of his arrangement."""
    laid = sum(one.card for one in declared)
    left = holding.loose ^ laid
    done = declared_defence(melds, laid, declared, variant).lay_offs
    return Defence(count_points(left, variant), best, Shown(done, holding.melds, left))
