"""Recompute a sheet, or add up a table that somebody keeps; say what is wrong, or take it over."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final, TypeAlias

from ginscore.errors import EXIT_STATUS, N_, Message, fault, refuse_all
from ginscore.game.turns import check_rounds
from ginscore.hand.settlements import Reason, Warnings
from ginscore.rules.variants import Frozen, Variant
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import LogFault
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.tables import Table, TableFault, TableRow, are_paid, place_of


class SheetFault(Frozen):
    """One thing that does not add up: the number of the hand, the entry, and the reason.

    A hand that does not stand has no number, and a table that somebody keeps has no entries: None;
    `where` is the table's own row and head.
    """

    hand: int | None
    entry: int | None
    where: str | None = None
    message: Reason


class Verdict(Frozen):
    """Whether a sheet verifies, and everything that does not.

    `unused` are the columns of a table that were left aside.
    """

    ok: bool
    faults: tuple[SheetFault, ...]
    warnings: Warnings = ()
    unused: tuple[Reason, ...] = ()


def verdict(
    faults: Sequence[SheetFault], warnings: Sequence[Message] = (), unused: Sequence[Message] = ()
) -> Verdict:
    """The verdict on a sheet in which these faults were found."""
    return Verdict.model_construct(
        ok=not faults, faults=tuple(faults), warnings=tuple(warnings), unused=tuple(unused)
    )


def check_log(sheet: Sheet) -> list[LogFault]:
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


def _check_rounds(sheet: Sheet) -> list[LogFault]:
    """The rounds of a partnership that a correction has left without one of their hands."""
    record = sheet.record
    if record.tally is None or not record.log.variant.teams:
        return []
    found = check_rounds(record.hands, record.log.names)
    return [LogFault(record.log.hands[place].entry.entry, message) for place, message in found]


def _check_entries(
    sheet: Sheet, entries: Sequence[Entry], known: Sequence[LogFault]
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


def verify_sheet(sheet: Sheet) -> Verdict:
    """Recompute a sheet of ours."""
    numbers = {
        hand.entry.entry: number for number, hand in enumerate(sheet.record.log.hands, start=1)
    }
    return verdict(
        [
            SheetFault(hand=numbers.get(fault.entry or 0), entry=fault.entry, message=fault.message)
            for fault in check_log(sheet)
        ],
        list(warn_unusual(sheet)),
    )


def warn_unusual(sheet: Sheet) -> Iterator[Message]:
    """The numbers that cannot be, each at its hand (`unusual-points`); none in a faulty sheet."""
    record = sheet.record
    known: dict[tuple[object, ...], list[Message]] = {}
    for number, hand in enumerate(record.log.hands if record.tally else (), start=1):
        entry = hand.entry
        # Cards that were counted here cannot be too many; the log keeps the rules alive.
        told = entry.points_only or (entry.holdings if _has_count(entry.holdings or ()) else None)
        if told is None:
            continue
        key = (told, entry.kind, id(hand.variant))
        if key not in known:
            said = sheet.settlement(number).warnings
            known[key] = [message for message in said if message.code == "unusual-points"]
        for message in known[key]:
            fields = {"hand": number, "text": message}
            yield message._replace(template=N_("hand {hand}: {text}"), fields=fields)


def _has_count(holdings: Sequence[str | None]) -> bool:
    return any(holding is not None and holding[-1:].isdecimal() for holding in holdings)


# A table that somebody keeps


def verify_table(table: Table) -> Verdict:
    """Add up a table."""
    faults = [
        SheetFault(hand=hand, entry=None, where=message.where, message=message)
        for _, hand, message, _ in check_table(table)
    ]
    return verdict(faults, unused=table.unused)


def check_table(table: Table) -> list[TableFault]:
    """What is wrong with the cells of a table and with its sums, row by row.

    One slip is told once: the rows after it are measured from the total that stands there, or from
    what it should be.
    """
    return sorted([*table.faults, *_check_sums(table)], key=lambda found: found.row)


def _check_sums(table: Table) -> Iterator[TableFault]:
    for _, group in groupby(table.rows, key=lambda row: row.sheet):
        rows = list(group)
        yield from _Sums(table, rows).faults()
        if table.is_own:
            yield from _check_scores(rows, is_paid=are_paid(rows))


# The totals that may stand before a row, the likeliest first; () if nobody knows.
_Before: TypeAlias = tuple[int, ...]


class _Sums:
    """The running totals of one sheet's rows."""

    def __init__(self, table: Table, rows: Sequence[TableRow]) -> None:
        self.table = table
        self.rows = rows
        self.per_box = _points_per_box(rows) if table.is_own else 0

    def faults(self) -> Iterator[TableFault]:
        """Every total that is not the one before it and what was won."""
        sides = range(len(self.table.heads))
        before: list[_Before] = [_first(self.rows, self.table) for _ in sides]
        game = self.rows[0].game
        for row in self.rows:
            if row.game != game:
                before, game = [(0,) for _ in sides], row.game
            after = [self._after(row, side, before[side]) for side in sides]
            wrong = [side for side in sides if after[side] is None]
            yield from self._told(row, wrong, before)
            before = [
                self._next(row, side, before[side]) if found is None else found
                for side, found in enumerate(after)
            ]

    def _gain(self, row: TableRow, side: int) -> int:
        """What a side wins in a row, with a box that counts at once."""
        return (row.gains[side] or 0) + (self.per_box * row.boxes if _has_box(row, side) else 0)

    def _after(self, row: TableRow, side: int, before: _Before) -> _Before | None:
        """The totals that may stand after a row; None if its total is none of them."""
        gain, total = self._gain(row, side), row.totals[side]
        if not before or not row.is_whole:
            return () if total is None else (total,)
        if total is None:
            return None if gain else before
        return (total,) if total - gain in before else None

    def _next(self, row: TableRow, side: int, before: _Before) -> _Before:
        """After a wrong total: what stands there, or what should."""
        total, due = row.totals[side], before[0] + self._gain(row, side)
        return (due,) if total is None else (total, due)

    def _told(
        self, row: TableRow, wrong: Sequence[int], before: Sequence[_Before]
    ) -> Iterator[TableFault]:
        """The faults of the sides whose totals are `wrong`."""
        other = None if self.table.is_own else _other_winner(row, wrong, before)
        if other is None:
            yield from (self._wrong_sum(row, side, before[side][0]) for side in wrong)
            return
        template = N_("{winner} is the winner, but the totals give the {points} points to {name}")
        where = place_of(row.number, self.table.heads[other])
        fields = {"winner": row.players[row.winner or 0], "name": row.players[other]}
        yield _sum_fault(row, template, where, points=row.points, **fields)

    def _wrong_sum(self, row: TableRow, side: int, start: int) -> TableFault:
        gain, total = self._gain(row, side), row.totals[side]
        template = (
            N_("{name}: {start} + {gained} = {sum}, but the total is blank")
            if total is None
            else N_("{name}: {start} + {gained} = {sum}, not {total}")
        )
        head = self.table.heads[side]
        fields = {"start": start, "gained": gain, "sum": start + gain, "total": total}
        name = row.players[side] if row.is_by_player else head
        return _sum_fault(row, template, place_of(row.number, head), name=name, **fields)


def _sum_fault(row: TableRow, template: str, where: str, **fields: object) -> TableFault:
    message = Message("does-not-verify", template, fields, where=where)
    return TableFault(row.number, row.hand, message, is_sum=True)


def _first(rows: Sequence[TableRow], table: Table) -> _Before:
    """The total before the first row: our own table may begin anywhere (`show --last`)."""
    return () if table.is_own and rows[0].hand != 1 else (0,)


def _other_winner(row: TableRow, wrong: Sequence[int], before: Sequence[_Before]) -> int | None:
    """The side that won by the totals, if that it is not the winner is all that is wrong."""
    if len(wrong) != 2 or row.winner is None or row.winner not in wrong:
        return None
    other = sum(wrong) - row.winner
    won, lost = row.totals[other], row.totals[row.winner]
    taken = won is not None and won - row.points in before[other]
    return other if taken and (lost is None or lost in before[row.winner]) else None


def _has_box(row: TableRow, side: int) -> bool:
    """Whether the boxes of a row are this side's: it scored, or won for nothing."""
    scored = row.gains[side] if any(row.gains) else side == row.winner
    return bool(row.boxes and scored)


def _points_per_box(rows: Sequence[TableRow]) -> int:
    """The points that a box counts at once in our own table: what most of its rows say."""
    found: Counter[int] = Counter()
    before: TableRow | None = None
    for row in rows:
        for side, (gain, total) in enumerate(zip(row.gains, row.totals, strict=True)):
            start = before.totals[side] if before and before.game == row.game else 0
            if start is not None and total is not None and _has_box(row, side):
                found[max(0, total - start - (gain or 0)) // row.boxes] += 1
        before = row
    # Of two that are as frequent, the smaller.
    return max(sorted(found), key=lambda points: found[points], default=0)


def _check_scores(rows: Sequence[TableRow], *, is_paid: bool) -> Iterator[TableFault]:
    """Scores of our own table that are not the points of the hand, and a winner who has none."""
    for row in rows:
        if not (row.is_whole and row.is_by_player):
            continue
        scores = [gain or 0 for gain in row.gains]
        if sum(scores) != row.points:
            template, where = N_("the scores make {sum}, not {points}"), "points"
            yield _sum_fault(
                row, template, place_of(row.number, where), sum=sum(scores), points=row.points
            )
        elif row.winner is not None and scores[row.winner] != row.points and not is_paid:
            template, where = N_("{winner} is the winner, and has scored {points}"), "winner"
            fields = {"winner": row.players[row.winner], "points": scores[row.winner]}
            yield _sum_fault(row, template, place_of(row.number, where), **fields)


# What comes in as a new sheet: what does not add up only if it is to come in anyway


_ANYWAY: Final = N_("--anyway takes it all the same; the notes then say what the table claimed")
_SHEET_ANYWAY: Final = N_("--anyway takes the sheet as it stands")
_OPEN_ENDED: Final = N_("without an end: --rule target=null")


def check_sheet(sheet: Sheet) -> None:
    """Check that its rules allow every hand of a sheet.

    Raises:
        GinscoreError: every fault, each at its entry.
    """
    found = [
        message.at(f"entry {entry}" if entry else "")
        # Whatever is wrong in a hand, it is the rules that refuse it here, not its reading.
        ._replace(code=message.code if EXIT_STATUS[message.code] == 1 else "does-not-verify")
        for entry, message in check_log(sheet)
    ]
    refuse_all([*found[:-1], *(last._replace(hint=_SHEET_ANYWAY) for last in found[-1:])])


def sheet_of_table(
    table: Table,
    variant: Variant,
    now: datetime,
    *,
    anyway: bool = False,
    say: Callable[[Message], str] = lambda message: message.text,
) -> Sheet:
    """A sheet of hands of which only the points are known.

    With `anyway` a total may be false: what the table claimed is in the hand's note, as `say` puts
    it. `now` is when the sheet is made.

    Raises:
        GinscoreError: `does-not-verify` with everything that does not add up; `usage` for a table
            or rules of which no such hands can be made; `game-over`, if hands follow the end;
            `wrong-seat-count` and what else the rules refuse.
    """
    refuse_all(list(_check_form(table, variant)))
    faults = check_table(table)
    kept = [found for found in faults if not (anyway and found.is_sum)]
    if kept and all(found.is_sum for found in kept):
        kept[-1] = kept[-1]._replace(message=kept[-1].message._replace(hint=_ANYWAY))
    refuse_all([found.message for found in kept])
    claims: dict[int, list[str]] = defaultdict(list)
    for found in faults:
        claims[found.row].append(say(found.message))
    dealer = table.rows[0].facts["dealer"] if table.rows else None
    begun = Sheet.new(*table.players, variant=variant, dealer=dealer, at=now)
    entries = tuple(
        _entry(place, row, variant, claims.get(row.number, ()))
        for place, row in enumerate(table.rows, 1)
    )
    sheet = begun.model_copy(update={"entries": entries})
    refuse_all(list(_check_hands(sheet, table)))
    return sheet


def _check_form(table: Table, variant: Variant) -> Iterator[Message]:
    """Whether hands under these rules can be made of the table at all."""
    if len({row.sheet for row in table.rows}) > 1:
        yield fault("usage", N_("the table is of several sheets; one comes in at a time"))
    if variant.in_pairs or not all(row.is_by_player for row in table.rows if table.is_own):
        yield fault(
            "usage",
            N_("a table of a partnership, or of two who play among more, can only be verified"),
            hint=N_("ginscore export -f csv writes the sheet itself, which can be imported"),
        )
        return
    is_paid = table.is_own and are_paid(table.rows)
    if is_paid != (variant.scoring == "penalty") and any(row.points for row in table.rows):
        template = (
            N_("in this table points are penalties, and under {variant} they are won")
            if is_paid
            else N_("under {variant} points are penalties, and in this table they are won")
        )
        hint = N_("name other rules: --variant rummy-royal") if is_paid else ""
        yield fault("usage", template, hint=hint, where="--variant", variant=variant.name)


def _entry(place: int, row: TableRow, variant: Variant, claims: Sequence[str]) -> Entry:
    facts: dict[str, Any] = dict(row.facts)
    is_dead = row.winner is None
    # Where points are penalties, everybody has some; between two sides the winner alone has.
    points = (
        tuple(gain or 0 for gain in row.gains)
        if variant.scoring == "penalty"
        else tuple(row.points if seat == row.winner else None for seat, _ in enumerate(row.players))
    )
    facts |= {
        "kind": None if is_dead else facts["kind"],
        "note": "; ".join(filter(None, [facts["note"], *claims])) or None,
        "dead": is_dead,
        "points_only": None if is_dead else points,
    }
    return Entry(entry=place, event="hand", **facts)


def _check_hands(sheet: Sheet, table: Table) -> Iterator[Message]:
    """What the rules refuse in the hands of the table, each at its row; hands after the end."""
    for entry, message in sheet.record.faults:
        yield message.at(f"row {table.rows[entry - 1].number}" if entry else "")
    if sheet.record.tally is None:
        return
    for row, scored in zip(table.rows, sheet.record.tally.rows, strict=True):
        if not scored.counted:
            yield fault(
                "game-over",
                N_("by these rules the match is over before this hand"),
                hint=_OPEN_ENDED,
                where=f"row {row.number}",
            )
            return
