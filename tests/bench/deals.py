"""Seeded deals for the benchmarks: a knocker who may knock, a defender, their cards as text."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random

RANKS = "A23456789TJQK"
DECK = tuple(rank + suit for suit in "SHDC" for rank in RANKS)

SETS = [tuple(rank + suit for suit in "SHDC") for rank in RANKS]
RUNS = [
    tuple(RANKS[first + step] + suit for step in range(size))
    for suit in "SHDC"
    for size in (3, 4, 5)
    for first in range(14 - size)
]
MELDS = [*SETS, *RUNS, *(three for four in SETS for three in combinations(four, 3))]


def points(card: str) -> int:
    """What a card counts as deadwood, the ace low."""
    return min(RANKS.index(card[0]) + 1, 10)


def is_near(one: str, other: str) -> bool:
    """Whether two cards are of one rank, or next to each other in one suit."""
    gap = abs(RANKS.index(one[0]) - RANKS.index(other[0]))
    return gap == 0 or (gap == 1 and one[1] == other[1])


LOW = [one for one in DECK if points(one) <= 4]
NEAR = {one: {other for other in DECK if is_near(one, other)} for one in DECK}


def deal(random: Random) -> tuple[list[str], list[str]]:
    """Ten cards with 10 points of deadwood at most outside two or three melds, and ten others.

    Five of the others are neighbours of what the knocker holds, so that there is something to meld
    and to lay off.
    """
    melds = random.sample(MELDS, random.choice((2, 3)))
    melded = {one for meld in melds for one in meld}
    if not 7 <= len(melded) == sum(map(len, melds)) <= 9:
        return deal(random)
    low = [one for one in LOW if one not in melded]
    loose = random.sample(low, 10 - len(melded))
    while sum(map(points, loose)) > 10:
        loose = random.sample(low, 10 - len(melded))
    cards = melded.union(loose)
    near = {other for one in cards for other in NEAR[one]} - cards
    others = set(random.sample(sorted(near), min(5, len(near))))
    rest = [one for one in DECK if one not in cards | others]
    others.update(random.sample(rest, 10 - len(others)))
    return sorted(cards), sorted(others)


def each_line(count: int, seed: int = 1) -> Iterator[str]:
    """`count` lines for `batch` in which both sides' cards are given."""
    random = Random(seed)
    for number in range(1, count + 1):
        knocker, defender = deal(random)
        random.shuffle(knocker)
        yield json.dumps(
            {"id": number, "knocker": " ".join(knocker), "defender": " ".join(defender)}
        )
