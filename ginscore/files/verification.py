"""Read and verify a file from outside: a sheet of ours, or a table that somebody keeps."""

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ginscore.errors import N_, Message, fault, refuse
from ginscore.files.csv_columns import Row, derived_heads
from ginscore.files.lines import decode_text
from ginscore.files.sheet_csv import START, derive, is_sheet_csv, read_rows
from ginscore.files.store import Form, parse_sheet, read_parsed, sheet_form
from ginscore.files.table_csv import parse_rows, unescape_cell
from ginscore.sheet.entries import READABLE
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.tables import Table, known_heads, read_table
from ginscore.sheet.verify import SheetFault, Verdict, verdict, verify_sheet, verify_table


def verify_file(path: str | os.PathLike[str]) -> Verdict:
    """Recompute what is in a file: a sheet's hands and derived cells, or a table's totals.

    Raises:
        GinscoreError: as `read_sheet`; `not-a-sheet`, if the file is neither.
    """
    form = sheet_form(path)
    return read_parsed(path, lambda content: verify_content(content, form))


def verify_content(content: bytes, form: Form) -> Verdict:
    """The same for the content of a file.

    Raises:
        GinscoreError: `sheet-corrupt`, `sheet-newer`; `not-a-sheet`, if it is neither.
    """
    found = parse_any(content, form)
    if isinstance(found, Table):
        return verify_table(found)
    checked = verify_sheet(found)
    if form == "csv":
        # Its columns also tell what follows from the facts.
        faults = (*checked.faults, *check_derived(found, *read_rows(content)))
        return verdict(faults, checked.warnings)
    return checked


def read_any(path: str | os.PathLike[str]) -> Sheet | Table:
    """The sheet, or the table, in a file.

    Raises:
        GinscoreError: as `verify_file`.
    """
    form = sheet_form(path)
    return read_parsed(path, lambda content: parse_any(content, form))


def parse_any(content: bytes, form: Form) -> Sheet | Table:
    """The sheet, or the table, in the content of a file.

    Raises:
        GinscoreError: as `verify_content`.
    """
    if form == "csv" and not is_sheet_csv(content):
        return parse_table(content)
    return parse_sheet(content, form)


def parse_table(content: bytes) -> Table:
    """The table in the content of a CSV file: cut by commas, semicolons or tabs.

    Raises:
        GinscoreError: `not-a-sheet`; `does-not-verify`, if it is not clear who plays.
    """
    lines = _read_lines(content)
    heads = next(lines, (1, []))[1]
    # Spreadsheets add blank columns at the end.
    while heads and not heads[-1].strip():
        heads.pop()
    return read_table(heads, lines)


def _read_lines(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text with their numbers, each cell as it was before it was escaped."""
    try:
        text = decode_text(content, "not-a-sheet")
        for number, line in enumerate(parse_rows(text, known_heads()), 1):
            yield number, [unescape_cell(cell.strip()) for cell in line]
    except csv.Error as error:
        raise refuse(
            "not-a-sheet",
            N_("the text is no CSV in UTF-8: {reason}"),
            hint=READABLE,
            reason=str(error),
        ) from None


def check_derived(sheet: Sheet, heads: Sequence[str], rows: Iterable[Row]) -> list[SheetFault]:
    """Every derived cell of `rows` that differs from the score of `sheet`.

    A blank cell, or a column that is not among the `heads`, is as wrong as a false value. A sheet
    that is not in order has no score to compare with.
    """
    record = sheet.record
    if record.tally is None:
        return []
    known = list(derive(sheet))
    hands = {hand.entry.entry: number for number, hand in enumerate(record.log.hands, start=1)}
    wanted = derived_heads(len(sheet.players))
    faults = [
        SheetFault(hand=None, entry=None, message=_missing(head))
        for head in wanted
        if head not in heads
    ]
    for row in rows:
        # The first row is no entry.
        number = None if row.cells["event"] == START else int(row.cells["entry"])
        derived = {"status": "acting"} if number is None else known[number - 1]
        faults += [
            SheetFault(hand=number and hands.get(number), entry=number, message=message)
            for message in _check_row(row, wanted, heads, derived)
        ]
    return faults


def _missing(head: str) -> Message:
    return fault("does-not-verify", N_("the column {column} is missing"), column=head)


def _check_row(
    row: Row, wanted: Sequence[str], heads: Sequence[str], derived: Mapping[str, str]
) -> Iterator[Message]:
    for head in wanted:
        stated, found = row.cells.get(head, ""), derived.get(head, "")
        if head in heads and stated != found:
            yield _wrong(head, stated, found)


def _wrong(column: str, stated: str, found: str) -> Message:
    if not stated:
        template = N_("the column {column} is blank; recomputed it is {found}")
    elif found:
        template = N_("the column {column} says {stated}; recomputed it is {found}")
    else:
        template = N_("the column {column} says {stated}; recomputed it is blank")
    return fault("does-not-verify", template, column=column, stated=stated, found=found)
