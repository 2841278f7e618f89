"""The French catalogue: whole, compiled, with the same fields, and set as French is."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from catalogue import (
    LANGUAGES,
    PACKAGE,
    compile_catalogue,
    extract,
    format_catalogue,
    main,
    messages_of,
    path_of,
    read_catalogue,
)

from ginscore.cards.cards import LANGUAGES as SPOKEN
from ginscore.show.texts import load_texts

FRENCH: Final = messages_of(read_catalogue("fr"))


def sentences(message: Message) -> Iterator[tuple[str, str]]:
    """Each text of a message with its translation."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        yield from zip(message.id, message.string or ("", ""), strict=True)


PAIRS: Final = [pair for message in FRENCH.values() for pair in sentences(message)]


def test_every_language_but_english_has_a_catalogue() -> None:
    assert set(SPOKEN) == {"en", *LANGUAGES}


def test_every_text_is_there_and_no_other() -> None:
    """After a change of texts: python tests/catalogue.py update, translate, compile."""
    wanted = set(messages_of(extract()))
    assert wanted - set(FRENCH) == set(), "not in the catalogue"
    assert set(FRENCH) - wanted == set(), "in the catalogue, but in no source"


def test_every_text_is_translated_and_nothing_is_fuzzy() -> None:
    written = path_of("fr", ".po").read_text("utf-8")
    assert not re.search(r"^#~|^#,.*fuzzy", written, re.MULTILINE)
    assert [template for template, shown in PAIRS if not shown.strip("\n")] == []


# Words that are the same in both languages.
SAME: Final = {
    "DATE", "Date", "N", "OPTIONS", "Options", "Arguments", "Gin", "Gins", "Points",
    "gin", "gin {points}", "points", "option", "Source", "total", "pts", "G gin", "Signatures",
    "Jokers", "Playgridia", "fr.wikibooks.org", "rummyrulebook.com (straight gin)",
}  # fmt: skip


def test_what_is_left_as_in_english_is_the_same_word() -> None:
    same = {shown for template, shown in PAIRS if template == shown}
    assert {one for one in same if re.search("[A-Za-z]", re.sub(r"{.*?}", "", prose(one)))} == SAME


def fields(template: str) -> list[str]:
    """The names in braces, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def test_translations_have_the_same_fields() -> None:
    assert [pair for pair in PAIRS if set(fields(pair[0])) != set(fields(pair[1]))] == []


def test_translations_have_the_same_shape() -> None:
    """Examples stay examples, and the blanks around a text stay."""
    for template, shown in PAIRS:
        assert template.startswith("    ") == shown.startswith("    "), template
        assert "\n" in template or (template[-1] == " ") == (shown[-1] == " "), template
        assert len(commands(template)) == len(commands(shown)), template


def commands(text: str) -> list[str]:
    """The lines of a text that show what to type."""
    return re.findall(r"^ {2,4}(?:ginscore|jq) .*", text, re.MULTILINE)


def test_lines_that_are_kept_as_they_are_fit_on_a_page() -> None:
    for _, shown in PAIRS:
        kept = (line for line in shown.splitlines() if line.startswith("    "))
        assert [line for line in kept if len(line) > 80 and not commands(line)] == []


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    """Else: python tests/catalogue.py compile."""
    with path_of("fr", ".mo").open("rb") as file:
        compiled = messages_of(read_mo(file)).values()
    assert sorted(pair for message in compiled for pair in sentences(message)) == sorted(PAIRS)
    with path_of("fr", ".mo").open("rb") as file:
        assert GNUTranslations(file).info()["plural-forms"] == "nplurals=2; plural=(n > 1);"


def test_update_and_compile_change_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def elsewhere(lang: str, suffix: str) -> Path:
        return tmp_path / f"{lang}{suffix}"

    catalogue = read_catalogue("fr")
    written = format_catalogue(catalogue)
    monkeypatch.setattr("catalogue.path_of", elsewhere)
    elsewhere("fr", ".po").write_bytes(written)
    assert main(["update"]) == main(["compile"]) == 0
    assert elsewhere("fr", ".po").read_bytes() == written
    assert elsewhere("fr", ".mo").read_bytes() == compile_catalogue(catalogue)
    assert main(["translate"]) == 2


@pytest.mark.parametrize(("count", "shown"), [(0, "0 boîte"), (1, "1 boîte"), (2, "2 boîtes")])
def test_plurals(count: int, shown: str) -> None:
    assert load_texts("fr").plural("{count} box", "{count} boxes", count) == shown


# How French is set


def prose(text: str) -> str:
    """A text without its fields, what is to be typed, and what stands in straight quotes."""
    text = re.sub(r"\{\{.*?\}\}", "x", text)
    lines = (line for line in text.split("\n") if not commands(line))
    return re.sub(r'"[^"]*"|`[^`]*`|ginscore-sheet 1; [^ ]+; [^ ]+; ', "x", "\n".join(lines))


# A pattern of what is wrong → what is wrong with it.
WRONG: Final = {
    r"[^\u00a0]%(?!\S)": "no no-break space before a percent sign",
    r"«[^\u00a0]": "no no-break space after the opening quote",
    r"[^\u00a0]»": "no no-break space before the closing quote",
    r"(?<=[^\u00a0\n]):(?=\s|$)": "no no-break space before a colon",
    r"(?<=[^\u202f\n])[;!?](?=[\s)]|$)": "no narrow no-break space before ; ! or ?",
    r"(?<=[A-Za-zÀ-ÿ])'(?=[A-Za-zÀ-ÿ«])": "a straight apostrophe",
    r"[“”]": "English quotes",
    r"[\u0300-\u036f]": "a letter in two parts",
    r" {2}(?![ ]|\S+ {2}|\S+$).*\.$": "two blanks in a sentence",
}


# A wording that a French ear stops at → why.
UNHEARD: Final = {
    r"^[Ii]l (?!faut)|[.!?] Il ": "a sentence that begins with il, and no noun before it",
    r"permis\u00a0:": "values are admitted: valeurs admises",
    r"\bfut\b": "a past of tales",
    r"\d\.\d\d\b": "a decimal point",
    r"\b(?:tube|file de)\b": "a pipe is a flux",
    r"[Bb]ois mort(?!\u00a0»)|\bbiggin\b": "cartes mortes, grand gin",
    r"un blanc|pas de tel": "a literal translation",
}


@pytest.mark.parametrize("pattern", UNHEARD, ids=UNHEARD.values())
def test_wording(pattern: str) -> None:
    assert [shown for _, shown in PAIRS if re.search(pattern, prose(shown))] == []


@pytest.mark.parametrize("pattern", WRONG, ids=WRONG.values())
def test_typography(pattern: str) -> None:
    assert [shown for _, shown in PAIRS if re.search(pattern, prose(shown), re.MULTILINE)] == []


def test_quotes_are_closed() -> None:
    for _, shown in PAIRS:
        assert shown.count("«") == shown.count("»")
        assert shown.count("(") == shown.count(")")


# Texts are marked where they are written

# Calls that take a text of ours: the function's name → where the text stands among its arguments.
SAYING: Final = {
    "texts": 0, "talk": 0, "refuse": 1, "fault": 1, "warning": 1, "message": 0, "hint": 0,
}  # fmt: skip
KEYWORDS: Final = ("hint", "help", "metavar")


def unmarked(source: str) -> Iterator[str]:
    """The texts in a source that nobody has marked for the catalogue."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        at = SAYING.get(name)
        said = [] if at is None else node.args[at : at + 1]
        said += [one.value for one in node.keywords if one.arg in KEYWORDS]
        if name == "N_":
            yield from (ast.unparse(node) for one in node.args if not _is_text(one))
        else:
            yield from (
                ast.unparse(one) for one in said if _is_text(one) and ast.unparse(one) != "''"
            )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_texts_are_marked(path: Path) -> None:
    assert [*unmarked(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    ["texts('Hands')", "refuse('usage', 'no')", "Option(help='Why')", "N_(name)", "talk(f'{n}')"],
)
def test_an_unmarked_text_is_found(source: str) -> None:
    assert [*unmarked(source)] != []
