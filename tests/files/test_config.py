"""The reader's defaults: which of four places wins, and what a wrong file says."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

import pytest

from ginscore.files.config import Settings, config_path, read_config, read_settings

# An account that owns nothing, for root to test as.
NOBODY: Final = 65534


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


@pytest.mark.parametrize(
    ("options", "environ", "file", "value", "source"),
    [
        ({}, {}, "", "modern", "built-in"),
        ({}, {}, 'variant = "classic"', "classic", "file"),
        ({}, {"GINSCORE_VARIANT": "palace"}, 'variant = "classic"', "palace", "environment"),
        ({}, {"GINSCORE_VARIANT": ""}, 'variant = "classic"', "classic", "file"),
        ({"variant": None}, {"GINSCORE_VARIANT": "palace"}, "", "palace", "environment"),
        ({"variant": "x"}, {"GINSCORE_VARIANT": "palace"}, 'variant = "c"', "x", "option"),
    ],
)
def test_the_stronger_place_wins(
    toml: Path,
    options: dict[str, str | None],
    environ: dict[str, str],
    file: str,
    value: str,
    source: str,
) -> None:
    toml.write_text(file, encoding="utf-8")
    setting = read_settings(options, environ, toml).variant
    assert (setting.value, setting.source) == (value, source)


def test_each_setting_says_where_it_can_be_changed(toml: Path) -> None:
    toml.write_text('sheet = "gin.csv"', encoding="utf-8-sig")
    settings = read_settings({"variant": "classic"}, {"GINSCORE_LANG": "fr"}, toml)
    assert [one.place for one in settings.each] == ["GINSCORE_LANG", "--variant", f"{toml}:sheet"]
    assert settings == Settings(
        lang=("lang", "fr", "environment", "GINSCORE_LANG"),  # type: ignore[arg-type]
        variant=("variant", "classic", "option", "--variant"),  # type: ignore[arg-type]
        sheet=("sheet", "gin.csv", "file", f"{toml}:sheet"),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("environ", "lang", "place"),
    [
        ({}, "en", ""),
        ({"LANG": "fr_FR.UTF-8"}, "fr", "LANG"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en", "LC_ALL"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_CA"}, "fr", "LC_MESSAGES"),
        ({"LANG": "de_DE.UTF-8"}, "en", "LANG"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr", "LANG"),
        ({"LANGUAGE": "fr:en", "LANG": "en_US.UTF-8"}, "fr", "LANGUAGE"),
        ({"LANGUAGE": "fr", "LANG": "C.UTF-8"}, "en", "LANG"),
    ],
)
def test_the_locale_speaks_where_nobody_else_does(
    toml: Path, environ: dict[str, str], lang: str, place: str
) -> None:
    setting = read_settings({}, environ, toml).lang
    assert (setting.value, setting.source, setting.place) == (lang, "built-in", place)


def test_a_home_folder_in_the_file_is_read(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    toml.write_text('sheet = "~/gin.json"', encoding="utf-8")
    assert Path(read_config(toml)[0]["sheet"].value) == tmp_path / "gin.json"


@pytest.mark.parametrize(
    ("file", "places"),
    [
        ("lang = 'fr", [""]),
        ("lang = 'de'\nvariant = 3\nscore = 'x'", [":lang", ":variant", ":score"]),
        ("sheet = ' '", [":sheet"]),
        ("sheet = '~nosuchuser/x.json'", [":sheet"]),
        ("[lang]\na = 1", [":lang"]),
    ],
)
def test_a_wrong_file_tells_every_fault(toml: Path, file: str, places: list[str]) -> None:
    toml.write_text(file, encoding="utf-8")
    settings = read_settings({}, {}, toml)
    assert [one.code for one in settings.faults] == ["bad-config"] * len(places)
    assert [one.where for one in settings.faults] == [f"{toml}{place}" for place in places]
    # What is wrong is as if it were not there.
    assert [one.value for one in settings.each] == ["en", "modern", "ginscore.json"]


def test_faults_of_the_environment_and_the_file_come_together(toml: Path) -> None:
    toml.write_bytes(b"\xff")
    settings = read_settings({}, {"GINSCORE_LANG": "de"}, toml)
    assert [one.where for one in settings.notes] == ["GINSCORE_LANG"]
    assert [one.where for one in settings.faults] == [str(toml)]


def test_a_wrong_file_is_not_opened_when_nothing_is_left_open(toml: Path) -> None:
    toml.write_text("=", encoding="utf-8")
    settings = read_settings({"lang": "fr", "variant": "v", "sheet": "s.csv"}, {}, toml)
    assert [one.value for one in settings.each] == ["fr", "v", "s.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_folder_that_cannot_be_entered_holds_nothing() -> None:
    with closed("folder") as path:
        assert read_config(path) == ({}, [])


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_file_that_cannot_be_read_is_told() -> None:
    with closed("file") as path:
        _, (fault,) = read_config(path)
    assert (fault.code, fault.where) == ("bad-config", str(path))


@contextmanager
def closed(what: Literal["folder", "file"]) -> Iterator[Path]:
    """A configuration without rights on its folder or on itself, for an account they bind."""
    # Not in `tmp_path`, which only its owner enters.
    with TemporaryDirectory() as base:
        Path(base).chmod(0o755)
        folder = Path(base, "ginscore")
        folder.mkdir()
        path = folder / "config.toml"
        path.write_text("variant = 'classic'", encoding="utf-8")
        (folder if what == "folder" else path).chmod(0)
        own = os.geteuid()
        if own == 0:
            os.seteuid(NOBODY)
        try:
            yield path
        finally:
            os.seteuid(own)
            folder.chmod(0o755)


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "ginscore"
    folder.write_text("", encoding="utf-8")
    assert read_config(folder / "config.toml") == ({}, [])


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    _, (fault,) = read_config(tmp_path)
    assert "cannot be read" in fault.text


def test_the_readers_folder_is_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = config_path()
    assert path.name == "config.toml"
    assert path.parent.name == "ginscore"
