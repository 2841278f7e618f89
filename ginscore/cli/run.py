"""The one seam to the outside: run a command, write its errors, choose the exit status."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import typer

from ginscore.cards.cards import LANGUAGES
from ginscore.cli.app import build_app
from ginscore.cli.console import (
    COMPLETION,
    Console,
    prepare_streams,
    write_faults,
    write_internal_error,
)
from ginscore.cli.typer_private import place_of
from ginscore.errors import N_, GinscoreError, Message, fault, reason_of, refuse
from ginscore.show.layout import PAGE
from ginscore.show.texts import Texts, load_texts

INTERRUPTED: Final = 130
INTERNAL: Final = 70

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
        # Windows says so of a pipe whose reader has left.
        if error.errno == errno.EINVAL and sys.platform == "win32":
            return _leave_quietly()
        return _report_failed_write(error, console)
    except Exception as error:  # noqa: BLE001 - the last resort: one line, never a traceback
        write_internal_error(error, console)
        return INTERNAL
    return status


def scan(arguments: Sequence[str], console: Console) -> None:
    """Note the options that apply even to help and usage errors: language, `-f json`.

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
    """The status of the command; refusals and usage errors are written."""
    try:
        status = _invoke(build_app(), arguments, console)
    except typer.Exit as leaving:
        return leaving.exit_code
    except GinscoreError as error:
        return _refuse(error, console)
    except typer.TyperException as error:
        return _refuse(GinscoreError(usage_fault(error)), console)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _refuse(error: GinscoreError, console: Console) -> int:
    """Write every fault and give the exit status."""
    write_faults(error.faults, console)
    return error.exit_status


def _invoke(app: Any, arguments: list[str], console: Console) -> Any:
    """Parse and run like the parser's own `main`, which would also handle broken pipes."""
    if COMPLETION in os.environ:
        from ginscore.cli.completion import complete

        return complete(app, console)
    page = console.columns if console.columns < PAGE else None
    with app.make_context("ginscore", arguments, obj=console, terminal_width=page) as ctx:
        return app.invoke(ctx)


def _report_failed_write(error: OSError, console: Console) -> int:
    """Report a full disk behind stdout, or a file error that no floor below handles."""
    where, reason = str(error.filename or "stdout"), reason_of(error)
    _silence(sys.stdout)
    if console.done is None:
        failure = refuse("file-not-written", N_("{reason}"), where=where, reason=reason)
    else:
        failure = refuse(
            "file-not-written",
            N_("{reason}; only the answer is lost: {done}"),
            hint=N_("do not give the command again; see the sheet with: {command}"),
            where=where,
            reason=reason,
            done=console.done,
            command=console.done.fields["show"],
        )
    try:
        return _refuse(failure, console)
    except OSError:  # nobody can be told
        _silence(sys.stderr)
        return failure.exit_status


def _leave_quietly() -> int:
    """Exit without an error when the reader of a pipe has seen enough (`| head`)."""
    _silence(sys.stdout)
    return 0


def _silence(stream: Any) -> None:
    """Discard what is still buffered, so that the interpreter's last flush succeeds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


# A command line that the parser could not read


HELP_HINT: Final = N_('see "{command} --help"')

# What pydantic says of a value → what we say; `{value}` is what was typed.
_VALUES: Final = {
    "int_parsing": N_("found {value}; a whole number is wanted"),
    "greater_than_equal": N_("found {value}; at least {ge} is wanted"),
    "less_than_equal": N_("found {value}; at most {le} is wanted"),
}


def usage_fault(error: Any) -> Message:
    """The `usage` fault of a parser's exception (any kind: fields are looked up, not classes)."""
    command = error.ctx.command_path if getattr(error, "ctx", None) else "ginscore"
    if option := getattr(error, "option_name", ""):
        return _option_fault(error, str(option), command)
    param = getattr(error, "param", None)
    if param is None:
        return _usage(N_("{reason}"), "", command, reason=error.format_message())
    if hasattr(error, "param_type"):
        return _missing_fault(param, command)
    return _value_fault(error, param, command)


def _usage(template: str, where: str, command: str, **fields: Any) -> Message:
    return fault("usage", template, hint=HELP_HINT, where=where, command=command, **fields)


def _option_fault(error: Any, option: str, command: str) -> Message:
    """An option that does not exist, that lacks its value, or that takes none."""
    if hasattr(error, "possibilities"):
        return _unknown_option_fault(option, sorted(error.possibilities or ()), command)
    known = {name: param for param in error.ctx.command.params for name in param.opts}
    if option in known and known[option].is_flag:
        return _usage(N_("the option takes no value"), option, command)
    return _usage(N_("the option needs a value"), option, command)


def _unknown_option_fault(option: str, near: list[str], command: str) -> Message:
    # Points are never negative, so `-5` is a slip and not an option.
    if option[1:2].isdigit():
        return _usage(N_("found {option}; points are never negative"), "", command, option=option)
    template = N_("there is no option {option}")
    if not near:
        return _usage(template, "", command, option=option)
    hint = N_("did you mean {near}?")
    return fault("usage", template, hint=hint, option=option, near=", ".join(near))


def _missing_fault(param: Any, command: str) -> Message:
    if param.param_type_name == "option":
        return _usage(N_("the option is missing"), place_of(param), command)
    return _usage(N_("the argument is missing"), place_of(param), command)


def _value_fault(error: Any, param: Any, command: str) -> Message:
    """A value that an option does not take."""
    found = _first_detail(error)
    value = found.get("input", "")
    template = _VALUES.get(found.get("type", ""), N_("found {value}, which is not allowed here"))
    limits: dict[str, Any] = found.get("ctx", {})
    return _usage(template, place_of(param), command, value=value, **limits)


def _first_detail(error: Any) -> dict[str, Any]:
    """What pydantic found, as it reports it; empty where something else refused the value."""
    details = getattr(error.__cause__, "errors", None)
    return dict(details()[0]) if details else {}
