"""Sheets to be shown: one evening with everything, and quick ones told by their points."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

AT: Final = datetime(2025, 11, 29, 20, 30, tzinfo=UTC)
SCRIPT: Final = "<script>alert(1)</script>"


def evening(*, script: bool = False) -> Sheet:
    """A game to 100 with every kind of hand, a correction and notes; `script` in every text."""
    other = SCRIPT if script else "Bob"
    title = "<img src=x onerror=alert(2)>" if script else "Saturday at the club"
    sheet = Sheet.new("Ann", other, title=title, at=AT)
    knocker, defender = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
    sheet = sheet.add("Ann", knocker, defender, now=AT)
    sheet = sheet.add(other, "10", "2", note="<b>bold</b> & brave" if script else "Ann smiled")
    sheet = sheet.add(other, "gin", "12", upcard="5S")
    sheet = sheet.add(dead=True)
    sheet = sheet.add("Ann", "[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", defender)
    sheet = sheet.add("Ann", "gin", "20")
    return sheet.edit(6, "Ann", "gin", "31")


def told(
    hands: str, variant: str = "modern", names: Sequence[str] = ("Ann", "Bob"), **rules: Any
) -> Sheet:
    """A sheet of hands known by their points: `A12 B5 - A25`, or `0/5/12` for penalties.

    The first player is A, the second B; `-` is a dead hand.
    """
    sheet = Sheet.new(*names, variant=override(load_preset(variant), rules))
    entries = tuple(
        Entry(entry=number, at=None, event="hand", **_facts(text, len(names)))
        for number, text in enumerate(hands.split(), 1)
    )
    return sheet.model_copy(update={"entries": entries})


def _facts(text: str, seats: int) -> dict[str, Any]:
    if text == "-":
        return {"dead": True}
    if "/" in text:
        return {"points_only": tuple(map(int, text.split("/")))}
    winner = "ABCD".index(text[0])
    return {
        "points_only": tuple(int(text[1:]) if seat == winner else 0 for seat in range(seats)),
        "kind": "knock",
    }


FEW: Final = "A12 B33 A25 - B8 A40 A30"
PENALTIES: Final = "0/12/5/25 7/0/13/2 0/31/4/18 22/9/0/6"
HOLLYWOOD: Final = "A17 B31 A7 B28 B18 A21 A35 A28 A29"
MATCH: Final = "A60 B20 A50 B30 B80 A10 A5"
MANY: Final = " ".join(f"{'AB'[number % 3 == 0]}{number * 7 % 40 + 1}" for number in range(10_000))
