"""What is wrong with a text that is not a card: the reason, a caret and a hint."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ginscore.cards.cards import SYMBOLS, Language, format_card, other_language
from ginscore.cards.tokens import (
    DASHES,
    Ambiguity,
    Cards,
    Piece,
    Reading,
    capitals,
    is_one_word,
    run_length,
    tokenise,
)
from ginscore.errors import N_, CardText, Message, Term, fault

_LONGEST_TOKEN: Final = 32
_CONTEXT: Final = 24
MOST_FAULTS: Final = 10

_NO_CARD: Final = N_("{token}: not a card; a card is a rank ({ranks}) and a suit ({suits})")
_NOT_IN_THE_PACK: Final = N_(
    "{token}: not a card of the game; the pack has the 52 from ace to king"
)
_SEPARATORS: Final = N_("cards are separated by blanks or commas")
# Tens as people write them: 0H, XC, 1OS; in French also TC.
_TENS: Final = "0|X|[1I]O|I0|O|T"
_JOKERS: Final = ("joker", "jokers", "knight", "knights", "cavalier", "cavaliers")


class _Reason(NamedTuple):
    """Why a token is not a card; `fields` are those that its hint and template add."""

    hint: str
    fields: Mapping[str, object]
    template: str = _NO_CARD


def shorten(text: str) -> str:
    """`text` cut to some thirty characters, for a message."""
    return text if len(text) <= _LONGEST_TOKEN else text[: _LONGEST_TOKEN - 1] + "…"


def _width(text: str) -> int:
    """Columns that `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


def point_out(text: str, start: int, end: int) -> str:
    """The line of a tidy text around `text[start:end]`, and carets under it."""
    end = min(max(end, start + 1), start + _LONGEST_TOKEN)
    first = max(0, start - _CONTEXT)
    left = ("…" if first else "") + text[first:start]
    right = text[end : end + _CONTEXT] + ("…" if len(text) > end + _CONTEXT else "")
    carets = "^" * max(1, _width(text[start:end]))
    return f"{left}{text[start:end]}{right}\n{' ' * _width(left)}{carets}"


def check_reading(reading: Reading, ace_runs: str) -> list[Message]:
    """A fault for each piece that is not a card and for each word with two readings."""
    bad = [piece for piece in reading.pieces if piece.kind == "bad"]
    faults = [_bad_card(reading, piece, ace_runs) for piece in bad[:MOST_FAULTS]]
    if len(bad) > MOST_FAULTS:
        more = N_("not cards either: {count} more pieces of this text")
        faults.append(fault("bad-card", more, count=len(bad) - MOST_FAULTS))
    return faults + [_ambiguous(reading.text, word) for word in reading.ambiguities[:MOST_FAULTS]]


def is_prose(reading: Reading) -> bool:
    """Whether the text is mere words, with or without numbers, none of which means a card."""
    known = {*reading.language.rank_words, *reading.language.suit_words, *_JOKERS}
    words = [reading.text[piece.start : piece.end].casefold() for piece in reading.pieces]
    letters = [word for word in words if word.isalpha()]
    return (
        all(piece.kind == "bad" for piece in reading.pieces)
        and all(word.isalpha() or word.isdigit() for word in words)
        and any(is_one_word(capitals(word), reading.language) for word in letters)
        and known.isdisjoint(letters)
    )


def _names(cards: Cards) -> CardText:
    return CardText(" ".join(map(format_card, cards)))


def _ambiguous(text: str, word: Ambiguity) -> Message:
    return fault(
        "ambiguous-cards",
        N_("{token}: two readings, {first} or {second}"),
        hint=N_("put a blank between the cards"),
        excerpt=point_out(text, word.start, word.end),
        token=shorten(text[word.start : word.end]),
        first=_names(word.first),
        second=_names(word.second),
    )


def _bad_card(reading: Reading, piece: Piece, ace_runs: str) -> Message:
    token = reading.text[piece.start : piece.end]
    reason = next(_reasons(token, reading.language, ace_runs))
    message = fault(
        "bad-card",
        reason.template,
        hint=reason.hint,
        excerpt=point_out(reading.text, piece.start, piece.end),
        token=shorten(token),
        ranks=reading.language.rank_list,
        suits=" ".join(reading.language.letters[1]),
    )
    return message._replace(fields={**message.fields, **reason.fields})


def _reasons(token: str, language: Language, ace_runs: str) -> Iterator[_Reason]:
    """Every reason why `token` is not a card, the most telling first; at least one."""
    text = capitals(token)
    yield from _outside_the_pack(token)
    yield from _punctuation(text)
    yield from _half_a_card(text, token.casefold(), language)
    yield from _bad_run(text, language, ace_runs)
    yield from _bad_ten(text, language)
    yield from _bad_rank(text, language)
    yield from _wrong_order(text, language)
    yield from _other_language(token, language, ace_runs)
    example = language.name_card(6, 1)
    yield _Reason(N_("for example {example}"), {"example": example})


def _outside_the_pack(token: str) -> Iterator[_Reason]:
    # Unicode's playing cards that the tables do not have: backs, knights, jokers and trumps.
    if any("\U0001f0a0" <= char <= "\U0001f0ff" for char in token):
        yield _Reason(N_("leave out backs, knights, jokers and trumps"), {}, _NOT_IN_THE_PACK)
    if any(word in _JOKERS for word in token.casefold().split()):
        yield _Reason(N_("jokers and knights are not played"), {}, _NOT_IN_THE_PACK)


def _punctuation(text: str) -> Iterator[_Reason]:
    if any(char in "(){}" for char in text):
        yield _Reason(N_("a declared meld is put in square brackets"), {})
    if not any(map(str.isalnum, text)) and text[0] not in SYMBOLS:
        yield _Reason(_SEPARATORS, {})


def _half_a_card(text: str, word: str, language: Language) -> Iterator[_Reason]:
    rank = language.rank_words.get(word, language.ranks.get(text))
    if rank is not None:
        example = language.name_card(rank, 1)
        hint = N_("a rank without a suit: write both without a blank, as in {example}")
        yield _Reason(hint, {"example": example})
    suit = language.suit_words.get(word, language.suits.get(text))
    if suit is not None:
        example = language.name_card(6, suit)
        hint = N_("a suit without a rank: write both without a blank, as in {example}")
        yield _Reason(hint, {"example": example})


def _ends(text: str, language: Language) -> list[tuple[int | None, int | None]]:
    """Each end of a shorthand run as rank and suit, None where one is missing or wrong."""
    ends = []
    for part in re.split(f"[{re.escape(DASHES)}]", text):
        rank = next((size for size in (2, 1) if part[:size] in language.ranks), 0)
        ends.append((language.ranks.get(part[:rank]), language.suits.get(part[rank:])))
    return ends


def _bad_run(text: str, language: Language, ace_runs: str) -> Iterator[_Reason]:
    ends = _ends(text, language)
    if len(ends) > 2:
        yield _Reason(_SEPARATORS, {})
    if len(ends) != 2 or ends[0][0] is None or ends[1][0] is None:
        return
    (first, first_suit), (last, suit) = (ends[0][0], ends[0][1]), (ends[1][0], ends[1][1])
    example = f"4-{language.name_card(5, suit or 0)}"
    if suit is None:
        hint = N_("a run is written with its suit at the end, as in {example}")
    elif first_suit not in (None, suit):
        hint = N_("a run is of one suit, as in {example}")
    elif run_length(first, last, "circular") and not run_length(first, last, ace_runs):
        hint = N_("a run goes upwards, as in {example}; these rules play ace_runs {ace_runs}")
    else:
        hint = N_("the two ends of a run are different cards, as in {example}")
    yield _Reason(hint, {"example": example, "ace_runs": ace_runs})


def _bad_ten(text: str, language: Language) -> Iterator[_Reason]:
    found = re.match(_TENS, text)
    suits = {**other_language(language).suits, **language.suits}
    suit = suits.get(text[found.end() :] or language.letters[1][1]) if found else None
    if suit is not None:
        fields = {"tens": language.tens, "example": language.name_card(9, suit)}
        yield _Reason(N_("ten is {tens}, as in {example}"), fields)


def _bad_rank(text: str, language: Language) -> Iterator[_Reason]:
    digits = re.match("[1-9][0-9]+", text)
    if digits and digits[0] not in language.ranks:
        faces = " ".join(language.letters[0][10:])
        yield _Reason(N_("above ten the ranks are {faces}"), {"faces": faces})


def _wrong_order(text: str, language: Language) -> Iterator[_Reason]:
    for size in (2, 1):
        suit, rank = language.suits.get(text[:size]), language.ranks.get(text[size:])
        if suit is not None and rank is not None:
            example = language.name_card(rank, suit)
            yield _Reason(N_("the rank comes first: {example}"), {"example": example})


def _other_language(token: str, language: Language, ace_runs: str) -> Iterator[_Reason]:
    other = other_language(language)
    if tokenise(token, other, ace_runs).is_whole:
        hint = N_("read in {language} it is a card: write all of them in one language")
        yield _Reason(hint, {"language": Term(other.name)})
