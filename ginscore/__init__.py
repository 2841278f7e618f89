"""Scorekeeper and referee for Gin Rummy played with real cards.

    >>> from ginscore import settle
    >>> settle("4", "17").points
    13

The names in `__all__` are loaded when they are first used (PEP 562).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ginscore.api import (
        GinscoreError,
        Settlement,
        Sheet,
        Variant,
        arrangements,
        best_defence,
        deadwood,
        format_cards,
        load_variant,
        parse_cards,
        read_sheet,
        settle,
        write_sheet,
    )

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from ginscore import api

    # Kept, so that a loop over `ginscore.deadwood(…)` does not come here again.
    return globals().setdefault(name, getattr(api, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
