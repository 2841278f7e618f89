"""What a log says: which entries act, in what order the hands stand, which names and rules hold.

Reading takes two steps. Undo and redo work on two stacks: the entries that act, and those that a
redo would bring back. They are settled first, so that a list of active entries remains, in the
order of time. These then put hands into places: a hand opens a place, an edit fills the place of
what it replaces, a void empties it, and rules that hold from now on stand between two places.
Nothing here judges a hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from ginscore.errors import N_, GinscoreError, Message, fault
from ginscore.hand.facts import check_names, seated
from ginscore.rules.overrides import override
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry, misplaced

Status = Literal["acting", "undone", "replaced", "struck"]

# Switches that games already begun depend on: they hold for the whole sheet or not at all.
WHOLE_SHEET: Final = (
    "players",
    "hand_sizes",
    "teams",
    "rotation",
    "scoring",
    "columns",
    "column_factors",
    "match_games",
)


class LogFault(NamedTuple):
    """Something wrong in a sheet: the entry's number (None: the sheet's own facts), and what."""

    entry: int | None
    message: Message


class ActiveHand(NamedTuple):
    """A hand that stands on the sheet, with the rules it was played under.

    `names` are the players' names by seat when its entry was written; `edited` tells whether the
    entry replaced another, whose hand number it keeps.
    """

    entry: Entry
    names: tuple[str, ...]
    variant: Variant
    edited: bool

    @property
    def went_out(self) -> int | None:
        """The seat of the player who went out; None where nobody did, or it is not known."""
        return self._seat(self.entry.went_out)

    @property
    def dealer(self) -> int | None:
        """The seat of the dealer, where the entry names him."""
        return self._seat(self.entry.dealer)

    @property
    def pair(self) -> tuple[int, int] | None:
        """The two seats that played the hand, in seat order; None where everybody plays."""
        if not self.variant.in_pairs:
            return None
        entry = self.entry
        named = [name if name in (entry.pair or ()) else None for name in self.names]
        values: Sequence[object] = entry.holdings or entry.points_only or named
        seats = [seat for seat, value in enumerate(values) if value is not None]
        return (seats[0], seats[1]) if len(seats) == 2 else None

    def _seat(self, name: str | None) -> int | None:
        return self.names.index(name) if name in self.names else None


class Log(NamedTuple):
    """A log as it stands.

    `statuses` has one for each entry; `active` and `redoable` are entry numbers, the next to be
    undone or redone last. `hands` are the active hands in their order on the sheet, `names`
    and `variant` those in force for the next hand.
    """

    statuses: tuple[Status, ...]
    active: tuple[int, ...]
    redoable: tuple[int, ...]
    hands: tuple[ActiveHand, ...]
    names: tuple[str, ...]
    variant: Variant
    faults: tuple[LogFault, ...]


def read_log(entries: Sequence[Entry], players: tuple[str, ...], variant: Variant) -> Log:
    """Read the log of `players` who began under `variant`, in linear time.

    Faults are listed, not raised; an entry with a fault does nothing.
    """
    faults: list[LogFault] = []
    active, redoable = _active(entries, faults)
    places = _Places(players)
    for entry in active:
        places.enter(entry)
    variants = _variants(variant, [entry for entry in active if entry.event == "rules"], faults)
    return Log(
        _statuses(entries, active, places),
        tuple(entry.entry for entry in active),
        tuple(entry.entry for entry in redoable),
        places.hands([seated(rules, len(players)) for rules in variants]),
        places.names,
        variants[-1],
        (*faults, *places.faults),
    )


def names_when_written(
    entries: Sequence[Entry], players: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """The players' names by seat when each entry was written; a faulty undo does nothing."""
    # Names in force after each active entry, and after each that a redo would bring back.
    active = [players]
    undone: list[tuple[str, ...]] = []
    for entry in entries:
        yield active[-1]
        match entry.event:
            case "undo" if len(active) > 1:
                undone.append(active.pop())
            case "redo" if undone:
                active.append(undone.pop())
            case "undo" | "redo":
                pass
            case _:
                active.append(entry.names or active[-1])
                undone.clear()


def _corrupt(entry: Entry, template: str, /, **fields: object) -> LogFault:
    return LogFault(entry.entry, Message("sheet-corrupt", template, fields))


def _active(entries: Sequence[Entry], faults: list[LogFault]) -> tuple[list[Entry], list[Entry]]:
    """The entries that act, in the order of time, and those that a redo would bring back."""
    active: list[Entry] = []
    undone: list[Entry] = []
    for number, entry in enumerate(entries, 1):
        if entry.entry != number:
            faults.append(LogFault(entry.entry, misplaced(entry, number)))
        match entry.event:
            case "undo":
                _move(entry, active, undone, faults)
            case "redo":
                _move(entry, undone, active, faults)
            case _:
                active.append(entry)
                undone.clear()
    return active, undone


def _move(entry: Entry, taken: list[Entry], given: list[Entry], faults: list[LogFault]) -> None:
    """Let an undo or a redo move the newest entry of one stack to the other."""
    if not taken:
        faults.append(
            _corrupt(entry, N_("{event} where there is nothing to take"), event=entry.event)
        )
    elif taken[-1].entry != entry.replaces:
        faults.append(
            _corrupt(
                entry,
                N_("{event} of entry {replaces}, where entry {newest} is next"),
                event=entry.event,
                replaces=entry.replaces,
                newest=taken[-1].entry,
            )
        )
    else:
        given.append(taken.pop())


class _Place:
    """One place in the order of hands: its entry, and the names when that was written."""

    __slots__ = ("ahead", "edited", "entry", "names", "struck")

    def __init__(self, entry: Entry, names: tuple[str, ...], ahead: "_Place | None") -> None:
        self.entry = entry
        self.names = names
        self.ahead = ahead
        self.edited = False
        self.struck = False


class _Places:
    """The order of hands, built up as active entries come in, in the order of time.

    Each place knows the one ahead of it, so that a forgotten hand goes in without a search.
    """

    def __init__(self, players: tuple[str, ...]) -> None:
        self.names = players
        self.faults: list[LogFault] = []
        self.last: _Place | None = None
        self.by_entry: dict[int, _Place] = {}
        self.statuses: dict[int, Status] = {}

    def enter(self, entry: Entry) -> None:
        """Apply one active entry to the order and the names."""
        match entry.event:
            case "hand" if entry.replaces is not None:
                self._edit(entry)
            case "hand":
                self._open(entry)
            case "void":
                self._strike(entry)
            case "rename":
                self._rename(entry)
            case _ if entry.from_now:
                # Hands put in later stand on their side of this mark.
                self.last = _Place(entry, self.names, self.last)

    def _open(self, entry: Entry) -> None:
        if entry.before is None:
            place = self.last = _Place(entry, self.names, self.last)
        else:
            following = self._found(entry, entry.before)
            if following is None:
                return
            place = following.ahead = _Place(entry, self.names, following.ahead)
        self.by_entry[entry.entry] = place

    def _edit(self, entry: Entry) -> None:
        place = self._found(entry, entry.replaces)
        if place is not None:
            self.statuses[place.entry.entry] = "replaced"
            del self.by_entry[place.entry.entry]
            place.entry, place.names, place.edited = entry, self.names, True
            self.by_entry[entry.entry] = place

    def _strike(self, entry: Entry) -> None:
        place = self._found(entry, entry.replaces)
        if place is not None:
            self.statuses[place.entry.entry] = "struck"
            del self.by_entry[place.entry.entry]
            place.struck = True

    def _rename(self, entry: Entry) -> None:
        if entry.names is None or len(entry.names) != len(self.names):
            self.faults.append(
                _corrupt(entry, N_("a rename holds {count} names"), count=len(self.names))
            )
            return
        self.faults += [LogFault(entry.entry, message) for message in check_names(entry.names)]
        self.names = entry.names

    def _found(self, entry: Entry, wanted: int | None) -> _Place | None:
        place = self.by_entry.get(wanted) if wanted is not None else None
        if place is None:
            self.faults.append(
                _corrupt(entry, N_("there is no hand standing at entry {wanted}"), wanted=wanted)
            )
        return place

    def hands(self, variants: Sequence[Variant]) -> tuple[ActiveHand, ...]:
        """The hands not struck out; `variants` has the rules after each mark."""
        reached = len(variants) - 1
        hands = []
        place = self.last
        while place:
            if place.entry.event == "rules":
                reached -= 1
            elif not place.struck:
                hands.append(ActiveHand(place.entry, place.names, variants[reached], place.edited))
            place = place.ahead
        return tuple(reversed(hands))


def _statuses(
    entries: Sequence[Entry], active: Sequence[Entry], places: _Places
) -> tuple[Status, ...]:
    statuses: dict[int, Status] = dict.fromkeys((entry.entry for entry in active), "acting")
    statuses |= places.statuses
    return tuple(
        "acting" if entry.event in ("undo", "redo") else statuses.get(entry.entry, "undone")
        for entry in entries
    )


def _variants(variant: Variant, changes: Sequence[Entry], faults: list[LogFault]) -> list[Variant]:
    """The rules before the first change that holds from now on, after it, and after each later one.

    A change for the whole sheet holds on both sides of every mark, in the order of time.
    """
    # The rules on each side of a mark as they were when it was set, and what has changed for the
    # whole sheet since then.
    before: list[tuple[Variant, dict[str, Any]]] = []
    since: dict[str, Any] = {}
    for entry in changes:
        if entry.from_now:
            reach = check_reach(entry.rules or {})
            faults.extend(LogFault(entry.entry, message) for message in reach)
            since = {}
            before.append((variant, since))
        else:
            _put_later(since, entry.rules or {})
        variant = _changed(variant, entry.rules or {}, entry, faults)
    return [*_with_later_changes(before, changes, faults), variant]


def _with_later_changes(
    before: Sequence[tuple[Variant, dict[str, Any]]],
    changes: Sequence[Entry],
    faults: list[LogFault],
) -> list[Variant]:
    """The rules before each mark, with all that later changed for the whole sheet."""
    later: dict[str, Any] = {}
    found: list[Variant] = []
    wrong: list[LogFault] = []
    for variant, since in reversed(before):
        _put_later(since, later)
        later = since
        # What is wrong on the side of one mark is likely to be wrong on all.
        found.append(_changed(variant, later, changes[-1], [] if wrong else wrong))
    faults.extend(wrong)
    return found[::-1]


def _put_later(rules: dict[str, Any], later: Mapping[str, Any]) -> None:
    """Put switches that were changed later behind those of `rules`; the last one holds."""
    for rule, value in later.items():
        rules.pop(rule, None)
        rules[rule] = value


def _changed(
    variant: Variant, rules: Mapping[str, Any], entry: Entry, faults: list[LogFault]
) -> Variant:
    try:
        return override(variant, rules) if rules else variant
    except GinscoreError as error:
        faults.extend(LogFault(entry.entry, message) for message in error.faults)
        return variant


def check_reach(rules: Iterable[str]) -> list[Message]:
    """A fault for each switch of `rules` that cannot change from now on only (`bad-rule-value`)."""
    return [
        fault(
            "bad-rule-value",
            N_("{rule} holds for the whole sheet and cannot change from now on"),
            hint=N_("leave out --from-now, or start a new sheet"),
            where="--rule",
            rule=rule,
        )
        for rule in rules
        if rule.partition(".")[0] in WHOLE_SHEET
    ]
