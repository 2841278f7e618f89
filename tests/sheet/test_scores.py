"""The scores of a sheet: a worked game line by line, and the form of the JSON."""

import json
from datetime import UTC, datetime

import pytest
from calls import count_calls, count_lines

from ginscore.errors import GinscoreError
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.scores import ScoreSheet
from ginscore.sheet.sheet import Sheet

NOON = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def test_a_played_sheet_line_by_line() -> None:
    """S4: you knock with 8 against 20; he with 10 against 15; a dead hand; he with 6 against 6,
    which is a tie; he has gin against 22; you have gin against 40, and 102 end the game."""
    sheet = Sheet.new("Toi", "Adversaire", variant="playgridia-100", dealer="Toi")
    sheet = sheet.add("Toi", "8", "20").add("Adversaire", "10", "15").add(dead=True)
    sheet = sheet.add("Adversaire", "6", "6").add("Adversaire", "0", "22").add("Toi", "0", "40")
    scored = sheet.score()
    lines = [
        (hand.dealer, hand.kind, hand.winner, hand.points, *hand.totals.values())
        for hand in scored.hands
    ]
    assert lines == [
        ("Toi", "knock", "Toi", 12, 12, 0),
        ("Adversaire", "knock", "Adversaire", 5, 12, 5),
        ("Toi", "dead", None, 0, 12, 5),
        ("Toi", "undercut", "Toi", 25, 37, 5),
        ("Adversaire", "gin", "Adversaire", 47, 37, 52),
        ("Toi", "gin", "Toi", 65, 102, 52),
    ]
    assert (scored.games[0].over, scored.games[0].game_winner) == (True, "Toi")
    assert (scored.match.over, scored.match.winner, scored.to_go) == (True, "Toi", None)


def test_the_first_hand_is_the_game() -> None:
    scored = Sheet.new("A", "B", variant="playgridia").add("A", "8", "20").score()
    assert (scored.games[0].game_winner, scored.match.over, scored.to_go) == ("A", True, None)


def test_loser_with_more_hands_becomes_the_winner() -> None:
    """S0: 100 with one box against 96 with eight is −36."""
    sheet = Sheet.new("A", "B", variant="gin-rami")
    for _ in range(8):
        sheet = sheet.add(points=["B=12"])
    scored = sheet.add(points=["A=100"]).score()
    game = scored.games[0]
    assert (game.game_winner, game.settlement.winner, game.settlement.points) == ("A", "B", 36)
    assert scored.match.games_won == {"A": 0, "B": 1}
    assert not scored.match.over


def test_a_spade_doubles_in_the_sheet() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="oklahoma").add("Ann", "4", "17", upcard="5S")
    assert sheet.score().hands[0].points == 26


def test_a_hand_enters_columns() -> None:
    sheet = Sheet.new("A", "B", variant="hollywood").add(points=["A=32"]).add(points=["A=28"])
    scored = sheet.add(points=["A=45"]).score()
    assert [hand.columns for hand in scored.hands] == [(1,), (1, 2), (1, 2, 3)]
    assert scored.hands[2].totals == {"A": 105, "B": 0}
    assert scored.to_go == {"A": 27, "B": 100}


# The form of the JSON


@pytest.mark.parametrize(
    "typed", ["5S", "5s", "\u2660\N{VARIATION SELECTOR-16}5", "five of spades"]
)
def test_an_upcard_is_told_in_our_notation(typed: str) -> None:
    sheet = Sheet.new("Ann", "Bob", variant="oklahoma").add("Ann", "4", "17", upcard="5S")
    entry = sheet.entries[0].model_copy(update={"upcard": typed})
    edited = Sheet.model_validate({**dict(sheet), "entries": (entry,)})
    assert edited.score().hands[0].upcard == edited.settlement(1).upcard == "5S"


HAND_KEYS = [
    "hand", "entry", "at", "status", "game", "dealer", "went_out", "upcard", "kind", "winner",
    "points", "boxes", "deadwood", "side", "scores", "totals", "columns",
    "column_totals", "pair", "open_round", "edited", "note",
]  # fmt: skip


def played() -> Sheet:
    sheet = Sheet.new("Ann", "Bob", title="Friday", at=NOON)
    sheet = sheet.add("Ann", "4", "17", at=NOON).add("Bob", "8", "6").add(points=["Bob=90"])
    return sheet.add(dead=True, before=2)


def test_rules_that_change_are_told_from_the_hand_on() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "4", "17")
    sheet = sheet.change_rules({"gin_bonus": 20}, from_now=True)
    assert [dict(one) for one in sheet.score().rule_changes] == [
        {"hand": 2, "rules": {"gin_bonus": 20}}
    ]
    assert sheet.add("Bob", "gin", "20").score().rule_changes == sheet.score().rule_changes
    assert sheet.change_rules({"gin_bonus": 20}).score().rule_changes == ()


def test_the_json_has_every_key() -> None:
    seen = json.loads(played().score().model_dump_json())
    assert list(seen) == [
        "title", "variant", "players", "hands", "games", "match", "next_dealer", "next_pair",
        "to_go", "rule_changes",
    ]  # fmt: skip
    assert (seen["title"], seen["variant"], seen["players"]) == ("Friday", "modern", ["Ann", "Bob"])
    assert all(list(hand) == HAND_KEYS for hand in seen["hands"])
    assert [hand["hand"] for hand in seen["hands"]] == [1, 2, 3, 4]
    assert [hand["entry"] for hand in seen["hands"]] == [1, 4, 2, 3]
    first = seen["hands"][0]
    assert first["at"] == "2024-05-31T12:00:00Z"
    assert first["deadwood"] == {"Ann": 4, "Bob": 17}
    assert (first["scores"], first["totals"]) == ({"Ann": 13, "Bob": 0}, {"Ann": 13, "Bob": 0})
    assert (first["columns"], first["pair"], first["game"]) == ([1], None, 1)
    assert seen["hands"][3]["went_out"] is seen["hands"][3]["kind"] is None
    assert seen["hands"][3]["deadwood"] == {"Ann": None, "Bob": None}
    account = {"points": 40, "game_bonus": 0, "boxes": 50, "shutout": 0, "total": 90}
    assert seen["games"] == [
        {
            "game": 1,
            "column": 1,
            "over": False,
            "totals": {"Ann": 40, "Bob": 90},
            "boxes": {"Ann": 2, "Bob": 1},
            "accounts": {
                "Ann": account,
                "Bob": {"points": 90, "game_bonus": 0, "boxes": 25, "shutout": 0, "total": 115},
            },
            "game_winner": None,
            "settlement": {"winner": None, "points": 0, "nets": {"Ann": 0, "Bob": 0}},
        }
    ]
    assert seen["match"] == {
        "over": False,
        "winner": None,
        "games_won": {"Ann": 0, "Bob": 0},
        "points": {"Ann": 0, "Bob": 0},
        "nets": {"Ann": 0, "Bob": 0},
    }
    assert (seen["next_dealer"], seen["to_go"]) == ("Bob", {"Ann": 60, "Bob": 10})


def test_only_the_last_hands() -> None:
    sheet = played()
    assert [hand.hand for hand in sheet.score(last=2).hands] == [3, 4]
    assert sheet.score(last=0).hands == ()
    assert sheet.score(last=9).hands == sheet.score().hands
    assert sheet.score(last=2).games == sheet.score().games


def test_showing_changes_nothing() -> None:
    sheet = played()
    before, text = sheet.model_dump_json(), sheet.score().model_dump_json()
    for _ in range(3):
        assert sheet.score().model_dump_json() == text
        sheet.settlement(1)
    assert sheet.model_dump_json() == before


def test_the_scores_are_what_their_schema_says() -> None:
    """Rows are built without validation: they must be as if they had been validated."""
    text = played().score().model_dump_json()
    assert ScoreSheet.model_validate_json(text).model_dump_json() == text


def test_the_order_of_players_changes_no_net() -> None:
    hands = [("Ann", "4", "17"), ("Bob", "0", "45"), ("Ann", "8", "6"), ("Bob", "3", "60")]
    nets = []
    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        sheet = Sheet.new(*names, dealer="Ann")
        for texts in hands:
            sheet = sheet.add(*texts)
        scored = sheet.score()
        nets.append((scored.match, scored.next_dealer, scored.games[0].settlement))
    assert nets[0] == nets[1]


def test_a_sheet_with_faults_has_no_score() -> None:
    sheet = Sheet.model_validate({**dict(Sheet.new("Ann", "Bob")), "dealer": "Cleo"})
    with pytest.raises(GinscoreError, match="unknown-player"):
        sheet.score()


def test_the_fold_is_linear() -> None:
    """Twice the hands take about twice the calls."""

    def calls(hands: int) -> int:
        fresh = Sheet.new("A", "B", variant=override(load_preset("modern"), {"match_games": 99}))
        grown = fresh.add("A", "4", "17")
        entry = grown.entries[0]
        entries = tuple(entry.model_copy(update={"entry": n}) for n in range(1, hands + 1))
        sheet = Sheet.model_validate({**dict(fresh), "entries": entries})
        return count_calls(lambda: sheet.score(last=5))

    calls(10)
    assert calls(1000) < 2.3 * calls(500)


def test_the_ruling_on_one_hand_takes_no_longer_in_a_long_sheet() -> None:
    """A report asks for every one of them."""

    def lines(hands: int) -> int:
        sheet = Sheet.new("A", "B", "C", "D", variant="partnership")
        for number in range(hands):
            sheet = sheet.add("AC"[number % 2], "4", f"{'BD'[number % 2]}=10")
        assert len(sheet.record.hands) == hands
        return count_lines(lambda: sheet.settlement(hands))

    lines(2)
    assert lines(12) == lines(4)
