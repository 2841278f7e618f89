"""Floor 8, for scripts: the floors below with the default variant filled in.

Everything here is exported by `ginscore` itself. Cards are 52-bit masks (bit = 13 × suit + rank,
suits in the order S H D C, ace 0 … king 12), deadwood is in points.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from ginscore.cards import layoffs, melds, notation
from ginscore.cards.layoffs import Defence
from ginscore.cards.melds import Arrangement
from ginscore.cards.solver import Tables, make_solver, suit_tables
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

if TYPE_CHECKING:
    from ginscore.hand.settlements import Settlement
    from ginscore.sheet.sheet import Sheet

DEFAULT: Final = "modern"


def parse_cards(text: str, lang: str = "en") -> int:
    """The mask of the cards in `text`, in any notation of `lang` (`en` or `fr`).

    >>> parse_cards("AS 2S")
    3
    >>> parse_cards("7SHD") == parse_cards("7♠ 7♥ 7♦")
    True

    Raises:
        GinscoreError: `bad-card`, `ambiguous-cards`, `duplicate-card`.
    """
    return notation.parse_cards(text, lang)


def _default_tables() -> Tables:
    rules = load_preset(DEFAULT)
    return suit_tables(rules.ace_runs, rules.ace_points)


# Called in long loops, so it is the solver itself, with the default's tables bound to it.
deadwood: Final = make_solver(_default_tables)


def arrangements(mask: int, rules: Variant | None = None) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood: `.melds` and `.loose` (masks), `.points`.

    >>> from ginscore import format_cards
    >>> [format_cards(meld) for meld in arrangements(parse_cards("5SHDC 6C 7C"))[0].melds]
    ['5S 5H 5D', '5C 6C 7C']
    """
    return melds.arrangements(mask, rules or load_preset(DEFAULT))


def best_defence(melds: Sequence[int], cards: int, rules: Variant | None = None) -> Defence:
    """What a defender with `cards` can get down to against the knocker's `melds` (masks).

    `.deadwood` is in points, `.lay_offs` in an order in which each is legal, `.melds` and `.loose`
    are his own. The variant's `layoff_method` decides; `.best` is the true least.

    >>> spread = [parse_cards(meld) for meld in ("7SHD", "4-6C", "J-KH")]
    >>> best_defence(spread, parse_cards("9SHD 2-4H 7C 3C QS 5D")).deadwood
    15
    """
    return layoffs.best_defence(melds, cards, rules or load_preset(DEFAULT))


def settle(
    knocker: str,
    *defenders: str,
    variant: str | Variant = DEFAULT,
    rules: Mapping[str, Any] | None = None,
    upcard: str | None = None,
    big_gin: bool = False,
    names: Sequence[str] | None = None,
) -> "Settlement":
    """Judge one hand; holdings and upcard are text in the notation of the command line.

    `rules` are switches that differ from the variant's. `.model_dump_json()` is what
    `ginscore settle -f json` prints.

    >>> settle("10", "2", names=["Ann", "Bob"]).scores
    {'Ann': 0, 'Bob': 33}
    >>> settle("0", "30", variant="classic", rules={"gin_bonus": 25}).points
    55

    Raises:
        GinscoreError: with every fault of the holdings and the rules.
    """
    from ginscore.hand.settlements import settle_texts

    if isinstance(variant, str):
        variant = load_variant(variant)
    return settle_texts(
        knocker,
        defenders,
        _changed(variant, rules),
        upcard=upcard,
        big_gin=big_gin,
        names=names,
    )


def load_variant(
    name_or_path: str | PathLike[str], rules: Mapping[str, Any] | None = None
) -> Variant:
    """A preset by name, or the rules of a house-rules TOML or of a sheet; `rules` change switches.

    >>> load_variant("classic", {"gin_bonus": 25}).gin_bonus
    25

    Raises:
        GinscoreError: `unknown-variant`, `bad-variant-file`, `file-unreadable`, `unknown-rule`,
            `bad-rule-value`.
    """
    from ginscore.files import config

    return config.load_variant(name_or_path, rules)


def _changed(variant: Variant, rules: Mapping[str, Any] | None) -> Variant:
    if not rules:
        return variant
    return override(variant, rules, where="rules")


def read_sheet(path: str | PathLike[str]) -> "Sheet":
    """The sheet in a `.json` or `.csv` file.

    Raises:
        GinscoreError: `sheet-missing`, `sheet-corrupt`, `sheet-newer`, `file-unreadable`.
    """
    from ginscore.files import store

    return store.read_sheet(path)


def write_sheet(path: str | PathLike[str], sheet: "Sheet") -> None:
    """Write a sheet under its lock; the previous version is kept as FILE.bak.

    Raises:
        GinscoreError: `sheet-locked`, `file-not-written`, and those of `read_sheet` for an
            existing file that cannot be read.
    """
    from ginscore.files import store

    store.write_sheet(path, sheet)
