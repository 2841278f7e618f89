"""A sheet as CSV: a row for the start, then one for each entry of the log.

The facts of a row are read by the heads of its columns; the derived columns are written for the
people who open the file, and are never believed. What player cells hold depends on the
event: names in a `rename` row, points in a points-only row, the pair's two names in a dead row of a
partnership, else holdings.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files import csv_columns as columns
from ginscore.files.csv_columns import FACTS, Row, numbered, player_heads
from ginscore.files.lines import decode_text
from ginscore.files.sheet_json import MOST, corrupt, refuse_clashes, refuse_newer_rules
from ginscore.files.table_csv import PLAIN, Dialect, format_rows, parse_rows
from ginscore.game.tallies import HandRow, ScoredHand
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import OF_THE_LOG, READABLE, Entry, check_beginning, check_facts
from ginscore.sheet.record import entry_statuses
from ginscore.sheet.sheet import Sheet

START: Final = "start"
_SEATS: Final = range(2, 7)
_OURS: Final = ("entry", "event")  # heads that a sheet must have
_AS_TYPED: Final = frozenset({"note"})  # blanks round these cells are part of the text
# Facts that stand in the player cells.
_IN_PLAYER_CELLS: Final = ("holdings", "points_only", "names", "pair")


# Writing


def format_sheet_csv(sheet: Sheet, dialect: Dialect | None = None) -> str:
    """A sheet whose facts make sense as the text of its CSV file; times keep their offset.

    Raises:
        GinscoreError: `sheet-corrupt`, if rules are changed to values that no switch can have.
    """
    blank = dict.fromkeys(columns.heads(len(sheet.players)), "")
    rows = [[*blank], [*(blank | _start_cells(sheet)).values()]]
    names = sheet.players
    for entry, derived in zip(sheet.entries, derive(sheet), strict=True):
        rows.append([*(blank | _entry_cells(entry, names) | derived).values()])
        names = entry.names or names
    return format_rows(rows, dialect or PLAIN)


def _start_cells(sheet: Sheet) -> dict[str, str]:
    """The facts that a sheet begins with, by column."""
    players = map(columns.format_text, sheet.players)
    return {
        "event": START,
        "status": "acting",
        "at": columns.format_time(sheet.created),
        "dealer": columns.format_text(sheet.dealer),
        "note": columns.format_text(sheet.title),
        "rules": columns.format_start(sheet.variant),
        **dict(zip(player_heads(len(sheet.players)), players, strict=True)),
    }


def _entry_cells(entry: Entry, names: Sequence[str]) -> dict[str, str]:
    """The facts of a sound entry by column; `names` are those in force.

    Raises:
        GinscoreError: `sheet-corrupt`, if it changes rules to values that no switch can have.
    """
    facts = vars(entry)
    cells = {
        head: write(facts[head])
        for head, write in columns.WRITERS.items()
        if facts[head] is not None
    }
    cells |= zip(player_heads(len(names)), _player_cells(entry, names), strict=True)
    if entry.rules is not None:
        cells["rules"] = columns.format_rules(entry.rules, from_now=entry.from_now)
    return cells


def _player_cells(entry: Entry, names: Sequence[str]) -> list[str]:
    if entry.names is not None:
        return [*map(columns.format_text, entry.names)]
    if entry.points_only is not None:
        return [*map(columns.format_number, entry.points_only)]
    if entry.holdings is not None:
        return [*map(columns.format_text, entry.holdings)]
    if entry.pair is None:
        return [""] * len(names)
    # Each in his own column if he has one: reading takes the two filled cells in order.
    own = [name if name in entry.pair else "" for name in names]
    if tuple(filter(None, own)) != entry.pair:
        own = [*entry.pair, *[""] * (len(names) - 2)]
    return [columns.format_text(name or None) for name in own]


def derive(sheet: Sheet) -> Iterator[dict[str, str]]:
    """The derived cells of each entry by column, in the order of the log; blank ones left out.

    A sheet that is not in order has statuses, but no score. Where only the points are known, the
    kind is a fact, kept even if the row does not count.
    """
    record, names = sheet.record, sheet.names
    rows = record.tally.rows if record.tally else ()
    scored = {
        hand.entry.entry: (scored, row)
        for hand, scored, row in zip(record.log.hands, record.hands, rows, strict=False)
        if row.counted
    }
    for entry, status in zip(sheet.entries, entry_statuses(record), strict=True):
        cells = {"status": str(status)}
        if entry.entry in scored:
            cells |= _hand_cells(*scored[entry.entry], names)
        if entry.points_only is not None:
            cells["kind"] = entry.kind or ""
        yield cells


def _hand_cells(hand: ScoredHand, row: HandRow, names: tuple[str, ...]) -> dict[str, str]:
    cells = {
        "kind": hand.kind or "",
        "winner": "" if hand.winner is None else columns.format_text(names[hand.winner]),
        "points": str(hand.points),
        "boxes": str(row.boxes),
    }
    heads = numbered("total", len(names))
    # Every player of a side shows its total.
    for total, members in zip(row.totals, row.sides, strict=True):
        text = str(total)
        for seat in members:
            cells[heads[seat]] = text
    return cells


# Reading


def parse_sheet_csv(content: bytes) -> Sheet:
    """The sheet in the content of a CSV file, as we write it or as a spreadsheet saves it.

    Columns and rows may be in any order, derived columns missing.

    Raises:
        GinscoreError: `sheet-newer`; else `sheet-corrupt` with at most ten faults, each with its
            row and column.
    """
    heads, rows = read_rows(content, believed=True)
    facts = _parse_start(_find_start(rows))
    faults: list[Message] = []
    read: list[tuple[Entry, Row]] = []
    for row in rows:
        if row.cells.get("event") == START:
            continue
        entry = parse_entry(row, faults)
        if entry is not None:
            read.append((entry, row))
    _check_kinds(heads, read)
    read.sort(key=lambda pair: pair[0].entry)
    refuse_newer_rules(entry for entry, _ in read)
    sheet = Sheet(**facts, entries=tuple([entry for entry, _ in read]))
    faults += _check_sense(sheet, [row for _, row in read], whole=not faults)
    refuse_all(faults[:MOST])
    return sheet


def is_sheet_csv(content: bytes) -> bool:
    """Whether `content` is a CSV sheet of ours, even a torn or faulty one."""
    try:
        heads = next(parse_rows(content.decode(errors="replace"), FACTS), [])
    except csv.Error:
        return False
    return not heads or columns.are_ours([head.strip().lower() for head in heads])


def _check_sense(sheet: Sheet, rows: Sequence[Row], *, whole: bool) -> list[Message]:
    """Cells that can be read but make no sense; `whole` tells whether every row was read."""
    unsound = check_facts(sheet.players, sheet.variant, sheet.entries)
    return [
        corrupt(found.message, rows[found.place].place(column_of(found.key)))
        for found in islice(unsound, MOST)
        if whole or found.key not in OF_THE_LOG
    ]


def read_rows(content: bytes, *, believed: bool = False) -> tuple[list[str], list[Row]]:
    """The heads, and the rows that are not blank; `believed` leaves out derived cells.

    Raises:
        GinscoreError: `sheet-corrupt`.
    """
    if not content.strip():
        raise refuse("sheet-corrupt", N_("the file is empty"))
    lines = _read_lines(content)
    heads = [head.strip().lower() for head in next(lines, [])]
    # Spreadsheets add blank columns at the end.
    while heads and not heads[-1]:
        heads.pop()
    _check_heads(heads)
    players = player_heads(_count_seats(heads))
    believable = {*FACTS, *players, "kind"}
    wanted = [head if head in believable or not believed else "" for head in heads]
    rows = (_read_row(number, line, wanted, players) for number, line in enumerate(lines, 2))
    filled = [row for row in rows if row.cells]
    # A file ends in a line end, unless it was torn in its very last cell.
    if filled and heads[-1] in filled[-1].cells and not content.endswith((b"\n", b"\r")):
        raise refuse(
            "sheet-corrupt",
            N_("the file ends in this cell; a whole one has a line end behind it"),
            where=filled[-1].place(heads[-1]),
        )
    return heads, filled


def _read_lines(content: bytes) -> Iterator[list[str]]:
    """The rows of a CSV file as they stand, heads first.

    Raises:
        GinscoreError: `sheet-corrupt`.
    """
    number = 0
    try:
        text = decode_text(content, "sheet-corrupt")
        for number, line in enumerate(parse_rows(text, FACTS), 1):  # noqa: B007
            yield line
    except csv.Error as error:
        template = N_("the text is no CSV in UTF-8: {reason}")
        place = f"row {number + 1}"
        raise refuse("sheet-corrupt", template, where=place, reason=str(error)) from None


def _read_row(
    number: int, line: Sequence[str], heads: Sequence[str], players: tuple[str, ...]
) -> Row:
    """A row's cells by head; blank heads are skipped.

    Raises:
        GinscoreError: `sheet-corrupt` for a cell beyond the last head, and for a row cut short.
    """
    # A row has a cell for every head: one that ends early was torn, maybe in the middle of a cell.
    is_short = len(line) < len(heads) and any(map(str.strip, line))
    if is_short or any(map(str.strip, line[len(heads) :])):
        raise refuse(
            "sheet-corrupt",
            N_("{count} cells, but the heads are {heads}"),
            where=f"row {number}",
            count=len(line),
            heads=len(heads),
        )
    filled = {
        head: text
        for head, cell in zip(heads, line, strict=False)
        if cell and head and (text := cell if head in _AS_TYPED else cell.strip())
    }
    return Row(number, filled, players)


def _find_start(rows: Sequence[Row]) -> Row:
    """The row with the facts that a sheet begins with.

    Raises:
        GinscoreError: `sheet-corrupt`, unless there is exactly one.
    """
    starts = [row for row in rows if row.cells.get("event") == START]
    if len(starts) != 1:
        raise refuse(
            "sheet-corrupt",
            N_("{count} rows with the event start; a sheet has one"),
            where="column event",
            count=len(starts),
        )
    return starts[0]


def _check_heads(heads: Sequence[str]) -> None:
    """Check that every fact has its column, once, and that no column is unknown.

    Raises:
        GinscoreError: `sheet-corrupt` with every column that is missing, unknown or repeated.
    """
    if not set(_OURS) <= set(heads):
        raise refuse(
            "sheet-corrupt" if columns.are_ours(heads) else "not-a-sheet",
            N_("this is no sheet of ginscore; one has the columns entry, event, at, …"),
            hint=READABLE,
            where="row 1",
        )
    seats = _count_seats(heads)
    needed = (*FACTS, *player_heads(max(seats, _SEATS[0])))
    known = {"", *needed, *columns.derived_heads(seats)}
    wrong = [(N_("the column is missing"), head) for head in needed if head not in heads]
    unknown = [head for head in heads if head not in known]
    wrong += [(N_("there is no such column in a sheet"), head) for head in unknown]
    repeated = [head for head in known if head and heads.count(head) > 1]
    wrong += [(N_("the column stands there twice"), head) for head in repeated]
    refuse_all(
        [fault("sheet-corrupt", what, where=f"row 1, column {head}") for what, head in wrong[:MOST]]
    )


def _count_seats(heads: Sequence[str]) -> int:
    return sum(head in heads for head in player_heads(_SEATS[-1]))


def _parse_start(row: Row) -> dict[str, Any]:
    """What a sheet begins with: all its fields but the entries.

    Raises:
        GinscoreError: `sheet-newer`, `sheet-corrupt`.
    """
    variant = _parse_variant(row)
    try:
        created = columns.parse_time(row.cells.get("at", ""))
    except GinscoreError as error:
        raise error.at(row.place("at")) from None
    players = tuple(columns.parse_text(row.cells.get(head, "")) or "" for head in row.players)
    dealer = columns.parse_text(row.cells.get("dealer", "")) or ""
    beginning = check_beginning(players, dealer, variant)
    refuse_all([corrupt(message, row.place("player1")) for message in beginning])
    return {
        "title": columns.parse_text(row.cells.get("note", "")),
        "created": created,
        "players": players,
        "dealer": dealer,
        "variant": variant,
    }


def _parse_variant(row: Row) -> Variant:
    """The rules of the start row."""
    try:
        variant = columns.parse_start(row.cells.get("rules", ""))
    except GinscoreError as error:
        # A newer version's sheet is not corrupt.
        if error.code != "sheet-newer":
            refuse_all([corrupt(message, row.place("rules")) for message in error.faults])
        raise
    refuse_clashes(variant, row.place("rules"))
    return variant


def _check_kinds(heads: Sequence[str], read: Iterable[tuple[Entry, Row]]) -> None:
    """Check that a row of points has a column for its kind, which no score gives back.

    Raises:
        GinscoreError: `sheet-corrupt`.
    """
    if "kind" in heads:
        return
    if row := next((row for entry, row in read if entry.points_only is not None), None):
        raise refuse(
            "sheet-corrupt",
            N_("the column is missing, and this row has only points"),
            where=row.place("kind"),
        )


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
        changed = _parse_cell(row, "rules", columns.parse_rules, faults)
        facts["rules"], facts["from_now"] = changed or ({}, False)
    if len(faults) > found:
        return None
    try:
        return Entry.model_validate(facts)
    except ValidationError as error:
        faults += [_wrong_value(row, detail["loc"][0], detail["msg"]) for detail in error.errors()]
        return None


def _parse_cells(row: Row, faults: list[Message]) -> dict[str, Any]:
    """The facts that stand in a column of their own."""
    return {
        head: _parse_cell(row, head, parser, faults)
        for head, parser in columns.PARSERS.items()
        if head in row.cells
    }


def _parse_cell(
    row: Row, column: str, parser: Callable[[str], object], faults: list[Message]
) -> Any:
    """The value of a cell, or None after adding what is wrong with it to `faults`."""
    try:
        return parser(row.cells.get(column, ""))
    except GinscoreError as error:
        faults.extend(corrupt(message, row.place(column)) for message in error.faults)
        return None


def _player_facts(row: Row, facts: Mapping[str, Any], faults: list[Message]) -> dict[str, Any]:
    """The facts in the player cells, by the event and its flags; none if they are blank."""
    if facts.get("points_only"):
        points = [_parse_cell(row, head, columns.parse_number, faults) for head in row.players]
        # Without cards, the kind must be given.
        return {"points_only": tuple(points), "kind": row.cells.get("kind")}
    if row.cells.keys().isdisjoint(row.players):
        return {}
    texts = tuple([columns.parse_text(row.cells.get(head, "")) for head in row.players])
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
