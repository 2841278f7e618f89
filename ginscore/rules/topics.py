"""`explain`: what a switch decides, what to do at a table, what is a myth, and who says so.

The texts are data: `topics/*.toml` for the switches, the irregular hands, the myths, the words and
the codes, and the files of the presets, which also say where each value comes from.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ginscore.errors import N_, GinscoreError, refuse
from ginscore.rules.allowed import shorten
from ginscore.rules.overrides import diff_variants
from ginscore.rules.presets import PRESETS, load_preset, parse_toml, preset_sources, preset_texts
from ginscore.rules.variants import Frozen, Variant, format_value

Kind = Literal["switch", "preset", "irregular", "myth", "term", "code", "command"]
Pairs: TypeAlias = tuple[tuple[str, str], ...]

# The file of each kind in `topics/`, in the order in which topics are listed.
_FILES: Final[Mapping[Kind, str]] = {
    "switch": "switches.toml",
    "irregular": "irregular.toml",
    "myth": "myths.toml",
    "term": "words.toml",
    "code": "codes.toml",
}
# Words that do not tell one topic from another.
_FILLERS: Final = frozenset(
    ("a", "an", "the", "of", "is", "are", "s", "le", "la", "les", "l", "un", "une", "de", "du", "d")
)
# Endings that are no part of a word; a word keeps this many letters.
_ENDINGS: Final = ("s", "x", "e")
_KEPT: Final = 3
_MOST_NEAR: Final = 3


class TopicText(NamedTuple):
    """One topic in English, as the catalogue has it.

    `words` are what players call it, in any language. `values` are what a switch may be, as it is
    typed (`N` is a number), with its meaning; `sources` say who plays a value so where no preset
    does. `source` is that of the whole topic, `reading` what no source fixes and ginscore decided.
    """

    kind: Kind
    title: str
    text: str
    words: tuple[str, ...] = ()
    values: Pairs = ()
    sources: Pairs = ()
    source: str = ""
    reading: str = ""


class Explanation(Frozen):
    """One topic explained; the texts are English templates without fields, to be translated.

    `values` pairs what a switch may be with its meaning, `presets` each value in use with the
    presets that have it; `in_force` is the value in the variant asked about. `sources` pairs a
    value with where it comes from: of a switch each value that was found somewhere, of a preset
    what it has in another way than the default (`gin_bonus = 20`). `source` (of the whole topic)
    and `reading` are blank where there is none: a reading is what no source fixes and ginscore
    decided.
    """

    topic: str
    kind: Kind
    title: str
    text: str
    values: Pairs = ()
    sources: Pairs = ()
    source: str = ""
    reading: str = ""
    presets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    in_force: str | None = None


@lru_cache(maxsize=8)
def _texts_of(kind: Kind) -> Mapping[str, TopicText]:
    """The topics of one kind by name."""
    if kind == "preset":
        return {name: _preset_text(name) for name in PRESETS}
    file = resources.files("ginscore.rules").joinpath("topics", _FILES[kind])
    topics = parse_toml(file.read_text("utf-8")).items()
    return {name: _topic_text(kind, name, about) for name, about in topics}


def _topic_text(kind: Kind, name: str, about: Mapping[str, Any] | str) -> TopicText:
    if isinstance(about, str):
        return TopicText(kind, name, about)
    pairs = {field: tuple(about.get(field, {}).items()) for field in ("values", "sources")}
    return TopicText(kind, **{**about, **pairs, "words": tuple(about["words"])})


def _preset_text(name: str) -> TopicText:
    about = preset_texts(name)
    return TopicText("preset", load_preset(name).source, about["about"], tuple(about["words"]))


def switch_text(switch: str) -> TopicText:
    """What there is to say of a switch."""
    return _texts_of("switch")[switch]


@lru_cache(maxsize=1)
def topic_texts() -> Mapping[str, TopicText]:
    """Every topic by its name, kind after kind."""
    kinds: tuple[Kind, ...] = ("switch", "preset", "irregular", "myth", "term", "code")
    return {name: about for kind in kinds for name, about in _texts_of(kind).items()}


def explain(topic: str, variant: Variant | None = None) -> Explanation:
    """The explanation of what a player's word means; a part of a switch is the switch.

    Raises:
        GinscoreError: `unknown-topic` with the nearest ones.
    """
    name = find_topic(topic)
    if name is None:
        raise _unknown_topic(topic)
    about = topic_texts()[name]
    is_switch = about.kind == "switch"
    return Explanation(
        topic=name,
        kind=about.kind,
        title=about.title,
        text=about.text,
        values=about.values,
        sources=_sources(name, about),
        source=about.source,
        reading=about.reading,
        presets=_presets_by_value(name) if is_switch else (),
        in_force=_as_typed(getattr(variant, name)) if variant and is_switch else None,
    )


def _presets_by_value(switch: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every value of a switch that some preset has, with those presets in their order."""
    found: dict[str, list[str]] = {}
    for name in PRESETS:
        found.setdefault(_as_typed(getattr(load_preset(name), switch)), []).append(name)
    return tuple((value, tuple(names)) for value, names in found.items())


def _as_typed(value: object) -> str:
    """A switch's value as its meanings call it: yes and no are words here."""
    return ("no", "yes")[value] if isinstance(value, bool) else format_value(value)


def _sources(name: str, about: TopicText) -> Pairs:
    if about.kind == "switch":
        return _sources_of_values(name, about)
    if about.kind == "preset":
        differences = diff_variants(load_preset(PRESETS[0]), load_preset(name))
        sources = preset_sources(name)
        return tuple(
            (f"{switch} = {_as_typed(value)}", sources[switch]) for switch, _, value in differences
        )
    return ()


def _sources_of_values(switch: str, about: TopicText) -> Pairs:
    """Where each value was found: beside the presets that name it, and in the topic itself."""
    found: dict[str, dict[str, None]] = {}
    for name in PRESETS:
        source = preset_sources(name, own=True).get(switch)
        if source:
            value = _as_typed(getattr(load_preset(name), switch))
            found.setdefault(value, {})[source] = None
    for value, source in about.sources:
        found.setdefault(value, {})[source] = None
    return tuple((value, source) for value, sources in found.items() for source in sources)


# What players call it


def find_topic(text: str) -> str | None:
    """The topic that a player's word means, or that stands in his question; None if none does.

    Case, accents, plurals, articles, dashes and blanks do not matter.
    """
    index = _index()
    words = _fold(text.partition(".")[0]) or _fold(text)
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length + 1):
            topic = index.get("".join(words[first : first + length]))
            if topic is not None:
                return topic
    return None


@lru_cache(maxsize=1)
def _index() -> Mapping[str, str]:
    """Every word of every topic, folded → the topic; names come before words."""
    texts = topic_texts()
    index = {_key(name): name for name in texts}
    for name, about in texts.items():
        for word in about.words:
            index.setdefault(_key(word), name)
    return index


def _key(text: str) -> str:
    return "".join(_fold(text))


def _fold(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents, fillers, and the endings of plurals."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    words = re.split(r"[\W_]+", letters)
    return tuple(_stem(word) for word in words if word and word not in _FILLERS)


def _stem(word: str) -> str:
    while len(word) > _KEPT and word.endswith(_ENDINGS) and not word.endswith("ss"):
        word = word[:-1]
    return word


def _unknown_topic(text: str) -> GinscoreError:
    near = near_topics(text)
    hint = N_("`ginscore explain` lists the topics")
    if near:
        hint = N_("near it: {nearest}") if len(near) > 1 else N_("did you mean {nearest}?")
    return refuse(
        "unknown-topic",
        N_("there is no topic {topic}"),
        hint=hint,
        topic=shorten(text) or '""',
        nearest=near,
    )


def near_topics(text: str) -> tuple[str, ...]:
    """The topics, three at most, that have a word most like this one."""
    import difflib

    index = _index()
    keys = difflib.get_close_matches(_key(text), index, 2 * _MOST_NEAR)
    return tuple(dict.fromkeys(index[key] for key in keys))[:_MOST_NEAR]
