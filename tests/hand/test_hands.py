"""One hand: knock limits, seats and sizes, what happened, and each side's facts."""

from typing import Any

import pytest
from hand_cases import AGAINST_GIN, DEFENDER, GIN, MODERN, SPREAD, codes_of, judge, rules_of

from ginscore.cards.cards import format_cards
from ginscore.cards.notation import parse_card
from ginscore.hand.facts import allowed_seats, hand_size, knock_limit, side_names

# --- knock limits --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "rules", "upcard", "limit"),
    [
        ("modern", {}, "7D", 10),
        ("oklahoma", {}, "7D", 7),
        ("oklahoma", {}, "QH", 10),
        ("oklahoma", {"ace_upcard": "one"}, "AC", 1),
        ("oklahoma", {}, "AC", 0),
        # An ace is one even where it costs fifteen.
        ("oklahoma", {"ace_upcard": "one", "ace_points": 15}, "AC", 1),
        # Not recorded.
        ("oklahoma", {}, None, None),
    ],
)
def test_knock_limit(
    preset: str, rules: dict[str, Any], upcard: str | None, limit: int | None
) -> None:
    card = None if upcard is None else parse_card(upcard)
    assert knock_limit(rules_of(preset, **rules), card) == limit


# --- seats and hand sizes ------------------------------------------------------------------------


def test_seats_and_hand_sizes() -> None:
    royal, partnership = rules_of("rummy-royal"), rules_of("partnership")
    assert (allowed_seats(MODERN), hand_size(MODERN, 2), hand_size(MODERN, 3)) == ((2,), 10, None)
    assert allowed_seats(royal) == (2, 3, 4)
    assert [hand_size(royal, seats) for seats in (2, 3, 4)] == [10, 7, 7]
    # A pair of a partnership settles its own hand, dealt as for four.
    assert (allowed_seats(partnership), hand_size(partnership, 2)) == ((2,), 10)


def test_side_names() -> None:
    assert side_names(1) == ("knocker",)
    assert side_names(2) == ("knocker", "defender")
    assert side_names(3) == ("knocker", "defender1", "defender2")
    assert side_names(2, ["Ann", "Bob"]) == ("Ann", "Bob")


# --- what happened -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("knocker", "defender", "rules", "kind", "winner"),
    [
        ("4", "17", {}, "knock", 0),
        ("4", "3", {}, "undercut", 1),
        ("4", "4", {}, "undercut", 1),
        ("4", "4", {"tie": "knocker"}, "knock", 0),
        ("4", "4", {"tie": "no_score"}, "knock", None),
        ("0", "0", {}, "gin", 0),
        ("0", "0", {"layoff_on_gin": "zero_cancels"}, "gin", None),
        ("0", "1", {"layoff_on_gin": "zero_cancels"}, "gin", 0),
        ("biggin", "0", {"layoff_on_gin": "zero_cancels"}, "gin", None),
        ("biggin", "1", {"layoff_on_gin": "zero_cancels"}, "big_gin", 0),
        ("gin", "0", {"tie": "no_score"}, "gin", 0),
        ("biggin", "9", {}, "big_gin", 0),
        ("biggin", "9", {"big_gin_bonus": None}, "gin", 0),
        ("AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH", "9", {}, "big_gin", 0),
        (GIN, "9", {}, "gin", 0),
    ],
)
def test_kind_and_winner(
    knocker: str, defender: str, rules: dict[str, Any], kind: str, winner: int | None
) -> None:
    outcome = judge(knocker, defender, variant=rules_of(**rules))
    assert (outcome.kind, outcome.winner) == (kind, winner)


@pytest.mark.parametrize(
    ("deadwood", "tie", "kind", "winner"),
    [
        (("6", "20", "15", "9"), "undercut", "knock", 0),
        (("gin", "20", "15", "9"), "undercut", "gin", 0),
        (("8", "20", "5", "5"), "undercut", "undercut", 2),
        (("8", "20", "8"), "undercut", "undercut", 2),
        (("8", "20", "8"), "knocker", "knock", 0),
        (("8", "20", "8"), "no_score", "knock", 0),
    ],
)
def test_several_defenders(
    deadwood: tuple[str, ...], tie: str, kind: str, winner: int | None
) -> None:
    outcome = judge(*deadwood, variant=rules_of("rummy-royal", tie=tie))
    assert (outcome.kind, outcome.winner) == (kind, winner)


def test_each_defender_lays_off_on_the_original_melds() -> None:
    """The first lays off 7C; the second's 8C fits only 4-7 of clubs, which nobody spread."""
    outcome = judge(
        "[4C 5C 6C] [9S 9H 9D] 2D",
        "7C KS QD TH 2H 4H 6H",
        "8C KH QS TD 3S 5S AH",
        variant=rules_of("rummy-royal"),
    )
    first, second = outcome.defenders
    assert [(format_cards(one.card), one.meld) for one in first.lay_offs] == [("7C", 1)]
    assert second.lay_offs == ()
    assert (first.before - first.deadwood, second.before - second.deadwood) == (7, 0)


def test_lay_off_on_gin() -> None:
    for rule, deadwood, laid in (("no", 18, 0), ("yes", 8, 1), ("zero_cancels", 8, 1)):
        (facts,) = judge(GIN, AGAINST_GIN, variant=rules_of(layoff_on_gin=rule)).defenders
        assert (facts.deadwood, facts.before, len(facts.lay_offs)) == (deadwood, 18, laid)


def test_gin_cancelled_by_a_lay_off() -> None:
    """All is melded but the ten of hearts, which the knocker's run takes."""
    variant = rules_of("round-the-corner", ace_points=1)
    outcome = judge(GIN, "9S TS JS QS KS AC 2C 3C 4C TH", variant=variant)
    assert (outcome.kind, outcome.winner, outcome.defenders[0].deadwood) == ("gin", None, 0)


@pytest.mark.parametrize(
    ("form", "deadwood", "before", "best", "basis"),
    [
        ("17", 17, 17, 17, "count"),
        ("[9S 9H 9D] [2H 3H 4H] =17", 17, 17, 17, "declared"),
        ("7C 3C QS 5D ...", 15, 25, 15, "declared"),
        ("[9S 9H 9D] [2H 3H 4H] 7C 3C QS 5D", 15, 25, 15, "declared"),
        ("[9S 9H 9D] 2H 3H 4H 7C 3C QS 5D", 24, 34, 15, "declared"),
        (DEFENDER, 15, 25, 15, "cards"),
    ],
)
def test_forms_of_a_defender(form: str, deadwood: int, before: int, best: int, basis: str) -> None:
    (facts,) = judge(SPREAD, form, variant=MODERN).defenders
    assert (facts.deadwood, facts.before, facts.best, facts.basis) == (
        deadwood,
        before,
        best,
        basis,
    )


@pytest.mark.parametrize(
    ("form", "deadwood", "basis"),
    [
        ("3", 3, "count"),
        ("3D ...", 3, "declared"),
        ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", 3, "declared"),
        (SPREAD, 3, "declared"),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", 3, "cards"),
    ],
)
def test_forms_of_a_knocker(form: str, deadwood: int, basis: str) -> None:
    knocker = judge(form, "20", variant=MODERN).knocker
    assert knocker is not None
    assert (knocker.deadwood, knocker.basis) == (deadwood, basis)


@pytest.mark.parametrize(
    ("declared", "deadwood", "laid"),
    [
        (None, 15, ["7C", "3C"]),
        ("", 25, []),
        ("3C:2", 22, ["3C"]),
        ("3C:2, 7C>2", 15, ["3C", "7C"]),
    ],
)
@pytest.mark.parametrize("form", [DEFENDER, "[9S 9H 9D] [2H 3H 4H] 7C 3C QS 5D", "7C 3C QS 5D ..."])
def test_declared_lay_offs(form: str, declared: str | None, deadwood: int, laid: list[str]) -> None:
    outcome = judge(SPREAD, form, variant=MODERN, lay_offs=(declared,))
    (facts,) = outcome.defenders
    assert (facts.deadwood, facts.before, facts.best) == (deadwood, 25, 15)
    assert sorted(format_cards(one.card) for one in facts.lay_offs) == sorted(laid)
    assert codes_of(outcome) == (["better-defence"] if deadwood > 15 else [])
