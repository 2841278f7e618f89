"""`explain`: every switch, value, myth and word has its text, true of the presets."""

import string
from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topic_texts import MYTHS, TERMS
from ginscore.rules.topics import SWITCH_TEXTS, TOPIC_TEXTS, TOPICS, Explanation, explain
from ginscore.rules.variants import SWITCHES, Variant

SHAPES: dict[str, Any] = Variant.model_json_schema()["properties"]
# Switches of a shape of its own, which are explained by examples.
BY_EXAMPLE = {"players", "hand_sizes", "extra_boxes", "column_factors"}


def words_of(shape: dict[str, Any]) -> set[str]:
    """What a switch may be by its JSON Schema, as it is typed; any number is N."""
    if "anyOf" in shape:
        return set[str]().union(*map(words_of, shape["anyOf"]))
    if "enum" in shape:
        return set(map(str, shape["enum"]))
    if "const" in shape:
        return {shape["const"]}
    return {"integer": {"N"}, "null": {"null"}, "boolean": {"yes", "no"}}[shape["type"]]


def test_every_switch_in_order() -> None:
    assert tuple(SWITCH_TEXTS) == SWITCHES
    assert len(TOPICS) == len(SWITCHES) + len(MYTHS) + len(TERMS)


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one not in BY_EXAMPLE])
def test_every_value_has_its_meaning(switch: str) -> None:
    told = [value for value, _ in SWITCH_TEXTS[switch].values]
    assert len(told) == len(set(told))
    # A number may be told apart from the others, as `1` is from N.
    numbers = {value for value in told if value.isdecimal()} - words_of(SHAPES[switch])
    assert set(told) - numbers == words_of(SHAPES[switch])
    assert not numbers or "N" in told


@pytest.mark.parametrize("switch", sorted(BY_EXAMPLE))
def test_examples_are_allowed(switch: str) -> None:
    assert SWITCH_TEXTS[switch].values


@pytest.mark.parametrize("topic", TOPICS)
def test_texts_are_sentences_without_fields(topic: str) -> None:
    told = TOPIC_TEXTS[topic]
    assert told.title
    assert not told.title.endswith(".")
    for text in (told.text, told.source, told.reading):
        assert not text or (text[0] not in string.ascii_lowercase or text.startswith("ginscore"))
        assert not text or text.endswith(".")
    meanings = [meaning for _, meaning in told.values]
    for text in (told.title, told.text, told.source, told.reading, *meanings):
        assert "{" not in text
        assert "  " not in text


# What no source fixes: the text must say that ginscore decided.
READINGS = {
    "dead_hand_dealer", "layoff_chain", "big_gin_bonus", "tie", "tie_bonus", "settlement",
    "scoring", "prize_share", "prize_cutoff",
}  # fmt: skip


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_reading_says_so(switch: str) -> None:
    reading = SWITCH_TEXTS[switch].reading
    assert bool(reading) == (switch in READINGS)
    assert not reading or "ginscore" in reading


def test_the_six_myths() -> None:
    assert set(MYTHS) == {
        "gin-undercut",
        "undercut-before-lay-offs",
        "knocker-lays-off",
        "lay-off-on-loose-cards",
        "mixed-suit-runs",
        "ace-eleven",
    }


def test_explain_a_switch() -> None:
    told = explain("tie", load_preset("classic"))
    assert (told.topic, told.kind, told.in_force) == ("tie", "switch", "undercut")
    assert [value for value, _ in told.values] == ["undercut", "knocker", "no_score"]
    assert told.presets == (("undercut", PRESETS),)
    assert told == Explanation.model_validate_json(told.model_dump_json())


def test_the_presets_by_value() -> None:
    found = dict(explain("big_gin_bonus").presets)
    assert found["50"] == ("gin-rami",)
    assert "classic" in found["null"]
    assert found["31"][0] == "modern"
    assert explain("big_gin_bonus").in_force is None


def test_explain_a_myth_and_a_word() -> None:
    myth = explain("gin-undercut", load_preset("modern"))
    assert (myth.kind, myth.values, myth.presets, myth.in_force) == ("myth", (), (), None)
    assert explain("lay-off").kind == "term"


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("gin_bonus", "gin_bonus"),
        ("Gin Bonus", "gin_bonus"),
        ("gin-bonus", "gin_bonus"),
        ("extra_boxes.gin", "extra_boxes"),
        ("big_gin", "big-gin"),
        ("Gin undercut", "gin-undercut"),
    ],
)
def test_a_topic_by_any_spelling(text: str, topic: str) -> None:
    assert explain(text).topic == topic


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("gin-undercuts", "did you mean gin-undercut?"),
        ("shotout", "did you mean shutout?"),
        ("", "`ginscore explain` lists switches, myths and words"),
    ],
)
def test_unknown_topic(text: str, hint: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        explain(text)
    assert (caught.value.code, caught.value.hint) == ("unknown-topic", hint)
    assert caught.value.faults[0].text.endswith(f"allowed: {', '.join(TOPICS)}")
