"""One cell of a CSV sheet and the value it holds: pairs of `format_` and `parse_`.

A blank cell is "not given" (None). Each `parse_` refuses with `sheet-corrupt`; the reader of the
row adds the place. A cell that a person typed is read where it has one meaning.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.files.sheet_faults import FORMAT, VERSION, refuse_newer
from ginscore.files.table_csv import escape_cell, unescape_cell
from ginscore.rules.allowed import shorten
from ginscore.rules.overrides import parse_rule, plain_value
from ginscore.rules.variants import SWITCHES, Variant, format_value

FLAG: Final = "x"
FROM_NOW: Final = "from-now"
_EMPTY_TEXT: Final = "'"  # a text that is there and empty
_NOT_DECLARED: Final = "?"
_NONE_LAID_OFF: Final = "none"
_START: Final = re.compile(rf"{FORMAT} (\d+)")


def refuse_cell(cell: str, template: str) -> GinscoreError:
    """The refusal of a cell; `template` tells what was `{found}` and what is allowed."""
    return refuse("sheet-corrupt", template, found=shorten(cell))


def format_text(text: str | None) -> str:
    """A text that may be empty: a lone `'` is the empty one, a blank cell none at all."""
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
    """The inverse of `format_time`; without its offset a time is not clear."""
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
    return " | ".join(_NOT_DECLARED if one is None else one or _NONE_LAID_OFF for one in lay_offs)


def parse_lay_offs_cell(cell: str) -> tuple[str | None, ...] | None:
    """The inverse of `format_lay_offs`; what a lay-off says is judged with the hand."""
    if not cell:
        return None
    texts = [one.strip() for one in cell.split("|")]
    return tuple(
        None if one == _NOT_DECLARED else "" if one == _NONE_LAID_OFF else one for one in texts
    )


def format_rules(rules: Mapping[str, Any], *, from_now: bool) -> str:
    """The changed switches of a `rules` entry: `from-now; k=v; …`.

    Raises:
        GinscoreError: `sheet-corrupt`, if a value is none that a switch can have.
    """
    items = [f"{key}={format_value(value)}" for key, value in rules.items()]
    cell = "; ".join([FROM_NOW, *items] if from_now else items)
    if parse_rules_cell(cell) != (dict(rules), from_now):
        raise refuse("sheet-corrupt", N_("no rules can be {found}"), found=shorten(cell))
    return cell


def parse_rules_cell(cell: str) -> tuple[dict[str, Any], bool]:
    """The inverse of `format_rules`: the switches, and whether they hold from now on only."""
    items = [one.strip() for one in cell.split(";")]
    from_now = items[0] == FROM_NOW
    return _parse_items(items[1:] if from_now else items), from_now


def _parse_items(items: Iterable[str]) -> dict[str, Any]:
    """`k=v` texts as plain values; blank ones are nothing."""
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
    switches = (f"{switch}={format_value(getattr(variant, switch))}" for switch in SWITCHES)
    return "; ".join([f"{FORMAT} {VERSION}", variant.name, *switches, f"source={variant.source}"])


def parse_start(cell: str) -> Variant:
    """The inverse of `format_start`.

    Raises:
        GinscoreError: `sheet-newer`, or `sheet-corrupt` with every switch that is wrong.
    """
    items = [one.strip() for one in cell.split(";")]
    if not (start := _START.fullmatch(items[0])):
        template = N_("found “{found}”; allowed: ginscore-sheet 1; VARIANT; SWITCH=VALUE; …")
        raise refuse_cell(cell, template)
    refuse_newer(int(start[1]))
    name, *items = items[1:] or [""]
    source = next((one for one in items if one.startswith("source=")), "source=")
    rules = _parse_items(one for one in items if one is not source)
    values = {switch: plain_value(switch, value) for switch, value in rules.items()}
    values |= {"name": name, "source": source.removeprefix("source=")}
    try:
        return Variant.model_validate(values)
    except ValidationError as error:
        first, *others = (_switch_fault(one, values) for one in error.errors())
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
