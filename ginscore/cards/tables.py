"""The tables that find the least deadwood.

Runs never cross suits and a rank holds at most one set. So for each of the 8,192 masks of a suit a
table knows the least deadwood that runs alone leave; what remains is to choose, for each rank with
three or four cards, no set, a set of three or all four. Take the set's cards away, look up four
suits, keep the least. Other `ace_runs` and `ace_points` only change the tables.

Suits and ranks are 13-bit masks here, the ace the lowest bit.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from ginscore.cards.cards import SUIT_BITS, each_card, rank_of

ACE_RUNS: Final = ("low", "high", "both", "circular")
SHIFTS: Final = (0, 13, 26, 39)
EACH_SUIT: Final = sum(1 << shift for shift in SHIFTS)
_PIPS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class Tables(NamedTuple):
    """What is known of each 13-bit mask of a suit when only runs are melded.

    `least` is the least deadwood in points, `runs` the cards that fit some run, `risky` those that
    a least arrangement may leave as deadwood, `points` the count of all the cards.
    """

    least: tuple[int, ...]
    runs: tuple[int, ...]
    risky: tuple[int, ...]
    points: tuple[int, ...]


def _may_hold_ace(place: int, length: int, ace_runs: str) -> bool:
    """Whether an ace may be the run's card number `place`, from 0, of `length`."""
    if ace_runs == "circular":
        return True
    below_two = place == 0 and ace_runs != "high"
    above_king = place == length - 1 and ace_runs != "low"
    return below_two or above_king


@lru_cache(maxsize=4)
def suit_runs(ace_runs: str) -> tuple[int, ...]:
    """Every run of a suit, three to thirteen cards, as 13-bit masks; the shortest first."""
    found: dict[int, None] = {}
    for length in range(3, 14):
        for first in range(13):
            place_of_ace = -first % 13
            if place_of_ace >= length or _may_hold_ace(place_of_ace, length, ace_runs):
                found[sum(1 << (first + step) % 13 for step in range(length))] = None
    return tuple(found)


@lru_cache(maxsize=2)
def suit_points(ace_points: int) -> tuple[int, ...]:
    """The points of each mask of a suit when nothing is melded."""
    counted = [0]
    for worth in (ace_points, *_PIPS):
        counted += [below + worth for below in counted]
    return tuple(counted)


@lru_cache(maxsize=8)
def suit_tables(ace_runs: str, ace_points: int) -> Tables:
    """The tables of these rules, 8,192 entries each.

    The lowest card of a mask is deadwood or in a run. A run with the ace above the king has the
    ace for its lowest bit, so the lowest bit finds every run; one of more than five cards is two
    shorter ones.
    """
    points = suit_points(ace_points)
    starting: list[list[int]] = [[] for _ in range(13)]
    for run in suit_runs(ace_runs):
        if run.bit_count() <= 5:
            starting[rank_of(run & -run)].append(run)
    least, runs, risky = [0], [0], [0]
    for mask in range(1, SUIT_BITS + 1):
        low = mask & -mask
        fewest, fitting = least[mask ^ low] + points[low], runs[mask ^ low]
        for run in starting[rank_of(low)]:
            if run & mask == run:
                fewest, fitting = min(fewest, least[mask ^ run]), fitting | run
        least.append(fewest)
        runs.append(fitting)
        # Only where two runs want the same ace can a card that fits a run be left.
        spare = mask & ~fitting
        risky.append(spare if points[spare] == fewest else mask)
    return Tables(tuple(least), tuple(runs), tuple(risky), points)


def split_suits(mask: int) -> tuple[int, int, int, int]:
    """The 13-bit masks of spades, hearts, diamonds and clubs."""
    low, high = mask & 0x3FFFFFF, mask >> 26
    return low & SUIT_BITS, low >> 13, high & SUIT_BITS, high >> 13


def _make_solver(tables: Tables) -> Callable[[int], int]:
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
                return choose_sets(tables, mask, ranks, min(melded, points))
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
        return self.setdefault(ace_points, _make_solver(suit_tables(self.ace_runs, ace_points)))


SOLVERS: Final = {ace_runs: _Solvers(ace_runs) for ace_runs in ACE_RUNS}


def choose_sets(tables: Tables, mask: int, ranks: int, best: int) -> int:
    """The least of `best` and what sets of `ranks` can leave, in points."""
    least, runs, risky, points = tables
    s, h, d, c = split_suits(mask)
    in_runs = runs[s] | runs[h] | runs[d] | runs[c]
    if ranks & ~in_runs:
        # A set none of whose cards fits a run costs nothing: it is made.
        rest = ~ranks | in_runs
        s, h, d, c = s & rest, h & rest, d & rest, c & rest
        ranks &= in_runs
    best = min(best, least[s] + least[h] + least[d] + least[c])
    # A set of which every card has its place in a run gains nothing.
    tempting = ranks and ranks & (risky[s] | risky[h] | risky[d] | risky[c])
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
    others = ranks ^ rank
    mask = s | h << 13 | d << 26 | c << 39
    for chosen in sets_of(mask, rank):
        left = mask ^ chosen
        if others:
            best = choose_sets(tables, left, others, best)
        else:
            s, h, d, c = split_suits(left)
            best = min(best, least[s] + least[h] + least[d] + least[c])
    return choose_sets(tables, mask, others, best) if others and best > floor else best


def contested_ranks(tables: Tables, mask: int, ranks: int) -> int:
    """Those of `ranks` that have a card which fits a run."""
    runs = tables.runs
    s, h, d, c = split_suits(mask)
    return ranks & (runs[s] | runs[h] | runs[d] | runs[c])


def sets_of(mask: int, rank: int) -> list[int]:
    """The sets of one rank (a 13-bit mask) that holds three or four cards, the largest first."""
    cards = mask & rank * EACH_SUIT
    if cards.bit_count() == 3:
        return [cards]
    return [cards, *(cards ^ one for one in each_card(cards))]
