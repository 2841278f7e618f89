"""The defender: worked hands, the recorded facts, the naive oracle, declared lay-offs."""

from typing import Any

import oracle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from solver_cases import (
    ACE_RUNS,
    EVERY_ACE,
    HANDS,
    LOW,
    Rules,
    cards,
    melds,
    names,
    pairs,
    read_rows,
)

from ginscore.cards.cards import DECK, each_card
from ginscore.cards.declared import check_lay_offs, declared_defence
from ginscore.cards.layoffs import Defence, LayOff, best_defence, lay_off_loose, least_deadwood
from ginscore.cards.melds import SETS, all_runs, arrangements, count_points, deadwood, is_meld
from ginscore.errors import GinscoreError

ROWS = read_rows("layoff.jsonl")
NO_CHAIN = Rules(layoff_chain="none")
EVERY_METHOD = ("best", "two_orders", "own_melds_first")


def lay_offs(text: str) -> list[LayOff]:
    """`7C:1 3C:2` as lay-offs."""
    declared = [one.split(":") for one in text.split()]
    return [LayOff(cards(card), int(number)) for card, number in declared]


def text_of(defence: Defence) -> str:
    return " ".join(f"{names(one.card)}:{one.meld}" for one in defence.lay_offs)


# Knocker's melds, defender's cards, what is left at best, with which lay-offs, of what without any.
WORKED = [
    (
        "7S 7H 7D | 4C 5C 6C | JH QH KH",
        "9S 9H 9D 2H 3H 4H 7C 3C QS 5D",
        (15, "7C:1 3C:2", 25),
        "7C fits the set and the run: either",
    ),
    (
        "KS KC KD | 5S 6S 7S | 9C TC JC",
        "2S AC 2C 2D 2H 8S 9S 7C 8C 8D",
        (9, "8S:2 9S:2 8C:3 7C:3", 17),
        "the defender breaks his own eights",
    ),
    (
        "2S 3S 4S 5S 6S 7S 8S | JH QH KH",
        "9S TS JS QS KS AC 2C 3C 8H TH",
        (8, "TH:2", 18),
        "only one of the two that fit pays",
    ),
    ("3C 4C 5C", "6C KS", (10, "6C:1", 16), "one lay-off"),
    ("AC 2C 3C", "AD 2D 3D 7S", (7, "", 7), "none"),
    (
        "QC QD QH | JS QS KS | 8D 9D TD",
        "3C 6C 8C 9C 8H 9H TH 8S 9S TS",
        (19, "TS:2", 26),
        "neither order finds it",
    ),
    ("JS QS KS | TD TC TH", "9S TS", (0, "TS:1 9S:1", 19), "the run before the set"),
    ("4S 5S 6S", "3S 7S 8S KD", (10, "7S:1 8S:1 3S:1", 28), "a lay-off on a lay-off"),
    (
        "AS AD AC | 2S 2D 2C | 5H 5D 5C",
        "3S 4S 5S AH 2H 3H 4H 3D 6D 3C",
        (10, "5S:3", 12),
        "one lay-off rather than two, AH and 2H, that leave as much",
    ),
    ("4S 5S 6S", "8S KD", (18, "", 18), "a gap"),
    ("5S 5H 5D 5C", "4S 6S", (10, "", 10), "nothing on a full set"),
    ("JH QH KH", "AH", (1, "", 1), "ace above king is not a lay-off"),
    ("", "AH 7C 7D 7H", (1, "", 1), "no meld to lay off on"),
]


@pytest.mark.parametrize(("spread", "hand", "expected", "why"), WORKED)
def test_worked_hand(spread: str, hand: str, expected: tuple[int, str, int], why: str) -> None:
    best, laid, before = expected
    found = best_defence(melds(spread), cards(hand), LOW)
    assert (found.deadwood, found.best, text_of(found)) == (best, best, laid), why
    assert deadwood(cards(hand), LOW) == before, why


@pytest.mark.parametrize(
    ("ace_runs", "chain", "spread", "hand", "left", "laid"),
    [
        # Nobody goes on from his own lay-off.
        ("low", "none", "4S 5S 6S", "3S 7S 8S KD", 18, "7S:1 3S:1"),
        ("circular", "none", "JH QH KH", "AH 2H", 2, "AH:1"),
        ("both", "none", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", 0, "AH:1"),
        # The ace above the king, and below the two.
        ("high", "own", "JH QH KH", "AH 2H", 2, "AH:1"),
        ("both", "own", "JH QH KH", "AH 2H", 2, "AH:1"),
        ("both", "own", "QH KH AH", "2H JH", 2, "JH:1"),
        ("both", "own", "AH 2H 3H", "KH 4H", 10, "4H:1"),
        ("low", "own", "2H 3H 4H", "AH KS", 10, "AH:1"),
        ("high", "own", "2H 3H 4H", "AH 5H", 1, "5H:1"),
        ("both", "own", "3H 4H 5H 6H 7H 8H 9H TH JH", "QH KH AH 9S", 9, ""),
        ("both", "own", "3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H", 0, "AH:1 2H:1"),
        # Round the corner, up to thirteen cards.
        ("circular", "own", "JH QH KH", "AH 2H 3H 9S", 9, ""),
        ("circular", "own", "JH QH KH", "AH 2H 9S", 9, "AH:1 2H:1"),
        ("circular", "own", "AH 2H 3H", "KH QH 9S", 9, "KH:1 QH:1"),
        ("circular", "own", "5H 6H 7H 8H 9H TH JH QH KH AH 2H", "3H 4H", 0, "3H:1 4H:1"),
        ("circular", "none", "5H 6H 7H 8H 9H TH JH QH KH AH 2H", "3H 4H", 0, "3H:1 4H:1"),
        ("circular", "own", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AS", 1, ""),
    ],
)
def test_where_the_ace_stands(
    ace_runs: str, chain: str, spread: str, hand: str, left: int, laid: str
) -> None:
    rules = Rules(ace_runs, layoff_chain=chain)
    found = best_defence(melds(spread), cards(hand), rules)
    assert (found.deadwood, text_of(found)) == (left, laid)
    assert check_lay_offs(melds(spread), cards(hand), found.lay_offs, rules) == []


BROKEN_EIGHTS = ("KS KC KD | 5S 6S 7S | 9C TC JC", "2S AC 2C 2D 2H 8S 9S 7C 8C 8D")
NEITHER_ORDER = ("QC QD QH | JS QS KS | 8D 9D TD", "3C 6C 8C 9C 8H 9H TH 8S 9S TS")
# 3C goes on the set, so 4C goes on the run and 2C stays; but 3C could go on the run, and then 2C.
FULLER = ("AS AH AD | 3S 3H 3D | 5C 6C 7C", "AC 9C 9S 2S 9H 4C 2C 9D 3C 2H")
# K-K-K or J-Q-K, both leave 20: the one that can lay off what is left is taken.
LEFTOVERS = ("8D 9D TD", "KS KH KD QD JD")


@pytest.mark.parametrize(
    ("showdown", "method", "left"),
    [
        (BROKEN_EIGHTS, "best", 9),
        (BROKEN_EIGHTS, "two_orders", 9),
        (BROKEN_EIGHTS, "own_melds_first", 17),
        (NEITHER_ORDER, "best", 19),
        (NEITHER_ORDER, "two_orders", 26),
        (NEITHER_ORDER, "own_melds_first", 26),
        (FULLER, "best", 0),
        (FULLER, "two_orders", 4),
        (FULLER, "own_melds_first", 4),
        (LEFTOVERS, "best", 0),
        (LEFTOVERS, "two_orders", 0),
        (LEFTOVERS, "own_melds_first", 0),
    ],
)
def test_methods(showdown: tuple[str, str], method: str, left: int) -> None:
    spread, hand = melds(showdown[0]), cards(showdown[1])
    rules = Rules(layoff_method=method)
    found = best_defence(spread, hand, rules)
    assert found.deadwood == left
    check_defence(found, spread, hand, rules)


# --- The recorded facts ---


def spread_of(row: dict[str, Any]) -> list[int]:
    """The knocker's melds; none on gin, where nothing is laid off."""
    return [] if row["gin"] else [cards(" ".join(meld)) for meld in row["spread"]]


def hand_of(row: dict[str, Any]) -> int:
    return cards(" ".join(row["defender"]))


@pytest.mark.parametrize(
    ("method", "key"),
    [("best", "deadwood_after"), ("own_melds_first", "own_first"), ("two_orders", "two_order")],
)
def test_recorded_defences(method: str, key: str) -> None:
    rules = Rules(layoff_method=method)
    for row in ROWS:
        spread, hand = spread_of(row), hand_of(row)
        found = best_defence(spread, hand, rules)
        assert (found.deadwood, found.best) == (row[key], row["deadwood_after"]), row
        assert least_deadwood(spread, hand, rules) == row["deadwood_after"], row
        assert deadwood(hand, rules) == row["deadwood_before"], row
        check_defence(found, spread, hand, rules)


def check_defence(found: Defence, spread: list[int], hand: int, rules: Rules) -> None:
    """The lay-offs are legal one by one, and every card is where the numbers say."""
    standing = list(spread)
    for one in found.lay_offs:
        meld = standing[one.meld - 1]
        assert is_meld(meld | one.card, rules)
        if rules.layoff_chain == "own":
            standing[one.meld - 1] |= one.card
    laid = sum(one.card for one in found.lay_offs)
    assert laid.bit_count() == len(found.lay_offs)
    assert sum(found.melds) + found.loose + laid == hand
    assert all(is_meld(meld, rules) for meld in found.melds)
    assert count_points(found.loose, rules) == found.deadwood
    assert check_lay_offs(spread, hand, found.lay_offs[::-1], rules) == []


# --- Against the naive oracle ---


@st.composite
def showdowns(draw: st.DrawFn, ace_runs: str) -> tuple[list[int], int]:
    """Up to three disjoint melds of a knocker and a defender's cards near them."""
    near = draw(HANDS)
    spread: list[int] = []
    possible = sorted(SETS | all_runs(ace_runs))
    touching = [meld for meld in possible if meld.bit_count() <= 5 and meld & near]
    for meld in draw(st.lists(st.sampled_from(touching), min_size=1, max_size=3)):
        if not meld & sum(spread):
            spread.append(meld)
    ends = [
        one for one in each_card(DECK & ~sum(spread)) if any(is_next(one, meld) for meld in spread)
    ]
    more = draw(st.lists(st.sampled_from(ends), max_size=5, unique=True)) if ends else []
    hand = 0
    for one in (*more, *each_card(near & ~sum(spread))):
        if hand.bit_count() < 8:
            hand |= one
    assume(hand)
    return spread, hand


def is_next(one: int, meld: int) -> bool:
    """Whether a card is of a meld's rank, or of its suit and within two ranks."""
    at = one.bit_length() - 1
    return any(
        at % 13 == other % 13 or (at // 13 == other // 13 and (at - other + 2) % 13 <= 4)
        for other in (each.bit_length() - 1 for each in each_card(meld))
    )


@pytest.mark.parametrize("chain", ["own", "none"])
@pytest.mark.parametrize("rules", EVERY_ACE)
@settings(max_examples=25)
@given(data=st.data())
def test_against_the_oracle(rules: Rules, chain: str, data: st.DataObject) -> None:
    rules = rules._replace(layoff_chain=chain)
    spread, hand = data.draw(showdowns(rules.ace_runs))
    defender = oracle.Defender(
        [pairs(meld) for meld in spread], pairs(hand), rules.ace_runs, rules.ace_points, chain
    )
    best = defender.best()
    assert least_deadwood(spread, hand, rules) == best
    for method, value in (
        ("best", best),
        ("own_melds_first", defender.own_melds_first()),
        ("two_orders", defender.two_orders()),
    ):
        found = best_defence(spread, hand, rules._replace(layoff_method=method))
        assert (found.deadwood, found.best) == (value, best), method
        check_defence(found, spread, hand, rules)
        if method == "best":
            assert len(found.lay_offs) == defender.fewest_lay_offs()


@pytest.mark.parametrize("chain", ["own", "none"])
@pytest.mark.parametrize("ace_runs", ACE_RUNS)
@settings(max_examples=25)
@given(data=st.data())
def test_loose_cards_against_the_oracle(ace_runs: str, chain: str, data: st.DataObject) -> None:
    rules = Rules(ace_runs, layoff_chain=chain)
    spread, hand = data.draw(showdowns(ace_runs))
    own = arrangements(hand, rules)[-1]
    reach = oracle.lay_offs([pairs(meld) for meld in spread], pairs(own.loose), ace_runs, chain)
    left = [pairs(own.loose).difference(*laid) for laid in reach]
    found = lay_off_loose(spread, own.melds, own.loose, rules)
    assert found.deadwood == min(oracle.count(loose, 1) for loose in left)
    assert found.melds == own.melds
    check_defence(found, spread, hand, rules)


@pytest.mark.parametrize("chain", ["own", "none"])
@pytest.mark.parametrize("ace_runs", ACE_RUNS)
@settings(max_examples=40)
@given(data=st.data())
def test_declared_against_the_oracle(ace_runs: str, chain: str, data: st.DataObject) -> None:
    """What is legal: exactly what can be laid off card by card in some order."""
    rules = Rules(ace_runs, layoff_chain=chain)
    spread, hand = data.draw(showdowns(ace_runs))
    held = list(each_card(hand))
    chosen = data.draw(st.lists(st.sampled_from(held), max_size=3, unique=True))
    numbers = st.integers(1, len(spread))
    declared = [LayOff(one, data.draw(numbers)) for one in chosen]
    laid = tuple(
        pairs(sum(one.card for one in declared if one.meld == number))
        for number in range(1, len(spread) + 1)
    )
    legal = oracle.lay_offs([pairs(meld) for meld in spread], pairs(hand), ace_runs, chain)
    faults = check_lay_offs(spread, hand, declared, rules)
    assert (not faults) == (laid in legal)
    if not faults:
        found = declared_defence(spread, hand, declared, rules)
        check_defence(found, spread, hand, rules)
        assert sorted(found.lay_offs) == sorted(declared)
        assert found.deadwood == deadwood(hand & ~sum(chosen), rules)
        assert found.best == least_deadwood(spread, hand, rules)


# --- Loose cards and declared lay-offs ---


def test_loose_cards_only() -> None:
    spread = melds("7S 7H 7D | 4C 5C 6C | JH QH KH")
    own = melds("9S 9H 9D | 2H 3H 4H")
    found = lay_off_loose(spread, own, cards("7C 3C QS 5D"), LOW)
    assert found == Defence(15, 15, (tuple(lay_offs("7C:1 3C:2")), tuple(own), cards("QS 5D")))


def test_defence_is_a_value() -> None:
    """Worked out at once or later, it is the same."""
    found = best_defence(melds("3C 4C 5C"), cards("6C KS"), LOW)
    same = Defence(10, 10, (tuple(lay_offs("6C:1")), (), cards("KS")))
    nothing = best_defence(melds("3C 4C 5C"), cards("6C KS"), Rules(layoff_method="none"))
    assert nothing == Defence(16, 16, ((), (), cards("6C KS")))
    assert found == same
    assert found != Defence(10, 10, ((), (), cards("KS")))
    assert len({found, same}) == 1
    assert repr(Defence(3, 1, ((), (), 3))) == "Defence(3, 1, ((), (), 3))"


def test_loose_cards_may_be_worse_than_the_best() -> None:
    spread = melds("KS KC KD | 5S 6S 7S | 9C TC JC")
    found = lay_off_loose(spread, melds("2S 2C 2D 2H | 8S 8C 8D"), cards("9S 7C AC"), LOW)
    assert (found.deadwood, found.best, text_of(found)) == (17, 9, "")


def test_declared_lay_offs_stand_in_a_legal_order() -> None:
    spread, hand = melds("4S 5S 6S | 9H 9D 9C"), cards("8S 7S 3S KD KC KH 2H 9S")
    found = declared_defence(spread, hand, lay_offs("8S:1 3S:1 7S:1"), LOW)
    assert text_of(found) == "3S:1 7S:1 8S:1"
    assert (found.deadwood, found.best, found.loose) == (11, 2, cards("2H 9S"))
    assert found.melds == (cards("KH KD KC"),)


@pytest.mark.parametrize(
    ("rules", "declared", "faults"),
    [
        (LOW, "", []),
        (LOW, "7S:1 8S:1", []),
        (LOW, "8S:1 7S:1", []),
        (LOW, "9S:2", []),
        (LOW, "3S:1", ["3S is not one of the defender's cards"]),
        (LOW, "7S:1 7S:1", ["7S is laid off twice"]),
        (LOW, "9S:2 9S:1", ["9S is laid off twice"]),
        (LOW, "7S:0", ["7S on 0: lay-offs go on the knocker's melds, 1 to 4"]),
        (LOW, "7S:5", ["7S on 5: lay-offs go on the knocker's melds, 1 to 4"]),
        (LOW, "8S:1", ["8S does not fit 4S 5S 6S: 8S needs 7S first"]),
        (LOW, "9S:1", ["9S does not fit 4S 5S 6S: 9S needs 7S 8S first"]),
        (LOW, "AS:1", ["AS does not fit 4S 5S 6S: AS needs 3S 2S first"]),
        (LOW, "7S:1 9S:1", ["9S does not fit 4S 5S 6S 7S: 9S needs 8S first"]),
        (LOW, "7S:2", ["7S does not fit 9H 9D 9C: only the fourth card of that rank does"]),
        (LOW, "7H:1", ["7H does not fit 4S 5S 6S: a run is of one suit"]),
        (LOW, "7S:3", ["7S does not fit TS TH TD TC: sets of four are full"]),
        (LOW, "9S:2 7S:2", ["7S does not fit 9S 9H 9D 9C: sets of four are full"]),
        (LOW, "AH:4", ["AH does not fit JH QH KH: ace above king is not a lay-off here"]),
        (LOW, "2H:4", ["2H does not fit JH QH KH: 2H needs TH 9H 8H 7H 6H 5H 4H 3H first"]),
        (Rules("high"), "AH:4", []),
        (Rules("both"), "2H:4 AH:4", [
            "2H does not fit JH QH KH AH: 2H needs TH 9H 8H 7H 6H 5H 4H 3H first",
        ]),
        (Rules("circular"), "2H:4 AH:4", []),
        (Rules("circular"), "2H:4", ["2H does not fit JH QH KH: 2H needs AH first"]),
        (NO_CHAIN, "7S:1 8S:1", ["8S does not fit 4S 5S 6S as it was spread"]),
        (NO_CHAIN, "9S:2 7S:1", []),
        (LOW, "KD:7 8S:1 3S:1", [
            "KD is not one of the defender's cards",
            "8S does not fit 4S 5S 6S: 8S needs 7S first",
            "3S is not one of the defender's cards",
        ]),
    ],
)  # fmt: skip
def test_declared_faults(rules: Rules, declared: str, faults: list[str]) -> None:
    spread = melds("4S 5S 6S | 9H 9D 9C | TS TH TD TC | JH QH KH")
    held = cards("AS 7S 8S 9S AH 2H 7H")
    found = check_lay_offs(spread, held, lay_offs(declared), rules)
    assert [one.text for one in found] == faults
    assert {one.code for one in found} <= {"lay-off-not-legal"}


def test_ace_below_two() -> None:
    (found,) = check_lay_offs(melds("2H 3H 4H"), cards("AH"), lay_offs("AH:1"), Rules("high"))
    assert found.text == "AH does not fit 2H 3H 4H: ace below two is not a lay-off here"
    assert found.hint_text == "the ace stands above the king (ace_runs: high)"


def test_hint_names_what_is_missing() -> None:
    (found,) = check_lay_offs(melds("4S 5S 6S"), cards("8S"), lay_offs("8S:1"), LOW)
    assert found.hint_text == "lay 7S off on the same meld too, if the defender holds it"


def test_card_of_the_meld_itself() -> None:
    (found,) = check_lay_offs(melds("4S 5S 6S"), cards("5S"), lay_offs("5S:1"), LOW)
    assert found.text == "5S is in 4S 5S 6S already"


@pytest.mark.parametrize("method", EVERY_METHOD)
def test_knocker_melds_must_be_melds(method: str) -> None:
    rules = Rules(layoff_method=method)
    for solve in (best_defence, least_deadwood):
        with pytest.raises(GinscoreError, match="not-a-meld: TS JS KS is neither"):
            solve(melds("TS JS KS"), cards("QS"), rules)
