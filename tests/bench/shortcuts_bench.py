"""What each shortcut saves: the same work, in one process, with the shortcut taken away.

A shortcut is a second way to an answer that a slower way gives too. It stays only while the work
takes at least `LEAST` times as long without it; else this program ends with exit status 1.

    python tests/bench/shortcuts_bench.py [HANDS [ROUNDS]]
"""

import json
import re
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any

from deals import deal, each_line
from pydantic import BaseModel

from ginscore.cards import holdings
from ginscore.files.batch import Batch
from ginscore.files.store import format_sheet, parse_sheet
from ginscore.hand import checks as hand_checks
from ginscore.hand import judging
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Frozen
from ginscore.sheet import entries
from ginscore.sheet.sheet import Sheet

LEAST = 1.03
MODERN = load_preset("modern")
PYDANTICS = vars(BaseModel)["model_construct"]
NEVER = re.compile(r"(?!)")


# What it is, where it stands, what stands there without it, and whether a sheet shows it.
SHORTCUTS: Sequence[tuple[str, Any, str, Any, bool]] = (
    ("cards/holdings: canonical text", holdings, "_parse_canonical", lambda *_: None, False),
    (
        "hand/judging: cards in order",
        judging,
        "checks",
        SimpleNamespace(**{**vars(hand_checks), "is_in_order": lambda *_: False}),
        False,
    ),
    ("rules/variants: unchecked", Frozen, "unchecked", vars(BaseModel)["model_construct"], False),
    ("sheet/entries: plain holding", entries, "_PLAIN_HOLDING", NEVER, True),
)


def batch_of(hands: int) -> Callable[[], None]:
    """Judging so many deals, as `batch` does."""
    lines = [line.encode() for line in each_line(hands)]

    def judge() -> None:
        for _ in Batch(MODERN).answers(lines):
            pass

    return judge


def sheet_of(hands: int) -> Callable[[], None]:
    """Reading a sheet of so many hands in cards."""
    random = Random(hands)
    empty = Sheet.new("Ann", "Bob", variant=override(MODERN, {"target": None}))
    first = json.loads(format_sheet(empty.add("Ann", "4", "17"), "json"))
    entry = first["entries"][0]
    first["entries"] = [
        entry | {"entry": number, "holdings": [" ".join(cards) for cards in deal(random)]}
        for number in range(1, hands + 1)
    ]
    content = json.dumps(first).encode()

    def read() -> None:
        parse_sheet(content, "json")

    return read


def time_once(work: Callable[[], None]) -> float:
    """Seconds of the processor for one run."""
    start = process_time()
    work()
    return process_time() - start


def measure(work: Callable[[], None], room: Any, name: str, slow: Any, rounds: int) -> float:
    """How many times as long the work takes without the shortcut: the median of the rounds."""
    quick = vars(room)[name]
    ratios = []
    for _ in range(rounds + 1):
        with_it = time_once(work)
        setattr(room, name, slow)
        try:
            ratios.append(time_once(work) / with_it)
        finally:
            setattr(room, name, quick)
    # The first round fills the caches.
    return median(ratios[1:])


def main(hands: int = 3_000, rounds: int = 7) -> None:
    """Measure and print."""
    works = {False: batch_of(hands), True: sheet_of(hands)}
    idle = False
    for told, room, name, slow, is_sheet in SHORTCUTS:
        ratio = measure(works[is_sheet], room, name, slow, rounds)
        idle = idle or ratio < LEAST
        what = "reading a sheet" if is_sheet else "batch"
        verdict = "" if ratio >= LEAST else " IDLE: take it away"
        sys.stdout.write(f"{told:32} {what} without it: {ratio:5.2f} ×{verdict}\n")
    sys.exit(idle)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
