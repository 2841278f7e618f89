"""The switches: what they allow, what goes together, how a rule is read and changed."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variant_values import variants

from ginscore.errors import GinscoreError
from ginscore.rules.allowed import RULE_NAMES, check_variant
from ginscore.rules.overrides import (
    check_rules,
    diff_variants,
    override,
    parse_rule,
    parse_rules,
    sort_rules,
)
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import SWITCHES, ExtraBoxes, Variant, format_value

MODERN = load_preset("modern")
CLUB = load_preset("hollywood-club")


def changed(*rules: str, base: str = "modern") -> Variant:
    return override(load_preset(base), parse_rules(rules))


def refused(*rules: str, base: str = "modern") -> list[str]:
    """The refusal of some rules, each fault as `code: text`."""
    with pytest.raises(GinscoreError) as caught:
        changed(*rules, base=base)
    assert {one.where for one in caught.value.faults} == {"--rule"}
    return [f"{one.code}: {one.text}" for one in caught.value.faults]


READ = {
    "gin_bonus=20": ("gin_bonus", 20),
    " gin_bonus = 20 ": ("gin_bonus", 20),
    "gin_bonus=020": ("gin_bonus", "020"),
    "gin_bonus=-5": ("gin_bonus", -5),
    "gin_bonus=2.5": ("gin_bonus", 2.5),
    "gin_bonus=1_000": ("gin_bonus", 1000),
    "gin_bonus=": ("gin_bonus", ""),
    "target=null": ("target", None),
    "target=one_hand": ("target", "one_hand"),
    'target="one_hand"': ("target", "one_hand"),
    "teams=true": ("teams", True),
    "teams=false": ("teams", False),
    "teams=yes": ("teams", "yes"),
    "layoff_on_gin=no": ("layoff_on_gin", "no"),
    "players=[2, 3]": ("players", [2, 3]),
    "hand_sizes={2=10}": ("hand_sizes", {"2": 10}),
    "extra_boxes.gin=2": ("extra_boxes.gin", 2),
    "source=a=b": ("source", "a=b"),
    "gin_bonus=20\nteams=true": ("gin_bonus", "20\nteams=true"),
    f"players={'[' * 5000}": ("players", "[" * 5000),
    f"gin_bonus={'9' * 5000}": ("gin_bonus", "9" * 5000),
}


@pytest.mark.parametrize("text", READ, ids=lambda text: text[:30])
def test_read_a_rule(text: str) -> None:
    assert parse_rule(text) == READ[text]


@pytest.mark.parametrize("text", ["", "gin_bonus", "=20", " = "])
def test_no_rule_at_all(text: str) -> None:
    (fault,) = refused(text)
    assert fault.startswith("bad-rule-value: ")
    assert fault.endswith("is not a rule; allowed: NAME=VALUE, such as gin_bonus=20")


def test_the_last_rule_wins() -> None:
    assert parse_rules(["tie_bonus=1", "gin_bonus=20", "tie_bonus=2"]) == {
        "gin_bonus": 20,
        "tie_bonus": 2,
    }


def test_what_can_be_read_is_kept_beside_what_cannot() -> None:
    rules, faults = sort_rules(["gin_bonus=20", "tie", "=3", "foo=1"])
    assert rules == {"gin_bonus": 20, "foo": 1}
    assert [one.code for one in faults] == ["bad-rule-value"] * 2


def test_names_and_values_are_checked_whatever_the_variant() -> None:
    """Switches that do not go together are no fault here: another variant may allow them."""
    assert check_rules({"teams": True, "columns": 3, "gin_bonus": 20}) == []
    found = check_rules({"foo": 1, "tie": "x", "extra_boxes.gin": -1}, where="rules")
    assert [(one.code, one.where) for one in found] == [
        ("unknown-rule", "rules"),
        ("bad-rule-value", "rules"),
        ("bad-rule-value", "rules"),
    ]


CHANGED: dict[tuple[str, ...], tuple[str, Any]] = {
    ("gin_bonus=20",): ("gin_bonus", 20),
    ("big_gin_bonus=null",): ("big_gin_bonus", None),
    ("target=null",): ("target", None),
    ('target="null"',): ("target", None),
    ("teams=no",): ("teams", False),
    ("sweep_doubles=yes",): ("sweep_doubles", True),
    ("gin_doubles_deadwood=true",): ("gin_doubles_deadwood", True),
    ("layoff_on_gin=yes",): ("layoff_on_gin", "yes"),
    ("spade_doubles=no",): ("spade_doubles", "no"),
    ("column_factors=[1, 1, 2, 9]",): ("column_factors", (1, 1, 2, 9)),
    ("hand_sizes={2=7}",): ("hand_sizes", ((2, 7),)),
    ("hand_sizes={4=7, 2=8}",): ("hand_sizes", ((2, 8), (4, 7))),
    ("hand_sizes.3=7",): ("hand_sizes", ((2, 10), (3, 7))),
    ("extra_boxes=0",): ("extra_boxes", ExtraBoxes(gin=0, big_gin=0, undercut=0)),
    ("extra_boxes=3",): ("extra_boxes", ExtraBoxes(gin=3, big_gin=3, undercut=3)),
    ("extra_boxes.gin=5",): ("extra_boxes", ExtraBoxes(gin=5, big_gin=2, undercut=1)),
    ("extra_boxes={gin=5}",): ("extra_boxes", ExtraBoxes(gin=5, big_gin=0, undercut=0)),
    ("extra_boxes=0", "extra_boxes.undercut=1"): (
        "extra_boxes",
        ExtraBoxes(gin=0, big_gin=0, undercut=1),
    ),
}


@pytest.mark.parametrize("rules", CHANGED, ids=" ".join)
def test_change_a_switch(rules: tuple[str, ...]) -> None:
    switch, value = CHANGED[rules]
    variant = changed(*rules, base="hollywood-club" if switch == "extra_boxes" else "modern")
    assert getattr(variant, switch) == value
    assert variant.name in {"modern", "hollywood-club"}


def test_values_from_python_and_json() -> None:
    rules: Mapping[str, object] = {
        "players": (2,),
        "hand_sizes": {2: 10, "3": 7},
        "extra_boxes": {"gin": 2, "big_gin": 2, "undercut": 1},
        "big_gin_bonus": None,
        "teams": False,
    }
    variant = override(MODERN, rules)
    assert variant.hand_sizes == ((2, 10), (3, 7))
    assert variant.extra_boxes == CLUB.extra_boxes


POINT_RANGE = "a whole number from 0 to 100000"
WRONG = {
    "gin_bonus=many": f"gin_bonus cannot be many; allowed: {POINT_RANGE}",
    "gin_bonus=-1": f"gin_bonus cannot be -1; allowed: {POINT_RANGE}",
    "gin_bonus=20.0": f"gin_bonus cannot be 20.0; allowed: {POINT_RANGE}",
    'gin_bonus="20"': f"gin_bonus cannot be 20; allowed: {POINT_RANGE}",
    "gin_bonus=": f'gin_bonus cannot be ""; allowed: {POINT_RANGE}',
    "gin_bonus=true": f"gin_bonus cannot be true; allowed: {POINT_RANGE}",
    "gin_bonus=null": f"gin_bonus cannot be null; allowed: {POINT_RANGE}",
    "gin_bonus=1979-05-27": f"gin_bonus cannot be 1979-05-27; allowed: {POINT_RANGE}",
    "tie_bonus=x": f"tie_bonus cannot be x; allowed: {POINT_RANGE}, or null",
    "target=0": "target cannot be 0; allowed: a whole number from 1 to 100000, or one_hand, null",
    "knock_limit=101": (
        "knock_limit cannot be 101; allowed: a whole number from 0 to 100, or upcard"
    ),
    "ace_points=11": "ace_points cannot be 11; allowed: 1, 15",
    "ace_runs=round": "ace_runs cannot be round; allowed: low, high, both, circular",
    "layoff_on_gin=false": "layoff_on_gin cannot be false; allowed: no, yes, zero_cancels",
    "teams=maybe": "teams cannot be maybe; allowed: yes, no",
    "teams=1": "teams cannot be 1; allowed: yes, no",
    "match_games=0": "match_games cannot be 0; allowed: a whole number from 1 to 99",
    "players=2": (
        "players cannot be 2; allowed: a list of whole numbers from 2 to 6, such as [2, 3]"
    ),
    "players=[]": (
        "players cannot be []; allowed: a list of whole numbers from 2 to 6, such as [2, 3]"
    ),
    "players=[2, 7]": (
        "players cannot be [2, 7]; allowed: a list of whole numbers from 2 to 6, such as [2, 3]"
    ),
    "column_factors=[0]": (
        "column_factors cannot be [0]; allowed: a list of whole numbers from 1 to 100, "
        "such as [1, 1, 2]"
    ),
    "hand_sizes=7": (
        "hand_sizes cannot be 7; "
        "allowed: 3 to 13 cards for each of 2 to 6 seats, such as {2=10, 3=7}"
    ),
    "hand_sizes=[[2, 10]]": (
        "hand_sizes cannot be [[2, 10]]; "
        "allowed: 3 to 13 cards for each of 2 to 6 seats, such as {2=10, 3=7}"
    ),
    "hand_sizes={7=7}": (
        "hand_sizes cannot be {7=7}; allowed: 3 to 13 cards for each of 2 to 6 seats, "
        "such as {2=10, 3=7}"
    ),
    "hand_sizes.2=99": (
        "hand_sizes cannot be {2=99}; allowed: 3 to 13 cards for each of 2 to 6 seats, "
        "such as {2=10, 3=7}"
    ),
    "extra_boxes=few": (
        f"extra_boxes cannot be few; allowed: {POINT_RANGE} for every kind, or a table such as "
        "{gin=2, big_gin=2, undercut=1}"
    ),
    "extra_boxes={gin=x}": (
        f"extra_boxes cannot be {{gin=x}}; allowed: {POINT_RANGE} for every kind, or a table "
        "such as {gin=2, big_gin=2, undercut=1}"
    ),
    "extra_boxes.gin=1.5": f"extra_boxes.gin cannot be 1.5; allowed: {POINT_RANGE}",
    "extra_boxes.gin=null": f"extra_boxes.gin cannot be null; allowed: {POINT_RANGE}",
}


@pytest.mark.parametrize("rule", WRONG)
def test_wrong_value(rule: str) -> None:
    assert refused(rule) == [f"bad-rule-value: {WRONG[rule]}"]


def test_a_long_value_is_cut() -> None:
    (fault,) = refused(f"gin_bonus={'x y' * 5000}")
    assert len(fault) < 150
    assert "…" in fault
    (longest,) = refused(f"gin_bonus={'x' * 60}")
    assert f"cannot be {'x' * 60};" in longest


SAYS = '"ginscore variants show" lists them'
UNKNOWN = {
    "gin_bonsu=20": "did you mean gin_bonus?",
    "Gin-Bonus=20": "did you mean gin_bonus?",
    "extra_boxes.jin=2": "did you mean extra_boxes.gin?",
    "gin_bonus.x=2": "did you mean gin_bonus?",
    "xyzzy=1": SAYS,
    "name=x": SAYS,
    "source=x": SAYS,
}


@pytest.mark.parametrize("rule", UNKNOWN)
def test_unknown_switch(rule: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        changed(rule)
    (fault,) = caught.value.faults
    assert (fault.code, fault.hint_text) == ("unknown-rule", UNKNOWN[rule])


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("foo=1", "there is no switch named foo"),
        (
            "extra_boxes={tie=1, gin=-1}",
            (
                "there is no switch named extra_boxes.tie; "
                "allowed: extra_boxes.gin, extra_boxes.big_gin, extra_boxes.undercut"
            ),
        ),
        (
            "hand_sizes.7=7",
            (
                "there is no switch named hand_sizes.7; "
                "allowed: hand_sizes.2, hand_sizes.3, hand_sizes.4, hand_sizes.5, hand_sizes.6"
            ),
        ),
    ],
)
def test_an_unknown_switch_is_told_the_known_ones(rule: str, text: str) -> None:
    assert f"unknown-rule: {text}" in refused(rule)


def test_all_faults_at_once() -> None:
    faults = refused("foo=1", "tie=maybe", "bar=2", "gin_bonus=x", "columns=3", "target=null")
    assert [fault.partition(";")[0] for fault in faults] == [
        "unknown-rule: there is no switch named foo",
        "unknown-rule: there is no switch named bar",
        "bad-rule-value: gin_bonus cannot be x",
        "bad-rule-value: tie cannot be maybe",
        "bad-rule-value: columns 3 needs a number as target and scoring winner",
    ]


def test_a_wrong_value_makes_no_second_fault() -> None:
    assert len(refused("players=[9]", "next_dealer=loser", base="rummy-royal")) == 1


TWO_SIDES = "allowed: players [2], players [4] with teams, more with a rotation, or scoring penalty"
CLASHES: dict[str, list[str]] = {
    "players=[3] hand_sizes.3=7": [
        (
            "next_dealer winner needs players [2] or scoring penalty, "
            "found players [3] and scoring winner; allowed: alternate"
        ),
        f"scoring winner needs two sides, found players [3]; {TWO_SIDES}",
    ],
    "players=[3] scoring=penalty": [
        "hand_sizes {2=10} has no size for 3 players; allowed: a size for each of players [3]"
    ],
    "players=[2, 3] hand_sizes.3=7 scoring=penalty next_dealer=loser": [
        (
            "next_dealer loser needs players [2], found [2, 3]; "
            "allowed: alternate, or winner with scoring penalty"
        )
    ],
    "players=[2, 2] scoring=penalty": [
        "players cannot be [2, 2]; allowed: each number of players once, such as [2, 3]"
    ],
    "players=[4] hand_sizes={4=13} scoring=penalty": [
        "13 cards for each of 4 players are too many for 52 cards; allowed: at most 12 each"
    ],
    "players=[2, 3] hand_sizes.3=7 next_dealer=alternate": [
        f"scoring winner needs two sides, found players [2, 3]; {TWO_SIDES}"
    ],
    "teams=yes": [
        ("teams needs players [4] and scoring winner; found players [2] and scoring winner")
    ],
    "rotation=loser_out": [
        "next_dealer cannot be winner in rotation loser_out; allowed: idle, loser",
        "rotation loser_out needs players [3], found [2]",
        (
            "settlement totals does not go with rotation loser_out; "
            "allowed: pairwise with loser_out, totals or winner_formula with the others"
        ),
    ],
    "rotation=captain": ["rotation captain needs players from 3 up, found [2]"],
    "rotation=captain players=[3] hand_sizes={3=10} columns=3": [
        (
            "rotation captain needs scoring winner, teams false and columns 1; "
            "found scoring winner, teams false and columns 3"
        )
    ],
    "next_dealer=idle": [
        "next_dealer idle needs rotation loser_out, found all; allowed: winner, loser, alternate"
    ],
    "settlement=pairwise": [
        (
            "settlement pairwise does not go with rotation all; "
            "allowed: pairwise with loser_out, totals or winner_formula with the others"
        ),
        "shutout cannot be double_all with settlement pairwise; allowed: flat, none",
    ],
    "box_timing=at_once box_mode=difference": [
        (
            "box_timing at_once needs box_mode each and settlement totals; "
            "found box_mode difference and settlement totals"
        )
    ],
    "box_timing=at_once settlement=winner_formula": [
        (
            "box_timing at_once needs box_mode each and settlement totals; "
            "found box_mode each and settlement winner_formula"
        )
    ],
    "match_games=2": ["match_games cannot be 2; allowed: an odd number such as 1, 3 or 5"],
    "match_games=3 columns=3": ["match_games 3 needs columns 1, found 3; allowed: 1 of either"],
    "columns=3 target=one_hand": [
        (
            "columns 3 needs a number as target and scoring winner; "
            "found target one_hand and scoring winner"
        )
    ],
    "columns=3 scoring=penalty": [
        (
            "columns 3 needs a number as target and scoring winner; "
            "found target 100 and scoring penalty"
        )
    ],
    "columns=4": ["column_factors [1, 1, 1] needs a factor for each of 4 columns"],
    "column_factors=[]": ["column_factors [] needs a factor for each of 1 columns"],
    "prize_share=75": ["prize_share 75 needs scoring penalty, found winner; allowed: null"],
}


@pytest.mark.parametrize("rules", CLASHES)
def test_wrong_combination(rules: str) -> None:
    # A list or table keeps its blanks: rules are parted where a name begins.
    texts = rules.replace(" ", "\n").replace(",\n", ", ").split("\n")
    assert refused(*texts) == [f"bad-rule-value: {text}" for text in CLASHES[rules]]


@pytest.mark.parametrize(
    ("base", "rules"),
    [("partnership", ["scoring=penalty"]), ("partnership", ["players=[2, 4]", "hand_sizes.2=10"])],
)
def test_teams_are_four_for_points(base: str, rules: list[str]) -> None:
    assert any(
        text.startswith("bad-rule-value: teams needs") for text in refused(*rules, base=base)
    )


GOES_TOGETHER = [
    ("gin-rami", ["target=null"]),
    ("gin-rami", ["match_games=1"]),
    ("rummy-royal", ["target=100", "next_dealer=winner"]),
    ("rummy-royal", ["players=[2]"]),
    ("rummy-royal", ["prize_share=null"]),
    ("partnership", ["hand_sizes={4=13}"]),
    ("partnership", ["columns=3"]),
    ("partnership", ["next_dealer=loser"]),
    ("cutthroat", ["hand_sizes={3=13}"]),
    ("cutthroat", ["next_dealer=loser"]),
    ("cutthroat", ["shutout=none"]),
    ("cutthroat", ["box_mode=difference", "match_games=3"]),
    ("captain", ["next_dealer=loser"]),
    ("captain", ["settlement=winner_formula", "match_games=5"]),
    ("captain", ["players=[5]"]),
    ("rummy-royal", ["players=[5, 6]", "hand_sizes={5=7, 6=7}"]),
    ("modern", ["target=one_hand", "match_games=5"]),
    ("modern", ["scoring=penalty"]),
    ("hollywood", ["box_timing=at_once"]),
    ("hollywood", ["settlement=winner_formula"]),
    ("oklahoma", ["tie=no_score", "tie_bonus=10"]),
]


@pytest.mark.parametrize(("base", "rules"), GOES_TOGETHER)
def test_right_combination(base: str, rules: list[str]) -> None:
    assert check_variant(changed(*rules, base=base)) == []


def test_check_finds_what_a_file_may_hold() -> None:
    wrong = Variant.model_validate({**dict(MODERN), "teams": True, "match_games": 2})
    assert [one.code for one in check_variant(wrong)] == ["bad-rule-value"] * 2
    # A fault that was there before is told even if the change has no part in it.
    with pytest.raises(GinscoreError, match="match_games cannot be 2"):
        override(wrong, {"gin_bonus": 20})


@given(variants())
def test_json_round_trip(variant: Variant) -> None:
    assert Variant.model_validate_json(variant.model_dump_json()) == variant
    assert hash(Variant.model_validate(variant.model_dump())) == hash(variant)


def test_json_form() -> None:
    plain = CLUB.model_dump(mode="json")
    assert plain["hand_sizes"] == {"2": 10}
    assert '"hand_sizes":{"2":10}' in CLUB.model_dump_json()
    assert plain["extra_boxes"] == {"gin": 2, "big_gin": 2, "undercut": 1}
    assert list(plain) == ["name", "source", *SWITCHES]


def test_json_refuses_lists_of_hand_sizes() -> None:
    text = MODERN.model_dump_json().replace('{"2":10}', "[[2,10]]")
    with pytest.raises(ValueError, match="a table of hand sizes"):
        Variant.model_validate_json(text)


FORMATTED: list[tuple[object, str]] = [
    (20, "20"),
    (None, "null"),
    (True, "true"),
    (False, "false"),
    ("none", "none"),
    ("upcard", "upcard"),
    ((2, 3), "[2, 3]"),
    ([2, 3], "[2, 3]"),
    ((), "[]"),
    (((2, 10), (3, 7)), "{2=10, 3=7}"),
    ({"2": 10}, "{2=10}"),
    (CLUB.extra_boxes, "{gin=2, big_gin=2, undercut=1}"),
]


@pytest.mark.parametrize(("value", "text"), FORMATTED, ids=[text for _, text in FORMATTED])
def test_format_a_value(value: object, text: str) -> None:
    assert format_value(value) == text


@given(variants(), st.sampled_from(SWITCHES))
def test_a_formatted_value_reads_back(variant: Variant, switch: str) -> None:
    value = getattr(variant, switch)
    read = parse_rule(f"{switch}={format_value(value)}")[1]
    # Alone, a value may clash with the base; every other switch comes along.
    others = {one: getattr(variant, one) for one in SWITCHES if one != switch}
    assert getattr(override(MODERN, {**others, switch: read}), switch) == value


def test_diff_in_the_order_of_the_switches() -> None:
    assert diff_variants(MODERN, load_preset("classic")) == (
        ("next_dealer", "winner", "loser"),
        ("gin_bonus", 25, 20),
        ("big_gin_bonus", 31, None),
        ("undercut_bonus", 25, 10),
        ("box_bonus", 25, 20),
        ("shutout", "double_all", "flat"),
    )
    assert diff_variants(CLUB, CLUB) == ()


@settings(max_examples=30)
@given(variants(), variants())
def test_a_diff_is_what_it_takes(one: Variant, other: Variant) -> None:
    changes = {switch: value for switch, _, value in diff_variants(one, other)}
    labels = {"name": other.name, "source": other.source}
    assert override(one, changes, labels=labels) == other


def test_extra_boxes_by_kind() -> None:
    boxes = ExtraBoxes(gin=3, big_gin=5, undercut=7)
    assert [boxes.of(kind) for kind in ("gin", "big_gin", "undercut", "knock", "dead", None)] == [
        3, 5, 7, 0, 0, 0,
    ]  # fmt: skip


def test_hand_size() -> None:
    assert load_preset("rummy-royal").hand_size(4) == 7
    with pytest.raises(KeyError):
        MODERN.hand_size(3)


def test_rule_names() -> None:
    assert set(SWITCHES) <= set(RULE_NAMES)
    assert {"extra_boxes.undercut", "hand_sizes.4"} <= set(RULE_NAMES)
    assert "name" not in RULE_NAMES


@pytest.mark.parametrize(
    "rules", [["hand_sizes=7", "hand_sizes.3=7"], ["extra_boxes=x", "extra_boxes.gin=1"]]
)
def test_a_part_of_no_table(rules: list[str]) -> None:
    assert len(refused(*rules)) == 1


def test_values_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        MODERN.gin_bonus = 20  # type: ignore[misc]


@pytest.mark.parametrize("rule", ["extra_boxes.gin=x", "gin_bonus=x"])
def test_the_hint_of_a_wrong_value_names_the_switch(rule: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        override(load_preset("modern"), parse_rules([rule]))
    name = rule.partition("=")[0]
    assert refused.value.hint == f"`ginscore explain {name}` says what it decides"
