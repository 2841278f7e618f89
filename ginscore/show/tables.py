"""The one place that prints a table, as text, Markdown or HTML."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ginscore.show.layout import BLANKS

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
