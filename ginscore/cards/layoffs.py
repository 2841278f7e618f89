"""The defender: lay-offs on the knocker's melds together with melds of his own.

A set of three takes its fourth card, a run takes cards at each open end, nearest first. How far the
defender goes on one meld with cards that he holds is an *extent*. Every combination of extents that
uses no card twice is tried and the rest melded: the number first; who lays what where only for a
`Defence`. Cards and melds are masks, points are deadwood, the knocker's melds are numbered from 1.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

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


class Defence:
    """What a defender is left with, in points: the numbers first, the rest when it is asked for.

    `deadwood` counts; `best` is the least that lay-offs and own melds together could have left.
    The `lay_offs` stand in an order in which each is legal; `melds` are his own, `loose` is what
    remains (masks).
    """

    __slots__ = ("_later", "_rest", "best", "deadwood")

    def __init__(
        self,
        deadwood: int,
        best: int,
        lay_offs: tuple[LayOff, ...] = (),
        melds: tuple[int, ...] = (),
        loose: int = 0,
        *,
        later: "Callable[[], _Found] | None" = None,
    ) -> None:
        """`later` finds the lay-offs, melds and loose cards when one of them is asked for."""
        self.deadwood: Final = deadwood
        self.best: Final = best
        self._rest = lay_offs, melds, loose
        self._later = later

    def _found(self) -> tuple[tuple[LayOff, ...], tuple[int, ...], int]:
        if self._later:
            found = self._later()
            self._rest = found.lay_offs, found.melds, found.loose
            self._later = None
        return self._rest

    @property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """What he lays off, in an order in which each lay-off is legal."""
        return self._found()[0]

    @property
    def melds(self) -> tuple[int, ...]:
        """His own melds."""
        return self._found()[1]

    @property
    def loose(self) -> int:
        """The cards that count."""
        return self._found()[2]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Defence) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        lay_offs, melds, loose = self._found()
        return f"Defence({self.deadwood}, {self.best}, {lay_offs}, {melds}, {loose})"


class _Found(NamedTuple):
    points: int
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


# What is laid off where: the meld's number and the cards, for each meld that takes any.
_Plan: TypeAlias = tuple[LayOff, ...]


def _reach(melds: Sequence[int], cards: int, rules: LayOffRules) -> dict[int, _Plan]:
    """Every set of cards that can be laid off, each with one way of doing it, nothing first.

    A way is given as the cards that go on each meld, `LayOff(mask, number)`; a card that fits two
    melds goes on the first.
    """
    ace_runs, layoff_chain = rules.ace_runs, rules.layoff_chain
    choices: dict[int, _Plan] = {0: ()}
    for number, meld in enumerate(melds, 1):
        fitting, chains = open_ends(meld, ace_runs, layoff_chain)
        if not fitting & cards:
            continue
        longer: dict[int, _Plan] = {}
        for more in extents(chains, cards):
            for laid, plan in choices.items():
                if not laid & more:
                    longer.setdefault(laid | more, (*plan, LayOff(more, number)) if more else plan)
        choices = longer
    return choices


def _one_by_one(melds: Sequence[int], plan: _Plan, rules: LayOffRules) -> tuple[LayOff, ...]:
    """The lay-offs of a plan card by card, at each end from the meld outwards."""
    found: list[LayOff] = []
    for laid, number in plan:
        left = laid
        _, chains = open_ends(melds[number - 1], rules.ace_runs, rules.layoff_chain)
        for chain in chains:
            for one in chain:
                if not one & left:
                    break
                left ^= one
                found.append(LayOff(one, number))
    return tuple(found)


def best_defence(melds: Sequence[int], cards: int, rules: LayOffRules) -> Defence:
    """What the defender's cards come to by `layoff_method`; `best` is the joint optimum.

    Among equals the fewest lay-offs, then a fixed order.

    Raises:
        GinscoreError: `not-a-meld` for one of `melds`.
    """
    spread = tuple(melds)
    best = least_deadwood(spread, cards, rules)
    if rules.layoff_method == "best":
        return Defence(best, best, later=lambda: _find_best(spread, cards, rules, best))
    found = _own_melds_first(spread, cards, rules)
    if rules.layoff_method == "two_orders":
        found = min(found, _lay_offs_first(spread, cards, rules), key=_order)
    return Defence(found.points, best, found.lay_offs, found.melds, found.loose)


def _find_best(melds: Sequence[int], cards: int, rules: LayOffRules, best: int) -> _Found:
    """The first of the shortest choices of lay-offs that leave the `best`."""
    solve = deadwood_of(rules)
    reach = _reach(melds, cards, rules)
    shortest_first = sorted(reach, key=int.bit_count)
    laid = next(laid for laid in shortest_first if solve(cards ^ laid) == best)
    return _meld_rest(melds, cards ^ laid, reach[laid], rules)


def _lay_offs_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> _Found:
    """The best of the choices of lay-offs to which none can be added, and the rest melded."""
    solve = deadwood_of(rules)
    reach = _reach(melds, cards, rules)
    laid = _fewest({laid: solve(cards ^ laid) for laid in reach if not _can_add(laid, reach)})
    return _meld_rest(melds, cards ^ laid, reach[laid], rules)


def _meld_rest(melds: Sequence[int], left: int, plan: _Plan, rules: LayOffRules) -> _Found:
    own = best_arrangement(left, rules)
    return _Found(own.points, _one_by_one(melds, plan, rules), own.melds, own.loose)


def _can_add(laid: int, reach: Iterable[int]) -> bool:
    """Whether the same cards and others can be laid off."""
    return any(more != laid and more & laid == laid for more in reach)


def _own_melds_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> _Found:
    """The best over every least arrangement of his own, whose leftovers are laid off."""
    found = [
        _lay_off_rest(melds, one.melds, one.loose, rules) for one in arrangements(cards, rules)
    ]
    return min(found, key=_order)


def _lay_off_rest(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> _Found:
    reach = _reach(melds, loose, rules)
    left = {laid: count_points(loose ^ laid, rules) for laid in reach}
    laid = _fewest(left)
    lay_offs = _one_by_one(melds, reach[laid], rules)
    return _Found(left[laid], lay_offs, tuple(own_melds), loose ^ laid)


def _fewest(left: Mapping[int, int]) -> int:
    """The cards to lay off that leave the fewest points, by the fewest lay-offs."""
    best = min(left.values())
    return min((laid for laid, points in left.items() if points == best), key=int.bit_count)


def _order(found: _Found) -> tuple[int, int]:
    return found.points, len(found.lay_offs)


def lay_off_loose(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> Defence:
    """The loose cards laid off as well as possible; the defender's own melds stay as they are.

    `best` is the joint optimum of all the cards that are known.
    """
    best = least_deadwood(melds, sum(own_melds) | loose, rules)
    found = _lay_off_rest(melds, own_melds, loose, rules)
    return Defence(found.points, best, found.lay_offs, found.melds, found.loose)


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
