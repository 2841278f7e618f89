"""Lines out of a stream of bytes, as soon as they are there, in bounded memory."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Final, Protocol

from ginscore.errors import N_, reason_of, refuse

_GULP: Final = 1 << 16
# Longer lines are no hands; without a limit a stream without line ends would fill the memory.
LONGEST_LINE: Final = 32 << 20


class Source(Protocol):
    """A stream that gives what is there without waiting for more, as buffered readers do."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes, or none at the end."""
        ...


def read_lines(
    source: Source, pause: Callable[[int], object], longest: int = LONGEST_LINE
) -> Iterator[bytes]:
    """The lines of a stream without their line feeds; a last line may lack one.

    Before each wait for more of the stream, `pause` is called with the number of bytes that have
    come since the last: the moment to pass on what is done. A line of more than `longest` bytes is
    cut somewhere behind them.
    """
    begun: list[bytes] = []
    kept = 0
    pause(0)
    while gulp := source.read1(_GULP):
        *whole, rest = gulp.split(b"\n")
        if whole:
            begun.append(whole[0][: longest + 1 - kept])
            yield b"".join(begun)
            yield from whole[1:]
            begun, kept = [], 0
        begun.append(rest[: longest + 1 - kept])
        kept += len(begun[-1])
        pause(len(gulp))
    if kept:
        yield b"".join(begun)


@contextmanager
def open_source(path: str) -> Iterator[BufferedReader]:
    """The bytes of a file.

    Raises:
        GinscoreError: `file-unreadable`.
    """
    try:
        source = Path(path).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise refuse(
            "file-unreadable",
            N_("it cannot be read: {reason}"),
            where=path,
            reason=reason_of(error),
        ) from None
    with source:
        yield source


def size_of(source: BufferedReader) -> int:
    """The size of a regular file in bytes; 0 for a pipe or a device."""
    about = os.fstat(source.fileno())
    return about.st_size if stat.S_ISREG(about.st_mode) else 0
