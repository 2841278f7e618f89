"""One word of a text as cards, by the book (`7SHD`, `4-6C`) or as people say it (`JQKH`, `HJ`).

A word is in capitals and without separators. It is cut into cards in every possible way, so that
ambiguous words are found; that takes linear time.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from ginscore.cards.cards import LANGUAGES, SYMBOLS, WHITE_SYMBOLS, Language, card, other_language
from ginscore.cards.melds import all_runs, order_cards

Cards: TypeAlias = tuple[int, ...]
_Part: TypeAlias = tuple[int, Cards]
_Way: TypeAlias = "tuple[int, _Way] | None"

# Every dash that a keyboard or an editor may put between a run's ends.
DASHES: Final = "-‐‑‒–—−"
_BESIDE: Final = tuple(DASHES)

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


class Grammar(NamedTuple):
    """What a word is read by: a language, and where the ace stands in runs (`ace_runs`).

    `is_in_force` is whether the language is the reader's own. With `goes_short` two ends mean the
    way from one to the other that has fewer cards. `as_said` adds to what is read by the book.
    """

    language: Language
    ace_runs: str
    is_in_force: bool = True
    goes_short: bool = False
    as_said: bool = False


def capitals(text: str) -> str:
    """`text` with capital ASCII letters and black suits, of the same length."""
    return text.translate(_CAPITALS)


def read_word(word: str, grammar: Grammar) -> tuple[list[Cards], bool]:
    """Up to two readings of a whole word as cards, and whether they go by the book."""
    ways = _cut(word, grammar)
    if ways:
        return ways, True
    # Ranks alone are no cards, even if one of them is a suit in the other language.
    if not grammar.is_in_force and is_ranks(word, other_language(grammar.language)):
        return [], False
    return _cut(word, grammar._replace(as_said=True)) or _suit_first(word, grammar), False


def is_ranks(word: str, language: Language) -> bool:
    """Whether a word is nothing but ranks, joined or by hyphens: `789T`, `4-6`."""
    return bool(pattern(r"{rank}(?:{dash}?{rank})*", language).fullmatch(word))


def is_one_word(word: str, language: Language) -> bool:
    """Whether a word is shown whole, even if some of its letters could be a card.

    It is a word of the language, or ranks before suits that are no run: `457C`, `777SHD`.
    """
    if word.casefold() in language.rank_words or is_ranks(word, language):
        return True
    letters = {*"".join((*language.ranks, *language.suits))}
    is_strange = word.isalpha() and len(word) > 2 and not letters.issuperset(word)
    return is_strange or bool(pattern("{rank}{rank}+{suit}+", language).fullmatch(word))


def longest_part(word: str, at: int, grammar: Grammar) -> tuple[int, Cards] | None:
    """The end and the cards of the longest part at `at` that is by the book.

    There is none in the middle of a number and none with a dash beside it.
    """
    before, here = word[at - 1 : at], word[at]
    if before and (before in DASHES or (before.isdigit() and here.isdigit())):
        return None
    parts = _parts_at(word, at, grammar)
    return max((part for part in parts if word[part[0] : part[0] + 1] not in _BESIDE), default=None)


def pattern(form: str, language: Language) -> re.Pattern[str]:
    """A regular expression in which `{rank}`, `{suit}` and `{dash}` are those of the language."""
    return _compile(form, language.name)


@cache
def _compile(form: str, name: str) -> re.Pattern[str]:
    language = next(known for known in LANGUAGES.values() if known.name == name)
    rank, suit = (
        "(?:" + "|".join(sorted(names, key=len, reverse=True)) + ")"
        for names in (language.ranks, language.suits)
    )
    return re.compile(form.format(rank=rank, suit=suit, dash=f"[{DASHES}]"))


def _suit_first(word: str, grammar: Grammar) -> list[Cards]:
    """A word of cards that all begin with the suit: `HJ`, `S10D10`."""
    language = grammar.language
    if not (grammar.is_in_force and language.suit_first):
        return []
    if not pattern("(?:{suit}{rank})+", language).fullmatch(word):
        return []
    found = pattern("({suit})({rank})", language).findall(word)
    return [tuple(card(language.ranks[rank], language.suits[suit]) for suit, rank in found)]


# Words cut into parts


def _cut(word: str, grammar: Grammar) -> list[Cards]:
    """Up to two different ways to cut the whole of a word into parts."""
    # ways[at] has up to two readings of word[at:], each as (card, the reading after it).
    ways: list[list[_Way]] = [[] for _ in word] + [[None]]
    known: dict[tuple[int, int], _Way] = {}
    for at in reversed(range(len(word))):
        parts = _parts_at(word, at, grammar)
        found = (_put_before(cards, rest, known) for end, cards in parts for rest in ways[end])
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


def _names_at(text: str, at: int, names: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Each rank or suit that begins at `at`, with its end."""
    for end in (at + 1, at + 2):
        value = names.get(text[at:end])
        if value is not None and end <= len(text):
            yield value, end


def _parts_at(text: str, at: int, grammar: Grammar) -> Iterator[_Part]:
    """Every way to read one card, group or run that begins at `at`."""
    language = grammar.language
    if text[at] in _PLAYING_CARDS:
        yield at + 1, (_PLAYING_CARDS[text[at]],)
    for rank, end in _names_at(text, at, language.ranks):
        yield from _groups_at(text, end, rank, language.suits)
    yield from _runs_at(text, at, grammar)
    if language.suit_first and text[at] in SYMBOLS:
        for rank, end in _names_at(text, at + 1, language.ranks):
            yield end, (card(rank, SYMBOLS.index(text[at])),)


def _groups_at(
    text: str, at: int, rank: int, suits: Mapping[str, int], before: Cards = ()
) -> Iterator[_Part]:
    """One rank in one to four different suits: `7S`, `7SHD`."""
    for suit, end in _names_at(text, at, suits):
        single = card(rank, suit)
        if single not in before:
            yield end, (*before, single)
            yield from _groups_at(text, end, rank, suits, (*before, single))


def _runs_at(
    text: str, at: int, grammar: Grammar, before: tuple[int, ...] = (), suit: int | None = None
) -> Iterator[_Part]:
    """A run by its ends, `4-6C` or `4C-6C`; as people say it also by its ranks: `JQKH`, `9C-J`.

    `before` are the ranks already read, and `suit` theirs if it was written.
    """
    language = grammar.language
    for rank, middle in _names_at(text, at, language.ranks):
        ranks = (*before, rank)
        for own, end in ((None, middle), *_names_at(text, middle, language.suits)):
            if rank in before or (None not in (own, suit) and own != suit):
                continue
            known = suit if own is None else own
            # The last rank has the suit; as people say it, that may stand on another.
            if known is not None and (own is not None or (grammar.as_said and end == len(text))):
                cards = run_cards(ranks, known, text[at - 1] in DASHES, grammar)
                if cards:
                    yield end, cards
            if end < len(text) and (grammar.as_said or not before):
                if text[end] in DASHES:
                    yield from _runs_at(text, end + 1, grammar, ranks, known)
                elif grammar.as_said and own is None:
                    yield from _runs_at(text, end, grammar, ranks, known)


def run_cards(ranks: tuple[int, ...], suit: int, has_dash: bool, grammar: Grammar) -> Cards:
    """The cards of a suit that ranks mean, two by a hyphen as ends; none if that is no run."""
    if len(ranks) > 2:
        mask = sum(card(rank, suit) for rank in ranks)
        return order_cards(mask, grammar.ace_runs) if mask in all_runs(grammar.ace_runs) else ()
    for first, last in _ways(*ranks, grammar) if has_dash and len(ranks) == 2 else ():
        length = run_length(first, last, grammar.ace_runs)
        if length:
            return tuple(card((first + step) % 13, suit) for step in range(length))
    return ()


def _ways(first: int, last: int, grammar: Grammar) -> list[tuple[int, int]]:
    """What two ends may mean, each as the lower and the upper rank, the likelier first."""
    if grammar.goes_short:
        upwards, downwards = (last - first) % 13, (first - last) % 13
        return [(first, last) if upwards < downwards else (last, first), (first, last)]
    return [(first, last), (last, first)] if grammar.as_said else [(first, last)]


def run_length(first: int, last: int, ace_runs: str) -> int:
    """How many cards the run from rank `first` up to rank `last` has; 0 if there is no such run."""
    if first < last:
        return 0 if first == 0 and ace_runs == "high" else last - first + 1
    if last == 0 < first and ace_runs != "low":
        return 14 - first
    return last - first + 14 if last < first and ace_runs == "circular" else 0
