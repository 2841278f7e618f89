"""Whether the tests notice: `python tests/mutation/run.py [FLOOR …] [--all | --sample N | --only
TEXT …] [--seed S] [--jobs N]`.

A sample of 400 mutants of floors 2 to 6 by default (or of those that are named), or those with a
text in their names, each tried on the tests of its floor, then on those of the floors above. Prints
what was killed a floor and every survivor; those in `survivors.toml` are known not to change what
the program does. The status is 1 if fewer than 95 % of the others are killed on any floor.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from mutants import Module, Mutant

HOME: Final = Path(__file__).parents[2]
FLOORS: Final = ("cards", "rules", "hand", "game", "sheet")
# What only the floors above try: tables that others keep, and what scripts import.
ABOVE: Final = ("tests/files/test_kept_tables.py", "tests/project/test_api.py")
TESTS: Final = (*(f"tests/{floor}" for floor in FLOORS), *ABOVE)
LONGEST: Final = 600  # seconds for the tests of a floor
SLOWEST: Final = 4  # times what they take where nothing is changed: a mutant that hangs is killed
MARK: Final = 95  # percent


def chosen(
    floors: Sequence[str], only: Sequence[str], sample: int | None, seed: int
) -> list[Mutant]:
    """The mutants to try: those with a text of `only` in their names, or else all, or a sample."""
    paths = [path for floor in floors for path in sorted(HOME.glob(f"ginscore/{floor}/*.py"))]
    every = [(module, number) for module in map(Module, paths) for number in range(len(module))]
    if only:
        found = map(_made, every)
        return [mutant for mutant in found if any(text in mutant.name for text in only)]
    if sample is not None:
        every = sorted(Random(seed).sample(every, min(sample, len(every))), key=_place)
    return [*map(_made, every)]


def _place(chosen: tuple[Module, int]) -> tuple[Path, int]:
    return chosen[0].path, chosen[1]


def _made(chosen: tuple[Module, int]) -> Mutant:
    return chosen[0][chosen[1]]


def is_killed(mutant: Mutant, folders: SimpleQueue[Path], limits: Mapping[str, float]) -> bool:
    """Whether a test fails where the module is the mutant, in a copy that nobody else uses."""
    folder = folders.get()
    target = folder / mutant.path.relative_to(HOME)
    whole = target.read_text("utf-8")
    target.write_text(mutant.text, "utf-8")
    floor = f"tests/{mutant.path.parent.name}"
    try:
        above = TESTS[TESTS.index(floor) :]
        return any(fails(folder, tests, limits[tests]) for tests in above)
    finally:
        target.write_text(whole, "utf-8")
        folders.put(folder)


def fails(folder: Path, tests: str, limit: float) -> bool:
    """Whether some of the tests fail, or do not end within `limit` seconds."""
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile", "first"]
    command = [sys.executable, "-m", "pytest", *options, tests]
    environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environ, capture_output=True, check=False, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def timed(folder: Path, floors: Sequence[str], jobs: int) -> dict[str, float]:
    """How long each of the tests may take, from how long it takes where nothing is changed."""
    limits = {}
    for tests in TESTS[min(map(FLOORS.index, floors)) :]:
        start = monotonic()
        if fails(folder, tests, LONGEST):
            sys.exit(f"{tests} fails before anything is changed")
        limits[tests] = SLOWEST * jobs * (monotonic() - start)
    return limits


def main() -> int:
    """Try the mutants and report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("floors", nargs="*", default=FLOORS, metavar="FLOOR")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument(
        "--only", nargs="+", default=(), help="try those with one of these texts in their names"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at once")
    options = parser.parse_args()
    with Path(__file__).with_name("survivors.toml").open("rb") as file:
        harmless = tomllib.load(file)["harmless"]
    tried, killed = Counter[str](), Counter[str]()
    with TemporaryDirectory() as name:
        folders = SimpleQueue[Path]()
        for number in range(options.jobs):
            folders.put(copied(Path(name) / str(number)))
        sample = None if options.all else options.sample
        found = chosen(options.floors, options.only, sample, options.seed)
        found = [mutant for mutant in found if mutant.name not in harmless]
        limits = timed(Path(name) / "0", options.floors, options.jobs)
        with ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(is_killed, found, repeat(folders), repeat(limits))
            for mutant, is_noticed in zip(found, results, strict=True):
                floor = mutant.path.parent.name
                tried[floor] += 1
                if is_noticed:
                    killed[floor] += 1
                else:
                    sys.stdout.write(f"survived: line {mutant.line} of {mutant.name}\n")
                sys.stdout.flush()
    return report(tried, killed)


def copied(folder: Path) -> Path:
    """A copy of what the tests of the floors need."""
    for part in ("ginscore", "tests", "examples"):
        shutil.copytree(HOME / part, folder / part)
    shutil.copy(HOME / "pyproject.toml", folder)
    return folder


def report(tried: Counter[str], killed: Counter[str]) -> int:
    """Print a line a floor; 1 if one is below the mark."""
    for floor, count in tried.items():
        share = 100 * killed[floor] / count
        sys.stdout.write(f"{floor:6} {killed[floor]:4} of {count:4} killed, {share:.1f} %\n")
    return int(any(100 * killed[floor] < MARK * count for floor, count in tried.items()))


if __name__ == "__main__":
    sys.exit(main())
