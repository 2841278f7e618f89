"""Three or more at the table, two playing: who plays, who deals, what each wins and loses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_scorer import score
from score_cases import as_naive, as_plain, pair_hand, rules_of

from ginscore.game.games import tally
from ginscore.game.tallies import ScoredHand, Tally
from ginscore.game.turns import check_crew, sides_of, warn_rotation
from ginscore.rules.variants import Variant

NAMES = ("Ann", "Bob", "Cy", "Dee")


def play_out(variant: Variant, seats: int, *texts: str, first_dealer: int = 0) -> Tally:
    """A sheet of hands such as `AB A 30`: Ann and Bob played, Ann won 30."""
    hands = [
        one._replace(scores=one.scores[:seats], variant=variant)
        for one in (pair_hand(text, variant) for text in texts)
    ]
    return tally(hands, variant, seats, first_dealer)


def turns(found: Tally) -> str:
    """Who should have played each hand and the next, and who dealt: `AB:A AC:C`."""
    rows = [(row.due, row.dealer) for row in found.rows]
    return " ".join(
        f"{''.join('ABCD'[seat] for seat in due or ())}:{'ABCD'[dealer]}"
        for due, dealer in (*rows, (found.due, found.next_dealer))
    )


# What was played, and whose turn it was, hand by hand and for the next one.
CUTTHROAT = [
    # The loser sits out; who comes in deals.
    ({}, 0, ["AB A 9", "AC C 9", "BC B 9"], "AB:A AC:C BC:B AB:A"),
    # From the first dealer on, round the table.
    ({}, 1, ["BC B 9"], "BC:B AB:A"),
    ({}, 2, ["AC C 9"], "AC:C BC:B"),
    # A hand nobody won is played again by the same two.
    ({}, 0, ["AB dead", "AB none", "AB B 9"], "AB:A AB:A AB:A BC:C"),
    ({"dead_hand_dealer": "next"}, 0, ["AB dead", "AB dead"], "AB:A AB:B AB:A"),
    # The loser deals and sits out; he deals again after a dead hand.
    ({"next_dealer": "loser"}, 0, ["AB A 9", "AC C 9"], "AB:A AC:B BC:A"),
    (
        {"next_dealer": "loser", "dead_hand_dealer": "next"},
        0,
        ["AB A 9", "AC dead", "AC C 9"],
        "AB:A AC:B AC:B BC:A",
    ),
    # Others played: it goes on from them, and who took the dealer's place deals.
    ({}, 0, ["AC A 9", "AB B 9", "AB A 9"], "AB:A AB:B BC:A AC:C"),
    ({}, 0, ["BC C 9"], "AB:C AC:A"),
    # A new game goes on with the two who are due.
    ({"match_games": 3}, 0, ["AB A 100", "AC C 9"], "AB:A AC:C BC:B"),
]


@pytest.mark.parametrize(("rules", "first", "hands", "expected"), CUTTHROAT)
def test_the_loser_sits_out(
    rules: dict[str, object], first: int, hands: list[str], expected: str
) -> None:
    found = play_out(rules_of("cutthroat", **rules), 3, *hands, first_dealer=first)
    assert turns(found) == expected


CAPTAIN = [
    # A captain who loses gives his place to the next; after the last, the first again.
    ({}, 4, 0, ["AB A 9", "AC C 9", "AC A 9", "AD A 9"], "AB:A AC:A AC:C AD:A AB:A"),
    # Whoever of the crew is named first, his captain deals.
    ({}, 3, 2, ["AB dead"], "AB:B AB:B"),
    ({"dead_hand_dealer": "next"}, 3, 0, ["AB dead", "AB dead"], "AB:A AB:B AB:A"),
    ({"next_dealer": "alternate"}, 3, 0, ["AB A 9", "AC C 9"], "AB:A AC:C AC:A"),
    # After a loss the new captain deals.
    ({"next_dealer": "loser"}, 3, 0, ["AB A 9", "AC C 9"], "AB:A AC:C AC:A"),
    # Another captain: the next one follows him, and he deals for the crew.
    ({"next_dealer": "loser"}, 4, 1, ["AD A 9", "AC A 9"], "AB:D AB:C AD:D"),
    # The next seat goes into the box, and deals unless it is his captain's turn.
    ({"match_games": 3}, 3, 0, ["AB A 100", "BC B 9"], "AB:A BC:B AB:B"),
    ({"match_games": 3}, 3, 0, ["AC C 100", "BC B 9"], "AB:A BC:C AB:B"),
    ({"match_games": 3}, 3, 0, ["AB B 100"], "AB:A BC:B"),
]


@pytest.mark.parametrize(("rules", "seats", "first", "hands", "expected"), CAPTAIN)
def test_the_box_against_the_crew(
    rules: dict[str, object], seats: int, first: int, hands: list[str], expected: str
) -> None:
    found = play_out(rules_of("captain", **rules), seats, *hands, first_dealer=first)
    assert turns(found) == expected


def test_sides_of_a_game_with_a_captain() -> None:
    rules = rules_of("captain")
    assert sides_of(rules, 4, 1) == ((0,), (1, 2, 3))
    assert sides_of(rules, 4, 3) == ((2,), (0, 1, 3))
    assert sides_of(rules, 3, 4) == ((0,), (1, 2))


def test_each_settles_with_each() -> None:
    found = play_out(rules_of("cutthroat"), 3, "AB A 60", "AC C 40", "BC C 62")
    (game,) = found.games
    assert [account.total for account in game.accounts] == [85, 0, 252]
    # Bob won no hand: 100 more, to the game winner alone.
    assert game.nets == (85 - 167, -85 - 252 - 100, 167 + 252 + 100)
    assert (game.settlement_winner, game.settlement_points) == (2, 519)
    assert (found.match.winner, found.match.points) == (2, (0, 0, 519))
    assert found.match.nets == game.nets


def test_level_at_the_top_settles_for_nobody() -> None:
    rules = rules_of("cutthroat", game_bonus=0, box_bonus=1, target=30, shutout="none")
    found = play_out(rules, 3, "AB A 28", "AC C 29", "BC C 0", "BC B 10", "AB A 3")
    game = found.games[0]
    assert game.nets == (24, -42, 18)
    level = play_out(rules, 3, "AB A 29", "AC C 29", "BC C 0", "BC C 0", "AC A 1")
    assert [account.total for account in level.games[0].accounts] == [32, 0, 32]
    assert (level.games[0].settlement_winner, level.games[0].settlement_points) == (None, 0)
    # The game winner has it all the same.
    assert level.match.winner == 0


def test_the_box_settles_with_each_of_the_crew() -> None:
    found = play_out(rules_of("captain"), 4, "AB B 50", "AB B 55")
    (game,) = found.games
    assert (game.settlement_winner, game.settlement_points) == (1, 510)
    assert game.nets == (-1530, 510, 510, 510)
    # One game is told by side.
    assert (found.match.rivals, found.match.points) == (((0,), (1, 2, 3)), (0, 510))


def test_a_match_with_a_captain_is_told_by_player() -> None:
    rules = rules_of("captain", match_games=3, shutout="none")
    found = play_out(rules, 3, "AB B 100", "BC B 100", "AC A 100")
    assert [game.sides for game in found.games] == [((0,), (1, 2)), ((1,), (0, 2)), ((2,), (0, 1))]
    # A game counts for each of the winning side, and each takes his own net.
    assert found.match.games_won == (1, 3, 1)
    assert found.match.points == (225, 225 + 450 + 225, 225)
    assert found.match.nets == (-450 - 225 + 225, 225 + 450 + 225, 225 - 225 - 450)
    assert (found.match.over, found.match.winner) == (True, 1)


def test_a_match_of_three_is_played_out_while_somebody_can_draw_level() -> None:
    rules = rules_of("cutthroat", match_games=3, shutout="none")
    found = play_out(rules, 3, "AB A 100", "AC C 100", "BC B 101")
    assert found.match.games_won == (1, 1, 1)
    # Level in games: the highest net, 227 − 225.
    assert (found.match.over, found.match.winner) == (True, 1)
    two = play_out(rules, 3, "AB A 100", "AC A 100")
    assert (two.match.over, two.match.winner) == (True, 0)


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        ((0, 1), None),
        ((0, 3), None),
        ((1, 3), "Bob and Dee are both of the crew: Ann is in the box"),
    ],
)
def test_two_of_the_crew_never_play_each_other(pair: tuple[int, int], text: str | None) -> None:
    found = check_crew(pair, ((0,), (1, 2, 3)), NAMES)
    assert [one.text for one in found] == ([] if text is None else [text])
    assert all(one.hint_text == "one of Bob, Cy, Dee plays against Ann" for one in found)


def test_a_hand_out_of_turn_is_told() -> None:
    (warning,) = warn_rotation((0, 2), (0, 1), NAMES)
    assert warning.code == "rotation-differs"
    assert warning.text.startswith("Ann and Bob should have played")
    assert warn_rotation((0, 1), (0, 1), NAMES) == []
    assert warn_rotation((0, 1), None, NAMES) == []


# Against the naive scorer

SHARED = {
    "target": st.sampled_from([20, 60, "one_hand", None]),
    "dead_hand_dealer": st.sampled_from(["same", "next"]),
    "match_games": st.sampled_from([1, 3, 5]),
    "box_mode": st.sampled_from(["each", "difference", "winner_only"]),
    "box_bonus": st.sampled_from([0, 5, 25]),
    "game_bonus": st.sampled_from([0, 100]),
    "game_bonus_to": st.sampled_from(["first_to_target", "higher_total"]),
    "shutout_when": st.sampled_from(["no_points", "no_hands"]),
}
CUTTHROAT_RULES = st.builds(
    lambda rules: rules_of("cutthroat", **rules),
    st.fixed_dictionaries(
        {
            **SHARED,
            "next_dealer": st.sampled_from(["idle", "loser"]),
            "shutout": st.sampled_from(["flat", "none"]),
        }
    ),
)
CAPTAIN_RULES = st.builds(
    lambda rules: rules_of("captain", **rules),
    st.fixed_dictionaries(
        {
            **SHARED,
            "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
            "shutout": st.sampled_from(["flat", "double_all", "double_difference"]),
            "settlement": st.sampled_from(["totals", "winner_formula"]),
        }
    ),
)


def evenings(seats: int) -> st.SearchStrategy[list[tuple[int, int, int, int, int | None]]]:
    """Hands as numbers: which two of the table, who won, points, boxes, a dealer if named."""
    number = st.integers(0, 99)
    dealer = st.none() | st.none() | st.integers(0, seats - 1)
    return st.lists(st.tuples(number, st.integers(0, 2), number, st.integers(1, 4), dealer))


def against_the_naive_scorer(
    rules: Variant, seats: int, first: int, told: list[tuple[int, int, int, int, int | None]]
) -> None:
    """Every hand is between two who may play each other at that time, in turn or not."""
    hands: list[ScoredHand] = []
    for which, won, points, boxes, dealer in told:
        sides = tally(hands, rules, seats, first).sides
        pairs = [
            (one, other)
            for one in range(seats)
            for other in range(one + 1, seats)
            if not any(one in members and other in members for members in sides)
        ]
        pair = pairs[which % len(pairs)]
        text = f"AB {'AB'[won]} {points % 40} x{boxes}" if won < 2 else "AB dead"
        hand = pair_hand(text, rules)
        scores = [0] * seats
        if won < 2:
            scores[pair[won]] = points % 40
        hands.append(
            hand._replace(
                pair=pair,
                scores=tuple(scores),
                winner=pair[won] if won < 2 else None,
                dealer=dealer,
            )
        )
    found = tally(hands, rules, seats, first)
    assert as_plain(found) == score(as_naive(hands), rules.model_dump(), seats, first)
    assert sum(found.match.nets) == 0
    for game in found.games:
        assert sum(game.nets) == 0
        assert game.over or not any(game.nets)


@given(CUTTHROAT_RULES, evenings(3), st.integers(0, 2))
def test_cutthroat_against_the_naive_scorer(
    rules: Variant, told: list[tuple[int, int, int, int, int | None]], first: int
) -> None:
    against_the_naive_scorer(rules, 3, first, told)


@given(CAPTAIN_RULES, st.integers(3, 6), st.data())
def test_captain_against_the_naive_scorer(rules: Variant, seats: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, seats - 1))
    against_the_naive_scorer(rules, seats, first, data.draw(evenings(seats)))
