"""What may be typed where `keep` asks who went out: a player, or a command.

Whatever names a player means him: his name, its beginning, or the number of his seat. A word that
begins somebody's name is therefore no command, unless there is a slash before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

from ginscore.cards.cards import ENGLISH, language
from ginscore.errors import N_, CardText, GinscoreError, refuse
from ginscore.sheet.entries import find_player, match_names
from ginscore.show.layout import columns
from ginscore.show.texts import Texts

Command = Literal["dead", "undo", "redo", "edit", "void", "show", "new", "help", "quit"]
COMMANDS: Final[tuple[Command, ...]] = get_args(Command)

# A slash makes any word a command.
SLASH: Final = "/"


class Order(NamedTuple):
    """A command with what follows it."""

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
        if text.isdecimal() and text.isascii() and len(text) < 3 and 1 <= int(text) <= len(names):
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
            *(fault._replace(hint=fault.hint or hint) for fault in error.faults)
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
    # English words are understood in every language that does not use them itself.
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


# What the answer ? shows


MEANINGS: Final[Mapping[Command, str]] = {
    "dead": N_("dead hand: nobody went out"),
    "undo": N_("take back the last entry"),
    "redo": N_("bring back what was taken back"),
    "edit": N_('correct a hand, such as "{word} 3"; alone, the last one'),
    "void": N_('strike out a hand, such as "{word} 3"'),
    "show": N_("show the sheet"),
    "new": N_('start a rematch on a new sheet; "{word} FILE" says which'),
    "help": N_("this page"),
    "quit": N_("leave; everything is written down already"),
}

# The ways to write a holding, and what each means.
_NOTATION: Final = (
    (N_("7S 7H 7D 4C 5C 6C JH QH KH 3D"), N_("all the cards; the program arranges them")),
    (N_("[7SHD] [4-6C] [J-KH] 3D"), N_("the melds as they were spread, then the rest")),
    (N_("KS 6D ..."), N_("the deadwood cards alone")),
    (N_("17"), N_("points of deadwood: of a defender, those left after lay-offs")),
    (N_("gin, biggin"), N_("no deadwood; biggin with one card more, all melded")),
)

_WHO: Final = N_("Who went out: the first letter of his name, the name, or the number of his seat.")


def show_orders_help(texts: Texts, names: Sequence[str]) -> str:
    """What may be answered to the first question about a hand in `keep`."""
    shown = shown_words(COMMANDS, names, texts.lang)
    meanings = (
        texts(MEANINGS[command], word=word_for(command, names, texts.lang)) for command in COMMANDS
    )
    lines = [
        texts(_WHO),
        *columns(_seats(texts, names)),
        texts(N_("Or a command, by its letter or its word:")),
        *columns(zip(shown, meanings, strict=True)),
        texts(N_("What begins a player's name means him; after / it is a command.")),
        show_ways(texts),
    ]
    return "\n".join(lines)


def show_who_help(texts: Texts, names: Sequence[str]) -> str:
    """What may be answered to who went out, where commands are not taken."""
    (dead,) = shown_words(["dead"], names, texts.lang)
    rows = [*_seats(texts, names), (dead, texts(MEANINGS["dead"]))]
    return "\n".join([texts(_WHO), *columns(rows)])


def show_against_help(texts: Texts, names: Sequence[str]) -> str:
    """Who may be the other player of a hand in a partnership."""
    return texts(N_("Whom he played this hand against: {names}."), names=names)


def show_upcard_help(texts: Texts) -> str:
    """What the upcard is for."""
    said = N_("The first card turned up, such as {card}; under these rules it changes the hand.")
    return texts(said, card=CardText("7H"))


def _seats(texts: Texts, names: Sequence[str]) -> list[tuple[str, str]]:
    return [(str(number), str(texts.field(name))) for number, name in enumerate(names, 1)]


def show_holding_help(texts: Texts) -> str:
    """How a holding is written."""
    rows = [(texts(written), texts(meaning)) for written, meaning in _NOTATION]
    head = texts(N_("What a player holds, in one of these ways:"))
    return "\n".join([head, *columns(rows)])


def show_ways(texts: Texts) -> str:
    """What may be typed at every question of a hand."""
    return texts(N_("At each question, ? tells how to answer and < goes back to the one before."))
