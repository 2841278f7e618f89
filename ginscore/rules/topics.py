"""`explain`: what a switch decides, what is wrong with a myth, what a word means."""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from ginscore.errors import N_, refuse
from ginscore.rules.allowed import nearest, shorten
from ginscore.rules.game_texts import GAME_TEXTS, SHEET_TEXTS
from ginscore.rules.hand_texts import HAND_TEXTS, TABLE_TEXTS
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topic_texts import MYTHS, TERMS, TopicText
from ginscore.rules.variants import Variant, format_value

Kind = Literal["switch", "myth", "term"]

SWITCH_TEXTS: Final[Mapping[str, TopicText]] = {
    **TABLE_TEXTS,
    **HAND_TEXTS,
    **GAME_TEXTS,
    **SHEET_TEXTS,
}
TOPIC_TEXTS: Final[Mapping[str, TopicText]] = {**SWITCH_TEXTS, **MYTHS, **TERMS}
TOPICS: Final = tuple(TOPIC_TEXTS)


class Explanation(BaseModel):
    """One topic explained; the texts are English templates without fields, to be translated.

    `values` pairs what a switch may be with its meaning, `presets` each value in use with the
    presets that have it; `in_force` is the value in the variant asked about. `source` and
    `reading` are blank where there is none: a reading is what no source fixes and ginscore decided.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    topic: str
    kind: Kind
    title: str
    text: str
    values: tuple[tuple[str, str], ...]
    source: str
    reading: str
    presets: tuple[tuple[str, tuple[str, ...]], ...]
    in_force: str | None


def explain(topic: str, variant: Variant | None = None) -> Explanation:
    """The explanation of a switch, of a part of one, of a myth or of a word of the game.

    Raises:
        GinscoreError: `unknown-topic` with the topics and the nearest one.
    """
    name = _known_topic(topic)
    kind: Kind = "switch" if name in SWITCH_TEXTS else "myth" if name in MYTHS else "term"
    is_switch = kind == "switch"
    return Explanation(
        topic=name,
        kind=kind,
        **TOPIC_TEXTS[name]._asdict(),
        presets=_presets_by_value(name) if is_switch else (),
        in_force=format_value(getattr(variant, name)) if variant and is_switch else None,
    )


def _known_topic(text: str) -> str:
    """The topic that a text names, in any case and with blanks, dashes or underscores."""
    folded = _folded(text.partition(".")[0])
    for name in TOPICS:
        if _folded(name) == folded:
            return name
    near = nearest(text, TOPICS)
    raise refuse(
        "unknown-topic",
        N_("there is no topic {topic}; allowed: {allowed}"),
        hint=N_("did you mean {nearest}?")
        if near
        else N_("`ginscore explain` lists switches, myths and words"),
        topic=shorten(text) or '""',
        allowed=", ".join(TOPICS),
        nearest=near,
    )


def _folded(text: str) -> str:
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split())


def _presets_by_value(switch: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every value of a switch that some preset has, with those presets in their order."""
    found: dict[str, list[str]] = {}
    for name in PRESETS:
        found.setdefault(format_value(getattr(load_preset(name), switch)), []).append(name)
    return tuple((value, tuple(names)) for value, names in found.items())
