"""The defender: lay-offs on the knocker's melds together with melds of his own.

A set of three takes its fourth card, a run takes cards at each open end, nearest first. How far the
defender goes on one meld with cards that he holds is an *extent*. Every combination of extents that
uses no card twice is tried and the rest melded: the number first; who lays what where only for a
`Defence`. Cards and melds are masks, points are deadwood, the knocker's melds are numbered from 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from ginscore.cards.cards import format_card
from ginscore.cards.melds import (
    arrangements,
    best_arrangement,
    count_points,
    deadwood_of,
    is_meld,
)
from ginscore.cards.openings import LayOffRules, extents, misfit, open_ends
from ginscore.errors import N_, CardText, Message, fault


class LayOff(NamedTuple):
    """One card laid off on the knocker's meld of that number."""

    card: int
    meld: int


class Defence(NamedTuple):
    """What a defender is left with, in points.

    `deadwood` counts; `best` is the least that lay-offs and own melds together could have left.
    The `lay_offs` stand in an order in which each is legal; `melds` are his own, `loose` the rest.
    """

    deadwood: int
    best: int
    lay_offs: tuple[LayOff, ...]
    melds: tuple[int, ...]
    loose: int


# --- The defender's best ---


def least_deadwood(melds: Sequence[int], cards: int, rules: LayOffRules) -> int:
    """The least deadwood that lay-offs on `melds` and own melds together leave, in points.

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`.
    """
    ace_runs, layoff_chain = rules.ace_runs, rules.layoff_chain
    choices: Iterable[int] = (0,)
    for meld in melds:
        fitting, chains = open_ends(meld, ace_runs, layoff_chain)
        if fitting & cards:
            here = extents(chains, cards)
            choices = {laid | more for laid in choices for more in here if not laid & more}
    solve = deadwood_of(rules)
    best = 1 << 52
    for laid in choices:
        points = solve(cards ^ laid)
        if points < best:
            best = points
    return best


def _reach(melds: Sequence[int], cards: int, rules: LayOffRules) -> dict[int, tuple[int, ...]]:
    """Every set of cards that can be laid off, with the cards that go on each meld.

    The first meld comes first: a card that fits two is laid off there.
    """
    choices: dict[int, tuple[int, ...]] = {0: ()}
    for meld in melds:
        fitting, chains = open_ends(meld, rules.ace_runs, rules.layoff_chain)
        here = extents(chains, cards) if fitting & cards else (0,)
        longer: dict[int, tuple[int, ...]] = {}
        for more in here:
            for laid, by_meld in choices.items():
                if not laid & more:
                    longer.setdefault(laid | more, (*by_meld, more))
        choices = longer
    return choices


def _list_lay_offs(
    melds: Sequence[int], by_meld: Sequence[int], rules: LayOffRules
) -> tuple[LayOff, ...]:
    """The lay-offs of a choice, meld by meld, at each end from the run outwards."""
    found: dict[LayOff, None] = {}
    for number, (meld, laid) in enumerate(zip(melds, by_meld, strict=True), 1):
        if not laid:
            continue
        _, chains = open_ends(meld, rules.ace_runs, rules.layoff_chain)
        for chain in chains:
            outwards = takewhile(laid.__and__, chain)
            found.update(dict.fromkeys(LayOff(one, number) for one in outwards))
    return tuple(found)


def best_defence(melds: Sequence[int], cards: int, rules: LayOffRules) -> Defence:
    """What the defender's cards come to by `layoff_method`; `best` is the joint optimum.

    Among equals the fewest lay-offs, then a fixed order.

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`.
    """
    solve = deadwood_of(rules)
    reach = _reach(melds, cards, rules)
    left = {laid: solve(cards ^ laid) for laid in reach}
    best = min(left.values())
    lay_offs_first = partial(_lay_off_and_meld, melds, cards, reach, rules=rules, best=best)
    if rules.layoff_method == "best":
        return lay_offs_first(left)
    own_first = min(
        (
            _lay_off_rest(melds, one.melds, one.loose, rules, best)
            for one in arrangements(cards, rules)
        ),
        key=_order,
    )
    if rules.layoff_method == "own_melds_first":
        return own_first
    # Lay-offs first: those to which nothing can be added.
    full = {laid: left[laid] for laid in reach if not any(_adds(other, laid) for other in reach)}
    return min(own_first, lay_offs_first(full), key=_order)


def _adds(more: int, laid: int) -> bool:
    """Whether the cards `more` are those of `laid` and others."""
    return more != laid and more & laid == laid


def _order(defence: Defence) -> tuple[int, int]:
    return defence.deadwood, len(defence.lay_offs)


def _lay_off_and_meld(
    melds: Sequence[int],
    cards: int,
    reach: Mapping[int, tuple[int, ...]],
    left: Mapping[int, int],
    rules: LayOffRules,
    best: int,
) -> Defence:
    """The best choice of `left` (what each choice of lay-offs leaves), the rest melded."""
    laid = min(left, key=lambda laid: (left[laid], laid.bit_count()))
    own = best_arrangement(cards ^ laid, rules)
    lay_offs = _list_lay_offs(melds, reach[laid], rules)
    return Defence(own.points, best, lay_offs, own.melds, own.loose)


def _lay_off_rest(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules, best: int
) -> Defence:
    reach = _reach(melds, loose, rules)
    laid = min(reach, key=lambda laid: (count_points(loose ^ laid, rules), laid.bit_count()))
    points = count_points(loose ^ laid, rules)
    lay_offs = _list_lay_offs(melds, reach[laid], rules)
    return Defence(points, best, lay_offs, tuple(own_melds), loose ^ laid)


def lay_off_loose(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> Defence:
    """The loose cards laid off as well as possible; the defender's own melds stay as they are.

    `best` is the joint optimum of all the cards that are known.
    """
    best = least_deadwood(melds, sum(own_melds) | loose, rules)
    return _lay_off_rest(melds, own_melds, loose, rules, best)


# --- Declared lay-offs ---


def declared_defence(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> Defence:
    """What the declared lay-offs leave with the rest of the cards melded best.

    They must be legal, see `check_lay_offs`; they come back in an order in which each one is.
    """
    laid, _, _ = _lay(melds, declared, rules)
    own = best_arrangement(cards & ~sum(one.card for one in laid), rules)
    best = least_deadwood(melds, cards, rules)
    return Defence(own.points, best, tuple(laid), own.melds, own.loose)


def _lay(
    melds: Sequence[int], declared: Iterable[LayOff], rules: LayOffRules
) -> tuple[list[LayOff], list[LayOff], list[int]]:
    """The lay-offs in a legal order, those that fit in none, and the melds as they then stand."""
    standing = list(melds)
    laid: list[LayOff] = []
    waiting = list(declared)
    while True:
        fitting = next((one for one in waiting if _fits(one, standing, rules)), None)
        if fitting is None:
            return laid, waiting, standing
        laid.append(fitting)
        waiting.remove(fitting)
        if rules.layoff_chain == "own":
            standing[fitting.meld - 1] |= fitting.card


def _fits(one: LayOff, standing: Sequence[int], rules: LayOffRules) -> bool:
    meld = standing[one.meld - 1]
    return not one.card & meld and is_meld(meld | one.card, rules)


def check_lay_offs(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> list[Message]:
    """The faults of declared lay-offs, at most one each: `lay-off-not-legal` with the reason.

    The order of declaration does not matter if there is one in which each is legal.
    """
    faults: dict[LayOff, Message] = {}
    seen = 0
    for one in declared:
        found = _check_held(one, cards, seen) or _check_number(one, len(melds))
        seen |= one.card
        if found:
            faults[one] = found
    _, stuck, standing = _lay(melds, [one for one in declared if one not in faults], rules)
    faults |= {one: misfit(one.card, standing[one.meld - 1], rules) for one in stuck}
    return [faults[one] for one in dict.fromkeys(declared) if one in faults]


def _check_held(one: LayOff, cards: int, seen: int) -> Message | None:
    # A defender lays off his own cards only.
    if not one.card & cards:
        template = N_("{card} is not one of the defender's cards")
    # A card goes on one meld.
    elif one.card & seen:
        template = N_("{card} is laid off twice")
    else:
        return None
    return fault("lay-off-not-legal", template, card=CardText(format_card(one.card)))


def _check_number(one: LayOff, count: int) -> Message | None:
    # A lay-off goes on a meld that the knocker spread.
    if 1 <= one.meld <= count:
        return None
    return fault(
        "lay-off-not-legal",
        N_("{card} on meld {number}: the knocker's melds are 1 to {count}"),
        hint=N_("melds are numbered in the order of the spread"),
        card=CardText(format_card(one.card)),
        number=one.meld,
        count=count,
    )
