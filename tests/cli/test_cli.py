"""The frame of the command line: options, languages, errors, exit statuses, streams."""

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Answer, Cli
from pseudo import pseudo_texts, untranslated

from ginscore.cli import app as frame
from ginscore.files.batch import HAND_KEYS

PROGRAM = [sys.executable, "-m", "ginscore"]


def in_process(*arguments: str, folder: Path | None = None, **env: str) -> Answer:
    """Run the program as a shell does."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nowhere", **env}
    done = subprocess.run(
        [*PROGRAM, *arguments],
        check=False,
        capture_output=True,
        cwd=folder,
        env=environment,
        timeout=60,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


# The commands


def test_every_command_has_a_group_and_a_line_of_help() -> None:
    names = [row.name for row in frame.COMMANDS]
    assert len(set(names)) == len(names)
    for row in frame.COMMANDS:
        assert row.help.endswith(".")
        assert row.group in (frame.TABLE, frame.DISPUTE, frame.RULES, frame.FILES)


def test_help_lists_the_commands_by_group(cli: Cli) -> None:
    shown = cli("--help").out
    headings = [frame.TABLE, frame.DISPUTE, frame.RULES, frame.FILES]
    assert [shown.index(f"\n{one}\n") for one in headings] == sorted(
        shown.index(f"\n{one}\n") for one in headings
    )
    for row in frame.COMMANDS:
        assert (f"\n  {row.name} " in shown) == (" " not in row.name)


OURS = [row.name for row in frame.COMMANDS]


def load(name: str) -> Any:
    """The command of that name."""
    return frame.load_command(next(row for row in frame.COMMANDS if row.name == name))


@pytest.mark.parametrize("name", OURS)
def test_every_option_of_a_command_is_explained(cli: Cli, name: str) -> None:
    shown = cli(*name.split(), "--help").out
    assert shown.startswith(f"Usage: ginscore {name} ")
    for option in ("--lang en|fr", "--color auto|always|never", "-q, --quiet", "-f, --format"):
        assert option in shown
    for param in load(name).params:
        assert param.help, f"{name}: {param.name} has no help"


@pytest.mark.parametrize("name", ["", *OURS])
def test_help_is_translated_whole(cli: Cli, name: str) -> None:
    shown = cli(*name.split(), "--help", load=pseudo_texts).out
    params = load(name).params if name else []
    spelled = [one for param in params for one in param.opts]
    spelled += ["--install-completion", "--show-completion", "--lang", "--color", "--quiet"]
    spelled += ["--no-lock"]
    spelled += ["--format", "--help", "--version", "gin_bonus"]
    values = ["en|fr", "auto|always|never", "text|json"]
    values += ["|".join(param.type_descriptor.choices or ()) for param in params]
    names = [word for row in frame.COMMANDS for word in row.name.split()]
    assert untranslated(shown, ["ginscore", *names, *spelled, *values]) == set()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("score", "settle"),
        ("start", "new"),
        ("delete", "void"),
        ("correct", "edit"),
        ("setle", "settle"),
        ("Melds", "melds"),
    ],
)
def test_an_unknown_command_names_the_one_that_was_meant(cli: Cli, typed: str, meant: str) -> None:
    answer = cli(typed, "-f", "json")
    assert answer.status == 2
    assert answer.errors[0]["code"] == "usage"
    assert f'"ginscore {meant}"' in answer.errors[0]["hint"]


def test_an_unknown_command_that_is_like_none(cli: Cli) -> None:
    assert "--help" in cli("xyzzy", "-f", "json").errors[0]["hint"]
    assert "variants show" in cli("variants", "shwo", "-f", "json").errors[0]["hint"]


def test_version(cli: Cli) -> None:
    answer = cli("--version")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("ginscore 0.")


def test_the_program_alone_shows_how_to_begin(cli: Cli) -> None:
    answer = cli()
    assert (answer.status, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 10
    for line in answer.out.splitlines():
        command = line.split()[1] if line.startswith("  ginscore") else "settle"
        assert command in [row.name for row in frame.COMMANDS]
    assert untranslated(cli(load=pseudo_texts).out) == set()


# Shared options, before and after the command


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "fr", "melds", "RP RC RK", "-f", "json"],
        ["melds", "RP RC RK", "-f", "json", "--lang", "fr"],
        ["--lang=fr", "-f", "json", "melds", "RP RC RK"],
        ["-q", "--lang", "en", "melds", "--lang", "fr", "RP RC RK", "-fjson"],
    ],
)
def test_language_before_and_after_the_command(cli: Cli, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert json.loads(answer.out)["deadwood"] == 0
    assert answer.status == 0


@pytest.mark.parametrize(
    ("env", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"GINSCORE_LANG": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        ({}, "en"),
    ],
)
def test_language_by_default(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, env: dict[str, str], lang: str
) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert ("R♠" in cli("melds", "KS KH KD").out) == (lang == "fr")


def test_a_wrong_language_in_the_environment_is_said_in_english_and_stops_nothing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GINSCORE_LANG", "tlh")
    said = "GINSCORE_LANG: there is no language tlh; allowed: en, fr; going on without it\n"
    for line in ("new Ann Bob", "add Ann 4 17", "show", "settle 4 17"):
        answer = cli(*line.split())
        assert (answer.status, answer.err) == (0, said)


@pytest.mark.parametrize("arguments", [["settle", "4", "17"], ["new", "Ann", "Bob"]])
def test_wrong_rules_in_the_environment_are_blamed_on_the_variable(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("GINSCORE_VARIANT", "clasic")
    answer = cli(*arguments, "-f", "json")
    assert [one["where"] for one in answer.errors] == ["GINSCORE_VARIANT"]


@pytest.mark.parametrize(
    ("arguments", "env", "coloured"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {}, False),
    ],
)
def test_colour_on_a_pipe(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    env: dict[str, str],
    coloured: bool,
) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[1m" in cli("settle", "4", "17", *arguments).out) == coloured
    assert ("\x1b[1m" in cli(*arguments, "settle", "4", "17").out) == coloured


# Errors


@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        (["settle", "5", "20", "--nope"], None, "there is no option --nope"),
        (["settle", "5", "20", "--upcrad", "7H"], None, "there is no option --upcrad"),
        (["settle", "5", "20", "-f", "json", "--upcard"], "--upcard", "the option needs a value"),
        (["settle", "5", "20", "-q=3"], None, "there is no option -="),
        (["settle", "5", "20", "--quiet=3"], "--quiet", "the option takes no value"),
        (["settle", "5", "20", "-f", "xml"], "--format", "found xml; allowed: text, json"),
        (["settle", "-5", "20"], None, "found -5; points are never negative"),
        (["settle"], None, "no holding is given"),
        (["melds"], None, "no card is given"),
        (["--color", "blue", "settle"], "--color", "found blue; allowed: auto, always, never"),
        (["--lang", "de", "settle"], "--lang", "found de; allowed: en, fr"),
        (["variants", "show"], "NAME", "the argument is missing"),
        (["void", "1", "box"], "box", 'unexpected argument "box"'),
        (["settle", "Ann=10", "2"], None, "only these are named"),
        (["settle", "Ann=7S", "7H", "Bob=2"], None, "Ann, Bob: only these are named"),
        (["settle", "Ann=10", "Bob=2", "--names", "A,B"], "--names", "the sides are named twice"),
        (["settle", "-", "2"], "stdin", 'there is no line on stdin for "-"'),
    ],
)
def test_usage_errors_are_errors_like_any_other(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: list[str], where: str | None, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    answer = cli(*arguments) if "-f" in arguments else cli(*arguments, "-f", "json")
    assert (answer.status, answer.out) == (2, "")
    if "xml" in arguments:
        assert answer.err.startswith(f"ginscore: error: {where}: usage: {said}")
        return
    error = answer.errors[0]
    assert set(error) == {"code", "message", "where", "hint"}
    assert (error["code"], error["where"]) == ("usage", where)
    assert said in f"{error['message']}; {error['hint']}"
    assert error["hint"] is None or error["hint"]


@pytest.mark.parametrize("wanted", [["-f", "json"], ["-fjson"], ["--format=json"], ["-qfjson"]])
def test_json_errors_however_json_is_asked_for(cli: Cli, wanted: list[str]) -> None:
    assert cli("settle", "5", "20", "--nope", *wanted).errors[0]["code"] == "usage"


def test_an_error_as_text_has_place_code_hint_and_every_fault(cli: Cli) -> None:
    answer = cli("settle", "0H 5S", "7S 7S 7H", "--variant", "modern")
    assert answer.status == 2
    lines = answer.err.splitlines()
    assert lines[0].startswith("ginscore: error: knocker: bad-card: ")
    assert "hint: ten is T or 10" in answer.err
    assert "ginscore: error: defender: duplicate-card: " in answer.err


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["settle", "11", "30"], 1, "knock-over-limit"),
        (["settle", "0H", "30"], 2, "bad-card"),
        (["settle", "8D 8D 8H 4C 5C 6C JH QH KH 3D", "1.5"], 2, "bad-holding"),
        (["settle", "4", "17", "--variant", "nope"], 2, "unknown-variant"),
        (["settle", "4", "17", "--rule", "foo=1"], 2, "unknown-rule"),
        (["settle", "4", "17", "--claim", "nonsense"], 2, "bad-claim"),
        (["settle", "4", "17", "3"], 1, "wrong-seat-count"),
        (["melds", "7S 7H 7D 4C 5C 6C JH QH KH 3D AS 2S"], 1, "wrong-hand-size"),
        (["melds", " "], 2, "bad-holding"),
        (["explain", "nope"], 2, "unknown-topic"),
        (["settle", "x" * 10_000, "20"], 2, "bad-holding"),
        (["settle", "\udcff", "20"], 2, "bad-card"),
        (["settle", "A\udcff=4", "Bob=20"], 2, "bad-name"),
        (["settle", "4", "20", "--names", "Ann, "], 2, "bad-name"),
        (["settle", "4", "20", "--names", "Ann,ann"], 1, "duplicate-name"),
    ],
)
def test_exit_status(cli: Cli, arguments: list[str], status: int, code: str) -> None:
    answer = cli(*arguments, "-f", "json")
    assert (answer.status, answer.out) == (status, "")
    assert code in [one["code"] for one in answer.errors]
    assert len(answer.err) < 6_000


NINE_AND_POINTS = "7S 7H 7D 4C 5C 6C JH QH KH =3"


@pytest.mark.parametrize(
    ("arguments", "status", "codes"),
    [
        # What cannot be read wins over what is refused, wherever it stands.
        (["settle", "12", "20", "--claim", "kind=tie"], 2, ["bad-claim", "knock-over-limit"]),
        (["settle", "4", "20", "--claim", "x", "--claim", "y=1"], 2, ["bad-claim"] * 2),
        (["settle", "4", "20", "--claim", "Al.deadwood=4", "--claim", "winner=Al"], 2,
         ["bad-claim"] * 2),
        (["settle", "12", "20", "--names", f"Ann,{41 * 'b'}"], 2, ["bad-name", "knock-over-limit"]),
        (["settle", "12", "20", "--names", "Ann,ann"], 1, ["duplicate-name", "knock-over-limit"]),
        # Without rules the texts are read, but not judged.
        (["settle", "12", "0H", "--rule", "foo=1"], 2, ["unknown-rule", "bad-card"]),
        (["settle", "12", "Q-2C", "--variant", "nope"], 2, ["unknown-variant"]),
        (["settle", "12", "20", "--variant", "nope", "--claim", "x"], 2,
         ["bad-claim", "unknown-variant"]),
        (["compare", "12", "0H", "--rule", "foo=1"], 2, ["unknown-rule", "bad-card"]),
        (["melds", "0H", "-u", "ZZ", "--rule", "foo=1"], 2,
         ["unknown-rule", "bad-card", "bad-card"]),
        (["melds", "--rule", "foo=1"], 2, ["unknown-rule"]),
        (["melds", "A-KS", "-u", "ZZ"], 2, ["wrong-hand-size", "bad-card"]),
        # Every rule is looked at, whatever is wrong with another or with the variant.
        (["settle", "4", "20", "--variant", "nope", "--rule", "foo=1", "--rule", "tie=x", "--rule",
          "y"], 2, ["unknown-variant", "bad-rule-value", "unknown-rule", "bad-rule-value"]),
        (["settle", "4", "20", "--rule", "y", "--rule", "foo=1"], 2,
         ["bad-rule-value", "unknown-rule"]),
        # Cards are no name.
        (["settle", NINE_AND_POINTS, "20"], 2, ["bad-holding"]),
        (["settle", f"Ann={NINE_AND_POINTS}", "Bob=20"], 2, ["bad-holding"]),
        (["settle", "KS ... =3", "20"], 2, ["bad-holding"] * 2),
    ],
)  # fmt: skip
def test_every_fault_at_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: list[str], status: int, codes: list[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    answer = cli(*arguments, "-f", "json")
    assert (answer.status, answer.out) == (status, "")
    assert [one["code"] for one in answer.errors] == codes


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["--lay-off", "", "--lay-off", ""], "--lay-off"),
        (["--claim", "nonsense"], "--claim"),
        (["--variant", "nonsense"], "--variant"),
        (["--rule", "foo=1"], "--rule"),
        (["--rule", "foo"], "--rule"),
        (["--upcard", "9X"], "--upcard"),
        (["--names", "Ann,Ann"], "--names"),
    ],
)
def test_a_place_is_the_option_that_was_typed(cli: Cli, arguments: list[str], where: str) -> None:
    assert cli("settle", "4", "17", *arguments, "-f", "json").errors[0]["where"] == where


def test_a_rejected_claim_is_one(cli: Cli) -> None:
    assert cli("settle", "4", "17", "--claim", "points=13").status == 0
    answer = cli("settle", "4", "17", "--claim", "points=12", "--claim", "winner=knocker")
    assert answer.status == 1
    assert "points=12: rejected" in answer.out
    assert "winner=knocker: upheld" in answer.out
    assert answer.err == ""


def test_a_bug_is_one_line_and_never_a_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr("ginscore.cli.dispute.chosen_variant", broken)
    answer = cli("settle", "4", "17")
    assert answer.status == 70
    assert answer.err.startswith("ginscore: internal error")
    assert answer.err.count("\n") == 1


# The rules


def test_a_reading_is_told_once(cli: Cli) -> None:
    shown = " ".join(cli("explain", "tie").out.split())
    assert shown.count("No source") == shown.count("ginscore decided") == 1


def test_differences_as_json_have_the_values_of_the_rules(cli: Cli) -> None:
    found = json.loads(cli("variants", "diff", "modern", "rummy-royal", "-f", "json").out)
    for number, side in enumerate(("modern", "rummy-royal")):
        rules = json.loads(cli("variants", "show", side, "-f", "json").out)
        for one in found["differences"]:
            assert one[("one", "other")[number]] == rules[one["switch"]]


def test_a_wrong_variant_is_told_at_its_place(cli: Cli) -> None:
    (show,) = cli("variants", "show", "nope", "-f", "json").errors
    assert (show["code"], show["where"]) == ("unknown-variant", "NAME")
    both = cli("variants", "diff", "nope", "x.toml", "-f", "json").errors
    assert [(one["code"], one["where"]) for one in both] == [
        ("unknown-variant", "ONE"),
        ("file-unreadable", "x.toml"),
    ]


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "html"])
def test_variants_in_every_form(cli: Cli, form: str) -> None:
    listed, one, diff = (
        cli("variants", *words, "-f", form).out
        for words in ([], ["show", "gin-rami"], ["diff", "modern", "classic"])
    )
    assert "round-the-corner" in listed
    assert "circular" in one
    assert "undercut_bonus" in diff
    if form == "json":
        assert json.loads(listed)["variants"][0]["name"] == "modern"
        assert json.loads(one)["ace_runs"] == "circular"
        assert json.loads(diff)["differences"][1] == {"switch": "gin_bonus", "one": 25, "other": 20}
    if form == "csv":
        assert listed.startswith("name,source\r\nmodern,")


def test_a_variant_as_a_rule_file_is_read_back(cli: Cli, tmp_path: Path) -> None:
    shown = cli("variants", "show", "classic", "--rule", "gin_bonus=30", "-f", "toml").out
    (tmp_path / "ours.toml").write_text(shown, encoding="utf-8")
    found = cli("variants", "diff", "classic", "ours.toml", "-f", "csv").out
    assert found.splitlines()[1:] == ["gin_bonus,20,30"]
    assert "gin_bonus=30" in cli("settle", "0", "5", "--variant", "ours.toml").out


def test_house_rules_go_to_a_file(cli: Cli) -> None:
    words = ("variants", "show", "classic", "--rule", "gin_bonus=30")
    found = cli(*words, "-o", "house.toml")
    assert (found.status, found.out, found.err) == (0, "", "Wrote house.toml.\n")
    assert Path("house.toml").read_text(encoding="utf-8") == cli(*words, "-f", "toml").out
    # A sheet is not replaced.
    cli("new", "Ann", "Bob", "-s", "gin.json")
    before = Path("gin.json").read_bytes()
    refused = cli(*words, "-o", "gin.json", "-f", "json")
    assert [error["code"] for error in refused.errors] == ["sheet-exists"]
    assert Path("gin.json").read_bytes() == before


def test_variants_that_are_the_same(cli: Cli) -> None:
    assert "same" in cli("variants", "diff", "modern", "modern").out
    assert json.loads(cli("-f", "json", "variants", "diff", "modern", "modern").out) == {
        "one": "modern",
        "other": "modern",
        "differences": [],
    }


def test_explain(cli: Cli) -> None:
    assert "gin-undercut" in cli("explain").out
    assert "tie" in json.loads(cli("explain", "-f", "json").out)["topics"]
    told = json.loads(cli("explain", "gin_bonus", "--rule", "gin_bonus=30", "-f", "json").out)
    assert (told["topic"], told["in_force"]) == ("gin_bonus", "30")
    # A question needs no quotes.
    assert cli("explain", "who", "deals").out == cli("explain", "who deals").out
    assert "In force: 20" in cli("explain", "gin bonus", "--variant", "classic").out


@pytest.mark.parametrize("name", ["sheet", "settlement", "variant", "hand"])
def test_schemas(cli: Cli, name: str) -> None:
    schema = json.loads(cli("schema", name).out)
    assert schema["type"] == "object"
    assert schema["properties"]


def test_schemas_have_the_keys_of_what_is_written(cli: Cli) -> None:
    schema = json.loads(cli("schema", "settlement").out)
    assert list(schema["properties"]) == list(
        json.loads(cli("settle", "4", "17", "-f", "json").out)
    )
    schema = json.loads(cli("schema", "variant").out)
    assert list(schema["properties"]) == list(
        json.loads(cli("variants", "show", "modern", "-f", "json").out)
    )
    schema = json.loads(cli("schema", "hand").out)
    assert schema["properties"].keys() == HAND_KEYS.keys()


def test_compare_in_every_form(cli: Cli) -> None:
    rulings = json.loads(cli("compare", "5", "5", "-f", "json").out)["rulings"]
    assert [one["variant"] for one in rulings][:2] == ["modern", "classic"]
    keys = {"variant", "kind", "winner", "points", "penalty", "switch", "warnings"}
    assert set(rulings[1]) == keys
    assert rulings[1]["switch"] == "undercut_bonus"
    lines = cli("compare", "5", "5", "-f", "csv").out.splitlines()
    assert lines[0] == "variant,kind,winner,points,switch,warnings,penalty,refused,message"
    assert lines[1] == "modern,undercut,defender,25,,,,,"
    straight = next(line for line in lines if line.startswith("straight,"))
    assert straight.startswith("straight,,,,knock_limit,,,knock-over-limit,")
    assert cli("compare", "5", "5", "-f", "html").out.startswith("<table>")
    first = cli("compare", "5", "5", "--variant", "classic", "-f", "csv").out.splitlines()[1]
    assert first == "classic,undercut,defender,10,,,,,"


# Streams


def test_holdings_from_stdin(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "holdings").write_text("4\n17\n", encoding="utf-8")
    with (tmp_path / "holdings").open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert json.loads(cli("settle", "-", "-", "-f", "json").out)["points"] == 13


def test_a_broken_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [*PROGRAM, "variants", "-f", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert (running.stderr.read(), running.wait(timeout=60)) == (b"", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_an_error() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*PROGRAM, "settle", "4", "17"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert b"stdout: file-not-written: " in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no POSIX signals here")
def test_an_interrupt_is_130() -> None:
    with subprocess.Popen(
        [*PROGRAM, "settle", "-", "17"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        wait_until_it_reads(running)
        running.send_signal(signal.SIGINT)
        assert running.wait(20) == 130
        assert running.stderr is not None
        assert b"Traceback" not in running.stderr.read()


def wait_until_it_reads(running: "subprocess.Popen[bytes]") -> None:
    """Wait until the program sleeps on its stdin (Linux), or long enough elsewhere."""
    import time

    state = Path(f"/proc/{running.pid}/wchan")
    for _ in range(200):
        time.sleep(0.02)
        if state.exists() and "pipe" in state.read_text(encoding="utf-8"):
            return


def test_pipes_are_utf8_in_any_locale() -> None:
    knocker = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
    answer = in_process(
        "settle", knocker, "20", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert answer.status == 0
    assert "7♠ 7♥ 7♦" in answer.out


def test_closed_streams_do_no_harm() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m ginscore settle 4 17 >&- 2>&- <&-', sys.executable],
        check=False,
        timeout=60,
    )
    assert done.returncode == 0


needs_terminal = pytest.mark.skipif(os.name == "nt", reason="there are no POSIX terminals here")


def on_terminal(*arguments: str, **env: str) -> str:
    """What the program writes to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    known = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=known | env
    ):
        os.close(theirs)
        shown = b"".join(iter(lambda: _read_some(ours), b""))
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def _read_some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1024)
    except OSError:
        return b""


@needs_terminal
def test_colour_on_a_terminal() -> None:
    arguments = ["settle", "[7SHD] [4-6C] [J-KH] 3D", "17"]
    shown = on_terminal(*arguments)
    assert "\x1b[1mKnock: the knocker scores 14" in shown
    assert "\x1b[31m7♥\x1b[0m" in shown
    assert "\x1b" not in on_terminal(*arguments, NO_COLOR="1")
    assert "\x1b" not in on_terminal(*arguments, TERM="dumb")
    assert "\x1b" not in on_terminal(*arguments, "--color", "never")
    assert "\x1b" in on_terminal(*arguments, "--color", "always", NO_COLOR="1")
    assert "\x1b[31mginscore: error: " in on_terminal("settle", "x", "17")


@needs_terminal
def test_json_on_a_terminal_is_indented() -> None:
    shown = on_terminal("settle", "4", "17", "-f", "json")
    assert shown.startswith('{\n  "variant": "modern"')


@needs_terminal
@pytest.mark.parametrize(("lang", "cards"), [("en", "JH QH KH"), ("fr", "VC DC RC")])
def test_letters_where_the_terminal_cannot_show_symbols(lang: str, cards: str) -> None:
    old = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = on_terminal("--lang", lang, "settle", "[7SHD] [4-6C] [J-KH] 3D", "17", **old)
    assert cards in shown
    assert "17 - 3" in shown
    assert shown.isascii()


def test_a_sheet_with_other_rules_is_told_of_on_stderr(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('name = "ours"\nbase = "modern"\ngin_bonus = 20\n', encoding="utf-8")
    answer = in_process("settle", "4", "17", folder=tmp_path, GINSCORE_SHEET="ours.toml")
    assert (
        answer.err == 'ours.toml plays other rules (ours); "--variant ours.toml" judges by them\n'
    )
    assert (
        in_process("settle", "4", "17", "-q", folder=tmp_path, GINSCORE_SHEET="ours.toml").err == ""
    )
    same = in_process("settle", "4", "17", "--variant", "ours.toml", folder=tmp_path,
                      GINSCORE_SHEET="ours.toml")  # fmt: skip
    assert same.err == ""
