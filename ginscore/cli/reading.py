"""What is on a sheet: `show` and `verify`."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.chosen import check_excel
from ginscore.cli.console import Console, console_of
from ginscore.cli.in_use import (
    read_given,
    read_sound,
    sheet_from_stdin,
    sheet_path,
)
from ginscore.errors import N_, GinscoreError, refuse

if TYPE_CHECKING:
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.verify import Verdict

ABOUT: Final = {
    "show": N_("""\
    ginscore show
    ginscore show --last 5
    ginscore show --chart
    ginscore show --log
    ginscore show -f csv > hands.csv

CSV is the tidy table: a row for each hand that counts. Its heads are hand, entry, at, game, dealer,
went_out, upcard, kind, winner, points, boxes, columns, edited, note, then player1, deadwood1,
score1 and total1 with one number for each player; in a partnership score1 and total1 are those
of the first team."""),
    "verify": N_("""\
    ginscore verify
    ginscore verify friday.csv

Besides our own sheets a plain CSV table is read: the columns hand, winner and points, and one for
each player with his running total. A dead hand has no winner and 0 points. The status is 1 if
anything does not add up."""),
}


def show(
    ctx: typer.Context,
    last: Annotated[
        int | None,
        typer.Option("--last", min=1, metavar=N_("N"), help=N_("Only the last so many hands.")),
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help=N_("Every entry, undone and corrected ones too."))
    ] = False,
    chart: Annotated[bool, typer.Option("--chart", help=N_("Draw the running totals."))] = False,
    excel: options.Excel = False,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Show the sheet, its log, or its chart."""
    console = console_of(ctx)
    _check_show(last, log, chart, excel, format_)
    path = sheet_path(console, sheet)
    # The log can be shown whatever is wrong with it.
    found = read_given(path) if log else read_sound(path)
    if log:
        _show_log(console, found, last, format_, excel=excel)
    elif chart:
        _show_chart(console, found, last)
    elif format_ == "text":
        from ginscore.show.sheet import show_sheet

        console.show(show_sheet(found.score(last), found.rules, console.texts, console.style))
    else:
        _show_as(console, found, last, format_, excel=excel)


def _check_show(last: int | None, log: bool, chart: bool, excel: bool, form: str) -> None:
    # Some options say nothing together.
    check_excel(excel, form)
    if chart and (log or form != "text"):
        raise refuse("usage", N_("the chart is text, and nothing else"), where="--chart")
    if last is not None and form == "html" and not log:
        raise refuse("usage", N_("an HTML page holds the whole sheet"), where="--last")


def _show_as(console: Console, sheet: "Sheet", last: int | None, form: str, *, excel: bool) -> None:
    """The sheet in any form but text."""
    score = sheet.score(last)
    if form == "json":
        console.show_json(score)
    elif form == "csv":
        from ginscore.files.table_csv import tidy_heads, tidy_rows

        console.show_csv(tidy_heads(score), tidy_rows(score), excel=excel)
    elif form == "markdown":
        from ginscore.show.markdown import format_markdown

        console.show(format_markdown(score, sheet.rules, console.texts))
    else:
        from ginscore.show.html import format_report

        console.show(format_report(sheet, console.texts))


def _show_log(
    console: Console, sheet: "Sheet", last: int | None, form: str, *, excel: bool
) -> None:

    log = sheet.log()
    if last is not None:
        log = log.model_copy(update={"entries": log.entries[-last:]})
    if form == "json":
        console.show_json(log)
        return
    from ginscore.show.log import CSV_HEADS, log_rows, log_table, show_log

    if form == "text":
        console.show(show_log(log, console.texts, console.style))
    elif form == "csv":
        console.show_csv(CSV_HEADS, log_rows(log), excel=excel)
    else:
        console.show_table(form, log_table(log, console.texts))


def _show_chart(console: Console, sheet: "Sheet", last: int | None) -> None:
    from ginscore.show.chart import format_chart

    console.show(format_chart(sheet.score(last), sheet.rules, console.texts, console.style))


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
    if format_ == "json":
        console.show_json(found)
    else:
        from ginscore.show.verdict import show_verdict

        console.show(show_verdict(found, path, console.texts, console.style))
    if not found.ok:
        raise refuse(
            "does-not-verify",
            N_("things that do not add up: {count}"),
            where=path,
            count=len(found.faults),
        )


def _verified(path: str) -> "Verdict":
    from ginscore.files.verification import verify_content, verify_file

    if path != "-":
        return verify_file(path)
    content, form = sheet_from_stdin()
    try:
        return verify_content(content, form)
    except GinscoreError as error:
        raise error.at("stdin") from None
