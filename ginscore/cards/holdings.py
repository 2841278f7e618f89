"""The holding notation: what is known of a player's cards, as text and as a value.

7S 7H 7D 4C 5C 6C JH QH KH 3D    cards, arranged by the program
[7SHD] [4-6C] [J-KH] 3D          declared melds and the deadwood cards
[7SHD] [4-6C] [J-KH] =3          declared melds and the deadwood as points
KS 6D AC ...                     the deadwood cards, the melds not declared
17   gin   biggin                deadwood points, or the call
"""

import re
from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import Final, Literal, NamedTuple

from ginscore.cards.card_errors import MOST_FAULTS, is_prose, point_out, shorten
from ginscore.cards.cards import (
    DECK,
    customary_cards,
    each_card,
    format_card,
    format_cards,
    parse_customary,
    rank_of,
)
from ginscore.cards.melds import MeldRules, is_meld, meld_cards
from ginscore.cards.notation import repeated_cards, understand
from ginscore.cards.tokens import Piece, Reading, tidy
from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all


class Holding(NamedTuple):
    """What is known of one player's cards.

    `form` says how it was written. `cards` is the mask of all known cards, `melds` the masks of the
    declared melds (or what was declared as such), `loose` that of the cards outside them. `points`
    is the deadwood in points where only that is known. `repeated` is the mask of the cards written
    more than once; only then does `sizes` give the number of cards as written, in each meld and,
    last, outside.
    """

    form: Literal["cards", "melds", "loose", "count"]
    cards: int = 0
    melds: tuple[int, ...] = ()
    loose: int = 0
    points: int | None = None
    call: Literal["gin", "big_gin"] | None = None
    repeated: int = 0
    sizes: tuple[int, ...] = ()


GIN: Final = Holding("count", points=0, call="gin")
BIG_GIN: Final = Holding("count", points=0, call="big_gin")
_CALLS: Final = {"gin": GIN, "biggin": BIG_GIN}


def parse_holding(text: str, lang: str, rules: MeldRules) -> tuple[Holding, tuple[Message, ...]]:
    """The holding in `text`, read in `lang`, and the warnings of the reading.

    `rules` say how far a shorthand run may go. Brackets without a true meld and repeated cards
    are kept as written, for the referee to judge.

    Raises:
        GinscoreError: all of `bad-card`, `ambiguous-cards` and `bad-holding` that the text has.
    """
    holding = _parse_canonical(text, lang)
    if holding:
        return holding, ()
    return assemble_holding(text, lang, rules.ace_runs)


def _parse_canonical(text: str, lang: str) -> Holding | None:
    """A shortcut for what ginscore itself wrote; None for any other text.

    `batch` takes 3.8 times as long without it (tests/bench/shortcuts_bench.py).
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
_NUMBER: Final = r"=.*|[-+−–]? *(?:\d[\d.,/'_]*|[.,]\d+|\d* ?[¼½¾])"


def parse_points(number: str) -> int:
    """Deadwood points from the digits of a tidy text.

    Raises:
        GinscoreError: `bad-holding` for a blank, a sign, a fraction, a number above 10,000 and
            anything that is not a number.
    """
    number = number.strip()
    if number.isascii() and number.isdigit():
        # A very long number is not even converted.
        points = int(number) if len(number) <= 10 else _MOST_POINTS + 1
        if points <= _MOST_POINTS:
            return points
        template = N_("{text}: too many points; allowed: 0 to {most}")
    elif not number:
        template = N_("no points behind the equals sign; a blank is not zero")
    elif number[0] in "-−–":
        template = N_("{text}: negative points; allowed: 0 to {most}")
    elif re.search("[0-9][.,/]|[.,/][0-9]|[¼½¾]", number):
        template = N_("{text}: a fraction; points are whole numbers")
    else:
        template = N_("{text}: not a number of points; write digits only")
    raise refuse("bad-holding", template, hint=_ZERO, text=shorten(number), most=_MOST_POINTS)


def parse_count(text: str) -> Holding | None:
    """The holding of a tidy text that is a count or a call; None for any other text.

    Raises:
        GinscoreError: `bad-holding` for a blank and for a malformed number.
    """
    if not text:
        raise refuse("bad-holding", N_("no cards and no points; a blank is not zero"), hint=_ZERO)
    call = _CALL_WORDS.get(text.casefold().translate(_CALL_BLANKS))
    if call:
        return call
    if "[" in text or not re.fullmatch(_NUMBER, text):
        return None
    return Holding("count", points=parse_points(text.removeprefix("=")))


# What people type


def assemble_holding(text: str, lang: str, ace_runs: str) -> tuple[Holding, tuple[Message, ...]]:
    """As `parse_holding`, for any text.

    Raises:
        GinscoreError: all of `bad-card`, `ambiguous-cards` and `bad-holding` that the text has.
    """
    text = tidy(text)
    count = parse_count(text)
    if count:
        return count, ()
    reading, faults, notes = understand(text, lang, ace_runs)
    if is_prose(reading):
        faults = [_no_holding(reading)]
    holding, misplaced = _assemble(reading)
    refuse_all(faults + misplaced[:MOST_FAULTS])
    return holding, notes


def _assemble(reading: Reading) -> tuple[Holding, list[Message]]:
    """The holding that the pieces make, and the faults of their order."""
    melds, loose, faults = _arrange(reading)
    written = [card for cards in (*melds, loose) for card in cards]
    repeated = repeated_cards(written)
    faults += _check_end(reading, bool(melds), bool(loose))
    end = reading.pieces[-1]
    holding = Holding(
        "melds" if melds else "loose" if end.kind == "dots" else "cards",
        _mask(written),
        tuple(map(_mask, melds)),
        _mask(loose),
        points=_points_of(reading, end) if end.kind == "points" and not faults else None,
        repeated=repeated,
        sizes=tuple(map(len, (*melds, loose))) if repeated else (),
    )
    return holding, faults


def _no_holding(reading: Reading) -> Message:
    return fault(
        "bad-holding",
        N_("{text}: neither cards nor points"),
        hint=N_("write cards ({cards}), points ({points}) or gin"),
        text=shorten(reading.text),
        cards=" ".join(reading.language.name_card(6, suit) for suit in range(3)),
        points=17,
    )


def _misplaced(reading: Reading, piece: Piece, template: str, hint: str = "") -> Message:
    return fault(
        "bad-holding",
        template,
        hint=hint,
        excerpt=point_out(reading.text, piece.start, piece.end),
        token=shorten(reading.text[piece.start : piece.end]),
    )


def _mask(cards: list[int]) -> int:
    return reduce(or_, cards, 0)


def _arrange(reading: Reading) -> tuple[list[list[int]], list[int], list[Message]]:
    """The cards of each bracket, those outside, and the faults of the brackets."""
    melds: list[list[int]] = []
    loose: list[int] = []
    faults: list[Message] = []
    opened: list[Piece] = []
    before = None
    for piece in reading.pieces:
        if piece.kind == "cards":
            (melds[-1] if opened else loose).extend(piece.cards)
        elif piece.kind == "open":
            faults += _check_opening(reading, piece, opened)
            opened.append(piece)
            melds.append([])
        elif piece.kind == "close":
            faults += _check_closing(reading, piece, before, opened)
            del opened[-1:]
        before = piece
    # Every bracket that is opened is closed.
    if opened:
        faults.append(_misplaced(reading, opened[-1], N_("a bracket is opened and never closed")))
    return melds, loose, faults


def _check_opening(reading: Reading, piece: Piece, opened: list[Piece]) -> Iterator[Message]:
    # A bracket is one meld and has no bracket inside.
    if opened:
        template = N_("a bracket inside a bracket; each bracket is one meld")
        yield _misplaced(reading, piece, template)


def _check_closing(
    reading: Reading, piece: Piece, before: Piece | None, opened: list[Piece]
) -> Iterator[Message]:
    # Every bracket that is closed was opened …
    if not opened:
        yield _misplaced(reading, piece, N_("a bracket is closed that was never opened"))
    # … and has cards in it.
    elif before is opened[-1]:
        yield _misplaced(reading, before, N_("an empty bracket; a meld has three cards or more"))


def _check_end(reading: Reading, is_declared: bool, has_loose: bool) -> Iterator[Message]:
    """The faults of `...` and `=N`, which end a text."""
    ends = [piece for piece in reading.pieces if piece.kind in ("dots", "points")]
    for piece in ends:
        # Nothing comes after them.
        if piece is not reading.pieces[-1]:
            yield _misplaced(reading, piece, N_("{token}: allowed at the very end only"))
    if ends and ends[-1].kind == "dots":
        yield from _check_dots(reading, ends[-1], is_declared)
    elif ends:
        yield from _check_points_end(reading, ends[-1], is_declared, has_loose)


def _check_dots(reading: Reading, dots: Piece, is_declared: bool) -> Iterator[Message]:
    # Dots stand for melds that were not declared, so there are no brackets.
    if is_declared:
        template = N_(
            "{token}: melds not declared, yet there are brackets; allowed: one of the two"
        )
        yield _misplaced(reading, dots, template)
    # The deadwood cards come before them.
    elif len(reading.pieces) == 1:
        template = N_("{token}: no deadwood cards in front")
        yield _misplaced(reading, dots, template, N_("write 0 for no deadwood"))


def _check_points_end(
    reading: Reading, piece: Piece, is_declared: bool, has_loose: bool
) -> Iterator[Message]:
    try:
        _points_of(reading, piece)
    except GinscoreError as error:
        yield error.faults[0]._replace(excerpt=point_out(reading.text, piece.start, piece.end))
    # Points complete declared melds …
    if not is_declared:
        template = N_("{token}: points behind cards without brackets")
        hint = N_("put each meld in brackets, or write the points alone")
        yield _misplaced(reading, piece, template, hint)
    # … in place of the deadwood cards.
    elif has_loose:
        template = N_("{token}: deadwood cards and their points; allowed: one of the two")
        yield _misplaced(reading, piece, template)


def _points_of(reading: Reading, piece: Piece) -> int:
    return parse_points(reading.text[piece.start + 1 : piece.end])
