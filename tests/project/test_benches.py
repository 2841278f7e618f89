"""Every benchmark runs, on a few hands; what it measures of so few says nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCHES = Path(__file__).parents[1] / "bench"
README = BENCHES.parents[1] / "README.md"
SMALL = {"bulk_bench": ("50", "1"), "long_bench": ("60",), "shortcuts_bench": ("20", "1")}
# These are what the README's figures are made of, and run for them.
TOLD = {"batch_bench", "sheet_bench", "solver_bench", "startup_bench"}


def run(name: str, *words: str) -> str:
    """What a benchmark prints; 1 is a limit that was not kept."""
    pytest.importorskip("resource", exc_type=ImportError)
    command = [sys.executable, str(BENCHES / f"{name}.py"), *words]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert found.stderr == ""
    assert found.returncode in (0, 1)
    return found.stdout


def labels(readme: str) -> list[list[str]]:
    """What the rows of the figures say, without the figures."""
    rows = [line.split(" | ") for line in readme.splitlines() if line.endswith("× |")]
    return [
        [re.sub(r"[\d,]+ deals|[\d,]+ hands|, [\d.]+ .?s$", "", text) for text in row[::2]]
        for row in rows
    ]


def test_every_benchmark_is_tried() -> None:
    assert {path.stem for path in BENCHES.glob("*_bench.py")} == {*SMALL, *TOLD}


@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_runs(name: str) -> None:
    assert "×" in run(name, *SMALL[name])


def test_the_readme_tells_the_figures_that_are_measured(tmp_path: Path) -> None:
    copy = tmp_path / "README.md"
    shutil.copy(README, copy)
    printed = run("readme_figures", str(copy), "1", "20")
    before, after = (path.read_text(encoding="utf-8") for path in (README, copy))
    assert labels(after) == labels(before)
    assert before.split("<!-- figures")[0] == after.split("<!-- figures")[0]
    assert before.split("<!-- end of figures")[1] == after.split("<!-- end of figures")[1]
    assert all(f"limit {most} ×" in printed for most in (1, 3, 4, 5.5, 6, 25, 45))
