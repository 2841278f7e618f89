"""The fold over a sheet: from scored hands to games, columns, the match and the deal."""

from collections.abc import Sequence

from ginscore.game.tallies import (
    GameTally,
    HandRow,
    MatchTally,
    ScoredHand,
    Sides,
    Standing,
    Tally,
    settle_game,
)
from ginscore.game.turns import (
    Played,
    Turn,
    by_side,
    dealt_by,
    first_turn,
    next_turn,
    round_partners,
    sides_of,
    team_results,
)
from ginscore.rules.variants import Variant


def game_winner(totals: Sequence[int], hand_winner: int | None, rules: Variant) -> int | None:
    """The side that has won the game after a hand won by `hand_winner`; None while it goes on.

    `totals` are the points of the sides after that hand. A total equal to the target ends the
    game, and so does the first hand won at `target: one_hand`. The two values of `game_bonus_to`
    can differ only where the target was changed during the game: `first_to_target` is then whoever
    won the one hand, `higher_total` whoever leads. Where several are beyond a lowered target, the
    highest total wins under either; level totals go to the winner of the hand, and a game cannot
    end level on a hand that none of them won (*readings*).
    """
    target = rules.target
    if target is None:
        return None
    if target == "one_hand":
        if hand_winner is None or rules.game_bonus_to == "first_to_target":
            return hand_winner
    elif max(totals) < target:
        return None
    highest = max(totals)
    if totals.count(highest) == 1:
        return totals.index(highest)
    level = hand_winner is not None and totals[hand_winner] == highest
    return hand_winner if level else None


class RunningGame:
    """The accumulator of one game or column between its sides; `record` takes the next hand.

    All lists are by side: `points` of hands, `boxes` in marks, `wins` in hands, and `totals` in
    points with the boxes that count at once. `rules` are those of the last hand recorded.
    """

    __slots__ = (
        "boxes",
        "column",
        "factor",
        "number",
        "over",
        "points",
        "rules",
        "sides",
        "totals",
        "winner",
        "wins",
    )

    def __init__(
        self, number: int, sides: Sides, rules: Variant, column: int = 1, factor: int = 1
    ) -> None:
        self.number = number
        self.sides = sides
        self.column = column
        self.factor = factor
        self.points = [0] * len(sides)
        self.boxes = [0] * len(sides)
        self.wins = [0] * len(sides)
        self.totals = [0] * len(sides)
        self.rules = rules
        self.over = False
        self.winner: int | None = None

    def record(self, hand: ScoredHand) -> None:
        """Enter `hand`, whose seats are sides, and see whether it ends the game."""
        rules = hand.variant
        side = hand.winner
        if side is not None:
            points = hand.scores[side]
            self.points[side] += points
            self.boxes[side] += hand.boxes
            self.wins[side] += 1
            if rules.box_timing == "at_once":
                points += hand.boxes * rules.box_bonus
            self.totals[side] += points
        self.check(side, rules)

    def check(self, hand_winner: int | None, rules: Variant) -> None:
        """See whether the game is over under `rules`, after a hand that may not be entered."""
        self.rules = rules
        self.winner = game_winner(self.totals, hand_winner, rules)
        self.over = self.winner is not None

    def tally(self) -> GameTally:
        """The game as it stands, with its accounts and, once it is over, its settlement."""
        standing = Standing(tuple(self.points), tuple(self.boxes), tuple(self.wins))
        settled = settle_game(standing, self.winner, self.sides, self.rules, self.factor)
        return GameTally(
            self.number,
            self.column,
            self.over,
            tuple(self.totals),
            standing.boxes,
            settled.accounts,
            self.winner,
            settled.winner,
            settled.points,
            settled.nets,
            self.sides,
        )


class PenaltyGame(RunningGame):
    """A game for penalty points (S3): every seat for itself, no boxes, the fewest points win.

    It ends when anyone reaches the target. If several are level on the fewest points, the
    game is over without a game winner (*reading*; the pot is shared by those who are level).
    """

    __slots__ = ()

    def record(self, hand: ScoredHand) -> None:
        """Add the penalties of `hand` and see whether it ends the game."""
        self.rules = hand.variant
        for seat, penalty in enumerate(hand.scores):
            self.points[seat] += penalty
        self.totals = self.points
        target = hand.variant.target
        if target == "one_hand":
            self.over = hand.winner is not None
        elif target is not None:
            self.over = max(self.totals) >= target
        if self.over:
            fewest = min(self.totals)
            alone = self.totals.count(fewest) == 1
            self.winner = self.totals.index(fewest) if alone else None


# Hollywood: one series of hands scored in several columns at once, each a game of its own


class ColumnSeries:
    """The accumulator of a Hollywood sheet between two sides; `row` takes the next hand.

    `match` is over when every column is closed; its winner has the higher sum of settlements.
    `sweep_doubles` is looked at only then (*reading*).
    """

    def __init__(self, variant: Variant, seats: int) -> None:
        self.sides = sides_of(variant, seats, 1)
        self.columns = [
            RunningGame(1, self.sides, variant, column, factor)
            for column, factor in enumerate(variant.column_factors[: variant.columns], start=1)
        ]
        self.match = MatchTally.between(self.sides)
        self.open_columns = self.columns
        self.sums = [0, 0]
        self.wins = [0, 0]
        self.hands = 0

    def row(self, hand: ScoredHand | None, dealer: int) -> HandRow:
        """Enter `hand`, dealt by the seat `dealer`, in its columns; None is an open round."""
        is_counted = not self.match.over
        entered: tuple[int, ...] = ()
        if is_counted and hand is not None:
            self.hands += hand.kind != "dead"
            entered = self._enter(hand)
            if any(column.over for column in self.open_columns):
                self._close_columns(hand.variant)
        scored = hand if is_counted else None
        return HandRow(
            is_counted,
            1 if is_counted else None,
            dealer,
            scored.scores if scored else (0, 0),
            scored.boxes if scored else 0,
            tuple(self.sums),
            entered,
            scored.winner if scored else None,
            tuple([tuple(column.totals) for column in self.columns]),
            sides=self.sides,
        )

    def games(self) -> tuple[GameTally, ...]:
        """All columns as they stand."""
        return tuple(column.tally() for column in self.columns)

    def current_totals(self) -> tuple[int, ...] | None:
        """The totals of the lowest open column; None when all are closed."""
        return tuple(self.open_columns[0].totals) if self.open_columns else None

    def _enter(self, hand: ScoredHand) -> tuple[int, ...]:
        """Record the hand in the columns it enters and return their numbers."""
        numbers: tuple[int, ...] = ()
        if hand.winner is not None:
            self.wins[hand.winner] += 1
            self.sums[hand.winner] += hand.scores[hand.winner]
            numbers = self._columns_entered(hand.winner, hand.variant)
        for column in self.open_columns:
            if column.column in numbers:
                column.record(hand)
            else:
                column.check(None, hand.variant)
        return numbers

    def _columns_entered(self, side: int, rules: Variant) -> tuple[int, ...]:
        # A win enters the open columns up to its number on the sheet.
        if rules.column_entry == "win_count":
            wins = self.wins[side]
            return tuple(game.column for game in self.open_columns if game.column <= wins)
        # A win enters every open column in which the side has an entry, and the lowest one in
        # which it has none.
        begun = [game.column for game in self.open_columns if game.wins[side]]
        fresh = [game.column for game in self.open_columns if not game.wins[side]]
        return tuple(begun + fresh[:1])

    def _close_columns(self, rules: Variant) -> None:
        """Count the columns that have just closed, and end the match with the last of them."""
        for column in self.open_columns:
            if column.over:
                self.match = self.match.with_game(column.tally())
        self.open_columns = [column for column in self.open_columns if not column.over]
        if self.open_columns:
            return
        # One side won every hand that was not dead: the sheet's sum counts twice.
        times = 2 if rules.sweep_doubles and self.hands in self.wins else 1
        first, second = (times * points for points in self.match.points)
        nets = tuple(times * net for net in self.match.nets)
        winner = None if first == second else int(first < second)
        self.match = self.match._replace(
            over=True, winner=winner, points=(first, second), nets=nets
        )


# The whole sheet


def tally(hands: Sequence[ScoredHand], variant: Variant, seats: int, first_dealer: int) -> Tally:
    """Score a whole sheet: its active hands in order, in linear time.

    Every hand carries the rules in force when it was played, `variant` holds those in force now.
    A game ends, and its account is made, by the rules of its last hand; who deals a hand is
    settled by that hand's rules; the deal to come and the points to go by `variant`. So are the
    switches that hold for the whole sheet (`teams`, `scoring`, `columns`, `column_factors`,
    `match_games`). Hands after the match's end score nothing, but the deal goes on from them.

    Args:
        hands: points and winners by seat; in a partnership `scores` has four seats.
        variant: the rules in force now.
        seats: how many players the sheet names.
        first_dealer: the seat that deals the first hand.
    """
    partners = round_partners(hands) if variant.teams else ()
    results = team_results(hands, partners) if variant.teams else hands
    series = (ColumnSeries if variant.columns > 1 else GameSeries)(variant, seats)
    rows: list[HandRow] = []
    turn = first_turn(variant, seats, first_dealer, series.sides)
    last: Played | None = None
    for hand, result in zip(hands, results, strict=True):
        sides = series.sides
        if last is not None:
            turn = next_turn(last, hand.variant, seats, sides)
        dealer = dealt_by(hand, turn, sides)
        winner = result.winner if result else None
        last = Played(dealer, hand.pair, winner, sides, result is not None)
        scored = by_side(hand, sides) if variant.rotation == "captain" else result
        rows.append(_with_due(series.row(scored, dealer), turn))
    if last is not None:
        turn = next_turn(last, variant, seats, series.sides)
    return Tally(
        _mark_open(tuple(rows), partners),
        series.games(),
        series.match,
        turn.dealer,
        _points_to_go(series.current_totals(), variant),
        series.sides,
        turn.pair,
    )


def _with_due(row: HandRow, turn: Turn) -> HandRow:
    """The row with the two who should have played it, where not everybody does."""
    return row if turn.pair is None else row._replace(due=turn.pair)


def _mark_open(rows: tuple[HandRow, ...], partners: Sequence[int | None]) -> tuple[HandRow, ...]:
    """The rows, with a partnership's incomplete rounds marked."""
    if None not in partners:
        return rows
    return tuple(
        row._replace(open_round=partner is None)
        for row, partner in zip(rows, partners, strict=True)
    )


class GameSeries:
    """The accumulator of games played one after another; `row` takes the next hand."""

    def __init__(self, variant: Variant, seats: int) -> None:
        self.variant = variant
        self.seats = seats
        self.finished: list[GameTally] = []
        # The sides of the game that the next hand enters.
        self.sides = sides_of(variant, seats, 1)
        # In a match with a captain everybody is in the box in his turn.
        changing = variant.rotation == "captain" and variant.match_games > 1
        rivals = tuple((seat,) for seat in range(seats)) if changing else self.sides
        self.match = MatchTally.between(rivals)
        self.nothing: tuple[int, ...] = (0,) * len(self.sides)
        self.totals = self.nothing
        self.game = self._open_game()

    def row(self, hand: ScoredHand | None, dealer: int) -> HandRow:
        """Enter `hand`, dealt by the seat `dealer`; None is a round not yet complete."""
        nothing, sides = self.nothing, self.sides
        if self.match.over:
            return HandRow(False, None, dealer, nothing, 0, self.totals, (), None, sides=sides)
        if self.game.over:
            self.game = self._open_game()
            self.totals = nothing
        game, number = self.game, self.game.number
        if hand is None:
            return HandRow(True, number, dealer, nothing, 0, self.totals, (), None, sides=sides)
        game.record(hand)
        if game.over:
            self._close_game()
        self.totals = totals = tuple(game.totals)
        scored = (1,) if hand.winner is not None else ()
        return HandRow(
            True, number, dealer, hand.scores, hand.boxes, totals, scored, hand.winner, sides=sides
        )

    def games(self) -> tuple[GameTally, ...]:
        """The games begun; before any hand, the one to come."""
        return (*self.finished, *(() if self.game.over else (self.game.tally(),)))

    def current_totals(self) -> tuple[int, ...] | None:
        """The totals of the game that the next hand enters; None when the match is over."""
        if self.match.over:
            return None
        return self.nothing if self.game.over else self.totals

    def _open_game(self) -> RunningGame:
        kind = PenaltyGame if self.variant.scoring == "penalty" else RunningGame
        return kind(len(self.finished) + 1, self.sides, self.variant)

    def _close_game(self) -> None:
        game = self.game.tally()
        self.finished.append(game)
        self.match = _decided(self.match.with_game(game), len(self.finished), self.variant)
        if not self.match.over:
            self.sides = sides_of(self.variant, self.seats, len(self.finished) + 1)


def _decided(match: MatchTally, played: int, variant: Variant) -> MatchTally:
    """The match after `played` games: over as soon as the leader cannot be caught in games won.

    If all games are played and the leaders level, the higher nets win; nobody, if they are too
    (as in penalty games without a winner).
    """
    second, first = sorted(match.games_won)[-2:]
    left = variant.match_games - played
    if first - second <= left and left > 0:
        return match
    level = [rival for rival, won in enumerate(match.games_won) if won == first]
    nets = [match.nets[match.rivals[rival][0]] for rival in level]
    winner = level[nets.index(max(nets))] if nets.count(max(nets)) == 1 else None
    return match._replace(over=True, winner=winner)


def _points_to_go(totals: tuple[int, ...] | None, rules: Variant) -> tuple[int, ...] | None:
    if totals is None or not isinstance(rules.target, int):
        return None
    target = rules.target
    return tuple(max(target - total, 0) for total in totals)
