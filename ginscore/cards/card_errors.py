"""What is wrong with a text of cards, told once: the reason, a hint, carets under every place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from ginscore.cards.cards import (
    SYMBOLS,
    Language,
    card,
    format_card,
    other_language,
    rank_of,
    suit_of,
)
from ginscore.cards.tokens import Reading, Slip, Token, shorten, tokenise
from ginscore.cards.words import DASHES, Cards, Grammar, capitals, pattern, run_cards
from ginscore.errors import N_, CardText, Message, Term, fault

# Columns of a line that shows the text, of a place in it, and of what stands beside the places.
_LONGEST_LINE: Final = 76
_LONGEST_PLACE: Final = 32
_CONTEXT: Final = 24
# Places that are looked at, kinds of faults that are told, and tokens that a sentence names.
_MOST_PLACES: Final = 40
_MOST_FAULTS: Final = 10
_MOST_NAMED: Final = 3
# How long a word is, and how like another, to be nearly that other.
_SHORTEST_WORD: Final = 4
_NEAR: Final = 0.75

_NO_CARD: Final = N_("{token}: not a card; a card is a rank ({ranks}) and a suit ({suits})")
_NOT_IN_THE_PACK: Final = N_(
    "{token}: not a card of the game; the pack has the 52 from ace to king"
)
_EXAMPLE: Final = N_("for example {example}")
_MEANT: Final = N_("did you mean {example}?")
# Tens as people write them: 0H, XC, 1OS; in French also TC.
_TENS: Final = "0|X|[1I]O|I0|O|T"
# What is in some packs but not in this one, as people write it: JK, joker 2, *.
_JOKER: Final = re.compile(r"(?:jk|jokers?|wild|knights?|cavaliers?)\d?|\*+")


def tell_slips(reading: Reading, slips: Sequence[Slip], *, is_holding: bool) -> list[Message]:
    """Everything that is wrong with a text; what repeats itself is told once, with all its places.

    `slips` are what is wrong with the order of its tokens. In a holding, mere words are told as
    such.
    """
    found = [*islice(_bad_cards(reading), _MOST_PLACES)]
    if is_holding and _is_prose(reading, found):
        return [_no_holding(reading)]
    ambiguous = [_ambiguous(token) for token in reading.tokens if token.other]
    lessons: dict[tuple[str, str, str], list[Slip]] = {}
    for slip in (*found, *ambiguous, *slips):
        said = slip.template.format_map({**slip.fields, "token": ""})
        lessons.setdefault((slip.code, said, slip.hint), []).append(slip)
    return [_lesson(reading, alike) for alike in [*lessons.values()][:_MOST_FAULTS]]


def _lesson(reading: Reading, alike: Sequence[Slip]) -> Message:
    """One fault with all its places."""
    first = alike[0]
    texts = list(dict.fromkeys(shorten(reading.text_of(slip.token)) for slip in alike))
    named = [*texts[:_MOST_NAMED], *(["…"] if len(texts) > _MOST_NAMED else [])]
    fields = {**first.fields, "token": ", ".join(named)}
    excerpt = point_out(reading.text, [slip.token for slip in alike])
    return Message(first.code, first.template, fields, first.hint, excerpt=excerpt)


def point_out(text: str, tokens: Sequence[Token]) -> str:
    """The line of a tidy text around some tokens, and carets under each."""
    start = min(token.start for token in tokens)
    longest = _LONGEST_PLACE if len(tokens) == 1 else _LONGEST_LINE
    end = min(max(token.end for token in tokens), start + longest)
    context = min(_CONTEXT, (_LONGEST_LINE - (end - start)) // 2)
    first = max(0, start - context)
    left, right = ("…" if first else ""), ("…" if len(text) > end + context else "")
    marked = {at for token in tokens for at in range(token.start, min(token.end, end))}
    columns = [("^" if at in marked else " ") * _width(text[at]) for at in range(first, end)]
    carets = " " * len(left) + "".join(columns)
    return f"{left}{text[first : end + context]}{right}\n{carets}"


def _width(char: str) -> int:
    """Columns that a character takes on a terminal."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _is_prose(reading: Reading, found: Sequence[Slip]) -> bool:
    """Whether the text is mere words, with or without numbers, none of which is like a card."""
    words = [reading.text_of(token) for token in reading.tokens]
    told = [slip for slip in found if reading.text_of(slip.token).isalpha()]
    return (
        all(token.kind == "bad" for token in reading.tokens)
        and all(word.isalpha() or word.isdigit() for word in words)
        and bool(told)
        and all(slip.hint == _EXAMPLE for slip in told)
    )


def _no_holding(reading: Reading) -> Message:
    name_card = reading.grammar.language.name_card
    return fault(
        "bad-holding",
        N_("{text}: neither cards nor points"),
        hint=N_("write cards ({cards}), points ({points}) or gin"),
        text=shorten(reading.text),
        cards=" ".join(name_card(6, suit) for suit in range(3)),
        points=17,
    )


def _names(cards: Cards) -> CardText:
    return CardText(" ".join(map(format_card, cards)))


def _ambiguous(token: Token) -> Slip:
    return Slip(
        token,
        N_("{token}: two readings, {first} or {second}"),
        N_("put a blank between the cards"),
        "ambiguous-cards",
        {"first": _names(token.cards), "second": _names(token.other)},
    )


# Why a token is not a card


class _Hint(NamedTuple):
    """What to do about a token that is not a card, with the fields that the hint names."""

    text: str
    fields: Mapping[str, object] = MappingProxyType({})
    template: str = _NO_CARD


def _bad_cards(reading: Reading) -> Iterator[Slip]:
    language = reading.grammar.language
    fields = {"ranks": language.rank_list, "suits": " ".join(language.letters[1])}
    # The card before a token, else the first one, else the seven of hearts.
    near = (*reading.cards[:1], card(6, 1))[0]
    for at, token in enumerate(reading.tokens):
        if token.kind == "bad":
            hint = next(_hints(reading, at, near))
            yield Slip(token, hint.template, hint.text, "bad-card", {**fields, **hint.fields})
        near = (near, *token.cards)[-1]


def _hints(reading: Reading, at: int, near: int) -> Iterator[_Hint]:
    """What may be said of a token that is not a card, the most telling first; at least one.

    `near` is the card that lends a rank or a suit to the examples.
    """
    grammar, token = reading.grammar, reading.tokens[at]
    text = token.word or capitals(reading.text_of(token))
    yield from _outside_the_pack(reading.text_of(token))
    yield from _punctuation(text)
    yield from _meant(reading, at)
    yield from _half_a_card(text, grammar.language, near)
    yield from _bad_ten(text, grammar.language)
    yield from _bad_rank(text, grammar.language)
    yield from _other_language(text, grammar)
    yield from _bad_ranks(text, grammar, near)
    yield from _wrong_order(text, grammar.language)
    yield _Hint(_EXAMPLE, {"example": grammar.language.name_card(6, 1)})


def _outside_the_pack(text: str) -> Iterator[_Hint]:
    # Unicode's playing cards that the tables do not have: backs, knights, jokers and trumps.
    if any("\U0001f0a0" <= char <= "\U0001f0ff" for char in text):
        yield _Hint(N_("leave out backs, knights, jokers and trumps"), template=_NOT_IN_THE_PACK)
    if any(map(_JOKER.fullmatch, text.casefold().split())):
        hint = N_("jokers and knights are not played: `ginscore explain joker`")
        yield _Hint(hint, template=_NOT_IN_THE_PACK)


def _punctuation(text: str) -> Iterator[_Hint]:
    if text == "..":
        yield _Hint(N_("a run has a hyphen, as in 4-6C; three dots stand behind loose cards"))
    if not any(map(str.isalnum, text)) and text[0] not in SYMBOLS:
        yield _Hint(N_("cards are separated by blanks or commas"))


def _meant(reading: Reading, at: int) -> Iterator[_Hint]:
    """The card, or else the word, that was nearly written; a rank or suit may stand beside it."""
    language = reading.grammar.language
    ranks = {**_folded(language.ranks), **language.rank_words}
    suits = {**_folded(language.suits), **language.suit_words}
    first = max(0, at - 1)
    words = [reading.text_of(token).casefold() for token in reading.tokens[first : at + 2]]
    word = words[at - first]
    pairs = [word.split(f" {language.link} "), words[at - first :], words[: at - first + 1]]
    pairs += [
        [word.removesuffix(suit), suit] for suit in language.suit_words if word.endswith(suit)
    ]
    for pair in pairs:
        rank, suit = _nearly(pair[0], ranks), _nearly(pair[-1], suits)
        if len(pair) == 2 and rank and suit:
            yield _Hint(_MEANT, {"example": language.name_card(ranks[rank], suits[suit])})
    near = _nearly(word, {**language.rank_words, **language.suit_words})
    if near not in (None, word):
        yield _Hint(_MEANT, {"example": near})


def _folded(names: Mapping[str, int]) -> dict[str, int]:
    return {name.casefold(): number for name, number in names.items()}


def _nearly(word: str, names: Mapping[str, int]) -> str | None:
    """The name that a word is, or nearly is."""
    if word in names or not word.isalpha() or len(word) < _SHORTEST_WORD:
        return word if word in names else None
    return next(iter(get_close_matches(word, names, 1, _NEAR)), None)


def _half_a_card(text: str, language: Language, near: int) -> Iterator[_Hint]:
    rank = language.rank_words.get(text.casefold(), language.ranks.get(text))
    if rank is not None:
        example = language.name_card(rank, suit_of(near))
        hint = N_("a rank without a suit: write both without a blank, as in {example}")
        yield _Hint(hint, {"example": example})
    suit = language.suit_words.get(text.casefold(), language.suits.get(text))
    if suit is not None:
        example = language.name_card(rank_of(near), suit)
        hint = N_("a suit without a rank: write both without a blank, as in {example}")
        yield _Hint(hint, {"example": example})


def _bad_ten(text: str, language: Language) -> Iterator[_Hint]:
    found = re.match(_TENS, text)
    suits = {**other_language(language).suits, **language.suits}
    suit = suits.get(text[found.end() :] or language.letters[1][1]) if found else None
    if suit is not None:
        fields = {"tens": language.tens, "example": language.name_card(9, suit)}
        yield _Hint(N_("ten is {tens}, as in {example}"), fields)


def _bad_rank(text: str, language: Language) -> Iterator[_Hint]:
    if re.match("1[1-9](?![0-9])", text):
        faces = " ".join(language.letters[0][10:])
        yield _Hint(N_("above ten the ranks are {faces}"), {"faces": faces})


def _other_language(text: str, grammar: Grammar) -> Iterator[_Hint]:
    other = other_language(grammar.language)
    if tokenise(text, Grammar(other, grammar.ace_runs)).is_by_the_book:
        hint = N_("read in {language} it is a card: write all of them in one language")
        yield _Hint(hint, {"language": Term(other.name)})


def _bad_ranks(text: str, grammar: Grammar, near: int) -> Iterator[_Hint]:
    """Why ranks, with suits and hyphens between or behind them, are neither a run nor cards."""
    language = grammar.language
    if not pattern("(?:{rank}{suit}*{dash}?)+", language).fullmatch(text):
        return
    ranks = tuple(language.ranks[rank] for rank in pattern("{rank}", language).findall(text))
    suits = [language.suits[suit] for suit in pattern("{suit}", language).findall(text)]
    suit = suits[-1] if suits else suit_of(near)
    has_dash = not {*DASHES}.isdisjoint(text)
    letters, suit_letters = language.letters
    as_said = grammar._replace(as_said=True)
    is_run = bool(run_cards(ranks, suit, has_dash, as_said))
    if len({*ranks}) == 1 and has_dash:
        example = f"4-{language.name_card(5, suit)}"
        hint = N_("the two ends of a run are different cards, as in {example}")
        yield _Hint(hint, {"example": example})
    elif len({*ranks}) == 1:
        example = letters[ranks[0]] + "".join(suit_letters[suit] for suit in suits or range(3))
        yield _Hint(N_("a set is written with its rank once: {example}"), {"example": example})
    elif len({*suits}) > 1 and has_dash:
        example = f"{letters[ranks[0]]}-{language.name_card(ranks[-1], suit)}"
        yield _Hint(N_("a run is of one suit, as in {example}"), {"example": example})
    elif is_run and not suits:
        example = text + suit_letters[suit]
        hint = N_("a run is written with its suit at the end, as in {example}")
        yield _Hint(hint, {"example": example})
    elif not is_run and run_cards(ranks, suit, has_dash, as_said._replace(ace_runs="circular")):
        hint = N_("that is no run under these rules: ace_runs is {ace_runs}")
        yield _Hint(hint, {"ace_runs": grammar.ace_runs})
    elif has_dash:
        example = f"4-{language.name_card(5, suit)}"
        hint = N_("the ranks of a run follow each other, as in {example}")
        yield _Hint(hint, {"example": example})
    else:
        example = " ".join(language.name_card(rank, suit) for rank in ranks)
        hint = N_("ranks before one suit are a run; else each card has its suit: {example}")
        yield _Hint(hint, {"example": example})


def _wrong_order(text: str, language: Language) -> Iterator[_Hint]:
    for size in (2, 1):
        suit, rank = language.suits.get(text[:size]), language.ranks.get(text[size:])
        if suit is not None and rank is not None:
            example = language.name_card(rank, suit)
            yield _Hint(N_("the rank comes first: {example}"), {"example": example})
