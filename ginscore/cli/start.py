"""`ginscore` alone: the state of the sheet in reach, else how to begin."""

from typing import Final

from ginscore.cli.console import Console
from ginscore.errors import N_

START: Final = N_("""\
ginscore keeps the score of Gin Rummy and settles disputes.

  ginscore settle 4 17                  the knocker has 4 points of deadwood, the other 17
  ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D"
  ginscore melds "7S 7H 7D 4C 5C 6C JH QH KH 3D"
  ginscore compare 5 5                  the same hand under every set of rules
  ginscore new Ann Bob                  start a sheet
  ginscore keep                         keep the score hand by hand

"ginscore --help" lists every command.""")


def show_start(console: Console, form: str) -> int | None:
    """Show the sheet's state if there is one here, else the first commands."""
    from ginscore.cli.reading import show_state

    status = show_state(console, form)
    if status is None:
        console.show(console.texts(START))
    return status or 0
