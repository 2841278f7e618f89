"""How long `ginscore settle 4 17` takes beside a bare Typer program that only prints.

Both run in the same interpreter, turn about, after a first run each that is not counted. Printed
are the least and the median processor time in milliseconds and the ratio of the medians beside its
limit.

    python tests/bench/startup_bench.py [RUNS]
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from timing import GINSCORE, keeps, processor_time

LIMIT = 1.0
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


def measure(commands: dict[str, list[str]], runs: int) -> dict[str, list[float]]:
    """The times of every command, each run once in every round."""
    for command in commands.values():
        processor_time(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(processor_time(command) * 1000)
    return times


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder, "bare.py")
        bare.write_text(BARE, encoding="utf-8")
        times = measure(
            {
                "bare Typer program": [sys.executable, str(bare), "hello", "Ann"],
                "ginscore settle 4 17": [*GINSCORE, "settle", "4", "17"],
                "ginscore --help": [*GINSCORE, "--help"],
            },
            runs,
        )
    base = times["bare Typer program"]
    kept = True
    for name, found in times.items():
        line = f"{name:<22} least {min(found):6.1f} ms  median {median(found):6.1f} ms"
        kept &= keeps(line, median(found) / median(base), LIMIT)
    sys.exit(not kept)


if __name__ == "__main__":
    main()
