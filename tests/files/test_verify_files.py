"""Verify a sheet in a file: derived cells that lie, are blank or lost."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from ginscore.files.sheet_csv import format_sheet_csv
from ginscore.files.store import create_sheet
from ginscore.files.verification import verify_file
from ginscore.sheet.sheet import Sheet

SHEET = (
    Sheet.new("Ann", "Bob", variant="playgridia-100")
    .add("Ann", "4", "17")
    .add("Bob", "0", "30")
    .add(points=["Ann=18"], kind="gin")
    .undo()
)


def saved(path: Path, rows: list[list[str]], **form: str) -> Path:
    text = StringIO()
    csv.writer(text, **form).writerows(rows)  # type: ignore[arg-type]
    path.write_bytes(text.getvalue().encode())
    return path


def told(path: Path) -> list[tuple[int | None, int | None, str]]:
    """Every fault of a file: hand, entry, message."""
    return [(one.hand, one.entry, one.message.text) for one in verify_file(path).faults]


@pytest.mark.parametrize("name", ["gin.json", "gin.csv"])
def test_a_sheet_in_order_verifies(tmp_path: Path, name: str) -> None:
    create_sheet(tmp_path / name, SHEET)
    assert verify_file(tmp_path / name).ok


@pytest.mark.parametrize(
    ("row", "head", "cell", "fault"),
    [
        (2, "total1", "12", (1, 1, "the column total1 says 12; recomputed it is 13")),
        (2, "winner", "Bob", (1, 1, "the column winner says Bob; recomputed it is Ann")),
        (3, "points", "54", (2, 2, "the column points says 54; recomputed it is 55")),
        (3, "kind", "knock", (2, 2, "the column kind says knock; recomputed it is gin")),
        (3, "boxes", "2", (2, 2, "the column boxes says 2; recomputed it is 1")),
        (
            4,
            "status",
            "counted",
            (None, 3, "the column status says counted; recomputed it is undone"),
        ),
        (4, "total2", "55", (None, 3, "the column total2 says 55; recomputed it is blank")),
        (1, "status", "", (None, None, "the column status is blank; recomputed it is acting")),
        (1, "points", "1", (None, None, "the column points says 1; recomputed it is blank")),
    ],
)
def test_a_derived_cell_that_lies_is_told(
    tmp_path: Path, row: int, head: str, cell: str, fault: tuple[int | None, int | None, str]
) -> None:
    rows = list(csv.reader(StringIO(format_sheet_csv(SHEET), newline="")))
    rows[row][rows[0].index(head)] = cell
    assert told(saved(tmp_path / "gin.csv", rows)) == [fault]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("status", "counted"),
        ("kind", "knock"),
        ("winner", "Ann"),
        ("points", "13"),
        ("boxes", "1"),
        ("total1", "13"),
        ("total2", "0"),
    ],
)
def test_a_derived_cell_that_is_blank_or_lost_is_told(
    tmp_path: Path, head: str, found: str
) -> None:
    rows = list(csv.reader(StringIO(format_sheet_csv(SHEET), newline="")))
    column = rows[0].index(head)
    rows[2][column] = ""
    fault = f"the column {head} is blank; recomputed it is {found}"
    assert told(saved(tmp_path / "gin.csv", rows)) == [(1, 1, fault)]
    if head != "kind":
        lost = [row[:column] + row[column + 1 :] for row in rows]
        missing = (None, None, f"the column {head} is missing")
        assert told(saved(tmp_path / "gin.csv", lost)) == [missing]


def test_the_kind_of_a_row_of_points_is_a_fact(tmp_path: Path) -> None:
    rows = list(csv.reader(StringIO(format_sheet_csv(SHEET), newline="")))
    rows[4][rows[0].index("kind")] = ""
    assert verify_file(saved(tmp_path / "gin.csv", rows)).ok


def test_a_hand_that_the_rules_refuse_is_told_once(tmp_path: Path) -> None:
    rows = list(csv.reader(StringIO(format_sheet_csv(SHEET), newline="")))
    rows[2][rows[0].index("player1")] = "11"
    faults = told(saved(tmp_path / "gin.csv", rows))
    assert [(hand, entry) for hand, entry, _ in faults] == [(1, 1)]
    assert "11" in faults[0][2]
