"""Parts of Typer that are not public; without them, only a convenience is missing.

A parameter that is text, a word or a flag is taken as it was typed: the parser would build a
pydantic adapter for each, which takes longer than everything else that a short command does (it
starts in 0.8 of a bare Typer program's time with this, 1.17 without). Numbers are left to it.
"""

from collections.abc import Iterable
from typing import Any, Final

from ginscore.errors import N_, refuse


class AsTyped:
    """Reads a text, a list of texts, a word or a flag; stands in for the parser's adapter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it.

        Raises:
            GinscoreError: `usage` for a word that is not one of the parameter's.
        """
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        choices = param.type_descriptor.choices
        if choices and value not in choices and not ctx.resilient_parsing:
            raise refuse(
                "usage",
                N_("found {value}; allowed: {allowed}"),
                hint=N_('see "{command} --help"'),
                where=place_of(param),
                value=value,
                allowed=", ".join(choices),
                command=ctx.command_path,
            )
        return value


_AS_TYPED: Final = AsTyped()


def take_as_typed(params: Iterable[Any]) -> None:
    """Take every parameter that is text, one of a few words or a flag as it was typed."""
    for param in params:
        described = param.type_descriptor
        is_plain = described.annotation in (str, list[str], bool) or described.choices
        if is_plain and hasattr(param, "_runtime_param"):
            param._runtime_param = _AS_TYPED  # noqa: SLF001 - the parser has no public way


def place_of(param: Any) -> str:
    """How an error names a parameter: the longest spelling of an option, an argument's metavar."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return str(param.metavar or param.name.upper())


def shell_in_use(parser: Any) -> str | None:
    """The shell the program was started from, if known; `parser` is Typer's completion module."""
    ask = getattr(parser, "_get_shell_name", None)
    return ask() if ask else None
