"""Where a rule set comes from: a preset by name, changed switch by switch (`--rule k=v`)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from pydantic import ValidationError

from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.rules.allowed import bad_value, nearest, shorten
from ginscore.rules.combinations import combination_faults
from ginscore.rules.variants import SWITCHES, ExtraBoxes, Variant

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

_FLAGS: Final = frozenset({"gin_doubles_deadwood", "sweep_doubles", "teams"})
_FLAG_WORDS: Final[Mapping[object, bool]] = {"yes": True, "no": False}
_WORDS: Final[Mapping[str, object]] = {"null": None, "true": True, "false": False}
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "extra_boxes": tuple(ExtraBoxes.model_fields),
    "hand_sizes": ("2", "3", "4"),
}
_NAMES: Final = (
    *SWITCHES,
    *(f"{switch}.{part}" for switch, parts in _PARTS.items() for part in parts),
)


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
        name=shorten(name),
        allowed=", ".join(PRESETS),
        nearest=near,
    )


def _read_preset(name: str) -> dict[str, object]:
    """A preset's fields, over those of its base if it names one."""
    import tomllib

    text = resources.files("ginscore.rules").joinpath("presets", f"{name}.toml").read_text("utf-8")
    values = {key: plain_value(key, value) for key, value in tomllib.loads(text).items()}
    base = values.pop("base", None)
    return _read_preset(str(base)) | values if base else values


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
    import tomllib

    try:
        values = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    # A line break could smuggle in a second key.
    return values["value"] if len(values) == 1 else text


def override(
    variant: Variant, rules: Mapping[str, object], *, where: str = "--rule", file: str = ""
) -> Variant:
    """`variant` with some switches changed; it keeps its name and source.

    `rules` maps a switch, or a part of one (`extra_boxes.gin`), to its value. `where` is the place
    that a refusal names; with `file` it is `FILE:KEY` instead.

    Raises:
        GinscoreError: all faults at once: `unknown-rule`, `bad-rule-value` for a wrong value or,
            where every value is right by itself, a wrong combination.
    """
    faults: list[Message] = []
    changes: dict[str, object] = {}
    for key, value in rules.items():
        place = f"{file}:{key}" if file else where
        if key not in _NAMES:
            faults.append(_unknown_rule(key, place))
            continue
        switch, _, part = key.partition(".")
        current = changes.get(switch, getattr(variant, switch))
        changes[switch] = _with_part(current, part, value) if part else plain_value(switch, value)
    changed, wrong = _validate(variant, changes)
    faults.extend(one._replace(where=_place(key, where, file)) for key, one in wrong)
    refuse_all(faults)
    return changed


def _place(key: str, where: str, file: str) -> str:
    return f"{file}:{key}" if file else where


def _unknown_rule(key: str, where: str) -> Message:
    near = nearest(key, _NAMES)
    return fault(
        "unknown-rule",
        N_("there is no switch named {rule}; allowed: {allowed}"),
        hint=N_("did you mean {nearest}?") if near else "",
        where=where,
        rule=shorten(key),
        allowed=", ".join(SWITCHES),
        nearest=near,
    )


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
    parts = _PARTS["extra_boxes"]
    if type(value) is int:
        return dict.fromkeys(parts, value)
    if isinstance(value, Mapping):
        return dict.fromkeys(parts, 0) | value
    return value


def _with_part(current: Any, part: str, value: object) -> object:
    """One part of a switch that is a table changed, the others kept."""
    if isinstance(current, ExtraBoxes):
        current = dict(current)
    elif not isinstance(current, Mapping):
        current = {str(seats): size for seats, size in current}
    return {**current, part: None if value == "null" else value}


def _validate(
    variant: Variant, changes: Mapping[str, object]
) -> tuple[Variant, list[tuple[str, Message]]]:
    """The changed variant and every fault with the switch it concerns; combinations come last."""
    try:
        changed = Variant.model_validate({**dict(variant), **changes})
    except ValidationError as error:
        wrong = dict.fromkeys(str(one["loc"][0]) for one in error.errors(include_url=False))
        return variant, [(switch, bad_value(switch, changes[switch])) for switch in wrong]
    return changed, combination_faults(changed)
