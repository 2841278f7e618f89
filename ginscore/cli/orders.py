"""What may be typed where `keep` asks who went out: a player, a whole hand, or a command.

A player is named by his name, its beginning, or the number of his seat. A lone command word or its
letter is the command, unless it is a player's exact name; before holdings it is a player. After a
slash any word is a command.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from ginscore.cards.cards import ENGLISH, language
from ginscore.errors import N_, CardText, GinscoreError, Message, refuse, refuse_all
from ginscore.hand.facts import fold_name
from ginscore.hand.reading import HandReader
from ginscore.sheet.entries import find_player, match_names
from ginscore.sheet.typed import TypedHand
from ginscore.show.layout import columns
from ginscore.show.summary import example_hand
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.log import ActiveHand
    from ginscore.sheet.record import Seating

Command = Literal["dead", "undo", "redo", "edit", "void", "show", "new", "help", "quit"]
COMMANDS: Final[tuple[Command, ...]] = get_args(Command)

# A slash makes any word a command.
SLASH: Final = "/"
# A word, in which quotes keep blanks together; an apostrophe within a word is one.
_WORD: Final = re.compile(r"""(?:"[^"]*"|(?<![^\s=])'[^']*'(?!\S)|\S)+""")
_QUOTED: Final = re.compile(r""""([^"]*)"|(?<![^=])'([^']*)'$""")
# What parts names in a line: a comma; where there is none, words and signs; else blanks.
_COMMA: Final = re.compile(r"\s*,\s*")
_LINK: Final = re.compile(r"\s*[&+/;]\s*|\s+(?:and|et|vs?\.?)\s+", re.IGNORECASE)


class Order(NamedTuple):
    """A command with what follows it."""

    command: Command
    rest: str


# The texts of a hand as `add` takes them: who went out, then what is told of the hand.
Line = tuple[str, ...]


def split_words(text: str) -> list[str]:
    """The words of a line, split as a shell would."""
    return [
        _QUOTED.sub(lambda found: found[1] or found[2] or "", word) for word in _WORD.findall(text)
    ]


def split_names(text: str) -> list[str]:
    """The names in a line: `Ann, Bob`, `Ann and Bob`, `Ann/Bob`, `Ann Bob`."""
    part = next((part for part in (_COMMA, _LINK) if part.search(text)), None)
    names = text.split() if part is None else part.split(text)
    return [name.strip() for name in names if name.strip()]


def join_names(words: Sequence[str]) -> list[str]:
    """The names in the words of a command line: `Ann Bob`, `Ann and Bob`, `Ann, Bob`, `Ann/Bob`."""
    *others, last = words
    is_linked = any(_LINK.fullmatch(f" {word} ") or word.endswith(",") for word in others)
    is_whole = not others and (_COMMA.search(last) or _LINK.search(last))
    return split_names(" ".join(words)) if is_linked or is_whole else [*words]


def parse_order(text: str, names: Sequence[str], lang: str) -> Order | Line:
    """The command or the hand that `text` means; a hand begins with the player's whole name.

    Raises:
        GinscoreError: `unknown-player` for what is neither, or may be several players; `usage` for
            a blank text, or after a slash for what is no command.
    """
    if not text.strip():
        raise refuse("usage", N_("nothing was typed"), hint=N_("type who went out, or ? for help"))
    if text.startswith(SLASH):
        return _forced_order(text[1:], lang)
    order = find_order(text, lang)
    if order and not _names_player(text, order, names):
        return order
    return parse_line(text, names)


def parse_line(text: str, names: Sequence[str]) -> Line:
    """The hand that `text` tells, at least who went out.

    Raises:
        GinscoreError: `unknown-player`.
    """
    words = split_words(text)
    if "=" in words[0]:
        return tuple(words)
    # A name may have blanks.
    length = next(
        (size for size in range(len(words), 1, -1) if match_names(" ".join(words[:size]), names)), 1
    )
    try:
        seat = find_seat(" ".join(words[:length]), names)
    except GinscoreError as error:
        hint = N_("? shows what can be typed here")
        raise GinscoreError(
            *(fault._replace(hint=fault.hint or hint) for fault in error.faults)
        ) from None
    return (names[seat], *words[length:])


def find_seat(text: str, names: Sequence[str], seats: Sequence[int] | None = None) -> int:
    """The seat of a player, one of `seats` if given, by his name, its beginning, or its number.

    Raises:
        GinscoreError: `unknown-player`.
    """
    seats = range(len(names)) if seats is None else seats
    known = [names[seat] for seat in seats]
    if not match_names(text, known) and text.isdecimal() and text.isascii():
        number = int(text[:9]) - 1
        if number in seats:
            return number
    return seats[find_player(text, known, "")]


def read_line(
    line: Line, table: "Seating", old: "ActiveHand | None", lang: str
) -> tuple[tuple[int, ...], dict[int, str], str | None]:
    """Who plays, who went out first, as far as that is told; the holdings by seat; the upcard.

    `old` is the hand that is corrected, if any.

    Raises:
        GinscoreError: with the faults of who holds what; the holdings are not read.
    """
    if line[0] in table.names and not line[1:]:
        return (table.names.index(line[0]),), {}, None
    *told, last = line
    seats, typed, faults = _sides(told, table, old, lang)
    if not faults and len(typed) == len(seats) and _is_card(last, table, lang):
        # A last card that follows the holdings of all who play is the upcard.
        return seats, typed, last
    seats, typed, faults = _sides(line, table, old, lang)
    refuse_all(faults)
    return seats, typed, None


def _sides(
    line: Sequence[str], table: "Seating", old: "ActiveHand | None", lang: str
) -> tuple[tuple[int, ...], dict[int, str], list[Message]]:
    hand = TypedHand(line, {"lang": lang}, table, old)
    return *hand.sides(), hand.reader.faults


def _is_card(text: str, table: "Seating", lang: str) -> bool:
    reader = HandReader(table.variant, lang)
    reader.upcard(text)
    return not reader.faults


def _names_player(text: str, order: Order, names: Sequence[str]) -> bool:
    """Whether a text that reads as a command means a player all the same."""
    # A hand is struck out by its number alone.
    if not order.rest and order.command != "void":
        return _is_exact(text, names)
    # What the command takes: a number, a file, or the names of two players.
    if order.command in ("edit", "void"):
        is_whole = order.rest.isdecimal()
    elif order.command == "dead":
        is_whole = all(match_names(name, names) for name in split_names(order.rest))
    else:
        is_whole = order.command == "new"
    return not is_whole and bool(match_names(text.split(maxsplit=1)[0], names))


def _is_exact(text: str, names: Sequence[str]) -> bool:
    return fold_name(text) in map(fold_name, names)


def _forced_order(text: str, lang: str) -> Order:
    order = find_order(text, lang)
    if order is None:
        raise refuse(
            "usage",
            N_("“{text}” is no command; allowed: {allowed}"),
            text=text,
            allowed=", ".join(words[0] for words in language(lang).orders.values()),
        )
    return order


def find_order(text: str, lang: str) -> Order | None:
    """The command of a word, or of a word and what follows it (`e 3`, `e3`, `/undo`)."""
    word, _, rest = text.strip().removeprefix(SLASH).partition(" ")
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
        if not _is_exact(letter, names):
            yield f"{letter} {word}"
        else:
            yield word_for(command, names, lang)


def word_for(command: Command, names: Sequence[str], lang: str) -> str:
    """The whole word of a command, with a slash where it would name a player."""
    word = language(lang).orders[command][0]
    return f"{SLASH}{word}" if _is_exact(word, names) else word


def all_words(names: Sequence[str], lang: str) -> tuple[str, ...]:
    """Every name and every command's whole word: what can be completed."""
    return (*names, *(word_for(command, names, lang) for command in COMMANDS))


def refuse_order(order: Order, names: Sequence[str], lang: str, *, is_first: bool) -> GinscoreError:
    """The refusal of a command where only a player is asked for, or later in a hand (`usage`)."""
    if not is_first:
        return refuse(
            "usage",
            N_("“{word}” belongs to the first question"),
            hint=N_("< goes back"),
            word=language(lang).orders[order.command][0],
        )
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
_LINE: Final = N_('A whole hand in one line, such as "{line}"; the upcard may follow.')
_FORCED: Final = N_("What is both a player's name and a command means him; after / the command.")


def show_orders_help(texts: Texts, table: "Seating") -> str:
    """What may be answered to the first question about a hand in `keep`."""
    names = table.names
    shown = shown_words(COMMANDS, names, texts.lang)
    meanings = (
        texts(MEANINGS[command], word=word_for(command, names, texts.lang)) for command in COMMANDS
    )
    lines = [
        texts(_WHO),
        *columns(_seats(texts, names)),
        texts(_LINE, line=_show_line(table, texts.lang)),
        texts(N_("Or a command, by its letter or its word:")),
        *columns(zip(shown, meanings, strict=True)),
        texts(_FORCED),
        show_ways(texts),
    ]
    return "\n".join(lines)


def _show_line(table: "Seating", lang: str) -> str:
    """A hand in one line that these rules allow, the name as short as it may be."""
    (name, *others), upcard = example_hand(table, lang)
    beginnings = (name[:size] for size in range(1, len(name)))
    short = next((text for text in beginnings if len(match_names(text, table.names)) == 1), name)
    words = [short.lower(), *others, *([upcard] if upcard else [])]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


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
