"""Sheets in files: read without a lock, changed under one, never overwritten unread."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, TypeVar

from ginscore.errors import N_, GinscoreError, reason_of, refuse
from ginscore.files.lines import read_file
from ginscore.files.safe_writes import UnconfirmedError, backup_path, locked, replace_file
from ginscore.files.sheet_json import (
    format_sheet_json,
    is_sheet_json,
    parse_sheet_json,
    refuse_unsound,
)
from ginscore.sheet.sheet import Sheet

if TYPE_CHECKING:
    from ginscore.files.table_csv import Dialect

Form = Literal["json", "csv"]
Read = TypeVar("Read")
_ANOTHER: Final = N_("allowed: any other file, such as -o {new}")
_OTHER_SHEET: Final = N_("this is another sheet, which an export would replace")
WAIT: Final = 8.0  # seconds for another writer to end


def sheet_form(path: str | os.PathLike[str]) -> Form:
    """The form of a sheet by its suffix, `.json` or `.csv`, also before a last `.bak`.

    Raises:
        GinscoreError: `usage` for any other suffix.
    """
    name = Path(path).name.lower().removesuffix(".bak")
    if name.endswith(".json"):
        return "json"
    if name.endswith(".csv"):
        return "csv"
    raise refuse(
        "usage",
        N_("the name of a sheet ends in .json or .csv"),
        hint=N_("for example: -s {name}"),
        where=str(path),
        name="ginscore.json",
    )


def parse_sheet(content: bytes, form: Form) -> Sheet:
    """The sheet in the content of a file.

    Raises:
        GinscoreError: `sheet-corrupt` with every fault and its place, or `sheet-newer`.
    """
    if form == "json":
        return parse_sheet_json(content)
    from ginscore.files.sheet_csv import parse_sheet_csv

    return parse_sheet_csv(content)


def format_sheet(sheet: Sheet, form: Form, dialect: "Dialect | None" = None) -> str:
    """A sheet whose facts make sense as the text of its file; the `dialect` concerns CSV only.

    Raises:
        GinscoreError: `file-not-written`, if a text of the sheet cannot be written.
    """
    if form == "json":
        return format_sheet_json(sheet)
    from ginscore.files.sheet_csv import format_sheet_csv

    return format_sheet_csv(sheet, dialect)


def read_sheet(path: str | os.PathLike[str]) -> Sheet:
    """The sheet in a file, JSON or CSV by its suffix. Takes no lock.

    Raises:
        GinscoreError: `sheet-missing`, `file-unreadable`, `sheet-corrupt`, `sheet-newer`, `usage`.
    """
    form = sheet_form(path)
    return read_parsed(path, lambda content: parse_sheet(content, form))


def read_parsed(path: str | os.PathLike[str], parse: Callable[[bytes], Read]) -> Read:
    """What `parse` makes of a sheet file's content, with the file named in its refusals.

    Raises:
        GinscoreError: `sheet-missing`, `file-unreadable`, and what `parse` raises.
    """
    return _parse_content(path, _read_content(path), parse)


def write_sheet(path: str | os.PathLike[str], sheet: Sheet) -> None:
    """Put `sheet` in the file `path`, in place of any sheet there.

    A file that is there must be a readable sheet; it is kept as `FILE.bak`.

    Raises:
        GinscoreError: `sheet-locked`, `file-not-written`; `sheet-corrupt`, if an entry makes no
            sense; as `read_sheet`, if the file there cannot be read.
    """
    refuse_unsound(sheet)
    content = _format_content(path, sheet)
    with _locked(path) as target:
        if target.exists():
            read_sheet(path)
        _write(target, content)


def create_sheet(path: str | os.PathLike[str], sheet: Sheet, *, lock: bool = True) -> None:
    """Put `sheet` in the new file `path`; nothing that exists is ever overwritten.

    `lock` is False where the file system has no locks, and nobody else writes.

    Raises:
        GinscoreError: `sheet-exists`, `sheet-locked`, `file-not-written`, `usage`.
    """
    content = _format_content(path, sheet)
    with _locked(path, lock=lock) as target:
        if target.exists():
            raise refuse_existing(path)
        _write(target, content)


def refuse_existing(path: str | os.PathLike[str]) -> GinscoreError:
    """The refusal of a new sheet in place of a file."""
    return refuse(
        "sheet-exists",
        N_("there is a file of this name already, and none is ever overwritten"),
        hint=N_("go on with the same players and rules: ginscore new --like {path} -s {new}"),
        where=str(path),
        path=quote_path(path),
        new=quote_path(fresh_path(path)),
    )


def change_sheet(
    path: str | os.PathLike[str],
    edit: Callable[[Sheet], Sheet],
    *,
    wait: float = WAIT,
    lock: bool = True,
) -> Sheet:
    """Read a sheet, let `edit` make a new one of it, and write that; no other change is lost.

    What takes long is done before the lock is taken, and done again under it if somebody else has
    changed the file meanwhile: `edit` may be called twice. Nothing is written if it gives back the
    sheet that it got. `wait` is in seconds; for `lock` see `create_sheet`.

    Raises:
        GinscoreError: as `read_sheet` and `write_sheet`, and what `edit` raises; the file is then
            as it was.
    """

    def plan(content: bytes) -> tuple[Sheet, bytes | None]:
        read = _parse_content(path, content, lambda stored: parse_sheet(stored, form))
        changed = edit(read)
        if changed is read:
            return changed, None
        return changed, _format_content(path, changed)

    form = sheet_form(path)
    before = _read_content(path)
    changed, written = plan(before)
    with _locked(path, wait, lock=lock) as target:
        content = _read_content(path)
        if content != before:
            changed, written = plan(content)
        if written is not None:
            _write(target, written)
    return changed


def export_text(
    path: str | os.PathLike[str],
    text: str,
    *,
    sheet: str | os.PathLike[str],
    exported: Sheet | None = None,
    force: bool = False,
    lock: bool = True,
) -> None:
    """Put a text that was made from the sheet `sheet` in a file, whole or not at all.

    The sheet itself and its backup are never overwritten. Another sheet is with `force` only,
    unless it is an older state of the sheet `exported`. The previous version is kept as `FILE.bak`.

    Raises:
        GinscoreError: `usage` for the sheet itself, `sheet-exists`, `sheet-locked`,
            `file-not-written`.
    """
    kept = _resolved(sheet)
    if _resolved(path) in (kept, backup_path(kept)):
        template = N_("this is the sheet itself, or its backup; no export overwrites it")
        raise _refuse_target("usage", template, path)
    with _naming_failures(path):
        is_sheet = _is_named_like_a_sheet(path) and _resolved(path).is_file()
    if not is_sheet:
        write_text(path, text)
        return
    with _locked(path, lock=lock) as target:
        if not (force or _may_replace(path, target, exported)):
            by_force = N_("allowed: another file, such as -o {new}; --force replaces it")
            hint = by_force if exported else _ANOTHER
            raise _refuse_target("sheet-exists", _OTHER_SHEET, path, hint)
        _write(target, text.encode())


def _is_named_like_a_sheet(path: str | os.PathLike[str]) -> bool:
    try:
        sheet_form(path)
    except GinscoreError:
        return False
    return True


@contextmanager
def stream_into(path: str | os.PathLike[str], source: BinaryIO) -> Iterator[BinaryIO]:
    """A file that is written as the answers to `source` come: not `source` itself, nor a sheet.

    Raises:
        GinscoreError: `usage` for the source, `sheet-exists`, `file-not-written`.
    """
    target = Path(path)
    try:
        if target.exists() and os.path.samestat(target.stat(), os.fstat(source.fileno())):
            template = N_("this is the file that is read; no answer overwrites it")
            raise _refuse_target("usage", template, path)
        is_sheet = _is_named_like_a_sheet(path) and target.is_file()
        if is_sheet and _holds_sheet(read_file(target), sheet_form(path)):
            raise _refuse_target("sheet-exists", _OTHER_SHEET, path)
        file = target.open("wb")
    except GinscoreError:  # told already
        raise
    except (OSError, ValueError) as error:
        raise _not_written(path, error, hint="") from None
    try:
        with file:
            yield file
    except BrokenPipeError:  # the reader of a pipe has seen enough
        raise
    except OSError as error:
        raise _not_written(path, error, hint="") from None


def _holds_sheet(content: bytes, form: Form) -> bool:
    """Whether the content of a file is a sheet, even a torn one."""
    if form == "json":
        return is_sheet_json(content)
    from ginscore.files.sheet_csv import is_sheet_csv

    return is_sheet_csv(content)


def _refuse_target(
    code: str, template: str, path: str | os.PathLike[str], hint: str = _ANOTHER
) -> GinscoreError:
    """The refusal of a file to write to, with another that is free."""
    return refuse(code, template, hint=hint, where=str(path), new=quote_path(fresh_path(path)))


def _may_replace(path: str | os.PathLike[str], target: Path, exported: Sheet | None) -> bool:
    """Whether a file holds no sheet, or an older state of the sheet `exported`."""
    content, form = read_file(target), sheet_form(path)
    if not _holds_sheet(content, form):
        return True
    try:
        older = parse_sheet(content, form)
    except GinscoreError:
        return False
    return exported is not None and _is_older(older, exported)


def _is_older(older: Sheet, newer: Sheet) -> bool:
    """Whether `newer` is `older`, perhaps with entries added at its end."""
    grown = newer.model_copy(update={"entries": newer.entries[: len(older.entries)]})
    return older == grown


def write_text(path: str | os.PathLike[str], text: str, *, backup: bool = False) -> None:
    """Put a text that is no sheet (a page, a table) in a file, whole or not at all.

    With `backup` the previous version is kept as `FILE.bak`.

    Raises:
        GinscoreError: `file-not-written`; the old file is then as it was.
    """
    given = Path(path)
    try:
        # /dev/stdout, a pipe to another command: what they have taken cannot be told.
        if given.exists() and not given.is_file():
            given.write_bytes(text.encode())
            return
    except BrokenPipeError:  # the reader of a pipe has seen enough
        raise
    except (OSError, ValueError) as error:
        raise _not_written(path, error, hint="") from None
    target = _resolved(path)
    with _naming_failures(path):
        replace_file(target, text.encode(), backup=backup)


@contextmanager
def _locked(
    path: str | os.PathLike[str], wait: float = WAIT, *, lock: bool = True
) -> Iterator[Path]:
    """The file to write (a link's target), while its lock is held; `wait` is in seconds."""
    target = _resolved(path)
    with locked(target, str(path), wait if lock else None), _naming_failures(path):
        yield target


def _resolved(path: str | os.PathLike[str]) -> Path:
    """The file itself: two links to one sheet share its lock, and stay links.

    Raises:
        GinscoreError: `file-not-written` for a name that no file can have, and in a folder that
            is no longer there.
    """
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def _format_content(path: str | os.PathLike[str], sheet: Sheet) -> bytes:
    """A sheet as the content of the file `path`."""
    try:
        return format_sheet(sheet, sheet_form(path)).encode()
    except GinscoreError as error:
        raise error.at(str(path)) from None


def _write(target: Path, content: bytes) -> None:
    """Write under the lock; the previous version becomes `FILE.bak`."""
    # A write-protected file stays, even where the folder would let it be replaced.
    if target.exists():
        target.open("r+b").close()
    replace_file(target, content, backup=True)


@contextmanager
def _naming_failures(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say of a failed write whether the file is the old or the new one.

    Raises:
        GinscoreError: `file-not-written`.
    """
    try:
        yield
    except GinscoreError:  # told already
        raise
    except UnconfirmedError as error:
        raise refuse(
            "file-not-written",
            N_("it is written, but the disk has not confirmed it: {reason}"),
            hint=N_("do not give the command again: look first what stands in the file"),
            where=str(path),
            reason=reason_of(error),
        ) from None
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


_AS_IT_WAS: Final = N_(
    "the file is as it was; check the folder, its rights and the space that is left"
)


def _not_written(
    path: str | os.PathLike[str], error: Exception, hint: str = _AS_IT_WAS
) -> GinscoreError:
    template = N_("it could not be written: {reason}")
    reason = reason_of(error)
    return refuse("file-not-written", template, hint=hint, where=str(path), reason=reason)


def _read_content(path: str | os.PathLike[str]) -> bytes:
    try:
        return read_file(path)
    except FileNotFoundError:
        raise refuse(
            "sheet-missing",
            N_("there is no such sheet"),
            hint=N_("start one with: ginscore new NAME NAME"),
            where=str(path),
        ) from None
    except (OSError, ValueError) as error:
        raise refuse(
            "file-unreadable",
            N_("it cannot be read: {reason}"),
            where=str(path),
            reason=reason_of(error),
        ) from None


def _parse_content(
    path: str | os.PathLike[str], content: bytes, parse: Callable[[bytes], Read]
) -> Read:
    """What `parse` makes of `content`, with the file `path` named in its refusals."""
    try:
        return parse(content)
    except GinscoreError as error:
        raise _located(error, path) from None


def _located(error: GinscoreError, path: str | os.PathLike[str]) -> GinscoreError:
    """A refusal with the file's name before each place, and the way back to a good sheet."""
    backup = f"{os.fspath(path)}.bak"
    hint = (
        N_("the version before it: ginscore import {backup} -s {new}")
        if _is_there(Path(backup))
        else N_("nothing was changed; mend the file in an editor, or start a new one")
    )
    new = quote_path(fresh_path(path))
    first, *others = (
        message.at(str(path))._replace(
            hint=message.hint or (hint if message.code == "sheet-corrupt" else ""),
            fields={**message.fields, "backup": quote_path(backup), "new": new},
        )
        for message in error.faults
    )
    return GinscoreError(first, *others)


def fresh_path(path: str | os.PathLike[str]) -> str:
    """The path of a sheet that does not exist yet, beside another: `ginscore-2.json`."""
    known = Path(os.fspath(path).removesuffix(".bak"))
    stem = re.sub(r"-\d+$", "", known.stem)
    paths = (known.with_name(f"{stem}-{number}{known.suffix}") for number in count(2))
    return str(next(candidate for candidate in paths if not _is_there(candidate)))


def _is_there(path: Path) -> bool:
    """Whether there is such a file; for a name that no file can have, no."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def quote_path(path: str | os.PathLike[str]) -> str:
    """A path as a shell takes it: in double quotes if it has a blank."""
    text = os.fspath(path)
    return f'"{text}"' if " " in text else text
