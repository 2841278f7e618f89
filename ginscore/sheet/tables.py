"""A table that somebody keeps: who won each hand, for how many points, and the running totals.

Two forms are told apart by their heads. In a plain table the head of a column of totals is the
player's name; our own tidy table (`show -f csv`) has `player1`, `score1`, `total1` and so on. Heads
are read in every language, in any case and order. What is wrong is told by the table's own row and
head, once. A row is numbered as a spreadsheet counts: the heads are row 1.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import filterfalse
from typing import Any, Final, NamedTuple

from ginscore.cards.cards import LANGUAGES, format_card
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, Message, refuse
from ginscore.hand.facts import clean_name, fold_name
from ginscore.rules.allowed import shorten
from ginscore.sheet.entries import READABLE, parse_date, tidy_note

NEEDED: Final = ("winner", "points")
# Heads that only our own table has; the numbered ones have a column for each player or side.
_OWN: Final = ("sheet", "game", "boxes", "entry", "went_out", "columns", "edited", "pair", "rules")
_NUMBERED: Final = re.compile(r"(player|deadwood|score|total)([1-9])")
_WHOLE: Final = re.compile(r"(\d{1,9})(?:[.,]0{1,9})?", re.ASCII)
_NO_NUMBER: Final = N_("“{found}” is no whole number from 0")
_NOTHING: Final = ("", "-", "–", "—", "−")  # blank, as people write it on paper


class TableFault(NamedTuple):
    """What is wrong in a row, and the number of its hand.

    `message.where` is the table's own row and head. `is_sum`: the row tells a hand, but the
    figures do not add up.
    """

    row: int
    hand: int
    message: Message
    is_sum: bool = False


class TableRow(NamedTuple):
    """One hand. A winner is a seat, None in a dead hand; `points` are his.

    `gains` are the points of each side, `totals` its running total after them (None: blank); a
    side without either is not in this row. `boxes` are marks. `is_whole` tells whether all of the
    row can be read. `sheet` and `game` are the cells of our own table: a total begins at 0 where
    they change. `facts` are those of a hand's entry.
    """

    number: int
    hand: int
    players: tuple[str, ...]
    winner: int | None
    points: int
    gains: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    boxes: int
    sheet: str
    game: str
    is_whole: bool
    facts: Mapping[str, Any]

    @property
    def is_by_player(self) -> bool:
        """Whether each player is a side; not in a partnership, nor against a crew."""
        return len(self.players) == sum(gain is not None for gain in self.gains)


class Table(NamedTuple):
    """A table as read: its players by seat, its rows, and what is wrong with the cells.

    `heads` are those of the totals by side, `unused` the columns and cells left aside. `is_own`:
    the table is ours.
    """

    players: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]
    faults: tuple[TableFault, ...]
    unused: tuple[Message, ...]
    is_own: bool


def are_paid(rows: Iterable[TableRow]) -> bool:
    """Whether the points of our own table are penalties: who wins a hand has none of them."""
    scored = [row for row in rows if row.winner is not None and row.points and row.is_by_player]
    return bool(scored) and not any(row.gains[row.winner or 0] for row in scored)


Line = tuple[int, Sequence[str]]  # the number of a row, and its cells as they stand


# Heads


@cache
def known_heads() -> Mapping[str, str]:
    """Every head that is read, in small plain letters → its English name."""
    spoken = {head: name for lang in LANGUAGES.values() for head, name in lang.heads.items()}
    return spoken | {head: head for head in _OWN}


def fold_head(head: str) -> str:
    """What two spellings of a head have in common: case, accents and blanks do not count."""
    letters = unicodedata.normalize("NFD", head.casefold())
    return "_".join("".join(filterfalse(unicodedata.combining, letters)).split())


class _Columns(NamedTuple):
    """Where everything stands: `known` by English name; the others by side or seat."""

    heads: tuple[str, ...]
    known: Mapping[str, int]
    players: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]

    def cell(self, line: Sequence[str], name: str) -> str:
        """What a row has under a known head; nothing where there is no such column."""
        return line[self.known[name]].strip() if name in self.known else ""


def place_of(number: int, head: str) -> str:
    """A row and a head, for a message."""
    return f"row {number}, column {head}"


def _find_columns(heads: Sequence[str]) -> _Columns:
    """The columns that are known by their heads; of two with one meaning the first.

    Raises:
        GinscoreError: `not-a-sheet`, with the heads that are missing.
    """
    names = [known_heads().get(fold_head(head), "") for head in heads]
    known = {name: place for place, name in reversed([*enumerate(names)]) if name}
    if missing := [name for name in NEEDED if name not in known]:
        raise refuse(
            "not-a-sheet",
            N_("a table has the heads winner and points; missing: {missing}; found: {found}"),
            hint=READABLE,
            where="row 1",
            missing=missing,
            found=[clean_name(head)[:40] for head in heads[:20]],
        )
    numbered = {fold_head(head): place for place, head in enumerate(heads)}
    own = {
        what: tuple(
            place
            for head, place in sorted(numbered.items())
            if (found := _NUMBERED.fullmatch(head)) and found[1] == what
        )
        for what in ("player", "score", "total")
    }
    if not (own["player"] and own["score"] and len(own["score"]) == len(own["total"])):
        own = dict.fromkeys(own, ())
    return _Columns(tuple(heads), known, own["player"], own["score"], own["total"])


def _with_players(columns: _Columns, lines: Sequence[Line]) -> tuple[tuple[str, ...], _Columns]:
    """A plain table's players, in the order of their columns: the names that win.

    If only one wins, the other is the one column left that may hold totals. A table may do without
    totals.

    Raises:
        GinscoreError: `does-not-verify`, if several columns may.
    """
    winners: dict[str, str] = {}
    for _, cells in lines:
        if len(cells) >= len(columns.heads):
            name = columns.cell(cells, "winner")
            if name not in _NOTHING:
                winners.setdefault(fold_name(name), name)
    free = [
        place
        for place, head in enumerate(columns.heads)
        if place not in columns.known.values() and head.strip()
    ]
    named = {fold_name(columns.heads[place]): place for place in reversed(free)}
    found = [named[name] for name in winners if name in named]
    if winners and not found and len(winners) > 1:
        return tuple(map(clean_name, winners.values())), columns
    lacking = 2 - len(found)
    maybe = [place for place in free if place not in found and _may_be_totals(lines, place)]
    if lacking > 0:
        if len(maybe) != lacking:
            raise _unclear([columns.heads[place] for place in maybe or free])
        found += maybe
    places = tuple(sorted(found))
    names = tuple(clean_name(columns.heads[place]) for place in places)
    return names, columns._replace(totals=places)


def _unclear(heads: Sequence[str]) -> GinscoreError:
    """The refusal of a table in which fewer than two win, and the other's column is not clear."""
    return refuse(
        "does-not-verify",
        N_("it is not clear which column holds the totals of who never wins: {heads}"),
        hint=N_("leave out the columns that hold no totals; totals never fall"),
        where="row 1",
        heads=[clean_name(head)[:40] for head in heads],
    )


def _may_be_totals(lines: Sequence[Line], place: int) -> bool:
    """Whether a column holds nothing but whole numbers that never fall, and blanks."""
    before = 0
    for _, cells in lines:
        text = cells[place].strip() if place < len(cells) else ""
        if text in _NOTHING:
            continue
        number = parse_whole(text)
        if number is None or number < before:
            return False
        before = number
    return True


def parse_whole(text: str) -> int | None:
    """A whole number from 0, as `18` or a spreadsheet's `18.0`; None for any other text."""
    found = _WHOLE.fullmatch(text.strip())
    return int(found[1]) if found else None


# Rows


def read_table(heads: Sequence[str], lines: Iterable[Line]) -> Table:
    """The table with these heads; blank lines are skipped.

    Raises:
        GinscoreError: `not-a-sheet`, if the heads are no table's; `does-not-verify`, if it is not
            clear who plays.
    """
    filled = [(number, cells) for number, cells in lines if any(map(str.strip, cells))]
    columns = _find_columns(heads)
    is_own = bool(columns.totals)
    if is_own:
        whole = (cells for _, cells in filled if len(cells) >= len(heads))
        players = _names(columns, next(whole, [""] * len(heads)))
    else:
        players, columns = _with_players(columns, filled)
    reader = _Reader(columns, players, is_own=is_own)
    rows = tuple(reader.row(number, cells) for number, cells in filled)
    used = {*columns.known.values(), *columns.players, *columns.scores, *columns.totals}
    unused = [
        Message("", "{head}", {"head": shorten(clean_name(head))})
        for place, head in enumerate(columns.heads)
        if place not in used and head.strip() and not (is_own and _NUMBERED.match(fold_head(head)))
    ]
    return Table(
        players,
        tuple(columns.heads[place] for place in columns.totals),
        rows,
        tuple(reader.faults),
        (*unused, *reader.unread.values()),
        is_own,
    )


def _names(columns: _Columns, cells: Sequence[str]) -> tuple[str, ...]:
    """The players of a row of our own table."""
    names = (clean_name(cells[place]) for place in columns.players)
    return tuple(name for name in names if name)


class _Reader:
    """Reads the rows of a table in their order; `unread` are the first cells left aside."""

    def __init__(self, columns: _Columns, players: tuple[str, ...], *, is_own: bool) -> None:
        self.columns = columns
        self.players = players
        self.is_own = is_own
        self.faults: list[TableFault] = []
        self.unread: dict[str, Message] = {}
        self.hand = 0  # the number of the last hand
        self.sheet = ""

    def row(self, number: int, cells: Sequence[str]) -> TableRow:
        """One row; what is wrong in it is added to the faults."""
        heads = self.columns.heads
        # A row has a cell for every head: one that ends early was torn, maybe within a cell.
        if len(cells) < len(heads) or any(map(str.strip, cells[len(heads) :])):
            self.hand += 1
            template = N_("{count} cells, but the heads are {heads}")
            self._fault(number, None, template, count=len(cells), heads=len(heads))
            blank = (None,) * len(self.columns.totals)
            return TableRow(number, self.hand, (), None, 0, blank, blank, 0, "", "", False, {})
        self._number(number, cells)
        names = _names(self.columns, cells) if self.is_own else self.players
        found = len(self.faults)
        winner = self._winner(number, cells, names)
        points = self._points(number, cells)
        totals = self._each(number, cells, self.columns.totals)
        gains = self._each(number, cells, self.columns.scores) if self.is_own else None
        if gains is None:
            sides = range(len(totals))
            gains = tuple(points if side == winner else 0 for side in sides)
        else:
            self._check_blank(number, gains, totals)
        return TableRow(
            number,
            self.hand,
            names,
            winner,
            points,
            gains,
            totals,
            parse_whole(self.columns.cell(cells, "boxes")) or 0,
            self.columns.cell(cells, "sheet"),
            self.columns.cell(cells, "game"),
            len(self.faults) == found,
            self._facts(number, cells, names, winner),
        )

    def _fault(self, number: int, place: int | None, template: str, **fields: object) -> None:
        """Add what is wrong in a row, or in its cell at `place`."""
        where = f"row {number}" if place is None else place_of(number, self.columns.heads[place])
        message = Message("does-not-verify", template, fields, where=where)
        is_sum = place in self.columns.totals and not self.is_own
        self.faults.append(TableFault(number, self.hand, message, is_sum))

    def _number(self, number: int, cells: Sequence[str]) -> None:
        """Number the hand: as the table does, else by its place."""
        sheet = self.columns.cell(cells, "sheet")
        is_new, self.sheet = self.is_own and (not self.hand or sheet != self.sheet), sheet
        self.hand = 1 if is_new else self.hand + 1
        text = self.columns.cell(cells, "hand")
        stated = parse_whole(text)
        if stated is None:
            self._leave("hand", number, text)
        elif stated != self.hand:
            # Hands are numbered 1, 2, 3, …; ours may be the last ones of a sheet.
            if not is_new:
                template = N_("hand {found} stands where {belongs} belongs")
                place = self.columns.known["hand"]
                self._fault(number, place, template, found=stated, belongs=self.hand)
            self.hand = stated

    def _winner(self, number: int, cells: Sequence[str], names: Sequence[str]) -> int | None:
        text = self.columns.cell(cells, "winner")
        if text in _NOTHING:
            return None
        seat = _seat(text, names)
        if seat is None:
            template = N_("the winner “{found}” is nobody; the players are {players}")
            place = self.columns.known["winner"]
            self._fault(number, place, template, found=clean_name(text)[:40], players=names)
        return seat

    def _points(self, number: int, cells: Sequence[str]) -> int:
        """The points of a hand; blank is nothing, if nobody has won."""
        text, winner = (self.columns.cell(cells, name) for name in ("points", "winner"))
        place = self.columns.known["points"]
        if text in _NOTHING:
            if winner not in _NOTHING:
                self._fault(number, place, N_("the points are blank, and somebody has won"))
            return 0
        points = parse_whole(text)
        if points is None:
            self._fault(number, place, _NO_NUMBER, found=text[:40])
        elif points and winner in _NOTHING:
            template = N_("{points} points, and nobody has won them")
            self._fault(number, place, template, points=points)
        return points or 0

    def _each(
        self, number: int, cells: Sequence[str], places: Sequence[int]
    ) -> tuple[int | None, ...]:
        """The number of each side in its column; None for a blank, and for what is no number."""
        texts = [cells[place].strip() for place in places]
        for place, text in zip(places, texts, strict=True):
            if text not in _NOTHING and parse_whole(text) is None:
                self._fault(number, place, _NO_NUMBER, found=text[:40])
        return tuple(map(parse_whole, texts))

    def _check_blank(
        self, number: int, gains: Sequence[int | None], totals: Sequence[int | None]
    ) -> None:
        # In our own table a side has both its score and its total.
        for side, (gain, total) in enumerate(zip(gains, totals, strict=True)):
            if (gain is None) != (total is None):
                places = self.columns.scores if gain is None else self.columns.totals
                self._fault(number, places[side], N_("the cell is blank"))

    # What is used where it is there

    def _facts(
        self, number: int, cells: Sequence[str], names: Sequence[str], winner: int | None
    ) -> dict[str, Any]:
        """The facts of a hand's entry that the row gives besides its points."""
        facts = ("kind", "at", "dealer", "upcard", "note")
        texts = {fact: self.columns.cell(cells, fact) for fact in facts}
        kind = _kinds().get(fold_head(texts["kind"])) if texts["kind"] else None
        seat = _seat(texts["dealer"], names)
        read = {
            "kind": kind,
            "at": _attempt(parse_date, texts["at"]),
            "dealer": None if seat is None else names[seat],
            "upcard": _attempt(_parse_upcard, texts["upcard"]),
            "note": tidy_note(texts["note"]) or None,
        }
        for name, text in texts.items():
            # In our own table of a partnership a team deals.
            if read[name] is None and not (name == "dealer" and self.columns.scores):
                self._leave(name, number, text)
        if kind == "dead" and winner is not None:
            template = N_("a dead hand, and {winner} has won it")
            self._fault(number, self.columns.known["kind"], template, winner=names[winner])
        return read

    def _leave(self, name: str, number: int, text: str) -> None:
        """Leave a cell aside that cannot be read; the first of a column is told."""
        if text not in _NOTHING:
            head = self.columns.heads[self.columns.known[name]]
            fields = {"head": clean_name(head), "row": number, "text": text[:40]}
            message = Message("", N_("{head} (row {row}: “{text}”)"), fields)
            self.unread.setdefault(name, message)


@cache
def _kinds() -> Mapping[str, str]:
    """What people write for each kind of hand, in every language."""
    return {word: kind for lang in LANGUAGES.values() for word, kind in lang.kinds.items()}


def _seat(name: str, names: Sequence[str]) -> int | None:
    """The seat of a player; None for nobody."""
    wanted = fold_name(name)
    return next((seat for seat, known in enumerate(names) if fold_name(known) == wanted), None)


def _parse_upcard(text: str) -> str:
    return format_card(parse_card(text))


def _attempt(read: Callable[[str], str | datetime], text: str) -> str | datetime | None:
    try:
        return read(text) if text not in _NOTHING else None
    except GinscoreError:
        return None
