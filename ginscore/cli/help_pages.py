"""The pages that `--help` shows, in the reader's language.

The parser's own headings are fixed English, so the pages are written here from its parameters.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from ginscore.errors import N_
from ginscore.show.layout import columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ginscore.show.texts import Texts

# A page of fewer columns is narrow.
_NARROW: Final = 78
USAGE: Final = N_("Usage: ")
OPTIONS: Final = N_("OPTIONS")
COMMAND: Final = N_("COMMAND")

# The parser's own options → our words for them.
_PARSER_HELP: Final = {
    "help": N_("Show this page."),
    "install_completion": N_("Install completion for the shell in use."),
    "show_completion": N_(
        "Print the completion for the shell in use, or for the one named behind it."
    ),
}


def write_page(command: Any, ctx: Any, formatter: Any, texts: Texts) -> None:
    """Write a page: usage, examples and description, arguments, commands by group, options."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.get_params(ctx) if param.param_type_name == "option"]
    words = [*(_argument_usage(argument, texts) for argument in arguments), f"[{texts(OPTIONS)}]"]
    words += [f"[{texts(COMMAND)}] …"] if command.rows else []
    formatter.write_usage(ctx.command_path, " ".join(words), prefix=texts(USAGE))
    _write_about(command, formatter, texts)
    rows = [_argument(argument, texts) for argument in arguments]
    _write_rows(formatter, texts(N_("Arguments")), rows)
    for heading, below in groupby(command.rows.items(), key=lambda item: item[1].group):
        lines = [(name, texts(row.help)) for name, row in below]
        _write_rows(formatter, texts(heading), lines)
    _write_options(formatter, texts, options)


def _write_about(command: Any, formatter: Any, texts: Texts) -> None:
    """The one-line help, then each paragraph; those indented by four blanks stay as they are."""
    for paragraph in f"{texts(command.help)}\n\n{texts(command.about)}".rstrip().split("\n\n"):
        formatter.write_paragraph()
        if paragraph.startswith("    "):
            formatter.write(paragraph + "\n")
        else:
            with formatter.indentation():
                formatter.write_text(paragraph.replace("\n", " "))


def _write_rows(formatter: Any, heading: str, rows: Sequence[tuple[str, str]]) -> None:
    if not rows:
        return
    formatter.write_paragraph()
    formatter.write(f"{heading}\n")
    if formatter.width < _NARROW:
        # The parser's own list leaves no room beside the names.
        formatter.write("\n".join(columns(rows, formatter.width)) + "\n")
        return
    with formatter.indentation():
        formatter.write_dl(rows)


def _write_options(formatter: Any, texts: Texts, options: Sequence[Any]) -> None:
    rows = [(_option_usage(option, texts), option_help(option, texts)) for option in options]
    _write_rows(formatter, texts(N_("Options")), rows)


def _argument_usage(argument: Any, texts: Texts) -> str:
    name = texts(argument.metavar or argument.name.upper())
    name = name if argument.required else f"[{name}]"
    return f"{name} …" if argument.nargs != 1 else name


def _argument(argument: Any, texts: Texts) -> tuple[str, str]:
    return texts(argument.metavar or argument.name.upper()), texts(argument.help or "")


def _option_usage(option: Any, texts: Texts) -> str:
    return f"{', '.join(sorted(option.opts, key=len))} {'|'.join(_allowed(option, texts))}".rstrip()


def _allowed(option: Any, texts: Texts) -> Iterator[str]:
    """The values of a choice, the metavar of any other value, nothing for a flag."""
    if option.is_flag:
        return
    if option.metavar:
        yield texts(option.metavar)
        return
    yield from map(str, option.type_descriptor.choices or (texts(N_("NUMBER")),))


def option_help(option: Any, texts: Texts) -> str:
    """What an option is for, on one line."""
    return texts(_PARSER_HELP.get(option.name) or option.help or "")
