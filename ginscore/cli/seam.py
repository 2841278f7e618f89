"""The one seam to the outside: run a command, write its errors, choose the exit status."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import typer

from ginscore.cards.cards import LANGUAGES
from ginscore.cli.app import build_app
from ginscore.cli.console import Console, prepare_streams
from ginscore.errors import N_, GinscoreError, reason_of, refuse
from ginscore.show.texts import Texts, load_texts

INTERRUPTED: Final = 130
INTERNAL: Final = 70
# Set by the shell when it asks for completions: its name.
COMPLETION: Final = "_GINSCORE_COMPLETE"

_FORMAT: Final = ("-f", "-qf", "--format")
_JSON: Final = ("-fjson", "-qfjson", "-f=json", "--format=json")


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
        from ginscore.cli.faults import write_internal_error

        write_internal_error(error, console)
        return INTERNAL
    return status


def scan(arguments: Sequence[str], console: Console) -> None:
    """Note the wishes that even help and a command line in error follow: language, `-f json`.

    The parser reads them again and has the last word.
    """
    words = list(arguments)
    words = words[: words.index("--")] if "--" in words else words
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word in _JSON or (word in _FORMAT and following == "json"):
            console.json_errors = True
        name, equals, wish = word.partition("=")
        wish = wish if equals else following
        if name == "--lang" and wish in LANGUAGES:
            console.lang = wish


def _run_command(arguments: list[str], console: Console) -> int:
    """The status of the command; refusals and errors of usage are written."""
    try:
        status = _invoke(build_app(), arguments, console)
    except typer.Exit as leaving:
        return leaving.exit_code
    except GinscoreError as error:
        return _refuse(error, console)
    except typer.TyperException as error:
        from ginscore.cli.usage import usage_fault

        return _refuse(GinscoreError(usage_fault(error)), console)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _refuse(error: GinscoreError, console: Console) -> int:
    """Write every fault and give the exit status."""
    from ginscore.cli.faults import write_faults

    write_faults(error.faults, console)
    return error.exit_status


def _invoke(app: Any, arguments: list[str], console: Console) -> Any:
    """Parse and run, as the parser's own `main` does, which would also answer for pipes."""
    if COMPLETION in os.environ:
        from ginscore.cli.completion import complete

        return complete(app, console)
    with app.make_context("ginscore", arguments, obj=console) as ctx:
        return app.invoke(ctx)


def _report_failed_write(error: OSError, console: Console) -> int:
    """A full disk behind stdout, or a file that no floor below answers for."""
    where, reason = str(error.filename or "stdout"), reason_of(error)
    _silence(sys.stdout)
    return _refuse(refuse("file-not-written", N_("{reason}"), where=where, reason=reason), console)


def _leave_quietly() -> int:
    """The reader of the pipe has seen enough (`| head`): that is no error."""
    _silence(sys.stdout)
    return 0


def _silence(stream: Any) -> None:
    """Let what is still buffered go nowhere, so that the interpreter's last flush succeeds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
