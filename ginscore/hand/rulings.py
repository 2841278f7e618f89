"""Rulings on a settled hand: the same hand under other rules, and what the lay-offs changed."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from ginscore.cards.cards import NAMES
from ginscore.errors import GinscoreError, Message
from ginscore.hand.hands import decide, judge_hand
from ginscore.hand.limits import hand_size
from ginscore.hand.outcomes import DefenderFacts, Kind, KnockerFacts, Outcome
from ginscore.hand.prices import price
from ginscore.hand.reading import HandTexts, parse_hand
from ginscore.hand.settlements import Settlement, Warnings
from ginscore.hand.sides import side_names
from ginscore.rules.variants import Variant

# The switches that can change the kind, the winner or the points of one hand.
HAND_SWITCHES: Final = (
    "ace_runs",
    "ace_points",
    "knock_limit",
    "ace_upcard",
    "knocker_melds",
    "layoff_on_gin",
    "layoff_chain",
    "layoff_method",
    "gin_bonus",
    "big_gin_bonus",
    "undercut_bonus",
    "tie",
    "tie_bonus",
    "knock_bonus",
    "gin_doubles_deadwood",
    "spade_doubles",
    "scoring",
)


class Ruling(BaseModel):
    """One variant's ruling on a hand.

    `switch` names the switches (by commas) that make it differ from the first ruling in kind,
    winner or scores; None where it does not.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    variant: str
    kind: Kind
    winner: str | None
    points: int
    switch: str | None
    warnings: Warnings


class Comparison(BaseModel):
    """The rulings of several variants on one hand; its JSON is that of `compare`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    rulings: tuple[Ruling, ...]


class _Judged(NamedTuple):
    kind: Kind
    winner: int | None
    scores: tuple[int, ...]
    warnings: tuple[Message, ...]

    @property
    def result(self) -> tuple[object, ...]:
        """What two rulings are compared by: kind, winner and scores."""
        return self[:3]


def compare_hand(
    texts: HandTexts, variants: Sequence[Variant], lang: str = "en"
) -> tuple[Ruling, ...]:
    """Judge the same hand under each of `variants` that allows it.

    The first ruling is the one that the others are measured against.

    Raises:
        GinscoreError: no variant allows the hand; the faults are those under the first.
    """
    first: GinscoreError | None = None
    judged: list[tuple[Variant, _Judged]] = []
    for variant in variants:
        try:
            judged.append((variant, _judge(texts, variant, lang)))
        except GinscoreError as error:
            first = first or error
    if first and not judged:
        raise first
    return tuple(_rule(texts, judged[0], one, lang) for one in judged)


def _judge(texts: HandTexts, variant: Variant, lang: str) -> _Judged:
    hand, warnings = parse_hand(texts, variant, lang)
    outcome = judge_hand(hand, variant, texts.names)
    scores = price(outcome, variant).scores
    return _Judged(outcome.kind, outcome.winner, scores, (*warnings, *outcome.warnings))


def _rule(
    texts: HandTexts, base: tuple[Variant, _Judged], one: tuple[Variant, _Judged], lang: str
) -> Ruling:
    variant, judged = one
    sides = side_names(len(judged.scores), texts.names)
    switches = () if judged.result == base[1].result else _find_switches(texts, base[0], one, lang)
    # Our own values, unchecked: a check would make plain text of a role.
    return Ruling.model_construct(
        variant=variant.name,
        kind=judged.kind,
        winner=None if judged.winner is None else sides[judged.winner],
        points=sum(judged.scores),
        switch=", ".join(switches) or None,
        warnings=judged.warnings,
    )


def _find_switches(
    texts: HandTexts, base: Variant, other: tuple[Variant, _Judged], lang: str
) -> Sequence[str]:
    """The switches that turn the base's result into the other variant's: one if one is enough.

    Else all that differ, without each that is not needed for it.
    """
    variant, judged = other

    def suffice(switches: Sequence[str]) -> bool:
        changes = {switch: getattr(variant, switch) for switch in switches}
        try:
            changed = _judge(texts, base.model_copy(update=changes), lang)
        except GinscoreError:
            return False
        return changed.result == judged.result

    differing = [one for one in HAND_SWITCHES if getattr(base, one) != getattr(variant, one)]
    for switch in differing:
        if suffice([switch]):
            return [switch]
    for switch in tuple(differing):
        fewer = [one for one in differing if one != switch]
        if suffice(fewer):
            differing = fewer
    return differing


class WithoutLayOffs(NamedTuple):
    """The hand as it would have been without any lay-off."""

    kind: Kind
    winner: str | None
    points: int


def difference_made(settlement: Settlement, variant: Variant) -> WithoutLayOffs | None:
    """What the lay-offs changed, or None where nothing was laid off."""
    knocker = settlement.knocker
    if knocker is None or not any(one.lay_offs for one in settlement.defenders):
        return None
    before = [one.before_lay_offs for one in settlement.defenders]
    # A big gin that the lay-offs cancelled is known by the card more than a hand.
    spread_cards = sum(map(len, knocker.melds))
    size = hand_size(variant, 1 + len(before))
    big = settlement.kind == "big_gin" or (size is not None and spread_cards > size)
    kind, winner = decide(knocker.deadwood, before, big, variant)
    upcard = None if settlement.upcard is None else 1 << NAMES.index(settlement.upcard)
    defenders = tuple(DefenderFacts(one, one, one, "count") for one in before)
    spread = KnockerFacts(knocker.deadwood, knocker.basis)
    worth = price(Outcome(kind, winner, spread, defenders, upcard, None), variant)
    sides = tuple(settlement.scores)
    return WithoutLayOffs(kind, None if winner is None else sides[winner], worth.points)
