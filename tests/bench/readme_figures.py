"""Measure everything that the README tells of speed, and write its table of figures.

    python tests/bench/readme_figures.py [README [ROUNDS [HANDS]]]

ROUNDS is 7 if not given; HANDS sets how long every sheet and stream is. The status is 1 over a
limit. It takes six to ten minutes.
"""

import os
import platform
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import batch_bench
import sheet_bench
import solver_bench
import startup_bench
from timing import ROUNDS, Figure, report

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- figures: tests/bench/readme_figures.py -->\n", "<!-- end of figures -->\n"
HEADS = ("what", "ours", "beside it", "ratio")


def name_machine() -> str:
    """The processor, the number of cores, the system, Python; and how busy it is, if it is."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text(encoding="utf-8").splitlines() if described.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    cores = len(os.sched_getaffinity(0))
    name = names[0] if names else platform.processor()
    told = f"{name}, {cores} cores, {platform.system()}, Python {platform.python_version()}"
    load = os.getloadavg()[1]
    return told if load < cores / 2 else f"{told}, busy with other work (load {load:.1f})"


def table(figures: Iterable[Figure], rounds: int, machine: str) -> str:
    """What stands between the marks in the README."""
    rows = [HEADS, ("---",) * len(HEADS), *(one.cells for one in figures if one.in_readme)]
    lines = (f"| {' | '.join(row)} |\n" for row in rows)
    day = date.today().isoformat()
    told = f"Measured on {day} ({machine}): processor time, medians of {rounds} rounds.\n"
    return f"{told}\n{''.join(lines)}"


def main(readme: str | Path = README, rounds: int | str = ROUNDS, *hands: int | str) -> int:
    """Measure, print and write."""
    machine = name_machine()
    numbers = [int(number) for number in (rounds, *hands)]
    figures = [
        *startup_bench.figures(numbers[0]),
        *batch_bench.figures(*numbers),
        *solver_bench.figures(*numbers),
        *sheet_bench.figures(*numbers),
    ]
    readme = Path(readme)
    before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    written = f"{before}{BEGIN}{table(figures, numbers[0], machine)}{END}{after}"
    readme.write_text(written, encoding="utf-8")
    return report(figures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
