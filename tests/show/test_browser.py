"""The pages in a real headless Chromium: DOM, console, clicks, colours, paper, requests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import PROGRAM, Chromium, Image, chromium, decode_png, pdf_pages, pdf_text_marks
from evenings import HOLLYWOOD, MANY, PENALTIES, SCRIPT, evening, told

from ginscore.rules.presets import PRESETS, load_preset
from ginscore.show.html import format_blank, format_report
from ginscore.show.texts import Texts

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed")

FOUR = ("Ann", "Bob", "Cid", "Dan")
LONG = ("Bartholomew the Third of Wolverhampton", "Ann")
SHEETS = {
    "evening": evening(),
    "script": evening(script=True),
    "hollywood": told(HOLLYWOOD, "hollywood", LONG),
    "penalty": told(PENALTIES, "rummy-royal", FOUR),
    "penalties": told(" ".join([PENALTIES] * 40), "rummy-royal", FOUR),
    "long": told(" ".join(MANY.split()[:300]), target=None),
    "empty": told(""),
}
# Paper in inches, and its size in points.
PAPERS = {"A4": (8.27, 11.69, 595, 842), "Letter": (8.5, 11.0, 612, 792)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    for name, sheet in SHEETS.items():
        (made / f"{name}.html").write_text(format_report(sheet, Texts()), encoding="utf-8")
    for name in PRESETS:
        blank = format_blank(load_preset(name), Texts())
        (made / f"blank-{name}.html").write_text(blank, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


def picture(browser: Chromium) -> Image:
    """The window, small enough to be decoded quickly."""
    return decode_png(browser.screenshot(scale=0.25))


@pytest.mark.parametrize("name", SHEETS)
def test_a_page_asks_for_nothing_and_complains_of_nothing(
    name: str, browser: Chromium, folder: Path
) -> None:
    browser.show_as()
    browser.open(folder / f"{name}.html")
    browser.value("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert browser.complaints() == []
    assert browser.requests() == [(folder / f"{name}.html").as_uri()]


def test_the_console_and_requests_are_heard(browser: Chromium, tmp_path: Path) -> None:
    """What the test above does not hear it could not report."""
    page = tmp_path / "bad.html"
    head = (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
        '<script>1</script><img src="nowhere.png">'
    )
    page.write_text(head, encoding="utf-8")
    browser.open(page)
    assert len(browser.complaints()) >= 2
    page.write_text('<img src="nowhere.png"><script>throw 1</script>', encoding="utf-8")
    browser.open(page)
    assert len(browser.requests()) == 2
    assert browser.complaints()


def test_the_dom(browser: Chromium, folder: Path) -> None:
    browser.show_as()
    browser.open(folder / "evening.html")
    assert browser.value("document.title") == "Saturday at the club"
    assert browser.value("document.documentElement.lang") == "en"
    assert browser.value("document.querySelectorAll('tr.hand').length") == 6
    assert browser.value("document.querySelectorAll('tr.hand details').length") == 6
    assert browser.value("document.compatMode") == "CSS1Compat"
    assert browser.value("document.querySelector('svg').getBoundingClientRect().height") > 100


def test_a_ruling_opens_on_a_click(browser: Chromium, folder: Path) -> None:
    browser.show_as()
    browser.open(folder / "evening.html")
    inside = "document.querySelector('#hand-1 .ruling')"
    assert not browser.value(f"{inside}.checkVisibility()")
    browser.click("#hand-1 summary")
    assert browser.value("document.querySelector('#hand-1 details').open")
    assert browser.value(f"{inside}.checkVisibility()")
    shown = browser.value(f"{inside}.innerText")
    assert "10 + 5 = 15 (before lay-offs 25)" in shown
    browser.click("#hand-1 summary")
    assert not browser.value(f"{inside}.checkVisibility()")


def test_a_player_named_like_a_script_is_text(browser: Chromium, folder: Path) -> None:
    browser.show_as()
    browser.open(folder / "script.html")
    assert browser.value("document.scripts.length") == 0
    assert browser.value("document.images.length") == 0
    assert browser.value("document.title") == "<img src=x onerror=alert(2)>"
    assert SCRIPT in browser.value("document.querySelector('thead').innerText")
    assert SCRIPT in browser.value("document.querySelector('svg').textContent")
    dialogs = [one for one in browser.events if "Dialog" in one.get("method", "")]
    assert dialogs == []


@pytest.mark.parametrize("name", ["evening", "penalty", "blank-modern"])
def test_light_and_dark(name: str, browser: Chromium, folder: Path) -> None:
    pictures = {}
    browser.open(folder / f"{name}.html")
    for scheme in ("light", "dark"):
        browser.show_as(scheme=scheme)
        pictures[scheme] = picture(browser)
        # Not blank: text and lines in many shades.
        assert len(set(pictures[scheme].pixels)) > 40
    assert pictures["light"].brightness > 215
    assert pictures["dark"].brightness < 60


CONTRAST = """
(() => {
  const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
    .map(one => one / 255).map(one => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [.2126, .7152, .0722][at], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const ratios = [...document.querySelectorAll('body *')]
    .filter(one => !['title', 'desc'].includes(one.localName))
    .filter(one => [...one.childNodes].some(two => two.nodeType == 3 && two.data.trim()))
    .map(one => { const style = getComputedStyle(one); const ink =
      light(one.namespaceURI.endsWith('svg') ? style.fill : style.color);
      return (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05) });
  return Math.min(...ratios);
})()
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["evening", "penalty", "hollywood", "blank-modern"])
def test_every_text_has_the_contrast_that_reading_takes(
    name: str, scheme: str, browser: Chromium, folder: Path
) -> None:
    browser.show_as(scheme=scheme)
    browser.open(folder / f"{name}.html")
    assert browser.value(CONTRAST) >= 4.5


@pytest.mark.parametrize("name", ["evening", "penalties", "hollywood", "script"])
@pytest.mark.parametrize("width", [320, 390, 700, 834, 1200])
def test_no_width_needs_scrolling_sideways(
    name: str, width: int, browser: Chromium, folder: Path
) -> None:
    browser.show_as(width=width)
    browser.open(folder / f"{name}.html")
    browser.value("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert browser.value("document.documentElement.scrollWidth") <= width
    # No figure runs out of its cell.
    assert (
        browser.value(
            "[...document.querySelectorAll('.sheet td')].filter(one => one.scrollWidth > "
            "one.clientWidth + 1).map(one => one.innerText)"
        )
        == []
    )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("name", "most"), [("evening", 5), ("hollywood", 5), ("penalty", 4)])
def test_a_report_on_paper(
    name: str, most: int, paper: str, browser: Chromium, folder: Path
) -> None:
    *inches, width, height = PAPERS[paper]
    browser.show_as()
    browser.open(folder / f"{name}.html")
    pdf = browser.pdf(*inches)
    pages = pdf_pages(pdf)
    assert 1 <= len(pages) <= most
    assert all(size == pytest.approx((width, height), abs=1) for size in pages)
    # Rulings are open on paper: there is far more text than on the closed page.
    browser.value("document.querySelectorAll('details').forEach(one => one.remove())")
    assert pdf_text_marks(pdf) > 1.5 * pdf_text_marks(browser.pdf(*inches)) > 0


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("variant", PRESETS)
def test_an_empty_sheet_is_one_page(
    variant: str, paper: str, browser: Chromium, folder: Path
) -> None:
    browser.show_as()
    browser.open(folder / f"blank-{variant}.html")
    pdf = browser.pdf(*PAPERS[paper][:2])
    assert len(pdf_pages(pdf)) == 1
    assert pdf_text_marks(pdf) > 50


def test_paper_is_white_even_where_the_screen_is_dark(browser: Chromium, folder: Path) -> None:
    browser.show_as(scheme="dark", media="print")
    browser.open(folder / "evening.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert browser.value(paper) == "rgb(255, 255, 255)"
    assert browser.value("document.querySelector('#hand-1 .ruling').checkVisibility()")
    # The table is not wider than A4 between the margins.
    browser.show_as(media="print", width=695)
    assert browser.value("document.documentElement.scrollWidth") <= 695
