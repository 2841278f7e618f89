"""A sheet as text: snapshots of what a table reads; eighty columns; nothing left untranslated."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from evenings import AT, HOLLYWOOD, MATCH, PENALTIES, evening, told
from hypothesis import given
from hypothesis import strategies as st
from pseudo import pseudo_texts, untranslated
from pytest_snapshot.plugin import Snapshot

from ginscore.game.payouts import format_money
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.stats import count_stats, pay_sheets, share_pot_of_sheets
from ginscore.show.layout import (
    Style,
    columns,
    cut,
    fit,
    fit_excerpt,
    fold,
    format_table,
    short_names,
    width,
    wrap_words,
)
from ginscore.show.log import CSV_HEADS, log_rows, log_table, show_entry, show_log
from ginscore.show.sheet import format_markdown, show_sheet
from ginscore.show.summary import show_example, show_score, show_state
from ginscore.show.tables import (
    PLACES,
    pairings_table,
    payout_table,
    players_table,
    settings_table,
    show_payout,
    show_stats,
)
from ginscore.show.texts import Texts, load_texts

ENGLISH = Texts()
FRENCH = load_texts("fr")
PLAIN = Style()


def flip() -> Sheet:
    """The first game goes to who took it and is won by the other; a second one has begun."""
    hands = [f"B={12}"] * 8 + ["A=100", "B=50"]
    sheet = Sheet.new("A", "B", variant="gin-rami")
    for points in hands:
        sheet = sheet.add(points=points)
    return sheet


def corrected() -> Sheet:
    """A correction has ended the match before the last hand; the names are long and alike."""
    sheet = Sheet.new("Annabella Schmidt-Maier", "Annabella Schmidt-Huber")
    sheet = sheet.add("Annabella Schmidt-M", "4", "17")
    sheet = sheet.add("Annabella Schmidt-H", "4", "97").add("Annabella Schmidt-H", "9", "7")
    return sheet.edit(2, "Annabella Schmidt-H", "gin", "97", note="so it was after all " * 3)


def wide() -> Sheet:
    """Characters that take two columns."""
    sheet = Sheet.new("山田太郎", "Zoë", title="土曜日").add("山", "4", "17", upcard="5S")
    return sheet.add("Zoë", "gin", "37", note="日本語のメモ")


def partnership() -> Sheet:
    """Two rounds: one complete, one open; and a dead hand."""
    sheet = Sheet.new("Ann", "Bob", "Cy", "Di", variant="partnership")
    sheet = sheet.add("Ann", "4", "Bob=17").add("Di", "0", "Cy=30")
    return sheet.add(dead=True, pair=["Ann", "Di"])


def penalties() -> Sheet:
    """Four players, every kind of hand for penalty points."""
    sheet = told(PENALTIES, "rummy-royal", ("Ann", "Bob", "Cyril", "Di"))
    return sheet.add("Bob", "4", "17", "9", "3").add("Cyril", "gin", "17", "9", "3")


def club() -> Sheet:
    """Hollywood with factors, kisses and spades."""
    sheet = Sheet.new("Anna", "Bartholomew", variant="hollywood-club")
    sheet = sheet.add("Anna", "3", "17", upcard="4S").add("Bart", "gin", "20", upcard="9S")
    return sheet.add("Anna", "0", "55", upcard="KH").add("Anna", "9", "3", upcard="TC")


def nobody() -> Sheet:
    """Hands that nobody has won, and one won for 0."""
    rules = {"tie": "no_score", "layoff_on_gin": "zero_cancels"}
    sheet = Sheet.new("Ann", "Bob").change_rules(rules).add("Ann", "6", "6")
    sheet = sheet.add("Ann", "gin", "0").add(dead=True)
    return sheet.change_rules({"tie": "knocker"}, from_now=True).add("Ann", "6", "6")


SHEETS: Mapping[str, Callable[[], Sheet]] = {
    "empty": lambda: Sheet.new("Ann", "Bob"),
    "evening": evening,
    "flip": flip,
    "match-over": lambda: told(f"{MATCH} A90 A95 A96 A97 A98", "tournament", match_games=3),
    "corrected": corrected,
    "wide": wide,
    "partnership": partnership,
    "penalties": penalties,
    "penalties-over": lambda: told(PENALTIES, "rummy-royal", ("Ann", "Bob", "Cy", "Di"), target=50),
    "hollywood": lambda: told(HOLLYWOOD, "hollywood"),
    "hollywood-empty": lambda: Sheet.new("Ann", "Bob", variant="hollywood"),
    "hollywood-club": club,
    "nobody": nobody,
    "level": lambda: told("B10 B10 A30", target=30, game_bonus=0, box_bonus=10),
    "penalties-level": lambda: told(
        "0/0/60", "rummy-royal", ("Ann", "Bob", "Cy"), target=60, match_games=3
    ),
    "open-ended": lambda: told("A12 B30", "modern", target=None),
}


def shown(sheet: Sheet, texts: Texts = ENGLISH, last: int | None = None) -> str:
    return show_sheet(sheet.score(last), sheet.rules, texts, PLAIN)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet(name: str, snapshot: Snapshot) -> None:
    snapshot.assert_match(shown(SHEETS[name]()) + "\n", f"{name}.txt")


@pytest.mark.parametrize("name", ["evening", "flip", "hollywood", "penalties"])
def test_the_last_hands(name: str, snapshot: Snapshot) -> None:
    snapshot.assert_match(shown(SHEETS[name](), last=2) + "\n", f"{name}.txt")


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_as_markdown(name: str, snapshot: Snapshot) -> None:
    sheet = SHEETS[name]()
    page = format_markdown(sheet.score(), sheet.rules, ENGLISH)
    snapshot.assert_match(page + "\n", f"{name}.md")


def test_a_match_that_nobody_has_won() -> None:
    sheet = told(HOLLYWOOD, "hollywood")
    match = sheet.score().match.model_copy(update={"winner": None})
    score = sheet.score().model_copy(update={"match": match})
    page = show_sheet(score, sheet.rules, ENGLISH, PLAIN)
    assert "Match over: nobody wins; points Ann 700, Bob 0.\n" in page + "\n"


def test_the_labels_of_a_language_have_room() -> None:
    """No label pushes a number out of its column, however long its word is."""
    long = Texts("en", lambda template: template.replace("total so far", "running total up to now"))
    for name in ("hollywood-club", "flip", "penalties"):
        lines = shown(SHEETS[name](), long).splitlines()
        ruled = next(line for line in lines if line.startswith("==="))
        assert max(len(line) for line in lines if "running total" in line) <= len(ruled)
        plain = next(line for line in shown(SHEETS[name]()).splitlines() if "so far" in line)
        label = next(line for line in lines if "running total" in line)
        assert label.split()[-1] == plain.split()[-1]


@pytest.mark.parametrize("name", SHEETS)
def test_two_players_have_room_in_eighty_columns(name: str) -> None:
    sheet = SHEETS[name]()
    if len(sheet.players) == 2:
        assert max(map(width, shown(sheet).splitlines())) <= 80


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("texts", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_the_table_fits_a_narrow_terminal(name: str, texts: Texts) -> None:
    sheet = SHEETS[name]()
    lines = show_sheet(sheet.score(), sheet.rules, texts, Style(columns=40)).splitlines()
    # Four with two columns each have no room there.
    if len(sheet.score().games[0].totals) < 4:
        assert [line for line in lines if width(line) > 40] == []


@pytest.mark.parametrize("name", ["hollywood-club", "partnership", "wide"])
def test_a_sheet_on_a_narrow_terminal(name: str, snapshot: Snapshot) -> None:
    sheet = SHEETS[name]()
    page = show_sheet(sheet.score(), sheet.rules, ENGLISH, Style(columns=40))
    snapshot.assert_match(page + "\n", f"{name}.txt")


def test_a_sheet_in_a_wider_window() -> None:
    sheet = corrected()
    page = show_sheet(sheet.score(), sheet.rules, ENGLISH, Style(columns=120))
    assert 100 < max(map(width, page.splitlines())) <= 120


def test_colour_is_only_colour() -> None:
    sheet = evening()
    coloured = show_sheet(sheet.score(), sheet.rules, ENGLISH, Style(True))
    assert "\x1b[1mGame over" in coloured
    from re import sub

    assert sub(r"\x1b\[\d+m", "", coloured) == shown(sheet)


# What is said after each change


@pytest.mark.parametrize("name", SHEETS)
def test_the_state(name: str, snapshot: Snapshot) -> None:
    sheet = SHEETS[name]()
    state = show_state(sheet.score(1), sheet.rules, "gin.json", ENGLISH, PLAIN)
    snapshot.assert_match(state + "\n", f"{name}.txt")


def test_the_example_of_a_next_hand() -> None:
    for sheet, command in (
        (Sheet.new("Ann B", "Bob"), 'ginscore add "Ann B" 4 17 -s x.json'),
        (Sheet.new("A", "B", "C", variant="rummy-royal"), "ginscore add A 4 17 9 -s x.json"),
        (Sheet.new("A", "B", "C", "D", variant="partnership"), "ginscore add A 4 B=17 -s x.json"),
    ):
        example = show_example(sheet.table(), " -s x.json", ENGLISH)
        assert example.startswith(f"Next: {command}  (")


# The log


def logged() -> Sheet:
    """An entry of every kind, of every status."""
    noon = datetime(2026, 1, 31, 12, tzinfo=UTC)
    sheet = Sheet.new("Ann", "Bob", at=noon)
    sheet = sheet.add("Ann", "4", "17", now=noon).add("Bob", "gin", "27", lay_offs=[""], note="oh")
    sheet = sheet.add("Bob", "9", "7", upcard="7S", dealer="Ann", now=noon + timedelta(minutes=5))
    sheet = sheet.edit(2, "Bob", "gin", "28").rename("Bob", "Robert").void(1).undo().redo().undo()
    sheet = sheet.change_rules({"gin_bonus": 20, "extra_boxes.gin": 2}, from_now=True)
    knocker, defender = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
    sheet = sheet.add("Ann", knocker, defender, lay_offs=["7C:1 3C:2"]).add(dead=True)
    sheet = sheet.add(points="Ann=5", before=2).add(points="Ann=30", kind="big_gin")
    return (
        sheet.add("Ann", "biggin", "17").change_rules({"target": 500}).add("Ann", "4", "17").undo()
    )


def test_the_log(snapshot: Snapshot) -> None:
    log = logged().log()
    snapshot.assert_match(show_log(log, ENGLISH, PLAIN) + "\n", "log.txt")
    snapshot.assert_match(format_table(log_table(log, ENGLISH), "markdown") + "\n", "log.md")


def test_the_log_as_csv_is_english_with_canonical_cards() -> None:
    rows = [dict(zip(CSV_HEADS, row, strict=True)) for row in log_rows(logged().log())]
    assert rows[2]["told"] == "Bob 9 v Ann 7; upcard 7S; Ann deals"
    assert rows[2]["at"] == datetime(2026, 1, 31, 12, 5, tzinfo=UTC)
    assert rows[10]["told"] == (
        "Ann [7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D v Robert 9S QS 2H 3H 4H 9H 5D 9D 3C 7C; "
        "laid off: 7C:1 3C:2"
    )


def test_an_empty_log() -> None:
    log = Sheet.new("Ann", "Bob").log()
    assert show_log(log, ENGLISH, PLAIN) == "Nothing has been written down yet."


def test_a_dead_hand_of_a_pair_in_the_log() -> None:
    sheet = partnership()
    assert show_entry(sheet.entries[-1], sheet.players, ENGLISH) == "dead hand: Ann, Di"


# Statistics, payout, defaults


def test_statistics(snapshot: Snapshot) -> None:
    stats = count_stats([evening(), told(MATCH, "tournament"), wide()])
    snapshot.assert_match(show_stats(stats, ENGLISH) + "\n", "stats.txt")
    snapshot.assert_match(
        format_table(players_table(stats, ENGLISH), "markdown") + "\n", "players.md"
    )
    snapshot.assert_match(format_table(pairings_table(stats, ENGLISH)) + "\n", "pairings.txt")
    assert max(map(width, show_stats(stats, ENGLISH).splitlines())) <= 80
    assert "20,5" in show_stats(count_stats([told("A20 A21 B3")]), Texts("fr"))


def test_statistics_of_nothing_have_no_columns_of_nothing() -> None:
    empty = count_stats([Sheet.new("Ann", "Bob")])
    assert show_stats(empty, ENGLISH).splitlines()[2].split() == ["Player", "Hands", "Wins"]
    assert "–" in show_stats(count_stats([Sheet.new("Ann", "Bob").add("Ann", "4", "17")]), ENGLISH)


def test_a_payout(snapshot: Snapshot) -> None:
    from decimal import Decimal

    paid = pay_sheets([evening(), evening()], Decimal("0.05"), Decimal(1))
    shares = {name: format_money(share) for name, share in paid.shares.items()}
    snapshot.assert_match(show_payout(shares, paid.formula, ENGLISH, PLAIN) + "\n", "stakes.txt")
    split = share_pot_of_sheets([penalties()], Decimal(100))
    shares = {name: format_money(share) for name, share in split.shares.items()}
    snapshot.assert_match(show_payout(shares, split.formula, ENGLISH, PLAIN) + "\n", "pot.txt")
    snapshot.assert_match(format_table(payout_table(shares, ENGLISH), "markdown") + "\n", "pot.md")


# Nothing is left untranslated


DATA = [
    *("Ann", "Bob", "Cyril", "Cy", "Di", "Robert", "Anna", "Bartholomew", "Barth", "A", "B"),
    *(
        "Annabella",
        "Annabel…-Maier",
        "Annabel…-Huber",
        "Schmidt-Maier",
        "Schmidt-Huber",
        "Schmidt-M",
        "Schmidt-H",
        "Zoë",
    ),
    *(
        "so it was after all",
        "so",
        "it",
        "was",
        "after",
        "all",
        "Saturday at the club",
        "Ann smiled",
        "smiled",
        "oh",
    ),
    *("modern", "tournament", "gin-rami", "rummy-royal", "hollywood-club", "hollywood"),
    *("partnership", "gin_bonus", "extra_boxes.gin", "target", "tie", "layoff_on_gin"),
    *(
        "no_score",
        "knocker",
        "zero_cancels",
        "match_games",
        "null",
        "box_bonus",
        "game_bonus",
        "gin.json",
    ),
    *("ginscore", "add", "-s", "new", "--like", "biggin"),
]


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_translated_whole(name: str) -> None:
    sheet, texts = SHEETS[name](), pseudo_texts()
    pages = [
        shown(sheet, texts),
        shown(sheet, texts, last=1),
        format_markdown(sheet.score(), sheet.rules, texts),
        show_state(sheet.score(1), sheet.rules, "gin.json", texts, PLAIN),
        show_score(sheet.score(1), sheet.rules, texts, PLAIN),
        show_stats(count_stats([sheet]), texts),
    ]
    for page in pages:
        assert untranslated(page, DATA) == set()
    log = show_log(sheet.log(), texts, PLAIN)
    assert untranslated(log, [*DATA, "gin"]) == set()


def test_the_rest_is_translated_whole() -> None:
    texts = pseudo_texts()
    settings: list[Any] = [("lang", "fr", source, "") for source in PLACES]
    pages = [
        show_log(logged().log(), texts, PLAIN),
        show_log(Sheet.new("Ann", "Bob").log(), texts, PLAIN),
        format_table(settings_table(settings, texts)),
        format_table(players_table(count_stats([evening()]), texts)),
        show_example(evening().table(), "", texts),
        format_table(payout_table({"Ann": "-1.00"}, texts)),
    ]
    for page in pages:
        assert untranslated(page, [*DATA, "gin", "lang", "fr"]) == set()


# Texts brought to a width


def test_a_sentence_that_is_too_long_goes_on_indented() -> None:
    assert fold("one  two", 8) == "one  two"
    assert fold("one two three", 9) == "one two\n  three"
    assert fold("一二 三四 五", 8) == "一二\n  三四\n  五"


def test_a_text_goes_on_under_itself() -> None:
    words = "a b c d e f g h i j k l m n"
    rows = [("is", words), ("is", "x"), ("was", "y")]
    assert [*columns(rows, page=31)] == [
        "  is   a b c d e f g h i j k l",
        "       m n",
        "       x",
        "  was  y",
    ]
    # Where there is too little room beside the labels.
    assert [*columns(rows, page=28)] == [
        "  is",
        "    a b c d e f g h i j k l",
        "    m n",
        "    x",
        "  was",
        "    y",
    ]


def test_a_page_fits_a_terminal() -> None:
    page = "Hand  Dealer  total\n-------------------\n   1  Ann     13  knock 4 v 17"
    assert fit(page, 40) == page
    assert fit(page, 16) == (
        "Hand  Dealer\n  total\n----------------\n   1  Ann     13\n     knock 4 v\n     17"
    )
    assert fit("\x1b[1mone two\x1b[0m", 7) == "\x1b[1mone two\x1b[0m"
    assert fit("one\n\nabcdefghij", 8) == "one\n\n  abcdef\n  ghij"


def test_carets_stay_under_what_they_point_at() -> None:
    excerpt = "7X 8H 9H 2X 3H\n^^       ^^"
    assert [*fit_excerpt(excerpt, 40)] == ["  7X 8H 9H 2X 3H", "  ^^       ^^"]
    assert [*fit_excerpt(excerpt, 10)] == ["  7X 8H 9H", "  ^^", "  2X 3H", "  ^^"]


def test_words_are_wrapped() -> None:
    assert wrap_words("", 5) == [""]
    assert wrap_words("  ", 5) == [""]
    assert wrap_words("one two three", 7) == ["one two", "three"]
    assert wrap_words("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"]
    assert wrap_words("a bcdefgh", 4) == ["a", "bcde", "fgh"]
    assert wrap_words("日本語の メモ", 5) == ["日本", "語の", "メモ"]


WORDS = st.text("aé日\u0301 -|", max_size=30)


@given(WORDS, st.integers(2, 12))
def test_wrapping_loses_nothing_and_keeps_to_the_width(text: str, columns: int) -> None:
    lines = wrap_words(text, columns)
    assert "".join(lines).replace(" ", "") == "".join(text.split())
    assert all(width(line) <= columns for line in lines)


@given(WORDS, st.integers(3, 12))
def test_a_text_is_cut_to_its_room(text: str, columns: int) -> None:
    short = cut(text, columns)
    assert width(short) <= columns
    assert (short == text) == (width(text) <= columns)


NAMES = st.lists(st.text("abc日", min_size=1, max_size=14), min_size=2, max_size=4, unique=True)


@given(NAMES, st.sampled_from([6, 8, 10, 14]))
def test_short_names_stay_different(names: list[str], columns: int) -> None:
    short = short_names(names, columns)
    assert [*short] == names
    assert len(set(short.values())) == len(names)
    for name, shortened in short.items():
        assert width(shortened) <= columns
        if width(name) <= columns:
            assert shortened == name


def test_names_are_cut_where_they_differ() -> None:
    assert [*short_names(["Bartholomew", "Ann"], 8).values()] == ["Barthol…", "Ann"]
    alike = ["Annabella Schmidt-Maier", "Annabella Schmidt-Huber"]
    assert [*short_names(alike, 14).values()] == ["Annabel…-Maier", "Annabel…-Huber"]
    twins = ["Annabella I Schmidt-Maier", "Annabella V Schmidt-Maier"]
    assert [*short_names(twins, 8).values()] == ["Annabe…1", "Annabe…2"]


def test_entries_tell_when() -> None:
    assert AT.isoformat()[:16].replace("T", " ") in show_log(evening().log(), ENGLISH, PLAIN)
