"""What the shells are told: commands, options, and the words that only ginscore knows."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_runs import Cli

from ginscore.cli.app import COMMANDS
from ginscore.cli.completion import for_bash, join_words, rule_values
from ginscore.errors import GinscoreError
from ginscore.files.store import create_sheet, write_sheet
from ginscore.rules.allowed import RULE_NAMES
from ginscore.rules.overrides import override, parse_rule
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topics import topic_texts
from ginscore.rules.variants import SWITCHES
from ginscore.sheet.sheet import Sheet

PROGRAMS = Path(sys.executable).parent


Ask = Callable[..., list[str]]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet in reach."""
    path = tmp_path / "ginscore.json"
    create_sheet(path, Sheet.new("Mary Ann", "Bob", "Bert", variant="rummy-royal"))
    return path


@pytest.fixture
def ask(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Asks the program as a shell does, in this process; the lines of its answer."""

    def asked(instruction: str, **environ: str) -> list[str]:
        for name, value in {"_GINSCORE_COMPLETE": instruction, **environ}.items():
            monkeypatch.setenv(name, value)
        status, shown, complaints = cli()
        assert (status, complaints) == (0, "")
        return shown.splitlines() if shown.strip() else []

    return asked


@pytest.fixture
def bash(ask: Ask) -> Ask:
    """The candidates for the last of some words, as bash gets them."""

    def asked(*words: str) -> list[str]:
        return ask("complete_bash", COMP_WORDS="\n".join(words), COMP_CWORD=str(len(words) - 1))

    return asked


@pytest.fixture
def fish(ask: Ask) -> Ask:
    """The candidates at the end of a line, as fish gets them."""

    def asked(line: str) -> list[str]:
        action = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
        return ask("complete_fish", _TYPER_COMPLETE_ARGS=line, **action)

    return asked


def test_commands(bash: Ask) -> None:
    names = [row.name for row in COMMANDS]
    assert bash("ginscore", "") == [one for one in names if " " not in one]
    assert bash("ginscore", "se") == ["settle"]
    assert bash("ginscore", "variants", "") == ["show", "diff"]


def test_options(bash: Ask) -> None:
    shown = bash("ginscore", "settle", "4", "--")
    assert {"--upcard", "--variant", "--rule", "--lang", "--help"} <= set(shown)
    assert bash("ginscore", "--la") == ["--lang"]
    # What was given is not proposed again, unless it may be repeated.
    again = bash("ginscore", "settle", "--variant", "modern", "--rule", "tie=knocker", "--")
    assert "--variant" not in again
    assert "--rule" in again


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("--lang", ""), ["en", "fr"]),
        (("--lang", "f"), ["fr"]),
        (("show", "-f", "m"), ["markdown"]),
        (("settle", "--variant", "h"), ["hollywood", "hollywood-club"]),
        (("settle", "--variant", "=", "pal"), ["palace"]),
        (("variants", "show", "cl"), ["classic"]),
        (("variants", "diff", "modern", "cl"), ["classic"]),
        (("settle", "--rule", "tie"), ["tie=", "tie_bonus="]),
        (("settle", "--rule", "layoff_c"), ["layoff_chain=own", "layoff_chain=none"]),
        (("settle", "--rule", "tie", "="), ["undercut", "knocker", "no_score"]),
        (("settle", "--rule", "tie", "=", "k"), ["knocker"]),
        (("settle", "--rule", "=", "tie", "=", "k"), ["knocker"]),
        (("settle", "--rule", "extra_boxes.g"), ["extra_boxes.gin=0", "extra_boxes.gin=2"]),
        (("settle", "--rule", "nothing"), []),
        (("settle", "4", "--claim", "kno"), ["knocker.deadwood="]),
        (("settle", "b"), ["biggin"]),
        (("explain", "gin-u"), ["gin-undercut"]),
        (("add", ""), ["Mary\\ Ann", "Bob", "Bert"]),
        (("add", "m"), ["Mary\\ Ann"]),
        (("add", '"Mar'), ["Mary Ann"]),
        (("add", "Bob", "4", "B"), ["Bert=", "biggin"]),
        (("edit", "3", "b"), ["Bob", "Bert"]),
        (("rename", "be"), ["Bert"]),
        (("add", "--dealer", "M"), ["Mary\\ Ann"]),
        (("add", "--points", "Bo"), ["Bob="]),
        (("add", "-s", "nowhere.json", ""), []),
        # What is wrong with the line is not said in the middle of it.
        (("nonsense", ""), []),
        (("settle", "--nonsense", "4", ""), ["gin", "biggin"]),
    ],
)
@pytest.mark.usefixtures("sheet")
def test_words(bash: Ask, words: tuple[str, ...], shown: list[str]) -> None:
    assert bash("ginscore", *words) == shown


def test_who_sits_out_is_not_proposed(bash: Ask, tmp_path: Path) -> None:
    players = ("Ann", "Bob", "Cy")
    write_sheet(tmp_path / "ginscore.json", Sheet.new(*players, variant="cutthroat"))
    assert bash("ginscore", "add", "") == ["Ann", "Bob"]
    assert bash("ginscore", "add", "Ann", "4", "") == ["Bob=", "gin", "biggin"]
    # He may have played all the same.
    assert bash("ginscore", "add", "c") == ["Cy"]
    assert bash("ginscore", "edit", "1", "") == [*players]


def test_files_of_house_rules(bash: Ask, tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    for name in ("ours.toml", "house/theirs.toml", "notes.txt"):
        (tmp_path / name).touch()
    assert "ours.toml" in bash("ginscore", "new", "--variant", "")
    assert bash("ginscore", "new", "--variant", "ou") == ["ours.toml"]
    assert bash("ginscore", "new", "--variant", "house/") == ["house/theirs.toml"]


def test_every_preset_and_topic(bash: Ask) -> None:
    assert bash("ginscore", "variants", "show", "") == [*PRESETS]
    assert bash("ginscore", "explain", "") == [*topic_texts()]
    shown = bash("ginscore", "settle", "--rule", "")
    assert shown == [f"{one}=" for one in RULE_NAMES]


def refusal(rule: str, value: object) -> str:
    """Why a preset does not take this value; blank if it does."""
    try:
        override(load_preset("rummy-royal"), {rule: value})
    except GinscoreError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_values_can_be_typed_as_they_are_proposed(rule: str) -> None:
    values = rule_values(rule)
    for value in values:
        name, read = parse_rule(f"{rule}={value}")
        assert name == rule
        # A value may need another beside it, but it is never wrong in itself.
        assert f"{rule} cannot be" not in refusal(name, read)
    assert values or rule in SWITCHES


@pytest.mark.usefixtures("sheet")
def test_zsh_shows_what_a_word_means(ask: Ask) -> None:
    def zsh(line: str) -> str:
        return "\n".join(ask("complete_zsh", _TYPER_COMPLETE_ARGS=line))

    assert '"show":"Show every switch of a set of rules."' in zsh("ginscore variants ")
    assert '"Mary Ann"' in zsh("ginscore add M")
    assert '"tie=knocker"' in zsh("ginscore new --rule tie=k")


@pytest.mark.usefixtures("sheet")
def test_fish_shows_what_a_word_means(fish: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fish("ginscore --la") == [
        "--lang\tLanguage of texts and cards; by default the locale's."
    ]
    assert fish("ginscore add M") == ["Mary Ann"]
    assert fish("ginscore -h")[0].startswith("-h\tShow this page.")
    monkeypatch.setenv("GINSCORE_LANG", "fr")
    assert "locale's" not in fish("ginscore --la")[0]


@pytest.mark.parametrize(("line", "status"), [("ginscore add ", 0), ("ginscore verify ", 1)])
@pytest.mark.usefixtures("sheet")
def test_fish_is_told_whether_files_may_stand_here(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, line: str, status: int
) -> None:
    asked = {"_TYPER_COMPLETE_FISH_ACTION": "is-args", "_TYPER_COMPLETE_ARGS": line}
    for name, value in {"_GINSCORE_COMPLETE": "complete_fish", **asked}.items():
        monkeypatch.setenv(name, value)
    assert cli().status == status


@pytest.mark.usefixtures("sheet")
def test_a_shell_gets_its_answer_from_the_program(tmp_path: Path) -> None:
    asked = {"_GINSCORE_COMPLETE": "complete_bash", "COMP_WORDS": "ginscore\nnew\n--variant\npal"}
    done = subprocess.run(
        [sys.executable, "-m", "ginscore"],
        check=True,
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "COMP_CWORD": "3", **asked},
    )
    assert (done.stdout, done.stderr) == ("palace\n", "")


@pytest.mark.parametrize(
    ("words", "place", "joined", "begun"),
    [
        (["ginscore", "settle", "--rule", "tie"], 3, ["ginscore", "settle", "--rule", "tie"], 3),
        (["ginscore", "--rule", "tie", "="], 3, ["ginscore", "--rule", "tie="], 2),
        (["ginscore", "--rule", "tie", "=", "k"], 4, ["ginscore", "--rule", "tie=k"], 2),
        (["ginscore", "--rule", "=", "tie", "=", "k"], 5, ["ginscore", "--rule=tie=k"], 1),
        (["ginscore", "add", ""], 2, ["ginscore", "add", ""], 2),
        (["ginscore", "add"], 2, ["ginscore", "add", ""], 2),
        # The cursor is not always at the end.
        (["ginscore", "se", "4", "17"], 1, ["ginscore", "se"], 1),
    ],
)
def test_what_bash_takes_apart_is_put_together(
    words: list[str], place: int, joined: list[str], begun: int
) -> None:
    environ = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(place)}
    join_words(environ)
    assert environ == {"COMP_WORDS": "\n".join(joined), "COMP_CWORD": str(begun)}


@pytest.mark.parametrize(
    ("value", "begun", "raw", "taken"),
    [
        ("tie=knocker", "tie=", "tie=", "knocker"),
        ("tie=knocker", "ti", "ti", "tie=knocker"),
        ("Mary Ann", "", "", "Mary\\ Ann"),
        ("Mary Ann", "Mar", "'Mar", "Mary Ann"),
    ],
)
def test_a_candidate_as_bash_takes_it(value: str, begun: str, raw: str, taken: str) -> None:
    assert for_bash(value, begun, raw) == taken


# Installing


def shell(name: str, home: Path, script: str) -> str:
    """What a shell prints that runs `script` with `home` as its home."""
    env = {**os.environ, "HOME": str(home), "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    env = {key: value for key, value in env.items() if not key.startswith(("GINSCORE_", "XDG_"))}
    done = subprocess.run(
        [name, "-c", script],
        check=True,
        capture_output=True,
        encoding="utf-8",
        cwd=home,
        env=env,
        timeout=60,
    )
    return done.stdout


has_program = pytest.mark.skipif(
    not (PROGRAMS / "ginscore").exists(), reason="no program installed"
)


@has_program
@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_bash_completes_after_installing(tmp_path: Path, sheet: Path) -> None:
    said = shell("bash", tmp_path, "ginscore --install-completion; true")
    (script,) = re.findall(r"Completion for bash is in (.*); it works", said)
    assert Path(script).is_file()
    assert script in (tmp_path / ".bashrc").read_text("utf-8")
    ask_it = (
        f"source '{script}'; COMP_WORDS=(ginscore add ''); COMP_CWORD=2;"
        "_ginscore_completion ginscore; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    assert shell("bash", tmp_path, ask_it).splitlines() == ["Mary\\ Ann", "Bob", "Bert"]
    assert sheet.exists()


@has_program
@pytest.mark.skipif(not shutil.which("fish"), reason="no fish")
def test_fish_completes_after_installing(tmp_path: Path, sheet: Path) -> None:
    said = shell("fish", tmp_path, "ginscore --install-completion; true")
    assert "Completion for fish is in" in said
    assert shell("fish", tmp_path, "complete -C 'ginscore add Ma'") == "Mary Ann\n"
    assert sheet.exists()


@has_program
@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_the_script_can_be_shown(tmp_path: Path) -> None:
    shown = shell("bash", tmp_path, "ginscore --show-completion; true")
    assert "complete -o default -F _ginscore_completion ginscore" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_another_shell_can_be_shown(cli: Cli, shell: str) -> None:
    begun = {"bash": "_ginscore_completion()", "zsh": "#compdef", "fish": "complete --command"}
    assert cli("--show-completion", shell).out.lstrip().startswith(begun[shell])


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_a_shell_that_is_not_known_is_refused(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    # The parser then asks for the shell's name.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert cli(option, "tcsh", "-f", "json").status == 2
    assert cli("--show-completion", "zsh").out.startswith("#compdef ginscore")


def test_the_parsers_messages_are_ours(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    monkeypatch.setenv("HOME", str(tmp_path))
    answer = cli("--install-completion", "fish")
    assert answer.status == 0
    assert answer.out.startswith("Completion for fish is in ")
