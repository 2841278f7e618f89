"""`ginscore` alone: the state of the sheet in reach, else how to begin."""

from typing import TYPE_CHECKING, Final

from ginscore.cli.console import Console
from ginscore.cli.in_use import read_sound, rematch_command
from ginscore.errors import N_
from ginscore.files.config import sheet_in_reach

if TYPE_CHECKING:
    from ginscore.sheet.sheet import Sheet

START: Final = N_("""\
ginscore keeps the score of Gin Rummy and settles disputes.

  ginscore settle 4 17      the knocker has 4 points of deadwood, the other 17
  ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D"
  ginscore melds "7S 7H 7D 4C 5C 6C JH QH KH 3D"
  ginscore compare 5 5      the same hand under every set of rules
  ginscore new Ann Bob      start a sheet
  ginscore keep             keep the score hand by hand

"ginscore --help" lists every command.""")


def show_start(console: Console, form: str) -> None:
    """Show the sheet's state if there is one here, else the first commands."""
    path = sheet_in_reach(console.settings)
    if path is not None:
        _show_state(console, read_sound(path), path, form)
    elif form == "json":
        console.show_json({"sheet": None})
    else:
        console.show(console.texts(START))


def _show_state(console: Console, sheet: "Sheet", path: str, form: str) -> None:
    score = sheet.score(last=1)
    if form == "json":
        console.show_json({"sheet": path, **score.model_dump()})
        return
    from ginscore.show.standing import show_example, show_state

    texts = console.texts
    shown = show_state(score, sheet.rules, path, texts, console.style)
    if score.match.over:
        following = texts(N_("A rematch: {command}"), command=rematch_command(path))
    else:
        following = show_example(sheet.names, sheet.rules, "", texts)
    console.show(f"{shown}\n\n{following}")
