"""Rule sets by name or by file: a preset, a table's own rules in TOML, or the rules of a sheet."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ginscore.errors import N_, GinscoreError, reason_of, refuse
from ginscore.files.lines import LARGEST_FILE, read_file
from ginscore.rules.overrides import PRESETS, load_preset, override, unknown_variant
from ginscore.rules.rulesets import parse_house_rules
from ginscore.rules.variants import Variant

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
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse(
            "bad-variant-file",
            N_("this is not UTF-8 text; allowed: a TOML file of house rules"),
            where=name,
        ) from None
    return parse_house_rules(text, name)


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
