"""Floor 8, for scripts: the floors below with the default variant filled in.

Everything here is exported by `ginscore` itself. Cards are 52-bit masks (bit = 13 × suit + rank,
suits in the order S H D C, ace 0 … king 12), also numpy's integers; deadwood is in points. What is
refused is a `GinscoreError`, a `ValueError` with a code: `ginscore explain codes` lists them all.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from ginscore.cards import cards as own_cards
from ginscore.cards import melds, notation
from ginscore.cards.cards import whole_mask
from ginscore.cards.melds import Arrangement
from ginscore.cards.solver import Tables, make_solver, suit_tables
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

if TYPE_CHECKING:
    from ginscore.hand.settlements import Settlement
    from ginscore.sheet.sheet import Sheet

DEFAULT: Final = "modern"


# Cards and melds


def parse_cards(text: str, lang: str = "en") -> int:
    """The mask of the cards in `text`, in any notation of `lang` (`en` or `fr`).

    A text that the language cannot read whole is tried in the other one; runs by their ends have
    the ace low. `ginscore explain notation` tells the notation.

    >>> parse_cards("AS 2S")
    3
    >>> parse_cards("7SHD") == parse_cards("7♠ 7♥ 7♦")
    True

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`, `duplicate-card`; `bad-holding` for a blank
            text; `usage` for another `lang`.
    """
    return notation.parse_cards(text, lang)


def format_cards(mask: SupportsIndex) -> str:
    """The canonical English text of a mask, by suit, then by rank.

    >>> format_cards(parse_cards("7H AS 10S"))
    'AS TS 7H'

    Raises:
        ValueError: it has other bits than those of the 52 cards.
    """
    return own_cards.format_cards(whole_mask(mask))


def _default_tables() -> Tables:
    rules = load_preset(DEFAULT)
    return suit_tables(rules.ace_runs, rules.ace_points)


# Called in long loops, so it is the solver itself, with the default's tables bound to it.
deadwood: Final = make_solver(_default_tables)


def arrangements(mask: SupportsIndex, rules: Variant | None = None) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood: `.melds` and `.loose` (masks), `.points`.

    Any number of cards is taken; without `rules` (see `load_variant`) `modern` applies.

    >>> [format_cards(meld) for meld in arrangements(parse_cards("5SHDC 6C 7C"))[0].melds]
    ['5S 5H 5D', '5C 6C 7C']

    Raises:
        ValueError: the mask has other bits than those of the 52 cards.
    """
    return melds.arrangements(whole_mask(mask), rules or load_preset(DEFAULT))


# Hands, rules and sheets


def settle(
    knocker: str,
    *defenders: str,
    variant: str | PathLike[str] | Variant = DEFAULT,
    rules: Mapping[str, Any] | None = None,
    upcard: str | None = None,
    big_gin: bool = False,
    names: Sequence[str] | None = None,
    lay_offs: Sequence[str | None] | None = None,
    lang: str = "en",
) -> "Settlement":
    """Judge one hand; holdings and upcard are text in the notation of the command line.

    `variant` is a rule set or what `load_variant` reads, `rules` are switches that differ from it.
    `names` are those of the sides, the knocker's first. `lay_offs` has a text for each defender
    (`7C:1 3C:2`; empty: none; None: not told, so the best). `lang` is the language of the cards.
    `.model_dump_json()` is what `ginscore settle -f json` prints.

    >>> settle("10", "2", names=["Ann", "Bob"]).scores
    {'Ann': 0, 'Bob': 33}
    >>> settle("0", "30", variant="classic", rules={"gin_bonus": 25}).points
    55

    Raises:
        GinscoreError: with every fault of the texts (`bad-card`, `ambiguous-cards`, `bad-holding`,
            `bad-points`, `bad-lay-off`, `bad-name`, `duplicate-name`, `usage` for another `lang`),
            of the rules (`unknown-variant`, `unknown-rule`, `bad-rule-value`, and what
            `load_variant` says of a file) and of the hand (`duplicate-card`, `wrong-hand-size`,
            `wrong-seat-count`, `not-a-meld`, `knock-over-limit`, `not-gin`, `lay-off-not-legal`).
    """
    from ginscore.hand.settlements import settle_texts

    if not isinstance(variant, Variant):
        variant = load_variant(variant)
    return settle_texts(
        knocker,
        defenders,
        _changed(variant, rules),
        upcard=upcard,
        big_gin=big_gin,
        names=names,
        lay_offs=lay_offs,
        lang=lang,
    )


def load_variant(
    name_or_path: str | PathLike[str], rules: Mapping[str, Any] | None = None
) -> Variant:
    """A preset by name, or the rules of a house-rules TOML or of a sheet; `rules` change switches.

    The name of a preset comes before a file of the same name; a sheet (`.json`, `.csv`) gives the
    rules now in force.

    >>> load_variant("classic", {"gin_bonus": 25}).gin_bonus
    25

    Raises:
        GinscoreError: `unknown-variant`, `bad-variant-file`, `file-unreadable`, `unknown-rule`,
            `bad-rule-value`; for a sheet those of `read_sheet`.
    """
    from ginscore.files import config

    return _changed(config.load_variant(name_or_path), rules)


def _changed(variant: Variant, rules: Mapping[str, Any] | None) -> Variant:
    if not rules:
        return variant
    return override(variant, rules, where="rules")


def read_sheet(path: str | PathLike[str]) -> "Sheet":
    """The sheet in a file; `path` ends in `.json` or `.csv`. Takes no lock.

    Raises:
        GinscoreError: `sheet-missing`, `sheet-corrupt`, `sheet-newer`, `file-unreadable`;
            `usage` for another suffix.
    """
    from ginscore.files import store

    return store.read_sheet(path)


def write_sheet(path: str | PathLike[str], sheet: "Sheet") -> None:
    """Write a sheet under its lock; the previous version is kept as FILE.bak.

    `path` ends in `.json` or `.csv`. What is there is replaced, whatever sheet it is, but a file
    that is no readable sheet stays.

    Raises:
        GinscoreError: `sheet-locked`, `file-not-written`; `sheet-corrupt`, if an entry of the sheet
            makes no sense; those of `read_sheet` for an existing file that cannot be read.
    """
    from ginscore.files import store

    store.write_sheet(path, sheet)
