"""Every fault of a hand at once, each with its place, its sentence and its hint."""

from typing import Any

import pytest
from hand_cases import AGAINST_GIN, DEFENDER, GIN, MODERN, SPREAD, hand_of, rules_of

from ginscore.errors import GinscoreError
from ginscore.hand.checks import UNREAD
from ginscore.hand.judging import check_hand, judge_hand

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
    ("4", ["2S 4S 6S 8S TS QS 2H 4H 6H 8H TH ..."], {}, [("defender", "wrong-hand-size")]),
    # Points after declared melds
    ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", ["20"], {}, []),
    ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =0", ["20"], {}, [("knocker", "bad-holding")]),
    ("[7S 7H 7D] [4C 5C 6C] =3", ["20"], {}, [("knocker", "bad-holding")]),
    (GIN + " =0", ["20"], {}, []),
    ("[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH] =0", ["20"], {}, []),
    ("[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH] =3", ["20"], {}, [("knocker", "wrong-hand-size")]),
    ("[AC 2C 3C] [4D 5D 6D 7D] [8H 9H TH JH QH] =0", ["20"], {}, [("knocker", "wrong-hand-size")]),
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
    (SPREAD, ["30"], {"big_gin": True}, [("knocker", "wrong-hand-size"), ("knocker", "not-gin")]),
    (
        SPREAD + " AD",
        ["30"],
        {"big_gin": True},
        [("knocker", "wrong-hand-size"), ("knocker", "not-gin")],
    ),
    # Lay-offs
    (SPREAD, [DEFENDER], {"lay_offs": ("7C:1 3C:2",)}, []),
    (SPREAD, [DEFENDER], {"lay_offs": ("7C>2",)}, []),
    (SPREAD, ["[A-3S] [2-4H] 7C QS 5D KD"], {"lay_offs": ("7C:1",)}, []),
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
    (SPREAD, ["[9S 9H 9D] [2H 3H 4H] 7C 3C QS 5D"], {"lay_offs": ("7C:1",)}, []),
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
        "[7S 7H 7D] [4C 5C 6C] AD", "7S 7H 7D 2H 3H 4H AD", "9S 9H 9D 2C 3C 4C AD", variant=variant
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


def test_nobody_lays_off_where_the_rules_say_so() -> None:
    variant = rules_of(layoff_method="none")
    hand = hand_of(SPREAD, DEFENDER, variant=variant, lay_offs=("7C:1",))
    (fault,) = check_hand(hand, variant)
    assert (fault.code, fault.where) == ("lay-off-not-legal", "defender")
    assert fault.text == "nobody lays off by these rules"
    judged = judge_hand(hand._replace(lay_offs=()), variant)
    assert (judged.defenders[0].deadwood, judged.defenders[0].best, judged.warnings) == (25, 25, ())


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


def test_big_gin_called_with_a_card_too_few() -> None:
    (found,) = check_hand(hand_of(GIN, "20", variant=MODERN, big_gin=True), MODERN)
    assert found.text == "number of cards: 10; big gin takes 11"
    assert found.hint_text == "with 10 cards, all of them melded, it is gin"


BIG_GIN_HINT = (
    "only the knocker may hold 11, all of them melded: big gin; "
    "`ginscore explain misdeal` says what to do"
)


@pytest.mark.parametrize(
    ("knocker", "hint"),
    [
        ("QS KD", "give all 10, or the loose ones with dots behind them: QS KD ..."),
        (
            "QS KD 7S 8H AD",
            "give all 10, or the loose ones with dots behind them: 7S QS 8H AD KD ...",
        ),
        ("7S 7H 7D 4S 5S 6S", "give all 10, or the deadwood as points"),
        ("[7S 7H 7D] 4S", "give all 10, or the deadwood as points"),
        ("7S", "all the cards of one player are one text; with blanks it needs quotes"),
        (SPREAD + " AD", BIG_GIN_HINT),
    ],
)
def test_wrong_size_says_what_to_do(knocker: str, hint: str) -> None:
    (found,) = check_hand(hand_of(knocker, "20", variant=MODERN), MODERN)
    assert found.hint_text == hint


@pytest.mark.parametrize(
    ("seats", "hint"), [(1, "give the knocker's holding"), (3, "all the cards of one player")]
)
def test_too_many_players_are_often_cards_without_quotes(seats: int, hint: str) -> None:
    hand = hand_of("4", *["7"] * (seats - 1), variant=MODERN)
    (found,) = check_hand(hand, MODERN)
    assert found.code == "wrong-seat-count"
    assert found.hint_text.startswith(hint)


# Ten plain cards: the program arranges them, and the limit holds for what is left.

_TEN = "5S 5H 5D 8C 9C TC JC {loose}"  # and three loose cards


@pytest.mark.parametrize(
    ("loose", "rules", "upcard", "said"),
    [
        ("2S 3D 5C", {}, None, None),  # 5 in the set: 2 + 3
        ("4S 6D AC", {}, None, "a knock with deadwood 11; allowed: 10 or less"),
        ("3S 6D AC", {}, None, None),  # 10, exactly
        ("3S 6D AC", {"knock_limit": 9}, None, "a knock with deadwood 10; allowed: 9 or less"),
        ("2S 6D AC", {"knock_limit": 9}, None, None),
        ("KS QD JH", {}, None, "a knock with deadwood 30; allowed: 10 or less"),
        ("2S 6D AC", {"knock_limit": 0}, None, "a knock with deadwood 9"),
        ("2S 3D AC", {"knock_limit": "upcard"}, "6H", None),
        (
            "2S 3D 2C",
            {"knock_limit": "upcard"},
            "6H",
            "a knock with deadwood 7; allowed: 6 or less",
        ),
        ("QC 7C KH", {}, None, None),  # a run of six leaves the king
    ],
)
def test_ten_plain_cards_and_the_limit(
    loose: str, rules: dict[str, Any], upcard: str | None, said: str | None
) -> None:
    variant = rules_of("modern", **rules)
    hand = hand_of(_TEN.format(loose=loose), "20", variant=variant, upcard=upcard)
    faults = [message.text for message in check_hand(hand, variant)]
    assert len(faults) == (said is not None)
    assert all(text.startswith(said or "") for text in faults)
