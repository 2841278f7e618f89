"""The fifty-two cards as bits of one integer.

A *mask* is an int of 52 bits; bit = 13 × suit + rank, suits in the order S H D C, ranks from the
ace (0) to the king (12). One card is a mask with one bit. Masks are the hot path's only type.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from operator import index
from typing import Final, NamedTuple, SupportsIndex

from ginscore.errors import N_, refuse

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
SUIT_BITS: Final = 0x1FFF
DECK: Final = (1 << 52) - 1
NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


def card(rank: int, suit: int) -> int:
    """The mask of one card; `rank` 0 (ace) … 12 (king), `suit` 0 … 3 in the order S H D C."""
    return 1 << (13 * suit + rank)


def whole_mask(mask: SupportsIndex) -> int:
    """A mask from outside, also one of numpy's, as an int of ours.

    Raises:
        ValueError: it has other bits than those of the 52 cards.
    """
    cards = index(mask)
    if not 0 <= cards <= DECK:
        message = f"{cards}: not a mask; a mask is a whole number of 52 bits"
        raise ValueError(message)
    return cards


def each_card(mask: int) -> Iterator[int]:
    """The single-card masks of `mask`, by suit, then by rank."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def rank_of(single: int) -> int:
    """The rank of a single-card mask, 0 (ace) … 12 (king)."""
    return (single.bit_length() - 1) % 13


def suit_of(single: int) -> int:
    """The suit of a single-card mask, 0 … 3 in the order S H D C."""
    return (single.bit_length() - 1) // 13


def format_card(single: int) -> str:
    """Canonical English text of a single-card mask: `TH`."""
    return NAMES[single.bit_length() - 1]


def format_cards(mask: int) -> str:
    """Canonical English text of a mask, by suit, then by rank: `AS TS 7H`."""
    return " ".join(map(format_card, each_card(mask)))


# The letters and words of each language


# Suits in the order S H D C; a white symbol means the same as a black one.
SYMBOLS: Final = "♠♥♦♣"
WHITE_SYMBOLS: Final = "♤♡♢♧"


class Language(NamedTuple):
    """One language. Ranks are 0 (ace) … 12 (king), suits 0 … 3 in the order S H D C.

    `ranks` and `suits` are keyed by capital letters and symbols, `rank_words` and `suit_words` by
    casefolded words, which `link` joins ("of"). `letters` are the customary letters, ranks then
    suits; `tens` and `rank_list` say how a ten and how ranks are written. `joins` stand between
    cards ("and"), `knocks` before a count. `orders` are the words of each command of `keep`, first
    the one to show, then its letter and other spellings. `heads` and `kinds` are what people write
    over the columns of a table, and for the ways in which a hand ends: small letters without
    accents, `_` for a blank.
    """

    name: str
    ranks: Mapping[str, int]
    suits: Mapping[str, int]
    rank_words: Mapping[str, int]
    suit_words: Mapping[str, int]
    link: str
    joins: tuple[str, ...]
    knocks: tuple[str, ...]
    tens: str
    rank_list: str
    suit_first: bool
    letters: tuple[tuple[str, ...], tuple[str, ...]]
    decimal_mark: str
    orders: Mapping[str, tuple[str, ...]]
    heads: Mapping[str, str]
    kinds: Mapping[str, str]

    def name_card(self, rank: int, suit: int) -> str:
        """One card in the customary letters: `TH`, in French `10C`."""
        return self.letters[0][rank] + self.letters[1][suit]


def _numbered(*columns: str) -> dict[str, int]:
    """Each word of each column, in order, with its number; `/` separates synonyms."""
    return {
        word: number
        for column in columns
        for number, names in enumerate(column.split())
        for word in names.split("/")
    }


def _meanings(words: Mapping[str, str]) -> dict[str, str]:
    """Each word of each meaning → the meaning."""
    return {word: meaning for meaning, said in words.items() for word in said.split()}


_SYMBOLS: Final = _numbered(" ".join(SYMBOLS))

ENGLISH: Final = Language(
    name=N_("English"),
    ranks=_numbered("A/1 2 3 4 5 6 7 8 9 T/10 J Q K"),
    suits=_numbered(" ".join(SUITS)) | _SYMBOLS,
    rank_words=_numbered("ace two/deuce three four five six seven eight nine ten jack queen king"),
    suit_words=_numbered("spade/spades heart/hearts diamond/diamonds club/clubs"),
    link="of",
    joins=("and",),
    knocks=("knock",),
    tens="T or 10",
    rank_list="A 2–9 T J Q K",
    suit_first=True,
    letters=(tuple("A23456789TJQK"), tuple(SUITS)),
    decimal_mark=".",
    orders={
        "dead": ("dead", "d"),
        "undo": ("undo", "u"),
        "redo": ("redo", "r"),
        "edit": ("edit", "e", "fix", "change", "correct"),
        "void": ("void", "v", "delete", "remove", "rm"),
        "show": ("show", "s", "history", "score"),
        "new": ("new", "n"),
        "help": ("help", "?"),
        "quit": ("quit", "q", "exit"),
    },
    heads=_meanings(
        {
            "winner": "winner won_by",
            "points": "points pts",
            "hand": "hand hand_no hand_number no # nr deal round",
            "kind": "kind type how",
            "at": "at date when played",
            "dealer": "dealer",
            "upcard": "upcard",
            "note": "note notes remark remarks comment comments",
        }
    ),
    kinds=_meanings(
        {
            "knock": "knock k",
            "gin": "gin g",
            "big_gin": "big_gin biggin b",
            "undercut": "undercut underknock u",
            "dead": "dead dead_hand draw",
        }
    ),
)

FRENCH: Final = Language(
    name=N_("French"),
    ranks=_numbered("A/1 2 3 4 5 6 7 8 9 10 V D R"),
    suits=_numbered("P/PI C/CO K/CA T/TR") | _SYMBOLS,
    rank_words=_numbered("as deux trois quatre cinq six sept huit neuf dix valet dame roi"),
    suit_words=_numbered(
        "pique/piques cœur/cœurs/coeur/coeurs carreau/carreaux trèfle/trèfles/trefle/trefles"
    ),
    link="de",
    joins=("et",),
    knocks=("frappe",),
    tens="10",
    rank_list="A 2–10 V D R",
    suit_first=False,
    letters=(("A", *"23456789", "10", "V", "D", "R"), tuple("PCKT")),
    decimal_mark=",",
    orders={
        "dead": ("morte", "m"),
        "undo": ("annuler", "a"),
        "redo": ("rétablir", "r", "retablir"),
        "edit": ("corriger", "c", "modifier"),
        "void": ("barrer", "b", "supprimer", "effacer"),
        "show": ("voir", "v", "historique"),
        "new": ("nouvelle", "n"),
        "help": ("aide", "?"),
        "quit": ("quitter", "q"),
    },
    heads=_meanings(
        {
            "winner": "vainqueur gagnant gagnante gagne_par",
            "points": "points pts",
            "hand": "donne main coup no_de_donne n°",
            "kind": "issue type genre",
            "at": "date jour le",
            "dealer": "donneur donneuse",
            "upcard": "retourne",
            "note": "note notes remarque remarques commentaire commentaires",
        }
    ),
    kinds=_meanings(
        {
            "knock": "frappe descente",
            "gin": "gin petit_gin",
            "big_gin": "grand_gin",
            "undercut": "contre court-circuit",
            "dead": "morte donne_morte nulle coup_nul",
        }
    ),
)

# By code; the first is that of files and of the program's own texts.
LANGUAGES: Final[Mapping[str, Language]] = {"en": ENGLISH, "fr": FRENCH}


def language(lang: str) -> Language:
    """The language of a code.

    Raises:
        GinscoreError: `usage` for an unknown code.
    """
    if lang not in LANGUAGES:
        template = N_("{lang}: no language; allowed: {allowed}")
        raise refuse("usage", template, where="lang", lang=lang, allowed=", ".join(LANGUAGES))
    return LANGUAGES[lang]


def other_language(known: Language) -> Language:
    """The language to try for a text that cannot be read whole in `known`."""
    return ENGLISH if known is FRENCH else FRENCH


@cache
def customary_cards(lang: str) -> dict[str, int]:
    """The card of each customary name, `TH` or `10C`: what canonical texts consist of."""
    name = language(lang).name_card
    return {name(bit % 13, bit // 13): 1 << bit for bit in range(52)}


def parse_customary(text: str, lang: str) -> int | None:
    """The mask of a text of customary names with blanks between them, or None for any other text.

    A shortcut for what ginscore itself wrote; None also if a card is written twice.
    """
    names = text.split()
    try:
        mask = sum(map(customary_cards(lang).__getitem__, names))
    except KeyError:
        return None
    # A repeated bit carries, which leaves fewer bits than names.
    return mask if mask.bit_count() == len(names) else None
