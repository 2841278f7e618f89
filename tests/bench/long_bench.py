"""A long life: sheets of 100,000 hands and of 10,000 corrections, command by command.

`python tests/bench/long_bench.py [HANDS]`: processor time and memory of each command, and how many
times longer it takes than on a sheet of a tenth. The status is 1 over a limit.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from timing import GINSCORE, keeps

from ginscore.files.store import write_sheet
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

MOST_MEMORY: Final = 600  # MB, of `show` and `add`
LONGEST_PAGE: Final = 120  # seconds
STEEPEST: Final = 13  # times, for ten times as many hands
_BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)


class Cost(NamedTuple):
    """What a command took: seconds of processor time, MB at its largest."""

    seconds: float
    memory: float


def cost(folder: Path, *words: str) -> Cost:
    """Run a command in a folder."""
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen([*GINSCORE, *words], cwd=folder, stdout=nowhere)
        _, status, used = os.wait4(process.pid, 0)
    assert status == 0, words
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def hand(number: int, random: Random, replaces: int | None = None) -> Entry:
    """A hand told by counts."""
    knocker, defender = str(random.randint(0, 10)), str(random.randint(0, 60))
    return Entry(
        entry=number,
        at=_BEGUN + timedelta(minutes=number),
        event="hand",
        replaces=replaces,
        went_out=("Ann", "Bob")[number % 2],
        holdings=(knocker, defender) if number % 2 == 0 else (defender, knocker),
    )


def played(hands: int, corrections: int = 0) -> Sheet:
    """A sheet without a target: so many hands, then corrections of any of them."""
    random = Random(hands)
    sheet = Sheet.new("Ann", "Bob").change_rules({"target": None})
    entries = [*sheet.entries, *(hand(number, random) for number in range(2, hands + 2))]
    newest = {number: number for number in range(2, hands + 2)}
    for number in range(hands + 2, hands + 2 + corrections):
        place = random.randrange(2, hands + 2)
        entries.append(hand(number, random, newest[place]))
        newest[place] = number
    return sheet.model_copy(update={"entries": tuple(entries)})


COMMANDS: Final = (
    ("show",),
    ("show", "-f", "json"),
    ("add", "Ann", "4", "17"),
    ("edit", "1", "Bob", "3", "20"),
    ("undo",),
    ("verify",),
    ("stats",),
    ("export", "-f", "html"),
)


def main(arguments: list[str]) -> int:
    """Measure every command on the long sheets and on those of a tenth."""
    hands = int(arguments[0]) if arguments else 100_000
    kept: list[bool] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        sheets = {
            "hands": (played(hands), played(hands // 10)),
            "corrections": (
                played(hands // 100 + 1, hands // 10),
                played(hands // 100 + 1, hands // 100),
            ),
        }
        for kind, pair in sheets.items():
            for size, sheet in zip(("long", "short"), pair, strict=True):
                write_sheet(folder / f"{kind}-{size}.json", sheet)
            kept += [measured(folder, kind, command) for command in COMMANDS]
    return 0 if all(kept) else 1


def measured(folder: Path, kind: str, command: tuple[str, ...]) -> bool:
    """Print what a command costs on a long sheet; whether all limits are kept."""
    long, short = (
        cost(folder, *command, *_file(command, f"{kind}-{size}.json")) for size in ("long", "short")
    )
    told = f"{kind:12} {' '.join(command):24} {long.seconds:7.1f} s {long.memory:6.0f} MB"
    steep = keeps(told, long.seconds / short.seconds, STEEPEST)
    if command[0] in ("show", "add"):
        return steep and long.memory <= MOST_MEMORY
    return steep and long.seconds <= LONGEST_PAGE


def _file(command: tuple[str, ...], name: str) -> list[str]:
    return [name] if command[0] in ("verify", "stats") else ["-s", name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
