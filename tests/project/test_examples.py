"""The finished sheets in `examples/`: each reads, adds up, is over, and shows what it showed."""

from pathlib import Path

import pytest
from cli_runs import Cli
from pytest_snapshot.plugin import Snapshot

from ginscore.files.store import format_sheet, parse_sheet, read_sheet
from ginscore.files.verification import verify_file
from ginscore.rules.overrides import changed_switches
from ginscore.rules.presets import PRESETS, load_preset

SHEETS = Path(__file__).parents[2] / "examples" / "sheets"
FILES = sorted(path.name for path in SHEETS.iterdir() if path.suffix in (".json", ".csv"))


def test_there_is_one_of_each_preset() -> None:
    assert sorted(Path(name).stem for name in FILES) == sorted(PRESETS)
    page = (SHEETS / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in FILES)


@pytest.mark.parametrize("name", FILES)
def test_an_example(name: str, cli: Cli, snapshot: Snapshot) -> None:
    path = SHEETS / name
    sheet = read_sheet(path)
    assert verify_file(path).ok
    assert sheet.tally.match.over
    # A preset that has no end got one, and nothing else was changed.
    changed = changed_switches(sheet.rules)
    assert changed == (("target=100",) if load_preset(path.stem).target is None else ())
    answer = cli("show", "-s", str(path))
    assert (answer.status, answer.err) == (0, "")
    snapshot.assert_match(answer.out, f"{path.stem}.txt")


@pytest.mark.parametrize("name", FILES)
def test_an_example_is_the_same_in_either_form(name: str) -> None:
    sheet = read_sheet(SHEETS / name)
    for form in ("json", "csv"):
        assert parse_sheet(format_sheet(sheet, form).encode(), form) == sheet


def test_all_of_them_together(cli: Cli) -> None:
    answer = cli("stats", *(str(SHEETS / name) for name in FILES))
    assert answer.out.startswith(f"{len(FILES)} sheets\n")
