"""One row of a CSV sheet and the entry of the log that it holds.

Player cells hold what the event makes of them: names in a `rename` row, points in a points-only
row, the pair's two names in a dead row of a partnership, else holdings.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from ginscore.cards.melds import MeldRules
from ginscore.errors import N_, GinscoreError, Message, fault, refuse
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
    "upcard": cells.parse_upcard,
    "big_gin": cells.parse_flag,
    "dead": cells.parse_flag,
    "points_only": cells.parse_flag,
    "lay_offs": cells.parse_lay_offs_cell,
    "dealer": cells.parse_text,
    "note": cells.parse_text,
}
# Columns without which facts would be lost.
FACTS: Final = (*_PARSERS, "rules")
# A wrong value of these fields stands in a column of another name.
_COLUMNS: Final = {
    "from_now": "rules",
    "names": "player1",
    "pair": "player1",
    "holdings": "player1",
}


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
    """An entry as a row under `sheet_heads(len(names))`.

    Raises:
        GinscoreError: `sheet-corrupt`, if the entry mixes facts that belong to different events.
    """
    players = _format_players(entry, names)
    rules = "" if entry.rules is None else cells.format_rules(entry.rules, from_now=entry.from_now)
    row = [
        str(entry.entry),
        entry.event,
        cells.format_time(entry.at),
        derived.status,
        cells.format_number(entry.replaces),
        cells.format_number(entry.before),
        cells.format_text(entry.went_out),
        *players,
        entry.upcard or "",
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
    if not _is_plain(entry, len(names)):
        _check_readable(entry, row, len(names))
    return row


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


def _is_plain(entry: Entry, seats: int) -> bool:
    """Whether this is a hand that was played, with nothing unusual about it."""
    return (
        entry.event == "hand"
        and entry.holdings is not None
        and len(entry.holdings) == seats
        and any(entry.holdings)
        and entry.went_out is not None
        and not (entry.dead or entry.from_now)
        and entry.points_only is None
        and entry.kind is None
        and entry.lay_offs is None
        and entry.pair is None
        and entry.names is None
        and entry.rules is None
        and all(map(cells.is_plain_holding, entry.holdings))
    )


def _check_readable(entry: Entry, row: Sequence[str], seats: int) -> None:
    """See that the row gives the entry back."""
    heads = sheet_heads(seats)
    filled = {head: cell for head, cell in zip(heads, row, strict=False) if cell}
    found = Row(1, filled, numbered("player", seats))
    faults: list[Message] = []
    if len(row) != len(heads) or parse_entry(found, None, faults) != entry:  # a fault gives None
        raise refuse(
            "sheet-corrupt",
            N_("entry {entry} mixes facts of different events, for which CSV has no cells"),
            entry=entry.entry,
        )


def parse_entry(row: Row, rules: MeldRules | None, faults: list[Message]) -> Entry | None:
    """The entry in a row, or None after adding what is wrong with it to `faults`.

    `rules` tell how holdings are read; None takes them as they stand.
    """
    found = len(faults)
    facts = _parse_cells(row, faults)
    # What cannot be read leaves open what belongs in the other cells.
    if None in (facts.get("event", ""), facts.get("dead", ""), facts.get("points_only", "")):
        return None
    if "rules" in row.cells and facts.get("event") != "rules":
        faults.append(_fault(row, "rules", N_("only a rules row has something here")))
    if facts.pop("points_only", False):
        _add_points(row, facts, faults)
    elif facts.get("event") == "hand":
        _add_holdings(row, facts, rules, faults)
    else:
        _add_change(row, facts, faults)
    if len(faults) > found:
        return None
    try:
        return Entry(**{"at": None, **facts})
    except ValidationError as error:
        faults.extend(_wrong_value(row, one["loc"][0], one["msg"]) for one in error.errors())
        return None


def _parse_cells(row: Row, faults: list[Message]) -> dict[str, Any]:
    """The facts that stand in a column of their own."""
    try:
        return {
            column: _PARSERS[column](cell)
            for column, cell in row.cells.items()
            if column in _PARSERS
        }
    except GinscoreError:
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


def _parse_players(
    row: Row, parser: Callable[[str], object], faults: list[Message]
) -> tuple[Any, ...]:
    return tuple([_parse_cell(row, head, parser, faults) for head in row.players])


def _has_players(row: Row) -> bool:
    return not row.cells.keys().isdisjoint(row.players)


def _add_points(row: Row, facts: dict[str, Any], faults: list[Message]) -> None:
    """The facts of a hand of which only the points are known."""
    facts["points_only"] = _parse_players(row, cells.parse_number, faults)
    # Points have no cards to tell the kind.
    facts["kind"] = row.cells.get("kind")
    if facts.get("dead"):
        faults.append(_fault(row, "dead", N_("a dead hand has no points")))


def _add_holdings(
    row: Row, facts: dict[str, Any], rules: MeldRules | None, faults: list[Message]
) -> None:
    """The facts of a hand that was played, or of a dead one: then at most its pair."""
    if facts.get("dead"):
        if _has_players(row):
            names = _parse_players(row, cells.parse_text, faults)
            facts["pair"] = tuple(name for name in names if name is not None)
        return
    if not _has_players(row):
        faults.append(_fault(row, "player1", N_("a hand without holdings has x under dead")))
    elif "went_out" not in facts:
        faults.append(_fault(row, "went_out", N_("it does not say who went out")))
    texts = tuple([row.cells.get(head) for head in row.players])
    if not all(map(cells.is_plain_holding, texts)):
        parser = partial(cells.parse_holding_text, rules=rules)
        texts = _parse_players(row, parser, faults)
    facts["holdings"] = texts


def _add_change(row: Row, facts: dict[str, Any], faults: list[Message]) -> None:
    """The facts of an entry that is no hand."""
    if facts.get("event") == "rename":
        facts["names"] = _parse_players(row, cells.parse_text, faults)
    elif _has_players(row):
        faults.append(_fault(row, "player1", N_("only hands and renames have something here")))
    if facts.get("event") == "rules":
        changed = _parse_cell(row, "rules", cells.parse_rules_cell, faults)
        facts["rules"], facts["from_now"] = changed or ({}, False)


def _fault(row: Row, column: str, template: str) -> Message:
    return fault("sheet-corrupt", template, where=row.place(column))


def _wrong_value(row: Row, field: int | str, reason: str) -> Message:
    column = _COLUMNS.get(str(field), str(field))
    found = row.cells.get(column, "")
    return fault(
        "sheet-corrupt",
        N_("found “{found}”: {reason}"),
        where=row.place(column),
        found=found,
        reason=reason,
    )
