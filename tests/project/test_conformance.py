"""The cases for other programs in `examples/conformance`: ours passes all of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "conformance"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
CASES = [
    json.loads(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=FOLDER,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_ginscore_passes_every_case_as_the_page_says() -> None:
    done = run("run.py", "--failed", f"{sys.executable} adapters/with_ginscore.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in PAGE


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("{'id': case['id'], 'deadwood': -1}", "failed"),
        ("{'id': case['id'], 'skipped': 'never heard of it'}", "skipped"),
        ("{'id': 'another'}", "in order"),
    ],
)
def test_the_runner_sees_what_does_not_pass(answers: str, said: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "for case in map(json.loads, sys.stdin):\n"
        f"    print(json.dumps({answers}))\n"
    )
    done = run("run.py", f"{sys.executable} {program}")
    row = done.stdout.splitlines()[-1]
    assert {
        "failed": done.returncode == 1 and "| 0 of 147 | 0 of 31 |" in row,
        "skipped": done.returncode == 0 and row == "| program | – | – | – | – | – |",
        "in order": done.returncode == 1 and "in order" in done.stderr,
    }[said]


def test_the_cases_are_whole() -> None:
    keys = ["id", "topic", "preset", "rules", "input", "expected", "source"]
    assert [case["id"] for case in CASES if list(case)[:7] != keys or not case["source"]] == []
    assert len({(case["topic"], case["id"]) for case in CASES}) == len(CASES) > 300
    assert f"{len(CASES)} cases" in PAGE


def test_the_rules_are_those_of_the_presets() -> None:
    written: dict[str, Any] = json.loads((FOLDER / "presets.json").read_text(encoding="utf-8"))
    done = run("-c", "import write_presets; print(write_presets.presets_text(), end='')")
    assert json.loads(done.stdout) == written
