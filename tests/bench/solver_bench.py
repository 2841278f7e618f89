"""How long the solver takes beside bare table look-ups, and beside other gin rummy programs.

The yardstick is a loop that does nothing but the four look-ups of a mask in the solver's own table.
The same seeded hands go through everything, a few thousand at a time in turn. OpenSpiel and RLCard
are measured where they can be imported (the extra `bench`); their cards are made beforehand, for
OpenSpiel also from the mask, as a caller with masks has to. Only that all agree is checked.

    python tests/bench/solver_bench.py [ROUNDS [HANDS]]
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from timing import ROUNDS, Figure, report

import ginscore
from ginscore.cards.cards import each_card
from ginscore.cards.layoffs import best_defence, least_deadwood
from ginscore.cards.melds import arrangements, best_arrangement, deadwood, deadwood_of, discards
from ginscore.cards.solver import suit_tables
from ginscore.rules.presets import load_preset

SEED = 20_240_601
MODERN = load_preset("modern")
TABLE = suit_tables(MODERN.ace_runs, MODERN.ace_points).least
SLICE = 5000

Deal = tuple[tuple[int, ...], int]
Loop = Callable[[Sequence[Any]], object]
# What to time: a loop and what it goes through.
Timed = tuple[Loop, Sequence[Any]]


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


def look_up(hands: Sequence[int]) -> None:
    """The yardstick."""
    table = TABLE
    for m in hands:
        table[m & 8191] + table[m >> 13 & 8191] + table[m >> 26 & 8191] + table[m >> 39]


def each_alone(call: Callable[[Any], object]) -> Loop:
    """A loop that calls with each case."""

    def loop(cases: Sequence[Any]) -> None:
        for case in cases:
            call(case)

    return loop


def each_ruled(call: Callable[..., object]) -> Loop:
    """A loop that calls with each hand and the rules."""

    def loop(hands: Sequence[int]) -> None:
        for hand in hands:
            call(hand, MODERN)

    return loop


def each_deal(call: Callable[..., object]) -> Loop:
    """A loop that calls with the melds and cards of each deal, and the rules."""

    def loop(deals: Sequence[Deal]) -> None:
        for melds, cards in deals:
            call(melds, cards, MODERN)

    return loop


def each_shown(deals: Sequence[Deal]) -> None:
    """A loop that also asks what the defender shows."""
    for melds, cards in deals:
        best_defence(melds, cards, MODERN).shown  # noqa: B018 - worked out when asked for


def open_spiel(hands: Sequence[int]) -> tuple[Callable[[Any], int], Sequence[Any]]:
    """OpenSpiel's least deadwood, and the hands as it takes them."""
    find = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    return find, [[one.bit_length() - 1 for one in each_card(hand)] for hand in hands]


def open_spiel_of_masks(hands: Sequence[int]) -> tuple[Callable[[Any], int], Sequence[Any]]:
    """OpenSpiel's least deadwood of a mask, whose cards it takes as a list."""
    find = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    bits = tuple((1 << number, number) for number in range(52))
    return lambda mask: find([number for one, number in bits if one & mask]), hands


def rlcard(hands: Sequence[int]) -> tuple[Callable[[Any], int], Sequence[Any]]:
    """RLCard's: over its meld clusters, or of the whole hand if it has none."""
    clusters = import_module("rlcard.games.gin_rummy.utils.melding").get_meld_clusters
    count = import_module("rlcard.games.gin_rummy.utils.utils").get_deadwood_count
    make = import_module("rlcard.games.base").Card
    pack = [make(suit, rank) for suit in "SHDC" for rank in "A23456789TJQK"]
    cards = [[pack[one.bit_length() - 1] for one in each_card(hand)] for hand in hands]
    return lambda held: min(count(held, one) for one in (*clusters(held), ())), cards


def peers(hands: Sequence[int]) -> dict[str, Timed]:
    """The other programs that are here, all of which must agree with ours."""
    expected = [deadwood(hand, MODERN) for hand in hands]
    found: dict[str, Timed] = {}
    programs = (
        ("OpenSpiel", open_spiel),
        ("OpenSpiel from a mask", open_spiel_of_masks),
        ("RLCard", rlcard),
    )
    for name, prepare in programs:
        try:
            call, cases = prepare(hands)
        except ImportError:
            sys.stdout.write(f"{name} is not here (extra: bench)\n")
            continue
        if [call(case) for case in cases] != expected:
            sys.exit(f"{name} does not agree")
        found[name] = each_alone(call), cases
    return found


def measure(timed: dict[str, Timed], rounds: int) -> dict[str, list[float]]:
    """Seconds of one case in each round."""
    times: dict[str, list[float]] = {name: [0.0] * rounds for name in timed}
    most = max(len(cases) for _, cases in timed.values())
    for turn in range(rounds):
        for start in range(0, most, SLICE):
            for name, (loop, cases) in timed.items():
                if cases[start : start + SLICE]:
                    taken = time_once(loop, cases[start : start + SLICE])
                    times[name][turn] += taken / len(cases)
    return times


def time_once(loop: Loop, cases: Sequence[Any]) -> float:
    """Seconds of the processor for one run."""
    start = process_time()
    loop(cases)
    return process_time() - start


YARDSTICK = "four look-ups"
# What the README tells of it, and how many times as long as the four look-ups it may take.
LIMITS = {
    "least deadwood of ten cards, from a mask": 3.0,
    "fewest points after lay-offs, of a played deal": 25.0,
    "the same with the lay-offs worked out": 45.0,
}
# What the README does not tell.
INNER_LIMITS = {"`deadwood(mask, rules)`": 3.0, "`least_deadwood` of a deal": 25.0}


def figures(rounds: int = ROUNDS, hands: int = 100_000) -> list[Figure]:
    """Everything beside the yardstick, then the other programs beside ours."""
    drawn, deals = draw_hands(hands), play_deals(max(hands // 5, 1))
    single, fewest, whole = LIMITS
    others = peers(drawn)
    times = measure(
        {
            YARDSTICK: (look_up, drawn),
            single: (each_alone(ginscore.deadwood), drawn),
            fewest: (each_deal(ginscore.best_defence), deals),
            whole: (each_shown, deals),
            "`deadwood_of(rules)(mask)`": (each_alone(deadwood_of(MODERN)), drawn),
            "`deadwood(mask, rules)`": (each_ruled(deadwood), drawn),
            "`least_deadwood` of a deal": (each_deal(least_deadwood), deals),
            "`arrangements`": (each_ruled(arrangements), drawn),
            "`discards`": (each_ruled(discards), drawn),
            **others,
        },
        rounds,
    )
    look_ups = times.pop(YARDSTICK)
    limits = LIMITS | INNER_LIMITS
    return [
        *(
            Figure(name, taken, YARDSTICK, look_ups, limits.get(name), name in LIMITS)
            for name, taken in times.items()
            if name not in others
        ),
        *(
            Figure(name, times[name], f"ours, {single}", times[single], in_readme=False)
            for name in others
        ),
    ]


if __name__ == "__main__":
    sys.exit(report(figures(*map(int, sys.argv[1:]))))
