"""A hand's figures are those of the judge, whatever the rules, the cards and the faults."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginscore.cards.cards import DECK, each_card
from ginscore.cards.holdings import Holding, parse_holding
from ginscore.cards.layoffs import LayOff
from ginscore.errors import GinscoreError
from ginscore.hand.figures import Figures, Known, figure_hand
from ginscore.hand.hands import Hand, judge_hand
from ginscore.hand.prices import price
from ginscore.rules.overrides import load_preset, override, preset_names
from ginscore.rules.variants import Variant

MODERN = load_preset("modern")


def judged(hand: Hand, variant: Variant) -> Figures:
    """The same figures by way of the whole ruling."""
    outcome = judge_hand(hand, variant)
    worth = price(outcome, variant)
    assert outcome.knocker is not None
    left = (outcome.knocker.deadwood, *(one.deadwood for one in outcome.defenders))
    return Figures(outcome.kind, outcome.winner, left, worth.scores, worth.boxes, worth.extra_boxes)


def hold(cards: int) -> Holding:
    return Holding("cards", cards, loose=cards)


def answer(judge: Callable[[Hand, Variant], Figures], hand: Hand, variant: Variant) -> object:
    """The figures, or the faults that the hand is refused with."""
    try:
        return judge(hand, variant)
    except GinscoreError as error:
        return error.faults


def same_answer(hand: Hand, variant: Variant) -> None:
    assert answer(figure_hand, hand, variant) == answer(judged, hand, variant)


def deal(seed: int, sizes: list[int]) -> list[int]:
    """Cards for the knocker, who has runs, and for the others, who have what is left."""
    chance = random.Random(seed)
    runs = [7 << (13 * suit + chance.randrange(11)) for suit in chance.sample(range(4), 3)]
    knocker = sum(runs[: sizes[0] // 3])
    rest = [one for one in each_card(DECK) if not one & knocker]
    # Low cards first now and then, so that he may knock.
    chance.shuffle(rest)
    rest.sort(key=lambda one: (one.bit_length() - 1) % 13 > 4 and chance.random() < 0.5)
    hands = [knocker + sum(rest[: sizes[0] - knocker.bit_count()])]
    rest = [one for one in rest if not one & hands[0]]
    for size in sizes[1:]:
        hands.append(sum(rest[:size]))
        rest = rest[size:]
    return hands


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("method", ["best", "two_orders"])
@pytest.mark.parametrize("on_gin", ["no", "yes"])
def test_figures_are_the_judges(name: str, method: str, on_gin: str) -> None:
    variant = override(load_preset(name), {"layoff_method": method, "layoff_on_gin": on_gin})
    seats = 2 if variant.teams else max(variant.players)
    size = dict(variant.hand_sizes)[4 if variant.teams else seats]
    for seed in range(60):
        hands = deal(seed, [size] * seats)
        upcard = None if seed % 3 else 1 << seed % 52
        hand = Hand(hold(hands[0]), tuple(map(hold, hands[1:])), upcard)
        same_answer(hand, variant)


@given(st.integers(0, 10_000), st.integers(9, 12), st.integers(9, 11), st.booleans())
def test_wrong_hands_are_refused_alike(seed: int, mine: int, his: int, big_gin: bool) -> None:
    knocker, defender = deal(seed, [mine, his])
    same_answer(Hand(hold(knocker), (hold(defender),), None, big_gin), MODERN)
    same_answer(Hand(hold(knocker), (hold(defender | (knocker & -knocker)),)), MODERN)


@pytest.mark.parametrize(
    ("knocker", "defenders", "lay_offs"),
    [
        ("4", ["17"], ()),
        ("gin", ["17"], ()),
        ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", ["9S QS 2H 3H 4H 9H 5D 9D 3C 7C"], ()),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", ["9S QS 2H 3H 4H 9H 5D 9D 3C 7C"], ()),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", ["QS 5D ..."], ()),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", ["9S QS 2H 3H 4H 9H 5D 9D 3C 7C"], ((),)),
        ("7S 7H 7D 4C 5C 6C JH QH KH 3D", ["9S QS 2H 3H 4H 9H 5D 9D 3C 7C"], ((LayOff(1, 1),),)),
        # What the knocker spread decides what can be laid off: 68 or 70 are left.
        ("3S 5S 3H 5H 3D 4D 5D 6D 7D 3C", ["TS QS 2H 4H QH KH 2D TD 4C 8C"], ()),
        ("4", ["17", "20"], ()),
    ],
)
def test_other_hands_are_left_to_the_judge(
    knocker: str, defenders: list[str], lay_offs: tuple[tuple[LayOff, ...], ...]
) -> None:
    holdings = [parse_holding(text, "en", MODERN)[0] for text in (knocker, *defenders)]
    same_answer(Hand(holdings[0], tuple(holdings[1:]), lay_offs=lay_offs), MODERN)


@pytest.mark.parametrize("method", ["best", "two_orders", "own_melds_first"])
def test_the_method_of_laying_off_is_kept(method: str) -> None:
    """The defender has 19 at best, and 26 by either order."""
    variant = override(MODERN, {"layoff_method": method})
    texts = ("QC QD QH JS QS KS 8D 9D TD AS", "3C 6C 8C 9C 8H 9H TH 8S 9S TS")
    knocker, defender = (parse_holding(text, "en", variant)[0] for text in texts)
    hand = Hand(knocker, (defender,))
    same_answer(hand, variant)
    assert figure_hand(hand, variant).deadwood == (1, 19 if method == "best" else 26)


def test_what_a_deadwood_came_to_is_known_the_next_time() -> None:
    known: Known = {}
    texts = ("7S 7H 7D 4C 5C 6C JH QH KH 3D", "9S 9H 9D 2H 3H 4H 7C 3C QS 5D")
    knocker, defender = (parse_holding(text, "en", MODERN)[0] for text in texts)
    hand = Hand(knocker, (defender,))
    first = figure_hand(hand, MODERN, known=known)
    assert figure_hand(hand, MODERN, known=known) is first
    # Other rules are another matter.
    assert figure_hand(hand, override(MODERN, {"knock_bonus": 5}), known=known).scores == (17, 0)
