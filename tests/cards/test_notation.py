"""The text of cards: every spelling of every card, what is refused and what is said then."""

import unicodedata
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from calls import count_calls
from hypothesis import example, given
from hypothesis import strategies as st

from ginscore.cards.cards import DECK, NAMES, format_card, format_cards
from ginscore.cards.notation import parse_card, parse_card_noted, parse_cards, parse_cards_noted
from ginscore.errors import GinscoreError, Message


class Rules(NamedTuple):
    ace_runs: str = "low"
    ace_points: int = 1


ACE_RUNS = ("low", "high", "both", "circular")
SUIT_ORDER = "SHDC"
RANK_ORDER = "A23456789TJQK"


def numbered(names: str) -> dict[str, str]:
    return dict(zip(RANK_ORDER, names.split(), strict=True))


ENGLISH_RANKS = numbered("ace two three four five six seven eight nine ten jack queen king")
ENGLISH_SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
FRENCH_RANKS = numbered("as deux trois quatre cinq six sept huit neuf dix valet dame roi")
FRENCH_SUITS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
FRENCH_LETTERS = {"S": "P", "H": "C", "D": "K", "C": "T"}
FRENCH_PAIRS = {"S": "Pi", "H": "Co", "D": "Ca", "C": "Tr"}
FRENCH_FACES = {"T": "10", "J": "V", "Q": "D", "K": "R"}
BLACK = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
WHITE = {"S": "♤", "H": "♡", "D": "♢", "C": "♧"}


def english_spellings(rank: str, suit: str) -> Iterator[str]:
    ranks = {"T": ["T", "10"], "A": ["A", "1"]}.get(rank, [rank])
    suits = [suit, BLACK[suit], WHITE[suit], BLACK[suit] + "\ufe0f", WHITE[suit] + "\ufe0e"]
    for one, other in product(ranks, suits):
        yield one + other
        yield (one + other).lower()
        yield f"{one} of {other}"
        yield f"{one} {other}"
    for symbol in (BLACK[suit], WHITE[suit] + "\ufe0f"):
        yield from (symbol + one for one in ranks)
    word, plural = ENGLISH_RANKS[rank], ENGLISH_SUITS[suit] + "s"
    yield f"{word} of {ENGLISH_SUITS[suit]}"
    yield f"{word} of {plural}"
    yield f"{word} {plural}"
    # DT is the French queen of clubs, DK that of diamonds.
    yield f"{suit}{rank}" if suit + rank not in ("DK", "DT") else f"{rank}{suit}"
    yield f"{word.title()}  of {plural.title()}"
    yield f"{word} OF {plural}".upper()
    yield unicodedata.lookup(f"PLAYING CARD {word} OF {plural}")
    yield unicodedata.lookup(f"PLAYING CARD {word} OF {plural}") + "\ufe0e"


def french_spellings(rank: str, suit: str) -> Iterator[str]:
    ranks = ["A", "1"] if rank == "A" else [FRENCH_FACES.get(rank, rank)]
    suits = [FRENCH_LETTERS[suit], FRENCH_PAIRS[suit], BLACK[suit], WHITE[suit] + "\ufe0f"]
    for one, other in product(ranks, suits):
        yield one + other
        yield (one + other).lower()
        yield (one + other).upper()
        yield f"{one} de {other}"
        yield f"{one} {other}"
    word, plural = FRENCH_RANKS[rank], FRENCH_SUITS[suit] + ("x" if suit == "D" else "s")
    yield f"{word} de {FRENCH_SUITS[suit]}"
    yield f"{word} {FRENCH_SUITS[suit]}"
    yield f"{word.title()} de {FRENCH_SUITS[suit].title()}"
    yield f"{word} de {plural}".upper()
    yield unicodedata.normalize("NFD", f"{word} de {FRENCH_SUITS[suit]}")
    yield f"{word} de {plural}".replace("œ", "oe").replace("è", "e")


@pytest.mark.parametrize(
    ("lang", "spellings"), [("en", english_spellings), ("fr", french_spellings)]
)
def test_every_spelling_of_every_card(lang: str, spellings) -> None:  # type: ignore[no-untyped-def]
    for bit, name in enumerate(NAMES):
        for text in spellings(name[0], name[1]):
            assert parse_card_noted(text, lang) == (1 << bit, ()), text


def test_all_spellings_of_several_cards_in_one_text() -> None:
    for spellings, lang in ((english_spellings, "en"), (french_spellings, "fr")):
        texts = [
            next(iter(list(spellings(name[0], name[1]))[turn % 7 :]))
            for turn, name in enumerate(NAMES)
        ]
        assert parse_cards(" ".join(texts), lang) == DECK
        assert parse_cards(",".join(texts), lang) == DECK


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_other_language_is_read_with_a_warning(lang: str) -> None:
    for name in NAMES:
        other = "fr" if lang == "en" else "en"
        spell = french_spellings if other == "fr" else english_spellings
        text = list(spell(*name))[-1] if other == "fr" else list(spell(*name))[-3]
        mask, notes = parse_card_noted(text, lang)
        assert format_card(mask) == name
        assert [note.code for note in notes] == ["read-in-other-language"]
        language = "French" if other == "fr" else "English"
        assert f"read in {language} as {name}" in notes[0].text


@given(st.integers(1, DECK))
def test_format_and_parse_round_trip(mask: int) -> None:
    assert parse_cards(format_cards(mask)) == mask
    assert parse_cards(format_cards(mask).replace(" ", "")) == mask
    assert parse_cards(format_cards(mask).lower()) == mask


@pytest.mark.parametrize(
    ("text", "lang", "cards"),
    [
        # The language in force decides …
        ("5C 6C 7C", "en", "5C 6C 7C"),
        ("5C 6C 7C", "fr", "5H 6H 7H"),
        ("AK 2K", "fr", "AD 2D"),
        ("DC RC VC", "fr", "JH QH KH"),
        ("9T 10T", "fr", "9C TC"),
        ("RP RC RK VT 10T 9T", "fr", "KS KH KD 9C TC JC"),
        # … no separator is needed, any will do
        ("7S7H7D", "en", "7S 7H 7D"),
        ("10H9H1S", "en", "AS 9H TH"),
        ("7S,7H , 7D,", "en", "7S 7H 7D"),
        ("7S\u00a07H\u202f7D\u200b8S\t9S\n2S\ufeff", "en", "2S 7S 8S 9S 7H 7D"),
        ("♥10♠9", "en", "9S TH"),
        ("🂡🂢🂣K♥", "en", "AS 2S 3S KH"),
        ("ten of hearts two of clubs,7SH", "en", "7S 7H TH 2C"),
        ("dix de cœur roi de pique 7PC", "fr", "7S KS 7H TH"),
        # one rank in several suits
        ("7SHD", "en", "7S 7H 7D"),
        ("7♠♥♦♣", "en", "7S 7H 7D 7C"),
        ("10hsJdc", "en", "TS TH JD JC"),
        ("7PiCoCaTr", "fr", "7S 7H 7D 7C"),
        ("VPCKT", "fr", "JS JH JD JC"),
        ("7CA", "fr", "7D"),
        # a run by its ends
        ("4-6C", "en", "4C 5C 6C"),
        ("4C-6C", "en", "4C 5C 6C"),
        ("9–j♥", "en", "9H TH JH"),
        ("10-KH7SHD", "en", "7S 7H TH JH QH KH 7D"),
        ("V-RC", "fr", "JH QH KH"),
        ("9-10Ca", "fr", "9D TD"),
    ],
)  # fmt: skip
def test_read_without_a_warning(text: str, lang: str, cards: str) -> None:
    mask, notes = parse_cards_noted(text, lang)
    assert (format_cards(mask), notes) == (cards, ())


@pytest.mark.parametrize(
    ("text", "lang", "cards"),
    [
        ("9T 10T", "en", "9C TC"),
        ("DK RK", "en", "QD KD"),
        ("dix de cœur 7P", "en", "7S TH"),
        ("TH", "fr", "TH"),
        ("♥10", "fr", "TH"),
        ("ten of hearts", "fr", "TH"),
    ],
)
def test_read_in_the_other_language(text: str, lang: str, cards: str) -> None:
    mask, notes = parse_cards_noted(text, lang)
    assert format_cards(mask) == cards
    assert [note.code for note in notes] == ["read-in-other-language"]


def walk(first: str, last: str, ace_runs: str) -> str | None:
    """The ranks of a run by walking along the row that these rules allow."""
    rows = {"low": [RANK_ORDER], "high": [RANK_ORDER[1:] + "A"]}
    rows["both"] = rows["low"] + rows["high"]
    rows["circular"] = [RANK_ORDER + RANK_ORDER]
    for row in rows[ace_runs]:
        start = row.index(first)
        if last in row[start + 1 :]:
            return row[start : row.index(last, start + 1) + 1]
    return None


@pytest.mark.parametrize("ace_runs", ACE_RUNS)
def test_every_run_by_its_ends(ace_runs: str) -> None:
    for first, last, suit in product(RANK_ORDER, RANK_ORDER, "SC"):
        # Upwards where that is a run, else downwards.
        ways = [] if first == last else [walk(first, last, ace_runs), walk(last, first, ace_runs)]
        ranks = next(filter(None, ways), None)
        text = f"{first}-{last}{suit}"
        if ranks is None:
            with pytest.raises(GinscoreError) as caught:
                parse_cards(text, "en", Rules(ace_runs))
            assert [fault.code for fault in caught.value.faults] == ["bad-card"], text
        else:
            expected = parse_cards(" ".join(rank + suit for rank in ranks))
            assert parse_cards(text, "en", Rules(ace_runs)) == expected, text


FRENCH_WORD_SUITS = {
    "P": "S",
    "C": "H",
    "K": "D",
    "T": "C",
    "PI": "S",
    "CO": "H",
    "CA": "D",
    "TR": "C",
}


def naive_readings(word: str) -> list[list[str]]:
    """Every way to cut a French word into groups of one rank and different suits."""
    if not word:
        return [[]]
    found = []
    for rank, french in numbered("A 2 3 4 5 6 7 8 9 10 V D R").items():
        if word.startswith(french):
            for suits, rest in naive_suits(word[len(french) :]):
                if suits and len(set(suits)) == len(suits):
                    group = [rank + suit for suit in suits]
                    found += [group + others for others in naive_readings(rest)]
    return found


def naive_suits(word: str) -> list[tuple[str, str]]:
    found = [("", word)]
    for text, suit in FRENCH_WORD_SUITS.items():
        if word.startswith(text):
            found += [(suit + more, rest) for more, rest in naive_suits(word[len(text) :])]
    return found


@example(["7", "Tr", "T", "R", "C"])
@given(st.lists(st.sampled_from(["7", "10", "A", "R", "C", "T", "Ca", "Tr", "P"]), min_size=1))
def test_a_word_is_ambiguous_if_it_has_two_readings(parts: list[str]) -> None:
    word = "".join(parts[:9])
    readings = naive_readings(word.upper())
    code, shown = outcome(word, "fr")
    # Two ways to cut that come to the same cards are one reading.
    if len({*map(tuple, readings)}) > 1:
        assert code == "ambiguous-cards"
        assert shown[0] != shown[1]
        assert all(reading.split() in readings for reading in shown)
    elif readings and len(set(readings[0])) < len(readings[0]):
        assert code == "duplicate-card"
    elif readings:
        assert (code, shown) == (None, [format_cards(parse_cards(" ".join(readings[0])))])


def outcome(text: str, lang: str) -> tuple[str | None, list[str]]:
    """The code of the first fault and the two readings shown, or no code and the cards."""
    try:
        return None, [format_cards(parse_cards(text, lang))]
    except GinscoreError as error:
        fields = error.faults[0].fields
        return error.code, [str(fields[name]) for name in ("first", "second") if name in fields]


JOKERS = "jokers and knights are not played: `ginscore explain joker`"


def faults_of(text: str, lang: str = "en", ace_runs: str = "low") -> tuple[Message, ...]:
    with pytest.raises(GinscoreError) as caught:
        parse_cards(text, lang, Rules(ace_runs))
    return caught.value.faults


def pointed_out(fault: Message) -> str:
    """What the carets of an excerpt stand under."""
    line, carets = fault.excerpt.split("\n")
    start = carets.index("^")
    return line[start : start + carets.count("^")]


@pytest.mark.parametrize(
    ("text", "lang", "token", "hint"),
    [
        # ten
        ("0H 5S 6S 7S", "en", "0H", "ten is T or 10, as in TH"),
        ("7S XC", "en", "XC", "ten is T or 10, as in TC"),
        ("1OS", "en", "1OS", "ten is T or 10, as in TS"),
        ("io♦", "en", "io♦", "ten is T or 10, as in TD"),
        ("7S 0", "en", "0", "ten is T or 10, as in TH"),
        ("7S0H8D", "en", "0H", "ten is T or 10, as in TH"),
        ("0T 7S", "en", "0T", "ten is T or 10, as in TC"),
        ("0H", "fr", "0H", "ten is 10, as in 10C"),
        ("0E", "en", "0E", "for example 7H"),
        ("0C", "fr", "0C", "ten is 10, as in 10C"),
        ("TC RC", "fr", "TC", "ten is 10, as in 10C"),
        # half a card
        ("7S 8", "en", "8", "a rank without a suit: write both without a blank, as in 8S"),
        ("7S, 8 9H", "en", "8", "a rank without a suit: write both without a blank, as in 8S"),
        ("Jack 7S", "en", "Jack", "a rank without a suit: write both without a blank, as in JS"),
        ("7S C", "en", "C", "a suit without a rank: write both without a blank, as in 7C"),
        ("7S ♦", "en", "♦", "a suit without a rank: write both without a blank, as in 7D"),
        ("7SS", "en", "S", "a suit without a rank: write both without a blank, as in 7S"),
        ("7S spade", "en", "spade", "a suit without a rank: write both without a blank, as in 7S"),
        ("dix 7P", "fr", "dix", "a rank without a suit: write both without a blank, as in 10P"),
        ("7P cœur", "fr", "cœur", "a suit without a rank: write both without a blank, as in 7C"),
        # ranks that there are not
        ("11H", "en", "11H", "above ten the ranks are J Q K"),
        ("12 of hearts", "en", "12 of hearts", "above ten the ranks are J Q K"),
        ("13C", "fr", "13C", "above ten the ranks are V D R"),
        # the order
        ("7P CR", "fr", "CR", "the rank comes first: RC"),
        # nearly a card
        ("7S quen of hearts", "en", "quen of hearts", "did you mean QH?"),
        ("7S twospades", "en", "twospades", "did you mean 2S?"),
        ("7P vallet", "fr", "vallet", "did you mean valet?"),
        # the other language
        ("7S 10T", "en", "10T", "read in French it is a card: write all of them in one language"),
        ("RC 7H", "fr", "7H", "read in English it is a card: write all of them in one language"),
        # runs
        ("7S 4-6", "en", "4-6", "a run is written with its suit at the end, as in 4-6S"),
        ("4C-6D", "en", "4C-6D", "a run is of one suit, as in 4-6D"),
        ("KA2C", "en", "KA2C", "that is no run under these rules: ace_runs is low"),
        ("7S Q-K-AH", "en", "Q-K-AH", "that is no run under these rules: ace_runs is low"),
        ("4-4C", "en", "4-4C", "the two ends of a run are different cards, as in 4-6C"),
        ("7S-8H-9D", "en", "7S-8H-9D", "a run is of one suit, as in 7-9D"),
        ("4-6-8T", "fr", "4-6-8T", "the ranks of a run follow each other, as in 4-6T"),
        # ranks before a suit
        ("KQH", "en", "KQH",
         "ranks before one suit are a run; else each card has its suit: KH QH"),
        ("777 8S", "en", "777", "a set is written with its rank once: 7SHD"),
        ("456 8S", "en", "456", "a run is written with its suit at the end, as in 456S"),
        ("7S 4-xC", "en", "4-xC", "for example 7H"),
        # signs
        ("7S:8S", "en", ":", "cards are separated by blanks or commas"),
        ("7S..8S", "en", "..",
         "a run has a hyphen, as in 4-6C; three dots stand behind loose cards"),
        # not in the pack
        ("joker 7S", "en", "joker", JOKERS),
        ("7S jk2", "en", "jk2", JOKERS),
        ("7P JK", "fr", "JK", JOKERS),
        ("knight of hearts", "en", "knight of hearts", JOKERS),
        ("cavalier de cœur", "fr", "cavalier de cœur", JOKERS),
        # whatever else
        ("7E", "en", "7E", "for example 7H"),
        ("7S nonsense", "en", "nonsense", "for example 7H"),
        ("ten of swords", "en", "ten of swords", "for example 7H"),
        ("eleven of hearts", "en", "eleven of hearts", "for example 7H"),
        ("7P xyz", "fr", "xyz", "for example 7C"),
    ],
)  # fmt: skip
def test_a_bad_card_is_pointed_out_with_a_hint(text: str, lang: str, token: str, hint: str) -> None:
    (fault,) = faults_of(text, lang)
    assert (fault.code, pointed_out(fault), fault.hint_text) == ("bad-card", token, hint)
    assert fault.excerpt.startswith(text + "\n")
    assert fault.text.startswith(f"{token}: not a card")


def test_a_phrase_has_each_rank_once() -> None:
    found = [fault.fields["token"] for fault in faults_of("7 7 10 of H spades")]
    assert found == ["7", "7 10 of H", "spades"]


def test_a_rank_beside_a_word_may_nearly_be_a_card() -> None:
    (fault,) = faults_of("7S 8S quen hearts")
    assert (fault.fields["token"], fault.hint_text) == ("quen, hearts", "did you mean QH?")


OUTSIDE_THE_PACK = [
    *(f"KNIGHT OF {suit}" for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")),
    *("BACK", "BLACK JOKER", "RED JOKER", "WHITE JOKER", "FOOL", "TRUMP-1"),
]


@pytest.mark.parametrize("name", OUTSIDE_THE_PACK)
def test_playing_card_characters_outside_the_pack(name: str) -> None:
    (fault,) = faults_of("7S " + unicodedata.lookup(f"PLAYING CARD {name}"))
    assert fault.code == "bad-card"
    assert fault.text.endswith("the pack has the 52 from ace to king")
    assert fault.hint_text == "leave out backs, knights, jokers and trumps"


def test_what_a_card_is_in_each_language() -> None:
    assert faults_of("7E")[0].text == (
        "7E: not a card; a card is a rank (A 2–9 T J Q K) and a suit (S H D C)"
    )
    assert faults_of("7E", "fr")[0].text == (
        "7E: not a card; a card is a rank (A 2–10 V D R) and a suit (P C K T)"
    )


def test_a_run_says_which_ace_the_rules_play() -> None:
    assert faults_of("KA2C", ace_runs="both")[0].hint_text.endswith("ace_runs is both")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("0H XC 7S 11H", ["0H, XC", "11H"]),
        ("0H7S0C", ["0H, 0C"]),
        ("7, S", ["7, S"]),
        ("[7S 0H]", ["0H", "[, ]"]),
        ("0H 7S 0H", ["0H"]),
        ("2Z, 3Z, 4Z", ["2Z, 3Z, 4Z"]),
        (", ".join(f"{n}Z" for n in range(2, 9)), ["2Z, 3Z, 4Z, …"]),
    ],
)
def test_all_faults_at_once_and_each_only_once(text: str, tokens: list[str]) -> None:
    faults = faults_of(text)
    assert [fault.code for fault in faults] == ["bad-card"] * len(tokens)
    assert [fault.fields["token"] for fault in faults] == tokens


@pytest.mark.parametrize(
    ("text", "carets"),
    [
        ("7X 8X 7S 9X", "^^ ^^    ^^"),
        ("7S0H 0D8S 0C", "  ^^ ^^   ^^"),
        # what is too far to the right is left out
        ("0H " * 40, "^^ " * 25 + "^"),
    ],
)
def test_one_line_shows_every_place_of_a_fault(text: str, carets: str) -> None:
    (fault,) = faults_of(text)
    assert fault.excerpt.split("\n")[1] == carets


@pytest.mark.parametrize(
    ("text", "line", "token"),
    [
        ("7S " * 20 + "0H" + " 8S" * 20, "…" + "7S " * 8 + "0H" + " 8S" * 8 + "…", "0H"),
        ("7S 0H" + " 8S" * 20, "7S 0H" + " 8S" * 8 + "…", "0H"),
        ("7S\t\x1b0H", "7S �0H", "�0H"),
        ("7♥️ 0H", "7♥ 0H", "0H"),
        ("7S 8" + "é" * 100, "7S 8" + "é" * 53 + "…", "8" + "é" * 31),
    ],
)
def test_the_line_is_shortened_and_safe_to_print(text: str, line: str, token: str) -> None:
    fault = faults_of(text)[0]
    assert fault.excerpt.split("\n")[0] == line
    assert pointed_out(fault) == token


def test_carets_stand_under_wide_and_combined_letters() -> None:
    # Two columns for the ideograph, none for the second accent.
    assert faults_of("王 0H")[1].excerpt == "王 0H\n   ^^"
    assert faults_of("e\u0301\u0323 0H")[1].excerpt.endswith("\n  ^^")


@pytest.mark.parametrize(
    ("text", "lang", "token", "first", "second"),
    [
        ("7CAC", "fr", "7CAC", "7H AH", "7D 7H"),
        ("7p 7cac", "fr", "7cac", "7H AH", "7D 7H"),
        ("7TRC", "fr", "7TRC", "7C KH", "7C 7H"),
        # … and where only the other language can read it
        ("RP7CAC", "en", "RP7CAC", "KS 7H AH", "KS 7D 7H"),
    ],
)
def test_two_readings_in_one_language(
    text: str, lang: str, token: str, first: str, second: str
) -> None:
    (fault,) = faults_of(text, lang)
    assert fault.code == "ambiguous-cards"
    assert pointed_out(fault) == token
    assert fault.text == f"{token}: two readings, {first} or {second}"
    assert fault.hint_text == "put a blank between the cards"
    assert parse_cards("7C AC", "fr") == parse_cards("7H AH")


@pytest.mark.parametrize("text", ["", "  ", ",", " ,\u00a0, "])
def test_a_blank_is_refused(text: str) -> None:
    assert [fault.code for fault in faults_of(text)] == ["bad-holding"]


@pytest.mark.parametrize(
    ("text", "cards"), [("8D 8D 8H", "8D"), ("7SHD 7H 7♠", "7S 7H"), ("4-6C6C", "6C")]
)
def test_a_card_is_there_once(text: str, cards: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.code, fault.text) == ("duplicate-card", f"{cards}: written more than once")


@pytest.mark.parametrize(
    ("text", "token"), [("[7SHD] 8S", "[, ]"), ("7S =3", "=3"), ("7S ...", "...")]
)
def test_only_cards_where_cards_are_asked_for(text: str, token: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.code, fault.fields["token"]) == ("bad-card", token)
    assert fault.text == f"{token}: not a card; only cards are allowed here"


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), (" ", 0), ("7S 8S", 2), ("7S7S", 2), ("7SHDC", 4)]
)
def test_one_card_where_one_is_asked_for(text: str, count: int) -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_card(text)
    (fault,) = caught.value.faults
    assert (fault.code, fault.hint_text) == ("bad-card", "for example 7H")
    assert fault.text == f"number of cards: {count}; allowed: one"


def test_one_card_that_is_none() -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_card("0H", "fr")
    assert caught.value.hint == "ten is 10, as in 10C"


@pytest.mark.parametrize(
    "part",
    ["x", "7C", "7CA", "CA", "0H", "0H ", "[", "]", "[7S", "4-6", "of ", "a of ", "=", ".", "🂡",
     "-", "7SHDC", "é", "A-", "1", "7S-", "♥", "a" + " " * 99, "7PiCoCaTr"],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_garbage_is_refused_in_linear_time(part: str, lang: str) -> None:
    def calls(size: int) -> int:
        return count_calls(lambda: faults_of(part * (size // len(part)), lang, "circular"))

    # Ten times the text takes about ten times the calls.
    calls(100)
    assert calls(10_000) < 12 * calls(1_000) + 1_000
    faults = faults_of(part * (10_000 // len(part)), lang, "circular")
    assert 1 <= len(faults) <= 10
    assert all(len(fault.text) < 300 and len(fault.excerpt) < 300 for fault in faults)


NEARLY_CARDS = st.text("7ASHDCKTR10PVXio-[]=.… ,♥♡\ufe0f🂡🂬", max_size=30)


@given(
    st.text(max_size=30) | NEARLY_CARDS, st.sampled_from(["en", "fr"]), st.sampled_from(ACE_RUNS)
)
def test_any_text_is_read_or_refused(text: str, lang: str, ace_runs: str) -> None:
    try:
        mask, notes = parse_cards_noted(text, lang, Rules(ace_runs))
    except GinscoreError as error:
        assert_is_complete(error)
    else:
        assert 0 < mask <= DECK
        assert all(note.text for note in notes)


def assert_is_complete(error: GinscoreError) -> None:
    for fault in error.faults:
        assert fault.text
        assert "{" not in fault.hint_text
        assert fault.excerpt.replace("\n", "", 1).isprintable()
