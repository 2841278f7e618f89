"""The README's transcripts are run: what it shows is what the program prints.

A block marked `console` is one session in a folder of its own: a line that begins with `$ ` is
typed into a shell, the lines under it are what appears (stdout and stderr together).
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
SCRIPTS = Path(sys.executable).parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOOLS = ("bash", "jq", "mlr")

Step = tuple[str, list[str]]


def sessions() -> list[list[Step]]:
    """Each block as its commands with the lines that must appear."""
    found: list[list[Step]] = []
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        steps: list[Step] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            else:
                steps[-1][1].append(line.rstrip())
        found.append(steps)
    return found


def environment(folder: Path) -> dict[str, str]:
    """A plain terminal of eighty columns, in English, with our program first on the path."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GINSCORE_")}
    return kept | {
        "PATH": f"{SCRIPTS}{os.pathsep}{kept['PATH']}",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }


def test_there_are_transcripts() -> None:
    assert len(sessions()) >= 3


@pytest.mark.parametrize("steps", sessions(), ids=lambda steps: steps[0][0][:40])
def test_transcript(steps: list[Step], tmp_path: Path) -> None:
    for tool in TOOLS:
        is_used = tool == "bash" or any(f" {tool} " in command for command, _ in steps)
        if is_used and not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
    for command, wanted in steps:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert [line.rstrip() for line in done.stdout.splitlines()] == wanted, command


def test_python() -> None:
    """The lines of Python are a doctest."""
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (failed, tried > 0) == (0, True)


# pytest where there is no bash and Unix's modules are not there; what the standard library and the
# lock of a sheet take of them where they are is loaded before.
ELSEWHERE = """
import asyncio, sys, ginscore.files.safe_writes
sys.modules.update(dict.fromkeys(("fcntl", "pty", "resource", "termios", "tty")))
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_the_tests_are_read_where_unix_is_missing() -> None:
    told = elsewhere("--collect-only", "tests")
    assert "tests collected" in told


def test_what_needs_unix_is_skipped() -> None:
    told = elsewhere("tests/cli/test_keep_pty.py", str(Path(__file__)), "-k", "transcript or keep")
    # That there are transcripts is the one thing that can be seen.
    assert re.match(r"1 passed, \d+ skipped, \d+ deselected", told)


def elsewhere(*words: str) -> str:
    """The last line of pytest's, run there."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *words],
        cwd=README.parent,
        env=os.environ | {"PATH": os.devnull, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout.splitlines()[-1]
