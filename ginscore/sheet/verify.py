"""Recompute a sheet, ours or a plain table kept by somebody else, and list what is wrong."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from ginscore.errors import N_, Message, refuse
from ginscore.game.rounds import check_rounds
from ginscore.hand.facts import fold_name
from ginscore.hand.settlements import Reason
from ginscore.sheet.log import LogFault

if TYPE_CHECKING:
    from ginscore.sheet.entries import Entry
    from ginscore.sheet.sheet import Sheet

# The columns of a plain table that are no player's.
TABLE_HEADS: Final = ("hand", "winner", "points")
_MOST_DIGITS: Final = 9


class SheetFault(BaseModel):
    """One thing that does not add up: the number of the hand, the entry, and the reason.

    A hand that does not stand has no number, and a plain table has no entries: None.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    hand: int | None
    entry: int | None
    message: Reason


class Verdict(BaseModel):
    """Whether a sheet verifies, and everything that does not."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    ok: bool
    faults: tuple[SheetFault, ...]


def verdict(faults: Sequence[SheetFault]) -> Verdict:
    """The verdict on a sheet in which these faults were found."""
    return Verdict.model_construct(ok=not faults, faults=tuple(faults))


def check_log(sheet: "Sheet") -> list[LogFault]:
    """Every fault of a sheet that was read: of the log itself, and of its hands under its rules.

    What a redo could still bring back is checked too.
    """
    faults = [*sheet.record.faults, *_check_rounds(sheet)]
    log = sheet.record.log
    if log.redoable:
        # The entries that act, and those that would act again, are a log of their own.
        whole = [*log.active, *reversed(log.redoable)]
        faults += _check_entries(sheet, [sheet.entries[entry - 1] for entry in whole], faults)
    return faults


def _check_rounds(sheet: "Sheet") -> list[LogFault]:
    """The rounds of a partnership that a correction has left without one of their hands."""
    record = sheet.record
    if record.tally is None or not record.log.variant.teams:
        return []
    found = check_rounds(record.hands, record.log.names)
    return [LogFault(record.log.hands[place].entry.entry, message) for place, message in found]


def _check_entries(
    sheet: "Sheet", entries: Sequence["Entry"], known: Sequence[LogFault]
) -> list[LogFault]:
    """The faults of a log of active entries, with the entries' numbers in `sheet`."""
    new = {entry.entry: number for number, entry in enumerate(entries, start=1)}
    moved = tuple(
        entry.model_copy(
            update={
                "entry": new[entry.entry],
                "replaces": new.get(entry.replaces or 0, entry.replaces),
                "before": new.get(entry.before or 0, entry.before),
            }
        )
        for entry in entries
    )
    record = sheet.model_copy(update={"entries": moved}).record
    old = [entry.entry for entry in entries]
    found = [
        fault if fault.entry is None else fault._replace(entry=old[fault.entry - 1])
        for fault in record.faults
    ]
    return [fault for fault in found if fault not in known]


def verify_sheet(sheet: "Sheet") -> Verdict:
    """Recompute a sheet of ours."""
    numbers = {
        hand.entry.entry: number for number, hand in enumerate(sheet.record.log.hands, start=1)
    }
    return verdict(
        [
            SheetFault(hand=numbers.get(fault.entry or 0), entry=fault.entry, message=fault.message)
            for fault in check_log(sheet)
        ]
    )


class _Line(NamedTuple):
    """A line of a plain table; None is what cannot be read."""

    number: int
    winner: str | None
    points: int | None
    totals: dict[str, int | None]


def check_plain_table(rows: Sequence[Mapping[str, str]]) -> Verdict:
    """Add up a plain table: `hand`, `winner`, `points`, and each player's running total.

    `rows` map the heads to the cells; all heads but those three are players' names. A dead
    hand has no winner and 0 points. Each line is measured against the totals of the line before,
    so that one mistake is reported once.

    Raises:
        GinscoreError: `sheet-corrupt`, if it is no such table.
    """
    players = _players(rows)
    totals: dict[str, int | None] = dict.fromkeys(players, 0)
    faults: list[SheetFault] = []
    for place, row in enumerate(rows, start=1):
        found: list[Message] = []
        line = _read_line(row, place, players, found)
        found += _check_line(line, totals)
        faults += [SheetFault(hand=line.number, entry=None, message=message) for message in found]
        totals = line.totals
    return verdict(faults)


def _players(rows: Sequence[Mapping[str, str]]) -> list[str]:
    heads = list(rows[0]) if rows else []
    missing = [head for head in TABLE_HEADS if head not in heads]
    players = [head for head in heads if head not in TABLE_HEADS and head]
    if missing or len(players) < 2:
        raise refuse(
            "sheet-corrupt",
            N_("a table has the columns {heads} and one for each player; found: {found}"),
            heads=", ".join(TABLE_HEADS),
            found=", ".join(heads),
        )
    return players


def _read_line(
    row: Mapping[str, str], place: int, players: Sequence[str], faults: list[Message]
) -> _Line:
    number = _whole(row, "hand", faults)
    # Hands are numbered 1, 2, 3, …
    if number not in (None, place):
        faults.append(
            _wrong(N_("hand {found} stands where {place} belongs"), found=number, place=place)
        )
    return _Line(
        place,
        _winner(row, players, faults),
        _whole(row, "points", faults),
        {name: _whole(row, name, faults) for name in players},
    )


def _wrong(template: str, **fields: object) -> Message:
    return Message("does-not-verify", template, fields)


def _whole(row: Mapping[str, str], head: str, faults: list[Message]) -> int | None:
    """The whole number in a cell, or None after noting what is there instead."""
    text = (row.get(head) or "").strip()
    if text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS:
        return int(text)
    faults.append(_wrong(N_("{head}: “{found}” is no whole number from 0"), head=head, found=text))
    return None


def _winner(row: Mapping[str, str], players: Sequence[str], faults: list[Message]) -> str | None:
    text = row["winner"].strip()
    named = [name for name in players if fold_name(name) == fold_name(text)]
    if text and not named:
        faults.append(
            _wrong(
                N_("the winner “{found}” is nobody; the players are {players}"),
                found=text,
                players=", ".join(players),
            )
        )
    return named[0] if named else None


def _check_line(line: _Line, before: Mapping[str, int | None]) -> list[Message]:
    """What does not add up between the totals `before` and those of this line."""
    points = line.points
    if points is None:
        return []
    # A hand without a winner is dead, and nobody scores.
    if line.winner is None and points:
        return [_wrong(N_("{points} points, and nobody has won them"), points=points)]
    faults = []
    for name, total in line.totals.items():
        start = before[name]
        gained = points if name == line.winner else 0
        if start is not None and total is not None and start + gained != total:
            faults.append(
                _wrong(
                    N_("{name}: {start} + {gained} = {sum}, not {total}"),
                    name=name,
                    start=start,
                    gained=gained,
                    sum=start + gained,
                    total=total,
                )
            )
    return faults
