"""One hand: the holdings that were shown, everything wrong with them, and what happened.

`check_hand` finds all faults and never raises, `judge_hand` gives the facts (`Outcome`); points
and boxes come from `prices`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import LayOff
from ginscore.errors import N_, CardText, Message, Term, fault, refuse, refuse_all, warning
from ginscore.hand import checks
from ginscore.hand.defences import defend, warn_better_defence
from ginscore.hand.limits import hand_size, knock_limit
from ginscore.hand.outcomes import DefenderFacts, Kind, KnockerFacts, Outcome
from ginscore.hand.prices import Price, price
from ginscore.hand.sides import side_names
from ginscore.hand.spreads import (
    format_melds,
    is_poor,
    knocker_deadwood,
    spreads,
    warn_better_arrangement,
)
from ginscore.rules.variants import Variant


class Hand(NamedTuple):
    """What was shown at the end of one hand.

    `defenders` go by seat from the knocker's left. `upcard` is a single-card mask, None where it
    was not recorded; `big_gin` says that it was called; `lay_offs` are those that each defender
    declared, None (or nothing, at the end) where he did not.
    """

    knocker: Holding
    defenders: tuple[Holding, ...]
    upcard: int | None = None
    big_gin: bool = False
    lay_offs: tuple[tuple[LayOff, ...] | None, ...] = ()

    def declared(self, at: int) -> tuple[LayOff, ...] | None:
        """The lay-offs that the defender at that index declared, None where he did not."""
        return self.lay_offs[at] if at < len(self.lay_offs) else None


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
    seats = 1 + len(hand.defenders)
    sides = side_names(seats, names)
    size = hand_size(variant, seats)
    faults = [*checks.check_seats(seats, variant)]
    faults += _check_knocker(hand, size, variant, sides[0])
    for holding, side in zip(hand.defenders, sides[1:], strict=True):
        faults += checks.check_holding(holding, variant, side)
        if size is not None:
            faults += checks.check_size(holding, size, variant, side, None)
    faults += checks.check_shared_cards((hand.knocker, *hand.defenders), sides)
    if hand.lay_offs:
        faults += _check_lay_offs(hand, faults, variant, sides)
    return faults


def _check_knocker(hand: Hand, size: int | None, variant: Variant, side: str) -> list[Message]:
    holding = hand.knocker
    called = hand.big_gin or holding.call == "big_gin"
    faults = [*checks.check_holding(holding, variant, side)]
    if size is not None:
        faults += checks.check_size(holding, size, variant, side, called)
    # With cards that cannot be his, the knocker's deadwood says nothing about the limit.
    if not checks.is_unread(holding) and (called or not faults):
        points = knocker_deadwood(holding, variant)
        limit = knock_limit(variant, hand.upcard)
        faults += checks.check_knock(points, limit, called, side)
    return faults


def _check_lay_offs(
    hand: Hand, known: Sequence[Message], variant: Variant, sides: Sequence[str]
) -> list[Message]:
    """The faults of the declared lay-offs; card by card only where the holdings are in order."""
    faults = []
    if len(hand.lay_offs) > len(hand.defenders):
        faults.append(
            fault(
                "bad-lay-off",
                N_("lay-offs for {count} defenders; allowed: {defenders}"),
                hint=N_("give one text for each defender, in order"),
                where="lay_offs",
                count=len(hand.lay_offs),
                defenders=len(hand.defenders),
            )
        )
    if checks.is_unread(hand.knocker):
        return faults
    for at, holding in enumerate(hand.defenders):
        if hand.declared(at) and not checks.is_unread(holding):
            gin = knocker_deadwood(hand.knocker, variant) == 0
            faults += checks.check_may_lay_off(hand.knocker, gin, holding, variant, sides[at + 1])
    if faults or known:
        return faults
    found = [_check_cards(hand, one, variant, sides) for one in _choices(hand, variant)]
    return min(found, key=len)


def _check_cards(
    hand: Hand, spread: KnockerFacts, variant: Variant, sides: Sequence[str]
) -> list[Message]:
    """The faults of all declared lay-offs on the melds of one spread."""
    return [
        message
        for at, (holding, side) in enumerate(zip(hand.defenders, sides[1:], strict=True))
        for message in checks.check_declared_lay_offs(
            spread.melds, holding, hand.declared(at) or (), variant, side
        )
    ]


def judge_hand(hand: Hand, variant: Variant, names: Sequence[str] | None = None) -> Outcome:
    """What happened in the hand under `variant`, with the warnings that belong to the ruling.

    `names` replace the roles of the sides in messages.

    Raises:
        GinscoreError: with every fault that `check_hand` finds.
    """
    refuse_all(check_hand(hand, variant, names))
    sides = side_names(1 + len(hand.defenders), names)
    choices = _choices(hand, variant)
    if len(choices) > 1 and any(hand.lay_offs):
        # Declared lay-offs tell which of several arrangements was spread.
        choices = [one for one in choices if not _check_cards(hand, one, variant, sides)]
    showdowns = [_show_down(hand, one, variant) for one in choices]
    outcome, warnings = _choose(showdowns, variant, sides)
    return outcome._replace(warnings=(*_warn(hand, outcome, variant, sides), *warnings))


def _choices(hand: Hand, variant: Variant) -> Sequence[KnockerFacts]:
    """The spreads to choose from: only where cards may be laid off does the choice matter."""
    defended = any(one.points is None for one in hand.defenders)
    every = defended and _may_lay_off(knocker_deadwood(hand.knocker, variant), variant)
    return spreads(hand.knocker, variant, every=every)


def _may_lay_off(knocker: int, variant: Variant) -> bool:
    return knocker > 0 or variant.layoff_on_gin != "no"


def _show_down(hand: Hand, spread: KnockerFacts, variant: Variant) -> Outcome:
    """The hand as it ends if the knocker spread this, without warnings."""
    melds = spread.melds if _may_lay_off(spread.deadwood, variant) else ()
    defenders = tuple(
        defend(holding, melds, hand.declared(at), variant)
        for at, holding in enumerate(hand.defenders)
    )
    size = hand_size(variant, 1 + len(defenders))
    big = checks.has_big_gin(hand.knocker, size, hand.big_gin)
    kind, winner = decide(spread.deadwood, [one.deadwood for one in defenders], big, variant)
    limit = knock_limit(variant, hand.upcard)
    return Outcome(kind, winner, spread, defenders, hand.upcard, limit)


def decide(
    knocker: int, defenders: Sequence[int], big: bool, variant: Variant
) -> tuple[Kind, int | None]:
    """The kind of a hand and the seat that won it, from the deadwood in points of each side.

    `big` is whether the knocker has big gin, if he has gin. Under `scoring: penalty` the winner is
    who got 0 by the rule, the first in seat order.
    """
    lowest = min(defenders)
    if knocker == 0:
        cancelled = variant.layoff_on_gin == "zero_cancels" and not any(defenders)
        kind: Kind = "big_gin" if big and variant.big_gin_bonus is not None else "gin"
        return kind, None if cancelled else 0
    if lowest < knocker or (lowest == knocker and variant.tie == "undercut"):
        return "undercut", 1 + list(defenders).index(lowest)
    # As penalties a tie that is no undercut is a plain knock.
    if lowest == knocker and variant.tie == "no_score" and variant.scoring == "winner":
        return "knock", None
    return "knock", 0


def _choose(
    showdowns: Sequence[Outcome], variant: Variant, sides: Sequence[str]
) -> tuple[Outcome, list[Message]]:
    """The outcome best for the knocker, with a warning for every different one."""
    if len(showdowns) == 1:
        return showdowns[0], []
    priced = [(one, price(one, variant)) for one in showdowns]
    chosen = max(priced, key=lambda one: _for_the_knocker(one[1], variant))
    said = [_result(*chosen)]
    warnings = []
    for one in priced:
        if _result(*one) not in said:
            said.append(_result(*one))
            warnings.append(_warn_arrangement(chosen, one, variant, sides[0]))
    return chosen[0], warnings


def _for_the_knocker(worth: Price, variant: Variant) -> tuple[int, int]:
    own, others = worth.scores[0], sum(worth.scores[1:])
    # As penalties: his lowest, then the highest sum of the others.
    return (-own, others) if variant.scoring == "penalty" else (own - others, 0)


def _result(outcome: Outcome, worth: Price) -> tuple[object, ...]:
    return outcome.kind, outcome.winner, worth.scores


def _warn_arrangement(
    chosen: tuple[Outcome, Price], other: tuple[Outcome, Price], variant: Variant, side: str
) -> Message:
    scored, would_be = chosen[0], other[0]
    return warning(
        "arrangement-matters",
        N_(
            "scored as {melds}, best for the knocker: {kind}, points {points}; "
            "as {other_melds} it would be: {other_kind}, points {other_points}"
        ),
        where=side,
        melds=_spread_text(scored, variant),
        kind=Term(scored.kind),
        points=chosen[1].points,
        other_melds=_spread_text(would_be, variant),
        other_kind=Term(would_be.kind),
        other_points=other[1].points,
    )


def _spread_text(outcome: Outcome, variant: Variant) -> CardText:
    return CardText(format_melds(outcome.knocker.melds if outcome.knocker else (), variant))


def _warn(hand: Hand, outcome: Outcome, variant: Variant, sides: Sequence[str]) -> list[Message]:
    """The warnings of a judged hand but for `arrangement-matters`."""
    spread = outcome.knocker
    if spread is None:
        return []
    warnings = _warn_upcard(outcome, spread.deadwood, variant)
    if is_poor(hand.knocker, variant):
        warnings.append(warn_better_arrangement(hand.knocker, variant, sides[0]))
    may_lay_off = _may_lay_off(spread.deadwood, variant)
    unknown = may_lay_off and not spread.melds and hand.knocker.form != "cards"
    melds = spread.melds if may_lay_off else ()
    for holding, facts, side in zip(hand.defenders, outcome.defenders, sides[1:], strict=True):
        if unknown and holding.points is None and facts.before:
            warnings.append(_warn_lay_offs_unknown(facts, side))
        if facts.deadwood > facts.best:
            warnings.append(warn_better_defence(facts, holding, melds, variant, side))
    return warnings


def _warn_upcard(outcome: Outcome, knocker: int, variant: Variant) -> list[Message]:
    warnings = []
    if knocker and outcome.limit is None:
        warnings.append(
            warning(
                "knock-limit-unknown",
                N_(
                    "the upcard is not recorded: whether deadwood {points} was few enough is unknown"
                ),
                hint=N_("give the upcard"),
                where="upcard",
                points=knocker,
            )
        )
    if variant.spade_doubles != "no" and outcome.upcard is None:
        warnings.append(
            warning(
                "upcard-unknown",
                N_("the upcard is not recorded: nothing is doubled for a spade"),
                hint=N_("give the upcard"),
                where="upcard",
            )
        )
    return warnings


def _warn_lay_offs_unknown(facts: DefenderFacts, side: str) -> Message:
    return warning(
        "lay-offs-unknown",
        N_("the knocker's melds are not known: nothing is laid off, deadwood stays {points}"),
        hint=N_("give the knocker's cards, or his melds in brackets"),
        where=side,
        points=facts.before,
    )
