"""The derived cells of a CSV sheet: written from the score, and compared with it by `verify`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ginscore.errors import N_, Message, fault
from ginscore.files.csv_cells import format_text
from ginscore.files.csv_rows import DERIVED, START, Derived, Row, numbered
from ginscore.game.hands import ScoredHand
from ginscore.game.tallies import HandRow
from ginscore.sheet.record import entry_statuses
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.verify import SheetFault


def derive(sheet: Sheet) -> Iterator[Derived]:
    """The derived cells of each entry, in the order of the log.

    A sheet that is not in order has statuses, but no score.
    """
    record, names = sheet.record, sheet.names
    rows = record.tally.rows if record.tally else ()
    scored = {
        hand.entry.entry: (scored, row)
        for hand, scored, row in zip(record.log.hands, record.hands, rows, strict=False)
        if row.counted
    }
    for entry, status in zip(sheet.entries, entry_statuses(record), strict=True):
        found = scored.get(entry.entry)
        yield Derived(status) if found is None else _hand_cells(*found, names)


def _hand_cells(hand: ScoredHand, row: HandRow, names: tuple[str, ...]) -> Derived:
    return Derived(
        "counted",
        hand.kind or "",
        "" if hand.winner is None else format_text(names[hand.winner]),
        str(hand.points),
        str(row.boxes),
        # A team's total stands at both its players.
        tuple(map(str, row.totals)) * (len(names) // len(row.totals)),
    )


def check_derived(sheet: Sheet, heads: Sequence[str], rows: Iterable[Row]) -> list[SheetFault]:
    """Every derived cell of `rows` that does not say what the score of `sheet` does.

    A blank cell, or a column that is not among the `heads`, is as wrong as a false one. A sheet
    that is not in order has no score to compare with.
    """
    record = sheet.record
    if record.tally is None:
        return []
    known = list(derive(sheet))
    hands = {hand.entry.entry: number for number, hand in enumerate(record.log.hands, start=1)}
    columns = (*DERIVED, *numbered("total", len(sheet.players)))
    lost = [_missing(column) for column in columns if column not in heads]
    there = [column for column in columns if column in heads]
    return [
        *lost,
        *(
            SheetFault(hand=hands.get(number), entry=number, message=one)
            for row in rows
            if row.cells["event"] != START
            for number in [int(row.cells["entry"])]
            for one in _check_row(row, there, _by_column(known[number - 1]))
        ),
    ]


def _missing(column: str) -> SheetFault:
    template = N_("the column {column} is missing")
    message = fault("does-not-verify", template, column=column)
    return SheetFault(hand=None, entry=None, message=message)


def _by_column(derived: Derived) -> dict[str, str]:
    columns = derived._asdict()
    totals = columns.pop("totals")
    return columns | {f"total{seat}": total for seat, total in enumerate(totals, start=1)}


def _check_row(row: Row, columns: Sequence[str], derived: Mapping[str, str]) -> list[Message]:
    # Where only the points are known, the kind is a fact.
    is_fact = "points_only" in row.cells
    stated = {column: row.cells.get(column, "") for column in columns}
    return [
        _wrong(column, cell, derived.get(column, ""))
        for column, cell in stated.items()
        if cell != derived.get(column, "") and not (column == "kind" and is_fact)
    ]


def _wrong(column: str, stated: str, found: str) -> Message:
    if not stated:
        template = N_("the column {column} is blank; recomputed it is {found}")
    elif found:
        template = N_("the column {column} says {stated}; recomputed it is {found}")
    else:
        template = N_("the column {column} says {stated}; recomputed it is blank")
    return fault("does-not-verify", template, column=column, stated=stated, found=found)
