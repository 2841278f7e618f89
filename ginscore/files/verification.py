"""Verify a file: a sheet of ours, or a plain table kept by somebody else.

The plain table is a CSV file with the columns `hand`, `winner` and `points`, and one for each
player, headed by his name, with his running total.
"""

import csv
import os
from typing import Final

from ginscore.files.csv_derived import check_derived
from ginscore.files.sheet_csv import parse_sheet_csv, read_rows
from ginscore.files.store import Form, parse_sheet, read_parsed, sheet_form
from ginscore.files.table_csv import parse_rows, unescape_cell
from ginscore.sheet.verify import (
    TABLE_HEADS,
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
    """The rows of a plain table that are not blank, cells by head; None if this is no such table.

    The three heads may be in any case; commas, semicolons and tabs are read. What the cells say is
    not judged here.
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
