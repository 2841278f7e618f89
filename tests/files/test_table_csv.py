"""The one writer of CSV and its reader: every text comes back, no cell is a formula."""

import csv
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ginscore.files.table_csv import (
    PLAIN,
    Cell,
    Dialect,
    escape_cell,
    excel_dialect,
    format_rows,
    format_table,
    parse_rows,
    unescape_cell,
)

HEADS = ("entry", "event")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
starts = st.sampled_from(["=", "+", "-", "@", "\t", "\r", "'", "''", " ", ""])
tricky = st.builds(str.__add__, starts, texts)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ann", "Ann"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("'=1", "''=1"),
        ("'", "''"),
        ("", ""),
        ("a=b", "a=b"),
    ],
)
def test_a_formula_becomes_a_text(text: str, cell: str) -> None:
    assert escape_cell(text) == cell
    assert unescape_cell(cell) == text


@given(tricky)
def test_every_cell_comes_back_and_none_is_a_formula(text: str) -> None:
    cell = escape_cell(text)
    assert unescape_cell(cell) == text
    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r") or not cell


DIALECTS = st.sampled_from([PLAIN, excel_dialect("en"), excel_dialect("fr")])


@given(st.lists(st.lists(tricky, min_size=2, max_size=4), max_size=5), DIALECTS)
@example([["a\r\nb", "c\rd", 'e"f;g,h\ti']], excel_dialect("fr"))
def test_every_table_comes_back(rows: list[list[str]], dialect: Dialect) -> None:
    text = format_rows([HEADS, *rows], dialect)
    assert [row for row in parse_rows(text, HEADS) if row] == [list(HEADS), *rows]


def test_a_table_as_a_spreadsheet_and_a_script_take_it() -> None:
    table = format_table(["hand", "=winner"], [[1, "Ann"], [2, None], [-3, "-3"], [4, 'a "b"\n']])
    assert table == 'hand,\'=winner\r\n1,Ann\r\n2,\r\n-3,\'-3\r\n4,"a ""b""\n"\r\n'
    assert list(csv.reader(StringIO(table)))[3] == ["-3", "'-3"]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (PLAIN, "a,b,c,d\r\n-12.50,c;d,2026-01-05T20:15:07+01:00,'-1.5\r\n"),
        (excel_dialect("en"), "\ufeffa,b,c,d\r\n-12.50,c;d,2026-01-05 20:15:07,'-1.5\r\n"),
        (excel_dialect("fr"), '\ufeffa;b;c;d\r\n-12,50;"c;d";2026-01-05 20:15:07;\'-1.5\r\n'),
    ],
    ids=["plain", "English Excel", "French Excel"],
)
def test_numbers_moments_and_texts_in_every_dialect(dialect: Dialect, text: str) -> None:
    moment = datetime(2026, 1, 5, 20, 15, 7, 99, tzinfo=timezone(timedelta(hours=1)))
    row: list[Cell] = [Decimal("-12.50"), "c;d", moment.replace(microsecond=0), "-1.5"]
    assert format_table(["a", "b", "c", "d"], [row], dialect) == text


@pytest.mark.parametrize(
    "text",
    [
        "entry,event\n1,a;b\n",
        "entry;event\r\n1;a;b\r\n".replace("a;b", '"a;b"'),
        "\ufeffentry\tevent\r1\ta;b\r",
        'sep=;\r\nentry;event\r\n1;"a;b"\r\n',
        '"entry","event"\n"1","a;b"',
        "Event , ENTRY\na;b,1\n",
    ],
)
def test_what_spreadsheets_save_is_read(text: str) -> None:
    rows = list(parse_rows(text, HEADS))
    assert sorted(rows[1]) == ["1", "a;b"]


def test_a_long_note_is_read() -> None:
    text = format_rows([HEADS, ["1", "x" * 200_000]])
    assert len(list(parse_rows(text, HEADS))[1][1]) == 200_000
