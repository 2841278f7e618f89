"""What the answer `?` shows: the words that can be typed, and how a holding is written."""

from collections.abc import Mapping, Sequence
from typing import Final

from ginscore.cli.keep_words import COMMANDS, Command, shown_words, word_for
from ginscore.errors import N_, CardText
from ginscore.show.layout import columns
from ginscore.show.texts import Texts

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

# How a holding is written, and what that tells.
_NOTATION: Final = (
    (N_("7S 7H 7D 4C 5C 6C JH QH KH 3D"), N_("all the cards; the program arranges them")),
    (N_("[7SHD] [4-6C] [J-KH] 3D"), N_("the melds as they were spread, then the rest")),
    (N_("KS 6D ..."), N_("the deadwood cards alone")),
    (N_("17"), N_("points of deadwood: of a defender, those left after lay-offs")),
    (N_("gin, biggin"), N_("no deadwood; biggin with one card more, all melded")),
)

_WHO: Final = N_("Who went out: the first letter of his name, the name, or the number of his seat.")


def show_orders_help(texts: Texts, names: Sequence[str]) -> str:
    """What may be answered to the first question of an evening's hand."""
    shown = shown_words(COMMANDS, names, texts.lang)
    meanings = (texts(MEANINGS[one], word=word_for(one, names, texts.lang)) for one in COMMANDS)
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
    """What may be answered to who went out where no command is taken."""
    (dead,) = shown_words(["dead"], names, texts.lang)
    rows = [*_seats(texts, names), (dead, texts(MEANINGS["dead"]))]
    return "\n".join([texts(_WHO), *columns(rows)])


def show_against_help(texts: Texts, names: Sequence[str]) -> str:
    """Who may be the other player of a partnership's hand."""
    return texts(N_("Whom he played this hand against: {names}."), names=names)


def show_upcard_help(texts: Texts) -> str:
    """What the upcard is for."""
    told = N_("The first card turned up, such as {card}; under these rules it changes the hand.")
    return texts(told, card=CardText("7H"))


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
