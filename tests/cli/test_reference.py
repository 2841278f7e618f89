"""The reference: `explain codes` and its like, and the page, which say what the program does."""

import io
import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import Cli
from reference_page import PAGE, page

from ginscore.cli.reference import EXAMPLES, TOPICS
from ginscore.errors import EXIT_STATUS, WARNINGS
from ginscore.files.csv_columns import COLUMNS, FACTS
from ginscore.files.safe_writes import locked
from ginscore.files.table_csv import TIDY_HEADS
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet


def items(cli: Cli, topic: str) -> dict[str, dict[str, str]]:
    """The items of a section by name, as JSON has them."""
    section = json.loads(cli("explain", topic, "-f", "json").out)
    assert section["topic"] == topic
    return {item["name"]: item for part in section["parts"] for item in part["items"]}


def test_every_code_is_named_with_its_meaning(cli: Cli) -> None:
    told = items(cli, "codes")
    assert set(told) == {*EXIT_STATUS, *WARNINGS}
    assert all(item["meaning"] for item in told.values())
    assert set(EXAMPLES) == told.keys()
    shown = cli("explain", "codes").out
    assert all(code in shown for code in (*EXIT_STATUS, *WARNINGS))


# The files that the examples name, by the commands that make them.
SHEETS = (
    "new Ann Bob -s evening.json",
    "add Ann 4 17 -s evening.json",
    "new Ann Bob -s new.json",
    "new Ann Bob -s taken.json",
    "new Ann Bob -s over.json --rule target=10",
    "add Ann 4 17 -s over.json",
    "new Ann Bob Cy -s penalty.json --variant rummy-royal",
    "new Ann Bob Cy -s three.json --variant cutthroat",
    "new Ann Bob -s torn.json",
    "new Ann Bob -s newer.json",
)
TEXTS = {
    "slip.csv": "winner,points,Ann,Bob\nAnn,18,18,\nBob,27,,28\n",
    "answer.json": '{"points": 12}',
    "torn.toml": "gin_bonus =",
    "wrong/ginscore/config.toml": "lang = 3",
}


@pytest.fixture
def files(cli: Cli, tmp_path: Path) -> Iterator[Path]:
    """A folder with all that the examples name."""
    for command in SHEETS:
        assert cli(*command.split()).status == 0
    Path("wrong/ginscore").mkdir(parents=True)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    torn, newer = tmp_path / "torn.json", tmp_path / "newer.json"
    torn.write_bytes(torn.read_bytes()[:-9])
    newer.write_bytes(newer.read_bytes().replace(b'"version":1', b'"version":2'))
    with locked(tmp_path / "taken.json", "taken.json", wait=1):
        yield tmp_path


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_told_its_code(
    cli: Cli, files: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped, _, command = EXAMPLES[code].rpartition(" | ")
    stdin = piped.removeprefix("echo ") + "\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
    setting, _, rest = command.rpartition("ginscore ")
    if setting:
        monkeypatch.setenv(*setting.strip().replace("$PWD", str(files)).split("="))
    found = cli(*shlex.split(rest), *(() if "batch" in rest else ("-f", "json")))
    if piped and found.out:
        assert json.loads(found.out)["errors"][0]["code"] == code
        return
    if piped:
        assert f" {code}: " in found.err
        return
    if code in WARNINGS:
        assert code in [warning["code"] for warning in json.loads(found.out)["warnings"]]
        return
    assert code in [error["code"] for error in found.errors], found.err
    assert found.status == EXIT_STATUS[code]


def test_exit_statuses(cli: Cli) -> None:
    assert {*map(str, EXIT_STATUS.values()), "0", "70", "130"} == set(items(cli, "exit-statuses"))


def test_files_name_every_key_and_column(cli: Cli) -> None:
    told = set(items(cli, "files"))
    assert told >= {*Entry.model_fields, *Sheet.model_fields, "format", "version", *TIDY_HEADS}
    assert told >= {column.head for column in COLUMNS if not column.each_seat} | {*FACTS}
    assert told >= {"player1, player2, …", "score1, score2, …", "knocker", "lay_off"}


@pytest.mark.parametrize("text", ["7SHD", "4-6C", "7S7H7D", "7 of hearts"])
def test_notation_can_be_typed(cli: Cli, text: str) -> None:
    assert text in items(cli, "notation")
    assert cli("melds", text).status == 0


def test_the_holdings_of_the_notation_can_be_typed(cli: Cli) -> None:
    section = json.loads(cli("explain", "notation", "-f", "json").out)
    for item in section["parts"][1]["items"]:
        assert cli("settle", item["name"], "17").status in (0, 1), item["name"]
        assert "bad-" not in cli("settle", item["name"], "17").err, item["name"]


@pytest.mark.parametrize("topic", TOPICS)
def test_sections_in_french(cli: Cli, topic: str) -> None:
    english, french = (cli("explain", topic, "--lang", lang).out for lang in ("en", "fr"))
    assert french
    assert french.splitlines()[0] != english.splitlines()[0]


@pytest.mark.parametrize("name", ["Codes", "exit statuses", "EXIT_STATUSES"])
def test_a_section_by_any_spelling(cli: Cli, name: str) -> None:
    assert cli("explain", name).status == 0


def test_the_page_is_what_the_program_says() -> None:
    assert Path(__file__).parents[2] / "examples" / "reference.md" == PAGE
    told = PAGE.read_text(encoding="utf-8")
    assert told == page(), "python tests/helpers/reference_page.py writes it"
