"""What the user has set up: defaults, and rule sets by name or by file."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from ginscore.cards.cards import LANGUAGES
from ginscore.errors import N_, GinscoreError, Message, fault, reason_of, refuse
from ginscore.files.lines import LARGEST_FILE, decode_text, read_file
from ginscore.rules.allowed import shorten
from ginscore.rules.overrides import override, parse_house_rules
from ginscore.rules.presets import PRESETS, load_preset, parse_toml, unknown_variant
from ginscore.rules.variants import Variant

# Defaults: option > environment > config.toml > built-in


Source = Literal["option", "environment", "file", "built-in"]

# What is used where nothing is set; but the language follows the locale.
BUILT_IN: Final[Mapping[str, str]] = {"lang": "en", "variant": "modern", "sheet": "ginscore.json"}
KEYS: Final = tuple(BUILT_IN)
_LARGEST: Final = 1 << 20  # bytes; a file of three lines is smaller
# The locale's variables, the strongest first.
_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_NO_LOCALE: Final = ("C", "C.UTF", "C.utf", "POSIX")


class Setting(NamedTuple):
    """A default in force. `place` is where it can be changed: an option, a variable, FILE:KEY."""

    key: str
    value: str
    source: Source
    place: str


class Settings(NamedTuple):
    """Every default in force; where something is wrong (`faults`), what is built in.

    `notes` are about what can be done without: a language in the environment that is not ours.
    """

    lang: Setting
    variant: Setting
    sheet: Setting
    faults: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def each(self) -> tuple[Setting, ...]:
        """The settings alone, in their order."""
        return self.lang, self.variant, self.sheet


def config_path() -> Path:
    """The user's `config.toml`, whether it exists or not."""
    from platformdirs import user_config_dir

    return Path(user_config_dir("ginscore", appauthor=False)) / "config.toml"


def environment_name(key: str) -> str:
    """The variable that sets a default: `lang` → `GINSCORE_LANG`."""
    return f"GINSCORE_{key.upper()}"


def read_settings(
    options: Mapping[str, str | None] | None = None,
    environ: Mapping[str, str] | None = None,
    path: Path | None = None,
) -> Settings:
    """The defaults in force, each with where it came from.

    `options` are the values given on the command line (None or absent: not given), `environ` the
    process's environment if None, `path` the user's `config.toml` if None. The file is opened
    only if options and the environment leave something open. What is wrong in the file or in
    the environment is a fault of the settings (`bad-config`).
    """
    environ = os.environ if environ is None else environ
    found = {
        key: setting for key in KEYS if (setting := _given(key, options or {}, environ)) is not None
    }
    faults: list[Message] = []
    notes: list[Message] = []
    spoken = found.get("lang")
    if spoken is not None and (wrong := _language_fault(spoken)) is not None:
        notes.append(wrong)
        del found["lang"]
    if len(found) < len(KEYS):
        known, wrong_lines = read_config(path or config_path())
        found = known | found
        faults.extend(wrong_lines)
    lang, variant, sheet = (found.get(key) or _built_in(key, environ) for key in KEYS)
    return Settings(lang, variant, sheet, tuple(faults), tuple(notes))


def _given(
    key: str, options: Mapping[str, str | None], environ: Mapping[str, str]
) -> Setting | None:
    """The value of an option, or of an environment variable that is not empty."""
    if (value := options.get(key)) is not None:
        return Setting(key, value, "option", f"--{key}")
    variable = environment_name(key)
    if value := environ.get(variable):
        return Setting(key, value, "environment", variable)
    return None


def _built_in(key: str, environ: Mapping[str, str]) -> Setting:
    """The value where nothing is set; the language is the locale's if it is one of ours."""
    if key == "lang":
        variable = next((name for name in _LOCALE if environ.get(name)), "")
        # As gettext has it: LANGUAGE comes first, but not in the locale C.
        if environ.get("LANGUAGE") and environ.get(variable, "")[:5] not in _NO_LOCALE:
            variable = "LANGUAGE"
        spoken = environ.get(variable) or _system_language()
        known = spoken[:2].lower()
        return Setting(key, known if known in LANGUAGES else BUILT_IN[key], "built-in", variable)
    return Setting(key, BUILT_IN[key], "built-in", "")


def _system_language() -> str:
    """The language of a Windows or macOS whose environment names none: `fr_FR`, or a blank."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        import subprocess

        command = ["/usr/bin/defaults", "read", "-g", "AppleLocale"]
        with suppress(OSError, subprocess.SubprocessError):
            found = subprocess.run(
                command, capture_output=True, encoding="utf-8", timeout=2, check=False
            )
            return found.stdout.strip()
    return ""


def read_config(path: Path) -> tuple[dict[str, Setting], list[Message]]:
    """The settings of a `config.toml` by key, and its faults, each at FILE:KEY (`bad-config`).

    Nothing is set if no such file is in sight.
    """
    try:
        values = _parse_toml(_read(path), path)
    except GinscoreError as error:
        return {}, [*error.faults]
    settings: dict[str, Setting] = {}
    faults: list[Message] = []
    for key, value in values.items():
        wrong = _check_value(key, value, path)
        faults += wrong
        if not wrong:
            # No shell stands between the file and us: `~` is ours to read.
            text = str(Path(value).expanduser()) if key == "sheet" else value
            settings[key] = Setting(key, text, "file", f"{path}:{key}")
    return settings, faults


def _read(path: Path) -> bytes:
    """The content of the file; nothing where the user has put none.

    Raises:
        GinscoreError: `bad-config`.
    """
    try:
        return read_file(path, _LARGEST)
    # In a folder that the user cannot enter, he has put none.
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except PermissionError as error:
        if not _can_be_seen(path):
            return b""
        reason = reason_of(error)
    except OSError as error:
        reason = reason_of(error)
    raise refuse("bad-config", N_("cannot be read: {reason}"), where=str(path), reason=reason)


def _can_be_seen(path: Path) -> bool:
    try:
        path.stat()
    except PermissionError:
        return False
    return True


def _parse_toml(content: bytes, path: Path) -> dict[str, Any]:
    """The values in the file.

    Raises:
        GinscoreError: `bad-config`.
    """
    text = decode_text(content, "bad-config", str(path))
    try:
        return parse_toml(text)
    except ValueError as error:
        raise refuse(
            "bad-config",
            N_("is not TOML: {reason}"),
            hint=N_('a line looks like this: variant = "classic"'),
            where=str(path),
            reason=str(error),
        ) from None


def _check_value(key: str, value: object, path: Path) -> list[Message]:
    """The faults of one line of the file."""
    place = f"{path}:{shorten(key)}"
    if key not in KEYS:
        template = N_("there is no such setting; allowed: {allowed}")
        return [fault("bad-config", template, where=place, allowed=", ".join(KEYS))]
    if not isinstance(value, str) or not value.strip():
        template = N_("found {value}; allowed: a text in quotes")
        return [fault("bad-config", template, where=place, value=shorten(repr(value)))]
    if key == "sheet":
        return _check_home(value, place)
    wrong = _language_fault(Setting(key, value, "file", place))
    return [] if wrong is None else [wrong]


def _check_home(value: str, place: str) -> list[Message]:
    """The fault of a `~name` that is nobody's home folder."""
    try:
        Path(value).expanduser()
    except RuntimeError:
        template = N_("found {value}: there is no such home folder")
        return [fault("bad-config", template, where=place, value=value)]
    return []


def _language_fault(setting: Setting) -> Message | None:
    """A language that the program does not speak; other values are judged where they are used."""
    # An option's values are judged, and refused as usage, by the command line.
    if setting.key != "lang" or setting.source == "option" or setting.value in LANGUAGES:
        return None
    return fault(
        "bad-config",
        N_("there is no language {value}; allowed: {allowed}"),
        where=setting.place,
        value=setting.value,
        allowed=", ".join(LANGUAGES),
    )


def sheet_in_reach(settings: Settings) -> str | None:
    """The path of the user's sheet if there is such a file, else None; it is not opened."""
    try:
        return settings.sheet.value if Path(settings.sheet.value).is_file() else None
    except OSError:  # a folder that may not be entered, a name too long for a file
        return None


# Rule sets: a preset, a table's own rules in TOML, or those of a sheet


_SHEETS: Final = (".json", ".csv")
_LARGEST_RULES: Final = 1 << 20  # bytes; a file of house rules is much smaller


def load_variant(
    name_or_path: str | os.PathLike[str], rules: Mapping[str, object] | None = None
) -> Variant:
    """The rule set of a preset, of a house-rules file or of a sheet, changed by `rules`.

    A preset's name comes before a file of the same name. A sheet (`.json`, `.csv`) gives the rules
    now in force, any other file is read as TOML.

    Raises:
        GinscoreError: `unknown-variant`, `file-unreadable`, `bad-variant-file`, `unknown-rule`,
            `bad-rule-value`; what `read_sheet` refuses.
    """
    name = os.fspath(name_or_path)
    variant = load_preset(name) if name in PRESETS else _read_variant(name)
    return override(variant, rules) if rules else variant


def _read_variant(name: str) -> Variant:
    if not _is_path(name):
        raise unknown_variant(name)
    try:
        content = read_file(name, LARGEST_FILE if _is_sheet(name) else _LARGEST_RULES)
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    if _is_sheet(name):
        return _sheet_rules(name)
    return parse_house_rules(decode_text(content, "bad-variant-file", name), name)


def _is_sheet(name: str) -> bool:
    return name.lower().removesuffix(".bak").endswith(_SHEETS)


def _is_path(name: str) -> bool:
    """Whether a name that is no preset's means a file, which need not be there."""
    if "." in name or "/" in name or os.sep in name:
        return True
    try:
        return bool(name) and Path(name).exists()
    except OSError:  # a name too long for a file
        return False


def _unreadable(name: str, error: Exception) -> GinscoreError:
    return refuse(
        "file-unreadable",
        N_("it cannot be read: {reason}"),
        hint=N_("allowed: a preset, a TOML file of house rules, or a sheet"),
        where=name,
        reason=reason_of(error),
    )


def _sheet_rules(name: str) -> Variant:
    from ginscore.files.store import read_sheet

    return read_sheet(name).rules
