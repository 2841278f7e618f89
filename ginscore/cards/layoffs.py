"""The defender: lay-offs on the knocker's melds together with the defender's own melds.

A run takes cards at each open end, nearest first; a set of three takes its fourth card. So the
choices for one meld are the *extents*: how far the defender goes at each end with cards that he
holds. Every combination of extents that uses no card twice is tried, and the rest melded by
`melds`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Protocol

from ginscore.cards.cards import card, each_card, format_card, format_cards, rank_of, suit_of
from ginscore.cards.melds import (
    MeldRules,
    arrangements,
    best_arrangement,
    count_points,
    deadwood,
    deadwood_of,
    is_meld,
    is_set,
    meld_cards,
)
from ginscore.errors import CardText, Message, N_, fault


class LayOffRules(MeldRules, Protocol):
    """The switches that decide what a defender may lay off, and how."""

    @property
    def layoff_method(self) -> str:
        """`best`, `two_orders` or `own_melds_first`."""
        ...

    @property
    def layoff_chain(self) -> str:
        """`own` (go on from a card just laid off) or `none`."""
        ...


class LayOff(NamedTuple):
    """A card (mask) laid off on the knocker's meld of that number, from 1."""

    card: int
    meld: int


class Defence(NamedTuple):
    """What a defender is left with, in points; `best` is the true least.

    `lay_offs` stand in an order in which each is legal; `melds` are his own, `loose` is what is
    left over.
    """

    deadwood: int
    best: int
    lay_offs: tuple[LayOff, ...]
    melds: tuple[int, ...]
    loose: int


class _Ends(NamedTuple):
    fits: int
    chains: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8192)
def _ends(meld: int, ace_runs: str, chain: str) -> _Ends:
    class _R(NamedTuple):
        ace_runs: str
        ace_points: int = 1

    if is_set(meld):
        rank = rank_of(meld & -meld)
        fourth = sum(card(rank, suit) for suit in range(4)) & ~meld
        return _Ends(fourth, ((fourth,),) if fourth else ())
    cards = meld_cards(meld, _R(ace_runs))
    chains = []
    for start, step in ((cards[-1], 1), (cards[0], -1)):
        rank, suit, found = rank_of(start), suit_of(start), []
        while len(found) < 13 - len(cards) and _may_go(rank, step, ace_runs):
            rank = (rank + step) % 13
            if card(rank, suit) & meld:
                break
            found.append(card(rank, suit))
        if found:
            chains.append(tuple(found[:1] if chain == "none" else found))
    return _Ends(sum({one[0] for one in chains}), tuple(chains))


def _may_go(rank: int, step: int, ace_runs: str) -> bool:
    if ace_runs == "circular":
        return True
    if step > 0:
        return rank != 0 and (rank != 12 or ace_runs != "low")
    return rank != 0 and (rank != 1 or ace_runs != "high")


def _extents(ends: _Ends, cards: int) -> list[int]:
    found = [0]
    for chain in ends.chains:
        laid = 0
        reach = [0]
        for one in chain:
            if not one & cards:
                break
            laid |= one
            reach.append(laid)
        found = [a | b for b in reach for a in found if not a & b]
    return list(dict.fromkeys(found))


def least_deadwood(melds: Sequence[int], cards: int, rules: LayOffRules) -> int:
    """The joint optimum in points: own melds and lay-offs together; the number only."""
    solve = deadwood_of(rules)
    laid = {0}
    for meld in melds:
        ends = _ends(meld, rules.ace_runs, rules.layoff_chain)
        if ends.fits & cards:
            laid = {a | b for b in _extents(ends, cards) for a in laid if not a & b}
    return min(solve(cards ^ one) for one in laid)


def _plans(melds: Sequence[int], cards: int, rules: LayOffRules) -> Iterator[tuple[int, ...]]:
    reach = [_extents(_ends(meld, rules.ace_runs, rules.layoff_chain), cards) for meld in melds]
    for reversed_plan in product(*reversed(reach)):
        plan = reversed_plan[::-1]
        if sum(plan).bit_count() == sum(one.bit_count() for one in plan):
            yield plan


def _list_lay_offs(
    melds: Sequence[int], plan: Sequence[int], rules: LayOffRules
) -> tuple[LayOff, ...]:
    found: dict[LayOff, None] = {}
    for number, (meld, laid) in enumerate(zip(melds, plan, strict=True), 1):
        for chain in _ends(meld, rules.ace_runs, rules.layoff_chain).chains:
            for one in chain:
                if not one & laid:
                    break
                found[LayOff(one, number)] = None
    return tuple(found)


def best_defence(melds: Sequence[int], cards: int, rules: LayOffRules) -> Defence:
    """What the defender reaches by `layoff_method`; `best` is the joint optimum."""
    best = least_deadwood(melds, cards, rules)
    found: list[tuple[int, int, tuple[int, ...], tuple[int, ...] | None, int]] = []
    if rules.layoff_method == "best":
        for plan in _plans(melds, cards, rules):
            left = cards ^ sum(plan)
            found.append((deadwood(left, rules), sum(plan).bit_count(), plan, None, left))
    else:
        for one in arrangements(cards, rules):
            for plan in _plans(melds, one.loose, rules):
                left = one.loose ^ sum(plan)
                value = count_points(left, rules)
                found.append((value, sum(plan).bit_count(), plan, one.melds, left))
    if rules.layoff_method == "two_orders":
        for plan in _plans(melds, cards, rules):
            if _is_full(melds, plan, cards, rules):
                left = cards ^ sum(plan)
                found.append((deadwood(left, rules), sum(plan).bit_count(), plan, None, left))
    value, _, plan, own, left = min(found, key=lambda one: one[:2])
    if own is None:
        arranged = best_arrangement(left, rules)
        own, left = arranged.melds, arranged.loose
    return Defence(value, best, _list_lay_offs(melds, plan, rules), own, left)


def _is_full(melds: Sequence[int], plan: Sequence[int], cards: int, rules: LayOffRules) -> bool:
    left = cards ^ sum(plan)
    for meld, laid in zip(melds, plan, strict=True):
        standing = meld if rules.layoff_chain == "none" else meld | laid
        if _ends(standing, rules.ace_runs, rules.layoff_chain).fits & left:
            return False
    return True


def lay_off_loose(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> Defence:
    """Lay off the loose cards as well as possible; the defender's own melds stay as they are."""
    best = least_deadwood(melds, sum(own_melds) | loose, rules)
    plan = min(
        _plans(melds, loose, rules),
        key=lambda one: (count_points(loose ^ sum(one), rules), sum(one).bit_count()),
    )
    left = loose ^ sum(plan)
    return Defence(
        count_points(left, rules), best, _list_lay_offs(melds, plan, rules), tuple(own_melds), left
    )


def check_lay_offs(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> list[Message]:
    """Every declared lay-off that is not legal (`lay-off-not-legal`), with its reason."""
    faults: list[Message] = []
    waiting: list[LayOff] = []
    seen = 0
    for one in declared:
        reason = ""
        if not one.card & cards:
            reason = N_("{card} is not among the defender's cards")
        elif one.card & seen:
            reason = N_("{card} is laid off twice")
        elif not 1 <= one.meld <= len(melds):
            reason = N_("the knocker has no meld {meld}")
        seen |= one.card
        if reason:
            faults.append(_not_legal(one, reason))
        else:
            waiting.append(one)
    _, stuck = _lay(melds, waiting, rules)
    faults += [
        _not_legal(one, N_("{card} does not fit {cards}"), cards=format_cards(melds[one.meld - 1]))
        for one in stuck
    ]
    return faults


def _not_legal(one: LayOff, reason: str, cards: str = "") -> Message:
    return fault(
        "lay-off-not-legal",
        reason,
        card=CardText(format_card(one.card)),
        meld=one.meld,
        cards=CardText(cards),
    )


def _lay(
    melds: Sequence[int], declared: Sequence[LayOff], rules: LayOffRules
) -> tuple[list[LayOff], list[LayOff]]:
    standing = list(melds)
    done: list[LayOff] = []
    waiting = list(declared)
    while True:
        fitting = next((x for x in waiting if is_meld(standing[x.meld - 1] | x.card, rules)), None)
        if fitting is None:
            return done, waiting
        waiting.remove(fitting)
        done.append(fitting)
        if rules.layoff_chain == "own":
            standing[fitting.meld - 1] |= fitting.card


def declared_defence(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> Defence:
    """Those lay-offs, which must be legal, and the rest of the cards melded best."""
    done, _ = _lay(melds, declared, rules)
    left = best_arrangement(cards ^ sum(one.card for one in done), rules)
    best = least_deadwood(melds, cards, rules)
    return Defence(left.points, best, tuple(done), left.melds, left.loose)


_ = each_card
