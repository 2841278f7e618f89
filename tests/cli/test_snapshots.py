"""The text of every command's answer in both languages, as a snapshot to be read.

After a change that is meant: pytest tests/test_snapshots.py --snapshot-update
"""

from pathlib import Path

import pytest
from answers import ANSWERS, lay_out, without_place
from cli_runs import Cli
from pytest_snapshot.plugin import Snapshot

from ginscore.cards.cards import LANGUAGES
from ginscore.cli.app import COMMANDS
from ginscore.show.layout import PAGE, width

# JSON, Markdown, and the table of what each set of rules is.
WIDE = {"batch", "export-markdown", "show-markdown", "variants"}
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
    shown, said = (without_place(text, tmp_path) for text in (answer.out, answer.err))
    if name not in WIDE:
        assert max(map(width, shown.splitlines()), default=0) <= PAGE
    if said:
        shown += f"--- stderr, status {answer.status}\n{said}"
    snapshot.snapshot_dir = SNAPSHOTS / lang
    snapshot.assert_match(shown, f"{name}.txt")


def test_every_command_answers() -> None:
    asked = {" ".join(question.line.split()[:2]) for question in ANSWERS.values()}
    for row in COMMANDS:
        # A schema is JSON, and the same in every language.
        assert row.name == "schema" or any(f"{one} ".startswith(f"{row.name} ") for one in asked)
