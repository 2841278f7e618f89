"""The text of cards in, masks out: English or French, letters, symbols or words.

The language in force decides; only a text that it cannot read whole is tried in the other, with a
warning. What is read by the book comes first, in both, then what people say.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from ginscore.cards.cards import (
    customary_cards,
    format_card,
    format_cards,
    language,
    other_language,
    parse_customary,
)
from ginscore.cards.melds import MeldRules
from ginscore.cards.tokens import Reading, Slip, shorten, tidy, tokenise
from ginscore.cards.words import Cards, Grammar
from ginscore.errors import N_, CardText, GinscoreError, Message, Term, refuse, warning

Warnings = tuple[Message, ...]

ONE_PACK: Final = N_("the pack has each card once: see which one was meant")


def understand(text: str, lang: str, ace_runs: str, most: int | None = None) -> Reading:
    """A tidy text read in `lang`, or in the other language if only that can read it whole.

    Where that makes more cards than `most`, two ends of a run mean the shorter way.
    """
    reading = tokenise(text, Grammar(language(lang), ace_runs))
    if not reading.is_by_the_book:
        grammar = Grammar(other_language(language(lang)), ace_runs, is_in_force=False)
        other = tokenise(text, grammar)
        if other.is_by_the_book or (other.is_whole and not reading.is_whole):
            reading = other
    if most is not None and reading.is_whole and len(reading.cards) > most:
        short = tokenise(text, reading.grammar._replace(goes_short=True))
        return short if len(short.cards) <= most else reading
    return reading


def holds_cards(text: str, lang: str = "en") -> bool:
    """Whether the text before an equals sign is of a holding: melds or several cards, no name.

    Raises:
        GinscoreError: `bad-holding` for a text that is too long for either.
    """
    if "[" in text or text.lstrip()[:1] in ("(", "{"):
        return True
    reading = understand(tidy(text), lang, "circular")
    kinds = {token.kind for token in reading.tokens}
    is_several = reading.is_by_the_book and len(reading.cards) > 1
    return reading.is_whole and (is_several or not kinds.isdisjoint(("open", "dots")))


def refuse_slips(reading: Reading, slips: Sequence[Slip], *, is_holding: bool = False) -> None:
    """Raise whatever is wrong with a reading and with the order of its tokens.

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`, and the codes of the slips.
    """
    if slips or not reading.is_whole or any(token.other for token in reading.tokens):
        # What is right needs no words for what is wrong.
        from ginscore.cards.card_errors import tell_slips

        raise GinscoreError(*tell_slips(reading, slips, is_holding=is_holding))


def notes_on(reading: Reading) -> Warnings:
    """The warning that a text was read in the other language, if it was."""
    if reading.grammar.is_in_force:
        return ()
    return (
        warning(
            "read-in-other-language",
            N_("{text}: read in {language} as {cards}"),
            text=shorten(reading.text),
            language=Term(reading.grammar.language.name),
            cards=CardText(" ".join(map(format_card, reading.cards))),
        ),
    )


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
    text: str, lang: str, rules: MeldRules | None = None, most: int | None = None
) -> tuple[int, Warnings]:
    """As `parse_cards`, with the warnings of the reading (`read-in-other-language`).

    `most` is the number of cards that are not too many, which decides between two ends of a run.
    """
    mask = parse_customary(text, lang)
    if mask:
        return mask, ()
    ace_runs = "low" if rules is None else rules.ace_runs
    cards, notes = parse_each_card(text, lang, ace_runs, most)
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


def parse_card_noted(text: str, lang: str) -> tuple[int, Warnings]:
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


def parse_each_card(
    text: str, lang: str, ace_runs: str = "low", most: int | None = None
) -> tuple[Cards, Warnings]:
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
    reading = understand(text, lang, ace_runs, most)
    # Brackets, counts and dots belong to a holding.
    template = N_("{token}: not a card; only cards are allowed here")
    hint = N_("leave out brackets, dots and points")
    refuse_slips(
        reading,
        [
            Slip(token, template, hint, "bad-card")
            for token in reading.tokens
            if token.kind not in ("cards", "bad")
        ],
    )
    return reading.cards, notes_on(reading)
