"""What comes in from outside as a new sheet: a sheet of ours, or hands made of somebody's table.

What does not add up, or what the rules refuse, is refused unless it is to come in anyway.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from ginscore.errors import EXIT_STATUS, N_, Message, fault, refuse_all
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.tables import Table, TableRow, are_paid
from ginscore.sheet.verify import check_log, check_table

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
