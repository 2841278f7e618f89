"""The presets: rule sets by name, each from its file in `presets/`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from ginscore.errors import N_, GinscoreError, refuse
from ginscore.rules.allowed import nearest, shorten
from ginscore.rules.variants import ExtraBoxes, Variant

# The folder is the list: the number before a name is its place in the rule book, the default first.
_FILES: Final = {
    file.name[3:].removesuffix(".toml"): file
    for file in sorted(
        resources.files("ginscore.rules").joinpath("presets").iterdir(), key=lambda file: file.name
    )
}
PRESETS: Final = tuple(_FILES)

# What a preset's file says of itself beside its name, its source and its values.
ABOUT: Final = ("about", "words")

_FLAGS: Final = frozenset({"gin_doubles_deadwood", "sweep_doubles", "teams"})
_NUMBER_BITS: Final = 64
_FLAG_WORDS: Final[Mapping[object, bool]] = {"yes": True, "no": False}


@lru_cache(maxsize=32)
def load_preset(name: str) -> Variant:
    """The preset `name`; only its file and its bases' are read.

    Raises:
        GinscoreError: `unknown-variant` with the presets and the nearest one.
    """
    if name not in PRESETS:
        raise unknown_variant(name)
    return _construct(_read_preset(name))


def _construct(values: dict[str, Any]) -> Variant:
    """The variant of a preset's values, unchecked: checking our own files slows the start."""
    sizes = {int(seats): size for seats, size in values["hand_sizes"].items()}
    extra_boxes = ExtraBoxes.model_construct(**values["extra_boxes"])
    changed = {"hand_sizes": tuple(sorted(sizes.items())), "extra_boxes": extra_boxes}
    return Variant.model_construct(**{**values, **changed})


def unknown_variant(name: str, where: str = "") -> GinscoreError:
    """The refusal of a name that is no preset: `unknown-variant` with the nearest one."""
    near = nearest(name, PRESETS)
    listed = N_('"ginscore variants" lists them; a file of house rules ends in .toml')
    hint = N_("did you mean {nearest}?") if near else listed
    return refuse(
        "unknown-variant",
        N_("there is no variant named {name}"),
        hint=hint,
        where=where,
        name=shorten(name) or '""',
        nearest=near,
    )


def _read_preset(name: str) -> dict[str, Any]:
    """A preset's fields, over those of its base if it names one."""
    values = {key: plain_value(key, value) for key, value in parse_toml(_text_of(name)).items()}
    for about in ABOUT:
        values.pop(about, None)
    base = values.pop("base", None)
    return _read_preset(str(base)) | values if base else values


def _text_of(name: str) -> str:
    return _FILES[name].read_text("utf-8")


def preset_texts(name: str) -> dict[str, Any]:
    """What a preset says of itself: `about` in a player's words, and `words` that it goes by."""
    values = parse_toml(_text_of(name))
    return {about: values[about] for about in ABOUT if about in values}


@lru_cache(maxsize=32)
def preset_sources(name: str, *, own: bool = False) -> Mapping[str, str]:
    """Where a preset's values come from, by switch: the comment behind each line of its file.

    Those of its base come first, unless only its `own` are asked for. They are English templates.
    """
    text = _text_of(name)
    sources = dict(re.findall(r"^(\w+) = .+?  +# (.+)$", text, re.MULTILINE))
    base = re.search(r'^base = "(.+)"$', text, re.MULTILINE)
    return sources if own or not base else {**preset_sources(base[1]), **sources}


def source_of(variant: Variant, switch: str) -> str:
    """Where a value of some rules comes from; an empty text where they are not the preset's."""
    name = variant.name
    if name not in PRESETS or getattr(load_preset(name), switch) != getattr(variant, switch):
        return ""
    return preset_sources(name)[switch]


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML text as a mapping.

    Raises:
        ValueError: the text is not TOML, with 64-bit numbers as TOML has them; the message says
            where.
    """
    import tomllib

    try:
        values = tomllib.loads(text)
        large = next((key for key, value in values.items() if _is_large(value)), None)
    except RecursionError:
        msg = "nested too deeply"
        raise ValueError(msg) from None
    if large is not None:
        msg = f"{shorten(large)}: a number of more than 64 bits"
        raise ValueError(msg)
    return values


def _is_large(value: object) -> bool:
    """Whether a TOML value is, or holds, a number that no switch has; it cannot even be shown."""
    if isinstance(value, Mapping):
        return any(map(_is_large, value.values()))
    if isinstance(value, list):
        return any(map(_is_large, value))
    return isinstance(value, int) and value.bit_length() > _NUMBER_BITS


def plain_value(switch: str, value: object) -> object:
    """A value as TOML, JSON or a caller gives it, in the model's form; a wrong one unchanged."""
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
    none: dict[object, object] = dict.fromkeys(ExtraBoxes.model_fields, 0)
    if type(value) is int:
        return dict.fromkeys(none, value)
    if isinstance(value, Mapping):
        return none | dict(value)
    return value
