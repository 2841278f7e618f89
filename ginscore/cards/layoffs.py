"""The defender: lay-offs on the knocker's melds together with melds of his own.

A set of three takes its fourth card, a run takes cards at each open end, nearest first. How far the
defender goes on one meld with cards that he holds is an *extent*. Every combination of extents that
uses no card twice is tried and the rest melded: the number first; who lays what where only for a
`Defence`. Cards and melds are masks, points are deadwood, the knocker's melds are numbered from 1.
"""

from collections.abc import Iterable, Mapping, Sequence
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


class CardRules(NamedTuple):
    """The switches that the cards know, where no variant is at hand."""

    ace_runs: str
    ace_points: int = 1
    layoff_chain: str = "own"
    layoff_method: str = "best"


class LayOff(NamedTuple):
    """One card laid off on the knocker's meld of that number."""

    card: int
    meld: int


class Shown(NamedTuple):
    """What a defender shows: lay-offs, each legal after those before it, own melds, the rest."""

    lay_offs: tuple[LayOff, ...]
    melds: tuple[int, ...]
    loose: int


class Defence:
    """What a defender is left with, in points; what he shows is worked out when it is asked for.

    `deadwood` counts; `best` is the least that lay-offs and own melds together could have left.
    """

    __slots__ = ("_shown", "best", "deadwood")

    def __init__(
        self, deadwood: int, best: int, shown: "Shown | tuple[Sequence[int], int, int, LayOffRules]"
    ) -> None:
        """`shown`, or the knocker's melds, the cards, those laid off, and the rules."""
        self.deadwood: Final = deadwood
        self.best: Final = best
        self._shown = shown

    @property
    def shown(self) -> Shown:
        """The lay-offs, melds and loose cards."""
        if not isinstance(self._shown, Shown):
            self._shown = _show(*self._shown)
        return self._shown

    @property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """What he lays off, in an order in which each lay-off is legal."""
        return self.shown.lay_offs

    @property
    def melds(self) -> tuple[int, ...]:
        """His own melds."""
        return self.shown.melds

    @property
    def loose(self) -> int:
        """The cards that count."""
        return self.shown.loose

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Defence) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[int, int, Shown]:
        return self.deadwood, self.best, self.shown

    def __repr__(self) -> str:
        return f"Defence({self.deadwood}, {self.best}, {self.shown})"


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


def _find_least(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, int]:
    """The least deadwood in points, and the cards to lay off for it.

    Those are the fewest; among equals the first in the order of `_reach`.
    """
    ace_runs, layoff_chain = rules.ace_runs, rules.layoff_chain
    choices = [0]
    for meld in melds:
        fitting, chains = open_ends(meld, ace_runs, layoff_chain)
        if fitting & cards:
            here = extents(chains, cards)
            choices = [laid | more for more in here for laid in choices if not laid & more]
    solve = deadwood_of(rules)
    best, fewest = solve(cards), 0
    for laid in choices[1:]:
        points = solve(cards ^ laid)
        if points < best or (points == best and laid.bit_count() < fewest.bit_count()):
            best, fewest = points, laid
    return best, fewest


# What is laid off where: the cards and the meld's number, for each meld that takes any.
_Plan: TypeAlias = tuple[tuple[int, int], ...]


def _reach(melds: Sequence[int], cards: int, rules: LayOffRules) -> dict[int, _Plan]:
    """Every set of cards that can be laid off, each with one way of doing it, nothing first.

    A way is given as the cards that go on each meld and its number; a card that fits two melds
    goes on the first.
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
                    longer.setdefault(laid | more, (*plan, (more, number)) if more else plan)
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
    best, laid = _find_least(spread, cards, rules)
    if rules.layoff_method == "best":
        return Defence(best, best, (spread, cards, laid, rules))
    points, shown = _own_melds_first(spread, cards, rules)
    if rules.layoff_method == "two_orders":
        lay_offs_first = _lay_offs_first(spread, cards, rules)
        points, shown = min((points, shown), lay_offs_first, key=_order)
    return Defence(points, best, shown)


def _show(melds: Sequence[int], cards: int, laid: int, rules: LayOffRules) -> Shown:
    """What a defender shows who lays off these of his cards, on the first melds that take them."""
    own = best_arrangement(cards ^ laid, rules)
    if not laid:
        return Shown((), own.melds, own.loose)
    plan = _reach(melds, laid, rules)[laid]
    return Shown(_one_by_one(melds, plan, rules), own.melds, own.loose)


def _lay_offs_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, Shown]:
    """The best of the choices of lay-offs to which none can be added, and the rest melded."""
    solve = deadwood_of(rules)
    reach = _reach(melds, cards, rules)
    laid = _fewest({laid: solve(cards ^ laid) for laid in reach if not _can_add(laid, reach)})
    own = best_arrangement(cards ^ laid, rules)
    return own.points, Shown(_one_by_one(melds, reach[laid], rules), own.melds, own.loose)


def _can_add(laid: int, reach: Iterable[int]) -> bool:
    """Whether the same cards and others can be laid off."""
    return any(more != laid and more & laid == laid for more in reach)


def _own_melds_first(melds: Sequence[int], cards: int, rules: LayOffRules) -> tuple[int, Shown]:
    """The best over every least arrangement of his own, whose leftovers are laid off."""
    found = [
        _lay_off_rest(melds, one.melds, one.loose, rules) for one in arrangements(cards, rules)
    ]
    return min(found, key=_order)


def _lay_off_rest(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> tuple[int, Shown]:
    reach = _reach(melds, loose, rules)
    left = {laid: count_points(loose ^ laid, rules) for laid in reach}
    laid = _fewest(left)
    lay_offs = _one_by_one(melds, reach[laid], rules)
    return left[laid], Shown(lay_offs, tuple(own_melds), loose ^ laid)


def _fewest(left: Mapping[int, int]) -> int:
    """The cards to lay off that leave the fewest points, by the fewest lay-offs."""
    best = min(left.values())
    return min((laid for laid, points in left.items() if points == best), key=int.bit_count)


def _order(found: tuple[int, Shown]) -> tuple[int, int]:
    points, shown = found
    return points, len(shown.lay_offs)


def lay_off_loose(
    melds: Sequence[int], own_melds: Sequence[int], loose: int, rules: LayOffRules
) -> Defence:
    """The loose cards laid off as well as possible; the defender's own melds stay as they are.

    `best` is the joint optimum of all the cards that are known.
    """
    best = least_deadwood(melds, sum(own_melds) | loose, rules)
    points, shown = _lay_off_rest(melds, own_melds, loose, rules)
    return Defence(points, best, shown)


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
    return Defence(own.points, best, Shown(tuple(laid), own.melds, own.loose))


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
