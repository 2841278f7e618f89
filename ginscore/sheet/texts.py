"""Free text on a sheet: titles and notes."""

import unicodedata


def tidy(text: str) -> str:
    """A title or a note as it is kept: one line, control characters and blanks made one blank."""
    kept = "".join(" " if unicodedata.category(one) == "Cc" else one for one in text)
    return " ".join(kept.split())
