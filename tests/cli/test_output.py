"""`-o`: what would be printed goes into a file, whole or not at all, and never over a sheet."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import Cli

HANDS = '{"knocker":"4","defender":"17"}\n{"knocker":"11","defender":"17"}\n'
ANOTHER_SHEET = "this is another sheet"


@pytest.fixture(autouse=True)
def evening(cli: Cli) -> None:
    """A sheet of one hand, another sheet, and a stream of hands."""
    for line in ("new Ann Bob", "add Ann 4 17", "new Cy Di -s other.json"):
        assert cli(*line.split()).status == 0
    Path("hands.jsonl").write_text(HANDS, "utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "show",
        "show -f csv",
        "show -f csv --excel --lang fr",
        "show -f html",
        "show --chart",
        "show --log -f markdown",
        "show ginscore.json other.json -f csv",
        "stats --head-to-head",
        "stats -f json",
        "payout --per-point 0.05 -f csv",
        "compare 5 5 --lang fr",
        "compare 50 5",
        "schema sheet",
        "variants show modern -f toml",
        "batch hands.jsonl",
        "batch hands.jsonl -f csv --jobs 2",
    ],
)
def test_the_file_holds_what_would_be_printed(cli: Cli, line: str) -> None:
    printed = cli(*line.split())
    answer = cli(*line.split(), "-o", "été.txt")
    wrote = "été.txt écrit.\n" if "fr" in line else "Wrote été.txt.\n"
    assert (answer.status, answer.out) == (printed.status, "")
    assert answer.err == printed.err + wrote
    assert Path("été.txt").read_bytes() == printed.out.encode()
    assert cli(*line.split(), "-o", "-").out == printed.out


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("show -o ginscore.json", "sheet-exists", ANOTHER_SHEET),
        ("stats -f csv -o other.json", "sheet-exists", ANOTHER_SHEET),
        ("batch hands.jsonl -o ginscore.json", "sheet-exists", ANOTHER_SHEET),
        ("batch hands.jsonl -o ./hands.jsonl", "usage", "the file that is read"),
        ("batch hands.jsonl -o nosuch/x", "file-not-written", "No such file"),
        ("show -o nosuch/x", "file-not-written", "No such file"),
        ("show -s nosuch.json -o x", "sheet-missing", "no such sheet"),
        ("compare XC 5 -o x", "bad-card", "XC"),
        ("batch nosuch.jsonl -o x", "file-unreadable", "No such file"),
    ],
)
def test_nothing_is_lost_and_nothing_is_half_written(
    cli: Cli, line: str, code: str, said: str
) -> None:
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    answer = cli(*shlex.split(line))
    assert (answer.status != 0, answer.out) == (True, "")
    assert f"{code}: " in answer.err
    assert said in answer.err
    assert "--force" not in answer.err
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_a_full_disk_is_named(cli: Cli) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device")
    for line in ("show", "batch hands.jsonl"):
        answer = cli(*line.split(), "-o", "/dev/full")
        assert (answer.status, answer.out) == (3, "")
        assert "/dev/full: file-not-written: it could not be written: No space left" in answer.err


@pytest.mark.parametrize("line", ["show -f html", "export -f html", "batch hands.jsonl -q"])
def test_a_reader_that_has_seen_enough_is_no_fault(line: str) -> None:
    if not Path("/dev/fd").exists():
        pytest.skip("no such folder")
    reader, writer = os.pipe()
    os.close(reader)
    program = [sys.executable, "-c", "from ginscore.cli import main; main()"]
    answer = subprocess.run(
        [*program, *line.split(), "-o", f"/dev/fd/{writer}"],
        capture_output=True, check=False, pass_fds=[writer], timeout=60,
    )  # fmt: skip
    os.close(writer)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")
