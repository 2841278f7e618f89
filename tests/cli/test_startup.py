"""`ginscore settle 4 17` loads what it needs and nothing else."""

import re
import subprocess
import sys
from importlib.metadata import requires
from importlib.util import find_spec

import pytest

from ginscore.cli.app import COMMANDS

PROGRAM = "from ginscore.cli import main; main()"
NEVER = ("jinja2", "numpy", "prompt_toolkit", "rich", "tabulate", "wcwidth")
# Typer or pydantic may load these by themselves, so that only our own import statements count.
NOT_BY_US = ("csv", "difflib", "gettext", "json")


def loaded(*arguments: str) -> dict[str, str]:
    """Every module that a run imports → the module whose import brought it in."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", PROGRAM, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = [line.split("|")[2][1:] for line in done.stderr.splitlines() if line.count("|") == 2]
    found: dict[str, str] = {}
    open_at: dict[int, str] = {}
    for line in reversed(lines):
        depth = (len(line) - len(line.lstrip())) // 2
        open_at[depth] = line.strip()
        found.setdefault(line.strip(), open_at.get(depth - 1, "") if depth else "")
    return found


@pytest.fixture(scope="module")
def settle() -> dict[str, str]:
    return loaded("settle", "4", "17")


def test_what_is_never_loaded_could_be() -> None:
    """Each is a dependency; what nobody asks for any more would be absent for nothing."""
    needed = {
        re.split(r"[^\w-]", one)[0].lower().replace("-", "_") for one in requires("ginscore") or ()
    }
    assert set(NEVER) <= needed
    assert all(find_spec(name) for name in (*NEVER, *NOT_BY_US))


@pytest.mark.parametrize("module", NEVER)
def test_settling_counts_does_not_load(settle: dict[str, str], module: str) -> None:
    assert module not in settle


@pytest.mark.parametrize("module", NOT_BY_US)
def test_no_module_of_ours_loads(settle: dict[str, str], module: str) -> None:
    assert not settle.get(module, "").startswith("ginscore")


def modules_after(*arguments: str) -> set[str]:
    """What is loaded when a command is done, by whatever means."""
    code = (
        "import sys\n"
        "from ginscore.cli.run import run\n"
        f"assert run({list(arguments)}) == 0\n"
        "sys.stderr.write(' '.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    return set(done.stderr.split())


def test_only_the_module_of_the_command_is_loaded() -> None:
    found = modules_after("settle", "4", "17")
    commands = {row.module for row in COMMANDS} - {"dispute"}
    assert "ginscore.cli.dispute" in found
    assert not {f"ginscore.cli.{name}" for name in commands} & found
    assert not {one for one in found if one.startswith(("ginscore.sheet.", "ginscore.game."))}
    assert not found & set(NEVER)


def test_help_loads_no_command() -> None:
    assert "ginscore.cli.dispute" not in modules_after("--help")


def test_no_table_is_built_for_counts() -> None:
    code = (
        "from ginscore.cli.run import run\n"
        "assert run(['settle', '4', '17']) == 0\n"
        "from ginscore.cards import melds\n"
        "built = [n for n, f in vars(melds).items()\n"
        "         if hasattr(f, 'cache_info') and f.cache_info().currsize]\n"
        "assert not built, built\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_package_exports_lazily() -> None:
    code = "import sys, ginscore; assert 'pydantic' not in sys.modules; ginscore.parse_cards('AS')"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_schema_loads_the_room_of_its_own_model_only() -> None:
    assert "ginscore.sheet.sheet" not in modules_after("schema", "hand")
    assert "ginscore.sheet.sheet" in modules_after("schema", "sheet")
