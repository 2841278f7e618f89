"""A settlement's JSON written straight from the facts, for streams of hands.

Building the models takes as long as the ruling. What is written here is what
`Settlement.model_dump_json` writes, key by key; a test holds the two together.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pydantic_core import to_json

from ginscore.cards.cards import NAMES, format_card
from ginscore.cards.tables import split_suits
from ginscore.errors import Message
from ginscore.hand.outcomes import DefenderFacts, KnockerFacts, Outcome
from ginscore.hand.prices import Item, price
from ginscore.hand.settlements import meld_text
from ginscore.hand.sides import side_names
from ginscore.rules.variants import Variant

_HAND: Final = (
    '{"variant":%s,"upcard":%s,"knock_limit":%s,"kind":"%s","winner":%s,"points":%d,"boxes":%d,'
    '"scores":{%s},"knocker":%s,"defenders":[%s],"items":[%s],"claims":[],"warnings":[%s]}'
)
_KNOCKER: Final = '{"name":%s,"deadwood":%d,"basis":"%s","melds":[%s],"deadwood_cards":[%s]}'
_DEFENDER: Final = (
    '{"name":%s,"deadwood":%d,"before_lay_offs":%d,"best":%d,"basis":"%s","lay_offs":[%s],'
    '"melds":[%s],"deadwood_cards":[%s]}'
)
_LAY_OFF: Final = '{"card":"%s","meld":%d,"on":%s}'
_ITEM: Final = '{"rule":"%s","to":%s,"points":%d,"why":"%s"}'


def format_outcome_json(
    outcome: Outcome,
    variant: Variant,
    names: Sequence[str] | None = None,
    warnings: Sequence[Message] = (),
) -> str:
    """Price an outcome; the JSON of the `Settlement` that `settle_outcome` makes of the same."""
    worth = price(outcome, variant)
    sides = _sides(len(worth.scores), tuple(names) if names else None)
    ace_runs = variant.ace_runs
    spread = [_meld(meld, ace_runs) for meld in outcome.knocker.melds] if outcome.knocker else []
    own = sides if names else ("null",) * len(sides)
    said = (*warnings, *outcome.warnings)
    return _HAND % (
        _quote(variant.name),
        "null" if outcome.upcard is None else f'"{format_card(outcome.upcard)}"',
        "null" if outcome.limit is None else outcome.limit,
        outcome.kind,
        "null" if outcome.winner is None else sides[outcome.winner],
        worth.points,
        worth.boxes,
        ",".join([f"{side}:{points}" for side, points in zip(sides, worth.scores, strict=True)]),
        _knocker(outcome.knocker, own, spread),
        ",".join(
            [
                _defender(facts, own[seat], spread, ace_runs)
                for seat, facts in enumerate(outcome.defenders, 1)
            ]
        ),
        ",".join([_item(one, sides) for one in worth.items]),
        ",".join(map(_warning, said)) if said else "",
    )


def _knocker(facts: KnockerFacts | None, own: Sequence[str], spread: Sequence[str]) -> str:
    if facts is None:
        return "null"
    deadwood, basis, _, loose = facts
    return _KNOCKER % (own[0], deadwood, basis, ",".join(spread), _cards(loose))


def _defender(facts: DefenderFacts, own: str, spread: Sequence[str], ace_runs: str) -> str:
    deadwood, before, best, basis, lay_offs, melds, loose = facts
    return _DEFENDER % (
        own,
        deadwood,
        before,
        best,
        basis,
        ",".join([_LAY_OFF % (format_card(card), on, spread[on - 1]) for card, on in lay_offs]),
        ",".join([_meld(meld, ace_runs) for meld in melds]),
        _cards(loose),
    )


def _item(item: Item, sides: Sequence[str]) -> str:
    return _ITEM % (item.rule, sides[item.to], item.points, item.why)


def _warning(message: Message) -> str:
    return to_json({"code": message.code, "message": message.text}).decode()


@lru_cache(maxsize=64)
def _sides(seats: int, names: tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(map(_quote, side_names(seats, names)))


@lru_cache(maxsize=64)
def _quote(text: str) -> str:
    return to_json(text).decode()


@lru_cache(maxsize=4096)
def _meld(meld: int, ace_runs: str) -> str:
    return to_json(meld_text(meld, ace_runs)).decode()


def _cards(mask: int) -> str:
    """Cards as the inside of a list, by suit, then by rank."""
    spades, hearts, diamonds, clubs = split_suits(mask)
    texts = _suit(spades, 0), _suit(hearts, 13), _suit(diamonds, 26), _suit(clubs, 39)
    return ",".join([text for text in texts if text])


@lru_cache(maxsize=4 * 8192)
def _suit(suit: int, shift: int) -> str:
    return ",".join(f'"{NAMES[shift + rank]}"' for rank in range(13) if suit >> rank & 1)
