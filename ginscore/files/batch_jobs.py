"""A stream of hands judged on several cores of one machine, in order and in constant memory.

The lines that have come are shared out among processes, and their answers wait for no more lines
than those: a stream that pauses has all its answers. Each process is told once how to judge.
"""

import gc
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from itertools import starmap
from multiprocessing import get_context
from typing import Any, Final

from ginscore.files.batch import Batch

Numbered = tuple[int, bytes]
Answer = Callable[[Sequence[Numbered], Callable[[Any], Any]], Iterator[bytes]]
# A process gets its lines in so many portions: a slow one keeps nobody waiting for long.
_PORTIONS: Final = 3
_GARBAGE: Final = 50_000


@contextmanager
def judging(jobs: int, batch: Batch) -> Iterator[Answer]:
    """A function that answers numbered lines, read as the second argument says, on `jobs` cores.

    `batch` counts them.
    """
    # Fresh processes on every system: a fork would copy open files and threads.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _ignore_interrupts) as pool:

        def answer(lines: Sequence[Numbered], read: Callable[[Any], Any]) -> Iterator[bytes]:
            judge = partial(_judge, pickle.dumps((batch, read)))
            size = -(-len(lines) // (jobs * _PORTIONS))
            portions = [lines[at : at + size] for at in range(0, len(lines), size)]
            for answers, settled, refused in pool.map(judge, portions):
                batch.settled += settled
                batch.refused += refused
                yield answers

        yield answer


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(_GARBAGE)


def _judge(task: bytes, lines: Sequence[Numbered]) -> tuple[bytes, int, int]:
    """In another process: the answers to some lines, and how many were settled and refused.

    `task` is a `Batch` and how a line is read, as pickle has them.
    """
    batch, read = _unpacked(task)
    settled, refused = batch.settled, batch.refused
    answers = b"".join(starmap(partial(batch.answer, read=read), lines))
    return answers, batch.settled - settled, batch.refused - refused


@cache
def _unpacked(task: bytes) -> tuple[Batch, Callable[[Any], Any]]:
    batch, read = pickle.loads(task)
    return batch, read
