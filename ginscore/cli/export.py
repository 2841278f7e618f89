"""Sheets to other files and back: `export` and `import`."""

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from ginscore.cli import options
from ginscore.cli.answers import Imported
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import chosen_variant
from ginscore.cli.sheet_file import (
    clock,
    naming_sheet,
    parse_stdin,
    read_given,
    read_sound,
    sheet_path,
    tell_unused,
    write_new,
)
from ginscore.errors import N_, refuse
from ginscore.files.config import sheet_in_reach
from ginscore.files.store import export_text, format_sheet, read_sheet
from ginscore.files.verification import parse_any, read_any
from ginscore.sheet.tables import Table
from ginscore.sheet.verify import check_sheet, sheet_of_table, warn_unusual
from ginscore.show.sheet import format_markdown
from ginscore.show.tables import show_warnings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginscore.errors import Message
    from ginscore.sheet.sheet import Sheet
    from ginscore.show.texts import Texts


ABOUT: Final = {
    "export": N_("""\
    ginscore export -f html -o friday.html
    ginscore export -f html --rulings -o friday.html
    ginscore export -f csv -o friday.csv
    ginscore export -f csv --excel -o friday.csv
    ginscore export -f html --blank -o paper.html
    ginscore export -f html --blank --variant hollywood -o paper.html

CSV and JSON are the sheet itself, with everything that was ever written; "ginscore import" reads
them. For a table of the hands see "ginscore show -f csv"."""),
    "import": N_("""\
    ginscore import friday.csv -s friday.json
    ginscore import ginscore.json.bak -s mended.json
    ginscore import kept.csv -s club.json --variant classic

The version before the last change is always kept as FILE.bak. No file is overwritten. A CSV table,
as "ginscore verify" reads it, becomes a sheet of hands of which only the points are known. What
does not add up, or what the rules of a sheet refuse, comes in with --anyway only."""),
}

FORMS: Final = {".csv": "csv", ".json": "json", ".md": "markdown", ".html": "html", ".htm": "html"}

Rulings = Annotated[
    bool, typer.Option("--rulings", help=N_("Unfold every ruling, on paper too (HTML)."))
]


def export(
    ctx: typer.Context,
    excel: options.Excel = False,
    output: options.Output = None,
    force: Annotated[
        bool, typer.Option("--force", help=N_("Let the file replace another sheet."))
    ] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help=N_("An empty sheet to fill in by pen (HTML)."))
    ] = False,
    rulings: Rulings = False,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    sheet: options.SheetFile = None,
    format_: Annotated[
        Literal["csv", "json", "markdown", "html"] | None,
        typer.Option(
            "-f", "--format", help=N_("What is written; by default as the name of the file ends.")
        ),
    ] = None,
) -> None:
    """Write the sheet in another form."""
    console = console_of(ctx)
    form = format_ or _form_of(output)
    console.for_excel(excel, form)
    _check_blank(form, blank, "--variant" if variant else "--rule" if rule else "")
    _check_rulings(rulings and (blank or form != "html"))
    path = sheet_path(console, sheet)
    found = None
    if blank:
        text = _blank(console, sheet, variant, rule)
    else:
        # A faulty sheet can still be copied as it is.
        found = read_given(path) if form in ("csv", "json") else read_sound(path)
        text = _exported(console, found, form, rulings=rulings)
    if output is None or output == "-":
        console.write(text)
        return
    export_text(output, text, sheet=path, exported=found, force=force, lock=not console.no_lock)
    console.talk(N_("Wrote {file}."), file=output)


def _check_blank(form: str, blank: bool, rules: str) -> None:
    # Some options mean nothing in some forms; `rules` is the option that names rules, if any.
    if blank and form != "html":
        raise refuse("usage", N_("an empty sheet is an HTML page: -f html"), where="--blank")
    if rules and not blank:
        template = N_("a sheet has its own rules; others are for an empty one: --blank")
        raise refuse("usage", template, where=rules)


def _check_rulings(misplaced: bool) -> None:
    if misplaced:
        raise refuse(
            "usage", N_("rulings are unfolded in an HTML page: -f html"), where="--rulings"
        )


def _form_of(output: str | None) -> str:
    form = FORMS.get(PurePath(output or "").suffix.lower())
    if form is None:
        raise refuse(
            "usage",
            N_("it is not told what to write; allowed: csv, json, markdown, html"),
            hint=N_("such as: ginscore export -f csv"),
            where="--format",
        )
    return form


def _blank(
    console: Console, sheet: str | None, variant: str | None, rule: "list[str] | None"
) -> str:
    """An empty sheet: for the players of the sheet in use, or under the rules given."""
    from ginscore.show.html import format_blank

    in_use = sheet or sheet_in_reach(console.settings)
    if in_use and not variant and not rule:
        found = read_sheet(sheet_path(console, sheet))
        return format_blank(found.rules, console.texts, found.names)
    return format_blank(chosen_variant(console, variant, rule), console.texts)


def _exported(console: Console, sheet: "Sheet", form: str, *, rulings: bool) -> str:
    """The text of the file."""
    if form == "html":
        return report(console, sheet, console.texts, rulings=rulings)
    if form == "markdown":
        return format_markdown(sheet.score(), sheet.rules, console.texts) + "\n"

    return format_sheet(sheet, "csv" if form == "csv" else "json", console.dialect)


_MANY: Final = 2_000  # hands; fewer make a page in a second or two
_STEP: Final = 500  # hands between two moves of the bar


def report(console: Console, sheet: "Sheet", texts: "Texts", *, rulings: bool = False) -> str:
    """The sheet as a page, with a bar on a terminal while that takes long."""
    # Its templates are slow to load.
    from ginscore.show.html import format_report

    hands = len(sheet.record.hands)
    if hands < _MANY or console.quiet or not sys.stderr.isatty():
        return format_report(sheet, texts, rulings=rulings)

    from ginscore.cli.batch import show_progress

    with show_progress(console, hands) as advance:
        return format_report(
            sheet,
            texts,
            lambda hand: advance(_STEP, hand) if hand % _STEP == 0 else None,
            rulings=rulings,
        )


def import_(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar=N_("FILE"), help=N_("A sheet, .json or .csv, or its .bak; a CSV table; or -.")
        ),
    ],
    variant: options.VariantName = None,
    rule: options.Rules = None,
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help=N_("Take what the rules refuse, or what does not add up.")),
    ] = False,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Make a sheet of another sheet's file, or of a table."""
    console = console_of(ctx)
    path = sheet_path(console, sheet)
    found, unused = _imported(console, file, variant, rule, anyway=anyway)
    write_new(console, path, found)
    if format_ == "text":
        tell_unused(console, unused)
    entries, hands = len(found.entries), len(found.record.hands)
    counted = console.texts.plural("{count} hand", "{count} hands", hands)
    said = console.texts(
        N_("Imported {file} as {sheet}: {hands}."), file=file, sheet=path, hands=counted
    )
    warnings = list(warn_unusual(found))
    console.answer(
        format_,
        Imported(
            sheet=path,
            imported=file,
            entries=entries,
            hands=hands,
            warnings=tuple(warnings),
            unused=tuple(unused),
        ),
        text=lambda: "\n".join([said, *show_warnings(warnings, console.texts, console.style)]),
    )


def _imported(
    console: Console, file: str, variant: str | None, rule: "list[str] | None", *, anyway: bool
) -> "tuple[Sheet, Sequence[Message]]":
    """The sheet that comes in, and the columns of a table that were left aside."""
    given = read_any(file) if file != "-" else parse_stdin(parse_any)
    with naming_sheet("stdin" if file == "-" else file):
        if isinstance(given, Table):
            rules = chosen_variant(console, variant, rule, is_written=True)
            say = console.texts.message
            return sheet_of_table(given, rules, clock(), anyway=anyway, say=say), given.unused
        if option := "--variant" if variant else "--rule" if rule else "":
            template = N_("a sheet has its own rules; others are for a table")
            raise refuse("usage", template, where=option)
        if not anyway:
            check_sheet(given)
    return given, ()
