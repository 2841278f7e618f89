"""The ruling on one hand of a sheet: what `settle` says, with the number of the hand."""

from typing import TYPE_CHECKING

from ginscore.hand.settlements import ScoredItem, Settlement, settle_dead_hand, settle_hand
from ginscore.sheet.changes import find_hand
from ginscore.sheet.log import ActingHand
from ginscore.sheet.played import PlayedHand, play_hand, read_hand, seats_playing, upcard_of

if TYPE_CHECKING:
    from ginscore.sheet.sheets import Sheet


class HandRuling(Settlement):
    """A settlement with the hand's number on the sheet and its entry; None where not recorded.

    Of a hand known by its points there is one item, `points`, for each who scored.
    """

    hand: int | None
    entry: int | None


def rule_hand(sheet: "Sheet", number: int) -> HandRuling:
    """`Sheet.settlement`: under the rules of the hand, in the names in force."""
    hand = find_hand(sheet, number)
    settled = _settle(hand, sheet.names)
    warnings = settled.warnings
    if sheet.warnings and number == sheet.newest_hand():
        warnings = (*sheet.warnings, *warnings)
    places = {"warnings": warnings, "hand": number, "entry": hand.entry.entry}
    return HandRuling.of(**dict(settled) | places)


def _settle(hand: ActingHand, names: tuple[str, ...]) -> Settlement:
    if hand.entry.holdings is not None:
        seats = seats_playing(hand.entry, hand.names)
        facts = read_hand(hand, seats)
        return settle_hand(facts, hand.variant, [names[seat] for seat in seats])
    if hand.entry.points_only is not None:
        return _settle_points(play_hand(hand, {}), names)
    pair = hand.pair or range(len(names))
    settled = settle_dead_hand(hand.variant, [names[seat] for seat in pair])
    return settled.model_copy(update={"upcard": upcard_of(hand.entry)})


def _settle_points(played: PlayedHand, names: tuple[str, ...]) -> Settlement:
    scored = played.scored
    seats = scored.pair or range(len(names))
    items = tuple(
        ScoredItem.of(rule="points", to=names[seat], points=points, why=str(points))
        for seat, points in enumerate(scored.scores)
        if points
    )
    return Settlement.of(
        variant=scored.variant.name,
        upcard=upcard_of(played.hand.entry),
        knock_limit=None,
        kind=scored.kind,
        winner=None if scored.winner is None else names[scored.winner],
        points=played.points,
        boxes=scored.boxes,
        scores={names[seat]: scored.scores[seat] for seat in seats},
        knocker=None,
        defenders=(),
        items=items,
        claims=(),
        warnings=(),
    )
