"""Every value of every preset, pinned; the preset files say where each value comes from."""

import subprocess
import sys
import tomllib
from importlib import resources
from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.rules.allowed import check_variant
from ginscore.rules.presets import PRESETS, load_preset, preset_sources, source_of
from ginscore.rules.variants import SWITCHES, Variant

FILES = {
    file.name[3:].removesuffix(".toml"): file
    for file in resources.files("ginscore.rules").joinpath("presets").iterdir()
}

MODERN: dict[str, Any] = {
    "players": [2],
    "hand_sizes": {"2": 10},
    "next_dealer": "winner",
    "dead_hand_dealer": "same",
    "stock_end": "dead",
    "ace_runs": "low",
    "ace_points": 1,
    "knock_limit": 10,
    "ace_upcard": "gin_only",
    "knocker_melds": "declared",
    "layoff_on_gin": "no",
    "layoff_chain": "own",
    "layoff_method": "best",
    "gin_bonus": 25,
    "big_gin_bonus": 31,
    "undercut_bonus": 25,
    "tie": "undercut",
    "tie_bonus": None,
    "knock_bonus": 0,
    "gin_doubles_deadwood": False,
    "spade_doubles": "no",
    "extra_boxes": {"gin": 0, "big_gin": 0, "undercut": 0},
    "target": 100,
    "game_bonus": 100,
    "game_bonus_to": "first_to_target",
    "box_bonus": 25,
    "box_mode": "each",
    "box_timing": "end",
    "shutout_when": "no_points",
    "shutout": "double_all",
    "shutout_bonus": 100,
    "settlement": "totals",
    "match_games": 1,
    "columns": 1,
    "column_entry": "progressive",
    "column_factors": [1, 1, 1],
    "sweep_doubles": False,
    "teams": False,
    "rotation": "all",
    "scoring": "winner",
    "prize_share": None,
    "prize_cutoff": 50,
}

# What each preset has in another way than `modern`.
OTHERS: dict[str, dict[str, Any]] = {
    "modern": {},
    "classic": {
        "next_dealer": "loser",
        "gin_bonus": 20,
        "big_gin_bonus": None,
        "undercut_bonus": 10,
        "box_bonus": 20,
        "shutout": "flat",
    },
    "gin-rami": {
        "ace_runs": "circular",
        "knock_limit": "upcard",
        "big_gin_bonus": 50,
        "box_bonus": 20,
        "box_mode": "difference",
        "shutout_when": "no_hands",
        "shutout": "flat",
        "settlement": "winner_formula",
        "match_games": 3,
    },
    "rummy-royal": {
        "players": [2, 3, 4],
        "hand_sizes": {"2": 10, "3": 7, "4": 7},
        "next_dealer": "alternate",
        "stock_end": "reshuffle",
        "layoff_chain": "none",
        "big_gin_bonus": None,
        "undercut_bonus": 10,
        "target": None,
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout": "none",
        "scoring": "penalty",
        "prize_share": 75,
    },
    "playgridia": {
        "next_dealer": "alternate",
        "knocker_melds": "best",
        "layoff_method": "two_orders",
        "big_gin_bonus": None,
        "target": "one_hand",
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout": "none",
    },
    "playgridia-100": {
        "next_dealer": "alternate",
        "knocker_melds": "best",
        "layoff_method": "two_orders",
        "big_gin_bonus": None,
        "game_bonus": 0,
        "box_bonus": 0,
        "shutout": "none",
    },
    "oklahoma": {"knock_limit": "upcard", "target": 150, "spade_doubles": "all"},
    "straight": {"knock_limit": 0},
    "palace": {
        "big_gin_bonus": None,
        "undercut_bonus": 20,
        "game_bonus": 0,
        "box_bonus": 10,
        "box_timing": "at_once",
        "shutout": "none",
    },
    "round-the-corner": {
        "ace_runs": "circular",
        "ace_points": 15,
        "layoff_on_gin": "zero_cancels",
        "gin_bonus": 20,
        "big_gin_bonus": None,
        "undercut_bonus": 20,
        "target": 125,
        "box_bonus": 20,
        "shutout": "flat",
    },
    "hollywood": {"columns": 3},
    "hollywood-club": {
        "knock_limit": "upcard",
        "spade_doubles": "all_and_extra_boxes",
        "extra_boxes": {"gin": 2, "big_gin": 2, "undercut": 1},
        "target": 150,
        "columns": 3,
        "column_factors": [1, 1, 2],
    },
    "tournament": {"target": 250, "match_games": 5},
    "partnership": {
        "players": [4],
        "hand_sizes": {"4": 10},
        "target": 125,
        "shutout": "flat",
        "teams": True,
    },
    "partnership-hollywood": {
        "players": [4],
        "hand_sizes": {"4": 10},
        "knock_limit": "upcard",
        "spade_doubles": "all_and_extra_boxes",
        "extra_boxes": {"gin": 2, "big_gin": 2, "undercut": 1},
        "target": 150,
        "columns": 3,
        "column_factors": [1, 1, 2],
        "teams": True,
    },
    "cutthroat": {
        "players": [3],
        "hand_sizes": {"3": 10},
        "next_dealer": "idle",
        "shutout_when": "no_hands",
        "shutout": "flat",
        "settlement": "pairwise",
        "rotation": "loser_out",
    },
    "captain": {
        "players": [3, 4, 5, 6],
        "hand_sizes": {"3": 10, "4": 10, "5": 10, "6": 10},
        "rotation": "captain",
    },
}


def test_the_presets_in_order() -> None:
    assert tuple(OTHERS) == PRESETS
    assert FILES.keys() == OTHERS.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_every_value(name: str) -> None:
    values = load_preset(name).model_dump(mode="json")
    assert values.pop("name") == name
    assert values.pop("source")
    assert values == {**MODERN, **OTHERS[name]}
    assert list(values) == list(SWITCHES)


@pytest.mark.parametrize("name", OTHERS)
def test_the_switches_go_together(name: str) -> None:
    assert check_variant(load_preset(name)) == []


@pytest.mark.parametrize("name", OTHERS)
def test_every_value_has_its_source_beside_it(name: str) -> None:
    values = tomllib.loads(FILES[name].read_text("utf-8"))
    first = ["name", "source", "about", "words", *(["base"] if name != "modern" else [])]
    assert list(values)[: len(first)] == first
    assert set(preset_sources(name, own=True)) == values.keys() - set(first)


def test_modern_alone_holds_every_switch() -> None:
    values = tomllib.loads(FILES["modern"].read_text("utf-8"))
    assert list(values) == ["name", "source", "about", "words", *SWITCHES]


@pytest.mark.parametrize(
    ("name", "rules", "switch", "source"),
    [
        ("classic", {}, "gin_bonus", "Bicycle, as jdh8/gin-rummy has it"),
        ("classic", {}, "target", "jdh8/gin-rummy's tournament rules"),
        ("classic", {"gin_bonus": 25}, "gin_bonus", ""),
        ("classic", {"name": "friday"}, "gin_bonus", ""),
        ("playgridia-100", {}, "layoff_method", "Playgridia"),
    ],
)
def test_where_a_value_comes_from(
    name: str, rules: dict[str, Any], switch: str, source: str
) -> None:
    variant = load_preset(name).model_copy(update=rules)
    assert source_of(variant, switch) == source


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("modern", ["modern"]),
        ("classic", ["classic", "modern"]),
        ("playgridia-100", ["modern", "playgridia", "playgridia-100"]),
    ],
)
def test_only_the_preset_asked_for_is_read(name: str, read: list[str]) -> None:
    program = (
        "import sys\n"
        "from ginscore.rules.presets import load_preset\n"
        "seen = set()\n"
        "sys.addaudithook(lambda event, what: seen.add(str(what[0])) if event == 'open' else 0)\n"
        f"load_preset({name!r})\n"
        "print('\\n'.join(one for one in seen if one.endswith('.toml')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    files = done.stdout.decode().split()
    assert sorted(one.replace("\\", "/").split("/")[-1][3:-5] for one in files) == read


LISTED = '"ginscore variants" lists them; a file of house rules ends in .toml'
NOT_A_PRESET = {
    "playgrida": "did you mean playgridia?",
    "Modern": "did you mean modern?",
    "round the corner": "did you mean round-the-corner?",
    "gin_rami": "did you mean gin-rami?",
    "xyzzy": LISTED,
    "": LISTED,
    "../modern": "did you mean modern?",
}


@pytest.mark.parametrize("name", NOT_A_PRESET)
def test_unknown_preset(name: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        load_preset(name)
    (fault,) = caught.value.faults
    assert fault.code == "unknown-variant"
    quoted = name or '""'
    assert fault.text == f"there is no variant named {quoted}"
    assert fault.hint_text == NOT_A_PRESET[name]


def test_a_preset_is_read_once() -> None:
    assert load_preset("oklahoma") is load_preset("oklahoma")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_validation_would_make_of_it(name: str) -> None:
    """Presets are loaded unchecked; this is their check."""
    loaded = load_preset(name)
    assert Variant.model_validate_json(loaded.model_dump_json()) == loaded
    assert Variant.model_validate(dict(loaded)) == loaded
    assert list(dict(loaded)) == list(Variant.model_fields)
