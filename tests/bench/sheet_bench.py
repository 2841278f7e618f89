"""How much longer `add` and `show --last 5` take on a sheet of 10,000 hands than on one of ten.

The commands run turn about, each `add` on a fresh copy of its sheet.

    python tests/bench/sheet_bench.py [ROUNDS [HANDS]]
"""

import json
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from shutil import copyfile

from deals import deal
from timing import GINSCORE, ROUNDS, Figure, processor_time, report

from ginscore.files.store import write_sheet
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet

LIMITS = {"counts": 4.0, "cards": 5.5}
COUNTS = ["4", "17"]
CARDS = ["7S 7H 7D 4C 5C 6C JH QH KH 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"]
START = datetime(2026, 1, 1, tzinfo=UTC)


def by_counts(random: Random) -> tuple[str, str]:
    """Two counts, the knocker's first."""
    return str(random.randint(0, 10)), str(random.randint(0, 60))


def by_cards(random: Random) -> tuple[str, str]:
    """Two hands of cards, the knocker's first."""
    knocker, defender = deal(random)
    return " ".join(knocker), " ".join(defender)


def write_hands(path: Path, hands: int, told: Callable[[Random], tuple[str, str]]) -> None:
    """A sheet of so many hands that never ends; its entries are as `add` writes them."""
    random = Random(hands)
    empty = Sheet.new("Ann", "Bob", variant=override(load_preset("modern"), {"target": None}))
    first = empty.add("Ann", "4", "17", now=START)
    pattern = json.loads(first.entries[0].model_dump_json())
    entries = []
    for number in range(1, hands + 1):
        holdings = told(random)
        knocker = random.randrange(2)
        at = (START + timedelta(minutes=4 * number)).isoformat()
        entry = pattern | {"entry": number, "at": at, "went_out": ("Ann", "Bob")[knocker]}
        entries.append(entry | {"holdings": tuple(holdings if knocker == 0 else holdings[::-1])})
    sheet = json.loads(empty.model_dump_json()) | {"entries": entries}
    write_sheet(path, Sheet.model_validate_json(json.dumps(sheet)))


def measure(small: Path, large: Path, command: list[str], rounds: int) -> list[list[float]]:
    """The times of a command on a copy of the small sheet and of the large one, turn about."""
    times: list[list[float]] = [[], []]
    for turn in range(rounds + 1):
        for size, sheet in enumerate((small, large)):
            copy = sheet.with_stem("copy")
            copyfile(sheet, copy)
            taken = processor_time([*GINSCORE, *command, "-s", str(copy)])
            # The first round warms the disk.
            if turn:
                times[size].append(taken)
    return times


def figures(rounds: int = ROUNDS, hands: int = 10_000) -> list[Figure]:
    """`add` and `show --last 5`, by the form of the sheet and how its hands are told."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for form in ("json", "csv"):
            for name, tell, hand in (("counts", by_counts, COUNTS), ("cards", by_cards, CARDS)):
                small, large = (Path(folder, f"{name}-{n}.{form}") for n in (10, hands))
                write_hands(small, 10, tell)
                write_hands(large, hands, tell)
                sheet = f"a {form.upper()} sheet of {hands:,} hands in {name}"
                short, long = measure(small, large, ["add", "Ann", *hand], rounds)
                found.append(
                    Figure(f"`add` to {sheet}", long, "to a sheet of ten", short, LIMITS[name])
                )
                short, long = measure(small, large, ["show", "--last", "5"], rounds)
                what = f"`show --last 5` of {sheet}"
                found.append(Figure(what, long, "of ten", short, LIMITS[name], in_readme=False))
    return found


if __name__ == "__main__":
    sys.exit(report(figures(*map(int, sys.argv[1:]))))
