"""The table of commands, and the group that loads each one only when it is asked for.

How a command is written: CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command as build_command

from ginscore.cli.console import console_of
from ginscore.cli.options import Color, Format, Lang, NoLock, Quiet, Version
from ginscore.cli.typer_private import take_as_typed
from ginscore.errors import N_, refuse

# The options that every command takes and the frame handles.
SHARED: Final = ("lang", "color", "quiet", "no_lock")
_SHELL: Final = "ginscore.shell"  # key of what the parser's own options need to know
PLAIN: Final[dict[str, Any]] = {"rich_markup_mode": None, "pretty_exceptions_enable": False}


class Row(NamedTuple):
    """One command: its group in the help, the module it lives in, its one-line help."""

    name: str
    group: str
    module: str
    help: str


TABLE: Final = N_("At the table")
DISPUTE: Final = N_("A dispute")
RULES: Final = N_("Rules")
FILES: Final = N_("Files and pipes")

COMMANDS: Final = (
    Row("keep", TABLE, "keep", N_("Keep the score of an evening, hand by hand.")),
    Row("new", TABLE, "sheets", N_("Start a sheet.")),
    Row("add", TABLE, "hands", N_("Write down a hand.")),
    Row("show", TABLE, "reports", N_("Show the sheet.")),
    Row("undo", TABLE, "sheets", N_("Take back the last entry.")),
    Row("redo", TABLE, "sheets", N_("Bring back what was taken back.")),
    Row("edit", TABLE, "hands", N_("Correct a hand.")),
    Row("void", TABLE, "sheets", N_("Strike out a hand.")),
    Row("rename", TABLE, "sheets", N_("Change a player's name.")),
    Row("rules", TABLE, "sheets", N_("Show or change the rules of the sheet.")),
    Row("stats", TABLE, "reports", N_("Count wins, gins and undercuts over sheets.")),
    Row("payout", TABLE, "reports", N_("Who pays whom how much.")),
    Row("settle", DISPUTE, "dispute", N_("Judge a hand: who scores what, and why.")),
    Row("melds", DISPUTE, "dispute", N_("Find the melds and the deadwood of some cards.")),
    Row("compare", DISPUTE, "dispute", N_("Judge a hand under every set of rules.")),
    Row("explain", RULES, "rulebook", N_("Explain a rule, or a myth.")),
    Row("variants", RULES, "rulebook", N_("List the sets of rules.")),
    Row("variants show", RULES, "rulebook", N_("Show every switch of a set of rules.")),
    Row("variants diff", RULES, "rulebook", N_("Show where two sets of rules differ.")),
    Row("verify", FILES, "reports", N_("Check a sheet, ours or anybody's.")),
    Row("export", FILES, "export", N_("Write the sheet as CSV, JSON, Markdown or HTML.")),
    Row("import", FILES, "export", N_("Read a sheet from another file.")),
    Row("batch", FILES, "batch", N_("Judge a stream of hands, one a line.")),
    Row("schema", FILES, "rulebook", N_("Print the JSON Schema of a file or an answer.")),
    Row("config", FILES, "rulebook", N_("Show each default and where it comes from.")),
)

ABOUT: Final = N_("""\
    ginscore keep
    ginscore settle 4 17
    ginscore explain undercut_bonus

The page of each command begins with examples: "ginscore settle --help".""")

# Names that people may type → the command's own.
OTHER_NAMES: Final = {
    **dict.fromkeys(("score", "judge"), "settle"),
    **dict.fromkeys(("start", "create"), "new"),
    **dict.fromkeys(("delete", "remove", "rm"), "void"),
    **dict.fromkeys(("correct", "fix", "change"), "edit"),
    **dict.fromkeys(("history", "log"), "show --log"),
}


def _function_name(name: str) -> str:
    return "import_" if name == "import" else name.replace(" ", "_")


@contextmanager
def naming_command(ctx: Any) -> Iterator[None]:
    """Give the parser's exceptions their command, which some of them lack."""
    try:
        yield
    except typer.TyperException as error:
        vars(error)["ctx"] = vars(error).get("ctx") or ctx
        raise


class _Ours:
    """What commands and groups have of ours: the shared options, the help page, completion."""

    about: str = ""

    @property
    def rows(self) -> Mapping[str, Row]:
        """The commands one level below, by their last word; a command has none."""
        return {}

    def get_help_option(self, ctx: Any) -> Any:
        """The option, or None for a command without one; a flag taken as typed needs no adapter."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        take_as_typed([option] if option else [])
        return option

    def get_help(self, ctx: Any) -> str:
        """The page, made to fit a narrow terminal."""
        return console_of(ctx).fit(super().get_help(ctx))  # type: ignore[misc]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page that `--help` shows."""
        from ginscore.cli.help_pages import write_page

        write_page(self, ctx, formatter, console_of(ctx).texts)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The commands or options that begin like this; the parameters complete themselves."""
        from ginscore.cli.completion import list_commands, list_options

        if incomplete.startswith("-"):
            return list_options(self, ctx, incomplete)
        return list_commands(self.rows.items(), ctx, incomplete)

    def invoke(self, ctx: Any) -> Any:
        """Run without the shared options, which are the frame's."""
        console_of(ctx).follow(*(ctx.params.pop(name) for name in SHARED))
        return super().invoke(ctx)  # type: ignore[misc]


class Command(_Ours, TyperCommand):
    """A command with our own help page and with every shared option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; refuse surplus ones in our own words."""
        ctx.allow_extra_args = True
        with naming_command(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise refuse(
                "usage",
                N_('unexpected argument "{argument}"; {command} takes no more'),
                hint=N_('see "{command} --help"; cards with blanks between them need quotes'),
                where=rest[0][:40],
                argument=rest[0],
                command=ctx.command_path,
            )
        return rest


class CommandGroup(_Ours, TyperGroup):
    """The commands whose names begin with the group's own, loaded on demand."""

    @property
    def rows(self) -> Mapping[str, Row]:
        """The rows one level below this group, by their last word."""
        prefix = f"{self.name} " if self.name else ""
        below = (row for row in COMMANDS if row.name.startswith(prefix))
        names = ((row.name[len(prefix) :], row) for row in below)
        return {name: row for name, row in names if " " not in name}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the command."""
        # A shell may be named behind an option that the parser takes for a flag.
        named = (word for option, word in pairwise(args) if option.endswith("-completion"))
        ctx.meta[_SHELL] = next(named, None)
        with naming_command(ctx):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the parser's signature
        """The names in the order of the table."""
        return list(self.rows)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command's module and build the command; None for an unknown name."""
        row = self.rows.get(cmd_name)
        if row is None:
            return None
        command = load_command(row)
        root = ctx.find_root().command
        command.params += [param for param in root.params if param.name in SHARED]
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that `args` names; a format given before it is its default.

        Raises:
            GinscoreError: `usage`, with the command that was probably meant.
        """
        if args[0] not in self.rows:
            raise unknown_command(args[0], self)
        if ctx.get_parameter_source("format_").name in ("COMMANDLINE", "DEFAULT_MAP"):
            ctx.default_map = {args[0]: {"format_": ctx.params["format_"]}}
        return super().resolve_command(ctx, args)


def load_command(row: Row) -> Any:
    """The command of a row, or the group if other rows begin with its name."""
    module = import_module(f"ginscore.cli.{row.module}")
    function = getattr(module, _function_name(row.name))
    if any(entry.name.startswith(f"{row.name} ") for entry in COMMANDS):
        app = typer.Typer(
            name=row.name,
            cls=CommandGroup,
            invoke_without_command=True,
            add_completion=False,
            **PLAIN,
        )
        app.callback()(function)
    else:
        app = typer.Typer(add_completion=False, **PLAIN)
        app.command(row.name.split()[-1], cls=Command)(function)
    command: Any = build_command(app)
    take_as_typed(command.params)
    command.help = row.help
    command.about = getattr(module, "ABOUT", {}).get(row.name, "")
    return command


def unknown_command(word: str, group: CommandGroup) -> Exception:
    """The refusal of a command that does not exist, with the one that was probably meant."""
    from difflib import get_close_matches

    meant = OTHER_NAMES.get(word.lower()) if not group.name else None
    near = [meant] if meant else get_close_matches(word.lower(), group.rows, 1)
    command = f"ginscore {group.name}".rstrip()
    if near:
        return refuse(
            "usage",
            N_('there is no command "{word}"'),
            hint=N_('did you mean "{command} {near}"?'),
            word=word,
            command=command,
            near=near[0],
        )
    return refuse(
        "usage",
        N_('there is no command "{word}"'),
        hint=N_('"{command} --help" lists the commands'),
        word=word,
        command=command,
    )


def _shared(
    lang: Lang = None, color: Color = None, quiet: Quiet = False, no_lock: NoLock = False
) -> None:
    """Only declares the options in `SHARED`."""


def _start(ctx: typer.Context, format_: Format = "text", version: Version = False) -> None:
    """What runs before any command, or alone."""
    console = console_of(ctx)
    console.tell_defects(console.defaults.notes)
    if version:
        from importlib.metadata import version as version_of

        console.show(f"ginscore {version_of('ginscore')}")
        raise typer.Exit
    if not ctx.invoked_subcommand:
        from ginscore.cli.reports import show_start

        show_start(console, format_)


def _completion(ctx: Any, param: Any, value: Any) -> Any:
    """Handle the parser's own options for completion, in the reader's language."""
    if not value or ctx.resilient_parsing:
        return value
    from ginscore.cli import completion

    obey = completion.install if param.name == "install_completion" else completion.show_script
    obey(console_of(ctx), value if isinstance(value, str) else ctx.meta[_SHELL])
    raise typer.Exit


def build_app() -> Any:
    """The program: the root group with its options; no command is loaded."""
    shared = typer.Typer(add_completion=False, **PLAIN)
    shared.command()(_shared)
    app = typer.Typer(cls=CommandGroup, invoke_without_command=True, **PLAIN)
    app.callback(context_settings={"help_option_names": ["-h", "--help"]})(_start)
    root: Any = build_command(app)
    root.params = [*build_command(shared).params, *root.params]
    take_as_typed(root.params)
    for param in root.params:
        if param.name in ("install_completion", "show_completion"):
            param.callback = _completion
    root.help = N_("Keep the score of Gin Rummy played with real cards, and settle disputes.")
    root.about = ABOUT
    return root
