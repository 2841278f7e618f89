"""The holding notation: what is known of a player's cards, as text and as a value.

7S 7H 7D 4C 5C 6C JH QH KH 3D    cards, arranged by the program
[7SHD] [4-6C] [J-KH] 3D          declared melds and the deadwood cards
[7SHD] [4-6C] [J-KH] =3          declared melds and the deadwood as points
KS 6D AC ...                     the deadwood cards, the melds not declared
17   gin   biggin                deadwood points, or the call
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from ginscore.cards.cards import DECK, each_card, format_card, format_cards, rank_of
from ginscore.cards.languages import customary_cards, parse_customary
from ginscore.cards.melds import MeldRules, is_meld, meld_cards
from ginscore.errors import N_, Message, fault


class Holding(NamedTuple):
    """What is known of one player's cards.

    `form` says how it was written. `cards` is the mask of all known cards, `melds` the masks of the
    declared melds (or what was declared as such), `loose` that of the cards outside them. `points`
    is the deadwood in points where only that is known. `repeated` is the mask of the cards that
    were written more than once; only then `sizes` has the numbers of cards as written, in each
    meld and, last, outside.
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
    """The holding that `text` says, read in `lang`, and the warnings of the reading.

    `rules` say how far a shorthand run may go. Brackets that hold no meld and repeated cards are
    kept as written: they are for the referee to judge.

    Raises:
        GinscoreError: all of `bad-card`, `ambiguous-cards` and `bad-holding` that the text has.
    """
    holding = _parse_canonical(text, lang)
    if holding:
        return holding, ()
    # Not needed for what ginscore itself wrote, above all not for mere counts.
    from ginscore.cards.assembly import assemble_holding

    return assemble_holding(text, lang, rules.ace_runs)


def _parse_canonical(text: str, lang: str) -> Holding | None:
    """The fast way for what ginscore itself wrote; None for any other text."""
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

    They are different cards and none of those that are known. No fault without points.
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
    for one in each_card(DECK & ~known):
        points = min(rank_of(one) + 1, 10) if rank_of(one) else ace_points
        for count in range(missing, 0, -1):
            sums[count] |= sums[count - 1] << points
    return sums[missing]


def _format_bits(bits: int) -> str:
    """The numbers of the bits that are set, as ranges: `1–3, 5–10`."""
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
