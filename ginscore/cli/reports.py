"""Reports on sheets: `show`, `verify`, `stats`, `payout`, and `ginscore` alone."""

from collections import deque
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.answers import FileName, NoSheet, Payout
from ginscore.cli.console import Console, console_of
from ginscore.cli.export import report
from ginscore.cli.sheet_file import (
    parse_stdin,
    read_given,
    read_sound,
    rematch_command,
    sheet_path,
    tell_unused,
)
from ginscore.errors import N_, refuse
from ginscore.files.config import sheet_in_reach
from ginscore.files.table_csv import tidy_table
from ginscore.game.payouts import format_money, parse_money
from ginscore.sheet.scores import ScoreSheet
from ginscore.sheet.stats import (
    Pairing,
    PlayerStats,
    count_stats,
    distinct_sheets,
    pay_sheets,
    share_pot_of_sheets,
    tell_open,
)
from ginscore.show.chart import format_chart
from ginscore.show.log import CSV_HEADS, log_rows, log_table, show_log
from ginscore.show.sheet import format_markdown, show_sheet
from ginscore.show.summary import show_example, show_state
from ginscore.show.tables import (
    pairings_table,
    payout_table,
    players_table,
    show_payout,
    show_stats,
    show_verdict,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from ginscore.errors import Message
    from ginscore.files.table_csv import Cell
    from ginscore.game.payouts import Line
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.stats import SheetPayout
    from ginscore.sheet.verify import Verdict


ABOUT: Final = {
    "show": N_("""\
    ginscore show
    ginscore show --last 5
    ginscore show --chart
    ginscore show --log
    ginscore show -f csv > hands.csv
    ginscore show *.json -f csv --excel > club.csv

CSV is the tidy table: a row for each hand that counts; that of several sheets begins each row with
the file. Its heads are hand, entry, at, game, dealer, went_out, upcard, kind, winner, points,
boxes, columns, edited, note, then player1, deadwood1, score1 and total1 with one number for each
player; in a partnership score1 and total1 are those of the first team."""),
    "verify": N_("""\
    ginscore verify
    ginscore verify friday.csv

Besides our own sheets, CSV tables are read: what "ginscore show -f csv" prints, and tables that you
keep yourself. These need the heads winner and points, in English or French, and a column of running
totals headed by each player's name. A row without a winner is a dead hand; a blank total is the one
before it. The status is 1 if anything does not add up."""),
    "stats": N_("""\
    ginscore stats
    ginscore stats *.json -f csv
    ginscore stats *.json --head-to-head
    ginscore stats *.json --last 50

A player is one in all sheets, in whatever case his name is written. Gins count big gins too. A game
that is in several files, such as a sheet and its copy, counts once."""),
    "payout": N_("""\
    ginscore payout --per-point 0.05 --per-box 1
    ginscore payout friday.json saturday.json --per-point 0.05
    ginscore payout --pot 100

Points are those of the games that are over; a pot is for rules of penalty points, and may be split
at any time. A game that is in several files counts once."""),
}


Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=N_("FILE"), help=N_("Sheets; by default the sheet here. - is a sheet from stdin.")
    ),
]
Last = Annotated[
    int | None,
    typer.Option("--last", min=1, metavar=N_("N"), help=N_("Only the last so many hands.")),
]


def show(
    ctx: typer.Context,
    files: Files = None,
    last: Last = None,
    log: Annotated[
        bool, typer.Option("--log", help=N_("Every entry, undone and corrected ones too."))
    ] = False,
    chart: Annotated[bool, typer.Option("--chart", help=N_("Draw the running totals."))] = False,
    excel: options.Excel = False,
    output: options.Output = None,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Show the sheet, its log, or its chart; or the hands of several sheets as one table."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    _check_show(last, log, chart, format_)
    with console.into(output):
        if files and len(files) > 1:
            _show_all(console, files, last, format_, log=log)
            return
        path = files[0] if files else sheet_path(console, sheet)
        # The log of a faulty sheet can be shown too.
        found = read_given(path) if log else read_sound(path)
        if log:
            _show_log(console, found, last, format_)
        elif chart:
            console.show(format_chart(found.score(last), found.rules, console.texts, console.style))
        else:
            _show_sheet(console, found, last, format_)


def _check_show(last: int | None, log: bool, chart: bool, form: str) -> None:
    # Some options mean nothing together.
    if chart and (log or form != "text"):
        raise refuse("usage", N_("the chart is text, and nothing else"), where="--chart")
    if last is not None and form == "html" and not log:
        raise refuse("usage", N_("an HTML page holds the whole sheet"), where="--last")


def _show_all(
    console: Console, files: "Sequence[str]", last: int | None, form: str, *, log: bool
) -> None:
    if form != "csv" or log:
        template = N_("several sheets are shown as one table of their hands: -f csv")
        raise refuse("usage", template, where="FILE")
    kept, warnings = distinct_sheets(_read_all(console, files, None))
    heads, rows = tidy_table({name: sheet.score() for name, sheet in kept.items()})
    console.write_csv(heads, deque(rows, last))
    console.warn(warnings)


def _show_sheet(console: Console, sheet: "Sheet", last: int | None, form: str) -> None:
    score, rules, texts = sheet.score(last), sheet.rules, console.texts

    console.answer(
        form,
        score,
        text=lambda: show_sheet(score, rules, texts, console.style),
        markdown=lambda: format_markdown(score, rules, texts),
        html=lambda: report(console, sheet, texts),
        csv=lambda: tidy_table({"": score}),
    )


def _show_log(console: Console, sheet: "Sheet", last: int | None, form: str) -> None:
    log = sheet.log()
    if last is not None:
        log = log.model_copy(update={"entries": log.entries[-last:]})
    console.answer(
        form,
        log,
        text=lambda: show_log(log, console.texts, console.style),
        table=lambda: log_table(log, console.texts),
        csv=lambda: (CSV_HEADS, log_rows(log)),
    )


def verify(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar=N_("FILE"), help=N_("A sheet or a plain CSV table; by default the sheet here.")
        ),
    ] = None,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Recompute a sheet and list every line that does not add up."""
    console = console_of(ctx)
    path = sheet_path(console, sheet) if file is None else file
    found = _verified(path)
    if format_ == "text":
        tell_unused(console, found.unused)
    console.answer(
        format_, found, text=lambda: show_verdict(found, path, console.texts, console.style)
    )
    if not found.ok:
        raise refuse(
            "does-not-verify",
            N_("things that do not add up: {count}"),
            where=path,
            count=len(found.faults),
        )


def _verified(path: str) -> "Verdict":
    from ginscore.files.verification import verify_content, verify_file

    return verify_file(path) if path != "-" else parse_stdin(verify_content)


# Over one or many sheets


def _read_all(
    console: Console, files: "Sequence[str] | None", sheet: str | None
) -> "list[tuple[str, Sheet]]":
    """The sheets with their files' names, each file read once."""
    paths = list(files or ()) or [sheet_path(console, sheet)]
    found = {path: read_sound(path) for path in dict.fromkeys(paths)}
    return [(path, found[path]) for path in paths]


def stats(
    ctx: typer.Context,
    files: Files = None,
    head_to_head: Annotated[
        bool, typer.Option("--head-to-head", help=N_("Only each two players against each other."))
    ] = False,
    last: Last = None,
    excel: options.Excel = False,
    output: options.Output = None,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Count what the players have done."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    kept, warnings = distinct_sheets(_read_all(console, files, sheet))
    found = count_stats(kept.values(), last, warnings)
    texts = console.texts
    with console.into(output):
        if head_to_head:
            console.answer(
                format_,
                found,
                table=lambda: pairings_table(found, texts),
                csv=lambda: _rows(Pairing, found.head_to_head),
                warnings=warnings,
            )
        else:
            console.answer(
                format_,
                found,
                text=lambda: show_stats(found, texts),
                table=lambda: players_table(found, texts),
                csv=lambda: _rows(PlayerStats, found.players),
                warnings=warnings,
            )


def _rows(
    model: type[PlayerStats | Pairing], rows: "Sequence[PlayerStats | Pairing]"
) -> "tuple[list[str], list[list[Cell]]]":
    """Heads and cells; the heads are the keys of the JSON."""
    heads = [*model.model_fields]
    return heads, [[_cell(getattr(row, head)) for head in heads] for row in rows]


def _cell(value: float | str | None) -> "Cell":
    from decimal import Decimal

    return Decimal(f"{value:.2f}") if isinstance(value, float) else value


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
    excel: options.Excel = False,
    output: options.Output = None,
    format_: options.TableFormat = "text",
) -> None:
    """Say who pays whom how much, with the arithmetic."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    _check_payout(per_point, per_box, pot)
    kept, warnings = distinct_sheets(_read_all(console, files, sheet))
    paid = _pay([*kept.values()], per_point, per_box, pot)
    told = tell_open(kept, by_box=per_box is not None, is_pot=pot is not None)
    with console.into(output):
        _answer_payout(console, paid.shares, (*paid.formula, *told), warnings, format_)


def _answer_payout(
    console: Console,
    paid: "dict[str, Decimal]",
    formula: "Sequence[Line]",
    warnings: "Sequence[Message]",
    form: str,
) -> None:
    shares = {name: format_money(share) for name, share in paid.items()}
    told = tuple(line.text for line in formula)
    console.answer(
        form,
        Payout(shares=shares, formula=told, warnings=tuple(warnings)),
        text=lambda: show_payout(shares, formula, console.texts, console.style),
        table=lambda: payout_table(shares, console.texts),
        # As numbers: the minus of a debt is not taken for a formula.
        csv=lambda: (("player", "share"), _numbers(shares)),
        warnings=warnings,
    )


def _numbers(shares: "Mapping[str, str]") -> "list[tuple[str, Decimal]]":
    from decimal import Decimal

    return [(name, Decimal(share)) for name, share in shares.items()]


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
    if pot is not None:
        return share_pot_of_sheets(sheets, parse_money(pot, "--pot"))
    return pay_sheets(
        sheets,
        parse_money(per_point or "0", "--per-point"),
        parse_money(per_box or "0", "--per-box"),
    )


# The program alone


class State(ScoreSheet):
    """The score of the sheet in reach: `ginscore` alone."""

    sheet: FileName


START: Final = N_("""\
ginscore keeps the score of Gin Rummy and settles disputes.

  ginscore settle 4 17      the knocker has 4 points of deadwood, the other 17
  ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D"
  ginscore melds "7S 7H 7D 4C 5C 6C JH QH KH 3D"
  ginscore compare 5 5      the same hand under every set of rules
  ginscore new Ann Bob      start a sheet
  ginscore keep             keep the score hand by hand

"ginscore --help" lists every command.""")


def show_start(console: Console, form: str) -> None:
    """Show the sheet's state if there is one here, else the first commands."""
    path = sheet_in_reach(console.settings)
    if path is None:
        console.answer(form, NoSheet(), text=lambda: console.texts(START))
        return
    sheet = read_sound(path)
    score = sheet.score(last=1)
    console.answer(
        form,
        State(sheet=path, **dict(score)),
        text=lambda: _show_state(console, sheet, score, path),
    )


def _show_state(console: Console, sheet: "Sheet", score: ScoreSheet, path: str) -> str:
    texts = console.texts
    shown = show_state(score, sheet.rules, path, texts, console.style)
    if score.match.over:
        following = texts(N_("A rematch: {command}"), command=rematch_command(path))
    else:
        following = show_example(sheet.table(), "", texts)
    return f"{shown}\n\n{following}"
