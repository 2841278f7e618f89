"""Rule sets for tests: every switch drawn at random, in combinations that go together."""

from typing import Any

from hypothesis import strategies as st

from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

POINTS = st.integers(0, 100_000)
MAYBE_POINTS = st.none() | POINTS
TARGET = st.integers(1, 100_000)

# Switches that every combination allows.
FREE: dict[str, st.SearchStrategy[Any]] = {
    "dead_hand_dealer": st.sampled_from(["same", "next"]),
    "stock_end": st.sampled_from(["dead", "reshuffle"]),
    "ace_runs": st.sampled_from(["low", "high", "both", "circular"]),
    "ace_points": st.sampled_from([1, 15]),
    "knock_limit": st.integers(0, 100) | st.just("upcard"),
    "ace_upcard": st.sampled_from(["gin_only", "one"]),
    "knocker_melds": st.sampled_from(["declared", "best"]),
    "layoff_on_gin": st.sampled_from(["no", "yes", "zero_cancels"]),
    "layoff_chain": st.sampled_from(["own", "none"]),
    "layoff_method": st.sampled_from(["best", "two_orders", "own_melds_first", "none"]),
    "gin_bonus": POINTS,
    "big_gin_bonus": MAYBE_POINTS,
    "undercut_bonus": POINTS,
    "tie": st.sampled_from(["undercut", "knocker", "no_score"]),
    "tie_bonus": MAYBE_POINTS,
    "knock_bonus": POINTS,
    "gin_doubles_deadwood": st.booleans(),
    "spade_doubles": st.sampled_from(
        ["no", "points", "all", "all_and_extra_boxes", "all_and_boxes"]
    ),
    "extra_boxes": POINTS
    | st.fixed_dictionaries({"gin": POINTS, "big_gin": POINTS, "undercut": POINTS}),
    "game_bonus": POINTS,
    "game_bonus_to": st.sampled_from(["first_to_target", "higher_total"]),
    "box_bonus": POINTS,
    "shutout_when": st.sampled_from(["no_points", "no_hands"]),
    "shutout": st.sampled_from(
        [
            "none",
            "flat",
            "double_points",
            "double_points_and_game",
            "double_all",
            "double_difference",
        ]
    ),
    "shutout_bonus": POINTS,
    "column_entry": st.sampled_from(["progressive", "win_count"]),
    "column_factors": st.lists(st.integers(1, 100), min_size=9, max_size=12),
    "sweep_doubles": st.booleans(),
    "prize_cutoff": POINTS,
}
BOXES = st.one_of(
    st.just({"box_timing": "at_once", "settlement": "totals", "box_mode": "each"}),
    st.fixed_dictionaries(
        {
            "box_timing": st.just("end"),
            "settlement": st.sampled_from(["totals", "winner_formula"]),
            "box_mode": st.sampled_from(["each", "difference", "winner_only"]),
        }
    ),
)
# The hands of all who play, and the upcard, come from one pack.
MOST_CARDS = {2: 13, 3: 13, 4: 12, 5: 10, 6: 8}
SIZES = st.fixed_dictionaries({seats: st.integers(3, most) for seats, most in MOST_CARDS.items()})
TWO = st.fixed_dictionaries(
    {
        "hand_sizes": SIZES,
        "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
        "target": TARGET | st.sampled_from(["one_hand", None]),
        "match_games": st.sampled_from([1, 3, 5, 99]),
    }
)
HOLLYWOOD = st.fixed_dictionaries({"target": TARGET, "columns": st.integers(1, 9)})
TEAMS = st.fixed_dictionaries(
    {
        "teams": st.just(value=True),
        "players": st.just([4]),
        "hand_sizes": st.fixed_dictionaries({4: st.integers(3, 13)}),
        "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
        "target": TARGET,
        "columns": st.integers(1, 9),
    }
)
LOSER_OUT = st.fixed_dictionaries(
    {
        "rotation": st.just("loser_out"),
        "players": st.just([3]),
        "hand_sizes": st.fixed_dictionaries({3: st.integers(3, 13)}),
        "next_dealer": st.sampled_from(["idle", "loser"]),
        "settlement": st.just("pairwise"),
        "shutout": st.sampled_from(["none", "flat"]),
        "box_timing": st.just("end"),
        "match_games": st.sampled_from([1, 3, 5]),
    }
)
CAPTAIN = st.fixed_dictionaries(
    {
        "rotation": st.just("captain"),
        "players": st.lists(st.integers(3, 6), min_size=1, unique=True),
        "hand_sizes": st.fixed_dictionaries({seats: st.integers(3, 13) for seats in range(3, 7)}),
        "next_dealer": st.sampled_from(["winner", "loser", "alternate"]),
        "match_games": st.sampled_from([1, 3, 5]),
    }
)
PENALTY = st.fixed_dictionaries(
    {
        "scoring": st.just("penalty"),
        "players": st.lists(st.integers(2, 6), min_size=1, unique=True),
        "hand_sizes": SIZES,
        "next_dealer": st.sampled_from(["winner", "alternate"]),
        "prize_share": st.none() | st.integers(0, 100),
    }
)


# What stands on one line of a sheet's first row: printable, without the mark between switches.
PRINTABLE = st.characters(exclude_categories=("C", "Z"), exclude_characters=";") | st.just(" ")
NAMES = st.text(PRINTABLE, min_size=1, max_size=40).map(str.strip).filter(bool)
SOURCES = st.text(PRINTABLE, max_size=60).map(str.strip)


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    rules = {
        **draw(st.fixed_dictionaries(FREE)),
        **draw(BOXES),
        **draw(st.one_of(TWO, HOLLYWOOD, TEAMS, LOSER_OUT, CAPTAIN, PENALTY)),
    }
    labels = {"name": draw(NAMES), "source": draw(SOURCES)}
    return override(load_preset("modern"), rules, labels=labels)
