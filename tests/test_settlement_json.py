"""The JSON that streams write is that of the model, to the last byte."""

from typing import Any

import pytest
from hand_cases import DEFENDER, GIN, SPREAD, WORKED, rules_in
from hypothesis import given
from hypothesis import strategies as st

from ginscore.cards.cards import NAMES
from ginscore.hand.hand_texts import HandTexts, parse_hand
from ginscore.hand.hands import dead_hand, judge_hand
from ginscore.hand.settlement_json import format_outcome_json
from ginscore.hand.settlements import settle_outcome
from ginscore.rules.overrides import override
from ginscore.rules.preset_files import load_preset, preset_names
from ginscore.rules.variants import Variant

ANY_KNOCK = {"knock_limit": 100}


def assert_alike(texts: HandTexts, variant: Variant) -> None:
    hand, warnings = parse_hand(texts, variant)
    outcome = judge_hand(hand, variant, texts.names)
    model = settle_outcome(outcome, variant, texts.names, warnings)
    written = format_outcome_json(outcome, variant, texts.names, warnings)
    assert written.decode() == model.model_dump_json()


def texts_of(row: dict[str, Any]) -> HandTexts:
    return HandTexts(
        row["knocker"],
        row["defenders"],
        row.get("upcard"),
        row.get("big_gin", False),
        row.get("lay_offs", ()),
    )


JUDGED = [row for row in WORKED["hand"] if "knocker" in row]


def test_there_are_worked_hands() -> None:
    assert len(JUDGED) > 20


@pytest.mark.parametrize("row", JUDGED, ids=lambda row: row["id"])
def test_worked_hands(row: dict[str, Any]) -> None:
    assert_alike(texts_of(row), rules_in(row))


@pytest.mark.parametrize(
    "names", [["Ann", "Bob"], ['Zoë "Z"', "a\\b\u2028"], ["李", "𝄞"]], ids=["plain", "odd", "wide"]
)
@pytest.mark.parametrize("upcard", [None, "AS", "TH"])
@pytest.mark.parametrize(
    ("knocker", "defender"),
    [(SPREAD, DEFENDER), (GIN, "9S TS JS QS KS AC 2C 3C 8H TH"), ("7", "7"), ("RP ...", "17")],
)
def test_names_upcards_and_warnings(
    knocker: str, defender: str, upcard: str | None, names: list[str]
) -> None:
    for preset in ("modern", "oklahoma", "round-the-corner"):
        variant = override(load_preset(preset), ANY_KNOCK)
        assert_alike(HandTexts(knocker, [defender], upcard, names=names), variant)


def test_three_defenders_and_a_dead_hand() -> None:
    penalty = load_preset("rummy-royal")
    texts = HandTexts("6", ["20", "15", "9"], names=["A", "B", "C", "D"])
    assert_alike(texts, penalty)
    assert_alike(texts._replace(names=None), penalty)
    modern = load_preset("modern")
    dead = dead_hand(modern)
    model = settle_outcome(dead, modern)
    assert format_outcome_json(dead, modern).decode() == model.model_dump_json()


PACKS = st.permutations(NAMES)


@given(PACKS, st.sampled_from(preset_names()), st.sampled_from([None, "7S", "AH", "KD"]))
def test_random_hands(pack: list[str], preset: str, upcard: str | None) -> None:
    variant = override(load_preset(preset), ANY_KNOCK)
    size = dict(variant.hand_sizes)[4 if variant.teams else 2]
    hands = [" ".join(pack[at : at + size]) for at in (0, size)]
    assert_alike(HandTexts(hands[0], hands[1:], upcard), variant)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2), st.sampled_from(preset_names()))
def test_random_counts(points: list[int], preset: str) -> None:
    variant = override(load_preset(preset), ANY_KNOCK)
    knocker, *defenders = map(str, points)
    assert_alike(HandTexts(knocker, defenders), variant)
