"""One game: its totals, its end, its account. Worked rows by id, every switch, naive oracle."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_scorer import score
from score_cases import SIDES, as_naive, as_plain, hand, play, rules_of
from variant_values import FREE

from ginscore.game.games import game_winner, tally
from ginscore.game.tallies import Account, Standing, open_accounts, settle_game
from ginscore.rules.variants import Variant

WORKED = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "worked_games.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("row", WORKED["game"], ids=lambda row: row["id"])
def test_worked_game(row: dict[str, Any]) -> None:
    found = play(rules_of(row["preset"], **row.get("rules", {})), *row["hands"])
    game = found.games[0]
    seen = {
        "running": [list(line.totals) for line in found.rows],
        "dealers": [line.dealer for line in found.rows],
        "totals": list(game.totals),
        "boxes": list(game.boxes),
        "accounts": [account.total for account in game.accounts],
        "net": [SIDES[game.settlement_winner or 0], game.settlement_points],
        "over": game.over,
        "winner": None if game.game_winner is None else SIDES[game.game_winner],
        "next_dealer": SIDES[found.next_dealer],
    }
    expected = {key: row[key] for key in row.keys() & seen.keys()}
    assert {key: seen[key] for key in expected} == expected


@pytest.mark.parametrize("form", WORKED["shutout"][0]["finals"])
def test_worked_shutout(form: str) -> None:
    row = WORKED["shutout"][0]
    game = play(rules_of("modern", shutout=form), *row["hands"]).games[0]
    assert (game.accounts[0].total, game.accounts[1].total) == (row["finals"][form], 0)


def test_blitz_of_the_french_oklahoma() -> None:
    # S0: 104 − 0 + 100 + 20 × 4 and a blitz of 100.
    game = play(rules_of("gin-rami"), "A 30", "A 30", "A 30", "A 14").games[0]
    assert game.accounts == (Account(104, 100, 80, 100, 384), Account(0, 0, 0, 0, 0))


def test_loser_with_more_hands_becomes_the_winner() -> None:
    # S0: 100 − 96 + 100 + 20 × (1 − 8) = −36, and the items change their signs with it.
    found = play(rules_of("gin-rami"), *["B 12"] * 8, "A 100")
    game = found.games[0]
    assert (game.game_winner, game.settlement_winner, game.settlement_points) == (0, 1, 36)
    assert game.accounts == (Account(0, 0, 0, 0, 0), Account(-4, -100, 140, 0, 36))
    assert found.match.games_won == (0, 1)


def test_exactly_nothing_does_not_change_the_winner() -> None:
    # 100 − 80 + 100 + 20 × (1 − 7) = 0: no settlement winner, the game is still A's.
    found = play(rules_of("gin-rami"), *["B 12"] * 5, "B 10", "B 10", "A 100")
    game = found.games[0]
    assert (game.game_winner, game.settlement_winner, game.settlement_points) == (0, None, 0)
    assert game.accounts[0] == Account(20, 100, -120, 0, 0)
    assert found.match.games_won == (1, 0)


# 110 points and 3 boxes (2 hands) against 20 and 5: what each side has under the line.
TWO = ((0,), (1,))
STANDING = Standing((110, 20), (3, 5), (2, 3))


@pytest.mark.parametrize(
    ("mode", "winner", "boxes"),
    [
        ("each", 0, (75, 125)),
        ("difference", 0, (0, 50)),
        ("difference", 1, (0, 50)),
        ("winner_only", 0, (75, 0)),
        ("winner_only", 1, (0, 125)),
    ],
)
def test_box_mode(mode: str, winner: int, boxes: tuple[int, int]) -> None:
    rules = rules_of("modern", box_mode=mode)
    accounts = settle_game(STANDING, winner, TWO, rules).accounts
    assert tuple(account.boxes for account in accounts) == boxes


@pytest.mark.parametrize(
    ("mode", "boxes"), [("each", (75, 125)), ("difference", (0, 50)), ("winner_only", (75, 125))]
)
def test_boxes_of_an_open_game(mode: str, boxes: tuple[int, int]) -> None:
    accounts = open_accounts(STANDING, rules_of("modern", box_mode=mode))
    assert accounts == (
        Account(110, 0, boxes[0], 0, 110 + boxes[0]),
        Account(20, 0, boxes[1], 0, 20 + boxes[1]),
    )


def test_difference_of_boxes_goes_to_either_leader() -> None:
    accounts = settle_game(
        Standing((115, 80), (6, 4), (6, 4)), 0, TWO, rules_of("modern", box_mode="difference")
    ).accounts
    assert [account.boxes for account in accounts] == [50, 0]


# A shutout needs the other side without hand points, or without a hand won. A tie that the
# knocker wins is a hand won for nothing.
@pytest.mark.parametrize(
    ("when", "hands", "shutout"),
    [
        ("no_points", ("A 60", "A 40"), 225 + 25),
        ("no_hands", ("A 60", "A 40"), 225 + 25),
        ("no_points", ("A 60", "B 0", "A 40"), 250),
        ("no_hands", ("A 60", "B 0", "A 40"), 0),
        ("no_points", ("A 60", "B 1", "A 40"), 0),
        ("no_hands", ("A 60", "B 1", "A 40"), 0),
    ],
)
def test_shutout_when(when: str, hands: tuple[str, ...], shutout: int) -> None:
    rules = rules_of("modern", tie="knocker", shutout_when=when)
    assert play(rules, *hands).games[0].accounts[0].shutout == shutout


@pytest.mark.parametrize(
    ("form", "shutout"),
    [
        ("none", 0),
        ("flat", 60),
        ("double_points", 100),
        ("double_points_and_game", 200),
        ("double_all", 250),
        ("double_difference", 225),
    ],
)
def test_shutout_leaves_the_loser_his_boxes(form: str, shutout: int) -> None:
    # 100 points, game bonus 100, two boxes of 25 against one box for a hand of 0 points.
    rules = rules_of("modern", tie="knocker", shutout=form, shutout_bonus=60)
    game = play(rules, "A 60", "B 0", "A 40").games[0]
    assert game.accounts == (
        Account(100, 100, 50, shutout, 250 + shutout),
        Account(0, 0, 25, 0, 25),
    )
    assert game.settlement_points == 225 + shutout


def test_no_shutout_in_a_game_of_one_hand() -> None:
    game = play(rules_of("modern", target="one_hand"), "dead", "none", "A 30").games[0]
    assert game.accounts[0] == Account(30, 100, 25, 0, 155)


def test_settlement_winner_may_be_the_loser_of_the_game() -> None:
    # 100 + 10 + 20 against 99 + 5 × 20.
    rules = rules_of("classic", game_bonus=10)
    game = play(rules, "B 20", "B 20", "B 20", "B 20", "B 19", "A 100").games[0]
    assert (game.game_winner, game.settlement_winner, game.settlement_points) == (0, 1, 69)


def test_level_accounts_settle_nothing() -> None:
    rules = rules_of("classic", game_bonus=0, shutout="none", box_bonus=100)
    game = play(rules, "B 0", "B 0", "A 100").games[0]
    assert (game.accounts[0].total, game.accounts[1].total) == (200, 200)
    assert (game.game_winner, game.settlement_winner, game.settlement_points) == (0, None, 0)


@pytest.mark.parametrize("hands", [(), ("A 30", "B 400", "dead")])
def test_open_end(hands: tuple[str, ...]) -> None:
    found = play(rules_of("modern", target=None), *hands)
    game = found.games[0]
    assert (game.over, game.game_winner, game.settlement_points) == (False, None, 0)
    assert (found.match.over, found.to_go) == (False, None)


def test_open_game_shows_points_and_boxes() -> None:
    found = play(rules_of("modern"), "A 30", "B 12", "A 5")
    assert found.games[0].accounts == (Account(35, 0, 50, 0, 85), Account(12, 0, 25, 0, 37))
    assert found.to_go == (65, 88)


def test_boxes_at_once_count_toward_the_target_once() -> None:
    found = play(rules_of("palace"), "A 40", "B 7", "A 40")
    assert [row.totals for row in found.rows] == [(50, 0), (50, 17), (100, 17)]
    assert found.games[0].accounts == (Account(80, 0, 20, 0, 100), Account(7, 0, 10, 0, 17))
    assert found.games[0].over


@pytest.mark.parametrize("kind", ["gin", "big_gin", "undercut", "knock"])
def test_extra_boxes_stand_in_the_game(kind: str) -> None:
    rules = rules_of("modern", extra_boxes={"gin": 2, "big_gin": 3, "undercut": 1})
    boxes = play(rules, f"A 10 {kind}").games[0].boxes
    assert boxes == ({"gin": 3, "big_gin": 4, "undercut": 2, "knock": 1}[kind], 0)


@pytest.mark.parametrize(
    ("target", "bonus_to", "totals", "hand_winner", "winner"),
    [
        (100, "first_to_target", (99, 99), 0, None),
        (100, "first_to_target", (100, 99), 0, 0),
        (100, "higher_total", (99, 100), 1, 1),
        (None, "first_to_target", (900, 0), 0, None),
        ("one_hand", "first_to_target", (0, 0), None, None),
        ("one_hand", "higher_total", (0, 0), None, None),
        ("one_hand", "first_to_target", (0, 0), 1, 1),
        ("one_hand", "higher_total", (0, 0), 1, 1),
        # The target was changed during the game.
        ("one_hand", "first_to_target", (40, 15), 1, 1),
        ("one_hand", "higher_total", (40, 15), 1, 0),
        (50, "first_to_target", (60, 70), 0, 1),
        (50, "higher_total", (60, 70), None, 1),
        (50, "first_to_target", (70, 70), 0, 0),
        (50, "higher_total", (70, 70), None, None),
    ],
)
def test_game_winner(
    target: object,
    bonus_to: str,
    totals: tuple[int, int],
    hand_winner: int | None,
    winner: int | None,
) -> None:
    rules = rules_of("modern", target=target, game_bonus_to=bonus_to)
    assert game_winner(totals, hand_winner, rules) == winner


def test_account_uses_the_rules_of_its_last_hand() -> None:
    old, new = rules_of("modern"), rules_of("modern", box_bonus=10, game_bonus=50)
    hands = [hand("A 60", old), hand("B 5", old), hand("A 60", new), hand("B 100", old)]
    found = tally(hands, old, 2, 0)
    assert found.games[0].accounts == (Account(120, 50, 20, 0, 190), Account(5, 0, 10, 0, 15))
    assert [row.counted for row in found.rows] == [True, True, True, False]


def test_sum_of_a_column_with_a_factor() -> None:
    # 27 + 250 + 8 boxes of 25, all twice; items and net after the shutout.
    rules = rules_of("modern", game_bonus=250, target=250, box_mode="difference")
    settled = settle_game(Standing((251, 224), (12, 4), (12, 4)), 0, TWO, rules, factor=2)
    assert settled.accounts == (Account(502, 500, 400, 0, 1402), Account(448, 0, 0, 0, 448))
    assert (settled.winner, settled.points) == (0, 2 * 477)


BOX_RULES = st.one_of(
    st.fixed_dictionaries(
        {
            "box_mode": st.sampled_from(["each", "difference", "winner_only"]),
            "settlement": st.sampled_from(["totals", "winner_formula"]),
        }
    ),
    st.just({"box_timing": "at_once"}),
)
GAME_RULES = st.builds(
    lambda rules, boxes: rules_of("modern", **rules, **boxes),
    st.fixed_dictionaries(
        {
            "target": st.sampled_from([20, 60, 100, "one_hand", None]),
            "game_bonus": st.sampled_from([0, 10, 100]),
            "game_bonus_to": FREE["game_bonus_to"],
            "box_bonus": st.sampled_from([0, 5, 25]),
            "shutout_when": FREE["shutout_when"],
            "shutout": FREE["shutout"],
            "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
            "dead_hand_dealer": FREE["dead_hand_dealer"],
            "match_games": st.sampled_from([1, 3, 5]),
        }
    ),
    BOX_RULES,
)
HAND_TEXTS = st.one_of(
    st.sampled_from(["dead", "none", "A 0", "B 0"]),
    st.builds("{} {} x{}".format, st.sampled_from("AB"), st.integers(0, 60), st.integers(1, 6)),
)


@given(GAME_RULES, st.lists(HAND_TEXTS, max_size=16), st.integers(0, 1))
def test_against_the_naive_scorer(rules: Variant, texts: list[str], first: int) -> None:
    hands = [hand(text, rules) for text in texts]
    found = tally(hands, rules, 2, first)
    assert as_plain(found) == score(as_naive(hands), rules.model_dump(), 2, first)


@given(GAME_RULES, GAME_RULES, st.lists(st.tuples(HAND_TEXTS, st.booleans()), max_size=12))
def test_rules_changed_from_now_on(
    old: Variant, new: Variant, texts: list[tuple[str, bool]]
) -> None:
    new = new.model_copy(update={"match_games": old.match_games})
    hands = [hand(text, new if changed else old) for text, changed in texts]
    found = tally(hands, new, 2, 0)
    assert as_plain(found) == score(as_naive(hands), new.model_dump(), 2, 0)


@given(GAME_RULES, st.lists(HAND_TEXTS, max_size=16))
def test_order_of_the_players_changes_no_net(rules: Variant, texts: list[str]) -> None:
    swapped = [text.translate({65: 66, 66: 65}) for text in texts]
    one, other = play(rules, *texts), play(rules, *swapped, first_dealer=1)
    assert [row.totals[::-1] for row in other.rows] == [row.totals for row in one.rows]
    assert [game.accounts[::-1] for game in other.games] == [game.accounts for game in one.games]
    assert other.match.points[::-1] == one.match.points
    assert other.next_dealer == 1 - one.next_dealer


@given(GAME_RULES, st.lists(HAND_TEXTS, max_size=16))
def test_items_sum_to_the_account(rules: Variant, texts: list[str]) -> None:
    for game in play(rules, *texts).games:
        assert all(sum(account[:4]) == account.total for account in game.accounts)
        net = game.accounts[0].total - game.accounts[1].total
        assert game.settlement_points == (abs(net) if game.over else 0)
