"""Hands by the thousand: `batch`."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final, Literal, cast

import typer
from rich import progress as bars
from rich.console import Console as Terminal

from ginscore.cli import options
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import chosen_variant
from ginscore.errors import N_, refuse
from ginscore.files.batch import Batch, Form
from ginscore.files.lines import open_source, read_lines, size_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from io import BufferedReader


ABOUT: Final = {
    "batch": N_("""\
    ginscore batch hands.jsonl
    ginscore batch hands.csv -f csv --variant classic
    jq -c . hands.json | ginscore batch - | jq -r .points

Each line is one hand, each answer one line in the same order, a wrong line too: it is answered
with its errors, and the status is 1 at the end. A line may tell

    id           anything, it comes back
    knocker      a holding, as in settle
    defender     a holding; or a list in defenders; or defender2, defender3 besides
    upcard  big_gin  names  lay_off
    variant      a preset in place of --variant; with --allow-files a file too
    rules        changed switches: {{"gin_bonus": 20}}, or "gin_bonus=20; tie=knocker"

and these, any of them, are the heads of CSV; there names are parted by commas, lay_off by |.""")
}

# The most answers that are written together.
TOGETHER: Final = 100
# Bytes that are shared out among several cores at once: enough to keep them busy for a while.
_SHARED_GULP: Final = 1 << 19


def batch(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(metavar=N_("FILE"), help=N_("Lines of JSON, or CSV; - is stdin.")),
    ] = None,
    from_: Annotated[
        Literal["jsonl", "csv"] | None,
        typer.Option("--from", help=N_("How the hands come; by default as the file's name says.")),
    ] = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    allow_files: Annotated[
        bool,
        typer.Option(
            "--allow-files", help=N_("A line may name a file of rules, not only a preset.")
        ),
    ] = False,
    only: Annotated[
        Literal["deadwood"] | None,
        typer.Option(
            "--only",
            help=N_('Only the deadwood of the cards in "cards", or of a line of bare cards.'),
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, max=256, metavar=N_("N"), help=N_("Use so many cores."))
    ] = 1,
    output: options.Output = None,
    format_: Annotated[
        Literal["json", "csv"],
        typer.Option("-f", "--format", help=N_("How the answers go: a line each.")),
    ] = "json",
) -> int:
    """Judge a stream of hands; 1 if any line was refused."""
    console = console_of(ctx)
    rules = chosen_variant(console, variant, rule, is_written=True)
    source_form: Form = from_ or ("csv" if (file or "").lower().endswith(".csv") else "jsonl")
    target_form: Form = "csv" if format_ == "csv" else "jsonl"
    stream = Batch(rules, source_form, target_form, only or "settlement", allow_files=allow_files)
    with _opened(file) as source, console.into(output, source):
        return _judge(console, stream, source, jobs)


def _judge(console: Console, stream: Batch, source: "BufferedReader", jobs: int) -> int:
    """Answer every line, then say how many there were."""
    with _progress(console, source) as progress:
        if jobs > 1:
            _share_out(stream, source, progress, jobs)
        else:
            _answer(stream, source, progress)
    console.talk(
        N_("hands: {hands}, settled: {settled}, refused: {refused}"),
        hands=stream.settled + stream.refused,
        settled=stream.settled,
        refused=stream.refused,
    )
    return 1 if stream.refused else 0


def _opened(file: str | None) -> "AbstractContextManager[BufferedReader]":
    """The file of hands, or stdin.

    Raises:
        GinscoreError: `file-unreadable`; `usage`, if a terminal would have to be read unasked.
    """
    if file is None and sys.stdin.isatty():
        hint = N_('name a file of hands, or "-" to type them')
        raise refuse("usage", N_("no file is given"), hint=hint)
    if file in (None, "-"):
        return nullcontext(cast("BufferedReader", sys.stdin.buffer))
    return open_source(file)


@contextmanager
def _progress(console: Console, source: "BufferedReader") -> Iterator["Progress | None"]:
    """A bar on stderr if that is a terminal, stdout is not, and the size is known."""
    if console.quiet or not sys.stderr.isatty() or sys.stdout.isatty():
        yield None
        return
    size = size_of(source)
    if not size:
        yield None
        return
    with show_progress(console, size) as progress:
        yield progress


def _answer(stream: Batch, source: "BufferedReader", progress: "Progress | None") -> None:
    """Write every answer, at the latest when the source has no more lines for now.

    Answers are written in groups, because Python may run unbuffered.
    """
    # A stream may never end, so garbage is collected more often.
    gc.set_threshold(50_000)
    out = sys.stdout.buffer
    done: list[bytes] = []

    def pass_on() -> None:
        text = b"".join(done)
        done.clear()
        out.write(text)

    def pause(read: int) -> None:
        pass_on()
        out.flush()
        if progress:
            progress(read, stream.settled + stream.refused)

    try:
        for line in stream.answers(read_lines(source, pause)):
            done.append(line)
            if len(done) == TOGETHER:
                pass_on()
    finally:
        # After an interrupt too.
        pass_on()


def _share_out(
    stream: Batch, source: "BufferedReader", progress: "Progress | None", jobs: int
) -> None:
    """The same on several cores: what has come is answered before more is waited for."""
    from ginscore.files.batch_jobs import judging

    out = sys.stdout.buffer
    come: list[tuple[int, bytes]] = []

    def pause(size: int) -> None:
        if come:
            # Together, because Python may run unbuffered.
            out.write(b"".join(answer(come, read)))
            come.clear()
        out.flush()
        if progress:
            progress(size, stream.settled + stream.refused)

    with judging(jobs, stream) as answer:
        heads, read, numbered = stream.begin(read_lines(source, pause, gulp_size=_SHARED_GULP))
        out.write(heads)
        for number, line in numbered:
            come.append((number, line))
        pause(0)


# The progress of a long stream


# Takes the bytes read since the last call, and the hands judged so far.
Progress = Callable[[int, int], None]


@contextmanager
def show_progress(console: Console, size: int) -> Iterator[Progress]:
    """A bar for `size` bytes: hands, hands a second, the time left; erased at the end."""
    columns = (
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.TextColumn("{task.description}"),
        bars.TimeRemainingColumn(),
    )
    terminal = Terminal(stderr=True, no_color=not console.error_style.colour)
    with bars.Progress(*columns, console=terminal, transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("", total=size)
        start = monotonic()

        def advance(read: int, hands: int) -> None:
            rate = int(hands / max(monotonic() - start, 0.001))
            said = console.texts(N_("hands: {hands}, {rate} a second"), hands=hands, rate=rate)
            bar.update(task, advance=read, description=said)

        yield advance
