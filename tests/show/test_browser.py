"""The pages in a real headless Chromium: console, clicks, screens, paper, accessibility.

Screenshots are written to the folder named by GINSCORE_SCREENSHOTS, else to pytest's own.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from evenings import HOLLYWOOD, MANY, MATCH, PENALTIES, SCRIPT, evening, told
from pages import (
    FACES,
    PAPERS,
    PROGRAM,
    chromium,
    headings_broken,
    installed,
    printed,
    shown,
    unfold,
)
from playwright.sync_api import Browser

from ginscore.files.store import read_sheet
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.sheet.sheet import Sheet
from ginscore.show.html import format_blank, format_report
from ginscore.show.texts import load_texts

# One browser serves the module: on one of the processes that run tests side by side.
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
    pytest.mark.xdist_group("chromium"),
]

FOUR = ("Ann", "Bob", "Cid", "Dan")
LONG = ("Bartholomew the Third of Wolverhampton", "Ann")
TWELVE = "A12 B33 A25 - B8 A14 B11 A3 B6 A9 B2 A40"
TWENTY = "A12 B33 A25 - B8 A14 B11 A3 B6 A9 B2 A4 B5 A6 B7 A8 B9 A10 B11 A2"


def in_cards(hands: int) -> Sheet:
    """An evening of hands with all their cards: their rulings are long."""
    sheet = Sheet.new("Ann", "Bob", variant="rummy-royal")
    knocker, defender = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
    sheet = sheet.add("Ann", knocker, defender)
    entries = [
        sheet.entries[0].model_copy(update={"entry": number}) for number in range(1, hands + 1)
    ]
    return sheet.model_copy(update={"entries": tuple(entries)})


EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "sheets"
SHEETS = {
    "evening": evening(),
    "script": evening(script=True),
    "twelve": told(TWELVE, target=150),
    "twenty": told(TWENTY, target=None),
    "match": told(MATCH, match_games=3),
    "hollywood": told(HOLLYWOOD, "hollywood-club"),
    "long names": told(HOLLYWOOD, "hollywood", LONG),
    "penalty": told(" ".join([PENALTIES] * 2 + ["1/2/0/4 9/0/3/3"]), "rummy-royal", FOUR),
    "penalties": told(" ".join([PENALTIES] * 40), "rummy-royal", FOUR),
    "partnership": read_sheet(str(EXAMPLES / "partnership.json")),
    "partners": read_sheet(str(EXAMPLES / "partnership-hollywood.json")),
    "captain": read_sheet(str(EXAMPLES / "captain.csv")),
    "cutthroat": read_sheet(str(EXAMPLES / "cutthroat.json")),
    "200 hands": told(" ".join(MANY.split()[:200]), target=None),
    "cards": in_cards(30),
    "empty": told(""),
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
# A telephone, a tablet, a desk.
SCREENS: Final = (390, 820, 1440)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    for lang in ("en", "fr"):
        texts = load_texts(lang)
        for name, sheet in SHEETS.items():
            page = format_report(sheet, texts)
            (made / f"{name}.{lang}.html").write_text(page, encoding="utf-8")
        for name in PRESETS:
            blank = format_blank(load_preset(name), texts)
            (made / f"blank {name}.{lang}.html").write_text(blank, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.mark.parametrize("name", SHEETS)
def test_a_page_asks_for_nothing_and_complains_of_nothing(
    name: str, browser: Browser, folder: Path
) -> None:
    path = folder / f"{name}.en.html"
    with shown(browser, path) as found:
        unfold(found.page)
        assert found.complaints == []
        assert found.requests == [path.as_uri()]


def test_the_console_and_requests_are_heard(browser: Browser, tmp_path: Path) -> None:
    """What the test above does not hear it could not report."""
    page = tmp_path / "bad.html"
    page.write_text('<img src="nowhere.png"><script>throw 1</script>', encoding="utf-8")
    with shown(browser, page) as found:
        assert len(found.requests) == 2
        assert found.complaints


def test_a_ruling_unfolds_on_a_click(browser: Browser, folder: Path) -> None:
    with shown(browser, folder / "evening.en.html") as found:
        ruling = found.page.locator("#hand-1 .ruling")
        assert not ruling.is_visible()
        found.page.click("#hand-1 summary")
        assert "10 + 5 = 15 (before lay-offs 25)" in ruling.inner_text()
        found.page.click("#hand-1 summary")
        assert not ruling.is_visible()


def test_a_player_named_like_a_script_is_text(browser: Browser, folder: Path) -> None:
    with shown(browser, folder / "script.en.html") as found:
        assert found.page.evaluate("document.scripts.length + document.images.length") == 0
        assert found.page.title() == "<img src=x onerror=alert(2)>"
        assert SCRIPT in found.page.inner_text("thead")
        assert SCRIPT in (found.page.text_content("svg") or "")
        assert found.complaints == []


def test_the_picture_of_the_readme_is_made_by_the_script(tmp_path: Path) -> None:
    picture = tmp_path / "report.png"
    script = EXAMPLES.parent / "picture.py"
    subprocess.run([sys.executable, script, picture], check=True, timeout=120)
    shown_there = EXAMPLES.parent / "report.png"
    assert picture.read_bytes()[:4] == shown_there.read_bytes()[:4] == b"\x89PNG"


# On screens


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("name", ["evening", "hollywood", "penalty", "blank modern"])
def test_a_screenshot(
    name: str,
    width: int,
    scheme: Literal["light", "dark"],
    browser: Browser,
    folder: Path,
    tmp_path: Path,
) -> None:
    written = Path(os.environ.get("GINSCORE_SCREENSHOTS") or tmp_path)
    written.mkdir(exist_ok=True)
    picture = written / f"{name}-{width}-{scheme}.png"
    with shown(browser, folder / f"{name}.en.html", width=width, scheme=scheme) as found:
        found.page.screenshot(path=picture, full_page=True)
        paper = found.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert picture.stat().st_size > 10_000
    assert (min(map(int, paper[4:-1].split(","))) > 200) == (scheme == "light")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["evening", "match", "hollywood", "penalty", "blank hollywood"])
def test_everybody_can_read_it(
    name: str, scheme: Literal["light", "dark"], browser: Browser, folder: Path
) -> None:
    with shown(browser, folder / f"{name}.fr.html", width=390, scheme=scheme) as found:
        for width in (390, 1440):
            found.page.set_viewport_size({"width": width, "height": 900})
            results = Axe().run(found.page)
            assert results.response["violations"] == [], results.generate_report()


@pytest.mark.parametrize(
    "name", ["evening", "penalties", "hollywood", "long names", "script", "partners"]
)
def test_no_width_needs_scrolling_sideways(name: str, browser: Browser, folder: Path) -> None:
    # A figure that runs out of its cell.
    wide = "cells => cells.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    with shown(browser, folder / f"{name}.en.html") as found:
        unfold(found.page)
        for width in (320, 390, 700, 834, 1200, 1600):
            found.page.set_viewport_size({"width": width, "height": 700})
            assert found.page.evaluate("document.documentElement.scrollWidth") <= width
            assert found.page.eval_on_selector_all(".sheet td", wide) == 0, width


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "name",
    ["evening", "match", "hollywood", "penalty", "partnership", "partners", "captain", "cutthroat",
     "blank gin-rami", "blank captain", "blank cutthroat"],
)  # fmt: skip
def test_no_heading_is_broken_or_cut(name: str, lang: str, browser: Browser, folder: Path) -> None:
    faces = [*filter(installed, FACES)]
    if not faces:
        pytest.skip(f"none of the faces is installed: {', '.join(FACES)}")
    with shown(browser, folder / f"{name}.{lang}.html") as found:
        for width in SCREENS:
            found.page.set_viewport_size({"width": width, "height": 900})
            broken = {face: headings_broken(found.page, face) for face in faces}
            assert not any(broken.values()), (width, broken)


def test_a_broken_heading_is_found(browser: Browser, tmp_path: Path) -> None:
    """What the test above does not see it could not report."""
    page = tmp_path / "bad.html"
    style = "overflow-wrap: anywhere; width: 3em"
    page.write_text(
        f'<h1 style="{style}">Scoresheets</h1><h2 style="width: 3em">Scoresheets</h2>'
        '<svg viewBox="0 0 9 9"><text>Scoresheets</text></svg>',
        encoding="utf-8",
    )
    with shown(browser, page) as found:
        faults = [fault.split(":")[0] for fault in headings_broken(found.page, "serif")]
        assert faults == ["broken", "cut", "outside"]


# On paper


@pytest.mark.parametrize(
    ("name", "lang", "most"),
    [("evening", "en", 1), ("evening", "fr", 1), ("twelve", "fr", 1), ("twenty", "fr", 1),
     ("hollywood", "en", 1), ("hollywood", "fr", 1), ("penalty", "fr", 1),
     ("partnership", "fr", 1), ("partners", "fr", 2), ("captain", "fr", 1), ("cutthroat", "fr", 1),
     ("200 hands", "fr", 9)],
)  # fmt: skip
def test_a_report_on_paper(name: str, lang: str, most: int, browser: Browser, folder: Path) -> None:
    head = {"en": "What happened", "fr": "Ce qui s’est passé"}[lang]
    with shown(browser, folder / f"{name}.{lang}.html") as found:
        for paper in PAPERS:
            pages = printed(found.page, paper)
            assert 1 <= len(pages) <= most
            # Rulings are folded, and every page with hands has the heads.
            assert "10 + 5 = 15" not in "".join(pages)
            assert sum(head in text for text in pages) >= len(pages) - 1
            # There are lines to sign.
            assert pages[-1].rstrip().endswith(SHEETS[name].names[-1])


@pytest.mark.parametrize("paper", PAPERS)
def test_a_ruling_that_is_open_is_printed_and_not_cut_in_two(
    paper: str, browser: Browser, folder: Path
) -> None:
    with shown(browser, folder / "cards.en.html") as found:
        short = printed(found.page, paper)
        unfold(found.page)
        pages = printed(found.page, paper)
    assert len(pages) > len(short)
    whole = [(text.count("(knocker)"), text.count("Without the lay-offs")) for text in pages]
    whole += [(text.count("(knocker)"), text.count("(defender)")) for text in pages]
    assert [pair for pair in whole if pair[0] != pair[1] and pair[1]] == []
    assert sum(one for one, _ in whole) == 60


@pytest.mark.parametrize("variant", PRESETS)
def test_an_empty_sheet_fills_one_page(variant: str, browser: Browser, folder: Path) -> None:
    rows = "rows => Math.min(...rows.map(one => one.getBoundingClientRect().height))"
    with shown(browser, folder / f"blank {variant}.fr.html") as found:
        found.page.emulate_media(media="print")
        for paper, millimetres in PAPERS.items():
            assert len(printed(found.page, paper)) == 1
            # The paper without its margins, in the pixels of a screen.
            width, height = (
                round((size - 2 * margin) * 96 / 25.4)
                for size, margin in zip(millimetres, (11, 10), strict=True)
            )
            found.page.set_viewport_size({"width": width, "height": height})
            bottom = found.page.evaluate(
                "document.querySelector('.legend').getBoundingClientRect().bottom"
            )
            assert height * 0.95 < bottom <= height + 1
            # A line is high enough for the pen: six millimetres.
            assert found.page.eval_on_selector_all("tbody tr", rows) >= 6 * 96 / 25.4


def test_paper_is_white_even_where_the_screen_is_dark(browser: Browser, folder: Path) -> None:
    with shown(browser, folder / "evening.en.html", scheme="dark") as found:
        found.page.emulate_media(media="print")
        paper = found.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(255, 255, 255)"
        assert not found.page.is_visible("#hand-1 .ruling")
