"""Rounds of a partnership: two pairs of opponents play one hand each, the teams score the net.

Teams are seats 0 and 2 against seats 1 and 3 (the first and third player named against the
second and fourth). Hands pair up in the order of the sheet: a round is two hands one after the
other in which all four play. Where a correction has separated them, a hand on its own counts
nothing until its other half is entered.
"""

from collections.abc import Sequence
from typing import Final

from ginscore.errors import N_, Message, fault
from ginscore.game.tallies import ScoredHand

TEAMS: Final = ((0, 2), (1, 3))


def round_partners(hands: Sequence[ScoredHand]) -> list[int | None]:
    """For every hand the place of its round's other hand, from 0; None where there is none yet."""
    partners: list[int | None] = [None] * len(hands)
    alone: int | None = None
    for place, hand in enumerate(hands):
        # Each player plays one hand a round: whoever plays again has begun the next one.
        if alone is None or not set(hands[alone].pair or ()).isdisjoint(hand.pair or ()):
            alone = place
        else:
            partners[alone], partners[place] = place, alone
            alone = None
    return partners


def team_results(
    hands: Sequence[ScoredHand], partners: Sequence[int | None]
) -> list[ScoredHand | None]:
    """The hands as they count for two teams: the whole round at its second hand, else None.

    `partners` are those of `round_partners`. In what a round is worth, seats are sides and `kind`
    is None, or `dead`.
    """
    return [
        score_round(hands[partner], hand) if partner is not None and partner < place else None
        for place, (hand, partner) in enumerate(zip(hands, partners, strict=True))
    ]


def score_round(first: ScoredHand, second: ScoredHand) -> ScoredHand:
    """What a round of two hands is worth to the teams, under the rules of the second hand.

    The net goes to the winning team with one box, and the extra boxes of the hands that this team
    won. At a net of 0 nobody scores and there is no box. A round is dead where both hands are.
    """
    kind = "dead" if first.kind == second.kind == "dead" else None
    teams = [
        sum(hand.scores[seat] for hand in (first, second) for seat in seats) for seats in TEAMS
    ]
    net = teams[0] - teams[1]
    if net == 0:
        return ScoredHand(kind, None, (0, 0), 0, 0, second.variant)
    winner = int(net < 0)
    extra = sum(hand.extra_boxes for hand in (first, second) if hand.winner in TEAMS[winner])
    scores = (0, -net) if winner else (net, 0)
    return ScoredHand(None, winner, scores, 1 + extra, extra, second.variant)


def open_pair(hands: Sequence[ScoredHand]) -> tuple[int, int] | None:
    """The two seats that have played in the round still open; None before a new round."""
    return hands[-1].pair if hands and round_partners(hands)[-1] is None else None


def other_pair(pair: tuple[int, int]) -> tuple[int, int]:
    """The two seats left for a round's second hand, in seat order."""
    first, second = (seat for seat in range(4) if seat not in pair)
    return first, second


def check_pair(pair: tuple[int, int], names: Sequence[str]) -> list[Message]:
    """The fault `wrong-seat-count` of two seats that do not play each other.

    `names` are the players' names by seat.
    """
    first, second = pair
    # A hand is played between opponents: seats 1 and 3 against seats 2 and 4.
    if first % 2 != second % 2:
        return []
    return [
        fault(
            "wrong-seat-count",
            N_("{player} and {partner} play in one team: a hand is between two opponents"),
            hint=N_("opponents of {player}: {opponents}"),
            player=names[first],
            partner=names[second],
            opponents=", ".join(names[1 - first % 2 :: 2]),
        )
    ]


def check_turn(
    opened: tuple[int, int] | None, pair: Sequence[int], names: Sequence[str]
) -> list[Message]:
    """The fault `wrong-seat-count` of a next hand by seats that have played in the open round.

    `opened` is the pair that has, None before a new round.
    """
    # Each player plays one hand a round.
    twice = [seat for seat in pair if opened and seat in opened]
    if not (opened and twice):
        return []
    first, second = other_pair(opened)
    return [
        fault(
            "wrong-seat-count",
            N_("{player} has already played in this round"),
            hint=N_("the second hand of the round is between {first} and {second}"),
            player=names[twice[0]],
            first=names[first],
            second=names[second],
        )
    ]


def check_rounds(hands: Sequence[ScoredHand], names: Sequence[str]) -> list[tuple[int, Message]]:
    """Every round but the last that lacks a hand, by the place of the one it has, from 0."""
    partners = round_partners(hands)[:-1]
    lone = [place for place, partner in enumerate(partners) if partner is None]
    return [(place, _half_round(hands[place], names)) for place in lone]


def _half_round(hand: ScoredHand, names: Sequence[str]) -> Message:
    first, second = other_pair(hand.pair or (0, 1))
    return fault(
        "wrong-seat-count",
        N_("this round lacks the hand between {first} and {second}, and counts nothing"),
        first=names[first],
        second=names[second],
    )
