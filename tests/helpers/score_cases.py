"""Short ways to write hands and rules in the tests of the fold."""

from typing import Any

from ginscore.game.games import tally
from ginscore.game.tallies import ScoredHand, Tally
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

SIDES = "ABCD"


def rules_of(preset: str, **rules: object) -> Variant:
    return override(load_preset(preset), rules)


def hand(text: str, variant: Variant, seats: int = 2) -> ScoredHand:
    """`A 30` (A wins 30), `B 12 gin` (and the kind's boxes), `A 30 x3` (three boxes), `dead`.

    `none` is a hand that was played and nobody won.
    """
    who, *rest = text.split()
    if who in ("dead", "none"):
        kind = "dead" if who == "dead" else "knock"
        return ScoredHand(kind, None, (0,) * seats, 0, 0, variant)
    winner, points = SIDES.index(who), int(rest[0])
    kind = next((word for word in rest[1:] if not word.startswith("x")), "knock")
    boxes = next((int(word[1:]) for word in rest[1:] if word.startswith("x")), None)
    if boxes is None:
        boxes = 1 + variant.extra_boxes.of(kind)
    scores = tuple(points if seat == winner else 0 for seat in range(seats))
    return ScoredHand(kind, winner, scores, boxes, max(boxes - 1, 0), variant)


def play(variant: Variant, *texts: str, first_dealer: int = 0) -> Tally:
    """A sheet of two players from hands as `hand` reads them."""
    return tally([hand(text, variant) for text in texts], variant, 2, first_dealer)


def pair_hand(text: str, variant: Variant) -> ScoredHand:
    """A partnership's hand: `AB A 30`, `CD dead`, `CD D 12 x3`."""
    pair, rest = text.split(maxsplit=1)
    seats = SIDES.index(pair[0]), SIDES.index(pair[1])
    return hand(rest, variant, 4)._replace(pair=seats)


def penalty_hand(text: str, variant: Variant) -> ScoredHand:
    """Penalties by seat, `0 14 9 3`: the first seat with 0 went out; `dead 3` for three seats."""
    if text.startswith("dead"):
        return ScoredHand("dead", None, (0,) * int(text.split()[1]), 0, 0, variant)
    scores = tuple(map(int, text.split()))
    return ScoredHand("knock", scores.index(0), scores, 0, 0, variant)


def as_naive(hands: list[ScoredHand]) -> list[dict[str, Any]]:
    """The same hands for the naive scorer."""
    return [
        {
            "winner": one.winner,
            "scores": list(one.scores),
            "boxes": one.boxes,
            "extra": one.extra_boxes,
            "dead": one.kind == "dead",
            "dealer": one.dealer,
            "pair": one.pair,
            "rules": one.variant.model_dump(),
        }
        for one in hands
    ]


def as_plain(found: Tally) -> dict[str, Any]:
    """A tally in the naive scorer's form."""

    def listed(value: object) -> Any:
        if hasattr(value, "_asdict"):
            return {key: listed(part) for key, part in value._asdict().items()}
        return [listed(part) for part in value] if isinstance(value, tuple) else value

    whole: dict[str, Any] = listed(found)
    return whole
