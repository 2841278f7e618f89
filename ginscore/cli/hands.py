"""Hands of the sheet: `add` and `edit`."""

import sys
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from ginscore.cli import options
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import take_stdin
from ginscore.cli.sheet_file import clock, naming_sheet, sheet_path, show_ruling, write_change
from ginscore.errors import N_, GinscoreError
from ginscore.files.store import read_sheet
from ginscore.sheet.entries import parse_date

if TYPE_CHECKING:
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.typed import HandOptions

ABOUT: Final = {
    "add": N_("""\
    ginscore add Ann 4 17
    ginscore add Ann "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D" --upcard 7H
    ginscore add Ann gin Bob 22
    ginscore add --dead
    ginscore add --points Ann=18

The holding of who went out comes first, whoever has won. Points of deadwood are those after
lay-offs. "--before 3" is for a hand that was forgotten. On a terminal "ginscore add" alone asks
for everything."""),
    "edit": N_("""\
    ginscore edit 3 Ann 4 27
    ginscore edit 3 Bob=27
    ginscore edit 3 --upcard 5S
    ginscore edit 3 --note ""

What is not given stays as it was; all hands after it are counted again. Nothing is lost: "ginscore
undo" takes the correction back."""),
}


class HandArguments(NamedTuple):
    """A hand as given on the command line; `date` is still text."""

    texts: list[str]
    options: "HandOptions"
    date: str | None

    @property
    def is_blank(self) -> bool:
        """Whether no hand is given at all."""
        return not (self.texts or self.options["dead"] or self.options["points"])


Change = Callable[["Sheet", HandArguments, datetime], "Sheet"]


def add(
    ctx: typer.Context,
    texts: options.Texts = None,
    upcard: options.Upcard = None,
    big_gin: options.BigGin = False,
    lay_off: options.LayOffs = None,
    dealer: options.Dealer = None,
    note: options.Note = None,
    date: options.Date = None,
    before: Annotated[
        int | None,
        typer.Option(
            "--before", metavar=N_("N"), help=N_("Put it before the hand of this number.")
        ),
    ] = None,
    try_: options.Try = False,
    dead: options.Dead = False,
    points: options.Points = None,
    kind: options.Kind = None,
    against: options.Against = None,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Write down a hand."""
    console = console_of(ctx)
    path = sheet_path(console, sheet)
    cards: HandOptions = {"upcard": upcard, "big_gin": big_gin, "lay_offs": lay_off or None}
    facts: HandOptions = {"dealer": dealer, "note": note, "lang": console.texts.lang}
    bare: HandOptions = {"dead": dead, "points": points, "kind": kind, "against": against}
    given = HandArguments(take_stdin(texts or ()), {**cards, **facts, **bare}, date)
    if given.is_blank and sys.stdin.isatty():
        given = _ask(console, path, given)

    def put(old: "Sheet", hand: HandArguments, now: datetime) -> "Sheet":
        return old.add(*hand.texts, before=before, now=now, **hand.options)

    changed = _change(console, path, put, given, is_try=try_)
    number = before or len(changed.record.hands)
    show_ruling(console, changed, number, path, format_, is_try=try_)


def _ask(console: Console, path: str, given: HandArguments) -> HandArguments:
    """The hand as asked for at the terminal, with what the command line gives.

    Raises:
        GinscoreError: `bad-date`, before anything is asked; as `read_sheet`.
    """
    from ginscore.cli.hand_questions import ask_hand

    if given.date is not None:
        parse_date(given.date)
    texts, answered = ask_hand(console, read_sheet(path), given.options["upcard"])
    return given._replace(texts=[*texts], options={**given.options, **answered})


def edit(
    ctx: typer.Context,
    number: Annotated[int, typer.Argument(metavar=N_("N"), help=N_("The number of the hand."))],
    texts: options.Texts = None,
    upcard: options.Upcard = None,
    big_gin: options.BigGin = False,
    lay_off: options.LayOffs = None,
    dealer: options.Dealer = None,
    note: options.Note = None,
    date: options.Date = None,
    try_: options.Try = False,
    dead: options.Dead = False,
    points: options.Points = None,
    kind: options.Kind = None,
    against: options.Against = None,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Correct a hand."""
    console = console_of(ctx)
    path = sheet_path(console, sheet)
    cards: HandOptions = {"upcard": upcard, "big_gin": big_gin, "lay_offs": lay_off or None}
    facts: HandOptions = {"dealer": dealer, "note": note, "lang": console.texts.lang}
    bare: HandOptions = {"dead": dead, "points": points, "kind": kind, "against": against}
    given = HandArguments(take_stdin(texts or ()), {**cards, **facts, **bare}, date)

    def correct(old: "Sheet", hand: HandArguments, now: datetime) -> "Sheet":
        return old.edit(number, *hand.texts, now=now, **hand.options)

    changed = _change(console, path, correct, given, is_try=try_)
    show_ruling(console, changed, number, path, format_, is_try=try_)


def _change(
    console: Console, path: str, change: Change, given: HandArguments, *, is_try: bool
) -> "Sheet":
    """The sheet with the change; written, unless it is only tried.

    Raises:
        GinscoreError: with the faults of the date and of the hand together.
    """
    if not is_try:
        return write_change(console, path, lambda old: _dated(old, change, given))

    with naming_sheet(path):
        return _dated(read_sheet(path), change, given)


def _dated(sheet: "Sheet", change: Change, given: HandArguments) -> "Sheet":
    if given.date is None:
        return change(sheet, given, clock())

    try:
        at = parse_date(given.date)
    except GinscoreError as error:
        raise error.with_faults_of(lambda: change(sheet, given, clock())) from None
    return change(sheet, given._replace(options={**given.options, "at": at}), clock())
