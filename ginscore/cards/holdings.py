"""The holding notation: what is known of a player's cards, as text and as a value.

7S 7H 7D 4C 5C 6C JH QH KH 3D    cards, arranged by the program
[7SHD] [4-6C] [J-KH] 3D          declared melds and the deadwood cards
[7SHD] [4-6C] [J-KH] =3          declared melds and the deadwood as points
KS 6D AC ...                     the deadwood cards, the melds not declared
17   gin   biggin                deadwood points, or the call
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, Literal, NamedTuple

from ginscore.cards.cards import (
    DECK,
    LANGUAGES,
    customary_cards,
    each_card,
    format_card,
    format_cards,
    parse_customary,
    rank_of,
)
from ginscore.cards.melds import MeldRules, is_meld, meld_cards
from ginscore.cards.notation import notes_on, refuse_slips, repeated_cards, understand
from ginscore.cards.tokens import Reading, Slip, Token, shorten, tidy
from ginscore.errors import N_, GinscoreError, Message, fault, refuse


class Holding(NamedTuple):
    """What is known of one player's cards.

    `form` says how it was written. `cards` is the mask of all known cards, `melds` the masks of the
    declared melds (or what was declared as such), `loose` that of the cards outside them. `points`
    is the deadwood in points where only that is known, `terms` what was added up to it. `repeated`
    is the mask of the cards written more than once; only then does `sizes` give the number of cards
    as written, in each meld and, last, outside.
    """

    form: Literal["cards", "melds", "loose", "count"]
    cards: int = 0
    melds: tuple[int, ...] = ()
    loose: int = 0
    points: int | None = None
    call: Literal["gin", "big_gin"] | None = None
    repeated: int = 0
    sizes: tuple[int, ...] = ()
    terms: tuple[int, ...] = ()


GIN: Final = Holding("count", points=0, call="gin")
BIG_GIN: Final = Holding("count", points=0, call="big_gin")
_BRACKETS: Final = ("[]", "()", "{}")
_CALLS: Final = {"gin": GIN, "biggin": BIG_GIN}


def parse_holding(
    text: str, lang: str, rules: MeldRules, *, most: int | None = None, went_out: bool = False
) -> tuple[Holding, tuple[Message, ...]]:
    """The holding in `text`, read in `lang`, and the warnings of the reading.

    `rules` say how far a shorthand run may go, `most` how many cards are not too many; only who
    went out can say `knock 4`. Brackets without a true meld and repeated cards are kept as written,
    for the referee to judge.

    Raises:
        GinscoreError: all of `bad-card`, `ambiguous-cards` and `bad-holding` that the text has.
    """
    holding = _parse_canonical(text, lang)
    if holding:
        return holding, ()
    text = tidy(text)
    count = parse_count(text, went_out)
    if count:
        return count, ()
    reading = understand(text, lang, rules.ace_runs, most)
    holding, slips = _arrange(reading)
    refuse_slips(reading, slips, is_holding=True)
    return holding, notes_on(reading)


def _parse_canonical(text: str, lang: str) -> Holding | None:
    """A shortcut for what ginscore itself wrote; None for any other text.

    `batch` takes 5.4 times as long without it (tests/bench/shortcuts_bench.py).
    """
    if "[" in text:
        return _parse_canonical_melds(text, lang)
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return Holding("count", points=int(text))
    if text in _CALLS:
        return _CALLS[text]
    cards = parse_customary(text, lang)
    if cards:
        return Holding("cards", cards, (), cards)
    loose = parse_customary(text[:-3], lang) if text.endswith(" ...") else None
    return Holding("loose", loose, (), loose) if loose else None


def _parse_canonical_melds(text: str, lang: str) -> Holding | None:
    card_of = customary_cards(lang).__getitem__
    *groups, rest = text.split("]")
    rest, equals, number = rest.partition(" =")
    melds = []
    written = 0
    try:
        for group in groups:
            blank, _, inside = group.partition("[")
            names = inside.split()
            if not names or blank not in ("", " "):
                return None
            melds.append(sum(map(card_of, names)))
            written += len(names)
        names = rest.split()
        loose = sum(map(card_of, names))
    except KeyError:
        return None
    cards = sum(melds) + loose
    # A repeated bit carries, which leaves fewer bits than names.
    if cards.bit_count() != written + len(names):
        return None
    if not equals:
        return Holding("melds", cards, tuple(melds), loose)
    if loose or not (number.isascii() and number.isdigit() and len(number) <= 3):
        return None
    return Holding("melds", cards, tuple(melds), 0, int(number))


def check_points(holding: Holding, missing: int, rules: MeldRules) -> list[Message]:
    """The fault (`bad-holding`) if `missing` unknown cards cannot count `holding.points`.

    They are all different, and none of the known ones. Without points there is no fault.
    """
    if holding.points is None or missing < 0:
        return []
    sums = _possible_sums(holding.cards, missing, rules.ace_points)
    if sums >> holding.points & 1:
        return []
    return [
        fault(
            "bad-holding",
            N_("{points} points for {missing} cards not shown; possible: {possible}"),
            hint=N_("count the deadwood again, or give its cards"),
            points=holding.points,
            missing=missing,
            possible=_format_bits(sums),
        )
    ]


@lru_cache(maxsize=256)
def _possible_sums(known: int, missing: int, ace_points: int) -> int:
    """The sums of points that `missing` cards out of the unknown ones can have, as bits."""
    sums = [1] + [0] * missing
    for card in each_card(DECK & ~known):
        points = min(rank_of(card) + 1, 10) if rank_of(card) else ace_points
        for count in range(missing, 0, -1):
            sums[count] |= sums[count - 1] << points
    return sums[missing]


def _format_bits(bits: int) -> str:
    """The numbers of the set bits, as ranges: `1–3, 5–10`."""
    numbers = [number for number in range(bits.bit_length()) if bits >> number & 1]
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    return ", ".join(
        str(first) if first == last else f"{first}–{last}"
        for first, last in zip(firsts, lasts, strict=True)
    )


def format_holding(holding: Holding, rules: MeldRules) -> str:
    """Canonical English text of a holding, its arrangement kept; it never begins with `=`.

    `parse_holding` reads it back to the same value, unless cards are repeated.
    """
    if holding.form == "count":
        return _format_count(holding)
    parts = [_format_meld(meld, rules) for meld in holding.melds]
    if holding.loose:
        parts.append(format_cards(holding.loose))
    if holding.form == "loose":
        parts.append("...")
    if holding.points is not None:
        parts.append(f"={holding.points}")
    return " ".join(parts)


def _format_count(holding: Holding) -> str:
    if holding.call is None:
        return str(holding.points)
    return "gin" if holding.call == "gin" else "biggin"


def _format_meld(meld: int, rules: MeldRules) -> str:
    cards = meld_cards(meld, rules) if is_meld(meld, rules) else each_card(meld)
    return f"[{' '.join(map(format_card, cards))}]"


# Counts and calls


# More than any cards can count; it only keeps out typing errors.
_MOST_POINTS: Final = 10_000
_ZERO: Final = N_("write 0 for no deadwood, or gin")
_CALL_WORDS: Final = {"gin": GIN, "biggin": BIG_GIN, "grandgin": BIG_GIN}
_CALL_BLANKS: Final = dict.fromkeys(map(ord, " -_"))
_KNOCKS: Final = "|".join(word for language in LANGUAGES.values() for word in language.knocks)
_NUMBER: Final = r"(?:\d(?:[\d.,/'_]*[\d,/'_])?|[.,]\d+|\d* ?[¼½¾])"
# A full stop or marks at the end, but no dots.
_END: Final = re.compile(r" *(?:!+|(?<!\.)\.)\Z")
# In French `5PT` is two cards, the fives of pique and trèfle.
_COUNT: Final = re.compile(
    rf"(?P<knock>(?:{_KNOCKS}) +)?(?P<points>=.*|[-+−–]? *{_NUMBER}(?: *\+ *+{_NUMBER}?)*)"
    r"(?: *(?:points?|pts)| +pt)?",
    re.IGNORECASE,
)


def parse_count(text: str, went_out: bool) -> Holding | None:
    """The holding of a tidy text that is a count, a sum or a call; None for any other text.

    Raises:
        GinscoreError: `bad-holding` for a blank, for a malformed number, and for a knock of who
            did not go out.
    """
    if not text:
        raise refuse("bad-holding", N_("no cards and no points; a blank is not zero"), hint=_ZERO)
    said = _END.sub("", text)
    call = _CALL_WORDS.get(said.casefold().translate(_CALL_BLANKS))
    if call:
        return call
    found = _COUNT.fullmatch(said)
    if not found or not {*"[({"}.isdisjoint(text):
        return None
    number = found["points"].removeprefix("=")
    # Only who went out has knocked.
    if found["knock"] and not went_out:
        template = N_("{text}: only the one who went out can knock")
        hint = N_("write the points alone: {points}")
        fields = {"text": shorten(text), "points": shorten(number)}
        raise GinscoreError(Message("bad-holding", template, fields, hint))
    if template := _check_number(number):
        raise GinscoreError(Message("bad-holding", template, _shown(number), _ZERO))
    terms = _terms(number)
    return Holding("count", points=sum(terms), terms=terms if len(terms) > 1 else ())


def _check_number(number: str) -> str:
    """What is wrong with points as typed, as a template; an empty text if nothing is."""
    terms = [term.strip() for term in number.split("+")]
    if not number.strip():
        return N_("no points behind the equals sign; a blank is not zero")
    if terms[0][:1] in ("-", "−", "–"):
        return N_("{text}: negative points; allowed: 0 to {most}")
    if re.search("[0-9][.,/]|[.,/][0-9]|[¼½¾]", number):
        return N_("{text}: a fraction; points are whole numbers")
    if not all(terms):
        return N_("{text}: a sum has a number on each side of a plus")
    if not all(term.isascii() and term.isdigit() for term in terms):
        return N_("{text}: not a number of points; write digits only")
    # A very long number is not even converted.
    if max(map(len, terms)) > 10 or sum(map(int, terms)) > _MOST_POINTS:
        return N_("{text}: too many points; allowed: 0 to {most}")
    return ""


def _shown(number: str) -> dict[str, object]:
    """The fields of what is said of points as typed."""
    return {"text": shorten(number.strip()), "most": _MOST_POINTS}


def _terms(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split("+")))


# Cards, brackets and what ends a text


def _arrange(reading: Reading) -> tuple[Holding, list[Slip]]:
    """The holding that the tokens make, and what is wrong with their order."""
    melds, loose, slips = _gather(reading)
    written = [card for cards in (*melds, loose) for card in cards]
    repeated = repeated_cards(written)
    slips += _check_end(reading, bool(melds), bool(loose))
    end = reading.tokens[-1]
    terms = _terms(reading.text_of(end)[1:]) if end.kind == "points" and not slips else ()
    holding = Holding(
        "melds" if melds else "loose" if end.kind == "dots" else "cards",
        _mask(written),
        tuple(map(_mask, melds)),
        _mask(loose),
        points=sum(terms) if terms else None,
        repeated=repeated,
        sizes=tuple(map(len, (*melds, loose))) if repeated else (),
        terms=terms if len(terms) > 1 else (),
    )
    return holding, slips


def _mask(cards: Sequence[int]) -> int:
    return reduce(or_, cards, 0)


def _gather(reading: Reading) -> tuple[list[list[int]], list[int], list[Slip]]:
    """The cards of each bracket, those outside, and what is wrong with the brackets."""
    melds: list[list[int]] = []
    loose: list[int] = []
    slips: list[Slip] = []
    opened: list[Token] = []
    before = None
    for token in reading.tokens:
        if token.kind == "cards":
            (melds[-1] if opened else loose).extend(token.cards)
        elif token.kind == "open":
            # A bracket is one meld and has no bracket inside.
            if opened:
                template = N_("a bracket inside a bracket; each bracket is one meld")
                slips.append(Slip(token, template))
            opened.append(token)
            melds.append([])
        elif token.kind == "close":
            slips += _check_closing(reading, token, before, opened)
            del opened[-1:]
        before = token
    # Every bracket that is opened is closed.
    if opened:
        slips.append(Slip(opened[-1], N_("a bracket is opened and never closed")))
    return melds, loose, slips


def _check_closing(
    reading: Reading, token: Token, before: Token | None, opened: Sequence[Token]
) -> Iterator[Slip]:
    # Every bracket that is closed was opened …
    if not opened:
        yield Slip(token, N_("a bracket is closed that was never opened"))
    # … by its own kind …
    elif reading.text_of(opened[-1]) + reading.text_of(token) not in _BRACKETS:
        yield Slip(token, N_("{token}: not the kind of bracket that was opened"))
    # … and has cards in it.
    elif before is opened[-1]:
        yield Slip(before, N_("an empty bracket; a meld has three cards or more"))


def _check_end(reading: Reading, is_declared: bool, has_loose: bool) -> Iterator[Slip]:
    """What is wrong with `...` and `=N`, which end a text."""
    ends = [token for token in reading.tokens if token.kind in ("dots", "points")]
    for token in ends:
        # Nothing comes after them.
        if token is not reading.tokens[-1]:
            yield Slip(token, N_("{token}: allowed at the very end only"))
    if ends and ends[-1].kind == "dots":
        yield from _check_dots(reading, ends[-1], is_declared)
    elif ends:
        yield from _check_points_end(reading, ends[-1], is_declared, has_loose)


def _check_dots(reading: Reading, dots: Token, is_declared: bool) -> Iterator[Slip]:
    # Dots stand for melds that were not declared, so there are no brackets.
    if is_declared:
        template = N_(
            "{token}: melds not declared, yet there are brackets; allowed: one of the two"
        )
        yield Slip(dots, template)
    # The deadwood cards come before them.
    elif len(reading.tokens) == 1:
        template = N_("{token}: no deadwood cards in front")
        yield Slip(dots, template, N_("write 0 for no deadwood"))


def _check_points_end(
    reading: Reading, token: Token, is_declared: bool, has_loose: bool
) -> Iterator[Slip]:
    number = reading.text_of(token)[1:]
    template = _check_number(number)
    if template:
        yield Slip(token, template, _ZERO, fields=_shown(number))
    # Points complete declared melds …
    if not is_declared:
        template = N_("{token}: points behind cards without brackets")
        hint = N_("put each meld in brackets, or write the points alone")
        yield Slip(token, template, hint)
    # … in place of the deadwood cards.
    elif has_loose:
        template = N_("{token}: deadwood cards and their points; allowed: one of the two")
        yield Slip(token, template)
