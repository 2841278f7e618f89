"""Writing a file so that a crash at any moment leaves a whole one, the old or the new.

The new text goes to a temporary file in the same folder and to the disk, then takes the old file's
place in one step. The temporary names are fixed, so that the next write sweeps up what a crash left
behind; whoever may not be alone holds the file's lock.
"""

import os
import shutil
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_RETRIES: Final = 20  # a virus scanner holds a new file for a moment on Windows
_PAUSE: Final = 0.05  # seconds


def backup_path(target: Path) -> Path:
    """Where the version before is kept: `FILE.bak`."""
    return target.with_name(f"{target.name}.bak")


def replace_file(target: Path, content: bytes, *, backup: bool) -> None:
    """Put `content` in the file `target` (links resolved), with the mode that it had.

    With `backup` the version before becomes `FILE.bak`; `target` is readable all the time.

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
        # Two names of one file stay two: a rename of one to the other does nothing.
        kept.unlink(missing_ok=True)


def _replace(source: Path, target: Path) -> None:
    """Rename over `target`; on Windows again and again while somebody has it open."""
    for _ in range(_RETRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            source.replace(target)
            return
        time.sleep(_PAUSE)
    source.replace(target)


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk; Windows cannot, and some file systems need not."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
