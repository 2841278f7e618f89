"""Asking: on a terminal with history and completion, from a pipe line by line.

The refusal of an answer is explained on stderr, and the same question is asked again.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from ginscore.cli.console import Console, read_line, write_faults
from ginscore.errors import N_, GinscoreError
from ginscore.show.layout import fit

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Value = TypeVar("Value")

HELP: Final = "?"
BACK: Final = "<"


class Question(NamedTuple):
    """A question in the reader's language, and the lines of a `menu` that may go before it.

    `words` are completed on a terminal, `help` is what the answer `?` shows, and questions of the
    same `kind` share a history of answers.
    """

    text: str
    words: Sequence[str] = ()
    help: str = ""
    kind: str = ""
    menu: str = ""


class Asker(ABC):
    """Asks questions and reads the answers.

    `refused` is the number of answers refused, `is_introduced` whether it has been said how to
    answer.
    """

    is_terminal: bool

    def __init__(self, console: Console) -> None:
        self.console = console
        self.refused = 0
        self.is_introduced = False

    @abstractmethod
    def _answer(self, question: Question) -> str:
        """One line of answer, as typed."""

    def ask(self, question: Question) -> str:
        """The answer without the blanks around it; `?` shows the help and asks again.

        Raises:
            EOFError: there are no more answers.
            KeyboardInterrupt: Ctrl-C.
        """
        while True:
            sys.stdout.flush()
            if question.menu and not self.console.quiet:
                self.console.write_error(question.menu)
            answer = self._answer(question).strip()
            if answer != HELP or not question.help:
                return answer
            self.say(question.help)

    def ask_until(self, question: Question, read: Callable[[str], Value]) -> Value:
        """What `read` makes of an answer; what it refuses is asked for again."""
        while True:
            answer = self.ask(question)
            try:
                return read(answer)
            except GinscoreError as error:
                self.refuse(error)

    def refuse(self, error: GinscoreError) -> None:
        """Explain what was wrong with the last answer."""
        self.refused += 1
        # At the table nothing has the names of options and arguments.
        rules = self.console.texts(N_("rules"))
        places = {"--variant": rules, "NAME": "", "HOLDING": ""}
        write_faults(error.faults, self.console, places)

    def say(self, text: str) -> None:
        """Show a text between the questions; on stderr where the output is JSON."""
        text = fit(text, self.console.style.columns)
        if not self.console.json_errors:
            self.console.show(text)
        elif not self.console.quiet:
            self.console.write_error(text)


class LineAsker(Asker):
    """Answers from a pipe or a file, one per line; the questions go to stderr."""

    is_terminal = False

    def _answer(self, question: Question) -> str:
        if not self.console.quiet:
            self.console.write_error(question.text.rstrip())
        line = read_line()
        if not line:
            raise EOFError
        return line


class TerminalAsker(Asker):
    """Somebody at a terminal."""

    is_terminal = True

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._sessions: dict[str, PromptSession[str]] = {}

    def _answer(self, question: Question) -> str:
        from prompt_toolkit.completion import WordCompleter

        session = self._sessions.get(question.kind)
        if session is None:
            session = self._sessions[question.kind] = _new_session()
        # A name may have blanks: all that is before the cursor is completed as a whole.
        words = WordCompleter([*question.words], ignore_case=True, sentence=True)
        # The line editor itself would break a long question in the middle of a word.
        text = fit(question.text.rstrip(), self.console.error_style.columns)
        return session.prompt(f"{text} ", completer=words)


def _new_session() -> "PromptSession[str]":
    """A line editor with a history of its own, on whichever output is the terminal."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output
    from prompt_toolkit.shortcuts import CompleteStyle

    output: Any = create_output(always_prefer_tty=True)
    # READLINE_LIKE completions do not need the place of the cursor; asking for it draws a warning
    # in terminals that do not tell.
    output.enable_cpr = False
    return PromptSession(output=output, complete_style=CompleteStyle.READLINE_LIKE)


def asker_of(console: Console) -> Asker:
    """The asker for stdin: at a terminal if its questions can be seen there, else by lines."""
    seen = sys.stdout.isatty() or sys.stderr.isatty()
    return TerminalAsker(console) if sys.stdin.isatty() and seen else LineAsker(console)
