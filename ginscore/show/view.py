"""All there is to say of a sheet, in order: text, Markdown and the report draw from this view."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_
from ginscore.show.ruling import show_rule_line
from ginscore.show.summary import (
    marks_of,
    score_rows,
    show_by_side,
    show_facts,
    show_game_result,
    show_match_result,
    show_story,
    side_labels,
)
from ginscore.show.tables import show_switch
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

    `hand` is the number of the hand, or in an account the label of the item. `marks` are keys of
    `summary.MARKS`; `change` tells the rules that are others from this hand on.
    """

    hand: str
    dealer: str
    cells: tuple[str, ...]
    facts: str
    marks: tuple[str, ...] = ()
    note: str = ""
    change: str = ""

    def story(self, texts: Texts) -> str:
        """All that is told of the hand in one cell."""
        return show_story(self.facts, self.marks, self.note, texts)


class Block(NamedTuple):
    """One game: its heading if there are several, its hands, what is under the double line."""

    heading: str
    rows: tuple[Row, ...]
    account: tuple[Row, ...]
    results: tuple[str, ...]


class Paper(NamedTuple):
    """All there is to say of a sheet, in order; text, Markdown and the report draw from it.

    `groups` are the columns of its blocks; `before` hands were left out. `standing` are labels and
    texts, those of the score itself first; so many, `scores`, are also in the table.
    """

    title: str
    rules: str
    groups: tuple[Group, ...]
    blocks: tuple[Block, ...]
    before: int
    results: tuple[str, ...]
    standing: tuple[tuple[str, str], ...]
    scores: int


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
        """The sides as their columns call them: players, teams, the one in the box and the crew."""
        return side_labels(self.score, self.texts)

    @property
    def in_columns(self) -> bool:
        """Whether this is a Hollywood sheet."""
        return self.rules.columns > 1

    def name(self, name: str) -> str:
        """A player or a side as written here."""
        return self.names.get(name, name)


def lay_out(page: Page) -> Paper:
    """A sheet as on paper."""
    score, rules, texts = page.score, page.rules, page.texts
    groups = _column_groups(page) if page.in_columns else _side_groups(page)
    blocks = [_columns_block(page)] if page.in_columns else [*_game_blocks(page)]
    late = [hand for hand in score.hands if hand.game is None]
    if late:
        heading = texts(N_("After the end: these hands score nothing"))
        blocks.append(Block(heading, _rows(page, late), (), ()))
    return Paper(
        str(texts.field(score.title or "")),
        show_rule_line(rules, texts),
        tuple(groups),
        tuple(blocks),
        score.hands[0].hand - 1 if score.hands else 0,
        tuple(show_match_result(score, rules, texts)),
        (*score_rows(score, rules, texts), *_rules_to_come(page)),
        0 if page.in_columns or rules.scoring == "penalty" else 1,
    )


def _changes(page: Page) -> dict[int, str]:
    """The rules that changed in the middle of the sheet, by the number of the hand."""
    return {
        change.hand: ", ".join(
            show_switch(switch, value, page.texts) for switch, value in change.rules.items()
        )
        for change in page.score.rule_changes
    }


def _rules_to_come(page: Page) -> Iterator[tuple[str, str]]:
    last = page.score.hands[-1].hand if page.score.hands else 0
    for hand, changed in _changes(page).items():
        if hand > last:
            yield page.texts(N_("from hand {hand}"), hand=hand), changed


def _side_groups(page: Page) -> Iterator[Group]:
    # With two sides there is room for the whole word.
    points = page.texts(N_("points")) if len(page.sides) == 2 else page.texts(N_("pts"))
    subheads = points, page.texts(N_("total"))
    return (Group(page.name(side), subheads) for side in page.sides)


def _column_groups(page: Page) -> Iterator[Group]:
    subheads = tuple(page.name(side) for side in page.sides)
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
            heading = _heading(page, game) if several else ""
            account = tuple(_account(page, [game]))
            yield Block(heading, rows, account, _game_results(page, [game]))


def _heading(page: Page, game: "GameScore") -> str:
    """The number of a game, and who plays whom where the sides change from game to game."""
    if tuple(game.totals) == page.sides:
        return page.texts(N_("Game {number}"), number=game.game)
    box, crew = game.totals
    return page.texts(N_("Game {number}: {box} v {crew}"), number=game.game, box=box, crew=crew)


def _game_results(page: Page, games: "Sequence[GameScore]") -> tuple[str, ...]:
    return tuple(
        show_game_result(game, page.score, page.rules, page.texts) for game in games if game.over
    )


# Hands


def _rows(page: Page, hands: "Sequence[HandScore]") -> tuple[Row, ...]:
    cells = _column_cells if page.in_columns else _side_cells
    changes = _changes(page)
    template = N_("from hand {hand}: {changed}")
    return tuple(
        Row(
            str(hand.hand),
            page.name(hand.dealer),
            tuple(cells(page, hand)),
            _facts(page, hand),
            marks_of(hand),
            str(page.texts.field(hand.note or "")),
            page.texts(template, hand=hand.hand, changed=changes[hand.hand])
            if hand.hand in changes
            else "",
        )
        for hand in hands
    )


def _side_cells(page: Page, hand: "HandScore") -> Iterator[str]:
    """Each side's points and total."""
    penalties = page.rules.scoring == "penalty" and hand.kind != "dead"
    for side, points in hand.scores.items():
        if hand.status == "after-end":
            yield from ("", "")
            continue
        # A hand may be won for 0.
        yield str(points) if points or penalties or side == hand.side else _half(page, hand, side)
        yield str(hand.totals[side])


def _half(page: Page, hand: "HandScore", side: str) -> str:
    """In brackets, what a side is ahead in the half of a round that has been played."""
    ahead = hand.open_round and hand.winner in side.split("+") and hand.points
    return page.texts(N_("({points})"), points=hand.points) if ahead else ""


def _column_cells(_: Page, hand: "HandScore") -> Iterator[str]:
    """The winner's new total in each column that the hand entered."""
    for column, totals in enumerate(hand.column_totals, 1):
        for side in totals:
            entered = column in hand.columns and side == hand.side
            yield str(totals[side]) if entered else ""


def _facts(page: Page, hand: "HandScore") -> str:
    facts = show_facts(hand, page.texts, named=page.rules.scoring == "penalty")
    # The columns of Hollywood hold only totals.
    if page.in_columns and hand.side is not None:
        template = N_("{name} {points}: {happened}")
        points = hand.scores[hand.side]
        return page.texts(template, name=hand.side, points=points, happened=facts)
    return facts


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
        for account in game.accounts.values():
            cells += [] if page.in_columns else [""]
            cells.append(_amount(page, account, item) if _is_begun(game) else "")
    return tuple(cells)


def _amount(page: Page, account: "AccountScore", item: str) -> str:
    points: int = getattr(account, item)
    return str(page.texts.field(points)) if points or item == "total" else ""


def _marks(page: Page, games: "Sequence[GameScore]", item: str) -> str:
    """The number of boxes, beside the points for them."""
    if item != "boxes" or page.in_columns:
        return ""
    boxes = games[0].boxes
    return show_by_side({page.name(side): boxes[side] for side in boxes}, page.texts)
