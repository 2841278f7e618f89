"""The sheet as it would be kept on paper, and the same as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.layout import Style, columns, fold, pad, pad_left, short_names, width, wrap_words
from ginscore.show.ruling import show_rule_line
from ginscore.show.summary import (
    score_rows,
    show_by_side,
    show_game_result,
    show_match_result,
    show_story,
)
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import AccountScore, GameScore, HandScore, ScoreSheet


# Rows, columns and accounts, before they are text, Markdown or anything else


# The items of an account in their order, by their key in JSON.
ITEMS: Final = {
    "points": N_("points"),
    "game_bonus": N_("game bonus"),
    "boxes": N_("boxes"),
    "shutout": N_("shutout"),
}


class Group(NamedTuple):
    """Columns that belong together: a player's points and total, or a column's two players."""

    head: str
    subheads: tuple[str, ...]


class Row(NamedTuple):
    """One hand, or one item of an account; `cells` are those of all groups in order.

    `hand` is the number of the hand, or in an account the label of the item.
    """

    hand: str
    dealer: str
    cells: tuple[str, ...]
    story: str


class Block(NamedTuple):
    """One game: its heading if there are several, its hands, what is under the double line."""

    heading: str
    rows: tuple[Row, ...]
    account: tuple[Row, ...]
    results: tuple[str, ...]


class Paper(NamedTuple):
    """A whole sheet: the groups of columns and the games. `before` hands were left out."""

    groups: tuple[Group, ...]
    blocks: tuple[Block, ...]
    before: int


class Page(NamedTuple):
    """What every part of a sheet is made from; `rules` are those in force.

    `names` are those of players and sides, as written in heads and cells.
    """

    score: "ScoreSheet"
    rules: "Variant"
    texts: Texts
    names: Mapping[str, str]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides as JSON calls them: players, or teams."""
        return tuple(self.score.match.points)

    @property
    def in_columns(self) -> bool:
        """Whether this is a Hollywood sheet."""
        return self.rules.columns > 1


def lay_out(page: Page) -> Paper:
    """A sheet as on paper."""
    hands = page.score.hands
    groups = _column_groups(page) if page.in_columns else _side_groups(page)
    blocks = [_columns_block(page)] if page.in_columns else [*_game_blocks(page)]
    late = [hand for hand in hands if hand.game is None]
    if late:
        heading = page.texts(N_("After the end: these hands score nothing"))
        blocks.append(Block(heading, _rows(page, late), (), ()))
    return Paper(tuple(groups), tuple(blocks), hands[0].hand - 1 if hands else 0)


def _side_groups(page: Page) -> Iterator[Group]:
    # With two sides there is room for the whole word.
    points = page.texts(N_("points")) if len(page.sides) == 2 else page.texts(N_("pts"))
    subheads = points, page.texts(N_("total"))
    return (Group(page.names[side], subheads) for side in page.sides)


def _column_groups(page: Page) -> Iterator[Group]:
    subheads = tuple(page.names[side] for side in page.sides)
    for game, factor in zip(page.score.games, page.rules.column_factors, strict=False):
        yield Group(show_column(game.column, factor, page.texts), subheads)


def show_column(number: int, factor: int, texts: Texts) -> str:
    """The head of a Hollywood column, with the factor of its account."""
    template = N_("Column {number}") if factor == 1 else N_("Column {number} (×{factor})")
    return texts(template, number=number, factor=factor)


def _columns_block(page: Page) -> Block:
    games = page.score.games
    rows = _rows(page, [hand for hand in page.score.hands if hand.game is not None])
    return Block("", rows, tuple(_account(page, games)), _game_results(page, games))


def _game_blocks(page: Page) -> Iterator[Block]:
    """The games with a hand to show, and the last one."""
    games = page.score.games
    for game in games:
        rows = _rows(page, [hand for hand in page.score.hands if hand.game == game.game])
        if rows or game is games[-1]:
            several = len(games) > 1
            heading = page.texts(N_("Game {number}"), number=game.game) if several else ""
            account = tuple(_account(page, [game]))
            yield Block(heading, rows, account, _game_results(page, [game]))


def _game_results(page: Page, games: "Sequence[GameScore]") -> tuple[str, ...]:
    return tuple(
        show_game_result(game, page.score, page.rules, page.texts) for game in games if game.over
    )


# Hands


def _rows(page: Page, hands: "Sequence[HandScore]") -> tuple[Row, ...]:
    cells = _column_cells if page.in_columns else _side_cells
    return tuple(
        Row(str(hand.hand), page.names[hand.dealer], tuple(cells(page, hand)), _story(page, hand))
        for hand in hands
    )


def _side_cells(page: Page, hand: "HandScore") -> Iterator[str]:
    """Each side's points and total."""
    penalties = page.rules.scoring == "penalty" and hand.kind != "dead"
    for side in page.sides:
        if hand.status == "after-end":
            yield from ("", "")
            continue
        points = hand.scores[side]
        # A hand may be won for 0.
        yield str(points) if points or penalties or side == hand.winner else ""
        yield str(hand.totals[side])


def _column_cells(page: Page, hand: "HandScore") -> Iterator[str]:
    """The winner's new total in each column that the hand entered."""
    for column, totals in enumerate(hand.column_totals, 1):
        for side in page.sides:
            entered = column in hand.columns and side == hand.winner
            yield str(totals[side]) if entered else ""


def _story(page: Page, hand: "HandScore") -> str:
    named = page.rules.scoring == "penalty"
    story = show_story(hand, page.texts, named=named)
    # The columns of Hollywood hold only totals.
    if page.in_columns and hand.winner is not None and hand.status == "counted":
        template = N_("{name} {points}: {happened}")
        return page.texts(template, name=hand.winner, points=hand.points, happened=story)
    return story


# Accounts


def _account(page: Page, games: "Sequence[GameScore]") -> Iterator[Row]:
    """The items that are not 0 for everybody, and their sum; nothing before the first hand."""
    if not any(map(_is_begun, games)):
        return
    shown = [
        item
        for item in ITEMS
        if any(getattr(account, item) for game in games for account in game.accounts.values())
    ]
    # Points alone are their own sum.
    for item in shown if shown != ["points"] else ():
        yield Row(
            page.texts(ITEMS[item]), "", _amounts(page, games, item), _marks(page, games, item)
        )
    over = all(game.over for game in games if _is_begun(game))
    label = page.texts(N_("total")) if over else page.texts(N_("total so far"))
    yield Row(label, "", _amounts(page, games, "total"), "")


def _is_begun(game: "GameScore") -> bool:
    return game.over or any(game.totals.values()) or any(game.boxes.values())


def _amounts(page: Page, games: "Sequence[GameScore]", item: str) -> tuple[str, ...]:
    """An item of each account, under the totals of its side."""
    cells: list[str] = []
    for game in games:
        for side in page.sides:
            cells += [] if page.in_columns else [""]
            cells.append(_amount(page, game.accounts[side], item) if _is_begun(game) else "")
    return tuple(cells)


def _amount(page: Page, account: "AccountScore", item: str) -> str:
    points: int = getattr(account, item)
    return str(page.texts.field(points)) if points or item == "total" else ""


def _marks(page: Page, games: "Sequence[GameScore]", item: str) -> str:
    """The number of boxes, beside the points for them."""
    if item != "boxes" or page.in_columns:
        return ""
    boxes = games[0].boxes
    return show_by_side({page.names[side]: boxes[side] for side in boxes}, page.texts)


# As text


# The most columns for a name over a side's two cells, by the number of sides.
_NAME_ROOM: Final[Mapping[int, int]] = {2: 14, 3: 10, 4: 8}
# The same over a single cell of Hollywood.
_NARROW_NAME: Final = 6
_LEAST_STORY: Final = 16
_GAP: Final = 2


def show_sheet(
    score: "ScoreSheet",
    rules: "Variant",
    texts: Texts,
    style: Style,
) -> str:
    """A whole sheet, or its last hands, at the page's width; `rules` are those in force."""
    names = _names(score, rules)
    paper = lay_out(Page(score, rules, texts, names))
    grid = _measure(paper, texts, style.columns)
    paragraphs = [
        [*_head(score, rules, names, texts, style)],
        *([*_block(paper, number, grid, texts, style)] for number in range(len(paper.blocks))),
        [*_tail(score, rules, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _names(score: "ScoreSheet", rules: "Variant") -> dict[str, str]:
    """How players and sides are written in the table."""
    sides = tuple(score.match.points)
    room = _NARROW_NAME if rules.columns > 1 else _NAME_ROOM[len(sides)]
    return short_names(score.players, _NAME_ROOM[len(sides)]) | short_names(sides, room)


def _head(
    score: "ScoreSheet",
    rules: "Variant",
    names: Mapping[str, str],
    texts: Texts,
    style: Style,
) -> Iterator[str]:
    if score.title:
        yield style.bold(str(texts.field(score.title)))
    yield fold(show_rule_line(rules, texts), style.columns)
    if any(short != name for name, short in names.items()):
        players = texts(N_("Players: {players}"), players=score.players)
        yield fold(players, style.columns)


def _tail(score: "ScoreSheet", rules: "Variant", texts: Texts, style: Style) -> Iterator[str]:
    """The match, and what comes next."""
    for line in show_match_result(score, rules, texts):
        yield fold(line, style.columns)
    # The score itself is in the table.
    rows = [*score_rows(score, rules, texts)][len(score.games) if rules.columns > 1 else 1 :]
    yield from columns(rows, style.columns, indent="")


# The table


class _Grid(NamedTuple):
    """The widths of the columns: hand, dealer, the cells of each group, what happened."""

    hand: int
    dealer: int
    groups: tuple[tuple[int, ...], ...]
    story: int

    @property
    def left(self) -> int:
        """The width before the first cell."""
        return self.hand + _GAP + self.dealer

    @property
    def ruled(self) -> int:
        """The length of the lines under the heads and over the account."""
        return self.left + sum(_GAP + _span(group) for group in self.groups) + _GAP + self.story


def _span(cells: Sequence[int]) -> int:
    return sum(cells) + len(cells) - 1


def _widest(*texts: str) -> int:
    return max(map(width, texts), default=0)


def _measure(paper: Paper, texts: Texts, page_width: int) -> _Grid:
    hands = [row for block in paper.blocks for row in block.rows]
    items = [row for block in paper.blocks for row in block.account]
    groups = _measure_groups(paper, [*hands, *items])
    number = _widest(texts(N_("Hand")), *(row.hand for row in hands))
    dealer = _widest(texts(N_("Dealer")), *(row.dealer for row in hands))
    # The label of an account spans both, and the first cell if that is always empty there.
    free = 0 if any(row.cells[0] for row in items) else _GAP + groups[0][0]
    label = _widest(*(row.hand for row in items)) - free
    grid = _Grid(number, max(dealer, label - number - _GAP), groups, 0)
    longest = _widest(texts(N_("What happened")), *(row.story for row in (*hands, *items)))
    room = max(page_width - grid.ruled, _LEAST_STORY)
    return grid._replace(story=min(longest, room))


def _measure_groups(paper: Paper, rows: Sequence[Row]) -> tuple[tuple[int, ...], ...]:
    """The widths of the cells; the first of a group also makes room for its head."""
    groups = []
    first = 0
    for head, subheads in paper.groups:
        cells = [
            _widest(subhead, *(row.cells[at] for row in rows))
            for at, subhead in enumerate(subheads, first)
        ]
        cells[0] += max(0, width(head) - _span(cells))
        groups.append(tuple(cells))
        first += len(subheads)
    return tuple(groups)


def _block(paper: Paper, number: int, grid: _Grid, texts: Texts, style: Style) -> Iterator[str]:
    block = paper.blocks[number]
    if block.heading:
        yield style.bold(block.heading)
    if number == 0:
        yield from _heads(paper, grid, texts)
        yield "-" * grid.ruled
        yield from _left_out(paper, block, texts)
    for row in block.rows:
        left = f"{pad_left(row.hand, grid.hand)}{'':{_GAP}}{pad(row.dealer, grid.dealer)}"
        yield from _line(left, row, grid)
    if block.account:
        yield "=" * grid.ruled
        yield from (line for row in block.account for line in _line(row.hand, row, grid))
    yield from (style.bold(fold(line, style.columns)) for line in block.results)


def _left_out(paper: Paper, block: Block, texts: Texts) -> Iterator[str]:
    if paper.before:
        yield texts.plural("… {count} hand before", "… {count} hands before", paper.before)
    elif not block.rows:
        yield texts(N_("No hand has been written down yet."))


def _heads(paper: Paper, grid: _Grid, texts: Texts) -> Iterator[str]:
    over = "".join(
        f"{'':{_GAP}}{pad_left(group.head, _span(cells))}"
        for group, cells in zip(paper.groups, grid.groups, strict=True)
    )
    yield f"{'':{grid.left}}{over}"
    subheads = tuple(subhead for group in paper.groups for subhead in group.subheads)
    hand, dealer = texts(N_("Hand")), texts(N_("Dealer"))
    left = f"{pad_left(hand, grid.hand)}{'':{_GAP}}{pad(dealer, grid.dealer)}"
    yield from _line(left, Row("", "", subheads, texts(N_("What happened"))), grid)


def _line(left: str, row: Row, grid: _Grid) -> Iterator[str]:
    """A row of the table; a long story continues below itself."""
    cells = iter(row.cells)
    middle = ""
    for group in grid.groups:
        shown = " ".join(pad_left(next(cells), columns) for columns in group)
        middle += f"{'':{_GAP}}{shown}"
    # The label of an account may reach into a cell that is empty there.
    middle = middle[max(0, width(left) - grid.left) :]
    first, *rest = wrap_words(row.story, max(grid.story, 1))
    line = f"{pad(left, grid.left)}{middle}{'':{_GAP}}"
    yield f"{line}{first}".rstrip()
    for text in rest:
        yield f"{'':{width(line)}}{text}"
