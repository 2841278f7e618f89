"""What `add` and `edit` take beside the cards, as annotations for their parameters."""

from typing import Annotated, Literal

import typer

from ginscore.errors import N_

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=N_("NAME KNOCKER OTHER"),
        help=N_(
            "Who went out, what he holds, then the others in the order of seats; NAME=HOLDING "
            "names one. A name may be cut short. - reads a line of stdin."
        ),
    ),
]
Dealer = Annotated[
    str | None,
    typer.Option(
        "--dealer", metavar=N_("NAME"), help=N_("Who deals, where the rules say otherwise.")
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
        help=N_("In a partnership, who lost the hand of which only the points are known."),
    ),
]
