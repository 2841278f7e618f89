"""The columns of a CSV sheet, in one table: what each holds, and how a cell is written and read.

A blank cell is "not given" (None). Each `parse_` refuses with `sheet-corrupt`; the reader of
the row adds the place. A cell that a person typed is read where it has one meaning.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.files.sheet_json import FORMAT, VERSION, refuse_newer, refuse_newer_switches
from ginscore.files.table_csv import escape_cell, unescape_cell
from ginscore.rules.allowed import shorten
from ginscore.rules.overrides import parse_rule
from ginscore.rules.presets import plain_value
from ginscore.rules.variants import SWITCHES, Variant, format_switches, format_value

FLAG: Final = "x"
FROM_NOW: Final = "from-now"
_EMPTY_TEXT: Final = "'"  # a text that is there and empty
_NOT_DECLARED: Final = "?"
_NONE_LAID_OFF: Final = "none"
_START: Final = re.compile(rf"{FORMAT} ([0-9]{{1,9}})")


# Cells


def refuse_cell(cell: str, template: str) -> GinscoreError:
    """The refusal of a cell; `template` says what was `{found}` and what is allowed."""
    return refuse("sheet-corrupt", template, found=shorten(cell))


def format_text(text: str | None) -> str:
    """A text that may be empty: a lone `'` is the empty text, a blank cell None."""
    if text is None:
        return ""
    return escape_cell(text) if text else _EMPTY_TEXT


def parse_text(cell: str) -> str | None:
    """The inverse of `format_text`."""
    return unescape_cell(cell) if cell else None


def format_number(number: int | None) -> str:
    """A whole number."""
    return "" if number is None else str(number)


def parse_number(cell: str) -> int | None:
    """The inverse of `format_number`."""
    if not cell:
        return None
    if not (cell.isascii() and cell.isdecimal() and len(cell) < 10):
        raise refuse_cell(cell, N_("found “{found}”; allowed: a whole number, or blank"))
    return int(cell)


def format_flag(flag: bool) -> str:
    """`x` or blank."""
    return FLAG if flag else ""


def parse_flag(cell: str) -> bool:
    """The inverse of `format_flag`."""
    if cell.lower() not in ("", FLAG):
        raise refuse_cell(cell, N_("found “{found}”; allowed: x, or blank"))
    return bool(cell)


def format_time(time: datetime | None) -> str:
    """ISO 8601 with the offset."""
    return "" if time is None else time.isoformat()


def parse_time(cell: str) -> datetime | None:
    """The inverse of `format_time`; a time without its offset is refused."""
    if not cell:
        return None
    try:
        time = datetime.fromisoformat(cell)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        template = N_("found “{found}”; allowed: a time like 2026-07-01T20:15:00+02:00, or blank")
        raise refuse_cell(cell, template)
    return time


def format_lay_offs(lay_offs: Iterable[str | None] | None) -> str:
    """One text a defender between bars: `7C:1 3C:2 | none | ?` (declared; none; not declared)."""
    if lay_offs is None:
        return ""
    return " | ".join(
        _NOT_DECLARED if text is None else text or _NONE_LAID_OFF for text in lay_offs
    )


def parse_lay_offs(cell: str) -> tuple[str | None, ...] | None:
    """The inverse of `format_lay_offs`; the lay-offs are judged with the hand."""
    if not cell:
        return None
    texts = [text.strip() for text in cell.split("|")]
    return tuple(
        None if text == _NOT_DECLARED else "" if text == _NONE_LAID_OFF else text for text in texts
    )


def format_rules(rules: Mapping[str, Any], *, from_now: bool) -> str:
    """The changed switches of a `rules` entry: `from-now; k=v; …`.

    Raises:
        GinscoreError: `sheet-corrupt`, if a switch cannot have its value.
    """
    switches = format_switches(rules)
    cell = f"{FROM_NOW}; {switches}" if from_now else switches
    if parse_rules(cell) != (dict(rules), from_now):
        raise refuse("sheet-corrupt", N_("no rules can be {found}"), found=shorten(cell))
    return cell


def parse_rules(cell: str) -> tuple[dict[str, Any], bool]:
    """The inverse of `format_rules`: the switches, and whether they hold from now on only."""
    items = [item.strip() for item in cell.split(";")]
    from_now = items[0] == FROM_NOW
    return _parse_items(items[1:] if from_now else items), from_now


def _parse_items(items: Iterable[str]) -> dict[str, Any]:
    """`k=v` texts as plain values; blank ones are skipped."""
    rules: dict[str, Any] = {}
    for item in filter(None, items):
        try:
            switch, value = parse_rule(item)
        except GinscoreError:
            template = N_("found “{found}”; allowed: a rule like gin_bonus=20")
            raise refuse_cell(item, template) from None
        rules[switch] = value
    return rules


def format_start(variant: Variant) -> str:
    """The rules of the start row: the format, the variant's name, every switch, its source."""
    switches = format_switches({switch: getattr(variant, switch) for switch in SWITCHES})
    return "; ".join([f"{FORMAT} {VERSION}", variant.name, switches, f"source={variant.source}"])


def parse_start(cell: str) -> Variant:
    """The inverse of `format_start`.

    Raises:
        GinscoreError: `sheet-newer`, or `sheet-corrupt` with every switch that is wrong.
    """
    items = [item.strip() for item in cell.split(";")]
    if not (start := _START.fullmatch(items[0])):
        template = N_("found “{found}”; allowed: ginscore-sheet 1; VARIANT; SWITCH=VALUE; …")
        raise refuse_cell(cell, template)
    refuse_newer(int(start[1]))
    name, *items = items[1:] or [""]
    source = next((item for item in items if item.startswith("source=")), "source=")
    rules = _parse_items(item for item in items if item is not source)
    refuse_newer_switches(rules, "rules")
    values = {switch: plain_value(switch, value) for switch, value in rules.items()}
    values |= {"name": name, "source": source.removeprefix("source=")}
    try:
        return Variant.model_validate(values)
    except ValidationError as error:
        first, *others = (_switch_fault(detail, values) for detail in error.errors())
        raise GinscoreError(first, *others) from None


def _switch_fault(error: ErrorDetails, values: Mapping[str, Any]) -> Message:
    switch = str(error["loc"][0])
    if switch not in values:
        return fault("sheet-corrupt", N_("{switch} is missing"), switch=switch)
    return fault(
        "sheet-corrupt",
        N_("{switch} is {value}: {reason}"),
        switch=switch,
        value=shorten(format_value(values[switch])),
        reason=error["msg"],
    )


# Columns


class Column(NamedTuple):
    """One column, or one for each seat where `each_seat` is set.

    A fact has `parse` and `format`, from a cell to the entry's field of that name and back; the
    meaning of the players' and rules cells depends on the event. A derived column is written for
    people, checked, and never believed.
    """

    head: str
    parse: Callable[[str], Any] | None = None
    format: Callable[[Any], str] | None = None
    is_derived: bool = False
    each_seat: bool = False


COLUMNS: Final = (
    Column("entry", parse_number, format_number),
    Column("event", str, str),
    Column("at", parse_time, format_time),
    Column("status", is_derived=True),
    Column("replaces", parse_number, format_number),
    Column("before", parse_number, format_number),
    Column("went_out", parse_text, format_text),
    Column("player", each_seat=True),
    Column("upcard", parse_text, format_text),
    Column("big_gin", parse_flag, format_flag),
    Column("dead", parse_flag, format_flag),
    Column("points_only", parse_flag, lambda points: format_flag(points is not None)),
    Column("lay_offs", parse_lay_offs, format_lay_offs),
    Column("dealer", parse_text, format_text),
    Column("kind", is_derived=True),
    Column("winner", is_derived=True),
    Column("points", is_derived=True),
    Column("boxes", is_derived=True),
    Column("total", is_derived=True, each_seat=True),
    Column("note", parse_text, format_text),
    Column("rules"),
)
# The facts that stand in a column of their own.
PARSERS: Final = {column.head: column.parse for column in COLUMNS if column.parse}
WRITERS: Final = {column.head: column.format for column in COLUMNS if column.format}
# Columns without which facts would be lost, besides those of the players.
FACTS: Final = (*PARSERS, "rules")
# Columns that a sheet has and no other table.
_OURS: Final = frozenset(
    {"event", "status", "replaces", "before", "big_gin", "dead", "points_only", "lay_offs", "rules"}
)


def are_ours(heads: Iterable[str]) -> bool:
    """Whether these are the heads of a sheet, even if some were lost."""
    return len(_OURS.intersection(heads)) > 1


def heads(seats: int) -> list[str]:
    """The heads of a sheet's columns for `seats` players, in their order."""
    return [head for column in COLUMNS for head in _heads_of(column, seats)]


def derived_heads(seats: int) -> list[str]:
    """The heads of the derived columns."""
    return [head for column in COLUMNS if column.is_derived for head in _heads_of(column, seats)]


def player_heads(seats: int) -> tuple[str, ...]:
    """The heads of the players' columns, by seat."""
    return numbered("player", seats)


@cache
def numbered(head: str, seats: int) -> tuple[str, ...]:
    """`player1`, `player2`, …: the heads of a column for each seat."""
    return tuple(f"{head}{seat}" for seat in range(1, seats + 1))


def _heads_of(column: Column, seats: int) -> tuple[str, ...]:
    return numbered(column.head, seats) if column.each_seat else (column.head,)


class Row(NamedTuple):
    """A row of the file: its number as a spreadsheet counts (heads are row 1), cells by head.

    Blank cells are left out, the others stripped, except `note`. `players` are the heads of the
    player columns.
    """

    number: int
    cells: Mapping[str, str]
    players: tuple[str, ...]

    def place(self, column: str) -> str:
        """Where a cell is, for a message."""
        return f"row {self.number}, column {column}"
