"""One game, or one Hollywood column, while its hands come in: totals, and when it is over."""

from collections.abc import Sequence

from ginscore.game.accounts import Standing, open_accounts, settle_game
from ginscore.game.hands import ScoredHand
from ginscore.game.tallies import GameTally
from ginscore.rules.variants import Variant


def game_winner(totals: Sequence[int], hand_winner: int | None, rules: Variant) -> int | None:
    """The side that has won the game after a hand won by `hand_winner`; None while it goes on.

    `totals` are the points of two sides after that hand. A total equal to the target ends the
    game, and so does the first hand won at `target: one_hand`. The two values of `game_bonus_to`
    can differ only where the target was changed during the game: `first_to_target` is then whoever
    won the one hand, `higher_total` whoever leads. Both beyond a target that was lowered: the
    higher total under either, level totals go to the winner of the hand, and a game cannot end
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

    It ends when anyone reaches the target. Level on the fewest points, nobody alone has won: the
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
