"""Sheets of three or more at the table, two playing: whose turn it is, and what is refused."""

from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet

NAMES = ("Ann", "Bob", "Cy", "Dee")


def sheet_of(preset: str, seats: int = 3, **rules: Any) -> Sheet:
    return Sheet.new(*NAMES[:seats], variant=override(load_preset(preset), rules))


def due(sheet: Sheet) -> tuple[str, ...]:
    return tuple(NAMES[seat] for seat in sheet.table().pair or ())


@pytest.mark.parametrize(
    ("preset", "hands", "expected"),
    [
        ("cutthroat", [], ("Ann", "Bob")),
        ("cutthroat", [("Ann", "4", "17")], ("Ann", "Cy")),
        ("cutthroat", [("Ann=4", "Bob=17"), ("Cy", "3", "20")], ("Bob", "Cy")),
        # The first named went out, whatever follows.
        ("cutthroat", [("Ann", "4", "Cy", "17")], ("Ann", "Bob")),
        ("captain", [("Ann", "4", "17")], ("Ann", "Cy")),
        ("captain", [("Bob", "4", "17")], ("Ann", "Bob")),
    ],
)
def test_who_plays_next(
    preset: str, hands: list[tuple[str, ...]], expected: tuple[str, ...]
) -> None:
    sheet = sheet_of(preset)
    for hand in hands:
        sheet = sheet.add(*hand)
    assert due(sheet) == expected
    assert {*expected, *sheet.table().idle} == {*NAMES[:3]}
    assert sheet.score().next_pair == expected


def test_the_hand_before_which_one_belongs_says_who_plays_it() -> None:
    sheet = sheet_of("cutthroat").add("Ann", "4", "17").add("Cy", "3", "20")
    assert sheet.table(2).pair == (0, 2)


@pytest.mark.parametrize(
    ("preset", "seat", "opponents"),
    [("cutthroat", 0, (1, 2)), ("captain", 0, (1, 2)), ("captain", 2, (0,))],
)
def test_who_may_play_against_whom(preset: str, seat: int, opponents: tuple[int, ...]) -> None:
    assert sheet_of(preset).table().opponents(seat) == opponents


@pytest.mark.parametrize(
    ("preset", "texts", "options", "code", "said"),
    [
        # Two of the crew never play each other.
        ("captain", ("Bob", "4", "Cy=17"), {}, "wrong-seat-count", "both of the crew"),
        # Who should be idle says whom he played.
        ("cutthroat", ("Cy", "4", "17"), {}, "wrong-seat-count", "between Ann and Bob"),
        ("cutthroat", (), {"points": ["Cy=20"]}, "wrong-seat-count", "between Ann and Bob"),
        ("cutthroat", ("Ann", "4", "17", "9"), {}, "wrong-seat-count", "2"),
        ("cutthroat", (), {"points": ["Ann=0"]}, "bad-points", "won for 0"),
    ],
)
def test_what_is_refused(
    preset: str, texts: tuple[str, ...], options: dict[str, Any], code: str, said: str
) -> None:
    with pytest.raises(GinscoreError) as refused:
        sheet_of(preset).add(*texts, **options)
    assert refused.value.code == code
    assert said in str(refused.value)


def test_who_is_idle_may_have_played_after_all() -> None:
    sheet = sheet_of("cutthroat").add(points=["Cy=20"], against="Ann")
    score = sheet.score()
    assert (score.hands[0].pair, score.next_pair) == (("Ann", "Cy"), ("Bob", "Cy"))


def test_a_table_that_is_dealt_other_sizes_plays_by_its_own() -> None:
    sizes = {"3": 10, "4": 7}
    sheet = sheet_of("captain", 4, players=[3, 4], hand_sizes=sizes)
    assert sheet.add("Ann", "7S 7H 7D 4C 5C 6C 3D", "9").score().hands[0].deadwood["Ann"] == 3
    with pytest.raises(GinscoreError, match="wrong-hand-size"):
        sheet.add("Ann", "7S 7H 7D 4C 5C 6C JH QH KH 3D", "9")


def test_a_faulty_sheet_has_a_table_all_the_same() -> None:
    good = sheet_of("captain").add("Ann", "4", "17")
    wrong = good.entries[0].model_copy(update={"went_out": "Bob", "holdings": (None, "4", "17")})
    sheet = good.model_copy(update={"entries": (wrong,)})
    (fault,) = sheet.record.faults
    assert (fault.entry, fault.message.code) == (1, "wrong-seat-count")
    assert due(sheet) == ()
    assert sheet.table().opponents(0) == (1, 2)
