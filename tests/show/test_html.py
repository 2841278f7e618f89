"""The report and the empty sheet as HTML: sound, self-contained, escaped, and the right figures."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from evenings import AT, FEW, HOLLYWOOD, MANY, MATCH, PENALTIES, SCRIPT, evening, told
from html_tree import Element, parse_page
from hypothesis import given
from hypothesis import strategies as st
from pseudo import pseudo_texts, untranslated
from pytest_snapshot.plugin import Snapshot

from ginscore.cli.run import run
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topics import switch_text
from ginscore.rules.variants import SWITCHES, format_value
from ginscore.sheet.sheet import Sheet
from ginscore.show.html import format_blank, format_report
from ginscore.show.svg import HEIGHT, MARKS, WIDTH, draw_totals
from ginscore.show.tables import show_value
from ginscore.show.texts import Texts

FOUR = ("Ann", "Bob", "Cid", "Dan")


def partnership() -> Sheet:
    sheet = Sheet.new(*FOUR, variant="partnership", at=AT)
    sheet = sheet.add("Ann", "4", "Bob=17")
    return sheet.add("Dan", "gin", "Cid=31")


SHEETS = {
    "evening": evening(),
    "few": told(FEW, target=200),
    "after the end": told("A60 B5 A50 B9 A1"),
    "match": told(MATCH, match_games=3),
    "hollywood": told(HOLLYWOOD, "hollywood"),
    "hollywood-club": told(HOLLYWOOD, "hollywood-club"),
    "penalty": told(PENALTIES, "rummy-royal", FOUR),
    "penalty to 50": told(PENALTIES, "rummy-royal", FOUR, target=50),
    "partnership": partnership(),
    "empty": told(""),
    "boxes at once": told("A12 B5", "palace"),
}


def page(sheet: Sheet, texts: Texts | None = None) -> Element:
    return parse_page(format_report(sheet, texts or Texts()))


def body_rows(table: Element) -> list[list[str]]:
    """The figures of each hand, and the sentence that always shows."""
    return [
        [*(cell.text for cell in row.own()[:-1]), row.one("summary").text]
        for row in table.all("tr", class_="hand")
    ]


# A sound page


def check_page(html: str, lang: str) -> None:
    root = parse_page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert root.one("html").attributes["lang"] == lang
    assert root.one("head").one("title").text
    assert root.all("meta")[1].attributes == {
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; style-src 'unsafe-inline'",
    }
    # Nothing runs, and nothing comes from elsewhere.
    tags = {one.tag for one in root.all()}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert not re.search(r"https?:|url\(|@import|//\w", html)
    attributes = {key for one in root.all() for key in one.attributes}
    assert not {key for key in attributes if key.startswith("on")}
    assert not attributes & {"src", "srcset", "action"}
    # Names are there for what is named.
    ids = [one.attributes["id"] for one in root.all() if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    for one in root.all():
        assert set(one.attributes.get("aria-labelledby", "").split()) <= set(ids)
    # A link leads within the page.
    assert all(one.attributes["href"].removeprefix("#") in ids for one in root.all("a"))
    for table in root.all("table"):
        named = {"aria-labelledby", "aria-label"} & set(table.attributes)
        assert named or table.own("caption")[0].text
        assert all("scope" in head.attributes for head in table.all("th"))


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_report_is_a_sound_page(name: str, lang: str) -> None:
    check_page(format_report(SHEETS[name], Texts(lang)), lang)


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_empty_sheet_is_a_sound_page(variant: str, lang: str) -> None:
    check_page(format_blank(load_preset(variant), Texts(lang)), lang)


@pytest.mark.parametrize("name", SHEETS)
def test_every_row_fills_the_table(name: str) -> None:
    for table in page(SHEETS[name]).all("table", class_="sheet"):
        first, second = table.one("thead").own("tr")
        wide = _spans(first)
        # Hand, dealer and what happened go over both lines of the head.
        assert _spans(second) == wide - 3
        assert {_spans(row) for body in table.own("tbody") for row in body.own("tr")} == {wide}


def _spans(row: Element) -> int:
    return sum(int(cell.attributes.get("colspan", "1")) for cell in row.own())


def test_a_report(snapshot: Snapshot) -> None:
    html = format_report(SHEETS["evening"], Texts())
    snapshot.assert_match(re.sub(r"(?s)<style>.*</style>", "", html), "evening.html")


# The figures


def test_the_sheet_as_on_paper() -> None:
    assert body_rows(page(SHEETS["few"]).one("table", class_="sheet")) == [
        ["1", "Ann", "12", "12", "", "0", "knock"],
        ["2", "Ann", "", "12", "33", "33", "knock"],
        ["3", "Bob", "25", "37", "", "33", "knock"],
        ["4", "Ann", "", "37", "", "33", "dead hand"],
        ["5", "Ann", "", "37", "8", "41", "knock"],
        ["6", "Bob", "40", "77", "", "41", "knock"],
        ["7", "Ann", "30", "107", "", "41", "knock"],
    ]


def test_totals_that_did_not_change_are_faint() -> None:
    rows = page(SHEETS["few"]).all("tr", class_="hand")
    faint = [[cell.text for cell in row.all("td", class_="still")] for row in rows]
    assert faint == [["0"], ["12"], ["33"], ["37", "33"], ["37"], ["41"], ["41"]]


def test_hollywood_has_its_columns_side_by_side() -> None:
    table = page(SHEETS["hollywood-club"]).one("table", class_="sheet")
    assert [one.text for one in table.all("th", scope="colgroup")] == [
        "Column 1", "Column 2", "Column 3 (×2)",
    ]  # fmt: skip
    assert [row[2:-1] for row in body_rows(table)[:5]] == [
        ["17", "", "", "", "", ""],
        ["", "31", "", "", "", ""],
        ["24", "", "7", "", "", ""],
        ["", "59", "", "28", "", ""],
        ["", "77", "", "46", "", "18"],
    ]


@pytest.mark.parametrize("name", SHEETS)
def test_each_hand_has_its_ruling(name: str) -> None:
    sheet = SHEETS[name]
    root = page(sheet)
    assert [one.attributes["id"] for one in root.all("tr", class_="hand")] == [
        f"hand-{hand.hand}" for hand in sheet.score().hands
    ]
    assert len(root.all("details")) == len(sheet.score().hands) + 1


def test_a_ruling_shows_every_number_with_its_rule() -> None:
    first, second, *_ = page(SHEETS["evening"]).all("details")
    assert first.one("summary").text == "knock 3 v 15"
    assert first.all("b")[0].text == "Knock: Ann scores 12 = 15 − 3; 1 box."
    told_of = first.one("div", class_="ruling").text
    for part in (
        "Ann (knocker) melds 7♠ 7♥ 7♦ · 4♣ 5♣ 6♣ · J♥ Q♥ K♥ deadwood 3♦ : 3",
        "laid off 7♣ on meld 1, 7♠ 7♥ 7♦ 3♣ on meld 2, 4♣ 5♣ 6♣ deadwood Q♠ 5♦ : 10 + 5 = 15",
        "Score difference 15 − 3 12",
        "Without the lay-offs: knock, Ann scores 22.",
    ):
        assert part in told_of
    assert "difference 10 − 2 8 undercut bonus 25" in second.text


def test_the_notes_and_corrections_are_told() -> None:
    rows = page(SHEETS["evening"]).all("tr", class_="hand")
    assert rows[1].one("p", class_="note").text == "Ann smiled"
    assert rows[5].one("sup").text == "*"
    legend = page(SHEETS["evening"]).one("p", class_="legend")
    assert legend.text == "* corrected later; the log shows what stood there before"
    assert "upcard 5♠" in rows[2].text


def test_other_rules_of_a_hand_are_told_in_its_ruling() -> None:
    sheet = evening().undo().undo().change_rules({"gin_bonus": 20}, from_now=True)
    rows = page(sheet.add("Ann", "gin", "20")).all("tr", class_="hand")
    assert "Rules: modern; knock" in rows[0].text
    assert "Rules:" not in rows[-1].text
    assert "Rules: modern; bonus for gin: 20" in page(sheet).one("header").text
    change = page(sheet.add("Ann", "gin", "20")).one("tr", class_="change").text
    assert change == "from hand 6: Bonus for gin (gin_bonus): 20"


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("penalty", ["Ranking", "1. Cid 22, 2. Ann 29, 3. Dan 51, 4. Bob 52"]),
        ("hollywood", ["Column 2", "Ann 120, Bob 46 (closed)"]),
        ("hollywood-club", ["Column 1", "Ann 137, Bob 77; to go Ann 13, Bob 73"]),
        ("hollywood-club", ["Column 3", "Ann 113, Bob 18; to go Ann 37, Bob 132"]),
        ("half a round", ["Open round", "Cid v Dan"]),
    ],
)
def test_what_players_look_for(name: str, row: list[str]) -> None:
    sheets = {"half a round": partnership().undo(), **SHEETS}
    standing = page(sheets[name]).one("dl", class_="standing").own("div")
    rows = [[one.one("dt").text.capitalize(), one.one("dd").text] for one in standing]
    assert row in rows


def test_half_a_round_is_in_brackets() -> None:
    sheet = Sheet.new(*FOUR, variant="partnership", at=AT).add("Ann", "4", "Bob=17")
    (row,) = body_rows(page(sheet).one("table", class_="sheet"))
    assert row == [
        "1",
        "Ann+Cid",
        "(13)",
        "0",
        "",
        "0",
        "Ann v Bob: knock 4 v 17, Ann 13; half a round",
    ]


def test_a_hand_after_the_end_has_its_mark() -> None:
    root = page(SHEETS["after the end"])
    assert {one.text for one in root.all("sup")} == {"†"}
    assert root.one("p", class_="legend").text.startswith("† after the end of the match")


def test_penalties_tell_who_went_out_with_what() -> None:
    sheet = Sheet.new("Ann", "Bob", "Cy", variant="rummy-royal").add("Bob", "4", "17", "9")
    assert page(sheet).all("summary")[0].text == "Bob: knock 4 v 17, 9"


def test_rulings_are_folded_unless_they_are_asked_for() -> None:
    folded, unfolded = (
        parse_page(format_report(SHEETS["evening"], Texts(), rulings=rulings))
        for rulings in (False, True)
    )
    assert not any("open" in one.attributes for one in folded.all("details"))
    assert [("open" in one.attributes) for one in unfolded.all("details")] == [True] * 6 + [False]


@pytest.mark.parametrize(("hands", "links"), [(40, []), (41, ["account", "chart", "statistics"])])
def test_a_long_sheet_leads_to_what_is_below(hands: int, links: list[str]) -> None:
    root = page(told(" ".join(MANY.split()[:hands]), target=None))
    assert [one.attributes["href"] for one in root.all("a")] == [f"#{link}" for link in links]


def test_a_warning_has_its_hint() -> None:
    sheet = Sheet.new("Ann", "Bob").add("Ann", "10", "KS 9C ...")
    assert page(sheet).one("p", class_="warning").text == (
        "The knocker's melds are not known: nothing is laid off, deadwood stays 19. "
        "Give the knocker's cards, or his melds in brackets."
    )


@pytest.mark.parametrize("name", SHEETS)
def test_the_account_is_that_of_the_score(name: str) -> None:
    score = SHEETS[name].score()
    root = page(SHEETS[name])
    sums = [row.text.split() for row in root.all("tr", class_="sum")]
    shown = [int(word) for words in sums for word in words if word.isdecimal()]
    begun = [one for one in score.games if any(one.totals.values())]
    assert shown == [one.total for game in begun for one in game.accounts.values()]


def small_tables(sheet: Sheet) -> dict[str, list[list[str]]]:
    """The tables below the sheet by their captions, row by row."""
    root = page(sheet)
    return {
        root.one("h2", id=table.attributes["aria-labelledby"]).text: [
            [cell.text for cell in row.own()] for row in table.all("tr")
        ]
        for table in root.all("table", class_="figures")
    }


def test_the_match_is_told_game_by_game() -> None:
    assert small_tables(SHEETS["match"])["Match"] == [
        ["", "Ann", "Bob"],
        ["Game 1", "215", ""],
        ["Game 2", "", "520"],
        ["Games won", "1", "1"],
        ["Points of the match", "215", "520"],
    ]


def test_columns_are_games_of_the_match() -> None:
    score = SHEETS["hollywood"].score()
    *columns, won, points = small_tables(SHEETS["hollywood"])["Match"][1:]
    assert columns == [
        [f"Column {one.column}", str(one.settlement.points), ""] for one in score.games
    ]
    assert won == ["Columns won", "3", "0"]
    assert points == ["Points of the match", str(score.match.points["Ann"]), "0"]


@pytest.mark.parametrize("name", ["evening", "few", "empty", "penalty", "penalty to 50"])
def test_one_game_is_no_match(name: str) -> None:
    assert "Match" not in small_tables(SHEETS[name])


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("evening", ["Hands", "6", "6"]),
        ("penalty", ["Penalty points", "29", "52", "22", "51"]),
        ("penalty", ["Wins", "2", "1", "1", "0"]),
        ("evening", ["Undercuts", "1", "0"]),
        ("evening", ["Gins", "1", "1"]),
        ("hollywood", ["Points", "137", "77"]),
        ("penalty", ["Hands", "4", "4", "4", "4"]),
    ],
)
def test_statistics(name: str, row: list[str]) -> None:
    assert row in small_tables(SHEETS[name])["Statistics"]


def test_penalties_are_not_points_won() -> None:
    assert "Points" not in [row[0] for row in small_tables(SHEETS["penalty"])["Statistics"]]


def test_more_than_two_players_meet_in_pairs() -> None:
    pairs = small_tables(SHEETS["penalty"])["Head to head"]
    assert [row[:2] for row in pairs[1:3]] == [["Ann v Bob", "4"], ["Ann v Cid", "4"]]
    assert "Head to head" not in small_tables(SHEETS["few"])


@pytest.mark.parametrize("name", SHEETS)
def test_all_rules_stand_at_the_end(name: str) -> None:
    rules = SHEETS[name].rules
    listed = page(SHEETS[name]).one("details", class_="rules")
    values = [one.text for one in listed.all("dd")]
    assert [one.text for one in listed.all("dt")] == [switch_text(one).title for one in SWITCHES]
    assert values == [show_value(one, getattr(rules, one), Texts()) for one in SWITCHES]


def test_a_sheet_without_hands_is_a_page_too() -> None:
    root = page(SHEETS["empty"])
    assert "No hand has been written down yet." in root.text
    assert root.all("svg") == []


def test_a_console_without_symbols_does_not_reach_the_page() -> None:
    assert "7♠" in format_report(SHEETS["evening"], Texts(letters=True))


def test_a_very_long_sheet() -> None:
    sheet = told(" ".join(MANY.split()[:300]), target=None)
    root = page(sheet)
    assert len(root.all("tr", class_="hand")) == 300


# The reader's own texts


def test_every_text_of_the_reader_is_escaped() -> None:
    sheet = evening(script=True)
    html = format_report(sheet, Texts())
    root = parse_page(html)
    assert not root.all("script")
    assert not root.all("img")
    assert SCRIPT not in html
    assert root.one("h1").text == "<img src=x onerror=alert(2)>"
    assert SCRIPT in root.all("thead")[0].text
    assert root.one("p", class_="note").text == "<b>bold</b> & brave"
    blank = parse_page(format_blank(sheet.rules, Texts(), sheet.names))
    assert SCRIPT in blank.one("thead").text
    assert not blank.all("script")


def test_nothing_is_left_untranslated() -> None:
    names = [*FOUR, "Saturday at the club", "Ann smiled", *PRESETS, *SWITCHES, "pts"]
    for sheet in SHEETS.values():
        root = page(sheet, pseudo_texts())
        values = [format_value(getattr(sheet.rules, one)) for one in SWITCHES]
        assert untranslated(root.one("body").text, [*names, *values]) == set()
    for variant in PRESETS:
        blank = parse_page(format_blank(load_preset(variant), pseudo_texts(), ("Ann", "Bob")))
        assert untranslated(blank.one("body").text, names) == set()


# The drawing


@pytest.mark.parametrize("name", [one for one in SHEETS if one != "empty"])
def test_lines_are_told_apart_without_colour(name: str) -> None:
    root = page(SHEETS[name])
    lines = root.one("svg").all("g", class_="line")
    sides = [*SHEETS[name].score().match.points]
    assert [line.one("title").text for line in lines] == sides
    assert len({mark.attributes["d"].rpartition("m")[2] for line in lines
                for mark in line.all("path", class_="marks")[1:]}) == len(sides)  # fmt: skip
    labels = [line.one("text").text for line in lines]
    for side, label in zip(sides, labels, strict=True):
        assert side in label


def test_the_chart_tells_its_story_in_words() -> None:
    svg = page(SHEETS["few"]).one("svg")
    assert svg.one("desc").text == "After hand 7: Ann 107, Bob 41; the target is 200."
    assert svg.one("g", class_="target").text == "target 200"
    assert page(SHEETS["hollywood"]).one("desc").text == "After hand 9: Ann 137, Bob 77."


@given(st.lists(st.tuples(*(st.integers(0, 99) for _ in FOUR)), min_size=1, max_size=60))
def test_the_drawing_keeps_to_its_frame(hands: list[tuple[int, ...]]) -> None:
    sheet = told(" ".join("/".join(map(str, one)) for one in hands), "rummy-royal", FOUR)
    drawing = draw_totals(sheet.score(), sheet.rules, Texts())
    assert drawing is not None
    for line in drawing.lines:
        points = [tuple(map(float, one.split())) for one in line.path[1:].split("L")]
        assert all(drawing.left <= x <= drawing.right + 0.1 for x, _ in points)
        assert all(0 <= y <= drawing.bottom for _, y in points)
        assert [*points] == sorted(points, key=lambda one: one[0])
    # Labels do not cover each other and stay inside.
    places = sorted(line.at for line in drawing.lines)
    assert all(below - above >= 14.9 for above, below in pairwise(places))
    assert places[0] > 0
    assert places[-1] <= HEIGHT
    assert drawing.right < WIDTH
    assert len(MARKS) == len(FOUR)


@pytest.mark.parametrize(("hands", "marks"), [(40, 41), (41, 0), (10_000, 0)])
def test_a_long_line_has_no_marks(hands: int, marks: int) -> None:
    sheet = told(" ".join(MANY.split()[:hands]), target=None)
    drawing = draw_totals(sheet.score(), sheet.rules, Texts())
    assert drawing is not None
    assert drawing.lines[0].marks.count("M") == marks
    assert drawing.lines[0].path.count("L") == min(hands, 299)


# The empty sheet


@pytest.mark.parametrize(
    ("variant", "names", "heads", "account"),
    [
        ("modern", ("Ann", "Bob"), ["Ann", "Bob"],
         ["points", "game bonus 100", "boxes, each 25", "shutout", "total"]),
        ("classic", (), [],
         ["points", "game bonus 100", "boxes, each 20", "shutout 100", "total"]),
        ("hollywood-club", ("Ann", "Bob"), ["Column 1", "Column 2", "Column 3 (×2)"],
         ["points", "game bonus 100", "boxes, each 25", "shutout", "total"]),
        ("rummy-royal", (), [], []),
        ("partnership", FOUR, ["Ann + Cid", "Bob + Dan"],
         ["points", "game bonus 100", "boxes, each 25", "shutout 100", "total"]),
        ("partnership", (), [],
         ["points", "game bonus 100", "boxes, each 25", "shutout 100", "total"]),
        # Who is shut out pays when each settles with each.
        ("cutthroat", (), [],
         ["points", "game bonus 100", "boxes, each 25", "total", "won or lost"]),
        ("palace", (), [], ["points", "total"]),
        ("playgridia", (), [], ["points", "total"]),
    ],
)  # fmt: skip
def test_an_empty_sheet(
    variant: str, names: tuple[str, ...], heads: list[str], account: list[str]
) -> None:
    root = parse_page(format_blank(load_preset(variant), Texts(), names))
    assert [one.text for one in root.all("th", scope="colgroup")] == heads
    labels = [one.text for one in root.one("tbody", class_="account").all("th")]
    tally = labels[:1] == ["boxes"]
    assert labels[tally:] == account
    hands = root.all("tbody")[0].all("tr")
    assert len(hands) % 5 == 0
    assert 27 <= len(hands) + len(labels) <= 31
    assert [one.one("th").text for one in hands] == [str(n + 1) for n in range(len(hands))]


@pytest.mark.parametrize(
    ("variant", "facts"),
    [
        ("modern", ["Rules: modern; knock with 10 or less", "target 100"]),
        ("oklahoma", ["Rules: oklahoma", "target 150", "knock limit by the upcard"]),
        ("straight", ["Rules: straight; gin only", "target 100"]),
        ("rummy-royal", ["Rules: rummy-royal; knock with 10 or less"]),
        ("cutthroat", ["Rules: cutthroat; knock with 10 or less", "target 100"]),
    ],
)
def test_an_empty_sheet_reminds_of_the_rules(variant: str, facts: list[str]) -> None:
    root = parse_page(format_blank(load_preset(variant), Texts()))
    shown = root.one("p", class_="facts").text.split(" · ")
    rules = load_preset(variant)
    bonuses = {
        "gin bonus": rules.gin_bonus,
        "big gin bonus": rules.big_gin_bonus,
        "undercut bonus": rules.undercut_bonus,
    }
    facts = [*facts, *(f"{rule} {points}" for rule, points in bonuses.items() if points)]
    last = {"oklahoma": ["spades double"], "cutthroat": ["shutout 100"]}.get(variant, [])
    assert shown == [*facts, *last]


def test_a_game_of_a_match_has_its_number() -> None:
    root = parse_page(format_blank(load_preset("tournament"), Texts()))
    assert "Game of 5" in root.one("p", class_="open").text


@pytest.mark.parametrize(
    ("variant", "names", "squares", "kinds"),
    [
        ("modern", 2, 2, "K knock G gin B big gin U undercut – dead hand"),
        ("straight", 2, 2, "G gin B big gin – dead hand"),
        ("rummy-royal", 4, 0, "K knock G gin U undercut"),
        ("partnership", 4, 2, "K knock G gin B big gin U undercut – dead hand"),
        ("hollywood", 0, 6, "K knock G gin B big gin U undercut – dead hand"),
        ("cutthroat", 3, 3, "K knock G gin B big gin U undercut – dead hand"),
        ("captain", 6, 2, "K knock G gin B big gin U undercut – dead hand"),
    ],
)
def test_an_empty_sheet_has_places_for_names_boxes_and_kinds(
    variant: str, names: int, squares: int, kinds: str
) -> None:
    root = parse_page(format_blank(load_preset(variant), Texts()))
    assert sum(len(one.all("i")) for one in root.all("span", class_="names")) == names
    assert [len(one.all("i")) for one in root.all("td", class_="tally")] == [10] * squares
    assert root.one("footer").text == kinds
    # In Hollywood each column has a cell for each name.
    cells = root.one("thead").all("td", class_="sub")
    assert len(cells) == (6 if variant == "hollywood" else 0)


@pytest.mark.parametrize(
    ("variant", "head"), [("cutthroat", ["Sits out"]), ("captain", ["Captain"]), ("modern", [])]
)
def test_an_empty_sheet_has_a_place_for_who_does_not_play(variant: str, head: list[str]) -> None:
    root = parse_page(format_blank(load_preset(variant), Texts()))
    heads = [one.text for one in root.one("thead").all("th", rowspan="2")]
    assert heads == ["Hand", "Dealer", *head, "Kind"]
    columns = len(heads) + sum(
        int(one.attributes["span"]) for one in root.all("colgroup", span="2")
    )
    for row in root.all("tbody")[0].all("tr"):
        assert len(row.all("th")) + len(row.all("td")) == columns


def test_the_templates_hold_no_words() -> None:
    folder = Path(format_report.__code__.co_filename).parent / "templates"
    for template in folder.glob("*.j2"):
        text = template.read_text(encoding="utf-8")
        bare = re.sub(r"(?s){[{%].*?[}%]}|<[^>]*>", " ", text)
        assert not re.findall(r"[A-Za-z]{2,}", bare), template.name


# On the command line


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing in it, and a reader without wishes."""
    monkeypatch.chdir(tmp_path)
    for name in ("GINSCORE_LANG", "GINSCORE_VARIANT", "GINSCORE_SHEET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


EMPTY = ("--lang", "en", "export", "-f", "html", "--blank")


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ((), "Rules: modern; knock with 10 or less"),
        (("--variant", "gin-rami"), "Rules: gin-rami"),
        (("--rule", "gin_bonus=20"), "Rules: modern with gin_bonus=20; knock with 10 or less"),
    ],
)
def test_an_empty_sheet_needs_no_sheet(
    options: tuple[str, ...], rules: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run((*EMPTY, *options)) == 0
    root = parse_page(capsys.readouterr().out)
    assert root.one("p", class_="facts").text.split(" · ")[0] == rules
    assert list(table.iterdir()) == []


def test_an_empty_sheet_is_for_the_players_of_the_sheet(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("--lang", "en", "-q", "new", "Ann", "Bob", "--variant", "hollywood")) == 0
    capsys.readouterr()
    assert run((*EMPTY, "-o", "paper.html")) == 0
    root = parse_page((table / "paper.html").read_text(encoding="utf-8"))
    assert root.one("thead").text.split()[-6:] == ["Ann", "Bob"] * 3
    capsys.readouterr()
    assert run((*EMPTY, "--variant", "modern")) == 0
    assert "Ann" not in capsys.readouterr().out


@pytest.mark.usefixtures("table")
def test_rulings_are_unfolded_in_pages_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("--lang", "en", "-q", "new", "Ann", "Bob")) == 0
    assert run(("--lang", "en", "-q", "add", "Ann", "4", "17")) == 0
    capsys.readouterr()
    assert run(("export", "-f", "html", "--rulings")) == 0
    assert "<details open>" in capsys.readouterr().out
    for wrong in (("-f", "csv"), ("-f", "html", "--blank")):
        assert run(("--lang", "en", "export", "--rulings", *wrong)) == 2
        assert "--rulings: usage" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--variant", "modern"), ("--rule", "gin_bonus=20")])
def test_a_sheet_has_its_own_rules(
    option: tuple[str, str], table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("--lang", "en", "export", "-f", "html", *option)) == 2
    assert f"{option[0]}: usage" in capsys.readouterr().err
    assert list(table.iterdir()) == []
