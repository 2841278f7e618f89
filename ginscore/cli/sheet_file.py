"""The sheet that a command works on: where it is, how it is changed, what is said afterwards."""

from collections.abc import Callable
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from ginscore.cli.console import Console, read_stdin
from ginscore.errors import N_, GinscoreError, Message
from ginscore.files.store import (
    change_sheet,
    create_sheet,
    fresh_path,
    parse_sheet,
    quote_path,
    read_sheet,
)
from ginscore.sheet.record import sound_tally
from ginscore.show.layout import fold
from ginscore.show.ruling import show_settlement
from ginscore.show.summary import show_round, show_score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ginscore.cli.answers import Changed
    from ginscore.files.store import Form
    from ginscore.sheet.sheet import Sheet

Parsed = TypeVar("Parsed")


def sheet_path(console: Console, given: str | None) -> str:
    """The file of `--sheet`, by default the reader's."""
    return console.settings.sheet.value if given is None else given


def sheet_option(console: Console, path: str) -> str:
    """What the next command needs to find this sheet: nothing, or ` -s FILE`."""
    return "" if path == console.defaults.sheet.value else f" -s {quote_path(path)}"


def rematch_command(path: str) -> str:
    """The command line that starts a sheet like this one beside it."""
    return f"ginscore new --like {quote_path(path)} -s {_new(path)}"


def _new(path: str) -> str:
    return quote_path(fresh_path(path))


def clock() -> datetime:
    """Now, with its offset."""
    return datetime.now().astimezone()


@contextmanager
def naming_sheet(path: str) -> "Iterator[None]":
    """Name the sheet's file in faults of its entries, and in refusals that tell how to go on."""
    try:
        yield
    except GinscoreError as error:
        first, *others = (_name(fault, path) for fault in error.faults)
        raise GinscoreError(first, *others) from None


def _name(fault: "Message", path: str) -> "Message":
    if fault.code == "game-over":
        fields = {**fault.fields, "path": quote_path(path), "new": _new(path)}
        return fault._replace(fields=fields)
    return fault.at(path) if fault.where.startswith(("entry ", "row ")) else fault


def read_given(file: str) -> "Sheet":
    """The sheet in a named file; `-` is stdin, JSON or CSV by its beginning.

    Raises:
        GinscoreError: as `read_sheet`.
    """
    return read_sheet(file) if file != "-" else parse_stdin(parse_sheet)


def read_sound(file: str) -> "Sheet":
    """The same, for a sheet without faults.

    Raises:
        GinscoreError: as `read_sheet`, and with every fault of the log, each at its entry.
    """
    sheet = read_given(file)
    with naming_sheet("stdin" if file == "-" else file):
        sound_tally(sheet.record)
    return sheet


def parse_stdin(parse: "Callable[[bytes, Form], Parsed]") -> "Parsed":
    """What `parse` makes of all of stdin, JSON or CSV by its beginning.

    Raises:
        GinscoreError: what `parse` raises.
    """
    text = read_stdin()
    try:
        return parse(text.encode(), "json" if text.lstrip()[:1] in ("{", "[") else "csv")
    except GinscoreError as error:
        raise error.at("stdin") from None


def tell_unused(console: Console, columns: "Sequence[Message]") -> None:
    """Say on stderr which columns of a table were left aside."""
    if columns:
        console.talk(N_("columns that are not used: {columns}"), columns=columns)


def write_change(console: Console, path: str, change: "Callable[[Sheet], Sheet]") -> "Sheet":
    """Change the sheet in a file, under its lock.

    Raises:
        GinscoreError: what reading, `change` and writing refuse; the file is then as it was.
    """
    with naming_sheet(path):
        changed = change_sheet(path, change, lock=not console.no_lock)
    console.done = _recorded(console, changed, path)
    return changed


def _recorded(console: Console, sheet: "Sheet", path: str) -> "Message":
    """What the newest entry has put in the file."""
    entry = sheet.entries[-1]
    hand = sheet.newest_hand() if entry.event == "hand" else None
    template = (
        N_("hand {hand}, entry {entry}, is recorded in {sheet}")
        if hand
        else N_("entry {entry} is recorded in {sheet}")
    )
    fields = {"hand": hand, "entry": entry.entry, "sheet": path}
    return Message("", template, {**fields, "show": _showing(console, path)})


def _showing(console: Console, path: str) -> str:
    """The command that shows this sheet."""
    return f"ginscore show{sheet_option(console, path)}"


def write_new(console: Console, path: str, sheet: "Sheet") -> None:
    """Put a sheet in a new file.

    Raises:
        GinscoreError: as `create_sheet`.
    """
    create_sheet(path, sheet, lock=not console.no_lock)
    fields = {"sheet": path, "show": _showing(console, path)}
    console.done = Message("", N_("the new sheet {sheet} is there"), fields)


def show_change(
    console: Console, sheet: "Sheet", path: str, said: str, form: str, answer: "Changed"
) -> None:
    """Say what a change did and how the sheet stands now; as JSON the `answer` with the same."""
    console.answer(form, answer, text=lambda: f"{said}\n\n{show_now(console, sheet, path)}")


def standing(sheet: "Sheet") -> dict[str, Any]:
    """The fields of `Changed`: the newest entry, and the score, or None if it does not add up."""
    entry = len(sheet.entries)
    if sheet.record.faults:
        return {"entry": entry, **dict.fromkeys(("totals", "to_go", "next_dealer"))}
    score = sheet.score(last=1)
    totals = score.games[-1].totals
    return {
        "entry": entry,
        "totals": totals,
        "to_go": score.to_go,
        "next_dealer": score.next_dealer,
    }


def show_now(console: Console, sheet: "Sheet", path: str) -> str:
    """The score as it stands, at the end with how to play on; or how to mend a faulty sheet."""
    texts = console.texts
    if sheet.record.faults:
        command = f"ginscore verify{sheet_option(console, path)}"
        return texts(N_("The sheet does not add up yet: {command}"), command=command)
    score = sheet.score(last=1)
    shown = show_score(score, sheet.rules, texts, console.style)
    if not score.match.over:
        return shown
    rematch = texts(N_("A rematch: {command}"), command=rematch_command(path))
    return f"{shown}\n\n{rematch}"


def show_ruling(
    console: Console,
    sheet: "Sheet",
    number: int,
    path: str,
    form: str,
    *,
    is_try: bool,
    undo: str = "",
) -> None:
    """The ruling on the hand, and how the sheet stands with it; `undo` takes it back here."""
    ruling = sheet.settlement(number)
    taking_back = {"undo": undo or f"ginscore undo{sheet_option(console, path)}"}
    warnings = [each._replace(fields={**each.fields, **taking_back}) for each in ruling.warnings]
    ruling = ruling.model_copy(update={"warnings": tuple(warnings)})
    texts, rules = console.texts, sheet.record.hands[number - 1].variant
    said = texts(N_("Hand {number}, entry {entry}."), number=number, entry=ruling.entry)
    if is_try:
        said = texts(N_("Only tried: nothing was written down. The score would be"))

    def text() -> str:
        shown = [show_settlement(ruling, rules, texts, console.style), said]
        if rules.teams and number == len(sheet.record.hands):
            shown.append(fold(show_round(sheet.score(last=2), texts), console.style.columns))
        return "\n\n".join([*filter(None, shown), show_now(console, sheet, path)])

    recorded = {"hand": None, "entry": None} if is_try else {}
    console.answer(form, ruling.model_copy(update=recorded), text=text)
