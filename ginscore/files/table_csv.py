"""The one writer of CSV: RFC 4180, and no cell that a spreadsheet would run as a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ginscore.sheet.scores import HandScore, ScoreSheet


_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_ESCAPED_STARTS: Final = ("'", *_FORMULA_STARTS)
_DELIMITERS: Final = (",", ";", "\t")
BOM: Final = "\ufeff"

Cell = str | int | Decimal | None


def escape_cell(text: str) -> str:
    """A text as a cell: `'` in front of a formula's first character, and of a first `'`."""
    return f"'{text}" if text.startswith(_ESCAPED_STARTS) else text


def unescape_cell(cell: str) -> str:
    """The text of a cell; the inverse of `escape_cell`."""
    return cell.removeprefix("'")


def format_table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], *, excel: bool = False
) -> str:
    """A table as CSV text with CR LF line ends; None is a blank cell.

    Texts are escaped, numbers are not. `excel` writes what a European Excel opens without
    questions: a byte order mark and semicolons.
    """
    cells = ([_format_cell(value) for value in row] for row in rows)
    return format_rows([[escape_cell(head) for head in heads], *cells], excel=excel)


def format_row(row: Sequence[Cell]) -> str:
    """One row as CSV text with its line end, escaped as in `format_table`."""
    return format_rows([[_format_cell(value) for value in row]])


def _format_cell(value: Cell) -> str:
    if value is None:
        return ""
    return escape_cell(value) if isinstance(value, str) else str(value)


def format_rows(rows: Iterable[Sequence[str]], *, excel: bool = False) -> str:
    """Rows of finished cells as CSV text; see `format_table`."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if excel else ",", lineterminator="\r\n")
    writer.writerows(rows)
    return (BOM if excel else "") + text.getvalue()


def parse_rows(text: str, known_heads: Sequence[str]) -> Iterator[list[str]]:
    """The rows of a CSV text, cells as they stand, heads first; a blank line is `[]`.

    Commas, semicolons or tabs: whichever cuts the first line into the most `known_heads`. A byte
    order mark and an Excel `sep=;` line are skipped.

    Raises:
        csv.Error: the text is no CSV.
    """
    text = text.removeprefix(BOM)
    if text[:4].lower() == "sep=":
        text = text.partition("\n")[2]
    # A note may be longer than the module's default limit of 128 kB.
    csv.field_size_limit(2**31 - 1)
    delimiter = choose_delimiter(text.partition("\n")[0], known_heads)
    return csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)


def choose_delimiter(first_line: str, known_heads: Sequence[str]) -> str:
    """Comma, semicolon or tab: whichever cuts the line into the most `known_heads`."""

    def count_known(delimiter: str) -> int:
        heads = {head.strip(' "\r\n') for head in first_line.lower().split(delimiter)}
        return len(heads.intersection(known_heads))

    return max(_DELIMITERS, key=count_known)


# The tidy table of a sheet


_TIDY_HEADS: Final = (
    *("hand", "entry", "at", "game", "dealer", "went_out", "upcard", "kind", "winner"),
    *("points", "boxes", "columns", "edited", "note"),
)


def tidy_heads(score: "ScoreSheet") -> list[str]:
    """The heads of the tidy table."""
    seats, sides = len(score.players), len(score.match.points)
    return [
        *_TIDY_HEADS,
        *_numbered("player", seats),
        *_numbered("deadwood", seats),
        *_numbered("score", sides),
        *_numbered("total", sides),
    ]


def tidy_rows(score: "ScoreSheet") -> "Iterator[list[Cell]]":
    """The rows of the tidy table, without hands after the end."""
    return (_tidy_row(hand, score.players) for hand in score.hands if hand.status == "counted")


def _numbered(head: str, count: int) -> Iterable[str]:
    return (f"{head}{number}" for number in range(1, count + 1))


def _tidy_row(hand: "HandScore", players: tuple[str, ...]) -> "list[Cell]":
    return [
        hand.hand,
        hand.entry,
        None if hand.at is None else hand.at.isoformat(),
        hand.game,
        hand.dealer,
        hand.went_out,
        hand.upcard,
        hand.kind,
        hand.winner,
        hand.points,
        hand.boxes,
        " ".join(map(str, hand.columns)),
        "x" if hand.edited else None,
        hand.note,
        *players,
        *(hand.deadwood[name] for name in players),
        *hand.scores.values(),
        *hand.totals.values(),
    ]
