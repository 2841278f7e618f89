"""A stream of hands, one a line: each is answered in its place and none stops the stream.

A reader gives each line as a mapping of what it tells, a judge answers that, a writer makes the
answer one line. Nothing is kept but two counts and the last few rule sets.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from pydantic_core import to_json

from ginscore.errors import N_, GinscoreError, fault
from ginscore.files.batch_json import number_lines, read_cards, read_object
from ginscore.files.batch_told import (
    CARD_KEYS,
    HAND_KEYS,
    Found,
    JsonText,
    Judge,
    Name,
    Told,
    judge_cards,
    judge_told,
    name_of,
    rules_by_name,
)
from ginscore.rules.variants import Variant

Form = Literal["jsonl", "csv"]
Wanted = Literal["settlement", "deadwood"]


class Batch:
    """The answers to the lines of a stream, in order; `settled` and `refused` count them.

    `come` and `go` are the forms in which lines come and answers go, `default` the rules of a line
    that names none. With `allow_files` a line may name a file of rules.

    Raises:
        GinscoreError: `bad-csv` for the heads of CSV, when the answers are first asked for.
    """

    def __init__(
        self,
        default: Variant,
        come: Form = "jsonl",
        go: Form = "jsonl",
        wanted: Wanted = "settlement",
        *,
        allow_files: bool = False,
    ) -> None:
        self.settled = 0
        self.refused = 0
        self._come = come
        self._go = go
        self._wanted = wanted
        self._rules = rules_by_name(default, allow_files=allow_files)

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """One line for each of `lines` that is not blank; nothing that stands in them raises."""
        judge: Judge = judge_cards if self._wanted == "deadwood" else judge_told
        read, numbered = self._reader(lines)
        heads, write = self._writer()
        if heads:
            yield heads
        rules = self._rules
        for number, line in numbered:
            name: Name = None
            found: Found
            try:
                told = read(line)
                name = name_of(told)
                found = judge(told, rules)
            except GinscoreError as error:
                self.refused += 1
                found = {"errors": [one.plain for one in error.faults]}
            except RecursionError:
                self.refused += 1
                found = {"errors": [fault("bad-json", N_("nested too deeply")).plain]}
            else:
                self.settled += 1
            yield write(number, name, found)

    def _reader(
        self, lines: Iterable[bytes]
    ) -> tuple[Callable[[Any], Told], Iterable[tuple[int, Any]]]:
        """What reads one line, and the numbered lines."""
        cards = self._wanted == "deadwood"
        if self._come == "jsonl":
            return read_cards if cards else read_object, number_lines(lines)
        from ginscore.files.batch_csv import CsvRows

        rows = CsvRows(lines, CARD_KEYS, "cards") if cards else CsvRows(lines, HAND_KEYS, "knocker")
        return rows.read, rows

    def _writer(self) -> tuple[bytes, Callable[[int, Name, Found], bytes]]:
        """The line before all answers, if any, and what writes one answer."""
        if self._go == "jsonl":
            return b"", write_json
        from ginscore.files import batch_csv

        if self._wanted == "deadwood":
            return batch_csv.format_heads(batch_csv.CARD_HEADS), batch_csv.write_card_row
        return batch_csv.format_heads(batch_csv.HAND_HEADS), batch_csv.write_hand_row


def write_json(number: int, name: Name, found: Found) -> bytes:
    """An answer as one line of JSON."""
    known = name.encode() if isinstance(name, JsonText) else to_json(name)
    answer = to_json(found) if isinstance(found, dict) else found.model_dump_json().encode()
    return b"".join((b'{"line":%d,"id":' % number, known, b",", answer[1:], b"\n"))
