"""The players' names: who is meant by the beginning of one, how many there are."""

from collections.abc import Sequence

from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.hand.sides import check_name, check_names, clean_name, duplicate, fold_name
from ginscore.rules.variants import Variant

__all__ = [
    "check_name",
    "check_names",
    "check_start",
    "clean_name",
    "duplicate",
    "find_player",
    "fold_name",
    "match_names",
    "not_found",
]


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
