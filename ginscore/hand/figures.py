"""A hand's figures without its explanation: what the fold over a long sheet takes.

`judge_hand` and `price` say the same with melds, lay-offs and warnings. Where all cards are known
and no choice matters, the numbers are found without them; everything else is left to the judge.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import least_deadwood
from ginscore.cards.melds import arrangements, deadwood
from ginscore.hand.hands import Hand, decide, judge_hand
from ginscore.hand.limits import HIGHEST_UPCARD, allowed_seats, hand_size, knock_limit
from ginscore.hand.outcomes import DefenderFacts, Kind, KnockerFacts, Outcome
from ginscore.hand.prices import price
from ginscore.rules.variants import Variant


class Figures(NamedTuple):
    """The figures of one hand by seat, the knocker first.

    `deadwood` is after lay-offs and `scores` under `scoring: penalty` are penalties, both in
    points; `boxes` are marks, `extra_boxes` those beyond the one for winning.
    """

    kind: Kind
    winner: int | None
    deadwood: tuple[int, ...]
    scores: tuple[int, ...]
    boxes: int
    extra_boxes: int


# What tells a hand, and the identity of its rules → its figures; kept while the rules are.
Known = dict[tuple[object, ...], Figures]


def figure_hand(
    hand: Hand,
    variant: Variant,
    names: Sequence[str] | None = None,
    known: Known | None = None,
) -> Figures:
    """What `judge_hand` and `price` make of a hand, in figures.

    `known` keeps what the deadwood of plain hands came to: in a long sheet it repeats itself.

    Raises:
        GinscoreError: with every fault of the hand, as `judge_hand`.
    """
    left = _plain_deadwood(hand, variant)
    if left is None:
        return _figures(judge_hand(hand, variant, names), variant)
    key = (left, hand.upcard, id(variant))
    kept = {} if known is None else known
    found = kept.get(key)
    if found is None:
        found = kept[key] = _figures(_plain_outcome(left, hand.upcard, variant), variant)
    return found


def _plain_outcome(left: tuple[int, ...], upcard: int | None, variant: Variant) -> Outcome:
    """The outcome of a plain hand with so much deadwood."""
    kind, winner = decide(left[0], left[1:], False, variant)
    defenders = tuple(DefenderFacts(points, points, points, "cards") for points in left[1:])
    return Outcome(kind, winner, KnockerFacts(left[0], "cards"), defenders, upcard, None)


def _figures(outcome: Outcome, variant: Variant) -> Figures:
    worth = price(outcome, variant)
    knocker = () if outcome.knocker is None else (outcome.knocker.deadwood,)
    left = (*knocker, *[one.deadwood for one in outcome.defenders])
    return Figures(outcome.kind, outcome.winner, left, worth.scores, worth.boxes, worth.extra_boxes)


def _plain_deadwood(hand: Hand, variant: Variant) -> tuple[int, ...] | None:
    """Each side's deadwood in points where the hand is plain; None leaves it to the judge."""
    seats = 1 + len(hand.defenders)
    size = hand_size(variant, seats)
    if hand.big_gin or hand.lay_offs or size is None or seats not in allowed_seats(variant):
        return None
    seen = 0
    for holding in (hand.knocker, *hand.defenders):
        if not _is_plain(holding, size) or holding.cards & seen:
            return None
        seen |= holding.cards
    knocker = deadwood(hand.knocker.cards, variant)
    limit = knock_limit(variant, hand.upcard)
    if knocker > (HIGHEST_UPCARD if limit is None else limit):
        return None
    defenders = _defended(hand, knocker, variant)
    return None if defenders is None else (knocker, *defenders)


def _is_plain(holding: Holding, size: int) -> bool:
    return (
        holding.form == "cards"
        and not holding.repeated
        and holding.call is None
        and holding.cards.bit_count() == size
    )


def _defended(hand: Hand, knocker: int, variant: Variant) -> tuple[int, ...] | None:
    """Each defender's deadwood after lay-offs; None where it hangs on what the knocker spread."""
    if knocker == 0 and variant.layoff_on_gin == "no":
        return tuple(deadwood(one.cards, variant) for one in hand.defenders)
    if variant.layoff_method != "best":
        return None
    first, *others = [
        tuple([least_deadwood(spread.melds, one.cards, variant) for one in hand.defenders])
        for spread in arrangements(hand.knocker.cards, variant)
    ]
    return first if all(one == first for one in others) else None
