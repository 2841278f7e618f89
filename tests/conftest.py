"""Settings for all tests."""

import os
import signal
from pathlib import Path

import pytest
from answer_schemas import check_answers
from cli_runs import Cli
from hypothesis import Phase, settings

# Where there is no terminal to drive, as on Windows, its tests are not even read.
collect_ignore = []
try:
    import fcntl  # noqa: F401
    import pty  # noqa: F401
except ImportError:
    collect_ignore = ["cli/test_keep_pty.py"]

# A shell may have started the tests with Ctrl-C ignored, which every child would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is no fault of the program: examples have no deadline. The gate tries the same
# examples every time; anywhere else each run tries new ones.
settings.register_profile("ginscore", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ginscore")
# Whether a test fails is all that tests/mutation/run.py asks: nothing is made smaller.
settings.register_profile("first", phases=(Phase.explicit, Phase.generate), derandomize=True)


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR")


@pytest.fixture(autouse=True)
def _answers_have_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer goes out that its schema does not describe."""
    check_answers(monkeypatch)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs commands in an empty folder, in English, without anybody's settings."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("GINSCORE_") or name in VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Cli(capsys)
