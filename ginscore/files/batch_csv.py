"""CSV of hands: rows in as what they tell, answers out as one flat row a hand with fixed heads."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from ginscore.errors import N_, Message, fault, refuse, refuse_all
from ginscore.files.batch_json import decode, number_lines
from ginscore.files.batch_told import Found, Name
from ginscore.files.table_csv import Cell, choose_delimiter, format_row, unescape_cell
from ginscore.hand.settlements import DefenderSide, KnockerSide, Settlement

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


# --- Out ---


def format_heads(heads: Sequence[str]) -> bytes:
    """The first line of the answers."""
    return format_row(heads).encode()


def write_hand_row(number: int, name: Name, found: Found) -> bytes:
    """A settled hand, or the errors of one that was refused, as a row of `HAND_HEADS`."""
    if isinstance(found, Settlement):
        return format_row([number, name, *_hand_cells(found), None]).encode()
    blanks = [None] * (len(HAND_HEADS) - 3)
    return format_row([number, name, *blanks, _errors_cell(found)]).encode()


def write_card_row(number: int, name: Name, found: Found) -> bytes:
    """The deadwood of some cards, or why it was refused, as a row of `CARD_HEADS`."""
    plain = found if isinstance(found, dict) else {}
    errors = _errors_cell(plain) if "errors" in plain else None
    return format_row([number, name, plain.get("deadwood"), errors]).encode()


def _errors_cell(found: Mapping[str, Any]) -> Cell:
    return "; ".join(f"{one['code']}: {one['message']}" for one in found["errors"])


def _hand_cells(found: Settlement) -> Iterator[Cell]:
    """The cells from `variant` to `warnings`."""
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
