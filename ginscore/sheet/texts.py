"""Free text on a sheet: titles and notes."""

import unicodedata


def tidy(text: str) -> str:
    """A title or a note as it is kept: one line, control characters and blanks made one blank.

    Half characters, which no file can hold, become a replacement character.
    """
    return " ".join("".join(map(_kept, text)).split())


def _kept(one: str) -> str:
    category = unicodedata.category(one)
    return {"Cc": " ", "Cs": "\N{REPLACEMENT CHARACTER}"}.get(category, one)
