"""One line of the log, and the facts that stand in it: names, dates, notes."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, tzinfo
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AwareDatetime, Field, model_validator

from ginscore.cards.notation import holds_cards
from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.hand.facts import check_names, clean_name, fold_name
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
        text=text if len(text) <= 40 else f"{text[:39]}…",
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
