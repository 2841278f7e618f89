"""Who deals: the deal moves from hand to hand by `next_dealer` and `dead_hand_dealer`."""

from collections.abc import Sequence

from ginscore.game.hands import ScoredHand
from ginscore.rules.variants import Variant


def next_dealer(dealer: int, winner: int | None, seats: int, rules: Variant) -> int:
    """The seat that deals after a hand dealt by seat `dealer` and won by seat `winner`.

    A hand that nobody won follows `dead_hand_dealer`. `rules` are those of the hand to be dealt.
    """
    if winner is None:
        return dealer if rules.dead_hand_dealer == "same" else (dealer + 1) % seats
    if rules.next_dealer == "alternate":
        return (dealer + 1) % seats
    return winner if rules.next_dealer == "winner" else 1 - winner


def dealers(
    hands: Sequence[ScoredHand],
    results: Sequence[ScoredHand | None],
    variant: Variant,
    seats: int,
    first_dealer: int,
) -> list[int]:
    """The dealer's seat of every hand, and of the hand to come as the last item.

    `results` are the hands as they count: in a partnership a round that is not complete is None,
    and the deal does not move. A dealer named for a hand deals it, and the deal goes on from him.
    `variant` holds the rules of the hand to come.
    """
    dealt = []
    dealer = first_dealer
    before: ScoredHand | None = None
    for hand, result in zip(hands, results, strict=True):
        if before is not None:
            dealer = next_dealer(dealer, before.winner, seats, hand.variant)
        if hand.dealer is not None:
            dealer = hand.dealer
        dealt.append(dealer)
        before = result
    if before is not None:
        dealer = next_dealer(dealer, before.winner, seats, variant)
    dealt.append(dealer)
    return dealt
