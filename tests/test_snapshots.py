"""The text of every command's answer in both languages, as a snapshot to be read.

After a change that is meant: pytest tests/test_snapshots.py --snapshot-update
"""

from pathlib import Path

import pytest
from answers import ANSWERS, lay_out, without_place
from cli_runs import Cli
from pytest_snapshot.plugin import Snapshot

from ginscore.cli.app import COMMANDS
from ginscore.show.texts import LANGUAGES

SNAPSHOTS = Path(__file__).parent / "snapshots" / "answers"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer(
    cli: Cli,
    snapshot: Snapshot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    lang: str,
) -> None:
    question = ANSWERS[name]
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path / question.folder)
    monkeypatch.setattr("sys.stdin", question.typed(lang))
    answer = cli(*question.words(lang), "--lang", lang)
    shown = answer.out
    if answer.err:
        shown += f"--- stderr, status {answer.status}\n{answer.err}"
    snapshot.snapshot_dir = SNAPSHOTS / lang
    snapshot.assert_match(without_place(shown, tmp_path), f"{name}.txt")


def test_every_command_answers() -> None:
    asked = {" ".join(question.line.split()[:2]) for question in ANSWERS.values()}
    for row in COMMANDS:
        # A schema is JSON, and the same in every language.
        assert row.name == "schema" or any(f"{one} ".startswith(f"{row.name} ") for one in asked)
