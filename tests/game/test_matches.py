"""Matches, the deal, partnerships and penalty points at two to four seats."""

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_scorer import score
from score_cases import as_naive, as_plain, hand, pair_hand, penalty_hand, play, rules_of

from ginscore.game.games import tally
from ginscore.game.tallies import HandRow, ScoredHand, Tally
from ginscore.game.turns import (
    check_pair,
    check_rounds,
    check_turn,
    next_dealer,
    open_pair,
    other_pair,
    round_partners,
    score_round,
)
from ginscore.hand.facts import DefenderFacts, KnockerFacts, Outcome
from ginscore.hand.prices import price
from ginscore.rules.presets import PRESETS
from ginscore.rules.variants import Variant

WORKED = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "worked_games.toml").read_text(encoding="utf-8")
)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
LACKS = "this round lacks the hand between"


# Matches


def test_best_of_three_ends_when_nobody_can_catch_up() -> None:
    found = play(rules_of("gin-rami"), "A 100", "B 100", "dead", "B 60", "B 60", "A 100")
    assert [row.game for row in found.rows] == [1, 2, 3, 3, 3, None]
    assert [row.counted for row in found.rows] == [True] * 5 + [False]
    assert [game.game_winner for game in found.games] == [0, 1, 1]
    assert (found.match.over, found.match.winner, found.match.games_won) == (True, 1, (1, 2))
    assert found.match.points == (320, 320 + 360)


def test_two_games_to_none_need_no_third() -> None:
    found = play(rules_of("gin-rami"), "A 100", "A 100", "B 9")
    assert (found.match.over, found.match.games_won) == (True, (2, 0))
    assert found.rows[-1] == HandRow(
        False, None, 0, (0, 0), 0, (100, 0), (), None, sides=((0,), (1,))
    )
    # The deal goes on from the last hand, counted or not.
    assert found.next_dealer == 1


def test_a_row_of_games_opens_with_its_first_hand() -> None:
    rules = rules_of("tournament", target=50)
    assert len(play(rules).games) == 1
    between = play(rules, "A 50")
    assert (len(between.games), between.to_go, between.match.over) == (1, (50, 50), False)
    opened = play(rules, "A 50", "dead")
    assert [(game.game, game.over) for game in opened.games] == [(1, True), (2, False)]
    assert opened.rows[1].totals == (0, 0)


def test_each_game_has_its_own_bonus_boxes_and_shutout() -> None:
    found = play(rules_of("tournament", target=50), "A 50", "B 50", "B 10")
    assert [game.accounts[game.game_winner or 0].total for game in found.games] == [350, 350, 0]
    assert found.match.points == (350, 350)


def test_a_game_counts_for_its_settlement_winner() -> None:
    rules = rules_of("classic", game_bonus=10, match_games=3)
    found = play(rules, "B 20", "B 20", "B 20", "B 20", "B 19", "A 100")
    assert (found.games[0].game_winner, found.match.games_won) == (0, (0, 1))


@pytest.mark.parametrize(("last", "over"), [("A 59", False), ("A 60", True), ("A 61", True)])
def test_a_total_equal_to_the_target_ends_the_game(last: str, over: bool) -> None:
    assert play(rules_of("modern"), "A 40", last).match.over is over


def test_one_hand_is_the_first_that_somebody_wins() -> None:
    found = play(rules_of("playgridia"), "dead", "A 12", "B 9")
    assert [row.counted for row in found.rows] == [True, True, False]
    assert (found.match.over, found.match.winner, found.to_go) == (True, 0, None)


def test_hands_after_the_end_score_nothing() -> None:
    found = play(rules_of("modern"), "A 100", "B 30", "dead")
    for row in found.rows[1:]:
        assert (row.counted, row.game, row.scores, row.boxes) == (False, None, (0, 0), 0)
        assert (row.totals, row.columns, row.winner) == ((100, 0), (), None)
    assert len(found.games) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_sheet_of_every_preset(preset: str) -> None:
    rules = rules_of(preset)
    found = tally([], rules, max(rules.players), 1)
    assert (found.rows, found.next_dealer, found.match.over) == ((), 1, False)
    assert len(found.games) == rules.columns
    assert sorted(seat for side in found.sides for seat in side) == list(range(max(rules.players)))


# The deal


@pytest.mark.parametrize(
    ("policy", "dead", "seats", "dealer", "winner", "following"),
    [
        ("winner", "same", 2, 0, 1, 1),
        ("winner", "same", 2, 0, 0, 0),
        ("loser", "same", 2, 0, 1, 0),
        ("loser", "same", 2, 0, 0, 1),
        ("alternate", "same", 2, 0, 0, 1),
        ("alternate", "same", 2, 1, 0, 0),
        ("alternate", "same", 3, 1, 0, 2),
        ("alternate", "same", 4, 3, 3, 0),
        ("winner", "same", 4, 3, 2, 2),
        ("winner", "same", 2, 1, None, 1),
        ("winner", "next", 2, 1, None, 0),
        ("loser", "next", 2, 0, None, 1),
        ("alternate", "same", 3, 2, None, 2),
        ("alternate", "next", 3, 2, None, 0),
    ],
)
def test_next_dealer(
    policy: str, dead: str, seats: int, dealer: int, winner: int | None, following: int
) -> None:
    switches = {"next_dealer": policy, "dead_hand_dealer": dead}
    rules = rules_of("modern").model_copy(update=switches)
    assert next_dealer(dealer, winner, seats, rules) == following


def test_a_dealer_named_for_a_hand_deals_on() -> None:
    rules = rules_of("playgridia-100")
    hands = [hand("A 5", rules), hand("A 5", rules)._replace(dealer=0), hand("dead", rules)]
    found = tally(hands, rules, 2, 0)
    assert [row.dealer for row in found.rows] == [0, 0, 1]
    assert found.next_dealer == 1


def test_a_new_game_deals_on_from_the_last_hand() -> None:
    found = play(rules_of("gin-rami"), "B 100", "A 7", first_dealer=0)
    assert [row.dealer for row in found.rows] == [0, 1]
    assert found.next_dealer == 0


# Partnership


def play_pairs(variant: Variant, *texts: str) -> Tally:
    return tally([pair_hand(text, variant) for text in texts], variant, 4, 0)


@pytest.mark.parametrize("row", WORKED["round"], ids=lambda row: row["id"])
def test_worked_round(row: dict[str, Any]) -> None:
    found = play_pairs(rules_of("partnership"), *row["hands"])
    first, second = found.rows
    assert (first.scores, first.boxes, first.winner, first.columns) == ((0, 0), 0, None, ())
    assert (list(second.scores), second.boxes) == (row["scores"], row["boxes"])
    assert list(found.games[0].totals) == row["scores"]
    assert found.sides == ((0, 2), (1, 3))


KISSES = {"gin": 2, "big_gin": 2, "undercut": 1}


@pytest.mark.parametrize(
    ("hands", "scores", "boxes"),
    [
        # A dead hand counts nothing, the round is scored on the other.
        (("AB dead", "CD D 9"), (0, 9), 1),
        (("AD A 9", "CB dead"), (9, 0), 1),
        (("AB dead", "CD dead"), (0, 0), 0),
        # A net of 0: no box, no score.
        (("AB A 20 gin", "CD D 20"), (0, 0), 0),
        # Extra boxes are those of the hands that the winning team won.
        (("AB A 40 gin", "CD D 12 undercut"), (28, 0), 3),
        (("AB A 12 gin", "CD D 40 undercut"), (0, 28), 2),
        (("AB A 30 gin", "CD C 12 undercut"), (42, 0), 4),
        # Doubled by a spade: they are, the round's one box never.
        (("AB A 70 x5", "CD dead"), (70, 0), 5),
    ],
)
def test_round(hands: tuple[str, ...], scores: tuple[int, int], boxes: int) -> None:
    found = play_pairs(rules_of("partnership", extra_boxes=KISSES), *hands)
    assert (found.rows[1].scores, found.rows[1].boxes) == (scores, boxes)
    assert found.games[0].boxes == (boxes if scores[0] else 0, boxes if scores[1] else 0)


def test_the_deal_moves_once_a_round() -> None:
    rules = rules_of("partnership", next_dealer="alternate")
    texts = ("AB A 9", "CD dead", "AD D 9", "CB C 9", "AB A 20", "CD D 5")
    found = play_pairs(rules, *texts)
    # The second round is level: nobody won it, the same team deals again.
    assert [row.dealer for row in found.rows] == [0, 0, 1, 1, 1, 1]
    assert found.next_dealer == 0
    assert play_pairs(rules, *texts[:5]).next_dealer == 1


def test_an_incomplete_round_is_open() -> None:
    found = play_pairs(rules_of("partnership"), "AB A 130", "CD dead", "AB B 50")
    assert (found.match.over, found.match.winner) == (True, 0)
    assert found.rows[2].counted is False
    still = play_pairs(rules_of("partnership"), "AB A 30", "CD dead", "AB B 50")
    assert still.rows[2] == HandRow(
        True, 1, 0, (0, 0), 0, (30, 0), (), None, open_round=True, sides=((0, 2), (1, 3))
    )
    assert (still.games[0].totals, still.to_go) == ((30, 0), (95, 125))


def test_a_first_hand_opens_the_next_game() -> None:
    found = play_pairs(rules_of("partnership", match_games=3), "AB A 130", "CD dead", "AB B 50")
    assert [(game.game, game.over, game.totals) for game in found.games] == [
        (1, True, (130, 0)),
        (2, False, (0, 0)),
    ]
    assert found.rows[2].game == 2


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        ((0, 1), None),
        ((2, 1), None),
        ((0, 2), "Ann and Cleo play in one team: a hand is between two opponents"),
        ((3, 1), "Dan and Bob play in one team: a hand is between two opponents"),
    ],
)
def test_a_hand_is_between_opponents(pair: tuple[int, int], text: str | None) -> None:
    found = check_pair(pair, NAMES)
    assert [one.text for one in found] == ([] if text is None else [text])
    assert {one.code for one in found} <= {"wrong-seat-count"}


@pytest.mark.parametrize(
    ("opened", "pair", "text"),
    [
        (None, (0, 3), None),
        ((0, 1), (2, 3), None),
        ((0, 1), (3, 2), None),
        ((0, 1), (0, 3), "Ann has already played in this round"),
        ((0, 3), (2, 3), "Dan has already played in this round"),
    ],
)
def test_each_plays_once_a_round(
    opened: tuple[int, int] | None, pair: tuple[int, int], text: str | None
) -> None:
    found = check_turn(opened, pair, NAMES)
    assert [one.text for one in found] == ([] if text is None else [text])
    assert {one.code for one in found} <= {"wrong-seat-count"}


def test_hints_name_who_plays() -> None:
    (twice,), (team,) = check_turn((0, 1), (0, 3), NAMES), check_pair((0, 2), NAMES)
    assert twice.hint_text == "the second hand of the round is between Cleo and Dan"
    assert team.hint_text == "opponents of Ann: Bob, Dan"


def test_pairs_of_a_round() -> None:
    rules = rules_of("partnership")
    hands = [pair_hand("AD A 9", rules), pair_hand("CB C 9", rules)]
    assert (open_pair([]), open_pair(hands[:1]), open_pair(hands)) == (None, (0, 3), None)
    assert other_pair((0, 3)) == (1, 2)


@pytest.mark.parametrize(
    ("pairs", "partners"),
    [
        ("AB CD", [1, 0]),
        ("AB CD AD CB", [1, 0, 3, 2]),
        ("AB CD AD", [1, 0, None]),
        ("AB AB CD", [None, 2, 1]),
        ("CD AD CB", [None, 2, 1]),
        ("AB CB AD", [None, 2, 1]),
        ("AB AD AB CD AB", [None, None, 3, 2, None]),
    ],
)
def test_hands_pair_up_by_who_plays(pairs: str, partners: list[int | None]) -> None:
    hands = [pair_hand(f"{pair} dead", rules_of("partnership")) for pair in pairs.split()]
    assert round_partners(hands) == partners


def test_check_rounds_finds_every_half_round_but_the_last() -> None:
    rules = rules_of("partnership")
    texts = ("AB A 9", "CD C 9", "AB A 9", "AD A 9", "AB A 9")
    found = check_rounds([pair_hand(text, rules) for text in texts], NAMES)
    assert [(place, one.code, one.text) for place, one in found] == [
        (2, "wrong-seat-count", f"{LACKS} Cleo and Dan, and counts nothing"),
        (3, "wrong-seat-count", f"{LACKS} Bob and Cleo, and counts nothing"),
    ]
    sound = ("AB A 9", "CD C 9", "CB C 9", "AD A 9", "AB A 9")
    assert check_rounds([pair_hand(text, rules) for text in sound], NAMES) == []
    assert check_rounds([], NAMES) == []


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("AB dead", "CD dead", "dead"),
        ("AB dead", "CD C 9", None),
        ("AB A 9", "CD dead", None),
        ("AB A 9", "CD C 9", None),
        ("AB A 9 gin", "CD C 9 gin", None),
    ],
)
def test_a_round_is_dead_where_both_hands_are(first: str, second: str, kind: str | None) -> None:
    rules = rules_of("partnership")
    assert score_round(pair_hand(first, rules), pair_hand(second, rules)).kind == kind


def test_half_a_round_counts_nothing() -> None:
    rules = rules_of("partnership", next_dealer="alternate")
    found = play_pairs(rules, "AB A 30", "AD A 20", "CB B 5")
    assert [row.scores for row in found.rows] == [(0, 0), (0, 0), (15, 0)]
    assert [row.open_round for row in found.rows] == [True, False, False]
    # The deal goes on with a round, not with half of one.
    assert [row.dealer for row in found.rows] == [0, 0, 0]
    assert found.next_dealer == 1


# Penalty points


def play_penalties(variant: Variant, *texts: str) -> Tally:
    hands = [penalty_hand(text, variant) for text in texts]
    return tally(hands, variant, len(hands[0].scores), 0)


@pytest.mark.parametrize("row", WORKED["penalty"], ids=lambda row: row["id"])
def test_worked_penalties(row: dict[str, Any]) -> None:
    rules = rules_of("rummy-royal")
    knocker, *others = row["deadwood"]
    outcome = Outcome(
        row["kind"],
        0,
        KnockerFacts(knocker, "count"),
        tuple(DefenderFacts(points, points, points, "count") for points in others),
        None,
        10,
    )
    priced = price(outcome, rules)
    scored = ScoredHand(row["kind"], 0, priced.scores, priced.boxes, 0, rules)
    found = tally([scored, scored], rules, 4, 0)
    assert list(found.rows[0].totals) == row["penalties"]
    assert [account.total for account in found.games[0].accounts] == [
        2 * points for points in row["penalties"]
    ]


def test_penalties_have_nothing_under_the_line() -> None:
    found = play_penalties(rules_of("rummy-royal", target=40), "0 14 9", "0 30 12")
    game = found.games[0]
    assert [tuple(account) for account in game.accounts] == [
        (0, 0, 0, 0, 0),
        (44, 0, 0, 0, 44),
        (21, 0, 0, 0, 21),
    ]
    assert (game.boxes, game.game_winner, game.settlement_winner) == ((0, 0, 0), 0, None)
    assert (found.match.over, found.match.winner, found.match.points) == (True, 0, (0, 0, 0))


@pytest.mark.parametrize(
    ("target", "hands", "over", "winner"),
    [
        (None, ("0 60 60", "60 0 0"), False, None),
        (50, ("0 49 9",), False, None),
        (50, ("0 9 50",), True, 0),
        # The fewest points win, not who went out last.
        (50, ("40 0 9", "0 7 50"), True, 1),
        # Level on the fewest: over, and nobody alone has won.
        (50, ("0 0 50",), True, None),
        ("one_hand", ("dead 3",), False, None),
        ("one_hand", ("dead 3", "5 0 9"), True, 1),
    ],
)
def test_penalty_game(
    target: object, hands: tuple[str, ...], over: bool, winner: int | None
) -> None:
    found = play_penalties(rules_of("rummy-royal", target=target), *hands)
    assert (found.games[0].over, found.games[0].game_winner) == (over, winner)
    assert (found.match.over, found.match.winner) == (over, winner)


def test_penalty_points_to_go() -> None:
    found = play_penalties(rules_of("rummy-royal", target=50), "0 14 9 3")
    assert found.to_go == (50, 36, 41, 47)
    assert play_penalties(rules_of("rummy-royal"), "0 14 9 3").to_go is None


def test_penalty_match_without_a_winner() -> None:
    rules = rules_of("rummy-royal", target=50, match_games=3)
    found = play_penalties(rules, "0 50 9", "50 0 9", "0 0 50", "0 1 2")
    assert found.match.games_won == (1, 1, 0)
    assert (found.match.over, found.match.winner) == (True, None)
    assert [row.counted for row in found.rows] == [True, True, True, False]


def test_a_leader_who_may_be_drawn_level_has_not_won_yet() -> None:
    rules = rules_of("rummy-royal", target=50, match_games=3)
    found = play_penalties(rules, "0 50 9", "0 0 50", "50 0 9")
    assert [row.counted for row in found.rows] == [True, True, True]
    assert (found.match.games_won, found.match.winner) == ((1, 1, 0), None)


# Against the naive scorer

PENALTY_RULES = st.builds(
    lambda rules: rules_of("rummy-royal", **rules),
    st.fixed_dictionaries(
        {
            "target": st.sampled_from([20, 60, "one_hand", None]),
            "next_dealer": st.sampled_from(["winner", "alternate"]),
            "dead_hand_dealer": st.sampled_from(["same", "next"]),
            "match_games": st.sampled_from([1, 3]),
        }
    ),
)


@st.composite
def penalty_sheets(draw: st.DrawFn) -> tuple[int, list[str]]:
    seats = draw(st.integers(2, 4))
    played = st.tuples(*[st.integers(0, 30)] * seats).map(
        lambda scores: " ".join(map(str, (*scores[:-1], 0)))
    )
    return seats, draw(st.lists(st.one_of(st.just(f"dead {seats}"), played), max_size=12))


@given(PENALTY_RULES, penalty_sheets())
def test_penalties_against_the_naive_scorer(rules: Variant, sheet: tuple[int, list[str]]) -> None:
    seats, texts = sheet
    hands = [penalty_hand(text, rules) for text in texts]
    found = tally(hands, rules, seats, seats - 1)
    assert as_plain(found) == score(as_naive(hands), rules.model_dump(), seats, seats - 1)


TEAM_RULES = st.builds(
    lambda rules: rules_of("partnership", **rules),
    st.fixed_dictionaries(
        {
            "target": st.sampled_from([20, 60, "one_hand", None]),
            "dead_hand_dealer": st.sampled_from(["same", "next"]),
            "match_games": st.sampled_from([1, 3]),
            "box_timing": st.sampled_from(["end", "at_once"]),
            "shutout": st.sampled_from(["none", "double_all"]),
            "shutout_when": st.sampled_from(["no_points", "no_hands"]),
            "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
        }
    ),
)
TEAM_COLUMNS = st.builds(
    lambda rules: rules_of("partnership-hollywood", **rules),
    st.fixed_dictionaries(
        {
            "target": st.sampled_from([20, 60]),
            "columns": st.sampled_from([2, 3]),
            "column_entry": st.sampled_from(["progressive", "win_count"]),
            "sweep_doubles": st.booleans(),
            "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
        }
    ),
)
PAIR_HANDS = st.builds(
    lambda pair, winner, points, boxes: (
        f"{pair} {pair[winner]} {points} x{boxes}" if winner < 2 else f"{pair} dead"
    ),
    st.sampled_from(["AB", "CD", "AD", "CB"]),
    st.integers(0, 2),
    st.integers(0, 30),
    st.integers(1, 5),
)


@given(TEAM_RULES | TEAM_COLUMNS, st.lists(PAIR_HANDS, max_size=14))
def test_teams_against_the_naive_scorer(rules: Variant, texts: list[str]) -> None:
    hands = [pair_hand(text, rules) for text in texts]
    found = tally(hands, rules, 4, 2)
    assert as_plain(found) == score(as_naive(hands), rules.model_dump(), 4, 2)


@given(st.lists(st.sampled_from(["A 30", "B 12 gin", "dead"]), max_size=12))
def test_scoring_twice_changes_nothing(texts: list[str]) -> None:
    rules = rules_of("tournament", target=60)
    assert play(rules, *texts) == play(rules, *texts)


@given(st.lists(st.sampled_from(["A 30", "B 12", "dead", "A 60"]), min_size=1, max_size=12))
def test_rows_of_a_beginning_stay_as_they_are(texts: list[str]) -> None:
    rules = rules_of("tournament", target=60)
    whole = play(rules, *texts)
    assert play(rules, *texts[:-1]).rows == whole.rows[:-1]
    # Totals only grow within a game.
    for one, other in pairwise(whole.rows):
        if one.game == other.game:
            assert other.totals >= one.totals


@pytest.mark.parametrize(("pair", "said"), [((0, 2), "Ann"), ((2, 0), "Cy"), ((1, 2), "Cy")])
def test_who_has_already_played(pair: tuple[int, int], said: str) -> None:
    (message,) = check_turn((0, 2), pair, ("Ann", "Bob", "Cy", "Dee"))
    assert message.text == f"{said} has already played in this round"
