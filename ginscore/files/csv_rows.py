"""One row of a CSV sheet and the entry of the log that it holds.

Player cells hold what the event makes of them: names in a `rename` row, points in a points-only
row, the pair's two names in a dead row of a partnership, else holdings.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from ginscore.errors import N_, GinscoreError, Message, fault
from ginscore.files import csv_cells as cells
from ginscore.files.sheet_faults import corrupt
from ginscore.sheet.entries import Entry

START: Final = "start"
DERIVED: Final = ("status", "kind", "winner", "points", "boxes")

# Columns with one meaning in every row, by the entry's field of the same name.
_PARSERS: Final[Mapping[str, Callable[[str], object]]] = {
    "entry": cells.parse_number,
    "event": str,
    "at": cells.parse_time,
    "replaces": cells.parse_number,
    "before": cells.parse_number,
    "went_out": cells.parse_text,
    "upcard": cells.parse_text,
    "big_gin": cells.parse_flag,
    "dead": cells.parse_flag,
    "points_only": cells.parse_flag,
    "lay_offs": cells.parse_lay_offs_cell,
    "dealer": cells.parse_text,
    "note": cells.parse_text,
}
# Columns without which facts would be lost.
FACTS: Final = (*_PARSERS, "rules")
# Facts that stand in the player cells.
_IN_PLAYER_CELLS: Final = ("holdings", "points_only", "names", "pair")


def sheet_heads(seats: int) -> list[str]:
    """The heads of a sheet's columns for `seats` players, in their order."""
    return [
        *("entry", "event", "at", "status", "replaces", "before", "went_out"),
        *numbered("player", seats),
        *("upcard", "big_gin", "dead", "points_only", "lay_offs", "dealer"),
        *("kind", "winner", "points", "boxes"),
        *numbered("total", seats),
        *("note", "rules"),
    ]


def numbered(head: str, seats: int) -> tuple[str, ...]:
    """`player1`, `player2`, …: the heads of a column for each seat."""
    return tuple(f"{head}{seat}" for seat in range(1, seats + 1))


class Row(NamedTuple):
    """A row of the file: its number as a spreadsheet counts (heads are row 1), cells by head.

    Blank cells are left out, the others stripped of blanks round them, except `note`. `players`
    are the heads of the player columns.
    """

    number: int
    cells: Mapping[str, str]
    players: tuple[str, ...]

    def place(self, column: str) -> str:
        """Where a cell is, for a message."""
        return f"row {self.number}, column {column}"


class Derived(NamedTuple):
    """The derived cells of a row, for people; blank where the row does not count."""

    status: str
    kind: str = ""
    winner: str = ""
    points: str = ""
    boxes: str = ""
    totals: tuple[str, ...] = ()


def format_entry(entry: Entry, names: Sequence[str], derived: Derived) -> list[str]:
    """An entry, which makes sense, as a row under `sheet_heads(len(names))`.

    Raises:
        GinscoreError: `sheet-corrupt`, if it changes rules to values that no switch can have.
    """
    players = _format_players(entry, names)
    rules = "" if entry.rules is None else cells.format_rules(entry.rules, from_now=entry.from_now)
    return [
        str(entry.entry),
        entry.event,
        cells.format_time(entry.at),
        derived.status,
        cells.format_number(entry.replaces),
        cells.format_number(entry.before),
        cells.format_text(entry.went_out),
        *players,
        cells.format_text(entry.upcard),
        cells.format_flag(entry.big_gin),
        cells.format_flag(entry.dead),
        cells.format_flag(entry.points_only is not None),
        cells.format_lay_offs(entry.lay_offs),
        cells.format_text(entry.dealer),
        derived.kind if entry.points_only is None else entry.kind or "",
        derived.winner,
        derived.points,
        derived.boxes,
        *(derived.totals or [""] * len(names)),
        cells.format_text(entry.note),
        rules,
    ]


def _format_players(entry: Entry, names: Sequence[str]) -> list[str]:
    if entry.names is not None:
        return [cells.format_text(name) for name in entry.names]
    if entry.points_only is not None:
        return [cells.format_number(points) for points in entry.points_only]
    if entry.holdings is not None:
        return [cells.format_text(holding) for holding in entry.holdings]
    if entry.pair is None:
        return [""] * len(names)
    # Each in his own column where he has one: reading takes the two filled cells in order.
    own = [name if name in entry.pair else "" for name in names]
    pair = (
        own if tuple(filter(None, own)) == entry.pair else [*entry.pair, *[""] * (len(names) - 2)]
    )
    return [cells.format_text(name or None) for name in pair]


def parse_entry(row: Row, faults: list[Message]) -> Entry | None:
    """The entry in a row, or None after adding what is wrong in its cells to `faults`.

    Whether the facts make sense together is not judged here.
    """
    found = len(faults)
    facts = _parse_cells(row, faults)
    # What cannot be read leaves open what belongs in the other cells.
    if None in (facts.get("event", ""), facts.get("dead", ""), facts.get("points_only", "")):
        return None
    facts |= {"at": facts.get("at"), "points_only": None, **_player_facts(row, facts, faults)}
    if "rules" in row.cells or facts.get("event") == "rules":
        changed = _parse_cell(row, "rules", cells.parse_rules_cell, faults)
        facts["rules"], facts["from_now"] = changed or ({}, False)
    if len(faults) > found:
        return None
    try:
        return Entry.model_validate(facts)
    except ValidationError as error:
        faults.extend(_wrong_value(row, one["loc"][0], one["msg"]) for one in error.errors())
        return None


def _parse_cells(row: Row, faults: list[Message]) -> dict[str, Any]:
    """The facts that stand in a column of their own."""
    return {
        column: _parse_cell(row, column, _PARSERS[column], faults)
        for column in row.cells
        if column in _PARSERS
    }


def _parse_cell(
    row: Row, column: str, parser: Callable[[str], object], faults: list[Message]
) -> Any:
    """The value of a cell, or None after adding what is wrong with it to `faults`."""
    try:
        return parser(row.cells.get(column, ""))
    except GinscoreError as error:
        faults.extend(corrupt(one, row.place(column)) for one in error.faults)
        return None


def _player_facts(row: Row, facts: Mapping[str, Any], faults: list[Message]) -> dict[str, Any]:
    """What the player cells hold, by the event and its flags; nothing if they are blank."""
    if facts.get("points_only"):
        points = [_parse_cell(row, head, cells.parse_number, faults) for head in row.players]
        # Points have no cards to tell the kind.
        return {"points_only": tuple(points), "kind": row.cells.get("kind")}
    if row.cells.keys().isdisjoint(row.players):
        return {}
    texts = tuple([cells.parse_text(row.cells.get(head, "")) for head in row.players])
    if facts.get("event") == "rename":
        return {"names": texts}
    if facts.get("dead"):
        return {"pair": tuple([name for name in texts if name is not None])}
    return {"holdings": texts}


def column_of(key: str) -> str:
    """The column of an entry's key, or of one of its values: `holdings.1` → `player2`."""
    field, _, seat = key.partition(".")
    if field in _IN_PLAYER_CELLS:
        return f"player{int(seat or 0) + 1}"
    return "rules" if field == "from_now" else field


def _wrong_value(row: Row, field: int | str, reason: str) -> Message:
    column = column_of(str(field))
    if column not in row.cells:
        return fault(
            "sheet-corrupt", N_("the cell is blank; every row needs it"), where=row.place(column)
        )
    return fault(
        "sheet-corrupt",
        N_("found “{found}”: {reason}"),
        where=row.place(column),
        found=row.cells.get(column, ""),
        reason=reason,
    )
