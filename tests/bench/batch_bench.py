"""How long `batch` takes beside a program that only reads and writes the same lines as JSON.

Both are programs of their own, fed by the same file, turn about. The bare one reads each line that
goes in with `json.loads` and writes each answer with `json.dumps`: once with the answers at hand,
once reading these too, as a program that passes them on has to. Times are processor time, that of
`batch` with its start-up, the bare one's without. Two cores are timed by the clock, beside one.

    python tests/bench/batch_bench.py [ROUNDS [HANDS]]
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic

from deals import each_line
from timing import GINSCORE, ROUNDS, Figure, processor_time, report

LIMIT = 6.0  # of a program that reads the answers too
TWO_CORES = 1 / 1.6  # of what one takes

# Prints the processor time in seconds: with the answers at hand, and reading them too.
BARE = """\
import json, sys, time

def read_told():
    with open(sys.argv[1]) as told:
        for line in told:
            json.loads(line)

with open(sys.argv[2]) as answers, open("/dev/null", "w") as out:
    lines = answers.readlines()
    start = time.process_time()
    read_told()
    for line in lines:
        out.write(json.dumps(json.loads(line)))
        out.write("\\n")
    passed_on = time.process_time() - start
    at_hand = [json.loads(line) for line in lines]
    start = time.process_time()
    read_told()
    for one in at_hand:
        out.write(json.dumps(one))
        out.write("\\n")
    print(time.process_time() - start, passed_on)
"""


def run_batch(told: Path, answers: Path, *options: str) -> float:
    """The processor time of `batch` in seconds, start-up included."""
    command = [*GINSCORE, "batch", "-q", str(told), *options]
    return processor_time(command, answers)


def run_bare(told: Path, answers: Path) -> tuple[float, float]:
    """The processor times of the bare program in seconds: answers at hand, and read too."""
    command = [sys.executable, "-c", BARE, str(told), str(answers)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    at_hand, passed_on = map(float, found.split())
    return at_hand, passed_on


def figures(rounds: int = ROUNDS, hands: int = 100_000) -> list[Figure]:
    """`batch` beside both yardsticks."""
    ours: list[float] = []
    bare: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        told, answers = Path(folder, "told.jsonl"), Path(folder, "answers.jsonl")
        told.write_text("".join(f"{line}\n" for line in each_line(hands)), encoding="utf-8")
        for _ in range(rounds):
            ours.append(run_batch(told, answers))
            bare.append(run_bare(told, answers))
    at_hand, passed_on = map(list, zip(*bare, strict=True))
    what = f"`batch`, {hands:,} deals in cards, whole answers"
    return [
        Figure(what, ours, "reading and writing the same lines as JSON", passed_on, LIMIT),
        Figure(what, ours, "the same with the answers read already", at_hand),
    ]


def two_cores(rounds: int = ROUNDS, hands: int = 100_000) -> Figure:
    """`batch --jobs 2` beside one process, by the clock."""
    times: dict[str, list[float]] = {"1": [], "2": []}
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "told.jsonl")
        told.write_text("".join(f"{line}\n" for line in each_line(hands)), encoding="utf-8")
        for _ in range(rounds):
            for jobs, taken in times.items():
                start = monotonic()
                run_batch(told, Path(folder, "answers.jsonl"), "--jobs", jobs)
                taken.append(monotonic() - start)
    what = "`batch --jobs 2`, by the clock"
    return Figure(what, times["2"], "one process", times["1"], TWO_CORES, in_readme=False)


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    sys.exit(report([*figures(*given), two_cores(*given)]))
