"""Verifying: a sheet of ours, and a plain table that somebody else kept."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginscore.errors import GinscoreError
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import SheetFault, Verdict, check_plain_table, verify_sheet

HEADS = ("hand", "winner", "points", "Ann", "Bob")


def table(*lines: str, heads: tuple[str, ...] = HEADS) -> list[dict[str, str]]:
    """Rows from texts such as `1 Ann 12 12 0`; `-` is a blank cell."""
    return [
        dict(zip(heads, (cell.replace("-", "", cell == "-") for cell in line.split()), strict=True))
        for line in lines
    ]


def told(verdict: Verdict) -> list[tuple[int | None, str]]:
    return [(one.hand, one.message.text) for one in verdict.faults]


def test_a_sheet_of_ours_verifies() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "4", "17").add(dead=True).undo()
    assert verify_sheet(sheet) == Verdict(ok=True, faults=())
    assert verify_sheet(sheet).model_dump_json() == '{"ok":true,"faults":[]}'


def test_a_fault_has_its_hand_and_entry() -> None:
    good = Sheet.new("Ann", "Bob").add(dead=True).add("Ann", "4", "17")
    bad = good.entries[1].model_copy(update={"holdings": ("14", "17")})
    found = verify_sheet(Sheet.model_validate({**dict(good), "entries": (good.entries[0], bad)}))
    assert not found.ok
    (fault,) = json.loads(found.model_dump_json())["faults"]
    assert (fault["hand"], fault["entry"]) == (2, 2)
    assert "14" in fault["message"]


def test_a_good_table() -> None:
    found = check_plain_table(table("1 Ann 12 12 0", "2 bob 5 12 5", "3 - 0 12 5", "4 Ann 0 12 5"))
    assert found == Verdict(ok=True, faults=())


def test_heads_in_any_order() -> None:
    heads = ("Bob", "points", "hand", "Ann", "winner")
    assert check_plain_table(table("0 12 1 12 Ann", heads=heads)).ok


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["1 Ann 12 13 0"], [(1, "Ann: 0 + 12 = 12, not 13")]),
        (["1 Ann 12 12 12"], [(1, "Bob: 0 + 0 = 0, not 12")]),
        (["1 Ann 12 0 12"], [(1, "Ann: 0 + 12 = 12, not 0"), (1, "Bob: 0 + 0 = 0, not 12")]),
        # One mistake is told once: the next line goes on from what is written.
        (["1 Ann 12 13 0", "2 Ann 5 18 0"], [(1, "Ann: 0 + 12 = 12, not 13")]),
        (["1 Ann 12 12 0", "2 Ann 5 18 0"], [(2, "Ann: 12 + 5 = 17, not 18")]),
        (["1 - 12 12 0"], [(1, "12 points, and nobody has won them")]),
        (["2 Ann 12 12 0"], [(1, "hand 2 stands where 1 belongs")]),
        (["1 Cleo 0 0 0"], [(1, "the winner “Cleo” is nobody; the players are Ann, Bob")]),
        (["1 Ann -3 0 0"], [(1, "points: “-3” is no whole number from 0")]),
        (["1 Ann 2.5 0 0"], [(1, "points: “2.5” is no whole number from 0")]),
        (["1 Ann - 0 0"], [(1, "points: “” is no whole number from 0")]),
        (["x Ann 1 1 0"], [(1, "hand: “x” is no whole number from 0")]),
        # What cannot be read is not added to.
        (["1 Ann 1 x 0", "2 Ann 1 9 0"], [(1, "Ann: “x” is no whole number from 0")]),
    ],
)
def test_lines_that_do_not_add_up(lines: list[str], wanted: list[tuple[int, str]]) -> None:
    found = check_plain_table(table(*lines))
    assert told(found) == wanted
    assert {(one.entry, one.message.code) for one in found.faults} == {(None, "does-not-verify")}


@pytest.mark.parametrize(
    "rows",
    [[], table("1 2", heads=("hand", "points")), table("1 Ann 2 2", heads=HEADS[:4])],
)
def test_what_is_no_table(rows: list[dict[str, str]]) -> None:
    with pytest.raises(GinscoreError, match="sheet-corrupt"):
        check_plain_table(rows)


hands = st.lists(st.tuples(st.sampled_from(["Ann", "Bob", ""]), st.integers(0, 60)), max_size=9)


@given(hands.filter(bool), st.data())
def test_one_wrong_total_is_found(won: list[tuple[str, int]], data: st.DataObject) -> None:
    totals = {"Ann": 0, "Bob": 0}
    rows: list[dict[str, Any]] = []
    for number, (winner, points) in enumerate(won, start=1):
        scored = points if winner else 0
        if winner:
            totals[winner] += scored
        rows.append({"hand": number, "winner": winner, "points": scored, **totals})
    texts = [{head: str(cell) for head, cell in row.items()} for row in rows]
    assert check_plain_table(texts).ok
    wrong = data.draw(st.integers(0, len(rows) - 1))
    name = data.draw(st.sampled_from(["Ann", "Bob"]))
    texts[wrong][name] = str(rows[wrong][name] + 1)
    # Its own line does not add up, nor does the next one, which is right again.
    found = {one.hand for one in check_plain_table(texts).faults}
    assert found == {wrong + 1, min(wrong + 2, len(rows))}


def test_a_fault_is_a_value() -> None:
    found = check_plain_table(table("1 Ann 12 13 0"))
    assert found.faults[0] == SheetFault(hand=1, entry=None, message=found.faults[0].message)
