"""The sheet as it would be kept on paper, before it is text, Markdown or anything else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.happened import show_story
from ginscore.show.standing import show_by_side, show_game_result
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import AccountScore, GameScore, HandScore, ScoreSheet

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
    """One hand, or one item of an account; `cells` are those of all groups in their order.

    `hand` is the number of the hand, in an account the label of the item.
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

    `names` tell how players and sides are written in heads and cells.
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
    late = [one for one in hands if one.game is None]
    if late:
        heading = page.texts(N_("After the end: these hands score nothing"))
        blocks.append(Block(heading, _rows(page, late), (), ()))
    return Paper(tuple(groups), tuple(blocks), hands[0].hand - 1 if hands else 0)


def _side_groups(page: Page) -> Iterator[Group]:
    # Two sides have room for the whole word.
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
    rows = _rows(page, [one for one in page.score.hands if one.game is not None])
    return Block("", rows, tuple(_account(page, games)), _game_results(page, games))


def _game_blocks(page: Page) -> Iterator[Block]:
    """The games of which a hand is shown, and the last one."""
    games = page.score.games
    for game in games:
        rows = _rows(page, [one for one in page.score.hands if one.game == game.game])
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
        Row(str(one.hand), page.names[one.dealer], tuple(cells(page, one)), _story(page, one))
        for one in hands
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
    # In the columns of Hollywood only totals stand.
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
        if any(getattr(one, item) for game in games for one in game.accounts.values())
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
    """How many boxes they are, where the points for boxes stand."""
    if item != "boxes" or page.in_columns:
        return ""
    boxes = games[0].boxes
    return show_by_side({page.names[side]: boxes[side] for side in boxes}, page.texts)
