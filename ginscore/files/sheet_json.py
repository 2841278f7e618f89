"""A sheet as JSON: the facts of the table first, then one entry of the log a line."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, Literal

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError, from_json, to_json

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files.lines import decode_text
from ginscore.rules.allowed import RULE_NAMES, check_variant, shorten
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import READABLE, Entry, check_beginning, check_facts
from ginscore.sheet.sheet import Sheet

FORMAT: Final = "ginscore-sheet"
VERSION: Final = 1
MOST: Final = 10  # a file that is wrong everywhere need not fill the screen

_BOM: Final = b"\xef\xbb\xbf"
# The place of a JSON fault, at the end of pydantic's sentence.
_PLACE: Final = re.compile(
    r"^(?P<reason>.*) at line (?P<line>\d+) column (?P<column>\d+)$", re.DOTALL
)


class SheetFile(Sheet):
    """A sheet as its JSON file holds it."""

    format: Literal["ginscore-sheet"]
    version: Literal[1]
    entries: tuple[Entry, ...]


def format_sheet_json(sheet: Sheet) -> str:
    """A sheet as the text of its JSON file.

    Raises:
        GinscoreError: `file-not-written`, if a text holds characters that no file can hold.
    """
    try:
        facts = [
            f'"{key}":{_format_fact(getattr(sheet, key))},\n'
            for key in Sheet.model_fields
            if key != "entries"
        ]
        entries = ",\n".join([entry.model_dump_json() for entry in sheet.entries])
    except (PydanticSerializationError, UnicodeError) as error:
        raise refuse(
            "file-not-written", N_("a text cannot be written: {reason}"), reason=str(error)
        ) from None
    head = f'{{"format":"{FORMAT}","version":{VERSION},\n'
    return f'{head}{"".join(facts)}"entries":[\n{entries}\n]}}\n'


def _format_fact(value: object) -> str:
    # A model that was never validated has its serialiser built by its own method only.
    return value.model_dump_json() if isinstance(value, Variant) else to_json(value).decode()


def parse_sheet_json(content: bytes) -> Sheet:
    """The sheet in the content of a JSON file.

    Raises:
        GinscoreError: `sheet-newer`, whatever else the file holds; else `sheet-corrupt` with what
            was found and where, at most ten faults.
    """
    content = content.removeprefix(_BOM)
    try:
        file = SheetFile.model_validate_json(content)
    except ValidationError as error:
        first, *others = _explain(content, error)
        raise GinscoreError(first, *others) from None
    _refuse_unsound(file, content)
    # The file's model has validated every fact; none is validated twice.
    return Sheet.model_construct(**{key: getattr(file, key) for key in Sheet.model_fields})


def is_sheet_json(content: bytes) -> bool:
    """Whether `content` is a JSON sheet of ours, even a torn or faulty one."""
    return _read_begun(content.removeprefix(_BOM)).get("format") == FORMAT


def _refuse_unsound(file: SheetFile, content: bytes) -> None:
    """Refuse facts that are well-formed but make no sense.

    Raises:
        GinscoreError: `sheet-corrupt`.
    """
    refuse_newer_rules(file.entries)
    refuse_clashes(file.variant, "variant")
    beginning = check_beginning(file.players, file.dealer, file.variant)
    refuse_all([corrupt(message, "players") for message in beginning])
    unsound = list(islice(check_facts(file.players, file.variant, file.entries), MOST))
    if unsound:
        lines = content.decode().split("\n")
        refuse_all(
            [
                corrupt(found.message, _place(("entries", found.place, found.key), lines))
                for found in unsound
            ]
        )


def _explain(content: bytes, error: ValidationError) -> list[Message]:
    """Why `content` is no sheet of ours: torn, of another kind, or with wrong values.

    Raises:
        GinscoreError: `sheet-newer`.
    """
    if not content.strip():
        return [fault("sheet-corrupt", N_("the file is empty"))]
    begun = _read_begun(content)
    if begun.get("format") == FORMAT:
        refuse_newer(begun.get("version"))
        variant = begun.get("variant")
        switches = set(variant) - {"name", "source"} if isinstance(variant, dict) else ()
        refuse_newer_switches(switches, "variant")
    errors = error.errors(include_url=False)
    if errors[0]["type"] == "json_invalid":
        torn = _torn(errors[0])
        decode_text(content, torn.code, torn.where)
        return [torn]
    if begun.get("format") != FORMAT:
        template = N_("this is no sheet of ginscore; the format of one is {format}")
        return [fault("not-a-sheet", template, hint=READABLE, format=FORMAT)]
    lines = content.decode(errors="replace").split("\n")
    return [_wrong(detail, lines) for detail in errors[:MOST]]


def _read_begun(content: bytes) -> dict[str, Any]:
    """The keys of a JSON object that can be read before the text breaks off."""
    try:
        begun = from_json(content, allow_partial=True)
    except ValueError:
        return {}
    return begun if isinstance(begun, dict) else {}


def _torn(error: ErrorDetails) -> Message:
    """The fault of a text that is no JSON: torn, binary, or with a comma too many."""
    reason = str(error["ctx"]["error"])
    place = _PLACE.match(reason)
    return fault(
        "sheet-corrupt",
        N_("the text is no JSON: {reason}"),
        where=f"line {place['line']}, column {place['column']}" if place else "",
        reason=place["reason"] if place else reason,
    )


def _wrong(error: ErrorDetails, lines: list[str]) -> Message:
    """The fault of one key: missing, unknown, or with a value that it cannot have."""
    where = _place(error["loc"], lines)
    if error["type"] == "missing":
        return fault("sheet-corrupt", N_("the key is missing"), where=where)
    if error["type"] == "extra_forbidden":
        return fault("sheet-corrupt", N_("there is no such key in a sheet"), where=where)
    found = to_json(error["input"], fallback=str).decode()
    return fault(
        "sheet-corrupt",
        N_("found {found}: {reason}"),
        where=where,
        found=shorten(found),
        reason=error["msg"],
    )


def _place(loc: tuple[int | str, ...], lines: list[str]) -> str:
    """`line 7, entry 3, at`; without the line if the file's lines are not as we write them."""
    match loc:
        case "entries", int(index), *keys:
            start, skipped = '"entries":[', index + 1
            place = ", ".join([f"entry {index + 1}", ".".join(map(str, keys))])
        case _:
            start, skipped = f'"{loc[0]}":', 0
            place = ".".join(map(str, loc))
    found = [number for number, line in enumerate(lines, 1) if line.startswith(start)]
    return f"line {found[0] + skipped}, {place}" if found else place


# Refusals shared by JSON and CSV


def refuse_unsound(sheet: Sheet) -> None:
    """Refuse a script's sheet whose entries make no sense.

    Raises:
        GinscoreError: `sheet-corrupt` with every fault, at most ten.
    """
    unsound = islice(check_facts(sheet.players, sheet.variant, sheet.entries), MOST)
    refuse_all(
        [corrupt(found.message, f"entry {found.place + 1}, {found.key}") for found in unsound]
    )


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


def refuse_newer_switches(switches: Iterable[str], place: str) -> None:
    """Refuse rules with a switch that is not known here: a later ginscore has it.

    Raises:
        GinscoreError: `sheet-newer`.
    """
    unknown = [switch for switch in switches if switch not in RULE_NAMES]
    if unknown:
        raise refuse(
            "sheet-newer",
            N_("its rules have what this ginscore does not know: {switches}"),
            hint=N_("bring ginscore up to date; the file was left as it is"),
            where=place,
            switches=", ".join(map(shorten, sorted(unknown))),
        )


def refuse_newer_rules(entries: Iterable[Entry]) -> None:
    """Refuse a log in which the rules were changed to what is not known here.

    Raises:
        GinscoreError: `sheet-newer`.
    """
    for entry in entries:
        refuse_newer_switches(entry.rules or (), f"entry {entry.entry}, rules")


def corrupt(message: Message, place: str) -> Message:
    """A fault as that of a file, whatever it would be in a command, at its place."""
    return message._replace(code="sheet-corrupt", where=place, hint="", excerpt="")


def refuse_clashes(variant: Variant, place: str) -> None:
    """Refuse rules that do not go together.

    Raises:
        GinscoreError: `sheet-corrupt` with every wrong combination.
    """
    refuse_all([corrupt(message, place) for message in check_variant(variant)])
