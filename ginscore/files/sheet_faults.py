"""What a sheet's file says when it is not one: the same for JSON and CSV."""

from typing import Final

from ginscore.errors import N_, Message, refuse, refuse_all
from ginscore.rules.combinations import check_variant
from ginscore.rules.variants import Variant

FORMAT: Final = "ginscore-sheet"
VERSION: Final = 1
MOST: Final = 10  # a file that is wrong everywhere need not fill the screen


def refuse_newer(version: object) -> None:
    """Refuse a sheet that a later ginscore wrote.

    Raises:
        GinscoreError: `sheet-newer`.
    """
    if isinstance(version, int) and version > VERSION:
        raise refuse(
            "sheet-newer",
            N_("its format has version {version}; this ginscore reads up to {newest}"),
            hint=N_("bring ginscore up to date; the file was left as it is"),
            version=version,
            newest=VERSION,
        )


def corrupt(message: Message, place: str) -> Message:
    """A fault as it is called in a file, whatever it would be in a command, at its place."""
    return message._replace(code="sheet-corrupt", where=place, hint="", excerpt="")


def refuse_clashes(variant: Variant, place: str) -> None:
    """Refuse rules that do not go together.

    Raises:
        GinscoreError: `sheet-corrupt` with every wrong combination.
    """
    refuse_all([corrupt(one, place) for one in check_variant(variant)])
