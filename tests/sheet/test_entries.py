"""Facts that make no sense: a log that holds one of them cannot be read from a file."""

from typing import Any

import pytest

from ginscore.rules.presets import load_preset
from ginscore.sheet.entries import Entry, check_beginning, check_facts

MODERN = load_preset("modern")
PLAYED = {"went_out": "Ann", "holdings": ("4", "17")}
CARDS = {"went_out": "Ann", "holdings": ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", "KS 6D ...")}


def faults(*logs: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Place, key and sentence of each fault in a log of Ann and Bob."""
    entries = [
        Entry.model_validate({"entry": number, "at": None, "event": "hand", **facts})
        for number, facts in enumerate(logs, start=1)
    ]
    found = check_facts(("Ann", "Bob"), MODERN, entries)
    return [(fault.place, fault.key, fault.message.text) for fault in found]


@pytest.mark.parametrize(
    "log",
    [
        [PLAYED],
        [{**PLAYED, "upcard": "7H", "dealer": "Bob", "big_gin": True}],
        [{**CARDS, "lay_offs": ("7C:1",)}, {**CARDS, "lay_offs": (None,)}],
        [{"dead": True}, {"points_only": (18, None), "kind": "gin"}],
        [PLAYED, {**PLAYED, "replaces": 1}, {**PLAYED, "before": 2}],
        [PLAYED, {"event": "undo", "replaces": 1}, {"event": "redo", "replaces": 1}],
        [{"event": "rename", "names": ("Ann", "Zoe")}, {**PLAYED, "dealer": "Zoe"}],
        [{"event": "rules", "rules": {"gin_bonus": 20}, "from_now": True}],
        # What the rules of the game refuse makes sense all the same.
        [{"went_out": "Bob", "holdings": ("99", "40")}, {"points_only": (3, 4)}],
    ],
)
def test_a_log_that_makes_sense(log: list[dict[str, Any]]) -> None:
    assert faults(*log) == []


@pytest.mark.parametrize(
    ("facts", "key", "says"),
    [
        ({**PLAYED, "entry": 3}, "entry", "entry 3 stands where 1 belongs"),
        ({**PLAYED, "went_out": "Cy"}, "went_out", "nobody here is called “Cy”"),
        ({**PLAYED, "dealer": "Cy"}, "dealer", "the players are Ann, Bob"),
        ({"dead": True, "pair": ("Ann", "Cy")}, "pair", "nobody here is called “Cy”"),
        ({**PLAYED, "replaces": 1}, "replaces", "the number of an entry before this one"),
        ({**PLAYED, "before": 0}, "before", "found 0"),
        ({}, "holdings", "a hand has holdings, is dead, or has only points"),
        ({**PLAYED, "dead": True}, "holdings", "a hand has holdings, is dead, or has only points"),
        ({"event": "void", "dead": True}, "holdings", "other entries have none"),
        ({"holdings": ("4", "17")}, "went_out", "who went out with what"),
        ({"went_out": "Ann", "holdings": (None, None)}, "went_out", "who went out with what"),
        ({"event": "rename"}, "names", "a rename has everybody's name"),
        ({"event": "rules"}, "rules", "a change of rules has rules"),
        ({"event": "rules", "rules": {}}, "rules", "a change of rules has rules"),
        ({"went_out": "Ann", "holdings": ("4",)}, "holdings", "1 values for 2 players"),
        ({"points_only": (1, 2, 3)}, "points_only", "3 values for 2 players"),
        ({**PLAYED, "lay_offs": ()}, "lay_offs", "one text a defender"),
        ({"points_only": (None, -1)}, "points_only.1", "found -1 points"),
        ({"points_only": (10**9, None)}, "points_only.0", "found 1000000000 points"),
        ({**PLAYED, "kind": "gin"}, "kind", "does not belong"),
        ({**PLAYED, "pair": ("Ann", "Bob")}, "pair", "does not belong"),
        ({**PLAYED, "names": ("Ann", "Bob")}, "names", "does not belong"),
        ({**PLAYED, "rules": {"gin_bonus": 20}}, "rules", "does not belong"),
        ({**PLAYED, "from_now": True}, "from_now", "does not belong"),
        ({"went_out": "Ann", "holdings": ("4", "XC")}, "holdings.1", "XC"),
        ({"went_out": "Ann", "holdings": (" 4", "17")}, "holdings.0", "has blanks round it"),
        ({**PLAYED, "upcard": "ZZ"}, "upcard", "ZZ"),
        ({**PLAYED, "upcard": "7H "}, "upcard", "has blanks round it"),
        ({**CARDS, "lay_offs": ("x",)}, "lay_offs", "“x” is not read as lay-offs"),
        ({"event": "rename", "names": ("Ann", "B\tb")}, "names.1", "a control character"),
        ({"event": "rename", "names": ("Ann", "e\u0301")}, "names.1", "should be composed"),
    ],
)
def test_a_fact_that_makes_no_sense_is_found_by_its_key(
    facts: dict[str, Any], key: str, says: str
) -> None:
    ((place, found, sentence),) = faults(facts)
    assert (place, found) == (0, key)
    assert says in sentence


def test_every_fault_is_found_and_a_gap_once() -> None:
    log: list[dict[str, Any]] = [
        PLAYED,
        {**PLAYED, "entry": 4, "went_out": "Cy"},
        {**PLAYED, "entry": 5, "upcard": "x"},
    ]
    assert [(place, key) for place, key, _ in faults(*log)] == [
        (1, "entry"),
        (1, "went_out"),
        (2, "upcard"),
    ]


@pytest.mark.parametrize(
    ("players", "dealer", "codes"),
    [
        (("Ann", "Bob"), "Bob", []),
        ((" Ann", "Bob"), "Bob", ["bad-name"]),
        (("Ann", "ann"), "Ann", ["duplicate-name"]),
        (("Ann", "Bob", "Cy"), "Eve", ["wrong-seat-count", "unknown-player"]),
    ],
)
def test_what_a_sheet_begins_with(players: tuple[str, ...], dealer: str, codes: list[str]) -> None:
    assert [fault.code for fault in check_beginning(players, dealer, MODERN)] == codes
