"""The lock beside a sheet: who has to wait, for how long, and what he is told."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ginscore.errors import GinscoreError
from ginscore.files.safe_writes import lock_path, locked

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


def test_the_lock_stands_beside_the_sheet(sheet: Path) -> None:
    with locked(sheet, "sheet", 5):
        assert [one.name for one in sheet.parent.iterdir()] == [".gin.json.lock"]


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


def test_what_is_no_signature_is_written_over(sheet: Path) -> None:
    lock_path(sheet).write_bytes(b"\xff")
    with_no_wait(sheet)
    assert lock_path(sheet).read_text(encoding="utf-8").startswith(f"{os.getpid()}\n")


def test_one_process_signs_anew_after_another(sheet: Path) -> None:
    lock_path(sheet).write_text("1\nelsewhere\n", encoding="utf-8")
    with locked(sheet, "sheet", 5):
        assert lock_path(sheet).read_text(encoding="utf-8").startswith(f"{os.getpid()}\n")


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
