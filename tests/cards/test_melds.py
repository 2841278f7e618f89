"""Melds and the least deadwood: worked hands, the recorded facts, the naive oracle."""

from itertools import combinations
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_cases import ACE_RUNS, EVERY_ACE, HANDS, LOW, Rules, cards, names, pairs, read_rows

from ginscore.cards.cards import DECK, NAMES, each_card, format_cards
from ginscore.cards.melds import (
    all_runs,
    arrangements,
    best_arrangement,
    count_points,
    deadwood,
    deadwood_of,
    discards,
    is_meld,
    is_run,
    is_set,
    meld_cards,
)
from ginscore.cards.solver import suit_tables

ROWS = read_rows("deadwood.jsonl")

# Hands of rule books, apps and players' disputes.
WORKED = [
    ("TC QC 4D 9D 4H 9H JH 4S 5S 6S", "low", 1, 56, "the run 4-5-6 beats the set of fours"),
    ("AC 2C 3C 4C 5D 6D 7D 9H TH JH", "low", 1, 0, "4 + 3 + 3"),
    ("AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH", "low", 1, 0, "eleven cards, 3 + 4 + 4"),
    ("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH", "low", 1, 0, "eleven cards, 3 + 3 + 5"),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC", "low", 1, 0, "eleven cards of one suit"),
    ("AC 4C 7C 2D 8D JD 3H 5H QH 6S KS", "low", 1, 66, "no meld"),
    ("AC 2C 3C 2D TD JD 5H QH 9S KS", "low", 1, 56, "one run"),
    ("AC 2C 3C 4D 5D 6D 7H 8H 9H TS", "low", 1, 10, "three runs and a ten"),
    ("4H 5H 6H 8C 9C TC QS QH QD 5S AS", "low", 1, 6, "eleven cards, nothing discarded"),
    ("QC KC AC 2C 3C 5D 5H 5S 9D 2S", "circular", 1, 11, "Q-K-A-2-3 round the corner"),
    ("QC KC AC 2C 3C 5D 5H 5S 9D 2S", "low", 1, 31, "the same cards, ace low"),
    ("QC KC AC 2C 3C 5D 5H 5S 9D 2S", "high", 1, 16, "the same cards, ace high"),
    ("QC KC AC 2C 3C 5D 5H 5S 9D 2S", "both", 1, 16, "the same cards, either end, no wrap"),
    ("AS AH 9D 4C 5C 6C KD KH KS 2D", "low", 1, 13, "two aces and a nine"),
    ("AS AH 9D 4C 5C 6C KD KH KS 2D", "circular", 15, 41, "the same, an ace counts 15"),
    ("3S 3C 3H 7S 7D 7H TD JD QH KD", "low", 1, 40, "10-J-K is no run"),
    ("6H QH QC 5H KD KH 7H KC 4H QD", "low", 1, 0, "gin"),
    ("TC 2H 3H 2S TD 5H 3S 4H 4S TS", "low", 1, 0, "gin"),
    ("7H 8H 9H 9D 9C", "low", 1, 15, "a card is in one meld only"),
    ("5S 5H 5D 5C 6C 7C", "low", 1, 0, "three fives stay, one joins the run"),
    ("KS AS 2S", "low", 1, 13, "no corner"),
    ("KS AS 2S", "both", 1, 13, "either end is no corner"),
    ("KS AS 2S", "circular", 1, 0, "round the corner"),
    ("KS 6D AC", "low", 1, 17, "a sum"),
    ("AS 2S 3S QS KS", "both", 15, 5, "one ace for two runs: the dearer cards are melded"),
    ("AS 2S 3S QS KS KH KD 2H 2D", "both", 15, 14, "three kings give the ace to the twos"),
    ("AS 2S 3S QS KS KH KD 2H 2D", "both", 1, 14, "the same, an ace counts 1"),
]


@pytest.mark.parametrize(("hand", "ace_runs", "ace_points", "points", "why"), WORKED)
def test_worked_hand(hand: str, ace_runs: str, ace_points: int, points: int, why: str) -> None:
    rules = Rules(ace_runs, ace_points)
    assert deadwood(cards(hand), rules) == points, why
    assert best_arrangement(cards(hand), rules).points == points, why


@pytest.mark.parametrize(
    ("key", "ace_runs"),
    [("deadwood", "low"), ("deadwood_circular", "circular"), ("deadwood_ace_high_or_low", "both")],
)
def test_recorded_deadwood(key: str, ace_runs: str) -> None:
    solve = deadwood_of(Rules(ace_runs))
    assert [row["id"] for row in ROWS if solve(hand_of(row)) != row[key]] == []


def test_recorded_number_of_arrangements() -> None:
    for row in ROWS:
        found = arrangements(hand_of(row), LOW)
        assert len(found) == row["n_optimal_merged"], row
        assert len({one.loose for one in found}) == row["n_optimal_leftovers"], row


def test_recorded_discards() -> None:
    rows = [row for row in ROWS if "best_discards" in row]
    assert len(rows) == 942
    for row in rows:
        found = discards(hand_of(row), LOW)
        best = found[0][1]
        assert best == row["best_after_discard"], row
        assert {names(one) for one, left in found if left == best} == set(row["best_discards"])


def hand_of(row: dict[str, Any]) -> int:
    return cards(" ".join(row["hand"]))


def test_discards_of_eleven() -> None:
    found = discards(cards("4H 5H 6H 8C 9C TC QS QH QD 5S AS"), LOW)
    assert [(names(one), left) for one, left in found[:2]] == [("5S", 1), ("AS", 5)]
    assert len(found) == 11
    assert [left for _, left in found] == sorted(left for _, left in found)


# --- What is a meld ---


@pytest.mark.parametrize(
    ("meld", "where"),
    [
        ("AS 2S 3S", "low both circular"),
        ("QS KS AS", "high both circular"),
        ("KS AS 2S", "circular"),
        ("QS KS AS 2S 3S", "circular"),
        ("AS 2S 3S KS", "circular"),
        ("JS QS KS AC", ""),
        ("AS AC AD 2S", ""),
        ("AS AC AD", "low high both circular"),
        ("AS AC AD AH", "low high both circular"),
        ("AS AC", ""),
        ("9H TH JH QH KH", "low high both circular"),
        ("9H TH QH", ""),
        ("9H TH", ""),
        ("TD JD KD", ""),
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "low high both circular"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "low high both circular"),
        ("AS 2S 3S 4S 5S 6S 8S 9S TS JS QS KS", "circular"),
        ("", ""),
    ],
)
def test_what_is_a_meld(meld: str, where: str) -> None:
    mask = cards(meld)
    assert [one for one in ACE_RUNS if is_meld(mask, Rules(one))] == where.split()
    alike = len({name[0] for name in meld.split()}) == 1
    assert is_set(mask) == (bool(where) and alike)
    assert [one for one in ACE_RUNS if is_run(mask, Rules(one))] == (
        [] if is_set(mask) else where.split()
    )


def test_number_of_melds() -> None:
    hand = cards("4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D")
    sets = [
        sum(some) for n in (3, 4) for some in combinations(each_card(DECK), n) if is_set(sum(some))
    ]
    runs = all_runs("low")
    short = [run for run in runs if run.bit_count() <= 5]
    assert (len(sets), len(runs), len(sets) + len(short)) == (65, 264, 185)
    assert len([meld for meld in (*sets, *short) if meld & hand == meld]) == 14


@pytest.mark.parametrize(
    ("meld", "ace_runs", "shown"),
    [
        ("7D 7S 7H", "low", "7S 7H 7D"),
        ("AC AS AH AD", "circular", "AS AH AD AC"),
        ("4C 6C 5C", "low", "4C 5C 6C"),
        ("AC 2C 3C", "both", "AC 2C 3C"),
        ("QC KC AC", "high", "QC KC AC"),
        ("QC KC AC", "both", "QC KC AC"),
        ("KC AC 2C", "circular", "KC AC 2C"),
        ("AC 2C 3C QC KC", "circular", "QC KC AC 2C 3C"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "low", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"),
        (
            "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
            "high",
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        ),
    ],
)
def test_showing_order(meld: str, ace_runs: str, shown: str) -> None:
    assert " ".join(map(names, meld_cards(cards(meld), Rules(ace_runs)))) == shown


# --- Arrangements ---


@pytest.mark.parametrize(
    ("hand", "ace_runs", "found"),
    [
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", "low", ["7S 7H 7D | 4C 5C 6C | JH QH KH"]),
        ("3S 4S 5S 6S 7S 8S", "low", ["3S 4S 5S 6S 7S 8S"]),
        ("2S 3S 4S QS KS AS", "circular", ["QS KS AS 2S 3S 4S"]),
        ("2S 3S 4S QS KS AS", "both", ["2S 3S 4S | QS KS AS"]),
        ("AS 2S 3S JS QS KS", "circular", ["JS QS KS AS 2S 3S"]),
        ("AS 2S 3S JS QS KS", "both", ["AS 2S 3S | JS QS KS"]),
        # The ace goes to either run.
        ("AS 2S 3S 4S JS QS KS", "both", ["AS 2S 3S 4S | JS QS KS", "2S 3S 4S | JS QS KS AS"]),
        ("7S 7H 7C 8C 9C", "low", ["7C 8C 9C"]),
        ("KS KH KD QD JD", "low", ["JD QD KD", "KS KH KD"]),
        (
            "7S 8S 9S TS 7H 8H 9H TH 7D 8D 9D TD",
            "low",
            [
                "7S 7H 7D | 8S 8H 8D | 9S 9H 9D | TS TH TD",
                "7S 7H 7D | 8S 9S TS | 8H 9H TH | 8D 9D TD",
                "7S 8S 9S | 7H 8H 9H | 7D 8D 9D | TS TH TD",
                "7S 8S 9S TS | 7H 8H 9H TH | 7D 8D 9D TD",
            ],
        ),
        ("", "low", [""]),
        ("AS KH", "low", [""]),
    ],
)
def test_arrangements(hand: str, ace_runs: str, found: list[str]) -> None:
    rules = Rules(ace_runs)
    texts = [
        " | ".join(" ".join(map(names, meld_cards(meld, rules))) for meld in one.melds)
        for one in arrangements(cards(hand), rules)
    ]
    assert sorted(" | ".join(sorted(text.split(" | "))) for text in texts) == sorted(
        " | ".join(sorted(text.split(" | "))) for text in found
    )


@pytest.mark.parametrize(
    ("hand", "melds", "loose"),
    [
        ("9S 9H 9D 2S 2H 2D 4C 5C 6C TS", ["2S 2H 2D", "9S 9H 9D", "4C 5C 6C"], "TS"),
        # The four threes are wanted by a run, the nines by none.
        ("9S 9H 9D 3S 3H 3D 3C 4S 5S KC", ["3H 3D 3C", "9S 9H 9D", "3S 4S 5S"], "KC"),
    ],
)
def test_sets_come_first_and_by_rank(hand: str, melds: list[str], loose: str) -> None:
    best = best_arrangement(cards(hand), LOW)
    assert [format_cards(meld) for meld in best.melds] == melds
    assert (format_cards(best.loose), best.points) == (loose, 10)


# --- Against the naive oracle ---


@pytest.mark.parametrize("rules", EVERY_ACE)
@settings(max_examples=60)
@given(hand=HANDS)
def test_against_the_oracle(rules: Rules, hand: int) -> None:
    by_pairs = pairs(hand)
    least = oracle.deadwood(by_pairs, *rules[:2])
    assert deadwood(hand, rules) == least
    assert count_points(hand, rules) == oracle.count(by_pairs, rules.ace_points)
    found = arrangements(hand, rules)
    for one in found:
        assert sum(one.melds) | one.loose == hand
        assert count_points(one.loose, rules) == one.points == least
    as_pairs = [frozenset(map(pairs, one.melds)) for one in found]
    assert len(set(as_pairs)) == len(found)
    assert set(as_pairs) == oracle.arrangements(by_pairs, *rules[:2])
    assert best_arrangement(hand, rules) == found[0]


@pytest.mark.parametrize("ace_runs", ACE_RUNS)
@given(subset=st.integers(0, 8191))
def test_suit_table(ace_runs: str, subset: int) -> None:
    spades = frozenset((rank, 0) for rank in range(13) if subset >> rank & 1)
    if len(spades) <= 8:
        least = oracle.deadwood(spades, ace_runs, 1)
        assert suit_tables(ace_runs, 1).least[subset] == least


# --- Any mask ---


@pytest.mark.parametrize("rules", EVERY_ACE)
def test_whole_pack(rules: Rules) -> None:
    assert deadwood(DECK, rules) == 0
    best = best_arrangement(DECK, rules)
    assert (sum(best.melds), best.loose, best.points) == (DECK, 0, 0)
    assert deadwood(0, rules) == 0


def test_more_bits_than_a_pack() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="52 bits"):
            deadwood(1 << 60, LOW)


def test_solver_under_other_rules() -> None:
    solve = deadwood_of(LOW)
    assert (solve(cards("KS AS 2S")), solve(cards("KS AS 2S"), Rules("circular"))) == (13, 0)


@pytest.mark.parametrize("rules", EVERY_ACE)
@settings(max_examples=60)
@given(missing=st.sets(st.sampled_from(range(52)), max_size=32))
def test_many_cards(rules: Rules, missing: set[int]) -> None:
    mask = DECK & ~sum(1 << bit for bit in missing)
    best = best_arrangement(mask, rules)
    assert all(is_meld(meld, rules) for meld in best.melds)
    assert sum(best.melds) | best.loose == mask
    assert best.points == count_points(best.loose, rules) == deadwood(mask, rules)
    # A card more or less changes the least by its points at most.
    for one in each_card(mask):
        assert best.points <= deadwood(mask ^ one, rules) + count_points(one, rules)


@pytest.mark.parametrize("rules", EVERY_ACE)
@settings(max_examples=15)
@given(missing=st.sets(st.sampled_from(range(20)), min_size=2, max_size=8))
def test_crowded_ranks(rules: Rules, missing: set[int]) -> None:
    """Five neighbouring ranks of all suits, with holes: each set takes cards from runs."""
    ring = [13 * suit + rank for suit in range(4) for rank in (11, 12, 0, 1, 2)]
    hand = sum(1 << bit for at, bit in enumerate(ring) if at not in missing)
    assert deadwood(hand, rules) == memoised_deadwood(hand, rules)


def memoised_deadwood(hand: int, rules: Rules) -> int:
    """The oracle's rules with a memory, for more cards than it can split by itself."""
    known: dict[oracle.Cards, int] = {frozenset(): 0}

    def least(left: oracle.Cards) -> int:
        if left not in known:
            first = min(left)
            melds = oracle.melds_with(first, left, rules.ace_runs)
            loose = oracle.card_points(first, rules.ace_points) + least(left - {first})
            known[left] = min([loose, *(least(left - meld) for meld in melds)])
        return known[left]

    return least(pairs(hand))


def test_names_are_those_of_the_cards() -> None:
    assert names(DECK).split() == list(NAMES)
