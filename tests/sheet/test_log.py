"""What acts in a log, in what order, under which rules; what is wrong in one that was read."""

from collections.abc import Callable
from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import names_when_written
from ginscore.sheet.record import entry_statuses
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import check_log, verify_sheet


def play(text: str, sheet: Sheet | None = None) -> Sheet:
    """A sheet of Ann and Bob after some changes, told in a word or two each.

    `a20` and `b20`: Ann or Bob goes out with 4 against that many; `a20<1`: before hand 1; `e1 b9`:
    hand 1 becomes that; `v1`, `u`, `r`; `gin=5` changes the gin bonus, `gin=5!` from now on.
    """
    sheet = sheet or Sheet.new("Ann", "Bob", variant="modern")
    for word in text.split(", "):
        sheet = _change(sheet, word)
    return sheet


def _change(sheet: Sheet, word: str) -> Sheet:
    if word in ("u", "r"):
        return sheet.undo() if word == "u" else sheet.redo()
    if word.startswith("gin="):
        change = {"gin_bonus": int(word[4:].strip("!"))}
        return sheet.change_rules(change, from_now=word.endswith("!"))
    if word.startswith("v"):
        return sheet.void(int(word[1:]))
    if word.startswith("n"):
        return sheet.rename("Ann", word[1:])
    if word.startswith("e"):
        number, hand = word[1:].split()
        return sheet.edit(int(number), *_texts(hand))
    hand, _, before = word.partition("<")
    return sheet.add(*_texts(hand), before=int(before) if before else None)


def _texts(hand: str) -> tuple[str, str, str]:
    """`a20` and `A20` (with gin) as the sheet takes them."""
    who = {"a": "0", "b": "1"}[hand[0].lower()]
    return ["", "Ann ", "Bob"][int(who) + 1].strip(), "04"[hand[0].islower()], hand[1:]


def points(sheet: Sheet) -> str:
    """Each hand's winner and points: `a16 b5`."""
    names = sheet.names
    return " ".join(
        f"{'ab'[names.index(hand.winner or '')]}{hand.points}" for hand in sheet.score().hands
    )


@pytest.mark.parametrize(
    ("changes", "hands", "statuses"),
    [
        ("a20, b30", "a16 b26", "counted counted"),
        ("a20, u", "", "undone acting"),
        ("a20, b30, u", "a16", "counted undone acting"),
        ("a20, b30, u, u", "", "undone undone acting acting"),
        ("a20, b30, u, u, r", "a16", "counted undone acting acting acting"),
        ("a20, b30, u, u, r, r", "a16 b26", "counted counted acting acting acting acting"),
        # A new entry ends redo.
        ("a20, u, b30", "b26", "undone acting counted"),
        ("a20, b30, u, u, a9, u, r", "a5", "undone undone acting acting counted acting acting"),
        # An edit keeps the place; undoing it restores what it replaced.
        ("a20, b30, e1 b9", "b5 b26", "replaced counted counted"),
        ("a20, e1 b9, u", "a16", "counted undone acting"),
        ("a20, e1 b9, e1 a8, u", "b5", "replaced counted undone acting"),
        ("a20, e1 b9, u, r", "b5", "replaced counted acting acting"),
        # A hand struck out has no number and scores nothing.
        ("a20, b30, v1", "b26", "struck counted acting"),
        ("a20, b30, v1, e1 a9", "a5", "struck replaced acting counted"),
        ("a20, b30, v1, u", "a16 b26", "counted counted undone acting"),
        ("a20, e1 b9, v1", "", "replaced struck acting"),
        # A forgotten hand goes in before another, and stays there.
        ("b30, a20<1", "a16 b26", "counted counted"),
        ("b30, a20<1, a9<2", "a16 a5 b26", "counted counted counted"),
        ("b30, a20<1, b9<1", "b5 a16 b26", "counted counted counted"),
        ("b30, a20<1, e2 b9", "a16 b5", "replaced counted counted"),
        ("b30, e1 b9, a20<1", "a16 b5", "replaced counted counted"),
        ("b30, a20<1, v2", "a16", "struck counted acting"),
        ("b30, a20<1, u", "b26", "counted undone acting"),
        # Rules hold for the whole sheet, or from where they were entered.
        ("A20, gin=5, A20", "a25 a25", "counted acting counted"),
        ("A20, gin=5!, A20", "a45 a25", "counted acting counted"),
        (
            "A20, gin=5!, A20, A10<1, A10<3",
            "a35 a45 a15 a25",
            "counted acting counted counted counted",
        ),
        ("A20, gin=5!, A20, e1 A10", "a35 a25", "replaced acting counted counted"),
        ("A20, gin=5!, gin=6, A20", "a26 a26", "counted acting acting counted"),
        ("gin=6, A20, gin=5!, A20", "a26 a25", "acting counted acting counted"),
        ("A20, gin=5!, u, A20", "a45 a45", "counted undone acting counted"),
        ("A20, gin=5!, A20, gin=7!, A20", "a45 a25 a27", "counted acting counted acting counted"),
        ("a20, nZoé", "a16", "counted acting"),
    ],
)
def test_what_acts(changes: str, hands: str, statuses: str) -> None:
    sheet = play(changes)
    assert points(sheet) == hands
    assert list(entry_statuses(sheet.record)) == statuses.split()
    assert not check_log(sheet)
    assert [one.entry for one in sheet.entries] == list(range(1, len(sheet.entries) + 1))


def test_an_edit_is_marked_until_it_is_undone() -> None:
    assert [hand.edited for hand in play("a20, b30, e1 b9").score().hands] == [True, False]
    assert [hand.edited for hand in play("a20, e1 b9, u").score().hands] == [False]


def test_undo_takes_back_a_rename_and_rules() -> None:
    assert play("nZoé").names == ("Zoé", "Bob")
    assert play("nZoé, u").names == ("Ann", "Bob")
    assert play("gin=5, u").rules.gin_bonus == 25
    assert play("gin=5, u, r").rules.gin_bonus == 5


def test_the_names_when_an_entry_was_written() -> None:
    written = names_when_written(play("a20, nZoé, b9, u, u, a5, u, r").entries, ("Ann", "Bob"))
    assert [names[0] for names in written] == [
        "Ann",
        "Ann",
        "Zoé",
        "Zoé",
        "Zoé",
        "Ann",
        "Ann",
        "Ann",
    ]
    brought_back = play("nZoé, u, r").entries
    assert [names[0] for names in names_when_written(brought_back, ("Ann",))] == [
        "Ann",
        "Zoé",
        "Ann",
    ]
    faulty = read(UNDO, {"event": "redo"}).entries
    assert list(names_when_written(faulty, ("Ann",))) == [("Ann",), ("Ann",)]


def test_nothing_written_changes() -> None:
    before = play("a20, b30")
    after = play("e1 b9, v2, u, u, gin=3", before)
    assert after.entries[:2] == before.entries
    assert points(before) == "a16 b26"


@pytest.mark.parametrize("change", ["u", "r"])
def test_nothing_to_undo_or_redo(change: str) -> None:
    with pytest.raises(GinscoreError, match="nothing-to"):
        play(change)
    with pytest.raises(GinscoreError, match="nothing-to"):
        play(f"a20, u, {change}" if change == "u" else "a20, u, b9, r")


def test_the_log_shows_everything() -> None:
    log = play("a20, e1 b9, u, b30, gin=5!").log()
    assert [(one.event, one.status, one.hand) for one in log.entries] == [
        ("hand", "counted", 1),
        ("hand", "undone", None),
        ("undo", "acting", None),
        ("hand", "counted", 2),
        ("rules", "acting", None),
    ]
    assert log.entries[2].replaces == 2
    assert log.entries[4].rules == {"gin_bonus": 5}
    assert '"status":"counted"' in log.model_dump_json()


# Logs that were read


def read(*entries: dict[str, Any], **fields: Any) -> Sheet:
    """A sheet of Ann and Bob with these entries, numbered unless they say otherwise."""
    start = Sheet.new("Ann", "Bob")
    numbered = [
        Entry.model_validate({"entry": number, "at": None, "event": "hand", **facts})
        for number, facts in enumerate(entries, start=1)
    ]
    return Sheet.model_validate({**dict(start), "entries": tuple(numbered), **fields})


A20 = {"went_out": "Ann", "holdings": ("4", "20")}
UNDO = {"event": "undo", "replaces": 1}


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([{**A20, "entry": 2}], (2, "sheet-corrupt", "entry 2 stands where 1 belongs")),
        ([UNDO], (1, "sheet-corrupt", "nothing to take")),
        ([{"event": "redo", "replaces": 1}], (1, "sheet-corrupt", "nothing to take")),
        ([A20, A20, UNDO], (3, "sheet-corrupt", "entry 2 is next")),
        ([A20, {**A20, "replaces": 3}], (2, "sheet-corrupt", "no hand standing at entry 3")),
        ([A20, {"event": "void", "replaces": 2}], (2, "sheet-corrupt", "no hand standing")),
        ([A20, {"event": "void"}], (2, "sheet-corrupt", "no hand standing")),
        ([A20, {**A20, "before": 7}], (2, "sheet-corrupt", "no hand standing at entry 7")),
        ([{"event": "rename", "names": ("Ann",)}], (1, "sheet-corrupt", "a rename holds 2 names")),
        ([{"event": "rename"}], (1, "sheet-corrupt", "a rename holds 2 names")),
        ([{"event": "rename", "names": ("Ann", "ann")}], (1, "duplicate-name", "“ann” and “Ann”")),
        ([{"event": "rules", "rules": {"gin": 1}}], (1, "unknown-rule", "gin")),
        ([{"event": "rules", "rules": {"gin_bonus": -1}}], (1, "bad-rule-value", "gin_bonus")),
        (
            [{"event": "rules", "rules": {"columns": 3}, "from_now": True}],
            (1, "bad-rule-value", "columns holds for the whole sheet"),
        ),
        ([{**A20, "went_out": "Cleo"}], (1, "unknown-player", "Cleo")),
        ([{**A20, "dealer": "Cleo"}], (1, "unknown-player", "Cleo")),
        ([{**A20, "holdings": ("11", "20")}], (1, "knock-over-limit", "11")),
        ([{**A20, "holdings": ("4", "XC")}], (1, "bad-card", "XC")),
        ([{**A20, "holdings": ("4", None)}], (1, "wrong-seat-count", "1")),
        ([{**A20, "holdings": (None, "4")}], (1, "wrong-seat-count", "1")),
        ([{**A20, "holdings": ("4", "5", "6")}], (1, "sheet-corrupt", "3 values for 2")),
        ([{**A20, "upcard": "ZZ"}], (1, "bad-card", "ZZ")),
        ([{**A20, "lay_offs": ("x",)}], (1, "bad-lay-off", "x")),
        ([{**A20, "lay_offs": (None, "")}], (1, "bad-lay-off", "2")),
        ([{**A20, "dead": True}], (1, "sheet-corrupt", "has only points")),
        ([{}], (1, "sheet-corrupt", "has only points")),
        ([{"points_only": (3, 4)}], (1, "bad-points", "2 players score")),
        ([{"points_only": (0, 0)}], (1, "bad-points", "2 players score")),
        ([{"points_only": (None, None)}], (1, "bad-points", "0 players score")),
        ([{"points_only": (3,)}], (1, "sheet-corrupt", "1 values for 2")),
    ],
)  # fmt: skip
def test_faults_of_a_log(entries: list[dict[str, Any]], fault: tuple[int, str, str]) -> None:
    sheet = read(*entries)
    found = check_log(sheet)
    assert [(one.entry, one.message.code) for one in found] == [fault[:2]]
    assert fault[2] in found[0].message.text
    with pytest.raises(GinscoreError) as caught:
        sheet.score()
    assert caught.value.code == fault[1]
    assert caught.value.where.startswith(f"entry {fault[0]}")
    assert [one.entry for one in verify_sheet(sheet).faults] == [fault[0]]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": ("Ann", "ann")}, "duplicate-name"),
        ({"players": ("Ann", "Bob", "Cleo")}, "wrong-seat-count"),
        ({"dealer": "Cleo"}, "unknown-player"),
    ],
)
def test_faults_of_a_start(fields: dict[str, Any], code: str) -> None:
    sheet = read(**fields)
    assert [(one.entry, one.message.code) for one in check_log(sheet)] == [(None, code)]
    with pytest.raises(GinscoreError, match=code):
        sheet.add("Ann", "4", "17")
    with pytest.raises(GinscoreError, match=code):
        sheet.edit(1, "Ann", "4", "17")


def test_all_faults_of_a_log_are_told_at_once() -> None:
    sheet = read({**A20, "holdings": ("4", "XC")}, {**A20, "went_out": "Cleo"}, A20)
    assert [one.entry for one in check_log(sheet)] == [1, 2]
    assert [(one.hand, one.entry) for one in verify_sheet(sheet).faults] == [(1, 1), (2, 2)]
    assert list(entry_statuses(sheet.record)) == ["counted"] * 3


# Two hands that the rules refuse, before and behind one that they do not.
SPOILED = ({**A20, "holdings": ("30", "20")}, A20, {**A20, "holdings": ("11", "20")})


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (lambda sheet: sheet.edit(1, "Ann", "3", "20"), [3]),
        (lambda sheet: sheet.edit(1, "Bob=30", upcard="7S", dealer="Bob", dead=True), None),
        (lambda sheet: sheet.edit(1, dead=True), [3]),
        (lambda sheet: sheet.edit(1, points=["Ann=12"]), [3]),
        (lambda sheet: sheet.void(3), [1]),
        (lambda sheet: sheet.void(1).void(2), []),
        (lambda sheet: sheet.undo(), [1]),
        (lambda sheet: sheet.change_rules({"target": 30}), None),
        # These leave as many faults as there were, or others.
        (lambda sheet: sheet.edit(1, "Ann", "29", "20"), None),
        (lambda sheet: sheet.edit(1, note="?"), None),
        (lambda sheet: sheet.edit(2, "Ann", "3", "20"), None),
        (lambda sheet: sheet.void(2), None),
        (lambda sheet: sheet.rename("Ann", "Anna"), None),
        (lambda sheet: sheet.void(3).redo(), None),
        (lambda sheet: sheet.add("Ann", "4", "17"), None),
        (lambda sheet: sheet.void(4), None),
    ],
)
def test_a_spoiled_sheet_is_mended_fault_by_fault(
    change: Callable[[Sheet], Sheet], left: list[int] | None
) -> None:
    """Numbers of hands are those of `verify`; None: the change is refused."""
    sheet = read(*SPOILED)
    if left is None:
        with pytest.raises(GinscoreError):
            change(sheet)
    else:
        mended = change(sheet)
        assert mended.record == Sheet(**dict(mended)).record
        assert [one.entry for one in mended.record.faults] == left


def test_a_change_that_mends_nothing_tells_every_fault() -> None:
    with pytest.raises(GinscoreError) as refused:
        read(*SPOILED).void(2)
    assert [one.where for one in refused.value.faults] == ["hand 1 Ann", "hand 3 Ann"]


def test_what_redo_would_bring_back_is_checked_too() -> None:
    bad = {**A20, "holdings": ("11", "20")}
    edited = {**A20, "replaces": 1, "holdings": ("4", "30")}
    undos = [{"event": "undo", "replaces": number} for number in (3, 2)]
    assert not check_log(read(A20, edited, {**A20, "before": 2}, *undos))
    found = check_log(read(A20, bad, {"event": "undo", "replaces": 2}))
    assert [(one.entry, one.message.code) for one in found] == [(2, "knock-over-limit")]
    # The fault is told at the entry's own number, though the entry before it never acts again.
    gone = (A20, {"event": "undo", "replaces": 1})
    found = check_log(read(*gone, A20, bad, {"event": "undo", "replaces": 4}))
    assert [(one.entry, one.message.code) for one in found] == [(4, "knock-over-limit")]
    # A new entry ends redo, and what cannot act again may be as it likes.
    assert not check_log(read(A20, bad, {"event": "undo", "replaces": 2}, A20))


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"dead": True}, "wrong-seat-count"),
        ({"dead": True, "pair": ("Ann", "Eve")}, "unknown-player"),
        ({"dead": True, "pair": ("Ann", "Cleo")}, "wrong-seat-count"),
        ({"points_only": (9, None, None, None)}, "wrong-seat-count"),
        ({"went_out": "Ann", "holdings": ("4", "9", "9", None)}, "wrong-seat-count"),
    ],
)
def test_faults_of_a_partnerships_log(facts: dict[str, Any], code: str) -> None:
    start = Sheet.new("Ann", "Bob", "Cleo", "Dan", variant="partnership")
    entry = Entry.model_validate({"entry": 1, "at": None, "event": "hand", **facts})
    found = check_log(start.with_entry(entry))
    assert [(one.entry, one.message.code) for one in found] == [(1, code)]


def test_a_partnerships_hand_is_mended_by_naming_both() -> None:
    start = Sheet.new("Ann", "Bob", "Cleo", "Dan", variant="partnership")
    facts = {"went_out": "Ann", "holdings": ("4", "9", "9", None)}
    entry = Entry.model_validate({"entry": 1, "at": None, "event": "hand", **facts})
    spoiled = start.with_entry(entry)
    with pytest.raises(GinscoreError, match="it is not known who played this one"):
        spoiled.edit(1, "Ann", "4", "17")
    mended = spoiled.edit(1, "Ann", "4", "Bob=17")
    assert mended.entries[1].holdings == ("4", "17", None, None)
    assert not mended.record.faults


def test_the_points_of_a_hand_read_with_zeros() -> None:
    """Losers of a hand known by its points may be blank or 0; a win for 0 stands alone."""
    sheet = read({"points_only": (0, 18)}, {"points_only": (None, 7)}, {"points_only": (0, None)})
    assert [(hand.winner, hand.points) for hand in sheet.score().hands] == [
        ("Bob", 18),
        ("Bob", 7),
        ("Ann", 0),
    ]


# A hand at the end is put to what was read before it


def test_a_record_is_the_same_however_it_was_read() -> None:
    sheet = Sheet.new("Ann", "Bob")
    sheet = sheet.add("Ann", "4", "17").add("Bob", "4", "18").undo().add("Bob", "4", "19")
    for _ in range(3):
        sheet = sheet.add("Ann", "4", "17").edit(1, "Bob", "4", "17").rename("Bob", "Bo")
        sheet = sheet.rename("Bo", "Bob").add(dead=True).add("Ann", "5", "9", before=2)
        afresh = Sheet(**dict(sheet))
        assert afresh.record == sheet.record


def test_what_was_read_is_not_taken_for_another_sheet() -> None:
    one = Sheet.new("Ann", "Bob").add("Ann", "4", "17")
    two = one.add("Bob", "4", "30")
    other = two.model_copy(update={"entries": (one.entries[0], two.entries[1], two.entries[1])})
    assert other.record == Sheet(**dict(other)).record
    assert other.record.faults
    later = two.model_copy(update={"dealer": "Bob"})
    assert later.tally.rows[0].dealer == 1
    three = later.add("Ann", "4", "17")
    assert three.record == Sheet(**dict(three)).record


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("players", [2]),
        ("hand_sizes", {"2": 10}),
        ("hand_sizes.2", 10),
        ("teams", False),
        ("rotation", "all"),
        ("scoring", "winner"),
        ("columns", 1),
        ("column_factors", [1, 1, 1]),
        ("match_games", 3),
    ],
)
def test_what_may_not_change_from_now_on(switch: str, value: object) -> None:
    sheet = Sheet.new("Ann", "Bob")
    with pytest.raises(GinscoreError, match="holds for the whole sheet") as refused:
        sheet.change_rules({switch: value}, from_now=True)
    assert (refused.value.code, refused.value.where) == ("bad-rule-value", "--rule")


def test_rules_on_both_sides_of_marks_are_those_of_their_time() -> None:
    """A change for the whole sheet reaches back over marks, but not what a later mark has set."""
    sheet = Sheet.new("Ann", "Bob").change_rules({"target": None}).add("Ann", "0", "20")
    for rules, from_now in (
        ({"gin_bonus": 10, "extra_boxes.gin": 1}, True),
        ({"undercut_bonus": 15, "extra_boxes": 0}, False),
        ({"gin_bonus": 30, "extra_boxes.undercut": 2}, True),
        ({"gin_bonus": 40}, False),
    ):
        sheet = sheet.change_rules(rules, from_now=from_now).add("Ann", "0", "20")
    found = [
        (hand.variant.gin_bonus, hand.variant.undercut_bonus, hand.variant.extra_boxes.undercut)
        for hand in sheet.record.log.hands
    ]
    assert found == [(40, 15, 0), (40, 15, 0), (40, 15, 0), (40, 15, 2), (40, 15, 2)]


def test_a_change_that_one_side_of_a_mark_refuses() -> None:
    sheet = Sheet.new("Ann", "Bob").change_rules({"target": None})
    sheet = sheet.change_rules({"box_timing": "at_once", "settlement": "totals"}, from_now=True)
    sheet = sheet.change_rules({"box_timing": "end"}, from_now=True)
    with pytest.raises(GinscoreError) as refused:
        sheet.change_rules({"settlement": "winner_formula"})
    assert {message.code for message in refused.value.faults} == {"bad-rule-value"}
