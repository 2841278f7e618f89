"""The picture of a report in the README: a sheet, made into a page and photographed.

    python examples/picture.py [PICTURE]        by default examples/report.png

It takes Chromium, and the extra `dev` of ginscore.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from ginscore import read_sheet
from ginscore.show.html import format_report
from ginscore.show.texts import Texts

HERE = Path(__file__).parent


def take_picture(sheet: Path, picture: Path) -> None:
    """Write the report of a sheet as a PNG."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder, "report.html")
        page.write_text(format_report(read_sheet(sheet), Texts()), encoding="utf-8")
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        window = browser.new_page(viewport={"width": 820, "height": 900})
        window.goto(page.as_uri())
        window.screenshot(path=picture, full_page=True)
        browser.close()


if __name__ == "__main__":
    take_picture(HERE / "sheets" / "modern.json", Path(*sys.argv[1:2] or [HERE / "report.png"]))
