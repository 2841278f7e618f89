"""The lock beside a sheet: who has to wait, for how long, and what he is told."""

import errno
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ginscore.errors import GinscoreError
from ginscore.files import safe_writes
from ginscore.files.safe_writes import lock_path, locked
from ginscore.files.store import change_sheet, create_sheet, read_sheet
from ginscore.sheet.sheet import Sheet

HOLD = """
import sys, time
from pathlib import Path
from ginscore.files.safe_writes import locked
with locked(Path(sys.argv[1]), "sheet", 5):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "gin.json"


def hold(sheet: Path) -> "subprocess.Popen[str]":
    """Another process that holds the lock."""
    command = [sys.executable, "-c", HOLD, str(sheet)]
    other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def test_the_lock_stands_beside_the_sheet_while_it_is_held(sheet: Path) -> None:
    with locked(sheet, "sheet", 5):
        assert [one.name for one in sheet.parent.iterdir()] == [".gin.json.lock"]
        assert lock_path(sheet).read_text(encoding="utf-8").startswith(f"{os.getpid()}\n")
    assert [*sheet.parent.iterdir()] == []


def test_a_locked_sheet_names_its_holder_and_is_free_when_he_dies(sheet: Path) -> None:
    with hold(sheet) as other:
        began = time.monotonic()
        with pytest.raises(GinscoreError) as refused, locked(sheet, "my sheet", wait=0.2):
            pass
        other.kill()
    assert 0.2 <= time.monotonic() - began < 5
    assert (refused.value.code, refused.value.where) == ("sheet-locked", "my sheet")
    assert f"process {other.pid} on " in str(refused.value)
    with locked(sheet, "my sheet", wait=1):
        pass


def test_a_holder_who_does_not_sign_is_just_another_process(sheet: Path) -> None:
    with locked(sheet, "sheet", 5):
        lock_path(sheet).write_bytes(b"\xff")
        with pytest.raises(GinscoreError, match="another process") as refused:
            with_no_wait(sheet)
    assert refused.value.exit_status == 3


def with_no_wait(sheet: Path) -> None:
    with locked(sheet, "sheet", wait=0):
        pass


@pytest.mark.parametrize("left", [b"\xff", b"1\nelsewhere\n", b"1" * 5000])
def test_what_a_crash_left_is_signed_anew(sheet: Path, left: bytes) -> None:
    lock_path(sheet).write_bytes(left)
    with locked(sheet, "sheet", 5):
        signed = lock_path(sheet).read_text(encoding="utf-8").splitlines()
        assert signed == [str(os.getpid()), socket.gethostname()]


# What stands where the lock should be


def put_pipe(lock: Path, other: Path) -> None:
    del other
    os.mkfifo(lock)


LEFT_BY_STRANGERS = {
    "a pipe": put_pipe,
    "a folder": lambda lock, _: lock.mkdir(),
    "a link": lambda lock, other: lock.symlink_to(other),
    "a second name": lambda lock, other: lock.hardlink_to(other),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
@pytest.mark.parametrize("put", LEFT_BY_STRANGERS.values(), ids=LEFT_BY_STRANGERS)
def test_what_is_no_lock_is_neither_waited_for_nor_written_to(
    sheet: Path, put: Callable[[Path, Path], None]
) -> None:
    other = sheet.with_name("letter.txt")
    other.write_text("Dear Ann,", encoding="utf-8")
    put(lock_path(sheet), other)
    with pytest.raises(GinscoreError, match=r"its lock .* cannot be used") as refused:
        with_no_wait(sheet)
    assert (refused.value.code, refused.value.where) == ("file-not-written", "sheet")
    assert "take that file away" in refused.value.hint
    assert other.read_text(encoding="utf-8") == "Dear Ann,"


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays there")
def test_a_lock_swapped_for_a_link_while_it_is_held_is_not_written_through(
    sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sheet.with_name("letter.txt")
    other.write_text("Dear Ann,", encoding="utf-8")
    take = safe_writes._take

    def swap(handle: int) -> None:
        take(handle)
        monkeypatch.setattr(safe_writes, "_take", take)
        lock_path(sheet).unlink()
        lock_path(sheet).symlink_to(other)

    monkeypatch.setattr(safe_writes, "_take", swap)
    with pytest.raises(GinscoreError, match="cannot be used"):
        with_no_wait_but_two_tries(sheet)
    assert other.read_text(encoding="utf-8") == "Dear Ann,"


def with_no_wait_but_two_tries(sheet: Path) -> None:
    with locked(sheet, "sheet", wait=0.2):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays there")
def test_a_lock_whose_file_was_taken_away_does_not_count(
    sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []
    take = safe_writes._take

    def lose(handle: int) -> None:
        take(handle)
        tries.append(handle)
        if len(tries) == 1:
            lock_path(sheet).unlink()

    monkeypatch.setattr(safe_writes, "_take", lose)
    with locked(sheet, "sheet", wait=5):
        assert len(tries) == 2


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_without_locks(
    sheet: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(handle: int) -> None:
        del handle
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(safe_writes, "_take", refuse)
    with pytest.raises(GinscoreError, match="files cannot be locked here") as refused:
        with_no_wait(sheet)
    assert "--no-lock" in refused.value.hint
    with locked(sheet, "sheet", wait=None):
        assert lock_path(sheet).exists()  # the one that was tried


# Sheets that several people write


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="for root only")
def test_owner_group_and_mode_are_kept_and_the_lock_is_open_to_the_group(sheet: Path) -> None:
    create_sheet(sheet, Sheet.new("Ann", "Bob"))
    os.chown(sheet, 1234, 5678)
    sheet.chmod(0o660)
    with locked(sheet, "sheet", wait=0):
        lock = lock_path(sheet).stat()
    assert (lock.st_uid, lock.st_gid, stat.S_IMODE(lock.st_mode)) == (1234, 5678, 0o660)
    change_sheet(sheet, lambda old: old.add("Ann", "4", "17"))
    for file in (sheet, sheet.with_name("gin.json.bak")):
        about = file.stat()
        assert (about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)) == (1234, 5678, 0o660)


MEMBER = """
import os, sys
from ginscore.files.store import change_sheet, read_sheet
read_sheet(sys.argv[1]).add("Ann", "4", "17").tally  # loads what only root may read
os.setgroups([5678])
os.setgid(4321)
os.setuid(4321)
change_sheet(sys.argv[1], lambda old: old.add("Ann", "4", "17"))
"""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="for root only")
@pytest.mark.parametrize("left", [False, True])
def test_a_member_of_the_group_writes_and_keeps_the_group(left: bool) -> None:
    """Also where the owner's writer died and left the lock behind."""
    with TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        share_a_sheet(Path(folder), left)


def share_a_sheet(folder: Path, left: bool) -> None:
    sheet = folder / "gin.json"
    create_sheet(sheet, Sheet.new("Ann", "Bob"))
    for path in (folder, sheet):
        os.chown(path, 1234, 5678)
    folder.chmod(0o2770)
    sheet.chmod(0o660)
    if left:
        with hold(sheet) as other:
            other.kill()
        assert lock_path(sheet).exists()
    subprocess.run([sys.executable, "-c", MEMBER, str(sheet)], check=True, timeout=60)
    assert len(read_sheet(sheet).entries) == 1
    about = sheet.stat()
    assert (about.st_gid, stat.S_IMODE(about.st_mode)) == (5678, 0o660)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with (
        pytest.raises(GinscoreError) as refused,
        locked(tmp_path / "none" / "gin.json", "sheet", 5),
    ):
        pass
    assert (refused.value.code, refused.value.where) == ("file-not-written", "sheet")


def test_the_lock_is_given_back_after_an_error(sheet: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(sheet, "sheet", 5):
        raise ZeroDivisionError
    with locked(sheet, "sheet", wait=0):
        pass
