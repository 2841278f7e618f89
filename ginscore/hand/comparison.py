"""The same hand under other rules: what each makes of it, and the switch that decides it."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from ginscore.errors import GinscoreError, Message
from ginscore.hand.facts import Kind, allowed_seats, side_names
from ginscore.hand.judging import judge_hand
from ginscore.hand.prices import price
from ginscore.hand.reading import HandTexts, parse_hand
from ginscore.hand.settlements import Reason, Warnings
from ginscore.rules.overrides import diff_variants
from ginscore.rules.variants import Frozen, Variant

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
