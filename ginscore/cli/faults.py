"""How errors are written to stderr: as text in the reader's language, or as JSON in English."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ginscore.cli.console import Console
from ginscore.errors import N_, Message
from ginscore.show.texts import HINT, Texts

if TYPE_CHECKING:
    from ginscore.show.style import Style

ERROR: Final = N_("ginscore: error: {code}: {text}")
ERROR_AT: Final = N_("ginscore: error: {place}: {code}: {text}")
INTERNAL_ERROR: Final = N_(
    "ginscore: internal error, please report it: {kind}: {reason} ({file}:{line})"
)

# What the floors below call a place → the option that it was typed with.
OPTIONS: Final = {
    "claim": "--claim",
    "lay_offs": "--lay-off",
    "names": "--names",
    "upcard": "--upcard",
}


def write_faults(faults: Sequence[Message], console: Console) -> None:
    """Write every fault to stderr, as text in the reader's language or as JSON in English."""
    faults = [one._replace(where=OPTIONS.get(one.where, one.where)) for one in faults]
    sys.stdout.flush()
    if console.json_errors:
        from pydantic_core import to_json

        errors = [one.plain for one in faults]
        console.write_error(to_json({"errors": errors}).decode())
        return
    texts = console.texts
    console.write_error("\n".join(format_fault(one, texts, console.error_style) for one in faults))


def format_fault(message: Message, texts: Texts, style: "Style") -> str:
    """`ginscore: error: PLACE: CODE: what was found`, the input with a caret, the hint."""
    template = ERROR_AT if message.where else ERROR
    place, code = texts.place(message.where), message.code
    lines = [style.bad(texts(template, place=place, code=code, text=texts.message(message)))]
    if message.excerpt:
        lines += [f"  {line}" for line in message.excerpt.splitlines()]
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
