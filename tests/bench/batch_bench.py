"""How long `batch` takes beside a program that only reads and writes the same lines as JSON.

Both are programs of their own, fed by the same file, turn about. The bare one reads each line that
goes in with `json.loads` and writes each answer with `json.dumps`: once with the answers at hand,
once reading these too, as a program that passes them on has to. Times are processor time, that of
`batch` with its start-up, the bare one's without; the least counts.

    python tests/bench/batch_bench.py [HANDS [ROUNDS [VARIANT]]]
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from platform import python_version

from deals import each_line
from timing import GINSCORE, keeps, processor_time

LIMIT = 6.0  # of a program that reads the answers too

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


def run_batch(told: Path, answers: Path, variant: str) -> float:
    """The processor time of `batch` in seconds, start-up included."""
    command = [*GINSCORE, "batch", "-q", "--variant", variant, str(told)]
    return processor_time(command, answers)


def run_bare(told: Path, answers: Path) -> tuple[float, float]:
    """The processor times of the bare program in seconds: answers at hand, and read too."""
    command = [sys.executable, "-c", BARE, str(told), str(answers)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    at_hand, passed_on = map(float, found.split())
    return at_hand, passed_on


def main(hands: int = 100_000, rounds: int = 5, variant: str = "modern") -> None:
    """Measure and print."""
    ours: list[float] = []
    bare: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        told, answers = Path(folder, "told.jsonl"), Path(folder, "answers.jsonl")
        told.write_text("".join(f"{line}\n" for line in each_line(hands)), encoding="utf-8")
        for _ in range(rounds):
            ours.append(run_batch(told, answers, variant))
            bare.append(run_bare(told, answers))
        size = answers.stat().st_size / hands
    sys.stdout.write(
        f"Python {python_version()}, {hands:,} deals with lay-offs, {size:.0f} bytes an answer\n"
        f"{'ginscore batch':34} {min(ours):6.2f} s {hands / min(ours):9,.0f} hands a second\n"
    )
    at_hand, passed_on = map(min, zip(*bare, strict=True))
    keeps(f"{'JSON alone, answers at hand':35} {at_hand:6.2f} s", min(ours) / at_hand)
    line = f"{'JSON alone, reading the answers too':35} {passed_on:6.2f} s"
    sys.exit(not keeps(line, min(ours) / passed_on, LIMIT))


if __name__ == "__main__":
    numbers, names = sys.argv[1:3], sys.argv[3:4]
    main(*map(int, numbers), *names)  # type: ignore[arg-type] # HANDS ROUNDS, then VARIANT
