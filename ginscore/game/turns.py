"""Whose turn it is: who sit on one side, which two play the next hand, who deals; and rounds.

Where everybody plays each hand only the deal moves. In teams it moves between the teams. Where two
of several play (`rotation`) both follow from the last hand: from those who did play it, whoever
should have.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ginscore.errors import N_, Message, fault, warning
from ginscore.game.tallies import ScoredHand, Sides
from ginscore.rules.variants import Variant


class Turn(NamedTuple):
    """Who deals a hand (a seat; in teams the first of the team), and the two who play it.

    `pair` is in seat order, None where everybody plays and in teams.
    """

    dealer: int
    pair: tuple[int, int] | None = None


class Played(NamedTuple):
    """A hand as it was: who dealt it, who played it, the seat that won it, the sides of its game.

    In teams `winner` is that of the round, a team by its first seat; `counts` is False for a hand
    whose round is still open, after which the deal does not move.
    """

    dealer: int
    pair: tuple[int, int] | None
    winner: int | None
    sides: Sides
    counts: bool = True


def sides_of(variant: Variant, seats: int, game: int) -> Sides:
    """The seats of each side in game number `game` of a sheet of `seats` players.

    With `rotation: captain` the first side is the one in the box, the next seat in each game.
    """
    if variant.teams:
        return TEAMS
    if variant.rotation != "captain":
        return tuple((seat,) for seat in range(seats))
    box = (game - 1) % seats
    return (box,), tuple(seat for seat in range(seats) if seat != box)


def side_of(seat: int, sides: Sides) -> int:
    """The number of the side on which `seat` plays."""
    return next(side for side, members in enumerate(sides) if seat in members)


def by_side(hand: ScoredHand, sides: Sides) -> ScoredHand:
    """The hand with its scores and its winner by side instead of by seat."""
    winner = None if hand.winner is None else side_of(hand.winner, sides)
    scores = tuple(sum(hand.scores[seat] for seat in members) for members in sides)
    return hand._replace(winner=winner, scores=scores)


def first_turn(variant: Variant, seats: int, dealer: int, sides: Sides) -> Turn:
    """The turn of the first hand of a sheet; `dealer` is the seat that deals first."""
    if variant.rotation == "loser_out":
        # The first two by seat, from the first dealer on.
        return Turn(dealer, _pair(dealer, (dealer + 1) % seats))
    if variant.rotation == "captain":
        return _captains_turn(sides, _after(sides[0][0], sides[1]), side_of(dealer, sides))
    return Turn(_dealing(dealer, variant))


def _dealing(seat: int, rules: Variant) -> int:
    """The seat that stands for who deals: in teams the first of the team, which deals together."""
    return TEAMS[side_of(seat, TEAMS)][0] if rules.teams else seat


def next_turn(last: Played, rules: Variant, seats: int, sides: Sides) -> Turn:
    """The turn of the hand after `last`, by the `rules` of the hand to come.

    `sides` are those of the game that it belongs to.
    """
    if rules.rotation == "loser_out" and last.pair:
        return _after_the_loser(last, last.pair, rules, seats)
    if rules.rotation == "captain" and last.pair:
        return _after_the_captain(last, last.pair, rules, sides)
    if not last.counts:
        return Turn(last.dealer)
    # A team goes by its first seat, so that two teams are as two players.
    dealing = len(TEAMS) if rules.teams else seats
    return Turn(next_dealer(last.dealer, last.winner, dealing, rules))


def next_dealer(dealer: int, winner: int | None, sides: int, rules: Variant) -> int:
    """The number of the side that deals after a hand dealt by `dealer` and won by `winner`.

    A hand that nobody won follows `dead_hand_dealer`. `rules` are those of the hand to be dealt.
    """
    if winner is None:
        return dealer if rules.dead_hand_dealer == "same" else (dealer + 1) % sides
    if rules.next_dealer == "alternate":
        return (dealer + 1) % sides
    return winner if rules.next_dealer == "winner" else 1 - winner


def dealt_by(hand: ScoredHand, turn: Turn, sides: Sides) -> int:
    """The seat that dealt `hand`: who was named, else whose turn it was.

    Where another played in the place of the one due to deal, he dealt.
    """
    dealer = turn.dealer if hand.dealer is None else _dealing(hand.dealer, hand.variant)
    if hand.pair is None or turn.pair is None:
        return dealer
    if hand.variant.rotation == "captain":
        # The side deals, for the crew its captain.
        side = sides[side_of(dealer, sides)]
        return next((seat for seat in hand.pair if seat in side), dealer)
    if dealer in turn.pair and dealer not in hand.pair and hand.dealer is None:
        return next(seat for seat in hand.pair if seat not in turn.pair)
    return dealer


def _after_the_loser(last: Played, pair: tuple[int, int], rules: Variant, seats: int) -> Turn:
    """The loser sits out and the idle player comes in; a hand nobody won is played again."""
    if last.winner is None:
        # Who dealt without playing deals again; between the two `dead_hand_dealer` decides.
        moves = last.dealer in pair and rules.dead_hand_dealer == "next"
        return Turn(sum(pair) - last.dealer if moves else last.dealer, pair)
    loser = sum(pair) - last.winner
    idle = next(seat for seat in range(seats) if seat not in pair)
    dealer = idle if rules.next_dealer == "idle" else loser
    return Turn(dealer, _pair(last.winner, idle))


def _after_the_captain(last: Played, pair: tuple[int, int], rules: Variant, sides: Sides) -> Turn:
    """A captain who loses gives his place to the next of the crew; the deal goes by side."""
    box, crew = last.sides
    captain = next(seat for seat in pair if seat in crew)
    if last.winner in box:
        captain = _after(captain, crew)
    winner = None if last.winner is None else side_of(last.winner, last.sides)
    dealer = next_dealer(side_of(last.dealer, last.sides), winner, 2, rules)
    turn = _captains_turn(last.sides, captain, dealer)
    if sides == last.sides:
        return turn
    # In a new game the new box deals first, unless it is his captain's turn (a reading).
    captain = _after(sides[0][0], sides[1])
    return _captains_turn(sides, captain, int(turn.dealer == captain))


def _captains_turn(sides: Sides, captain: int, dealer: int) -> Turn:
    """The box against the captain, dealt by that side."""
    box = sides[0][0]
    return Turn(captain if dealer else box, _pair(box, captain))


def _after(seat: int, crew: Sequence[int]) -> int:
    """The next of the crew after `seat`; after the last, the first again."""
    return next((member for member in crew if member > seat), crew[0])


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def warn_rotation(
    pair: tuple[int, int] | None, due: tuple[int, int] | None, names: Sequence[str]
) -> list[Message]:
    """The warning `rotation-differs` of a hand that others played than the two who were `due`."""
    if due is None or pair == due:
        return []
    return [
        warning(
            "rotation-differs",
            N_(
                "{first} and {second} should have played; it counts as told, and goes on from there"
            ),
            first=names[due[0]],
            second=names[due[1]],
        )
    ]


def check_crew(pair: Sequence[int], sides: Sides, names: Sequence[str]) -> list[Message]:
    """The fault `wrong-seat-count` of a hand between two of the crew.

    `sides` are those of a game with a captain, `names` the players' names by seat.
    """
    # The one in the box plays every hand.
    (box,), crew = sides
    if box in pair:
        return []
    first, second = pair
    return [
        fault(
            "wrong-seat-count",
            N_("{player} and {partner} are both of the crew: {box} is in the box"),
            hint=N_("one of {crew} plays against {box}"),
            player=names[first],
            partner=names[second],
            box=names[box],
            crew=", ".join(names[seat] for seat in crew),
        )
    ]


# Rounds of a partnership: two pairs of opponents play one hand each, the teams score the net.
# Teams are seats 0 and 2 against seats 1 and 3 (the first and third player named against the
# second and fourth). Hands pair up in the order of the sheet: a round is two hands one after the
# other in which all four play. Where a correction has separated them, a hand on its own counts
# nothing until its other half is entered.


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
