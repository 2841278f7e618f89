"""A real terminal for the tests: the program at one end of a pty, a patient typist at the other."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Final

PROGRAM: Final = [sys.executable, "-m", "ginscore"]
CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
UP: Final = "\x1b[A"
TAB: Final = "\t"
PATIENCE: Final = 30.0  # seconds
# What moves the cursor or changes colours, and what sets a title.
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>78])")


class Terminal:
    """The program on a terminal of 100 × 40 characters, in `folder`."""

    def __init__(self, folder: Path, *arguments: str, **env: str) -> None:
        self.typist, program = pty.openpty()
        fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        base = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            cwd=folder,
            env={**base, "XDG_CONFIG_HOME": "/nowhere", **env},
            stdin=program,
            stdout=program,
            stderr=program,
            start_new_session=True,
        )
        os.close(program)
        # Everything written until now, and how much of it has been expected already.
        self.written = b""
        self.seen = 0

    @property
    def screen(self) -> str:
        """Everything that was shown, without what moves the cursor."""
        return _ESCAPES.sub("", self.written.decode(errors="replace")).replace("\r", "")

    def expect(self, text: str) -> str:
        """Wait until `text` is shown after what was expected before; what was shown until it."""
        end = time.monotonic() + PATIENCE
        while (at := self.screen.find(text, self.seen)) < 0:
            assert self._read(end - time.monotonic()), f"no {text!r} in\n{self.screen[self.seen :]}"
        shown = self.screen[self.seen : at + len(text)]
        self.seen = at + len(text)
        return shown

    def _read(self, patience: float) -> bool:
        """Read what is there; False at the end, or when patience is."""
        ready, _, _ = select.select([self.typist], [], [], max(patience, 0))
        try:
            found = os.read(self.typist, 65536) if ready else b""
        except OSError:  # the program has closed its end
            return False
        self.written += found
        return bool(found)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.typist, keys.encode())

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and answer it."""
        self.expect(question)
        self.type(f"{text}\r")

    def status(self) -> int:
        """Wait for the end and give the exit status."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End the program without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """Leave no program behind."""
        if self.process.poll() is None:
            self.kill()
        os.close(self.typist)
