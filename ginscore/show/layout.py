"""Texts brought to a width: wrapped, set side by side, cut. Widths are terminal columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ginscore.show.style import PAGE, pad, width

CUT: Final = "…"
_HANG: Final = "  "
# Lines may end here; a no-break space keeps its words together.
BLANKS: Final = re.compile(r"[ \t\r\n]+")


# Room that a text beside its label has at least.
_LEAST: Final = 24


def fold(text: str, page: int) -> str:
    """A sentence at `page` columns; its lines after the first are indented."""
    if width(text) <= page:
        return text
    return f"\n{_HANG}".join(wrap_words(text, page - len(_HANG)))


def columns(rows: Iterable[tuple[str, str]], page: int = PAGE, indent: str = "  ") -> Iterator[str]:
    """Lines of a label and its text, the texts under each other; a label stands once.

    A text that has no room at `page` columns goes on below itself.
    """
    rows = list(rows)
    widest = max((width(label) for label, _ in rows), default=0)
    left = len(indent) + widest + 2
    last = ""
    for label, text in rows:
        room = max(page - left, _LEAST)
        first, *others = [text] if width(text) <= room else wrap_words(text, room)
        yield f"{indent}{pad('' if label == last else label, widest)}  {first}"
        yield from (f"{'':{left}}{other}" for other in others)
        last = label


def wrap_words(text: str, columns: int) -> list[str]:
    """The lines of `text` at `columns` columns; a word that is too long is broken.

    An empty text is one empty line.
    """
    lines = [""]
    for word in filter(None, BLANKS.split(text)):
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
