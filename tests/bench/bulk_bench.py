"""How long an array of hands takes, beside one call for each hand: ours, OpenSpiel's, RLCard's.

The same seeded hands of ten and of eleven cards go through everything, turn about; the least of
several rounds counts. Peers are measured where they can be imported (the extra `bench`), their
cards are made beforehand, and all must agree. Nothing else is asserted.

    python tests/bench/bulk_bench.py [HANDS [ROUNDS]]
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from platform import python_version
from time import process_time
from typing import Any

import numpy as np

from ginscore import bulk
from ginscore.cards.cards import NAMES
from ginscore.cards.melds import deadwood_of
from ginscore.cards.notation import parse_cards
from ginscore.rules.presets import load_preset

MODERN = load_preset("modern")
# RLCard is so slow that a part must do.
SLOW = 50
Timed = tuple[Callable[[], Iterable[int]], int]


def draw(count: int, size: int) -> Any:
    """`count` rows of `size` different cards, 0 to 51."""
    return np.random.default_rng(size).random((count, 52), "f4").argsort()[:, :size]


def each(call: Callable[[Any], int], cases: Sequence[Any]) -> Timed:
    """One call for each case."""
    return lambda: [call(case) for case in cases], len(cases)


def peers(cards: Sequence[Sequence[int]]) -> dict[str, Timed]:
    """The other programs that are here."""
    found: dict[str, Timed] = {}
    try:
        utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
        found["OpenSpiel, called from Python"] = each(utils.min_deadwood, cards)
    except ImportError:
        sys.stdout.write("OpenSpiel is not here (extra: bench)\n")
    try:
        clusters = import_module("rlcard.games.gin_rummy.utils.melding").get_meld_clusters
        count = import_module("rlcard.games.gin_rummy.utils.utils").get_deadwood_count
        make = import_module("rlcard.games.base").Card
    except ImportError:
        sys.stdout.write("RLCard is not here (extra: bench)\n")
        return found
    pack = [make(suit, rank) for suit in "SHDC" for rank in "A23456789TJQK"]
    held = [[pack[one] for one in hand] for hand in cards[: len(cards) // SLOW]]

    def least(hand: list[Any]) -> int:
        found: int = min(count(hand, one) for one in (*clusters(hand), ()))
        return found

    return found | {"RLCard": each(least, held)}


def time_all(timed: dict[str, Timed], rounds: int) -> dict[str, float]:
    """Nanoseconds of processor time for one hand each."""
    least = dict.fromkeys(timed, float("inf"))
    for _ in range(rounds):
        for name, (call, count) in timed.items():
            start = process_time()
            call()
            least[name] = min(least[name], (process_time() - start) / count * 1e9)
    return least


def show(title: str, least: dict[str, float]) -> None:
    """Print times, and how many times slower than the first each is."""
    sys.stdout.write(f"{title}\n")
    base = next(iter(least.values()))
    for name, taken in least.items():
        sys.stdout.write(f"    {name:34} {taken:11,.1f} ns {taken / base:9.1f} ×\n")


def main(count: int = 500_000, rounds: int = 5) -> None:
    """Print the tables."""
    sys.stdout.write(f"Python {python_version()}, numpy {np.__version__}, {count:,} hands each\n")
    for size in (10, 11):
        order = draw(count, size)
        masks = np.bitwise_or.reduce(np.uint64(1) << order.astype(np.uint64), axis=1)
        timed: dict[str, Timed] = {
            "bulk.deadwood": (partial(bulk.deadwood, masks), count),
            "ours, one by one": each(deadwood_of(MODERN), masks.tolist()),
            # With a card too many the others do something else.
            **(peers(order.tolist()) if size == 10 else {}),
        }
        results = [list(call()) for call, _ in timed.values()]
        if any(one != results[0][: len(one)] for one in results):
            sys.exit("they do not agree")
        show(f"least deadwood of {size} cards", time_all(timed, rounds))
    texts = [" ".join(NAMES[one] for one in hand) for hand in draw(count, 10).tolist()]
    array = np.array(texts, dtype="S")
    reading: dict[str, Timed] = {
        "bulk.parse_cards": (partial(bulk.parse_cards, array), count),
        "ours, one by one": each(parse_cards, texts),
    }
    show("text of 10 cards to masks", time_all(reading, rounds))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
