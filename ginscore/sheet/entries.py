"""One line of the log: the facts that stand in it, and whether they make sense."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, tzinfo
from typing import Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import AwareDatetime, Field, model_validator

from ginscore.cards.holdings import parse_holding
from ginscore.cards.notation import holds_cards, parse_card
from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.hand.facts import check_names, clean_name, fold_name
from ginscore.hand.reading import parse_lay_offs
from ginscore.rules.allowed import shorten
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Frozen, Variant, every_field

Event = Literal["hand", "undo", "redo", "void", "rename", "rules"]
KindOfPoints = Literal["knock", "gin", "big_gin", "undercut"]

# The hint where a file is none of these.
READABLE: Final = N_(
    "what can be read: sheets of ginscore (.json, .csv), and CSV tables with the heads winner and "
    "points and a column of totals headed by each player's name"
)


class Entry(Frozen):
    """An entry of the log; `None` is "not given" and every key is always written.

    `replaces` is the entry that an edit, a void, an undo or a redo takes back or brings back,
    `before` the entry that a forgotten hand was put before. Names are those in force when the
    entry was written.

    A hand is one of three: played (`went_out` and `holdings`), `dead`, or known by its points
    (`points_only`). Holdings are canonical English notation by seat, None for a seat that did not
    play. `lay_offs` has one text a defender, in the order of
    seats: None is "not declared", an empty text "none". `points_only` gives points by seat, None
    for a seat that did not play, and `kind` belongs to it alone. `pair` names, in the order of
    seats, who played a dead hand where not everybody plays; in other hands the seats tell.
    """

    entry: Annotated[int, Field(ge=1, le=999_999_999)]
    at: AwareDatetime | None
    event: Event
    replaces: int | None = None
    before: int | None = None
    # A hand
    went_out: str | None = None
    holdings: tuple[str | None, ...] | None = None
    upcard: str | None = None
    big_gin: bool = False
    dead: bool = False
    points_only: tuple[int | None, ...] | None = None
    kind: KindOfPoints | None = None
    lay_offs: tuple[str | None, ...] | None = None
    pair: tuple[str, str] | None = None
    dealer: str | None = None
    note: str | None = None
    # rename: everybody's name from here on, by seat
    names: tuple[str, ...] | None = None
    # rules: the changed switches as plain values (JSON's types), and how far they reach
    rules: dict[str, Any] | None = None
    from_now: bool = False

    @model_validator(mode="after")
    def _forget_which_were_given(self) -> Self:
        # Every key is always written.
        object.__setattr__(self, "__pydantic_fields_set__", every_field(Entry))
        return self


# Names


def match_names(text: str, names: Sequence[str]) -> list[int]:
    """The seats that `text` may mean: by exact name, else in any case, else by a beginning.

    A blank text means nobody.
    """
    wanted, folded = clean_name(text), fold_name(text)
    if wanted in names:
        return [names.index(wanted)]
    keys = [fold_name(name) for name in names]
    if folded in keys:
        return [keys.index(folded)]
    return [seat for seat, key in enumerate(keys) if folded and key.startswith(folded)]


def find_player(text: str, names: Sequence[str], where: str = "NAME") -> int:
    """The seat of the player meant by `text`: his name, or an unambiguous beginning of it.

    Raises:
        GinscoreError: `unknown-player`, with the players there are.
    """
    seats = match_names(text, names)
    if len(seats) == 1:
        return seats[0]
    raise not_found(text, names, where, [names[seat] for seat in seats])


def not_found(
    text: str, names: Sequence[str], where: str, meant: Sequence[str] = ()
) -> GinscoreError:
    """The refusal of a `text` that names nobody, or several players (`meant`)."""
    if meant:
        return refuse(
            "unknown-player",
            N_("“{text}” may be {meant}"),
            hint=N_("write one letter more"),
            where=where,
            text=clean_name(text),
            meant=", ".join(meant),
        )
    return refuse(
        "unknown-player",
        N_("nobody here is called “{text}”; the players are {players}"),
        where=where,
        text=clean_name(text),
        players=", ".join(names),
    )


def split_name(text: str, names: Sequence[str]) -> tuple[int, str] | None:
    """The seat and the holding of `Bob=17`, or None for a holding without a name.

    The longest name that fits is taken: names may contain equals signs, and so may holdings.

    Raises:
        GinscoreError: `unknown-player` for a name that is nobody's, or several players'.
    """
    signs = [at for at, character in enumerate(text) if character == "="]
    fitting = {at: match_names(text[:at], names) for at in reversed(signs)}
    for at, seats in fitting.items():
        if len(seats) == 1:
            return seats[0], text[at + 1 :]
    name = text.partition("=")[0]
    # In a holding, an equals sign stands only at the beginning or after the melds.
    if not signs or not name.strip() or holds_cards(name):
        return None
    raise not_found(name, names, "NAME", [names[seat] for seat in fitting[signs[0]]])


def sort_holdings(
    texts: Sequence[str],
    names: Sequence[str],
    knocker: int | None,
    most: int,
    is_holding: Callable[[str], bool],
) -> tuple[dict[int, str], list[str], list[Message]]:
    """Holdings given as `Bob=17` or `Bob 17` by seat, the others in their order, and the faults.

    The `knocker` has been named before the texts, so that one without a name may be his. Names
    apart from their holdings are sought only where the texts are not the holdings of the `most`
    who play, in their order: somebody may be called 17.
    """
    named: list[tuple[int, str]] = []
    unnamed: list[str] = []
    faults: list[Message] = []
    for text in texts:
        try:
            found = split_name(text, names)
        except GinscoreError as error:
            faults += error.faults
            continue
        if found is None:
            unnamed.append(text)
        else:
            named.append(found)
    first = 0 if knocker in dict(named) else 1
    labels, holdings = unnamed[first::2], unnamed[first + 1 :: 2]
    seats = [match_names(label, names) for label in labels]
    are_names = len(labels) == len(holdings) and all(len(found) == 1 for found in seats)
    if are_names and (len(named) + len(unnamed) > most or not all(map(is_holding, labels))):
        named += [(found[0], text) for found, text in zip(seats, holdings, strict=True)]
        unnamed = unnamed[:first]
    by_seat: dict[int, str] = {}
    for seat, text in named:
        if seat in by_seat:
            template, name = N_("{name} is given two holdings"), names[seat]
            faults.append(fault("wrong-seat-count", template, where=name, name=name))
        by_seat.setdefault(seat, text)
    return by_seat, unnamed, faults


def check_start(players: tuple[str, ...], dealer: str, variant: Variant) -> list[Message]:
    """Every fault of a sheet's own facts: its names, how many there are, who deals first."""
    faults = check_names(players)
    if len(players) not in variant.players:
        fitting = [name for name in PRESETS if len(players) in load_preset(name).players]
        faults.append(
            fault(
                "wrong-seat-count",
                N_("number of players: {given}; {variant} is for {allowed}"),
                hint=N_("{given} can play {fitting}: --variant NAME") if fitting else "",
                where="NAME",
                given=len(players),
                variant=variant.name,
                allowed=", ".join(map(str, variant.players)),
                fitting=", ".join(fitting),
            )
        )
    if dealer not in players:
        faults += not_found(dealer, players, "--dealer").faults
    return faults


# Dates


def parse_date(text: str, zone: tzinfo | None = None) -> datetime:
    """An ISO 8601 date (00:00 of that day) or date-time; without an offset it is local time.

    `zone` is the local time zone, None the computer's.

    Raises:
        GinscoreError: `bad-date`.
    """
    try:
        return _aware(_read_moment(text.strip()), zone)
    except (ValueError, OverflowError, OSError):
        raise _bad_date(text.strip()) from None


def _read_moment(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time())
    except ValueError:
        return datetime.fromisoformat(text)


def _aware(moment: datetime, zone: tzinfo | None) -> datetime:
    if moment.tzinfo is not None:
        return moment
    return moment.astimezone() if zone is None else moment.replace(tzinfo=zone)


def _bad_date(text: str) -> GinscoreError:
    return refuse(
        "bad-date",
        N_("“{text}” is no date; allowed: an ISO date or date-time, such as 2024-05-31T20:30"),
        where="--date",
        text=shorten(text),
    )


def known_moment(at: datetime | None) -> datetime | None:
    """`at` as an entry keeps it.

    Raises:
        GinscoreError: `bad-date` for a moment without an offset, which is not clear.
    """
    if at is not None and at.utcoffset() is None:
        raise refuse(
            "bad-date",
            N_("{text} has no offset from UTC"),
            hint=N_("with one: 2024-05-31T20:30+02:00"),
            where="at",
            text=at.isoformat(),
        )
    return at


# Titles and notes


def tidy_note(text: str) -> str:
    """A title or a note as it is kept: one line, each run of control characters and blanks a blank.

    Half characters, which no file can hold, become replacement characters.
    """
    return " ".join("".join(map(_kept, text)).split())


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    return {"Cc": " ", "Cs": "\N{REPLACEMENT CHARACTER}"}.get(category, character)


# Whether facts make sense: a file in which they do not cannot be read, while a hand that only the
# rules refuse can, and `verify` reports it.


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
