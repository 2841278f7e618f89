"""Whether the facts of a log make sense, before anything is judged or scored.

A file whose facts make no sense cannot be read. What the rules of the game refuse is not judged
here: such a sheet can be read, and `verify` reports it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ginscore.cards.holdings import parse_holding
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, Message, fault
from ginscore.hand.facts import check_names, clean_name
from ginscore.hand.reading import parse_lay_offs
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry, check_start

# Holdings as we write them need no parser: a sheet takes 1.45 times as long to read with one
# (tests/bench/shortcuts_bench.py).
_CARD: Final = "[A2-9TJQK][SHDC]"
_PLAIN_HOLDING: Final = re.compile(rf"[0-9]{{1,3}}|{_CARD}(?: {_CARD}){{2,13}}")
_TOO_MANY: Final = 10**9  # points; nobody has ever scored as many

# Keys that can only be judged with the whole log at hand.
OF_THE_LOG: Final = ("entry", "went_out", "dealer", "pair")

# Fields that belong to one kind of entry only, and the test for it.
_BELONGS: Final = (
    ("kind", lambda entry: entry.points_only is not None),
    ("pair", lambda entry: entry.dead),
    ("names", lambda entry: entry.event == "rename"),
    ("rules", lambda entry: entry.event == "rules"),
    ("from_now", lambda entry: entry.event == "rules"),
)


class EntryFault(NamedTuple):
    """A fact that makes no sense: the place of its entry in the log (from 0), and its key.

    The key of a value by seat ends in the seat, from 0: `holdings.1`.
    """

    place: int
    key: str
    message: Message


def check_facts(
    players: tuple[str, ...], variant: Variant, entries: Sequence[Entry]
) -> Iterator[EntryFault]:
    """Every fact of a log that makes no sense, in the order of the log.

    `players` and `variant` are those the sheet began with.
    """
    names = _all_names(players, entries)
    known = {*names, None}
    number = 0
    for place, entry in enumerate(entries):
        # Entries are numbered 1, 2, 3, …; one gap is reported once.
        if entry.entry != number + 1:
            yield EntryFault(place, "entry", misplaced(entry, number + 1))
        number = entry.entry
        # A name must be a player's at some time; whether at this time, the log judges.
        for key, name in (("went_out", entry.went_out), ("dealer", entry.dealer)):
            if name not in known:
                yield EntryFault(place, key, _stranger(name, names))
        if entry.pair is not None and (strangers := set(entry.pair) - known):
            yield EntryFault(place, "pair", _stranger(min(strangers, key=str), names))
        for key, message in (*check_form(entry, len(players)), *_check_texts(entry, variant)):
            yield EntryFault(place, key, message)


def misplaced(entry: Entry, number: int) -> Message:
    """The fault of an entry that is not numbered by its place: `number`, from 1."""
    template = N_("entry {entry} stands where {number} belongs")
    return fault("sheet-corrupt", template, entry=entry.entry, number=number)


def _stranger(name: str | None, names: Sequence[str]) -> Message:
    template = N_("nobody here is called “{found}”; the players are {players}")
    return Message("sheet-corrupt", template, {"found": name, "players": ", ".join(names)})


def _all_names(players: tuple[str, ...], entries: Sequence[Entry]) -> tuple[str, ...]:
    """Every name that a player has ever had, in order of first appearance."""
    names = dict.fromkeys(players)
    for entry in entries:
        if entry.names is not None:
            names |= dict.fromkeys(entry.names)
    return tuple(names)


def check_form(entry: Entry, seats: int) -> Iterator[tuple[str, Message]]:
    """Facts of one entry that do not go together, each with the key of one of them."""
    # What an entry points to was written before it.
    for key, earlier in (("replaces", entry.replaces), ("before", entry.before)):
        if earlier is not None and not 0 < earlier < entry.entry:
            template = N_("found {earlier}; allowed: the number of an entry before this one")
            yield key, fault("sheet-corrupt", template, earlier=earlier)
    yield from _check_event(entry)
    yield from _check_seats(entry, seats)
    for key, belongs in _BELONGS:
        if getattr(entry, key) not in (None, False) and not belongs(entry):
            yield key, fault("sheet-corrupt", N_("it does not belong to this event"))


def _check_event(entry: Entry) -> Iterator[tuple[str, Message]]:
    """Facts that do not fit the event, or that it lacks."""
    # A hand is played, dead, or known by its points; other entries are none of these.
    played, by_points = entry.holdings is not None, entry.points_only is not None
    if played + entry.dead + by_points != (entry.event == "hand"):
        template = N_("a hand has holdings, is dead, or has only points; other entries have none")
        yield "holdings", fault("sheet-corrupt", template)
    if played and (entry.went_out is None or not any(entry.holdings or ())):
        yield "went_out", fault("sheet-corrupt", N_("it does not say who went out with what"))
    if entry.event == "rename" and entry.names is None:
        yield "names", fault("sheet-corrupt", N_("a rename has everybody's name"))
    if entry.event == "rules" and not entry.rules:
        yield "rules", fault("sheet-corrupt", N_("a change of rules has rules"))


def _check_seats(entry: Entry, seats: int) -> Iterator[tuple[str, Message]]:
    """Facts without the one value that each seat should have."""
    for key, facts in (("holdings", entry.holdings), ("points_only", entry.points_only)):
        if facts is not None and len(facts) != seats:
            template = N_("{count} values for {seats} players")
            yield key, fault("sheet-corrupt", template, count=len(facts), seats=seats)
    if entry.lay_offs == ():
        yield "lay_offs", fault("sheet-corrupt", N_("found nothing; allowed: one text a defender"))
    for seat, points in enumerate(entry.points_only or ()):
        if points is not None and not 0 <= points < _TOO_MANY:
            template = N_("found {points} points; allowed: a whole number from 0")
            yield f"points_only.{seat}", fault("sheet-corrupt", template, points=points)


def _check_texts(entry: Entry, variant: Variant) -> Iterator[tuple[str, Message]]:
    """Texts that cannot be read, each with its key."""
    for seat, holding in enumerate(entry.holdings or ()):
        if holding is not None and not _PLAIN_HOLDING.fullmatch(holding):
            yield from _check_text(f"holdings.{seat}", holding, variant)
    if entry.upcard is not None:
        yield from _check_text("upcard", entry.upcard, variant)
    for lay_offs in entry.lay_offs or ():
        if lay_offs is not None:
            yield from _check_text("lay_offs", lay_offs, variant)
    for seat, name in enumerate(entry.names or ()):
        yield from _check_text(f"names.{seat}", name, variant)


def _check_text(key: str, text: str, variant: Variant) -> Iterator[tuple[str, Message]]:
    try:
        if text != text.strip():
            yield key, fault("sheet-corrupt", N_("“{found}” has blanks round it"), found=text)
        elif key == "upcard":
            parse_card(text, "en")
        elif key == "lay_offs":
            parse_lay_offs(text, "en")
        elif key.startswith("names"):
            yield from ((key, message) for message in check_player(text))
        else:
            parse_holding(text, "en", variant)
    except GinscoreError as error:
        yield from ((key, message) for message in error.faults)


def check_beginning(players: tuple[str, ...], dealer: str, variant: Variant) -> list[Message]:
    """Every fault of the facts that a sheet begins with."""
    faults = [message for name in players for message in check_player(name)]
    return faults or check_start(players, dealer, variant)


def check_player(name: str) -> list[Message]:
    """The faults of a name in a file, where it must be trimmed and composed as by us."""
    if name != clean_name(name):
        template = N_("the name “{name}” has blanks round it, or parts that should be composed")
        return [fault("bad-name", template, name=name)]
    return check_names((name,))
