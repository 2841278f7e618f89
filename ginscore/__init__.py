"""Scorekeeper and referee for Gin Rummy played with real cards.

    >>> from ginscore import settle
    >>> settle("4", "17").points
    13

The names in `__all__` are loaded when they are first used (PEP 562).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ginscore.api import (
        arrangements,
        deadwood,
        format_cards,
        load_variant,
        parse_cards,
        read_sheet,
        settle,
        write_sheet,
    )
    from ginscore.cards.layoffs import best_defence
    from ginscore.errors import GinscoreError
    from ginscore.hand.settlements import Settlement
    from ginscore.rules.variants import Variant
    from ginscore.sheet.sheet import Sheet

__all__ = (
    "GinscoreError",
    "Settlement",
    "Sheet",
    "Variant",
    "arrangements",
    "best_defence",
    "deadwood",
    "format_cards",
    "load_variant",
    "parse_cards",
    "read_sheet",
    "settle",
    "write_sheet",
)


# The names that are not those of `ginscore.api`.
_ELSEWHERE = {
    "GinscoreError": "ginscore.errors",
    "Settlement": "ginscore.hand.settlements",
    "Sheet": "ginscore.sheet.sheet",
    "best_defence": "ginscore.cards.layoffs",
    "Variant": "ginscore.rules.variants",
}

# Out of the sight of type checkers, to which a misspelt name must be an error.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            msg = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(msg)
        from importlib import import_module

        module = import_module(_ELSEWHERE.get(name, "ginscore.api"))
        # Kept, so that a loop over `ginscore.deadwood(…)` does not come here again.
        return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
