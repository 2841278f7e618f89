"""Verify a file: a sheet of ours, or a plain table kept by somebody else.

The plain table is a CSV file with the columns `hand`, `winner` and `points`, and one for each
player, headed by his name, with his running total.
"""

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ginscore.errors import N_, Message, fault
from ginscore.files.csv_columns import Row, derived_heads
from ginscore.files.sheet_csv import START, derive, parse_sheet_csv, read_rows
from ginscore.files.store import Form, parse_sheet, read_parsed, sheet_form
from ginscore.files.table_csv import parse_rows, unescape_cell
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import (
    TABLE_HEADS,
    SheetFault,
    Verdict,
    check_plain_table,
    verdict,
    verify_sheet,
)

_OUR_HEADS: Final = ("entry", "event")


def verify_file(path: str | os.PathLike[str]) -> Verdict:
    """Recompute what is in a file: a sheet's hands and derived cells, or a plain table's totals.

    Raises:
        GinscoreError: as `read_sheet`, if the file is neither.
    """
    form = sheet_form(path)
    return read_parsed(path, lambda content: verify_content(content, form))


def verify_content(content: bytes, form: Form) -> Verdict:
    """The same for the content of a file.

    Raises:
        GinscoreError: `sheet-corrupt`, `sheet-newer`, if it is neither.
    """
    return verify_sheet(parse_sheet(content, form)) if form == "json" else _verify_csv(content)


def _verify_csv(content: bytes) -> Verdict:
    table = parse_plain_table(content)
    if table is not None:
        return check_plain_table(table)
    sheet = parse_sheet_csv(content)
    heads, rows = read_rows(content)
    return verdict([*verify_sheet(sheet).faults, *check_derived(sheet, heads, rows)])


def parse_plain_table(content: bytes) -> list[dict[str, str]] | None:
    """The rows of a plain table that are not blank, cells by head; None if it is no such table.

    The three heads may be in any case, and cells cut by commas, semicolons or tabs. What they say
    is not judged here.
    """
    try:
        first, *lines = parse_rows(content.decode("utf-8-sig"), TABLE_HEADS)
    except (ValueError, csv.Error):
        return None
    heads = [_format_head(head) for head in first]
    if not set(TABLE_HEADS) <= set(heads) or set(_OUR_HEADS) <= set(heads):
        return None
    return [
        dict(zip(heads, [*map(_parse_cell, line), *[""] * len(heads)], strict=False))
        for line in lines
        if any(map(str.strip, line))
    ]


def _format_head(cell: str) -> str:
    head = _parse_cell(cell)
    return head.lower() if head.lower() in TABLE_HEADS else head


def _parse_cell(cell: str) -> str:
    return unescape_cell(cell.strip())


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
        if row.cells["event"] != START:
            number = int(row.cells["entry"])
            faults += [
                SheetFault(hand=hands.get(number), entry=number, message=message)
                for message in _check_row(row, wanted, heads, known[number - 1])
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
