"""CSV of hands: rows in as what they tell, answers out as one flat row a hand with fixed heads."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from ginscore.errors import N_, Message, fault, refuse, refuse_all
from ginscore.files.batch_json import decode
from ginscore.files.batch_told import Found, Judged, Name
from ginscore.files.table_csv import Cell, choose_delimiter, format_row, unescape_cell
from ginscore.hand.settlements import DefenderSide, KnockerSide, Settlement, settle_outcome

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

Row = tuple[int, list[str] | csv.Error]


class CsvRows:
    """The rows of a CSV stream: `heads` from its first line, then each row by its line number.

    Raises, when made:
        GinscoreError: `bad-csv` for heads that are not `known`, told twice, or without `needed`.
    """

    def __init__(self, lines: Iterable[bytes], known: Sequence[str], needed: str) -> None:
        self._lines = (line.decode("utf-8", "surrogateescape") + "\n" for line in lines)
        self._skipped = 0
        first = self._first_line()
        self._delimiter = choose_delimiter(first, known)
        cells = next(csv.reader([first], delimiter=self._delimiter), [])
        self.heads = [cell.strip().lower() for cell in cells]
        refuse_all(list(_check_heads(self.heads, known, needed)))

    def _first_line(self) -> str:
        """The line of the heads; blank lines and Excel's `sep=;` before it are skipped."""
        for line in self._lines:
            self._skipped += 1
            text = line.removeprefix("\ufeff")
            if text.strip() and not text.lower().startswith("sep="):
                return text
        return ""

    def __iter__(self) -> Iterator[Row]:
        """(line number, cells); blank lines are counted and left out."""
        rows = csv.reader(self._lines, delimiter=self._delimiter, strict=True)
        while True:
            number = self._skipped + rows.line_num + 1
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield number, error
                continue
            if cells and any(cell.strip() for cell in cells):
                yield number, cells

    def read(self, row: list[str] | csv.Error) -> Mapping[str, Any]:
        """What a row tells by its heads; blank cells tell nothing, but for a holding.

        Raises:
            GinscoreError: `bad-csv`.
        """
        if isinstance(row, csv.Error):
            raise refuse("bad-csv", N_("not a row of CSV: {reason}"), reason=str(row))
        extra = row[len(self.heads) :]
        if any(extra):
            raise refuse(
                "bad-csv",
                N_("number of cells: {count}; allowed: {heads}"),
                hint=N_("put a cell with commas in double quotes"),
                count=len(row),
                heads=len(self.heads),
            )
        cells = zip(self.heads, row, strict=False)
        return {head: _text(cell) for head, cell in cells if cell or head in _ALWAYS}


_ALWAYS: Final = ("knocker", "defender", "cards")


def _text(cell: str) -> str:
    text = unescape_cell(cell)
    # Bytes that are no UTF-8 come as lone halves of characters.
    if not text.isascii():
        decode(text.encode("utf-8", "surrogateescape"))
    return text.strip()


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
    if isinstance(found, Judged):
        cells = _hand_cells(settle_outcome(*found))
        return format_row([number, name, *cells, None]).encode()
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
