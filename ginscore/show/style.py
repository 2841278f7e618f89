"""How a terminal is written to: bold and colour, or neither, and how wide a page is."""

import re
from typing import Final, NamedTuple

# The columns of a page where nothing else is known of it.
PAGE: Final = 80
# Signs of ours that take one column, so that the tables of wide characters are not loaded.
_NARROW: Final = frozenset("−≤≥→…–’“”♠♥♦♣")
# A rank as any language shows it, before its suit.
RANK: Final = r"(?<!\w)(?:10|[A2-9JQKVDR])"
_RED_CARD: Final = rf"{RANK}[♥♦]"


class Style(NamedTuple):
    """How a terminal may be written to; without `colour` every text stays as it is.

    A page has so many terminal `columns`.
    """

    colour: bool = False
    columns: int = PAGE

    def bold(self, text: str) -> str:
        """Text that must be seen first, such as the result."""
        return self._write("1", text)

    def good(self, text: str) -> str:
        """A claim upheld, a sheet that adds up."""
        return self._write("32", text)

    def bad(self, text: str) -> str:
        """An error, a claim rejected."""
        return self._write("31", text)

    def caution(self, text: str) -> str:
        """A warning."""
        return self._write("33", text)

    def faces(self, text: str) -> str:
        """Hearts and diamonds in red wherever they stand in `text`."""
        if not self.colour:
            return text
        return re.sub(_RED_CARD, lambda card: self._write("31", card[0]), text)

    def _write(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def width(text: str) -> int:
    """How many columns a terminal gives to `text`; wide and combining characters are counted."""
    if text.isascii() or all(one < "\u0300" or one in _NARROW for one in text):
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0) or len(text)


def pad(text: str, columns: int) -> str:
    """`text` with blanks after it, to `columns` columns."""
    return text + " " * (columns - width(text))


def pad_left(text: str, columns: int) -> str:
    """`text` with blanks before it, to `columns` columns."""
    return " " * (columns - width(text)) + text
