"""Melds and the least deadwood, by table.

Runs never cross suits and a rank holds at most one set. So for each of the 8,192 masks of a suit a
table knows the least deadwood that runs alone leave; what remains is to choose, for each rank with
three or four cards, no set, a set of three or all four. Take the set's cards away, look up four
suits, keep the least. Other `ace_runs` and `ace_points` only change the tables.

Any mask of the 52 cards may be asked about, whatever the hand size; a mask itself is not checked.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple, Protocol

from ginscore.cards.cards import SUIT_BITS, card, each_card, rank_of

_TWO_SUITS: Final = (1 << 26) - 1
_SHIFTS: Final = (0, 13, 26, 39)
_EACH_SUIT: Final = sum(1 << shift for shift in _SHIFTS)
_PIPS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)

SETS: Final = frozenset(
    sum(cards)
    for rank in range(13)
    for size in (3, 4)
    for cards in combinations([card(rank, suit) for suit in range(4)], size)
)


class MeldRules(Protocol):
    """The switches that decide what is a meld and what a card counts."""

    @property
    def ace_runs(self) -> str:
        """Where the ace stands in runs: `low`, `high`, `both` or `circular`."""
        ...

    @property
    def ace_points(self) -> int:
        """Points of an ace left as deadwood: 1 or 15."""
        ...


class Arrangement(NamedTuple):
    """One split of cards: melds (a mask each), the deadwood cards' mask and their points."""

    melds: tuple[int, ...]
    loose: int
    points: int


class _Tables(NamedTuple):
    """What is known of each 13-bit mask of a suit when only runs are melded.

    `least` is the least deadwood in points, `runs` the cards that fit some run, `risky` those that
    a least arrangement may leave as deadwood, `points` the count of all the cards.
    """

    least: tuple[int, ...]
    runs: tuple[int, ...]
    risky: tuple[int, ...]
    points: tuple[int, ...]


# --- Melds ---


def _may_hold_ace(place: int, length: int, ace_runs: str) -> bool:
    """Whether an ace may be the run's card number `place`, from 0, of `length`."""
    if ace_runs == "circular":
        return True
    below_two = place == 0 and ace_runs != "high"
    above_king = place == length - 1 and ace_runs != "low"
    return below_two or above_king


@lru_cache(maxsize=4)
def _suit_runs(ace_runs: str) -> tuple[int, ...]:
    """Every run of a suit, three to thirteen cards, as 13-bit masks; the shortest first."""
    found: dict[int, None] = {}
    for length in range(3, 14):
        for first in range(13):
            place_of_ace = -first % 13
            if place_of_ace >= length or _may_hold_ace(place_of_ace, length, ace_runs):
                found[sum(1 << (first + step) % 13 for step in range(length))] = None
    return tuple(found)


@lru_cache(maxsize=4)
def all_runs(ace_runs: str) -> frozenset[int]:
    """Every run of the pack as a mask: 264 where the ace is low."""
    return frozenset(run << shift for run in _suit_runs(ace_runs) for shift in _SHIFTS)


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
    cards = tuple(each_card(meld))
    ranks = [rank_of(one) for one in cards]
    if is_set(meld) or ranks[0] != 0 or ranks[-1] != 12:
        return cards
    # Ace and king in one run: its lower end stands after the gap.
    gaps = [at for at in range(1, len(cards)) if ranks[at] != ranks[at - 1] + 1]
    start = gaps[0] if gaps else int(rules.ace_runs == "high")
    return cards[start:] + cards[:start]


# --- Tables ---


@lru_cache(maxsize=8)
def _tables(ace_runs: str, ace_points: int) -> _Tables:
    """The tables of these rules; 8,192 entries each.

    The lowest card of a mask is deadwood or in a run. A run with the ace above the king has the
    ace for its lowest bit, so the lowest bit finds every run. A run of more than five cards is
    two shorter ones.
    """
    worth = (ace_points, *_PIPS)
    starting: list[list[int]] = [[] for _ in worth]
    for run in _suit_runs(ace_runs):
        if run.bit_count() <= 5:
            starting[rank_of(run & -run)].append(run)
    least, runs, risky, points = [0], [0], [0], [0]
    for mask in range(1, SUIT_BITS + 1):
        rank = rank_of(mask & -mask)
        others = mask & mask - 1
        fewest, fitting = least[others] + worth[rank], runs[others]
        for run in starting[rank]:
            if run & mask == run:
                fewest, fitting = min(fewest, least[mask ^ run]), fitting | run
        least.append(fewest)
        runs.append(fitting)
        points.append(points[others] + worth[rank])
        # Where two runs want the same ace, any card of the suit may be left.
        spare = mask & ~fitting
        risky.append(spare if points[spare] == fewest else mask)
    return _Tables(tuple(least), tuple(runs), tuple(risky), tuple(points))


def suit_table(rules: MeldRules) -> tuple[int, ...]:
    """Least deadwood in points of each of the 8,192 masks of one suit, melding runs only."""
    return _tables(rules.ace_runs, rules.ace_points).least


def count_points(mask: int, rules: MeldRules) -> int:
    """Points of the cards if none of them is melded."""
    points = _tables(rules.ace_runs, rules.ace_points).points
    s, h, d, c = _split_suits(mask)
    return points[s] + points[h] + points[d] + points[c]


def _split_suits(mask: int) -> tuple[int, int, int, int]:
    """The 13-bit masks of spades, hearts, diamonds and clubs."""
    low, high = mask & _TWO_SUITS, mask >> 26
    return low & SUIT_BITS, low >> 13, high & SUIT_BITS, high >> 13


# --- Least deadwood ---


def _make_solver(tables: _Tables) -> Callable[[int], int]:
    """`deadwood` with its tables bound. The hot path: two suits to a small int, few bit steps."""
    least, runs = tables.least, tables.runs

    def solve(mask: int) -> int:
        low, high = mask & 0x3FFFFFF, mask >> 26
        points = least[low & 8191] + least[low >> 13] + least[high & 8191] + least[high >> 13]
        pairs = low & high
        if not pairs:
            return points
        either = low | high
        ranks = pairs & either >> 13 | pairs >> 13 & either
        if not ranks:
            return points
        # All sets at once, which is best unless one takes a card from a run.
        rest = ~(ranks * 0x2001)
        s, d = low & rest, high & rest
        melded = least[s & 8191] + least[s >> 13] + least[d & 8191] + least[d >> 13]
        if ranks & ranks - 1 or pairs & pairs >> 13:
            if ranks & (runs[low & 8191] | runs[low >> 13] | runs[high & 8191] | runs[high >> 13]):
                return _choose_sets(tables, mask, ranks, min(melded, points))
            return melded
        if melded < points:
            return melded
        return points

    return solve


class _Solvers(dict[int, Callable[[int], int]]):
    """The solvers of one `ace_runs` by `ace_points`, each made when it is first asked for."""

    def __init__(self, ace_runs: str) -> None:
        super().__init__()
        self.ace_runs = ace_runs

    def __missing__(self, ace_points: int) -> Callable[[int], int]:
        return self.setdefault(ace_points, _make_solver(_tables(self.ace_runs, ace_points)))


_SOLVERS: Final = {ace_runs: _Solvers(ace_runs) for ace_runs in ("low", "high", "both", "circular")}


def _choose_sets(tables: _Tables, mask: int, ranks: int, best: int) -> int:
    """The least of `best` and what sets of `ranks` can leave, in points."""
    least, runs, risky, points = tables
    s, h, d, c = _split_suits(mask)
    in_runs = runs[s] | runs[h] | runs[d] | runs[c]
    if ranks & ~in_runs:
        # A set none of whose cards fits a run costs nothing: it is made.
        rest = ~ranks | in_runs
        s, h, d, c = s & rest, h & rest, d & rest, c & rest
        ranks &= in_runs
    best = min(best, least[s] + least[h] + least[d] + least[c])
    # A set of which every card has its place in a run gains nothing.
    tempting = ranks & (risky[s] | risky[h] | risky[d] | risky[c])
    if not tempting:
        return best
    # What fits no run and no set that is still open is deadwood for good.
    floor = (
        points[s & ~(runs[s] | ranks)]
        + points[h & ~(runs[h] | ranks)]
        + points[d & ~(runs[d] | ranks)]
        + points[c & ~(runs[c] | ranks)]
    )
    if best <= floor:
        return best
    rank = 1 << tempting.bit_length() - 1
    mask = s | h << 13 | d << 26 | c << 39
    for chosen in _sets_of(mask, rank):
        best = _choose_sets(tables, mask ^ chosen, ranks ^ rank, best)
    return _choose_sets(tables, mask, ranks ^ rank, best) if best > floor else best


def _contested(tables: _Tables, mask: int, ranks: int) -> int:
    """Those of `ranks` that have a card which fits a run."""
    runs = tables.runs
    s, h, d, c = _split_suits(mask)
    return ranks & (runs[s] | runs[h] | runs[d] | runs[c])


def _sets_of(mask: int, rank: int) -> list[int]:
    """The sets of one rank (a 13-bit mask) that holds three or four cards, the largest first."""
    cards = mask & rank * _EACH_SUIT
    if cards.bit_count() == 3:
        return [cards]
    return [cards, *(cards ^ one for one in each_card(cards))]


def deadwood_of(rules: MeldRules) -> Callable[[int], int]:
    """`deadwood` with the rules bound: a function from a mask to points, for loops."""
    return _SOLVERS[rules.ace_runs][rules.ace_points]


def deadwood(mask: int, rules: MeldRules) -> int:
    """The least deadwood of the cards, in points, over every way of melding them."""
    return _SOLVERS[rules.ace_runs][rules.ace_points](mask)


def discards(mask: int, rules: MeldRules) -> tuple[tuple[int, int], ...]:
    """Each card and the least deadwood, in points, that its discard leaves; the best first."""
    solve = deadwood_of(rules)
    return tuple(sorted(((one, solve(mask ^ one)) for one in each_card(mask)), key=_by_points))


def _by_points(discard: tuple[int, int]) -> int:
    return discard[1]


# --- Arrangements ---


def arrangements(mask: int, rules: MeldRules) -> tuple[Arrangement, ...]:
    """Every arrangement that leaves the least deadwood, without duplicates, in a fixed order.

    Two runs that join into one stand as one, so each set of melds is given once. Sets come before
    runs. A hand has few arrangements, a whole pack more than anybody can count.
    """
    return tuple(_each_arrangement(mask, rules))


def best_arrangement(mask: int, rules: MeldRules) -> Arrangement:
    """The first of the `arrangements`."""
    return next(_each_arrangement(mask, rules))


def _each_arrangement(mask: int, rules: MeldRules) -> Iterator[Arrangement]:
    ace_runs, ace_points = rules.ace_runs, rules.ace_points
    tables = _tables(ace_runs, ace_points)
    points = _SOLVERS[ace_runs][ace_points](mask)
    s, h, d, c = _split_suits(mask)
    ranks = s & h & (d | c) | d & c & (s | h)
    for sets, left in _each_choice(tables, mask, ranks, points) if ranks else (((), mask),):
        runs = [
            _packings(suit, shift, ace_runs, ace_points) if tables.runs[suit] else ((),)
            for suit, shift in zip(_split_suits(left), _SHIFTS, strict=True)
        ]
        for spades, hearts, diamonds, clubs in product(*runs):
            melds = (*sets, *spades, *hearts, *diamonds, *clubs)
            yield Arrangement(melds, mask ^ sum(melds), points)


def _each_choice(
    tables: _Tables, mask: int, ranks: int, goal: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of sets of `ranks` that can leave `goal` points, and the cards without them."""
    contested = _contested(tables, mask, ranks)
    free = tuple(mask & rank * _EACH_SUIT for rank in each_card(ranks ^ contested))
    left = mask ^ sum(free)
    if not contested:
        yield free, left
        return
    rank = contested & -contested
    for chosen in (*_sets_of(left, rank), 0):
        rest, open_ranks = left ^ chosen, contested ^ rank
        if _choose_sets(tables, rest, open_ranks, goal + 1) == goal:
            for sets, cards in _each_choice(tables, rest, open_ranks, goal):
                found = (*free, chosen, *sets) if chosen else free + sets
                yield tuple(sorted(found, key=_rank_of_set)), cards


def _rank_of_set(meld: int) -> int:
    return rank_of(meld & -meld)


@lru_cache(maxsize=4 * 8192)
def _packings(suit: int, shift: int, ace_runs: str, ace_points: int) -> tuple[tuple[int, ...], ...]:
    """Every way of melding runs that leaves the least of a suit, without two that join.

    `suit` is a 13-bit mask, the runs are masks of the pack, `shift` bits up.
    """
    joined = all_runs(ace_runs)
    return tuple(
        tuple(run << shift for run in runs)
        for runs in _each_packing(_tables(ace_runs, ace_points), suit, _suit_runs(ace_runs))
        if not any(one | other in joined for one, other in combinations(runs, 2))
    )


def _each_packing(
    tables: _Tables, suit: int, suit_runs: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    least, _, _, points = tables
    if not suit:
        yield ()
        return
    low = suit & -suit
    for run in suit_runs:
        if run & -run == low and run & suit == run and least[suit ^ run] == least[suit]:
            for others in _each_packing(tables, suit ^ run, suit_runs):
                yield (run, *others)
    if least[suit ^ low] + points[low] == least[suit]:
        yield from _each_packing(tables, suit ^ low, suit_runs)
