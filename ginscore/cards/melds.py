"""Melds, the least deadwood and the arrangements that leave it.

Cards are masks of the 52 cards, deadwood is in points. Any mask is accepted, whatever the hand
size. `solver` says how the least is found.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from ginscore.cards.cards import card, each_card, rank_of
from ginscore.cards.solver import (
    EACH_SUIT,
    SHIFTS,
    SOLVERS,
    MeldRules,
    Solver,
    Tables,
    choose_sets,
    sets_of,
    split_suits,
    suit_points,
    suit_runs,
    suit_tables,
)

__all__ = (
    "SETS",
    "Arrangement",
    "MeldRules",
    "all_runs",
    "arrangements",
    "best_arrangement",
    "best_melds",
    "count_points",
    "deadwood",
    "deadwood_of",
    "discards",
    "is_meld",
    "is_run",
    "is_set",
    "meld_cards",
    "order_cards",
)

SETS: Final = frozenset(
    sum(cards)
    for rank in range(13)
    for size in (3, 4)
    for cards in combinations([card(rank, suit) for suit in range(4)], size)
)


class Arrangement(NamedTuple):
    """One split of cards: melds (a mask each), the deadwood cards' mask and their points."""

    melds: tuple[int, ...]
    loose: int
    points: int


# --- Melds ---


@lru_cache(maxsize=4)
def all_runs(ace_runs: str) -> frozenset[int]:
    """Every run of the pack as a mask: 264 where the ace is low."""
    return frozenset(run << shift for run in suit_runs(ace_runs) for shift in SHIFTS)


def is_set(mask: int) -> bool:
    """Whether the cards are a set: three or four of one rank."""
    return mask in SETS


def is_run(mask: int, rules: MeldRules) -> bool:
    """Whether the cards are a run: three or more of one suit in sequence."""
    return mask in all_runs(rules.ace_runs)


def is_meld(mask: int, rules: MeldRules) -> bool:
    """Whether the cards are one meld, a set or a run."""
    return mask in SETS or mask in all_runs(rules.ace_runs)


def meld_cards(meld: int, rules: MeldRules) -> tuple[int, ...]:
    """The cards of a meld as single-card masks, in the order in which they are shown.

    A set goes by suit (S H D C), a run from its lower end, also round the corner: `QC KC AC`.
    """
    return order_cards(meld, rules.ace_runs)


def order_cards(meld: int, ace_runs: str) -> tuple[int, ...]:
    """`meld_cards` for a value of `ace_runs`."""
    cards = tuple(each_card(meld))
    ranks = [rank_of(single) for single in cards]
    if is_set(meld) or ranks[0] != 0 or ranks[-1] != 12:
        return cards
    # Ace and king in one run: its lower end stands after the gap.
    gaps = [at for at in range(1, len(cards)) if ranks[at] != ranks[at - 1] + 1]
    start = gaps[0] if gaps else int(ace_runs == "high")
    return cards[start:] + cards[:start]


# --- Least deadwood ---


def count_points(mask: int, rules: MeldRules) -> int:
    """Points of the cards if none of them is melded."""
    points = suit_points(rules.ace_points)
    return sum([points[suit] for suit in split_suits(mask)])


def deadwood_of(rules: MeldRules) -> Solver:
    """`deadwood` with the rules bound: a function from a mask to points, for loops."""
    return SOLVERS[rules.ace_runs][rules.ace_points]


def deadwood(mask: int, rules: MeldRules) -> int:
    """The least deadwood of the cards, in points, over every way of melding them."""
    return SOLVERS[rules.ace_runs][rules.ace_points](mask)


def discards(mask: int, rules: MeldRules) -> tuple[tuple[int, int], ...]:
    """Each card and the least deadwood, in points, that its discard leaves; the best first."""
    solve = deadwood_of(rules)
    choices = ((thrown, solve(mask ^ thrown)) for thrown in each_card(mask))
    return tuple(sorted(choices, key=_by_points))


def _by_points(discard: tuple[int, int]) -> int:
    return discard[1]


# --- Arrangements ---


def arrangements(mask: int, rules: MeldRules) -> tuple[Arrangement, ...]:
    """Every arrangement that leaves the least deadwood, without duplicates, in a fixed order.

    Two runs that join are given as one, so each set of melds comes once. Sets come before
    runs. A hand has a few arrangements, the whole pack 313,457.
    """
    only = _only_arrangement(mask, rules)
    return (only,) if only else tuple(_each_arrangement(mask, rules))


def best_arrangement(mask: int, rules: MeldRules) -> Arrangement:
    """The first of the `arrangements`."""
    return _only_arrangement(mask, rules) or next(_each_arrangement(mask, rules))


def best_melds(mask: int, points: int, rules: MeldRules) -> tuple[int, ...]:
    """The melds of the first of the `arrangements` of cards whose least deadwood is `points`."""
    melds = _only_melds(mask, rules.ace_runs, rules.ace_points)
    return next(_each_packed(mask, points, rules)) if melds is None else melds


def _only_arrangement(mask: int, rules: MeldRules) -> Arrangement | None:
    """The arrangement where there is nothing to choose; else None."""
    melds = _only_melds(mask, rules.ace_runs, rules.ace_points)
    if melds is None:
        return None
    loose = mask ^ sum(melds)
    return Arrangement(melds, loose, count_points(loose, rules))


def _only_melds(mask: int, ace_runs: str, ace_points: int) -> tuple[int, ...] | None:
    """The melds where there is nothing to choose, as in most hands; else None.

    No set needs a card that fits a run, and the runs of each suit can be cut in only one way.
    `batch` takes 1.06 times as long without this shortcut (tests/bench/shortcuts_bench.py).
    """
    in_runs = suit_tables(ace_runs, ace_points).runs
    low, high = mask & 0x3FFFFFF, mask >> 26
    s, h, d, c = low & 8191, low >> 13, high & 8191, high >> 13
    melds: tuple[int, ...] = ()
    ranks = s & h & (d | c) | d & c & (s | h)
    if ranks:
        if ranks & (in_runs[s] | in_runs[h] | in_runs[d] | in_runs[c]):
            return None
        while ranks:
            melds += (mask & (ranks & -ranks) * EACH_SUIT,)
            ranks &= ranks - 1
    for suit, shift in ((s, 0), (h, 13), (d, 26), (c, 39)):
        if in_runs[suit]:
            packings = _packings(suit, shift, ace_runs, ace_points)
            if len(packings) > 1:
                return None
            melds += packings[0]
    return melds


def _each_arrangement(mask: int, rules: MeldRules) -> Iterator[Arrangement]:
    points = deadwood(mask, rules)
    for melds in _each_packed(mask, points, rules):
        yield Arrangement(melds, mask ^ sum(melds), points)


def _each_packed(mask: int, points: int, rules: MeldRules) -> Iterator[tuple[int, ...]]:
    """The melds of each arrangement that leaves `points`, the least."""
    ace_runs, ace_points = rules.ace_runs, rules.ace_points
    tables = suit_tables(ace_runs, ace_points)
    in_runs = tables.runs
    s, h, d, c = split_suits(mask)
    ranks = s & h & (d | c) | d & c & (s | h)
    contested = ranks & (in_runs[s] | in_runs[h] | in_runs[d] | in_runs[c])
    # A set none of whose cards fits a run is always made.
    free = tuple([mask & rank * EACH_SUIT for rank in each_card(ranks ^ contested)])
    for chosen, left in _each_choice(tables, mask ^ sum(free), contested, points):
        sets = _by_rank((*free, *chosen))
        packings = [
            _packings(suit, shift, ace_runs, ace_points)
            for suit, shift in zip(split_suits(left), SHIFTS, strict=True)
            if in_runs[suit]
        ]
        for runs in product(*packings):
            yield sum(runs, sets)


def _each_choice(
    tables: Tables, mask: int, ranks: int, goal: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of sets of `ranks` that can leave `goal` points, and the cards beside them."""
    if not ranks:
        yield (), mask
        return
    rank = ranks & -ranks
    others = ranks ^ rank
    for chosen in (*sets_of(mask, rank), 0):
        if choose_sets(tables, split_suits(mask ^ chosen), others, goal + 1) == goal:
            for sets, left in _each_choice(tables, mask ^ chosen, others, goal):
                yield (chosen, *sets) if chosen else sets, left


def _by_rank(sets: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(sets, key=_rank_of_set)) if len(sets) > 1 else sets


def _rank_of_set(meld: int) -> int:
    return rank_of(meld & -meld)


@cache
def _packings(suit: int, shift: int, ace_runs: str, ace_points: int) -> tuple[tuple[int, ...], ...]:
    """The packings of a suit (a 13-bit mask), its runs as masks of the pack, `shift` bits up."""
    found = _suit_packings(suit, ace_runs, ace_points)
    return tuple(tuple(run << shift for run in runs) for runs in found)


@lru_cache(maxsize=8192)
def _suit_packings(suit: int, ace_runs: str, ace_points: int) -> tuple[tuple[int, ...], ...]:
    """Every way of melding runs that leaves the least of a suit, without two that join."""
    tables, runs_there = suit_tables(ace_runs, ace_points), suit_runs(ace_runs)
    joined = frozenset(runs_there)
    return tuple(
        runs
        for runs in _each_packing(tables, suit, runs_there)
        if not any(first | second in joined for first, second in combinations(runs, 2))
    )


def _each_packing(tables: Tables, suit: int, melds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of disjoint runs among `melds` that leaves the least of a suit."""
    least, _, _, points = tables
    if not suit:
        yield ()
        return
    low = suit & -suit
    for run in melds:
        if run & -run == low and run & suit == run and least[suit ^ run] == least[suit]:
            for others in _each_packing(tables, suit ^ run, melds):
                yield (run, *others)
    if least[suit ^ low] + points[low] == least[suit]:
        yield from _each_packing(tables, suit ^ low, melds)
