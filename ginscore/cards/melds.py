"""Least deadwood by table: melds, deadwood, arrangements and discards.

Runs never cross suits and a rank holds at most one set. So a table of 8,192 entries, one for each
13-bit mask of a suit, knows the least deadwood that runs alone leave in it; what remains is to
choose the sets: for each rank with three or four cards none, a set of three, or all four. Other
`ace_runs` and `ace_points` only change the table.

Any mask of the 52 cards may be asked about, whatever the hand size.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple, Protocol

from ginscore.cards.cards import SUIT_BITS, each_card, rank_of

_ACE: Final = 1
_SHIFTS: Final = (0, 13, 26, 39)
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces
_PIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_SETS: Final = frozenset(
    sum(chosen) << rank
    for rank in range(13)
    for size in (3, 4)
    for chosen in combinations([1 << shift for shift in _SHIFTS], size)
)


class MeldRules(Protocol):
    """The switches that decide what a meld is and what a card costs."""

    @property
    def ace_runs(self) -> str:
        """`low`, `high`, `both` or `circular`."""
        ...

    @property
    def ace_points(self) -> int:
        """Points of an ace in deadwood, 1 or 15."""
        ...


class Arrangement(NamedTuple):
    """One split of cards: disjoint meld masks, the mask of the deadwood cards, their points."""

    melds: tuple[int, ...]
    loose: int
    points: int


@lru_cache(maxsize=4)
def _suit_runs(ace_runs: str) -> tuple[int, ...]:
    """Every run of three to thirteen cards within a suit, as 13-bit masks, shortest first."""
    found: dict[int, None] = {}
    for length in range(3, 14):
        for first in range(13):
            ranks = [(first + step) % 13 for step in range(length)]
            if _is_allowed(ranks, ace_runs):
                found[sum(1 << rank for rank in ranks)] = None
    return tuple(found)


def _is_allowed(ranks: Sequence[int], ace_runs: str) -> bool:
    """Whether consecutive ranks, the king followed by the ace, are a run under `ace_runs`."""
    if 0 not in ranks or ace_runs == "circular":
        return True
    # An ace ends the run: below the two (low), above the king (high), or either (both).
    return (ranks[0] == 0 and ace_runs in {"low", "both"}) or (
        ranks[-1] == 0 and ace_runs in {"high", "both"}
    )


@lru_cache(maxsize=4)
def _runs(ace_runs: str) -> frozenset[int]:
    """Every run of the pack as a 52-bit mask."""
    return frozenset(run << shift for run in _suit_runs(ace_runs) for shift in _SHIFTS)


def is_set(mask: int) -> bool:
    """Whether the cards are a set: three or four of one rank."""
    return mask in _SETS


def is_run(mask: int, rules: MeldRules) -> bool:
    """Whether the cards are a run: three or more of one suit in sequence."""
    return mask in _runs(rules.ace_runs)


def is_meld(mask: int, rules: MeldRules) -> bool:
    """Whether the cards are one meld, a set or a run."""
    return mask in _SETS or mask in _runs(rules.ace_runs)


def meld_cards(meld: int, rules: MeldRules) -> tuple[int, ...]:
    """The cards of a meld in the order in which they are shown, as single-card masks.

    Sets go by suit (S H D C), runs from their lower end: `QC KC AC` where the ace is high.
    """
    cards = tuple(each_card(meld))
    ranks = [rank_of(one) for one in cards]
    if ranks[0] != 0 or ranks[-1] != 12 or ranks[1] == 0:
        return cards
    if len(cards) == 13:
        return cards[1:] + cards[:1] if rules.ace_runs == "high" else cards
    # Ace and king in one run: it starts after the gap.
    start = next(at for at in range(1, len(cards)) if ranks[at] != ranks[at - 1] + 1)
    return cards[start:] + cards[:start]


def _card_points(ace_points: int) -> tuple[int, ...]:
    return (ace_points, *_PIPS[1:])


@lru_cache(maxsize=8)
def _suit_points(ace_points: int) -> tuple[int, ...]:
    """Points of every 13-bit mask of a suit, nothing melded."""
    points = _card_points(ace_points)
    table = [0]
    for rank in range(13):
        table += [below + points[rank] for below in table]
    return tuple(table)


@lru_cache(maxsize=16)
def _suit_table(ace_runs: str, ace_points: int) -> tuple[int, ...]:
    """Least deadwood of every 13-bit mask of a suit when only runs are melded.

    The lowest card is either deadwood or in a run; a run with the ace above the king has the ace
    as its lowest bit, so the lowest bit finds every run. Longer runs split into those of 3 to 5.
    """
    points = _card_points(ace_points)
    by_low: dict[int, list[int]] = {}
    for run in _suit_runs(ace_runs):
        if run.bit_count() <= 5:
            by_low.setdefault(run & -run, []).append(run)
    table = [0]
    for rank in range(13):
        low = 1 << rank
        del low
    return _fill_table(points, by_low)


def _fill_table(points: Sequence[int], by_low: dict[int, list[int]]) -> tuple[int, ...]:
    table = [0] * (SUIT_BITS + 1)
    for mask in range(1, SUIT_BITS + 1):
        low = mask & -mask
        least = table[mask ^ low] + points[low.bit_length() - 1]
        for run in by_low.get(low, ()):
            if run & mask == run and table[mask ^ run] < least:
                least = table[mask ^ run]
        table[mask] = least
    return tuple(table)


def suit_table(rules: MeldRules) -> tuple[int, ...]:
    """Least deadwood in points of each of the 8,192 masks of one suit, runs alone melded."""
    return _suit_table(rules.ace_runs, rules.ace_points)


def count_points(mask: int, rules: MeldRules) -> int:
    """Points of the cards when none is melded."""
    points = _suit_points(rules.ace_points)
    return (
        points[mask & 8191]
        + points[mask >> 13 & 8191]
        + points[mask >> 26 & 8191]
        + points[mask >> 39]
    )


@lru_cache(maxsize=16)
def _solver(ace_runs: str, ace_points: int) -> Callable[[int], int]:
    least = _suit_table(ace_runs, ace_points)

    def solve(mask: int) -> int:
        s = mask & 8191
        h = mask >> 13 & 8191
        d = mask >> 26 & 8191
        c = mask >> 39
        best = least[s] + least[h] + least[d] + least[c]
        threes = s & h & (d | c) | d & c & (s | h)
        if threes and best:
            return _try_sets(least, (s, h, d, c), threes, best)
        return best

    return solve


def _try_sets(
    least: Sequence[int], suits: tuple[int, int, int, int], threes: int, best: int
) -> int:
    low = threes & -threes
    rest = threes ^ low
    for chosen in _set_choices(suits, low):
        left = (
            suits[0] ^ chosen[0],
            suits[1] ^ chosen[1],
            suits[2] ^ chosen[2],
            suits[3] ^ chosen[3],
        )
        if rest:
            best = _try_sets(least, left, rest, best)
        points = least[left[0]] + least[left[1]] + least[left[2]] + least[left[3]]
        best = min(best, points)
        if not best:
            return 0
    if rest:
        best = _try_sets(least, suits, rest, best)
    return best


def _set_choices(suits: tuple[int, int, int, int], low: int) -> Iterator[tuple[int, int, int, int]]:
    s, h, d, c = (suit & low for suit in suits)
    yield (s, h, d, c)
    if s and h and d and c:
        yield (0, h, d, c)
        yield (s, 0, d, c)
        yield (s, h, 0, c)
        yield (s, h, d, 0)


def deadwood_of(rules: MeldRules) -> Callable[[int], int]:
    """The function `deadwood` with the rules already bound, for a loop over many masks."""
    return _solver(rules.ace_runs, rules.ace_points)


def deadwood(mask: int, rules: MeldRules) -> int:
    """Least deadwood of the cards in points, over every way of melding them."""
    return _solver(rules.ace_runs, rules.ace_points)(mask)


@lru_cache(maxsize=65_536)
def _packings(suit: int, ace_runs: str, ace_points: int) -> tuple[tuple[int, ...], ...]:
    """Every way of melding runs that leaves the least of a suit, without two runs that join."""
    runs = frozenset(_suit_runs(ace_runs))
    return tuple(
        one
        for one in _all_packings(suit, ace_runs, ace_points)
        if not any(a | b in runs for a, b in combinations(one, 2))
    )


def _all_packings(suit: int, ace_runs: str, ace_points: int) -> Iterator[tuple[int, ...]]:
    if not suit:
        yield ()
        return
    least = _suit_table(ace_runs, ace_points)
    low = suit & -suit
    for run in _suit_runs(ace_runs):
        if run & -run == low and run & suit == run and least[suit ^ run] == least[suit]:
            for others in _all_packings(suit ^ run, ace_runs, ace_points):
                yield (run, *others)
    if least[suit ^ low] + _suit_points(ace_points)[low] == least[suit]:
        yield from _all_packings(suit ^ low, ace_runs, ace_points)


def _plans(mask: int, threes: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of sets: the sets and the cards that are left for runs."""
    if not threes:
        yield (), mask
        return
    low = threes & -threes
    here = (low * _RANK) & mask
    options = [here]
    if here.bit_count() == 4:
        options += [here ^ one for one in each_card(here)]
    for chosen in options:
        for others, left in _plans(mask ^ chosen, threes ^ low):
            yield (chosen, *others), left
    yield from _plans(mask, threes ^ low)


def _each_arrangement(mask: int, rules: MeldRules) -> Iterator[Arrangement]:
    ace_runs, ace_points = rules.ace_runs, rules.ace_points
    least = _suit_table(ace_runs, ace_points)
    goal = deadwood(mask, rules)
    s, h, d, c = (mask >> shift & SUIT_BITS for shift in _SHIFTS)
    threes = s & h & (d | c) | d & c & (s | h)
    for sets, left in _plans(mask, threes):
        suits = [left >> shift & SUIT_BITS for shift in _SHIFTS]
        if sum(least[suit] for suit in suits) != goal:
            continue
        for packed in product(*(_packings(suit, ace_runs, ace_points) for suit in suits)):
            runs = [run << shift for shift, of in zip(_SHIFTS, packed, strict=True) for run in of]
            melds = (*sets, *runs)
            yield Arrangement(melds, mask ^ sum(melds), goal)


def arrangements(mask: int, rules: MeldRules) -> tuple[Arrangement, ...]:
    """Every arrangement that leaves the least deadwood, in a fixed order, without duplicates.

    Two runs that join into one are given as one.
    """
    return tuple(_each_arrangement(mask, rules))


def best_arrangement(mask: int, rules: MeldRules) -> Arrangement:
    """The first of the `arrangements`."""
    return next(_each_arrangement(mask, rules))


def discards(mask: int, rules: MeldRules) -> tuple[tuple[int, int], ...]:
    """Each card with the least deadwood in points that its discard leaves, best first."""
    solve = deadwood_of(rules)
    found = [(one, solve(mask ^ one)) for one in each_card(mask)]
    return tuple(sorted(found, key=lambda pair: pair[1]))
