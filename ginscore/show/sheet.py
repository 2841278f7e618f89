"""A sheet as text, as it would be kept on paper, and as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.layout import (
    PAGE,
    Style,
    Table,
    columns,
    escape_markdown,
    fold,
    format_table,
    pad,
    pad_left,
    short_names,
    short_sides,
    width,
    wrap_words,
)
from ginscore.show.summary import side_labels
from ginscore.show.texts import Texts
from ginscore.show.view import Block, Page, Paper, Row, lay_out

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import ScoreSheet


# The most columns for a name over a side's two cells, by the number of sides.
_NAME_ROOM: Final[Mapping[int, int]] = {2: 14, 3: 10, 4: 8}
# The same over a single cell of Hollywood.
_NARROW_NAME: Final = 6
# The same where the table is wider than the page, over one cell and over two.
_TIGHT_NAME: Final = (4, 8)
_LEAST_STORY: Final = 16
_GAP: Final = 2


def show_sheet(score: "ScoreSheet", rules: "Variant", texts: Texts, style: Style) -> str:
    """A whole sheet, or its last hands, at the page's width; `rules` are those in force."""
    for is_tight in (False, style.columns < PAGE):
        names = _names(score, rules, texts, is_tight=is_tight)
        paper = lay_out(Page(score, rules, texts, names))
        grid = _measure(paper, texts, style.columns, is_tight=is_tight)
        grid = grid._replace(dealers={short: name for name, short in names.items()})
        if grid.ruled <= style.columns:
            break
    paragraphs = [
        [*_head(paper, names, texts, style)],
        *([*_block(paper, number, grid, texts, style)] for number in range(len(paper.blocks))),
        [*_tail(paper, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _names(
    score: "ScoreSheet", rules: "Variant", texts: Texts, *, is_tight: bool
) -> dict[str, str]:
    """How players and sides are written in the table."""
    sides = side_labels(score, texts)
    wide = _NAME_ROOM.get(len(sides), _NARROW_NAME)
    room = _NARROW_NAME if rules.columns > 1 else wide
    if is_tight:
        room = wide = _TIGHT_NAME[0] if rules.columns > 1 else min(wide, _TIGHT_NAME[1])
    return short_names(score.players, wide) | short_sides(sides, score.players, room)


def _head(paper: Paper, names: Mapping[str, str], texts: Texts, style: Style) -> Iterator[str]:
    if paper.title:
        yield style.bold(paper.title)
    yield fold(paper.rules, style.columns)
    if any(short != name for name, short in names.items()):
        players = texts(
            N_("Players: {players}"), players=[name for name in names if "+" not in name]
        )
        yield fold(players, style.columns)


def _tail(paper: Paper, style: Style) -> Iterator[str]:
    """The match, and what comes next."""
    yield from (fold(line, style.columns) for line in paper.results)
    yield from columns(paper.standing[paper.scores :], style.columns, indent="")


# The table


class _Grid(NamedTuple):
    """The widths of the columns: hand, dealer, the cells of each group, what happened.

    Where what happened stands under its row, `under` is the width of the page; if the table is
    `is_tight`, who dealt stands there too, with his whole name: `dealers` has it by the short one.
    """

    hand: int
    dealer: int
    groups: tuple[tuple[int, ...], ...]
    story: int
    under: int = 0
    is_tight: bool = False
    dealers: Mapping[str, str] = MappingProxyType({})

    @property
    def left(self) -> int:
        """The width before the first cell."""
        return self.hand + _GAP + self.dealer

    @property
    def ruled(self) -> int:
        """The length of the lines under the heads and over the account."""
        story = 0 if self.under else _GAP + self.story
        return self.left + sum(_GAP + _span(group) for group in self.groups) + story


def _span(cells: Sequence[int]) -> int:
    return sum(cells) + len(cells) - 1


def _widest(*texts: str) -> int:
    return max(map(width, texts), default=0)


def _measure(paper: Paper, texts: Texts, page_width: int, *, is_tight: bool) -> _Grid:
    hands = [row for block in paper.blocks for row in block.rows]
    items = [row for block in paper.blocks for row in block.account]
    groups = _measure_groups(paper, [*hands, *items], is_tight=is_tight)
    number = _widest(texts(N_("Hand")), *(row.hand for row in hands))
    if is_tight:
        return _Grid(number, 0, groups, 0, page_width, is_tight)
    dealer = _widest(texts(N_("Dealer")), *(row.dealer for row in hands))
    # The label of an account spans both, and the first cell if that is always empty there.
    free = 0 if any(row.cells[0] for row in items) else _GAP + groups[0][0]
    label = _widest(*(row.hand for row in items)) - free
    grid = _Grid(number, max(dealer, label - number - _GAP), groups, 0)
    if page_width < PAGE:
        return grid._replace(under=page_width)
    told = (row.story(texts) for row in (*hands, *items))
    longest = _widest(texts(N_("What happened")), *told)
    room = max(page_width - grid.ruled, _LEAST_STORY)
    return grid._replace(story=min(longest, room))


def _measure_groups(
    paper: Paper, rows: Sequence[Row], *, is_tight: bool
) -> tuple[tuple[int, ...], ...]:
    """The widths of the cells; the first of a group also makes room for its head.

    The factor of a column stands under its number where the table is tight: `(×2)`.
    """
    groups = []
    first = 0
    for head, subheads in paper.groups:
        cells = [
            _widest(subhead, *(row.cells[at] for row in rows))
            for at, subhead in enumerate(subheads, first)
        ]
        shown = head.partition(" (")[0] if is_tight else head
        cells[0] += max(0, width(shown) - _span(cells))
        groups.append(tuple(cells))
        first += len(subheads)
    return tuple(groups)


def _block(paper: Paper, number: int, grid: _Grid, texts: Texts, style: Style) -> Iterator[str]:
    block = paper.blocks[number]
    if block.heading:
        yield style.bold(fold(block.heading, style.columns))
    if number == 0:
        yield from _heads(paper, grid, texts)
        yield "-" * grid.ruled
        yield from _left_out(paper, block, texts)
    for row in block.rows:
        if row.change:
            yield from (
                f"{'':{_GAP}}{line}" for line in wrap_words(row.change, style.columns - _GAP)
            )
        left = pad_left(row.hand, grid.hand)
        if not grid.is_tight:
            left = f"{left}{'':{_GAP}}{pad(row.dealer, grid.dealer)}"
        yield from _line(left, row, grid, texts)
    if block.account:
        yield "=" * grid.ruled
        yield from (line for row in block.account for line in _line(row.hand, row, grid, texts))
    yield from (style.bold(fold(line, style.columns)) for line in block.results)


def _left_out(paper: Paper, block: Block, texts: Texts) -> Iterator[str]:
    if paper.before:
        yield texts.plural("… {count} hand before", "… {count} hands before", paper.before)
    elif not block.rows:
        yield texts(N_("No hand has been written down yet."))


def _heads(paper: Paper, grid: _Grid, texts: Texts) -> Iterator[str]:
    spans = [*map(_span, grid.groups)]
    over = [wrap_words(group.head, span) for group, span in zip(paper.groups, spans, strict=True)]
    for line in zip_longest(*over, fillvalue=""):
        shown = (f"{'':{_GAP}}{pad_left(t, span)}" for t, span in zip(line, spans, strict=True))
        yield f"{'':{grid.left}}{''.join(shown)}".rstrip()
    subheads = tuple(subhead for group in paper.groups for subhead in group.subheads)
    hand, dealer = texts(N_("Hand")), texts(N_("Dealer"))
    dealer = "" if grid.is_tight else dealer
    left = f"{pad_left(hand, grid.hand)}{'':{_GAP}}{pad(dealer, grid.dealer)}"
    happened = "" if grid.under else texts(N_("What happened"))
    yield from _line(left, Row("", "", subheads, happened), grid, texts)


def _line(left: str, row: Row, grid: _Grid, texts: Texts) -> Iterator[str]:
    """A row of the table; a long story continues below itself, or is all under the row."""
    cells = iter(row.cells)
    middle = ""
    for group in grid.groups:
        shown = " ".join(pad_left(next(cells), columns) for columns in group)
        middle += f"{'':{_GAP}}{shown}"
    # The label of an account may reach into a cell that is empty there.
    over = max(0, width(left) - grid.left)
    if grid.under and over and middle[: over + 1].strip():
        yield left
        left, over = "", 0
    middle = middle[over:]
    story = row.story(texts)
    if grid.is_tight and row.dealer:
        dealt = texts(
            N_("{label}: {text}"), label=texts(N_("Dealer")), text=grid.dealers[row.dealer]
        )
        story = texts.clauses([dealt, story])
    if grid.under:
        yield f"{pad(left, grid.left)}{middle}".rstrip()
        indent = grid.hand + _GAP
        lines = wrap_words(story, grid.under - indent) if story else []
        yield from (f"{'':{indent}}{line}" for line in lines)
        return
    first, *rest = wrap_words(story, max(grid.story, 1))
    line = f"{pad(left, grid.left)}{middle}{'':{_GAP}}"
    yield f"{line}{first}".rstrip()
    for text in rest:
        yield f"{'':{width(line)}}{text}"


# As Markdown


def format_markdown(score: "ScoreSheet", rules: "Variant", texts: Texts) -> str:
    """A whole sheet, or its last hands, as Markdown; the arguments are those of `show_sheet`."""
    paper = lay_out(Page(score, rules, texts, {}))
    parts = [
        f"# {escape_markdown(paper.title or texts(N_('Scoresheet')))}",
        escape_markdown(paper.rules),
        *(part for block in paper.blocks for part in _markdown_block(paper, block, texts)),
        *(f"**{escape_markdown(result)}**" for result in paper.results),
        _standing(paper, texts),
    ]
    return "\n\n".join(parts)


def _markdown_block(paper: Paper, block: Block, texts: Texts) -> Iterator[str]:
    if block.heading:
        yield f"## {escape_markdown(block.heading)}"
    if paper.before and block is paper.blocks[0]:
        before = texts.plural("… {count} hand before", "… {count} hands before", paper.before)
        yield escape_markdown(before)
    if block.rows:
        yield format_table(_hands(paper, block.rows, texts), "markdown")
    if block.account:
        yield format_table(_account(paper, block.account), "markdown")
    yield from (f"**{escape_markdown(result)}**" for result in block.results)


def _hands(paper: Paper, rows: Sequence[Row], texts: Texts) -> Table:
    inner = [f"{head} {subhead}" for head, subheads in paper.groups for subhead in subheads]
    heads = [texts(N_("Hand")), texts(N_("Dealer")), *inner, texts(N_("What happened"))]
    cells = [cells for row in rows for cells in _hand(row, len(inner), texts)]
    return Table(heads, cells, ["right", "left", *["right"] * len(inner), "left"])


def _hand(row: Row, inner: int, texts: Texts) -> Iterator[list[str]]:
    if row.change:
        yield [*[""] * (inner + 2), row.change]
    yield [row.hand, row.dealer, *row.cells, row.story(texts)]


def _account(paper: Paper, rows: Sequence[Row]) -> Table:
    """The items of an account, without the columns that are empty in all of them."""
    heads = [f"{head} {subhead}" for head, subheads in paper.groups for subhead in subheads]
    filled = [at for at in range(len(heads)) if any(row.cells[at] for row in rows)]
    cells = [[row.hand, *(row.cells[at] for at in filled), row.facts] for row in rows]
    aligns = ["left", *["right"] * len(filled), "left"]
    return Table(["", *(heads[at] for at in filled), ""], cells, aligns)


def _standing(paper: Paper, texts: Texts) -> str:
    lines = (texts(N_("{label}: {text}"), label=label, text=text) for label, text in paper.standing)
    return "\n".join(f"- {escape_markdown(line)}" for line in lines)
