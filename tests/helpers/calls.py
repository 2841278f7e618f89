"""Work counted in calls or lines, not in seconds: a busy machine does not change it."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(work: Callable[[], object]) -> int:
    """How many functions are called and left while `work` runs."""
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def count_lines(work: Callable[[], object]) -> int:
    """How many lines are run while `work` does, each again in every turn of a loop."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted
