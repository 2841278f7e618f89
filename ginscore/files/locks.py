"""One writer at a time: the lock file beside a sheet, and who holds it."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ginscore.errors import N_, GinscoreError, reason_of, refuse

_POLL: Final = 0.02  # seconds between two tries: short, so that eight writers get their turns


def lock_path(target: Path) -> Path:
    """The lock file of `target`: `.NAME.lock` in the same folder."""
    return target.with_name(f".{target.name}.lock")


@contextmanager
def locked(target: Path, shown: str, wait: float) -> Iterator[None]:
    """Hold the lock of the file `target` (links resolved), called `shown` in messages.

    A lock dies with its process, so a crash leaves nothing locked. `wait` is in seconds.

    Raises:
        GinscoreError: `sheet-locked` after `wait` seconds, with the holder if he is known;
            `file-not-written` where no lock file can be made.
    """
    from filelock import FileLock, Timeout

    path = lock_path(target)
    lock = FileLock(path)
    try:
        # A lock would make the folders that are not there.
        path.parent.stat()
        lock.acquire(timeout=wait, poll_interval=_POLL)
    except Timeout:
        raise _refuse_locked(path, shown, wait) from None
    except OSError as error:
        raise refuse(
            "file-not-written",
            N_("no lock can be made beside it: {reason}"),
            hint=N_("check that the folder exists and that you may write in it"),
            where=shown,
            reason=reason_of(error),
        ) from None
    try:
        _sign(path)
        yield
    finally:
        lock.release()


def _sign(path: Path) -> None:
    """Write process and host into the held lock, unless the lock itself has done so."""
    signature = f"{os.getpid()}\n"
    # Where the system cannot share a locked file (Windows), the holder just stays unknown.
    with suppress(OSError):
        if not path.read_text(encoding="utf-8", errors="replace").startswith(signature):
            path.write_text(f"{signature}{socket.gethostname()}\n", encoding="utf-8")


def _refuse_locked(path: Path, shown: str, wait: float) -> GinscoreError:
    """The refusal after waiting, naming the holder if his signature can be read."""
    hint = N_("wait until it is done, or end it; then give the command again")
    holder = _read_holder(path)
    if holder is None:
        return refuse(
            "sheet-locked",
            N_("another process is writing it; {seconds} s of waiting did not help"),
            hint=hint,
            where=shown,
            seconds=f"{wait:g}",
        )
    return refuse(
        "sheet-locked",
        N_("process {pid} on {host} is writing it; {seconds} s of waiting did not help"),
        hint=hint,
        where=shown,
        seconds=f"{wait:g}",
        pid=holder[0],
        host=holder[1],
    )


def _read_holder(path: Path) -> tuple[int, str] | None:
    """Process number and host of the lock's holder, or None if it does not say."""
    try:
        pid, host, *_ = path.read_text(encoding="utf-8").split("\n")
        return int(pid), host
    except (OSError, ValueError):
        return None
