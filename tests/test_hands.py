"""One hand: every fault at once, what happened, and what a referee warns of."""

from typing import Any

import pytest
from hand_cases import (
    WORKED,
    codes_of,
    faults_of,
    hand_of,
    judge,
    rules_in,
    rules_of,
    settle,
)

from ginscore.cards.cards import format_cards
from ginscore.cards.notation import parse_card
from ginscore.errors import GinscoreError
from ginscore.hand.checks import UNREAD
from ginscore.hand.claims import check_claims, parse_claim
from ginscore.hand.hands import check_hand, judge_hand
from ginscore.hand.limits import allowed_seats, hand_size, knock_limit
from ginscore.hand.prices import price
from ginscore.hand.sides import side_names

SPREAD = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
DEFENDER = "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
GIN = "[2S 3S 4S 5S 6S 7S 8S] [JH QH KH]"
AGAINST_GIN = "9S TS JS QS KS AC 2C 3C 8H TH"
MODERN = rules_of()


# --- worked hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", WORKED["hand"], ids=lambda row: row["id"])
def test_worked_hand(row: dict[str, Any]) -> None:
    variant = rules_in(row)
    done = settle(row["knocker"], *row["defenders"], variant=variant, upcard=row.get("upcard"))
    assert (done.kind, done.winner, done.points) == (row["kind"], row.get("winner"), row["points"])
    assert done.knocker is not None
    seen = {
        "k": done.knocker.deadwood,
        "d": [one.deadwood for one in done.defenders],
        "before": [one.before_lay_offs for one in done.defenders],
        "best": [one.best for one in done.defenders],
        "boxes": done.boxes,
        "scores": list(done.scores.values()),
    }
    expected = {key: row[key] for key in row.keys() & seen.keys()}
    assert {key: seen[key] for key in expected} == expected
    if "rejected" in row:
        assert not check_claims(done, [parse_claim(row["rejected"])])[0].upheld


@pytest.mark.parametrize("row", WORKED["refused"], ids=lambda row: row["id"])
def test_refused_hand(row: dict[str, Any]) -> None:
    with pytest.raises(GinscoreError) as caught:
        settle(row["knocker"], *row["defenders"], variant=rules_in(row))
    assert [code for _, code in faults_of(caught.value)] == row["codes"]


@pytest.mark.parametrize("row", WORKED["limit"], ids=lambda row: row["id"])
def test_knock_limit(row: dict[str, Any]) -> None:
    upcard = parse_card(row["upcard"]) if "upcard" in row else None
    assert knock_limit(rules_in(row), upcard) == row.get("limit")


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


# --- faults --------------------------------------------------------------------------------------

FAULTS = [
    # (knocker, defenders, options, (where, code) of each)
    ("4", ["17"], {}, []),
    (SPREAD, [DEFENDER], {}, []),
    ("4", [], {}, [("defenders", "wrong-seat-count")]),
    ("4", ["17", "20"], {}, [("defenders", "wrong-seat-count")]),
    # The number of cards
    ("7S 7H 7D", ["20"], {}, [("knocker", "wrong-hand-size")]),
    ("[7S 7H 7D] 2C", ["20"], {}, [("knocker", "wrong-hand-size")]),
    ("4", ["7S 7H 7D"], {}, [("defender", "wrong-hand-size")]),
    ("4", [DEFENDER + " KC"], {}, [("defender", "wrong-hand-size")]),
    ("AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH", ["20"], {}, []),
    ("4", ["AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH"], {}, [("defender", "wrong-hand-size")]),
    ("[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH]", ["20"], {}, []),
    ("[AC 2C 3C] [4D 5D 6D] 7D [8H 9H TH JH]", ["20"], {}, [("knocker", "wrong-hand-size")]),
    (SPREAD + " AD", ["20"], {}, [("knocker", "wrong-hand-size")]),
    ("4", ["2S 4S 6S 8S TS QS 2H 4H 6H 8H ..."], {}, []),
    (
        "4",
        ["2S 4S 6S 8S TS QS 2H 4H 6H 8H TH ..."],
        {},
        [("defender", "wrong-hand-size")],
    ),
    # Points after declared melds
    ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", ["20"], {}, []),
    ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =0", ["20"], {}, [("knocker", "bad-holding")]),
    ("[7S 7H 7D] [4C 5C 6C] =3", ["20"], {}, [("knocker", "bad-holding")]),
    (GIN + " =0", ["20"], {}, []),
    ("[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH] =0", ["20"], {}, []),
    (
        "[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH] =3",
        ["20"],
        {},
        [("knocker", "wrong-hand-size")],
    ),
    (
        "[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH QH] =0",
        ["20"],
        {},
        [("knocker", "wrong-hand-size")],
    ),
    # A defender may have laid off some of the missing cards.
    ("4", ["[9S 9H 9D] [2H 3H 4H] =15"], {}, []),
    ("4", ["[9S 9H 9D] [2H 3H 4H] =1"], {}, []),
    ("4", ["[9S 9H 9D] [2H 3H 4H] =41"], {}, [("defender", "bad-holding")]),
    # Melds and repeated cards
    ("[7S 8H 9S] [4C 5C 6C] [JH QH KH] 3D", ["20"], {}, [("knocker", "not-a-meld")]),
    ("4", ["[9S 9H] 9D 2H 3H 4H 7C 3C QS 5D"], {}, [("defender", "not-a-meld")]),
    (
        "[7S 8H 9S] [4C 6C 7C] [JH QH KH] 3D",
        ["20"],
        {},
        [("knocker", "not-a-meld"), ("knocker", "not-a-meld")],
    ),
    ("8D 8D 8H 4C 5C 6C JH QH KH 3D", ["20"], {}, [("knocker", "duplicate-card")]),
    (SPREAD, ["7S" + DEFENDER[2:]], {}, [("knocker, defender", "duplicate-card")]),
    # The limit and the call
    ("11", ["30"], {}, [("knocker", "knock-over-limit")]),
    ("0", ["30"], {"big_gin": True}, []),
    ("gin", ["30"], {"big_gin": True}, []),
    ("biggin", ["30"], {}, []),
    ("3", ["30"], {"big_gin": True}, [("knocker", "not-gin")]),
    ("30", ["30"], {"big_gin": True}, [("knocker", "not-gin")]),
    (GIN, ["30"], {"big_gin": True}, [("knocker", "wrong-hand-size")]),
    (GIN + " =0", ["30"], {"big_gin": True}, [("knocker", "wrong-hand-size")]),
    (
        SPREAD,
        ["30"],
        {"big_gin": True},
        [("knocker", "wrong-hand-size"), ("knocker", "not-gin")],
    ),
    (
        SPREAD + " AD",
        ["30"],
        {"big_gin": True},
        [("knocker", "wrong-hand-size"), ("knocker", "not-gin")],
    ),
    # Lay-offs
    (SPREAD, [DEFENDER], {"lay_offs": ("7C:1 3C:2",)}, []),
    (SPREAD, [DEFENDER], {"lay_offs": ("7C>2",)}, []),
    (SPREAD, [DEFENDER], {"lay_offs": ("",)}, []),
    (SPREAD, [DEFENDER], {"lay_offs": ("QS:1",)}, [("defender", "lay-off-not-legal")]),
    (
        SPREAD,
        [DEFENDER],
        {"lay_offs": ("QS:1 5D:4 KC:1",)},
        [("defender", "lay-off-not-legal")] * 3,
    ),
    (SPREAD, [DEFENDER], {"lay_offs": ("7C:1", "3C:2")}, [("lay_offs", "bad-lay-off")]),
    (GIN, [AGAINST_GIN], {"lay_offs": ("TH:2",)}, [("defender", "lay-off-not-legal")]),
    (SPREAD, ["15"], {"lay_offs": ("7C:1",)}, [("defender", "lay-off-not-legal")]),
    ("3", [DEFENDER], {"lay_offs": ("7C:1",)}, [("defender", "lay-off-not-legal")]),
    ("0", ["15"], {"lay_offs": ("7C:1",)}, [("defender", "lay-off-not-legal")] * 3),
    (
        SPREAD,
        ["[9S 9H 9D] [2H 3H 4H] 7C 3C QS 5D"],
        {"lay_offs": ("7C:1",)},
        [],
    ),
    (
        "[5S 6S 7S] [9H 9D 9C] [JH QH KH] 2D",
        ["[8S 8H 8D] [2H 3H 4H] KC 3C QS 5D"],
        {"lay_offs": ("8S:1",)},
        [("defender", "lay-off-not-legal")],
    ),
    # Everything at once
    (
        "[7S 8H 9S] [4C 5C 6C] [JH QH KH] 3D 3D",
        ["9S 9H 9D 2H 3H 4H 7C 3C QS"],
        {"lay_offs": ("7C:1",)},
        [
            ("knocker", "duplicate-card"),
            ("knocker", "not-a-meld"),
            ("knocker", "wrong-hand-size"),
            ("defender", "wrong-hand-size"),
            ("knocker, defender", "duplicate-card"),
        ],
    ),
    (
        "11",
        ["9S 9H 9D 2H 3H 4H 7C 3C QS", "5"],
        {},
        [("defenders", "wrong-seat-count"), ("knocker", "knock-over-limit")],
    ),
]


@pytest.mark.parametrize(("knocker", "defenders", "more", "faults"), FAULTS)
def test_faults(
    knocker: str, defenders: list[str], more: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    hand = hand_of(knocker, *defenders, variant=MODERN, **more)
    found = check_hand(hand, MODERN)
    assert [(one.where, one.code) for one in found] == faults
    # Every sentence can be written.
    assert all(one.text and one.hint_text is not None for one in found)
    if faults:
        with pytest.raises(GinscoreError) as caught:
            judge_hand(hand, MODERN)
        assert caught.value.faults == tuple(found)
    else:
        judge_hand(hand, MODERN)


def texts_of(knocker: str, *defenders: str, **more: Any) -> list[str]:
    variant = more.pop("variant", MODERN)
    return [
        one.text
        for one in check_hand(hand_of(knocker, *defenders, variant=variant, **more), variant)
    ]


def test_a_shared_card_names_every_place() -> None:
    variant = rules_of("rummy-royal")
    found = texts_of(
        "[7S 7H 7D] [4C 5C 6C] AD",
        "7S 7H 7D 2H 3H 4H AD",
        "9S 9H 9D 2C 3C 4C AD",
        variant=variant,
    )
    assert sorted(found) == [
        "4C: held by more than one player: knocker, defender2",
        "7S 7H 7D: held by more than one player: knocker, defender1",
        "AD: held by more than one player: knocker, defender1, defender2",
    ]


def test_the_upcard_may_be_in_a_players_cards() -> None:
    assert texts_of(SPREAD, DEFENDER, upcard="7S") == []


def test_names_replace_roles_as_places() -> None:
    hand = hand_of("11", DEFENDER + " KC", variant=MODERN)
    found = check_hand(hand, MODERN, ["Ann", "Bob"])
    assert [one.where for one in found] == ["Ann", "Bob"]


def test_wrong_seats_are_checked_by_the_size_dealt_to_so_many() -> None:
    found = check_hand(hand_of("4", "20", "9S 9H", variant=MODERN), rules_of("classic"))
    assert [one.code for one in found] == ["wrong-seat-count"]
    variant = rules_of("rummy-royal")
    assert texts_of("[7S 7H 7D] [4C 5C 6C] AD", "9S 9H", "20", variant=variant) == [
        "number of cards: 2; allowed: 7"
    ]


def test_what_was_not_read_has_no_faults() -> None:
    read = hand_of("11", DEFENDER, variant=MODERN, lay_offs=("7C:1",))
    assert check_hand(read._replace(knocker=UNREAD), MODERN) == []
    (fault,) = check_hand(read._replace(defenders=(UNREAD,)), MODERN)
    assert fault.code == "knock-over-limit"


OKLAHOMA = {"knock_limit": "upcard"}
ACE_IS_ONE = {"knock_limit": "upcard", "ace_upcard": "one"}


@pytest.mark.parametrize(
    ("points", "rules", "upcard", "allowed"),
    [
        (11, {}, None, "; allowed: 10 or less"),
        (1, {"knock_limit": 0}, None, "; allowed: 0, that is gin only"),
        (8, OKLAHOMA, "7H", "; allowed: 7 or less"),
        (1, OKLAHOMA, "AH", "; allowed: 0, that is gin only"),
        (2, ACE_IS_ONE, "AH", "; allowed: 1 or less"),
        (11, OKLAHOMA, None, "; no upcard allows more than 10"),
    ],
)
def test_over_the_limit(
    points: int, rules: dict[str, Any], upcard: str | None, allowed: str
) -> None:
    variant = rules_of(**rules)
    found = texts_of(str(points), "30", variant=variant, upcard=upcard)
    assert found == [f"a knock with deadwood {points}{allowed}"]
    assert texts_of("0", "30", variant=variant, upcard=upcard) == []


@pytest.mark.parametrize(
    ("meld", "hint"),
    [
        ("7S 7H", "a meld has three cards or more"),
        ("QS KS AS", "these rules place the ace otherwise: see the switch ace_runs"),
        ("4C 5C 7C", "a run is in sequence, without a gap"),
        ("7S 8H 9S", "a run is of one suit, a set of one rank"),
        ("7S 7H 8H 7D", "a set is of one rank, a run of one suit"),
    ],
)
def test_not_a_meld_says_why(meld: str, hint: str) -> None:
    hand = hand_of("4", f"[{meld}]", variant=MODERN)
    found = [one for one in check_hand(hand, MODERN) if one.code == "not-a-meld"]
    assert [one.hint_text for one in found] == [hint]


@pytest.mark.parametrize(
    ("knocker", "hint"),
    [
        ("7S 7H 7D", "give all 10, or the deadwood as points"),
        (SPREAD + " AD", "only the knocker may hold 11, all of them melded: big gin"),
    ],
)
def test_wrong_size_says_what_to_do(knocker: str, hint: str) -> None:
    (found,) = check_hand(hand_of(knocker, "20", variant=MODERN), MODERN)
    assert found.hint_text == hint


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


# --- warnings ------------------------------------------------------------------------------------


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
