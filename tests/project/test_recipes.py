"""The recipes of `examples/` are run where their tools are: what they show is what appears.

A block of `examples/recipes/README.md` marked `console` is one session in a copy of that folder:
a line that begins with `$ ` is typed into a shell, the lines under it are what appears. The word
behind `console` is the tool or the Python module that it needs.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = (EXAMPLES / "recipes" / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"jq", "mlr", "parallel"}
MODULES = {"dask", "duckdb", "numpy", "pandas"}
SESSIONS = BLOCK.findall(PAGE)

API = """\
deadwood 3:
  1. 7S 7H 7D
  2. JH QH KH
  3. 4C 5C 6C
the defender: 15 after 7C on 1, 3C on 3
South wins by undercut: 33
difference 10 − 2 = 8; undercut_bonus 25 = 25
knocker: knock-over-limit: a knock with deadwood 11; allowed: 10 or less
after 3 hands: {'North': 12, 'South': 79}, to go: {'North': 88, 'South': 21}
"""


def run(command: list[str], folder: Path) -> str:
    """What appears, stdout and stderr together."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GINSCORE_")}
    env = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.pop('PATH')}",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=kept | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout


def skip_without(tool: str) -> None:
    """Skip a test, with the tool's name, where it is not installed."""
    assert tool in PROGRAMS | MODULES | {""}
    if tool in PROGRAMS and not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    if tool in MODULES and not find_spec(tool):
        pytest.skip(f"{tool} is not installed")


def test_every_tool_has_its_recipe() -> None:
    assert {tool for tool, _ in SESSIONS} == PROGRAMS | MODULES | {""}


@pytest.mark.parametrize(("tool", "block"), SESSIONS, ids=[tool or "alone" for tool, _ in SESSIONS])
def test_recipe(tool: str, block: str, tmp_path: Path) -> None:
    skip_without(tool)
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    steps = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    assert steps
    for step in steps:
        command, _, wanted = step.partition("\n")
        shown = run(["bash", "-c", command], tmp_path / "examples" / "recipes")
        lines = [line.rstrip() for line in shown.splitlines()]
        assert lines == wanted.splitlines(), command


def test_the_python_api(tmp_path: Path) -> None:
    assert run([sys.executable, str(EXAMPLES / "python_api.py")], tmp_path) == API
