"""Rounds of a partnership: two pairs of opponents play one hand each, the teams score the net.

Teams are seats 0 and 2 against seats 1 and 3 (the first and third player named against the
second and fourth). Hands pair up in the order of the sheet: two hands are a round.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ginscore.errors import N_, Message, fault
from ginscore.game.hands import ScoredHand

TEAMS: Final = ((0, 2), (1, 3))


def team_results(hands: Sequence[ScoredHand]) -> list[ScoredHand | None]:
    """The hands as they count for two teams: None for a round's first hand, then the whole round.

    In what a round is worth, seats are sides and `kind` is None.
    """
    results: list[ScoredHand | None] = [None] * len(hands)
    for second in range(1, len(hands), 2):
        results[second] = score_round(hands[second - 1], hands[second])
    return results


def score_round(first: ScoredHand, second: ScoredHand) -> ScoredHand:
    """What a round of two hands is worth to the teams, under the rules of the second hand.

    The net goes to the winning team with one box, and the extra boxes of the hands that this team
    won. At a net of 0 nobody scores and there is no box.
    """
    teams = [
        sum(hand.scores[seat] for hand in (first, second) for seat in seats) for seats in TEAMS
    ]
    net = teams[0] - teams[1]
    if net == 0:
        return ScoredHand(None, None, (0, 0), 0, 0, second.variant)
    winner = int(net < 0)
    extra = sum(hand.extra_boxes for hand in (first, second) if hand.winner in TEAMS[winner])
    scores = (0, -net) if winner else (net, 0)
    return ScoredHand(None, winner, scores, 1 + extra, extra, second.variant)


def open_pair(hands: Sequence[ScoredHand]) -> tuple[int, int] | None:
    """The two seats that have played in the round still open; None before a new round."""
    return hands[-1].pair if len(hands) % 2 else None


def other_pair(pair: tuple[int, int]) -> tuple[int, int]:
    """The two seats left for a round's second hand, in seat order."""
    first, second = (seat for seat in range(4) if seat not in pair)
    return first, second


def round_fault(
    hands: Sequence[ScoredHand], pair: tuple[int, int], names: Sequence[str]
) -> Message | None:
    """What is wrong with `pair` playing the hand after `hands`, or None.

    `pair` are two seats, `names` the players' names by seat. The fault is `wrong-seat-count`.
    """
    return _pair_fault(open_pair(hands), pair, names)


def check_rounds(hands: Sequence[ScoredHand], names: Sequence[str]) -> list[Message]:
    """Every fault in the pairs of a partnership's hands, as after a correction; never raises.

    `where` of a fault is the number of the hand, from 1.
    """
    pairs = [hand.pair for hand in hands]
    faults = []
    for number, (before, pair) in enumerate(pairwise([None, *pairs]), start=1):
        opened = before if number % 2 == 0 else None
        found = pair and _pair_fault(opened, pair, names)
        if found:
            faults.append(found.at(str(number)))
    return faults


def _pair_fault(
    opened: tuple[int, int] | None, pair: tuple[int, int], names: Sequence[str]
) -> Message | None:
    one, other = pair
    # A hand is played between opponents: seats 1 and 3 against seats 2 and 4.
    if one % 2 == other % 2:
        return fault(
            "wrong-seat-count",
            N_("{player} and {partner} play in one team: a hand is between two opponents"),
            hint=N_("opponents of {player}: {first}, {second}"),
            player=names[one],
            partner=names[other],
            first=names[TEAMS[1 - one % 2][0]],
            second=names[TEAMS[1 - one % 2][1]],
        )
    # Each player plays one hand a round.
    twice = [seat for seat in pair if opened and seat in opened]
    if opened and twice:
        first, second = other_pair(opened)
        return fault(
            "wrong-seat-count",
            N_("{player} has already played in this round"),
            hint=N_("the second hand of the round is between {first} and {second}"),
            player=names[twice[0]],
            first=names[first],
            second=names[second],
        )
    return None
