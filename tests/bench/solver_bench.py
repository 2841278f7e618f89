"""How long the solver takes beside bare table look-ups, and beside other gin rummy programs.

The yardstick is a loop that does nothing but the four look-ups of a mask in the solver's own
table. The same seeded hands go through everything in one run; the least of several rounds counts,
in which all take turns. OpenSpiel and RLCard are measured where they can be imported (the extra
`bench`); their cards are made beforehand. Only that all agree is checked.

    python tests/bench/solver_bench.py [HANDS [ROUNDS]]
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from platform import python_version
from random import Random
from time import perf_counter

import ginscore
from ginscore.cards.cards import each_card
from ginscore.cards.layoffs import best_defence, least_deadwood
from ginscore.cards.melds import arrangements, best_arrangement, deadwood, deadwood_of, discards
from ginscore.cards.melds import suit_table as table_of
from ginscore.rules.preset_files import load_preset

SEED = 20_240_601
MODERN = load_preset("modern")

Deal = tuple[tuple[int, ...], int]
Run = Callable[[], object]


def draw_hands(count: int) -> list[int]:
    """Hands of ten cards at random."""
    random = Random(SEED)
    return [sum(1 << card for card in random.sample(range(52), 10)) for _ in range(count)]


def play_deals(count: int) -> list[Deal]:
    """The melds of a knocker and a defender's cards, after play from the stock.

    Both keep what leaves the least deadwood, the dearest card goes first, and who may, knocks.
    """
    random = Random(SEED)
    deals: list[Deal] = []
    while len(deals) < count:
        pack = random.sample(range(52), 52)
        sides = [sum(1 << card for card in pack[at : at + 10]) for at in (0, 10)]
        for turn, card in enumerate(pack[20:50]):
            held = sides[turn % 2] | 1 << card
            left, _, one = min((deadwood(held ^ x, MODERN), -x, x) for x in each_card(held))
            sides[turn % 2] = held ^ one
            if left <= 10:
                melds = best_arrangement(sides[turn % 2], MODERN).melds
                deals.append((melds, sides[1 - turn % 2]))
                break
    return deals


def look_up(hands: Sequence[int]) -> Run:
    """The yardstick."""
    table = table_of(MODERN)

    def run() -> None:
        for m in hands:
            table[m & 8191] + table[m >> 13 & 8191] + table[m >> 26 & 8191] + table[m >> 39]

    return run


def each_alone(call: Callable[[int], object], hands: Sequence[int]) -> Run:
    """A loop that calls with each hand."""

    def run() -> None:
        for hand in hands:
            call(hand)

    return run


def each_ruled(call: Callable[..., object], hands: Sequence[int]) -> Run:
    """A loop that calls with each hand and the rules."""

    def run() -> None:
        for hand in hands:
            call(hand, MODERN)

    return run


def each_deal(call: Callable[..., object], deals: Sequence[Deal]) -> Run:
    """A loop that calls with the melds and cards of each deal, and the rules."""

    def run() -> None:
        for melds, cards in deals:
            call(melds, cards, MODERN)

    return run


def each_defence(deals: Sequence[Deal], name: str) -> Run:
    """A loop that asks for one fact of each deal's best defence."""

    def run() -> None:
        for melds, cards in deals:
            getattr(best_defence(melds, cards, MODERN), name)

    return run


def open_spiel(hands: Sequence[int]) -> Callable[[], list[int]]:
    """OpenSpiel's least deadwood of each hand, called from Python."""
    find = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    lists = [[one.bit_length() - 1 for one in each_card(hand)] for hand in hands]
    return lambda: [find(cards) for cards in lists]


def rlcard(hands: Sequence[int]) -> Callable[[], list[int]]:
    """RLCard's least deadwood of each hand: over its meld clusters, or the whole hand's count."""
    clusters = import_module("rlcard.games.gin_rummy.utils.melding").get_meld_clusters
    count = import_module("rlcard.games.gin_rummy.utils.utils").get_deadwood_count
    make = import_module("rlcard.games.base").Card
    pack = [make(suit, rank) for suit in "SHDC" for rank in "A23456789TJQK"]
    lists = [[pack[one.bit_length() - 1] for one in each_card(hand)] for hand in hands]
    return lambda: [min(count(held, one) for one in (*clusters(held), ())) for held in lists]


def peers(hands: Sequence[int]) -> dict[str, Callable[[], list[int]]]:
    """The other programs that are here, all of which must agree with ours."""
    found = {}
    for name, prepare in (("OpenSpiel", open_spiel), ("RLCard", rlcard)):
        try:
            found[name] = prepare(hands)
        except ImportError:
            sys.stdout.write(f"{name} is not here (extra: bench)\n")
    expected = [deadwood(hand, MODERN) for hand in hands]
    for name, run in found.items():
        if run() != expected:
            sys.exit(f"{name} does not agree")
    return found


def time_once(run: Run) -> float:
    """Seconds of one run."""
    start = perf_counter()
    run()
    return perf_counter() - start


def measure(runs: dict[str, Run], each: int, rounds: int) -> dict[str, float]:
    """The least nanoseconds of one of `each` calls, in rounds in which the runs take turns."""
    taken = [{name: time_once(run) for name, run in runs.items()} for _ in range(rounds)]
    return {name: min(one[name] for one in taken) / each * 1e9 for name in runs}


def main(count: int = 100_000, rounds: int = 7) -> None:
    """Print the table."""
    hands, deals = draw_hands(count), play_deals(count // 5)
    sys.stdout.write(f"Python {python_version()}, {count:,} hands, {len(deals):,} played deals\n")
    others = peers(hands)
    of_hands: dict[str, Run] = {
        "four look-ups": look_up(hands),
        "ginscore.deadwood(mask)": each_alone(ginscore.deadwood, hands),
        "deadwood_of(rules)(mask)": each_alone(deadwood_of(MODERN), hands),
        "deadwood(mask, rules)": each_ruled(deadwood, hands),
        "arrangements": each_ruled(arrangements, hands),
        "discards": each_ruled(discards, hands),
        **others,
    }
    of_deals = {
        "least_deadwood of a deal": each_deal(least_deadwood, deals),
        "ginscore.best_defence of a deal": each_deal(ginscore.best_defence, deals),
        "best_defence, with its lay-offs": each_defence(deals, "lay_offs"),
    }
    found = measure(of_hands, count, rounds) | measure(of_deals, len(deals), rounds)
    for name, taken in found.items():
        ratio = taken / found["four look-ups"]
        sys.stdout.write(f"{name:32} {taken:9,.0f} ns {ratio:8.2f} × four look-ups\n")
    for name in others:
        for ours in ("ginscore.deadwood(mask)", "deadwood(mask, rules)"):
            ratio = found[name] / found[ours]
            sys.stdout.write(f"{name:32} {ratio:12.1f} × {ours}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
