"""Where a rule set comes from: a preset by name, changed switch by switch (`--rule k=v`)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from pydantic import ValidationError

from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all
from ginscore.rules.allowed import PARTS, RULE_NAMES, bad_value, nearest, shorten, unknown_rule
from ginscore.rules.combinations import clashes
from ginscore.rules.variants import ExtraBoxes, Variant

NO_LABELS: Final[Mapping[str, object]] = {}

# The presets in the rule book's order: the default first.
PRESETS: Final = (
    "modern",
    "classic",
    "gin-rami",
    "rummy-royal",
    "playgridia",
    "playgridia-100",
    "oklahoma",
    "straight",
    "palace",
    "round-the-corner",
    "hollywood",
    "hollywood-club",
    "tournament",
    "partnership",
)

_NAMED: Final = frozenset({"name", "source", *RULE_NAMES})
_FLAGS: Final = frozenset({"gin_doubles_deadwood", "sweep_doubles", "teams"})
_FLAG_WORDS: Final[Mapping[object, bool]] = {"yes": True, "no": False}
_WORDS: Final[Mapping[str, object]] = {"null": None, "true": True, "false": False}


def preset_names() -> tuple[str, ...]:
    """The names of the presets, the default first."""
    return PRESETS


@lru_cache(maxsize=32)
def load_preset(name: str) -> Variant:
    """The preset `name`; only its file and its bases' are read.

    Raises:
        GinscoreError: `unknown-variant` with the presets there are and the nearest one.
    """
    if name not in PRESETS:
        raise unknown_variant(name)
    return Variant.model_validate(_read_preset(name))


def unknown_variant(name: str, where: str = "") -> GinscoreError:
    """The refusal of a name that is no preset: `unknown-variant` with the nearest one."""
    near = nearest(name, PRESETS)
    hint = N_("did you mean {nearest}?") if near else N_("a file of house rules ends in .toml")
    return refuse(
        "unknown-variant",
        N_("there is no variant named {name}; allowed: {allowed}"),
        hint=hint,
        where=where,
        name=shorten(name) or '""',
        allowed=", ".join(PRESETS),
        nearest=near,
    )


def _read_preset(name: str) -> dict[str, object]:
    """A preset's fields, over those of its base if it names one."""
    text = resources.files("ginscore.rules").joinpath("presets", f"{name}.toml").read_text("utf-8")
    values = {key: plain_value(key, value) for key, value in parse_toml(text).items()}
    base = values.pop("base", None)
    return _read_preset(str(base)) | values if base else values


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML text as a mapping.

    Raises:
        ValueError: the text is not TOML; its words say where.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        msg = "nested too deeply"
        raise ValueError(msg) from None


def parse_rules(texts: Iterable[str]) -> dict[str, object]:
    """Several texts `gin_bonus=20` as the mapping that `override` takes; the last one wins.

    Raises:
        GinscoreError: `bad-rule-value` for every text that is not NAME=VALUE.
    """
    rules: dict[str, object] = {}
    faults: list[Message] = []
    for text in texts:
        try:
            switch, value = parse_rule(text)
        except GinscoreError as error:
            faults.extend(error.faults)
        else:
            # Told again, a rule stands where it was told last.
            rules.pop(switch, None)
            rules[switch] = value
    refuse_all(faults)
    return rules


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
    """A TOML value or a bare word; the usual ones without the TOML parser."""
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
    unknown = [(key, unknown_rule(key)) for key in rules if key not in RULE_NAMES]
    changed, wrong = _change(variant, {**labels, **_whole_switches(variant, rules)})
    found = (*unknown, *wrong)
    refuse_all([one.at(f"{file}:{key}" if file else where) for key, one in found])
    return changed


def _whole_switches(variant: Variant, rules: Mapping[str, object]) -> dict[str, object]:
    """The known switches of `rules` with whole values: a part is put into what stands already."""
    changes: dict[str, object] = {}
    for key, value in rules.items():
        if key not in RULE_NAMES:
            continue
        switch, _, part = key.partition(".")
        current = changes.get(switch, getattr(variant, switch))
        changes[switch] = _with_part(current, part, value) if part else plain_value(switch, value)
    return changes


def _change(
    variant: Variant, changes: Mapping[str, object]
) -> tuple[Variant, list[tuple[str, Message]]]:
    """The variant with every change that is right by itself, and each fault with its switch."""
    faults: list[tuple[str, Message]] = []
    wrong: set[str] = set()
    try:
        changed = Variant.model_validate({**dict(variant), **changes})
    except ValidationError as error:
        faults = _wrong_values(error, changes)
        wrong = {key.partition(".")[0] for key, _ in faults}
        right = {switch: value for switch, value in changes.items() if switch not in wrong}
        changed = Variant.model_validate({**dict(variant), **right})
    for clash in clashes(changed):
        # A combination with a value that was refused anyway is not told of twice.
        if wrong.isdisjoint(clash.switches):
            told = (switch for switch in clash.switches if switch in changes)
            faults.append((next(told, clash.switches[0]), clash.message))
    return changed, faults


def _wrong_values(error: ValidationError, changes: Mapping[str, Any]) -> list[tuple[str, Message]]:
    """One fault for each switch, or part of `extra_boxes`, whose value was not accepted."""
    faults: dict[str, Message] = {}
    for one in error.errors(include_url=False, include_context=False):
        name, value = str(one["loc"][0]), changes[str(one["loc"][0])]
        if name == "extra_boxes" and len(one["loc"]) > 1:
            part = str(one["loc"][1])
            name, value = f"{name}.{part}", value[part]
        faults[name] = bad_value(name, value) if name in _NAMED else unknown_rule(name)
    return list(faults.items())


def plain_value(switch: str, value: object) -> object:
    """A value as TOML, JSON or a caller gives it, in the model's form; a wrong one as it stands."""
    if value == "null":
        return None
    if isinstance(value, list):
        return tuple(value)
    if switch in _FLAGS and isinstance(value, str):
        return _FLAG_WORDS.get(value, value)
    if switch == "extra_boxes":
        return _extra_boxes(value)
    return value


def _extra_boxes(value: object) -> object:
    """A number for every kind of hand, or a table in which a kind left out has none."""
    none: dict[object, object] = dict.fromkeys(PARTS["extra_boxes"], 0)
    if type(value) is int:
        return dict.fromkeys(none, value)
    if isinstance(value, Mapping):
        return none | dict(value)
    return value


def _with_part(current: Any, part: str, value: object) -> object:
    """One part of a switch that is a table changed, the others kept; no table stays as it is."""
    if isinstance(current, ExtraBoxes | tuple):
        current = {str(name): one for name, one in current}
    if not isinstance(current, Mapping):
        return current
    return {**current, part: None if value == "null" else value}
