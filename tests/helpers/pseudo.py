"""A language that nobody speaks: whatever is still readable in it was never translated."""

import re
from collections.abc import Iterable

from ginscore.show.texts import Texts

_FIELD = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ_-]*[A-Za-zÀ-ÿ]")


def pseudo(template: str) -> str:
    """The template with every letter outside its fields as a dotted circle."""
    parts = _FIELD.split(template)
    return "".join(
        part if part.startswith("{") else re.sub(r"[A-Za-zÀ-ÿ]", "◌", part) for part in parts
    )


def pseudo_texts(lang: str = "en", *, letters: bool = False) -> Texts:
    """The texts of the language; its cards are those of `lang`."""
    return Texts(
        lang, pseudo, lambda one, many, n: pseudo(one if n == 1 else many), letters=letters
    )


def untranslated(shown: str, data: Iterable[str] = ()) -> set[str]:
    """The words in `shown` that were not translated, but for those that are `data`."""
    for word in sorted(filter(None, set(data)), key=len, reverse=True):
        shown = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", " ", shown)
    return set(_WORD.findall(shown))
