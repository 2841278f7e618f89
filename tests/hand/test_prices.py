"""The price of a hand: every switch that changes points or boxes, and a naive formula."""

from typing import Any

import pytest
from hand_cases import counted, rules_of
from hypothesis import given
from hypothesis import strategies as st

from ginscore.errors import GinscoreError
from ginscore.hand.facts import Kind, Outcome
from ginscore.hand.judging import dead_hand, decide
from ginscore.hand.prices import Price, is_spade, price
from ginscore.rules.variants import Variant

SPADE, HEART = "7S", "7H"


def lines(worth: Price) -> list[str]:
    return [f"{one.to} {one.rule} {one.points} = {one.why}" for one in worth.items]


def two(kind: Kind, k: int, d: int, upcard: str | None = None, **rules: Any) -> Price:
    """The price of a hand of two players under `modern` and these rules."""
    winner = {"undercut": 1}.get(kind, 0)
    return price(counted(kind, winner, k, d, upcard=upcard), rules_of(**rules))


# --- the formulas of the three schools, by name --------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "k", "d", "formula"),
    [
        ("knock", 4, 17, ["0 difference 13 = 17 − 4"]),
        ("gin", 0, 45, ["0 deadwood 45 = 45", "0 gin_bonus 25 = 25"]),
        ("undercut", 10, 2, ["1 difference 8 = 10 − 2", "1 undercut_bonus 25 = 25"]),
        ("undercut", 5, 5, ["1 undercut_bonus 25 = 25"]),
    ],
)
def test_playgridia_formulas(kind: Kind, k: int, d: int, formula: list[str]) -> None:
    winner = 1 if kind == "undercut" else 0
    assert lines(price(counted(kind, winner, k, d), rules_of("playgridia"))) == formula


@pytest.mark.parametrize(
    ("kind", "k", "d", "points"),
    [
        ("knock", 7, 20, 13),
        ("gin", 0, 30, 25 + 30),
        ("big_gin", 0, 30, 50 + 30),
        ("undercut", 7, 7, 25),
        ("undercut", 7, 4, 25 + 3),
    ],
)
def test_gin_rami_formulas(kind: Kind, k: int, d: int, points: int) -> None:
    winner = 1 if kind == "undercut" else 0
    worth = price(counted(kind, winner, k, d, upcard=HEART), rules_of("gin-rami"))
    assert (worth.points, worth.scores[winner], worth.boxes) == (points, points, 1)


@pytest.mark.parametrize(
    ("kind", "deadwood", "scores"),
    [
        ("knock", (6, 20, 15, 9), (0, 14, 9, 3)),
        ("gin", (0, 20, 15, 9), (0, 45, 40, 34)),
        ("undercut", (8, 5), (8 - 5 + 10, 0)),
        ("undercut", (8, 5, 20), (13, 0, 15)),
        ("undercut", (8, 20, 5, 5), (13, 15, 0, 0)),
        ("undercut", (8, 8, 20), (10, 0, 12)),
    ],
)
def test_rummy_royal_formulas(
    kind: Kind, deadwood: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    worth = price(counted(kind, scores.index(0), *deadwood), rules_of("rummy-royal"))
    assert (worth.scores, worth.points, worth.boxes) == (scores, sum(scores), 0)


# --- every switch --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "k", "d", "rules", "points"),
    [
        ("gin", 0, 30, {"gin_bonus": 20}, 50),
        ("gin", 0, 0, {}, 25),
        ("gin", 0, 30, {"gin_doubles_deadwood": True}, 85),
        ("big_gin", 0, 30, {}, 61),
        ("big_gin", 0, 30, {"big_gin_bonus": 50}, 80),
        ("big_gin", 0, 30, {"gin_doubles_deadwood": True}, 91),
        ("gin", 0, 30, {"big_gin_bonus": None}, 55),
        ("knock", 4, 17, {"knock_bonus": 15}, 28),
        ("knock", 4, 4, {"knock_bonus": 15, "tie": "knocker"}, 0),
        ("undercut", 9, 7, {"undercut_bonus": 15, "knock_bonus": 15}, 17),
        ("undercut", 9, 9, {"tie_bonus": 10}, 10),
        ("undercut", 9, 9, {"tie_bonus": 0}, 0),
        ("undercut", 9, 8, {"tie_bonus": 10}, 26),
    ],
)
def test_switch(kind: Kind, k: int, d: int, rules: dict[str, Any], points: int) -> None:
    assert two(kind, k, d, **rules).points == points


@pytest.mark.parametrize(
    ("spade_doubles", "points"), [("no", 55), ("points", 85), ("all", 110), ("all_and_boxes", 110)]
)
def test_spade_doubles_gin(spade_doubles: str, points: int) -> None:
    assert two("gin", 0, 30, SPADE, spade_doubles=spade_doubles).points == points
    assert two("gin", 0, 30, HEART, spade_doubles=spade_doubles).points == 55
    assert two("gin", 0, 30, None, spade_doubles=spade_doubles).points == 55


@pytest.mark.parametrize(
    ("kind", "k", "d", "rules", "added"),
    [
        ("knock", 4, 17, {"knock_bonus": 15}, {"points": 13, "all": 28}),
        ("undercut", 9, 7, {}, {"points": 2, "all": 27}),
        ("undercut", 9, 9, {"tie_bonus": 10}, {"points": 0, "all": 10}),
        ("big_gin", 0, 30, {}, {"points": 30, "all": 61}),
        # Doubled deadwood is doubled again.
        ("gin", 0, 30, {"gin_doubles_deadwood": True}, {"points": 60, "all": 85}),
    ],
)
def test_what_a_spade_adds(
    kind: Kind, k: int, d: int, rules: dict[str, Any], added: dict[str, int]
) -> None:
    for spade_doubles, points in added.items():
        worth = two(kind, k, d, SPADE, spade_doubles=spade_doubles, **rules)
        assert [one.points for one in worth.items if one.rule == "spade_doubles"] == (
            [points] if points else []
        )


def test_arithmetic_of_a_doubled_hand() -> None:
    worth = two("gin", 0, 30, SPADE, spade_doubles="all", gin_doubles_deadwood=True)
    assert lines(worth) == [
        "0 deadwood 60 = 2 × 30",
        "0 gin_bonus 25 = 25",
        "0 spade_doubles 85 = 2 × 85 − 85",
    ]


def test_spade_doubles_each_penalty() -> None:
    variant = rules_of("rummy-royal", spade_doubles="points")
    worth = price(counted("gin", 0, 0, 20, 15, upcard=SPADE), variant)
    assert worth.scores == (0, 20 + 25 + 20, 15 + 25 + 15)


@pytest.mark.parametrize(
    ("kind", "spade_doubles", "upcard", "boxes"),
    [
        ("knock", "no", SPADE, 1),
        ("gin", "no", SPADE, 3),
        ("gin", "all", SPADE, 3),
        ("gin", "all_and_extra_boxes", SPADE, 1 + 2 * 2),
        ("gin", "all_and_boxes", SPADE, (1 + 2) * 2),
        ("gin", "all_and_boxes", HEART, 3),
        ("gin", "all_and_extra_boxes", None, 3),
        ("undercut", "all_and_boxes", SPADE, 4),
        ("big_gin", "all_and_extra_boxes", SPADE, 9),
        ("knock", "all_and_boxes", SPADE, 2),
        ("knock", "all_and_extra_boxes", SPADE, 1),
    ],
)
def test_boxes(kind: Kind, spade_doubles: str, upcard: str | None, boxes: int) -> None:
    kisses = {"gin": 2, "big_gin": 4, "undercut": 1}
    worth = two(kind, 9, 12, upcard, spade_doubles=spade_doubles, extra_boxes=kisses)
    assert (worth.boxes, worth.extra_boxes) == (boxes, boxes - 1)


def test_a_partnership_doubles_extra_boxes_only() -> None:
    variant = rules_of("partnership", spade_doubles="all_and_boxes", extra_boxes=2)
    worth = price(counted("gin", 0, 0, 30, upcard=SPADE), variant)
    assert (worth.boxes, worth.extra_boxes) == (1 + 2 * 2, 4)


@pytest.mark.parametrize("rules", [{"tie": "no_score"}, {"layoff_on_gin": "zero_cancels"}])
def test_no_box_where_nobody_won(rules: dict[str, Any]) -> None:
    worth = price(counted("gin", None, 0, 0), rules_of(**rules, extra_boxes=2))
    assert worth == Price((), (0, 0), 0, 0, 0)


def test_a_tie_won_by_the_knocker_is_a_box_without_points() -> None:
    worth = two("knock", 5, 5, tie="knocker", extra_boxes=2)
    assert worth == Price((), (0, 0), 0, 1, 0)


def test_zero_cancels_spares_only_the_defender_at_zero() -> None:
    variant = rules_of("rummy-royal", layoff_on_gin="zero_cancels")
    assert price(counted("gin", 0, 0, 0, 12), variant).scores == (0, 0, 37)


def test_knock_bonus_as_penalty() -> None:
    variant = rules_of("rummy-royal", knock_bonus=15)
    assert price(counted("knock", 0, 5, 9, 20), variant).scores == (0, 19, 30)


def test_dead_hand_is_worth_nothing() -> None:
    assert price(dead_hand(rules_of()), rules_of()) == Price((), (), 0, 0, 0)
    with pytest.raises(GinscoreError, match="dead-hand-impossible"):
        dead_hand(rules_of("rummy-royal"))


def test_is_spade() -> None:
    spades = [card for card in range(52) if is_spade(1 << card)]
    assert spades == list(range(13))
    assert not is_spade(None)


# --- a naive formula that shares nothing with the program ----------------------------------------


def naive_two(k: int, d: int, big: bool, spade: bool, rules: Variant) -> tuple[int, int]:
    """Points of (knocker, defender), written out from the rules one by one."""
    double = 2 if spade and rules.spade_doubles != "no" else 1
    double_bonus = 2 if spade and rules.spade_doubles not in ("no", "points") else 1
    if k == 0:
        if rules.layoff_on_gin == "zero_cancels" and d == 0:
            return 0, 0
        bonus = rules.gin_bonus
        if big and rules.big_gin_bonus is not None:
            bonus = rules.big_gin_bonus
        twice = 2 if rules.gin_doubles_deadwood else 1
        return twice * d * double + bonus * double_bonus, 0
    if d > k:
        return (d - k) * double + rules.knock_bonus * double_bonus, 0
    if d < k:
        return 0, (k - d) * double + rules.undercut_bonus * double_bonus
    if rules.tie == "undercut":
        bonus = rules.undercut_bonus if rules.tie_bonus is None else rules.tie_bonus
        return 0, bonus * double_bonus
    return 0, 0


VARIANTS = st.builds(
    rules_of,
    gin_bonus=st.integers(0, 50),
    big_gin_bonus=st.none() | st.integers(0, 60),
    undercut_bonus=st.integers(0, 30),
    tie=st.sampled_from(["undercut", "knocker", "no_score"]),
    tie_bonus=st.none() | st.integers(0, 20),
    knock_bonus=st.integers(0, 15),
    gin_doubles_deadwood=st.booleans(),
    spade_doubles=st.sampled_from(["no", "points", "all", "all_and_extra_boxes", "all_and_boxes"]),
    layoff_on_gin=st.sampled_from(["no", "yes", "zero_cancels"]),
)
DEADWOOD = st.integers(0, 12) | st.integers(0, 100)


def judged(k: int, ds: list[int], big: bool, upcard: str | None, variant: Variant) -> Outcome:
    kind, winner = decide(k, ds, big, variant)
    return counted(kind, winner, k, *ds, upcard=upcard)


@given(DEADWOOD, DEADWOOD, st.booleans(), st.sampled_from([None, SPADE, HEART]), VARIANTS)
def test_two_sides_like_the_naive_formula(
    k: int, d: int, big: bool, upcard: str | None, variant: Variant
) -> None:
    worth = price(judged(k, [d], big, upcard, variant), variant)
    assert worth.scores == naive_two(k, d, big, upcard == SPADE, variant)


@given(
    DEADWOOD,
    st.lists(DEADWOOD, min_size=1, max_size=3),
    st.booleans(),
    st.sampled_from([None, SPADE]),
    VARIANTS,
    st.sampled_from(["winner", "penalty"]),
)
def test_items_sum_to_the_scores(
    k: int, ds: list[int], big: bool, upcard: str | None, variant: Variant, scoring: str
) -> None:
    if len(ds) > 1 or scoring == "penalty":
        variant = rules_of("rummy-royal").model_copy(update={**dict(variant), "scoring": "penalty"})
    worth = price(judged(k, ds, big, upcard, variant), variant)
    sums = [0] * (1 + len(ds))
    for item in worth.items:
        sums[item.to] += item.points
        arithmetic = item.why.replace("×", "*").replace("−", "-")
        assert item.points == eval(arithmetic)
        assert item.points > 0
    assert worth.scores == tuple(sums)
    assert worth.points == sum(sums)
    assert worth.boxes >= worth.extra_boxes >= 0


@given(DEADWOOD, st.lists(DEADWOOD, min_size=1, max_size=3))
def test_penalties_like_the_naive_formula(k: int, ds: list[int]) -> None:
    """Knock D − K, gin D + 25, undercut: own − lowest, and 10 more for the knocker."""
    variant = rules_of("rummy-royal")
    low = min(ds)
    if k == 0:
        expected = [0, *(d + 25 for d in ds)]
    elif low <= k:
        expected = [k - low + 10, *(d - low for d in ds)]
    else:
        expected = [0, *(d - k for d in ds)]
    outcome = judged(k, ds, False, None, variant)
    assert list(price(outcome, variant).scores) == expected
    assert outcome.winner == expected.index(0)
