"""What may be typed where `keep` asks who went out: a player, or a word of command.

Whatever names a player means him: his name, its beginning, or the number of his seat. A word that
is the beginning of somebody's name is therefore no command there; a slash before it makes it one.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, get_args

from ginscore.cards.cards import ENGLISH, language
from ginscore.errors import N_, GinscoreError, refuse
from ginscore.sheet.entries import find_player, match_names

Command = Literal["dead", "undo", "redo", "edit", "void", "show", "new", "help", "quit"]
COMMANDS: Final[tuple[Command, ...]] = get_args(Command)

# A slash makes any word a command.
SLASH: Final = "/"


class Order(NamedTuple):
    """A command with what stands after it."""

    command: Command
    rest: str


def parse_order(text: str, names: Sequence[str], lang: str) -> Order | int:
    """The seat of a player, or a command, that `text` means.

    Raises:
        GinscoreError: `unknown-player` for what is neither, or may be several players; `usage` for
            a blank text, or after a slash for what is no command.
    """
    if not text:
        raise refuse(
            "usage",
            N_("nothing was typed"),
            hint=N_("type who went out, or ? for help"),
        )
    if text.startswith(SLASH):
        return _forced_order(text[1:], lang)
    if not match_names(text, names):
        if text.isdecimal() and text.isascii() and 1 <= int(text) <= len(names):
            return int(text) - 1
        order = _find_order(text, lang)
        if order is not None:
            return order
    return _seat(text, names)


def _seat(text: str, names: Sequence[str]) -> int:
    try:
        return find_player(text, names, "")
    except GinscoreError as error:
        hint = N_("? shows what can be typed here")
        raise GinscoreError(
            *(one._replace(hint=one.hint or hint) for one in error.faults)
        ) from None


def _forced_order(text: str, lang: str) -> Order:
    order = _find_order(text, lang)
    if order is None:
        raise refuse(
            "usage",
            N_("“{text}” is no command; allowed: {allowed}"),
            text=text,
            allowed=", ".join(words[0] for words in language(lang).orders.values()),
        )
    return order


def _find_order(text: str, lang: str) -> Order | None:
    """The command of a word, or of a word and the number after it (`e 3`, `e3`)."""
    word, _, rest = text.strip().partition(" ")
    digits = len(word) - len(word.rstrip("0123456789"))
    if digits and not rest:
        word, rest = word[:-digits], word[-digits:]
    command = _find_command(word.lower(), lang)
    return Order(command, rest.strip()) if command else None


def _find_command(word: str, lang: str) -> Command | None:
    # English words are understood everywhere, where the language does not use them itself.
    for orders in (language(lang).orders, ENGLISH.orders):
        for command in COMMANDS:
            if word in orders[command]:
                return command
    return None


def shown_words(commands: Sequence[Command], names: Sequence[str], lang: str) -> Iterator[str]:
    """How each command can be typed here, as a menu shows it: `d dead`, `undo`, `/show`."""
    for command in commands:
        word, letter, *_ = language(lang).orders[command]
        if not match_names(letter, names):
            yield f"{letter} {word}"
        else:
            yield word_for(command, names, lang)


def word_for(command: Command, names: Sequence[str], lang: str) -> str:
    """The whole word of a command, with a slash where it would name a player."""
    word = language(lang).orders[command][0]
    return f"{SLASH}{word}" if match_names(word, names) else word


def all_words(names: Sequence[str], lang: str) -> tuple[str, ...]:
    """Every name and every command's whole word: what can be completed."""
    return (*names, *(word_for(command, names, lang) for command in COMMANDS))


def refuse_order(order: Order, names: Sequence[str], lang: str) -> GinscoreError:
    """The refusal of a command in the middle of a hand (`usage`)."""
    return refuse(
        "usage",
        N_("“{word}” cannot be told here; allowed: a player, or {dead}"),
        word=word_for(order.command, names, lang),
        dead=word_for("dead", names, lang),
    )
