"""What a referee warns of without being asked."""

from typing import Any

import pytest
from hand_cases import DEFENDER, GIN, MODERN, SPREAD, codes_of, faults_of, judge, rules_of

from ginscore.errors import GinscoreError
from ginscore.hand.prices import price


def warned(knocker: str, *defenders: str, variant: Any = MODERN, **more: Any) -> list[str]:
    outcome = judge(knocker, *defenders, variant=variant, **more)
    return [f"{one.where}: {one.code}: {one.text}" for one in outcome.warnings]


POOR = "[2H 3H 4H] [8C 9C TC] 4S 4D AS AD"


def test_better_arrangement_counts_as_declared() -> None:
    assert warned(POOR, "40") == [
        (
            "knocker: better-arrangement: declared with 10, which counts, "
            "but [4S 4H 4D] [8C 9C TC] would leave 7"
        )
    ]


def test_better_arrangement_is_replaced() -> None:
    variant = rules_of(knocker_melds="best")
    assert warned(POOR, "40", variant=variant) == [
        (
            "knocker: better-arrangement: declared with 10, "
            "replaced by [4S 4H 4D] [8C 9C TC], which leaves 7"
        )
    ]
    outcome = judge(POOR, "40", variant=variant)
    assert outcome.knocker is not None
    assert (outcome.knocker.deadwood, outcome.knocker.basis) == (7, "cards")


def test_loose_cards_that_hold_a_meld() -> None:
    for rule, deadwood in (("declared", 6), ("best", 0)):
        outcome = judge("2S 2H 2D ...", "40", variant=rules_of(knocker_melds=rule))
        assert outcome.knocker is not None
        assert (outcome.knocker.deadwood, outcome.knocker.melds) == (deadwood, ())
        assert codes_of(outcome) == ["better-arrangement"]


def test_a_false_spread_that_hides_gin_stays_a_knock() -> None:
    outcome = judge("[2S 3S 4S 5S 6S 7S] 8S [JH QH KH]", "20", variant=MODERN)
    assert (outcome.kind, codes_of(outcome)) == ("knock", ["better-arrangement"])


# Two spreads leave 10; on the twos and 3-5 of diamonds the defender keeps 12, on the fours 8.
CHOICE = "2S 4S AH 2D 3D 4D 5D AC 2C 4C"
AGAINST_CHOICE = "AS 3S 7S 2H 4H 7H AD 7D 3C 7C"


def test_arrangement_matters() -> None:
    outcome = judge(CHOICE, AGAINST_CHOICE, variant=MODERN)
    assert (outcome.kind, price(outcome, MODERN).points) == ("knock", 2)
    (said,) = outcome.warnings
    assert (said.where, said.code) == ("knocker", "arrangement-matters")
    assert said.text == (
        "scored as [2S 2D 2C] [3D 4D 5D], best for the knocker: knock, points 2; "
        "as [2S 2D 2C] [4S 4D 4C] it would be: undercut, points 27"
    )


def test_arrangement_does_not_matter_to_a_count() -> None:
    assert codes_of(judge(CHOICE, "12", variant=MODERN)) == []


def test_declared_lay_offs_tell_the_arrangement() -> None:
    outcome = judge(CHOICE, AGAINST_CHOICE, variant=MODERN, lay_offs=("2H:1 4H:2",))
    assert (outcome.kind, outcome.defenders[0].deadwood) == ("undercut", 8)
    assert codes_of(outcome) == []
    with pytest.raises(GinscoreError) as caught:
        judge(CHOICE, AGAINST_CHOICE, variant=MODERN, lay_offs=("2H:1 4H:1",))
    assert faults_of(caught.value) == [("defender", "lay-off-not-legal")]


def test_arrangement_that_costs_the_others_most() -> None:
    """As penalties the knocker gets 0 either way: the others' sum decides."""
    variant = rules_of("rummy-royal")
    others = ("TS QS TH 5D 6D KD QC", "5S 6S 7S 9D 2C 5C 7C")
    outcome = judge("AS 2S 2H 5H AD 2D 3D", *others, variant=variant)
    assert price(outcome, variant).scores == (0, 51, 13)
    assert [one.text for one in outcome.warnings] == [
        (
            "scored as [AD 2D 3D], best for the knocker: knock, points 64; "
            "as [2S 2H 2D] it would be: knock, points 62"
        )
    ]


def test_lay_offs_unknown() -> None:
    said = [
        (
            "defender: lay-offs-unknown: "
            "the knocker's melds are not known: nothing is laid off, deadwood stays 25"
        )
    ]
    for knocker in ("3", "3D ..."):
        assert warned(knocker, DEFENDER) == said
        assert warned(knocker, "7C 3C QS 5D ...") == said
    assert warned("3", "25") == warned("0", DEFENDER) == []
    # Where all of a defender's cards are melded nothing is missed.
    assert warned("3", "9S 9H 9D 2H 3H 4H 7C 8C 9C TC") == []
    assert warned("0", DEFENDER, variant=rules_of(layoff_on_gin="yes")) == said


def test_knock_limit_unknown() -> None:
    variant = rules_of(knock_limit="upcard")
    assert codes_of(judge("7", "20", variant=variant)) == ["knock-limit-unknown"]
    assert codes_of(judge("7", "20", variant=variant, upcard="9H")) == []
    assert codes_of(judge("gin", "20", variant=variant)) == []
    assert codes_of(judge("biggin", "20", variant=variant)) == []


def test_upcard_unknown() -> None:
    variant = rules_of(spade_doubles="points")
    assert codes_of(judge("gin", "20", variant=variant)) == ["upcard-unknown"]
    assert codes_of(judge("gin", "20", variant=variant, upcard="9H")) == []


BREAK_MELD = "[KS KC KD] [5S 6S 7S] [9C TC JC] JD"
EIGHTS = "2S AC 2C 2D 2H 8S 9S 7C 8C 8D"


@pytest.mark.parametrize(
    ("knocker", "defender", "more", "text"),
    [
        (
            BREAK_MELD,
            EIGHTS,
            {"variant": rules_of(layoff_method="own_melds_first")},
            (
                "left with 17, but 9 was possible: lay off 8S → [5S 6S 7S], 9S → [5S 6S 7S], "
                "8C → [9C TC JC], 7C → [9C TC JC], meld [2S 2H 2D 2C]"
            ),
        ),
        (
            SPREAD,
            "7C 3C QS 5D ...",
            {"lay_offs": ("3C:2",)},
            "left with 22, but 15 was possible: lay off 7C → [7S 7H 7D], 3C → [4C 5C 6C]",
        ),
        (
            GIN,
            "[9S TS JS QS KS] AC 2C 3C 8H TH",
            {},
            "left with 24, but 18 was possible: meld [9S TS JS QS KS] [AC 2C 3C]",
        ),
    ],
)
def test_better_defence(knocker: str, defender: str, more: dict[str, Any], text: str) -> None:
    (said,) = warned(knocker, defender, **more)
    assert said == f"defender: better-defence: {text}"
