"""`Sheet`: an evening's scoresheet as one frozen value; every change gives a new sheet.

A change writes one entry, and is refused if the sheet would not be in order with it. A sheet that
is not in order already, because somebody edited its file, takes what mends it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Unpack

from pydantic import AwareDatetime, PrivateAttr

from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all, warning
from ginscore.game.tallies import Tally
from ginscore.game.turns import warn_rotation
from ginscore.hand.facts import check_name, clean_name, duplicate, fold_name
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Frozen, Variant
from ginscore.sheet.entries import Entry, check_start, find_player, known_moment, tidy_note
from ginscore.sheet.log import ActiveHand, LogFault, check_reach
from ginscore.sheet.record import Record, Seating, Sums, find_seating, read_record, sound_tally
from ginscore.sheet.scores import (
    HandRuling,
    LogSheet,
    ScoreSheet,
    rule_hand,
    score_log,
    score_record,
)
from ginscore.sheet.typed import HandOptions, TypedHand

# The same hand twice within this time is taken for a slip.
AGAIN: Final = timedelta(minutes=1)
# What tells one hand from another, whenever and wherever it was entered.
_FACTS: Final = (
    *("went_out", "holdings", "upcard", "big_gin", "dead", "points_only", "kind", "lay_offs"),
    *("pair", "dealer"),
)


class Sheet(Frozen):  # noqa: PLW1641 - a frozen model has a hash of its fields
    """A scoresheet: what it began with, and its log.

    `players` are the names at the start by seat, `dealer` deals the first hand, `variant` holds
    the rules at the start; later names and rules are in the log, and `names` and `rules` give
    those in force. `entries` are numbered from 1; nothing in them ever changes.

    A change is refused with `GinscoreError` and all faults at once. `at` and `now` are moments
    with their offset: `at` is typed, `now` is the clock's; an entry keeps `at` if given.
    """

    title: str | None
    created: AwareDatetime | None
    players: tuple[str, ...]
    dealer: str
    variant: Variant
    entries: tuple[Entry, ...] = ()

    # The reading of these very facts, and that of the sheet before the last change.
    _read: "tuple[tuple[Any, ...], Record] | None" = PrivateAttr(default=None)
    _earlier: Record | None = PrivateAttr(default=None)
    _said: tuple[Message, ...] = PrivateAttr(default=())
    _added: Sums | None = PrivateAttr(default=None)

    def __eq__(self, other: object) -> bool:
        """Sheets are equal if they say the same, whether they have been read or not."""
        return isinstance(other, Sheet) and self._facts() == other._facts()

    def _facts(self) -> tuple[Any, ...]:
        return tuple([getattr(self, field) for field in Sheet.model_fields])

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
            title=tidy_note(title or "") or None,
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
        **options: Unpack[HandOptions],
    ) -> "Sheet":
        """The sheet with one more hand.

        `texts` are who went out (he need not have won), his holding, then the others' in the order
        of seats; `Bob=17` names one. `before` is the number of the hand that the new one belongs
        before. For the `options` see `HandOptions`.

        Raises:
            GinscoreError: what was typed cannot be read (`bad-card`, `ambiguous-cards`,
                `bad-holding`, `bad-lay-off`, `bad-points`, `bad-date`, `unknown-player`, `usage`),
                the rules refuse the hand (`duplicate-card`, `wrong-hand-size`,
                `wrong-seat-count`, `not-a-meld`, `knock-over-limit`, `not-gin`,
                `lay-off-not-legal`, `dead-hand-impossible`), the match is over (`game-over`),
                there is no such hand to put it before (`no-such-hand`), or the sheet itself is not
                in order (`sheet-corrupt`).
        """
        if before is None:
            self._check_not_over()
        following = None if before is None else self.hand(before, "--before")
        table = self.table(before)
        typed = TypedHand(texts, options, table, None)
        facts = typed.facts()
        place = following and following.entry.entry
        entry = self._entry("hand", options.get("at") or now, facts, before=place)
        repeated = self._warn_again(entry, None if options.get("at") else now)
        changed = self._extended(entry, (*typed.warnings, *repeated), typed.added)
        if before is None:
            table.check_turn(changed.record.hands[-1].pair or ())
        return changed

    def edit(
        self, number: int, *texts: str, now: datetime | None = None, **options: Unpack[HandOptions]
    ) -> "Sheet":
        """The sheet with hand `number` corrected; what is not given stays as it was.

        Raises:
            GinscoreError: as `add` does, `no-such-hand` for `number`, and `usage` if nothing is
                given.
        """
        old = self.hand(number)
        # An empty text takes something away; an empty list or an unset flag is "not given".
        given = (value for option, value in options.items() if option != "lang")
        if not texts and not any(value or value == "" for value in given):
            raise refuse(
                "usage",
                N_("nothing is given to change in hand {number}"),
                hint=N_("give what was wrong: who went out and the holdings, or an option"),
                where="N",
                number=number,
            )
        typed = TypedHand(texts, options, Seating(self.names, old.variant), old)
        facts = typed.facts()
        at = options.get("at") or now
        entry = self._entry("hand", at, facts, replaces=old.entry.entry)
        return self._extended(entry, typed.warnings, typed.added)

    def void(self, number: int, *, at: datetime | None = None) -> "Sheet":
        """The sheet with hand `number` struck out: it loses its number and scores nothing.

        Raises:
            GinscoreError: `no-such-hand`.
        """
        old = self.hand(number)
        return self._extended(self._entry("void", at, {}, replaces=old.entry.entry))

    def undo(self, at: datetime | None = None) -> "Sheet":
        """The sheet without its newest active entry, whatever that did.

        Raises:
            GinscoreError: `nothing-to-undo`.
        """
        active = self.record.log.active
        if not active:
            raise refuse("nothing-to-undo", N_("nothing is left to undo: the sheet is as it began"))
        return self._extended(self._entry("undo", at, {}, replaces=active[-1]))

    def redo(self, at: datetime | None = None) -> "Sheet":
        """The sheet with the entry that was undone last brought back.

        Raises:
            GinscoreError: `nothing-to-redo`; a new entry ends redo.
        """
        redoable = self.record.log.redoable
        if not redoable:
            raise refuse(
                "nothing-to-redo",
                N_("nothing is left to redo"),
                hint=N_("redo brings back what undo has just taken; a new entry ends that"),
            )
        return self._extended(self._entry("redo", at, {}, replaces=redoable[-1]))

    def rename(self, old: str, new: str, *, at: datetime | None = None) -> "Sheet":
        """The sheet with a player called `new`, in all its hands.

        Raises:
            GinscoreError: `unknown-player`, `bad-name`, `duplicate-name`.
        """
        names, name = self.names, clean_name(new)
        faults = check_name(name, "NEW")
        try:
            seat = find_player(old, names, "OLD")
        except GinscoreError as error:
            faults += error.faults
            seat = len(names)
        others = (*names[:seat], *names[seat + 1 :])
        faults += [duplicate(name, used) for used in others if fold_name(used) == fold_name(name)]
        refuse_all(faults)
        renamed = (*names[:seat], name, *names[seat + 1 :])
        return self._extended(self._entry("rename", at, {"names": renamed}))

    def change_rules(
        self, rules: Mapping[str, object], from_now: bool = False, *, at: datetime | None = None
    ) -> "Sheet":
        """The sheet with some switches changed, for all its hands or for those `from_now`.

        Raises:
            GinscoreError: `unknown-rule`, `bad-rule-value`, or what the changed rules refuse in
                the hands already there, each at its hand.
        """
        if not rules:
            raise refuse("usage", N_("no rule is given"), where="--rule")
        faults: list[Message] = check_reach(rules) if from_now else []
        try:
            changed = override(self.rules, rules)
        except GinscoreError as error:
            raise GinscoreError(*error.faults, *faults) from None
        refuse_all(faults)
        facts = {"rules": _kept_rules(rules, changed), "from_now": from_now}
        return self._extended(self._entry("rules", at, facts))

    def with_entry(self, entry: Entry, said: Sequence[Message] = ()) -> "Sheet":
        """The sheet with `entry` at its end, not checked to be in order.

        `said` are the warnings about it.
        """
        changed = self.model_copy(update={"entries": (*self.entries, entry)})
        changed._earlier, changed._said = self.record, tuple(said)  # noqa: SLF001 - its own class
        return changed

    def _extended(
        self, entry: Entry, said: Sequence[Message] = (), added: Sums | None = None
    ) -> "Sheet":
        """The sheet with `entry` at its end.

        Raises:
            GinscoreError: the new sheet would not be in order, nor nearer to it than this one.
        """
        changed = self.with_entry(entry, said)
        changed._added = added  # noqa: SLF001 - its own class
        known, left = self.record.faults, changed.record.faults
        # A sheet that is not in order may be mended fault by fault.
        if left and (len(left) >= len(known) or any(fault not in known for fault in left)):
            refuse_all(self._placed(left, entry))
        return changed

    def _placed(self, faults: Sequence[LogFault], entry: Entry) -> list[Message]:
        """What would be wrong after `entry`; faults of other entries are given their place."""
        hands = enumerate(self.record.log.hands, 1)
        places = {hand.entry.entry: f"hand {number}" for number, hand in hands}
        return [
            fault.message
            if fault.entry in (None, entry.entry)
            else fault.message.at(places.get(fault.entry, f"entry {fault.entry}"))
            for fault in faults
        ]

    def _entry(
        self,
        event: str,
        at: datetime | None,
        facts: Mapping[str, object],
        *,
        replaces: int | None = None,
        before: int | None = None,
    ) -> Entry:
        fields: dict[str, Any] = {
            "entry": len(self.entries) + 1,
            "at": known_moment(at),
            "event": event,
            "replaces": replaces,
            "before": before,
            **facts,
        }
        return Entry.model_validate(fields)

    def _check_not_over(self) -> None:
        # A match that is over takes no more hands; a forgotten one may go in among them.
        if self.tally.match.over:
            raise refuse(
                "game-over",
                N_("the match is over after hand {number}: no hand can follow"),
                hint=N_(
                    "go on with the same players and rules: ginscore new --like {path} -s {new}"
                ),
                number=sum(row.counted for row in self.tally.rows),
                path="FILE",
                new="NEW",
            )

    def _warn_again(self, entry: Entry, clock: datetime | None) -> list[Message]:
        """The warning `repeated-hand`, if the newest hand is the same and a minute old at most."""
        newest = self.newest_hand()
        if newest is None or clock is None:
            return []
        last = self.record.log.hands[newest - 1].entry
        same = all(getattr(last, fact) == getattr(entry, fact) for fact in _FACTS)
        if not same or last.at is None or not timedelta() <= clock - last.at <= AGAIN:
            return []
        return [
            warning(
                "repeated-hand",
                N_("the same hand as hand {number}, {seconds} s later"),
                hint=N_("if it was entered twice: {undo}"),
                undo="ginscore undo",
                number=newest,
                seconds=int((clock - last.at).total_seconds()),
            )
        ]

    # Reading

    @property
    def record(self) -> Record:
        """The sheet as read, once: log, hands, tally, and the faults there are."""
        facts = (self.players, self.dealer, self.variant, self.entries)
        if self._read is None or any(map(_is_not, self._read[0], facts)):
            self._read = facts, read_record(*facts, self._earlier)
            self._earlier = None
        return self._read[1]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Warnings about the change that made this sheet: `repeated-hand`, readings."""
        return self._said

    @property
    def tally(self) -> Tally:
        """What the sheet adds up to, by seats and sides.

        Raises:
            GinscoreError: the sheet is not in order, with every fault at its entry.
        """
        return sound_tally(self.record)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in force, by seat."""
        return self.record.log.names

    @property
    def rules(self) -> Variant:
        """The rules in force for the next hand."""
        return self.record.log.variant

    def hand(self, number: int, where: str = "N") -> ActiveHand:
        """Hand `number`.

        Raises:
            GinscoreError: `no-such-hand`, with the numbers there are; the faults of the sheet.
        """
        hands = self.record.log.hands
        if 1 <= number <= len(hands):
            return hands[number - 1]
        # The hand that is meant may be missing because of the sheet's faults.
        sound_tally(self.record)
        if not hands:
            raise refuse(
                "no-such-hand",
                N_("there is no hand {number}: the sheet has none yet"),
                where=where,
                number=number,
            )
        raise refuse(
            "no-such-hand",
            N_("there is no hand {number}; the hands are 1 to {last}"),
            hint=N_("a hand struck out has no number; `show --log` has every entry"),
            where=where,
            number=number,
            last=len(hands),
        )

    def newest_hand(self) -> int | None:
        """The number of the hand whose entry was written last; None if there is no hand."""
        entries = [hand.entry.entry for hand in self.record.log.hands]
        return entries.index(max(entries)) + 1 if entries else None

    def table(self, before: int | None = None) -> Seating:
        """The table for entering the next hand, or one that belongs before hand `before`."""
        return find_seating(self.record, before)

    def settlement(self, number: int) -> HandRuling:
        """The ruling on hand `number` as `settle` gives it, with that number and its entry.

        Raises:
            GinscoreError: `no-such-hand`.
        """
        hand, scored = self.hand(number), self.record.tally
        said, added = (self._said, self._added) if hand.entry is self.entries[-1] else ((), None)
        due = scored.rows[number - 1].due if scored else None
        differs = warn_rotation(hand.pair, due, self.names)
        return rule_hand(hand, number, self.names, (*said, *differs), added)

    def score(self, last: int | None = None) -> ScoreSheet:
        """The scores: every hand, or the `last` so many, the accounts, and the points to go."""
        return score_record(self.record, self.title, last)

    def log(self) -> LogSheet:
        """Every entry with what became of it; a sheet that is not in order has a log too."""
        return score_log(self.record, self.entries, self.players)


def _is_not(known: object, now: object) -> bool:
    return known is not now


def _kept_rules(rules: Mapping[str, object], variant: Variant) -> dict[str, Any]:
    """`rules` as an entry keeps them: in JSON's types, as `variant` (already changed) has them."""
    whole = variant.model_dump(mode="json")
    kept = {}
    for rule in rules:
        switch, _, part = rule.partition(".")
        kept[rule] = whole[switch][part] if part else whole[switch]
    return kept
