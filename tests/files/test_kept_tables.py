"""Tables that others keep: who plays, what does not add up, the sheets that are made of them."""

import tomllib
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginscore.errors import GinscoreError
from ginscore.files.store import read_sheet
from ginscore.files.table_csv import PLAIN, Dialect, excel_dialect, format_table, tidy_table
from ginscore.files.verification import parse_table, verify_content
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import Verdict, sheet_of_table

TABLES = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "kept_tables.toml").read_text(encoding="utf-8")
)["table"]
NOW = datetime(2026, 1, 7, 20, 0, tzinfo=UTC)


def as_bytes(text: str) -> bytes:
    return text.lstrip("\n").encode()


def told(verdict: Verdict) -> list[str]:
    """Every fault of a table: `HAND: PLACE: WHAT`."""
    return [f"{one.hand}: {one.where}: {one.message.text}" for one in verdict.faults]


@pytest.mark.parametrize("kept", TABLES, ids=lambda kept: kept["name"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_a_table_as_people_keep_it(kept: dict[str, Any], begin: str) -> None:
    content = as_bytes(begin + kept["text"].lstrip("\n"))
    verdict = verify_content(content, "csv")
    assert told(verdict) == kept.get("faults", [])
    assert verdict.ok == (not kept.get("faults"))
    assert [message.text for message in verdict.unused] == kept.get("unused", [])
    assert parse_table(content).players == tuple(kept["players"])


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Hand;Gewinner;Punkte;Ann\n1;Ann;3;3\n", "not-a-sheet", "missing: winner, points; found"),
        ("hand,points,Ann\n1,3,3\n", "not-a-sheet", "missing: winner; found: hand, points, Ann"),
        ('winner,points,"Ann\n', "not-a-sheet", "no CSV in UTF-8"),
        ("", "sheet-corrupt", "the file is empty"),
        (
            "winner,points,Ann,Bob,round no,minutes\nAnn,3,3,0,1,15\nAnn,5,8,0,2,17\n",
            "does-not-verify",
            "the totals of who never wins: Bob, round no, minutes",
        ),
    ],
)
def test_what_is_no_table(text: str, code: str, said: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        verify_content(text.encode(), "csv")
    assert refused.value.code == code
    assert said in str(refused.value)
    if code == "not-a-sheet":
        assert "winner and points" in refused.value.hint


def test_a_file_in_another_encoding_is_no_table() -> None:
    with pytest.raises(GinscoreError, match="not-a-sheet"):
        verify_content("winner;points;Zoé\n".encode("cp1252"), "csv")


hands = st.lists(st.tuples(st.sampled_from(["Ann", "Bob", ""]), st.integers(0, 60)), min_size=1)


@given(hands, st.data())
def test_one_wrong_total_is_one_fault(won: list[tuple[str, int]], data: st.DataObject) -> None:
    totals = {"Ann": 0, "Bob": 0}
    rows: list[list[Any]] = []
    for number, (winner, points) in enumerate(won, start=1):
        if winner:
            totals[winner] += points
        rows.append([number, winner, points if winner else 0, *totals.values()])
    heads = ["hand", "winner", "points", "Ann", "Bob"]
    assert verify_content(format_table(heads, rows).encode(), "csv").ok
    seen = {winner for winner, _ in won}
    wrong = data.draw(st.integers(0, len(rows) - 1))
    rows[wrong][data.draw(st.integers(3, 4))] += data.draw(st.integers(1, 9))
    content = format_table(heads, rows).encode()
    if all(winner in seen for winner in totals):
        assert [fault.hand for fault in verify_content(content, "csv").faults] == [wrong + 1]
    else:
        # The totals of somebody who never wins must not fall to be taken for totals.
        with suppress(GinscoreError):
            assert [fault.hand for fault in verify_content(content, "csv").faults] == [wrong + 1]


# Our own table


FROZEN = sorted((Path(__file__).parents[1] / "data" / "sheets" / "frozen").glob("*.json"))
DIALECTS = {
    "plain": PLAIN,
    "English Excel": excel_dialect("en"),
    "French Excel": excel_dialect("fr"),
}


def own_table(sheet: Sheet, dialect: Dialect = PLAIN, last: int | None = None) -> str:
    """What `show -f csv` prints of a sheet."""
    heads, rows = tidy_table({"": sheet.score(last)})
    return format_table(heads, rows, dialect)


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
@pytest.mark.parametrize("file", FROZEN, ids=lambda file: file.stem)
def test_our_own_table_of_every_rule_set_adds_up(file: Path, dialect: Dialect) -> None:
    sheet = read_sheet(file)
    for last in (None, 2):
        content = own_table(sheet, dialect, last).encode()
        verdict = verify_content(content, "csv")
        assert (told(verdict), verdict.unused) == ([], ())


def test_a_box_for_a_hand_without_points_is_the_winners() -> None:
    rules = override(load_preset("palace"), {"tie": "knocker"})
    sheet = Sheet.new("Ann", "Bob", variant=rules).add("Ann", "5", "5").add("Bob", "4", "4")
    assert sheet.score().hands[-1].totals == {"Ann": 10, "Bob": 10}
    assert told(verify_content(own_table(sheet).encode(), "csv")) == []


@pytest.mark.parametrize("file", FROZEN, ids=lambda file: file.stem)
def test_a_false_total_of_our_own_is_one_fault(file: Path) -> None:
    heads, rows = tidy_table({"": read_sheet(file).score()})
    cells = [list(row) for row in rows]
    last = max(at for at, head in enumerate(heads) if head.startswith("total"))
    for place, row in enumerate(cells):
        right = row[last]
        assert isinstance(right, int)
        row[last] = right + 3
        found = verify_content(format_table(heads, cells).encode(), "csv").faults
        row[last] = right
        assert [(one.hand, one.where) for one in found] == (
            [(row[0], f"row {place + 2}, column {heads[last]}")]
        )


def test_a_table_of_several_sheets_adds_up() -> None:
    sheets = {file.name: read_sheet(file).score() for file in FROZEN}
    heads, rows = tidy_table(sheets)
    assert heads[0] == "sheet"
    text = format_table(heads, rows)
    assert verify_content(text.encode(), "csv").ok
    with pytest.raises(GinscoreError, match="several sheets"):
        sheet_of_table(parse_table(text.encode()), load_preset("modern"), NOW)


# Sheets that are made of tables


def made(text: str, variant: str = "modern", *, anyway: bool = False, **rules: object) -> Sheet:
    variant_ = override(load_preset(variant), rules) if rules else load_preset(variant)
    return sheet_of_table(parse_table(as_bytes(text)), variant_, NOW, anyway=anyway)


def test_a_sheet_of_a_table() -> None:
    sheet = made(
        """
        hand;date;winner;points;kind;upcard;dealer;Ann;Bob;note
        1;2026-01-05;Ann;18;frappe;10♥;Bob;18;0;
        2;;;;;;;18;0;
        3;2026-01-06 20:15;Bob;31;GIN;7H;;18;31;late
        4;;Ann;0;foo;;;18;31;
        """.replace("        ", "")
    )
    assert (sheet.names, sheet.dealer, sheet.created) == (("Ann", "Bob"), "Bob", NOW)
    told_ = [
        (e.points_only, e.dead, e.kind, e.upcard, e.dealer, e.note, e.at and e.at.day)
        for e in sheet.entries
    ]
    assert told_ == [
        ((18, None), False, "knock", "TH", "Bob", None, 5),
        (None, True, None, None, None, None, None),
        ((None, 31), False, "gin", "7H", None, "late", 6),
        ((0, None), False, None, None, None, None, None),
    ]
    # A hand that was won for nothing has its box.
    assert sheet.score().games[0].boxes == {"Ann": 2, "Bob": 1}
    assert sheet.score().hands[-1].totals == {"Ann": 18, "Bob": 31}


WRONG = """
winner,points,Ann,Bob,note
Ann,18,18,0,
Bob,27,18,29,late
"""


def test_what_a_wrong_table_claimed_is_in_the_notes() -> None:
    with pytest.raises(GinscoreError, match="0 \\+ 27 = 27, not 29") as refused:
        made(WRONG)
    assert (refused.value.exit_status, refused.value.where) == (1, "row 3, column Bob")
    assert "--anyway" in refused.value.hint
    sheet = made(WRONG, anyway=True)
    assert [entry.note for entry in sheet.entries] == ([None, "late; Bob: 0 + 27 = 27, not 29"])
    assert sheet.score().hands[-1].totals == {"Ann": 18, "Bob": 27}


TEAMS = own_table(read_sheet(next(file for file in FROZEN if "partnership" in file.name)))
PENALTIES = own_table(
    Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal").add("Ann", "6", "20", "9")
)


@pytest.mark.parametrize(
    ("text", "variant", "code", "said"),
    [
        ("winner,points,Ann,Bob\nAnn,60,60,0\nAnn,50,110,0\nBob,1,110,1\n", "modern",
         "game-over", "the match is over before this hand"),
        ("winner,points\nAnn,60\nBob,50\nCy,1\n", "modern", "wrong-seat-count", "players: 3"),
        ("winner,points\nAnn,60\nBob,5\n", "partnership", "usage", "can only be verified"),
        ("winner,points\nAnn,60\nBob,5\n", "rummy-royal", "usage", "they are won"),
        (PENALTIES, "modern", "usage", "points are penalties"),
        (TEAMS, "modern", "usage", "can only be verified"),
        ("winner,points,A,B\nA,60,60,0\nA,,60,0\n", "modern", "does-not-verify", "blank"),
    ],
)  # fmt: skip
def test_a_table_of_which_no_sheet_can_be_made(
    text: str, variant: str, code: str, said: str
) -> None:
    # Not even anyway: such rows tell no hand.
    with pytest.raises(GinscoreError) as refused:
        made(text, variant, anyway=True)
    assert refused.value.code == code
    assert said in str(refused.value)


def test_a_hand_that_the_rules_refuse_is_told_at_its_row() -> None:
    with pytest.raises(GinscoreError) as refused:
        made("winner,points,Ann,Bob\nAnn,20,20,0\n,,20,0\n", stock_end="reshuffle")
    (fault,) = refused.value.faults
    assert (fault.code, fault.where) == ("dead-hand-impossible", "row 3")


def test_a_table_that_runs_past_the_end_has_its_way_out() -> None:
    text = "winner,points,Ann,Bob\nAnn,60,60,0\nAnn,50,110,0\nBob,1,110,1\n"
    with pytest.raises(GinscoreError) as refused:
        made(text)
    assert (refused.value.where, "--rule target=null" in refused.value.hint) == ("row 4", True)
    assert len(made(text, target=None).record.hands) == 3


def test_penalties_come_in_from_the_scores() -> None:
    sheet = made(PENALTIES, "rummy-royal")
    assert sheet.entries[0].points_only == (0, 14, 3)
    assert sheet.score().hands[0].winner == "Ann"


@pytest.mark.parametrize("file", FROZEN, ids=lambda file: file.stem)
def test_the_table_of_a_sheet_becomes_a_sheet_with_the_same_totals(file: Path) -> None:
    sheet = read_sheet(file)
    score, rules = sheet.score(), sheet.rules
    if rules.teams or any(hand.status != "counted" for hand in score.hands):
        return
    again = sheet_of_table(parse_table(own_table(sheet).encode()), rules, NOW)
    assert again.names == sheet.names
    for before, after in zip(score.hands, again.score().hands, strict=True):
        assert (before.points, before.winner, before.dealer) == (
            (after.points, after.winner, after.dealer)
        )
