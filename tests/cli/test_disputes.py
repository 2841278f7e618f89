"""What two people who argue would type, what they are told, and who says so."""

import shlex
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from cli_runs import Cli

DISPUTES: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "disputes.toml").read_text("utf-8")
)["dispute"]


@pytest.mark.parametrize("row", DISPUTES, ids=[row["question"] for row in DISPUTES])
def test_a_dispute(
    row: dict[str, Any], cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = [cli(*shlex.split(line)) for line in row["run"]]
    statuses = row.get("exit", 0)
    expected = statuses if isinstance(statuses, list) else [statuses] * len(answers)
    assert [answer.status for answer in answers] == expected
    printed = " ".join(" ".join(f"{answer.out} {answer.err}".split()) for answer in answers)
    assert [said for said in row["said"] if said not in printed] == []
    explained = " ".join(cli("explain", row["topic"]).out.split())
    assert [source for source in row["source"] if source not in explained] == []
