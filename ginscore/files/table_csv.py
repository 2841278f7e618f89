"""The one writer of CSV: RFC 4180, and no cell that a spreadsheet would run as a formula."""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from io import StringIO
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.cards.cards import language
from ginscore.rules.variants import format_switches

if TYPE_CHECKING:
    from ginscore.sheet.scores import HandScore, ScoreSheet


_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_ESCAPED_STARTS: Final = ("'", *_FORMULA_STARTS)
_DELIMITERS: Final = (",", ";", "\t")
BOM: Final = "\ufeff"

Cell = str | int | Decimal | datetime | None


class Dialect(NamedTuple):
    """How a table is written: what cuts its cells, its decimal sign, and whether Excel opens it."""

    delimiter: str = ","
    decimal_mark: str = "."
    is_excel: bool = False


PLAIN: Final = Dialect()


def excel_dialect(lang: str) -> Dialect:
    """What Excel opens without questions where people speak `lang`.

    Where the decimal sign is a comma, semicolons cut the cells.
    """
    mark = language(lang).decimal_mark
    return Dialect(";" if mark == "," else ",", mark, is_excel=True)


def escape_cell(text: str) -> str:
    """A text as a cell: `'` in front of a formula's first character, and of a first `'`."""
    return f"'{text}" if text.startswith(_ESCAPED_STARTS) else text


def unescape_cell(cell: str) -> str:
    """The text of a cell; the inverse of `escape_cell`."""
    return cell.removeprefix("'")


def format_table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: Dialect = PLAIN
) -> str:
    """A table as CSV text with CR LF line ends; None is a blank cell.

    Texts are escaped, numbers are not. For Excel a moment is written without its offset, in the one
    form that is taken for a date in every language.
    """
    cells = ([_format_cell(value, dialect) for value in row] for row in rows)
    return format_rows([[escape_cell(head) for head in heads], *cells], dialect)


def format_row(row: Sequence[Cell]) -> str:
    """One row as CSV text with its line end, escaped as in `format_table`."""
    return format_rows([[_format_cell(value, PLAIN) for value in row]])


def _format_cell(value: Cell, dialect: Dialect) -> str:
    match value:
        case None:
            return ""
        case str():
            return escape_cell(value)
        case datetime():
            return f"{value:%Y-%m-%d %H:%M:%S}" if dialect.is_excel else value.isoformat()
    return str(value).replace(".", dialect.decimal_mark)


def format_rows(rows: Iterable[Sequence[str]], dialect: Dialect = PLAIN) -> str:
    """Rows of finished cells as CSV text; Excel needs a byte order mark."""
    text = StringIO()
    csv.writer(text, delimiter=dialect.delimiter, lineterminator="\r\n").writerows(rows)
    return BOM * dialect.is_excel + text.getvalue()


def parse_rows(text: str, known_heads: Collection[str]) -> Iterator[list[str]]:
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


def choose_delimiter(first_line: str, known_heads: Collection[str]) -> str:
    """Comma, semicolon or tab: whichever cuts the line into the most `known_heads`."""

    def count_known(delimiter: str) -> int:
        heads = {head.strip(' "\r\n') for head in first_line.lower().split(delimiter)}
        return len(heads.intersection(known_heads))

    return max(_DELIMITERS, key=count_known)


# The tidy table of a sheet


TIDY_HEADS: Final = (
    *("hand", "entry", "at", "game", "dealer", "went_out", "upcard", "kind", "winner"),
    *("points", "boxes", "columns", "edited", "note"),
)
# The last head where rules changed: the switches that are others from this hand on.
RULES_HEAD: Final = "rules"


def tidy_table(scores: "Mapping[str, ScoreSheet]") -> "tuple[list[str], Iterator[list[Cell]]]":
    """Heads and rows of the tidy table: the hands that count, without those after the end.

    `scores` are sheets by the names of their files; of several, each row begins with the name.
    """
    several = len(scores) > 1
    seats = max(len(score.players) for score in scores.values())
    sides = max(len(score.games[-1].totals) for score in scores.values())
    has_changes = any(score.rule_changes for score in scores.values())
    heads = [
        *(["sheet"] if several else []),
        *TIDY_HEADS,
        *_numbered("player", seats),
        *_numbered("deadwood", seats),
        *_numbered("score", sides),
        *_numbered("total", sides),
        *([RULES_HEAD] if has_changes else []),
    ]
    rows: Iterator[list[Cell]] = (
        [*([name] if several else []), *row]
        for name, score in scores.items()
        for row in _tidy_rows(score, seats, sides, has_changes=has_changes)
    )
    return heads, rows


def _tidy_rows(
    score: "ScoreSheet", seats: int, sides: int, *, has_changes: bool
) -> "Iterator[list[Cell]]":
    changes = {change.hand: format_switches(change.rules) for change in score.rule_changes}
    for hand in score.hands:
        if hand.status == "counted":
            changed = [changes.get(hand.hand)] if has_changes else []
            yield [*_tidy_row(hand, score.players, seats, sides), *changed]


def _numbered(head: str, count: int) -> Iterable[str]:
    return (f"{head}{number}" for number in range(1, count + 1))


def _tidy_row(hand: "HandScore", players: tuple[str, ...], seats: int, sides: int) -> "list[Cell]":
    return [
        hand.hand,
        hand.entry,
        hand.at,
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
        *_filled(players, seats),
        *_filled([hand.deadwood[name] for name in players], seats),
        *_filled(hand.scores.values(), sides),
        *_filled(hand.totals.values(), sides),
    ]


def _filled(cells: "Iterable[Cell]", count: int) -> "list[Cell]":
    """The cells, and blank ones up to `count`."""
    given = list(cells)
    return given + [None] * (count - len(given))
