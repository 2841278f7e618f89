"""A rule set of a table's own: house rules as TOML text, and how two rule sets differ."""

from collections.abc import Mapping
from typing import Final

from ginscore.errors import N_, refuse
from ginscore.rules.allowed import PARTS
from ginscore.rules.overrides import (
    PRESETS,
    load_preset,
    override,
    parse_toml,
    unknown_variant,
)
from ginscore.rules.variants import SWITCHES, Variant, format_value

CUSTOM: Final = "custom"
_KEYS: Final = frozenset({"name", "source", "base", *SWITCHES})
# The headings of a written file, each above the switch that it begins with.
_HEADINGS: Final[Mapping[str, str]] = {
    "players": "Seats and deal",
    "ace_runs": "Melds",
    "knock_limit": "Knock",
    "layoff_on_gin": "Lay-offs",
    "gin_bonus": "Points of a hand",
    "target": "Game",
    "columns": "Hollywood",
    "teams": "Partnership",
    "scoring": "More than two players",
}


def parse_house_rules(text: str, where: str) -> Variant:
    """A table's own rules: TOML with `name`, `source`, `base` (a preset) and any switches.

    What the text leaves out is the base's, `modern` unless said; the name is then `custom`, the
    source blank. `where` is the file's name for refusals.

    Raises:
        GinscoreError: `bad-variant-file` for a text that is not TOML or holds no rule, else all
            faults at once, each at `FILE:KEY`: `unknown-variant` (the base), `unknown-rule`,
            `bad-rule-value`.
    """
    try:
        values = parse_toml(text)
    except ValueError as error:
        raise refuse(
            "bad-variant-file",
            N_("this is not TOML: {problem}; allowed: lines such as gin_bonus = 20"),
            hint=_HINT,
            where=where,
            problem=str(error),
        ) from None
    if _KEYS.isdisjoint(values):
        raise refuse(
            "bad-variant-file",
            N_("no rule stands in this file; allowed: name, base, source and the switches"),
            hint=_HINT,
            where=where,
        )
    labels = {"name": values.pop("name", CUSTOM), "source": values.pop("source", "")}
    base = _base(values.pop("base", PRESETS[0]), where)
    return override(base, _parted(values, text), file=where, labels=labels)


_HINT: Final = N_("`ginscore variants show modern -f toml` prints a file to begin with")


def _base(name: object, where: str) -> Variant:
    if not isinstance(name, str) or name not in PRESETS:
        raise unknown_variant(str(name), f"{where}:base")
    return load_preset(name)


def _parted(values: Mapping[str, object], text: str) -> dict[str, object]:
    """Tables that the text sets part by part (`extra_boxes.gin = 2`) as such parts.

    TOML reads a dotted key like a table, but a table is the whole and a dotted key is one part.
    """
    lines = [line.replace(" ", "") for line in text.splitlines()]
    parted: dict[str, object] = {}
    for key, value in values.items():
        dotted = any(line.startswith(f"{key}.") for line in lines)
        if key in PARTS and dotted and isinstance(value, Mapping):
            parted |= {f"{key}.{part}": one for part, one in value.items()}
        else:
            parted[key] = value
    return parted


def format_house_rules(variant: Variant) -> str:
    """The whole rule set as TOML; `parse_house_rules` reads the identical variant back."""
    lines = [f"name = {_quote(variant.name)}", f"source = {_quote(variant.source)}"]
    for switch in SWITCHES:
        if switch in _HEADINGS:
            lines += ["", f"# {_HEADINGS[switch]}"]
        lines.append(f"{switch} = {_format_toml(getattr(variant, switch))}")
    return "\n".join(lines) + "\n"


def _format_toml(value: object) -> str:
    """A switch's value as TOML, which has no null: the word stands for it."""
    text = format_value(value)
    return _quote(text) if value is None or isinstance(value, str) else text


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def diff_variants(one: Variant, other: Variant) -> tuple[tuple[str, object, object], ...]:
    """The switches in which two rule sets differ, in order, with the value in each."""
    pairs = ((switch, getattr(one, switch), getattr(other, switch)) for switch in SWITCHES)
    return tuple(row for row in pairs if row[1] != row[2])


def changed_switches(variant: Variant) -> tuple[str, ...]:
    """Where rules that bear a preset's name differ from it, as `gin_bonus=20`."""
    if variant.name not in PRESETS:
        return ()
    differences = diff_variants(load_preset(variant.name), variant)
    return tuple(f"{switch}={format_value(value)}" for switch, _, value in differences)
