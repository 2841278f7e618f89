"""The cases for other programs in `examples/conformance`: ours passes all of them."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "conformance"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def load(path: str) -> Any:
    """A module of the folder."""
    spec = spec_from_file_location(Path(path).stem, FOLDER / path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUNNER, OURS = load("run.py"), load("adapters/with_ginscore.py")
CASES = RUNNER.read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['topic']}-{case['id']}")
def test_a_case(case: dict[str, Any]) -> None:
    answer = OURS.answer(case)
    assert RUNNER.agrees(case["expected"], answer), answer
    if "refused" in answer:
        assert answer["codes"] == [case["note"]]


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
    assert json.loads(load("write_presets.py").presets_text()) == written
