"""How long short commands take beside a bare Typer program, and the first call of a process.

    python tests/bench/startup_bench.py [ROUNDS]

All run in the same interpreter, turn about, after a first run each that is not counted.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from timing import GINSCORE, ROUNDS, Figure, processor_time, report

LIMIT = 1.0
LIMIT_CARDS = 1.5
CARDS = ("7S 7H 7D 4C 5C 6C JH QH KH 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D")
BARE = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str) -> None:
    print(f"hello {name}")


@app.command()
def bye(name: str) -> None:
    print(f"bye {name}")


app()
"""

# Prints the processor time of the first call with all that it loads, and of pydantic's part in it.
FIRST = """\
from time import process_time
start = process_time()
import pydantic.main
pydantic_alone = process_time() - start
from ginscore import best_defence, parse_cards
melds = [parse_cards(meld) for meld in ("7S 7H 7D", "4C 5C 6C", "JH QH KH")]
best_defence(melds, parse_cards("9S 9H 9D 2H 3H 4H 7C 3C QS 5D")).lay_offs
print(process_time() - start, pydantic_alone)
"""


def first_call() -> tuple[float, float]:
    """The processor time of the first call of a process, and of loading pydantic, in seconds."""
    command = [sys.executable, "-c", FIRST]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    whole, alone = map(float, found.split())
    return whole, alone


def figures(rounds: int = ROUNDS) -> list[Figure]:
    """The start of short commands, and the first call of a process."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder, "bare.py")
        bare.write_text(BARE, encoding="utf-8")
        commands = {
            "bare": [sys.executable, str(bare), "hello", "Ann"],
            "counts": [*GINSCORE, "settle", "4", "17"],
            "cards": [*GINSCORE, "settle", *CARDS],
            "help": [*GINSCORE, "--help"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(rounds + 1):
            for name, command in commands.items():
                taken = processor_time(command)
                # The first round warms the disk.
                if turn:
                    times[name].append(taken)
    first, loading = map(list, zip(*(first_call() for _ in range(rounds)), strict=True))
    typer = "a bare Typer program of two commands", times["bare"]
    return [
        Figure("`ginscore settle` with counts, the whole command", times["counts"], *typer, LIMIT),
        Figure("the same with cards", times["cards"], *typer, LIMIT_CARDS),
        Figure("`ginscore --help`", times["help"], *typer, LIMIT, in_readme=False),
        Figure(
            "the first `best_defence` of a process, imports and tables included",
            first,
            "importing pydantic alone",
            loading,
        ),
    ]


if __name__ == "__main__":
    sys.exit(report(figures(*map(int, sys.argv[1:]))))
