"""The tests can be read where the system lacks what only Unix has; those that need it stay away."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = """\
import sys
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pty", "pwd", "resource", "termios")))
import pytest
sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "tests"]))
"""


def test_every_test_can_be_read_without_unix() -> None:
    found = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr[-2000:]
    assert "test_keep_pty" not in found.stdout
    assert "test_keep.py" in found.stdout
