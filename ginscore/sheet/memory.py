"""What a sheet remembers of its own reading, so that it is read once. Never part of its value."""

from typing import TYPE_CHECKING, Any

from ginscore.errors import Message
from ginscore.rules.variants import Variant

if TYPE_CHECKING:
    from ginscore.hand.figures import Known
    from ginscore.sheet.log import ActingHand
    from ginscore.sheet.played import PlayedHand
    from ginscore.sheet.records import Record


class Memory:  # noqa: PLW1641 - a cache is nobody's key
    """A cache: the record read from a sheet, and the hands that were judged for it.

    A sheet that a change makes takes the judged hands over, and the memory from `before` the
    change. `warnings` are what is to be said about that change.
    """

    __slots__ = ("before", "known", "played", "record", "start", "variants", "warnings")

    def __init__(self) -> None:
        self.known: Known = {}
        self.played: dict[int, PlayedHand] = {}
        self.variants: dict[Variant, Variant] = {}
        self.start: tuple[Any, ...] = ()
        self.record: Record | None = None
        self.before: Memory | None = None
        self.warnings: tuple[Message, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Sheets are equal by what they say, whatever they remember."""
        return isinstance(other, Memory)

    def recall(self, start: tuple[Any, ...]) -> "Record | None":
        """The record, if it was read from these very values."""
        same = len(start) == len(self.start) and all(map(_is, start, self.start))
        return self.record if same else None

    def keep(self, start: tuple[Any, ...], record: "Record") -> "Record":
        """Remember the record read from these values, and return it."""
        self.start, self.record, self.before = start, record, None
        return record

    def recall_before(self, start: tuple[Any, ...]) -> "Record | None":
        """The record from before the last entry, if the change made this very log of that one."""
        earlier = self.before
        if earlier is None or earlier.record is None:
            return None
        *facts, entries = start
        *known, had = earlier.start
        one_more = len(entries) == len(had) + 1 and all(map(_is, entries, had))
        return earlier.record if one_more and all(map(_is, facts, known)) else None

    def successor(self, warnings: tuple[Message, ...]) -> "Memory":
        """The memory of the sheet that a change makes: the same hands, no record yet."""
        later = Memory()
        later.known, later.played, later.variants = self.known, self.played, self.variants
        later.before, later.warnings = self, warnings
        return later

    def play(self, hand: "ActingHand") -> "PlayedHand":
        """The hand judged and priced, afresh unless its very entry and rules were before.

        Raises:
            GinscoreError: with every fault of the hand under its rules.
        """
        from ginscore.sheet.played import play_hand

        before = self.played.get(hand.entry.entry)
        if before and before.hand.entry is hand.entry and before.hand.variant is hand.variant:
            return before
        played = self.played[hand.entry.entry] = play_hand(hand, self.known)
        return played


def _is(one: object, other: object) -> bool:
    return one is other
