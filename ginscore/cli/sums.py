"""Over one or many sheets: `stats` and `payout`."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.chosen import check_excel
from ginscore.cli.console import Console, console_of
from ginscore.cli.in_use import read_sound, sheet_path
from ginscore.errors import N_, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.stats import SheetPayout, Stats

ABOUT: Final = {
    "stats": N_("""\
    ginscore stats
    ginscore stats *.json -f csv
    ginscore stats *.json --head-to-head

A player is one in all sheets, in whatever case his name is written. Gins count big gins too."""),
    "payout": N_("""\
    ginscore payout --per-point 0.05 --per-box 1
    ginscore payout friday.json saturday.json --per-point 0.05
    ginscore payout --pot 100

Points are those of the games that are over; a pot is for rules of penalty points, and may be split
at any time."""),
}

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=N_("FILE"), help=N_("Sheets; by default the sheet here. - is a sheet from stdin.")
    ),
]


def _read_all(console: Console, files: "Sequence[str] | None", sheet: str | None) -> "list[Sheet]":
    """The sheets that were named, each read once."""
    paths = list(files or ()) or [sheet_path(console, sheet)]
    return [read_sound(path) for path in dict.fromkeys(paths)]


def stats(
    ctx: typer.Context,
    files: Files = None,
    head_to_head: Annotated[
        bool, typer.Option("--head-to-head", help=N_("Only each two players against each other."))
    ] = False,
    excel: options.Excel = False,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Count what the players have done."""
    from ginscore.sheet.stats import count_stats

    console = console_of(ctx)
    check_excel(excel, format_)
    found = count_stats(_read_all(console, files, sheet))
    if format_ == "json":
        console.show_json(found)
    elif format_ == "csv":
        _show_csv(console, found, head_to_head=head_to_head, excel=excel)
    else:
        _show_tables(console, found, format_, head_to_head=head_to_head)


def _show_csv(console: Console, found: "Stats", *, head_to_head: bool, excel: bool) -> None:
    """One table: the players, or the pairings; the heads are the keys of the JSON."""
    from ginscore.sheet.stats import Pairing, PlayerStats

    rows = found.head_to_head if head_to_head else found.players
    heads = [*(Pairing if head_to_head else PlayerStats).model_fields]
    cells = ([_cell(getattr(row, head)) for head in heads] for row in rows)
    console.show_csv(heads, cells, excel=excel)


def _cell(value: float | str | None) -> str | int | None:
    return f"{value:.2f}" if isinstance(value, float) else value


def _show_tables(console: Console, found: "Stats", form: str, *, head_to_head: bool) -> None:
    from ginscore.show.stats import pairings_table, players_table, show_stats

    if head_to_head:
        console.show_table(form, pairings_table(found, console.texts))
    elif form == "text":
        console.show(show_stats(found, console.texts))
    else:
        console.show_table(form, players_table(found, console.texts))


def payout(
    ctx: typer.Context,
    files: Files = None,
    per_point: Annotated[
        str | None,
        typer.Option(
            "--per-point", metavar=N_("MONEY"), help=N_("The loser pays so much a point.")
        ),
    ] = None,
    per_box: Annotated[
        str | None,
        typer.Option("--per-box", metavar=N_("MONEY"), help=N_("The loser pays so much a box.")),
    ] = None,
    pot: Annotated[
        str | None,
        typer.Option("--pot", metavar=N_("MONEY"), help=N_("Split so much by penalty points.")),
    ] = None,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Say who pays whom how much, with the arithmetic."""
    from decimal import Decimal

    from ginscore.game.payouts import format_money

    console = console_of(ctx)
    _check_payout(per_point, per_box, pot)
    paid = _pay(_read_all(console, files, sheet), per_point, per_box, pot)
    shares = {name: format_money(share) for name, share in paid.shares.items()}
    if format_ == "json":
        console.show_json({"shares": shares, "formula": [line.text for line in paid.formula]})
    elif format_ == "csv":
        # As numbers: what is owed begins with a minus, which is no formula.
        cells = [(name, Decimal(share)) for name, share in shares.items()]
        console.show_csv(("player", "share"), cells)
    elif format_ == "text":
        from ginscore.show.payout import show_payout

        console.show(show_payout(shares, paid.formula, console.texts, console.style))
    else:
        from ginscore.show.payout import payout_table

        console.show_table(format_, payout_table(shares, console.texts))


def _check_payout(per_point: str | None, per_box: str | None, pot: str | None) -> None:
    stakes = per_point is not None or per_box is not None
    if not stakes and pot is None:
        raise refuse(
            "usage",
            N_("it is not told what is paid; allowed: --per-point, --per-box, or --pot"),
            hint=N_("such as: ginscore payout --per-point 0.05"),
        )
    if stakes and pot is not None:
        raise refuse(
            "usage", N_("either a pot is split, or points and boxes are paid"), where="--pot"
        )


def _pay(
    sheets: "Sequence[Sheet]", per_point: str | None, per_box: str | None, pot: str | None
) -> "SheetPayout":
    from ginscore.game.payouts import parse_money
    from ginscore.sheet.stats import pay_sheets, share_pot_of_sheets

    if pot is not None:
        return share_pot_of_sheets(sheets, parse_money(pot, "--pot"))
    return pay_sheets(
        sheets,
        parse_money(per_point or "0", "--per-point"),
        parse_money(per_box or "0", "--per-box"),
    )
