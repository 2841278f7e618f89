"""Asking: on a terminal with history and completion, on a pipe one line after the other.

An answer that is refused is explained on stderr, and the very question is asked again.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from ginscore.cli.console import Console, read_line, write_faults
from ginscore.errors import GinscoreError

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Value = TypeVar("Value")

HELP: Final = "?"
BACK: Final = "<"


class Question(NamedTuple):
    """What is asked, in the reader's language, after the lines of `menu` that may go before it.

    `words` are completed on a terminal, `help` is what the answer `?` shows, and questions of one
    `kind` share a history of answers.
    """

    text: str
    words: Sequence[str] = ()
    help: str = ""
    kind: str = ""
    menu: str = ""


class Asker(ABC):
    """Whoever answers.

    `refused` is the number of answers that were wrong, `is_introduced` tells whether it has been
    said how questions are answered.
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
            EOFError: there is no more answer.
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
        """What `read` makes of an answer, asked for until it refuses none."""
        while True:
            answer = self.ask(question)
            try:
                return read(answer)
            except GinscoreError as error:
                self.refuse(error)

    def refuse(self, error: GinscoreError) -> None:
        """Explain what was wrong with the last answer."""
        self.refused += 1
        write_faults(error.faults, self.console)

    def say(self, text: str) -> None:
        """Show a text between the questions; where answers are JSON, it is talk."""
        if not self.console.json_errors:
            self.console.show(text)
        elif not self.console.quiet:
            self.console.write_error(text)


class LineAsker(Asker):
    """Answers from a pipe or a file, a line each; the questions are talk on stderr."""

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
        # A name may hold blanks: what stands before the cursor is completed as a whole.
        words = WordCompleter([*question.words], ignore_case=True, sentence=True)
        return session.prompt(question.text, completer=words)


def _new_session() -> "PromptSession[str]":
    """A line editor with a history of its own, on whichever output is the terminal."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output
    from prompt_toolkit.shortcuts import CompleteStyle

    output: Any = create_output(always_prefer_tty=True)
    # Completions are listed above the line, so that nothing need be known of the terminal: one
    # that does not tell where its cursor is would be complained of.
    output.enable_cpr = False
    return PromptSession(output=output, complete_style=CompleteStyle.READLINE_LIKE)


def asker_of(console: Console) -> Asker:
    """Whoever answers on stdin: a person if it is a terminal that he can see, else lines."""
    seen = sys.stdout.isatty() or sys.stderr.isatty()
    return TerminalAsker(console) if sys.stdin.isatty() and seen else LineAsker(console)
