"""What a player may ask: what some cards make, and what a hand would be under other rules."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ginscore.cards.cards import each_card, format_card
from ginscore.cards.melds import Arrangement, arrangements, best_arrangement, discards, meld_cards
from ginscore.cards.notation import parse_card_noted, parse_cards_noted
from ginscore.errors import N_, GinscoreError, Message, fault, refuse_all, warning
from ginscore.hand.facts import HIGHEST_UPCARD, Kind, allowed_seats, knock_limit, side_names
from ginscore.hand.judging import judge_hand
from ginscore.hand.prices import price
from ginscore.hand.reading import EVERY_RUN, HandTexts, parse_hand
from ginscore.hand.settlements import Reason, Warnings
from ginscore.rules.overrides import diff_variants
from ginscore.rules.variants import Frozen, Variant

# What some cards make


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
    text: str, variant: Variant, *, upcard: str | None = None, lang: str = "en", every: bool = False
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


# The same hand under other rules


# A knock too high is the one fault that is never the hand's own: the limit alone forbids it.
_OVER_LIMIT: Final = "knock-over-limit"


class Ruling(Frozen):
    """One variant's ruling on a hand.

    `switch` names the switches (by commas) that make it differ from the first ruling in kind,
    winner or scores; None where it does not. Under `penalty` the points are paid, not won.
    """

    variant: str
    kind: Kind
    winner: str | None
    points: int
    penalty: bool
    switch: str | None
    warnings: Warnings


class Refusal(Frozen):
    """A variant that does not allow the hand: its first fault, and the switches behind it."""

    variant: str
    code: str
    message: Reason
    switch: str | None


class Comparison(Frozen):
    """What several variants make of one hand; its JSON is that of `compare`."""

    rulings: tuple[Ruling, ...]
    refused: tuple[Refusal, ...]


class _Judged(NamedTuple):
    """A ruling, or with a `fault` why there is none."""

    kind: Kind = "dead"
    winner: int | None = None
    scores: tuple[int, ...] = ()
    warnings: tuple[Message, ...] = ()
    fault: Message | None = None

    @property
    def result(self) -> tuple[object, ...]:
        """What two rulings are compared by: kind, winner and scores, or the code of the fault."""
        return (*self[:3], self.fault and self.fault.code)


# A variant with what it makes of the hand.
_Pair: TypeAlias = tuple[Variant, _Judged]


def compare_hand(texts: HandTexts, variants: Sequence[Variant], lang: str = "en") -> Comparison:
    """Judge the same hand under each of `variants` that seats as many players.

    The first ruling is the one that the others are measured against.

    Raises:
        GinscoreError: the hand is faulty under every variant, and not by their limits alone; the
            faults are those under the first.
    """
    seats = 1 + len(texts.defenders)
    seated = [variant for variant in variants if seats in allowed_seats(variant)]
    judged = [(variant, _judge(texts, variant, lang)) for variant in seated]
    allowed = [pair for pair in judged if pair[1].fault is None]
    codes = {found.fault.code for _, found in judged if found.fault}
    if variants and not allowed and codes != {_OVER_LIMIT}:
        # Raised as `settle` would.
        judge_hand(parse_hand(texts, variants[0], lang)[0], variants[0], texts.names)
    base = allowed[0] if allowed else None
    return Comparison.model_construct(
        rulings=tuple(_rule(texts, base, pair, lang) for pair in allowed if base),
        refused=tuple(_refuse(texts, base, pair, lang) for pair in judged if pair[1].fault),
    )


def _judge(texts: HandTexts, variant: Variant, lang: str) -> _Judged:
    try:
        hand, warnings = parse_hand(texts, variant, lang)
        outcome = judge_hand(hand, variant, texts.names)
    except GinscoreError as error:
        return _Judged(fault=error.faults[0])
    scores = price(outcome, variant).scores
    return _Judged(outcome.kind, outcome.winner, scores, (*warnings, *outcome.warnings))


def _rule(texts: HandTexts, base: _Pair, compared: _Pair, lang: str) -> Ruling:
    variant, judged = compared
    sides = side_names(len(judged.scores), texts.names)
    # Our own values, unchecked: a check would turn a role into plain text.
    return Ruling.model_construct(
        variant=variant.name,
        kind=judged.kind,
        winner=None if judged.winner is None else sides[judged.winner],
        points=sum(judged.scores),
        penalty=variant.scoring == "penalty",
        switch=_name_switches(texts, base, compared, lang),
        warnings=judged.warnings,
    )


def _refuse(texts: HandTexts, base: _Pair | None, compared: _Pair, lang: str) -> Refusal:
    variant, judged = compared
    message = judged.fault or Message("", "", {})
    switch = _name_switches(texts, base, compared, lang) if base else "knock_limit"
    return Refusal(variant=variant.name, code=message.code, message=message, switch=switch)


def _name_switches(texts: HandTexts, base: _Pair, compared: _Pair, lang: str) -> str | None:
    """The switches, by commas, that turn the base's result into the compared one's.

    One if one is enough; else all that differ, without those that are not needed.
    """
    (rules, found), (variant, judged) = base, compared
    if judged.result == found.result:
        return None

    def suffice(switches: Sequence[str]) -> bool:
        changes = {switch: getattr(variant, switch) for switch in switches}
        return _judge(texts, rules.model_copy(update=changes), lang).result == judged.result

    differing = [switch for switch, _, _ in diff_variants(rules, variant)]
    for switch in differing:
        if suffice([switch]):
            return switch
    for switch in tuple(differing):
        fewer = [other for other in differing if other != switch]
        if suffice(fewer):
            differing = fewer
    return ", ".join(differing) or None
