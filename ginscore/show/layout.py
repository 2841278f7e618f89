"""Texts brought to a width: wrapped, cut, names made short. Widths are terminal columns."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ginscore.show.style import width

CUT: Final = "…"
# Lines may end here; a no-break space keeps its words together.
_BLANKS: Final = re.compile(r"[ \t\r\n]+")


def wrap_words(text: str, columns: int) -> list[str]:
    """The lines of `text` at `columns` columns; a word that is too long is broken.

    An empty text is one empty line.
    """
    lines = [""]
    for word in filter(None, _BLANKS.split(text)):
        *full, rest = _pieces(word, columns)
        joined = f"{lines[-1]} {rest}" if lines[-1] else rest
        if not full and width(joined) <= columns:
            lines[-1] = joined
        else:
            lines += [*full, rest]
    return lines if lines[0] or len(lines) == 1 else lines[1:]


def _pieces(word: str, columns: int) -> list[str]:
    """The word in pieces of at most `columns` columns."""
    pieces = []
    while width(word) > columns:
        piece = _beginning(word, columns)
        pieces.append(piece)
        word = word[len(piece) :]
    return [*pieces, word]


def _beginning(text: str, columns: int) -> str:
    """As much of `text` as has room, at least one character."""
    kept = 1
    while kept < len(text) and width(text[: kept + 1]) <= columns:
        kept += 1
    return text[:kept]


def cut(text: str, columns: int) -> str:
    """`text`, or its beginning and `…` where it has no room."""
    return text if width(text) <= columns else _beginning(text, columns - 1) + CUT


def short_names(names: Sequence[str], columns: int) -> dict[str, str]:
    """Each name at `columns` columns or less; names that are cut stay different.

    Where the beginnings are the same the ends are kept too, and at last the number of the seat.
    """
    for shorten in (_keep_beginning, _keep_both_ends, _keep_number):
        short = [*shorten(names, columns)]
        if len(set(short)) == len(names):
            break
    return dict(zip(names, short, strict=True))


def _keep_beginning(names: Sequence[str], columns: int) -> Iterator[str]:
    return (cut(name, columns) for name in names)


def _keep_both_ends(names: Sequence[str], columns: int) -> Iterator[str]:
    half = columns // 2
    for name in names:
        end = _beginning(name[::-1], half - 1)[::-1]
        yield name if width(name) <= columns else cut(name, columns - width(end)) + end


def _keep_number(names: Sequence[str], columns: int) -> Iterator[str]:
    for seat, name in enumerate(names, 1):
        number = str(seat)
        yield name if width(name) <= columns else cut(name, columns - len(number)) + number
