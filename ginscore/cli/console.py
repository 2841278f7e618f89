"""What a command talks through: one reader, one language, two streams.

Data go to stdout with `show…`, talk to stderr with `talk`. Nothing else prints.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cached_property
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, AnyStr, BinaryIO, Final, TextIO

from ginscore.errors import N_, Message, refuse, refuse_all
from ginscore.files.config import Settings, read_settings
from ginscore.files.lines import decode_text, recode
from ginscore.show.layout import PAGE, Style, Table, fit, fit_excerpt, format_table
from ginscore.show.texts import HINT, Texts, load_texts

if TYPE_CHECKING:
    import typer
    from pydantic import BaseModel

    from ginscore.files.table_csv import Cell, Dialect

# The variable that a shell sets when it asks for completions.
COMPLETION: Final = "_GINSCORE_COMPLETE"
_MOST: Final = 1 << 27  # characters of a whole sheet; one of a hundred thousand hands has a third
_LONGEST_LINE: Final = 1 << 16  # characters of one hand or answer
# The widest page that is easily read, in columns.
_WIDEST: Final = 120
# In a narrower terminal lines are broken by the terminal itself.
_NARROWEST: Final = 40
# Substitutes for a terminal in an old encoding.
_PLAIN: Final = {
    "−": "-", "×": "x", "…": "...", "→": "->", "’": "'", "·": "-", "–": "-", "œ": "oe",
    "“": '"', "”": '"', "«": '"', "»": '"', "\u00a0": " ", "\u202f": " ",
}  # fmt: skip


class Console:
    """One run of the program: what the reader asked for, and the streams that reach him.

    `lang`, `color`, `quiet` and `no_lock` are as typed (None: not given); `settings`, `texts` and
    `style` are made when first used, after the command line has been read. `done` says what the
    command has written to a file, in case its answer cannot be written.
    """

    def __init__(self, load: "Callable[..., Texts]" = load_texts) -> None:
        self.lang: str | None = None
        self.color: str | None = None
        self.quiet: bool = False
        self.no_lock: bool = False
        self.done: Message | None = None
        self.json_errors: bool = False
        self.excel: bool = False
        self._load = load

    def follow(self, lang: str | None, color: str | None, quiet: bool, no_lock: bool) -> None:
        """Take the options as typed; one before the command holds unless repeated after it."""
        self.lang = lang or self.lang
        self.color = color or self.color
        self.quiet = quiet or self.quiet
        self.no_lock = no_lock or self.no_lock

    def for_excel(self, excel: bool, form: str) -> None:
        """Take `--excel`: an answer in CSV is written as the reader's Excel opens it.

        Raises:
            GinscoreError: `usage` for another form.
        """
        if excel and form != "csv":
            raise refuse("usage", N_("only CSV can be written for Excel: -f csv"), where="--excel")
        self.excel = excel

    @property
    def dialect(self) -> "Dialect | None":
        """How CSV is written for the reader's Excel; None for anybody else."""
        if not self.excel:
            return None
        from ginscore.files.table_csv import excel_dialect

        return excel_dialect(self.texts.lang)

    @cached_property
    def defaults(self) -> "Settings":
        """The reader's defaults: options, environment, configuration, built-in; and their faults.

        Enough for help and for a ruling, which are given in spite of the faults.
        """
        return read_settings({"lang": self.lang})

    @property
    def settings(self) -> "Settings":
        """The same, without faults.

        Raises:
            GinscoreError: `bad-config`.
        """
        refuse_all([*self.defaults.faults])
        return self.defaults

    @cached_property
    def texts(self) -> Texts:
        """The texts of the reader's language, with letters where ♥ cannot be shown."""
        return self._load(self.defaults.lang.value, letters=not can_show("♠♥♦♣", sys.stdout))

    @cached_property
    def style(self) -> Style:
        """Colour as `--color` says, by default on a terminal only; the page width of stdout."""
        return Style(self._wants_colour(sys.stdout), self.columns)

    @property
    def columns(self) -> int:
        """The width of a page."""
        return min(_columns(sys.stdout), _WIDEST)

    def _wants_colour(self, stream: TextIO) -> bool:
        if self.color in ("always", "never"):
            return self.color == "always"
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return stream.isatty() and not plain

    # stdout

    def show(self, text: str) -> None:
        """Write a finished text and a line end to stdout; on a terminal it is made to fit."""
        _write(sys.stdout, self.fit(text))

    def fit(self, text: str) -> str:
        """A text made to fit the terminal, if stdout is one."""
        return _fit(sys.stdout, text)

    def show_as_is(self, text: str) -> None:
        """The same for what a program reads."""
        _write(sys.stdout, text)

    def show_json(self, value: "BaseModel") -> None:
        """Write a model to stdout as JSON: on one line, or indented on a terminal."""
        _write(sys.stdout, value.model_dump_json(indent=2 if sys.stdout.isatty() else None))

    def answer(
        self,
        form: str,
        model: "BaseModel",
        *,
        table: "Callable[[], Table] | None" = None,
        csv: "Callable[[], tuple[Sequence[str], Iterable[Sequence[Cell]]]] | None" = None,
        warnings: Iterable[Message] = (),
        **pages: Callable[[], str],
    ) -> None:
        """Write an answer to stdout in the form asked for.

        `model` is what JSON holds, `csv` gives heads and rows (never translated), each of `pages`
        the text of its form; `table` serves those of `text`, `markdown` and `html` that have no
        page of their own. `warnings` go to stderr, unless JSON holds them.
        """
        if form == "json":
            self.show_json(model)
            return
        if form == "csv" and csv is not None:
            self.write_csv(*csv())
        else:
            if form in pages or table is None:
                text = pages.get(form, pages["text"])()
            else:
                text = format_table(table(), form)
            (self.show if form == "text" else self.show_as_is)(text)
        self.warn(warnings)

    def warn(self, warnings: Iterable[Message]) -> None:
        """Write warnings to stderr."""
        for message in warnings:
            self.write_error(self.texts.warning(message))

    def write_csv(self, heads: "Sequence[str]", rows: "Iterable[Sequence[Cell]]") -> None:
        """Write a table to stdout as CSV, for the reader's Excel if that was asked for."""
        from ginscore.files.table_csv import PLAIN, format_table

        self.write(format_table(heads, rows, self.dialect or PLAIN))

    def write(self, text: str) -> None:
        """Write the text of a whole file, which has its own line ends, to stdout."""
        sys.stdout.write(text)

    @contextmanager
    def into(self, output: str | None, source: BinaryIO | None = None) -> Iterator[None]:
        """Let what is written to stdout meanwhile go into a file, whole or not at all.

        The answers to a stream, the `source`, go there as they come.

        Raises:
            GinscoreError: `file-not-written`, `sheet-exists` for a sheet, `usage` for the source.
        """
        if output is None or output == "-":
            yield
            return
        from ginscore.files.store import export_text, stream_into

        if source is None:
            written = BytesIO()
            with _stdout_into(written):
                yield
            text = written.getvalue().decode()
            export_text(output, text, sheet=os.devnull, lock=not self.no_lock)
        else:
            with stream_into(output, source) as file, _stdout_into(file):
                yield
        self.talk(N_("Wrote {file}."), file=output)

    # stderr

    def talk(self, template: str, /, **fields: object) -> None:
        """Write a sentence (marked `N_`) to stderr, unless `-q` was given."""
        if not self.quiet:
            self.write_error(self.texts(template, **fields))

    def tell_defects(self, faults: Iterable[Message]) -> None:
        """Note on stderr what is wrong with the reader's defaults, where we go on without them."""
        for fault in faults:
            said = N_("{place}: {fault}; going on without it")
            self.talk(said, place=fault.where, fault=fault)

    def write_error(self, text: str) -> None:
        """Write the text of an error to stderr, whatever `-q` says."""
        _write(sys.stderr, _fit(sys.stderr, text))

    @property
    def error_style(self) -> Style:
        """The style of stderr."""
        return Style(self._wants_colour(sys.stderr), _columns(sys.stderr))


def console_of(ctx: "typer.Context") -> Console:
    """The console of the command that runs in `ctx`."""
    console = ctx.obj
    if not isinstance(console, Console):
        raise TypeError(ctx)
    return console


def can_show(text: str, stream: TextIO) -> bool:
    """Whether the encoding of `stream` has every character of `text`."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def prepare_streams() -> None:
    """Make files and pipes UTF-8; a terminal keeps its encoding and never fails on a character."""
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue
        if stream is sys.stdin:
            if not stream.isatty():
                stream.reconfigure(encoding="utf-8", errors="strict")
        elif stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="")


@contextmanager
def _stdout_into(file: IO[bytes]) -> Iterator[None]:
    """Let stdout be `file`, which stays open."""
    text = TextIOWrapper(file, "utf-8", newline="", write_through=True)
    try:
        with redirect_stdout(text):
            yield
    finally:
        text.detach()


def _columns(stream: TextIO) -> int:
    """The columns of a terminal; elsewhere eighty."""
    return max(shutil.get_terminal_size().columns, _NARROWEST) if stream.isatty() else PAGE


def _fit(stream: TextIO, text: str) -> str:
    return fit(text, _columns(stream)) if stream.isatty() else text


def _open_closed_streams() -> None:
    """Open streams that the caller closed (`>&-`) on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def read_stdin() -> str:
    """All of stdin as text.

    Raises:
        GinscoreError: `file-unreadable` where it is not UTF-8, or does not end.
    """
    content = recode(sys.stdin.buffer.read(_MOST + 1))
    return decode_text(_bounded(content, _MOST), "file-unreadable", "stdin")


def read_line() -> str:
    """The next line of stdin with its line end; an empty text at the end.

    Raises:
        GinscoreError: `file-unreadable` where it is not UTF-8, or does not end.
    """
    try:
        line = sys.stdin.readline(_LONGEST_LINE + 1)
        return _bounded(line, _LONGEST_LINE).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise refuse(
            "file-unreadable",
            N_("the text is not UTF-8"),
            hint=N_("save the text as UTF-8"),
            where="stdin",
        ) from None


def _bounded(text: AnyStr, most: int) -> AnyStr:
    """A text from a stream that may never end, unless it is longer than any that makes sense."""
    if len(text) > most:
        template = N_("a text of more than {most} characters")
        raise refuse("file-unreadable", template, where="stdin", most=most)
    return text


def _write(stream: TextIO, text: str) -> None:
    if not can_show(text, stream):
        text = "".join(char if can_show(char, stream) else plain(char) for char in text)
    stream.write(text + "\n")


def plain(char: str) -> str:
    """A plainer substitute for a character, or the character itself: `×` → `x`, `é` → `e`."""
    from unicodedata import normalize

    return _PLAIN.get(char) or normalize("NFD", char)[0]


# How errors are written


ERROR: Final = N_("ginscore: error: {code}: {text}")
ERROR_AT: Final = N_("ginscore: error: {place}: {code}: {text}")
INTERNAL_ERROR: Final = N_(
    "ginscore: internal error, please report it: {kind}: {reason} ({file}:{line})"
)

# A place as the floors below call it → the option it was typed with.
PLACES: Final = {
    "claim": "--claim",
    "lay_offs": "--lay-off",
    "names": "--names",
    "upcard": "--upcard",
}


def write_faults(
    faults: Sequence[Message], console: Console, places: Mapping[str, str] = PLACES
) -> None:
    """Write every fault to stderr, as text in the reader's language or as JSON in English.

    `places` are called otherwise where the reader typed.
    """
    faults = [fault._replace(where=places.get(fault.where, fault.where)) for fault in faults]
    sys.stdout.flush()
    if console.json_errors:
        from pydantic_core import to_json

        errors = [fault.plain for fault in faults]
        console.write_error(to_json({"errors": errors}).decode())
        return
    texts = console.texts
    style = console.error_style
    # A hint that faults in a row share is given once.
    hints = [texts.hint(fault) for fault in faults]
    taught = [
        fault._replace(hint="") if hint == following else fault
        for fault, hint, following in zip(faults, hints, [*hints[1:], None], strict=True)
    ]
    console.write_error("\n".join(format_fault(fault, texts, style) for fault in taught))


def format_fault(message: Message, texts: Texts, style: "Style") -> str:
    """`ginscore: error: PLACE: CODE: what was found`, the input with a caret, the hint."""
    template = ERROR_AT if message.where else ERROR
    place, code = texts.place(message.where), message.code
    lines = [style.bad(texts(template, place=place, code=code, text=texts.message(message)))]
    if message.excerpt:
        lines += fit_excerpt(message.excerpt, style.columns)
    if message.hint:
        lines.append(texts(HINT, hint=texts.hint(message)))
    return "\n".join(lines)


def write_internal_error(error: Exception, console: Console) -> None:
    """Write one line about a bug: what went wrong, and where in our files."""
    trace: Any = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    fields = {"kind": type(error).__name__, "reason": str(error), "file": file}
    said = INTERNAL_ERROR.format(line=trace.tb_lineno, **fields)
    # The language may be the very thing that failed.
    with suppress(Exception):
        said = console.texts(INTERNAL_ERROR, line=trace.tb_lineno, **fields)
    console.write_error(said)
