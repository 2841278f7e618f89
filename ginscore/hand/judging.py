"""One hand: the holdings that were shown, everything wrong with them, and what happened.

`check_hand` finds all faults and never raises, `judge_hand` gives the facts (`Outcome`); points
and boxes come from `prices`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import LayOff
from ginscore.errors import N_, Message, refuse, refuse_all
from ginscore.hand import checks
from ginscore.hand.checks import has_big_gin, is_unread
from ginscore.hand.facts import (
    Kind,
    KnockerFacts,
    Outcome,
    defend,
    hand_size,
    is_poor,
    knock_limit,
    knocker_deadwood,
    side_names,
    spreads,
)
from ginscore.hand.prices import Price, price
from ginscore.hand.warnings import (
    warn_arrangement,
    warn_better_arrangement,
    warn_better_defence,
    warn_lay_offs_unknown,
    warn_unusual_count,
    warn_upcard,
)
from ginscore.rules.variants import Variant


class Hand(NamedTuple):
    """What was shown at the end of one hand.

    `defenders` go by seat from the knocker's left. `upcard` is a single-card mask, None where it
    was not recorded; `big_gin` says that it was called; `lay_offs` are those that each defender
    declared, None (or missing, at the end) where he did not.
    """

    knocker: Holding
    defenders: tuple[Holding, ...]
    upcard: int | None
    big_gin: bool
    lay_offs: tuple[tuple[LayOff, ...] | None, ...] = ()

    def declared(self, seat: int) -> tuple[LayOff, ...] | None:
        """The lay-offs that the defender in that seat, from 1, declared; None where he did not."""
        return self.lay_offs[seat - 1] if seat <= len(self.lay_offs) else None


def dead_hand(variant: Variant) -> Outcome:
    """A hand that nobody ended before the stock ran out.

    Raises:
        GinscoreError: `dead-hand-impossible` where the discards are shuffled into a new stock.
    """
    if variant.stock_end == "reshuffle":
        raise refuse(
            "dead-hand-impossible",
            N_("a dead hand in {variant}: the discards are shuffled and play goes on"),
            hint=N_("the switch stock_end decides that"),
            variant=variant.name,
        )
    return Outcome("dead", None, None, (), None, None)


def check_hand(hand: Hand, variant: Variant, names: Sequence[str] | None = None) -> list[Message]:
    """Every fault of the hand under `variant`, each at its side; an empty list if it is in order.

    `names` replace the roles of the sides. Holdings that could not be read (`checks.UNREAD`) have
    no faults here.
    """
    points = None if is_unread(hand.knocker) else knocker_deadwood(hand.knocker, variant)
    return _check(hand, points, variant, side_names(1 + len(hand.defenders), names))


def _check(hand: Hand, points: int | None, variant: Variant, sides: Sequence[str]) -> list[Message]:
    """Every fault; `points` is the knocker's deadwood, None where his holding was not read."""
    size = hand_size(variant, len(sides))
    holdings = (hand.knocker, *hand.defenders)
    # The shortcut for nearly every hand.
    plain = points is not None and not hand.big_gin and not hand.lay_offs
    if plain and checks.is_in_order(holdings, size, variant):
        limit = knock_limit(variant, hand.upcard)
        return [*checks.check_knock(points or 0, limit, False, sides[0], variant)] if points else []
    faults = [*checks.check_seats(len(sides), variant)]
    faults += _check_knocker(hand, points, size, variant, sides[0])
    for holding, side in zip(hand.defenders, sides[1:], strict=True):
        faults += checks.check_holding(holding, variant, side)
        if size is not None:
            faults += checks.check_size(holding, size, variant, side, None)
    faults += checks.check_shared_cards(holdings, sides)
    # Nothing can be laid off on what is not a meld.
    if hand.lay_offs and not any(message.code == "not-a-meld" for message in faults):
        faults += _check_lay_offs(hand, points, variant, sides)
    return faults


def _check_knocker(
    hand: Hand, points: int | None, size: int | None, variant: Variant, side: str
) -> list[Message]:
    holding = hand.knocker
    called = hand.big_gin or holding.call == "big_gin"
    faults = [*checks.check_holding(holding, variant, side)]
    if size is not None:
        faults += checks.check_size(holding, size, variant, side, called)
    # With cards that cannot be his, the knocker's deadwood says nothing about the limit.
    if points is not None and (called or not faults):
        limit = knock_limit(variant, hand.upcard)
        faults += checks.check_knock(points, limit, called, side, variant)
    return faults


def _check_lay_offs(
    hand: Hand, points: int | None, variant: Variant, sides: Sequence[str]
) -> list[Message]:
    """The faults of the declared lay-offs: whether any may be declared, then card by card."""
    faults = [*checks.check_lay_off_texts(len(hand.lay_offs), len(hand.defenders))]
    allowed = []
    for seat, holding in enumerate(hand.defenders, 1):
        if hand.declared(seat) and points is not None and not is_unread(holding):
            wrong = checks.check_may_lay_off(hand.knocker, points, holding, variant, sides[seat])
            faults += wrong
            allowed += [] if wrong else [seat]
    if allowed and points is not None:
        choices = _choices(hand, points, variant)
        found = [_check_cards(hand, spread, allowed, variant, sides) for spread in choices]
        fewest = min(found, key=len)
        faults += fewest
    return faults


def _check_cards(
    hand: Hand, spread: KnockerFacts, seats: Iterable[int], variant: Variant, sides: Sequence[str]
) -> list[Message]:
    """The faults of the lay-offs that these defenders declared, on the melds of one spread."""
    return [
        message
        for seat in seats
        for message in checks.check_declared_lay_offs(
            spread.melds, hand.defenders[seat - 1], hand.declared(seat) or (), variant, sides[seat]
        )
    ]


def judge_hand(hand: Hand, variant: Variant, names: Sequence[str] | None = None) -> Outcome:
    """What happened in the hand under `variant`, with the warnings that belong to the ruling.

    `names` replace the roles of the sides in messages.

    Raises:
        GinscoreError: with every fault that `check_hand` finds.
    """
    sides = side_names(1 + len(hand.defenders), names)
    points = knocker_deadwood(hand.knocker, variant)
    refuse_all(_check(hand, points, variant, sides))
    choices = _choices(hand, points, variant)
    if len(choices) > 1 and any(hand.lay_offs):
        # Declared lay-offs tell which of several arrangements was spread.
        seats = range(1, len(sides))
        choices = [
            spread for spread in choices if not _check_cards(hand, spread, seats, variant, sides)
        ]
    showdowns = [_show_down(hand, spread, variant) for spread in choices]
    chosen, warnings = _choose(showdowns, variant, sides[0])
    outcome = showdowns[chosen]
    warnings += _warn(hand, choices[chosen], outcome, variant, sides)
    return outcome._replace(warnings=tuple(warnings)) if warnings else outcome


def _choices(hand: Hand, points: int, variant: Variant) -> Sequence[KnockerFacts]:
    """The spreads to choose from: only where cards may be laid off does the choice matter."""
    if not _may_lay_off(points, variant):
        return spreads(hand.knocker, points, variant, every=False)
    defended = None in [holding.points for holding in hand.defenders]
    return spreads(hand.knocker, points, variant, every=defended)


def _may_lay_off(knocker: int, variant: Variant) -> bool:
    """Whether a defender may lay off on a knocker with this deadwood in points."""
    if variant.layoff_method == "none":
        return False
    return knocker > 0 or variant.layoff_on_gin != "no"


def _show_down(hand: Hand, spread: KnockerFacts, variant: Variant) -> Outcome:
    """The hand as it ends if the knocker spread this, without warnings."""
    knocker = spread.deadwood
    melds = spread.melds if _may_lay_off(knocker, variant) else ()
    defenders = tuple(
        [
            defend(holding, melds, hand.declared(seat), variant)
            for seat, holding in enumerate(hand.defenders, 1)
        ]
    )
    big = knocker == 0 and _has_big_gin(hand, variant)
    kind, winner = decide(knocker, [facts.deadwood for facts in defenders], big, variant)
    limit = knock_limit(variant, hand.upcard)
    return Outcome(kind, winner, spread, defenders, hand.upcard, limit)


def _has_big_gin(hand: Hand, variant: Variant) -> bool:
    size = hand_size(variant, 1 + len(hand.defenders))
    return has_big_gin(hand.knocker, size, hand.big_gin)


def decide(
    knocker: int, defenders: Sequence[int], big: bool, variant: Variant
) -> tuple[Kind, int | None]:
    """The kind of a hand and the seat that won it, from the deadwood in points of each side.

    `big` is whether the knocker has big gin, if he has gin. Under `scoring: penalty` the winner is
    whoever got 0 by the rule, the first in seat order.
    """
    lowest = min(defenders)
    if knocker == 0:
        # Gin or big gin that all defenders cancel is gin that nobody won.
        if variant.layoff_on_gin == "zero_cancels" and not any(defenders):
            return "gin", None
        return "big_gin" if big and variant.big_gin_bonus is not None else "gin", 0
    if lowest < knocker or (lowest == knocker and variant.tie == "undercut"):
        return "undercut", 1 + list(defenders).index(lowest)
    # Under penalty points a tie that is no undercut is a plain knock.
    if lowest == knocker and variant.tie == "no_score" and variant.scoring == "winner":
        return "knock", None
    return "knock", 0


def _choose(showdowns: Sequence[Outcome], variant: Variant, side: str) -> tuple[int, list[Message]]:
    """Which outcome is best for the knocker, with a warning for every different one."""
    if len(showdowns) == 1:
        return 0, []
    priced = [(outcome, price(outcome, variant)) for outcome in showdowns]
    chosen = max(priced, key=lambda pair: _for_the_knocker(pair[1], variant))
    results = [_result(*chosen)]
    warnings = []
    for pair in priced:
        if _result(*pair) not in results:
            results.append(_result(*pair))
            warnings.append(warn_arrangement(chosen, pair, variant, side))
    return priced.index(chosen), warnings


def _for_the_knocker(worth: Price, variant: Variant) -> tuple[int, int]:
    own, others = worth.scores[0], sum(worth.scores[1:])
    # Under penalty points: his lowest, then the highest sum of the others.
    return (-own, others) if variant.scoring == "penalty" else (own - others, 0)


def _result(outcome: Outcome, worth: Price) -> tuple[object, ...]:
    return outcome.kind, outcome.winner, worth.scores


def _warn(
    hand: Hand, spread: KnockerFacts, outcome: Outcome, variant: Variant, sides: Sequence[str]
) -> list[Message]:
    """The warnings of a judged hand except `arrangement-matters`."""
    warnings = warn_upcard(outcome, spread.deadwood, variant)
    if is_poor(hand.knocker, variant):
        warnings.append(warn_better_arrangement(hand.knocker, variant, sides[0]))
    for holding, side in zip((hand.knocker, *hand.defenders), sides, strict=True):
        if holding.form == "count" and holding.points:
            warnings += warn_unusual_count(holding.points, len(sides), variant, side)
    may_lay_off = _may_lay_off(spread.deadwood, variant)
    unknown = may_lay_off and not spread.melds and hand.knocker.form != "cards"
    melds = spread.melds if may_lay_off else ()
    for holding, facts, side in zip(hand.defenders, outcome.defenders, sides[1:], strict=True):
        if unknown and holding.points is None and facts.before:
            warnings.append(warn_lay_offs_unknown(facts, side))
        if facts.deadwood > facts.best:
            warnings.append(warn_better_defence(facts, holding, melds, variant, side))
    return warnings
