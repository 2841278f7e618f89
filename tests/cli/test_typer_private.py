"""A Typer without the names that it does not promise: everything works, only slower."""

import subprocess
import sys
from pathlib import Path

import pytest

# Takes away what `typer_private` uses, as a later Typer may.
WITHOUT = """\
import sys, typer.core
from typer.core import TyperArgument, TyperOption, build_runtime_param

def without(kind):
    made = kind.__init__
    def init(self, *args, **options):
        made(self, *args, **options)
        del self._runtime_param
    kind.__init__ = init
    kind.get_runtime_param = lambda self: build_runtime_param(self.type_descriptor)

for kind in (TyperArgument, TyperOption):
    without(kind)
"""
NO_SHELL = "import typer.completion; del typer.completion._get_shell_name\n"
RUN = "from ginscore.cli import main; main()"


def run(program: str, folder: Path, line: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", program, *line.split()],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("settle 4 17", 0),
        ("settle 4 17 --claim points=22 -f json", 1),
        ("settle 5 5 --variant classic --rule tie=knocker --lang fr -q", 0),
        ("melds 7SHD --all", 0),
        ("compare 5 5 -f csv", 0),
        ("new Ann Bob --color never", 0),
        ("add Ann 4 17 --try", 2),
        ("variants show classic -f toml", 0),
        ("explain tie", 0),
        ("settle 4 17 -f xml", 2),
        ("show --last x", 2),
        ("settle --nonsense", 2),
        ("settle --help", 0),
        ("--version", 0),
        ("--show-completion bash", 0),
    ],
)
def test_the_same_without_the_private_names(tmp_path: Path, line: str, status: int) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    usual = run(RUN, tmp_path / "with", line)
    assert usual[0] == status
    assert run(WITHOUT + RUN, tmp_path / "without", line) == usual


def test_the_shell_in_use_is_asked_for_where_nobody_can_tell(tmp_path: Path) -> None:
    assert run(NO_SHELL + RUN, tmp_path, "--show-completion")[0] == 2
