"""What a switch allows, for refusing a value; nothing here runs while all is well."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ginscore.errors import N_, Message, fault
from ginscore.rules.variants import SEAT_KEYS, SWITCHES, ExtraBoxes, Variant, format_value

# Every name that `--rule` knows: the switches and the parts of those that are tables.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "extra_boxes": tuple(ExtraBoxes.model_fields),
    "hand_sizes": SEAT_KEYS,
}
RULE_NAMES: Final = (
    *SWITCHES,
    *(f"{switch}.{part}" for switch, parts in PARTS.items() for part in parts),
)
_LONGEST: Final = 60
_EXAMPLES: Final = {"players": "[2, 3]", "column_factors": "[1, 1, 2]"}

_WORDS: Final = N_("{rule} cannot be {value}; allowed: {words}")
_NUMBER: Final = N_("{rule} cannot be {value}; allowed: a whole number from {least} to {most}")
_NUMBER_OR_WORDS: Final = N_(
    "{rule} cannot be {value}; allowed: a whole number from {least} to {most}, or {words}"
)
_LIST: Final = N_(
    "{rule} cannot be {value}; allowed: a list of whole numbers from {least} to {most}, "
    "such as {example}"
)
_SIZES: Final = N_(
    "{rule} cannot be {value}; allowed: {least} to {most} cards for each of 2 to 6 seats, "
    "such as {{2=10, 3=7}}"
)
_BOXES: Final = N_(
    "{rule} cannot be {value}; allowed: a whole number from {least} to {most} for every kind, "
    "or a table such as {{gin=2, big_gin=2, undercut=1}}"
)
_LINE: Final = N_(
    "{rule} cannot be {value}; allowed: one printable line of at most {most} characters without ;"
)


def shorten(text: object) -> str:
    """What the user gave, on one line and cut to a length that fits a sentence."""
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def nearest(name: object, names: Iterable[str]) -> str:
    """The one of `names` that is most like `name`, or an empty text."""
    import difflib

    known = {_folded(candidate): candidate for candidate in names}
    matches = difflib.get_close_matches(_folded(name), known, 1)
    return known[matches[0]] if matches else ""


def _folded(name: object) -> str:
    return shorten(name).lower().replace("-", "_").replace(" ", "_")


def unknown_rule(name: object, where: str = "") -> Message:
    """The fault of a name that is no switch: `unknown-rule` with the nearest switch."""
    near = nearest(name, RULE_NAMES)
    switch = str(name).partition(".")[0]
    parts = [f"{switch}.{part}" for part in PARTS.get(switch, ())]
    return fault(
        "unknown-rule",
        N_("there is no switch named {rule}; allowed: {allowed}")
        if parts
        else N_("there is no switch named {rule}"),
        hint=N_("did you mean {nearest}?") if near else N_('"ginscore variants show" lists them'),
        where=where,
        rule=shorten(name),
        allowed=", ".join(parts),
        nearest=near,
    )


def bad_value(name: str, value: object, where: str = "") -> Message:
    """The fault of a value that the switch `name` does not allow: `bad-rule-value`."""
    template, fields = _allowed(name)
    found = shorten(format_value(value)) or '""'
    is_switch = name.partition(".")[0] in SWITCHES
    hint = N_("`ginscore explain {rule}` says what it decides") if is_switch else ""
    return fault(
        "bad-rule-value", template, hint=hint, where=where, rule=name, value=found, **fields
    )


def _allowed(name: str) -> tuple[str, dict[str, Any]]:
    """The sentence for a switch's refusal and the numbers and words that it allows."""
    switch, _, part = name.partition(".")
    shapes = Variant.model_json_schema()
    shape = shapes["properties"][switch]
    if switch == "extra_boxes":
        number = shapes["$defs"]["ExtraBoxes"]["properties"]["gin"]
        return (_NUMBER if part else _BOXES), _bounds(number)
    if switch == "hand_sizes":
        return (_NUMBER if part else _SIZES), _bounds(shape["additionalProperties"])
    if shape.get("type") == "array":
        return _LIST, {**_bounds(shape["items"]), "example": _EXAMPLES[switch]}
    if shape.get("type") == "string" and "enum" not in shape:
        return _LINE, {"most": shape["maxLength"]}
    return _number_or_words(shape.get("anyOf", [shape]))


def _number_or_words(shapes: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """The same for a switch that takes a number, one of some words, or either."""
    words = ", ".join(str(word) for shape in shapes for word in _words(shape))
    numbers = [_bounds(shape) for shape in shapes if "minimum" in shape]
    if not numbers:
        return _WORDS, {"words": words}
    if not words:
        return _NUMBER, numbers[0]
    return _NUMBER_OR_WORDS, {**numbers[0], "words": words}


def _words(shape: Mapping[str, Any]) -> Iterable[object]:
    """The words that a JSON Schema allows, as `--rule` takes them."""
    if "const" in shape:
        return (shape["const"],)
    by_type: Mapping[str, tuple[str, ...]] = {"null": ("null",), "boolean": ("yes", "no")}
    return shape.get("enum") or by_type.get(shape["type"], ())


def _bounds(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {"least": shape["minimum"], "most": shape["maximum"]}
