"""The one seam to the outside: run a command, write its errors, choose the exit status."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from ginscore.cli.app import build_app
from ginscore.cli.console import Console, prepare_streams
from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.show.texts import LANGUAGES, Texts, load_texts

if TYPE_CHECKING:
    from ginscore.show.style import Style

INTERRUPTED: Final = 130
INTERNAL: Final = 70
# Set by the shell when it asks for completions.
COMPLETION: Final = "_GINSCORE_COMPLETE"

ERROR: Final = N_("ginscore: error: {code}: {text}")
ERROR_AT: Final = N_("ginscore: error: {place}: {code}: {text}")
HINT: Final = N_("hint: {hint}")
INTERNAL_ERROR: Final = N_(
    "ginscore: internal error, please report it: {kind}: {reason} ({file}:{line})"
)

_JSON: Final = re.compile(r"-q?f=?json|--format=json")
_LANG: Final = re.compile(r"--lang(?:=(.*))?")


def run(arguments: Sequence[str], load: Callable[..., Texts] = load_texts) -> int:
    """Run the program on `arguments` and return its exit status; never raises.

    `load` makes the texts of a language (a test may give its own).
    """
    prepare_streams()
    console = Console(load)
    scan(arguments, console)
    try:
        status = _run_command(list(arguments), console)
        sys.stdout.flush()
    except BrokenPipeError:
        return _leave_quietly()
    except OSError as error:
        return _report_failed_write(error, console)
    except Exception as error:  # noqa: BLE001 - the last resort: one line, never a traceback
        _write_internal_error(error, console)
        return INTERNAL
    return status


def scan(arguments: Sequence[str], console: Console) -> None:
    """Note the wishes that even help and a command line in error follow: language, `-f json`.

    The parser reads them again and has the last word.
    """
    words = list(arguments)
    words = words[: words.index("--")] if "--" in words else words
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if _JSON.fullmatch(word) or (word in ("-f", "-qf", "--format") and following == "json"):
            console.json_errors = True
        if lang := _LANG.fullmatch(word):
            wish = following if lang[1] is None else lang[1]
            console.lang = wish if wish in LANGUAGES else None


def _run_command(arguments: list[str], console: Console) -> int:
    """The status of the command; refusals and errors of usage are written."""
    try:
        status = _invoke(build_app(), arguments, console)
    except typer.Exit as leaving:
        return leaving.exit_code
    except GinscoreError as error:
        write_faults(error.faults, console)
        return error.exit_status
    except typer.TyperException as error:
        from ginscore.cli.usage import usage_fault

        write_faults([usage_fault(error)], console)
        return 2
    except (KeyboardInterrupt, EOFError, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _invoke(app: Any, arguments: list[str], console: Console) -> Any:
    """Parse and run, as the parser's own `main` does, which would also answer for pipes."""
    if COMPLETION in os.environ:
        app.main(arguments, prog_name="ginscore", standalone_mode=False, obj=console)
    with app.make_context("ginscore", arguments, obj=console) as ctx:
        return app.invoke(ctx)


def write_faults(faults: Sequence[Message], console: Console) -> None:
    """Write every fault to stderr, as text in the reader's language or as JSON in English."""
    sys.stdout.flush()
    if console.json_errors:
        from pydantic_core import to_json

        errors = [one.plain for one in faults]
        console.write_error(to_json({"errors": errors}).decode())
        return
    texts = error_texts(console)
    console.write_error("\n".join(format_fault(one, texts, console.error_style) for one in faults))


def error_texts(console: Console) -> Texts:
    """The reader's texts; where the configuration itself is the error, those of `--lang`."""
    try:
        return console.texts
    except GinscoreError:
        return console.texts_in(console.lang or "en")


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


def _write_internal_error(error: Exception, console: Console) -> None:
    trace: Any = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    texts = error_texts(console)
    fields = {"reason": str(error), "file": file, "line": trace.tb_lineno}
    console.write_error(texts(INTERNAL_ERROR, kind=type(error).__name__, **fields))


def _report_failed_write(error: OSError, console: Console) -> int:
    """A full disk behind stdout, or a file that no floor below answers for."""
    code = "file-not-written"
    where = str(error.filename or "stdout")
    _silence(sys.stdout)
    reason = error.strerror or str(error)
    write_faults([fault(code, N_("{reason}"), where=where, reason=reason)], console)
    return refuse(code, "").exit_status


def _leave_quietly() -> int:
    """The reader of the pipe has seen enough (`| head`): that is no error."""
    _silence(sys.stdout)
    return 0


def _silence(stream: Any) -> None:
    """Let what is still buffered go nowhere, so that the interpreter's last flush succeeds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
