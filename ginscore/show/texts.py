"""One language: every text that a person sees goes through `Texts`.

The English template is the key of the catalogue (gettext). English needs no catalogue and does not
even import gettext. Literals are marked `N_("…")` where they are written, plurals are written
`texts.plural("{count} hand", "{count} hands", n)`; both are extracted by those names.
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from ginscore.cards.cards import RANKS, SUITS, SYMBOLS, format_cards, language
from ginscore.errors import N_, CardText, Message, Money, Term, cut

if TYPE_CHECKING:
    from datetime import date

# A word of the glossary in JSON → in English.
TERMS: Final = {
    "knocker": N_("knocker"),
    "defender": N_("defender"),
    "dealer": N_("dealer"),
    "winner": N_("winner"),
    "upcard": N_("upcard"),
    "stock": N_("stock"),
    "meld": N_("meld"),
    "set": N_("set"),
    "run": N_("run"),
    "deadwood": N_("deadwood"),
    "lay-off": N_("lay-off"),
    "knock": N_("knock"),
    "gin": N_("gin"),
    "big_gin": N_("big gin"),
    "undercut": N_("undercut"),
    "dead": N_("dead hand"),
    "difference": N_("difference"),
    "gin_bonus": N_("gin bonus"),
    "big_gin_bonus": N_("big gin bonus"),
    "undercut_bonus": N_("undercut bonus"),
    "tie_bonus": N_("tie bonus"),
    "knock_bonus": N_("knock bonus"),
    "spade_doubles": N_("spade doubles"),
    "hand": N_("hand"),
    "game": N_("game"),
    "match": N_("match"),
    "column": N_("column"),
    "box": N_("box"),
    "shutout": N_("shutout"),
    "points": N_("points"),
    "cards": N_("cards"),
    "defenders": N_("defenders"),
    "counted": N_("counted"),
    "after-end": N_("after the end"),
    "undone": N_("undone"),
    "replaced": N_("replaced"),
    "struck": N_("struck out"),
    "acting": N_("acting"),
}
# What stands for a holding without deadwood in canonical notation → its word of the glossary.
CALLS: Final = {"gin": "gin", "biggin": "big_gin"}
HINT: Final = N_("hint: {hint}")
WARNING: Final = N_("warning: {code}: {text}")
WARNING_AT: Final = N_("warning: {place}: {code}: {text}")
MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
# Parts of the input, as faults name them.
PARTS: Final = {
    "row": N_("row {number}"),
    "line": N_("line {number}"),
    "entry": N_("entry {number}"),
    "hand": N_("hand {number}"),
}
HOLDING: Final = N_("HOLDING")
NUMBERED_DEFENDER: Final = N_("defender {number}")


# Patterns are compiled when they are first used.
_CARD: Final = r"\b([A2-9TJQK])([SHDC])\b"
# A place in the input, as faults name it; a column is followed by its own name.
_PLACE: Final = (
    r"(?<![^\s:])(?:(?P<role>knocker|defenders|defender\d?|upcard|cards)"
    r"|(?P<part>row|line|entry|hand) (?P<number>\d+)|column (?P<column>\S+))(?![^\s:,])"
)
# No-break spaces, as French puts them before a colon.
_NO_BREAK: Final = "\u00a0\u202f"
# Names in several scripts, and families of emoji, are spelt with them; they only join or part.
_JOINERS: Final = "\u200c\u200d"


class Texts:
    """One language's texts. Calling it translates a template and fills in the fields.

    `Term` fields are translated, `CardText` fields shown with the reader's card faces, `Money`
    with his decimal sign; other texts are the reader's own words, or those of the system and of
    parsers, and are left as they are (control characters made visible).
    """

    def __init__(
        self,
        lang: str = "en",
        gettext: Callable[[str], str] = str,
        ngettext: Callable[[str, str, int], str] | None = None,
        *,
        letters: bool = False,
    ) -> None:
        self.lang = lang
        self.letters = letters
        self._gettext = gettext
        self._ngettext = ngettext or (lambda single, many, n: gettext(single if n == 1 else many))

    def with_symbols(self) -> "Texts":
        """The same language with suits as symbols."""
        return Texts(self.lang, self._gettext, self._ngettext)

    def __call__(self, template: str, /, **fields: object) -> str:
        """The sentence for an English `template` marked with `N_`."""
        return self._fill(self._gettext(template) if template else "", fields)

    def plural(self, single: str, many: str, count: int, /, **fields: object) -> str:
        """The sentence for `count` things; both templates may use `{count}`."""
        return self._fill(self._ngettext(single, many, count), {"count": count, **fields})

    def message(self, message: Message) -> str:
        """What was found and what is allowed."""
        return self(message.template, **message.fields)

    def hint(self, message: Message) -> str:
        """What to do about it, or an empty text."""
        return self(message.hint, **message.fields)

    def warning(self, message: Message) -> str:
        """A warning's line: `warning: defender: better-defence: left with 52, …`."""
        text, place = self.message(message), self.place(message.where)
        return self(WARNING_AT if place else WARNING, place=place, code=message.code, text=text)

    def place(self, where: str) -> str:
        """A place in the reader's input: `knocker`, `--rule`, `FILE: row 3`, `NAME`.

        Roles, parts of files and the names of arguments are translated.
        """
        if where.isupper():
            return self._gettext(where)
        return re.sub(_PLACE, self._part_of_place, visible(where))

    def _part_of_place(self, found: re.Match[str]) -> str:
        if found["role"]:
            return self.term(found["role"])
        if found["column"]:
            return self(N_("column {column}"), column=found["column"])
        return self(PARTS[found["part"]], number=int(found["number"]))

    def clauses(self, parts: Iterable[str]) -> str:
        """Several short sentences as one: `gin v 22; edited`."""
        return self(N_("; ")).join(parts)

    def term(self, word: str) -> str:
        """A glossary word: `big_gin` → `big gin`, `defender2` → `defender 2`."""
        if word.startswith("defender") and word[8:].isdigit():
            return self(NUMBERED_DEFENDER, number=int(word[8:]))
        return self._gettext(TERMS.get(word, word))

    def cards(self, cards: int | str) -> str:
        """A mask, or canonical notation, with the reader's faces: `10♥`, in French `V♥`.

        A call in place of cards is translated: `biggin` → `big gin`.
        """
        text = cards if isinstance(cards, str) else format_cards(cards)
        if text in CALLS:
            return self.term(CALLS[text])
        return re.sub(_CARD, self._face, text)

    def date(self, day: "date") -> str:
        """A day in words: `29 November 2025`."""
        template = N_("1 {month} {year}") if day.day == 1 else N_("{day} {month} {year}")
        month = self._gettext(MONTHS[day.month - 1])
        return self(template, day=day.day, month=month, year=day.year)

    def decimal(self, number: str) -> str:
        """A decimal number with a real minus and, in French, a comma: `-0.5` → `−0,5`."""
        return number.replace("-", "−").replace(".", language(self.lang).decimal_mark)

    def _face(self, found: re.Match[str]) -> str:
        rank, suit = RANKS.index(found[1]), SUITS.index(found[2])
        ranks, suits = language(self.lang).letters
        # People read a ten as a number in every language.
        shown = ranks[rank] if found[1] != "T" else "10"
        return shown + (suits[suit] if self.letters else SYMBOLS[suit])

    def _fill(self, sentence: str, fields: dict[str, object]) -> str:
        if not fields:
            return sentence.format() if "{" in sentence else sentence
        return sentence.format(**{name: self.field(value) for name, value in fields.items()})

    def field(self, value: object) -> object:
        """One field as it is shown."""
        match value:
            case Term():
                return self.term(value)
            case CardText():
                return self.cards(value)
            case Money():
                return self.decimal(value)
            case str():
                return visible(value)
            case Message():
                return self.message(value)
            case tuple() | list():
                return ", ".join(str(self.field(item)) for item in value)
            case int() if value < 0:
                return f"−{-value}"
        return value


def visible(text: str) -> str:
    """The reader's own text, safe for a terminal: cut if very long, control characters escaped."""
    text = cut(text)
    if text.isprintable():
        return text
    return "".join(char if is_shown(char) else ascii(char)[1:-1] for char in text)


def is_shown(char: str) -> bool:
    """Whether a terminal shows a character and does not obey it."""
    return char.isprintable() or char in _NO_BREAK or char in _JOINERS


def load_texts(lang: str, *, letters: bool = False) -> Texts:
    """The texts of a language, by its code; `letters` writes suits as letters, not symbols."""
    if lang == "en":
        return Texts(letters=letters)
    from gettext import translation
    from importlib.resources import as_file, files

    with as_file(files("ginscore.show") / "locale") as folder:
        catalogue = translation("ginscore", folder, languages=[lang], fallback=True)
    return Texts(lang, catalogue.gettext, catalogue.ngettext, letters=letters)
