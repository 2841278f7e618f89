"""The texts of one hand: all of them are read, and all their faults reported at once."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from string import whitespace
from typing import Final, NamedTuple, TypeVar

from ginscore.cards.cards import format_card, language
from ginscore.cards.holdings import Holding, parse_holding
from ginscore.cards.layoffs import CardRules, LayOff
from ginscore.cards.notation import parse_card_noted, parse_each_card
from ginscore.cards.tokens import LONGEST_TEXT
from ginscore.errors import N_, GinscoreError, Message, refuse
from ginscore.hand.checks import UNREAD
from ginscore.hand.facts import check_side_names, clean_name, side_names
from ginscore.hand.judging import Hand, check_hand
from ginscore.rules.variants import Variant

# The rules under which most texts can be read: a shorthand run may go round the corner.
EVERY_RUN: Final = CardRules("circular")

# Each part ends where the next begins, so that no text is searched twice.
_LAY_OFF: Final = re.compile(r"([^:>→]{1,60})[:>→]\s*+([0-9]{1,3})(?![0-9])[\s,;]*+")

_Value = TypeVar("_Value")


class HandTexts(NamedTuple):
    """One hand as typed: holdings in the notation of `cards.holdings`.

    `lay_offs` has a text for each defender in order (`7C:1 3C:2`; empty: he laid off nothing;
    None: he did not say); `names` replace the roles of the sides, the knocker's first.
    """

    knocker: str
    defenders: Sequence[str]
    upcard: str | None = None
    big_gin: bool = False
    lay_offs: Sequence[str | None] = ()
    names: Sequence[str] | None = None


class HandReader:
    """Reads the texts of a hand one after the other and keeps their faults and warnings.

    `variant` says what a run is; without it, where the rules themselves are at fault, most texts
    can be read. `lang` is the language of the cards. `where` is the place at which faults and
    warnings of a text are reported.
    """

    def __init__(self, variant: Variant | None, lang: str) -> None:
        """Refuses an unknown `lang` (`usage`), also where no card has to be read."""
        language(lang)
        self.variant = variant
        self.lang = lang
        self.faults: list[Message] = []
        self.warnings: list[Message] = []

    def holding(self, text: str, where: str, *, went_out: bool = False) -> Holding:
        """A holding, or `UNREAD`."""
        sizes = self.variant.hand_sizes if self.variant else ()
        # Who went out may hold one card more.
        most = max((size + went_out for _, size in sizes), default=None)
        rules = self.variant or EVERY_RUN
        read = self._read(
            lambda: parse_holding(text, self.lang, rules, most=most, went_out=went_out), where
        )
        return UNREAD if read is None else read

    def upcard(self, text: str | None) -> int | None:
        """The upcard (a single-card mask); None where it was not given or not read."""
        if text is None:
            return None
        return self._read(lambda: parse_card_noted(text, self.lang), "upcard")

    def lay_offs(self, text: str | None, where: str = "") -> tuple[LayOff, ...] | None:
        """One defender's lay-offs; None where they were not given or not read."""
        if text is None:
            return None
        return self._read(lambda: parse_lay_offs_noted(text, self.lang), where)

    def _read(
        self, read: Callable[[], tuple[_Value, tuple[Message, ...]]], where: str
    ) -> _Value | None:
        try:
            value, notes = read()
        except GinscoreError as error:
            self.faults += [fault._replace(where=where) for fault in error.faults]
            return None
        if notes:
            self.warnings += [warning._replace(where=where) for warning in notes]
        return value


def parse_hand(
    texts: HandTexts, variant: Variant | None, lang: str = "en"
) -> tuple[Hand, tuple[Message, ...]]:
    """The hand in the texts, and the warnings of the reading.

    Whether it is in order under `variant` is left to `check_hand` and `judge_hand`. Without a
    variant, where the rules themselves are at fault, the texts are only read.

    Raises:
        GinscoreError: with the faults of all texts, and of the rules in what could be read.
    """
    seats = 1 + len(texts.defenders)
    reader = HandReader(variant, lang)
    names = texts.names
    if names:
        reader.faults += check_side_names([*map(clean_name, names)], seats)
        names = None if reader.faults else names
    sides = side_names(seats, names)
    knocker = reader.holding(texts.knocker, sides[0], went_out=True)
    defenders = tuple(map(reader.holding, texts.defenders, sides[1:]))
    upcard = reader.upcard(texts.upcard)
    lay_offs: tuple[tuple[LayOff, ...] | None, ...] = ()
    if texts.lay_offs:
        # More texts than defenders are refused by `check_hand`.
        places = chain(sides[1:], repeat("lay_offs"))
        lay_offs = tuple(map(reader.lay_offs, texts.lay_offs, places))
    hand = Hand(knocker, defenders, upcard, texts.big_gin, lay_offs)
    if reader.faults:
        wrong = check_hand(hand, variant, names) if variant else []
        raise GinscoreError(*reader.faults, *wrong)
    return hand, tuple(reader.warnings)


# Lay-offs: a card and the number of the knocker's meld, `7C:1 3C:2`


def parse_lay_offs(text: str, lang: str = "en") -> tuple[LayOff, ...]:
    """`7C:1 3C:2` (`7C>1` is read too) as lay-offs, in the order given; an empty text is none.

    Raises:
        GinscoreError: `bad-lay-off` with what could not be read.
    """
    return parse_lay_offs_noted(text, lang)[0]


def parse_lay_offs_noted(text: str, lang: str) -> tuple[tuple[LayOff, ...], tuple[Message, ...]]:
    """As `parse_lay_offs`, with the warnings of the reading (`read-in-other-language`)."""
    if len(text) > LONGEST_TEXT:
        raise _bad_lay_off(text)
    pairs = [*_split(text)]
    if not pairs:
        return (), ()

    # All cards of one text are read in one language.
    try:
        cards, notes = parse_each_card(", ".join(card for card, _ in pairs), lang)
    except GinscoreError:
        raise _bad_lay_off(text) from None
    if len(cards) != len(pairs):
        raise _bad_lay_off(text)
    numbers = (number for _, number in pairs)
    return tuple(map(LayOff, cards, numbers)), notes


def _split(text: str) -> Iterator[tuple[str, int]]:
    """The text of each card and the number of its meld."""
    text = text.strip(f"{whitespace},;")
    at = 0
    while at < len(text):
        found = _LAY_OFF.match(text, at)
        if found is None:
            raise _bad_lay_off(text[at : at + 60])
        yield found[1].strip(), int(found[2])
        at = found.end()


def _bad_lay_off(text: str) -> GinscoreError:
    return refuse(
        "bad-lay-off",
        N_("“{text}” is not read as lay-offs; allowed: CARD:MELD, such as 7C:1 3C:2"),
        hint=N_("the knocker's melds are numbered from 1"),
        text=text.strip()[:40],
    )


def format_lay_offs(lay_offs: Sequence[LayOff]) -> str:
    """Lay-offs in canonical notation, `7C:1 3C:2`; none is an empty text."""
    return " ".join(f"{format_card(card)}:{meld}" for card, meld in lay_offs)
