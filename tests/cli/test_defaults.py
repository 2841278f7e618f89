"""Defaults end to end: an option before the environment, that before the file, that before ours."""

import json
from pathlib import Path

import pytest
from cli_runs import Cli

from ginscore.cli.app import COMMANDS, load_command
from ginscore.files.store import create_sheet, read_sheet
from ginscore.sheet.sheet import Sheet

FILE = """
lang = "fr"
variant = "classic"
sheet = "friday.json"
"""


@pytest.fixture
def config(tmp_path: Path, cli: Cli) -> Path:
    """The reader's `config.toml`, in the place where `cli` looks for it."""
    path = tmp_path / "config" / "ginscore" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(FILE, "utf-8")
    assert cli is not None
    return path


def sources(cli: Cli, *options: str) -> dict[str, tuple[str, str]]:
    """Each default with its source, as `ginscore config` tells them."""
    listed = json.loads(cli("config", "-f", "json", *options).out)["settings"]
    return {one["key"]: (one["value"], one["source"]) for one in listed}


def test_built_in(cli: Cli) -> None:
    assert sources(cli) == {
        "lang": ("en", "built-in"),
        "variant": ("modern", "built-in"),
        "sheet": ("ginscore.json", "built-in"),
    }
    assert cli("settle", "4", "17").out.startswith("Rules: modern")


@pytest.mark.usefixtures("config")
def test_the_file_is_stronger(cli: Cli) -> None:
    assert sources(cli) == {
        "lang": ("fr", "file"),
        "variant": ("classic", "file"),
        "sheet": ("friday.json", "file"),
    }
    assert "Règles" in cli("settle", "4", "17").out
    assert "classic" in cli("settle", "4", "17").out
    assert cli("new", "Ann", "Bob").status == 0
    assert read_sheet("friday.json").rules.name == "classic"


@pytest.mark.usefixtures("config")
def test_the_environment_is_stronger_still(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in (("LANG", "en"), ("VARIANT", "palace"), ("SHEET", "own.csv")):
        monkeypatch.setenv(f"GINSCORE_{key}", value)
    assert sources(cli) == {
        "lang": ("en", "environment"),
        "variant": ("palace", "environment"),
        "sheet": ("own.csv", "environment"),
    }
    assert cli("settle", "4", "17").out.startswith("Rules: palace")
    assert cli("new", "Ann", "Bob").status == 0
    assert read_sheet("own.csv").rules.name == "palace"


@pytest.mark.usefixtures("config")
def test_an_option_is_the_strongest(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in (("LANG", "fr"), ("VARIANT", "palace"), ("SHEET", "own.csv")):
        monkeypatch.setenv(f"GINSCORE_{key}", value)
    options = ("--lang", "en", "--variant", "straight", "-s", "third.json")
    assert sources(cli, *options) == {
        "lang": ("en", "option"),
        "variant": ("straight", "option"),
        "sheet": ("third.json", "option"),
    }
    shown = cli("settle", "gin", "17", "--lang", "en", "--variant", "straight").out
    assert shown.startswith("Rules: straight")
    assert cli("new", "Ann", "Bob", *options).status == 0
    assert read_sheet("third.json").rules.name == "straight"


@pytest.mark.usefixtures("config")
def test_each_default_is_decided_by_itself(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GINSCORE_VARIANT", "palace")
    monkeypatch.setenv("GINSCORE_SHEET", "")
    assert sources(cli, "--lang", "en") == {
        "lang": ("en", "option"),
        "variant": ("palace", "environment"),
        "sheet": ("friday.json", "file"),
    }


def test_a_locale_decides_where_nobody_says_anything(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert sources(cli)["lang"] == ("fr", "built-in")


def test_a_wrong_file_is_told_at_its_key(cli: Cli, config: Path) -> None:
    config.write_text('lang = "de"\ncolour = "no"\n', "utf-8")
    answer = cli("show", "-f", "json", "--lang", "fr")
    assert answer.status == 2
    places = {one["where"].rpartition(":")[2] for one in answer.errors}
    assert (places, {one["code"] for one in answer.errors}) == ({"lang", "colour"}, {"bad-config"})


@pytest.mark.parametrize("content", ['sheet = "~nosuchuser/x.json"\n', "sheet = ", "lang = 3\n"])
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("--help", 0),
        ("add --help", 0),
        ("--version", 0),
        ("settle 4 17", 0),
        ("melds 7SHD", 0),
        ("compare 5 5", 0),
        ("explain tie", 0),
        ("variants show classic", 0),
        ("new Ann Bob", 2),
        ("new Ann Bob -s x.json", 2),
        ("new Ann Bob -s x.json --variant classic", 0),
        ("show", 2),
        ("config", 2),
        ("batch", 2),
    ],
)
def test_only_what_hangs_on_a_wrong_file_is_stopped_by_it(
    cli: Cli, config: Path, content: str, line: str, status: int
) -> None:
    config.write_text(content, "utf-8")
    answer = cli(*line.split())
    assert (answer.status, "bad-config" in answer.err) == (status, status == 2)


def test_a_ruling_says_once_what_is_wrong_with_the_defaults(cli: Cli, config: Path) -> None:
    config.write_text('sheet = "~nosuchuser/x.json"\nvariant = "classic"\n', "utf-8")
    answer = cli("settle", "4", "17")
    assert "Rules: classic" in answer.out
    assert answer.err.count("there is no such home folder; going on without it") == 1


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("settle 4 17", 0),
        ("settle 4 17 --rule gin_bonus=20", 0),
        ("settle 4 17 --variant nonsense", 2),
        ("melds 7SHD", 0),
        ("compare 5 5", 0),
        ("explain tie", 0),
        ("new Ann Bob", 2),
        ("batch -", 2),
    ],
)
@pytest.mark.parametrize("name", ["nonsense", "lost.toml"])
def test_a_ruling_goes_on_without_rules_that_are_not_there(
    cli: Cli, config: Path, line: str, status: int, name: str
) -> None:
    config.write_text(f'variant = "{name}"\n', "utf-8")
    answer = cli(*line.split())
    assert (answer.status, "going on without it" in answer.err) == (status, status == 0)
    assert ("modern" in answer.out) == (status == 0)


def test_a_sheet_keeps_its_rules_whatever_the_defaults(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_sheet("ginscore.json", Sheet.new("Ann", "Bob", variant="classic"))
    monkeypatch.setenv("GINSCORE_VARIANT", "palace")
    assert '"classic"' in cli("add", "Ann", "gin", "5", "-f", "json").out


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_help_has_its_examples_first(cli: Cli, name: str) -> None:
    row = next(row for row in COMMANDS if row.name == name)
    about: str = load_command(row).about
    assert about.startswith(f"    ginscore {name}")
    shown = cli(*name.split(), "--help").out
    example = about.partition("\n")[0]
    # Usage, one line of what it does, and then what to type.
    assert shown.splitlines()[4] == example.replace("{{", "{").replace("}}", "}")
