"""The running totals as the numbers of a drawing, which the chart's template writes as SVG.

Lines are told apart by dashes, marks and the names at their ends; colour is an extra.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.chart import Curves, GameCurve, read_curves, round_step, show_heading
from ginscore.show.layout import cut, width
from ginscore.show.summary import show_by_side
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import ScoreSheet

# Sizes in the drawing's own units, about the pixels of a narrow screen. The letters are part of
# the drawing, so that the room for them is right at whatever size it is shown.
WIDTH: Final = 420
HEIGHT: Final = 250
LETTERS: Final = 13
_LEFT: Final = 18
_LABEL: Final = 28
_TOP: Final = 20
_BOTTOM: Final = 30
_LINE: Final = 16
_NAME: Final = 10
# Units that a character takes in a wide face: small, capital or figure, very wide.
_SMALL: Final = 8.0
_DIGIT: Final = 9.6
_BROAD: Final = 13.6
# A line has no more points than can be seen, and marks only where they can be told apart.
_MOST_POINTS: Final = 300
_MOST_MARKED: Final = 40

# Marks around the position of the pen: circle, square, triangle, diamond.
MARKS: Final = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "m-3.5-3.5h7v7h-7z",
    "m0-5l4.6 8h-9.2z",
    "m0-5.2l5.2 5.2l-5.2 5.2l-5.2-5.2z",
)


class Tick(NamedTuple):
    """A place on an axis with its label."""

    at: float
    label: str


class Line(NamedTuple):
    """One side: its paths, and its label at the right, `at` units from the top."""

    name: str
    label: str
    at: float
    path: str
    marks: str


class Drawing(NamedTuple):
    """A chart in units from the top left corner; `walls` separate the games."""

    heading: str
    description: str
    left: float
    right: float
    bottom: int
    points: tuple[Tick, ...]
    hands: tuple[Tick, ...]
    walls: tuple[Tick, ...]
    target: Tick | None
    lines: tuple[Line, ...]


def draw_totals(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Drawing | None:
    """The chart of the hands that count, or None if there are none; `rules` are those in force."""
    curves = read_curves(score, rules, texts)
    if curves is None:
        return None
    labels = [*_labels(curves, texts)]
    area = _Area(curves, labels)
    return Drawing(
        show_heading(rules, texts),
        _describe(curves, texts),
        area.left,
        area.right,
        HEIGHT - _BOTTOM,
        tuple(Tick(area.y(points), str(points)) for points in curves.ticks),
        tuple(area.hands()),
        tuple(_walls(curves, area, texts)),
        _target(curves, area, texts),
        tuple(_lines(curves, area, labels)),
    )


def _describe(curves: Curves, texts: Texts) -> str:
    """The description for readers who cannot see the chart."""
    totals = show_by_side(dict(zip(curves.names, curves.latest, strict=True)), texts)
    if curves.target is None:
        return texts(N_("After hand {hand}: {totals}."), hand=curves.end, totals=totals)
    template = N_("After hand {hand}: {totals}; the target is {target}.")
    return texts(template, hand=curves.end, totals=totals, target=curves.target)


def _walls(curves: Curves, area: "_Area", texts: Texts) -> Iterator[Tick]:
    """Where each game begins, if there are several; a narrow one shows only its number."""
    if len(curves.games) == 1:
        return
    for game in curves.games:
        name = texts(N_("game {number}"), number=game.game)
        room = area.x(game.end) - area.x(game.start)
        yield Tick(area.x(game.start), name if _room(name) <= room else str(game.game))


def _target(curves: Curves, area: "_Area", texts: Texts) -> Tick | None:
    if curves.target is None:
        return None
    label = texts(N_("target {points}"), points=curves.target)
    return Tick(area.y(curves.target), label)


class _Area:
    """Where hands and points are in the drawing; `labels` are at its right."""

    def __init__(self, curves: Curves, labels: Sequence[str]) -> None:
        self.curves = curves
        self.left = _LEFT + _room(str(curves.top))
        self.right = WIDTH - _LABEL - max(map(_room, labels))
        self.hand = (self.right - self.left) / max(curves.end - curves.start, 1)
        self.point = (HEIGHT - _TOP - _BOTTOM) / curves.top

    def x(self, hand: int) -> float:
        """Units from the left."""
        return round(self.left + (hand - self.curves.start) * self.hand, 1)

    def y(self, points: int) -> float:
        """Units from the top."""
        return round(HEIGHT - _BOTTOM - points * self.point, 1)

    def hands(self) -> Iterator[Tick]:
        """The numbers of hands below the axis, as many as fit."""
        first, last = self.curves.start, self.curves.end
        room = _room(str(last)) + _LINE
        step = round_step(last - first, int((self.right - self.left) // room))
        for hand in range(-(-first // step) * step, last + 1, step):
            yield Tick(self.x(hand), str(hand))


def _room(label: str) -> float:
    """The units that a label may take in any face."""
    return sum(map(_breadth, label))


def _breadth(char: str) -> float:
    if width(char) > 1 or char in "mwMWŒœÆæ@%":
        return _BROAD
    return _DIGIT if char.isupper() or char.isdigit() else _SMALL


def _labels(curves: Curves, texts: Texts) -> Iterator[str]:
    for name, points in zip(curves.names, curves.latest, strict=True):
        yield texts(N_("{name} {points}"), name=cut(name, _NAME), points=points)


def _lines(curves: Curves, area: _Area, labels: Sequence[str]) -> Iterator[Line]:
    places = _spread([area.y(points) for points in curves.latest])
    few = curves.end - curves.start <= _MOST_MARKED
    for side, name in enumerate(curves.names):
        paths = [_path(stretch, side, area) for stretch in curves.games]
        marks = [_marks(stretch, side, area) for stretch in curves.games if few]
        yield Line(name, labels[side], places[side], "".join(paths), "".join(marks))


def _path(stretch: GameCurve, side: int, area: _Area) -> str:
    points = (
        f"{area.x(stretch.start + at):g} {area.y(stretch.totals[at][side]):g}"
        for at in _chosen(len(stretch.totals), _MOST_POINTS)
    )
    return "M" + "L".join(points)


def _marks(stretch: GameCurve, side: int, area: _Area) -> str:
    return "".join(
        f"M{area.x(stretch.start + at):g} {area.y(stretch.totals[at][side]):g}{MARKS[side]}"
        for at in range(len(stretch.totals))
    )


def _chosen(count: int, most: int) -> Iterator[int]:
    """At most `most` places of `count`, evenly spread, including the first and the last."""
    if count <= most:
        return iter(range(count))
    return (step * (count - 1) // (most - 1) for step in range(most))


def _spread(places: Sequence[float]) -> list[float]:
    """Places of labels, moved apart so that no label covers another, none below the axis."""
    order = sorted(range(len(places)), key=lambda label: -places[label])
    moved = list(places)
    lowest = float(HEIGHT - _BOTTOM)
    for label in order:
        moved[label] = min(places[label], lowest)
        lowest = moved[label] - _LINE
    # Pushed beyond the top: start again from there.
    highest = float(_TOP)
    for label in reversed(order):
        moved[label] = max(moved[label], highest)
        highest = moved[label] + _LINE
    return moved
