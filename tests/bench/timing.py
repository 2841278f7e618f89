"""What the benchmarks share: how a command is timed, what a figure is, the limits that are kept.

Ours and what it is measured against run turn about in every round, so that other work on the
machine disturbs both alike. Medians of the rounds count.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from compileall import compile_dir
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import NamedTuple

import ginscore

# A machine on which Python writes no compiled modules would compile them in every run.
compile_dir(Path(ginscore.__file__).parent, quiet=1)

GINSCORE = [sys.executable, "-c", "from ginscore.cli import main; main()"]
ROUNDS = 7


class Figure(NamedTuple):
    """What takes how long, beside what, in seconds of the processor, one of each a round."""

    what: str
    ours: list[float]
    beside: str
    others: list[float]
    # The most that the ratio may be.
    limit: float | None = None
    in_readme: bool = True

    @property
    def ratio(self) -> float:
        """How many times as long ours takes."""
        return median(ours / other for ours, other in zip(self.ours, self.others, strict=True))

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The figure as a row of the README's table."""
        return (
            self.what,
            format_time(median(self.ours)),
            f"{self.beside}, {format_time(median(self.others))}",
            f"{self.ratio:.{2 if self.ratio < 2 else 1}f}×",
        )


def format_time(seconds: float) -> str:
    """Two or three digits and a unit: `0.44 µs`, `188 ms`."""
    units = {1.0: "s", 1e-3: "ms", 1e-6: "µs"}
    size = next((size for size in units if seconds >= size), 1e-6)
    amount = seconds / size
    return f"{amount:.{0 if amount >= 100 else 1 if amount >= 10 else 2}f} {units[size]}"


def report(figures: Iterable[Figure]) -> int:
    """Print figures with their limits; the exit status, 1 over a limit."""
    kept = True
    for figure in figures:
        what, ours, beside, _ = figure.cells
        kept &= keeps(f"{what:48} {ours:>8}  {beside:48}", figure.ratio, figure.limit)
    return not kept


def processor_time(command: list[str], out: Path | None = None) -> float:
    """The processor time of one command in seconds, start-up included."""
    before = getrusage(RUSAGE_CHILDREN)
    with (out or Path(os.devnull)).open("wb") as output:
        subprocess.run(command, stdout=output, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def keeps(line: str, ratio: float, limit: float | None = None) -> bool:
    """Print a line with its ratio and limit; whether the limit is kept."""
    kept = limit is None or ratio <= limit
    told = "" if limit is None else f", limit {limit:g} ×{'' if kept else ' OVER'}"
    sys.stdout.write(f"{line} {ratio:6.2f} ×{told}\n")
    return kept
