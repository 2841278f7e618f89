"""The running totals as curves, and drawn in a terminal."""

import re
from itertools import accumulate

import pytest
from evenings import FEW, HOLLYWOOD, MANY, MATCH, PENALTIES, told
from hypothesis import given
from hypothesis import strategies as st
from pseudo import pseudo_texts, untranslated
from pytest_snapshot.plugin import Snapshot

from ginscore.sheet.sheet import Sheet
from ginscore.show.chart import (
    MOST_GAMES,
    Curves,
    format_chart,
    line_letters,
    read_curves,
    round_step,
)
from ginscore.show.layout import Style, width
from ginscore.show.texts import Texts

ENGLISH, PLAIN = Texts(), Style()
FOUR = ("Ann", "Bob", "Cid", "Dan")
CHARTS = {
    "few": told(FEW, target=200),
    "penalty": told(PENALTIES, "rummy-royal", FOUR),
    "hollywood": told(HOLLYWOOD, "hollywood"),
    "match": told(MATCH, match_games=3),
    "many": told(MANY, target=None),
    "one": told("A12"),
}


def chart(
    sheet: Sheet, texts: Texts = ENGLISH, style: Style = PLAIN, last: int | None = None
) -> str:
    return format_chart(sheet.score(last), sheet.rules, texts, style)


def curves_of(sheet: Sheet) -> Curves:
    curves = read_curves(sheet.score(), sheet.rules, ENGLISH)
    assert curves is not None
    return curves


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart(name: str, snapshot: Snapshot) -> None:
    snapshot.assert_match(chart(CHARTS[name]) + "\n", "chart.txt")


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_in_ascii(name: str, snapshot: Snapshot) -> None:
    shown = chart(CHARTS[name], Texts(letters=True))
    assert shown.isascii()
    snapshot.assert_match(shown + "\n", "chart.txt")


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("columns", [30, 80, 200])
def test_a_chart_keeps_to_its_width(name: str, columns: int) -> None:
    assert (
        max(map(width, chart(CHARTS[name], style=Style(columns=columns)).splitlines())) <= columns
    )


def test_the_narrowest_chart_is_still_a_chart() -> None:
    plot = chart(CHARTS["few"], style=Style(columns=1)).splitlines()
    assert max(map(width, plot)) <= 24
    assert "A" in "".join(plot)


@given(
    st.lists(st.tuples(st.sampled_from("AB"), st.integers(1, 60)), min_size=1, max_size=40),
    st.integers(40, 120),
)
def test_letters_stand_at_the_totals(hands: list[tuple[str, int]], columns: int) -> None:
    """Read the chart back: the last letter of each line is at its total, within half a line."""
    sheet = told(" ".join(f"{who}{points}" for who, points in hands), target=None)
    shown = chart(sheet, style=Style(columns=columns))
    rows = [re.match(r" *(\d*) [│┤](.*)", line) for line in shown.splitlines()]
    plot = [(found[1], found[2]) for found in rows if found]
    scale = {at: int(label) for at, (label, _) in enumerate(reversed(plot)) if label}
    points_a_line = max(scale.values()) / max(scale)
    for letter in "AB":
        total = sum(points for who, points in hands if who == letter)
        ends = [
            at
            for at, (_, cells) in enumerate(reversed(plot))
            if len(cells.rstrip()) == max(len(one.rstrip()) for _, one in plot)
            and cells.rstrip()[-1] in (letter, "*")
        ]
        assert any(abs(at * points_a_line - total) <= points_a_line / 2 + 1e-9 for at in ends)
        assert f"{letter} {'Ann' if letter == 'A' else 'Bob'} {total}" in re.sub("[─╌]", "", shown)


def test_the_legend_has_names_totals_and_the_target() -> None:
    last = chart(CHARTS["few"]).splitlines()[-1]
    assert last.startswith("─A─ Ann 107   ╌B╌ Bob 41   ┈┈┈ target 200")


def test_letters_are_bold_on_a_terminal_with_colour() -> None:
    shown = chart(CHARTS["few"], style=Style(colour=True))
    assert "\x1b[1mA\x1b[0m" in shown


def test_a_sheet_without_hands_says_so() -> None:
    assert chart(told("")) == "No hand is scored yet."


def test_the_last_hands_alone() -> None:
    shown = chart(CHARTS["few"], last=2)
    assert re.search(r"^ +6 +7$", shown, re.MULTILINE)
    assert "Ann 107" in shown
    assert "Ann 107" in chart(CHARTS["few"], last=1)


@pytest.mark.parametrize(
    ("names", "letters", "ascii_letters"),
    [
        (("Ann", "bob"), "AB", "AB"),
        (("Ann", "Alf"), "12", "12"),
        (("Élodie", "Bob"), "ÉB", "12"),
        (("小林", "Bob"), "12", "12"),
        (("ßeta", "Bob"), "12", "12"),
        (("A+C", "B+D"), "AB", "AB"),
        (("7", "Bob"), "12", "12"),
        (("I", "J", "K", "L"), "IJKL", "IJKL"),
    ],
)
def test_letters_tell_players_apart(
    names: tuple[str, ...], letters: str, ascii_letters: str
) -> None:
    assert "".join(line_letters(names)) == letters
    assert "".join(line_letters(names, ascii_only=True)) == ascii_letters


def test_nothing_is_left_untranslated() -> None:
    for sheet in CHARTS.values():
        assert untranslated(chart(sheet, pseudo_texts()), FOUR) == set()


# The curves themselves


def test_a_curve_is_the_sum_of_the_hands() -> None:
    curves = curves_of(CHARTS["many"])
    won = [int(hand[1:]) * (hand[0] == "A") for hand in MANY.split()]
    assert [totals[0] for totals in curves.games[0].totals] == [*accumulate(won, initial=0)]


def test_every_game_begins_at_nothing() -> None:
    curves = curves_of(CHARTS["match"])
    assert [(one.game, one.start, one.end) for one in curves.games] == [
        (1, 0, 3), (2, 3, 5), (3, 5, 7),
    ]  # fmt: skip
    assert {one.totals[0] for one in curves.games} == {(0, 0)}
    assert curves.target == 100


def test_boxes_that_count_at_once_are_in_the_curve() -> None:
    curves = curves_of(told("A12 B5", "palace"))
    assert curves.games[0].totals == ((0, 0), (22, 0), (22, 15))


def test_hands_after_the_end_are_not_drawn() -> None:
    curves = curves_of(told("A100 B5"))
    assert curves.end == 1


def test_only_the_last_of_very_many_games_are_drawn() -> None:
    sheet = told("A100 " * 20, match_games=99)
    curves = curves_of(sheet)
    assert [one.game for one in curves.games] == [*range(21 - MOST_GAMES, 21)]
    assert "game" not in chart(sheet, style=Style(columns=30))


def test_hollywood_has_sums_and_no_target() -> None:
    curves = curves_of(CHARTS["hollywood"])
    assert curves.target is None
    assert curves.latest == (137, 77)


@given(st.integers(0, 10**6), st.integers(1, 20))
def test_a_round_step_is_the_smallest_that_fits(span: int, most: int) -> None:
    step = round_step(span, most)
    assert step * most >= span
    assert str(step).rstrip("0") in ("1", "2", "5")
    smaller = {"1": step // 2, "2": step // 2, "5": step * 2 // 5}[str(step)[0]]
    assert smaller == 0 or smaller * most < span
