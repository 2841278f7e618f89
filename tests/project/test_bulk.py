"""Arrays of hands: the same deadwood as the solver for one, and card text to masks."""

import doctest
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginscore.cards.cards import DECK, NAMES, format_cards
from ginscore.cards.melds import deadwood_of
from ginscore.cards.notation import parse_cards as parse_one
from ginscore.errors import GinscoreError
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset

np = pytest.importorskip("numpy")
bulk = pytest.importorskip("ginscore.bulk")

MODERN = load_preset("modern")
RULES = {
    "low, 1": MODERN,
    "circular, 15": load_preset("round-the-corner"),
    "high, 1": override(MODERN, {"ace_runs": "high"}),
    "both, 15": override(MODERN, {"ace_runs": "both", "ace_points": 15}),
}
MASKS = st.integers(0, DECK)


def draw(count: int, size: int) -> Any:
    """An array of `count` masks of `size` cards each."""
    order = np.random.default_rng(size).random((count, 52), "f4").argsort()[:, :size]
    return np.bitwise_or.reduce(np.uint64(1) << order.astype(np.uint64), axis=1)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("count", "size"), [(40_000, 10), (40_000, 11), (4_000, 15), (300, 22)])
def test_as_the_solver_for_one(count: int, size: int, rules: str) -> None:
    masks = draw(count, size)
    solve = deadwood_of(RULES[rules])
    points = bulk.deadwood(masks, RULES[rules])
    assert points.dtype == np.uint8
    assert points.tolist() == [solve(mask) for mask in masks.tolist()]


@pytest.mark.parametrize("size", [10, 11])
def test_a_million_hands(size: int) -> None:
    masks = draw(500_000, size)
    points = bulk.deadwood(masks)
    assert points.tolist() == list(map(deadwood_of(MODERN), masks.tolist()))


@given(st.lists(MASKS, max_size=30), st.sampled_from(sorted(RULES)))
def test_any_number_of_cards(masks: list[int], rules: str) -> None:
    solve = deadwood_of(RULES[rules])
    assert bulk.deadwood(masks, RULES[rules]).tolist() == [solve(mask) for mask in masks]


def test_more_than_one_chunk_and_modern_by_default() -> None:
    masks = np.tile(draw(1000, 10), 140)
    points = bulk.deadwood(masks).reshape(140, 1000)
    assert (points == points[0]).all()
    assert points[0].tolist() == bulk.deadwood(masks[:1000], MODERN).tolist()


def test_shapes() -> None:
    assert bulk.deadwood([]).shape == (0,)
    assert int(bulk.deadwood(DECK)) == 0
    masks = np.arange(24, dtype=np.uint64).reshape(2, 3, 4)
    assert bulk.deadwood(masks[:, ::2]).shape == (2, 2, 4)
    assert bulk.deadwood(masks[:, ::2]).tolist() == bulk.deadwood(masks)[:, ::2].tolist()
    assert bulk.deadwood(masks.astype(np.int16)).tolist() == bulk.deadwood(masks).tolist()


@pytest.mark.parametrize("masks", [[DECK + 1], [-1], [1.5], ["7S"], [1 << 70], [True]])
def test_what_is_no_mask(masks: list[object]) -> None:
    with pytest.raises(ValueError, match="52 bits"):
        bulk.deadwood(masks)


def test_the_example_runs() -> None:
    results = doctest.testmod(bulk)
    assert (results.attempted > 0, results.failed) == (True, 0)


# --- Text ---


@pytest.mark.parametrize("form", ["blanks", "none", "bytes", "commas", "small"])
@pytest.mark.parametrize("size", [1, 2, 10, 52])
def test_text(form: str, size: int) -> None:
    masks = draw(50, size)
    texts = [format_cards(mask) for mask in masks.tolist()]
    if form == "none":
        texts = [text.replace(" ", "") for text in texts]
    elif form == "commas":
        texts = [text.replace(" ", ",") for text in texts]
    elif form == "small":
        texts = [text.lower() for text in texts]
    found = bulk.parse_cards(np.array(texts, dtype="S" if form == "bytes" else None))
    assert found.dtype == np.uint64
    assert found.tolist() == masks.tolist()


@given(st.lists(st.lists(st.sampled_from(NAMES), min_size=1, unique=True), min_size=1, max_size=9))
def test_texts_of_different_lengths(hands: list[list[str]]) -> None:
    texts = [" ".join(hand) for hand in hands]
    assert bulk.parse_cards(texts).tolist() == [parse_one(text) for text in texts]


@given(st.lists(st.text("7ASHD ,-x♥1", max_size=9), min_size=1, max_size=4))
def test_any_text_is_read_or_refused_as_a_single_one(texts: list[str]) -> None:
    wanted: list[int] = []
    refused = None
    for at, text in enumerate(texts):
        try:
            wanted.append(parse_one(text))
        except GinscoreError as error:
            refused = refused or (error.code, f"[{at}]")
    if refused is None:
        assert bulk.parse_cards(texts).tolist() == wanted
        return
    with pytest.raises(GinscoreError) as found:
        bulk.parse_cards(texts)
    assert (found.value.code, found.value.where) == refused


def test_other_notations_and_shapes() -> None:
    assert bulk.parse_cards([["7SHD", "4-6C"], ["10♥", "AS"]]).tolist() == [
        [parse_one("7S 7H 7D"), parse_one("4C 5C 6C")],
        [parse_one("TH"), 1],
    ]
    assert bulk.parse_cards(np.array([], dtype="U5")).shape == (0,)
    assert int(bulk.parse_cards("AS")) == 1
    with pytest.raises(GinscoreError, match="bad-card"):
        bulk.parse_cards(np.array([b"7S \xff"]))


def test_without_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import ginscore.bulk"
    found = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert found.returncode == 1
    assert 'ginscore.bulk needs numpy: pip install "ginscore[bulk]"' in found.stderr
