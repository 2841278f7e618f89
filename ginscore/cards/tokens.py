"""From a text to its pieces: cards, brackets, `...` and `=N`, read in one language.

A text is cut at blanks and commas into words; a word is cut into cards in every possible way, so
that ambiguous words are found. All of it takes linear time.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from ginscore.cards.cards import SYMBOLS, WHITE_SYMBOLS, Language, card
from ginscore.errors import N_, refuse

Kind = Literal["cards", "bad", "open", "close", "dots", "points"]

Cards: TypeAlias = tuple[int, ...]
Token: TypeAlias = tuple[int, Cards]
_Way: TypeAlias = "tuple[int, _Way] | None"

# No holding is longer, in any notation; the limit keeps the time for one text short.
LONGEST_TEXT: Final = 2_000
# Every dash that a keyboard or an editor may put between a run's ends.
DASHES: Final = "-‐‑‒–—−"

# Unlike other invisible characters these do not separate: they only choose a symbol's look.
_VARIATION_SELECTORS: Final = dict.fromkeys((0xFE0E, 0xFE0F))
_ZERO_WIDTH: Final = dict.fromkeys((0x200B, 0x2060, 0xFEFF), " ")
_DROPPED: Final = {**_VARIATION_SELECTORS, **_ZERO_WIDTH}
_CAPITALS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz" + WHITE_SYMBOLS, "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + SYMBOLS
)

# U+1F0A1 is the ace of spades; each suit takes a row of sixteen with the knight between jack and
# queen, in the order S H D C.
_PLAYING_CARDS: Final[Mapping[str, int]] = {
    chr(0x1F0A1 + 16 * suit + rank + (rank > 10)): card(rank, suit)
    for suit in range(4)
    for rank in range(13)
}


class Piece(NamedTuple):
    """`text[start:end]` of a reading; `cards` are single-card masks in the order written."""

    kind: Kind
    start: int
    end: int
    cards: Cards = ()


class Ambiguity(NamedTuple):
    """A word with two readings in one language, each the single-card masks in order."""

    start: int
    end: int
    first: Cards
    second: Cards


class Reading(NamedTuple):
    """A tidy text cut into its pieces in one language."""

    text: str
    language: Language
    pieces: tuple[Piece, ...]
    ambiguities: tuple[Ambiguity, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every word was read as cards."""
        return all(piece.kind != "bad" for piece in self.pieces)


def tidy(text: str) -> str:
    """`text` with plain blanks, composed letters and nothing invisible, trimmed at both ends.

    Raises:
        GinscoreError: `bad-holding` for a text that is longer than any holding.
    """
    if len(text) > LONGEST_TEXT:
        template = N_("a text of {count} characters; allowed: {most} at most")
        raise refuse("bad-holding", template, count=len(text), most=LONGEST_TEXT)
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFC", text.translate(_DROPPED))
        text = "".join(map(_printable, text))
    return text.strip(" ,")


def _printable(char: str) -> str:
    if char.isprintable():
        return char
    return " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"


def capitals(text: str) -> str:
    """`text` with capital ASCII letters and black suits, of the same length."""
    return text.translate(_CAPITALS)


def run_length(first: int, last: int, ace_runs: str) -> int:
    """How many cards the run from rank `first` up to rank `last` has; 0 if there is no such run."""
    if first < last:
        return 0 if first == 0 and ace_runs == "high" else last - first + 1
    if last == 0 < first and ace_runs != "low":
        return 14 - first
    return last - first + 14 if last < first and ace_runs == "circular" else 0


def _names_at(text: str, at: int, names: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Each rank or suit that begins at `at`, with its end."""
    for end in (at + 1, at + 2):
        value = names.get(text[at:end])
        if value is not None and end <= len(text):
            yield value, end


def _groups_at(
    text: str, at: int, rank: int, suits: Mapping[str, int], before: Cards = ()
) -> Iterator[Token]:
    """One rank in one to four different suits: `7S`, `7SHD`."""
    for suit, end in _names_at(text, at, suits):
        single = card(rank, suit)
        if single not in before:
            yield end, (*before, single)
            yield from _groups_at(text, end, rank, suits, (*before, single))


def _runs_at(text: str, at: int, first: int, language: Language, ace_runs: str) -> Iterator[Token]:
    """A run by its ends, the first rank already read: `4-6C`, `4C-6C`."""
    for own_suit, dash in ((None, at), *_names_at(text, at, language.suits)):
        if dash >= len(text) or text[dash] not in DASHES:
            continue
        for last, middle in _names_at(text, dash + 1, language.ranks):
            length = run_length(first, last, ace_runs)
            for suit, end in _names_at(text, middle, language.suits) if length else ():
                if own_suit in (None, suit):
                    yield end, tuple(card((first + step) % 13, suit) for step in range(length))


def _tokens_at(text: str, at: int, language: Language, ace_runs: str) -> Iterator[Token]:
    """Every way to read one card, group or run that begins at `at`; `text` is in capitals."""
    if text[at] in _PLAYING_CARDS:
        yield at + 1, (_PLAYING_CARDS[text[at]],)
    for rank, end in _names_at(text, at, language.ranks):
        yield from _groups_at(text, end, rank, language.suits)
        yield from _runs_at(text, end, rank, language, ace_runs)
    if language.suit_first and text[at] in SYMBOLS:
        for rank, end in _names_at(text, at + 1, language.ranks):
            yield end, (card(rank, SYMBOLS.index(text[at])),)


def _word_readings(word: str, language: Language, ace_runs: str) -> list[Cards]:
    """Up to two different readings of the whole of `word` (in capitals) as cards."""
    # ways[at] has up to two readings of word[at:], each as (card, the reading after it).
    ways: list[list[_Way]] = [[] for _ in word] + [[None]]
    known: dict[tuple[int, int], _Way] = {}
    for at in reversed(range(len(word))):
        tokens = _tokens_at(word, at, language, ace_runs)
        found = (_put_before(cards, rest, known) for end, cards in tokens for rest in ways[end])
        ways[at] = list({id(way): way for way in found}.values())[:2]
    return [tuple(_unrolled(way)) for way in ways[0]]


def _put_before(cards: Cards, way: _Way, known: dict[tuple[int, int], _Way]) -> _Way:
    """The reading `way` with `cards` before it: the object in `known` if it is there already."""
    for single in reversed(cards):
        way = known.setdefault((single, id(way)), (single, way))
    return way


def _unrolled(way: _Way) -> Iterator[int]:
    while way:
        single, way = way
        yield single


def _longest_at(word: str, at: int, language: Language, ace_runs: str) -> Token | None:
    """The longest token at `at`; none in the middle of a number and none with a dash beside it."""
    before, here = word[at - 1 : at], word[at]
    if before and (before in DASHES or (before.isdigit() and here.isdigit())):
        return None
    tokens = _tokens_at(word, at, language, ace_runs)
    alone = (token for token in tokens if word[token[0] : token[0] + 1] not in tuple(DASHES))
    return max(alone, default=None)


def is_one_word(word: str, language: Language) -> bool:
    """Whether a word in capitals is shown whole, even if some of its letters could be a card."""
    if word.casefold() in language.rank_words:
        return True
    letters = {*"".join((*language.ranks, *language.suits))}
    return word.isalpha() and len(word) > 2 and not letters.issuperset(word)


def _broken_word(word: str, language: Language, ace_runs: str) -> Iterator[Piece]:
    """A word that cannot be read whole, cut into cards and, as short as possible, the rest."""
    at = bad = 0
    end = 0 if is_one_word(word, language) else len(word)
    while at < end:
        token = _longest_at(word, at, language, ace_runs)
        if token is None:
            at += 1
            continue
        if bad < at:
            yield Piece("bad", bad, at)
        yield Piece("cards", at, token[0], token[1])
        at = bad = token[0]
    if bad < len(word):
        yield Piece("bad", bad, len(word))


@cache
def _lexer(link: str) -> re.Pattern[str]:
    word = r"(?:(?!\.\.\.)[^ ,\[\]=…])++"
    return re.compile(
        rf"(?P<open>\[)|(?P<close>\])|(?P<dots>\.{{3,}}|…)|(?P<points>=\ *(?:{word})?)"
        rf"|(?P<phrase>(?P<rank>{word})\ +{link}\ +(?P<suit>{word}))|(?P<word>{word})",
        re.IGNORECASE,
    )


def _phrase(found: re.Match[str], language: Language) -> Piece:
    """A card in words, `Ten of Hearts`; either part may be letters or a symbol."""
    rank, suit = found["rank"], found["suit"]
    rank_number = language.rank_words.get(rank.casefold(), language.ranks.get(capitals(rank)))
    suit_number = language.suit_words.get(suit.casefold(), language.suits.get(capitals(suit)))
    if rank_number is None or suit_number is None:
        return Piece("bad", *found.span())
    return Piece("cards", *found.span(), (card(rank_number, suit_number),))


def _word(word: str, language: Language, ace_runs: str) -> tuple[list[Piece], list[Cards]]:
    """The pieces of a word in capitals, placed from 0, and up to two readings of the whole."""
    ways = _word_readings(word, language, ace_runs)
    if ways:
        return [Piece("cards", 0, len(word), ways[0])], ways
    return list(_broken_word(word, language, ace_runs)), []


def tokenise(text: str, language: Language, ace_runs: str) -> Reading:
    """Cut a tidy text into its pieces; never raises."""
    pieces: list[Piece] = []
    ambiguities: list[Ambiguity] = []
    for found in _lexer(language.link).finditer(text):
        kind, (start, end) = found.lastgroup, found.span()
        if kind == "word":
            parts, ways = _word(capitals(found[0]), language, ace_runs)
            pieces += [
                part._replace(start=start + part.start, end=start + part.end) for part in parts
            ]
            if len(ways) > 1:
                ambiguities.append(Ambiguity(start, end, *ways))
        elif kind == "phrase":
            pieces.append(_phrase(found, language))
        else:
            pieces.append(Piece(cast(Kind, kind), start, end))
    return Reading(text, language, tuple(pieces), tuple(ambiguities))
