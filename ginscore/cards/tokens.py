"""From a text to its tokens: cards, brackets, `...` and `=N`, read in one language.

A text is cut at blanks and other separators into words. A rank and a suit in words of their own
(`ten of hearts`, `5, 6, 7 of clubs`) are put together and read as the word that they mean, `TH`
or `567C`. All of it takes linear time.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from ginscore.cards.cards import LANGUAGES, SYMBOLS, Language
from ginscore.cards.words import (
    Cards,
    Grammar,
    capitals,
    is_one_word,
    is_ranks,
    longest_part,
    read_word,
)
from ginscore.errors import N_, refuse

Kind = Literal["cards", "bad", "open", "close", "dots", "points", "word", "join"]

# No holding is longer, in any notation; the limit keeps the time for one text short.
LONGEST_TEXT: Final = 2_000

# Unlike other invisible characters these do not separate: they only choose a symbol's look.
_VARIATION_SELECTORS: Final = dict.fromkeys((0xFE0E, 0xFE0F))
_ZERO_WIDTH: Final = dict.fromkeys((0x200B, 0x2060, 0xFEFF), " ")
_DROPPED: Final = {**_VARIATION_SELECTORS, **_ZERO_WIDTH}

_LONGEST_SHOWN: Final = 32
# Thirteen ranks with a word between each two, "of" and the suit.
_LONGEST_PHRASE: Final = 27
_JOINS: Final = frozenset(word for language in LANGUAGES.values() for word in language.joins)
_LEXER: Final = re.compile(
    r"(?P<open>[\[({])|(?P<close>[\])}])|(?P<dots>\.(?: ?\.){2,}|…)|(?P<bad>\. ?\.)"
    r"|(?P<join>[;/|+&.])|(?P<points>= *(?:(?!\.\.\.)[^ ,\[\]=…])*+(?: *\+ *[0-9]+)*+)"
    r"|(?P<word>[^ ,\[\](){};/|+&.=…]++)"
)


class Token(NamedTuple):
    """`text[start:end]` of a reading.

    `cards` are single-card masks in the order written, `other` those of a second reading in the
    same language. `word` is what was read, in capitals: `5, 6, 7 of clubs` is read as `567♣`.
    What is not by the book is read only as people say it.
    """

    kind: Kind
    start: int
    end: int
    cards: Cards = ()
    other: Cards = ()
    word: str = ""
    is_by_the_book: bool = True


class Reading(NamedTuple):
    """A tidy text cut into its tokens, at least one; whether all that it says is by the book."""

    text: str
    grammar: Grammar
    tokens: tuple[Token, ...]
    is_by_the_book: bool

    @property
    def is_whole(self) -> bool:
        """Whether every word was read as cards."""
        return all(token.kind != "bad" for token in self.tokens)

    @property
    def cards(self) -> Cards:
        """The single-card masks in the order written."""
        return tuple(card for token in self.tokens for card in token.cards)

    def text_of(self, token: Token) -> str:
        """A token as it was typed."""
        return self.text[token.start : token.end]


class Slip(NamedTuple):
    """What is wrong with a token in its place, told at the end with what else is wrong.

    The fields of the template and the hint are `fields`, and `token` for its text.
    """

    token: Token
    template: str
    hint: str = ""
    code: str = "bad-holding"
    fields: Mapping[str, object] = MappingProxyType({})


def shorten(text: str) -> str:
    """`text` cut to some thirty characters, for a message."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


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


def tokenise(text: str, grammar: Grammar) -> Reading:
    """Cut a tidy text into its tokens; never raises."""
    parts = _phrases(text, [*_lex(text)], grammar.language)
    found = [token for part in parts for token in _read(part, grammar)]
    tokens = tuple(token for token in found if token.kind != "join")
    by_the_book = all(token.is_by_the_book for token in found)
    return Reading(text, grammar, tokens or (Token("bad", 0, len(text)),), by_the_book)


def _lex(text: str) -> Iterator[Token]:
    for found in _LEXER.finditer(text):
        kind, word = cast(Kind, found.lastgroup), found[0]
        if kind == "word" and word.casefold() in _JOINS:
            kind = "join"
        by_the_book = kind not in ("join", "bad") and word[0] not in "(){}" and ". ." not in word
        yield Token(kind, *found.span(), word=capitals(word), is_by_the_book=by_the_book)


def _read(token: Token, grammar: Grammar) -> Iterator[Token]:
    """A word as its cards, or in pieces where it cannot be read; any other token as it is."""
    if token.kind != "word":
        yield token
        return
    ways, by_the_book = read_word(token.word, grammar)
    if ways:
        yield token._replace(
            kind="cards",
            cards=ways[0],
            other=ways[1] if len(ways) > 1 else (),
            is_by_the_book=by_the_book and token.is_by_the_book,
        )
    elif token.end - token.start > len(token.word) or is_one_word(token.word, grammar.language):
        yield token._replace(kind="bad", is_by_the_book=False)
    else:
        yield from _broken_word(token, grammar)


def _broken_word(token: Token, grammar: Grammar) -> Iterator[Token]:
    """A word that cannot be read whole, cut into cards and, as short as possible, the rest."""
    word, start = token.word, token.start
    at = bad = 0
    while at < len(word):
        part = longest_part(word, at, grammar)
        if part is None:
            at += 1
            continue
        if bad < at:
            yield Token("bad", start + bad, start + at, word=word[bad:at], is_by_the_book=False)
        yield Token("cards", start + at, start + part[0], part[1], word=word[at : part[0]])
        at = bad = part[0]
    if bad < len(word):
        yield Token("bad", start + bad, token.end, word=word[bad:], is_by_the_book=False)


# A rank and a suit in words of their own


def _phrases(text: str, lexed: Sequence[Token], language: Language) -> Iterator[Token]:
    """The tokens, those that make one card or one run as one word."""
    at = 0
    while at < len(lexed):
        size, token = _phrase(text, lexed[at : at + _LONGEST_PHRASE], language)
        yield token
        at += size


def _phrase(text: str, lexed: Sequence[Token], language: Language) -> tuple[int, Token]:
    """How many tokens the first phrase takes, and the word that it means; or the first token.

    `7 hearts`, `jack of hearts`, `J-K of hearts`; with "of" also `5, 6 and 7 of hearts`. Anything
    else with "of" is a phrase that cannot be read.
    """
    ranks: list[str] = []
    first, at = lexed[0], 0
    while at < len(lexed) and lexed[at].kind == "word":
        rank = _rank_of(lexed[at].word, language)
        is_linked = _is_link(lexed[at + 1 : at + 2], language)
        if not (rank or is_linked):
            break
        last = at + 2 if is_linked else at + 1
        if (is_linked or not ranks) and _stand_together(text, lexed[at : last + 1], last + 1 - at):
            suit = _suit_of(lexed[last].word, language)
            phrase = first._replace(end=lexed[last].end, word="".join((*ranks, rank, suit)))
            if rank and suit:
                by_the_book = is_linked and not ranks and rank in language.ranks
                return last + 1, phrase._replace(is_by_the_book=by_the_book)
            if is_linked and not ranks:
                return last + 1, phrase._replace(kind="bad", word="", is_by_the_book=False)
        if not rank or rank in ranks:
            break
        ranks.append(rank)
        at += 1
        while at < len(lexed) and lexed[at].kind == "join":
            at += 1
    return 1, first


def _is_link(lexed: Sequence[Token], language: Language) -> bool:
    return any(token.word.casefold() == language.link for token in lexed)


def _stand_together(text: str, lexed: Sequence[Token], size: int) -> bool:
    """Whether there are so many words, with nothing but blanks between them."""
    is_words = len(lexed) == size and all(token.kind == "word" for token in lexed)
    gaps = [text[word.end : behind.start] for word, behind in pairwise(lexed)]
    return is_words and all(map(str.isspace, gaps))


def _rank_of(word: str, language: Language) -> str:
    """The letters of a word that means a rank, or several; an empty text for any other word."""
    number = language.rank_words.get(word.casefold())
    if number is not None:
        return language.letters[0][number]
    return word if is_ranks(word, language) else ""


def _suit_of(word: str, language: Language) -> str:
    """The symbol of a word that means a suit; an empty text for any other word."""
    number = language.suit_words.get(word.casefold(), language.suits.get(word))
    return "" if number is None else SYMBOLS[number]
