"""A sheet as CSV: a row for the start, then one for each entry of the log.

The facts of a row are read by the heads of its columns; the derived columns are written for the
people who open the file, and are never believed.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files import csv_cells as cells
from ginscore.files.csv_derived import derive
from ginscore.files.csv_rows import (
    DERIVED,
    FACTS,
    START,
    Row,
    column_of,
    format_entry,
    numbered,
    parse_entry,
    sheet_heads,
)
from ginscore.files.facts import OF_THE_LOG, check_beginning, check_facts
from ginscore.files.sheet_faults import MOST, corrupt, refuse_clashes
from ginscore.files.table_csv import format_rows, parse_rows
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

_SEATS: Final = range(2, 5)
_OURS: Final = ("entry", "event")  # heads that a sheet has and no other table
_AS_TYPED: Final = frozenset({"note"})  # blanks round these cells are part of the text


def format_sheet_csv(sheet: Sheet, *, excel: bool = False, known: int = 0) -> str:
    """A sheet as the text of its CSV file; `excel` begins with a byte order mark and uses `;`.

    So many entries at its beginning are `known` to make sense.

    Raises:
        GinscoreError: `sheet-corrupt`, if an entry makes no sense, for which CSV has no cells.
    """
    unsound = islice(check_facts(sheet.players, sheet.variant, sheet.entries, known), MOST)
    refuse_all([corrupt(one.message, f"entry {one.place + 1}, {one.key}") for one in unsound])
    rows = [sheet_heads(len(sheet.players)), _start_row(sheet)]
    names = sheet.players
    for entry, derived in zip(sheet.entries, derive(sheet), strict=True):
        rows.append(format_entry(entry, names, derived))
        names = entry.names or names
    return format_rows(rows, excel=excel)


def _start_row(sheet: Sheet) -> list[str]:
    """The row of the facts that a sheet begins with."""
    seats = len(sheet.players)
    row = dict.fromkeys(sheet_heads(seats), "")
    row["event"], row["status"] = START, "acting"
    row["at"] = cells.format_time(sheet.created)
    row["dealer"] = cells.format_text(sheet.dealer)
    row["note"] = cells.format_text(sheet.title)
    row["rules"] = cells.format_start(sheet.variant)
    row |= zip(numbered("player", seats), map(cells.format_text, sheet.players), strict=True)
    return list(row.values())


def parse_sheet_csv(content: bytes) -> Sheet:
    """The sheet in the content of a CSV file, as we write it or as a spreadsheet has saved it.

    Columns may stand in another order, derived ones be missing, rows be sorted otherwise.

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
    read.sort(key=lambda one: one[0].entry)
    sheet = Sheet(**facts, entries=tuple([entry for entry, _ in read]))
    faults += _check_sense(sheet, [row for _, row in read], whole=not faults)
    refuse_all(faults[:MOST])
    return sheet


def is_sheet_csv(content: bytes) -> bool:
    """Whether a content is a CSV sheet of ours, be it torn or wrong."""
    heads = next(parse_rows(content.decode(errors="replace"), FACTS), [])
    return set(_OURS) <= {head.strip().lower() for head in heads}


def _check_sense(sheet: Sheet, rows: Sequence[Row], *, whole: bool) -> list[Message]:
    """Cells that can be read and make no sense; `whole` tells whether every row was read."""
    unsound = check_facts(sheet.players, sheet.variant, sheet.entries)
    return [
        corrupt(one.message, rows[one.place].place(column_of(one.key)))
        for one in islice(unsound, MOST)
        if whole or one.key not in OF_THE_LOG
    ]


def read_rows(content: bytes, *, believed: bool = False) -> tuple[list[str], list[Row]]:
    """The heads, and the rows that are not blank; `believed` leaves out what is only derived.

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
    players = numbered("player", _count_seats(heads))
    believable = {*FACTS, *players, "kind"}
    wanted = [head if head in believable or not believed else "" for head in heads]
    rows = (_read_row(number, line, wanted, players) for number, line in enumerate(lines, 2))
    filled = [row for row in rows if row.cells]
    # A file that was torn in its very last cell has no line end behind it.
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
        for number, line in enumerate(parse_rows(content.decode(), FACTS), 1):  # noqa: B007
            yield line
    except UnicodeDecodeError as error:
        place, reason = "", str(error)
    except csv.Error as error:
        place, reason = f"row {number + 1}", str(error)
    else:
        return
    template = N_("the text is no CSV in UTF-8: {reason}")
    raise refuse("sheet-corrupt", template, where=place, reason=reason)


def _read_row(
    number: int, line: Sequence[str], heads: Sequence[str], players: tuple[str, ...]
) -> Row:
    """A row by its heads, of which blank ones are passed over.

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
    """The row of the facts that a sheet begins with.

    Raises:
        GinscoreError: `sheet-corrupt`, unless there is just one.
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
    """See that every fact has its column, once, and that no column is unknown.

    Raises:
        GinscoreError: `sheet-corrupt` with every column that is missing, unknown or there twice.
    """
    if not set(_OURS) <= set(heads):
        raise refuse(
            "sheet-corrupt",
            N_("this is no sheet of ginscore; one has the columns entry, event, at, …"),
            where="row 1",
        )
    seats = _count_seats(heads)
    needed = (*FACTS, *numbered("player", max(seats, _SEATS[0])))
    known = {"", *needed, *DERIVED, *numbered("total", seats)}
    wrong = [(N_("the column is missing"), head) for head in needed if head not in heads]
    wrong += [(N_("there is no such column in a sheet"), one) for one in heads if one not in known]
    wrong += [
        (N_("the column stands there twice"), one) for one in known if one and heads.count(one) > 1
    ]
    refuse_all(
        [fault("sheet-corrupt", what, where=f"row 1, column {head}") for what, head in wrong]
    )


def _count_seats(heads: Sequence[str]) -> int:
    return sum(head in heads for head in numbered("player", _SEATS[-1]))


def _parse_start(row: Row) -> dict[str, Any]:
    """What a sheet begins with: all its fields but the entries.

    Raises:
        GinscoreError: `sheet-newer`, `sheet-corrupt`.
    """
    variant = _parse_variant(row)
    try:
        created = cells.parse_time(row.cells.get("at", ""))
    except GinscoreError as error:
        raise error.at(row.place("at")) from None
    players = tuple(cells.parse_text(row.cells.get(head, "")) or "" for head in row.players)
    dealer = cells.parse_text(row.cells.get("dealer", "")) or ""
    beginning = check_beginning(players, dealer, variant)
    refuse_all([corrupt(one, row.place("player1")) for one in beginning])
    return {
        "title": cells.parse_text(row.cells.get("note", "")),
        "created": created,
        "players": players,
        "dealer": dealer,
        "variant": variant,
    }


def _parse_variant(row: Row) -> Variant:
    """The rules of the start row."""
    try:
        variant = cells.parse_start(row.cells.get("rules", ""))
    except GinscoreError as error:
        # A newer version's sheet is not corrupt.
        if error.code != "sheet-newer":
            refuse_all([corrupt(one, row.place("rules")) for one in error.faults])
        raise
    refuse_clashes(variant, row.place("rules"))
    return variant


def _check_kinds(heads: Sequence[str], read: Iterable[tuple[Entry, Row]]) -> None:
    """See that a row of points could tell its kind, which no score gives back.

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
