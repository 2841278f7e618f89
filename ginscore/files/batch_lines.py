"""The lines of a stream read, and answers written as rows: JSON and CSV.

The refusal of a line that cannot be read says what it looks like.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files.lines import LONGEST_LINE, decode_text
from ginscore.files.table_csv import Cell, choose_delimiter, format_row, unescape_cell
from ginscore.hand.settlements import DefenderSide, KnockerSide, Settlement

# A line of JSON that was spread over several lines for people.
_SPREAD: Final = re.compile(r'[\[{]|[\]}]+,?|"[^"]*"\s*:.*|"[^"]*",?|(-?[0-9.]+|true|false|null),?')
MOST_FAULTS: Final = 10  # of one line; a line that is wrong everywhere need not be told all of it

_ONE_OBJECT: Final = N_('each line is one object: {{"knocker": "4", "defender": "17"}}')
_SPREAD_HINT: Final = N_("this is JSON spread over several lines: put each hand on one, jq -c .")
_LIST_HINT: Final = N_('put each hand of a list on a line of its own: jq -c ".[]"')
_CSV_HINT: Final = N_("is this CSV? then say --from csv")


def number_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers from 1; blank ones are counted but left out."""
    for number, line in enumerate(lines, 1):
        stripped = line.rstrip()
        if stripped:
            yield number, stripped


def read_object(line: bytes) -> Mapping[str, Any]:
    """The object on a line.

    Raises:
        GinscoreError: `bad-json`, also for a repeated key and for NaN or an infinite number.
    """
    value = parse_json(decode(line))
    if type(value) is not dict:
        hint = _LIST_HINT if isinstance(value, list) else look(decode(line))
        raise refuse("bad-json", N_("not an object"), hint=hint)
    return value


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
    return decode_text(line, code)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key is repeated."""
    members = dict(pairs)
    if len(members) < len(pairs):
        told = Counter(key for key, _ in pairs)
        twice = next(key for key, times in told.items() if times > 1)
        raise refuse("bad-json", N_('"{key}" is told twice'), where=twice[:40], key=twice[:40])
    return members


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
        value, end = _DECODER.raw_decode(text)
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
        _refuse_half_characters(value)
    return value


def _refuse_half_characters(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
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

# A blank cell under these means something: no cards, which is refused.
_ALWAYS: Final = ("knocker", "defender", "cards")
_BLANK_CELLS: Final = b' \t\r,;"'
_LONGEST_CELL: Final = 1 << 17  # characters, more than any hand needs


class CsvRows:
    """The rows of a CSV stream, a line each, so that a stray quote spoils no more than its line.

    Iterating gives each line that is not blank with its number; `read` gives its cells by head.

    Raises, when made:
        GinscoreError: `bad-csv` for heads that are not `known`, repeated, or without `needed`.
    """

    def __init__(self, lines: Iterable[bytes], known: Sequence[str], needed: str) -> None:
        self._lines = number_lines(lines)
        self._delimiter = ","
        first = self._first_line()
        self._delimiter = choose_delimiter(first, known)
        self.heads = [cell.strip().lower() for cell in self._cells(first)]
        refuse_all([*islice(_check_heads(self.heads, known, needed), MOST_FAULTS)])

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        """The lines after the heads, without rows of blank cells, which spreadsheets add."""
        return ((number, line) for number, line in self._lines if line.strip(_BLANK_CELLS))

    def __getstate__(self) -> dict[str, Any]:
        """What reading a row needs, so that other processes can do it: all but the stream."""
        return {key: value for key, value in vars(self).items() if key != "_lines"}

    def _first_line(self) -> str:
        """The line of the heads; Excel's `sep=;` line before it is skipped."""
        for _, line in self._lines:
            text = decode(line, "bad-csv")
            if not text.lower().startswith("sep="):
                return text
        return ""

    def _cells(self, text: str) -> list[str]:
        try:
            row = next(csv.reader([text], delimiter=self._delimiter, strict=True), [])
            # The module's own limit holds for the whole process, and a sheet's notes may be longer.
            if max(map(len, row), default=0) > _LONGEST_CELL:
                msg = f"a cell of more than {_LONGEST_CELL} characters"
                raise csv.Error(msg)  # noqa: TRY301 - told as the module's own refusals are
        except csv.Error as error:
            raise refuse(
                "bad-csv",
                N_("not a row of CSV: {reason}"),
                hint=N_("a row is one line, and a quote inside a cell is written twice"),
                reason=str(error),
            ) from None
        return row

    def read(self, line: bytes) -> Mapping[str, Any]:
        """The cells of a row by head; blank ones are left out, except where cards are needed.

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
        # … given once …
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
# The cells of a refused hand, without its number, name and errors.
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
    for side in found.defenders:
        yield from _side_cells(side, next(scores))
        yield from (side.before_lay_offs, side.best)
        yield " ".join(f"{lay_off.card}:{lay_off.meld}" for lay_off in side.lay_offs)
    absent = len(_SIDES) - len(found.defenders)
    yield from (None for _ in range(absent * len(_DEFENDER_HEADS)))
    yield " ".join(f"{item.to}:{item.rule}={item.points}" for item in found.items)
    yield " ".join(message.code for message in found.warnings)


def _side_cells(side: KnockerSide | DefenderSide, score: int) -> Iterator[Cell]:
    yield from (side.name, score, side.deadwood, side.basis)
    yield " ".join(f"[{' '.join(meld)}]" for meld in side.melds)
    yield " ".join(side.deadwood_cards)
