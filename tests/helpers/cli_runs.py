"""Commands run in this process, in an empty folder."""

import json
from typing import Any, NamedTuple

import pytest

from ginscore.cli.run import run


class Answer(NamedTuple):
    """What a run gave."""

    status: int
    out: str
    err: str

    @property
    def errors(self) -> list[dict[str, Any]]:
        return list(json.loads(self.err)["errors"])


class Cli:
    """Runs commands in this process, in an empty folder."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str, **options: Any) -> Answer:
        status = run(arguments, **options)
        return Answer(status, *self.capsys.readouterr())
