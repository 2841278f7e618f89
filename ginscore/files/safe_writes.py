"""Writing a file: whole at any moment, and by one writer at a time.

The new text goes to a temporary file in the same folder and to the disk, then takes the old file's
place in one step. The temporary names are fixed, so that the next write sweeps up what a crash left
behind; a writer that may not be alone holds the lock beside the file.
"""

import os
import shutil
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ginscore.errors import N_, GinscoreError, reason_of, refuse

_RETRIES: Final = 20  # a virus scanner holds a new file for a moment on Windows
_PAUSE: Final = 0.05  # seconds


def backup_path(target: Path) -> Path:
    """Where the previous version is kept: `FILE.bak`."""
    return target.with_name(f"{target.name}.bak")


def replace_file(target: Path, content: bytes, *, backup: bool) -> None:
    """Put `content` in the file `target` (links resolved), with the mode that it had.

    With `backup` the previous version becomes `FILE.bak`; `target` is readable all the time.

    Raises:
        OSError: nothing was written; the old file is as it was.
    """
    fresh = target.with_name(f".{target.name}.tmp")
    try:
        _write_new(fresh, content)
        if target.exists():
            fresh.chmod(stat.S_IMODE(target.stat().st_mode))
            if backup:
                _keep_backup(target)
        _replace(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _write_new(path: Path, content: bytes) -> None:
    """Write a file that was not there before, through to the disk."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _keep_backup(target: Path) -> None:
    """Make `FILE.bak` a second name of the file's present content, or a copy of it."""
    kept = target.with_name(f".{target.name}.bak.tmp")
    kept.unlink(missing_ok=True)
    try:
        try:
            kept.hardlink_to(target)
        except OSError:  # a file system without links, or another owner's file
            _write_new(kept, target.read_bytes())
            shutil.copymode(target, kept)
        _replace(kept, backup_path(target))
    finally:
        # Renaming one name of a file to another of its names does nothing, so both stay.
        kept.unlink(missing_ok=True)


def _replace(source: Path, target: Path) -> None:
    """Rename over `target`; on Windows try again while somebody has it open."""
    for _ in range(_RETRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            source.replace(target)
            return
        time.sleep(_PAUSE)
    source.replace(target)


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk; Windows cannot, and some file systems need not."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# One writer at a time


_POLL: Final = 0.02  # seconds between two tries: short, so that eight writers get their turns


def lock_path(target: Path) -> Path:
    """The lock file of `target`: `.NAME.lock` in the same folder."""
    return target.with_name(f".{target.name}.lock")


@contextmanager
def locked(target: Path, shown: str, wait: float) -> Iterator[None]:
    """Hold the lock of the file `target` (links resolved), called `shown` in messages.

    A lock dies with its process, so a crash leaves nothing locked. `wait` is in seconds.

    Raises:
        GinscoreError: `sheet-locked` after `wait` seconds, with its holder if known;
            `file-not-written` where no lock file can be made.
    """
    from filelock import FileLock, Timeout

    path = lock_path(target)
    lock = FileLock(path)
    try:
        # The lock would create missing folders.
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
    """The refusal after waiting, naming the holder if its signature can be read."""
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
