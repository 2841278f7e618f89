"""How a page is laid out: bold and colour or neither, widths, wrapping, tables.

Widths are terminal columns.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

# The columns of a page where nothing else is known of it.
PAGE: Final = 80
# Signs of ours that take one column, so that the tables of wide characters are not loaded.
_NARROW: Final = frozenset("−≤≥→…–’“”♠♥♦♣")
# A rank as any language shows it, before its suit.
RANK: Final = r"(?<!\w)(?:10|[A2-9JQKVDR])"
_RED_CARD: Final = rf"{RANK}[♥♦]"


class Style(NamedTuple):
    """How a terminal may be written to; without `colour` every text stays as it is.

    A page has so many terminal `columns`.
    """

    colour: bool = False
    columns: int = PAGE

    def bold(self, text: str) -> str:
        """Text that must be seen first, such as the result."""
        return self._write("1", text)

    def good(self, text: str) -> str:
        """A claim upheld, a sheet that adds up."""
        return self._write("32", text)

    def bad(self, text: str) -> str:
        """An error, a claim rejected."""
        return self._write("31", text)

    def caution(self, text: str) -> str:
        """A warning."""
        return self._write("33", text)

    def faces(self, text: str) -> str:
        """Hearts and diamonds in red wherever they stand in `text`."""
        if not self.colour:
            return text
        return re.sub(_RED_CARD, lambda card: self._write("31", card[0]), text)

    def _write(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def width(text: str) -> int:
    """How many columns a terminal gives to `text`; wide and combining characters are counted."""
    if text.isascii() or all(one < "\u0300" or one in _NARROW for one in text):
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0) or len(text)


def pad(text: str, columns: int) -> str:
    """`text` with blanks after it, to `columns` columns."""
    return text + " " * (columns - width(text))


def pad_left(text: str, columns: int) -> str:
    """`text` with blanks before it, to `columns` columns."""
    return " " * (columns - width(text)) + text


# Wrapped, set side by side, cut


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


# Tables: the one place that prints one, as text, Markdown or HTML


_STYLES: Final = {"text": "simple", "markdown": "pipe", "html": "unsafehtml"}
# What Markdown would not show as it stands; an underline within a word is only an underline.
_MARKUP: Final = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")


class Table(NamedTuple):
    """A table of finished texts; `aligns` are `left`, `right` or `center` for each column."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    aligns: Sequence[str]


def format_table(table: Table, form: str = "text") -> str:
    """The table as `text`, `markdown` or `html`; cells are escaped as the form needs it.

    Names of wide characters stay aligned. Nothing is read as a number: `1e5` stays `1e5`.
    """
    from tabulate import tabulate

    rows = [[_escape_cell(cell, form) for cell in row] for row in (table.heads, *table.rows)]
    return tabulate(
        rows[1:],
        headers=rows[0],
        tablefmt=_STYLES[form],
        disable_numparse=True,
        colalign=table.aligns if table.rows else None,
        preserve_whitespace=form == "text",
    )


def _escape_cell(cell: str, form: str) -> str:
    if form == "html":
        return escape(cell)
    if form == "markdown":
        return BLANKS.sub(" ", escape_markdown(cell).strip())
    return cell


def escape_markdown(text: str) -> str:
    """A text that Markdown shows as it is, in a table or within a line."""
    return _MARKUP.sub(r"\\\g<0>", text)
