"""The running totals as curves: what the text chart and the chart of the report both draw."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import HandScore, ScoreSheet

# A chart of more games than this shows the last of them.
MOST_GAMES: Final = 8
_MOST_TICKS: Final = 6


class Stretch(NamedTuple):
    """The totals of one game (in Hollywood, of the sheet) while its hands come in.

    `totals[i]` are the points by side after hand `start + i`; the first of them stand before the
    game's first hand and are 0, unless the scores begin in the middle of a game.
    """

    game: int
    start: int
    totals: tuple[tuple[int, ...], ...]

    @property
    def end(self) -> int:
        """The number of the last hand."""
        return self.start + len(self.totals) - 1


class Curves(NamedTuple):
    """One curve a side.

    `names` are the sides', `target` is the number of points that ends a game (None where nothing
    can be drawn for it), `step` and `top` are those of the scale of points, from 0.
    """

    names: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    target: int | None
    step: int
    top: int

    @property
    def start(self) -> int:
        """The number of the hand before the first one drawn."""
        return self.stretches[0].start

    @property
    def end(self) -> int:
        """The number of the last hand drawn."""
        return self.stretches[-1].end

    @property
    def ticks(self) -> range:
        """The points to be written at the scale."""
        return range(0, self.top + 1, self.step)

    @property
    def latest(self) -> tuple[int, ...]:
        """The totals after the last hand, by side."""
        return self.stretches[-1].totals[-1]


def read_curves(score: "ScoreSheet", rules: "Variant") -> Curves | None:
    """The curves of the hands that count, or None if there are none; `rules` are those in force.

    In Hollywood, where each column has its own total, the curves are the sheet's sums, and the
    target is not drawn.
    """
    names = tuple(score.match.points)
    counted = [hand for hand in score.hands if hand.status == "counted"]
    games = [[*hands] for _, hands in groupby(counted, key=lambda hand: hand.game)]
    if not games:
        return None
    stretches = [
        _stretch(hands, names, whole=number > 1 or hands[0].hand == 1)
        for number, hands in enumerate(games, 1)
    ]
    shown = tuple(stretches[-MOST_GAMES:])
    target = rules.target if isinstance(rules.target, int) and rules.columns == 1 else None
    highest = max(max(totals) for stretch in shown for totals in stretch.totals)
    step, top = _scale(max(highest, target or 0))
    return Curves(names, shown, target, step, top)


def _stretch(hands: "Sequence[HandScore]", names: Sequence[str], *, whole: bool) -> Stretch:
    """A game's hands as a stretch; `whole` if none was left off at its beginning."""
    totals = [tuple(hand.totals[name] for name in names) for hand in hands]
    start = hands[0].hand
    if whole:
        # Before the first hand everybody stands at 0.
        totals.insert(0, (0,) * len(names))
        start -= 1
    return Stretch(hands[0].game or 1, start, tuple(totals))


def _scale(highest: int) -> tuple[int, int]:
    """Step and top of a scale that reaches `highest` points in a few round steps."""
    step = next(size for size in _round_numbers() if highest <= size * _MOST_TICKS)
    return step, max(-(-highest // step), 1) * step


def round_step(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, … that goes at most `most` times into `span`."""
    return next(size for size in _round_numbers() if span <= size * most)


def _round_numbers() -> Iterator[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10
