"""The options that several commands share, as annotations for their parameters.

Help and metavars are marked `N_` and translated when the help is shown.
"""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ginscore.cards.cards import LANGUAGES
from ginscore.errors import N_

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]

Lang = Annotated[
    Language | None,
    typer.Option("--lang", help=N_("Language of texts and cards; by default the locale's.")),
]
Color = Annotated[
    Literal["auto", "always", "never"] | None,
    typer.Option("--color", help=N_("Colour; by default on a terminal only.")),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help=N_("Leave out the talk on stderr."))]
Version = Annotated[bool, typer.Option("--version", help=N_("Show the version."))]

Format = Annotated[
    Literal["text", "json"],
    typer.Option("-f", "--format", help=N_("How the answer is written.")),
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
        help=N_("The rules: a preset, a file of house rules, or a sheet; by default `modern`."),
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar=N_("SWITCH=VALUE"),
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
        "--excel", help=N_("CSV as a European Excel opens it: semicolons, byte order mark.")
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
