"""Statistics over sheets, against figures counted by hand."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from ginscore.errors import GinscoreError
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.stats import (
    Pairing,
    PlayerStats,
    Stats,
    count_stats,
    distinct_sheets,
    tell_open,
)

FOUR = ("Ann", "Bob", "Cleo", "Dan")


def evening() -> Sheet:
    """Ann 13; Bob's gin 70; Ann undercuts Bob for 27; a dead hand; Bob 30, which ends it."""
    sheet = Sheet.new("Ann", "Bob").add("Ann", "4", "17").add("Bob", "0", "45")
    return sheet.add("Bob", "8", "6").add(dead=True).add(points=["Bob=30"])


def of(stats: Stats, name: str) -> PlayerStats:
    (found,) = (one for one in stats.players if one.name == name)
    return found


def test_one_evening() -> None:
    stats = count_stats([evening()])
    assert of(stats, "Ann") == PlayerStats(
        name="Ann",
        hands=5,
        wins=2,
        gins=0,
        big_gins=0,
        undercuts_made=1,
        undercuts_suffered=0,
        points=40,
        average=20.0,
        best=27,
        penalties=0,
        boxes=2,
        games=1,
        games_won=0,
        matches=1,
        matches_won=0,
    )
    bob = of(stats, "Bob")
    assert (bob.wins, bob.gins, bob.undercuts_suffered, bob.points, bob.best) == (2, 1, 1, 100, 70)
    assert (bob.average, bob.games_won, bob.matches_won) == (50.0, 1, 1)
    assert stats.head_to_head == (
        Pairing(
            player="Ann", other="Bob", hands=5, wins=2, losses=2, points_for=40, points_against=100
        ),
    )


def test_penalties_are_counted_by_player() -> None:
    sheet = Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal")
    sheet = sheet.add("Ann", "4", "17", "9").add("Bob", "gin", "6", "30")
    stats = count_stats([sheet])
    assert [of(stats, name).penalties for name in ("Ann", "Bob", "Cy")] == [31, 13, 60]


def test_many_sheets_and_names_in_any_case() -> None:
    second = Sheet.new("bob", "Cleo").add("bob", "4", "17").add("Cleo", "0", "9", big_gin=True)
    stats = count_stats([evening(), second])
    assert stats.sheets == 2
    assert [one.name for one in stats.players] == ["Bob", "Ann", "Cleo"]
    assert (of(stats, "Bob").hands, of(stats, "Bob").wins, of(stats, "Bob").matches) == (7, 3, 1)
    assert (of(stats, "Cleo").gins, of(stats, "Cleo").big_gins) == (1, 1)
    assert [(one.player, one.other, one.hands) for one in stats.head_to_head] == [
        ("Ann", "Bob", 5),
        ("Bob", "Cleo", 2),
    ]


def test_only_hands_that_count() -> None:
    over = evening().edit(1, points=["Ann=120"])
    stats = count_stats([over])
    assert [(one.hands, one.wins, one.points) for one in stats.players] == [(1, 1, 120), (1, 0, 0)]
    assert (of(stats, "Bob").average, of(stats, "Bob").best) == (None, None)


@pytest.mark.parametrize(
    ("last", "hands", "wins", "games"),
    [(None, 5, 2, 1), (5, 5, 2, 1), (3, 3, 1, 1), (1, 1, 0, 1), (99, 5, 2, 1)],
)
def test_the_last_hands(last: int | None, hands: int, wins: int, games: int) -> None:
    ann = of(count_stats([evening()], last), "Ann")
    assert (ann.hands, ann.wins, ann.games, ann.matches) == (hands, wins, games, games)


def test_the_last_hands_of_many_sheets_and_of_columns() -> None:
    second = Sheet.new("Bob", "Cleo").add("Bob", "4", "17")
    stats = count_stats([evening(), second], 3)
    assert (stats.sheets, of(stats, "Ann").hands, of(stats, "Bob").hands) == (2, 2, 3)
    assert [one.name for one in count_stats([evening(), second], 1).players] == ["Bob", "Cleo"]
    columns = Sheet.new("Ann", "Bob", variant="hollywood")
    for points in (60, 50, 60, 5):
        columns = columns.add(points=[f"Ann={points}"])
    # Column 1 was closed by hand 2, column 2 by hand 3.
    for last, games in ((1, 0), (2, 1), (3, 2)):
        assert of(count_stats([columns], last), "Ann").games_won == games


def at(minute: int) -> datetime:
    return datetime(2026, 1, 5, 20, minute, tzinfo=UTC)


def begun(minute: int) -> Sheet:
    return Sheet.new("Ann", "Bob", at=at(minute)).add("Ann", "4", "17", now=at(minute))


def test_the_same_game_counts_once() -> None:
    sheet = begun(0)
    longer = sheet.add("Bob", "4", "17")
    # The very same, and one log the beginning of the other in either order: the longer counts.
    for files in ([("a", sheet), ("b", longer)], [("b", longer), ("a", sheet)]):
        kept, warnings = distinct_sheets(files)
        assert [*kept.values()] == [longer]
        assert [message.code for message in warnings] == ["same-game"]
    kept, warnings = distinct_sheets([("a", sheet), ("a", sheet)])
    assert (len(kept), len(warnings)) == (1, 1)


def test_copies_that_differ_both_count() -> None:
    sheet = begun(0)
    kept, warnings = distinct_sheets(
        [("a", sheet.add("Bob", "4", "17")), ("b", sheet.add("Ann", "4", "17")), ("c", begun(1))]
    )
    assert list(kept) == ["a", "b", "c"]
    assert [message.text for message in warnings] == (
        ["b and a began as one sheet and differ since: both count"]
    )


@pytest.mark.parametrize(
    ("sheet", "options", "told"),
    [
        (Sheet.new("Ann", "Bob"), {}, "not over yet; the points of an open game are not paid"),
        (Sheet.new("Ann", "Bob"), {"by_box": True}, "not over yet; of an open game the boxes"),
        (Sheet.new("Ann", "Bob").change_rules({"target": None}), {}, "never over under these"),
        (Sheet.new(*FOUR, variant="rummy-royal"), {"is_pot": True}, "the pot is split as the"),
        (evening(), {}, None),
    ],
)
def test_what_is_not_over_is_said(sheet: Sheet, options: Any, told: str | None) -> None:
    lines = [line.text for line in tell_open({"a.json": sheet}, **options)]
    assert [told in line for line in lines if told] == ([True] if told else lines)


def test_renamed_players_keep_their_hands() -> None:
    assert of(count_stats([evening().rename("Ann", "Zoé")]), "Zoé").wins == 2


def test_gin_that_nobody_won_and_undercuts_by_points() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="round-the-corner").add("Ann", "0", "0")
    stats = count_stats([sheet.add(points=["Ann=25"], kind="undercut").add(points=["Bob=9"])])
    ann, bob = of(stats, "Ann"), of(stats, "Bob")
    assert (ann.gins, ann.wins, ann.undercuts_made) == (1, 1, 1)
    assert (bob.gins, bob.wins, bob.undercuts_suffered) == (0, 1, 1)
    gin = Sheet.new("Ann", "Bob").add(points=["Bob=43"], kind="gin")
    assert of(count_stats([gin]), "Bob").gins == 1


def test_penalties_are_no_points_won() -> None:
    sheet = Sheet.new(*FOUR, variant="rummy-royal").add("Ann", "6", "20", "15", "9")
    sheet = sheet.add("Dan", "8", "20", "15", "3").add(points=["Ann=4"], kind="undercut")
    stats = count_stats([sheet])
    assert [(one.name, one.hands, one.wins, one.points) for one in stats.players] == [
        ("Ann", 3, 1, 0),
        ("Bob", 3, 1, 0),
        ("Cleo", 3, 1, 0),
        ("Dan", 3, 0, 0),
    ]
    assert of(stats, "Cleo").undercuts_made == of(stats, "Dan").undercuts_suffered == 1
    # Who was undercut is not known from points alone where several might have been.
    assert sum(one.undercuts_suffered for one in stats.players) == 1
    assert all(one.average is None and one.boxes == 0 for one in stats.players)
    assert len(stats.head_to_head) == 6


def test_partners_share_boxes_games_and_matches() -> None:
    sheet = Sheet.new(*FOUR, variant="partnership").add("Ann", "0", "Bob=60").add("Cleo", "0", "45")
    stats = count_stats([sheet])
    assert [(one.name, one.hands, one.wins, one.boxes) for one in stats.players] == [
        ("Ann", 1, 1, 1),
        ("Cleo", 1, 1, 1),
        ("Bob", 1, 0, 0),
        ("Dan", 1, 0, 0),
    ]
    assert [one.matches_won for one in stats.players] == [1, 1, 0, 0]
    assert [(one.player, one.other) for one in stats.head_to_head] == [
        ("Ann", "Bob"),
        ("Cleo", "Dan"),
    ]


def test_a_game_of_three_is_won_by_who_wins_most_from_the_others() -> None:
    rules = {"target": 60, "game_bonus": 0, "box_bonus": 100}
    variant = override(load_preset("cutthroat"), rules)
    sheet = Sheet.new("Ann", "Bob", "Cy", variant=variant)
    for points in ("Bob=1", "Cy=10", "Cy=10", "Cy=10", "Ann=60"):
        sheet = sheet.add(points=[points])
    assert sheet.score().games[0].game_winner == "Ann"
    for last in (None, 1):
        stats = count_stats([sheet], last)
        assert [(one.name, one.games, one.games_won) for one in stats.players if one.games_won] == [
            ("Cy", 1, 1)
        ]
        assert of(stats, "Cy").matches_won == 1
    # The last hand was between Ann and Cy.
    assert [(one.name, one.hands) for one in stats.players] == [("Ann", 1), ("Bob", 0), ("Cy", 1)]
    assert [(one.player, one.other) for one in stats.head_to_head] == [("Ann", "Cy")]


def test_columns_are_games() -> None:
    sheet = Sheet.new("Ann", "Bob", variant="hollywood")
    for points in (60, 50, 60):
        sheet = sheet.add(points=[f"Ann={points}"])
    ann = of(count_stats([sheet]), "Ann")
    assert (ann.games, ann.games_won, ann.matches) == (2, 2, 0)


def test_as_json() -> None:
    text = count_stats([evening()]).model_dump_json()
    assert list(json.loads(text)) == ["sheets", "players", "head_to_head", "warnings"]
    assert Stats.model_validate_json(text).model_dump_json() == text
    assert count_stats([]) == Stats(sheets=0, players=(), head_to_head=())


def test_a_sheet_with_faults_is_refused() -> None:
    sheet = Sheet.model_validate({**dict(Sheet.new("Ann", "Bob")), "dealer": "Cleo"})
    with pytest.raises(GinscoreError, match="unknown-player"):
        count_stats([evening(), sheet])
