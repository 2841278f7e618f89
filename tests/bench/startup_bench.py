"""How long `ginscore settle 4 17` takes beside a bare Typer program that only prints.

Both run in the same interpreter, turn about, after a first run each that is not counted. Printed
are the least and the median wall time in milliseconds, and the ratios; nothing is asserted.

    python tests/bench/startup_bench.py [RUNS]
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

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


def run_once(command: list[str]) -> float:
    """The wall time of one run in milliseconds."""
    start = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - start) * 1000


def measure(commands: dict[str, list[str]], runs: int) -> dict[str, list[float]]:
    """The times of every command, each run once in every round."""
    for command in commands.values():
        run_once(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(run_once(command))
    return times


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder, "bare.py")
        bare.write_text(BARE, encoding="utf-8")
        ours = [sys.executable, "-c", "from ginscore.cli import main; main()"]
        times = measure(
            {
                "bare Typer program": [sys.executable, str(bare), "hello", "Ann"],
                "ginscore settle 4 17": [*ours, "settle", "4", "17"],
                "ginscore --help": [*ours, "--help"],
            },
            runs,
        )
    base = times["bare Typer program"]
    for name, found in times.items():
        ratios = min(found) / min(base), median(found) / median(base)
        line = f"{name:<22} least {min(found):6.1f} ms  median {median(found):6.1f} ms"
        sys.stdout.write(f"{line}  ratio {ratios[0]:.2f} / {ratios[1]:.2f}\n")


if __name__ == "__main__":
    main()
