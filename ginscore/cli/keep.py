"""`keep`: an evening's score, hand by hand, for people who never read a manual.

Also the questions that `add`, `settle` and `melds` ask on a terminal.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.console import Console, console_of
from ginscore.cli.in_use import sheet_path
from ginscore.cli.prompts import Asker, Question, Value, asker_of
from ginscore.errors import N_, refuse
from ginscore.hand.facts import side_names

if TYPE_CHECKING:
    from ginscore.cli.keep_questions import Answers
    from ginscore.rules.variants import Variant
    from ginscore.sheet.sheet import Sheet

ABOUT: Final = {
    "keep": N_("""\
    ginscore keep
    ginscore keep Ann Bob --variant oklahoma -s friday.json
    ginscore keep < evening.txt

It asks who went out (first letter, number or name), the upcard where the rules need it, and what
each player holds; then it shows the ruling and the score. A hand is written down before the next
question, so that nothing is lost however it ends. Where there is no sheet yet it asks who plays,
by which rules, and starts one.

In place of a player:

    d  dead    nobody went out
    u  undo    take back the last entry            r  redo    bring it back
    e  edit    correct a hand, "e 3"               v  void    strike one out, "v 3"
    s  show    show the sheet                      n  new     a rematch, when all is over
    ?  help    what can be typed                   q  quit

What begins a player's name means him: then type the whole word, or a slash before it ("/u"). At
any other question < goes back to the one before, and Ctrl-C to the first. At the first, Ctrl-C
leaves with status 130; Ctrl-D leaves anywhere with 0.

From a pipe each line is an answer; a question whose answer was refused is asked again, and the
next line answers it. The status is then 1 if any line was refused, or if the input ended in the
middle of a hand."""),
}


def keep(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=N_("NAME NAME"),
            help=N_("The players of a new sheet; without them they are asked for."),
        ),
    ] = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    sheet: options.SheetFile = None,
    format_: options.Format = "text",
) -> int:
    """Keep the score, hand by hand."""
    from ginscore.cli.keep_evening import Evening
    from ginscore.cli.keep_start import Wishes

    console = console_of(ctx)
    evening = Evening(asker_of(console), sheet_path(console, sheet), format_)
    return evening.keep(Wishes(names or [], variant, rule or []))


# What other commands ask for; Ctrl-C and Ctrl-D leave them


def ask_hand(console: Console, sheet: "Sheet", upcard: str | None = None) -> "Answers":
    """A hand of the sheet, as somebody at the terminal tells it.

    The `upcard` is not asked for if it is given. `<` at the first question asks that again.
    """
    from ginscore.cli.keep_questions import Back, HandQuestions

    asker = asker_of(console)
    while True:
        try:
            return HandQuestions(asker, sheet.table(), upcard=upcard).ask()
        except Back:
            continue


def ask_holdings(
    console: Console, rules: "Variant", upcard: str | None = None
) -> tuple[list[str], str | None]:
    """The holdings of a hand that is on no sheet, the knocker's first, and the upcard."""
    from ginscore.cli.keep_questions import Back, HandQuestions
    from ginscore.hand.facts import allowed_seats
    from ginscore.sheet.record import Table

    asker = asker_of(console)
    seats = _ask_seats(asker, allowed_seats(rules))
    table = Table(side_names(seats), rules)
    while True:
        questions = HandQuestions(asker, table, 0, upcard=upcard)
        try:
            questions.ask()
        except Back:
            continue
        return [*questions.typed.values()], questions.upcard


def _ask_seats(asker: Asker, allowed: Sequence[int]) -> int:
    """How many play the hand, where the rules leave that open."""
    if len(allowed) == 1:
        return allowed[0]

    def read(answer: str) -> int:
        if answer in map(str, allowed):
            return int(answer)
        raise refuse(
            "wrong-seat-count",
            N_("number of players: {seats}; allowed: {allowed}"),
            seats=answer or "?",
            allowed=allowed,
        )

    text = asker.console.texts(N_("How many players?"))
    return asker.ask_until(Question(f"{text} ", [*map(str, allowed)], kind="seats"), read)


def ask_cards(console: Console, read: Callable[[str], Value]) -> Value:
    """What `read` makes of some cards; what it refuses is asked for again."""
    text = console.texts(N_("Cards?"))
    return asker_of(console).ask_until(Question(f"{text} ", kind="holding"), read)
