"""What people say: a table of spellings, and every way to say a holding means the same holding."""

import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginscore.cards.cards import ENGLISH, FRENCH, NAMES, Language
from ginscore.cards.holdings import Holding, format_holding, parse_holding
from ginscore.cards.notation import holds_cards
from ginscore.cards.words import Grammar, read_word
from ginscore.errors import GinscoreError

TABLE: dict[str, Any] = tomllib.loads(
    Path(__file__).parents[1].joinpath("data", "spellings.toml").read_text(encoding="utf-8")
)
LANG = {"english": "en", "french": "fr"}


class Rules(NamedTuple):
    ace_runs: str = "low"
    ace_points: int = 1


class Row(NamedTuple):
    lang: str
    ace_runs: str
    what: str
    text: str
    said: str


ROWS = [
    Row(LANG[language], ace_runs, what, text, said)
    for language, by_ace in TABLE.items()
    for ace_runs, by_what in by_ace.items()
    for what, rows in by_what.items()
    for text, said in rows.items()
]


def test_the_table_is_long_and_in_both_languages() -> None:
    kinds = [(row.lang, row.what) for row in ROWS]
    assert len(ROWS) >= 150
    assert all(kinds.count((lang, "read")) >= 40 for lang in LANG.values())
    assert all(kinds.count((lang, "refused")) >= 18 for lang in LANG.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.lang}-{row.ace_runs}-{row.text}")
def test_a_spelling(row: Row) -> None:
    rules = Rules(row.ace_runs)
    try:
        holding, notes = parse_holding(row.text, row.lang, rules, went_out=True)
    except GinscoreError as error:
        fault = error.faults[0]
        assert row.what == "refused"
        assert row.said in (fault.hint_text, fault.text)
    else:
        assert row.what == ("other" if notes else "read")
        assert format_holding(holding, rules) == row.said


def test_a_sum_keeps_its_terms() -> None:
    assert parse_holding("10 + 10 + 2", "en", Rules())[0].terms == (10, 10, 2)
    assert parse_holding("10 + 2", "en", Rules())[0].terms == (10, 2)
    assert parse_holding("[7SHD] [4-6C] = 10 + 2", "en", Rules())[0].terms == (10, 2)
    assert parse_holding("[7SHD] [4-6C] = 12", "en", Rules())[0].terms == ()
    assert parse_holding("22", "en", Rules())[0].terms == ()


def test_only_who_went_out_has_knocked() -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_holding("knock 4", "en", Rules())
    assert str(caught.value) == "bad-holding: knock 4: only the one who went out can knock"
    assert caught.value.faults[0].hint_text == "write the points alone: 4"


@pytest.mark.parametrize(
    ("text", "ace_runs", "most", "cards"),
    [
        # round the corner the way up counts …
        ("Q-2C", "circular", 10, "AC 2C QC KC"),
        ("K-JH", "circular", None, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH KH"),
        # … unless that would be too many cards
        ("K-JH", "circular", 10, "JH QH KH"),
        ("8-5H", "circular", 10, "5H 6H 7H 8H"),
        ("8-5H", "circular", 11, "AH 2H 3H 4H 5H 8H 9H TH JH QH KH"),
        ("8-5H 7SHD KS", "circular", 11, "7S KS 5H 6H 7H 8H 7D"),
        ("Q-2H 8-5S", "circular", 10, "5S 6S 7S 8S AH 2H QH KH"),
        ("K-6H 6-KS", "circular", 14, "AS 2S 3S 4S 5S 6S KS AH 2H 3H 4H 5H 6H KH"),
        ("5-3H 7SHD 9SHDC", "circular", 10, "7S 9S 3H 4H 5H 7H 9H 7D 9D 9C"),
        ("A-QS", "low", 11, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"),
        ("K-4H", "low", 10, "4H 5H 6H 7H 8H 9H TH JH QH KH"),
    ],
)
def test_two_ends_round_the_corner(text: str, ace_runs: str, most: int, cards: str) -> None:
    rules = Rules(ace_runs)
    holding, _ = parse_holding(text, "en", rules, most=most)
    names = [*(name for bit, name in enumerate(NAMES) if holding.cards >> bit & 1)]
    assert " ".join(names) == cards


def test_a_way_down_that_is_too_long_was_meant_as_one_up() -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_holding("7SHD 4-6C Q-AH 3D", "en", Rules(), most=11)
    (fault,) = caught.value.faults
    assert (fault.code, fault.fields["token"]) == ("bad-card", "Q-AH")
    assert fault.hint_text == "that is no run under these rules: ace_runs is low"


@pytest.mark.parametrize(
    ("text", "is_cards"),
    [
        ("[7SHD] [4-6C]", True),
        ("(7SHD) {4-6C}", True),
        ("3D (7SHD)", True),
        ("(7SHX)", True),
        ("7S 7H", True),
        ("7 of spades, 8 of spades", True),
        ("7, 8 and 9 of spades", False),
        ("4-6C", True),
        ("KS ...", True),
        ("Ann", False),
        ("Ann (2)", False),
        ("Ann and Bob", False),
        ("KS", False),
        ("KC & JD", False),
        ("", False),
    ],
)
def test_what_stands_before_an_equals_sign(text: str, is_cards: bool) -> None:
    assert holds_cards(text) == is_cards


# Every accepted spelling reads as the same holding

RANKS = "A23456789TJQK"
SUITS = "SHDC"
RANK_WORDS: dict[str, list[str]] = {
    lang: words.split()
    for lang, words in {
        "en": "ace two three four five six seven eight nine ten jack queen king",
        "fr": "as deux trois quatre cinq six sept huit neuf dix valet dame roi",
    }.items()
}
SUIT_WORDS: dict[str, list[str]] = {
    "en": ["spades", "hearts", "diamonds", "clubs"],
    "fr": ["pique", "cœur", "carreau", "trèfle"],
}
LINK = {"en": "of", "fr": "de"}
LETTERS: dict[str, tuple[list[str], list[str]]] = {
    "en": (["A", *"23456789", "10", *"JQK"], [*SUITS]),
    "fr": (["A", *"23456789", "10", *"VDR"], [*"PCKT"]),
}
RUN_ROWS = {"low": RANKS, "high": RANKS[1:] + "A", "circular": RANKS + RANKS[:12]}
FORMS = ("letters", "words", "pair", "symbol first", "suit first")


def say_card(card: str, lang: str, form: str) -> str:
    rank, suit = RANKS.index(card[0]), SUITS.index(card[1])
    ranks, suits = LETTERS[lang]
    match form:
        case "words":
            return f"{RANK_WORDS[lang][rank]} {LINK[lang]} {SUIT_WORDS[lang][suit]}"
        case "pair":
            return f"{ranks[rank]} {SUIT_WORDS[lang][suit]}"
        case "symbol first" if lang == "en":
            return "♠♥♦♣"[suit] + ranks[rank]
        case "suit first" if lang == "en":
            return suits[suit] + ranks[rank]
    return ranks[rank] + suits[suit]


@st.composite
def say_meld(draw: st.DrawFn, cards: list[str], lang: str) -> str:
    """A set, or a run from its lower end, in one of the ways that people say it."""
    ranks, suits = LETTERS[lang]
    names = [ranks[RANKS.index(card[0])] for card in cards]
    marks = [suits[SUITS.index(card[1])] for card in cards]
    one_by_one = [say_card(card, lang, draw(st.sampled_from(FORMS))) for card in cards]
    ways = [", ".join(draw(st.permutations(one_by_one)))]
    if len({*names}) == 1:
        ways.append(names[0] + "".join(draw(st.permutations(marks))))
    else:
        mixed = draw(st.permutations(range(len(cards))))
        word = f" {LINK[lang]} {SUIT_WORDS[lang][SUITS.index(cards[0][1])]}"
        ends = [names[0], names[-1]]
        ways += [
            "-".join(names[at] for at in mixed) + marks[0],
            "".join(names[at] for at in mixed) + marks[0],
            "–".join(names[at] + marks[0] for at in mixed),
            ", ".join(names[at] for at in mixed) + word,
            "-".join(ends) + marks[0],
            ends[0] + marks[0] + "-" + ends[1],
            "-".join(ends) + word,
        ]
    return draw(st.sampled_from(ways))


def melds(ace_runs: str) -> list[list[str]]:
    row = RUN_ROWS[ace_runs]
    sets = [[rank + suit for suit in four] for rank in RANKS for four in combinations(SUITS, 3)]
    runs = [
        [rank + suit for rank in row[first : first + size]]
        for suit in SUITS
        for size in (3, 4, 5)
        for first in range(min(len(row) - size + 1, 13))
    ]
    return sets + runs


@st.composite
def spoken(draw: st.DrawFn) -> tuple[str, str, str, Holding]:
    """A holding as somebody says it, the language, the rule of the ace, and what is meant."""
    lang, ace_runs = draw(st.sampled_from(["en", "fr"])), draw(st.sampled_from([*RUN_ROWS]))
    chosen: list[list[str]] = []
    seen: set[str] = set()
    for meld in draw(st.lists(st.sampled_from(melds(ace_runs)), max_size=3)):
        if seen.isdisjoint(meld):
            chosen.append(meld)
            seen.update(meld)
    others = st.sampled_from([name for name in NAMES if name not in seen])
    loose = draw(st.lists(others, unique=True, min_size=0 if chosen else 1, max_size=4))
    parts = [draw(say_meld(meld, lang)) for meld in chosen]
    form = draw(st.sampled_from(["cards", "melds"])) if chosen else "cards"
    if form == "melds":
        pairs = [draw(st.sampled_from(["[]", "()", "{}"])) for _ in parts]
        parts = [pair[0] + part + pair[1] for pair, part in zip(pairs, parts, strict=True)]
    parts += [say_card(card, lang, draw(st.sampled_from(FORMS))) for card in loose]
    joins = [", ", "; ", " / ", "|", " + ", " & ", " and ", " et ", "."]
    text = draw(st.sampled_from(joins)).join(parts)
    masks = [sum(1 << NAMES.index(card) for card in cards) for cards in (*chosen, loose)]
    if form == "melds":
        return text, lang, ace_runs, Holding("melds", sum(masks), tuple(masks[:-1]), masks[-1])
    return text, lang, ace_runs, Holding("cards", sum(masks), (), sum(masks))


@given(spoken())
def test_every_way_to_say_a_holding_reads_as_the_same(case: tuple[str, str, str, Holding]) -> None:
    text, lang, ace_runs, meant = case
    assert parse_holding(text, lang, Rules(ace_runs), most=20) == (meant, ())


# No text has two readings without being called ambiguous

Symbol = tuple[str, int]


def split_symbols(word: str, language: Language) -> Iterator[list[Symbol]]:
    """Every way to see a word as ranks, suits and hyphens."""
    if not word:
        yield []
    if word.startswith("-"):
        yield from ([("-", 0), *rest] for rest in split_symbols(word[1:], language))
    for kind, names in (("R", language.ranks), ("S", language.suits)):
        for name, number in names.items():
            if word.startswith(name):
                rest = split_symbols(word[len(name) :], language)
                yield from ([(kind, number), *others] for others in rest)


def mean(part: list[Symbol], *, is_last: bool, as_said: bool) -> list[tuple[int, int]] | None:
    """The cards, as (suit, rank), that one group or run means with the ace low; None if none."""
    kinds = "".join(kind for kind, _ in part)
    ranks = [number for kind, number in part if kind == "R"]
    suits = [number for kind, number in part if kind == "S"]
    if kinds == "R" + "S" * len(suits) and suits and len({*suits}) == len(suits):
        return [(suit, ranks[0]) for suit in suits]
    first, last = min(ranks, default=0), max(ranks, default=0)
    run = [(suits[0], rank) for rank in range(first, last + 1)] if len({*suits}) == 1 else None
    if kinds in ("R-RS", "RS-RS") and first != last:
        return run if as_said or ranks[0] == first else None
    if not as_said or kinds.startswith("S") or (kinds.endswith("R") and not is_last):
        return None
    if kinds == "RS-R" and first != last:
        return run
    is_listed = "SR" not in kinds and "--" not in kinds and "SS" not in kinds
    if is_listed and not kinds.endswith("-") and len(ranks) > 2:
        return run if sorted(ranks) == [*range(first, last + 1)] else None
    return None


def naive_readings(word: str, language: Language, *, as_said: bool) -> set[tuple[object, ...]]:
    """The cards of every way to cut a word into groups and runs."""

    def cut(symbols: list[Symbol]) -> Iterator[list[tuple[int, int]]]:
        if not symbols:
            yield []
        for size in range(1, len(symbols) + 1):
            found = mean(symbols[:size], is_last=size == len(symbols), as_said=as_said)
            if found:
                yield from (found + others for others in cut(symbols[size:]))

    return {tuple(cards) for symbols in split_symbols(word, language) for cards in cut(symbols)}


WORDS = {
    "fr": ["7", "8", "9", "10", "A", "2", "V", "D", "R", "C", "CA", "T", "TR", "P", "K", "-"],
    "en": ["7", "8", "9", "10", "A", "2", "J", "Q", "K", "S", "H", "D", "C", "-"],
}


@given(st.sampled_from(["en", "fr"]), st.data())
def test_a_word_has_one_reading_or_is_ambiguous(lang: str, data: st.DataObject) -> None:
    language = ENGLISH if lang == "en" else FRENCH
    word = "".join(data.draw(st.lists(st.sampled_from(WORDS[lang]), min_size=1, max_size=9)))
    expected = naive_readings(word, language, as_said=False)
    expected = expected or naive_readings(word, language, as_said=True)
    ways, _ = read_word(word, Grammar(language, "low"))
    found = {
        tuple(divmod(single.bit_length() - 1, 13) for single in way)
        for way in ways
        if word[0] not in language.suits
    }
    assert len(found) == min(len(expected), 2)
    assert found <= expected
