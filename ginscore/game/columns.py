"""Hollywood: one series of hands scored in several columns at once, each a game of its own."""

from ginscore.game.games import RunningGame
from ginscore.game.hands import ScoredHand
from ginscore.game.tallies import GameTally, HandRow, MatchTally
from ginscore.rules.variants import Variant


class ColumnSeries:
    """The accumulator of a Hollywood sheet between two sides; `row` takes the next hand.

    `match` is over when every column is closed; its winner has the higher sum of settlements,
    and only then `sweep_doubles` is looked at (*reading*).
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
            return tuple(one.column for one in self.open_columns if one.column <= wins)
        # A win enters every open column in which the side has an entry, and the lowest one in
        # which it has none.
        begun = [one.column for one in self.open_columns if one.wins[side]]
        fresh = [one.column for one in self.open_columns if not one.wins[side]]
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
