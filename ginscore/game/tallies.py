"""What the fold takes and gives: hands with their scores, accounts, rows, games, the match.

A side is a seat, or seats that have one account: two players are sides 0 and 1, a partnership's
seats 1 and 3 are side 0 and its seats 2 and 4 side 1, with a captain the one in the box is side 0
and the crew side 1, and under `scoring: penalty` and in cutthroat every seat is a side.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ginscore.rules.variants import Variant

# The seats of each side, by its number.
Sides: TypeAlias = tuple[tuple[int, ...], ...]


class ScoredHand(NamedTuple):
    """One active hand, judged and priced under the rules in force when it was played.

    Seats are the sheet's (0 is the first name of `new`). `scores` are points by seat (penalties
    under `scoring: penalty`); `winner` a seat or None; `boxes` all marks of the winner, of which
    `extra_boxes` go beyond the one for winning. `dealer` is the seat named for this hand, None for
    whoever's turn it is; `pair` the two seats that played where not everybody does. `kind` is None
    where only the points are known. `went_out` is the knocker's seat, None in a dead hand and where
    only the points are known; `deadwood` is in points by seat, after lay-offs, None where not
    known.
    """

    kind: str | None
    winner: int | None
    scores: tuple[int, ...]
    boxes: int
    extra_boxes: int
    variant: Variant
    dealer: int | None = None
    pair: tuple[int, int] | None = None
    went_out: int | None = None
    deadwood: tuple[int | None, ...] = ()

    @property
    def points(self) -> int:
        """The points of the hand; under `scoring: penalty` the sum of all penalties."""
        return sum(self.scores)


# The account under the line: points, game bonus, boxes, shutout, and who owes whom


class Account(NamedTuple):
    """One side's account of a game; every item is in points and `total` is their sum."""

    points: int
    game_bonus: int
    boxes: int
    shutout: int
    total: int


class Standing(NamedTuple):
    """What the hands of a game have come to, by side: points, boxes (marks) and hands won."""

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]


class Settled(NamedTuple):
    """A game's accounts, and once it is over who is ahead (None if level), by how many points.

    `nets` are what each player wins or loses, by seat; they sum to 0. Where each settles with each,
    `winner` has the highest net, and `points` is that.
    """

    accounts: tuple[Account, ...]
    winner: int | None
    points: int
    nets: tuple[int, ...]


def open_accounts(standing: Standing, rules: Variant, factor: int = 1) -> tuple[Account, ...]:
    """The accounts of a game that is not over: points and boxes so far, no bonus and no shutout.

    Under `box_mode: winner_only` both sides show their own boxes, since either may still win
    (*reading*). `factor` multiplies a Hollywood column's items.
    """
    boxes = _box_points(standing.boxes, None, rules)
    return tuple(
        _account(points, 0, marks, 0, factor)
        for points, marks in zip(standing.points, boxes, strict=True)
    )


def settle_game(
    standing: Standing, winner: int | None, sides: Sides, rules: Variant, factor: int = 1
) -> Settled:
    """The accounts of a game, and what is settled between its `sides`.

    `winner` is the game winner, a side; it is None while the game is open, and under `scoring:
    penalty`, which has nothing to settle. `factor` multiplies a Hollywood column's items and net
    after the shutout.
    """
    if rules.scoring == "penalty" or winner is None:
        nothing = (0,) * sum(map(len, sides))
        return Settled(open_accounts(standing, rules, factor), None, 0, nothing)
    if rules.settlement == "winner_formula":
        accounts = _accounts_by_formula(standing, winner, rules, factor)
    else:
        accounts = _accounts_by_totals(standing, winner, rules, factor)
    totals = [account.total for account in accounts]
    nets = settle_between(totals, sides, rules)
    if rules.settlement == "pairwise":
        nets = _with_shutouts(nets, standing, winner, rules)
        best = max(nets)
        return Settled(accounts, *_alone(best, nets), nets)
    ahead = max(totals) - min(totals)
    return Settled(accounts, totals.index(max(totals)) if ahead else None, ahead, nets)


def settle_between(values: Sequence[int], sides: Sides, rules: Variant) -> tuple[int, ...]:
    """What each player wins or loses, by seat, where the sides pay each other's difference.

    A player alone settles with each of the other side in full; of two teams each partner has the
    whole of it.
    """
    nets: dict[int, int] = {}
    for side, members in enumerate(sides):
        net = sum(
            (values[side] - values[other]) * (1 if rules.teams else len(others))
            for other, others in enumerate(sides)
        )
        nets |= dict.fromkeys(members, net)
    return tuple([nets[seat] for seat in sorted(nets)])


def _with_shutouts(
    nets: tuple[int, ...], standing: Standing, winner: int, rules: Variant
) -> tuple[int, ...]:
    """Whoever is shut out pays the bonus to the game winner, besides what he settles with each."""
    bonus = rules.shutout_bonus if rules.shutout == "flat" else 0
    paid = [
        bonus if side != winner and _is_shutout(standing, side, rules) else 0
        for side in range(len(nets))
    ]
    return tuple(
        net - paid[side] + (sum(paid) if side == winner else 0) for side, net in enumerate(nets)
    )


def _alone(best: int, nets: tuple[int, ...]) -> tuple[int | None, int]:
    """Who has the highest net, and what it is; nobody if several are level on it."""
    return (nets.index(best), best) if nets.count(best) == 1 else (None, 0)


def _account(points: int, game_bonus: int, boxes: int, shutout: int, factor: int) -> Account:
    total = points + game_bonus + boxes + shutout
    return Account(
        points * factor, game_bonus * factor, boxes * factor, shutout * factor, total * factor
    )


def _box_points(boxes: tuple[int, ...], winner: int | None, rules: Variant) -> tuple[int, ...]:
    """Points for boxes by side, after `box_mode`; `winner` is the game winner if there is one."""
    if rules.scoring == "penalty":
        return (0,) * len(boxes)
    if rules.box_mode == "difference":
        # Only the leader in boxes scores, for the surplus over the next.
        second, first = sorted(boxes)[-2:]
        boxes = tuple([first - second if marks == first else 0 for marks in boxes])
    elif rules.box_mode == "winner_only" and winner is not None:
        # The game winner's boxes count, the loser's do not.
        boxes = tuple(marks if side == winner else 0 for side, marks in enumerate(boxes))
    return tuple(marks * rules.box_bonus for marks in boxes)


def _accounts_by_totals(
    standing: Standing, winner: int, rules: Variant, factor: int
) -> tuple[Account, ...]:
    """Each side its own account; the shutout is one more item of the game winner's.

    Where each settles with each, no account has it: who is shut out pays it.
    """
    boxes = _box_points(standing.boxes, winner, rules)
    items = [
        (points, rules.game_bonus if side == winner else 0, boxes[side])
        for side, points in enumerate(standing.points)
    ]
    shutout = 0
    if rules.settlement != "pairwise":
        loser = 1 - winner
        lead = sum(items[winner]) - sum(items[loser])
        shutout = _shutout(standing, loser, items[winner], lead, rules)
    return tuple(
        _account(*item, shutout if side == winner else 0, factor) for side, item in enumerate(items)
    )


def _accounts_by_formula(
    standing: Standing, winner: int, rules: Variant, factor: int
) -> tuple[Account, ...]:
    """S0's sum: difference of points, game bonus, box difference, shutout; the loser shows 0.

    If it is negative the loser becomes the winner with the absolute value: the items change
    their signs with it and still sum to the total (*reading* of S0's last rule).
    """
    loser = 1 - winner
    difference = standing.points[winner] - standing.points[loser]
    boxes = (standing.boxes[winner] - standing.boxes[loser]) * rules.box_bonus
    items = difference, rules.game_bonus, boxes
    shutout = _shutout(standing, loser, items, sum(items), rules)
    account = _account(*items, shutout, factor)
    if account.total < 0:
        winner, account = loser, Account(*(-item for item in account))
    nothing = Account(0, 0, 0, 0, 0)
    return (account, nothing) if winner == 0 else (nothing, account)


def _shutout(
    standing: Standing, loser: int, items: tuple[int, int, int], net: int, rules: Variant
) -> int:
    """Points that a shutout adds to the game winner's account, 0 where there is none.

    `items` are his points, game bonus and boxes, `net` is his lead in the accounts before it.
    """
    if not _is_shutout(standing, loser, rules):
        return 0
    points, game_bonus, boxes = items
    match rules.shutout:
        case "flat":
            return rules.shutout_bonus
        case "double_points":
            return points
        case "double_points_and_game":
            return points + game_bonus
        case "double_all":
            return points + game_bonus + boxes
        case "double_difference":
            return net
        case _:
            return 0


def _is_shutout(standing: Standing, loser: int, rules: Variant) -> bool:
    # A game of one hand is never a shutout.
    if rules.target == "one_hand":
        return False
    # The loser has no hand points (his boxes do not matter), or has won no hand.
    if rules.shutout_when == "no_points":
        return standing.points[loser] == 0
    return standing.wins[loser] == 0


# What a sheet comes to


class HandRow(NamedTuple):
    """One active hand in its place on the sheet.

    `counted` is False after the match's end: such a hand scores nothing and has no `game`.
    `dealer` is a seat, in teams the first of the one that deals. `scores` (points), `boxes` (marks)
    and `winner` (a side) are what falls on this row; in a partnership all of a round falls on the
    row that completes it. `totals` are the game's after this hand, with boxes that count at once;
    with several columns the whole sheet's sum of hand points. `columns` are those that the hand
    entered, () if nobody won it, and `column_totals` the totals of every column after it, () on a
    sheet without columns. `open_round` is whether the row's round lacks its other hand, so that it
    is not scored. `sides` are those of its game. `due` are the two seats that should have played,
    in seat order, where two of several play.
    """

    counted: bool
    game: int | None
    dealer: int
    scores: tuple[int, ...]
    boxes: int
    totals: tuple[int, ...]
    columns: tuple[int, ...]
    winner: int | None
    column_totals: tuple[tuple[int, ...], ...] = ()
    open_round: bool = False
    sides: Sides = ()
    due: tuple[int, int] | None = None


class GameTally(NamedTuple):
    """One game, or one column, as it stands.

    `totals` are points (with boxes that count at once), `boxes` marks, `accounts` points. While
    the game is not `over` there is no winner and no settlement; `settlement_winner` is also None
    at a net of 0 and under `scoring: penalty`. `nets` are what each player wins or loses, by seat;
    `sides` the seats of each side.
    """

    game: int
    column: int
    over: bool
    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    accounts: tuple[Account, ...]
    game_winner: int | None
    settlement_winner: int | None
    settlement_points: int
    nets: tuple[int, ...]
    sides: Sides

    @property
    def winner(self) -> int | None:
        """The side that the game counts for: its settlement winner, at a net of 0 its winner."""
        return self.game_winner if self.settlement_winner is None else self.settlement_winner


class MatchTally(NamedTuple):
    """The match: `games_won` (columns in Hollywood) and `points`, the settlements each rival won.

    `rivals` are the sides, or each player where sides change from game to game; the other fields go
    by their numbers. `winner` is one of them once the match is over, None before and where nobody
    is ahead. `nets` are what each player has won or lost in all games, by seat.
    """

    over: bool
    winner: int | None
    games_won: tuple[int, ...]
    points: tuple[int, ...]
    nets: tuple[int, ...]
    rivals: Sides

    @classmethod
    def between(cls, rivals: Sides) -> "MatchTally":
        """The match before its first game."""
        nothing = (0,) * len(rivals)
        return cls(False, None, nothing, nothing, (0,) * sum(map(len, rivals)), rivals)

    def with_game(self, game: GameTally) -> "MatchTally":
        """The match with one more finished game: it counts for its settlement winner.

        At a net of 0 it counts for the game winner. Where the rivals are players, it counts for
        each of the side that won, and each takes his own net.
        """
        settled = game.settlement_winner
        winners = () if game.winner is None else game.sides[game.winner]
        takers = () if settled is None else game.sides[settled]
        won, points = list(self.games_won), list(self.points)
        for rival, (seat, *_) in enumerate(self.rivals):
            won[rival] += seat in winners
            if seat in takers:
                by_side = self.rivals == game.sides
                points[rival] += game.settlement_points if by_side else game.nets[seat]
        nets = tuple(map(sum, zip(self.nets, game.nets, strict=True)))
        return self._replace(games_won=tuple(won), points=tuple(points), nets=nets)


class Tally(NamedTuple):
    """A whole sheet, scored.

    `rows` has one row per hand, `games` one per game begun (at least one; in Hollywood per column).
    `next_dealer` is a seat, in teams the first of one. `to_go` are the points each side still needs
    in the current game, in Hollywood in the lowest open column; None without a number as target and
    when all is over. `sides` gives each side's seats in that game. `due` are the two seats that
    play next where two of several do.
    """

    rows: tuple[HandRow, ...]
    games: tuple[GameTally, ...]
    match: MatchTally
    next_dealer: int
    to_go: tuple[int, ...] | None
    sides: Sides
    due: tuple[int, int] | None = None
