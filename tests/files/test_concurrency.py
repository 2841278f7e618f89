"""Many writers on one sheet, and writers killed at any moment: no hand is ever lost."""

import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from ginscore.files.store import create_sheet, read_sheet
from ginscore.sheet.sheet import Sheet

WRITERS = "abcdefgh"
HANDS = 25  # by each of them
KILLED_WRITES = 150  # in each form

# Each hand is noted by its writer's name and a number; what is done is said on stdout.
WRITER = """
import sys
from ginscore.files.store import change_sheet
path, name, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for number in range(first, last):
    note = f"{name}{number}"
    change_sheet(path, lambda sheet: sheet.add("Ann", "4", "17", note=note), wait=60)
    print(note, flush=True)
"""


def writer(path: Path, name: str, first: int, last: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(path), name, str(first), str(last)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def open_ended(path: Path) -> Path:
    """A sheet that never ends."""
    create_sheet(path, Sheet.new("Ann", "Bob").change_rules({"target": None}))
    return path


def notes(path: Path) -> list[str]:
    """The notes of the hands in a sheet, in their order."""
    return [entry.note or "" for entry in read_sheet(path).entries if entry.event == "hand"]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_no_hand_of_eight_writers_is_lost(tmp_path: Path, form: str) -> None:
    path = open_ended(tmp_path / f"gin.{form}")
    with ExitStack() as opened:
        processes = [opened.enter_context(writer(path, one, 0, HANDS)) for one in WRITERS]
        while any(one.poll() is None for one in processes):
            read_sheet(path)  # readers take no lock, and never meet half a sheet
            time.sleep(0.01)
    assert [one.returncode for one in processes] == [0] * len(WRITERS)
    found = notes(path)
    assert len(found) == len(WRITERS) * HANDS
    for name in WRITERS:
        assert [one for one in found if one[0] == name] == [f"{name}{n}" for n in range(HANDS)]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_writer_killed_at_any_moment_loses_nothing(tmp_path: Path, form: str) -> None:
    path = open_ended(tmp_path / f"gin.{form}")
    chance = random.Random(20260701)
    done: list[str] = []
    writes = 0
    while writes < KILLED_WRITES:
        with writer(path, "w", writes, writes + 1000) as process:
            assert process.stdout is not None
            done += [process.stdout.readline().strip() for _ in range(chance.randint(1, 20))]
            # A write takes a few milliseconds: anywhere in it.
            time.sleep(chance.uniform(0, 0.006))
            process.send_signal(signal.SIGKILL)
            done += process.stdout.read().split()
        found = notes(path)
        assert [one for one in done if one not in found] == []
        assert len(found) == len(set(found))
        # The writer may have died between the end of a write and its word.
        writes = int(found[-1][1:]) + 1
    left = {one.name for one in tmp_path.iterdir()} - {path.name, f"{path.name}.bak"}
    assert left <= {f".{path.name}{end}" for end in (".lock", ".tmp", ".bak.tmp")}
