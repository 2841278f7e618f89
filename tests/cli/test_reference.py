"""The reference: `explain codes` and its like, and the page, which say what the program does."""

import json
import shlex
from pathlib import Path

import pytest
from cli_runs import Cli
from reference_page import PAGE, page

from ginscore.cli.reference import EXAMPLES, TOPICS
from ginscore.errors import EXIT_STATUS, WARNINGS
from ginscore.files.csv_columns import COLUMNS, FACTS
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
    assert set(EXAMPLES) <= told.keys()
    shown = cli("explain", "codes").out
    assert all(code in shown for code in (*EXIT_STATUS, *WARNINGS))


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_told_its_code(cli: Cli, code: str) -> None:
    cli("new", "Ann", "Bob", "-s", "evening.json")
    cli("add", "Ann", "4", "17", "-s", "evening.json")
    cli("new", "Ann", "Bob", "Cy", "-s", "penalty.json", "--variant", "rummy-royal")
    program, *words = shlex.split(EXAMPLES[code])
    found = cli(*words, "-f", "json")
    assert program == "ginscore"
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
