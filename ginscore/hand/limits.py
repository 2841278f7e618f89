"""How many play, how many cards each holds, and with how many points one may knock."""

from typing import Final

from ginscore.cards.cards import rank_of
from ginscore.rules.variants import Variant

# Pictures count ten, so no upcard ever allows more.
HIGHEST_UPCARD: Final = 10
# No rules are for more; in teams all of them play.
MOST_SEATS: Final = 4


def allowed_seats(variant: Variant) -> tuple[int, ...]:
    """The numbers of players who can settle one hand; in a partnership each pair plays its own."""
    return (2,) if variant.teams else variant.players


def hand_size(variant: Variant, seats: int) -> int | None:
    """Cards that a player holds when `seats` settle a hand, or None if so many cannot."""
    dealt = MOST_SEATS if variant.teams else seats
    for count, size in variant.hand_sizes:
        if count == dealt:
            return size
    return None


def knock_limit(variant: Variant, upcard: int | None) -> int | None:
    """The most points of deadwood one may knock with; None where the upcard would tell it."""
    if variant.knock_limit != "upcard":
        return variant.knock_limit
    if upcard is None:
        return None
    rank = rank_of(upcard)
    if rank == 0:
        # An ace allows gin only, or a knock with one, whatever an ace costs in deadwood.
        return 0 if variant.ace_upcard == "gin_only" else 1
    return min(rank + 1, HIGHEST_UPCARD)
