"""The tables that find the least deadwood.

Runs never cross suits and a rank holds at most one set. So for each of the 8,192 masks of a suit a
table knows the least deadwood that runs alone leave; what remains is to choose, for each rank with
three or four cards, no set, a set of three or all four. Take the set's cards away, look up four
suits, keep the least. Other `ace_runs` and `ace_points` only change the tables.

Suits and ranks are 13-bit masks here, the ace the lowest bit.
"""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple, Protocol, SupportsIndex, TypeAlias, cast

from ginscore.cards.cards import SUIT_BITS, each_card, rank_of, whole_mask

ACE_RUNS: Final = ("low", "high", "both", "circular")
SHIFTS: Final = (0, 13, 26, 39)
EACH_SUIT: Final = sum(1 << shift for shift in SHIFTS)
PIPS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
# A rank → the others, as masks of a suit.
_OTHER_RANKS: Final = {1 << rank: SUIT_BITS ^ 1 << rank for rank in range(13)}

# The 13-bit masks of spades, hearts, diamonds and clubs.
Suits: TypeAlias = tuple[int, int, int, int]


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
    for worth in (ace_points, *PIPS):
        counted += [below + worth for below in counted]
    return tuple(counted)


@cache
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
        # Only where two runs compete for the same ace can a card that fits a run be left.
        spare = mask & ~fitting
        risky.append(spare if points[spare] == fewest else mask)
    return Tables(tuple(least), tuple(runs), tuple(risky), points)


def split_suits(mask: int) -> Suits:
    """The 13-bit masks of spades, hearts, diamonds and clubs."""
    low, high = mask & 0x3FFFFFF, mask >> 26
    return low & SUIT_BITS, low >> 13, high & SUIT_BITS, high >> 13


class Solver(Protocol):
    """The least deadwood under the rules bound to it, or under others."""

    def __call__(self, mask: SupportsIndex, rules: MeldRules | None = None) -> int:
        """The least deadwood of the cards in points."""
        ...


def make_solver(load: Callable[[], Tables]) -> Solver:
    """`deadwood` under the rules whose tables `load` returns; it is called with the first mask."""
    # The hot path: few steps, on small ints with two suits in each, and no call for most hands.
    tables = Tables((), (), (), ())
    least, runs = tables.least, tables.runs

    def deadwood(mask: int, rules: MeldRules | None = None) -> int:
        """The least deadwood in points, under `rules` or `modern`; `ValueError` for no mask."""
        nonlocal tables, least, runs
        if rules is not None:
            return SOLVERS[rules.ace_runs][rules.ace_points](mask)
        try:
            if mask < 0:
                whole_mask(mask)
            low, high = mask & 0x3FFFFFF, mask >> 26
            if pairs := low & high:
                # Three of a rank: a pair of S and D with an H or C, or the other way round.
                either = low | high
                sd, hc = pairs & either >> 13, pairs >> 13 & either
                if sd or hc:
                    s, h = low & 8191, low >> 13
                    d, c = high & 8191, high >> 13
                    points = least[s] + least[h] + least[d] + least[c]
                    rank = sd or hc
                    # Several sets, or four cards of which three may be a set as well.
                    if (sd and hc) or rank not in _OTHER_RANKS:
                        return _with_sets(tables, (s, h, d, c), sd | hc, points)
                    # Where none of its cards fits a run, the set takes nothing from one.
                    if not rank & (runs[s] | runs[h] | runs[d] | runs[c]):
                        return points - 3 * least[rank]
                    rest = _OTHER_RANKS[rank]
                    melded = least[s & rest] + least[h & rest] + least[d & rest] + least[c & rest]
                    return melded if melded < points else points  # noqa: FURB136 - no call here
            return least[low & 8191] + least[low >> 13] + least[high & 8191] + least[high >> 13]
        except (IndexError, TypeError, OverflowError):
            # No tables yet, no mask, or none of Python's own integers.
            mask = whole_mask(mask)
        if not least:
            least, runs, *_ = tables = load()
        return deadwood(mask)

    return cast("Solver", deadwood)


class _Solvers(dict[int, Solver]):
    """The solvers of one `ace_runs` by `ace_points`, each made when first asked for."""

    def __init__(self, ace_runs: str) -> None:
        super().__init__()
        self.ace_runs = ace_runs

    def __missing__(self, ace_points: int) -> Solver:
        load = partial(suit_tables, self.ace_runs, ace_points)
        return self.setdefault(ace_points, make_solver(load))


SOLVERS: Final = {ace_runs: _Solvers(ace_runs) for ace_runs in ACE_RUNS}


def _with_sets(tables: Tables, suits: Suits, ranks: int, points: int) -> int:
    """The least of `points` and what sets of `ranks` can leave."""
    least, runs = tables.least, tables.runs
    s, h, d, c = suits
    if ranks & (runs[s] | runs[h] | runs[d] | runs[c]):
        return choose_sets(tables, suits, ranks, points)
    # No set takes a card from a run: all are made.
    rest = ~ranks
    return least[s & rest] + least[h & rest] + least[d & rest] + least[c & rest]


def choose_sets(tables: Tables, suits: Suits, ranks: int, best: int) -> int:
    """The least of `best` and what sets of `ranks` can leave, in points."""
    least, runs, risky, points = tables
    s, h, d, c = suits
    if not ranks:
        return min(best, least[s] + least[h] + least[d] + least[c])
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
    for left in _without_sets((s, h, d, c), rank):
        best = choose_sets(tables, left, others, best)
    return choose_sets(tables, (s, h, d, c), others, best) if others and best > floor else best


def _without_sets(suits: Suits, rank: int) -> list[Suits]:
    """The suits after each set of one rank, of which they hold three or four cards."""
    s, h, d, c = suits
    a, b, e, f = s & ~rank, h & ~rank, d & ~rank, c & ~rank
    if not s & h & d & c & rank:
        return [(a, b, e, f)]
    return [(a, b, e, f), (s, b, e, f), (a, h, e, f), (a, b, d, f), (a, b, e, c)]


def sets_of(mask: int, rank: int) -> list[int]:
    """The sets of one rank (a 13-bit mask) that holds three or four cards, the largest first."""
    cards = mask & rank * EACH_SUIT
    if cards.bit_count() == 3:
        return [cards]
    return [cards, *(cards ^ left_out for left_out in each_card(cards))]
