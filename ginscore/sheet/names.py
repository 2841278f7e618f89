"""The players' names: what is a name, who is meant by the beginning of one, how many there are."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.rules.variants import Variant

LONGEST: Final = 40
# Categories of characters that a name may not hold: control, surrogate, line and paragraph ends.
_REFUSED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Marks that turn the direction of a line round, so that a name would rewrite what follows it.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


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


def check_names(names: Sequence[str]) -> list[Message]:
    """Every fault of the players' cleaned names: `bad-name`, `duplicate-name`."""
    faults = [one for name in names for one in check_name(name)]
    seen: dict[str, str] = {}
    for name in names:
        key = fold_name(name)
        if key in seen:
            faults.append(duplicate(name, seen[key]))
        seen.setdefault(key, name)
    return faults


def duplicate(name: str, other: str) -> Message:
    """Two players of one name, which the sheet could not tell apart."""
    return fault(
        "duplicate-name",
        N_("“{name}” and “{other}” are the same name; names differ in more than capitals"),
        hint=N_("add an initial or a number"),
        where="NAME",
        name=name,
        other=other,
    )


def match_names(text: str, names: Sequence[str]) -> list[int]:
    """The seats that `text` may mean: an exact name, else any case, else a beginning.

    Nobody is meant by a blank text.
    """
    wanted, folded = clean_name(text), fold_name(text)
    if wanted in names:
        return [names.index(wanted)]
    keys = [fold_name(name) for name in names]
    if folded in keys:
        return [keys.index(folded)]
    return [seat for seat, key in enumerate(keys) if folded and key.startswith(folded)]


def find_player(text: str, names: Sequence[str], where: str = "NAME") -> int:
    """The seat of the player meant by `text`: his name, or any unambiguous beginning.

    Raises:
        GinscoreError: `unknown-player`, with the players that there are.
    """
    seats = match_names(text, names)
    if len(seats) == 1:
        return seats[0]
    raise not_found(text, names, where, [names[seat] for seat in seats])


def not_found(
    text: str, names: Sequence[str], where: str, meant: Sequence[str] = ()
) -> GinscoreError:
    """The refusal of a `text` that names nobody, or several (`meant`): `unknown-player`."""
    if meant:
        return refuse(
            "unknown-player",
            N_("“{text}” may be {meant}"),
            hint=N_("write one letter more"),
            where=where,
            text=clean_name(text),
            meant=", ".join(meant),
        )
    return refuse(
        "unknown-player",
        N_("nobody here is called “{text}”; the players are {players}"),
        where=where,
        text=clean_name(text),
        players=", ".join(names),
    )


def check_start(players: tuple[str, ...], dealer: str, variant: Variant) -> list[Message]:
    """Every fault of a sheet's own facts: its names, how many there are, who deals first."""
    faults = check_names(players)
    if len(players) not in variant.players:
        faults.append(
            fault(
                "wrong-seat-count",
                N_("{given} players; {variant} is for {allowed}"),
                where="NAME",
                given=len(players),
                variant=variant.name,
                allowed=", ".join(map(str, variant.players)),
            )
        )
    if dealer not in players:
        faults += not_found(dealer, players, "--dealer").faults
    return faults
