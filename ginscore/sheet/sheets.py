"""`Sheet`: an evening's scoresheet as one frozen value; every change gives a new sheet."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import AwareDatetime, BaseModel, ConfigDict, PrivateAttr
from typing_extensions import Unpack

from ginscore.errors import GinscoreError, Message, refuse_all
from ginscore.rules.overrides import load_preset
from ginscore.rules.variants import Variant
from ginscore.sheet.dates import known_moment
from ginscore.sheet.entries import Entry
from ginscore.sheet.memory import Memory
from ginscore.sheet.names import check_start, clean_name, find_player
from ginscore.sheet.texts import tidy

if TYPE_CHECKING:
    from ginscore.game.tallies import Tally
    from ginscore.sheet.records import Record
    from ginscore.sheet.rulings import HandRuling
    from ginscore.sheet.scores import ScoreSheet
    from ginscore.sheet.typed import HandOptions


class Sheet(BaseModel):
    """A scoresheet: what it began with, and its log.

    `players` are the names at the start by seat, `dealer` deals the first hand, `variant` holds
    the rules at the start; later names and rules are in the log, and `names` and `rules` give
    those in force. `entries` are numbered from 1; nothing in them ever changes.

    A change is refused with `GinscoreError` and all faults at once. `at` and `now` are moments
    with their offset: `at` is told by somebody, `now` is the clock; an entry keeps the first that
    is given.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    title: str | None
    created: AwareDatetime | None
    players: tuple[str, ...]
    dealer: str
    variant: Variant
    entries: tuple[Entry, ...] = ()

    _memory: Memory = PrivateAttr(default_factory=Memory)

    # Starting

    @classmethod
    def new(
        cls,
        *players: str,
        variant: Variant | str = "modern",
        dealer: str | None = None,
        title: str | None = None,
        at: datetime | None = None,
    ) -> "Sheet":
        """An empty sheet. `variant` is a rule set or a preset's name, `dealer` deals first.

        Raises:
            GinscoreError: `bad-name`, `duplicate-name`, `wrong-seat-count`, `unknown-player` for
                the dealer, `unknown-variant`, `bad-date`.
        """
        rules = load_preset(variant) if isinstance(variant, str) else variant
        names = tuple(map(clean_name, players))
        faults = check_start(names, names[0] if names else "", rules)
        first = names[:1]
        try:
            first = (names[find_player(dealer, names, "--dealer")],) if dealer else first
        except GinscoreError as error:
            faults += error.faults
        refuse_all(faults)
        return cls(
            title=tidy(title or "") or None,
            created=known_moment(at),
            players=names,
            dealer=first[0],
            variant=rules,
        )

    def like(
        self, *, dealer: str | None = None, title: str | None = None, at: datetime | None = None
    ) -> "Sheet":
        """A rematch: an empty sheet with the same players and rules, and the next dealer."""
        following = self.names[self.tally.next_dealer]
        return Sheet.new(
            *self.names, variant=self.rules, dealer=dealer or following, title=title, at=at
        )

    # Changing

    def add(
        self,
        *texts: str,
        before: int | None = None,
        now: datetime | None = None,
        **options: "Unpack[HandOptions]",
    ) -> "Sheet":
        """The sheet with one more hand.

        `texts` are who went out (he need not have won), his holding, then the others' in the order
        of seats; `Bob=17` names one. `before` is the number of the hand that the new one belongs
        before. What else may be said: `HandOptions`.

        Raises:
            GinscoreError: what was typed cannot be read (`bad-card`, `bad-points`,
                `unknown-player`, …), the rules refuse the hand (`knock-over-limit`, …), the match
                is over (`game-over`), or there is no such hand to put it before (`no-such-hand`).
        """
        from ginscore.sheet.changes import add_hand

        return add_hand(self, texts, before, now, options)

    def edit(
        self,
        number: int,
        *texts: str,
        now: datetime | None = None,
        **options: "Unpack[HandOptions]",
    ) -> "Sheet":
        """The sheet with hand `number` corrected; what is not given stays as it was.

        Raises:
            GinscoreError: as `add` does, and `usage` if nothing is given.
        """
        from ginscore.sheet.changes import edit_hand

        return edit_hand(self, number, texts, now, options)

    def void(self, number: int, *, at: datetime | None = None) -> "Sheet":
        """The sheet with hand `number` struck out: it has no number any more and scores nothing.

        Raises:
            GinscoreError: `no-such-hand`.
        """
        from ginscore.sheet.changes import void_hand

        return void_hand(self, number, at)

    def undo(self, at: datetime | None = None) -> "Sheet":
        """The sheet without its newest acting entry, whatever that did.

        Raises:
            GinscoreError: `nothing-to-undo`.
        """
        from ginscore.sheet.changes import undo_entry

        return undo_entry(self, at)

    def redo(self, at: datetime | None = None) -> "Sheet":
        """The sheet with the entry that was undone last brought back.

        Raises:
            GinscoreError: `nothing-to-redo`; a new entry ends redo.
        """
        from ginscore.sheet.changes import redo_entry

        return redo_entry(self, at)

    def rename(self, old: str, new: str, *, at: datetime | None = None) -> "Sheet":
        """The sheet with a player called `new`, in all its hands.

        Raises:
            GinscoreError: `unknown-player`, `bad-name`, `duplicate-name`.
        """
        from ginscore.sheet.changes import rename_player

        return rename_player(self, old, new, at)

    def change_rules(
        self, rules: Mapping[str, object], from_now: bool = False, *, at: datetime | None = None
    ) -> "Sheet":
        """The sheet with some switches changed, for all its hands or for those `from_now`.

        Raises:
            GinscoreError: `unknown-rule`, `bad-rule-value`, or what the changed rules refuse in
                the hands that are there, each at its hand.
        """
        from ginscore.sheet.changes import change_rules

        return change_rules(self, rules, from_now=from_now, at=at)

    def extended(self, entry: Entry, warnings: tuple[Message, ...] = ()) -> "Sheet":
        """The sheet with `entry` at its end as it stands; whether it is in order is not checked.

        `warnings` are what is to be said about it.
        """
        changed = Sheet.model_construct(
            title=self.title,
            created=self.created,
            players=self.players,
            dealer=self.dealer,
            variant=self.variant,
            entries=(*self.entries, entry),
        )
        changed._memory = self._memory.successor(warnings)  # noqa: SLF001 - of its own class
        return changed

    # Reading

    @property
    def record(self) -> "Record":
        """The sheet read through, once: log, hands, tally, and the faults there are."""
        start = (self.players, self.dealer, self.variant, self.entries)
        known = self._memory.recall(start)
        if known is not None:
            return known
        from ginscore.sheet.records import read_record

        return self._memory.keep(start, read_record(self, self._memory))

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What is to be said about the change that made this sheet: `repeated-hand`, readings."""
        return self._memory.warnings

    @property
    def tally(self) -> "Tally":
        """What the sheet comes to, in seats and sides.

        Raises:
            GinscoreError: the sheet is not in order, with every fault at its entry.
        """
        from ginscore.sheet.records import sound_tally

        return sound_tally(self.record)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in force, by seat."""
        return self.record.log.names

    @property
    def rules(self) -> Variant:
        """The rules in force for the next hand."""
        return self.record.log.variant

    def newest_hand(self) -> int | None:
        """The number of the acting hand whose entry was written last; None if there is no hand."""
        entries = [hand.entry.entry for hand in self.record.log.hands]
        return entries.index(max(entries)) + 1 if entries else None

    def settlement(self, number: int) -> "HandRuling":
        """The ruling on hand `number`: settle's, with the number of the hand and its entry.

        Raises:
            GinscoreError: `no-such-hand`.
        """
        from ginscore.sheet.rulings import rule_hand

        return rule_hand(self, number)

    def score(self, last: int | None = None) -> "ScoreSheet":
        """The scores: every hand, or the `last` so many, the accounts, and what is to go."""
        from ginscore.sheet.scores import score_sheet

        return score_sheet(self, last)
