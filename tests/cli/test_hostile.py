"""What a stranger may type or hand over: refused in one sentence, and never a traceback."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from itertools import chain, repeat
from pathlib import Path

import pytest
from calls import count_calls
from cli_runs import Cli

from ginscore.cli import console
from ginscore.cli.completion import join_words
from ginscore.errors import GinscoreError
from ginscore.files import safe_writes
from ginscore.files.batch import Batch
from ginscore.files.sheet_csv import parse_sheet_csv
from ginscore.files.store import read_sheet
from ginscore.files.table_csv import escape_cell, unescape_cell
from ginscore.hand.reading import HandTexts, parse_hand, parse_lay_offs
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet

LONG = "9" * 5_000  # more digits than Python turns into a number
HEX = "0x" + "F" * 5_000  # a number that Python cannot write out
MODERN = load_preset("modern")


# Numbers


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["settle", "4", "17", "--rule", f"gin_bonus={HEX}"], "bad-rule-value"),
        (["settle", "4", "17", "--rule", f"gin_bonus={LONG}"], "bad-rule-value"),
        (["settle", "4", "17", "--rule", f"players=[2, {HEX}]"], "bad-rule-value"),
        (["settle", "4", "17", "--rule", f"{LONG}=1"], "unknown-rule"),
        (["settle", LONG, "17"], "bad-holding"),
        (["settle", "4", "17", "--claim", f"points={LONG}"], "bad-claim"),
        (["settle", "[7S 7H 7D] 3C", "17", "--lay-off", f"7C:{LONG}"], "bad-lay-off"),
        (["show", "--last", LONG], "usage"),
        (["void", LONG], "usage"),
        (["add", "--points", f"Ann={LONG}"], "bad-points"),
        (["payout", "--per-point", LONG], "bad-points"),
        (["payout", "--pot", "1e9999999"], "bad-points"),
        (["explain", LONG], "unknown-topic"),
    ],
)
def test_a_number_without_end_is_refused_before_it_is_read(
    cli: Cli, command: list[str], code: str
) -> None:
    cli("new", "Ann", "Bob")
    cli("add", "Ann", "4", "17")
    answer = cli(*command, "-f", "json")
    assert code in {error["code"] for error in answer.errors}
    assert answer.status == 2
    assert len(answer.err) < 6_000


FUTURE = (
    "entry,event,at,replaces,before,went_out,player1,player2,upcard,big_gin,dead,points_only,"
    f"lay_offs,dealer,note,rules\n,start,,,,,Ann,Bob,,,,,,Ann,,ginscore-sheet {LONG}\n"
)
FILES = {
    "rules": ("house.toml", f"gin_bonus = {HEX}", ["settle", "4", "17", "--variant", "house.toml"]),
    "decimal": (
        "house.toml",
        f"gin_bonus = {LONG}",
        ["settle", "4", "17", "--variant", "house.toml"],
    ),
    "a name": (
        "house.toml",
        f"gin_bonus = 1\nk{LONG} = 1",
        ["settle", "4", "17", "--variant", "house.toml"],
    ),
    "table": ("t.csv", f"hand,winner,points,Ann,Bob\n1,Ann,{LONG},1,0\n", ["verify", "t.csv"]),
    "a sheet of the future": ("s.csv", FUTURE, ["show", "-s", "s.csv"]),
    "a version": (
        "s.json",
        f'{{"format":"ginscore-sheet","version":{LONG}}}',
        ["show", "-s", "s.json"],
    ),
}


@pytest.mark.parametrize(("name", "text", "command"), FILES.values(), ids=FILES)
def test_a_file_with_such_a_number_is_refused(
    cli: Cli, name: str, text: str, command: list[str]
) -> None:
    Path(name).write_text(text, encoding="utf-8")
    answer = cli(*command)
    assert 1 <= answer.status <= 3
    assert len(answer.out + answer.err) < 6_000


def test_a_configuration_with_such_a_number_is_a_fault_of_its_own(cli: Cli) -> None:
    folder = Path("config/ginscore")
    folder.mkdir(parents=True)
    folder.joinpath("config.toml").write_text(f"sheet = {HEX}", encoding="utf-8")
    assert cli("settle", "4", "17").status == 0
    answer = cli("config", "-f", "json")
    assert (answer.status, answer.errors[0]["code"]) == (2, "bad-config")


def test_an_entry_has_a_number_that_can_be_told(cli: Cli) -> None:
    cli("new", "Ann", "Bob")
    cli("add", "Ann", "4", "17")
    sheet = Path("ginscore.json")
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace('"entry":1', f'"entry":{"9" * 4300}'), encoding="utf-8")
    answer = cli("show", "-f", "json")
    assert (answer.status, answer.errors[0]["code"]) == (3, "sheet-corrupt")
    assert len(answer.err) < 6_000


def test_a_line_with_such_a_number_does_not_stop_the_stream() -> None:
    good = b'{"knocker":"4","defender":"17"}'
    lines = [
        f'{{"knocker":"4","defender":"17","rules":{{"gin_bonus":{LONG}}}}}'.encode(),
        b'{"knocker":"4","defender":"17","rules":"gin_bonus=0x' + b"F" * 1_900 + b'"}',
        f'{{"id":{"9" * 4_000},"knocker":{LONG},"defender":"17"}}'.encode(),
        good,
    ]
    answers = [json.loads(answer) for answer in Batch(MODERN).answers(lines)]
    assert ["errors" in answer for answer in answers] == [True, True, True, False]


# Time: each of these took from ten seconds to for ever


def lines_with_many_keys() -> None:
    line = json.dumps(dict.fromkeys(map(str, range(20_000)), 1)).encode()
    (answer,) = Batch(MODERN).answers([line])
    assert len(json.loads(answer)["errors"]) == 10


def one_key_twice_among_many() -> None:
    pairs = ",".join(f'"k{number}":1' for number in chain(range(20_000), [19_999]))
    (answer,) = Batch(MODERN).answers([f"{{{pairs}}}".encode()])
    assert b"told twice" in answer


def many_heads() -> None:
    heads = ",".join(map(str, range(80_000))).encode()
    with pytest.raises(GinscoreError) as refused:
        [*Batch(MODERN, "csv").answers([heads, b"1"])]
    assert len(refused.value.faults) == 10


def many_heads_of_a_sheet() -> None:
    heads = ",".join(["entry", "event", *map(str, range(80_000))]).encode()
    with pytest.raises(GinscoreError) as refused:
        parse_sheet_csv(heads + b"\n1,2")
    assert len(refused.value.faults) == 10


def blank_lay_offs() -> None:
    with pytest.raises(GinscoreError):
        parse_lay_offs(" " * 20_000 + "x" + " " * 20_000 + "x")
    with pytest.raises(GinscoreError):
        parse_lay_offs("7C:1 " * 200_000)


def a_holding_without_end() -> None:
    for text in ("7S " * 300_000, "[" * 500_000, "x" * 1_000_000):
        with pytest.raises(GinscoreError, match="characters; allowed"):
            parse_hand(HandTexts(text, ["17"]), MODERN)


WORK = [
    lines_with_many_keys,
    one_key_twice_among_many,
    many_heads,
    many_heads_of_a_sheet,
    blank_lay_offs,
    a_holding_without_end,
]


@pytest.mark.parametrize("work", WORK)
def test_what_could_take_for_ever_takes_a_moment(work: Callable[[], None]) -> None:
    start = time.process_time()
    work()
    assert time.process_time() - start < 5


def test_a_stream_that_does_not_end_is_left(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"7" * (1 << 20))))
    answer = cli("settle", "-", "17", "-f", "json")
    assert (answer.status, answer.errors[0]["code"]) == (2, "file-unreadable")
    monkeypatch.setattr(console, "_MOST", 1 << 10)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"7" * (1 << 20))))
    answer = cli("import", "-", "-s", "new.json", "-f", "json")
    assert (answer.status, answer.errors[0]["code"]) == (2, "file-unreadable")


# Names


@pytest.mark.parametrize(
    "other", ["An\u200bn", "\u2060Ann", "Ann\ufe0f", "Ａｎｎ", "A\u00adnn", "ANN\u3164"], ids=ascii
)
def test_names_that_look_alike_are_one_name(cli: Cli, other: str) -> None:
    answer = cli("new", "Ann", other, "-f", "json")
    assert [error["code"] for error in answer.errors] == ["duplicate-name"]


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u2800\u2800"], ids=ascii)
def test_a_name_that_nobody_sees_is_none(cli: Cli, name: str) -> None:
    answer = cli("new", "Ann", name, "-f", "json")
    assert [error["code"] for error in answer.errors] == ["bad-name"]


@pytest.mark.parametrize("name", ["Zoë", "Анна", "👩‍🚀", "李", "O’Brien", "Ann 2"])
def test_names_from_everywhere_are_names(cli: Cli, name: str) -> None:
    assert cli("new", "Ann", name).status == 0
    assert cli("add", name, "4", "17").status == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such names there")
def test_a_file_name_that_is_not_utf_8(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    name = os.fsdecode(b"\xff.json")
    answer = cli("new", "Ann", "Bob", "-s", name, "-f", "json")
    assert (answer.status, json.loads(answer.out)["sheet"]) == (0, "\\udcff.json")
    assert read_sheet(name).players == ("Ann", "Bob")
    copy = cli("import", name, "-s", "copy.json", "-f", "json")
    assert json.loads(copy.out)["imported"] == "\\udcff.json"
    monkeypatch.setenv("GINSCORE_SHEET", name)
    assert json.loads(cli("-f", "json").out)["sheet"] == "\\udcff.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path(name).absolute()))
    told = json.loads(cli("config", "-f", "json").out)
    assert "\\udcff.json" in told["file"]
    assert "\\udcff.json" in [setting["value"] for setting in told["settings"]]
    paid = json.loads(cli("payout", name, name, "--per-point", "1", "-f", "json").out)
    assert "\\udcff.json" in paid["formula"][-1]
    assert "\\udcff.json" in paid["warnings"][0]["message"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'"])
def test_no_cell_begins_like_a_formula(start: str) -> None:
    assert escape_cell(f"{start}1") == f"'{start}1"
    assert unescape_cell(escape_cell(f"{start}1")) == f"{start}1"


@pytest.mark.parametrize("place", ["x", "", "-1", LONG, "٣"])
def test_a_shell_that_tells_no_place_gets_no_error(place: str) -> None:
    environ = {"COMP_WORDS": "ginscore\nse", "COMP_CWORD": place}
    join_words(environ)
    assert environ["COMP_CWORD"] == "0"


# What is said about the disk


def recorded(cli: Cli, *command: str) -> tuple[int, list[dict[str, str]]]:
    """A command whose stdout is full: its status and its errors."""
    program = "import sys; from ginscore.cli import main; main()"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", program, *command, "-f", "json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    del cli
    return done.returncode, json.loads(done.stderr)["errors"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["add", "Ann", "4", "17"], "hand 3, entry 3, is recorded in ginscore.json"),
        (["undo", "-s", "./ginscore.json"], "entry 3 is recorded in ./ginscore.json"),
        (["edit", "1", "Ann", "4", "20"], "hand 1, entry 3, is recorded in ginscore.json"),
        (["undo"], "entry 3 is recorded in ginscore.json"),
        (["rules", "--rule", "target=150"], "entry 3 is recorded in ginscore.json"),
        (["new", "Cy", "Dee", "-s", "2.json"], "the new sheet 2.json is there"),
        (["import", "ginscore.json", "-s", "3.csv"], "the new sheet 3.csv is there"),
    ],
)
def test_an_answer_that_is_lost_names_what_was_recorded(
    cli: Cli, command: list[str], said: str
) -> None:
    cli("new", "Ann", "Bob")
    cli("add", "Ann", "4", "17")
    cli("add", "Bob", "3", "20")
    status, (error,) = recorded(cli, *command)
    assert (status, error["code"], error["where"]) == (3, "file-not-written", "stdout")
    assert error["message"].endswith(f"only the answer is lost: {said}")
    assert "do not give the command again" in error["hint"]
    # The hint shows the very sheet, which need not be the default one.
    file = re.sub(r".* is recorded in |^the new sheet | is there$", "", said)
    option = "" if file == "ginscore.json" else f" -s {file}"
    assert error["hint"].endswith(f"see the sheet with: ginscore show{option}")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("command", [["settle", "4", "17"], ["add", "Ann", "4", "17", "--try"]])
def test_an_answer_that_is_lost_and_nothing_else(cli: Cli, command: list[str]) -> None:
    cli("new", "Ann", "Bob")
    status, (error,) = recorded(cli, *command)
    assert (status, error["where"]) == (3, "stdout")
    assert "recorded" not in error["message"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_nobody_to_tell(cli: Cli) -> None:
    del cli
    program = "import sys; from ginscore.cli import main; main()"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", program, "settle", "4", "17"],
            stdout=full,
            stderr=full,
            check=False,
            timeout=60,
        )
    assert done.returncode == 3


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use stays there")
@pytest.mark.parametrize(
    "command", [["new", "Ann", "Bob"], ["export", "-f", "json", "-o", "x.json"]]
)
def test_a_folder_that_was_removed_is_what_is_blamed(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    sheet = tmp_path / "there.json"
    cli("new", "Ann", "Bob", "-s", str(sheet))
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    options = ["-s", str(sheet)] if command[0] == "export" else []
    answer = cli(*command, *options, "-f", "json")
    (error,) = answer.errors
    assert (answer.status, error["code"]) == (3, "file-not-written")
    assert error["where"] in ("ginscore.json", "x.json")


@pytest.mark.parametrize("sheet", ["x" * 300 + ".json", "closed/ginscore.json"])
def test_a_sheet_that_cannot_be_seen_disturbs_no_ruling(
    cli: Cli, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("closed").mkdir(mode=0)
    monkeypatch.setenv("GINSCORE_SHEET", sheet)
    answer = cli("settle", "4", "17")
    assert (answer.status, answer.err) == (0, "")
    Path("closed").chmod(0o700)


@pytest.mark.parametrize("number", [errno.EIO, errno.EINVAL])
@pytest.mark.skipif(sys.platform == "win32", reason="folders are not synchronised there")
def test_a_folder_that_is_not_synchronised_is_told_unless_it_cannot_be(
    cli: Cli, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("new", "Ann", "Bob")
    sync, calls = os.fsync, chain([False], repeat(True))

    def fail_at_the_folder(handle: int) -> None:
        if next(calls):
            raise OSError(number, os.strerror(number))
        sync(handle)

    monkeypatch.setattr(os, "fsync", fail_at_the_folder)
    answer = cli("add", "Ann", "4", "17", "-f", "json")
    assert len(read_sheet("ginscore.json").entries) == 1
    if number == errno.EINVAL:  # a file system that cannot
        assert answer.status == 0
        return
    (error,) = answer.errors
    assert (answer.status, error["code"]) == (3, "file-not-written")
    assert "it is written, but the disk has not confirmed it" in error["message"]


def test_without_a_lock_where_there_are_none(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        del handle
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(safe_writes, "_take", refuse)
    answer = cli("new", "Ann", "Bob", "-f", "json")
    assert "--no-lock" in answer.errors[0]["hint"]
    for command in (
        ["new", "Ann", "Bob"],
        ["add", "Ann", "4", "17"],
        ["edit", "1", "Ann", "4", "20"],
        ["undo"],
        ["redo"],
        ["void", "1"],
        ["rename", "Ann", "Anna"],
        ["rules", "--rule", "target=150"],
        ["export", "-f", "json", "-o", "copy.json"],
        ["export", "-f", "json", "-o", "copy.json"],
        ["import", "ginscore.json", "-s", "new.json"],
    ):
        assert cli(*command, "--no-lock").status == 0
        assert cli("--no-lock", *command).status in (0, 1, 2)


# Logs of many corrections


def test_a_sheet_of_many_corrections_is_read_in_linear_time() -> None:
    def calls(count: int) -> int:
        sheet = Sheet.new("Ann", "Bob")
        entry = sheet.add("Ann", "4", "17").entries[0]
        entries = [entry.model_copy(update={"entry": 1, "at": None})]
        for number in range(2, count, 3):
            mark = {"event": "rules", "rules": {"gin_bonus": number}, "holdings": None}
            plain = {"at": None, "went_out": None, "holdings": None}
            entries += [
                entry.model_copy(update={"entry": number, "at": None, "before": 1}),
                entry.model_copy(update={**plain, **mark, "entry": number + 1, "from_now": True}),
                entry.model_copy(update={**plain, **mark, "entry": number + 2}),
            ]
        return count_calls(lambda: sheet.model_copy(update={"entries": tuple(entries)}).record)

    assert calls(1_200) < 5 * calls(300)
