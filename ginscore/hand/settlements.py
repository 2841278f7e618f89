"""`Settlement`: a judged and priced hand as one value; its JSON is that of `settle`.

Cards are canonical texts in the order in which they are shown. Sides are called by their role or,
where names were given, by name.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import Field, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import core_schema

from ginscore.cards.cards import each_card, format_card
from ginscore.cards.melds import order_cards
from ginscore.errors import Message
from ginscore.hand.facts import Basis, Kind, KnockerFacts, Outcome, clean_name, side_names
from ginscore.hand.judging import Hand, dead_hand, judge_hand
from ginscore.hand.prices import price
from ginscore.hand.reading import HandTexts, parse_hand
from ginscore.rules.variants import Frozen, Variant


class WarningText(Frozen):
    """A warning as JSON: its code and the English sentence."""

    code: str
    message: str


def written(messages: Sequence[Message]) -> list[WarningText]:
    """Warnings as they stand in JSON."""
    return [WarningText(code=message.code, message=message.text) for message in messages]


def _messages_schema(_: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    serializer = core_schema.plain_serializer_function_ser_schema(
        written, return_schema=handler.generate_schema(list[WarningText])
    )
    return core_schema.any_schema(serialization=serializer)


def _message_schema(_: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    serializer = core_schema.plain_serializer_function_ser_schema(
        lambda message: message.text, return_schema=handler.generate_schema(str)
    )
    return core_schema.is_instance_schema(Message, serialization=serializer)


# Messages are kept for translation; JSON has their English text.
Warnings = Annotated[tuple[Message, ...], GetPydanticSchema(_messages_schema)]
Reason = Annotated[Message, GetPydanticSchema(_message_schema)]
Cards = tuple[str, ...]
# What was added up to a count: shown to people only.
Terms = Annotated[tuple[int, ...], Field(exclude=True)]


class KnockerSide(Frozen):
    """What the knocker spread: deadwood in points, his melds, and the deadwood cards known."""

    name: str | None
    deadwood: int
    basis: Basis
    melds: tuple[Cards, ...]
    deadwood_cards: Cards
    terms: Terms = ()


class LaidOff(Frozen):
    """A card laid off on the knocker's meld of that number, from 1, and the cards of the meld."""

    card: str
    meld: int
    on: Cards


class DefenderSide(Frozen):
    """Where a defender stands, in points: after lay-offs, before them, and at the true best."""

    name: str | None
    deadwood: int
    before_lay_offs: int
    best: int
    basis: Basis
    lay_offs: tuple[LaidOff, ...]
    melds: tuple[Cards, ...]
    deadwood_cards: Cards
    terms: Terms = ()


class ScoredItem(Frozen):
    """Points that one rule gives to one side, with the arithmetic."""

    rule: str
    to: str
    points: int
    why: str


class Claim(Frozen):
    """What somebody claims of a hand (`points=22`), whether it holds, and the reason."""

    claim: str
    upheld: bool
    why: Reason


class Settlement(Frozen):
    """One hand, judged and priced.

    `scores` are points by side, under `scoring: penalty` penalties; the items sum to them.
    `knocker` is None in a dead hand and where only the points are known; `kind` is None where only
    those are known.
    """

    variant: str
    upcard: str | None
    knock_limit: int | None
    kind: Kind | None
    winner: str | None
    points: int
    boxes: int
    scores: dict[str, int]
    knocker: KnockerSide | None
    defenders: tuple[DefenderSide, ...]
    items: tuple[ScoredItem, ...]
    claims: tuple[Claim, ...]
    warnings: Warnings


def settle_texts(
    knocker: str,
    defenders: Sequence[str],
    variant: Variant,
    upcard: str | None = None,
    big_gin: bool = False,
    names: Sequence[str] | None = None,
    lay_offs: Sequence[str | None] | None = None,
    lang: str = "en",
) -> Settlement:
    """Settle a hand given as text; the arguments are those of `HandTexts`.

    Raises:
        GinscoreError: with every fault of the texts and of the hand.
    """
    names = [*map(clean_name, names)] if names else None
    texts = HandTexts(knocker, defenders, upcard, big_gin, lay_offs or (), names)
    hand, warnings = parse_hand(texts, variant, lang)
    return settle_hand(hand, variant, names, warnings)


def settle_hand(
    hand: Hand,
    variant: Variant,
    names: Sequence[str] | None = None,
    warnings: Sequence[Message] = (),
) -> Settlement:
    """Judge and price a hand; `warnings` of its reading come before those of the ruling.

    Raises:
        GinscoreError: with every fault of the hand.
    """
    outcome = judge_hand(hand, variant, names)
    return settle_outcome(outcome, variant, names, warnings)


def settle_dead_hand(variant: Variant, names: Sequence[str] | None = None) -> Settlement:
    """The settlement of a dead hand: nobody scores.

    Raises:
        GinscoreError: `dead-hand-impossible`.
    """
    settled = settle_outcome(dead_hand(variant), variant)
    return settled.model_copy(update={"scores": dict.fromkeys(names or side_names(2), 0)})


def settle_outcome(
    outcome: Outcome,
    variant: Variant,
    names: Sequence[str] | None = None,
    warnings: Sequence[Message] = (),
) -> Settlement:
    """Price an outcome and write everything down as the JSON has it."""
    worth = price(outcome, variant)
    sides = side_names(len(worth.scores), names)
    return Settlement.unchecked(
        variant=variant.name,
        upcard=None if outcome.upcard is None else format_card(outcome.upcard),
        knock_limit=outcome.limit,
        kind=outcome.kind,
        winner=None if outcome.winner is None else sides[outcome.winner],
        points=worth.points,
        boxes=worth.boxes,
        scores=dict(zip(sides, worth.scores, strict=True)),
        knocker=_knocker_side(outcome.knocker, names, variant),
        defenders=_defender_sides(outcome, names, variant),
        items=tuple(
            [
                ScoredItem.unchecked(
                    rule=item.rule, to=sides[item.to], points=item.points, why=item.why
                )
                for item in worth.items
            ]
        ),
        claims=(),
        warnings=(*warnings, *outcome.warnings),
    )


def _knocker_side(
    facts: KnockerFacts | None, names: Sequence[str] | None, variant: Variant
) -> KnockerSide | None:
    """None in a dead hand."""
    if facts is None:
        return None
    return KnockerSide.unchecked(
        name=names[0] if names else None,
        deadwood=facts.deadwood,
        basis=facts.basis,
        melds=_meld_texts(facts.melds, variant),
        deadwood_cards=_card_texts(facts.loose),
        terms=facts.terms,
    )


def _defender_sides(
    outcome: Outcome, names: Sequence[str] | None, variant: Variant
) -> tuple[DefenderSide, ...]:
    spread = _meld_texts(outcome.knocker.melds, variant) if outcome.knocker else ()
    return tuple(
        [
            DefenderSide.unchecked(
                name=names[seat] if names else None,
                deadwood=facts.deadwood,
                before_lay_offs=facts.before,
                best=facts.best,
                basis=facts.basis,
                lay_offs=tuple(
                    [
                        LaidOff.unchecked(card=format_card(card), meld=meld, on=spread[meld - 1])
                        for card, meld in facts.lay_offs
                    ]
                ),
                melds=_meld_texts(facts.melds, variant),
                deadwood_cards=_card_texts(facts.loose),
                terms=facts.terms,
            )
            for seat, facts in enumerate(outcome.defenders, 1)
        ]
    )


def _meld_texts(melds: Sequence[int], variant: Variant) -> tuple[Cards, ...]:
    ace_runs = variant.ace_runs
    return tuple([meld_text(meld, ace_runs) for meld in melds])


@lru_cache(maxsize=4096)
def meld_text(meld: int, ace_runs: str) -> Cards:
    """A meld's cards in the order in which they are shown."""
    return tuple(map(format_card, order_cards(meld, ace_runs)))


def _card_texts(cards: int) -> Cards:
    return tuple(map(format_card, each_card(cards)))
