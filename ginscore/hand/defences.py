"""One defender's showdown: his deadwood after lay-offs, without them, and at the true best."""

from collections.abc import Sequence
from typing import NamedTuple

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import (
    Defence,
    LayOff,
    best_defence,
    declared_defence,
    lay_off_loose,
)
from ginscore.cards.melds import best_arrangement, count_points, deadwood
from ginscore.errors import N_, CardText, Message, warning
from ginscore.hand.outcomes import Basis, DefenderFacts
from ginscore.hand.spreads import basis_of, format_melds
from ginscore.rules.variants import Variant


class _JointRules(NamedTuple):
    """A variant's melds and lay-offs, looked for as well as possible."""

    ace_runs: str
    ace_points: int
    layoff_chain: str
    layoff_method: str = "best"


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
        found = Defence(count_points(left, variant), found.best, done, holding.melds, left)
    return _facts(found, before, "declared")


def _facts(found: Defence, before: int, basis: Basis) -> DefenderFacts:
    return DefenderFacts(
        found.deadwood, before, found.best, basis, found.lay_offs, found.melds, found.loose
    )


def warn_better_defence(
    facts: DefenderFacts, holding: Holding, melds: Sequence[int], variant: Variant, side: str
) -> Message:
    """The warning that a defender could have come down to `facts.best`, and how."""
    rules = _JointRules(variant.ace_runs, variant.ace_points, variant.layoff_chain)
    best = best_defence(melds, holding.cards, rules)
    if not best.lay_offs:
        template = N_("left with {deadwood}, but {best} was possible: meld {melds}")
    elif best.melds:
        template = N_(
            "left with {deadwood}, but {best} was possible: lay off {lay_offs}, meld {melds}"
        )
    else:
        template = N_("left with {deadwood}, but {best} was possible: lay off {lay_offs}")
    onto = [
        f"{format_card(card)} → {format_melds([melds[at - 1]], rules)}"
        for card, at in best.lay_offs
    ]
    return warning(
        "better-defence",
        template,
        where=side,
        deadwood=facts.deadwood,
        best=best.deadwood,
        lay_offs=CardText(", ".join(onto)),
        melds=CardText(format_melds(best.melds, rules)),
    )
