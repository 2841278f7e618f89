"""A real terminal for the tests: the program at one end of a pty, a patient typist at the other."""

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pexpect

PROGRAM: Final = (sys.executable, "-m", "ginscore")
CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
UP: Final = "\x1b[A"
TAB: Final = "\t"
PATIENCE: Final = 30.0  # seconds
# What moves the cursor or changes colours, and what sets a title.
_ESCAPE: Final = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>78])"


class Terminal:
    """The program on a terminal of 40 lines, in `folder`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 100,
        program: Sequence[str] = PROGRAM,
        **env: str,
    ) -> None:
        base = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8"}
        self.screen = ""
        self.child = pexpect.spawn(
            program[0],
            [*program[1:], *arguments],
            cwd=str(folder),
            env={**base, "XDG_CONFIG_HOME": "/nowhere", **env},
            dimensions=(40, columns),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    def expect(self, text: str) -> str:
        """Wait until `text` is shown after what was expected before; what was shown until it."""
        return self._wait(f"(?:{_ESCAPE}|\r)*".join(map(re.escape, text)))

    def _wait(self, pattern: object) -> str:
        self.child.expect(pattern)
        after = self.child.after if isinstance(self.child.after, str) else ""
        shown = re.sub(_ESCAPE, "", self.child.before + after).replace("\r", "")
        self.screen += shown
        return shown

    def type(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and answer it."""
        self.expect(question)
        self.type(f"{text}\r")

    def status(self) -> int:
        """Wait for the end and give the exit status."""
        self._wait(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus)

    def kill(self) -> None:
        """End the program without a word."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def close(self) -> None:
        """Leave no program behind."""
        self.child.close(force=True)
