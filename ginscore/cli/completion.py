"""Shell completion: what may stand at the cursor, in bash, zsh, fish and PowerShell.

The parser talks to the shells (`_GINSCORE_COMPLETE`) and knows commands, options and choices; here
are the words that only ginscore knows: presets, switches and their values, the players of the
sheet in reach, topics. None of this is loaded unless a shell asks.
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

from ginscore.cli.console import COMPLETION, Console, console_of
from ginscore.cli.help_pages import option_help
from ginscore.cli.sheet_file import sheet_path
from ginscore.cli.typer_private import shell_in_use
from ginscore.errors import N_, GinscoreError, refuse
from ginscore.files.store import read_sheet
from ginscore.hand.disputes import KEYS
from ginscore.rules.allowed import RULE_NAMES
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topics import topic_texts
from ginscore.rules.variants import ExtraBoxes, Variant, format_value

if TYPE_CHECKING:
    from ginscore.sheet.sheet import Sheet

BASH: Final = "complete_bash"
# Set by bash: the words typed, and the index of the one at the cursor.
BASH_WORDS: Final = "COMP_WORDS"
BASH_PLACE: Final = "COMP_CWORD"

CALLS: Final = ("gin", "biggin")


class Candidate(NamedTuple):
    """A word that may stand at the cursor, with what some shells show beside it."""

    value: str
    help: str = ""
    type: str = "plain"


# The words for a parameter, each with its description; called with the parser's context, which
# holds what is before the cursor, and the beginning of the word.
Words = Callable[[Any, str], Iterable[tuple[str, str]]]


class Word(str):
    """A word found to fit, whatever its case; it passes the parser's case-sensitive test."""

    __slots__ = ()

    def startswith(self, *_: Any) -> bool:
        """Always true: the word has been checked."""
        return True


def complete(app: Any, console: Console) -> int:
    """Answer the shell; the status may be a part of the answer.

    Errors in an unfinished line are not reported.
    """
    if os.environ[COMPLETION] == BASH:
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
    """Put together what bash splits at equals signs: `--rule tie = kno` → `--rule tie=kno`."""
    words = environ.get(BASH_WORDS, "").split("\n")
    number = environ.get(BASH_PLACE, "0")
    place = int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else 0
    # The word at the cursor may be empty; what follows it does not matter.
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

    `begun` is how the candidate begins, `raw` the word as it was typed.
    """
    value = value[begun.rfind("=") + 1 :]
    return value if raw[:1] in ("'", '"') else value.replace(" ", "\\ ")


# Our words, and the parser's


def fitting(words: Words, ctx: Any, begun: str) -> list[tuple[str, str]]:
    """Those of `words` that begin with `begun`, in any case, each with its description."""
    found: list[tuple[str, str]] = []
    with suppress(GinscoreError):
        found += [
            (Word(_for_shell(word, begun)), about)
            for word, about in words(ctx, begun)
            if word.casefold().startswith(begun.casefold())
        ]
    return found


def _for_shell(word: str, begun: str) -> str:
    if os.environ.get(COMPLETION) != BASH:
        return word
    return for_bash(word, begun, os.environ.get(BASH_WORDS, "").rpartition("\n")[2])


def list_commands(rows: Iterable[tuple[str, Any]], ctx: Any, begun: str) -> list[Candidate]:
    """The commands of a group that begin with `begun`; none is loaded."""
    texts = console_of(ctx).texts
    return [Candidate(name, texts(row.help)) for name, row in rows if name.startswith(begun)]


def list_options(command: Any, ctx: Any, begun: str) -> list[Candidate]:
    """The options of a command that begin with `begun`, except those already given."""
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


# The words of ginscore: what `options.words` names


def presets(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """Presets, and the files of house rules in the folder."""
    texts = console_of(ctx).texts
    yield from ((name, texts(load_preset(name).source)) for name in PRESETS)
    folder = Path(f"{begun}x").parent
    yield from ((str(file), "") for file in sorted(folder.glob("*.toml")))


def rules(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """`gin_bonus=`, then `gin_bonus=20` once the switch is clear."""
    del ctx
    name, equals, _ = begun.partition("=")
    near = [rule for rule in RULE_NAMES if rule.startswith(name)]
    exact = [rule for rule in RULE_NAMES if rule == name] if equals else near
    if len(exact) != 1:
        yield from ((f"{rule}=", "") for rule in near)
        return
    yield from ((f"{exact[0]}={value}", "") for value in rule_values(exact[0]))


def rule_values(rule: str) -> list[str]:
    """The words that a switch may be, and its values in the presets."""
    switch, _, part = rule.partition(".")
    known = [getattr(load_preset(name), switch) for name in PRESETS]
    if switch == "hand_sizes" and part:
        known = [dict(sizes).get(int(part)) for sizes in known]
    elif part:
        known = [getattr(boxes, part) for boxes in known if isinstance(boxes, ExtraBoxes)]
    used = [format_value(value) for value in known if value is not None]
    allowed = [] if part else [*_words(Variant.model_fields[switch].annotation)]
    # A value with blanks would need quotes.
    return [value for value in dict.fromkeys([*allowed, *used]) if " " not in value]


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


def players(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """The players of the sheet in reach."""
    del begun
    yield from ((name, "") for name in _sheet(ctx).names)


def _sheet(ctx: Any) -> "Sheet":
    return read_sheet(sheet_path(console_of(ctx), ctx.params.get("sheet")))


def hand(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """Who went out, then what is held: `Bob=`, `gin`; who sits out is there once he is begun."""
    typed = ctx.params.get("texts") or ()
    sheet = _sheet(ctx)
    idle = () if begun or "number" in ctx.params else sheet.table().idle
    for name in sheet.names:
        if name not in (*typed, *idle):
            yield (f"{name}=" if typed else name), ""
    if typed:
        yield from calls(ctx, begun)


def points(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """`Ann=`: whose points they are."""
    del begun
    yield from ((f"{name}=", "") for name in _sheet(ctx).names)


def topics(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """What `explain` explains."""
    del begun
    texts = console_of(ctx).texts
    yield from ((topic, texts(about.title)) for topic, about in topic_texts().items())


def schemas(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """What `schema` knows."""
    from ginscore.cli.schemas import NAMES

    del ctx, begun
    yield from ((name, "") for name in NAMES)


def claims(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """What may be claimed of a hand."""
    del ctx, begun
    yield from ((f"{key}=", "") for key in KEYS)


def calls(ctx: Any, begun: str) -> Iterator[tuple[str, str]]:
    """What a knocker may call."""
    del ctx, begun
    yield from ((call, "") for call in CALLS)


# Installing

# The parser's own script for zsh only defines a function at the first Tab of a session, and loses
# apostrophes. This one asks as fish does, a line a candidate.
_ZSH_NAME: Final = "zsh"
_ZSH: Final = r"""#compdef ginscore

_ginscore_completion() {
  local line
  local -a whole begun
  for line in "${(@f)$(env _TYPER_COMPLETE_FISH_ACTION=get-args \
      _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _GINSCORE_COMPLETE=complete_fish ginscore)}"; do
    [[ -n $line ]] || continue
    line="${line//:/\\:}"
    line="${line/$'\t'/:}"
    if [[ ${line%%:*} == *= ]]; then begun+=("$line"); else whole+=("$line"); fi
  done
  (( $#whole + $#begun )) || { _files; return }
  _describe -V ginscore whole -- begun -S ''
}

compdef _ginscore_completion ginscore
# Read by the first Tab of a session, it answers that too.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ginscore_completion "$@"; fi
"""


def install(console: Console, shell: str | None) -> None:
    """Install completion for a shell (None: the one in use) and say where."""
    parser = _parser_completion()
    known = _known_shell(parser, shell, "--install-completion")
    _, path = parser.install(shell=known, prog_name="ginscore")
    if known == _ZSH_NAME:
        path.write_text(_ZSH, "utf-8")
    said = N_("Completion for {shell} is in {path}; it works in every terminal opened from now on.")
    console.show(console.texts(said, shell=known, path=str(path)))


def show_script(console: Console, shell: str | None) -> None:
    """Print the completion script of a shell (None: the one in use)."""
    parser = _parser_completion()
    known = _known_shell(parser, shell, "--show-completion")
    names = {"prog_name": "ginscore", "complete_var": COMPLETION}
    is_ours = known == _ZSH_NAME
    console.show_as_is(_ZSH if is_ours else parser.get_completion_script(shell=known, **names))


def _parser_completion() -> Any:
    """The parser's module, whose names the package does not export."""
    return import_module("typer.completion")


def _known_shell(parser: Any, shell: str | None, where: str) -> str:
    """The shell, or the one in use.

    Raises:
        GinscoreError: `usage` for a shell without completion.
    """
    allowed = [str(name.value) for name in parser.Shells]
    known = shell or shell_in_use(parser)
    if known in allowed:
        return str(known)
    raise refuse(
        "usage",
        N_("there is no completion for the shell in use, {shell}; allowed: {allowed}"),
        where=where,
        shell=known or "?",
        allowed=allowed,
    )
