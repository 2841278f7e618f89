"""A deliberately naive brute force of melds, deadwood and lay-offs: the oracle of the solver.

Kept naive on purpose and sharing no code with it. A card is a pair (rank, suit), rank 0 (ace) to
12 (king), suit 0 to 3; cards are frozensets. Runs may be of any length, a lay-off is tried card by
card on the meld as it stands.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

Card = tuple[int, int]
Cards = frozenset[Card]
# What a defender laid off on each meld, in the melds' order.
Laid = tuple[Cards, ...]


def card_points(card: Card, ace_points: int) -> int:
    rank, _ = card
    return ace_points if rank == 0 else min(rank + 1, 10)


def count(cards: Cards, ace_points: int) -> int:
    return sum(card_points(card, ace_points) for card in cards)


def is_set(cards: Cards) -> bool:
    return len(cards) in (3, 4) and len({rank for rank, _ in cards}) == 1


def is_run(cards: Cards, ace_runs: str) -> bool:
    if len(cards) < 3 or len({suit for _, suit in cards}) > 1:
        return False
    ranks = {rank for rank, _ in cards}
    return any(
        {(first + step) % 13 for step in range(len(cards))} == ranks
        and ace_may_stand(first, len(cards), ace_runs)
        for first in range(13)
    )


def ace_may_stand(first: int, length: int, ace_runs: str) -> bool:
    order = [(first + step) % 13 for step in range(length)]
    if 0 not in order or ace_runs == "circular":
        return True
    if order[0] == 0:
        return ace_runs in ("low", "both")
    if order[-1] == 0:
        return ace_runs in ("high", "both")
    return False


def is_meld(cards: Cards, ace_runs: str) -> bool:
    return is_set(cards) or is_run(cards, ace_runs)


def melds_with(card: Card, cards: Cards, ace_runs: str) -> Iterator[Cards]:
    """Every meld of `cards` that holds `card`, by trying every subset of a rank and of a suit."""
    same_rank = [other for other in cards if other != card and other[0] == card[0]]
    same_suit = [other for other in cards if other != card and other[1] == card[1]]
    for group in (same_rank, same_suit):
        for size in range(2, len(group) + 1):
            for others in combinations(group, size):
                meld = frozenset({card, *others})
                if is_meld(meld, ace_runs):
                    yield meld


def splits(cards: Cards, ace_runs: str) -> Iterator[tuple[frozenset[Cards], Cards]]:
    """Every split of cards into disjoint melds and loose cards."""
    if not cards:
        yield frozenset(), frozenset()
        return
    first = min(cards)
    for melds, loose in splits(cards - {first}, ace_runs):
        yield melds, loose | {first}
    for meld in melds_with(first, cards, ace_runs):
        for melds, loose in splits(cards - meld, ace_runs):
            yield melds | {meld}, loose


def deadwood(cards: Cards, ace_runs: str, ace_points: int) -> int:
    return min(count(loose, ace_points) for _, loose in splits(cards, ace_runs))


def arrangements(cards: Cards, ace_runs: str, ace_points: int) -> set[frozenset[Cards]]:
    """The melds of every split that leaves the least, no two runs of it joining into one."""
    least = deadwood(cards, ace_runs, ace_points)
    return {
        melds
        for melds, loose in splits(cards, ace_runs)
        if count(loose, ace_points) == least
        and not any(is_run(one | other, ace_runs) for one, other in combinations(melds, 2))
    }


def lay_offs(melds: list[Cards], cards: Cards, ace_runs: str, chain: str) -> set[Laid]:
    """Everything that can be laid off, reached card by card."""
    start: Laid = tuple(frozenset() for _ in melds)
    seen = {start}
    waiting = [start]
    while waiting:
        laid = waiting.pop()
        for at, meld in enumerate(melds):
            for card in cards - frozenset().union(*laid):
                standing = meld if chain == "none" else meld | laid[at]
                after = (*laid[:at], laid[at] | {card}, *laid[at + 1 :])
                if is_meld(standing | {card}, ace_runs) and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


class Defender:
    """A defender's cards against the knocker's melds: what each method leaves, in points."""

    def __init__(
        self, melds: list[Cards], cards: Cards, ace_runs: str, ace_points: int, chain: str
    ) -> None:
        self.cards = cards
        self.points: Callable[[Cards], int] = lambda left: count(left, ace_points)
        self.least: Callable[[Cards], int] = lambda left: deadwood(left, ace_runs, ace_points)
        self.reach: Callable[[Cards], set[Cards]] = lambda held: {
            frozenset().union(*laid) for laid in lay_offs(melds, held, ace_runs, chain)
        }
        self.best_melds = arrangements(cards, ace_runs, ace_points)

    def best(self) -> int:
        return min(self.least(self.cards - laid) for laid in self.reach(self.cards))

    def fewest_lay_offs(self) -> int:
        best = self.best()
        reach = self.reach(self.cards)
        return min(len(laid) for laid in reach if self.least(self.cards - laid) == best)

    def own_melds_first(self) -> int:
        leftovers = [self.cards.difference(*melds) for melds in self.best_melds]
        return min(self.points(loose - laid) for loose in leftovers for laid in self.reach(loose))

    def two_orders(self) -> int:
        reach = self.reach(self.cards)
        full = [laid for laid in reach if not any(laid < other for other in reach)]
        lay_offs_first = min(self.least(self.cards - laid) for laid in full)
        return min(self.own_melds_first(), lay_offs_first)
