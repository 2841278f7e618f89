"""What a sheet comes to: rows, games, the match. A side is a seat, or a team of two seats.

Everything is indexed by side: two players are sides 0 and 1, a partnership's seats 1 and 3 are
side 0 and its seats 2 and 4 side 1, and under `scoring: penalty` every seat is a side.
"""

from typing import NamedTuple

from ginscore.game.accounts import Account


class HandRow(NamedTuple):
    """One acting hand in its place on the sheet.

    `counted` is False after the match's end: such a hand scores nothing and has no `game`.
    `dealer` is a seat. `scores` (points), `boxes` (marks) and `winner` (a side) are what falls on
    this row; in a partnership all of a round falls on the row that completes it. `totals` are the
    game's after this hand, with boxes that count at once; with several columns the whole sheet's
    sum of hand points. `columns` are those that the hand entered, () if nobody won it, and
    `column_totals` the totals of every column after it, () on a sheet without columns.
    `open_round` is whether the row's round lacks its other hand, so that it is not scored.
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


class GameTally(NamedTuple):
    """One game, or one column, as it stands.

    `totals` are points (with boxes that count at once), `boxes` marks, `accounts` points. While
    the game is not `over` there is no winner and no settlement; `settlement_winner` is also None
    at a net of 0 and under `scoring: penalty`.
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


class MatchTally(NamedTuple):
    """The match: `games_won` (columns in Hollywood) and `points`, the settlements each side won.

    `winner` is a side once the match is over, None before and where nobody is ahead.
    """

    over: bool
    winner: int | None
    games_won: tuple[int, ...]
    points: tuple[int, ...]

    def with_game(self, game: GameTally) -> "MatchTally":
        """The match with one more finished game: it counts for its settlement winner.

        At a net of 0 it counts for the game winner.
        """
        winner = game.game_winner if game.settlement_winner is None else game.settlement_winner
        won = tuple(n + (side == winner) for side, n in enumerate(self.games_won))
        points = tuple(
            n + game.settlement_points * (side == game.settlement_winner)
            for side, n in enumerate(self.points)
        )
        return MatchTally(self.over, self.winner, won, points)


class Tally(NamedTuple):
    """A whole sheet, scored.

    `rows` has one row a hand, `games` one a game begun (at least one; in Hollywood one a column).
    `next_dealer` is a seat. `to_go` are the points each side still needs in the current game, in
    Hollywood in the lowest open column; None without a number as target and when all is over.
    `sides` gives each side's seats.
    """

    rows: tuple[HandRow, ...]
    games: tuple[GameTally, ...]
    match: MatchTally
    next_dealer: int
    to_go: tuple[int, ...] | None
    sides: tuple[tuple[int, ...], ...]
