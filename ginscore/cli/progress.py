"""How far a long stream has come: a bar on stderr."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich import progress as bars
from rich.console import Console as Terminal

from ginscore.cli.console import Console
from ginscore.errors import N_

# Takes the bytes that have been read since the last time, and the hands judged so far.
Progress = Callable[[int, int], None]


@contextmanager
def show_progress(console: Console, size: int) -> Iterator[Progress]:
    """A bar for `size` bytes: hands, hands a second, the time left; wiped off at the end."""
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
