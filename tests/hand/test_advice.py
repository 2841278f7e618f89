"""What `melds` answers: the arrangement, the limit, whether he may knock, each discard."""

import json

import pytest

from ginscore.cards.notation import parse_cards
from ginscore.errors import GinscoreError
from ginscore.hand.advice import Advice, advise, parse_question
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset

TEN = "7S 7H 7D 4C 5C 6C JH QH KH 3D"
ELEVEN_MELDED = "AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH"


def ask(
    cards: str,
    variant: str = "modern",
    upcard: str | None = None,
    every: bool = False,
    **rules: object,
) -> Advice:
    return advise(cards, override(load_preset(variant), rules), upcard=upcard, every=every)


@pytest.mark.parametrize(
    ("cards", "variant", "upcard", "deadwood", "limit", "may", "discards", "warnings"),
    [
        (TEN, "modern", None, 3, 10, "knock", 0, []),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3C", "modern", None, 0, 10, "gin", 0, []),
        ("7S 7H 7D 4C 5C 6C JH QH 9S 3D", "modern", None, 32, 10, "no", 0, []),
        ("4H 5H 6H 8C 9C TC QS QH QD 5S AS", "modern", None, 6, 10, "knock", 11, []),
        (TEN, "straight", None, 3, 0, "no", 0, []),
        # Below the smallest hand, and between hands of 7 and 10.
        ("7H 8H 9H 9D 9C", "modern", None, 15, 10, None, 0, []),
        ("7S 7H 7D 4C 5C 6C", "rummy-royal", None, 0, 10, None, 0, []),
        ("7S 7H 7D 4C 5C 6C JH QH KH", "rummy-royal", None, 0, 10, None, 0, []),
        # Seven at three or four seats; eight is one card more.
        ("7S 7H 7D 4C 5C 6C 3D", "rummy-royal", None, 3, 10, "knock", 0, []),
        ("7S 7H 7D 4C 5C 6C 3D KH", "rummy-royal", None, 13, 10, "knock", 8, []),
        # The upcard sets the limit.
        (TEN, "gin-rami", "2S", 3, 2, "no", 0, []),
        (TEN, "gin-rami", "3S", 3, 3, "knock", 0, []),
        (TEN, "gin-rami", "AS", 3, 0, "no", 0, []),
        (TEN, "gin-rami", None, 3, None, "knock", 0, ["knock-limit-unknown"]),
        ("7S 7H 7D 4C 5C 6C JH QH 2H 9D", "gin-rami", None, 31, None, "no", 0, []),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3C", "gin-rami", None, 0, None, "gin", 0, []),
    ],
)
def test_advice(
    cards: str,
    variant: str,
    upcard: str | None,
    deadwood: int,
    limit: int | None,
    may: str | None,
    discards: int,
    warnings: list[str],
) -> None:
    found = ask(cards, variant, upcard)
    assert (found.deadwood, found.knock_limit, found.may) == (deadwood, limit, may)
    assert len(found.discards) == discards
    assert [one.code for one in found.warnings] == warnings
    assert not found.big_gin


def test_discards_are_the_best_first_and_each_says_what_it_allows() -> None:
    found = ask("4H 5H 6H 8C 9C TC QS QH QD 5S AS")
    assert [(one.card, one.deadwood, one.may) for one in found.discards][:3] == [
        ("5S", 1, "knock"),
        ("AS", 5, "knock"),
        ("6H", 15, "no"),
    ]
    assert {one.card for one in found.discards} == set(found.cards)
    assert [one.deadwood for one in found.discards] == sorted(
        one.deadwood for one in found.discards
    )


def test_big_gin_is_one_card_more_all_melded_where_it_is_played() -> None:
    found = ask(ELEVEN_MELDED)
    assert (found.big_gin, found.may, found.deadwood) == (True, "gin", 0)
    assert not ask(ELEVEN_MELDED, "classic").big_gin


def test_every_arrangement_that_is_best() -> None:
    assert len(ask("9S 9H 9D 9C 8S 7S 8H 7H").arrangements) == 1
    found = ask("9S 9H 9D 9C 8S 7S 8H 7H", every=True).arrangements
    assert {one.deadwood for one in found} == {("7H", "8H"), ("7S", "8S")}
    assert {one.points for one in found} == {15}


def test_a_run_that_wraps_is_shown_in_its_order() -> None:
    found = ask("AC QC KC", "gin-rami").arrangements[0]
    assert found.melds == (("QC", "KC", "AC"),)


def test_json_has_the_keys_of_the_command_in_order() -> None:
    found = json.loads(ask(TEN).model_dump_json())
    keys = "cards deadwood arrangements knock_limit may discards big_gin warnings"
    assert list(found) == keys.split()
    best = found["arrangements"][0]
    assert list(best) == ["melds", "deadwood", "points"]
    melds = [["4C", "5C", "6C"], ["7S", "7H", "7D"], ["JH", "QH", "KH"]]
    assert (sorted(best["melds"]), best["deadwood"], best["points"]) == (melds, ["3D"], 3)


def test_the_language_in_force_decides_and_the_other_is_tried() -> None:
    found = advise("RP RC RK", load_preset("modern"))
    assert found.cards == ("KS", "KH", "KD")
    assert [one.code for one in found.warnings] == ["read-in-other-language"]
    found = advise("5C", load_preset("modern"), upcard="RP", lang="fr")
    assert (found.cards, found.warnings) == (("5H",), ())


@pytest.mark.parametrize(
    ("cards", "upcard", "codes", "places"),
    [
        ("", None, ["bad-holding"], ["cards"]),
        ("  ", "9X", ["bad-holding", "bad-card"], ["cards", "upcard"]),
        ("0H", None, ["bad-card"], ["cards"]),
        ("8D 8D", None, ["duplicate-card"], ["cards"]),
        (f"{ELEVEN_MELDED} KS", None, ["wrong-hand-size"], ["cards"]),
    ],
)
def test_refusals(cards: str, upcard: str | None, codes: list[str], places: list[str]) -> None:
    with pytest.raises(GinscoreError) as found:
        ask(cards, upcard=upcard)
    assert [one.code for one in found.value.faults] == codes
    assert [one.where for one in found.value.faults] == places


def test_a_size_for_players_who_may_not_play_is_none() -> None:
    eight = "7S 7H 7D 4C 5C 6C 3D KH"
    sizes = {2: 10, 3: 7, 4: 12}
    assert ask(eight, hand_sizes=sizes).may is None
    with pytest.raises(GinscoreError, match="11 at most"):
        ask(f"{ELEVEN_MELDED} KS", hand_sizes=sizes)


def test_without_rules_the_cards_are_only_read() -> None:
    cards, turned, notes = parse_question("Q-2C A-JS", "7H", "en", None)
    assert (cards.bit_count(), turned, notes) == (15, parse_cards("7H"), ())
    with pytest.raises(GinscoreError) as found:
        parse_question("0H", "ZZ", "en", None)
    assert [one.where for one in found.value.faults] == ["cards", "upcard"]
