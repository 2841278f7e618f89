"""Declared lay-offs as text: `7C:1 3C:2`, a card and the number of the knocker's meld."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ginscore.cards.cards import format_card
from ginscore.cards.layoffs import LayOff
from ginscore.cards.notation import parse_each_card
from ginscore.errors import N_, GinscoreError, Message, refuse

_LAY_OFF: Final = re.compile(r"[\s,;]*([^:>→]{1,40}?)\s*[:>→]\s*([0-9]{1,3})(?![0-9])[\s,;]*")


def parse_lay_offs(text: str, lang: str = "en") -> tuple[LayOff, ...]:
    """`7C:1 3C:2` (`7C>1` is read too) as lay-offs, in the order told; no text is none.

    Raises:
        GinscoreError: `bad-lay-off` with what could not be read.
    """
    return parse_lay_offs_noted(text, lang)[0]


def parse_lay_offs_noted(text: str, lang: str) -> tuple[tuple[LayOff, ...], tuple[Message, ...]]:
    """As `parse_lay_offs`, with the warnings of the reading (`read-in-other-language`)."""
    told = [*_split(text)]
    if not told:
        return (), ()
    # All cards of one text are read in one language.
    try:
        cards, notes = parse_each_card(", ".join(card for card, _ in told), lang)
    except GinscoreError:
        raise _bad_lay_off(text) from None
    if len(cards) != len(told):
        raise _bad_lay_off(text)
    numbers = (number for _, number in told)
    return tuple(map(LayOff, cards, numbers)), notes


def _split(text: str) -> Iterator[tuple[str, int]]:
    """The text of each card and the number of its meld."""
    at = 0
    while text[at:].strip():
        found = _LAY_OFF.match(text, at)
        if found is None:
            raise _bad_lay_off(text[at:])
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
