"""Sheets in files: what is written, what is kept, and what is never overwritten."""

import os
import re
import stat
import subprocess
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

import pytest
from cli_runs import Cli

from ginscore.errors import GinscoreError, Message
from ginscore.files.safe_writes import replace_file
from ginscore.files.store import (
    change_sheet,
    create_sheet,
    format_sheet,
    parse_sheet,
    read_sheet,
    sheet_form,
    write_sheet,
    write_text,
)
from ginscore.files.table_csv import excel_dialect
from ginscore.files.verification import verify_file
from ginscore.sheet.sheet import Sheet

DATA = Path(__file__).parents[1] / "data" / "sheets"
EMPTY = Sheet.new("Ann", "Bob", title="Été")
ONE = EMPTY.add("Ann", "4", "17")
TWO = ONE.add("Bob", "0", "30")
FORMS = ("json", "csv")


def data_files(folder: str) -> list[Path]:
    """The files of a folder of test data; an empty folder would test nothing."""
    files = sorted(one for one in (DATA / folder).iterdir() if one.suffix != ".txt")
    assert files
    return files


def without_reason(fault: Message) -> str:
    """What a fault says, but for the words of a library that may change."""
    return fault._replace(fields={**fault.fields, "reason": "…"}).text


def without_column(told: str) -> str:
    """The same without the column of a JSON text's fault, which parsers count differently."""
    return re.sub(r"(line \d+), column \d+(: the text is no(?: JSON|t UTF-8))", r"\1\2", told)


def by_name(path: Path) -> str:
    return path.name


def names_in(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


@pytest.fixture(params=FORMS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where a sheet of either form may be."""
    return tmp_path / f"gin.{request.param}"


# Files as they come

# By the switch that it stands before.
YOUNGER = {"json": {b'"scoring":': b'"rotation":"all",'}, "csv": {b"scoring=": b"rotation=all; "}}


@pytest.mark.parametrize("file", data_files("valid"), ids=by_name)
def test_a_valid_file_is_the_sheet(file: Path) -> None:
    assert read_sheet(file) == read_sheet(DATA / "valid" / "as-written.json")


@pytest.mark.parametrize("file", data_files("frozen"), ids=by_name)
def test_a_sheet_of_every_rule_set_and_event_is_rewritten_byte_for_byte(file: Path) -> None:
    """But for the switches that are younger than these files: they are added as they were."""
    content = file.read_bytes()
    form = sheet_form(file)
    sheet = parse_sheet(content, form)
    for before, added in YOUNGER[form].items():
        content = content.replace(before, added + before, 1)
    assert format_sheet(sheet, form).encode() == content
    assert sheet == read_sheet(file.with_suffix(".csv" if form == "json" else ".json"))
    assert verify_file(file).ok


@pytest.mark.parametrize("file", data_files("invalid"), ids=by_name)
def test_an_invalid_file_says_why(file: Path) -> None:
    """Beside each file stands what is told of it: a line `CODE PLACE: WHAT` for each fault."""
    with pytest.raises(GinscoreError) as refused:
        read_sheet(file)
    told = [
        f"{one.code} {one.where.removeprefix(str(file)).strip()}: {without_reason(one)}"
        for one in refused.value.faults
    ]
    expected = file.with_name(f"{file.name}.txt").read_text(encoding="utf-8")
    assert without_column("\n".join(told) + "\n") == without_column(expected)
    assert all(one.where.startswith(str(file)) for one in refused.value.faults)
    assert refused.value.exit_status == 3


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.json", "json"),
        ("a.csv", "csv"),
        ("A.JSON", "json"),
        ("a.csv.bak", "csv"),
        ("b/a.json.bak", "json"),
    ],
)
def test_the_suffix_decides(name: str, form: str) -> None:
    assert sheet_form(name) == form


@pytest.mark.parametrize("name", ["a", "a.txt", "a.bak", "json", "a.json.bak.bak"])
def test_another_suffix_is_no_sheet(name: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        read_sheet(name)
    assert refused.value.code == "usage"


@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_for_stdout_comes_back(form: str) -> None:
    assert form in ("json", "csv")
    for dialect in (None, excel_dialect("fr")):
        text = format_sheet(TWO, form, dialect)  # type: ignore[arg-type]
        assert text.startswith("\ufeff") == (dialect is not None and form == "csv")
        assert parse_sheet(text.encode(), form) == TWO  # type: ignore[arg-type]


# Writing


def test_a_sheet_is_written_read_and_changed(path: Path) -> None:
    create_sheet(path, EMPTY)
    assert read_sheet(str(path)) == EMPTY
    assert change_sheet(path, lambda sheet: sheet.add("Ann", "4", "17")) == ONE
    write_sheet(path, TWO)
    assert read_sheet(path) == TWO
    assert read_sheet(f"{path}.bak") == ONE
    assert names_in(path.parent) == {path.name, f"{path.name}.bak"}


def test_the_version_before_is_imported_as_a_new_sheet(path: Path) -> None:
    create_sheet(path, ONE)
    write_sheet(path, TWO)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(GinscoreError) as refused:
        read_sheet(path)
    backup = f"{path}.bak"
    new = path.with_stem(f"{path.stem}-2")
    assert refused.value.hint == f"the version before it: ginscore import {backup} -s {new}"
    for name in ("new.json", "new.csv"):
        create_sheet(path.with_name(name), read_sheet(backup))
        assert read_sheet(path.with_name(name)) == ONE


def test_a_new_sheet_overwrites_nothing(path: Path) -> None:
    path.write_bytes(b"anything")
    with pytest.raises(GinscoreError) as refused:
        create_sheet(path, EMPTY)
    assert refused.value.code == "sheet-exists"
    assert "ginscore new --like" in refused.value.hint
    assert path.read_bytes() == b"anything"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "sheet-corrupt"),
        (b"\x89PNG\r\n\x1a\n\0\xff", "sheet-corrupt"),
        (b'{"format": "ginscore-sheet", "vers', "sheet-corrupt"),
        (b'{"format": "ginscore-sheet", "version": 99}', "sheet-newer"),
    ],
)
def test_an_unreadable_file_is_never_overwritten(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "gin.json"
    path.write_bytes(content)
    for write in (lambda: write_sheet(path, ONE), lambda: change_sheet(path, lambda sheet: sheet)):
        with pytest.raises(GinscoreError) as refused:
            write()
        assert (refused.value.code, refused.value.where.split()[0]) == (code, str(path))
    assert path.read_bytes() == content
    assert names_in(tmp_path) == {"gin.json"}


def test_a_refused_change_leaves_everything_as_it_was(path: Path) -> None:
    create_sheet(path, ONE)
    before = path.read_bytes()
    with pytest.raises(GinscoreError, match="knock"):
        change_sheet(path, lambda sheet: sheet.add("Ann", "4", "17").add("Ann", "11", "17"))
    assert change_sheet(path, lambda sheet: sheet) == ONE
    assert path.read_bytes() == before
    assert names_in(path.parent) == {path.name}


def test_a_change_made_meanwhile_is_not_lost(path: Path) -> None:
    create_sheet(path, EMPTY)

    def edit(sheet: Sheet) -> Sheet:
        if sheet == EMPTY:
            write_sheet(path, ONE)
        return sheet.add("Bob", "0", "30")

    assert change_sheet(path, edit) == TWO
    assert read_sheet(path) == TWO


def test_a_sheet_that_is_not_there_is_missing(path: Path) -> None:
    for use in (read_sheet, lambda one: change_sheet(one, lambda sheet: sheet)):
        with pytest.raises(GinscoreError) as refused:
            use(path)
        assert (refused.value.code, refused.value.where) == ("sheet-missing", str(path))
    assert names_in(path.parent) == set()


def test_a_folder_is_no_sheet(path: Path) -> None:
    path.mkdir()
    with pytest.raises(GinscoreError) as refused:
        read_sheet(path)
    assert refused.value.code == "file-unreadable"
    with pytest.raises(GinscoreError) as refused:
        write_text(path, "page")
    assert refused.value.code == "file-not-written"


def test_the_mode_is_kept(path: Path) -> None:
    create_sheet(path, ONE)
    path.chmod(0o640)
    write_sheet(path, TWO)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert stat.S_IMODE(path.with_name(f"{path.name}.bak").stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_stays_one_and_its_target_is_written(path: Path) -> None:
    home = path.parent / "home"
    home.mkdir()
    target = home / path.name
    path.symlink_to(target)
    create_sheet(path, ONE)
    write_sheet(path, TWO)
    assert path.is_symlink()
    assert read_sheet(target) == TWO
    assert names_in(home) == {target.name, f"{target.name}.bak"}
    assert names_in(path.parent) == {path.name, "home"}


def test_what_a_crash_left_behind_is_swept_up(path: Path) -> None:
    create_sheet(path, ONE)
    # A crash between the two renames: `FILE.bak` is the file itself, both temporary files stand.
    os.link(path, f"{path}.bak")
    os.link(path, path.with_name(f".{path.name}.bak.tmp"))
    path.with_name(f".{path.name}.tmp").write_bytes(b"half a she")
    write_sheet(path, TWO)
    assert (read_sheet(path), read_sheet(f"{path}.bak")) == (TWO, ONE)
    assert names_in(path.parent) == {path.name, f"{path.name}.bak"}


def test_a_backup_that_cannot_be_kept_stops_the_write(path: Path) -> None:
    create_sheet(path, ONE)
    Path(f"{path}.bak").mkdir()
    with pytest.raises(GinscoreError) as refused:
        write_sheet(path, TWO)
    assert (refused.value.code, refused.value.where) == ("file-not-written", str(path))
    assert read_sheet(path) == ONE
    assert names_in(path.parent) == {path.name, f"{path.name}.bak"}


FULL = """
import resource, sys
from ginscore.files.store import change_sheet, write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), -1))
if sys.argv[3] == "text":
    write_text(sys.argv[1], "x" * 100_000)
change_sheet(sys.argv[1], lambda sheet: sheet.add("Bob", "0", "30", note="x" * 100_000))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
@pytest.mark.parametrize("kind", ["sheet", "text"])
def test_a_full_disk_leaves_the_old_file(path: Path, kind: str) -> None:
    create_sheet(path, ONE)
    command = [sys.executable, "-c", FULL, str(path), "65536", kind]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "file-not-written: it could not be written: File too large" in done.stderr
    assert read_sheet(path) == ONE
    assert names_in(path.parent) == {path.name}


@pytest.mark.parametrize("what", ["folder", "file"])
def test_without_the_right_to_write_nothing_changes(path: Path, what: str) -> None:
    create_sheet(path, ONE)
    closed = path.parent if what == "folder" else path
    mode = closed.stat().st_mode
    closed.chmod(0o555 if what == "folder" else 0o444)
    try:
        # Root may do everything, and Windows has other rights; the gate takes root's away.
        if os.access(closed, os.W_OK):
            pytest.skip("rights do not bind this account")
        with pytest.raises(GinscoreError) as refused:
            write_sheet(path, TWO)
    finally:
        closed.chmod(mode)
    assert refused.value.code == "file-not-written"
    assert read_sheet(path) == ONE


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none" / "gin.json"
    with pytest.raises(GinscoreError) as refused:
        create_sheet(path, ONE)
    assert (refused.value.code, refused.value.where) == ("file-not-written", str(path))
    with pytest.raises(GinscoreError) as refused:
        write_text(path, "page")
    assert (refused.value.code, refused.value.where) == ("file-not-written", str(path))
    assert names_in(tmp_path) == set()


@pytest.mark.parametrize("name", ["x" * 300, "x\0"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.json"
    with pytest.raises(GinscoreError) as refused:
        read_sheet(path)
    assert refused.value.code == "file-unreadable"
    with pytest.raises(GinscoreError) as refused:
        change_sheet(path, lambda sheet: sheet)
    assert refused.value.code == "file-unreadable"
    for write in (create_sheet, write_sheet):
        with pytest.raises(GinscoreError) as refused:
            write(path, ONE)
        assert refused.value.code == "file-not-written"
    with pytest.raises(GinscoreError) as refused:
        write_text(path, "page")
    assert refused.value.code == "file-not-written"


# Other texts


def test_a_text_takes_the_place_of_another(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for text in ("first", "Été ♥"):
        write_text(page, text)
        assert page.read_text(encoding="utf-8") == text
    assert names_in(tmp_path) == {"page.html"}


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no such device")
def test_a_text_goes_to_a_device() -> None:
    write_text("/dev/null", "page")
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no such folder")
def test_a_text_goes_into_a_pipe_as_a_shell_names_it() -> None:
    ours, theirs = os.pipe()
    write_text(f"/dev/fd/{theirs}", "page")
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        assert pipe.read() == b"page"


def test_a_replaced_file_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    replace_file(file, b"one", backup=True)
    replace_file(file, b"two", backup=True)
    assert (file.read_bytes(), (tmp_path / "file.bak").read_bytes()) == (b"two", b"one")


# Texts that other programs wrote: every file that is read as text, and a command that reads it.
TABLE = "winner;points;Zoé;Bob\nZoé;18;18;\nBob;27;;27\n"
LINE = '{"knocker": "4", "defender": "17", "names": ["Zoé", "Bob"]}\n'
TEXTS = {
    "sheet.json": ("", ("show", "-s", "sheet.json")),
    "sheet.csv": ("", ("show", "-s", "sheet.csv")),
    "kept.csv": (TABLE, ("import", "kept.csv", "-s", "new.json")),
    "rules.toml": ("# Zoé\ngin_bonus = 20\n", ("settle", "4", "17", "--variant", "rules.toml")),
    "lines.jsonl": (LINE, ("batch", "lines.jsonl")),
    "cells.csv": ('knocker,defender,names\n4,17,"Zoé,Bob"\n', ("batch", "cells.csv")),
}


@pytest.fixture
def files(cli: Cli, tmp_path: Path) -> Path:
    """The files of `TEXTS`, in UTF-8."""
    for name, (text, _) in TEXTS.items():
        if text:
            (tmp_path / name).write_bytes(text.encode())
        else:
            assert cli("new", "Zoé", "Bob", "-s", name).status == 0
    return tmp_path


def encode(file: Path, encoding: str, mark: bytes = b"") -> None:
    """Write a text in UTF-8 anew, in another encoding."""
    file.write_bytes(mark + file.read_text(encoding="utf-8").encode(encoding))


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-16-le", BOM_UTF16_LE), ("utf-16-be", BOM_UTF16_BE)]
)
@pytest.mark.parametrize("name", TEXTS)
def test_utf_16_with_its_mark_is_read(
    cli: Cli, files: Path, name: str, encoding: str, mark: bytes
) -> None:
    wanted = cli(*TEXTS[name][1])
    assert wanted.status == 0
    (files / "new.json").unlink(missing_ok=True)
    encode(files / name, encoding, mark)
    assert cli(*TEXTS[name][1]) == wanted


@pytest.mark.parametrize("name", TEXTS)
def test_another_encoding_is_refused_with_the_remedy(cli: Cli, files: Path, name: str) -> None:
    encode(files / name, "cp1252")
    found = cli(*TEXTS[name][1], "--lang", "fr")
    if "batch" in TEXTS[name][1]:
        # Lines are answered in JSON, which is English; the heads of CSV can be read.
        assert "save the text as UTF-8" in found.out
        return
    assert found.status in (2, 3)
    assert "le texte n’est pas en UTF-8" in found.err
    assert "enregistrez le texte en UTF-8" in found.err


def test_a_sheet_in_utf_16_is_written_in_utf_8(cli: Cli, files: Path) -> None:
    encode(files / "sheet.json", "utf-16-le", BOM_UTF16_LE)
    assert cli("add", "Zoé", "4", "17", "-s", "sheet.json").status == 0
    assert '"Zoé"' in (files / "sheet.json").read_text(encoding="utf-8")
