"""Every call to the disk that a command makes, failed, cut short, or killed before and after.

Whatever happens, the sheet is the old or the new one and whole, its backup can be read, what is
said is true, and the next command works.
"""

import errno
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pytest
from cli_runs import Answer, Cli

from ginscore.cli.run import run
from ginscore.errors import GinscoreError
from ginscore.files.store import read_sheet

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")

How = Literal["fail", "die before", "die after"]
KILLED: Final = 99

# The functions through which all our reading and writing goes.
CALLS: Final = (
    *(("os", name) for name in ("open", "stat", "lstat", "fstat", "chmod", "chown", "fsync")),
    *(("os", name) for name in ("replace", "link", "unlink", "ftruncate", "write")),
    ("io", "open"),
    ("fcntl", "flock"),
)
_TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT[-+:.\d]+")


class Trap:
    """Counts the calls about files of one folder; what happens at one of them is up to `how`."""

    def __init__(self, folder: Path, at: int = 0, how: How = "fail") -> None:
        self.folder = str(folder)
        self.handles: set[int] = set()
        self.count = 0
        self.at = at
        self.how = how

    def watch(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with the trap in it."""

        def call(*arguments: Any, **options: Any) -> Any:
            about = arguments[0] if arguments else None
            if not self._is_ours(about):
                return real(*arguments, **options)
            self.count += 1
            if self.count == self.at:
                self._spring_before(about)
            try:
                found = real(*arguments, **options)
            finally:
                if self.count == self.at:
                    os._exit(KILLED)
            if isinstance(found, int) and name == "open":
                self.handles.add(found)
            return self._wrapped(found) if hasattr(found, "write") else found

        return call

    def _spring_before(self, about: object) -> None:
        if self.how == "fail":
            name = None if isinstance(about, int) else os.fspath(about)  # type: ignore[call-overload]
            raise OSError(errno.EIO, os.strerror(errno.EIO), name)
        if self.how == "die before":
            os._exit(KILLED)

    def _is_ours(self, about: object) -> bool:
        if isinstance(about, int):
            return about in self.handles
        return isinstance(about, str | os.PathLike) and self._is_inside(os.fspath(about))

    def _is_inside(self, path: str | bytes) -> bool:
        return str(Path(self.folder, os.fsdecode(path))).startswith(self.folder)

    def _wrapped(self, file: Any) -> Any:
        """An open file whose writing is counted too, in two halves."""
        self.handles.add(file.fileno())
        write, trap = file.write, self

        class Halves(io.BufferedRandom):
            def write(self, content: Any) -> int:
                half = len(content) // 2
                write_half = trap.watch("write", lambda _, part: write(part))
                write_half(trap.folder, content[:half])
                file.flush()
                write_half(trap.folder, content[half:])
                return len(content)

            def flush(self) -> None:
                file.flush()

            def close(self) -> None:
                trap.handles.discard(file.fileno()) if not file.closed else None
                file.close()

            def fileno(self) -> int:
                return int(file.fileno())

            def read(self, size: int | None = -1) -> bytes:
                return bytes(file.read(size))

            def __init__(self) -> None:
                pass

            def __enter__(self) -> "Halves":
                return self

            def __exit__(self, *_: object) -> None:
                self.close()

        return Halves()


@contextmanager
def trapped(trap: Trap) -> Iterator[Trap]:
    """Run what is inside with the trap in place."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in CALLS:
            real = getattr(sys.modules[module], name)
            patch.setattr(sys.modules[module], name, trap.watch(name, real))
        yield trap


class Work(NamedTuple):
    """A command, and the file that it writes (the sheet where none is named)."""

    words: tuple[str, ...]
    writes: str = ""


WORKS: Final = {
    "add": Work(("add", "Ann", "4", "17")),
    "edit": Work(("edit", "1", "Ann", "4", "20")),
    "undo": Work(("undo",)),
    "rules": Work(("rules", "--rule", "target=150")),
    "new": Work(("new", "Ann", "Bob", "-s", "new.{form}"), "new.{form}"),
    "import": Work(("import", "gin.{form}", "-s", "new.{form}"), "new.{form}"),
    "export": Work(("export", "-f", "{form}", "-o", "copy.{form}"), "copy.{form}"),
}


def normal(path: Path) -> bytes | None:
    """The content of a file but for its times; None where there is none."""
    return _TIME.sub(b"T", path.read_bytes()) if path.exists() else None


class Scene:
    """A folder with a sheet of two hands and its backup, and one command to be given in it."""

    def __init__(self, cli: Cli, work: Work, form: str, folder: Path) -> None:
        self.cli = cli
        self.words = [word.format(form=form) for word in work.words]
        self.sheet = folder / f"gin.{form}"
        self.target = folder / (work.writes.format(form=form) or self.sheet.name)
        self.folder = folder
        if "-s" not in self.words:
            self.words += ["-s", self.sheet.name]
        cli("new", "Ann", "Bob", "-s", self.sheet.name)
        cli("add", "Bob", "3", "20", "-s", self.sheet.name)
        if work.writes.startswith("copy"):  # an older state, which an export replaces
            cli("export", "-s", self.sheet.name, "-f", form, "-o", self.target.name)
        cli("add", "Bob", "5", "30", "-s", self.sheet.name)
        self.files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def restore(self) -> None:
        """Put everything back as it was."""
        for path in self.folder.iterdir():
            if path.is_file():
                path.unlink()
        for name, content in self.files.items():
            (self.folder / name).write_bytes(content)

    def run(self) -> Answer:
        return self.cli(*self.words, "-f", "json") if "export" not in self.words else self._export()

    def _export(self) -> Answer:
        return self.cli(*self.words)

    def check(self, old: bytes | None, new: bytes | None) -> bytes | None:
        """Check that the file is the old or the new one, and its backup a sheet; give the file."""
        found = normal(self.target)
        assert found in (old, new)
        for path in (self.target, self.target.with_name(f"{self.target.name}.bak")):
            if path.exists():
                read_sheet(path)
        return found

    def go_on(self) -> None:
        """Check that nothing that was left behind stands in the way."""
        assert self.cli("add", "Bob", "5", "31", "-s", self.sheet.name).status == 0
        left = {path.name for path in self.folder.iterdir() if path.name.startswith(".")}
        assert not {name for name in left if self.sheet.name in name}


@pytest.fixture(params=["json", "csv"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=WORKS.values(), ids=[*WORKS])
def scene(request: pytest.FixtureRequest, cli: Cli, form: str, tmp_path: Path) -> Scene:
    return Scene(cli, request.param, form, tmp_path)


def fault_free(scene: Scene) -> tuple[bytes | None, bytes | None, int]:
    """The file before and after the command, and the number of its calls to the disk."""
    old = normal(scene.target)
    with trapped(Trap(scene.folder)) as trap:
        assert scene.run().status == 0
    new = normal(scene.target)
    assert new != old
    assert trap.count > 10
    return old, new, trap.count


def test_a_call_that_fails(scene: Scene) -> None:
    old, new, count = fault_free(scene)
    for at in range(1, count + 1):
        scene.restore()
        with trapped(Trap(scene.folder, at)):
            answer = scene.run()
        found = scene.check(old, new)
        said = answer.err
        assert answer.status in (0, 2, 3), f"call {at}: {said}"
        if answer.status == 0 or "it is written" in said:
            assert found == new, f"call {at}: {said}"
        else:
            assert found == old, f"call {at}: {said}"
            assert "stdout" not in said, f"call {at}: {said}"
        scene.go_on()


def test_a_writer_that_dies(scene: Scene) -> None:
    """Before each call, which is after the one before it, and after the last."""
    old, new, count = fault_free(scene)
    outcomes = set()
    moments: list[tuple[int, How]] = [(at, "die before") for at in range(1, count + 1)]
    for at, how in [*moments, (count, "die after")]:
        scene.restore()
        assert run_in_a_child(scene, Trap(scene.folder, at, how)) == KILLED, f"call {at}"
        outcomes.add(scene.check(old, new))
        scene.go_on()
    assert outcomes == {old, new}


def run_in_a_child(scene: Scene, trap: Trap) -> int:
    """The status of a process that runs the command and meets the trap."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads are not needed there
        child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        with trapped(trap):
            run(scene.words)
    except GinscoreError:
        pass
    finally:
        os._exit(0)
