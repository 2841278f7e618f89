"""The sheet's commands: what is recorded, what is refused, and what a correction does."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.entries import Entry, find_player, parse_date
from ginscore.sheet.record import Seating
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.typed import HandOptions
from ginscore.sheet.verify import verify_sheet

NOON = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)
SPREAD = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
DEFENCE = "9S QS 2H 3H 4H 9H 5D 9D 3C 7C"
FOUR = ("Ann", "Bob", "Cleo", "Dan")


def refused(call: Any, *arguments: Any, **options: Any) -> GinscoreError:
    with pytest.raises(GinscoreError) as caught:
        call(*arguments, **options)
    return caught.value


def codes(error: GinscoreError) -> list[str]:
    return [one.code for one in error.faults]


@pytest.fixture
def sheet() -> Sheet:
    return Sheet.new("Ann", "Bob")


@pytest.fixture
def teams() -> Sheet:
    return Sheet.new(*FOUR, variant="partnership")


@pytest.fixture
def penalties() -> Sheet:
    return Sheet.new(*FOUR, variant="rummy-royal")


# Starting


def test_a_new_sheet_is_empty() -> None:
    assert Sheet.new("Ann", "Bob", title="half \udc80").title == "half \ufffd"
    sheet = Sheet.new(" Ann ", "Bob", title=" Friday\n evening ", at=NOON)
    assert (sheet.players, sheet.dealer, sheet.title) == (("Ann", "Bob"), "Ann", "Friday evening")
    assert (sheet.created, sheet.variant.name, sheet.entries) == (NOON, "modern", ())
    scored = sheet.score()
    assert (scored.hands, scored.next_dealer, scored.to_go) == ((), "Ann", {"Ann": 100, "Bob": 100})
    assert sheet.newest_hand() is None


def test_the_dealer_may_be_named_by_a_beginning() -> None:
    assert Sheet.new("Ann", "Bob", dealer="b").score().next_dealer == "Bob"


@pytest.mark.parametrize(
    ("players", "options", "wanted"),
    [
        (("Ann", "ann"), {}, ["duplicate-name"]),
        (("Zoé", "ZOE\u0301"), {}, ["duplicate-name"]),
        (("Ann", "Ann", "ANN"), {}, ["duplicate-name", "duplicate-name", "wrong-seat-count"]),
        (("", "Bob"), {}, ["bad-name"]),
        (("x" * 41, "Bob"), {}, ["bad-name"]),
        (("A\tnn", "B\u202eob"), {}, ["bad-name", "bad-name"]),
        (("Ann",), {}, ["wrong-seat-count"]),
        ((), {}, ["wrong-seat-count", "unknown-player"]),
        (("Ann", "Bob", "Cleo"), {}, ["wrong-seat-count"]),
        (("Ann", "Bob"), {"variant": "partnership"}, ["wrong-seat-count"]),
        (("Ann", "Bob"), {"dealer": "Cleo"}, ["unknown-player"]),
        (("Ann", "Bob"), {"variant": "modem"}, ["unknown-variant"]),
        (("Ann", "Bob"), {"at": datetime(2024, 1, 1)}, ["bad-date"]),
    ],
)
def test_a_sheet_that_cannot_begin(
    players: tuple[str, ...], options: dict[str, Any], wanted: list[str]
) -> None:
    assert codes(refused(Sheet.new, *players, **options)) == wanted


def test_forty_letters_and_odd_signs_are_a_name() -> None:
    names = ("x" * 40, "A=B + <i>")
    assert Sheet.new(*names).names == names


@pytest.mark.parametrize(
    ("text", "names", "seat"),
    [
        ("Ann", ("Anna", "Ann"), 1),
        ("ann", ("Anna", "Ann"), 1),
        ("ANNA", ("Anna", "Ann"), 0),
        ("b", ("Anna", "Bob"), 1),
        (" zo\u00e9", ("Zoe\u0301 L", "Bob"), 0),
        ("É", ("Bob", "élise"), 1),
    ],
)
def test_who_is_meant(text: str, names: tuple[str, ...], seat: int) -> None:
    assert find_player(text, names) == seat


@pytest.mark.parametrize(
    ("text", "part"), [("An", "may be Anna, Annie"), ("x", "Anna, Annie, Bob"), ("", "are Anna")]
)
def test_nobody_or_several_are_meant(text: str, part: str) -> None:
    error = refused(find_player, text, ("Anna", "Annie", "Bob"))
    assert (error.code, part in str(error)) == ("unknown-player", True)


def test_a_rematch_has_the_names_rules_and_dealer_in_force(sheet: Sheet) -> None:
    played = sheet.rename("Ann", "Zoé").change_rules({"target": 10}).add("Bob", "4", "17")
    again = played.like(title="Return", at=NOON)
    assert (again.players, again.dealer, again.entries) == (("Zoé", "Bob"), "Bob", ())
    assert (again.variant.target, again.title, again.created) == (10, "Return", NOON)
    assert played.like(dealer="z").dealer == "Zoé"


# Adding what was played


@pytest.mark.parametrize(
    ("texts", "stored"),
    [
        (("Ann", "4", "17"), ("4", "17")),
        (("b", "4", "17"), ("17", "4")),
        (("Ann", "=4", "bob=17"), ("4", "17")),
        (("Ann", "B=17", "4"), ("4", "17")),
        (("Ann", "Ann=4", "17"), ("4", "17")),
        (("Ann", "gin", "KS 6D AC …"), ("gin", "KS 6D AC ...")),
        (("Ann", SPREAD, DEFENCE), (SPREAD, DEFENCE)),
        (("Ann", "[7SHD] [4-6C] [J-KH] =3", "20"), ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", "20")),
        (("Ann", "Ann=[7SHD] [4-6C] [J-KH] =3", "20"), None),
    ],
)
def test_holdings_are_kept_by_seat_in_canonical_notation(
    sheet: Sheet, texts: tuple[str, ...], stored: tuple[str, str] | None
) -> None:
    entry = sheet.add(*texts).entries[0]
    assert entry.holdings == (stored or ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3", "20"))
    assert entry.event == "hand"


def test_a_name_may_hold_an_equals_sign() -> None:
    sheet = Sheet.new("A", "A=B")
    assert sheet.add("A", "4", "A=B=17").entries[0].holdings == ("4", "17")
    assert sheet.add("A=B", "4", "A=17").entries[0].holdings == ("17", "4")
    assert sheet.add(points=["A=B=18"]).score().hands[0].winner == "A=B"


def test_what_else_is_said_of_a_hand(sheet: Sheet) -> None:
    later = sheet.add(
        "ann",
        SPREAD,
        DEFENCE,
        upcard="5♠",
        lay_offs=["7c>1 3C:2"],
        dealer="bo",
        note=" a\tb ",
        at=NOON,
    )
    entry = later.entries[0]
    assert (entry.upcard, entry.lay_offs, entry.dealer) == ("5S", ("7C:1 3C:2",), "Bob")
    assert (entry.note, entry.at, entry.big_gin) == ("a b", NOON, False)
    hand = later.score().hands[0]
    assert (hand.points, hand.dealer, hand.upcard, hand.note) == (12, "Bob", "5S", "a b")
    assert hand.deadwood == {"Ann": 3, "Bob": 15}


def test_none_laid_off_is_not_the_same_as_not_told(sheet: Sheet) -> None:
    assert sheet.add("Ann", SPREAD, DEFENCE, lay_offs="").entries[0].lay_offs == ("",)
    assert sheet.add("Ann", SPREAD, DEFENCE, lay_offs=[""]).score().hands[0].points == 22
    assert sheet.add("Ann", SPREAD, DEFENCE, lay_offs=[None]).entries[0].lay_offs is None


def test_cards_are_read_in_the_language_and_kept_in_english(sheet: Sheet) -> None:
    french = sheet.add("Ann", "[7P 7C 7K] [4T 5T 6T] [VC DC RC] 3K", "17", lang="fr")
    assert french.entries[0].holdings == (SPREAD, "17")
    warned = sheet.add("Ann", SPREAD, "17", upcard="5S", lang="fr")
    assert [(one.code, one.where) for one in warned.warnings] == [
        ("read-in-other-language", "upcard"),
        ("read-in-other-language", "Ann"),
    ]
    assert [one.code for one in warned.settlement(1).warnings] == ["read-in-other-language"] * 2


@pytest.mark.parametrize(
    ("texts", "options", "wanted"),
    [
        ((), {}, ["usage"]),
        (("Cleo", "4", "17"), {}, ["unknown-player"]),
        (("Ann", "4", "Zed=17"), {}, ["unknown-player"]),
        (("Ann", "4"), {}, ["wrong-seat-count"]),
        (("Ann", "4", "17", "18"), {}, ["wrong-seat-count"]),
        (("Ann", "4", "Bob=1", "Bob=2"), {}, ["wrong-seat-count"]),
        (("Ann", "XC", "17"), {}, ["bad-card"]),
        (("Ann", "-4", "17"), {}, ["bad-holding"]),
        (("Ann", "4", "17"), {"upcard": "ZZ"}, ["bad-card"]),
        (("Ann", "4", "17"), {"dealer": "x"}, ["unknown-player"]),
        (("Ann", "4", "17"), {"lay_offs": ["x"]}, ["bad-lay-off"]),
        (("Ann", "4", "17"), {"lay_offs": ["", ""]}, ["bad-lay-off"]),
        (("Ann", "4", "17"), {"kind": "gin"}, ["usage"]),
        (("Ann", "4", "17"), {"against": "Bob"}, ["usage"]),
        (("Ann", "4", "17"), {"at": datetime(2024, 1, 1)}, ["bad-date"]),
        (("Ann", "4", "17"), {"before": 1}, ["no-such-hand"]),
        (("Ann", "11", "17"), {}, ["knock-over-limit"]),
        (("Ann", "7", "17"), {"big_gin": True}, ["not-gin"]),
        (("Ann", "7S 7H", "17"), {}, ["wrong-hand-size"]),
        # Everything at once; the rules are checked on what can be read.
        (("Ann", "XC", "0H"), {"dealer": "x"}, ["unknown-player", "bad-card", "bad-card"]),
        (("Ann", "7S 7H", "0H"), {}, ["bad-card", "wrong-hand-size"]),
        (("Cleo", "XC", "17"), {}, ["unknown-player", "bad-card"]),
        (("Ann", "11", "0H"), {}, ["bad-card", "knock-over-limit"]),
        (("Ann", "7", "0H"), {"big_gin": True}, ["bad-card", "not-gin"]),
        (("Ann", "4"), {"upcard": "ZZ"}, ["bad-card", "wrong-seat-count"]),
    ],
)  # fmt: skip
def test_hands_that_are_refused(
    sheet: Sheet, texts: tuple[str, ...], options: dict[str, Any], wanted: list[str]
) -> None:
    assert codes(refused(sheet.add, *texts, **options)) == wanted


def test_a_limit_is_told_though_another_text_is_unread() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="oklahoma")
    for error in (
        refused(sheet.add, "Ann", "5", "0H", upcard="4H"),
        refused(sheet.add("Ann", "4", "9", upcard="4H").edit, 1, "Ann", "5", "0H"),
    ):
        assert codes(error) == ["bad-card", "knock-over-limit"]


def test_faults_name_the_player(sheet: Sheet) -> None:
    assert [one.where for one in refused(sheet.add, "Ann", "XC", "0H").faults] == ["Ann", "Bob"]
    assert refused(sheet.add, "Ann", "11", "17").where == "Ann"


def test_big_gin_by_flag_or_call(sheet: Sheet) -> None:
    for call in (("0", True), ("biggin", False)):
        assert sheet.add("Ann", call[0], "17", big_gin=call[1]).score().hands[0].kind == "big_gin"


@pytest.mark.parametrize(
    ("variant", "needed"),
    [("modern", False), ("oklahoma", True), ("hollywood-club", True), ("straight", False)],
)
def test_the_upcard_is_needed_where_the_rules_turn_on_it(variant: str, needed: bool) -> None:
    assert Seating(("Ann", "Bob"), load_preset(variant)).needs_upcard == needed


# Dead hands and points only


def test_a_dead_hand_keeps_the_dealer(sheet: Sheet) -> None:
    scored = sheet.add(dead=True, upcard="5S", note="stock").score()
    hand = scored.hands[0]
    assert (hand.kind, hand.winner, hand.points, hand.boxes, hand.went_out) == (
        "dead",
        None,
        0,
        0,
        None,
    )
    assert (hand.deadwood, hand.upcard, hand.note) == ({"Ann": None, "Bob": None}, "5S", "stock")
    assert scored.next_dealer == "Ann"


def test_no_dead_hand_where_the_stock_is_reshuffled(penalties: Sheet) -> None:
    assert refused(penalties.add, dead=True).code == "dead-hand-impossible"


def test_points_alone_make_one_box_and_those_of_the_kind() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="hollywood-club")
    plain = sheet.add(points=["Ann=18"], upcard="5S").score().hands[0]
    assert (plain.kind, plain.points, plain.boxes, plain.winner) == (None, 18, 1, "Ann")
    gin = sheet.add(points="Bob = 43", kind="gin", upcard="5S").score().hands[0]
    assert (gin.kind, gin.points, gin.boxes, gin.winner) == ("gin", 43, 3, "Bob")
    assert gin.deadwood == {"Ann": None, "Bob": None}


def test_big_gin_is_gin_where_it_is_not_played() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="classic").add(points=["Ann=30"], kind="big_gin")
    assert sheet.score().hands[0].kind == "gin"
    assert sheet.entries[0].kind == "big_gin"


def test_a_hand_won_for_nothing_is_still_a_box(sheet: Sheet) -> None:
    hand = sheet.add(points=["Ann=0"]).score().hands[0]
    assert (hand.winner, hand.points, hand.boxes) == ("Ann", 0, 1)


@pytest.mark.parametrize(
    ("points", "options", "wanted"),
    [
        (["Ann"], {}, ["bad-points"]),
        (["Ann="], {}, ["bad-points"]),
        (["Ann=-3"], {}, ["bad-points"]),
        (["Ann=2.5"], {}, ["bad-points"]),
        (["Ann=²"], {}, ["bad-points"]),
        (["Ann=1234567"], {}, ["bad-points"]),
        (["Cleo=3"], {}, ["unknown-player"]),
        (["Ann=3", "Bob=4"], {}, ["bad-points"]),
        (["Ann=3", "ann=4"], {}, ["bad-points"]),
        (["Ann=x", "Cleo=3"], {"upcard": "ZZ"}, ["bad-card", "bad-points", "unknown-player"]),
        (["Ann=3"], {"kind": "dead"}, ["usage"]),
        (["Ann=3"], {"dead": True}, ["usage"]),
        ([], {"dead": True, "kind": "gin"}, ["usage"]),
        ([], {"dead": True, "pair": ["Ann", "Bob"]}, ["usage"]),
        ([], {"dead": True, "big_gin": True, "lay_offs": ["7C:1"]}, ["usage", "usage"]),
        (["Ann=3"], {"lay_offs": ["7C:1"], "against": "Bob"}, ["usage", "usage"]),
    ],
)
def test_points_that_are_refused(
    sheet: Sheet, points: list[str], options: dict[str, Any], wanted: list[str]
) -> None:
    assert codes(refused(sheet.add, points=points, **options)) == wanted


def test_holdings_go_with_neither_points_nor_death(sheet: Sheet) -> None:
    assert codes(refused(sheet.add, "Ann", "4", "17", points=["Ann=13"])) == ["usage"]
    assert codes(refused(sheet.add, "Ann", "4", "17", dead=True)) == ["usage"]


def test_several_players_have_points_under_penalty(penalties: Sheet) -> None:
    hand = penalties.add(points=["Bob=20", "Cleo=30", "Dan=60"]).score().hands[0]
    assert hand.scores == {"Ann": 0, "Bob": 20, "Cleo": 30, "Dan": 60}
    assert (hand.winner, hand.points, hand.boxes) == ("Ann", 110, 0)
    assert penalties.add(points=["Ann=5", "Bob=2"]).score().hands[0].winner == "Cleo"
    everybody = [f"{name}=1" for name in FOUR]
    assert penalties.add(points=everybody).score().hands[0].winner is None


def test_penalties_by_deadwood(penalties: Sheet) -> None:
    hand = penalties.add("Ann", "6", "20", "15", "9").score().hands[0]
    assert hand.scores == {"Ann": 0, "Bob": 14, "Cleo": 9, "Dan": 3}
    gin = penalties.add("Bob", "gin", "20", "Dan=9", "15").score().hands[0]
    assert gin.scores == {"Ann": 45, "Bob": 0, "Cleo": 40, "Dan": 34}
    assert gin.deadwood == {"Ann": 20, "Bob": 0, "Cleo": 15, "Dan": 9}


# Partnership


def test_two_hands_are_a_round(teams: Sheet) -> None:
    first = teams.add("Ann", "4", "Bob=16")
    assert first.score().hands[0].scores == {"Ann+Cleo": 0, "Bob+Dan": 0}
    assert first.score().hands[0].points == 12
    both = first.add("Dan", "0", "10").score()
    assert both.hands[1].scores == {"Ann+Cleo": 0, "Bob+Dan": 23}
    assert (both.hands[1].boxes, both.hands[1].winner) == (1, "Dan")
    assert [hand.pair for hand in both.hands] == [("Ann", "Bob"), ("Cleo", "Dan")]
    assert both.hands[0].deadwood == {"Ann": 4, "Bob": 16, "Cleo": None, "Dan": None}
    assert both.to_go == {"Ann+Cleo": 125, "Bob+Dan": 102}


def test_the_second_hand_knows_who_is_left(teams: Sheet) -> None:
    first = teams.add("Dan", "4", "Ann=16")
    assert first.add("c", "4", "16").score().hands[1].pair == ("Bob", "Cleo")
    assert first.add(dead=True).entries[1].pair == ("Bob", "Cleo")
    assert first.add(points=["Bob=9"]).entries[1].points_only == (None, 9, 0, None)
    opened = first.add(dead=True)
    assert refused(opened.add, dead=True).code == "wrong-seat-count"


def test_a_pair_may_be_named_by_either_hand(teams: Sheet) -> None:
    assert teams.add("d", "a", dead=True).entries[0].pair == ("Ann", "Dan")
    assert teams.add(dead=True, pair=["Bob", "Cleo"]).entries[0].pair == ("Bob", "Cleo")
    assert teams.add("Ann", "4", "17", against="d").entries[0].holdings == ("4", None, None, "17")
    points = teams.add(points=["Ann=18"], against="Dan").entries[0].points_only
    assert points == (18, None, None, 0)


@pytest.mark.parametrize(
    ("texts", "options", "code"),
    [
        (("Ann", "4", "17"), {}, "wrong-seat-count"),
        (("Ann", "4", "Cleo=17"), {}, "wrong-seat-count"),
        (("Ann", "4", "Bob=17", "Dan=3"), {}, "wrong-seat-count"),
        (("Ann", "4", "17", "18", "19"), {}, "wrong-seat-count"),
        ((), {"dead": True}, "wrong-seat-count"),
        ((), {"dead": True, "pair": ["Ann"]}, "wrong-seat-count"),
        ((), {"dead": True, "pair": ["Ann", "Cleo"]}, "wrong-seat-count"),
        ((), {"dead": True, "pair": ["Ann", "Zed"]}, "unknown-player"),
        ((), {"points": ["Ann=18"]}, "wrong-seat-count"),
        ((), {"points": ["Ann=18"], "against": "Cleo"}, "wrong-seat-count"),
        ((), {"points": ["Ann=18"], "against": "Ann"}, "wrong-seat-count"),
        ((), {"points": ["Ann=18"], "against": "Zed"}, "unknown-player"),
        ((), {"points": ["Ann=0"], "against": "Bob"}, "bad-points"),
        ((), {"points": ["Ann=3", "Bob=4"]}, "bad-points"),
    ],
)
def test_pairs_that_are_refused(
    teams: Sheet, texts: tuple[str, ...], options: dict[str, Any], code: str
) -> None:
    assert refused(teams.add, *texts, **options).code == code


def test_a_player_plays_once_a_round(teams: Sheet) -> None:
    first = teams.add("Ann", "4", "Bob=17")
    for texts in (("Ann", "4", "Dan=17"), ("Cleo", "4", "Bob=17"), ("Ann", "4", "17")):
        assert refused(first.add, *texts).code == "wrong-seat-count"
    assert refused(first.add, points=["Ann=9"]).code == "wrong-seat-count"


def test_a_void_leaves_half_a_round(teams: Sheet) -> None:
    played = teams.add("Ann", "4", "Bob=17").add("Cleo", "4", "17").add("Ann", "4", "Dan=9")
    half = played.void(1)
    assert [row.open_round for row in half.score().hands] == [True, True]
    assert half.score().games[0].totals == {"Ann+Cleo": 0, "Bob+Dan": 0}
    told = [(one.hand, one.message.text) for one in verify_sheet(half).faults]
    assert told == [(1, "this round lacks the hand between Ann and Bob, and counts nothing")]
    again = half.add("Ann", "4", "Bob=17", before=1)
    assert again.score().hands[1].scores == {"Ann+Cleo": 26, "Bob+Dan": 0}
    assert verify_sheet(again).ok
    assert played.edit(1, dead=True).score().hands[0].pair == ("Ann", "Bob")
    assert played.void(3).score().hands[1].scores == {"Ann+Cleo": 26, "Bob+Dan": 0}


def test_a_forgotten_round_goes_in_hand_by_hand(teams: Sheet) -> None:
    played = teams.add("Ann", "4", "Dan=9").add("Bob", "4", "5")
    half = played.add("Ann", "4", "Bob=17", before=1)
    assert [row.open_round for row in half.score().hands] == [True, False, False]
    whole = half.add("Cleo", "4", "17", before=2)
    assert [row.scores["Ann+Cleo"] for row in whole.score().hands] == [0, 26, 0, 4]
    assert verify_sheet(whole).ok


def test_a_round_with_the_wrong_pairs_is_corrected(teams: Sheet) -> None:
    played = teams.add("Ann", "4", "Bob=17").add("Cleo", "4", "17").add(dead=True, pair=["a", "b"])
    half = played.edit(1, "Ann", "4", "Dan=17")
    assert [row.open_round for row in half.score().hands] == [True, False, False]
    whole = half.edit(2, "Cleo", "4", "Bob=17")
    assert whole.score().hands[1].scores == {"Ann+Cleo": 26, "Bob+Dan": 0}


def test_editing_a_partnership(teams: Sheet) -> None:
    played = teams.add("Ann", "4", "Bob=16").add(dead=True).add(points=["Ann=18"], against="Bob")
    assert played.edit(1, "Bob", "3", "9").score().hands[0].pair == ("Ann", "Bob")
    assert played.edit(1, "Ann", "3").entries[-1].holdings == ("3", "16", None, None)
    assert played.edit(2, "Dan", "3", "9").score().hands[1].pair == ("Cleo", "Dan")
    assert played.edit(2, note="late").entries[-1].pair == ("Cleo", "Dan")
    assert played.edit(3, points=["Bob=7"]).entries[-1].points_only == (0, 7, None, None)
    assert played.edit(3, kind="gin").entries[-1].points_only == (18, 0, None, None)
    assert played.edit(3, against="Dan").entries[-1].points_only == (18, None, None, 0)


# The same hand again


@pytest.mark.parametrize(
    ("seconds", "texts", "is_warned"),
    [
        (0, ("Ann", "4", "17"), True),
        (60, ("Ann", "4", "17"), True),
        (61, ("Ann", "4", "17"), False),
        (-1, ("Ann", "4", "17"), False),
        (5, ("Ann", "4", "18"), False),
        (5, ("Bob", "4", "17"), False),
    ],
)
def test_the_same_hand_within_a_minute(
    sheet: Sheet, seconds: int, texts: tuple[str, ...], is_warned: bool
) -> None:
    first = sheet.add("Ann", "4", "17", now=NOON)
    assert first.warnings == ()
    again = first.add(*texts, now=NOON + timedelta(seconds=seconds))
    assert [one.code for one in again.warnings] == ["repeated-hand"] * is_warned
    assert [one.code for one in again.settlement(2).warnings] == ["repeated-hand"] * is_warned
    assert again.settlement(1).warnings == ()
    assert len(again.score().hands) == 2


def test_only_the_clock_can_repeat_a_hand(sheet: Sheet) -> None:
    assert not sheet.add("Ann", "4", "17").add("Ann", "4", "17", now=NOON).warnings
    assert not sheet.add("Ann", "4", "17", now=NOON).add("Ann", "4", "17").warnings
    dated = sheet.add("Ann", "4", "17", at=NOON).add("Ann", "4", "17", at=NOON, now=NOON)
    assert not dated.warnings
    assert dated.entries[0].at == NOON


# After the end


def test_no_hand_follows_a_match_that_is_over(sheet: Sheet) -> None:
    over = sheet.add(points=["Ann=110"])
    error = refused(over.add, "Ann", "4", "17")
    assert (error.code, str(error)) == (
        "game-over",
        "game-over: the match is over after hand 1: no hand can follow",
    )
    assert error.hint.endswith("ginscore new --like FILE -s NEW")


def test_a_forgotten_hand_may_still_go_in(sheet: Sheet) -> None:
    over = sheet.add(points=["Ann=60"]).add(points=["Ann=50"])
    scored = over.add(points=["Bob=100"], before=1).score()
    assert [hand.status for hand in scored.hands] == ["counted", "after-end", "after-end"]
    assert (scored.games[0].game_winner, scored.match.winner) == ("Bob", "Bob")
    late = scored.hands[2]
    assert (late.points, late.boxes, late.scores, late.game) == (0, 0, {"Ann": 0, "Bob": 0}, None)
    assert late.winner == "Ann"


@pytest.mark.parametrize(("knocker", "other"), [("Ann", "Bob"), ("Bob", "Ann"), ("Dan", "Ann")])
def test_an_example_for_a_pair_that_is_not_known(knocker: str, other: str) -> None:
    teams = Sheet.new(*FOUR, variant="partnership")
    error = refused(teams.add, knocker, "4", "17")
    assert (error.code, error.hint) == ("wrong-seat-count", f"name both: {knocker} 4 {other}=17")


def test_points_of_as_many_digits_as_there_may_be() -> None:
    sheet = Sheet.new("Ann", "Bob").change_rules({"target": None})
    assert sheet.add(points=["Ann=999999"]).score().hands[0].points == 999_999
    assert refused(sheet.add, points=["Ann=1000000"]).code == "bad-points"


def test_who_went_out_without_a_holding() -> None:
    went_out = {"event": "hand", "went_out": "Ann", "holdings": (None, "17", "9")}
    entry = Entry.model_validate({"entry": 1, "at": None, **went_out})
    with pytest.raises(GinscoreError, match="wrong-seat-count: 2 holdings for 3 players"):
        _ = Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal").with_entry(entry).tally


def test_a_forgotten_hand_has_the_rules_of_the_hand_that_it_goes_before() -> None:
    sheet = Sheet.new(
        "Ann", "Bob", variant=load_preset("modern").model_copy(update={"target": None})
    )
    for points in (20, 30):
        sheet = sheet.add("Ann", "gin", "5").change_rules({"gin_bonus": points}, from_now=True)
    assert [sheet.table(before).variant.gin_bonus for before in (1, 2, None)] == [25, 20, 30]
    for before, points in ((1, 30), (2, 25)):
        assert (
            sheet.add("Bob", "gin", "5", before=before).score().hands[before - 1].points == points
        )


def test_a_correction_reopens_a_finished_game(sheet: Sheet) -> None:
    over = sheet.add(points=["Ann=60"]).add(points=["Ann=50"])
    assert over.tally.match.over
    opened = over.edit(1, points=["Ann=40"])
    assert not opened.tally.match.over
    assert opened.add("Ann", "4", "17").score().hands[2].totals == {"Ann": 103, "Bob": 0}


def test_a_correction_puts_what_follows_after_the_end(sheet: Sheet) -> None:
    played = sheet.add("Ann", "4", "17").add("Bob", "0", "45").add("Bob", "0", "20")
    scored = played.edit(1, points=["Ann=100"]).score()
    assert [hand.status for hand in scored.hands] == ["counted", "after-end", "after-end"]
    assert scored.games[0].totals == {"Ann": 100, "Bob": 0}
    assert scored.to_go is None


# Editing


def test_an_edit_keeps_what_is_not_given() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="oklahoma")
    played = sheet.add("Ann", "4", "17", upcard="5H", note="late", dealer="Bob", at=NOON)
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"upcard": "5S"}, {"upcard": "5S"}),
        ({"upcard": ""}, {"upcard": None}),
        ({"note": ""}, {"note": None}),
        ({"dealer": ""}, {"dealer": None}),
        ({"dealer": "ann"}, {"dealer": "Ann"}),
        ({"at": NOON + timedelta(days=1)}, {"at": NOON + timedelta(days=1)}),
    ]
    for options, changed in cases:
        entry = played.edit(1, **options).entries[1]
        before = played.entries[0].model_dump() | {"entry": 2, "replaces": 1, "at": None}
        assert entry.model_dump() == before | changed


@pytest.mark.parametrize(
    ("texts", "holdings", "went_out"),
    [
        (("Bob", "4", "17"), ("17", "4"), "Bob"),
        (("Ann", "5"), ("5", "17"), "Ann"),
        (("Bob=18",), ("4", "18"), "Ann"),
        (("Ann=3", "Bob=18"), ("3", "18"), "Ann"),
        (("Ann", "Bob=18"), ("4", "18"), "Ann"),
        (("Bob", "Bob=2"), ("4", "2"), "Bob"),
    ],
)
def test_an_edit_of_holdings(
    sheet: Sheet, texts: tuple[str, ...], holdings: tuple[str, str], went_out: str
) -> None:
    entry = sheet.add("Ann", "4", "17").edit(1, *texts).entries[1]
    assert (entry.holdings, entry.went_out) == (holdings, went_out)


def test_who_went_out_may_be_all_that_was_wrong(sheet: Sheet) -> None:
    entry = sheet.add("Ann", "4", "9").edit(1, "Bob").entries[1]
    assert (entry.holdings, entry.went_out) == (("4", "9"), "Bob")


def test_lay_offs_and_big_gin_belong_to_the_holdings(sheet: Sheet) -> None:
    played = sheet.add("Ann", SPREAD, DEFENCE, lay_offs=[""])
    assert played.edit(1, note="x", lay_offs=[]).entries[1].lay_offs == ("",)
    assert played.edit(1, f"Bob={DEFENCE}").entries[1].lay_offs is None
    assert played.edit(1, lay_offs=["7C:1"]).score().hands[0].points == 15
    big = sheet.add("Ann", "0", "17", big_gin=True)
    assert big.edit(1, "Bob=18").entries[1].big_gin
    assert big.edit(1, note="x", big_gin=False).entries[1].big_gin
    assert not big.edit(1, "Ann", "4").entries[1].big_gin
    assert not big.edit(1, "Bob", "0", "17").entries[1].big_gin
    assert sheet.add("Ann", "0", "17").edit(1, big_gin=True).score().hands[0].kind == "big_gin"


def test_kept_cards_are_not_read_in_another_language(sheet: Sheet) -> None:
    played = sheet.add("Ann", "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3C", "17")
    edited = played.edit(1, "Bob=RT ...", lang="fr")
    assert edited.entries[1].holdings == ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3C", "KC ...")


def test_a_hand_becomes_one_of_another_sort(sheet: Sheet) -> None:
    played = sheet.add("Ann", "4", "17", upcard="5H", note="n")
    dead = played.edit(1, dead=True)
    assert dead.entries[1].model_dump(exclude_defaults=True, exclude={"at"}) == {
        "entry": 2, "event": "hand", "replaces": 1, "dead": True, "upcard": "5H", "note": "n",
    }  # fmt: skip
    points = dead.edit(1, points=["Bob=9"], kind="knock")
    assert (points.score().hands[0].winner, points.score().hands[0].kind) == ("Bob", "knock")
    assert points.edit(1, points=["Bob=8"]).entries[-1].kind == "knock"
    assert points.edit(1, kind="undercut").entries[-1].points_only == (None, 9)
    assert points.edit(1, note="x").entries[-1].kind == "knock"
    again = points.edit(1, "Bob", "2", "7")
    assert again.entries[-1].points_only is None
    assert again.score().hands[0].points == 5
    assert dead.edit(1, note="").score().hands[0].kind == "dead"
    assert sheet.add(points=["Ann=0"]).edit(1, note="x").score().hands[0].winner == "Ann"


@pytest.mark.parametrize(
    ("texts", "options", "code"),
    [
        ((), {}, "usage"),
        ((), {"lang": "fr", "dead": False, "points": [], "lay_offs": [], "upcard": None}, "usage"),
        (("Ann", "11"), {}, "knock-over-limit"),
        (("Cleo", "4", "17"), {}, "unknown-player"),
        (("x=4",), {}, "unknown-player"),
        ((), {"kind": "gin"}, "usage"),
    ],
)
def test_edits_that_are_refused(
    sheet: Sheet, texts: tuple[str, ...], options: dict[str, Any], code: str
) -> None:
    assert refused(sheet.add("Ann", "4", "17").edit, 1, *texts, **options).code == code


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_number_that_is_not_there(sheet: Sheet, number: int) -> None:
    played = sheet.add("Ann", "4", "17").add("Bob", "4", "30")
    for error in (
        refused(played.edit, number, note="x"),
        refused(played.void, number),
        refused(played.add, "Ann", "4", "17", before=number),
        refused(played.settlement, number),
    ):
        assert (error.code, "the hands are 1 to 2" in str(error)) == ("no-such-hand", True)
    assert "has none yet" in str(refused(sheet.void, 1))


# Names and rules


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("Ann", "bob", ["duplicate-name"]),
        ("Ann", "", ["bad-name"]),
        ("x", "a\x00", ["bad-name", "unknown-player"]),
        ("x", "Ann", ["unknown-player", "duplicate-name"]),
    ],
)
def test_renames_that_are_refused(sheet: Sheet, old: str, new: str, wanted: list[str]) -> None:
    assert codes(refused(sheet.rename, old, new)) == wanted


def test_a_rename_holds_for_all_hands(sheet: Sheet) -> None:
    later = sheet.add("Ann", "4", "17", dealer="Ann").rename("a", " Zoé ").add("z", "4", "9")
    assert [hand.winner for hand in later.score().hands] == ["Zoé", "Zoé"]
    assert [entry.went_out for entry in later.entries] == ["Ann", None, "Zoé"]
    assert later.edit(1, note="x").entries[-1].dealer == "Zoé"
    assert later.rename("Zoé", "ZOÉ").names == ("ZOÉ", "Bob")


def test_changed_rules_recompute_the_sheet(sheet: Sheet) -> None:
    over = sheet.add(points=["Ann=110"])
    changed = over.change_rules({"target": 150, "extra_boxes.gin": 2, "hand_sizes": {2: 10}})
    assert changed.entries[1].rules == {
        "target": 150,
        "extra_boxes.gin": 2,
        "hand_sizes": {"2": 10},
    }
    assert changed.score().to_go == {"Ann": 40, "Bob": 150}
    assert changed.rules.extra_boxes.gin == 2
    assert Sheet.model_validate_json(changed.model_dump_json()) == changed


@pytest.mark.parametrize(
    ("rules", "from_now", "wanted"),
    [
        ({}, False, ["usage"]),
        ({"gin": 1}, False, ["unknown-rule"]),
        ({"gin_bonus": -1, "target": 0}, False, ["bad-rule-value", "bad-rule-value"]),
        ({"match_games": 3}, True, ["bad-rule-value"]),
        ({"x": 1, "columns": 3}, True, ["unknown-rule", "bad-rule-value"]),
        ({"hand_sizes.2": 7, "target": 5}, True, ["bad-rule-value"]),
        ({"players": [2]}, True, ["bad-rule-value"]),
    ],
)  # fmt: skip
def test_rules_that_are_refused(
    sheet: Sheet, rules: dict[str, object], from_now: bool, wanted: list[str]
) -> None:
    assert codes(refused(sheet.change_rules, rules, from_now)) == wanted


def test_rules_may_not_make_a_recorded_hand_illegal(sheet: Sheet) -> None:
    played = sheet.add("Ann", "9", "17").add("Bob", "4", "9").add("Bob", "8", "9")
    error = refused(played.change_rules, {"knock_limit": 5})
    assert [(one.code, one.where) for one in error.faults] == [
        ("knock-over-limit", "hand 1 Ann"),
        ("knock-over-limit", "hand 3 Bob"),
    ]
    assert played.change_rules({"knock_limit": 5}, from_now=True).rules.knock_limit == 5
    dead = sheet.add(dead=True)
    assert refused(dead.change_rules, {"stock_end": "reshuffle"}).where.startswith("hand 1")


def test_rules_for_other_seats_are_refused(penalties: Sheet) -> None:
    assert refused(penalties.change_rules, {"players": [2, 3]}).code == "wrong-seat-count"


# The ruling on a hand


def test_a_ruling_has_names_numbers_and_items(sheet: Sheet) -> None:
    later = sheet.add("Ann", "4", "17").add("Bob", SPREAD, DEFENCE).rename("Ann", "Zoé").void(1)
    ruling = later.settlement(1)
    assert (ruling.hand, ruling.entry, ruling.winner, ruling.points) == (1, 2, "Bob", 12)
    assert ruling.knocker is not None
    assert (ruling.knocker.name, ruling.defenders[0].name) == ("Bob", "Zoé")
    assert [(item.rule, item.to, item.why) for item in ruling.items] == [
        ("difference", "Bob", "15 − 3")
    ]
    assert '"hand":1,"entry":2' in ruling.model_dump_json()


def test_a_ruling_without_cards(sheet: Sheet, penalties: Sheet, teams: Sheet) -> None:
    points = sheet.add(points=["Ann=18"], kind="gin", upcard="5S").settlement(1)
    assert (points.kind, points.winner, points.boxes, points.upcard) == ("gin", "Ann", 1, "5S")
    assert [(item.to, item.points, item.why) for item in points.items] == [("Ann", 18, "18")]
    assert (points.scores, points.knocker, points.defenders) == ({"Ann": 18, "Bob": 0}, None, ())
    dead = sheet.add(dead=True, upcard="5S").settlement(1)
    assert (dead.kind, dead.winner, dead.upcard) == ("dead", None, "5S")
    several = penalties.add(points=["Bob=20", "Dan=60"]).settlement(1)
    assert sum(item.points for item in several.items) == several.points == 80
    assert penalties.add(points=[f"{name}=1" for name in FOUR]).settlement(1).winner is None
    pair = teams.add(dead=True, pair=["Bob", "Cleo"]).settlement(1)
    assert pair.scores == {"Bob": 0, "Cleo": 0}
    assert teams.add(points=["Bob=9"], against="Cleo").settlement(1).scores == pair.scores | {
        "Bob": 9
    }


# Dates


PARIS = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2024-05-31", datetime(2024, 5, 31, tzinfo=PARIS)),
        (" 20240531 ", datetime(2024, 5, 31, tzinfo=PARIS)),
        ("2024-05-31T14:00", NOON),
        ("2024-05-31 14:00:00", NOON),
        ("2024-05-31T12:00Z", NOON),
        ("2024-05-31T15:30+03:30", NOON),
    ],
)
def test_dates(text: str, wanted: datetime) -> None:
    assert parse_date(text, PARIS) == wanted


def test_a_date_without_a_zone_is_local() -> None:
    local = parse_date("2024-05-31")
    assert (local.hour, local.day) == (0, 31)
    assert local.utcoffset() is not None


@pytest.mark.parametrize("text", ["", "yesterday", "31.5.2024", "2024-13-01", "x" * 99])
def test_no_dates(text: str) -> None:
    error = refused(parse_date, text)
    assert (error.code, error.where) == ("bad-date", "--date")
    assert len(str(error)) < 160


def test_rules_given_as_a_variant() -> None:
    rules = override(load_preset("modern"), {"gin_bonus": 30})
    assert Sheet.new("Ann", "Bob", variant=rules).add("Ann", "0", "5").score().hands[0].points == 35


# The same counts, but for one thing: what is remembered of one hand is not the other's. The sheet
# is read as from a file, where nothing is known of any hand.


@pytest.mark.parametrize(
    ("variant", "holdings", "options", "points"),
    [
        ("modern", ("0", "20"), [{}, {"big_gin": True}, {}], [45, 51, 45]),
        ("oklahoma", ("4", "20"), [{"upcard": "7H"}, {"upcard": "7S"}, {}], [16, 32, 16]),
    ],
)
def test_the_same_counts_but_for_one_thing(
    variant: str, holdings: tuple[str, str], options: list[HandOptions], points: list[int]
) -> None:
    sheet = Sheet.new("Ann", "Bob", variant=variant)
    for one in options:
        sheet = sheet.add("Ann", *holdings, **one)
    assert [hand.points for hand in Sheet(**dict(sheet)).score().hands] == points


def test_the_same_counts_with_lay_offs_are_refused() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "4", "17").add("Ann", "4", "17")
    wrong = sheet.entries[1].model_copy(update={"lay_offs": ("7C:1",)})
    read = sheet.model_copy(update={"entries": (sheet.entries[0], wrong)})
    assert {fault.message.code for fault in Sheet(**dict(read)).record.faults} == {
        "lay-off-not-legal"
    }


def test_the_same_counts_under_other_rules() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "0", "20")
    sheet = sheet.change_rules({"gin_bonus": 10}, from_now=True).add("Ann", "0", "20")
    assert [hand.points for hand in Sheet(**dict(sheet)).score().hands] == [45, 30]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda sheet: sheet.add("Zed", "4", "17"), "NAME"),
        (lambda sheet: sheet.add("Ann", "4", "Zed=17"), "NAME"),
        (lambda sheet: sheet.add("Ann", "4", "17", dealer="Zed"), "--dealer"),
        (lambda sheet: sheet.add(points=["Zed=4"]), "--points"),
        (lambda sheet: sheet.rename("Zed", "Dee"), "OLD"),
    ],
)
def test_where_an_unknown_player_was_named(change: Callable[[Sheet], Sheet], where: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        change(Sheet.new("Ann", "Bob"))
    assert (refused.value.code, refused.value.where) == ("unknown-player", where)


@pytest.mark.parametrize(
    ("names", "texts", "holdings"),
    [
        (("Ann", "Bob", "Cy"), ("Ann=4", "Bob", "17", "Cy", "9"), ("4", "17", "9")),
        (("Ann", "Bob", "Cy"), ("Ann=4", "Cy", "9", "Bob", "17"), ("4", "17", "9")),
        # Somebody may be called 17: the holdings of all who play, in their order, are no names.
        (("Ann", "17", "Cy"), ("Ann=4", "17", "9"), ("4", "17", "9")),
    ],
)
def test_names_may_stand_before_their_holdings(
    names: tuple[str, ...], texts: tuple[str, ...], holdings: tuple[str, ...]
) -> None:
    sheet = Sheet.new(*names, variant="rummy-royal").add(*texts)
    assert sheet.entries[0].holdings == holdings


def test_a_name_before_its_holding_is_no_holding() -> None:
    with pytest.raises(GinscoreError, match="missing: the holding of Cy"):
        Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal").add("Ann=4", "Bob", "17")
