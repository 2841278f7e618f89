"""What `--excel` writes, as a spreadsheet takes it: LibreOffice opens it, where it is installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_runs import Cli

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
# The language of the office, that of ginscore, the number of a CSV filter's language, and what cuts
# the cells there. A German office is asked to open what is written for English and for French.
OPENED = [("en-US", "en", 44), ("fr-FR", "fr", 59), ("de-DE", "fr", 59), ("de-DE", "en", 44)]

pytestmark = [pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")]


@pytest.mark.parametrize(("locale", "lang", "cut"), OPENED)
def test_moments_are_dates_and_numbers_are_numbers(
    cli: Cli, tmp_path: Path, locale: str, lang: str, cut: int
) -> None:
    for line in ("new Ann Bob", "add Ann 4 17 --date 2024-05-31T20:30", "add Ann 4 16"):
        assert cli(*line.split()).status == 0
    hands = opened(cli("show", "-f", "csv", "--excel", "--lang", lang).out, tmp_path, locale, cut)
    assert 'office:value-type="date" office:date-value="2024-05-31T20:30:00"' in hands
    assert len(re.findall('office:value-type="date"', hands)) == 2
    assert 'office:value-type="float" office:value="13"' in hands
    if locale.startswith(lang) or (locale, lang) == ("de-DE", "fr"):
        stats = opened(
            cli("stats", "-f", "csv", "--excel", "--lang", lang).out, tmp_path, locale, cut
        )
        assert 'office:value-type="float" office:value="12.5"' in stats


def opened(table: str, folder: Path, locale: str, cut: int) -> str:
    """The table as LibreOffice has it after opening, in its own flat XML."""
    file = folder / "table.csv"
    file.write_text(table, encoding="utf-8", newline="")
    profile = (folder / f"profile-{locale}").as_uri()
    language = {"en-US": 1033, "fr-FR": 1036, "de-DE": 1031}[locale]
    # Cut, quote, UTF-8, first row, no formats by column, language, quoted text as such, dates.
    options = f"Text - txt - csv (StarCalc):{cut},34,76,1,,{language},false,true"
    subprocess.run(
        [
            str(OFFICE), f"-env:UserInstallation={profile}", "--headless", f"--infilter={options}",
            "--convert-to", "fods", "--outdir", str(folder), str(file),
        ],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    return (folder / "table.fods").read_text(encoding="utf-8")
