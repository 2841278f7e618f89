"""Sheets as JSON: every sheet comes back, one entry a line, and a wrong file says where."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from sheet_values import sheets

from ginscore.errors import GinscoreError
from ginscore.files.sheet_json import format_sheet_json, parse_sheet_json
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

EVENING = Sheet.new("Ann", "Bob", at=datetime(2026, 7, 1, 20, tzinfo=UTC)).add("Ann", "4", "17")


@given(sheets())
def test_every_sheet_comes_back(sheet: Sheet) -> None:
    text = format_sheet_json(sheet)
    assert parse_sheet_json(text.encode()) == sheet
    assert format_sheet_json(parse_sheet_json(text.encode())) == text


def test_the_keys_stand_in_their_order_with_one_entry_a_line() -> None:
    text = format_sheet_json(EVENING.add("Bob", "0", "9").undo())
    heads = ["format", "version", "title", "created", "players", "dealer", "variant", "entries"]
    assert list(json.loads(text)) == heads
    lines = text.split("\n")
    assert lines[0] == '{"format":"ginscore-sheet","version":1,'
    entries = lines[lines.index('"entries":[') + 1 : -2]
    assert [json.loads(one.rstrip(","))["entry"] for one in entries] == [1, 2, 3]
    assert all(list(json.loads(one.rstrip(","))) == list(Entry.model_fields) for one in entries)


def test_a_sheet_read_from_a_file_can_go_on() -> None:
    again = parse_sheet_json(format_sheet_json(EVENING).encode())
    assert again.add("Bob", "0", "9").score().hands[-1].totals == {"Ann": 13, "Bob": 34}


def test_a_text_that_no_file_can_hold_is_not_written() -> None:
    odd = Entry(entry=1, at=None, event="hand", dead=True, note="\udcff")
    with pytest.raises(GinscoreError) as refused:
        format_sheet_json(EVENING.model_copy(update={"entries": (odd,)}))
    assert refused.value.code == "file-not-written"


@pytest.mark.parametrize(
    "content",
    [
        '{"format":"ginscore-sheet","version":2}',
        '{"format": "ginscore-sheet", "version": 99, "hands": [{"torn',
        '\ufeff{\n "version": 2,\n "format": "ginscore-sheet", "entries": 7}',
        format_sheet_json(EVENING).replace('"version":1', '"version":2'),
    ],
)
def test_a_newer_sheet_is_newer_whatever_else_it_holds(content: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_json(content.encode())
    assert refused.value.code == "sheet-newer"


@pytest.mark.parametrize(
    ("found", "written", "where", "says"),
    [
        ('"entry":1,', '"entry":"1",', "line 8, entry 1, entry", 'found "1"'),
        ('"at":null', '"at":"2026-07-01T20:15:00"', "line 8, entry 1, at", "timezone"),
        ('"event":"hand"', '"event":"deal"', "line 8, entry 1, event", 'found "deal"'),
        ('"dead":false', '"dead":0', "line 8, entry 1, dead", "found 0"),
        ('"dead":false', '"dead":false,"cheat":1', "line 8, entry 1, cheat", "no such key"),
        ('"dealer":"Ann",\n', "", "dealer", "missing"),
        ('"title":null', '"title":7', "line 2, title", "found 7"),
        ('"gin_bonus":25', '"gin_bonus":-5', "line 6, variant.gin_bonus", "found -5"),
        ('"gin_bonus":25', '"gin_bonus":25.0', "line 6, variant.gin_bonus", "found 25.0"),
        ('"columns":1', '"columns":3,"target":null', "variant", ""),
        ('"version":1', '"version":0', "version", "found 0"),
        ('"entry":1,', '"entry":2,', "line 8, entry 1, entry", "entry 2 stands where 1 belongs"),
        ('"went_out":"Ann"', '"went_out":"Cy"', "line 8, entry 1, went_out", "Cy"),
        ('"went_out":"Ann"', '"went_out":null', "line 8, entry 1, went_out", "who went out"),
        ('"dealer":null', '"dealer":""', "line 8, entry 1, dealer", "nobody"),
        ('["4","17"]', '["4","7S 8X"]', "line 8, entry 1, holdings.1", "8X"),
        ('["4","17"]', '["4"," 17"]', "line 8, entry 1, holdings.1", "blanks"),
        ('["4","17"]', '["4"]', "line 8, entry 1, holdings", "1 values for 2 players"),
        ('"upcard":null', '"upcard":"5E"', "line 8, entry 1, upcard", "5E"),
        ('"lay_offs":null', '"lay_offs":["7C"]', "line 8, entry 1, lay_offs", "7C"),
        ('"lay_offs":null', '"lay_offs":[]', "line 8, entry 1, lay_offs", "one text a defender"),
        ('"dealer":"Ann"', '"dealer":"Cy"', "players", "Cy"),
        ('"players":["Ann","Bob"]', '"players":["Ann","Bob","Cy"]', "players", "players: 3"),
        ('"dead":false', '"dead":true', "line 8, entry 1, holdings", "is dead"),
        ('"kind":null', '"kind":"gin"', "line 8, entry 1, kind", "does not belong"),
        ('"pair":null', '"pair":["Ann","Cy"]', "line 8, entry 1, pair", "Cy"),
        ('"replaces":null', '"replaces":1', "line 8, entry 1, replaces", "before this one"),
        ('"before":null', '"before":-1', "line 8, entry 1, before", "before this one"),
        ('"points_only":null', '"points_only":[-1,0]', "line 8, entry 1, holdings", "only points"),
        ('"players":["Ann","Bob"]', '"players":["Ann","Bob "]', "players", "blanks"),
        ('"players":["Ann","Bob"]', '"players":["Ann","B\\u0007b"]', "players", "control"),
        ('"players":["Ann"', '"players":["Ann"]', "line 4, column 24", "no JSON"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(
    found: str, written: str, where: str, says: str
) -> None:
    at = datetime(2026, 7, 1, 20, tzinfo=UTC)
    good = format_sheet_json(Sheet.new("Ann", "Bob", at=at).add("Ann", "4", "17", now=None))
    wrong = good.replace(found, written, 1)
    assert wrong != good
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_json(wrong.encode())
    first = refused.value.faults[0]
    assert (first.code, first.where) == ("sheet-corrupt", where)
    assert says in first.text


def test_a_file_of_another_format_is_not_a_sheet() -> None:
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_json(format_sheet_json(EVENING).replace("ginscore-sheet", "scores", 1).encode())
    assert refused.value.faults[0].code == "not-a-sheet"


def test_a_file_that_is_wrong_everywhere_tells_ten_faults() -> None:
    entries = ",".join(["{}"] * 50)
    content = format_sheet_json(EVENING).split('"entries"')[0] + f'"entries":[{entries}]}}'
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_json(content.encode())
    assert len(refused.value.faults) == 10
