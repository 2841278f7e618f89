"""The sheet's life: `new`, `undo`, `redo`, `void`, `rename` and `rules`."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.answers import Redone, Renamed, RulesChanged, Started, Struck, Undone
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import chosen_variant
from ginscore.cli.orders import join_names
from ginscore.cli.sheet_file import (
    clock,
    read_sound,
    sheet_option,
    sheet_path,
    show_change,
    standing,
    write_change,
    write_new,
)
from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all
from ginscore.files.store import read_sheet
from ginscore.hand.facts import check_names, clean_name
from ginscore.rules.overrides import override, parse_rules
from ginscore.sheet.log import names_when_written
from ginscore.sheet.sheet import Sheet
from ginscore.show.layout import fold
from ginscore.show.log import show_entry
from ginscore.show.ruling import show_rule_line
from ginscore.show.summary import show_example, show_pair

if TYPE_CHECKING:
    from ginscore.sheet.entries import Entry

ABOUT: Final = {
    "new": N_("""\
    ginscore new Ann Bob
    ginscore new Ann Bob --variant oklahoma --dealer Bob -s friday.json
    ginscore new Ann Bob Cy --variant rummy-royal -s friday.csv
    ginscore new --like friday.json -s saturday.json

A sheet is a JSON or a CSV file, as its name ends. No file is ever overwritten. With --like the
players and the rules of another sheet go on, and the deal too."""),
    "undo": N_("""\
    ginscore undo

Takes back the newest entry, whatever it did: undoing a correction brings back what was there
before it. Nothing is lost: redo brings it back, and "ginscore show --log" shows all of it."""),
    "redo": N_("""\
    ginscore redo"""),
    "void": N_("""\
    ginscore void 3

The hands after it are counted again. "ginscore show" tells the numbers of the hands."""),
    "rename": N_("""\
    ginscore rename Bob Robert"""),
    "rules": N_("""\
    ginscore rules
    ginscore rules --rule target=150
    ginscore rules --rule gin_bonus=20 --rule spade_doubles=points --from-now

A change counts for the whole sheet, which is counted again; with --from-now, only for the hands
that follow."""),
}

Number = Annotated[int, typer.Argument(metavar=N_("N"), help=N_("The number of the hand."))]


# new


def new(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar=N_("NAME NAME"), help=N_("The players in the order of seats.")),
    ] = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    dealer: options.Dealer = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar=N_("TITLE"), help=N_("What is played, and when.")),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(
            "--like", metavar=N_("FILE"), help=N_("Take players and rules from another sheet.")
        ),
    ] = None,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Start a sheet."""
    console = console_of(ctx)
    path = sheet_path(console, sheet)
    if like is None:
        started = _started(console, names or [], variant, rule, dealer, title)
    else:
        _check_like(names, variant)
        started = _rematch(like, rule, dealer, title)
    write_new(console, path, started)
    show_new(console, started, path, format_)


def _started(
    console: Console,
    names: list[str],
    variant: str | None,
    rule: list[str] | None,
    dealer: str | None,
    title: str | None,
) -> Sheet:
    """A sheet for these players, or all that is wrong with them and with the rules."""
    if not names:
        raise refuse(
            "usage",
            N_("no player is named"),
            hint=N_("name them in the order of seats: ginscore new Ann Bob"),
            where="NAME",
        )
    names = join_names(names)
    try:
        rules = chosen_variant(console, variant, rule, is_written=True)
    except GinscoreError as error:
        refuse_all([*error.faults, *check_names([*map(clean_name, names)])])
        raise
    return Sheet.new(*names, variant=rules, dealer=dealer, title=title, at=clock())


def _check_like(names: list[str] | None, variant: str | None) -> None:
    faults: list[Message] = []
    # Both come from the other sheet.
    if names:
        faults.append(_needless(N_("the players are those of the other sheet"), "NAME"))
    if variant is not None:
        faults.append(_needless(N_("the rules are those of the other sheet"), "--variant"))
    refuse_all(faults)


def _needless(template: str, where: str) -> Message:
    hint = N_("leave it out; --rule changes a rule, and rename a name")
    return Message("usage", template, {}, hint, where)


def _rematch(like: str, rule: list[str] | None, dealer: str | None, title: str | None) -> Sheet:
    played = read_sound(like).like(dealer=dealer, title=title, at=clock())
    if not rule:
        return played
    rules = override(played.variant, parse_rules(rule))
    return Sheet.new(
        *played.players, variant=rules, dealer=played.dealer, title=played.title, at=played.created
    )


def show_new(
    console: Console, sheet: Sheet, path: str, form: str, *, with_example: bool = True
) -> None:
    """Say who plays on a sheet that has just been started, by which rules, and who deals."""
    texts, score = console.texts, sheet.score()
    option = sheet_option(console, path)
    lines = [
        texts(N_("Started {sheet}: {players}."), sheet=path, players=sheet.players),
        fold(show_rule_line(sheet.variant, texts), console.style.columns),
        texts(N_("{name} deals."), name=score.next_dealer),
    ]
    if score.next_pair:
        lines.append(show_pair(score.next_pair, score.players, texts))
    if with_example:
        lines += ["", show_example(sheet.table(), option, texts)]
    started = Started(
        sheet=path,
        title=sheet.title,
        created=sheet.created,
        players=sheet.players,
        dealer=sheet.dealer,
        variant=sheet.variant.name,
    )
    console.answer(form, started, text=lambda: "\n".join(lines))


# undo, redo, void, rename


def undo(
    ctx: typer.Context, sheet: options.SheetFile = None, format_: options.Format = "text"
) -> None:
    """Take back the newest active entry."""
    console = console_of(ctx)
    take_back(console, sheet_path(console, sheet), format_)


def take_back(console: Console, path: str, form: str) -> None:
    """Take back the newest active entry, and say what it was."""
    changed = write_change(console, path, lambda old: old.undo(clock()))
    undid = _taken(changed)
    answer = Undone(**standing(changed), undid=undid.entry, event=undid.event)
    said = _say(console, changed, undid, N_("Took back entry {entry}: {told}."))
    show_change(console, changed, path, said, form, answer)


def redo(
    ctx: typer.Context, sheet: options.SheetFile = None, format_: options.Format = "text"
) -> None:
    """Bring back the entry that was undone last."""
    console = console_of(ctx)
    bring_back(console, sheet_path(console, sheet), format_)


def bring_back(console: Console, path: str, form: str) -> None:
    """Bring back what was taken back last, and say what it was."""
    changed = write_change(console, path, lambda old: old.redo(clock()))
    redid = _taken(changed)
    answer = Redone(**standing(changed), redid=redid.entry, event=redid.event)
    said = _say(console, changed, redid, N_("Brought back entry {entry}: {told}."))
    show_change(console, changed, path, said, form, answer)


def _taken(sheet: Sheet) -> "Entry":
    """The entry that the newest one took back, brought back or struck out."""
    return sheet.entries[(sheet.entries[-1].replaces or 0) - 1]


def _say(console: Console, sheet: Sheet, entry: "Entry", template: str) -> str:
    """A sentence about an entry and what it says."""
    names = [*names_when_written(sheet.entries, sheet.players)][entry.entry - 1]
    told = show_entry(entry, names, console.texts)
    said = console.texts(template, entry=entry.entry, told=told)
    return console.style.faces(fold(said, console.style.columns))


def void(
    ctx: typer.Context,
    number: Number,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Strike out a hand."""
    console = console_of(ctx)
    strike_out(console, sheet_path(console, sheet), number, format_)


def strike_out(console: Console, path: str, number: int, form: str) -> None:
    """Strike out a hand, and say what it was."""
    changed = write_change(console, path, lambda old: old.void(number, at=clock()))
    struck = _taken(changed)
    answer = Struck(**standing(changed), hand=number, struck=struck.entry)
    said = _say(console, changed, struck, N_("Struck out entry {entry}: {told}."))
    show_change(console, changed, path, said, form, answer)


def rename(
    ctx: typer.Context,
    old: Annotated[
        str,
        typer.Argument(
            autocompletion=options.words("players"),
            metavar=N_("OLD"),
            help=N_("The player, or how his name begins."),
        ),
    ],
    new_name: Annotated[
        str, typer.Argument(metavar=N_("NEW"), help=N_("What he is called from now on."))
    ],
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> None:
    """Change a player's name, in all his hands."""
    console = console_of(ctx)
    path = sheet_path(console, sheet)
    changed = write_change(console, path, lambda found: found.rename(old, new_name, at=clock()))
    answer = Renamed(**standing(changed), players=changed.names)
    said = _say(console, changed, changed.entries[-1], N_("{told}."))
    show_change(console, changed, path, said, format_, answer)


# rules


def rules(
    ctx: typer.Context,
    rule: options.Rules = None,
    from_now: Annotated[
        bool, typer.Option("--from-now", help=N_("Only for the hands that follow."))
    ] = False,
    sheet: options.SheetFile = None,
    excel: options.Excel = False,
    format_: options.TableFormat = "text",
) -> None:
    """Show the rules of the sheet, or change some."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    path = sheet_path(console, sheet)
    if not rule and not from_now:
        from ginscore.cli.rulebook import answer_rules

        answer_rules(console, read_sheet(path).rules, format_)
        return
    given = parse_rules(rule or ())
    changed = write_change(console, path, lambda old: old.change_rules(given, from_now, at=clock()))
    entry = changed.entries[-1]
    answer = RulesChanged(**standing(changed), rules=entry.rules, from_now=entry.from_now)
    said = _say(console, changed, entry, N_("Changed the rules: {told}."))
    show_change(console, changed, path, said, format_, answer)
