"""French as it is read: what the help shows can be typed, places, numbers, old terminals."""

import json
import shlex
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO, TextIOWrapper

import pytest
from cli_runs import Cli

from ginscore.cli.app import COMMANDS
from ginscore.cli.console import plain
from ginscore.cli.reports import START
from ginscore.errors import Money
from ginscore.show.texts import Texts, load_texts, visible

FR = load_texts("fr")


def examples(text: str) -> list[str]:
    """The command lines of a help page."""
    lines = (line.strip() for line in text.splitlines() if line.startswith("  "))
    return [line.partition("   ")[0] for line in lines if line.startswith("ginscore ")]


def pairs() -> Iterator[tuple[str, str]]:
    """Every example that judges a hand, in English and in French."""
    pages = [START] + [
        page
        for module in {row.module for row in COMMANDS}
        for page in getattr(import_module(f"ginscore.cli.{module}"), "ABOUT", {}).values()
    ]
    for page in pages:
        yield from zip(examples(Texts()(page)), examples(FR(page)), strict=True)


JUDGED = [
    pair for pair in pairs() if pair[0].split()[1] in ("settle", "melds", "compare", "explain")
]


@pytest.mark.parametrize(("english", "french"), sorted(set(JUDGED)))
def test_an_example_of_the_help_says_the_same_in_both_languages(
    cli: Cli, english: str, french: str
) -> None:
    answers = [
        cli(*shlex.split(line)[1:], "-f", "json", "--lang", lang)
        for line, lang in ((english, "en"), (french, "fr"))
    ]
    found = [json.loads(answer.out) for answer in answers]
    for answer in found:
        answer.get("warnings", []).clear()
    assert found[0] == found[1]
    assert answers[0].err == answers[1].err == ""


def test_every_example_has_its_like() -> None:
    assert len(JUDGED) > 10
    for english, french in pairs():
        assert english.split()[:2] == french.split()[:2]


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        ("contre", "undercut"),
        ("Grand gin", "big-gin"),
        ("donne-morte", "dead-hand"),
        ("tie", "tie"),
    ],
)
def test_words_of_the_game_are_explained_by_their_french_names(
    cli: Cli, word: str, topic: str
) -> None:
    found = cli("explain", word, "--lang", "fr", "-f", "json").out
    assert found == cli("explain", topic, "-f", "json").out
    assert f" {_shown(word)}," in " ".join(cli("explain", "--lang", "fr").out.split())


def _shown(word: str) -> str:
    return word.lower().replace("-", " ")


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        ("knocker", "frappeur"),
        ("defender2", "défenseur 2"),
        ("upcard", "retourne"),
        ("cards", "cartes"),
        ("NAME", "NOM"),
        ("KNOCKER DEFENDER", "FRAPPEUR DÉFENSEUR"),
        ("a.csv: row 3, column entry", "a.csv: rangée 3, colonne entry"),
        ("a.json: line 12, column 4", "a.json: ligne 12, colonne 4"),
        ("hand 3", "donne 3"),
        ("entry 3: deadwood", "écriture 3: deadwood"),
        ("--rule", "--rule"),
        ("knocker.json", "knocker.json"),
        ("knocker.deadwood", "knocker.deadwood"),
        ("./cards", "./cards"),
        ("Ann", "Ann"),
        ("", ""),
    ],
)
def test_a_place(where: str, shown: str) -> None:
    assert FR.place(where) == shown
    assert Texts().place(where) == where.replace("defender2", "defender 2")


def test_numbers_of_people_have_a_comma() -> None:
    assert FR("{it}", it=Money("-12.50")) == "−12,50"
    assert Texts()("{it}", it=Money("-12.50")) == "−12.50"
    assert FR("{it}", it="12.50") == "12.50"


def test_clauses_are_parted_as_the_language_does() -> None:
    assert FR.clauses(["gin", "corrigée"]) == "gin\u202f; corrigée"
    assert Texts().clauses(["gin", "edited"]) == "gin; edited"


def test_a_no_break_space_is_shown_as_it_is() -> None:
    assert visible("un\u00a0; deux\u202f!\u2028") == "un\u00a0; deux\u202f!\\u2028"
    # What joins and parts letters is a part of names; what turns a line is not.
    assert visible("می\u200cنا \u200d\u202e\u200b") == "می\u200cنا \u200d\\u202e\\u200b"


def test_a_warning_is_set_as_french_is(cli: Cli) -> None:
    shown = cli("settle", "7", "20", "--variant", "gin-rami", "--lang", "fr").out
    assert "avertissement\u00a0: retourne\u00a0: knock-limit-unknown\u00a0: " in shown
    assert "\\xa0" not in shown


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("é", "e"),
        ("Ç", "C"),
        ("œ", "oe"),
        ("«", '"'),
        ("\u00a0", " "),
        ("\u202f", " "),
        ("−", "-"),
        ("♥", "♥"),
    ],
)
def test_what_an_old_terminal_gets(character: str, shown: str) -> None:
    assert plain(character) == shown


def test_a_terminal_without_accents(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(TextIOWrapper):
        def isatty(self) -> bool:
            return True

    written = BytesIO()
    terminal = Terminal(written, "ascii")
    monkeypatch.setattr("sys.stdout", terminal)
    cli("explain", "gin-undercut", "--lang", "fr", "--color", "never")
    terminal.flush()
    assert written.getvalue().startswith(b'" Un gin peut etre contre "\n')


def test_french_by_the_locale(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    assert cli("settle", "4", "17").out.startswith("Règles\u00a0: modern")
    assert cli("settle", "4", "17", "--lang", "en").out.startswith("Rules: modern")
    assert cli("--help").out.startswith("Usage\u00a0: ginscore")


def test_machines_are_told_the_same_in_every_language(cli: Cli) -> None:
    for form in ("json", "csv"):
        for words in (["variants", "show", "modern"], ["compare", "5", "5"], ["settle", "99", "3"]):
            english = cli(*words, "-f", form, "--lang", "en")
            assert cli(*words, "-f", form, "--lang", "fr").out == english.out
    assert cli("settle", "99", "3", "-f", "json", "--lang", "fr").errors == (
        cli("settle", "99", "3", "-f", "json", "--lang", "en").errors
    )
