"""What a referee warns of without being asked."""

from typing import Any

import pytest
from hand_cases import DEFENDER, GIN, MODERN, SPREAD, codes_of, faults_of, judge, rules_of

from ginscore.errors import GinscoreError
from ginscore.hand.facts import check_name, check_names, fold_name
from ginscore.hand.prices import price
from ginscore.hand.reading import parse_lay_offs
from ginscore.hand.warnings import most_deadwood, warn_unusual_points
from ginscore.rules.presets import PRESETS


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


# Numbers that cannot be


@pytest.mark.parametrize(
    ("counts", "rules", "said"),
    [
        # K K Q Q J J T T 9 9 are 98, and nothing in them is a meld.
        (("4", "98"), {}, []),
        (("4", "99"), {}, ["deadwood 99 is counted as told, but 10 cards leave 98 at most"]),
        (("gin", "110"), {"preset": "round-the-corner"}, []),
        (("gin", "111"), {"preset": "round-the-corner"}, ["10 cards leave 110 at most"]),
        # Seven cards each: K K Q Q J J T.
        (("4", "70", "71"), {"preset": "rummy-royal"}, ["7 cards leave 70 at most"]),
        (("99", "5"), {"knock_limit": 100}, ["10 cards leave 98 at most"]),
    ],
)
def test_more_deadwood_than_the_cards_can_leave(
    counts: tuple[str, ...], rules: dict[str, Any], said: list[str]
) -> None:
    outcome = judge(*counts, variant=rules_of(**rules))
    assert [one.code for one in outcome.warnings] == ["unusual-points"] * len(said)
    for warning, text in zip(outcome.warnings, said, strict=True):
        assert text in warning.text


@pytest.mark.parametrize(
    ("kind", "scores", "rules", "said"),
    [
        ("gin", (25, 0), {}, ""),
        ("gin", (5, 0), {}, "5 points are recorded, but gin scores 25 to 123 here"),
        ("gin", (124, 0), {}, "gin scores 25 to 123"),
        ("gin", (246, 0), {"spade_doubles": "all"}, ""),
        ("gin", (221, 0), {"spade_doubles": "points"}, ""),
        ("gin", (222, 0), {"spade_doubles": "points"}, "gin scores 25 to 221"),
        ("gin", (221, 0), {"gin_doubles_deadwood": True}, ""),
        ("gin", (0, 20), {"preset": "round-the-corner"}, "gin scores 21 to 130"),
        ("undercut", (0, 3), {}, "undercut scores 25 to 35"),
        ("undercut", (0, 10), {"tie_bonus": 10}, ""),
        ("undercut", (0, 25), {"tie": "knocker"}, "undercut scores 26 to 35"),
        ("undercut", (0, 25), {"tie_bonus": 40}, "undercut scores 26 to 40"),
        ("knock", (97, 0), {}, ""),
        ("knock", (98, 0), {}, "knock scores 1 to 97"),
        ("knock", (0, 0), {"tie": "knocker"}, ""),
        ("knock", (14, 0), {"knock_bonus": 15}, "knock scores 16 to 112"),
        (None, (1, 0), {}, ""),
        (None, (130, 0), {}, "hand scores 1 to 129"),
        (None, (20, 0), {"preset": "straight"}, "hand scores 25 to 129"),
        ("big_gin", (40, 0), {"preset": "classic"}, "classic does not play big_gin"),
        ("knock", (30, 0), {"preset": "straight"}, "straight does not play knock"),
        # How many cards three hold is not known where two play.
        ("gin", (300, 0, 0), {}, ""),
        (None, (5, 20, 0), {"preset": "rummy-royal"}, ""),
        (None, (5, 20, 9), {"preset": "rummy-royal"}, "somebody has 0"),
        (None, (0, 0, 0), {"preset": "rummy-royal"}, ""),
        ("gin", (0, 20, 30), {"preset": "rummy-royal"}, "20 points are recorded, but gin"),
    ],
)
def test_points_that_no_hand_gives(
    kind: str | None, scores: tuple[int, ...], rules: dict[str, Any], said: str
) -> None:
    warnings = [*warn_unusual_points(kind, scores, rules_of(**rules))]
    assert [one.code for one in warnings] == ["unusual-points"] * bool(said)
    assert all(said in one.text for one in warnings)


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_hand_scores_is_never_unusual(name: str) -> None:
    """Counts up to the most, under the rules of the preset and some house rules."""
    changes: list[dict[str, object]] = [
        {}, {"tie": "knocker"}, {"tie": "no_score"}, {"tie_bonus": 3}, {"knock_bonus": 15},
        {"gin_doubles_deadwood": True}, {"spade_doubles": "points"}, {"spade_doubles": "all"},
    ]  # fmt: skip
    for change in changes:
        variant = rules_of(name, **change)
        limit = variant.knock_limit if isinstance(variant.knock_limit, int) else 10
        most = most_deadwood(10, variant.ace_points)
        for knocker in range(limit + 1):
            for defender in (*range(limit + 1), most - 1, most):
                upcard = None if variant.spade_doubles == "no" else "TS"
                outcome = judge(f"{knocker}", f"{defender}", variant=variant, upcard=upcard)
                scores = price(outcome, variant).scores
                # A hand that nobody won has no points to be written down.
                if outcome.winner is not None:
                    assert not [*warn_unusual_points(outcome.kind, scores, variant)]
                    assert not [*warn_unusual_points(None, scores, variant)]


@pytest.mark.parametrize("name", ["A\x07nn", "A\u202enn"])
def test_what_a_terminal_would_obey_is_not_shown_in_a_refused_name(name: str) -> None:
    (message,) = check_name(name)
    assert (message.code, message.fields["name"]) == ("bad-name", "A\N{REPLACEMENT CHARACTER}nn")


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Ann", "ann", True),
        ("Ann", "A\u200bnn", True),
        ("Ann", "Ａｎｎ", True),
        ("Zoé", "ZOE\u0301", True),
        ("Ann", "Anna", False),
        ("Ann", "Änn", False),
    ],
)
def test_which_names_are_one(name: str, other: str, same: bool) -> None:
    assert (fold_name(name) == fold_name(other)) is same
    assert [message.code for message in check_names([name, other])] == ["duplicate-name"] * same


def test_a_name_that_nobody_sees() -> None:
    for name in ("\u200b\u3164", "\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef"):
        assert [message.code for message in check_name(name)] == ["bad-name"]


def test_lay_offs_without_end_are_refused_as_a_whole() -> None:
    with pytest.raises(GinscoreError) as refused:
        parse_lay_offs("7C:1 " * 401)
    assert len(parse_lay_offs("7C:1".ljust(2_000))) == 1
    assert refused.value.code == "bad-lay-off"
