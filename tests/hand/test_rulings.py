"""Claims upheld or rejected, one hand under many rules, and what the lay-offs changed."""

from typing import Any

import pytest
from hand_cases import AGAINST_GIN, DEFENDER, GIN, MODERN, SPREAD, rules_of, settle

from ginscore.errors import GinscoreError, Term
from ginscore.hand.advice import Comparison, Refusal, Ruling, compare_hand
from ginscore.hand.disputes import (
    WithoutLayOffs,
    check_claims,
    difference_made,
    disputed_topics,
    parse_claim,
    parse_claims,
    refuse_claims,
)
from ginscore.hand.reading import HandTexts
from ginscore.hand.settlements import settle_dead_hand
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant

BREAKS_EIGHTS = "2S AC 2C 2D 2H 8S 9S 7C 8C 8D"
BEFORE_LAY_OFFS = ("undercut-before-lay-offs", "layoff_chain")
EVERY = [load_preset(name) for name in PRESETS]


# --- claims --------------------------------------------------------------------------------------


def verdict(knocker: str, *defenders: str, claim: str, **more: Any) -> tuple[bool, str]:
    variant = more.pop("variant", MODERN)
    done = settle(knocker, *defenders, variant=variant, **more)
    (found,) = check_claims(done, [parse_claim(claim)])
    assert found.claim == claim
    return found.upheld, found.why.text


CLAIMS = [
    # (knocker, defender, rules, claim, upheld, why)
    (SPREAD, DEFENDER, {}, "points=12", True, "15 − 3 = 12"),
    (SPREAD, DEFENDER, {}, "points=22", False, "15 − 3 = 12; 25 − 3 = 22 forgets the lay-offs"),
    (SPREAD, DEFENDER, {}, "points=15", False, "15 − 3 = 12, not 15"),
    # One rule alone, without arithmetic.
    ("5", "5", {}, "points=25", True, "undercut_bonus 25"),
    ("5", "5", {}, "points=0", False, "undercut_bonus 25, and nothing else; not 0"),
    ("10", "2", {}, "points=33", True, "(10 − 2) + 25 = 33"),
    ("5", "5", {"tie": "no_score"}, "points=25", False, "0 = 0, not 25"),
    ("4", "17", {}, "kind=knock", True, "17 > 4: a knock"),
    ("2", "30", {}, "kind=undercut", False, "30 > 2: not an undercut"),
    ("7", "30", {}, "kind=gin", False, "7 > 0: not gin"),
    ("7", "3", {}, "kind=big gin", False, "7 > 0: not gin"),
    ("7", "3", {}, "kind=knock", False, "3 ≤ 7: an undercut"),
    ("7", "3", {}, "kind=undercut", True, "3 ≤ 7: an undercut"),
    (
        "7",
        "7",
        {"tie": "knocker"},
        "kind=undercut",
        False,
        "7 = 7: a tie, which modern does not count as an undercut",
    ),
    ("gin", "20", {}, "kind=gin", True, "deadwood 0: gin"),
    ("0", "20", {}, "kind=knock", False, "deadwood 0 is gin, whatever was called"),
    ("gin", "0", {}, "kind=undercut", False, "deadwood 0: gin is never undercut"),
    (
        "gin",
        "20",
        {},
        "kind=big-gin",
        False,
        "gin: big gin takes one card more, and rules that play it (modern)",
    ),
    ("biggin", "20", {}, "kind=gin", False, "deadwood 0 with one card more: big gin"),
    ("biggin", "20", {}, "kind=BigGin", True, "deadwood 0 with one card more: big gin"),
    (
        "gin",
        "0",
        {"layoff_on_gin": "zero_cancels"},
        "winner=knocker",
        False,
        "deadwood 0 against 0: gin, which is cancelled; nobody wins the hand",
    ),
    ("4", "17", {}, "kind=dead", False, "17 > 4: a knock"),
    ("4", "17", {}, "winner=knocker", True, "17 > 4: a knock; winner: knocker"),
    ("4", "17", {}, "winner=defender1", False, "17 > 4: a knock; winner: knocker"),
    ("4", "3", {}, "winner=defender", True, "3 ≤ 4: an undercut; winner: defender"),
    (
        "4",
        "4",
        {"tie": "no_score"},
        "winner=nobody",
        True,
        "4 = 4: a tie, which modern does not count as an undercut; nobody wins the hand",
    ),
    (SPREAD, DEFENDER, {}, "knocker.deadwood=3", True, "3D = 3"),
    (SPREAD, DEFENDER, {}, "knocker.deadwood=4", False, "3D = 3, not 4"),
    (SPREAD, DEFENDER, {}, "defender.deadwood=15", True, "QS 5D = 15"),
    (
        SPREAD,
        DEFENDER,
        {},
        "defender.deadwood=25",
        False,
        "15 is left: 25 forgets that 7C 3C can be laid off",
    ),
    ("4", "17", {}, "defender.deadwood=17", True, "deadwood 17"),
    ("4", "17", {}, "defender.deadwood=18", False, "deadwood 17, not 18"),
]


@pytest.mark.parametrize(("knocker", "defender", "rules", "claim", "upheld", "why"), CLAIMS)
def test_claim(
    knocker: str, defender: str, rules: dict[str, Any], claim: str, upheld: bool, why: str
) -> None:
    assert verdict(knocker, defender, claim=claim, variant=rules_of(**rules)) == (upheld, why)


def test_only_a_role_is_translated() -> None:
    for names, is_role in ((None, True), (["knocker", "Bob"], False)):
        done = settle("4", "17", variant=MODERN, names=names)
        (found,) = check_claims(done, [parse_claim("winner=knocker")])
        assert isinstance(found.why.fields["winner"], Term) is is_role


def test_claims_about_named_sides() -> None:
    names = ["Ann", "Null"]
    for claim in ("winner=ann", "winner=knocker", "Ann.deadwood=4", "defender.deadwood=17"):
        assert verdict("4", "17", claim=claim, names=names)[0]
    # Who is called like that is meant.
    assert not verdict("4", "17", claim="winner=null", names=names)[0]
    assert verdict("4", "17", claim="A=b.deadwood=4", names=["A=b", "C"])[0]


def test_claims_about_several_defenders() -> None:
    variant = rules_of("rummy-royal")
    for claim in ("points=26", "winner=knocker", "defender2.deadwood=15", "kind=knock"):
        assert verdict("6", "20", "15", "9", claim=claim, variant=variant)[0]


def test_claims_about_a_dead_hand() -> None:
    done = settle_dead_hand(MODERN)
    kind, winner = check_claims(done, [parse_claim("kind=gin"), parse_claim("winner=none")])
    assert (kind.upheld, kind.why.text) == (False, "nobody went out: a dead hand")
    assert winner.upheld
    with pytest.raises(GinscoreError, match="bad-claim"):
        check_claims(done, [parse_claim("knocker.deadwood=3")])


@pytest.mark.parametrize(
    ("claim", "allowed"),
    [
        ("points", "kind, winner, points, knocker.deadwood, defender.deadwood"),
        ("score=3", "kind, winner, points, knocker.deadwood, defender.deadwood"),
        ("", "kind, winner, points, knocker.deadwood, defender.deadwood"),
        ("points=many", "NUMBER"),
        ("points=-3", "NUMBER"),
        ("points=1234567", "NUMBER"),
        ("points=", "NUMBER"),
        ("knocker.deadwood=x", "NUMBER"),
        ("kind=win", "knock, gin, big_gin, undercut, dead"),
        ("winner=", "NAME"),
    ],
)
def test_bad_claim(claim: str, allowed: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_claim(claim)
    assert caught.value.code == "bad-claim"
    assert str(caught.value).endswith(f"allowed: {allowed}")


def test_every_bad_claim_is_told() -> None:
    assert parse_claims(["points=3", "kind=gin"]) == (
        parse_claim("points=3"),
        parse_claim("kind=gin"),
    )
    with pytest.raises(GinscoreError) as caught:
        parse_claims(["points", "points=3", "kind=win"])
    assert [one.code for one in caught.value.faults] == ["bad-claim"] * 2
    about_nobody = parse_claims(["winner=Bob", "points=13", "Bob.deadwood=3"])
    with pytest.raises(GinscoreError) as caught:
        check_claims(settle("4", "17", variant=MODERN), about_nobody)
    assert [one.code for one in caught.value.faults] == ["bad-claim"] * 2


@pytest.mark.parametrize("claim", ["winner=Bob", "Bob.deadwood=3", "defender2.deadwood=3"])
def test_claim_about_nobody(claim: str) -> None:
    with pytest.raises(GinscoreError, match="allowed: knocker, defender"):
        verdict("4", "17", claim=claim)


# --- compare -------------------------------------------------------------------------------------


def compare(*holdings: str, variants: list[Variant] = EVERY, **more: Any) -> list[Ruling]:
    texts = HandTexts(holdings[0], holdings[1:], **more)
    return list(compare_hand(texts, variants).rulings)


def rows(rulings: list[Ruling]) -> dict[str, tuple[object, ...]]:
    return {one.variant: (one.kind, one.winner, one.points, one.switch) for one in rulings}


def test_compare_an_undercut() -> None:
    found = rows(compare("8", "6"))
    assert found["modern"] == ("undercut", "defender", 27, None)
    assert found["classic"] == ("undercut", "defender", 12, "undercut_bonus")
    assert found["palace"] == ("undercut", "defender", 22, "undercut_bonus")
    assert found["rummy-royal"] == ("undercut", "defender", 12, "undercut_bonus, scoring")
    # Gin only: the knock is not allowed there.
    assert "straight" not in found
    assert set(found) == {name for name in PRESETS if name != "straight"}


def test_compare_a_method() -> None:
    spread = "[JC QC KC] [4S 4H 4D] [AS 2S 3S] 2D"
    found = rows(compare(spread, "8H 8D 8C 9C TC 6S 3H KD 7S QH"))
    assert found["modern"] == ("knock", "knocker", 34, None)
    assert found["playgridia"] == ("knock", "knocker", 50, "layoff_method")


def test_compare_names_all_switches_that_are_needed() -> None:
    found = rows(compare("gin", "30", upcard="7S"))
    assert found["oklahoma"] == ("gin", "knocker", 110, "spade_doubles")
    assert found["classic"] == ("gin", "knocker", 50, "gin_bonus")
    both = rules_of(gin_bonus=20, spade_doubles="points", game_bonus=7)
    (_, ruling) = compare("gin", "30", upcard="7S", variants=[MODERN, both])
    assert (ruling.points, ruling.switch) == (80, "gin_bonus, spade_doubles")


def test_every_named_switch_suffices_and_is_needed() -> None:
    for holdings, upcard in ((("7", "7"), "9S"), (("biggin", "30"), "7S"), (("3", "20"), "AS")):
        for variant in EVERY:
            texts = HandTexts(holdings[0], holdings[1:], upcard)
            try:
                base, other = compare_hand(texts, [MODERN, variant]).rulings
            except ValueError:
                continue
            switches = (other.switch or "").split(", ") if other.switch else []
            changes = {switch: getattr(variant, switch) for switch in switches}
            (ruling,) = compare_hand(texts, [MODERN.model_copy(update=changes)]).rulings
            same = ("kind", "winner", "points")
            assert [getattr(ruling, key) for key in same] == [getattr(other, key) for key in same]
            for switch in switches:
                fewer = {key: value for key, value in changes.items() if key != switch}
                (ruling,) = compare_hand(texts, [MODERN.model_copy(update=fewer)]).rulings
                assert ruling.points != other.points or variant.scoring == "penalty"
            assert base.switch is None


def test_a_switch_that_forbids_the_hand_is_not_named() -> None:
    """With an ace turned up the upcard alone would allow no knock."""
    other = rules_of(knock_limit="upcard", ace_upcard="one", undercut_bonus=10)
    (_, ruling) = compare("1", "1", upcard="AH", variants=[MODERN, other])
    assert (ruling.points, ruling.switch) == (10, "undercut_bonus")


def test_compare_is_against_the_first_that_allows_the_hand() -> None:
    """Three players: only one preset seats them."""
    (ruling,) = compare("8", "20", "9")
    assert (ruling.variant, ruling.switch) == ("rummy-royal", None)


def refused(*holdings: str, **texts: Any) -> dict[str, Refusal]:
    comparison = compare_hand(HandTexts(holdings[0], holdings[1:], **texts), EVERY)
    return {refusal.variant: refusal for refusal in comparison.refused}


@pytest.mark.parametrize(
    ("holdings", "upcard", "variant", "code", "switch"),
    [
        (("9", "20"), "7H", "oklahoma", "knock-over-limit", "knock_limit"),
        (("9", "20"), "7H", "straight", "knock-over-limit", "knock_limit"),
        # A run round the corner is no meld elsewhere.
        (("[QS KS AS] [4-6C] [7SHD] 2D", "20"), None, "modern", "not-a-meld", "ace_runs"),
        # Everybody refuses: the limit is to blame.
        (("11", "20"), None, "modern", "knock-over-limit", "knock_limit"),
        (("11", "20"), None, "oklahoma", "knock-over-limit", "knock_limit"),
    ],
)
def test_rules_that_do_not_allow_the_hand_say_why(
    holdings: tuple[str, ...], upcard: str | None, variant: str, code: str, switch: str
) -> None:
    found = refused(*holdings, upcard=upcard)[variant]
    assert (found.code, found.switch) == (code, switch)


@pytest.mark.parametrize("variant", EVERY, ids=[one.name for one in EVERY])
def test_a_refused_row_refuses_for_the_switch_that_is_named(variant: Variant) -> None:
    texts = HandTexts("9", ["20"], "AH")
    for refusal in compare_hand(texts, [MODERN, variant]).refused:
        changes = {switch: getattr(variant, switch) for switch in str(refusal.switch).split(", ")}
        with pytest.raises(GinscoreError, match=refusal.code):
            settle("9", "20", upcard="AH", variant=MODERN.model_copy(update=changes))


def test_other_numbers_of_players_have_no_row() -> None:
    assert refused("8", "20", "9") == {}
    assert "partnership" not in refused("9", "20", upcard="7H")


@pytest.mark.parametrize(
    ("holdings", "code"),
    [
        (("7S 7S 8D ...", "20"), "duplicate-card"),
        (("[7S 8H 9S] 2D ...", "20"), "bad-holding"),
        (("4", "5", "6", "7", "8"), "wrong-seat-count"),
        (("[7S 8H 9S] [4-6C] [J-KH] 3D", "20"), "not-a-meld"),
    ],
)
def test_the_faults_of_the_hand_itself_are_told_as_such(
    holdings: tuple[str, ...], code: str
) -> None:
    with pytest.raises(GinscoreError, match=code):
        refused(*holdings)


def test_compare_under_no_rules() -> None:
    assert compare("4", "17", variants=[]) == []


def test_penalties_are_marked() -> None:
    marked = {ruling.variant for ruling in compare("4", "17") if ruling.penalty}
    assert marked == {"rummy-royal"}


def test_compare_carries_warnings_and_names() -> None:
    found = {one.variant: one for one in compare("7", "20", names=["Ann", "Bob"])}
    assert found["modern"].warnings == ()
    assert [one.code for one in found["oklahoma"].warnings] == [
        "knock-limit-unknown",
        "upcard-unknown",
    ]
    assert found["modern"].winner == "Ann"
    said = Comparison(rulings=(found["gin-rami"],), refused=()).model_dump(mode="json")
    assert list(said["rulings"][0]) == [
        *("variant", "kind", "winner", "points", "penalty", "switch", "warnings")
    ]
    assert said["rulings"][0]["warnings"][0]["code"] == "knock-limit-unknown"


def test_a_hand_that_nobody_wins() -> None:
    found = rows(compare("4", "4", variants=[MODERN, rules_of(tie="no_score")]))
    assert found["modern"] == ("knock", None, 0, "tie")


# --- what the lay-offs changed -------------------------------------------------------------------


def test_two_lay_offs_cost_ten_points() -> None:
    variant = rules_of("playgridia")
    done = settle(SPREAD, DEFENDER, variant=variant)
    assert difference_made(done, variant) == WithoutLayOffs("knock", "knocker", 22)


def test_lay_offs_that_made_an_undercut() -> None:
    spread = "[KS KC KD] [5S 6S 7S] [9C TC JC] JD"
    done = settle(spread, "2S AC 2C 2D 2H 8S 9S 7C 8C 8D", variant=MODERN, upcard="2H")
    assert (done.kind, done.points) == ("undercut", 26)
    assert difference_made(done, MODERN) == WithoutLayOffs("knock", "knocker", 7)


def test_lay_offs_that_spared_penalties() -> None:
    variant = rules_of("rummy-royal")
    done = settle("[4C 5C 6C] [9S 9H 9D] 2D", "7C KS QD TH 2H 4H 6H", "30", variant=variant)
    assert difference_made(done, variant) == WithoutLayOffs("knock", "knocker", done.points + 7)


def test_no_lay_offs_made_no_difference() -> None:
    assert difference_made(settle("4", "17", variant=MODERN), MODERN) is None
    assert difference_made(settle_dead_hand(MODERN), MODERN) is None


CANCELLING = rules_of(layoff_on_gin="zero_cancels")


@pytest.mark.parametrize(
    ("variant", "knocker", "laid_off", "would_be"),
    [
        # The bonus, and what was laid off: a ten; the ace of spades and a nine.
        (rules_of("round-the-corner"), "[2-8S] [J-KH]", "TH", ("gin", 20 + 10)),
        (CANCELLING, "[2-8S] [T-QH]", "9H", ("gin", 25 + 1 + 9)),
        (CANCELLING, "[2-8S] [T-KH]", "9H", ("big_gin", 31 + 1 + 9)),
    ],
)
def test_lay_offs_that_cancelled_gin(
    variant: Variant, knocker: str, laid_off: str, would_be: tuple[Any, int]
) -> None:
    done = settle(knocker, f"9-KS AS AC 2C 3C {laid_off}", variant=variant)
    assert (done.kind, done.winner) == ("gin", None)
    kind, points = would_be
    assert difference_made(done, variant) == WithoutLayOffs(kind, "knocker", points)


# --- false calls, and what other tables see otherwise --------------------------------------------


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("kind=gin", "deadwood 40 is not gin, and too much for a knock; allowed: 10"),
        ("kind=big_gin", "deadwood 40 is not gin, and too much for a knock; allowed: 10"),
        ("kind=knock", "a knock with deadwood 40; allowed: 10 or less"),
        ("points=40", "a knock with deadwood 40; allowed: 10 or less"),
    ],
)
def test_a_false_call_of_gin_is_told_as_one(claim: str, said: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        settle("40", "7S 7H 8D", variant=MODERN)
    over, size = refuse_claims(refused.value, [parse_claim(claim)]).faults
    assert (over.code, over.text) == ("knock-over-limit", said)
    assert size.code == "wrong-hand-size"


@pytest.mark.parametrize(
    ("knocker", "defender", "rules", "upcard", "topics"),
    [
        ("4", "17", {}, None, ()),
        ("5", "5", {}, None, ("tie",)),
        ("gin", "0", {}, None, ("gin-undercut",)),
        ("gin", "3", {}, None, ()),
        (SPREAD, DEFENDER, {}, None, ()),
        (GIN, AGAINST_GIN, {"layoff_on_gin": "yes"}, None, ("layoff_on_gin",)),
        ("[KS KC KD] [5S 6S 7S] [9C TC JC] JD", BREAKS_EIGHTS, {}, None, BEFORE_LAY_OFFS),
        ("4", "17", {"spade_doubles": "all"}, "9S", ("spade_doubles",)),
        ("biggin", "17", {}, None, ("big_gin_bonus",)),
        # 8♠ goes on from 7♠, 3♠ does not.
        ("[4-6S] [9HDC] [J-KH] 4D", "7S 8S KD AC 2H 4H 6H TC QC 2D", {}, None, ("layoff_chain",)),
        ("[4-6S] [9HDC] [J-KH] 4D", "3S 7S KD AC 2H 4H 6H TC QC 2D", {}, None, ()),
        (
            "[J-KS] [9HDC] [2-4H] 4D",
            "AS 2S KD AC 6H TC QC 2D 4C 8D",
            {"ace_runs": "circular"},
            None,
            ("layoff_chain",),
        ),
        # K♠ goes on A♠, round the corner.
        (
            "[A-3S] [9HDC] [4-6H] 4D",
            "KS 8S KD AC 6D TC QC 2D 4C 8D",
            {"ace_runs": "circular"},
            None,
            (),
        ),
        ("[QS KS AS] [4C 5C 6C] [7S 7H 7D] 3D", "17", {"ace_runs": "high"}, None, ("ace_runs",)),
        ("[2S 3S AS] [4C 5C 6C] [7S 7H 7D] 3D", "17", {"ace_runs": "both"}, None, ()),
        # Two at most.
        (
            "[QS KS AS] [4C 5C 6C] [7S 7H 7D] 3D",
            "3",
            {"ace_runs": "high", "spade_doubles": "all"},
            "9S",
            ("tie", "spade_doubles"),
        ),
    ],
)
def test_what_other_tables_see_otherwise(
    knocker: str, defender: str, rules: dict[str, Any], upcard: str | None, topics: tuple[str, ...]
) -> None:
    variant = rules_of(**rules)
    done = settle(knocker, defender, variant=variant, upcard=upcard)
    assert disputed_topics(done, variant) == topics


def test_nothing_is_disputed_in_a_dead_hand() -> None:
    dead = settle_dead_hand(MODERN, ("Ann", "Bob"))
    assert disputed_topics(dead, MODERN) == ()
