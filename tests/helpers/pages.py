"""Pages in the Chromium of this machine, on screens and on paper."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader

PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
# Milliseconds that anything may take on a busy machine.
PATIENCE: Final = 60_000
# Paper in millimetres.
PAPERS: Final = {"A4": (210, 297), "Letter": (215.9, 279.4)}
# Faces of different breadth that a reader's browser may take; each is in a Debian package. None has
# Georgia's measures, which a page asks for first: DejaVu Serif, a tenth broader, stands for it.
FACES: Final = ("DejaVu Serif", "Noto Serif", "Liberation Serif")


class Shown(NamedTuple):
    """A page, and what it asked for and complained of while it was opened."""

    page: Page
    requests: list[str]
    complaints: list[str]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for several pages."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=PROGRAM, args=["--no-sandbox"], timeout=PATIENCE
        )
        yield browser
        browser.close()


@contextmanager
def shown(
    browser: Browser,
    path: Path,
    *,
    width: int = 900,
    height: int = 700,
    scheme: Literal["light", "dark"] = "light",
) -> Iterator[Shown]:
    """A file opened in a window so large, where the reader prefers a colour scheme."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.set_default_timeout(PATIENCE)
    found = Shown(page, [], [])
    page.on("request", lambda request: found.requests.append(request.url))
    page.on("console", lambda message: found.complaints.append(message.text))
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    page.on("dialog", lambda dialog: found.complaints.append(dialog.message))
    page.goto(path.as_uri())
    yield found
    page.close()


def printed(page: Page, paper: str) -> list[str]:
    """The texts of the pages that come out of the printer."""
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(page.pdf(format=paper))).pages]


def unfold(page: Page) -> None:
    """Open every ruling."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")


def installed(face: str) -> bool:
    """Whether the machine has a face, so that a page can be measured in it."""
    if not shutil.which("fc-match"):
        return False
    found = subprocess.run(
        ["fc-match", "-f", "%{family}", face],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return face in found.stdout


# Each heading whose words are broken, or that does not fit where it stands, and why.
BROKEN: Final = """
face => {
  document.body.style.fontFamily = `"${face}"`;
  const faults = [];
  const tell = (what, one) => faults.push(`${what}: ${one.textContent.trim()}`);
  const heads = 'h1, h2, th, dt, summary, .legend span, .open span';
  for (const one of document.querySelectorAll(heads)) {
    if (!one.checkVisibility() || one.classList.contains('unseen')) continue;
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) tell('cut', one);
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[^ \\n+]+[+]?/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
        if (tops.size > 1) tell('broken', one);
      }
    }
  }
  for (const drawing of document.querySelectorAll('svg')) {
    const frame = drawing.viewBox.baseVal;
    for (const one of drawing.querySelectorAll('text')) {
      const box = one.getBBox();
      if (box.x < 0 || box.x + box.width > frame.width) tell('outside', one);
    }
  }
  return faults;
}
"""


def headings_broken(page: Page, face: str) -> list[Any]:
    """The headings and labels that a face breaks or cuts."""
    return list(page.evaluate(BROKEN, face))
