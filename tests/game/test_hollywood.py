"""Hollywood: several columns at once. Worked sheets by id, both entries, factors and sweep."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_scorer import score
from score_cases import as_naive, as_plain, hand, play, rules_of

from ginscore.game.games import tally
from ginscore.game.tallies import Tally
from ginscore.rules.variants import Variant

WORKED = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "worked_games.toml").read_text(encoding="utf-8")
)


def entries(found: Tally) -> list[tuple[int, ...]]:
    return [row.columns for row in found.rows]


@pytest.mark.parametrize("row", WORKED["hollywood"], ids=lambda row: row["id"])
def test_worked_sheet(row: dict[str, Any]) -> None:
    found = play(rules_of(row["preset"], **row.get("rules", {})), *row["hands"])
    seen = {
        "columns": [list(game.totals) for game in found.games],
        "closed": [game.column for game in found.games if game.over],
        "accounts": [[account.total for account in game.accounts] for game in found.games],
        "points": list(found.match.points),
    }
    expected = {key: row[key] for key in row.keys() & seen.keys()}
    assert {key: seen[key] for key in expected} == expected


def test_empty_sheet_has_every_column() -> None:
    found = play(rules_of("hollywood"))
    assert [(game.game, game.column, game.over) for game in found.games] == [
        (1, 1, False),
        (1, 2, False),
        (1, 3, False),
    ]
    assert (found.to_go, found.match.over) == ((100, 100), False)


def test_progressive_entry() -> None:
    # Column 1 closes while B has no entry: his first win goes to the lowest open one.
    found = play(rules_of("hollywood"), "A 60", "dead", "A 50", "B 10", "B 10", "A 10", "B 10")
    assert entries(found) == [(1,), (), (1, 2), (2,), (2, 3), (2, 3), (2, 3)]
    assert [game.totals for game in found.games] == [(110, 0), (60, 30), (10, 20)]
    assert [row.totals for row in found.rows][-2:] == [(120, 20), (120, 30)]
    assert found.to_go == (40, 70)


def test_win_count_entry_loses_a_win_without_an_open_column() -> None:
    rules = rules_of("hollywood", column_entry="win_count")
    found = play(rules, "A 100", "B 30", "A 7", "B 8", "B 9")
    assert entries(found) == [(1,), (), (2,), (2,), (2, 3)]
    assert [game.totals for game in found.games] == [(100, 0), (7, 17), (0, 9)]
    # The lost win counts in the sum of the sheet.
    assert found.rows[-1].totals == (107, 47)


def test_the_hand_that_closes_a_column_enters_the_others() -> None:
    found = play(rules_of("hollywood"), "A 10", "A 95")
    assert [game.totals for game in found.games] == [(105, 0), (95, 0), (0, 0)]
    assert [game.over for game in found.games] == [True, False, False]


def test_an_entry_of_no_points_is_an_entry() -> None:
    rules = rules_of("hollywood", tie="knocker")
    found = play(rules, "A 0", "A 12")
    assert entries(found) == [(1,), (1, 2)]
    assert found.games[0].boxes == (2, 0)


def test_boxes_in_a_column_are_those_of_its_hands() -> None:
    # Doubled extra boxes too: 5 marks and then 3.
    found = play(rules_of("hollywood-club"), "A 60 x5", "A 20 gin", "B 5 undercut")
    assert [game.boxes for game in found.games] == [(8, 2), (3, 0), (0, 0)]


def test_boxes_at_once_count_in_every_column_entered() -> None:
    found = play(rules_of("hollywood", box_timing="at_once"), "A 30", "A 20")
    assert [game.totals for game in found.games] == [(100, 0), (45, 0), (0, 0)]
    assert found.games[0].accounts[0].points == 50
    # The sheet's sum is of hand points.
    assert found.rows[-1].totals == (50, 0)


def test_factor_multiplies_account_and_settlement_but_not_totals() -> None:
    rules = rules_of("hollywood", column_entry="win_count", column_factors=[1, 1, 2])
    found = play(rules, "A 10", "A 10", "B 20", "A 90")
    third = found.games[2]
    assert (third.totals, third.boxes, third.over) == ((90, 0), (1, 0), False)
    assert third.accounts[0] == (180, 0, 50, 0, 230)
    closed = play(rules, "A 10", "A 10", "B 20", "A 90", "A 10").games[2]
    # 100 + 100 + 2 × 25 and the shutout 250, all twice.
    assert closed.accounts[0] == (200, 200, 100, 500, 1000)
    assert closed.settlement_points == 1000


def test_factors_beyond_the_columns_wait() -> None:
    rules = rules_of("hollywood", columns=2, column_factors=[1, 3, 5])
    assert len(play(rules, "A 5").games) == 2


@pytest.mark.parametrize(
    ("hands", "factor"),
    [
        (("A 100", "A 100", "A 100"), 2),
        (("dead", "A 100", "dead", "A 100", "A 100"), 2),
        (("A 100", "B 1", "A 100", "A 100"), 1),
        # A hand that was played and not won by that side is no sweep.
        (("A 100", "none", "A 100", "A 100"), 1),
        # Decided when the sheet is over.
        (("A 100", "A 100"), 1),
    ],
)
def test_sweep(hands: tuple[str, ...], factor: int) -> None:
    plain = play(rules_of("hollywood"), *hands).match
    swept = play(rules_of("hollywood", sweep_doubles=True), *hands).match
    assert swept.points == tuple(factor * points for points in plain.points)


def test_match_is_over_with_the_last_column() -> None:
    found = play(rules_of("hollywood"), "A 100", "A 100", "B 100", "B 100", "B 30", "B 40")
    assert [game.over for game in found.games] == [True, True, True]
    assert [game.game_winner for game in found.games] == [0, 0, 1]
    assert [row.counted for row in found.rows] == [True, True, True, False, False, False]
    assert [row.game for row in found.rows] == [1, 1, 1, None, None, None]
    assert (found.match.over, found.to_go) == (True, None)
    assert found.match.games_won == (2, 1)
    assert (found.match.points, found.match.winner) == ((900, 450), 0)
    last = found.rows[-1]
    assert (last.scores, last.boxes, last.totals, last.columns) == (
        (0, 0),
        0,
        found.rows[2].totals,
        (),
    )


def test_match_winner_has_the_higher_sum_not_more_columns() -> None:
    rules = rules_of("hollywood", column_factors=[1, 1, 9])
    found = play(rules, "A 100", "A 100", "B 100")
    assert (found.match.over, found.match.games_won, found.match.winner) == (True, (2, 1), 1)
    assert found.match.points == (2 * 450, 9 * 450)


def test_level_sums_have_no_winner() -> None:
    rules = rules_of("hollywood", columns=2, column_factors=[1, 1], column_entry="win_count")
    found = play(rules, "A 100", "B 100", "B 100")
    assert found.match.points == (450, 450)
    assert (found.match.over, found.match.winner) == (True, None)


def test_a_target_lowered_from_now_on_closes_columns_at_the_next_hand() -> None:
    old, new = rules_of("hollywood"), rules_of("hollywood", target=50)
    found = tally([hand("A 60", old), hand("dead", new)], new, 2, 0)
    assert [game.over for game in found.games] == [True, False, False]
    assert found.to_go == (50, 50)


HOLLYWOOD_RULES = st.builds(
    lambda rules: rules_of("hollywood", **rules),
    st.fixed_dictionaries(
        {
            "columns": st.integers(2, 4),
            "column_factors": st.sampled_from([[1, 1, 1, 1], [1, 1, 2, 3]]),
            "column_entry": st.sampled_from(["progressive", "win_count"]),
            "sweep_doubles": st.booleans(),
            "target": st.sampled_from([30, 60, 100]),
            "game_bonus": st.sampled_from([0, 100]),
            "box_bonus": st.sampled_from([0, 25]),
            "box_timing": st.sampled_from(["end", "at_once"]),
            "shutout": st.sampled_from(["none", "flat", "double_all", "double_difference"]),
            "shutout_when": st.sampled_from(["no_points", "no_hands"]),
        }
    ),
)
HAND_TEXTS = st.one_of(
    st.sampled_from(["dead", "none", "A 0", "B 0"]),
    st.builds("{} {} x{}".format, st.sampled_from("AAB"), st.integers(0, 60), st.integers(1, 6)),
)


@given(HOLLYWOOD_RULES, st.lists(HAND_TEXTS, max_size=16))
def test_against_the_naive_scorer(rules: Variant, texts: list[str]) -> None:
    hands = [hand(text, rules) for text in texts]
    found = tally(hands, rules, 2, 0)
    assert as_plain(found) == score(as_naive(hands), rules.model_dump(), 2)


@given(HOLLYWOOD_RULES, HOLLYWOOD_RULES, st.lists(st.tuples(HAND_TEXTS, st.booleans()), max_size=9))
def test_rules_changed_from_now_on(
    old: Variant, new: Variant, texts: list[tuple[str, bool]]
) -> None:
    fixed = {"columns": old.columns, "column_factors": old.column_factors}
    new = new.model_copy(update=fixed)
    hands = [hand(text, new if changed else old) for text, changed in texts]
    found = tally(hands, new, 2, 0)
    assert as_plain(found) == score(as_naive(hands), new.model_dump(), 2)


@given(HOLLYWOOD_RULES, st.lists(HAND_TEXTS, max_size=16))
def test_order_of_the_players_changes_no_net(rules: Variant, texts: list[str]) -> None:
    swapped = [text.translate({65: 66, 66: 65}) for text in texts]
    one, other = play(rules, *texts), play(rules, *swapped)
    assert other.match.points[::-1] == one.match.points
    assert [game.accounts[::-1] for game in other.games] == [game.accounts for game in one.games]
