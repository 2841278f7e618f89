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
from ginscore.cards.melds import best_arrangement, count_points, deadwood
from ginscore.hand.outcomes import Basis, DefenderFacts
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
        return DefenderFacts(
            points, points, points, basis_of(holding), (), holding.melds, holding.loose
        )
    if holding.form == "cards":
        return _defend_cards(holding.cards, melds, declared, variant)
    return _defend_arranged(holding, melds, declared, variant)


def _defend_cards(
    cards: int, melds: Sequence[int], declared: Sequence[LayOff] | None, variant: Variant
) -> DefenderFacts:
    if not melds:
        own = best_arrangement(cards, variant)
        return DefenderFacts(own.points, own.points, own.points, "cards", (), own.melds, own.loose)
    if declared is None:
        found = best_defence(melds, cards, variant)
    else:
        found = declared_defence(melds, cards, declared, variant)
    return _facts(found, deadwood(cards, variant), "cards")


def _defend_arranged(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff] | None, variant: Variant
) -> DefenderFacts:
    before = count_points(holding.loose, variant)
    found = lay_off_loose(melds, holding.melds, holding.loose, variant)
    if declared is not None:
        laid = 0
        for one in declared:
            laid |= one.card
        left = holding.loose ^ laid
        done = declared_defence(melds, laid, declared, variant).lay_offs
        shown = Shown(done, holding.melds, left)
        found = Defence(count_points(left, variant), found.best, shown)
    return _facts(found, before, "declared")


def _facts(found: Defence, before: int, basis: Basis) -> DefenderFacts:
    lay_offs, melds, loose = found.shown
    return DefenderFacts(found.deadwood, before, found.best, basis, lay_offs, melds, loose)
