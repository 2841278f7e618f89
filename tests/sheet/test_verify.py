"""Verifying a sheet of ours."""

import json

import pytest

from ginscore.errors import GinscoreError
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import Verdict, check_sheet, verify_sheet, warn_unusual


def test_a_sheet_of_ours_verifies() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "4", "17").add(dead=True).undo()
    assert verify_sheet(sheet) == Verdict(ok=True, faults=())
    assert verify_sheet(sheet).model_dump_json() == (
        '{"ok":true,"faults":[],"warnings":[],"unused":[]}'
    )


def test_numbers_that_cannot_be_are_warned_of() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="tournament").add("Ann", "4", "98")
    assert not verify_sheet(sheet).warnings
    sheet = sheet.add("Ann", "4", "99").add("Bob", "4", "99").add(points=["Bob=3"], kind="gin")
    assert [message.text.partition(":")[0] for message in verify_sheet(sheet).warnings] == (
        ["hand 2", "hand 3", "hand 4"]
    )


def test_a_fault_has_its_hand_and_entry() -> None:
    good = Sheet.new("Ann", "Bob").add(dead=True).add("Ann", "4", "17")
    bad = good.entries[1].model_copy(update={"holdings": ("14", "17")})
    found = verify_sheet(Sheet.model_validate({**dict(good), "entries": (good.entries[0], bad)}))
    assert not found.ok
    (fault,) = json.loads(found.model_dump_json())["faults"]
    assert (fault["hand"], fault["entry"]) == (2, 2)
    assert "14" in fault["message"]


def test_a_faulty_sheet_is_refused_with_every_fault_at_its_entry() -> None:
    good = Sheet.new("Ann", "Bob").add(dead=True).add("Ann", "4", "17")
    check_sheet(good)
    wrong = good.entries[1].model_copy(update={"holdings": ("14", "1X")})
    bad = good.model_copy(update={"entries": (good.entries[0], wrong)})
    with pytest.raises(GinscoreError) as refused:
        check_sheet(bad)
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [
        ("does-not-verify", "entry 2")
    ]
    assert "--anyway" in refused.value.faults[-1].hint
    # A sheet with faults has no numbers to wonder at.
    assert [*warn_unusual(bad)] == []


def test_numbers_that_cannot_be_are_told_at_each_of_their_hands() -> None:
    told = [{"went_out": "Ann", "holdings": ("3", "99")}] * 2
    cards = {"went_out": "Ann", "holdings": ("7S 7H 7D 4C 5C 6C JH QH KH 3D", "9")}
    played = [*told, cards | {"holdings": (cards["holdings"][0], "9S 9H 9D 2H 3H 4H 7C 3C QS 5D")}]
    sheet = Sheet.new("Ann", "Bob", variant="modern")
    pattern = sheet.add("Ann", "3", "9").entries[0]
    entries = [
        pattern.model_copy(update={"entry": number, **facts})
        for number, facts in enumerate(played, 1)
    ]
    whole = sheet.model_copy(update={"entries": tuple(entries)})
    assert [message.fields["hand"] for message in warn_unusual(whole)] == [1, 2]
