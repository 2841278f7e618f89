"""What a judged hand is worth: items that sum to the points, and the boxes.

Bonuses come from the `Variant`: no rule's number stands here. The arithmetic behind an item is kept
as its terms and written out only for `why`.
"""

from typing import Final, NamedTuple

from ginscore.hand.facts import Outcome
from ginscore.rules.variants import Variant

# The thirteen lowest bits of the deck are the spades.
_PAST_SPADES: Final = 1 << 13
_DOUBLED_BONUSES: Final = frozenset({"all", "all_and_extra_boxes", "all_and_boxes"})
_DOUBLED_EXTRA_BOXES: Final = frozenset({"all_and_extra_boxes", "all_and_boxes"})


class Item(NamedTuple):
    """Points that one rule gives to one seat (0 is the knocker); `terms` are its arithmetic."""

    rule: str
    to: int
    points: int
    terms: tuple[int, ...]

    @property
    def why(self) -> str:
        """The arithmetic alone: `15 − 3`, `2 × 30`, `25`."""
        if self.rule == "difference":
            return "{} − {}".format(*self.terms)
        if self.rule == "spade_doubles":
            return "2 × {0} − {0}".format(*self.terms)
        return " × ".join(map(str, self.terms))


class Price(NamedTuple):
    """The points and boxes of one hand.

    `scores` are points by seat and the sums of the items' points; under `scoring: penalty` they
    are penalties, and in a dead hand there are none. `points` is their total, `boxes` all marks of
    the winner, `extra_boxes` those beyond the one for winning.
    """

    items: tuple[Item, ...]
    scores: tuple[int, ...]
    points: int
    boxes: int
    extra_boxes: int


def price(outcome: Outcome, variant: Variant) -> Price:
    """The points of a judged hand under `variant`, itemised; items of 0 points are left out."""
    # A dead hand has no seats.
    scores = [0] * (1 + len(outcome.defenders)) if outcome.knocker else []
    if outcome.winner is None:
        return Price((), tuple(scores), 0, 0, 0)
    items = _earned(outcome, variant)
    if variant.spade_doubles != "no" and is_spade(outcome.upcard):
        items += _doubled(items, len(scores), variant)
    for item in items:
        scores[item[1]] += item[2]
    boxes = _boxes(outcome, variant) if variant.scoring == "winner" else 0
    extra = boxes - 1 if boxes else 0
    return Price(tuple(items), tuple(scores), sum(scores), boxes, extra)


def is_spade(upcard: int | None) -> bool:
    """Whether the upcard is known and a spade."""
    return upcard is not None and upcard < _PAST_SPADES


def _earned(outcome: Outcome, variant: Variant) -> list[Item]:
    """The items before any doubling, in the order of the seats that they go to."""
    if outcome.kind == "undercut":
        return _undercut(outcome, variant)
    if outcome.kind == "knock":
        return _knock(outcome, variant)
    return _gin(outcome, variant)


def _takers(outcome: Outcome, variant: Variant) -> list[tuple[int, int]]:
    """(seat that gets the points, deadwood that they come from) of a hand that the knocker won.

    Between two sides the knocker gets them; under penalty points each defender takes his own.
    """
    if variant.scoring == "winner":
        return [(0, min([defender.deadwood for defender in outcome.defenders]))]
    return [(seat, defender.deadwood) for seat, defender in enumerate(outcome.defenders, 1)]


def _knock(outcome: Outcome, variant: Variant) -> list[Item]:
    items = []
    knocker = _knocker_deadwood(outcome)
    for to, deadwood in _takers(outcome, variant):
        if deadwood > knocker:
            items.append(Item("difference", to, deadwood - knocker, (deadwood, knocker)))
            items += _bonus("knock_bonus", to, variant.knock_bonus)
    return items


def _gin(outcome: Outcome, variant: Variant) -> list[Item]:
    big = outcome.kind == "big_gin" and variant.big_gin_bonus is not None
    rule = "big_gin_bonus" if big else "gin_bonus"
    bonus = variant.big_gin_bonus if big else variant.gin_bonus
    factors = (2,) if variant.gin_doubles_deadwood else ()
    items = []
    for to, deadwood in _takers(outcome, variant):
        # Where a defender who comes down to 0 cancels the gin, he is not charged for it.
        if deadwood or variant.layoff_on_gin != "zero_cancels":
            if deadwood:
                counted = deadwood * (1 + len(factors))
                items.append(Item("deadwood", to, counted, (*factors, deadwood)))
            items += _bonus(rule, to, bonus or 0)
    return items


def _undercut(outcome: Outcome, variant: Variant) -> list[Item]:
    """To the winner K − D and the bonus; under penalty points to all above the lowest defender."""
    lowest = min(defender.deadwood for defender in outcome.defenders)
    knocker = _knocker_deadwood(outcome)
    to = (outcome.winner or 0) if variant.scoring == "winner" else 0
    items = _difference(to, knocker, lowest)
    if lowest == knocker and variant.tie_bonus is not None:
        items += _bonus("tie_bonus", to, variant.tie_bonus)
    else:
        items += _bonus("undercut_bonus", to, variant.undercut_bonus)
    if variant.scoring == "penalty":
        for seat, defender in enumerate(outcome.defenders, 1):
            items += _difference(seat, defender.deadwood, lowest)
    return items


def _knocker_deadwood(outcome: Outcome) -> int:
    return outcome.knocker.deadwood if outcome.knocker else 0


def _difference(to: int, more: int, less: int) -> list[Item]:
    return [Item("difference", to, more - less, (more, less))] if more > less else []


def _bonus(rule: str, to: int, points: int) -> list[Item]:
    return [Item(rule, to, points, (points,))] if points else []


def _doubled(items: list[Item], seats: int, variant: Variant) -> list[Item]:
    """What a spade adds for each seat: its difference or deadwood, or all of its items."""
    bonuses_too = variant.spade_doubles in _DOUBLED_BONUSES
    added = [0] * seats
    for item in items:
        if bonuses_too or item.rule in ("difference", "deadwood"):
            added[item.to] += item.points
    return [
        Item("spade_doubles", seat, points, (points,))
        for seat, points in enumerate(added)
        if points
    ]


def _boxes(outcome: Outcome, variant: Variant) -> int:
    """One box for winning the hand, those extra for its kind, and a spade's doubling."""
    extra = variant.extra_boxes.of(outcome.kind)
    spade = is_spade(outcome.upcard)
    # A partnership's round has one box, which is never doubled.
    if spade and variant.spade_doubles == "all_and_boxes" and not variant.teams:
        return 2 * (1 + extra)
    if spade and variant.spade_doubles in _DOUBLED_EXTRA_BOXES:
        return 1 + 2 * extra
    return 1 + extra
