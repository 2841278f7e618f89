"""Short ways to write one hand and its rules in the tests of floor 4."""

from typing import Any

from ginscore.cards.holdings import Holding, parse_holding
from ginscore.cards.notation import parse_card
from ginscore.errors import GinscoreError
from ginscore.hand.facts import DefenderFacts, Kind, KnockerFacts, Outcome
from ginscore.hand.judging import Hand, judge_hand
from ginscore.hand.reading import parse_lay_offs
from ginscore.hand.settlements import Settlement, settle_texts
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

# Two lay-offs, 7C and 3C, bring this defender from 25 down to 15.
SPREAD = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
DEFENDER = "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
# Only TH fits, where gin may be laid off on: 18 or 8.
GIN = "[2S 3S 4S 5S 6S 7S 8S] [JH QH KH]"
AGAINST_GIN = "9S TS JS QS KS AC 2C 3C 8H TH"


def rules_of(preset: str = "modern", **rules: object) -> Variant:
    return override(load_preset(preset), rules)


MODERN = rules_of()


def hand_of(
    knocker: str,
    *defenders: str,
    variant: Variant,
    upcard: str | None = None,
    big_gin: bool = False,
    lay_offs: tuple[str | None, ...] = (),
) -> Hand:
    def read(text: str) -> Holding:
        return parse_holding(text, "en", variant)[0]

    return Hand(
        read(knocker),
        tuple(map(read, defenders)),
        None if upcard is None else parse_card(upcard),
        big_gin,
        tuple(None if one is None else parse_lay_offs(one) for one in lay_offs),
    )


def judge(knocker: str, *defenders: str, variant: Variant, **more: Any) -> Outcome:
    return judge_hand(hand_of(knocker, *defenders, variant=variant, **more), variant)


def settle(knocker: str, *defenders: str, variant: Variant, **more: Any) -> Settlement:
    return settle_texts(knocker, defenders, variant, **more)


def faults_of(error: GinscoreError) -> list[tuple[str, str]]:
    """(where, code) of every fault."""
    return [(one.where, one.code) for one in error.faults]


def codes_of(outcome: Outcome | Settlement) -> list[str]:
    return [one.code for one in outcome.warnings]


def counted(
    kind: Kind, winner: int | None, knocker: int, *defenders: int, upcard: str | None = None
) -> Outcome:
    """An outcome of counts alone, as `judge_hand` would give it."""
    return Outcome(
        kind,
        winner,
        KnockerFacts(knocker, "count"),
        tuple(DefenderFacts(one, one, one, "count") for one in defenders),
        None if upcard is None else parse_card(upcard),
        None,
    )
