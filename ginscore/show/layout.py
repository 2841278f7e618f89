"""The layout of a page: bold and colour, widths, wrapping, tables.

Widths are terminal columns.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

# The columns of a page of unknown width.
PAGE: Final = 80
# Our own signs that take one column: for them wcwidth is not loaded.
_NARROW: Final = frozenset("−≤≥→…–’“”♠♥♦♣")
# A rank as any language shows it, before its suit.
RANK: Final = r"(?<!\w)(?:10|[A2-9JQKVDR])"
_COLOUR: Final = r"\x1b\[[0-9;]*m"
_RED_CARD: Final = rf"{RANK}[♥♦]"


class Style(NamedTuple):
    """How text is styled for a terminal; without `colour` it stays as it is.

    A page is `columns` terminal columns wide.
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
        """`text` with its hearts and diamonds in red."""
        if not self.colour:
            return text
        return re.sub(_RED_CARD, lambda card: self._write("31", card[0]), text)

    def _write(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def width(text: str) -> int:
    """The columns that `text` takes in a terminal, wide and combining characters included."""
    if "\x1b" in text:
        text = re.sub(_COLOUR, "", text)
    if text.isascii() or all(char < "\u0300" or char in _NARROW for char in text):
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0) or len(text)


def pad(text: str, columns: int) -> str:
    """`text` padded on the right to `columns` columns."""
    return text + " " * (columns - width(text))


def pad_left(text: str, columns: int) -> str:
    """`text` padded on the left to `columns` columns."""
    return " " * (columns - width(text)) + text


# Wrapped, set side by side, cut


CUT: Final = "…"
_HANG: Final = "  "
# Lines may end here; a no-break space keeps its words together.
BLANKS: Final = re.compile(r"[ \t\r\n]+")


# The least room for a text beside its label.
_LEAST: Final = 24


def fold(text: str, page: int) -> str:
    """A sentence wrapped at `page` columns; its lines after the first are indented."""
    if width(text) <= page:
        return text
    return f"\n{_HANG}".join(wrap_words(text, page - len(_HANG)))


def fit(text: str, page: int) -> str:
    """A finished text, its lines at most `page` columns wide.

    A line that is too long goes on under itself, a little further in; a ruled line is cut.
    """
    lines = text.split("\n")
    if max(map(width, lines)) <= page:
        return text
    return "\n".join(part for line in lines for part in _parts(line, page))


def _parts(line: str, page: int) -> Iterator[str]:
    if width(line) <= page or not line.strip("-= "):
        yield line if width(line) <= page else line[:page].rstrip()
        return
    indent = " " * min(len(line) - len(line.lstrip(" ")) + len(_HANG), page // 2)
    part = ""
    for word in re.findall(r"[ \t]*[^ \t]+", line):
        if width(part + word) <= page:
            part += word
            continue
        if part:
            yield part
        *full, part = _pieces(word.lstrip() if part else word, page - len(indent))
        yield from (f"{indent}{piece}" for piece in full)
        part = indent + part
    yield part


def fit_excerpt(excerpt: str, page: int) -> Iterator[str]:
    """A text and the line of carets under it, indented, broken together at the same places."""
    text, _, marks = excerpt.partition("\n")
    room = page - len(_HANG)
    while len(text) > room:
        at = text.rfind(" ", 1, room + 1) + 1 or room
        yield from _excerpt(text[:at], marks[:at])
        text, marks = text[at:], marks[at:]
    yield from _excerpt(text, marks)


def _excerpt(text: str, marks: str) -> Iterator[str]:
    yield f"{_HANG}{text.rstrip()}"
    if marks.strip():
        yield f"{_HANG}{marks.rstrip()}"


def columns(rows: Iterable[tuple[str, str]], page: int = PAGE, indent: str = "  ") -> Iterator[str]:
    """Lines of a label and its text, the texts aligned; a repeated label is shown once.

    A text too long for `page` columns continues below itself; where the labels leave too little
    room it is under its label.
    """
    rows = list(rows)
    widest = max((width(label) for label, _ in rows), default=0)
    left = len(indent) + widest + 2
    last = ""
    room = page - left
    if room < _LEAST:
        yield from _stacked(rows, page, indent)
        return
    for label, text in rows:
        first, *rest = [text] if width(text) <= room else wrap_words(text, room)
        yield f"{indent}{pad('' if label == last else label, widest)}  {first}"
        yield from (f"{'':{left}}{line}" for line in rest)
        last = label


def _stacked(rows: Sequence[tuple[str, str]], page: int, indent: str) -> Iterator[str]:
    last = ""
    for label, text in rows:
        if label != last:
            yield f"{indent}{label}"
        deeper = f"{indent}{_HANG}"
        yield from (f"{deeper}{line}" for line in wrap_words(text, page - len(deeper)))
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
    """As much of `text` as fits, at least one character."""
    kept = 1
    while kept < len(text) and width(text[: kept + 1]) <= columns:
        kept += 1
    return text[:kept]


def cut(text: str, columns: int) -> str:
    """`text`, or its beginning and `…` where it does not fit."""
    return text if width(text) <= columns else _beginning(text, columns - 1) + CUT


def short_names(names: Sequence[str], columns: int) -> dict[str, str]:
    """Each name in at most `columns` columns; names that are cut stay different.

    Where the beginnings are the same the ends are kept too, or else the number of the seat.
    """
    for shorten in (_keep_beginning, _keep_both_ends, _keep_number):
        short = [*shorten(names, columns)]
        if len(set(short)) == len(names):
            break
    return dict(zip(names, short, strict=True))


def short_sides(sides: Sequence[str], players: Sequence[str], columns: int) -> dict[str, str]:
    """As `short_names`; of a team or a crew each name is cut, so that all of them are seen."""
    short = short_names(sides, columns)
    for side in sides:
        members = [player for player in players if player in side.split("+")]
        if width(side) > columns and len(members) > 1 and side == "+".join(members):
            room = max(1, (columns + 1) // len(members) - 1)
            short[side] = "+".join(name[:room] for name in members)
    return short


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


# Tables: the only place that prints them, as text, Markdown or HTML


_STYLES: Final = {"text": "simple", "markdown": "pipe", "html": "unsafehtml"}
# What Markdown would not show as it is; an underscore within a word is harmless.
_MARKUP: Final = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")


class Table(NamedTuple):
    """A table of finished texts; `aligns` are `left`, `right` or `center` for each column."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    aligns: Sequence[str]


def format_table(table: Table, form: str = "text", page: int | None = None) -> str:
    """The table as `text`, `markdown` or `html`; cells are escaped as the form requires.

    Names of wide characters stay aligned. Nothing is read as a number: `1e5` stays `1e5`. As text
    the last column is wrapped where the table would be wider than `page` columns.
    """
    from tabulate import tabulate

    if page is not None and form == "text":
        table = _narrowed(table, page)
    rows = [[_escape_cell(cell, form) for cell in row] for row in (table.heads, *table.rows)]
    return tabulate(
        rows[1:],
        headers=rows[0],
        tablefmt=_STYLES[form],
        disable_numparse=True,
        colalign=table.aligns if table.rows else None,
        preserve_whitespace=form == "text",
    )


def _narrowed(table: Table, page: int) -> Table:
    """The table with its last column wrapped at words, to fit the page."""
    every = (table.heads, *table.rows)
    taken = sum(2 + max(width(row[at]) for row in every) for at in range(len(table.heads) - 1))
    room = max(page - taken, _LEAST)
    rows = [[*row[:-1], "\n".join(wrap_words(row[-1], room))] for row in table.rows]
    return table._replace(rows=rows)


def _escape_cell(cell: str, form: str) -> str:
    if form == "html":
        return escape(cell)
    if form == "markdown":
        return BLANKS.sub(" ", escape_markdown(cell).strip())
    return cell


def escape_markdown(text: str) -> str:
    """A text that Markdown shows as it is, in a table or within a line."""
    return _MARKUP.sub(r"\\\g<0>", text)
