"""The holding notation: every form both ways, every fault with its place and hint."""

import re
from itertools import combinations
from typing import NamedTuple

import pytest
from calls import count_calls
from hypothesis import given
from hypothesis import strategies as st

from ginscore.cards.cards import DECK, NAMES
from ginscore.cards.holdings import Holding, check_points, format_holding, parse_holding
from ginscore.cards.layoffs import CardRules
from ginscore.errors import GinscoreError, Message

ACE_RUNS = ("low", "high", "both", "circular")


class Rules(NamedTuple):
    ace_runs: str = "low"
    ace_points: int = 1


LOW = Rules()


def mask(names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names.split())


def cards(names: str) -> Holding:
    return Holding("cards", mask(names), (), mask(names))


def melds(*names: str, loose: str = "", points: int | None = None) -> Holding:
    masks = tuple(map(mask, names))
    return Holding("melds", sum(masks) | mask(loose), masks, mask(loose), points)


def loose(names: str) -> Holding:
    return Holding("loose", mask(names), (), mask(names))


def count(points: int) -> Holding:
    return Holding("count", points=points)


GIN = Holding("count", points=0, call="gin")
BIG_GIN = Holding("count", points=0, call="big_gin")
S4_CARDS = "7S 7H 7D 4C 5C 6C JH QH KH 3D"
S4_MELDS = ("7S 7H 7D", "4C 5C 6C", "JH QH KH")


@pytest.mark.parametrize(
    ("text", "holding", "canonical"),
    [
        # cards, which the program arranges
        (S4_CARDS, cards(S4_CARDS), "7S 7H JH QH KH 3D 7D 4C 5C 6C"),
        ("7SHD 4-6C J-KH 3D", cards(S4_CARDS), "7S 7H JH QH KH 3D 7D 4C 5C 6C"),
        ("7shd,4–6c,j-kh3♦️", cards(S4_CARDS), "7S 7H JH QH KH 3D 7D 4C 5C 6C"),
        ("9SHD,2-4H,7C,3C,Q♠,5♦️", cards("9S 9H 9D 2H 3H 4H 7C 3C QS 5D"),
         "9S QS 2H 3H 4H 9H 5D 9D 3C 7C"),
        ("Ten of Hearts, jack of spades", cards("TH JS"), "JS TH"),
        ("🂡 🂢 🂣 K♥", cards("AS 2S 3S KH"), "AS 2S 3S KH"),
        # a declared arrangement
        ("[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D", melds(*S4_MELDS, loose="3D"),
         "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"),
        ("[7SHD][4-6C][J-KH]3D", melds(*S4_MELDS, loose="3D"),
         "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"),
        ("3D [7SHD] , [4-6C], [ J-KH ]", melds(*S4_MELDS, loose="3D"),
         "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"),
        ("[7SHD]", melds("7S 7H 7D"), "[7S 7H 7D]"),
        # brackets that hold no meld are for the referee to judge
        ("[7S 8H 9S] 3D", melds("7S 8H 9S", loose="3D"), "[7S 9S 8H] 3D"),
        ("[KS] [4-5C]", melds("KS", "4C 5C"), "[KS] [4C 5C]"),
        # declared melds and points
        ("[7SHD] [4-6C] [J-KH] =3", melds(*S4_MELDS, points=3),
         "[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3"),
        ("[7SHD]=0", melds("7S 7H 7D", points=0), "[7S 7H 7D] =0"),
        ("[7SHD] = 12,", melds("7S 7H 7D", points=12), "[7S 7H 7D] =12"),
        # the deadwood cards
        ("KS 6D AC ...", loose("KS 6D AC"), "KS 6D AC ..."),
        ("KS6DAC…", loose("KS 6D AC"), "KS 6D AC ..."),
        ("1C, 6♦ ....", loose("6D AC"), "6D AC ..."),
        # points only, and calls
        ("17", count(17), "17"),
        (" =17 ", count(17), "17"),
        ("= 17", count(17), "17"),
        ("0", count(0), "0"),
        ("007", count(7), "7"),
        ("10000", count(10000), "10000"),
        ("0000000010", count(10), "10"),
        ("gin", GIN, "gin"),
        ("GIN", GIN, "gin"),
        ("biggin", BIG_GIN, "biggin"),
        ("Big Gin", BIG_GIN, "biggin"),
        ("big_gin", BIG_GIN, "biggin"),
        ("grand-gin", BIG_GIN, "biggin"),
        ("Grand\u00a0Gin", BIG_GIN, "biggin"),
    ],
)  # fmt: skip
def test_every_form(text: str, holding: Holding, canonical: str) -> None:
    assert parse_holding(text, "en", LOW) == (holding, ())
    assert format_holding(holding, LOW) == canonical
    assert parse_holding(canonical, "en", LOW) == (holding, ())


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        ("5C 6C 7C", cards("5H 6H 7H")),
        ("[RP RC RK] [V-RT] 10T", melds("KS KH KD", "JC QC KC", loose="TC")),
        ("[RP RC RK] =10", melds("KS KH KD", points=10)),
        ("dix de cœur, roi de pique", cards("TH KS")),
        ("10T 9T ...", loose("TC 9C")),
        ("17", count(17)),
        ("grand gin", BIG_GIN),
    ],
)
def test_french(text: str, holding: Holding) -> None:
    assert parse_holding(text, "fr", LOW) == (holding, ())


@pytest.mark.parametrize(
    ("text", "lang", "holding", "said"),
    [
        ("[RP RC RK] 10T", "en", melds("KS KH KD", loose="TC"), "read in French as KS KH KD TC"),
        ("JH QH KH ...", "fr", loose("JH QH KH"), "read in English as JH QH KH"),
    ],
)
def test_the_other_language(text: str, lang: str, holding: Holding, said: str) -> None:
    found, (note,) = parse_holding(text, lang, LOW)
    assert (found, note.code) == (holding, "read-in-other-language")
    assert note.text == f"{text}: {said}"


@pytest.mark.parametrize(
    ("text", "ace_runs", "canonical"),
    [
        ("[Q-2C] 3D", "circular", "[QC KC AC 2C] 3D"),
        ("[2C AC KC QC]", "circular", "[QC KC AC 2C]"),
        ("[Q-AH]", "high", "[QH KH AH]"),
        ("[AH KH QH]", "both", "[QH KH AH]"),
        ("[A-3H]", "both", "[AH 2H 3H]"),
        ("[AH KH QH]", "low", "[AH QH KH]"),
        ("[7DHS]", "low", "[7S 7H 7D]"),
        ("[6C 4C 5C]", "low", "[4C 5C 6C]"),
    ],
)
def test_a_meld_is_written_in_its_showing_order(text: str, ace_runs: str, canonical: str) -> None:
    rules = Rules(ace_runs)
    assert format_holding(parse_holding(text, "en", rules)[0], rules) == canonical


@pytest.mark.parametrize(
    ("text", "repeated", "sizes"),
    [
        ("8D 8D 8H", "8D", (3,)),
        ("[7SHD] 7S 7D 3C", "7S 7D", (3, 3)),
        ("[7SHD] [7S 7S 7C] =3", "7S", (3, 3, 0)),
        ("8D 8D 8D ...", "8D", (3,)),
        ("[7S 7H 7D] 7S 3C", "7S", (3, 2)),
        ("[7S 7H 7D] [7D 8D 9D] =3", "7D", (3, 3, 0)),
    ],
)
def test_repeated_cards_are_left_to_the_referee(
    text: str, repeated: str, sizes: tuple[int, ...]
) -> None:
    holding, notes = parse_holding(text, "en", LOW)
    assert (holding.repeated, holding.sizes, notes) == (mask(repeated), sizes, ())


# Round trips


def each_meld(ace_runs: str) -> list[int]:
    """Every meld by its definition: sets of three or four, runs along the allowed rows."""
    found = {sum(group) << rank for rank in range(13) for group in sets()}
    rows = {"low": ["A23456789TJQK"], "high": ["23456789TJQKA"]}
    rows["both"] = rows["low"] + rows["high"]
    rows["circular"] = ["A23456789TJQKA23456789TJQ"]
    for row in rows[ace_runs]:
        for start, end in combinations(range(len(row) + 1), 2):
            if 3 <= end - start <= 13:
                found |= {mask(" ".join(rank + suit for rank in row[start:end])) for suit in "SHDC"}
    return sorted(found)


def sets() -> list[tuple[int, ...]]:
    aces = [1 << 13 * suit for suit in range(4)]
    return [*combinations(aces, 3), *combinations(aces, 4)]


@pytest.mark.parametrize("ace_runs", ACE_RUNS)
def test_every_meld_round_trips(ace_runs: str) -> None:
    rules = Rules(ace_runs)
    for meld in each_meld(ace_runs):
        holding = Holding("melds", meld, (meld,), 0)
        assert parse_holding(format_holding(holding, rules), "en", rules)[0] == holding


@st.composite
def holdings(draw: st.DrawFn) -> Holding:
    form = draw(st.sampled_from(["cards", "melds", "points", "loose", "count", "call"]))
    if form == "count":
        return count(draw(st.integers(0, 10_000)))
    if form == "call":
        return draw(st.sampled_from([GIN, BIG_GIN]))
    some = draw(st.integers(1, DECK))
    if form in ("cards", "loose"):
        return Holding("cards" if form == "cards" else "loose", some, (), some)
    groups = draw(
        st.lists(st.sampled_from(each_meld("circular")) | st.integers(1, DECK), min_size=1)
    )
    melds, seen = [], 0
    for group in groups:
        if group & ~seen:
            melds.append(group & ~seen)
            seen |= group
    if form == "points":
        return Holding("melds", seen, tuple(melds), 0, draw(st.integers(0, 999)))
    return Holding("melds", seen | some, tuple(melds), some & ~seen)


@given(holdings(), st.sampled_from(ACE_RUNS))
def test_every_holding_round_trips(holding: Holding, ace_runs: str) -> None:
    rules = Rules(ace_runs)
    text = format_holding(holding, rules)
    assert not text.startswith("=")
    assert parse_holding(text, "en", rules) == (holding, ())
    # … and so it does without the short cut for canonical text.
    assert parse_holding(f",{text}", "en", rules) == (holding, ())


@given(holdings())
def test_canonical_text_reads_the_same_typed_in_french(holding: Holding) -> None:
    letters = dict(zip("TJQKSHDC", ["10", *"VDRPCKT"], strict=True))
    french = re.sub("[TJQKSHDC]", lambda found: letters[found[0]], format_holding(holding, LOW))
    assert parse_holding(french, "fr", LOW) == (holding, ())


# Faults


def faults_of(text: str, lang: str = "en") -> tuple[Message, ...]:
    with pytest.raises(GinscoreError) as caught:
        parse_holding(text, lang, LOW)
    return caught.value.faults


def pointed_out(fault: Message) -> str:
    """What the carets of an excerpt stand under; an empty text without an excerpt."""
    line, _, carets = fault.excerpt.partition("\n")
    start = carets.find("^")
    return line[start : start + carets.count("^")] if carets else ""


@pytest.mark.parametrize(
    ("text", "token", "said"),
    [
        # a blank is not zero
        ("", "", "no cards and no points; a blank is not zero"),
        (" , ", "", "no cards and no points; a blank is not zero"),
        ("=", "", "no points behind the equals sign; a blank is not zero"),
        # fractions, negatives and other numbers
        ("2.5", "", "2.5: a fraction; points are whole numbers"),
        ("2,5", "", "2,5: a fraction; points are whole numbers"),
        ("=.5", "", ".5: a fraction; points are whole numbers"),
        ("5/2", "", "5/2: a fraction; points are whole numbers"),
        ("2½", "", "2½: a fraction; points are whole numbers"),
        ("-5", "", "-5: negative points; allowed: 0 to 10000"),
        ("=-5", "", "-5: negative points; allowed: 0 to 10000"),
        ("− 5", "", "− 5: negative points; allowed: 0 to 10000"),
        ("-2.5", "", "-2.5: negative points; allowed: 0 to 10000"),
        ("+5", "", "+5: a sum has a number on each side of a plus"),
        ("4++3", "", "4++3: a sum has a number on each side of a plus"),
        ("9999+2", "", "9999+2: too many points; allowed: 0 to 10000"),
        ("1_0", "", "1_0: not a number of points; write digits only"),
        ("１７", "", "１７: not a number of points; write digits only"),
        ("=gin", "", "gin: not a number of points; write digits only"),
        ("=7S", "", "7S: not a number of points; write digits only"),
        ("10001", "", "10001: too many points; allowed: 0 to 10000"),
        ("9" * 1999, "", "9" * 31 + "…: too many points; allowed: 0 to 10000"),
        # words
        ("foo", "", "foo: neither cards nor points"),
        ("seventeen", "", "seventeen: neither cards nor points"),
        ("17 apples", "", "17 apples: neither cards nor points"),
        # brackets
        ("[7SHD 3C", "[", "a bracket is opened and never closed"),
        ("7SHD] 3C", "]", "a bracket is closed that was never opened"),
        ("[[7SHD] 3C]", "[", "a bracket inside a bracket; each bracket is one meld"),
        ("[7SHD) 3C", ")", "): not the kind of bracket that was opened"),
        ("[7SHD] [] 3C", "[", "an empty bracket; a meld has three cards or more"),
        # points behind melds
        ("[7SHD] =", "=", "no points behind the equals sign; a blank is not zero"),
        ("[7SHD] =-3", "=-3", "-3: negative points; allowed: 0 to 10000"),
        ("[7SHD] =2.5", "=2.5", "2.5: a fraction; points are whole numbers"),
        ("[7SHD] =x", "=x", "x: not a number of points; write digits only"),
        ("[7SHD] =99999", "=99999", "99999: too many points; allowed: 0 to 10000"),
        ("[7SHD] 3D =3", "=3", "=3: deadwood cards and their points; allowed: one of the two"),
        ("[7S 7H 7D] 3D =3", "=3", "=3: deadwood cards and their points; allowed: one of the two"),
        ("7SHD =3", "=3", "=3: points behind cards without brackets"),
        ("=3 [7SHD]", "=3", "=3: allowed at the very end only"),
        ("[7SHD] =3 =4", "=3", "=3: allowed at the very end only"),
        # dots
        ("...", "...", "...: no deadwood cards in front"),
        ("... 7S", "...", "...: allowed at the very end only"),
        ("7S … 8S", "…", "…: allowed at the very end only"),
        ("7S ... 8S", "...", "...: allowed at the very end only"),
        ("[7SHD] ...", "...",
         "...: melds not declared, yet there are brackets; allowed: one of the two"),
    ],
)  # fmt: skip
def test_a_bad_holding_is_pointed_out(text: str, token: str, said: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.code, pointed_out(fault), fault.text) == ("bad-holding", token, said)


@pytest.mark.parametrize(
    ("text", "lang", "hint"),
    [
        ("", "en", "write 0 for no deadwood, or gin"),
        ("...", "en", "write 0 for no deadwood"),
        ("foo", "en", "write cards (7S 7H 7D), points (17) or gin"),
        ("foo", "fr", "write cards (7P 7C 7K), points (17) or gin"),
        ("7S =3", "en", "put each meld in brackets, or write the points alone"),
    ],
)
def test_hints(text: str, lang: str, hint: str) -> None:
    assert faults_of(text, lang)[0].hint_text == hint


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("0H 5S 6S 7S", ["bad-card"]),
        ("king", ["bad-card"]),
        ("hearts", ["bad-card"]),
        ("joker", ["bad-card"]),
        ("KQJ", ["bad-card"]),
        ("4-6", ["bad-card"]),
        ("7 8 9", ["bad-card"]),
        ("gin 7S", ["bad-card"]),
        ("R7 10T 7H", ["bad-card"] * 2),
        ("[7S 0H XC", ["bad-card", "bad-holding"]),
        ("[] 0H [[7S] =3", ["bad-card"] + ["bad-holding"] * 3),
        ("RP7CAC [7C", ["ambiguous-cards", "bad-holding"]),
    ],
)
def test_all_faults_at_once(text: str, codes: list[str]) -> None:
    assert [fault.code for fault in faults_of(text)] == codes


@pytest.mark.parametrize(
    "part", ["[", "]", "[]", "[7S", "x", "7S]", "...7S", "=", "[7SHD]=3", "7S[", "5 "]
)
def test_garbage_is_refused_in_linear_time(part: str) -> None:
    def calls(size: int) -> int:
        return count_calls(lambda: faults_of(part * (size // len(part))))

    # Ten times the text takes about ten times the calls.
    calls(100)
    assert calls(10_000) < 12 * calls(1_000) + 1_000
    faults = faults_of(part * (10_000 // len(part)))
    assert 1 <= len(faults) <= 10


NEARLY_HOLDINGS = st.text("7ASHDCKTR10PVXio-[]=.…½ ,♥gin\ufe0f🂡", max_size=30)


@given(
    st.text(max_size=30) | NEARLY_HOLDINGS, st.sampled_from(["en", "fr"]), st.sampled_from(ACE_RUNS)
)
def test_any_text_is_read_or_refused(text: str, lang: str, ace_runs: str) -> None:
    rules = Rules(ace_runs)
    try:
        holding, _ = parse_holding(text, lang, rules)
    except GinscoreError as error:
        assert_is_complete(error)
    else:
        again, notes = parse_holding(format_holding(holding, rules), "en", rules)
        assert again == holding or holding.repeated
        assert notes == ()


def assert_is_complete(error: GinscoreError) -> None:
    for fault in error.faults:
        assert fault.text
        assert "{" not in fault.hint_text


# Points behind declared melds


def naive_sums(known: str, missing: int, ace_points: int) -> set[int]:
    values = {"A": ace_points, "T": 10, "J": 10, "Q": 10, "K": 10}
    unknown = [name for name in NAMES if name not in known.split()]
    points = [values.get(name[0]) or int(name[0]) for name in unknown]
    return set(map(sum, combinations(points, missing)))


@pytest.mark.parametrize("ace_points", [1, 15])
@pytest.mark.parametrize("missing", [0, 1, 2, 3])
@pytest.mark.parametrize("text", ["[4SHDC]", "[ASHDC] [T-KH]", "[7SHD] [4-6C] [J-KH]"])
def test_points_that_the_missing_cards_can_count(text: str, missing: int, ace_points: int) -> None:
    rules = Rules("low", ace_points)
    melds, _ = parse_holding(text, "en", rules)
    known = " ".join(name for bit, name in enumerate(NAMES) if melds.cards >> bit & 1)
    possible = naive_sums(known, missing, ace_points)
    for points in range(60):
        faults = check_points(melds._replace(points=points), missing, rules)
        assert [fault.code for fault in faults] == ([] if points in possible else ["bad-holding"])


@pytest.mark.parametrize(
    ("text", "missing", "ace_points", "said"),
    [
        ("[7SHD] =3", 0, 1, "3 points for 0 cards not shown; possible: 0"),
        ("[7SHD] =11", 1, 1, "11 points for 1 cards not shown; possible: 1–10"),
        ("[4SHDC] =4", 1, 1, "4 points for 1 cards not shown; possible: 1–3, 5–10"),
        ("[7SHD] =1", 1, 15, "1 points for 1 cards not shown; possible: 2–10, 15"),
        ("[7SHD] =1", 2, 1, "1 points for 2 cards not shown; possible: 2–20"),
    ],
)
def test_impossible_points_say_what_is_possible(
    text: str, missing: int, ace_points: int, said: str
) -> None:
    rules = Rules("low", ace_points)
    faults = check_points(parse_holding(text, "en", rules)[0], missing, rules)
    assert [fault.text for fault in faults] == [said]


@pytest.mark.parametrize(("text", "missing"), [("[7SHD] 3D", 6), ("7SHD", 7), ("[7SHD] =3", -1)])
def test_no_points_to_check(text: str, missing: int) -> None:
    assert check_points(parse_holding(text, "en", LOW)[0], missing, LOW) == []


@pytest.mark.parametrize("text", ["[7S 7H 7D] =", "[7S 7H 7D] = ", "="])
def test_an_equals_sign_without_its_number(text: str) -> None:
    with pytest.raises(GinscoreError, match="a blank is not zero") as refused:
        parse_holding(text, "en", CardRules("low"))
    assert refused.value.code == "bad-holding"


def test_a_run_round_the_corner_is_refused_where_runs_end() -> None:
    with pytest.raises(GinscoreError, match="QKA2C: not a card") as refused:
        parse_holding("QKA2C", "en", CardRules("low"))
    assert refused.value.hint == "that is no run under these rules: ace_runs is low"
    found, _ = parse_holding("QKA2C", "en", CardRules("circular"))
    assert found.cards.bit_count() == 4


def test_a_text_that_is_longer_than_any_holding() -> None:
    with pytest.raises(GinscoreError, match="2001 characters; allowed: 2000 at most"):
        parse_holding("7S " * 667, "en", CardRules("low"))
    # In capitals it is canonical, and is not looked at so closely.
    assert parse_holding("7s".ljust(2_000), "en", CardRules("low"))[0].cards
