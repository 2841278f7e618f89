"""What a player can make of some cards: melds, deadwood, and whether he may knock."""

from collections.abc import Iterator
from typing import Literal

from ginscore.cards.cards import each_card, format_card
from ginscore.cards.melds import Arrangement, arrangements, best_arrangement, discards, meld_cards
from ginscore.cards.notation import parse_card_noted, parse_cards_noted
from ginscore.errors import N_, GinscoreError, Message, fault, refuse_all, warning
from ginscore.hand.facts import HIGHEST_UPCARD, knock_limit
from ginscore.hand.reading import EVERY_RUN
from ginscore.hand.settlements import Warnings
from ginscore.rules.variants import Frozen, Variant

May = Literal["knock", "gin", "no"]


class Arranged(Frozen):
    """One arrangement: melds and deadwood as card texts, `points` of deadwood."""

    melds: tuple[tuple[str, ...], ...]
    deadwood: tuple[str, ...]
    points: int


class Discard(Frozen):
    """A card that may be thrown away, the deadwood points it leaves, and what he may do then."""

    card: str
    deadwood: int
    may: May


class Advice(Frozen):
    """`melds`' answer; its JSON is the command's.

    `deadwood` is that of all the cards, in points. `may` is that of the best discard where there
    is a card too many, and None where the cards are no whole hand. `knock_limit` is None if
    unknown.
    """

    cards: tuple[str, ...]
    deadwood: int
    arrangements: tuple[Arranged, ...]
    knock_limit: int | None
    may: May | None
    discards: tuple[Discard, ...]
    big_gin: bool
    warnings: Warnings


def advise(
    text: str,
    variant: Variant,
    *,
    upcard: str | None = None,
    lang: str = "en",
    every: bool = False,
) -> Advice:
    """Find the melds of the cards in `text`; with `every`, each arrangement that is best.

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`, `duplicate-card`, `bad-holding` for a blank,
            `wrong-hand-size` for more cards than a player ever holds.
    """
    cards, turned, notes = parse_question(text, upcard, lang, variant)
    sizes = _sizes(variant)
    count = cards.bit_count()
    limit = knock_limit(variant, turned)
    thrown = tuple(_discards(cards, variant, limit)) if count - 1 in sizes else ()
    best = best_arrangement(cards, variant)
    whole = thrown[0].may if thrown else _may(best.points, limit) if count in sizes else None
    if limit is None and whole == "knock":
        notes += (_limit_unknown(variant),)
    found = arrangements(cards, variant) if every else (best,)
    return Advice(
        cards=_texts(cards),
        deadwood=best.points,
        arrangements=tuple(_arranged(arrangement, variant) for arrangement in found),
        knock_limit=limit,
        may=whole,
        discards=thrown,
        big_gin=bool(thrown) and best.points == 0 and variant.big_gin_bonus is not None,
        warnings=notes,
    )


def parse_question(
    text: str, upcard: str | None, lang: str, variant: Variant | None
) -> tuple[int, int | None, tuple[Message, ...]]:
    """The cards and the upcard that were asked about, and the warnings of the reading.

    Without a variant, where the rules themselves are at fault, they are only read.

    Raises:
        GinscoreError: as `advise`, with all faults at once.
    """
    faults: list[Message] = []
    cards, turned = 0, None
    notes: tuple[Message, ...] = ()
    try:
        most = 1 + max(_sizes(variant)) if variant else None
        cards, notes = parse_cards_noted(text, lang, variant or EVERY_RUN, most)
        faults += _check_count(cards.bit_count(), most)
    except GinscoreError as error:
        faults += error.at("cards").faults
    try:
        if upcard is not None:
            turned, more = parse_card_noted(upcard, lang)
            notes += more
    except GinscoreError as error:
        faults += error.at("upcard").faults
    refuse_all(faults)
    return cards, turned, notes


def _sizes(variant: Variant) -> list[int]:
    """How many cards a player may hold, for each number of players."""
    return [variant.hand_size(seats) for seats in variant.players]


def _check_count(count: int, most: int | None) -> Iterator[Message]:
    # Nobody ever holds more than a hand and the card he has just drawn.
    if most is not None and count > most:
        yield fault(
            "wrong-hand-size",
            N_("number of cards: {count}; allowed: {most} at most"),
            hint=N_("that is a hand, and the card that was drawn"),
            where="cards",
            count=count,
            most=most,
        )


def _may(points: int, limit: int | None) -> May:
    if points == 0:
        return "gin"
    return "knock" if points <= (HIGHEST_UPCARD if limit is None else limit) else "no"


def _discards(cards: int, variant: Variant, limit: int | None) -> Iterator[Discard]:
    for card, points in discards(cards, variant):
        yield Discard(card=format_card(card), deadwood=points, may=_may(points, limit))


def _limit_unknown(variant: Variant) -> Message:
    return warning(
        "knock-limit-unknown",
        N_("in {variant} the upcard sets the knock limit, and it is not recorded"),
        hint=N_("name it with --upcard"),
        where="upcard",
        variant=variant.name,
    )


def _arranged(arrangement: Arrangement, variant: Variant) -> Arranged:
    melds = (meld_cards(meld, variant) for meld in arrangement.melds)
    return Arranged(
        melds=tuple(tuple(map(format_card, meld)) for meld in melds),
        deadwood=_texts(arrangement.loose),
        points=arrangement.points,
    )


def _texts(mask: int) -> tuple[str, ...]:
    return tuple(map(format_card, each_card(mask)))
