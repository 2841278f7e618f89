"""A sheet read through: its log, its hands judged and priced, and what they come to."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from ginscore.errors import GinscoreError
from ginscore.game.matches import tally
from ginscore.game.tallies import Tally
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import Log, LogFault, add_to_log, read_log
from ginscore.sheet.memory import Memory
from ginscore.sheet.names import check_start
from ginscore.sheet.played import PlayedHand

if TYPE_CHECKING:
    from ginscore.sheet.sheets import Sheet


EntryStatus = Literal["acting", "counted", "after-end", "undone", "replaced", "struck"]


class Record(NamedTuple):
    """What a sheet says. `tally` is None where there are faults; `hands` are in their order."""

    log: Log
    hands: tuple[PlayedHand, ...]
    tally: Tally | None
    faults: tuple[LogFault, ...]


def read_record(sheet: "Sheet", memory: Memory) -> Record:
    """Read a sheet through, in linear time. Faults are listed, not raised."""
    log, hands = _begin(sheet, memory)
    faults = [LogFault(None, one) for one in check_start(sheet.players, sheet.dealer, log.variant)]
    faults += log.faults
    for hand in log.hands[len(hands) :]:
        try:
            hands.append(memory.play(hand))
        except GinscoreError as error:
            faults.extend(LogFault(hand.entry.entry, one) for one in error.faults)
    scored = None if faults else _tally(sheet, log, hands)
    return Record(log, tuple(hands), scored, tuple(faults))


def _begin(sheet: "Sheet", memory: Memory) -> tuple[Log, list[PlayedHand]]:
    """The log, and those of its hands that were judged for the sheet before the last change."""
    before = memory.recall_before((sheet.players, sheet.dealer, sheet.variant, sheet.entries))
    # A hand at the end, which nearly every change is, leaves all before it as it was.
    if before and not before.faults and _is_at_the_end(sheet.entries[-1]):
        return add_to_log(before.log, sheet.entries[-1]), list(before.hands)
    return read_log(sheet.entries, sheet.players, sheet.variant, memory.variants), []


def _is_at_the_end(entry: Entry) -> bool:
    return entry.event == "hand" and entry.replaces is None and entry.before is None


def _tally(sheet: "Sheet", log: Log, hands: list[PlayedHand]) -> Tally:
    dealer = sheet.players.index(sheet.dealer)
    return tally([one.scored for one in hands], log.variant, len(sheet.players), dealer)


def sound_tally(record: Record) -> Tally:
    """The tally of a sheet that is in order.

    Raises:
        GinscoreError: with every fault, each at its entry.
    """
    if record.tally is None:
        places = (
            one.message.at(f"entry {one.entry}" if one.entry else "") for one in record.faults
        )
        raise GinscoreError(*places)
    return record.tally


def entry_statuses(record: Record) -> tuple[EntryStatus, ...]:
    """The status of each entry: a hand that stands is `counted` or `after-end`.

    In a sheet with faults every hand that stands passes for counted.
    """
    rows = record.tally.rows if record.tally else ()
    late = {
        hand.entry.entry
        for hand, row in zip(record.log.hands, rows, strict=False)
        if not row.counted
    }
    hands: dict[int, EntryStatus] = {
        hand.entry.entry: "after-end" if hand.entry.entry in late else "counted"
        for hand in record.log.hands
    }
    return tuple(
        hands.get(entry, status) for entry, status in enumerate(record.log.statuses, start=1)
    )
