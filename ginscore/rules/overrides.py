"""A rule set changed switch by switch (`--rule k=v`), house rules as TOML, how two sets differ."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all
from ginscore.rules.allowed import PARTS, RULE_NAMES, bad_value, clashes, shorten, unknown_rule
from ginscore.rules.presets import (
    PRESETS,
    load_preset,
    parse_toml,
    plain_value,
    source_of,
    unknown_variant,
)
from ginscore.rules.variants import SWITCHES, ExtraBoxes, Variant, format_value

NO_LABELS: Final[Mapping[str, object]] = {}

_NAMED: Final = frozenset({"name", "source", *RULE_NAMES})
_WORDS: Final[Mapping[str, object]] = {"null": None, "true": True, "false": False}


def parse_rules(texts: Iterable[str]) -> dict[str, object]:
    """Several texts `gin_bonus=20` as the mapping that `override` takes; the last one wins.

    Raises:
        GinscoreError: `bad-rule-value` for every text that is not NAME=VALUE.
    """
    rules, faults = sort_rules(texts)
    refuse_all(faults)
    return rules


def sort_rules(texts: Iterable[str]) -> tuple[dict[str, object], list[Message]]:
    """As `parse_rules`, with the faults beside what could be read; never raises."""
    rules: dict[str, object] = {}
    faults: list[Message] = []
    for text in texts:
        try:
            switch, value = parse_rule(text)
        except GinscoreError as error:
            faults.extend(error.faults)
        else:
            # A rule given again takes its later place.
            rules.pop(switch, None)
            rules[switch] = value
    return rules, faults


def parse_rule(text: str) -> tuple[str, object]:
    """`gin_bonus=20` as a name and a value: a TOML value, else the bare word as it stands.

    `null` is None. The name and the value are checked by `override`.

    Raises:
        GinscoreError: `bad-rule-value`, if the text is not NAME=VALUE.
    """
    switch, equals, value = (part.strip() for part in text.partition("="))
    if not (switch and equals):
        raise refuse(
            "bad-rule-value",
            N_("{rule} is not a rule; allowed: NAME=VALUE, such as gin_bonus=20"),
            hint=N_("`ginscore variants show modern` lists every switch with its value"),
            where="--rule",
            rule=shorten(text),
        )
    return switch, _parse_value(value)


def _parse_value(text: str) -> object:
    """A TOML value or a bare word; the common ones without the TOML parser."""
    if text in _WORDS:
        return _WORDS[text]
    if text.isidentifier():
        return text
    try:
        values = parse_toml(f"value = {text}")
    except ValueError:
        return text
    # A line break could smuggle in a second key.
    return values["value"] if len(values) == 1 else text


def override(
    variant: Variant,
    rules: Mapping[str, object],
    *,
    where: str = "--rule",
    file: str = "",
    labels: Mapping[str, object] = NO_LABELS,
) -> Variant:
    """`variant` with some switches changed; it keeps its name and source.

    `rules` maps a switch, or a part of one (`extra_boxes.gin`), to its value. `where` is the place
    that a refusal names; with `file` it is `FILE:KEY` instead. `labels` are the name and source of
    a rule set of its own.

    Raises:
        GinscoreError: all faults at once: `unknown-rule`, `bad-rule-value` for a wrong value and
            for a wrong combination of right ones.
    """
    changes = {**labels, **_whole_switches(variant, rules)}
    changed, wrong = _change(variant, changes)
    found = (*_unknown(rules), *wrong, *_wrong_combinations(changed, changes, wrong))
    refuse_all([message.at(f"{file}:{shorten(key)}" if file else where) for key, message in found])
    return changed


def check_rules(rules: Mapping[str, object], where: str = "--rule") -> list[Message]:
    """What is wrong with the names and the values of `rules`, whatever variant they change."""
    variant = load_preset(PRESETS[0])
    _, wrong = _change(variant, _whole_switches(variant, rules))
    return [message.at(where) for _, message in (*_unknown(rules), *wrong)]


# Each fault with the switch, or the part of one, at which it is reported.
_Found: TypeAlias = list[tuple[str, Message]]


def _unknown(rules: Mapping[str, object]) -> _Found:
    return [(key, unknown_rule(key)) for key in rules if key not in RULE_NAMES]


def _whole_switches(variant: Variant, rules: Mapping[str, object]) -> dict[str, object]:
    """The known switches of `rules` with whole values: a part is put into what is there already."""
    changes: dict[str, object] = {}
    for key, value in rules.items():
        if key not in RULE_NAMES:
            continue
        switch, _, part = key.partition(".")
        current = changes.get(switch, getattr(variant, switch))
        changes[switch] = _with_part(current, part, value) if part else plain_value(switch, value)
    return changes


def _change(variant: Variant, changes: Mapping[str, object]) -> tuple[Variant, _Found]:
    """The variant with every change that is right by itself, and the faults of the others."""
    try:
        return Variant.model_validate({**dict(variant), **changes}), []
    except ValidationError as error:
        faults = _wrong_values(error, changes)
        wrong = _switches(faults)
        right = {switch: value for switch, value in changes.items() if switch not in wrong}
        return Variant.model_validate({**dict(variant), **right}), faults


def _switches(faults: _Found) -> set[str]:
    return {key.partition(".")[0] for key, _ in faults}


def _wrong_combinations(changed: Variant, changes: Mapping[str, object], refused: _Found) -> _Found:
    """The faults of right values that do not go together, each at a switch that was changed."""
    faults: _Found = []
    for clash in clashes(changed):
        # A combination with a value that was refused anyway is not reported as well.
        if _switches(refused).isdisjoint(clash.switches):
            changed_here = (switch for switch in clash.switches if switch in changes)
            faults.append((next(changed_here, clash.switches[0]), clash.message))
    return faults


def _wrong_values(error: ValidationError, changes: Mapping[str, Any]) -> _Found:
    """One fault for each switch, or part of `extra_boxes`, whose value was not accepted."""
    faults: dict[str, Message] = {}
    for detail in error.errors(include_url=False, include_context=False):
        path = detail["loc"]
        name, value = str(path[0]), changes[str(path[0])]
        if name == "extra_boxes" and len(path) > 1:
            part = str(path[1])
            name, value = f"{name}.{part}", value[part]
        faults[name] = bad_value(name, value) if name in _NAMED else unknown_rule(name)
    return list(faults.items())


def _with_part(current: Any, part: str, value: object) -> object:
    """A table with one part changed, the others kept; what is no table stays as it is."""
    if isinstance(current, ExtraBoxes | tuple):
        current = {str(name): kept for name, kept in current}
    if not isinstance(current, Mapping):
        return current
    return {**current, part: None if value == "null" else value}


# House rules


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
    "rotation": "Three or more at the table, two playing",
    "scoring": "More than two players",
}


def parse_house_rules(text: str, where: str) -> Variant:
    """A table's own rules: TOML with `name`, `source`, `base` (a preset) and any switches.

    What the text leaves out is the base's, `modern` unless given; the name is then `custom`, the
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
    """The values, with tables that the text sets part by part (`extra_boxes.gin = 2`) as parts.

    TOML reads a dotted key like a table, but a table is the whole and a dotted key is one part.
    """
    parted: dict[str, object] = {}
    for key, value in values.items():
        is_dotted = re.search(rf"""^\s*(["']?){re.escape(key)}\1\s*\.""", text, re.MULTILINE)
        if key in PARTS and is_dotted and isinstance(value, Mapping):
            parted |= {f"{key}.{part}": setting for part, setting in value.items()}
        else:
            parted[key] = value
    return parted


def format_house_rules(variant: Variant) -> str:
    """The whole rule set as TOML; `parse_house_rules` reads the identical variant back.

    Where a value is a preset's, its source stands behind it.
    """
    lines = [f"name = {_quote(variant.name)}", f"source = {_quote(variant.source)}"]
    for switch in SWITCHES:
        if switch in _HEADINGS:
            lines += ["", f"# {_HEADINGS[switch]}"]
        source = source_of(variant, switch)
        line = f"{switch} = {_format_toml(getattr(variant, switch))}"
        lines.append(f"{line}  # {source}" if source else line)
    return "\n".join(lines) + "\n"


def _format_toml(value: object) -> str:
    """A switch's value as TOML, which has no null: the word stands for it."""
    text = format_value(value)
    return _quote(text) if value is None or isinstance(value, str) else text


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def diff_variants(first: Variant, second: Variant) -> tuple[tuple[str, object, object], ...]:
    """The switches in which two rule sets differ, in order, with the value in each."""
    pairs = ((switch, getattr(first, switch), getattr(second, switch)) for switch in SWITCHES)
    return tuple(row for row in pairs if row[1] != row[2])


def changed_switches(variant: Variant) -> tuple[str, ...]:
    """Where rules with a preset's name differ from it, as `gin_bonus=20`."""
    if variant.name not in PRESETS:
        return ()
    differences = diff_variants(load_preset(variant.name), variant)
    return tuple(f"{switch}={format_value(value)}" for switch, _, value in differences)
