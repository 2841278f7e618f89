"""Who is who in one hand: seats counted from the knocker, called by their role or by a name."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from ginscore.errors import N_, Message, Term, fault

KNOCKER: Final = Term("knocker")
DEFENDER: Final = Term("defender")

LONGEST: Final = 40
# Categories of characters that a name may not hold: control, surrogate, line and paragraph ends.
_REFUSED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Marks that turn the direction of a line round, so that a name would rewrite what follows it.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def side_names(seats: int, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """What each of `seats` sides is called, the knocker first.

    `names` replace the roles. Without them one defender is `defender`, several are `defender1`,
    `defender2`, … (`Term`s, which are translated when shown).
    """
    if names:
        return tuple(names)
    if seats <= 2:
        return (KNOCKER, DEFENDER)[:seats]
    return (KNOCKER, *(Term(f"defender{number}") for number in range(1, seats)))


def clean_name(text: str) -> str:
    """A name as it is kept: trimmed, in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", text.strip())


def fold_name(text: str) -> str:
    """What two spellings of one name have in common: case does not count."""
    return unicodedata.normalize("NFC", clean_name(text).casefold())


def _is_kept(character: str) -> bool:
    return unicodedata.category(character) not in _REFUSED and character not in _TURNING


def check_name(name: str, where: str = "NAME") -> list[Message]:
    """Every fault of one cleaned name (`bad-name`)."""
    if not 1 <= len(name) <= LONGEST:
        return [
            fault(
                "bad-name",
                N_("a name has {length} characters; 1 to {longest} are allowed"),
                where=where,
                length=len(name),
                longest=LONGEST,
            )
        ]
    if not all(map(_is_kept, name)):
        shown = "".join(one if _is_kept(one) else "\N{REPLACEMENT CHARACTER}" for one in name)
        return [
            fault(
                "bad-name",
                N_("the name “{name}” holds a control character; none is allowed"),
                where=where,
                name=shown,
            )
        ]
    return []


def check_names(names: Sequence[str], where: str = "NAME") -> list[Message]:
    """Every fault of several cleaned names: `bad-name`, `duplicate-name`."""
    faults = [one for name in names for one in check_name(name, where)]
    seen: dict[str, str] = {}
    for name in filter(None, names):
        key = fold_name(name)
        if key in seen:
            faults.append(duplicate(name, seen[key], where))
        seen.setdefault(key, name)
    return faults


def duplicate(name: str, other: str, where: str = "NAME") -> Message:
    """Two players of one name, which nobody could tell apart."""
    return fault(
        "duplicate-name",
        N_("“{name}” and “{other}” are the same name; names differ in more than capitals"),
        hint=N_("add an initial or a number"),
        where=where,
        name=name,
        other=other,
    )


def check_side_names(names: Sequence[str], seats: int) -> list[Message]:
    """Every fault of the names given to the sides of a hand: also their number."""
    faults = []
    # One name for each player.
    if len(names) != seats:
        faults.append(
            fault(
                "bad-name",
                N_("number of names: {count}; allowed: {seats}, one for each player"),
                where="names",
                count=len(names),
                seats=seats,
            )
        )
    return faults + check_names(names, "names")
