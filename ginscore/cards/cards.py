"""The fifty-two cards as bits of one integer.

A *mask* is an int of 52 bits; bit = 13 × suit + rank, suits in the order S H D C, ranks from the
ace (0) to the king (12). One card is a mask with one bit. Masks are the hot path's only type.
"""

from collections.abc import Iterator
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
SUIT_BITS: Final = 0x1FFF
DECK: Final = (1 << 52) - 1
NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


def card(rank: int, suit: int) -> int:
    """The mask of one card; `rank` 0 (ace) … 12 (king), `suit` 0 … 3 in the order S H D C."""
    return 1 << (13 * suit + rank)


def each_card(mask: int) -> Iterator[int]:
    """The single-card masks of `mask`, by suit, then by rank."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def rank_of(one: int) -> int:
    """The rank of a single-card mask, 0 (ace) … 12 (king)."""
    return (one.bit_length() - 1) % 13


def suit_of(one: int) -> int:
    """The suit of a single-card mask, 0 … 3 in the order S H D C."""
    return (one.bit_length() - 1) // 13


def format_card(one: int) -> str:
    """Canonical English text of a single-card mask: `TH`."""
    return NAMES[one.bit_length() - 1]


def format_cards(mask: int) -> str:
    """Canonical English text of a mask, by suit, then by rank: `AS TS 7H`."""
    return " ".join(map(format_card, each_card(mask)))
