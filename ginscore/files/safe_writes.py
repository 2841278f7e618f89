"""Writing a file: whole at any moment, and by one writer at a time.

The new text goes to a temporary file in the same folder and to the disk, then takes the old file's
place in one step. The temporary names are fixed, so that the next write sweeps up what a crash left
behind; a writer that may not be alone holds the lock beside the file.
"""

import errno
import os
import socket
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ginscore.errors import N_, GinscoreError, reason_of, refuse
from ginscore.files.lines import read_file

_RETRIES: Final = 20  # a virus scanner holds a new file for a moment on Windows
_PAUSE: Final = 0.05  # seconds
# What a system says that cannot do a thing, rather than that it failed.
_CANNOT: Final = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


class UnconfirmedError(OSError):
    """The new content stands in the file, but the system did not confirm that the disk has it."""


def backup_path(target: Path) -> Path:
    """Where the previous version is kept: `FILE.bak`."""
    return target.with_name(f"{target.name}.bak")


def replace_file(target: Path, content: bytes, *, backup: bool) -> None:
    """Put `content` in the file `target` (links resolved), with the owner and mode that it had.

    With `backup` the previous version becomes `FILE.bak`; `target` is readable all the time.

    Raises:
        UnconfirmedError: the content stands there, but may be lost if the power fails now.
        OSError: any other; the file is as it was.
    """
    fresh = target.with_name(f".{target.name}.tmp")
    try:
        _write_new(fresh, content, target)
        if backup and target.exists():
            _keep_backup(target)
        _replace(fresh, target)
    except BaseException:
        _sweep(fresh)
        raise
    _sync_folder(target.parent)


def _sweep(path: Path) -> None:
    """Remove what is of no more use; if that fails, the next write will try again."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _write_new(path: Path, content: bytes, like: Path) -> None:
    """Write a file that was not there before, through to the disk, owned as `like` if that is."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        if like.exists():
            mode = stat.S_IMODE(like.stat().st_mode)
            _own_like(file.fileno(), like, mode)
        _sync(file.fileno())


def _sync(handle: int) -> None:
    """Bring an open file to the disk; on macOS fsync leaves it in the drive's memory."""
    if sys.platform == "darwin":
        import fcntl

        # Some file systems cannot do it.
        with suppress(OSError):
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def _own_like(handle: int, like: Path, mode: int) -> None:
    """Give an open file a mode, and another's owner and group as far as the system lets us."""
    if sys.platform == "win32":
        return
    known = like.stat()
    try:
        os.chown(handle, known.st_uid, known.st_gid)
    except OSError:
        # Only root gives files away; a member of the group may still keep the group.
        with suppress(OSError):
            os.chown(handle, -1, known.st_gid)
    os.chmod(handle, mode)


def _keep_backup(target: Path) -> None:
    """Make `FILE.bak` a second name of the file's present content, or a copy of it."""
    kept = target.with_name(f".{target.name}.bak.tmp")
    kept.unlink(missing_ok=True)
    try:
        try:
            kept.hardlink_to(target)
        except OSError:  # a file system without links, or another owner's file
            _write_new(kept, target.read_bytes(), target)
        _replace(kept, backup_path(target))
    finally:
        # Renaming one name of a file to another of its names does nothing, so both stay.
        _sweep(kept)


def _replace(source: Path, target: Path) -> None:
    """Rename over `target`; on Windows try again while somebody has it open."""
    for _ in range(_RETRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            source.replace(target)
            return
        time.sleep(_PAUSE)
    source.replace(target)


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk; Windows cannot, and some file systems need not.

    Raises:
        UnconfirmedError: the system tried, and failed.
    """
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # a folder that may be written in, but not read
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise UnconfirmedError(error.errno, error.strerror) from None
    finally:
        os.close(handle)


# One writer at a time
#
# The system's own lock on an open file, without a library: the file is opened once, by us, so that
# no pipe is waited for and no link followed, and all that is written goes to that opened file.


_POLL: Final = 0.02  # seconds between two tries: short, so that eight writers get their turns
_BUSY: Final = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
# What a system says that has no locks in this place.
_LOCKLESS: Final = frozenset({errno.ENOLCK, *_CANNOT})
_LONGEST_SIGNATURE: Final = 300  # bytes
# Follow no link, wait for no pipe; Windows and Unix each know some of these.
_CAREFUL: Final = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")

if sys.platform == "win32":
    import msvcrt

    # Far behind the signature, which others may then read.
    _LOCKED_BYTE: Final = 1 << 20

    def _take(handle: int) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_path(target: Path) -> Path:
    """The lock file of `target`: `.NAME.lock` in the same folder."""
    return target.with_name(f".{target.name}.lock")


@contextmanager
def locked(target: Path, shown: str, wait: float | None) -> Iterator[None]:
    """Hold the lock of the file `target` (links resolved), called `shown` in messages.

    A lock dies with its process, so a crash leaves nothing locked, only the lock's file. `wait` is
    in seconds; None does without a lock, for file systems that have none.

    Raises:
        GinscoreError: `sheet-locked` after `wait` seconds, with its holder if known;
            `file-not-written` where no lock can be had.
    """
    if wait is None:
        yield
        return
    path = lock_path(target)
    try:
        handle = _acquire(path, target, wait)
    except OSError as error:
        raise _refuse_lock(path, shown, error) from None
    if handle is None:
        raise _refuse_locked(path, shown, wait)
    try:
        yield
    finally:
        _release(handle, path)


def _acquire(path: Path, target: Path, wait: float) -> int | None:
    """The opened lock file, locked and signed; None if others hold it all the time."""
    end = time.monotonic() + wait
    while True:
        handle = _open_lock(path, target)
        try:
            if _try_to_lock(handle) and _is_same(handle, path):
                _sign(handle)
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if time.monotonic() >= end:
            return None
        time.sleep(_POLL)


def _open_lock(path: Path, target: Path) -> int:
    """Open the lock's file; a new one may be opened by whoever may write `target`.

    Raises:
        OSError: it is no regular file with this one name, or may not be opened.
    """
    flags = os.O_RDWR | sum(getattr(os, name, 0) for name in _CAREFUL)
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        handle = _make_lock(path, target, flags)
    about = os.fstat(handle)
    # A pipe, a device, or a second name of somebody's file is not written to.
    if stat.S_ISREG(about.st_mode) and about.st_nlink <= 1:
        return handle
    os.close(handle)
    msg = "not a file of its own"
    raise OSError(msg)


def _make_lock(path: Path, target: Path, flags: int) -> int:
    try:
        handle = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:  # somebody else was faster
        return os.open(path, flags)
    if target.exists():
        _own_like(handle, target, stat.S_IMODE(target.stat().st_mode) & 0o666 | 0o600)
    return handle


def _try_to_lock(handle: int) -> bool:
    """Whether the lock is ours now.

    Raises:
        OSError: this file system has no locks.
    """
    try:
        _take(handle)
    except OSError as error:
        if error.errno not in _BUSY:
            raise
        return False
    return True


def _is_same(handle: int, path: Path) -> bool:
    """Whether the file that was locked still has its name: its last holder takes it away."""
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False


def _sign(handle: int) -> None:
    """Write process and host into the lock's file, for those who wait."""
    # Without a signature the holder just stays unknown.
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"{os.getpid()}\n{socket.gethostname()}\n".encode())


def _release(handle: int, path: Path) -> None:
    """Take the lock's file away while it is still ours, then the lock itself."""
    with suppress(OSError):
        # On Windows an open file cannot be removed.
        if sys.platform != "win32" and _is_same(handle, path):
            path.unlink()
    with suppress(OSError):
        os.close(handle)


def _refuse_lock(path: Path, shown: str, error: OSError) -> GinscoreError:
    """The refusal where no lock can be had at all."""
    if error.errno in _LOCKLESS:
        template = N_("files cannot be locked here: {reason}")
        hint = N_("if nobody else writes this sheet, write without a lock: --no-lock")
    elif os.path.lexists(path):
        template = N_("its lock {lock} cannot be used: {reason}")
        hint = N_("take that file away if nobody is writing the sheet")
    else:
        template = N_("no lock can be made beside it: {reason}")
        hint = N_("check that the folder exists and that you may write in it")
    return refuse(
        "file-not-written",
        template,
        hint=hint,
        where=shown,
        reason=reason_of(error),
        lock=str(path),
    )


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
        pid, host, *_ = read_file(path, _LONGEST_SIGNATURE).decode().split("\n")
        return int(pid), host
    except (OSError, ValueError):
        return None
