"""The options that several commands share, as annotations for their parameters; what they mean.

Help and metavars are marked `N_` and translated when the help is shown.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ginscore.cards.cards import LANGUAGES
from ginscore.cli.console import Console, read_line
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.files.config import BUILT_IN, Setting, load_variant, sheet_in_reach
from ginscore.rules.overrides import check_rules, override, sort_rules
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]


def words(name: str) -> Callable[[typer.Context, str], Any]:
    """The completer of a parameter: `completion`'s words of that name, loaded when a shell asks."""

    def fitting(ctx: typer.Context, incomplete: str) -> Any:
        from ginscore.cli import completion

        return completion.fitting(getattr(completion, name), ctx, incomplete)

    return fitting


Lang = Annotated[
    Language | None,
    typer.Option("--lang", help=N_("Language of texts and cards; by default the locale's.")),
]
Color = Annotated[
    Literal["auto", "always", "never"] | None,
    typer.Option("--color", help=N_("Colour; by default on a terminal only.")),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help=N_("Leave out the talk on stderr."))]
NoLock = Annotated[
    bool,
    typer.Option(
        "--no-lock",
        help=N_("Write without a lock, on a file system without locks; nobody else may write."),
    ),
]
Version = Annotated[bool, typer.Option("--version", help=N_("Show the version."))]

Format = Annotated[
    Literal["text", "json"], typer.Option("-f", "--format", help=N_("How the answer is written."))
]
TableFormat = Annotated[
    Literal["text", "json", "csv", "markdown", "html"],
    typer.Option("-f", "--format", help=N_("How the answer is written.")),
]
VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar=N_("VARIANT"),
        autocompletion=words("presets"),
        help=N_("The rules: a preset, a file of house rules, or a sheet; by default `modern`."),
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar=N_("SWITCH=VALUE"),
        autocompletion=words("rules"),
        help=N_('Change one switch of the rules, such as "gin_bonus=20"; may be repeated.'),
    ),
]
Upcard = Annotated[
    str | None,
    typer.Option(
        "-u", "--upcard", metavar=N_("CARD"), help=N_("The first card turned up, such as 7H.")
    ),
]
BigGin = Annotated[
    bool, typer.Option("--big-gin", help=N_("The knocker went big gin: all his cards are melded."))
]
LayOffs = Annotated[
    list[str] | None,
    typer.Option(
        "--lay-off",
        metavar=N_("LAY-OFFS"),
        help=N_(
            'Cards that a defender laid off, each with the number of the meld: "7C:1 3C:2"; '
            'once for each defender, "" for none.'
        ),
    ),
]
Excel = Annotated[
    bool,
    typer.Option(
        "--excel",
        help=N_("CSV as Excel opens it in your language; in French with semicolons and commas."),
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar=N_("FILE"), help=N_("Where to write; by default stdout.")
    ),
]
SheetFile = Annotated[
    str | None,
    typer.Option(
        "-s",
        "--sheet",
        metavar=N_("FILE"),
        help=N_("The sheet, .json or .csv; by default $GINSCORE_SHEET, else ginscore.json here."),
    ),
]


# What add and edit take besides the cards


Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=N_("NAME KNOCKER OTHER"),
        autocompletion=words("hand"),
        help=N_(
            "Who went out, what he holds, then the others in the order of seats; NAME=HOLDING "
            "names one. A name may be cut short. - reads a line of stdin."
        ),
    ),
]
Dealer = Annotated[
    str | None,
    typer.Option(
        "--dealer",
        metavar=N_("NAME"),
        autocompletion=words("players"),
        help=N_("Who deals, where the rules say otherwise."),
    ),
]
Note = Annotated[
    str | None, typer.Option("--note", metavar=N_("TEXT"), help=N_("A remark on the hand."))
]
Date = Annotated[
    str | None,
    typer.Option(
        "--date",
        metavar=N_("DATE"),
        help=N_("When it was played: 2024-05-31, or 2024-05-31T20:30; by default now."),
    ),
]
Try = Annotated[bool, typer.Option("--try", help=N_("Judge the hand and write nothing down."))]
Dead = Annotated[
    bool,
    typer.Option(
        "--dead", help=N_("Nobody went out; in a partnership NAME NAME may tell who played.")
    ),
]
Points = Annotated[
    list[str] | None,
    typer.Option(
        "--points",
        metavar=N_("NAME=POINTS"),
        autocompletion=words("points"),
        help=N_("Only the points are known; for several players where points are penalties."),
    ),
]
Kind = Annotated[
    Literal["knock", "gin", "big_gin", "undercut"] | None,
    typer.Option("--kind", help=N_("The kind of a hand of which only the points are known.")),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar=N_("NAME"),
        autocompletion=words("players"),
        help=N_("In a partnership, who lost the hand of which only the points are known."),
    ),
]


# What they mean


def chosen_variant(
    console: Console,
    variant: str | None,
    rules: Sequence[str] | None = None,
    where: str = "--variant",
    *,
    is_written: bool = False,
) -> "Variant":
    """The rules of `--variant` (by default the reader's), with each `--rule` in them.

    `where` is the place to report for an unknown variant that was typed. A ruling is given even if
    the reader's defaults are faulty, with a note on stderr; what `is_written` down needs sound
    ones.

    Raises:
        GinscoreError: with all that `load_variant`, `parse_rules` and `override` refuse.
    """
    if variant is None:
        setting = _usual_variant(console, is_written=is_written)
    else:
        setting = Setting("variant", variant, "option", where)
    if setting.value in PRESETS and not rules:
        return load_preset(setting.value)
    changes, faults = sort_rules(rules or ())
    try:
        chosen = load_variant(setting.value)
    except GinscoreError as error:
        found = [fault if fault.where else fault.at(setting.place) for fault in error.faults]
        if is_written or setting.source != "file":
            raise GinscoreError(*found, *faults, *check_rules(changes)) from None
        console.tell_defects(found)
        chosen = load_preset(BUILT_IN["variant"])
    if faults:
        refuse_all([*faults, *check_rules(changes)])
    return override(chosen, changes) if changes else chosen


def _usual_variant(console: Console, *, is_written: bool) -> Setting:
    """The rules in the reader's defaults; see `chosen_variant`.

    Raises:
        GinscoreError: `bad-config`.
    """
    if is_written:
        return console.settings.variant
    console.tell_defects(console.defaults.faults)
    return console.defaults.variant


def tell_other_rules(console: Console, variant: "Variant") -> None:
    """Note on stderr if the sheet in reach has other rules than these."""
    path = sheet_in_reach(console.defaults)
    if path is None or console.quiet:
        return

    try:
        played = load_variant(path)
    except GinscoreError:
        # A ruling does not depend on a sheet that cannot be read.
        return
    if played != variant:
        console.talk(
            N_('{sheet} plays other rules ({variant}); "--variant {sheet}" judges by them'),
            sheet=path,
            variant=played.name,
        )


def take_stdin(texts: Iterable[str]) -> list[str]:
    """The texts, each `-` replaced by the next line of stdin.

    Raises:
        GinscoreError: `usage` where stdin has no line for it, `file-unreadable` where it is not
            UTF-8.
    """
    return [_next_line() if text == "-" else text for text in texts]


def _next_line() -> str:
    line = read_line()
    if not line:
        raise refuse("usage", N_('there is no line on stdin for "-"'), where="stdin")
    return line.strip()
