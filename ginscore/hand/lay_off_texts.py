"""Declared lay-offs as text: `7C:1 3C:2`, a card and the number of the knocker's meld."""

import re
from collections.abc import Sequence
from typing import Final

from ginscore.cards.cards import format_card
from ginscore.cards.layoffs import LayOff
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, refuse

_LAY_OFF: Final = re.compile(r"[\s,;]*([^:>→]{1,40}?)\s*[:>→]\s*([0-9]{1,3})(?![0-9])[\s,;]*")


def parse_lay_offs(text: str, lang: str = "en") -> tuple[LayOff, ...]:
    """`7C:1 3C:2` (`7C>1` is read too) as lay-offs, in the order told; no text is none.

    Raises:
        GinscoreError: `bad-lay-off` with what could not be read.
    """
    lay_offs = []
    at = 0
    while text[at:].strip():
        found = _LAY_OFF.match(text, at)
        if found is None:
            raise _bad_lay_off(text[at:])
        try:
            card = parse_card(found[1].strip(), lang)
        except GinscoreError:
            raise _bad_lay_off(found[1]) from None
        lay_offs.append(LayOff(card, int(found[2])))
        at = found.end()
    return tuple(lay_offs)


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
