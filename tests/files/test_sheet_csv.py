"""Sheets as CSV: the same sheet as in JSON, what spreadsheets make of it, and what is unclear."""

import csv
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheet_values import sheets

from ginscore.errors import GinscoreError
from ginscore.files.sheet_csv import format_sheet_csv, parse_sheet_csv
from ginscore.files.sheet_json import format_sheet_json, parse_sheet_json
from ginscore.files.store import write_sheet
from ginscore.files.table_csv import PLAIN, Dialect, excel_dialect
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

START = datetime(2026, 7, 1, 20, tzinfo=UTC)


def evening() -> Sheet:
    """A sheet with every event."""
    sheet = Sheet.new("Ann", "=Bob", variant="oklahoma", title="'Club'", at=START)
    sheet = sheet.add("Ann", "4", "17", upcard="5S", now=START + timedelta(minutes=5))
    sheet = sheet.add("=Bob", "7S 7H 7D 4C 5C 6C JH QH KH 3D", "30", note="-a, b; c")
    sheet = sheet.add(points=["Ann=18"], kind="gin").add(dead=True).undo().redo()
    return (
        sheet.edit(1, "Ann", "3", "17").void(2).rename("Ann", "+Zoé").change_rules({"target": 250})
    )


def table(sheet: Sheet) -> list[dict[str, str]]:
    """The rows of a sheet's CSV as another reader sees them."""
    return list(csv.DictReader(StringIO(format_sheet_csv(sheet), newline="")))


DIALECTS = (PLAIN, excel_dialect("en"), excel_dialect("fr"))


@given(sheets(), st.sampled_from(DIALECTS))
def test_a_sheet_is_the_same_in_both_forms(sheet: Sheet, dialect: Dialect) -> None:
    as_json = format_sheet_json(sheet)
    as_csv = format_sheet_csv(parse_sheet_json(as_json.encode()), dialect)
    again = parse_sheet_csv(as_csv.encode())
    assert again == sheet
    assert format_sheet_json(again) == as_json


@given(sheets())
def test_no_cell_is_a_formula(sheet: Sheet) -> None:
    for row in csv.reader(StringIO(format_sheet_csv(sheet), newline="")):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_the_heads_are_fixed() -> None:
    heads = format_sheet_csv(Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal")).split("\r\n")[0]
    assert heads == (
        "entry,event,at,status,replaces,before,went_out,player1,player2,player3,upcard,big_gin,"
        "dead,points_only,lay_offs,dealer,kind,winner,points,boxes,total1,total2,total3,note,rules"
    )


def test_the_start_row_holds_what_the_sheet_began_with() -> None:
    start = table(evening())[0]
    told = {head: cell for head, cell in start.items() if cell and head != "rules"}
    assert told == {
        "event": "start",
        "at": "2026-07-01T20:00:00+00:00",
        "status": "acting",
        "player1": "Ann",
        "player2": "'=Bob",
        "dealer": "Ann",
        "note": "''Club'",
    }
    rules = start["rules"].split("; ")
    assert rules[:3] == ["ginscore-sheet 1", "oklahoma", "players=[2]"]
    assert {"gin_bonus=25", "knock_limit=upcard", "tie_bonus=null", "teams=false"} <= set(rules)


def test_each_event_has_its_row() -> None:
    rows = {row["entry"]: row for row in table(evening())}
    assert [(row["event"], row["status"]) for row in list(rows.values())[1:]] == [
        ("hand", "replaced"),
        ("hand", "struck"),
        ("hand", "counted"),
        ("hand", "counted"),
        ("undo", "acting"),
        ("redo", "acting"),
        ("hand", "counted"),
        ("void", "acting"),
        ("rename", "acting"),
        ("rules", "acting"),
    ]
    points = {"points_only": "x", "player1": "18", "kind": "gin", "winner": "'+Zoé", "points": "18"}
    assert points.items() <= rows["3"].items()
    assert {"dead": "x", "kind": "dead", "winner": "", "points": "0"}.items() <= rows["4"].items()
    assert {"replaces": "1", "player1": "3", "went_out": "Ann"}.items() <= rows["7"].items()
    assert rows["8"]["replaces"] == "2"
    assert rows["9"]["player1"] == "'+Zoé"
    assert rows["10"]["rules"] == "target=250"


def test_a_row_that_does_not_count_has_only_its_status() -> None:
    struck = {row["entry"]: row for row in table(evening())}["2"]
    assert [struck[head] for head in ("kind", "winner", "points", "boxes", "total1")] == [""] * 5
    undone = table(Sheet.new("Ann", "Bob").add(points=["Ann=18"], kind="gin").undo())[1]
    assert (undone["status"], undone["kind"], undone["points"]) == ("undone", "gin", "")


def test_a_teams_total_stands_at_both_its_players() -> None:
    sheet = Sheet.new("A", "B", "C", "D", variant="partnership")
    rows = table(sheet.add("A", "4", "B=17").add("C", "2", "D=30"))
    totals = [rows[-1][f"total{seat}"] for seat in (1, 2, 3, 4)]
    assert totals == ["41", "0", "41", "0"]


def test_the_pair_of_a_dead_hand_stands_in_its_cells() -> None:
    sheet = Sheet.new("A", "B", "C", "D", variant="partnership")
    dead = Entry(entry=1, at=None, event="hand", dead=True, pair=("B", "C"))
    row = table(sheet.model_copy(update={"entries": (dead,)}))[1]
    assert [row[f"player{seat}"] for seat in (1, 2, 3, 4)] == ["", "B", "C", ""]


@pytest.mark.parametrize(
    ("lay_offs", "cell"),
    [
        (None, ""),
        (("7C:1 3C:2",), "7C:1 3C:2"),
        (("",), "none"),
        ((None, "7C:1"), "? | 7C:1"),
        (("", "7C:1", None), "none | 7C:1 | ?"),
    ],
)
def test_lay_offs_stand_between_bars(lay_offs: tuple[str | None, ...] | None, cell: str) -> None:
    hand = Entry(
        entry=1, at=None, event="hand", went_out="Ann", holdings=("4", "17"), lay_offs=lay_offs
    )
    sheet = Sheet.new("Ann", "Bob").model_copy(update={"entries": (hand,)})
    assert table(sheet)[1]["lay_offs"] == cell


UNSOUND: Final[list[dict[str, object]]] = [
    {"event": "hand", "dead": True, "holdings": ("4", "17"), "went_out": "Ann"},
    {"event": "hand", "points_only": (1, None), "holdings": ("4", "17")},
    {"event": "hand", "holdings": ("4",), "went_out": "Ann"},
    {"event": "hand", "holdings": ("4", "17")},
    {"event": "hand", "holdings": (None, None), "went_out": "Ann"},
    {"event": "hand", "went_out": "Ann"},
    {"event": "hand", "holdings": ("4", "17"), "went_out": "Ann", "kind": "knock"},
    {"event": "undo", "holdings": ("4", "17")},
    {"event": "hand", "points_only": (-1, 0)},
    {"event": "hand", "dead": True, "before": 1},
    {"event": "undo", "rules": {"gin_bonus": 20}},
    {"event": "rename"},
    {"event": "rules"},
    {"event": "rules", "rules": {"a b": 1}, "from_now": True, "names": ("A", "B")},
]


@pytest.mark.parametrize("name", ["a.csv", "a.json"])
@pytest.mark.parametrize("facts", UNSOUND)
def test_an_entry_that_makes_no_sense_is_not_written(
    tmp_path: Path, facts: dict[str, object], name: str
) -> None:
    entry = Entry.model_validate({"entry": 1, "at": None, **facts})
    sheet = Sheet.new("Ann", "Bob").model_copy(update={"entries": (entry,)})
    with pytest.raises(GinscoreError) as refused:
        write_sheet(tmp_path / name, sheet)
    assert {(fault.code, fault.where[:7]) for fault in refused.value.faults} == {
        ("sheet-corrupt", "entry 1")
    }
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", ["a;b", "20"])
def test_rules_that_no_cell_can_hold_are_not_written(value: str) -> None:
    facts = {"entry": 1, "at": None, "event": "rules", "rules": {"gin_bonus": value}}
    entry = Entry.model_validate(facts)
    sheet = Sheet.new("Ann", "Bob").model_copy(update={"entries": (entry,)})
    with pytest.raises(GinscoreError, match="sheet-corrupt"):
        format_sheet_csv(sheet)


# What people do in a spreadsheet

Table = list[list[str]]


def sort_columns(rows: Table) -> Table:
    order = sorted(range(len(rows[0])), key=lambda one: rows[0][one])
    return [[row[one] for one in order] for row in rows]


def sort_rows(rows: Table) -> Table:
    return [rows[0], *sorted(rows[1:], key=lambda row: row[rows[0].index("winner")])]


def drop_derived(rows: Table) -> Table:
    gone = ("status", "winner", "points", "boxes", "total1", "total2")
    kept = [index for index, head in enumerate(rows[0]) if head not in gone]
    return [[row[one] for one in kept] for row in rows]


def add_blanks(rows: Table) -> Table:
    return [*([*row, "", " "] for row in rows[:3]), [""] * 5, [], *rows[3:], [" "]]


def spoil_derived(rows: Table) -> Table:
    columns = [rows[0].index(head) for head in ("status", "winner", "points", "total1")]
    return [
        rows[0],
        *(
            ["wrong" if one in columns else cell for one, cell in enumerate(row)]
            for row in rows[1:]
        ),
    ]


def shout(rows: Table) -> Table:
    return [
        [f" {head.upper()} " for head in rows[0]],
        *([f" {one} " for one in row[:-2]] + row[-2:] for row in rows[1:]),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "work",
    [sort_columns, sort_rows, drop_derived, add_blanks, spoil_derived, shout],
    ids=lambda work: work.__name__,
)
def test_what_a_spreadsheet_has_saved_is_read(work: "object", delimiter: str) -> None:
    sheet = evening()
    rows = work(list(csv.reader(StringIO(format_sheet_csv(sheet), newline=""))))  # type: ignore[operator]
    for bom, ends, quoted in [("\ufeff", "\r\n", False), ("", "\n", True)]:
        saved = StringIO()
        csv.writer(
            saved,
            delimiter=delimiter,
            lineterminator=ends,
            quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
        ).writerows(rows)
        assert parse_sheet_csv((bom + saved.getvalue()).encode()) == sheet


# What is unclear

CLEAR = """\
entry,event,at,replaces,before,went_out,player1,player2,upcard,big_gin,dead,points_only,lay_offs,dealer,kind,note,rules
,start,,,,,Ann,Bob,,,,,,Ann,,,{start}
1,hand,2026-07-01T20:15:00+02:00,,,Ann,4,17,5S,,,,,,,,
2,hand,,,,,,,,,x,,,Bob,,,
3,rules,,,,,,,,,,,,,,,from-now; gin_bonus=20
4,hand,,,,,18,,,,,x,,,gin,,
5,rename,,,,,Ann,Zoe,,,,,,,,,
6,undo,,5,,,,,,,,,,,,,
"""


def clear() -> str:
    return CLEAR.replace("{start}", '"' + table(Sheet.new("Ann", "Bob"))[0]["rules"] + '"')


def test_the_clear_sheet_is_clear() -> None:
    sheet = parse_sheet_csv(clear().encode())
    assert [entry.event for entry in sheet.entries] == [
        *("hand", "hand", "rules", "hand", "rename", "undo")
    ]


@pytest.mark.parametrize(
    ("found", "written", "where", "says"),
    [
        ("1,hand,2026-07-01T20:15:00+02:00", "1,hand,01/07/2026", "row 3, column at", "01/07/2026"),
        ("20:15:00+02:00", "20:15:00", "row 3, column at", "a time like"),
        ("Ann,4,17,5S", "Ann,4,17,5X", "row 3, column upcard", "5X"),
        ("Ann,4,17,5S", "Ann,4,7S 8X,5S", "row 3, column player2", "8X"),
        ("Ann,4,17,5S", "Ann,4;17,,5S", "row 3, column player1", ""),
        ("Ann,4,17,5S", "Ann,,,5S", "row 3, column player1", "a hand has holdings"),
        ("Ann,4,17,5S", ",4,17,5S", "row 3, column went_out", "who went out"),
        ("Ann,4,17,5S", "Anne,4,17,5S", "row 3, column went_out", "Anne"),
        ("x,,,Bob", "yes,,,Bob", "row 4, column dead", "x, or blank"),
        ("x,,,Bob", "x,,,Rob", "row 4, column dealer", "Rob"),
        ("2,hand,,,,,,", "2,hand,,,,,Ann,", "row 4, column player1", ""),
        ("2,hand", "2,deal", "row 4, column event", "deal"),
        ("2,hand", "1,hand", "row 4, column entry", "entry 1 stands where 2 belongs"),
        ("2,hand", "2.0,hand", "row 4, column entry", "whole number"),
        ("2,hand", ",hand", "row 4, column entry", "the cell is blank"),
        ("2,hand", "2,", "row 4, column event", "the cell is blank"),
        ("\n2,hand,,,,,,,,,x,,,Bob,,,", "", "row 4, column entry", "3 stands where 2"),
        ("gin_bonus=20", "gin_bonus", "row 5, column rules", "gin_bonus=20"),
        ("18,,,", "18.5,,,", "row 6, column player1", "whole number"),
        ("18,,,,,x", "18,,,,x,x", "row 6, column player1", "is dead, or has only points"),
        (",gin,,", ",pat,,", "row 6, column kind", "pat"),
        ("Ann,Zoe", "Ann,", "row 7, column player1", ""),
        ("undo,,5,,,", "undo,,five,,,", "row 8, column replaces", "five"),
        ("undo,,5,,,,", "undo,,5,,,4,", "row 8, column player1", "other entries have none"),
        (
            "6,undo,,5,,,,,,,,,,,,,",
            "6,undo,,5,,,,,,,,,,,,,gin_bonus=1",
            "row 8, column rules",
            "does not belong",
        ),
        ("6,undo,,5,,,,,,,,,,,,,", "6,undo,,5,,,,,,,,,,,,,,,9", "row 8", "19 cells"),
        ("2,hand", "2,start", "column event", "2 rows"),
        (",start", "1,hand", "column event", "0 rows"),
        (",start,", ",start,yesterday", "row 2, column at", "yesterday"),
        ("ginscore-sheet 1", "scores", "row 2, column rules", "scores"),
        ("gin_bonus=25", "gin_bonus=x", "row 2, column rules", "gin_bonus"),
        ("gin_bonus=25; ", "", "row 2, column rules", "gin_bonus is missing"),
        ("teams=false", "teams=true", "row 2, column rules", ""),
        ("upcard,", "upcards,", "row 1, column upcard", "missing"),
        ("note,", "note,comment,", "row 1, column comment", "no such column"),
        ("note,", "note,note,", "row 1, column note", "twice"),
        ("player2,", "", "row 1, column player2", "missing"),
        ("kind,", "winner,", "row 6, column kind", "only points"),
        ("entry,event", "hand,winner", "row 1", "no sheet of ginscore"),
    ],
)
def test_what_is_unclear_is_refused_with_its_place(
    found: str, written: str, where: str, says: str
) -> None:
    wrong = clear().replace(found, written, 1)
    assert wrong != clear()
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_csv(wrong.encode())
    faults = [one for one in refused.value.faults if one.where == where]
    assert faults, refused.value.faults
    assert all(one.code == "sheet-corrupt" for one in refused.value.faults)
    assert says in faults[0].text


@pytest.mark.parametrize(
    ("found", "written"),
    [
        ("gin_bonus=25; ", "gin_banus=25; gin_bonus=25; "),
        ("6,undo,,5,,,,,,,,,,,,,", "6,rules,,,,,,,,,,,,,,,wild_twos=yes"),
    ],
)
def test_a_switch_that_is_not_known_is_a_later_programs(found: str, written: str) -> None:
    later = clear().replace(found, written, 1)
    assert later != clear()
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_csv(later.encode())
    assert [one.code for one in refused.value.faults] == ["sheet-newer"]


def test_a_switch_that_an_older_file_does_not_name_is_as_it_was() -> None:
    older = clear().replace("rotation=all; ", "", 1)
    assert older != clear()
    assert parse_sheet_csv(older.encode()) == parse_sheet_csv(clear().encode())


@pytest.mark.parametrize("dialect", DIALECTS, ids=["plain", "English", "French"])
def test_a_file_that_was_cut_anywhere_is_never_read_as_another_sheet(dialect: Dialect) -> None:
    """Whatever is left of it: the entries that are whole, or a refusal; no entry changes."""
    sheet = evening()
    written = format_sheet_csv(sheet, dialect).encode()
    read = 0
    for end in range(len(written)):
        with suppress(GinscoreError):
            cut = parse_sheet_csv(written[:end])
            read += 1
            assert cut.entries == sheet.entries[: len(cut.entries)]
    # At the end of a row and, where its last cell is blank, in the middle of the line end.
    assert read >= len(sheet.entries)


def test_every_unclear_cell_is_told_at_once() -> None:
    wrong = clear().replace("Ann,4,17", "Ann,4X,17X").replace("undo,,5", "undo,,V")
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_csv(wrong.encode())
    assert [one.where for one in refused.value.faults] == [
        "row 8, column replaces",
        "row 3, column player1",
        "row 3, column player2",
    ]


@pytest.mark.parametrize("start", ["ginscore-sheet 2", "ginscore-sheet 99; whatever"])
def test_a_newer_sheet_is_newer(start: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_csv(clear().replace("ginscore-sheet 1", start).encode())
    assert [one.code for one in refused.value.faults] == ["sheet-newer"]
