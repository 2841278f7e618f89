"""Bytes from outside in bounded memory: whole files, and the lines of a stream as they come.

What begins with the mark of UTF-16, as a file that PowerShell's `>` wrote, is handed on in UTF-8.
"""

import codecs
import errno
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
# A sheet of a million hands is smaller.
LARGEST_FILE: Final = 512 << 20
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_file(path: str | os.PathLike[str], most: int = LARGEST_FILE) -> bytes:
    """The content of a regular file as `recode` has it; a pipe or a device is not even waited for.

    Raises:
        OSError, ValueError: as opening does; also for a file of more than `most` bytes.
    """
    # Without waiting: a pipe that nobody writes to would never open.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - Path.open takes no flags
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file")
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return recode(content)


def recode(content: bytes) -> bytes:
    """UTF-16 with its mark as UTF-8, anything else as it is."""
    if not content.startswith(_UTF_16):
        return content
    return content.decode("utf-16", "replace").encode()


def decode_text(content: bytes, code: str, where: str = "") -> str:
    """The text of UTF-8, without its mark.

    Raises:
        GinscoreError: `code`, with the remedy, where it is something else, as cp1252.
    """
    try:
        return content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise refuse(
            code,
            N_("the text is not UTF-8 (byte {byte})"),
            hint=N_("save the text as UTF-8"),
            where=where,
            byte=error.start + 1,
        ) from None


class Source(Protocol):
    """A stream that gives what is there without waiting for more, as buffered readers do."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes, or none at the end."""
        ...


def read_lines(
    source: Source,
    pause: Callable[[int], object],
    longest: int = LONGEST_LINE,
    gulp_size: int = _GULP,
) -> Iterator[bytes]:
    """The lines of a stream without their line feeds; a last line may lack one.

    Before each wait for more of the stream, `pause` is called with the number of bytes that have
    come since the last wait: the moment to pass on what is done; at most `gulp_size` come at once.
    A line of more than `longest` bytes is cut somewhere after them.
    """
    begun: list[bytes] = []
    kept = 0
    pause(0)
    gulp = source.read1(gulp_size)
    while len(gulp) == 1 and (more := source.read1(gulp_size)):
        gulp += more
    utf_16 = codecs.getincrementaldecoder("utf-16")("replace")
    is_utf_16 = gulp.startswith(_UTF_16)
    while gulp:
        size = len(gulp)
        if is_utf_16:
            gulp = utf_16.decode(gulp).encode()
        *whole, rest = gulp.split(b"\n")
        if whole:
            begun.append(whole[0][: longest + 1 - kept])
            yield b"".join(begun)
            yield from whole[1:]
            begun, kept = [], 0
        begun.append(rest[: longest + 1 - kept])
        kept += len(begun[-1])
        pause(size)
        gulp = source.read1(gulp_size)
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
