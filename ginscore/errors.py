"""Floor 1: how a refusal and a warning look.

A `Message` is one thing said to a person: a stable code, an English template with its fields, a
hint and a place. `GinscoreError` carries all the faults of one request. The sentence is formatted
in English here; `show/texts` translates the template and formats it again.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

# Code of an error → exit status of the program: 1 refused by the rules or by a claim, 2 not
# readable, 3 something about the file.
EXIT_STATUS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "usage",
                "bad-card",
                "bad-holding",
                "ambiguous-cards",
                "bad-json",
                "bad-csv",
                "bad-points",
                "bad-lay-off",
                "bad-claim",
                "bad-name",
                "bad-date",
                "unknown-variant",
                "bad-variant-file",
                "unknown-rule",
                "bad-rule-value",
                "unknown-topic",
                "unknown-player",
                "sheet-missing",
                "file-unreadable",
                "bad-config",
            ),
            2,
        ),
        **dict.fromkeys(
            (
                "duplicate-card",
                "wrong-hand-size",
                "not-a-meld",
                "knock-over-limit",
                "not-gin",
                "lay-off-not-legal",
                "wrong-seat-count",
                "game-over",
                "dead-hand-impossible",
                "nothing-to-undo",
                "nothing-to-redo",
                "no-such-hand",
                "sheet-exists",
                "duplicate-name",
                "does-not-verify",
            ),
            1,
        ),
        **dict.fromkeys(
            ("not-a-sheet", "sheet-corrupt", "sheet-newer", "sheet-locked", "file-not-written"), 3
        ),
    }
)

WARNINGS: Final = frozenset(
    {
        "better-arrangement",
        "arrangement-matters",
        "better-defence",
        "lay-offs-unknown",
        "knock-limit-unknown",
        "upcard-unknown",
        "same-game",
        "repeated-hand",
        "rotation-differs",
        "read-in-other-language",
        "unusual-points",
    }
)


class Term(str):
    """A word of the glossary (`knocker`, `gin`, …) used as a field: translated when shown."""

    __slots__ = ()


class CardText(str):
    """Cards in canonical notation (`7S TH`) used as a field: shown with the reader's faces."""

    __slots__ = ()


class Money(str):
    """An amount as decimal text (`-12.50`) used as a field: shown with the reader's signs."""

    __slots__ = ()


def N_(text: str) -> str:  # noqa: N802 - gettext's customary name for "translate later"
    """Mark an English template for the catalogue without translating it yet."""
    return text


# A field that is longer is cut where it is shown: nobody reads on, and no log is flooded.
LONGEST_FIELD: Final = 1_000  # characters


def reason_of(error: Exception) -> str:
    """Why a file could not be used, in the system's words (`No such file or directory`)."""
    return getattr(error, "strerror", None) or str(error)


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    """Fields as English writes them: several values by commas, a message as its sentence."""
    return {name: _plain_field(value) for name, value in fields.items()}


def _plain_field(value: object) -> object:
    if isinstance(value, Message):
        return value.text
    if isinstance(value, (tuple, list)):
        return ", ".join(str(_plain_field(item)) for item in value)
    return whole(cut(value)) if isinstance(value, str) else value


def cut(text: str) -> str:
    """A field's text, cut if it is very long."""
    return text if len(text) <= LONGEST_FIELD else f"{text[:LONGEST_FIELD]}…"


def whole(text: str) -> str:
    """A text that UTF-8, and so JSON, can hold: half characters, as of a foreign path, escaped."""
    return text.encode("utf-8", "backslashreplace").decode()


class Message(NamedTuple):
    """One fault or warning.

    `template` and `hint` are English with `{fields}`; `where` is the place in the reader's input
    (`knocker`, `--rule`, `FILE:KEY`); `excerpt` shows the input with a caret line under it.
    """

    code: str
    template: str
    fields: Mapping[str, object]
    hint: str = ""
    where: str = ""
    excerpt: str = ""

    @property
    def text(self) -> str:
        """What was found and what is allowed, as an English sentence."""
        return self.template.format_map(_plain(self.fields))

    @property
    def hint_text(self) -> str:
        """What to do about it in English, or an empty text."""
        return self.hint.format_map(_plain(self.fields))

    @property
    def plain(self) -> dict[str, str | None]:
        """The message as JSON has it: `code`, `message`, `where`, `hint`; None for no text."""
        return {
            "code": self.code,
            "message": self.text,
            "where": whole(self.where) or None,
            "hint": self.hint_text or None,
        }

    def at(self, where: str) -> "Message":
        """The same message at the place `where`; a place already set is kept behind it."""
        return self._replace(where=f"{where} {self.where}".rstrip())


def fault(
    code: str,
    template: str,
    /,
    *,
    hint: str = "",
    where: str = "",
    excerpt: str = "",
    **fields: object,
) -> Message:
    """An error's message; `code` must be in the table above, `template` marked with `N_`."""
    if code not in EXIT_STATUS:
        raise AssertionError(code)
    return Message(code, template, fields, hint, where, excerpt)


def warning(
    code: str, template: str, /, *, hint: str = "", where: str = "", **fields: object
) -> Message:
    """A warning's message; `code` must be one of `WARNINGS`, `template` marked with `N_`."""
    if code not in WARNINGS:
        raise AssertionError(code)
    return Message(code, template, fields, hint, where)


class GinscoreError(ValueError):
    """A request that was refused, with every fault found in it (at least one)."""

    def __init__(self, first: Message, *others: Message) -> None:
        super().__init__(first, *others)
        self.faults: tuple[Message, ...] = (first, *others)

    def __str__(self) -> str:
        return "\n".join(f"{message.code}: {message.text}" for message in self.faults)

    @property
    def code(self) -> str:
        """The first fault's code."""
        return self.faults[0].code

    @property
    def template(self) -> str:
        """The first fault's English template."""
        return self.faults[0].template

    @property
    def fields(self) -> Mapping[str, object]:
        """The first fault's fields, which its template and hint name."""
        return self.faults[0].fields

    @property
    def hint(self) -> str:
        """The first fault's hint in English, or an empty text."""
        return self.faults[0].hint_text

    @property
    def where(self) -> str:
        """The first fault's place, or an empty text."""
        return self.faults[0].where

    @property
    def exit_status(self) -> int:
        """The program's exit status: 3 for a file, else 2 (unreadable) wins over 1 (refused)."""
        return max(EXIT_STATUS[message.code] for message in self.faults)

    def at(self, where: str) -> "GinscoreError":
        """The same refusal with `where` set on every fault."""
        first, *others = (message.at(where) for message in self.faults)
        return GinscoreError(first, *others)

    def with_faults_of(self, step: Callable[[], object]) -> "GinscoreError":
        """The same refusal with the faults of `step` too, so that all are reported at once."""
        try:
            step()
        except GinscoreError as error:
            return GinscoreError(*self.faults, *error.faults)
        return self


def refuse(
    code: str,
    template: str,
    /,
    *,
    hint: str = "",
    where: str = "",
    excerpt: str = "",
    **fields: object,
) -> GinscoreError:
    """An error of a single fault, ready to raise."""
    return GinscoreError(fault(code, template, hint=hint, where=where, excerpt=excerpt, **fields))


def refuse_all(faults: list[Message]) -> None:
    """Raise all `faults` at once, or do nothing if there are none.

    Raises:
        GinscoreError: with every fault of the list.
    """
    if faults:
        raise GinscoreError(*faults)
