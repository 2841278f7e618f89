"""What the tests of the solver share: rules, cards by name, recorded facts, hands to draw."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import oracle
from hypothesis import strategies as st

from ginscore.cards.cards import NAMES

DATA = Path(__file__).parents[1] / "data"
ACE_RUNS = ("low", "high", "both", "circular")


class Rules(NamedTuple):
    """The switches that the solver reads."""

    ace_runs: str = "low"
    ace_points: int = 1
    layoff_method: str = "best"
    layoff_chain: str = "own"


LOW = Rules()
EVERY_ACE = [Rules(ace_runs, ace_points) for ace_runs in ACE_RUNS for ace_points in (1, 15)]


def cards(names: str) -> int:
    """`7S TH` as a mask."""
    return sum(1 << NAMES.index(name) for name in names.split())


def names(mask: int) -> str:
    """A mask as `7S TH`."""
    return " ".join(name for at, name in enumerate(NAMES) if mask >> at & 1)


def melds(text: str) -> list[int]:
    """`7S 7H 7D | 4C 5C 6C` as masks."""
    return [cards(one) for one in text.split("|")] if text else []


def pairs(mask: int) -> oracle.Cards:
    """A mask as the oracle's cards."""
    return frozenset((at % 13, at // 13) for at in range(52) if mask >> at & 1)


def read_rows(name: str) -> list[dict[str, Any]]:
    """The rows of a JSON-lines file of `data`, at least one."""
    rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]
    assert rows
    return rows


def _near(ranks: int, suits: int, most: int) -> st.SearchStrategy[int]:
    """Masks of up to `most` cards out of the first suits and a few neighbouring ranks."""
    bits = st.builds(
        lambda first, step, suit: 1 << (13 * suit + (first + step) % 13),
        st.shared(st.integers(0, 12), key="first"),
        st.integers(0, ranks - 1),
        st.integers(0, suits - 1),
    )
    return st.lists(bits, min_size=1, max_size=most, unique=True).map(sum)


# Ten or eleven cards at random seldom meld; cards close together do, also round the corner.
HANDS = st.one_of(
    st.lists(st.sampled_from(range(52)), min_size=1, max_size=11, unique=True).map(
        lambda bits: sum(1 << bit for bit in bits)
    ),
    _near(4, 4, 11),
    _near(5, 3, 11),
    _near(9, 2, 11),
)
