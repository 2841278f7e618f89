"""Lines of a stream as what they tell, and answers as rows: JSON and CSV.

A line that cannot be read is refused with what it looks like.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files.lines import LONGEST_LINE
from ginscore.files.table_csv import Cell, choose_delimiter, format_row, unescape_cell
from ginscore.hand.settlements import DefenderSide, KnockerSide, Settlement

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


# CSV in

# A blank cell under these tells something: no cards, which is refused.
_ALWAYS: Final = ("knocker", "defender", "cards")
_BLANK_CELLS: Final = b' \t\r,;"'


class CsvRows:
    """The rows of a CSV stream, a line each, so that a stray quote spoils no more than its line.

    Iterating gives each line that is not blank with its number; `read` makes it what it tells.

    Raises, when made:
        GinscoreError: `bad-csv` for heads that are not `known`, told twice, or without `needed`.
    """

    def __init__(self, lines: Iterable[bytes], known: Sequence[str], needed: str) -> None:
        self._lines = number_lines(lines)
        self._delimiter = ","
        first = self._first_line()
        self._delimiter = choose_delimiter(first, known)
        self.heads = [cell.strip().lower() for cell in self._cells(first)]
        refuse_all([*_check_heads(self.heads, known, needed)])

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        """The lines behind the heads but for rows of blank cells, which spreadsheets add."""
        return ((number, line) for number, line in self._lines if line.strip(_BLANK_CELLS))

    def _first_line(self) -> str:
        """The line of the heads; Excel's `sep=;` before it is skipped."""
        for _, line in self._lines:
            text = decode(line, "bad-csv")
            if not text.lower().startswith("sep="):
                return text
        return ""

    def _cells(self, text: str) -> list[str]:
        try:
            return next(csv.reader([text], delimiter=self._delimiter, strict=True), [])
        except csv.Error as error:
            raise refuse(
                "bad-csv",
                N_("not a row of CSV: {reason}"),
                hint=N_("a row is one line, and a quote inside a cell is written twice"),
                reason=str(error),
            ) from None

    def read(self, line: bytes) -> Mapping[str, Any]:
        """What a row tells by its heads; blank cells tell nothing, but for a holding.

        Raises:
            GinscoreError: `bad-csv`.
        """
        row = self._cells(decode(line, "bad-csv"))
        if any(row[len(self.heads) :]):
            raise refuse(
                "bad-csv",
                N_("number of cells: {count}; allowed: {heads}"),
                hint=N_("put a cell with commas in double quotes"),
                count=len(row),
                heads=len(self.heads),
            )
        cells = zip(self.heads, row, strict=False)
        return {
            head: unescape_cell(cell).strip() for head, cell in cells if cell or head in _ALWAYS
        }


def _check_heads(heads: Sequence[str], known: Sequence[str], needed: str) -> Iterator[Message]:
    allowed = ", ".join(known)
    for at, head in enumerate(heads):
        # Every head is one of those known …
        if head not in known:
            near = get_close_matches(head, known, 1)
            yield fault(
                "bad-csv",
                N_('the head "{head}" is not known; allowed: {allowed}'),
                hint=N_("did you mean {near}?") if near else "",
                head=head[:40],
                allowed=allowed,
                near=", ".join(near),
            )
        # … told once …
        elif head in heads[:at]:
            yield fault("bad-csv", N_('the head "{head}" is there twice'), head=head)
    # … and the one without which nothing can be judged is there.
    if needed not in heads:
        yield fault(
            "bad-csv",
            N_('the first line has no head "{head}"; allowed: {allowed}'),
            head=needed,
            allowed=allowed,
        )


# CSV out

_SIDES: Final = ("defender", "defender2", "defender3")
_SIDE_HEADS: Final = ("name", "score", "deadwood", "basis", "melds", "deadwood_cards")
_DEFENDER_HEADS: Final = (*_SIDE_HEADS, "before_lay_offs", "best", "lay_offs")
_FACTS: Final = ("variant", "upcard", "knock_limit", "kind", "winner", "points", "boxes")

HAND_HEADS: Final = (
    "line",
    "id",
    *_FACTS,
    *(f"knocker_{head}" for head in _SIDE_HEADS),
    *(f"{side}_{head}" for side in _SIDES for head in _DEFENDER_HEADS),
    "items",
    "warnings",
    "errors",
)
CARD_HEADS: Final = ("line", "id", "deadwood", "errors")
# The cells of a hand that was refused, but for its number, name and errors.
NO_HAND: Final = (None,) * (len(HAND_HEADS) - 3)


def format_cells(cells: Sequence[Cell]) -> bytes:
    """One row, or the heads."""
    return format_row(cells).encode()


def errors_cell(errors: Iterable[Mapping[str, Any]]) -> str:
    """Why a line was refused, in one cell."""
    return "; ".join(f"{error['code']}: {error['message']}" for error in errors)


def hand_cells(found: Settlement) -> Iterator[Cell]:
    """The cells of a settled hand, from `variant` to `warnings`."""
    yield from (getattr(found, fact) for fact in _FACTS)
    scores = iter(found.scores.values())
    if found.knocker:
        yield from _side_cells(found.knocker, next(scores))
    for one in found.defenders:
        yield from _side_cells(one, next(scores))
        yield from (one.before_lay_offs, one.best)
        yield " ".join(f"{lay_off.card}:{lay_off.meld}" for lay_off in one.lay_offs)
    absent = len(_SIDES) - len(found.defenders)
    yield from (None for _ in range(absent * len(_DEFENDER_HEADS)))
    yield " ".join(f"{one.to}:{one.rule}={one.points}" for one in found.items)
    yield " ".join(one.code for one in found.warnings)


def _side_cells(side: KnockerSide | DefenderSide, score: int) -> Iterator[Cell]:
    yield from (side.name, score, side.deadwood, side.basis)
    yield " ".join(f"[{' '.join(meld)}]" for meld in side.melds)
    yield " ".join(side.deadwood_cards)
