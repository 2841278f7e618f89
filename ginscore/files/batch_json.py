"""A line of JSON as what it tells; a line that is none is refused with what it looks like."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ginscore.errors import N_, GinscoreError, refuse
from ginscore.files.lines import LONGEST_LINE

# A line of JSON that was spread over several for people.
_SPREAD: Final = re.compile(r'[\[{]|[\]}]+,?|"[^"]*"\s*:.*|"[^"]*",?|(-?[0-9.]+|true|false|null),?')
_BOM: Final = "\ufeff"

_ONE_OBJECT: Final = N_('each line is one object: {{"knocker": "4", "defender": "17"}}')
_SPREAD_HINT: Final = N_("this is JSON spread over several lines: put each hand on one, jq -c .")
_LIST_HINT: Final = N_('put each hand of a list on a line of its own: jq -c ".[]"')
_CSV_HINT: Final = N_("is this CSV? then say --from csv")


def number_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers from 1; blank ones are counted and left out."""
    for number, line in enumerate(lines, 1):
        stripped = line.rstrip()
        if stripped:
            yield number, stripped


def read_object(line: bytes) -> Mapping[str, Any]:
    """The object on a line.

    Raises:
        GinscoreError: `bad-json`, also for a key that is told twice and a number that is none.
    """
    told = parse_json(decode(line))
    if type(told) is not dict:
        hint = _LIST_HINT if isinstance(told, list) else look(decode(line))
        raise refuse("bad-json", N_("not an object"), hint=hint)
    return told


def read_cards(line: bytes) -> Mapping[str, Any]:
    """An object with `cards`, or a line of nothing but cards, in JSON's quotes or without.

    Raises:
        GinscoreError: `bad-json`.
    """
    text = decode(line).strip()
    if text.startswith("{"):
        return read_object(line)
    return {"cards": parse_json(text) if text.startswith('"') else text}


def decode(line: bytes, code: str = "bad-json") -> str:
    """The text of a line, without a byte order mark.

    Raises:
        GinscoreError: `code` where it is not UTF-8, or longer than any hand.
    """
    if len(line) > LONGEST_LINE:
        raise refuse(code, N_("a line of more than {most} bytes"), most=LONGEST_LINE)
    try:
        return line.decode().removeprefix(_BOM)
    except UnicodeDecodeError as error:
        raise refuse(
            code,
            N_("not UTF-8 (byte {byte} of the line)"),
            hint=N_("save the text as UTF-8"),
            byte=error.start + 1,
        ) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which every key is told once."""
    told = dict(pairs)
    if len(told) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise refuse("bad-json", N_('"{key}" is told twice'), where=twice[:40], key=twice[:40])
    return told


def _no_number(word: str) -> float:
    raise refuse("bad-json", N_("{word}: no number in JSON"), word=word)


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise refuse("bad-json", N_("{number}: too large a number"), number=text[:40])
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite
)


def parse_json(text: str) -> Any:
    """The JSON value of a text.

    Raises:
        GinscoreError: `bad-json`.
    """
    text = text.strip()
    try:
        told, end = _DECODER.raw_decode(text)
        if end < len(text):
            # Let the decoder say what is wrong with the rest.
            _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise refuse(
            "bad-json",
            N_("not JSON: {reason} (character {at})"),
            hint=look(text),
            reason=error.msg,
            at=error.pos + 1,
        ) from None
    except GinscoreError:
        raise
    except (ValueError, RecursionError):
        raise refuse("bad-json", N_("nested too deeply, or too long a number")) from None
    if "\\u" in text:
        _refuse_half_characters(told)
    return told


def _refuse_half_characters(told: Any) -> None:
    try:
        json.dumps(told, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise refuse("bad-json", N_("{half}: half a character"), half=half) from None


def look(text: str) -> str:
    """The hint for a line that is no JSON object, by what it looks like."""
    text = text.strip()
    if text.startswith("[{") or text.endswith("},"):
        return _LIST_HINT
    if _SPREAD.fullmatch(text):
        return _SPREAD_HINT
    if "knocker" in text and not text.startswith("{"):
        return _CSV_HINT
    return _ONE_OBJECT
