"""The questions about one hand: who went out, the upcard where the rules need it, each holding.

Each answer is checked at once, by the rules and the answers before it. `<` goes back to the
question before. `keep` asks them, and so do `add` and `settle` on a terminal.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ginscore.cards.holdings import Holding
from ginscore.cli.console import Console
from ginscore.cli.orders import (
    Line,
    Order,
    find_order,
    find_seat,
    parse_order,
    read_line,
    refuse_order,
    show_against_help,
    show_holding_help,
    show_upcard_help,
    show_ways,
    show_who_help,
    word_for,
)
from ginscore.cli.prompts import BACK, Asker, Question, Value, asker_of
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.hand.checks import UNREAD
from ginscore.hand.facts import allowed_seats, side_names
from ginscore.hand.judging import Hand, check_hand, dead_hand
from ginscore.hand.reading import HandReader
from ginscore.sheet.record import Seating
from ginscore.show.ruling import capital

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.entries import Entry
    from ginscore.sheet.log import ActiveHand
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.typed import HandOptions


Step = Literal["who", "against", "upcard"] | int

# The answer that takes an upcard away in a correction.
NO_UPCARD: Final = "-"
CALLS: Final = ("gin", "biggin")


class Back(Exception):  # noqa: N818 - no error: the question before is to be answered again
    """The first question about a hand was answered with `<`."""


class Answers(NamedTuple):
    """The answers, as a sheet's `add` and `edit` take them; without texts nothing is corrected."""

    texts: tuple[str, ...]
    options: "HandOptions"

    @property
    def is_blank(self) -> bool:
        """Whether an edit was answered without changing anything."""
        return not self.texts and not self.options.get("dead")


class HandQuestions:
    """The questions about one hand at a table, and the answers so far.

    `knocker` is the seat of who went out and `upcard` the card as it was typed, if they are known;
    `old` is the hand being corrected, whose facts an empty answer keeps. The names of the table
    may be roles, which are translated.
    """

    def __init__(
        self,
        asker: Asker,
        table: Seating,
        knocker: int | None = None,
        old: "ActiveHand | None" = None,
        upcard: str | None = None,
    ) -> None:
        self.asker = asker
        self.texts = asker.console.texts
        self.table = table
        self.knocker = knocker
        self.old = old
        self.upcard = upcard
        self.is_dead = False
        self.other: int | None = None
        self.typed: dict[int, str] = {}
        # What is given at the start, or told with who went out, is not asked for.
        self._given: set[Step] = set()
        if knocker is not None:
            self._given.add("who")
        if upcard is not None:
            self._given.add("upcard")
        self._told = self._given
        self._known: dict[int, Holding] = {}

    def begin(self, line: Line) -> None:
        """Take who went out, and the holdings and the upcard that follow him in one line.

        Raises:
            GinscoreError: with all that is wrong with them.
        """
        self._given.add("who")
        self._take_line(line)

    def ask(self) -> Answers:
        """Ask every question in order.

        Raises:
            Back: the first one was answered with `<`.
            GinscoreError: the upcard given at the start cannot be read.
            EOFError: there are no more answers.
            KeyboardInterrupt: Ctrl-C.
        """
        # A card given at the start is checked, as it is not asked for.
        self._upcard_mask()
        at = 0
        while at < len(self._steps()):
            step = self._steps()[at]
            if self._ask(step):
                at += 1
            elif at:
                at -= 1
                self._forget(self._steps()[at])
            else:
                raise Back
        return self.answers()

    # Which questions there are

    def _steps(self) -> list[Step]:
        """The questions, as far as the answers so far determine them; a seat means its holding."""
        steps: list[Step] = ["who"]
        if self.knocker is not None:
            if self._is_paired and self._usual_other() is None:
                steps.append("against")
            if self.table.needs_upcard:
                steps.append("upcard")
            steps += self._seats()
        return [step for step in steps if step not in self._told]

    @property
    def _is_paired(self) -> bool:
        """Whether two of those at the table play the hand."""
        return self.table.variant.in_pairs and len(self.table.names) > 2

    def _usual_other(self) -> int | None:
        """Who plays against the knocker, if that follows from whose turn it is."""
        pair = self.old.pair if self.old else self.table.pair
        if pair is None or self.knocker is None or self.knocker not in pair:
            return None
        return sum(pair) - self.knocker

    def _seats(self) -> list[int]:
        """Who plays the hand, the knocker first."""
        if self.knocker is None:
            return []
        if self._is_paired:
            other = self._usual_other() if self.other is None else self.other
            return [self.knocker] if other is None else [self.knocker, other]
        seats = range(len(self.table.names))
        return [self.knocker, *(seat for seat in seats if seat != self.knocker)]

    # Asking

    def _ask(self, step: Step) -> bool:
        """Ask one question until it is answered; False to go back."""

        def take(answer: str) -> bool:
            if answer != BACK:
                self._try_to_read(step, answer)
            return answer != BACK

        question = self._question(step)
        if step != "who" and not self.asker.is_introduced:
            self.asker.is_introduced = True
            question = question._replace(menu=show_ways(self.texts))
        return self.asker.ask_until(question, take)

    def _question(self, step: Step) -> Question:
        texts, names = self.texts, tuple(self.table.names)
        match step:
            case "who":
                text = self._with_old(texts(N_("Who went out?")), self._old_who())
                return Question(f"{text} ", names, show_who_help(texts, names), "who")
            case "against":
                text, names = texts(N_("Against whom?")), self._opponent_names()
                return Question(f"{text} ", names, show_against_help(texts, names), "who")
            case "upcard":
                return self._upcard_question()
        text = texts(N_("{name}: cards, or points of deadwood?"), name=self._name(step))
        text = self._with_old(text, self._old_holding(step))
        return Question(f"{text} ", CALLS, show_holding_help(texts), "holding")

    def _upcard_question(self) -> Question:
        old = self._entry.upcard if self._entry else None
        if old:
            template = N_("Upcard? [{old}; - takes it away]")
            text = self.texts(template, old=self.texts.cards(old))
        else:
            text = self.texts(N_("Upcard? (empty: not known)"))
        return Question(f"{text} ", help=show_upcard_help(self.texts), kind="upcard")

    def _with_old(self, text: str, old: str | None) -> str:
        return self.texts(N_("{question} [{old}]"), question=text, old=old) if old else text

    def _name(self, seat: int) -> str:
        name = self.table.names[seat]
        shown = str(self.texts.field(name))
        return capital(shown) if type(name) is not str else shown

    # Reading

    def _try_to_read(self, step: Step, answer: str) -> None:
        """Read an answer; a command in the place of a card or a player is explained."""
        try:
            self._read(step, answer)
        except GinscoreError:
            order = None if step == "who" else find_order(answer, self.texts.lang)
            if order is None:
                raise
            names, lang = self.table.names, self.texts.lang
            raise refuse_order(order, names, lang, is_first=False) from None

    def _read(self, step: Step, answer: str) -> None:
        match step:
            case "who":
                self._read_who(answer)
            case "against":
                self._read_other(answer)
            case "upcard":
                self._read_upcard(answer)
            case seat:
                self._read_holding(seat, answer)

    def _read_who(self, answer: str) -> None:
        names, lang = self.table.names, self.texts.lang
        self.other = None
        if not answer and self.old:
            self.knocker, self.is_dead = self.old.went_out, self._is_old_dead
            if self.knocker is not None or self.is_dead:
                return
        found = parse_order(answer, names, lang)
        if not isinstance(found, Order):
            self._take_line(found)
            return
        if found.command != "dead":
            raise refuse_order(found, names, lang, is_first=True)
        dead_hand(self.table.variant)
        self.knocker, self.is_dead = None, True

    def _take_line(self, line: Line) -> None:
        """Take who went out, and the holdings and the upcard that follow him."""
        lang, names = self.texts.lang, self.table.names
        seats, self.typed, upcard = read_line(line, self.table, self.old, lang)
        self.table.check_turn(seats)
        self.knocker, self.is_dead = seats[0], False
        self._told = {*self._given, *self.typed}
        if self._is_paired and len(seats) > 1:
            self.other = seats[1]
            self._told.add("against")
        if upcard is not None:
            self.upcard = upcard
            self._told.add("upcard")
        reader = HandReader(self.table.variant, lang)
        self._known = {
            seat: reader.holding(text, names[seat], went_out=seat == self.knocker)
            for seat, text in self.typed.items()
        }
        refuse_all(reader.faults)
        self._check()

    def _read_other(self, answer: str) -> None:
        self.other = find_seat(answer, self.table.names, self._opponents())

    def _opponents(self) -> tuple[int, ...]:
        return self.table.opponents(self.knocker or 0)

    def _opponent_names(self) -> tuple[str, ...]:
        return tuple(self.table.names[seat] for seat in self._opponents())

    def _read_upcard(self, answer: str) -> None:
        old = self._entry.upcard if self._entry else None
        if old and answer == NO_UPCARD:
            self.upcard = ""
        else:
            self.upcard = answer or None
            self._upcard_mask()
            # A line may have told the holdings before.
            self._check()

    def _upcard_mask(self) -> int | None:
        """The card in force, as it was typed or as it was before."""
        if self.upcard is not None:
            lang, card = self.texts.lang, self.upcard or None
        else:
            lang, card = "en", self._entry.upcard if self._entry else None
        reader = HandReader(self.table.variant, lang)
        upcard = reader.upcard(card)
        refuse_all(reader.faults)
        return upcard

    def _read_holding(self, seat: int, answer: str) -> None:
        old = self._entry and self._entry.holdings and self._entry.holdings[seat]
        self._forget(seat)
        is_kept = bool(old) and not answer
        # What an entry holds is in canonical notation.
        reader = HandReader(self.table.variant, "en" if is_kept else self.texts.lang)
        text, name = (old or "") if is_kept else answer, self.table.names[seat]
        holding = reader.holding(text, name, went_out=seat == self.knocker)
        refuse_all(reader.faults)
        if not is_kept:
            self.typed[seat] = answer
        self._known[seat] = holding
        try:
            self._check()
        except GinscoreError:
            self._forget(seat)
            raise

    def _forget(self, step: Step) -> None:
        """Forget what a player was said to hold."""
        if isinstance(step, int):
            self.typed.pop(step, None)
            self._known.pop(step, None)

    def _check(self) -> None:
        """Check what is known by the rules."""
        if not self._known:
            return
        seats = self._seats()
        knocker, *others = [self._known.get(seat, UNREAD) for seat in seats]
        called = bool(self._entry and self._entry.big_gin) and not self._is_new_knocker
        hand = Hand(knocker, tuple(others), self._upcard_mask(), called)
        refuse_all(check_hand(hand, self.table.variant, [self.table.names[seat] for seat in seats]))

    # The hand being corrected

    @property
    def _entry(self) -> "Entry | None":
        return self.old.entry if self.old else None

    @property
    def _is_old_dead(self) -> bool:
        return bool(self._entry and self._entry.dead)

    @property
    def _is_new_knocker(self) -> bool:
        """Whether the correction changes the knocker or what he holds."""
        return self.old is None or self.knocker != self.old.went_out or self.knocker in self.typed

    def _old_who(self) -> str | None:
        if self.old is None:
            return None
        if self._is_old_dead:
            return word_for("dead", self.table.names, self.texts.lang)
        return None if self.old.went_out is None else self.table.names[self.old.went_out]

    def _old_holding(self, seat: int) -> str | None:
        old = self._entry and self._entry.holdings and self._entry.holdings[seat]
        return self.texts.cards(old) if old else None

    # The result

    def answers(self) -> Answers:
        """The answers so far."""
        options: Any = {"lang": self.texts.lang}
        if self.is_dead:
            dead = {"dead": True} if not self._is_old_dead else {}
            return Answers((), options | dead)
        if self.upcard is not None:
            options["upcard"] = self.upcard
        if self.other is not None:
            options["against"] = self.table.names[self.other]
        return Answers(self._holding_texts(), options)

    def _holding_texts(self) -> tuple[str, ...]:
        """Who went out, then the holdings; in a correction, and in a partnership, with names."""
        names = self.table.names
        knocker, *others = self._seats()
        if self.old is None and not self._is_paired:
            return (names[knocker], *(self.typed[seat] for seat in (knocker, *others)))
        typed = [seat for seat in (knocker, *others) if seat in self.typed]
        named = [f"{names[seat]}={self.typed[seat]}" for seat in typed]
        is_same = self.old is not None and knocker == self.old.went_out and not named
        if is_same and self.upcard is None:
            return ()
        return (names[knocker], *named)


# What other commands ask for; Ctrl-C and Ctrl-D leave them


def ask_hand(console: Console, sheet: "Sheet", upcard: str | None = None) -> "Answers":
    """A hand of the sheet, asked for at the terminal.

    The `upcard` is not asked for if it is given. `<` at the first question asks it again.
    """
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
    asker = asker_of(console)
    seats = _ask_seats(asker, allowed_seats(rules))
    table = Seating(side_names(seats), rules)
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
