"""A settlement's JSON written straight from the facts, for streams of hands.

Building the models takes as long as the ruling. What is written here is what
`Settlement.model_dump_json` writes, key by key; a test holds the two together.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pydantic_core import to_json

from ginscore.cards.cards import NAMES
from ginscore.errors import Message
from ginscore.hand.outcomes import DefenderFacts, KnockerFacts, Outcome
from ginscore.hand.prices import Item, price
from ginscore.hand.settlements import meld_text
from ginscore.hand.sides import side_names
from ginscore.rules.variants import Variant

# The names of sides that have none, and of the cards.
_NAMELESS: Final = ("null",) * 4
_NAMES: Final = {1 << bit: f'"{name}"' for bit, name in enumerate(NAMES)}


def format_outcome_json(
    outcome: Outcome,
    variant: Variant,
    names: Sequence[str] | None = None,
    warnings: Sequence[Message] = (),
) -> bytes:
    """Price an outcome; the JSON of the `Settlement` that `settle_outcome` makes of the same."""
    kind, winner, knocker, defenders, upcard, limit, said = outcome
    items, scores, points, boxes, _ = price(outcome, variant)
    sides = _sides(len(scores), tuple(names) if names else None)
    own = sides if names else _NAMELESS
    ace_runs = variant.ace_runs
    spread = [_meld(meld, ace_runs) for meld in knocker.melds] if knocker else []
    scored = ",".join([f"{side}:{score}" for side, score in zip(sides, scores, strict=True)])
    facts = (
        f'{{"variant":{_quote(variant.name)},'
        f'"upcard":{"null" if upcard is None else _NAMES[upcard]},'
        f'"knock_limit":{"null" if limit is None else limit},'
        f'"kind":"{kind}","winner":{"null" if winner is None else sides[winner]},'
        f'"points":{points},"boxes":{boxes},"scores":{{{scored}}},'
        f'"knocker":{_knocker(knocker, own[0], spread) if knocker else "null"},'
        f'"defenders":[{_defenders(defenders, own, spread, ace_runs)}],"items":['
    )
    # Only arithmetic is not plain ASCII, and a text of one kind is encoded faster.
    itemised = ",".join([_item(one, sides) for one in items])
    warned = ",".join(map(_warning, (*warnings, *said)))
    rest = f'],"claims":[],"warnings":[{warned}]}}'
    return b"".join((facts.encode(), itemised.encode(), rest.encode()))


def _knocker(facts: KnockerFacts, own: str, spread: Sequence[str]) -> str:
    deadwood, basis, _, loose = facts
    return (
        f'{{"name":{own},"deadwood":{deadwood},"basis":"{basis}",'
        f'"melds":[{",".join(spread)}],"deadwood_cards":[{_cards(loose)}]}}'
    )


def _defenders(
    sides: Sequence[DefenderFacts], own: Sequence[str], spread: Sequence[str], ace_runs: str
) -> str:
    told = []
    for name, (deadwood, before, best, basis, lay_offs, melds, loose) in zip(
        own[1:], sides, strict=False
    ):
        laid = [
            f'{{"card":{_NAMES[card]},"meld":{meld},"on":{spread[meld - 1]}}}'
            for card, meld in lay_offs
        ]
        told.append(
            f'{{"name":{name},"deadwood":{deadwood},"before_lay_offs":{before},"best":{best},'
            f'"basis":"{basis}","lay_offs":[{",".join(laid)}],'
            f'"melds":[{",".join([_meld(meld, ace_runs) for meld in melds])}],'
            f'"deadwood_cards":[{_cards(loose)}]}}'
        )
    return ",".join(told)


def _item(item: Item, sides: Sequence[str]) -> str:
    rule, to, points, _ = item
    return f'{{"rule":"{rule}","to":{sides[to]},"points":{points},"why":"{item.why}"}}'


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
    names = []
    while mask:
        low = mask & -mask
        names.append(_NAMES[low])
        mask ^= low
    return ",".join(names)
