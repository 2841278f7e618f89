"""Every text goes through `Texts`: fields, faces, plurals, the reader's words made safe."""

import gettext as stdlib_gettext

import pytest

from ginscore.cards.cards import DECK, LANGUAGES, each_card, format_card
from ginscore.cards.notation import parse_card
from ginscore.errors import CardText, Message, Term, refuse
from ginscore.show.layout import Style, pad, pad_left, width
from ginscore.show.texts import TERMS, Texts, load_texts, visible

EN, FR = Texts(), Texts("fr")


@pytest.mark.parametrize(
    ("texts", "canonical", "shown"),
    [
        (EN, "TH", "10♥"),
        (EN, "AS 7D KC", "A♠ 7♦ K♣"),
        (FR, "TH JH QH KH AH", "10♥ V♥ D♥ R♥ A♥"),
        (Texts(letters=True), "TH KC", "10H KC"),
        (Texts("fr", letters=True), "JC TS QD KH", "VT 10P DK RC"),
        (EN, "[7S 7H 7D] KS =3", "[7♠ 7♥ 7♦] K♠ =3"),
        (EN, "KS 6D ...", "K♠ 6♦ ..."),
        (EN, "17", "17"),
    ],
)
def test_cards_have_the_faces_of_the_reader(texts: Texts, canonical: str, shown: str) -> None:
    assert texts.cards(canonical) == shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("letters", [False, True])
def test_shown_cards_are_read_back(lang: str, letters: bool) -> None:
    texts = Texts(lang, letters=letters)
    for card in each_card(DECK):
        assert parse_card(texts.cards(card), lang) == card
        assert texts.cards(card) == texts.cards(format_card(card))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (12, "12"),
        (-36, "−36"),
        (Term("big_gin"), "big gin"),
        (Term("defender2"), "defender 2"),
        (Term("undercut"), "undercut"),
        (CardText("7S TH"), "7♠ 10♥"),
        (CardText("biggin"), "big gin"),
        ("knocker", "knocker"),
        ("7S TH", "7S TH"),
        ((Term("gin"), "Ann", 3), "gin, Ann, 3"),
        (Message("x", "found {card}", {"card": CardText("TH")}), "found 10♥"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines", "two\\nlines"),
        ("Zoë 🂡", "Zoë 🂡"),
    ],
)
def test_a_field_is_shown_by_what_it_is(value: object, shown: str) -> None:
    assert EN("{it}", it=value) == shown


def test_a_very_long_word_of_the_reader_is_cut() -> None:
    assert len(visible("x" * 10_000)) < 1_100


@pytest.mark.parametrize(("count", "shown"), [(0, "0 boxes"), (1, "1 box"), (2, "2 boxes")])
def test_plurals(count: int, shown: str) -> None:
    assert EN.plural("{count} box", "{count} boxes", count) == shown


def test_another_language_translates_templates_terms_hints_and_places() -> None:
    words = {"found {card}": "trouvé {card}", "try {what}": "essayez {what}", "knocker": "frappeur"}
    texts = Texts("fr", lambda text: words.get(text, text))
    error = refuse(
        "bad-card", "found {card}", hint="try {what}", card=CardText("KH"), what=Term("knocker")
    )
    assert texts.message(error.faults[0]) == "trouvé R♥"
    assert texts.hint(error.faults[0]) == "essayez frappeur"
    assert texts.place("knocker --rule") == "frappeur --rule"
    assert texts.hint(refuse("bad-card", "x").faults[0]) == ""


def test_english_needs_no_catalogue_and_french_has_one() -> None:
    assert load_texts("en").lang == "en"
    assert load_texts("fr", letters=True).cards("KH") == "RC"
    assert isinstance(
        stdlib_gettext.translation("none", fallback=True), stdlib_gettext.NullTranslations
    )


def test_terms_are_the_words_of_json_in_english() -> None:
    assert all(EN.term(word) == english for word, english in TERMS.items())
    assert EN.term("anything else") == "anything else"


def test_style_without_colour_changes_nothing() -> None:
    plain = Style()
    text = "10♥ Q♦ 3♠"
    assert {plain.bold(text), plain.bad(text), plain.good(text), plain.faces(text)} == {text}


def test_style_with_colour() -> None:
    style = Style(colour=True)
    assert style.bold("Ann") == "\x1b[1mAnn\x1b[0m"
    assert style.faces("10♥ 3♠ 4♦") == "\x1b[31m10♥\x1b[0m 3♠ \x1b[31m4♦\x1b[0m"
    assert style.good("") == ""


@pytest.mark.parametrize(
    ("text", "columns"),
    [("Ann", 3), ("Zoë", 3), ("10♥ − 3", 7), ("小林", 4), ("e\u0301", 1), ("17 − 4", 6)],
)
def test_width_is_what_a_terminal_takes(text: str, columns: int) -> None:
    assert width(text) == columns
    assert width(pad(text, 9)) == width(pad_left(text, 9)) == 9
