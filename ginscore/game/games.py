"""The fold over a sheet: from scored hands to games, columns, the match and the deal."""

from collections.abc import Sequence

from ginscore.game.rounds import TEAMS, round_partners, team_results
from ginscore.game.tallies import (
    GameTally,
    HandRow,
    MatchTally,
    ScoredHand,
    Standing,
    Tally,
    open_accounts,
    settle_game,
)
from ginscore.rules.variants import Variant


def game_winner(totals: Sequence[int], hand_winner: int | None, rules: Variant) -> int | None:
    """The side that has won the game after a hand won by `hand_winner`; None while it goes on.

    `totals` are the points of two sides after that hand. A total equal to the target ends the
    game, and so does the first hand won at `target: one_hand`. The two values of `game_bonus_to`
    can differ only where the target was changed during the game: `first_to_target` is then whoever
    won the one hand, `higher_total` whoever leads. Where both are beyond a lowered target, the
    higher total wins under either; level totals go to the winner of the hand, and a game cannot end
    level on a hand that nobody won (*readings*).
    """
    target = rules.target
    if target is None:
        return None
    if target == "one_hand":
        if hand_winner is None or rules.game_bonus_to == "first_to_target":
            return hand_winner
    elif totals[0] < target and totals[1] < target:
        return None
    if totals[0] == totals[1]:
        return hand_winner
    return int(totals[0] < totals[1])


class RunningGame:
    """The accumulator of one game or column between two sides; `record` takes the next hand.

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
        "totals",
        "winner",
        "wins",
    )

    def __init__(
        self, number: int, sides: int, rules: Variant, column: int = 1, factor: int = 1
    ) -> None:
        self.number = number
        self.column = column
        self.factor = factor
        self.points = [0] * sides
        self.boxes = [0] * sides
        self.wins = [0] * sides
        self.totals = [0] * sides
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
        accounts = open_accounts(standing, self.rules, self.factor)
        winner, points = None, 0
        if self.over:
            accounts, winner, points = settle_game(standing, self.winner, self.rules, self.factor)
        return GameTally(
            self.number,
            self.column,
            self.over,
            tuple(self.totals),
            standing.boxes,
            accounts,
            self.winner,
            winner,
            points,
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

    def __init__(self, variant: Variant) -> None:
        self.columns = [
            RunningGame(1, 2, variant, column, factor)
            for column, factor in enumerate(variant.column_factors[: variant.columns], start=1)
        ]
        self.match = MatchTally(False, None, (0, 0), (0, 0))
        self.open_columns = self.columns
        self.sums = [0, 0]
        self.wins = [0, 0]
        self.hands = 0

    def row(self, hand: ScoredHand, dealer: int) -> HandRow:
        """Enter `hand`, dealt by the seat `dealer`, in its columns."""
        if self.match.over:
            totals = tuple(self.sums)
            return HandRow(False, None, dealer, (0, 0), 0, totals, (), None, self._totals())
        self.hands += hand.kind != "dead"
        entered = self._enter(hand)
        if any(column.over for column in self.open_columns):
            self._close_columns(hand.variant)
        totals = tuple(self.sums)
        return HandRow(
            True,
            1,
            dealer,
            hand.scores,
            hand.boxes,
            totals,
            entered,
            hand.winner,
            self._totals(),
        )

    def _totals(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(column.totals) for column in self.columns)

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
        first, second = self.match.points
        # One side won every hand that was not dead: the sheet's sum counts twice.
        if rules.sweep_doubles and self.hands in self.wins:
            first, second = 2 * first, 2 * second
        winner = None if first == second else int(first < second)
        self.match = self.match._replace(over=True, winner=winner, points=(first, second))


# Who deals: the deal moves from hand to hand by next_dealer and dead_hand_dealer


def next_dealer(dealer: int, winner: int | None, seats: int, rules: Variant) -> int:
    """The seat that deals after a hand dealt by seat `dealer` and won by seat `winner`.

    A hand that nobody won follows `dead_hand_dealer`. `rules` are those of the hand to be dealt.
    """
    if winner is None:
        return dealer if rules.dead_hand_dealer == "same" else (dealer + 1) % seats
    if rules.next_dealer == "alternate":
        return (dealer + 1) % seats
    return winner if rules.next_dealer == "winner" else 1 - winner


def dealers(
    hands: Sequence[ScoredHand],
    results: Sequence[ScoredHand | None],
    variant: Variant,
    seats: int,
    first_dealer: int,
) -> list[int]:
    """The dealer's seat of every hand, and of the hand to come as the last item.

    `results` are the hands as they count: in a partnership a round that is not complete is None,
    and the deal does not move. A dealer named for a hand deals it, and the deal goes on from him.
    `variant` holds the rules of the hand to come.
    """
    dealt = []
    dealer = first_dealer
    before: ScoredHand | None = None
    for hand, result in zip(hands, results, strict=True):
        if before is not None:
            dealer = next_dealer(dealer, before.winner, seats, hand.variant)
        if hand.dealer is not None:
            dealer = hand.dealer
        dealt.append(dealer)
        before = result
    if before is not None:
        dealer = next_dealer(dealer, before.winner, seats, variant)
    dealt.append(dealer)
    return dealt


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
    sides = TEAMS if variant.teams else tuple((seat,) for seat in range(seats))
    dealt = dealers(hands, results, variant, seats, first_dealer)
    series: GameSeries | ColumnSeries
    if variant.columns > 1:
        series = ColumnSeries(variant)
        rows = tuple(map(series.row, hands, dealt))
    else:
        series = GameSeries(variant, len(sides))
        rows = _mark_open(tuple(map(series.row, results, dealt)), partners)
    to_go = _points_to_go(series.current_totals(), variant)
    return Tally(rows, series.games(), series.match, dealt[-1], to_go, sides)


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

    def __init__(self, variant: Variant, sides: int) -> None:
        self.variant = variant
        self.nothing: tuple[int, ...] = (0,) * sides
        self.finished: list[GameTally] = []
        self.match = MatchTally(False, None, self.nothing, self.nothing)
        self.totals = self.nothing
        self.game = self._open_game()

    def row(self, hand: ScoredHand | None, dealer: int) -> HandRow:
        """Enter `hand`, dealt by the seat `dealer`; None is a round not yet complete."""
        if self.match.over:
            return HandRow(False, None, dealer, self.nothing, 0, self.totals, (), None)
        if self.game.over:
            self.game = self._open_game()
            self.totals = self.nothing
        game = self.game
        if hand is None:
            return HandRow(True, game.number, dealer, self.nothing, 0, self.totals, (), None)
        game.record(hand)
        if game.over:
            self._close_game()
        self.totals = totals = tuple(game.totals)
        scored = (1,) if hand.winner is not None else ()
        return HandRow(
            True, game.number, dealer, hand.scores, hand.boxes, totals, scored, hand.winner
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
        return kind(len(self.finished) + 1, len(self.nothing), self.variant)

    def _close_game(self) -> None:
        game = self.game.tally()
        self.finished.append(game)
        self.match = _decided(self.match.with_game(game), len(self.finished), self.variant)


def _decided(match: MatchTally, played: int, variant: Variant) -> MatchTally:
    """The match after `played` games: over as soon as the leader cannot be caught in games won.

    If all games are played and the leaders level (penalty games without a winner), nobody has won.
    """
    second, first = sorted(match.games_won)[-2:]
    left = variant.match_games - played
    if first - second <= left and left > 0:
        return match
    winner = match.games_won.index(first) if first > second else None
    return match._replace(over=True, winner=winner)


def _points_to_go(totals: tuple[int, ...] | None, rules: Variant) -> tuple[int, ...] | None:
    if totals is None or not isinstance(rules.target, int):
        return None
    target = rules.target
    return tuple(max(target - total, 0) for total in totals)
