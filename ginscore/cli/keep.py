"""`keep`: an evening's score, hand by hand, for people who never read a manual."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginscore.cli import options
from ginscore.cli.console import console_of
from ginscore.cli.hand_questions import Answers, Back, HandQuestions
from ginscore.cli.orders import (
    Command,
    Line,
    Order,
    all_words,
    find_seat,
    parse_line,
    parse_order,
    show_orders_help,
    shown_words,
    split_names,
    word_for,
)
from ginscore.cli.prompts import BACK, Asker, Question, asker_of
from ginscore.cli.sheet_file import (
    clock,
    sheet_option,
    sheet_path,
    show_now,
    show_ruling,
    write_change,
    write_new,
)
from ginscore.cli.sheets import bring_back, show_new, strike_out, take_back
from ginscore.cli.start_questions import NewSheetOptions, ask_start, numbered
from ginscore.errors import N_, GinscoreError, refuse
from ginscore.files.store import fresh_path, read_sheet
from ginscore.sheet.record import Seating
from ginscore.show.sheet import show_sheet
from ginscore.show.summary import show_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ginscore.cli.hand_questions import Answers
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.typed import HandOptions


ABOUT: Final = {
    "keep": N_("""\
    ginscore keep
    ginscore keep Ann Bob --variant oklahoma -s friday.json
    ginscore keep < evening.txt

It asks who went out (first letter, number or name), the upcard where the rules need it, and what
each player holds; then it shows the ruling and the score. A whole hand may be told in one line:

    a 4 17              Ann went out with 4, Bob has 17
    b gin 30 7H         Bob went gin; the last card is the upcard
    Ann=4 Bob=17        with names, in any order; cards with blanks need quotes

A hand is written down before the next question, so that nothing is lost however it ends. Where
there is no sheet yet it asks who plays, by which rules, and starts one.

In place of a player:

    d  dead    nobody went out
    u  undo    take back the last entry            r  redo    bring it back
    e  edit    correct a hand: e 3, e 3 a 4 27     v  void    strike one out: v 3
    s  show    show the sheet                      n  new     a rematch, when all is over
    ?  help    what can be typed                   q  quit

A letter alone is the command, before what is held it is a player; who is called "U" himself comes
first, and then a slash makes the command ("/u"). At any other question < goes back to the one
before, and Ctrl-C to the first. At the first, Ctrl-C leaves with status 130; Ctrl-D leaves
anywhere with 0.

From a pipe each line is an answer; a question whose answer was refused is asked again, and the
next line answers it. The status is then 1 if any line was refused, or if the input ended in the
middle of a hand.""")
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
    console = console_of(ctx)
    evening = Evening(asker_of(console), sheet_path(console, sheet), format_)
    return evening.keep(NewSheetOptions(names or [], variant, rule or []))


# An evening at the table


# The exit status of an error about a file.
FILE_STATUS: Final = 3
# The commands in the line above the first question.
_MENU: Final[tuple[Command, ...]] = ("dead", "undo", "edit", "show", "help", "quit")
_MENU_AFTER: Final[tuple[Command, ...]] = ("new", "undo", "edit", "show", "help", "quit")


class Evening:
    """A sheet at the table, and the questions about it.

    The sheet is read anew before each hand and written as soon as one is complete, so that nothing
    is lost whenever the program ends.
    """

    def __init__(self, asker: Asker, path: str, form: str) -> None:
        self.asker = asker
        self.console = asker.console
        self.texts = asker.console.texts
        self.path = path
        self.form = form
        # Whether there are answers about a hand that is not written down yet.
        self.is_telling = False

    def keep(self, wanted: NewSheetOptions) -> int:
        """Keep the score until the answers end; the status is 1 if lines of a pipe were refused."""
        try:
            self._open(wanted)
            while self._take_turn():
                pass
        except EOFError:
            self._say_left_out()
        if Path(self.path).is_file():
            self._take_leave()
        is_whole = not (self.asker.refused or self.is_telling)
        return 0 if is_whole or self.asker.is_terminal else 1

    def _open(self, wanted: NewSheetOptions) -> None:
        """Show how the sheet stands, or start one."""
        try:
            sheet = read_sheet(self.path)
        except GinscoreError as error:
            if error.code != "sheet-missing":
                raise
            self._start(wanted, error)
            return
        if not wanted.is_blank:
            raise refuse(
                "usage",
                N_("there is a sheet already, with its players and its rules"),
                hint=N_("leave them out, or give another sheet: -s {new}"),
                where=self.path,
                new=fresh_path(self.path),
            )
        self._show_state(sheet)

    def _start(self, wanted: NewSheetOptions, missing: GinscoreError) -> None:
        self.asker.say(self.texts(N_("There is no sheet {sheet} yet."), sheet=self.path))
        try:
            started = ask_start(self.asker, wanted)
        except EOFError:
            if self.asker.is_terminal:
                raise
            raise missing from None
        write_new(self.console, self.path, started)
        show_new(self.console, started, self.path, self.form, with_example=False)

    def _show_state(self, sheet: "Sheet") -> None:
        score, style = sheet.score(last=1), self.console.style
        self.asker.say(show_state(score, sheet.rules, self.path, self.texts, style))

    def _say_left_out(self) -> None:
        """Say so if an unfinished hand is not written down."""
        if self.is_telling:
            self.asker.say(self.texts(N_("Nothing of this hand is written down.")))

    def _take_leave(self) -> None:
        self.asker.say("\n" + show_now(self.console, read_sheet(self.path), self.path))
        option = sheet_option(self.console, self.path)
        self.console.talk(N_("To go on: {command}"), command=f"ginscore keep{option}")

    # The first question

    def _take_turn(self) -> bool:
        """Ask who went out and do what follows; False to leave."""
        sheet = read_sheet(self.path)
        answer = self.asker.ask(self._first_question(sheet))
        # An empty line is ignored, and there is no question to go back to.
        if answer in ("", BACK):
            return True
        try:
            found = parse_order(answer, sheet.names, self.texts.lang)
            if isinstance(found, Order):
                return self._obey(sheet, found)
            self._tell_hand(sheet, found)
        except GinscoreError as error:
            if self._is_hopeless(error):
                raise
            self.asker.refuse(error)
        except KeyboardInterrupt:
            if not self.asker.is_terminal:
                raise
            self._say_left_out()
            self.is_telling = False
        return True

    def _is_hopeless(self, error: GinscoreError) -> bool:
        """Whether a script cannot go on: the sheet cannot be written, or its input not be read."""
        is_fatal = error.exit_status == FILE_STATUS or error.code == "file-unreadable"
        return is_fatal and not self.asker.is_terminal

    def _first_question(self, sheet: "Sheet") -> Question:
        names, texts = sheet.names, self.texts
        is_over = sheet.tally.match.over
        text = texts(N_("What next?")) if is_over else texts(N_("Who went out?"))
        table = sheet.table()
        help_, menu = show_orders_help(texts, table), self._menu(sheet, is_over)
        # Who sits out may have played all the same, but is not offered.
        words = [name for name in all_words(names, texts.lang) if name not in table.idle]
        return Question(f"{text} ", words, help_, "who", menu)

    def _menu(self, sheet: "Sheet", is_over: bool) -> str:
        """The line that shows the possible answers."""
        names, texts = sheet.names, self.texts
        commands = ", ".join(shown_words(_MENU_AFTER if is_over else _MENU, names, texts.lang))
        if is_over:
            return "\n" + texts(N_("It is over: {commands}"), commands=commands)
        number, idle = len(sheet.record.hands) + 1, sheet.table().idle
        players = numbered(names, texts, idle)
        template = N_("Hand {number}: {players}; {commands}")
        if idle:
            template = N_("Hand {number}: {players}; sitting out: {idle}; {commands}")
        fields = {"players": players, "idle": ", ".join(idle), "commands": commands}
        return "\n" + texts(template, number=number, **fields)

    # Hands

    def _tell_hand(self, sheet: "Sheet", line: Line) -> None:
        if sheet.tally.match.over:
            raise refuse(
                "game-over",
                N_("it is over: no hand can be added"),
                hint=N_("{new} starts a rematch, {undo} takes back the last entry"),
                new=word_for("new", sheet.names, self.texts.lang),
                undo=word_for("undo", sheet.names, self.texts.lang),
            )
        questions = HandQuestions(self.asker, sheet.table())
        questions.begin(line)
        answers = self._ask(questions)
        if answers:
            self._add(answers)

    def _ask(self, questions: HandQuestions) -> Answers | None:
        """The answers about a hand; None to go back to the first question."""
        with self._telling():
            try:
                return questions.ask()
            except Back:
                return None

    @contextmanager
    def _telling(self) -> "Iterator[None]":
        """Mark a hand as unfinished; if the answers end within, it stays so."""
        self.is_telling = True
        yield
        self.is_telling = False

    def _add(self, answers: Answers) -> None:
        texts, given = answers
        changed = self._write(lambda old: old.add(*texts, now=clock(), **given))
        if changed is not None:
            self._show_hand(changed, len(changed.record.hands))

    def _write(self, change: "Callable[[Sheet], Sheet]") -> "Sheet | None":
        """The sheet with a hand written down; None if it could not be and is given up.

        At a terminal a hand is not lost to a locked file or a full disk: it waits.
        """
        while True:
            try:
                return write_change(self.console, self.path, change)
            except GinscoreError as error:
                if error.exit_status < FILE_STATUS or not self.asker.is_terminal:
                    raise
                self.asker.refuse(error)
            again = self.texts(N_("Not written down. Enter tries again, < leaves it out."))
            with self._telling():
                answer = self.asker.ask(Question(f"{again} ", kind="again"))
            if answer == BACK:
                return None

    def _show_hand(self, sheet: "Sheet", number: int) -> None:
        """The ruling and the score; at the end the whole sheet with its account."""
        if self.form == "text":
            self.console.show("")
        undo = word_for("undo", sheet.names, self.texts.lang)
        show_ruling(self.console, sheet, number, self.path, self.form, is_try=False, undo=undo)
        if self.form == "text" and sheet.tally.match.over:
            self.console.show("")
            self._show_sheet(sheet)

    def _show_sheet(self, sheet: "Sheet") -> None:
        score, style = sheet.score(), self.console.style
        self.console.answer(
            self.form, score, text=lambda: show_sheet(score, sheet.rules, self.texts, style)
        )

    # Commands

    def _obey(self, sheet: "Sheet", order: Order) -> bool:
        """Obey a command; False to leave."""
        match order.command:
            case "dead":
                self._add_dead(sheet, order.rest)
            case "undo":
                take_back(self.console, self.path, self.form)
            case "redo":
                bring_back(self.console, self.path, self.form)
            case "edit":
                self._edit(sheet, *self._split_edit(sheet, order))
            case "void":
                strike_out(self.console, self.path, self._number(sheet, order), self.form)
            case "show":
                self._show_sheet(sheet)
            case "new":
                self._start_rematch(sheet, order.rest)
            case "help":
                self.asker.say(show_orders_help(self.texts, sheet.table()))
        return order.command != "quit"

    def _add_dead(self, sheet: "Sheet", rest: str) -> None:
        """A dead hand; in a partnership two names tell who played it, unless the round does."""
        pair = split_names(rest)
        if sheet.rules.in_pairs and not pair and sheet.table().pair is None:
            text = self.texts(N_("Who played it? Two names, with a comma:"))
            with self._telling():
                pair = split_names(self.asker.ask(Question(f"{text} ", sheet.names, kind="who")))
            if pair == [BACK]:
                return
        seats = [find_seat(name, sheet.names) for name in pair]
        given: HandOptions = {"dead": True, "pair": [sheet.names[seat] for seat in seats]}
        self._add(Answers((), given))

    def _number(self, sheet: "Sheet", order: Order) -> int:
        """The number of the hand after a command; `edit` alone means the last one."""
        if not order.rest and order.command == "edit" and sheet.record.hands:
            return len(sheet.record.hands)
        if not (order.rest.isdecimal() and order.rest.isascii()):
            word = word_for(order.command, sheet.names, self.texts.lang)
            raise refuse(
                "usage",
                N_("which hand? a number is wanted: {word} 3"),
                hint=N_("the sheet shows the numbers"),
                word=word,
            )
        return int(order.rest[:9])

    def _split_edit(self, sheet: "Sheet", order: Order) -> tuple[int, str]:
        """The hand to correct, and what it was, if that follows the number: `e 3 a 4 17`."""
        number, _, line = order.rest.partition(" ")
        return self._number(sheet, Order(order.command, number)), line.strip()

    def _edit(self, sheet: "Sheet", number: int, line: str) -> None:
        old = sheet.hand(number)
        sides = sheet.tally.rows[number - 1].sides
        table = Seating(sheet.names, old.variant, sides=sides)
        questions = HandQuestions(self.asker, table, old=old)
        answers: Answers | None
        if line:
            # As in `edit`, what is not told stays as it was.
            questions.begin(parse_line(line, sheet.names))
            answers = questions.answers()
        else:
            answers = self._ask(questions)
        if answers is None:
            return
        if answers.is_blank:
            self.asker.say(self.texts(N_("Nothing is changed.")))
            return
        texts, given = answers
        changed = self._write(lambda current: current.edit(number, *texts, now=clock(), **given))
        if changed is not None:
            self._show_hand(changed, number)

    def _start_rematch(self, sheet: "Sheet", name: str) -> None:
        """A new sheet beside the old one, with the same players and rules."""
        if not sheet.tally.match.over:
            raise refuse(
                "usage",
                N_("this one is not over yet"),
                hint=N_('another sheet beside it: "ginscore keep -s {new}"'),
                new=fresh_path(self.path),
            )
        path = name or fresh_path(self.path)
        started = sheet.like(at=clock())
        write_new(self.console, path, started)
        self.path = path
        show_new(self.console, started, path, self.form, with_example=False)
