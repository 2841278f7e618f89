"""`explain`: every switch, value, myth and word has its text and its source, and is found."""

import string
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from ginscore.errors import EXIT_STATUS, WARNINGS, GinscoreError
from ginscore.rules.presets import PRESETS, load_preset, preset_sources
from ginscore.rules.topics import (
    Explanation,
    explain,
    find_topic,
    near_topics,
    switch_text,
    topic_texts,
)
from ginscore.rules.variants import SWITCHES, Variant

SHAPES: Final[dict[str, Any]] = Variant.model_json_schema()["properties"]
# Switches of a shape of its own, which are explained by examples.
BY_EXAMPLE: Final = {"players", "hand_sizes", "extra_boxes", "column_factors"}
TOPICS: Final = topic_texts()
WORDS: Final[dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "topic_words.toml").read_text("utf-8")
)


def names_of(kind: str) -> list[str]:
    return [name for name, about in TOPICS.items() if about.kind == kind]


def words_of(shape: dict[str, Any]) -> set[str]:
    """What a switch may be by its JSON Schema, as it is typed; any number is N."""
    if "anyOf" in shape:
        return set[str]().union(*map(words_of, shape["anyOf"]))
    if "enum" in shape:
        return set(map(str, shape["enum"]))
    if "const" in shape:
        return {shape["const"]}
    return {"integer": {"N"}, "null": {"null"}, "boolean": {"yes", "no"}}[shape["type"]]


def test_every_switch_and_preset_in_order() -> None:
    assert names_of("switch") == [*SWITCHES]
    assert names_of("preset") == [*PRESETS]


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one not in BY_EXAMPLE])
def test_every_value_has_its_meaning(switch: str) -> None:
    told = [value for value, _ in switch_text(switch).values]
    assert len(told) == len(set(told))
    # A number may be told apart from the others, as `1` is from N.
    numbers = {value for value in told if value.isdecimal()} - words_of(SHAPES[switch])
    assert set(told) - numbers == words_of(SHAPES[switch])
    assert not numbers or "N" in told


@pytest.mark.parametrize("switch", sorted(BY_EXAMPLE))
def test_examples_are_allowed(switch: str) -> None:
    assert switch_text(switch).values


@pytest.mark.parametrize("topic", TOPICS)
def test_texts_are_sentences_without_fields(topic: str) -> None:
    told = TOPICS[topic]
    assert told.title
    assert not told.title.endswith(".")
    for text in (told.text, told.source, told.reading):
        assert not text or (text[0] not in string.ascii_lowercase or ".com" in text.split()[0])
        assert not text or text.endswith(".")
    for text in (*dict(told.values).values(), *dict(told.sources).values()):
        assert not text.endswith(".")
    meanings = [meaning for _, meaning in (*told.values, *told.sources)]
    for text in (told.title, told.text, told.source, told.reading, *meanings):
        assert "{" not in text
        assert "  " not in text


# Where it comes from


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_a_preset_has_a_source_or_is_a_reading(name: str) -> None:
    assert set(preset_sources(name)) == set(SWITCHES)
    assert all(len(source) > len("reading") for source in preset_sources(name).values())


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_value_of_a_switch_has_a_source(switch: str) -> None:
    told = explain(switch)
    found = {value for value, _ in told.sources}
    named = {value for value, _ in told.values if value != "N"}
    assert named <= found | {value for value, _ in told.presets}
    assert {value for value, _ in told.presets} <= found
    numbered = "N" in dict(told.values) and switch not in BY_EXAMPLE
    assert not numbered or "N" in found or any(map(str.isdecimal, found))


@pytest.mark.parametrize("kind", ["irregular", "myth", "term"])
def test_every_other_topic_names_its_source(kind: str) -> None:
    assert [name for name in names_of(kind) if not TOPICS[name].source] == []


# What no source fixes: the text must say that ginscore decided.
READINGS: Final = {
    "ace_runs", "dead_hand_dealer", "layoff_chain", "big_gin_bonus", "tie", "tie_bonus",
    "settlement", "rotation", "scoring", "prize_share", "prize_cutoff",
}  # fmt: skip


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_reading_says_so(switch: str) -> None:
    reading = switch_text(switch).reading
    assert bool(reading) >= (switch in READINGS)
    assert not reading or "ginscore" in reading


def test_the_myths_and_the_irregular_hands() -> None:
    assert names_of("myth") == [
        "gin-undercut",
        "undercut-before-lay-offs",
        "knocker-lays-off",
        "lay-off-on-loose-cards",
        "mixed-suit-runs",
        "ace-eleven",
    ]
    assert {
        *("illegal-knock", "false-gin", "wrong-number-of-cards", "not-obliged", "joker"),
        "fiftieth-card",
    } <= set(names_of("irregular"))


def test_explain_a_switch() -> None:
    told = explain("tie", load_preset("classic"))
    assert (told.topic, told.kind, told.in_force) == ("tie", "switch", "undercut")
    assert [value for value, _ in told.values] == ["undercut", "knocker", "no_score"]
    assert told.presets == (("undercut", PRESETS),)
    assert [value for value, _ in told.sources] == ["undercut", "knocker", "no_score"]
    assert told == Explanation.model_validate_json(told.model_dump_json())


def test_the_presets_and_the_sources_by_value() -> None:
    told = explain("big_gin_bonus")
    found = dict(told.presets)
    assert found["50"] == ("gin-rami",)
    assert "classic" in found["null"]
    assert found["31"][0] == "modern"
    assert told.in_force is None
    assert ("50", "the French Gin-Rami sheet") in told.sources
    assert ("30", "fr.wikibooks.org") in told.sources


def test_explain_a_preset_by_what_differs_from_the_default() -> None:
    told = explain("oklahoma", load_preset("modern"))
    assert (told.kind, told.title) == ("preset", "Oklahoma gin as commonly played")
    assert dict(told.sources)["target = 150"] == "rummyrulebook.com; Pagat, as others copy it"
    assert [what.split(" = ")[0] for what, _ in told.sources] == [
        *("knock_limit", "spade_doubles", "target")
    ]
    # What a base has in another way than the default is told of what rests on it.
    assert "layoff_method = two_orders" in dict(explain("playgridia-100").sources)


def test_explain_a_myth_and_a_word() -> None:
    myth = explain("gin-undercut", load_preset("modern"))
    assert (myth.kind, myth.values, myth.presets, myth.in_force) == ("myth", (), (), None)
    assert explain("lay-off").kind == "term"


# Found by the words that players use


PAIRS: Final = [(word, topic) for topic, words in WORDS.items() for word in words]


def test_there_are_many_words() -> None:
    assert len(PAIRS) >= 110


@pytest.mark.parametrize(("word", "topic"), PAIRS)
def test_a_topic_by_what_players_call_it(word: str, topic: str) -> None:
    assert find_topic(word) == topic


@pytest.mark.parametrize("word", ["ti", "bo", "", "the"])
def test_half_a_word_is_no_topic(word: str) -> None:
    assert find_topic(word) is None


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_by_its_name_and_each_of_its_words(topic: str) -> None:
    """No word belongs to two topics."""
    found = {word: find_topic(word) for word in (topic, *TOPICS[topic].words)}
    assert found == dict.fromkeys(found, topic)


@pytest.mark.parametrize("code", [*EXIT_STATUS, *sorted(WARNINGS)])
def test_every_code_is_explained(code: str) -> None:
    assert find_topic(code)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("gin_bonus", "gin_bonus"),
        ("Gin Bonus", "gin_bonus"),
        ("extra_boxes.gin", "extra_boxes"),
        ("big_gin", "big-gin"),
        ("gin-undercuts", "gin-undercut"),
        ("LES PRIMES DE GIN", "gin_bonus"),
        # The longest word that stands in a question.
        ("how does the Hollywood club work", "hollywood-club"),
        ("what do I get for a big gin here", "big-gin"),
    ],
)
def test_a_topic_by_any_spelling_and_in_a_question(text: str, topic: str) -> None:
    assert explain(text).topic == topic


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("shuttout", "near it: shutout, "),
        ("undrecut", "near it: undercut, "),
        ("qwertz", "`ginscore explain` lists the topics"),
        ("", "`ginscore explain` lists the topics"),
        ("...", "`ginscore explain` lists the topics"),
    ],
)
def test_an_unknown_topic_names_the_near_ones_and_no_list(text: str, hint: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        explain(text)
    assert caught.value.code == "unknown-topic"
    assert caught.value.hint.startswith(hint)
    assert len(near_topics(text)) <= 3
    assert "layoff_chain" not in str(caught.value)
