"""What the benchmarks share: how a command is timed, and the limits that ginscore keeps to."""

import os
import subprocess
import sys
from compileall import compile_dir
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import ginscore

# A machine on which Python writes no compiled modules would compile them in every run.
compile_dir(Path(ginscore.__file__).parent, quiet=1)

GINSCORE = [sys.executable, "-c", "from ginscore.cli import main; main()"]


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
