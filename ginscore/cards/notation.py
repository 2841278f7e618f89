"""The text of cards in, masks out: English or French, letters, symbols or words.

The language in force decides; only a text that it cannot read whole is tried in the other, with a
warning.
"""

from collections.abc import Iterable
from typing import Final

from ginscore.cards.card_errors import check_reading, point_out, shorten
from ginscore.cards.cards import (
    customary_cards,
    format_card,
    format_cards,
    language,
    other_language,
    parse_customary,
)
from ginscore.cards.melds import MeldRules
from ginscore.cards.tokens import Cards, Reading, tidy, tokenise
from ginscore.errors import N_, CardText, Message, Term, fault, refuse, refuse_all, warning

Warnings = tuple[Message, ...]

ONE_PACK: Final = N_("the pack has each card once: see which one was meant")


def understand(text: str, lang: str, ace_runs: str) -> tuple[Reading, list[Message], Warnings]:
    """A tidy text read in `lang`, or in the other language if only that can read it whole.

    Returns:
        The reading, its faults (`bad-card`, `ambiguous-cards`) and its warnings.
    """
    reading, notes = tokenise(text, language(lang), ace_runs), ()
    if not reading.is_whole:
        other = tokenise(text, other_language(reading.language), ace_runs)
        if other.is_whole:
            return other, check_reading(other, ace_runs), (_read_in(other),)
    return reading, check_reading(reading, ace_runs), notes


def _read_in(reading: Reading) -> Message:
    return warning(
        "read-in-other-language",
        N_("{text}: read in {language} as {cards}"),
        text=shorten(reading.text),
        language=Term(reading.language.name),
        cards=name_cards(card for piece in reading.pieces for card in piece.cards),
    )


def name_cards(cards: Iterable[int]) -> CardText:
    """Single-card masks in their order, as a field of a message."""
    return CardText(" ".join(map(format_card, cards)))


def repeated_cards(cards: Iterable[int]) -> int:
    """The mask of the cards that occur more than once among single-card masks."""
    seen = repeated = 0
    for card in cards:
        repeated |= seen & card
        seen |= card
    return repeated


def parse_cards(text: str, lang: str = "en", rules: MeldRules | None = None) -> int:
    """The mask of the cards in `text`, read in `lang` (`en` or `fr`).

    `rules` say how far a shorthand run may go; without them the ace is low.

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`, `duplicate-card`; `bad-holding` for a blank.
    """
    return parse_cards_noted(text, lang, rules)[0]


def parse_cards_noted(
    text: str, lang: str, rules: MeldRules | None = None
) -> tuple[int, tuple[Message, ...]]:
    """As `parse_cards`, with the warnings of the reading (`read-in-other-language`)."""
    mask = parse_customary(text, lang)
    if mask:
        return mask, ()
    cards, notes = parse_each_card(text, lang, "low" if rules is None else rules.ace_runs)
    repeated = repeated_cards(cards)
    if repeated:
        cards_text = CardText(format_cards(repeated))
        template = N_("{cards}: written more than once")
        raise refuse("duplicate-card", template, hint=ONE_PACK, cards=cards_text)
    return sum(cards), notes


def parse_card(text: str, lang: str = "en") -> int:
    """The single-card mask that `text` names, read in `lang`.

    Raises:
        GinscoreError: `bad-card`, also for several cards or none; `ambiguous-cards`.
    """
    return parse_card_noted(text, lang)[0]


def parse_card_noted(text: str, lang: str) -> tuple[int, tuple[Message, ...]]:
    """As `parse_card`, with the warnings of the reading (`read-in-other-language`)."""
    customary = customary_cards(lang).get(text)
    if customary:
        return customary, ()
    cards, notes = parse_each_card(text, lang) if tidy(text) else ((), ())
    if len(cards) != 1:
        raise refuse(
            "bad-card",
            N_("number of cards: {count}; allowed: one"),
            hint=N_("for example {example}"),
            count=len(cards),
            example=language(lang).name_card(6, 1),
        )
    return cards[0], notes


def parse_each_card(text: str, lang: str, ace_runs: str = "low") -> tuple[Cards, Warnings]:
    """The single-card masks of `text` in the order written, also repeated ones, and warnings.

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`; `bad-holding` for a blank.
    """
    customary = customary_cards(lang)
    names = text.replace(",", " ").split()
    if names and customary.keys() >= {*names}:
        return tuple(map(customary.__getitem__, names)), ()
    text = tidy(text)
    if not text:
        example = language(lang).name_card(6, 1)
        template, hint = N_("no cards; a blank is not zero"), N_("for example {example}")
        raise refuse("bad-holding", template, hint=hint, example=example)
    reading, faults, notes = understand(text, lang, ace_runs)
    # Brackets, counts and dots belong to a holding.
    strange = [piece for piece in reading.pieces if piece.kind not in ("cards", "bad")]
    faults += [
        fault(
            "bad-card",
            N_("{token}: not a card; only cards are allowed here"),
            hint=N_("leave out brackets, dots and points"),
            excerpt=point_out(text, piece.start, piece.end),
            token=shorten(text[piece.start : piece.end]),
        )
        for piece in strange[:1]
    ]
    refuse_all(faults)
    return tuple(card for piece in reading.pieces for card in piece.cards), notes
