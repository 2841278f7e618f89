"""The defender: lay-offs on the knocker's melds together with melds of his own.

A set of three takes its fourth card, a run takes cards at each open end, nearest first. How far the
defender goes on one meld with cards that he holds is an *extent*. Every combination of extents that
uses no card twice is tried and the rest melded. That gives the points; what is laid off where is
worked out only for a `Defence`. Cards and melds are masks, points are deadwood, the knocker's melds
are numbered from 1.
"""

import itertools
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import attrgetter, index, or_
from typing import Final, NamedTuple, Protocol, SupportsIndex, TypeAlias

from ginscore.cards.cards import card, each_card, format_cards, rank_of, suit_of, whole_mask
from ginscore.cards.melds import (
    MeldRules,
    all_runs,
    arrangements,
    best_arrangement,
    best_melds,
    count_points,
    deadwood_of,
    is_set,
    order_cards,
)
from ginscore.cards.solver import ACE_RUNS
from ginscore.errors import N_, CardText, GinscoreError, Message, fault, refuse

# Where a meld takes more cards


class LayOffRules(MeldRules, Protocol):
    """The switches that decide what a defender may lay off, and how."""

    @property
    def layoff_method(self) -> str:
        """`best`, `two_orders`, `own_melds_first`, or `none`: nobody lays off."""
        ...

    @property
    def layoff_chain(self) -> str:
        """`own`: he may go on from a card that he laid off; `none`: only on the meld as spread."""
        ...


class Reach(NamedTuple):
    """What some cards allow on a meld: all of them that fit, in a legal order, and every choice.

    The choices are masks, nothing first.
    """

    outwards: tuple[int, ...]
    choices: tuple[int, ...]


class OpenEnds(dict[int, Reach]):
    """What a meld takes, as far as the cards of a mask reach, worked out when first asked for.

    `fitting` are the cards that fit the meld as it is, `every` all that it may take, `chains` each
    end's in turn.
    """

    __slots__ = ("chains", "every", "fitting")

    def __init__(self, chains: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self.chains: Final = chains
        self.fitting: Final = reduce(or_, [chain[0] for chain in chains], 0)
        self.every: Final = reduce(or_, itertools.chain.from_iterable(chains), 0)

    def __missing__(self, cards: int) -> Reach:
        outwards: list[int] = []
        choices = [0]
        for chain in self.chains:
            held = tuple(itertools.takewhile(cards.__and__, chain))
            reach = itertools.accumulate(held, or_, initial=0)
            choices = [there | here for there in reach for here in choices]
            # Round the corner both ends may reach for the same card.
            outwards += [next_card for next_card in held if next_card not in outwards]
        return self.setdefault(cards, Reach(tuple(outwards), tuple(choices)))


class _OpenEnds(dict[int, OpenEnds]):
    """The open ends of each meld under some rules, worked out when first asked for.

    Raises:
        GinscoreError: `not-a-meld`.
        ValueError: what is asked for is no mask.
    """

    def __init__(self, ace_runs: str, layoff_chain: str) -> None:
        super().__init__()
        self.ace_runs = ace_runs
        self.layoff_chain = layoff_chain

    def __missing__(self, meld: int) -> OpenEnds:
        chains = [chain for chain in self._chains(whole_mask(meld)) if chain]
        # Only the cards next to the run as spread.
        if self.layoff_chain == "none":
            chains = [chain[:1] for chain in chains]
        return self.setdefault(meld, OpenEnds(chains))

    def _chains(self, meld: int) -> list[tuple[int, ...]]:
        if is_set(meld):
            rank = rank_of(meld & -meld)
            return [tuple(each_card(meld ^ sum(card(rank, suit) for suit in range(4))))]
        if meld not in all_runs(self.ace_runs):
            cards = CardText(format_cards(meld))
            raise refuse("not-a-meld", N_("{cards} is neither a set nor a run here"), cards=cards)
        run = order_cards(meld, self.ace_runs)
        upwards = _chain(meld, run[-1], 1, self.ace_runs)
        return [upwards, _chain(meld, run[0], -1, self.ace_runs)]


OPEN_ENDS: Final = {
    (ace_runs, layoff_chain): _OpenEnds(ace_runs, layoff_chain)
    for ace_runs in ACE_RUNS
    for layoff_chain in ("own", "none")
}


def _chain(run: int, end: int, step: int, ace_runs: str) -> tuple[int, ...]:
    """The cards that may follow the card `end` of a run, upwards (`step` 1) or downwards (−1)."""
    rank, suit = rank_of(end), suit_of(end)
    found: list[int] = []
    while _may_go_on(rank, step, ace_runs):
        rank = (rank + step) % 13
        if card(rank, suit) & run:
            break
        found.append(card(rank, suit))
    return tuple(found)


def _may_go_on(rank: int, step: int, ace_runs: str) -> bool:
    """Whether a run may go on from its end card of that rank, upwards (`step` 1) or downwards."""
    if ace_runs == "circular":
        return True
    # An ace at the end of a run closes it.
    if rank == 0:
        return False
    # Above the king only a high ace, below the two only a low one.
    last = 12 if step == 1 else 1
    closed_to = "low" if step == 1 else "high"
    return rank != last or ace_runs != closed_to


# The defender


class CardRules(NamedTuple):
    """The switches that concern the cards, for use without a variant."""

    ace_runs: str
    ace_points: int = 1
    layoff_chain: str = "own"
    layoff_method: str = "best"


MODERN: Final = CardRules("low")


class LayOff(NamedTuple):
    """One card laid off on the knocker's meld of that number."""

    card: int
    meld: int


# What a defender shows: lay-offs, each legal after those before it, own melds, the loose cards.
# Plain, because `best_defence` with all of it takes 1.06 times as long with a named tuple
# (tests/bench/solver_bench.py).
Shown: TypeAlias = tuple[tuple[LayOff, ...], tuple[int, ...], int]
# What it is made of: the knocker's melds, the defender's cards, those that he lays off, the rules.
_Unshown: TypeAlias = tuple[Sequence[int], int, int, LayOffRules]


class Defence:
    """What a defender is left with, in points; what he shows is worked out only when asked for.

    `deadwood` counts; `best` is the least that lay-offs and own melds together could have left.
    """

    __slots__ = ("_shown", "best", "deadwood")

    def __init__(self, deadwood: int, best: int, shown: "Shown | _Unshown") -> None:
        """Give `shown` itself, or what it is made of."""
        self.deadwood: Final = deadwood
        self.best: Final = best
        self._shown = shown

    @property
    def shown(self) -> Shown:
        """The lay-offs, melds and loose cards."""
        shown = self._shown
        if len(shown) == 4:
            melds, cards, laid, rules = shown
            left = cards ^ laid
            own = best_melds(left, self.deadwood, rules)
            self._shown = shown = (_one_way(melds, laid, rules), own, left ^ sum(own))
        return shown

    @property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """What he lays off, in an order in which each lay-off is legal."""
        return self.shown[0]

    @property
    def melds(self) -> tuple[int, ...]:
        """His own melds."""
        return self.shown[1]

    @property
    def loose(self) -> int:
        """The cards that count."""
        return self.shown[2]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Defence) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[int, int, Shown]:
        return self.deadwood, self.best, self.shown

    def __repr__(self) -> str:
        return f"Defence({self.deadwood}, {self.best}, {self.shown})"


# --- The defender's best ---


def _choices(melds: Sequence[int], cards: int, rules: LayOffRules) -> Sequence[int]:
    """Every choice of cards to lay off, as masks, nothing first.

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`, `duplicate-card`.
    """
    ends = OPEN_ENDS[rules.ace_runs, rules.layoff_chain]
    choices: Sequence[int] = (0,)
    taken = cards
    # At some tables nobody lays off.
    open_to = 0 if rules.layoff_method == "none" else cards
    for meld in melds:
        try:
            open_ends = ends[meld]
        except GinscoreError as error:
            raise _refuse_masks(melds, cards, error.faults) from None
        if taken & meld:
            raise _refuse_masks(melds, cards)
        taken |= meld
        if open_ends.fitting & open_to:
            here = open_ends[open_ends.every & open_to].choices
            if len(choices) == 1:
                choices = here
            else:
                choices = [laid | more for more in here for laid in choices if not laid & more]
    return choices


def _refuse_masks(
    melds: Sequence[int], cards: int, others: Iterable[Message] = ()
) -> GinscoreError:
    """The refusal of cards that are there twice, which a pack has once; with the `others` found."""
    repeated = reduce(or_, (one & other for one, other in itertools.combinations(melds, 2)), 0)
    found = (
        (repeated, N_("{cards}: in more than one meld"), "melds"),
        (reduce(or_, melds) & cards, N_("{cards}: both in a meld and held"), "cards"),
    )
    return GinscoreError(
        *(
            fault("duplicate-card", template, where=where, cards=CardText(format_cards(mask)))
            for mask, template, where in found
            if mask
        ),
        *others,
    )


def least_deadwood(melds: Sequence[int], cards: int, rules: LayOffRules) -> int:
    """The least deadwood that lay-offs on `melds` and own melds together leave, in points.

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`.
    """
    return _find_least(melds, cards, rules)[0]


def _find_least(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, int]:
    """The least deadwood in points, and the cards to lay off for it.

    Those are the fewest; among equals the first in the order of `_choices`.
    """
    solve = deadwood_of(rules)
    best, fewest = solve(cards), 0
    for laid in _choices(melds, cards, rules):
        if laid:
            points = solve(cards ^ laid)
            if points < best or (points == best and laid.bit_count() < fewest.bit_count()):
                best, fewest = points, laid
    return best, fewest


def _one_way(
    melds: Sequence[int], laid: int, rules: LayOffRules, *, runs_first: bool = False
) -> tuple[LayOff, ...]:
    """How these cards, one of the `_choices`, are laid off, each after those that it needs.

    A card that fits two melds goes on the first. Only a run may need it to go on, so where some
    cards are left over the runs take theirs before the sets.
    """
    if not laid:
        return ()
    ends = OPEN_ENDS[rules.ace_runs, rules.layoff_chain]
    numbered: Iterable[tuple[int, int]] = enumerate(melds, 1)
    found = []
    left = laid
    for number, meld in sorted(numbered, key=_sets_last) if runs_first else numbered:
        open_ends = ends[meld]
        if open_ends.fitting & left:
            for next_card in open_ends[open_ends.every & left].outwards:
                found.append(LayOff(next_card, number))
                left ^= next_card
    if left and not runs_first:
        return _one_way(melds, laid, rules, runs_first=True)
    return tuple(sorted(found, key=attrgetter("meld")) if runs_first else found)


def _sets_last(numbered: tuple[int, int]) -> bool:
    return is_set(numbered[1])


def best_defence(
    melds: Iterable[SupportsIndex], cards: SupportsIndex, rules: LayOffRules | None = None
) -> Defence:
    """What a defender with `cards` can get down to against the knocker's `melds` (masks).

    `.deadwood` is in points, `.lay_offs` in an order in which each is legal, `.melds` and `.loose`
    are his own. `layoff_method` decides; `.best` is the true least, of his own melds where nobody
    lays off. Among equals the fewest lay-offs, then a fixed order. Any number of cards is taken;
    without `rules` (see `load_variant`) `modern` applies.

    >>> from ginscore import parse_cards
    >>> spread = [parse_cards(meld) for meld in ("7SHD", "4-6C", "J-KH")]
    >>> best_defence(spread, parse_cards("9SHD 2-4H 7C 3C QS 5D")).deadwood
    15

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`; `duplicate-card` for a card in two melds,
            or in a meld and in `cards`.
        ValueError: a mask has other bits than those of the 52 cards.
    """
    rules = rules or MODERN
    spread, held = tuple(map(index, melds)), index(cards)
    best, laid = _find_least(spread, held, rules)
    if rules.layoff_method in ("best", "none"):
        return Defence(best, best, (spread, held, laid, rules))
    points, shown = _own_melds_first(spread, held, rules)
    if rules.layoff_method == "two_orders":
        lay_offs_first = _lay_offs_first(spread, held, rules)
        points, shown = min((points, shown), lay_offs_first, key=_order)
    return Defence(points, best, shown)


def _lay_offs_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, Shown]:
    """All that fits is laid off, and the rest melded."""
    laid = _all_that_fits(melds, cards, rules)
    own = best_arrangement(cards ^ laid, rules)
    return own.points, (_one_way(melds, laid, rules), own.melds, own.loose)


def _all_that_fits(melds: Sequence[int], cards: int, rules: LayOffRules) -> int:
    """Every card that can be laid off; whatever can be can be together.

    Where two runs reach for the same gap, one takes its lower part and the other its upper part.
    """
    return reduce(or_, _choices(melds, cards, rules))


def _own_melds_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, Shown]:
    """The best of all his arrangements with the least deadwood, their loose cards laid off."""
    found = [
        _lay_off_rest(melds, own.melds, own.loose, rules) for own in arrangements(cards, rules)
    ]
    return min(found, key=_order)


def _lay_off_rest(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> tuple[int, Shown]:
    laid = _all_that_fits(melds, loose, rules)
    left = loose ^ laid
    return count_points(left, rules), (_one_way(melds, laid, rules), tuple(own_melds), left)


def _order(found: tuple[int, Shown]) -> tuple[int, int]:
    points, (lay_offs, _, _) = found
    return points, len(lay_offs)


def lay_off_loose(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> Defence:
    """The loose cards laid off as well as possible; the defender's own melds stay as they are.

    `best` is the joint optimum of all known cards.
    """
    best = least_deadwood(melds, sum(own_melds) | loose, rules)
    points, shown = _lay_off_rest(melds, own_melds, loose, rules)
    return Defence(points, best, shown)
