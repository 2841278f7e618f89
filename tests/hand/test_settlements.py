"""`Settlement`: from texts to the JSON of `settle`, with every fault of the texts at once."""

import json
import random
from typing import Any

import pytest
from hand_cases import DEFENDER, MODERN, SPREAD, codes_of, faults_of, rules_of, settle
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ginscore.cards.cards import NAMES, format_cards
from ginscore.cards.holdings import format_holding, parse_holding
from ginscore.cards.melds import best_arrangement, deadwood
from ginscore.errors import EXIT_STATUS, GinscoreError
from ginscore.hand.reading import (
    HandTexts,
    format_lay_offs,
    parse_hand,
    parse_lay_offs,
    parse_lay_offs_noted,
)
from ginscore.hand.settlements import Settlement, settle_dead_hand, settle_texts
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant


def test_json_of_a_worked_hand() -> None:
    """Two lay-offs cost the knocker ten points: 15 − 3 instead of 25 − 3."""
    done = settle(SPREAD, DEFENDER, variant=rules_of("playgridia"), upcard="8D")
    assert json.loads(done.model_dump_json()) == {
        "variant": "playgridia",
        "upcard": "8D",
        "knock_limit": 10,
        "kind": "knock",
        "winner": "knocker",
        "points": 12,
        "boxes": 1,
        "scores": {"knocker": 12, "defender": 0},
        "knocker": {
            "name": None,
            "deadwood": 3,
            "basis": "declared",
            "melds": [["7S", "7H", "7D"], ["4C", "5C", "6C"], ["JH", "QH", "KH"]],
            "deadwood_cards": ["3D"],
        },
        "defenders": [
            {
                "name": None,
                "deadwood": 15,
                "before_lay_offs": 25,
                "best": 15,
                "basis": "cards",
                "lay_offs": [
                    {"card": "7C", "meld": 1, "on": ["7S", "7H", "7D"]},
                    {"card": "3C", "meld": 2, "on": ["4C", "5C", "6C"]},
                ],
                "melds": [["9S", "9H", "9D"], ["2H", "3H", "4H"]],
                "deadwood_cards": ["QS", "5D"],
            }
        ],
        "items": [{"rule": "difference", "to": "knocker", "points": 12, "why": "15 − 3"}],
        "claims": [],
        "warnings": [],
    }


def test_json_of_counts() -> None:
    done = settle("10", "2", variant=rules_of("gin-rami"))
    assert json.loads(done.model_dump_json()) == {
        "variant": "gin-rami",
        "upcard": None,
        "knock_limit": None,
        "kind": "undercut",
        "winner": "defender",
        "points": 33,
        "boxes": 1,
        "scores": {"knocker": 0, "defender": 33},
        "knocker": {
            "name": None,
            "deadwood": 10,
            "basis": "count",
            "melds": [],
            "deadwood_cards": [],
        },
        "defenders": [
            {
                "name": None,
                "deadwood": 2,
                "before_lay_offs": 2,
                "best": 2,
                "basis": "count",
                "lay_offs": [],
                "melds": [],
                "deadwood_cards": [],
            }
        ],
        "items": [
            {"rule": "difference", "to": "defender", "points": 8, "why": "10 − 2"},
            {"rule": "undercut_bonus", "to": "defender", "points": 25, "why": "25"},
        ],
        "claims": [],
        "warnings": [
            {
                "code": "knock-limit-unknown",
                "message": "the upcard is not recorded: the limit for a knock with 10 is unknown",
            }
        ],
    }


def test_names_replace_roles() -> None:
    variant = rules_of("rummy-royal")
    done = settle("6", "20", "15", "9", variant=variant, names=["P1", "P2", "P3", "P4"])
    assert done.scores == {"P1": 0, "P2": 14, "P3": 9, "P4": 3}
    assert [one.to for one in done.items] == ["P2", "P3", "P4"]
    assert done.knocker is not None
    assert (done.winner, done.knocker.name) == ("P1", "P1")
    assert [one.name for one in done.defenders] == ["P2", "P3", "P4"]


def test_several_defenders_are_numbered() -> None:
    done = settle("8", "20", "5", "5", variant=rules_of("rummy-royal"))
    assert done.scores == {"knocker": 13, "defender1": 15, "defender2": 0, "defender3": 0}
    assert (done.winner, done.points, done.boxes) == ("defender2", 28, 0)


def test_cards_are_shown_in_order() -> None:
    """A run that passes the ace starts at its lower end, a set goes by suit."""
    done = settle("KC 2C AC QC 7D 7S 7H 9D TD JD", "20", variant=rules_of("gin-rami"))
    assert done.knocker is not None
    assert set(done.knocker.melds) == {
        ("QC", "KC", "AC", "2C"),
        ("7S", "7H", "7D"),
        ("9D", "TD", "JD"),
    }


def test_dead_hand() -> None:
    done = settle_dead_hand(MODERN, ["Ann", "Bob"])
    assert (done.kind, done.winner, done.points, done.boxes) == ("dead", None, 0, 0)
    assert (done.knocker, done.defenders, done.items) == (None, (), ())
    assert done.scores == {"Ann": 0, "Bob": 0}
    assert settle_dead_hand(MODERN).scores == {"knocker": 0, "defender": 0}


def test_a_settlement_is_frozen() -> None:
    done = settle("4", "17", variant=MODERN)
    with pytest.raises(ValidationError):
        done.points = 3  # type: ignore[misc]


def test_schema_says_what_is_written() -> None:
    schema = Settlement.model_json_schema(mode="serialization")
    assert set(schema["required"]) == set(Settlement.model_fields)
    assert schema["properties"]["warnings"]["items"] == {"$ref": "#/$defs/WarningText"}


# --- texts ---------------------------------------------------------------------------------------

TEXT_FAULTS = [
    (("0H", "XC"), {}, [("knocker", "bad-card"), ("defender", "bad-card")]),
    (
        ("0H", "XC"),
        {"names": ["Ann", "Bob"], "upcard": "ZZ"},
        [("Ann", "bad-card"), ("Bob", "bad-card"), ("upcard", "bad-card")],
    ),
    (("", "20"), {}, [("knocker", "bad-holding")]),
    # No run goes round the corner under these rules.
    (("Q-2C 7SHD 4-6D", "20"), {}, [("knocker", "bad-card")]),
    # The rules are checked in what could be read.
    (("11", "XC"), {}, [("defender", "bad-card"), ("knocker", "knock-over-limit")]),
    (("XC", "9S 9H"), {}, [("knocker", "bad-card"), ("defender", "wrong-hand-size")]),
    (("XC", DEFENDER), {"lay_offs": ["7C:1"]}, [("knocker", "bad-card")]),
    ((SPREAD, DEFENDER), {"lay_offs": ["7C"]}, [("defender", "bad-lay-off")]),
    (
        (SPREAD, "XC"),
        {"lay_offs": ["7C:1", "7C:x"]},
        [("defender", "bad-card"), ("lay_offs", "bad-lay-off"), ("lay_offs", "bad-lay-off")],
    ),
    # Names
    ((SPREAD, DEFENDER), {"lay_offs": [None, "x"]}, [("lay_offs", "bad-lay-off")] * 2),
    (("4", "17"), {"names": ["Ann"]}, [("names", "bad-name")]),
    (("4", "17"), {"names": ["Ann", "ANN"]}, [("names", "duplicate-name")]),
    (("4", "17"), {"names": ["Ann", " "]}, [("names", "bad-name")]),
    (("4", "17"), {"names": ["", " "]}, [("names", "bad-name")] * 2),
    (("4", "17"), {"names": ["A\x07nn", "b" * 41]}, [("names", "bad-name")] * 2),
    (("4", "17"), {"names": ["Zoé", " ZOE\u0301"]}, [("names", "duplicate-name")]),
    (
        ("11", "17"),
        {"names": ["Ann", "Bob", "Bob"]},
        [("names", "bad-name"), ("names", "duplicate-name"), ("knocker", "knock-over-limit")],
    ),
]


@pytest.mark.parametrize(("holdings", "more", "faults"), TEXT_FAULTS)
def test_all_faults_at_once(
    holdings: tuple[str, str], more: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(GinscoreError) as caught:
        settle(*holdings, variant=MODERN, **more)
    assert faults_of(caught.value) == faults
    assert all(one.text for one in caught.value.faults)


def test_names_are_kept_as_a_sheet_keeps_them() -> None:
    done = settle("4", "17", variant=MODERN, names=[" Zoe\u0301 ", "Bob"])
    assert done.scores == {"Zoé": 13, "Bob": 0}


def test_without_rules_texts_are_only_read() -> None:
    """Where the rules are at fault themselves, what the texts say cannot be judged."""
    parse_hand(HandTexts("12", ["7S 7S", "Q-2C"]), None)
    with pytest.raises(GinscoreError) as caught:
        parse_hand(HandTexts("12", ["0H"], upcard="ZZ", names=["Ann"]), None)
    assert faults_of(caught.value) == [
        ("names", "bad-name"),
        ("defender", "bad-card"),
        ("upcard", "bad-card"),
    ]


def test_reading_warnings_come_first() -> None:
    variant = rules_of(spade_doubles="all")
    done = settle("RP RC RK 4T 5T 6T 7C 8C 9C 3K", "20", variant=variant)
    assert codes_of(done) == ["read-in-other-language", "upcard-unknown"]


def test_french_texts() -> None:
    done = settle_texts("RP RC RK 4T 5T 6T VC DC 10C 3K", ["20"], MODERN, "7P", lang="fr")
    assert done.knocker is not None
    assert (done.upcard, done.knocker.deadwood) == ("7S", 3)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("7C:1", "7C:1"),
        (" 7c : 1 , 3C>2; TH→10 ", "7C:1 3C:2 TH:10"),
        ("7♣:1", "7C:1"),
        ("ten of hearts: 2", "TH:2"),
    ],
)
def test_lay_off_texts(text: str, canonical: str) -> None:
    assert format_lay_offs(parse_lay_offs(text)) == canonical
    assert parse_lay_offs(canonical) == parse_lay_offs(text)


@pytest.mark.parametrize(
    "text", ["7C", "7C:", ":1", "7C:x", "XC:1", "7C:1 3C", "7C:1:2", "7C:1234", "7C 8C:1", "7C:-1"]
)
def test_bad_lay_off_texts(text: str) -> None:
    with pytest.raises(GinscoreError, match="bad-lay-off"):
        parse_lay_offs(text)


def test_lay_offs_are_read_in_the_language_in_force() -> None:
    assert parse_lay_offs("VT:1", "fr") == parse_lay_offs("JC:1")


@pytest.mark.parametrize(
    ("text", "lang", "canonical", "read_in"),
    [
        ("7C:1 3C:2", "en", "7C:1 3C:2", None),
        ("7C:1 3C:2", "fr", "7H:1 3H:2", None),
        # One card that is no card in the language in force turns all of them.
        ("7C:1 3S:2", "fr", "7C:1 3S:2", "English"),
        ("7C:1 VT:2", "en", "7H:1 JC:2", "French"),
    ],
)
def test_lay_offs_are_read_in_one_language(
    text: str, lang: str, canonical: str, read_in: str | None
) -> None:
    found, notes = parse_lay_offs_noted(text, lang)
    assert format_lay_offs(found) == canonical
    assert [one.fields["language"] for one in notes] == ([read_in] if read_in else [])


def test_the_reading_of_lay_offs_is_told() -> None:
    done = settle(SPREAD, DEFENDER, variant=MODERN, lay_offs=["7T:1 3T:2"])
    assert codes_of(done) == ["read-in-other-language"]
    assert done.points == 12


# --- any legal hand ------------------------------------------------------------------------------


def random_cards(rng: random.Random, seats: int, size: int, variant: Variant) -> list[int]:
    """Cards for each seat; the knocker's are chosen so that he may knock with ten."""
    while True:
        deck = [1 << bit for bit in range(52)]
        rng.shuffle(deck)
        hands = [sum(deck[seat * size : (seat + 1) * size]) for seat in range(seats)]
        rest = deck[seats * size :]
        for drawn in rest:
            own = hands[0] | drawn
            left = [(deadwood(own ^ one, variant), one) for one in deck if own & one]
            points, discard = min(left)
            hands[0] = own ^ discard
            if points <= 10:
                return hands


def as_text(rng: random.Random, cards: int, form: str, variant: Variant) -> str:
    best = best_arrangement(cards, variant)
    if form == "cards" or (form == "melds" and not best.melds):
        return format_cards(cards)
    if form == "count":
        return str(best.points)
    if form == "loose" and best.loose:
        return f"{format_cards(best.loose)} ..."
    brackets = " ".join(f"[{format_cards(meld)}]" for meld in best.melds)
    return f"{brackets} {f'={best.points}' if rng.random() < 0.5 else format_cards(best.loose)}"


def attempt(texts: list[str], variant: Variant, *more: Any) -> tuple[Settlement | None, list[str]]:
    """The settlement, or None and the codes of the faults."""
    try:
        return settle_texts(texts[0], texts[1:], variant, *more), []
    except GinscoreError as error:
        assert all(one.text for one in error.faults)  # noqa: PT017 - every sentence can be written
        return None, [one.code for one in error.faults]


FORMS = ("cards", "melds", "loose", "count")


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([name for name in PRESETS if name != "straight"]),
    st.sampled_from(FORMS),
    st.sampled_from(FORMS),
)
def test_any_legal_hand_is_settled(seed: int, preset: str, own: str, others: str) -> None:
    rng = random.Random(seed)
    variant = load_preset(preset)
    seats = rng.choice(variant.players) if not variant.in_pairs else 2
    size = 7 if seats > 2 else 10
    first, *rest = random_cards(rng, seats, size, variant)
    texts = [as_text(rng, first, own, variant)]
    texts += [as_text(rng, cards, others, variant) for cards in rest]
    done = settle_texts(texts[0], texts[1:], variant)
    sums = dict.fromkeys(done.scores, 0)
    for item in done.items:
        sums[item.to] += item.points
    assert sums == done.scores
    assert min(done.scores.values()) >= 0
    assert done.points == sum(done.scores.values())
    for side in done.defenders:
        assert side.best <= side.deadwood <= side.before_lay_offs
        assert len(side.lay_offs) == len({one.card for one in side.lay_offs})
    assert json.loads(done.model_dump_json())["variant"] == preset
    # What the files keep settles to the same.
    kept = [format_holding(parse_holding(one, "en", variant)[0], variant) for one in texts]
    assert settle_texts(kept[0], kept[1:], variant) == done


WORDS = ["[", "]", "...", "=3", "17", "gin", "biggin", "7SHD", "4-6C", "0H", "", "x", "♠", "=-5"]
TOKENS = st.sampled_from([*NAMES, *WORDS])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(TOKENS, max_size=14).map(" ".join),
    st.lists(st.lists(TOKENS, max_size=14).map(" ".join), max_size=3),
    st.lists(st.sampled_from(["", "7C:1", "7C:9", "x", "AS:1 2S:1"]), max_size=3),
    st.sampled_from([None, "AS", "TH", "x"]),
    st.booleans(),
    st.sampled_from(PRESETS),
)
def test_any_texts_are_settled_or_refused(
    knocker: str,
    defenders: list[str],
    lay_offs: list[str],
    upcard: str | None,
    big_gin: bool,
    preset: str,
) -> None:
    texts = [knocker, *defenders]
    done, codes = attempt(texts, load_preset(preset), upcard, big_gin, None, lay_offs)
    assert (done is None) == bool(codes)
    assert all(EXIT_STATUS[code] in (1, 2) for code in codes)


def test_the_arrangement_chosen_under_penalty_costs_the_others_most() -> None:
    """Melded as a set the fives keep the 7♦ out; as a run the 5♥ and 5♠ would be loose instead."""
    defender = "7D KS QH 9S 8H 2C 3S 6H JD TD"
    rules = load_preset("rummy-royal")

    def penalty(knocker: str) -> int:
        settled = settle_texts(knocker, [defender], rules)
        return settled.scores["defender"]

    as_set = penalty("[5S 5H 5D] [8C 9C TC JC QC] 4D 6D")
    as_run = penalty("[4D 5D 6D] [8C 9C TC JC QC] 5S 5H")
    assert (as_set, as_run) == (65, 58)
    assert penalty("5S 5H 5D 8C 9C TC JC QC 4D 6D") == as_set
