"""Who is who in one hand: seats counted from the knocker, called by their role or by a name."""

from collections.abc import Sequence
from typing import Final

from ginscore.errors import N_, Message, Term, fault

KNOCKER: Final = Term("knocker")
DEFENDER: Final = Term("defender")


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


def check_names(names: Sequence[str], seats: int) -> list[Message]:
    """Every fault of the names given to `seats` sides: their number, a blank, two alike."""
    faults = []
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
    if not all(map(str.strip, names)):
        faults.append(fault("bad-name", N_("a name is blank"), where="names"))
    known = [name.casefold() for name in names]
    faults += [
        fault("duplicate-name", N_("the name {name} is given twice"), where="names", name=name)
        for at, name in enumerate(names)
        if name.strip() and name.casefold() in known[:at]
    ]
    return faults
