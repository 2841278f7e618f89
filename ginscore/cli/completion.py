"""Shell completion: what may stand where the cursor is, in bash, zsh, fish and PowerShell.

The parser speaks with the shells (`_GINSCORE_COMPLETE`) and knows commands, options and choices;
here are the words that only ginscore knows: presets, switches and their values, the players of the
sheet in reach, topics. Nothing of this is loaded unless a shell asks.
"""

import os
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

import typer

from ginscore.cli.console import Console, console_of
from ginscore.cli.seam import COMPLETION
from ginscore.errors import N_, GinscoreError, refuse
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import ExtraBoxes, Variant, format_value

if TYPE_CHECKING:
    from collections.abc import Sequence

# Set by bash: what was typed, the number of the word at the cursor.
BASH_WORDS: Final = "COMP_WORDS"
BASH_PLACE: Final = "COMP_CWORD"

CALLS: Final = ("gin", "biggin")


class Candidate(NamedTuple):
    """A word that may stand at the cursor, with what some shells show beside it."""

    value: str
    help: str = ""
    type: str = "plain"


# The words at a parameter; `ctx` has what stands before the cursor, `begun` is how the word begins.
Words = Callable[[Any, str], Iterable[Candidate]]


def complete(app: Any, console: Console) -> int:
    """Answer the shell; the status may be a part of the answer.

    What is wrong with the line until now is not said in the middle of it.
    """
    if os.environ[COMPLETION] == "complete_bash":
        join_words(os.environ)
    try:
        app.main([], prog_name="ginscore", standalone_mode=False, obj=console)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except (GinscoreError, typer.TyperException):
        pass
    return 0


# Bash


def join_words(environ: MutableMapping[str, str]) -> None:
    """Put together what bash takes apart at equals signs: `--rule tie = kno` → `--rule tie=kno`."""
    words = environ.get(BASH_WORDS, "").split("\n")
    place = int(environ.get(BASH_PLACE, "0"))
    # The word at the cursor may be empty, and what stands after it is no concern of ours.
    words = [*words, ""][: place + 1]
    joined = words[:1]
    for before, word in pairwise(words):
        if word.startswith("=") or before.endswith("="):
            joined[-1] += word
        else:
            joined.append(word)
    environ[BASH_WORDS] = "\n".join(joined)
    environ[BASH_PLACE] = str(len(joined) - 1)


def for_bash(value: str, begun: str, raw: str) -> str:
    """A candidate as bash takes it: what follows the last equals sign, with blanks escaped.

    `begun` is the beginning that the candidate has, `raw` that word as it was typed.
    """
    value = value[begun.rfind("=") + 1 :]
    return value if raw[:1] in ("'", '"') else value.replace(" ", "\\ ")


# Where our words stand


def attach_words(name: str, params: Iterable[Any]) -> None:
    """Let the parameters of the command `name` know our words."""
    for param in params:
        words = _AT.get(f"{name} {param.name}") or _EVERYWHERE.get(param.name)
        if words is not None:
            param._custom_shell_complete = _answer_with(words)  # noqa: SLF001 - no public way


def _answer_with(words: Words) -> Callable[[Any, Any, str], list[Candidate]]:
    def answer(ctx: Any, param: Any, begun: str) -> list[Candidate]:  # noqa: ARG001 - its signature
        with suppress(GinscoreError):
            fitting = [one for one in words(ctx, begun) if _begins(one.value, begun)]
            return [_for_shell(one, begun) for one in fitting]
        return []

    return answer


def _begins(value: str, begun: str) -> bool:
    return value.casefold().startswith(begun.casefold())


def _for_shell(candidate: Candidate, begun: str) -> Candidate:
    if os.environ.get(COMPLETION) != "complete_bash":
        return candidate
    raw = os.environ.get(BASH_WORDS, "").rpartition("\n")[2]
    return candidate._replace(value=for_bash(candidate.value, begun, raw))


def list_commands(rows: Iterable[tuple[str, Any]], ctx: Any, begun: str) -> list[Candidate]:
    """The commands of a group that begin so; none is loaded."""
    texts = console_of(ctx).texts
    return [Candidate(name, texts(row.help)) for name, row in rows if name.startswith(begun)]


def list_options(command: Any, ctx: Any, begun: str) -> list[Candidate]:
    """The options of a command that begin so, but for those that were given already."""
    from ginscore.cli.help_pages import option_help

    texts = console_of(ctx).texts
    return [
        Candidate(name, option_help(param, texts))
        for param in command.get_params(ctx)
        if param.param_type_name == "option" and not _is_given(param, ctx)
        for name in param.opts
        if name.startswith(begun)
    ]


def _is_given(option: Any, ctx: Any) -> bool:
    source = ctx.get_parameter_source(option.name)
    return not option.multiple and source is not None and source.name == "COMMANDLINE"


# Our words


def _presets(ctx: Any, begun: str) -> Iterator[Candidate]:
    """Presets, and the files of house rules here."""
    texts = console_of(ctx).texts
    for name in PRESETS:
        yield Candidate(name, texts(load_preset(name).source))
    folder = Path(f"{begun}x").parent
    yield from (Candidate(str(file)) for file in sorted(folder.glob("*.toml")))


def _rules(ctx: Any, begun: str) -> Iterator[Candidate]:
    """`gin_bonus=`, and when the switch is clear `gin_bonus=20`."""
    from ginscore.rules.allowed import RULE_NAMES

    del ctx
    name, equals, _ = begun.partition("=")
    fitting = [one for one in RULE_NAMES if one.startswith(name)]
    exact = [one for one in RULE_NAMES if one == name] if equals else fitting
    if len(exact) != 1:
        yield from (Candidate(f"{one}=") for one in fitting)
        return
    yield from (Candidate(f"{exact[0]}={value}") for value in rule_values(exact[0]))


def rule_values(rule: str) -> list[str]:
    """The words that a switch may be, and the values that some preset gives it."""
    switch, _, part = rule.partition(".")
    known = [getattr(load_preset(name), switch) for name in PRESETS]
    if switch == "hand_sizes" and part:
        known = [dict(one).get(int(part)) for one in known]
    elif part:
        known = [getattr(one, part) for one in known if isinstance(one, ExtraBoxes)]
    used = [format_value(one) for one in known if one is not None]
    words = [] if part else [*_words(Variant.model_fields[switch].annotation)]
    # What holds blanks would need quotes.
    return [one for one in dict.fromkeys([*words, *used]) if " " not in one]


def _words(annotation: Any) -> Iterator[str]:
    """The words in a type: those of its literals, `yes` and `no`, `null`."""
    if annotation is bool:
        yield from ("yes", "no")
    elif annotation is NoneType:
        yield "null"
    for part in get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def _players(ctx: Any, begun: str) -> Iterator[Candidate]:
    """The players of the sheet in reach."""
    del begun
    yield from map(Candidate, _names(ctx))


def _names(ctx: Any) -> "Sequence[str]":
    from ginscore.cli.in_use import sheet_path
    from ginscore.files.store import read_sheet

    return read_sheet(sheet_path(console_of(ctx), ctx.params.get("sheet"))).names


def _hand(ctx: Any, begun: str) -> Iterator[Candidate]:
    """Who went out, then what is held: `Bob=`, `gin`."""
    del begun
    told = ctx.params.get("texts") or ()
    for name in _names(ctx):
        if name not in told:
            yield Candidate(f"{name}=" if told else name)
    if told:
        yield from map(Candidate, CALLS)


def _points(ctx: Any, begun: str) -> Iterator[Candidate]:
    del begun
    yield from (Candidate(f"{name}=") for name in _names(ctx))


def _topics(ctx: Any, begun: str) -> Iterator[Candidate]:
    from ginscore.rules.topics import TOPIC_TEXTS

    del begun
    texts = console_of(ctx).texts
    yield from (Candidate(topic, texts(told.title)) for topic, told in TOPIC_TEXTS.items())


def _claims(ctx: Any, begun: str) -> Iterator[Candidate]:
    from ginscore.hand.disputes import KEYS

    del ctx, begun
    yield from (Candidate(f"{key}=") for key in KEYS)


def _calls(ctx: Any, begun: str) -> Iterator[Candidate]:
    del ctx, begun
    yield from map(Candidate, CALLS)


# By the name of the parameter, in any command.
_EVERYWHERE: Final[dict[str, Words]] = {
    "variant": _presets,
    "rule": _rules,
    "dealer": _players,
    "against": _players,
    "points": _points,
    "holdings": _calls,
    "claim": _claims,
}
# By command and parameter.
_AT: Final[dict[str, Words]] = {
    "add texts": _hand,
    "edit texts": _hand,
    "rename old": _players,
    "explain topic": _topics,
    "variants show name": _presets,
    "variants diff one": _presets,
    "variants diff other": _presets,
}


# Installing


def install(console: Console, shell: str | None) -> None:
    """Install completion for a shell, None for the one in use, and say where."""
    parser = _parser_completion()
    known = _known_shell(parser, shell, "--install-completion")
    _, path = parser.install(shell=known, prog_name="ginscore")
    told = N_("Completion for {shell} is in {path}; it works in every terminal opened from now on.")
    console.show(console.texts(told, shell=known, path=str(path)))


def show_script(console: Console, shell: str | None) -> None:
    """Print what a shell needs, None for the one in use."""
    parser = _parser_completion()
    known = _known_shell(parser, shell, "--show-completion")
    console.show(
        parser.get_completion_script(prog_name="ginscore", complete_var=COMPLETION, shell=known)
    )


def _parser_completion() -> Any:
    """The parser's module, whose names it does not export by itself."""
    return import_module("typer.completion")


def _known_shell(parser: Any, shell: str | None, where: str) -> str:
    """The shell, which must be one that can be completed.

    Raises:
        GinscoreError: `usage`.
    """
    allowed = [str(one) for one in parser.Shells]
    known = shell or parser._get_shell_name()  # noqa: SLF001 - the same that it asks itself
    if known in allowed:
        return str(known)
    raise refuse(
        "usage",
        N_("there is no completion for the shell in use, {shell}; allowed: {allowed}"),
        where=where,
        shell=known or "?",
        allowed=allowed,
    )
