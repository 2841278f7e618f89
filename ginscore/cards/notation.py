"""The text of cards: canonical English notation to masks."""

from functools import cache

from ginscore.cards.cards import NAMES
from ginscore.errors import N_, CardText, GinscoreError, Message, refuse


@cache
def _canonical(lang: str) -> dict[str, int]:
    names = NAMES
    if lang == "fr":
        letters = str.maketrans("JQKSHDC", "VDRPCKT")
        names = tuple(name.translate(letters).replace("T", "10", name[0] == "T") for name in NAMES)
    return {name: 1 << bit for bit, name in enumerate(names)}


def _bad(token: str) -> GinscoreError:
    return refuse("bad-card", N_("“{token}” is no card"), token=token)


def parse_cards(text: str, lang: str = "en") -> int:
    """The mask of the cards in `text`, read in `lang` (`en` or `fr`).

    Raises:
        GinscoreError: `bad-card`, `duplicate-card`.
    """
    known = _canonical(lang)
    mask = 0
    for token in text.replace(",", " ").split():
        bit = known.get(token)
        if bit is None:
            raise _bad(token)
        if mask & bit:
            card = CardText(NAMES[bit.bit_length() - 1])
            raise refuse("duplicate-card", N_("{card} is written twice"), card=card)
        mask |= bit
    return mask


def parse_card(text: str, lang: str = "en") -> int:
    """The single-card mask that `text` names.

    Raises:
        GinscoreError: `bad-card`.
    """
    mask = parse_cards(text, lang)
    if mask.bit_count() != 1:
        raise _bad(text)
    return mask


def parse_cards_noted(text: str, lang: str, rules: object) -> tuple[int, tuple[Message, ...]]:  # noqa: ARG001 - read in a later step
    """As `parse_cards`, with the warnings of the reading."""
    return parse_cards(text, lang), ()


def parse_card_noted(text: str, lang: str) -> tuple[int, tuple[Message, ...]]:
    """As `parse_card`, with the warnings of the reading."""
    return parse_card(text, lang), ()
