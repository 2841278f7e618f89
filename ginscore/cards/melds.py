"""Melds, the least deadwood and the arrangements that leave it.

Cards are masks of the 52 cards, deadwood is in points. Any mask is accepted, whatever the hand
size. `solver` says how the least is found.
"""

from collections.abc import Iterator, Sequence
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
    "ways_to_meld",
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
    points = deadwood(mask, rules)
    each_way = ways_to_meld(mask, points, rules)
    return tuple([Arrangement(melds, mask ^ sum(melds), points) for melds in each_way])


def best_arrangement(mask: int, rules: MeldRules) -> Arrangement:
    """The first of the `arrangements`."""
    points = deadwood(mask, rules)
    melds = best_melds(mask, points, rules)
    return Arrangement(melds, mask ^ sum(melds), points)


def ways_to_meld(mask: int, points: int, rules: MeldRules) -> Sequence[tuple[int, ...]]:
    """The melds of each of the `arrangements` of cards whose least deadwood is `points`."""
    ace_runs, ace_points = rules.ace_runs, rules.ace_points
    tables = suit_tables(ace_runs, ace_points)
    in_runs = tables.runs
    s, h, d, c = split_suits(mask)
    ranks = s & h & (d | c) | d & c & (s | h)
    fitting = in_runs[s] | in_runs[h] | in_runs[d] | in_runs[c]
    # Nothing to choose: no set needs a card that fits a run, no ace fits a run at either end.
    # A sheet of cards takes 1.04 times as long to judge without this shortcut.
    if not ranks & fitting and (ace_runs == "low" or not fitting & 1):
        return (best_melds(mask, points, rules),)
    found: list[tuple[int, ...]] = []
    for sets, left in _each_choice(tables, mask, ranks, points):
        packings = [
            _packings(suit, shift, ace_runs, ace_points)
            for suit, shift in zip(split_suits(left), SHIFTS, strict=True)
        ]
        found += [sum(runs, sets) for runs in product(*packings)]
    return found


def best_melds(mask: int, points: int, rules: MeldRules) -> tuple[int, ...]:
    """The melds of the first of the `arrangements` of cards whose least deadwood is `points`."""
    ace_runs, ace_points = rules.ace_runs, rules.ace_points
    tables = suit_tables(ace_runs, ace_points)
    in_runs = tables.runs
    low, high = mask & 0x3FFFFFF, mask >> 26
    s, h, d, c = low & 8191, low >> 13, high & 8191, high >> 13
    melds: tuple[int, ...] = ()
    ranks = s & h & (d | c) | d & c & (s | h)
    fitting = in_runs[s] | in_runs[h] | in_runs[d] | in_runs[c]
    if ranks & fitting:
        melds, left = next(_each_choice(tables, mask, ranks, points))
        s, h, d, c = split_suits(left)
    else:
        # No set needs a card that fits a run.
        while ranks:
            melds += (mask & (ranks & -ranks) * EACH_SUIT,)
            ranks &= ranks - 1
    if fitting:
        for suit, shift in ((s, 0), (h, 13), (d, 26), (c, 39)):
            if in_runs[suit]:
                melds += _packings(suit, shift, ace_runs, ace_points)[0]
    return melds


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
        left = mask ^ chosen
        if choose_sets(tables, split_suits(left), others, goal + 1) == goal:
            made = (chosen,) if chosen else ()
            if not others:
                yield made, left
            else:
                for sets, beside in _each_choice(tables, left, others, goal):
                    yield made + sets, beside


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
