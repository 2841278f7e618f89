"""Arrays of hands at once, for research: deadwood by the same tables, and card text to masks.

Needs numpy: `pip install "ginscore[bulk]"`. A hand is a 52-bit mask in a `uint64`, as everywhere in
ginscore (bit = 13 × suit + rank, suits in the order S H D C, ace 0 … king 12); points are `uint8`.

    >>> import numpy as np
    >>> from ginscore import bulk
    >>> masks = bulk.parse_cards(np.array(["7S 7H 7D 4C 5C 6C JH QH KH 3D", "AS 2S 4S"]))
    >>> bulk.deadwood(masks).tolist()
    [3, 7]
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ginscore.cards import notation
from ginscore.cards.cards import DECK, RANKS, SUIT_BITS, SUITS
from ginscore.cards.melds import deadwood_of
from ginscore.cards.solver import SHIFTS, suit_tables
from ginscore.errors import GinscoreError
from ginscore.rules.presets import PRESETS, load_preset

try:
    import numpy as np
except ImportError as missing:
    _MESSAGE = 'ginscore.bulk needs numpy: pip install "ginscore[bulk]"'
    raise ImportError(_MESSAGE, name="numpy") from missing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ginscore.rules.variants import Variant

    Masks: TypeAlias = NDArray[np.uint64]
    Points: TypeAlias = NDArray[np.uint8]
    # Suits or ranks as 13-bit masks, ready to look up tables.
    Suits: TypeAlias = NDArray[np.int64]

__all__ = ("deadwood", "parse_cards")

# Hands at a time, so few that their arrays stay in the processor's cache.
_CHUNK: Final = 1 << 16
# With more ranks than this whose sets may take a card from a run, there are too many choices to try
# them all; the solver for one mask knows which to leave out.
_MOST_CHOICES: Final = 4


_SHIFTS: Final = np.array(SHIFTS, dtype=np.int64)[:, np.newaxis]

# --- Deadwood ---


class _Tables(NamedTuple):
    """`cards.solver.Tables` as arrays, without the points."""

    least: "Points"
    runs: "Suits"
    risky: "Suits"


@lru_cache(maxsize=8)
def _tables(ace_runs: str, ace_points: int) -> _Tables:
    tables = suit_tables(ace_runs, ace_points)
    return _Tables(
        np.array(tables.least, dtype=np.uint8),
        np.array(tables.runs, dtype=np.int64),
        np.array(tables.risky, dtype=np.int64),
    )


def deadwood(masks: "ArrayLike", rules: "Variant | None" = None) -> "Points":
    """The least deadwood in points of each mask, in an array of the same shape.

    `masks` is a `uint64` array, or whole numbers that become one, of any number of cards; without
    `rules` the preset `modern` applies. The same as `ginscore.deadwood` of each.

    Raises:
        ValueError: for anything but masks of 52 bits.
    """
    rules = rules or load_preset(PRESETS[0])
    cards = np.asarray(masks)
    if cards.size and (cards.dtype.kind not in "iu" or cards.min() < 0 or cards.max() > DECK):
        message = "masks are whole numbers of 52 bits"
        raise ValueError(message)
    flat = cards.astype(np.int64).reshape(-1)
    points = np.empty(flat.size, dtype=np.uint8)
    for start in range(0, flat.size, _CHUNK):
        points[start : start + _CHUNK] = _least(flat[start : start + _CHUNK], rules)
    return points.reshape(cards.shape)


def _least(masks: "Suits", rules: "Variant") -> "Points":
    """The least deadwood of a chunk: runs by table, then the ranks of which a set can be made."""
    tables = _tables(rules.ace_runs, rules.ace_points)
    suits = masks >> _SHIFTS & SUIT_BITS
    points = _sum(tables.least, suits)
    s, h, d, c = suits
    ranks = s & h & (d | c) | d & c & (s | h)
    at = ranks.nonzero()[0]
    suits, ranks = suits.take(at, axis=1), ranks[at]
    contested = ranks & _any(tables.runs, suits)
    for _ in range(_MOST_CHOICES):
        contested &= contested - 1
    few = contested == 0
    points[at[few]] = _try_sets(tables, points[at[few]], suits[:, few], ranks[few])
    many = at[~few]
    solve = deadwood_of(rules)
    points[many] = [solve(mask) for mask in masks[many].tolist()]
    return points


def _sum(table: "Points", suits: "Suits") -> "Points":
    s, h, d, c = table.take(suits, mode="clip")
    s += h
    s += d
    s += c
    found: Points = s
    return found


def _any(table: "Suits", suits: "Suits") -> "Suits":
    s, h, d, c = table.take(suits, mode="clip")
    found: Suits = s | h | d | c
    return found


def _try_sets(tables: _Tables, best: "Points", suits: "Suits", ranks: "Suits") -> "Points":
    """The least of `best` and what sets of `ranks` leave; see `cards.solver.choose_sets`.

    `suits` has four rows, S H D C, all else one entry a hand.
    """
    in_runs = _any(tables.runs, suits)
    # A set none of whose cards fits a run costs nothing: it is made.
    suits = suits & (~ranks | in_runs)
    ranks = ranks & in_runs
    best = np.minimum(best, _sum(tables.least, suits))
    # A set of which every card has its place in a run gains nothing.
    tempting = ranks & _any(tables.risky, suits)
    at = tempting.nonzero()[0]
    if not at.size:
        return best
    suits, ranks, tempting = suits.take(at, axis=1), ranks[at], tempting[at]
    rank = tempting & -tempting
    others = ranks ^ rank
    found = _try_sets(tables, best[at], suits & ~rank, others)
    # A set of three out of four: one card stays.
    four = (np.bitwise_and.reduce(suits) & rank).nonzero()[0]
    for kept in range(4 if four.size else 0):
        left = suits[:, four] & ~rank[four]
        left[kept] |= rank[four]
        found[four] = _try_sets(tables, found[four], left, others[four])
    # No set of this rank.
    more = others.nonzero()[0]
    if more.size:
        found[more] = _try_sets(tables, found[more], suits[:, more], others[more])
    best[at] = found
    return best


# --- Text ---


_BLANKS: Final = "\0 ,"


def _by_code(values: dict[str, int], default: int) -> "Masks":
    """A value for each of the 128 ASCII characters, in either case; the last is for all others."""
    found = np.full(129, default, dtype=np.uint64)
    for letters, value in values.items():
        for letter in {letters.upper(), letters.lower()}:
            found[ord(letter)] = value
    return found


_NO_SUIT: Final = 63
_RANK_BITS: Final = _by_code({letter: 1 << rank for rank, letter in enumerate(RANKS)}, 0)
_SUIT_SHIFTS: Final = _by_code({letter: 13 * suit for suit, letter in enumerate(SUITS)}, _NO_SUIT)
_IS_BLANK: Final = _by_code(dict.fromkeys(_BLANKS, 1), 0).astype(bool)


def parse_cards(texts: "ArrayLike") -> "Masks":
    """The mask of each text of cards, in an array of the same shape.

    `texts` are English cards of two letters, with a blank or comma between them (`7S 7H TD`) or
    none (`7S7HTD`), alike in all texts; shorter texts have fewer cards. Any other notation is read
    too, at the speed of `ginscore.parse_cards`.

    Raises:
        GinscoreError: that of the first text that cannot be read; its place is the index.
    """
    array = np.asarray(texts)
    if array.dtype.kind not in "US":
        array = array.astype(np.str_)
    flat = np.ascontiguousarray(array).reshape(-1)
    unit = np.uint32 if flat.dtype.kind == "U" else np.uint8
    width = flat.dtype.itemsize // np.dtype(unit).itemsize
    codes = np.minimum(flat.view(unit).reshape(flat.size, width), 128).astype(np.uint8)
    masks, strange = _read(np.ascontiguousarray(codes.T))
    for at in strange.nonzero()[0].tolist():
        masks[at] = _parse_one(flat[at], at)
    return masks.reshape(array.shape)


def _read(codes: "NDArray[np.uint8]") -> "tuple[Masks, NDArray[np.bool_]]":
    """The masks of texts, and which are not in the usual form; a row has a character of each."""
    width, count = codes.shape
    step = 3 if width < 3 or _IS_BLANK[codes[2]].all() else 2
    masks = np.zeros(count, dtype=np.uint64)
    strange = _IS_BLANK[codes[0]] if width else np.ones(count, dtype=bool)
    for at in range(0, width, step):
        rank, suit = codes[at], codes[at + 1] if at + 1 < width else np.zeros(count, np.uint8)
        bits = _RANK_BITS[rank] << _SUIT_SHIFTS[suit]
        read = (bits != 0) & (bits <= DECK) & (masks & bits == 0)
        strange |= ~(read | (_IS_BLANK[rank] & _IS_BLANK[suit]))
        masks |= bits
        if step == 3 and at + 2 < width:
            strange |= ~_IS_BLANK[codes[at + 2]]
    return masks, strange


def _parse_one(text: "np.str_ | np.bytes_", at: int) -> int:
    decoded = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    try:
        return notation.parse_cards(decoded)
    except GinscoreError as error:
        place = f"[{at}]"
        raise error.at(place) from None
