"""The fold over a sheet: from scored hands to rows, games, the match and the next deal."""

from collections.abc import Sequence

from ginscore.game.columns import ColumnSeries
from ginscore.game.deals import dealers
from ginscore.game.games import PenaltyGame, RunningGame
from ginscore.game.hands import ScoredHand
from ginscore.game.rounds import TEAMS, round_partners, team_results
from ginscore.game.tallies import GameTally, HandRow, MatchTally, Tally
from ginscore.rules.variants import Variant


def tally(hands: Sequence[ScoredHand], variant: Variant, seats: int, first_dealer: int) -> Tally:
    """Score a whole sheet: its acting hands in order, in linear time.

    Every hand carries the rules in force when it was played, `variant` holds those in force now.
    A game ends, and its account is made, by the rules of its last hand; who deals a hand is
    settled by that hand's rules; the deal to come and the points to go by `variant`. So are the
    switches that never change from now on (`teams`, `scoring`, `columns`, `column_factors`,
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
    """The rows of a partnership, with the rounds marked that lack a hand; others as they are."""
    if None not in partners:
        return rows
    return tuple(
        row._replace(open_round=other is None) for row, other in zip(rows, partners, strict=True)
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

    All games played and the leaders level (penalty games without a winner), nobody has won.
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
