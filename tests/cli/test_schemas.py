"""`schema`: every answer and every file has one, complete, described, and true of what is printed.

That every JSON answer of any test validates is seen to by a fixture of all tests.
"""

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from answer_schemas import described, validator
from cli_runs import Cli
from jsonschema import ValidationError

from ginscore.cli.schemas import ANSWERS, FILES, NAMES, schema_of

PRESETS = Path(__file__).parents[2] / "ginscore" / "rules" / "presets"
SHEETS = Path(__file__).parents[2] / "examples" / "sheets"
LINES = """\
{"id": "a", "knocker": "[7SHD] [4-6C] [J-KH] 3D", "defender": "9SHD 2-4H 7C 3C QS 5D"}
{"knocker": "4", "defender": "17", "names": ["Ann", "Bob"]}
{"id": {"n": [1, null]}, "knocker": "11", "defender": "XC"}
not JSON
"""

# In the order in which they are run, in one folder; each with the schema of its answer.
COMMANDS = [
    ("state", ""),
    ("settlement", "settle 4 17 --claim points=13"),
    ("settlement", "settle '[7SHD] [4-6C] [J-KH] 3D' '9SHD 2-4H 7C 3C QS 5D' -u 3H"),
    ("settlement", "settle 6 20 15 --variant rummy-royal --names A,B,C"),
    ("melds", "melds '4-6H 8C 9C TC QSHD 5S AS' --all"),
    ("compare", "compare 5 5"),
    ("new", "new Ann Bob --title Friday"),
    ("add", "add Ann 4 17 --note late"),
    ("add", "add Bob gin 45 --try"),
    ("add", "add --dead"),
    ("add", "add --points Ann=18 --kind gin"),
    ("add", "edit 1 Ann 4 18"),
    ("void", "void 2"),
    ("undo", "undo"),
    ("redo", "redo"),
    ("rename", "rename Bob Cy"),
    ("rules", "rules --rule gin_bonus=20"),
    ("show", "show"),
    ("log", "show --log"),
    ("state", ""),
    ("stats", "stats"),
    ("payout", "payout --per-point 0.05"),
    ("verify", "verify"),
    ("import", "import ginscore.json -s copy.csv"),
    ("explain", "explain"),
    ("explain", "explain gin_bonus"),
    ("explain", "explain box"),
    ("explain", "explain codes"),
    ("variants", "variants"),
    ("variant", "variants show hollywood"),
    ("diff", "variants diff modern round-the-corner"),
    ("config", "config"),
    ("errors", "settle 11 30"),
    ("errors", "settle XC 30 --nonsense"),
]


def test_every_answer_is_as_its_schema_says(cli: Cli) -> None:
    for name, line in COMMANDS:
        answer = cli(*shlex.split(line), "-f", "json")
        assert answer.status == 0 or name == "errors", (line, answer.err)
        validator(name).validate(json.loads(answer.err if name == "errors" else answer.out))
    assert {name for name, _ in COMMANDS} == {*ANSWERS, "variant"} - {"batch"}


@pytest.mark.parametrize("only", [(), ("--only", "deadwood")])
def test_every_line_of_batch(cli: Cli, tmp_path: Path, only: tuple[str, ...]) -> None:
    lines = LINES + '{"id": 7, "cards": "7S 8S 9S"}\n'
    (tmp_path / "hands.jsonl").write_text(lines, encoding="utf-8")
    found = cli("batch", "hands.jsonl", "-q", *only).out.splitlines()
    assert len(found) == 5
    for line in found:
        validator("batch").validate(json.loads(line))


def test_lines_for_batch() -> None:
    for line in LINES.splitlines()[:3]:
        validator("hand").validate(json.loads(line))
    with pytest.raises(ValidationError):
        validator("hand").validate({"knocker": "4", "defendr": "17"})


def test_more_keys_than_those_of_settle(cli: Cli, tmp_path: Path) -> None:
    cli("new", "Ann", "Bob")
    added = json.loads(cli("add", "Ann", "4", "17", "-f", "json").out)
    (tmp_path / "hands.jsonl").write_text(LINES, encoding="utf-8")
    batch = json.loads(cli("batch", "hands.jsonl", "-q").out.splitlines()[0])
    for answer in (added, batch):
        assert not validator("settlement").is_valid(answer)
        validator("settlement", is_open=True).validate(answer)


@pytest.mark.parametrize("path", sorted(SHEETS.glob("*.json")), ids=lambda path: path.name)
def test_sheets(path: Path) -> None:
    validator("sheet").validate(json.loads(path.read_text(encoding="utf-8")))


def plain(value: Any) -> Any:
    """A TOML value as JSON has it."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("path", sorted(PRESETS.glob("*.toml")), ids=lambda path: path.name)
def test_files_of_rules(path: Path, cli: Cli) -> None:
    name = path.stem.partition("-")[2]
    printed = cli("variants", "show", name, "-f", "toml").out
    validator("house-rules").validate(plain(tomllib.loads(printed)))


def test_a_file_of_house_rules_may_say_little() -> None:
    rules = 'base = "classic"\ngin_bonus = 30\nteams = "no"\nbig_gin_bonus = "null"\n'
    validator("house-rules").validate(plain(tomllib.loads(rules)))
    for wrong in ("gin = 20", 'tie = "nobody"', "gin_bonus = 2.5", 'gin_bonus = "null"'):
        assert not validator("house-rules").is_valid(plain(tomllib.loads(wrong)))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_describes_every_key(name: str) -> None:
    schema = schema_of(name)
    assert schema["$id"] == f"urn:ginscore:{name}"
    assert described(schema) == []


def test_schema(cli: Cli) -> None:
    assert json.loads(cli("schema", "add").out) == schema_of("add")
    assert set(NAMES) == {*FILES, *ANSWERS}
    refused = cli("schema", "nonsense", "-f", "json")
    assert (refused.status, refused.errors[0]["code"]) == (2, "usage")
    assert "house-rules" in refused.errors[0]["message"]
