"""The running totals as curves, and drawn in a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.layout import Style, pad, width, wrap_words
from ginscore.show.summary import side_labels
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import HandScore, ScoreSheet


# The curves: what the text chart and that of the report both draw


# A chart of more games than this shows the last of them.
MOST_GAMES: Final = 8
_MOST_TICKS: Final = 6


class GameCurve(NamedTuple):
    """The running totals of one game (in Hollywood, of the whole sheet), hand by hand.

    `totals[i]` are the points by side after hand `start + i`; `totals[0]` is before the game's
    first hand and all 0, unless the scores begin in the middle of a game.
    """

    game: int
    start: int
    totals: tuple[tuple[int, ...], ...]

    @property
    def end(self) -> int:
        """The number of the last hand."""
        return self.start + len(self.totals) - 1


class Curves(NamedTuple):
    """One curve per side.

    `names` are those of the sides, `target` is the points that end a game (None if it is not
    drawn), `step` and `top` are those of the scale of points, from 0.
    """

    names: tuple[str, ...]
    games: tuple[GameCurve, ...]
    target: int | None
    step: int
    top: int

    @property
    def start(self) -> int:
        """The number of the hand before the first one drawn."""
        return self.games[0].start

    @property
    def end(self) -> int:
        """The number of the last hand drawn."""
        return self.games[-1].end

    @property
    def ticks(self) -> range:
        """The points labelled on the scale."""
        return range(0, self.top + 1, self.step)

    @property
    def latest(self) -> tuple[int, ...]:
        """The totals after the last hand, by side."""
        return self.games[-1].totals[-1]


def read_curves(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Curves | None:
    """The curves of the hands that count, or None if there are none; `rules` are those in force.

    In Hollywood, where each column has its own total, the curves are the sheet's sums, and the
    target is not drawn.
    """
    names = side_labels(score, texts)
    counted = [hand for hand in score.hands if hand.status == "counted"]
    by_game = [[*hands] for _, hands in groupby(counted, key=lambda hand: hand.game)]
    if not by_game:
        return None
    games = [
        _stretch(hands, whole=number > 1 or hands[0].hand == 1)
        for number, hands in enumerate(by_game, 1)
    ]
    shown = tuple(games[-MOST_GAMES:])
    target = rules.target if isinstance(rules.target, int) and rules.columns == 1 else None
    highest = max(max(totals) for stretch in shown for totals in stretch.totals)
    step, top = _scale(max(highest, target or 0))
    return Curves(names, shown, target, step, top)


def _stretch(hands: "Sequence[HandScore]", *, whole: bool) -> GameCurve:
    """A game's hands as a curve; `whole` if none is missing at its beginning."""
    totals = [tuple(hand.totals.values()) for hand in hands]
    start = hands[0].hand
    if whole:
        # Before the first hand everybody stands at 0.
        totals.insert(0, (0,) * len(totals[0]))
        start -= 1
    return GameCurve(hands[0].game or 1, start, tuple(totals))


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


# In a terminal: one stepped line per player, marked with a letter


_NARROWEST: Final = 24
# The most columns per hand, and the fewest lines of the plot above the axis.
_WIDEST_HAND: Final = 6
_HEIGHT: Final = 15
# Columns from letter to letter, where hands are too close for one each.
_LETTERS_APART: Final = 12
_SEVERAL: Final = "*"


class Stroke(NamedTuple):
    """How a line is drawn: level, rising, and its corners below and above a rise."""

    level: str
    rise: str
    lower: str
    upper: str


class Glyphs(NamedTuple):
    """The characters of a plot; `pens` has one for each side."""

    pens: tuple[Stroke, ...]
    axis: str
    tick: str
    corner: str
    floor: str
    hand: str
    target: str
    wall: str


_LINES: Final = Glyphs(
    (Stroke(*"─│╯╭"), Stroke(*"╌╎┘┌"), Stroke(*"━┃┛┏"), Stroke(*"═║╝╔")),
    "│",
    "┤",
    "└",
    "─",
    "┬",
    "┈",
    "┊",
)
_ASCII: Final = Glyphs(
    (Stroke(*"-|''"), Stroke(*"~:''"), Stroke(*"=#''"), Stroke(*"_!''")), *"|++-+.:"
)


def format_chart(score: "ScoreSheet", rules: "Variant", texts: Texts, style: Style) -> str:
    """The running totals of the hands that count, at most a page wide.

    `rules` are those in force. Where suits are shown as letters, everything but the names is plain
    ASCII.
    """
    curves = read_curves(score, rules, texts)
    if curves is None:
        return texts(N_("No hand is scored yet."))
    columns = max(style.columns, _NARROWEST)
    plot = _Plot(curves, _ASCII if texts.letters else _LINES, columns)
    heading = [style.bold(line) for line in wrap_words(show_heading(rules, texts), columns)]
    below = [*_games_line(plot, texts), *_legend(plot, texts, columns)]
    return "\n".join([*heading, *plot.lines(style), *below])


def show_heading(rules: "Variant", texts: Texts) -> str:
    """The heading of the chart."""
    if rules.columns > 1:
        return texts(N_("Points of all hands together, hand by hand"))
    return texts(N_("Running totals, hand by hand"))


class _Plot:
    """The grid of characters between the axes; row 0 is the bottom, column 0 the first hand."""

    def __init__(self, curves: Curves, ink: Glyphs, columns: int) -> None:
        self.curves = curves
        self.ink = ink
        self.letters = line_letters(curves.names, ascii_only=ink is _ASCII)
        self.margin = len(str(curves.top)) + 3
        # The last hand's number stands at the right end.
        room = columns - self.margin - len(str(curves.end))
        self.hands = max(curves.end - curves.start, 1)
        self.wide = min(room // self.hands, _WIDEST_HAND)
        self.last = self.wide * self.hands if self.wide else room
        steps = curves.top // curves.step
        self.lines_a_step = -(-_HEIGHT // steps)
        self.rows = steps * self.lines_a_step + 1
        self.grid = [[" "] * (self.last + 1) for _ in range(self.rows)]
        self._draw()

    def column(self, hand: int) -> int:
        """The column of a hand."""
        return (hand - self.curves.start) * self.last // self.hands

    def row(self, points: int) -> int:
        """The row of a number of points."""
        return round(points * self.lines_a_step / self.curves.step)

    def _draw(self) -> None:
        if self.curves.target is not None:
            self.grid[self.row(self.curves.target)] = [self.ink.target] * (self.last + 1)
        for before in self.curves.games[:-1]:
            for row in self.grid:
                row[self.column(before.end)] = self.ink.wall
        for stretch in self.curves.games:
            # The first player's line is on top.
            for side in reversed(range(len(self.curves.names))):
                self._draw_line(stretch, side)
            for side in range(len(self.curves.names)):
                self._write_letters(stretch, side)

    def _rows_of(self, stretch: GameCurve, side: int) -> Iterator[tuple[int, int]]:
        """Each column of a game with the row of the total there."""
        known = {
            self.column(hand): totals[side]
            for hand, totals in enumerate(stretch.totals, stretch.start)
        }
        points = 0
        for column in range(self.column(stretch.start), self.column(stretch.end) + 1):
            points = known.get(column, points)
            yield column, self.row(points)

    def _draw_line(self, stretch: GameCurve, side: int) -> None:
        pen = self.ink.pens[side]
        last: int | None = None
        for column, row in self._rows_of(stretch, side):
            if last is None or row == last:
                self.grid[row][column] = pen.level
            else:
                self.grid[last][column] = pen.lower
                for between in range(last + 1, row):
                    self.grid[between][column] = pen.rise
                self.grid[row][column] = pen.upper
            last = row

    def _write_letters(self, stretch: GameCurve, side: int) -> None:
        rows = dict(self._rows_of(stretch, side))
        for column in self._lettered(stretch, side):
            there = self.grid[rows[column]][column]
            taken = there in self.letters or there == _SEVERAL
            self.grid[rows[column]][column] = _SEVERAL if taken else self.letters[side]

    def _lettered(self, stretch: GameCurve, side: int) -> set[int]:
        """The columns where a line has its letter: every hand, or at intervals and at the end."""
        first, last = self.column(stretch.start), self.column(stretch.end)
        if self.wide > 2:
            return {self.column(hand) for hand in range(stretch.start, stretch.end + 1)}
        apart = _LETTERS_APART // len(self.letters) * side
        return {*range(first + apart, last, _LETTERS_APART), last}

    def lines(self, style: Style) -> Iterator[str]:
        """The plot with its axes, from the top."""
        scale = {self.row(points): points for points in self.curves.ticks}
        if self.curves.target is not None:
            scale[self.row(self.curves.target)] = self.curves.target
        room = self.margin - 2
        for row in reversed(range(self.rows)):
            label = str(scale.get(row, "")).rjust(room)
            axis = self.ink.tick if row in scale else self.ink.axis
            cells = "".join(
                style.bold(cell) if cell in self.letters else cell for cell in self.grid[row]
            )
            yield f"{label} {axis}{cells}".rstrip()
        yield from self._hands_axis()

    def _hands_axis(self) -> Iterator[str]:
        curves = self.curves
        longest = len(str(curves.end)) + 2
        step = round_step(self.hands, max(self.last // longest, 1))
        marks = [self.ink.floor] * (self.last + 1)
        numbers = ""
        for hand in range(-(-curves.start // step) * step, curves.end + 1, step):
            column = self.column(hand)
            marks[column] = self.ink.hand
            numbers = numbers.ljust(column) + str(hand)
        yield " " * (self.margin - 1) + self.ink.corner + "".join(marks)
        yield " " * self.margin + numbers


def _games_line(plot: _Plot, texts: Texts) -> Iterator[str]:
    """Which game begins where, if there are several."""
    games = plot.curves.games
    if len(games) == 1:
        return
    line = " " * plot.margin
    for game in games:
        column = plot.margin + plot.column(game.start)
        room = plot.column(game.end) - plot.column(game.start) - 1
        name = texts(N_("game {number}"), number=game.game)
        line = pad(line, column) + (name if width(name) <= room else str(game.game))
    yield line


def _legend(plot: _Plot, texts: Texts, columns: int) -> Iterator[str]:
    """Each letter with its player and his total, on one line if they fit."""
    curves, ink = plot.curves, plot.ink
    shown = [
        f"{pen.level}{letter}{pen.level} {texts(N_('{name} {points}'), name=name, points=points)}"
        for pen, letter, name, points in zip(
            ink.pens, plot.letters, curves.names, curves.latest, strict=False
        )
    ]
    if curves.target is not None:
        dots = ink.target * 3
        shown.append(f"{dots} {texts(N_('target {points}'), points=curves.target)}")
    if any(_SEVERAL in row for row in plot.grid):
        shown.append(f" {_SEVERAL}  {texts(N_('several at once'))}")
    line = "   ".join(shown)
    yield from [line] if width(line) <= columns else shown


def line_letters(names: Sequence[str], *, ascii_only: bool = False) -> tuple[str, ...]:
    """A letter for each line: the names' first letters, or numbers where those will not do."""
    firsts = tuple(name[0].upper() for name in names)
    plain = all(letter.isalpha() and (letter.isascii() or not ascii_only) for letter in firsts)
    if plain and len(set(firsts)) == len(firsts) and all(width(letter) == 1 for letter in firsts):
        return firsts
    return tuple(str(number) for number in range(1, len(names) + 1))
