"""How much longer `add` and `show --last 5` take on a sheet of 10,000 hands than on one of ten.

The commands run turn about, each `add` on a fresh copy of its sheet. Printed are the least
processor times in milliseconds and their ratios beside their limits.

    python tests/bench/sheet_bench.py [RUNS [HANDS]]
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
from timing import GINSCORE, keeps, processor_time

from ginscore.files.store import write_sheet
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet

LIMITS = {"counts": 4.0, "cards": 5.5}
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


def time_once(arguments: list[str]) -> float:
    """The processor time of one command in milliseconds."""
    return processor_time([*GINSCORE, *arguments]) * 1000


def measure(small: Path, large: Path, hand: list[str], runs: int) -> dict[str, list[list[float]]]:
    """The times of both commands on both sheets, turn about."""
    times: dict[str, list[list[float]]] = {"add": [[], []], "show --last 5": [[], []]}
    for run in range(runs + 1):
        for size, sheet in enumerate((small, large)):
            copy = sheet.with_stem("copy")
            copyfile(sheet, copy)
            found = {
                "add": time_once(["add", "Ann", *hand, "-s", str(copy)]),
                "show --last 5": time_once(["show", "--last", "5", "-s", str(sheet)]),
            }
            # The first round warms the disk.
            for name, taken in found.items() if run else ():
                times[name][size].append(taken)
    return times


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    hands = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    told = {"counts": (by_counts, ["4", "17"]), "cards": (by_cards, CARDS)}
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".json", ".csv"):
            for name, (tell, hand) in told.items():
                small, large = (Path(folder, f"{name}-{n}{suffix}") for n in (10, hands))
                write_hands(small, 10, tell)
                write_hands(large, hands, tell)
                for command, times in measure(small, large, hand, runs).items():
                    least = [min(taken) for taken in times]
                    line = f"{suffix[1:]:<5}{name:<7}{command:<14} {least[0]:6.0f} ms → "
                    line += f"{least[1]:6.0f} ms"
                    kept &= keeps(line, least[1] / least[0], LIMITS[name])
    sys.exit(not kept)


if __name__ == "__main__":
    main()
