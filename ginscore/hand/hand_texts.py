"""What was said of one hand, as text: read all of it, and tell every fault of it at once."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Final, NamedTuple

from ginscore.cards.holdings import Holding, parse_holding
from ginscore.cards.layoffs import LayOff
from ginscore.cards.melds import MeldRules
from ginscore.errors import GinscoreError, Message
from ginscore.hand.checks import UNREAD
from ginscore.hand.hands import Hand, check_hand
from ginscore.hand.sides import check_side_names, clean_name, side_names
from ginscore.rules.variants import Variant


class HandTexts(NamedTuple):
    """One hand as its players tell it: holdings in the notation of `cards.holdings`.

    `lay_offs` has a text for each defender in order (`7C:1 3C:2`; empty: he laid off nothing;
    None: he did not say); `names` replace the roles of the sides, the knocker's first.
    """

    knocker: str
    defenders: Sequence[str]
    upcard: str | None = None
    big_gin: bool = False
    lay_offs: Sequence[str | None] = ()
    names: Sequence[str] | None = None


class _EveryRun(NamedTuple):
    """The rules under which most texts can be read: a shorthand run may go round the corner."""

    ace_runs: str = "circular"
    ace_points: int = 1


EVERY_RUN: Final = _EveryRun()


class _Reader:
    """Reads one text after the other and keeps what went wrong and what is to be warned of."""

    def __init__(self, rules: MeldRules, lang: str) -> None:
        self.rules = rules
        self.lang = lang
        self.faults: list[Message] = []
        self.warnings: list[Message] = []

    def holding(self, text: str, side: str) -> Holding:
        """The holding, or `UNREAD`."""
        try:
            holding, said = parse_holding(text, self.lang, self.rules)
        except GinscoreError as error:
            self.faults += [one._replace(where=side) for one in error.faults]
            return UNREAD
        if said:
            self.warnings += [one._replace(where=side) for one in said]
        return holding

    def upcard(self, text: str | None) -> int | None:
        """The upcard, or None where it was not told or not read."""
        if text is None:
            return None
        from ginscore.cards.notation import parse_card_noted

        try:
            card, said = parse_card_noted(text, self.lang)
        except GinscoreError as error:
            self.faults += [one._replace(where="upcard") for one in error.faults]
            return None
        self.warnings += [one._replace(where="upcard") for one in said]
        return card

    def lay_offs(self, text: str | None, side: str) -> tuple[LayOff, ...] | None:
        """One defender's lay-offs, or None where they were not told or not read."""
        if text is None:
            return None
        from ginscore.hand.lay_off_texts import parse_lay_offs_noted

        try:
            lay_offs, said = parse_lay_offs_noted(text, self.lang)
        except GinscoreError as error:
            self.faults += [one._replace(where=side) for one in error.faults]
            return None
        self.warnings += [one._replace(where=side) for one in said]
        return lay_offs


def parse_hand(
    texts: HandTexts, variant: Variant | None, lang: str = "en"
) -> tuple[Hand, tuple[Message, ...]]:
    """The hand that the texts tell, and the warnings of the reading.

    Whether it is in order under `variant` is left to `check_hand` and `judge_hand`. Without a
    variant, where the rules themselves are at fault, the texts are read and no more.

    Raises:
        GinscoreError: with the faults of all texts, and of the rules in what could be read.
    """
    seats = 1 + len(texts.defenders)
    reader = _Reader(variant or EVERY_RUN, lang)
    names = texts.names
    if names:
        reader.faults += check_side_names([*map(clean_name, names)], seats)
        names = None if reader.faults else names
    sides = side_names(seats, names)
    knocker = reader.holding(texts.knocker, sides[0])
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
