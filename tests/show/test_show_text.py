"""Rulings as text: snapshots of what a table reads, and nothing in them left untranslated."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from pseudo import pseudo_texts, untranslated
from pytest_snapshot.plugin import Snapshot

from ginscore.errors import WARNINGS
from ginscore.hand.advice import advise, compare_hand
from ginscore.hand.disputes import check_claims, parse_claim
from ginscore.hand.reading import HandTexts
from ginscore.hand.settlements import settle_dead_hand, settle_texts
from ginscore.rules.overrides import diff_variants, override, parse_rules
from ginscore.rules.presets import PRESETS, load_preset, plain_value
from ginscore.rules.topics import explain, switch_text, topic_texts
from ginscore.rules.variants import SWITCHES, Variant
from ginscore.show import ruling as shown_ruling
from ginscore.show import tables as shown_tables
from ginscore.show.advice import comparison_table, show_advice, show_comparison
from ginscore.show.layout import Style, Table, format_table
from ginscore.show.texts import Texts, load_texts

KNOCKER = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
DEFENDER = "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"


class Case(NamedTuple):
    """One hand to be shown."""

    holdings: Sequence[str]
    variant: str = "modern"
    rules: Sequence[str] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    claims: Sequence[str] = ()

    def show(self, texts: Texts, style: Style) -> str:
        """The ruling as text."""
        rules = override(load_preset(self.variant), parse_rules(self.rules))
        ruling = settle_texts(self.holdings[0], self.holdings[1:], rules, **self.options)
        claims = check_claims(ruling, [parse_claim(one) for one in self.claims])
        ruling = ruling.model_copy(update={"claims": claims})
        return shown_ruling.show_settlement(ruling, rules, texts, style)


CASES = {
    "lay-offs": Case([KNOCKER, DEFENDER], "playgridia"),
    "counts": Case(["4", "17"]),
    "undercut-named": Case(["10", "2"], options={"names": ["Ann", "Bob"]}),
    "gin-spade": Case(["gin", "KS 6D AC ..."], "oklahoma", options={"upcard": "7S"}),
    "gin-only": Case(["0", "30"], "straight"),
    "big-gin": Case(["AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH", "20"]),
    "no-score": Case(["5", "5"], rules=["tie=no_score"]),
    "tie-knocker": Case(["5", "5"], rules=["tie=knocker"]),
    "gin-cancelled": Case(["0", "0"], "round-the-corner"),
    "penalty": Case(
        ["6", "20", "15", "9"], "rummy-royal", options={"names": ["P1", "P2", "P3", "P4"]}
    ),
    "penalty-undercut": Case(["8", "5"], "rummy-royal"),
    "three-seats": Case(["8", "30", "5"], "rummy-royal"),
    "better-defence": Case(
        ["[JC QC KC] [4S 4H 4D] [AS 2S 3S] 2D", "8H 8D 8C 9C TC 6S 3H KD 7S QH"], "playgridia"
    ),
    "better-arrangement": Case(["[2H 3H 4H] [8C 9C TC] 4S 4D AS AD", "40"]),
    "limit-unknown": Case(["7", "20"], "gin-rami"),
    "told-points": Case(["[7SHD] [4-6C] [J-KH] =3", "7C 3C QS 5D ..."]),
    "claims": Case(
        [KNOCKER, DEFENDER],
        claims=["points=22", "winner=knocker", "kind=gin", "defender.deadwood=25"],
    ),
    "wide-names": Case(["10", "2"], options={"names": ["小林", "Zoë"]}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_ruling(name: str, snapshot: Snapshot) -> None:
    snapshot.assert_match(CASES[name].show(Texts(), Style()) + "\n", f"{name}.txt")


@pytest.mark.parametrize("name", ["lay-offs", "claims"])
def test_a_ruling_in_colour_differs_in_nothing_else(name: str) -> None:
    plain, coloured = (CASES[name].show(Texts(), Style(colour)) for colour in (False, True))
    assert coloured != plain
    assert _without_escapes(coloured) == plain


def _without_escapes(shown: str) -> str:
    for code in ("0", "1", "31", "32", "33"):
        shown = shown.replace(f"\x1b[{code}m", "")
    return shown


@pytest.mark.parametrize("name", CASES)
def test_a_ruling_fits_on_a_screen(name: str) -> None:
    shown = CASES[name].show(Texts(), Style())
    lines = shown.splitlines()
    assert len(lines) <= 24
    assert all(
        len(line) <= 80 for line in lines if not line.startswith(("warning", "hint", "claim"))
    )


def test_letters_and_french_faces() -> None:
    letters = CASES["lay-offs"].show(Texts(letters=True), Style())
    assert "JH QH KH" in letters
    assert not set(letters) & set("♠♥♦♣")
    assert "V♥ D♥ R♥" in CASES["lay-offs"].show(Texts("fr"), Style())


# What is not text: codes, names, rules and the values of switches.
DATA = [
    *WARNINGS, *PRESETS, *SWITCHES, "Ann", "Bob", "Zoë", "no_score", "--upcard",
    "winner=knocker", "kind=gin", "points=22", "defender.deadwood=25", "defender.deadwood",
]  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_ruling_is_translated_whole(name: str) -> None:
    shown = CASES[name].show(pseudo_texts(), Style())
    assert untranslated(shown, [*DATA, *CASES[name].rules, "ginscore explain"]) == set()


def test_a_dead_hand_and_points_alone() -> None:
    modern = load_preset("modern")
    dead = settle_dead_hand(modern)
    assert shown_ruling.view_ruling(dead, modern, Texts()).result == "Dead hand: nobody scores."
    assert shown_ruling.show_settlement(dead, modern, Texts(), Style()).endswith("nobody scores.")
    fields = {"kind": None, "winner": "Ann", "points": 18, "boxes": 1, "scores": {"Ann": 18}}
    points = dead.model_copy(update=fields)
    assert shown_ruling.view_ruling(points, modern, Texts()).result == "Hand: Ann scores 18; 1 box."


# The other answers

HANDS = {
    "ten": "7S 7H 7D 4C 5C 6C JH QH KH 3D",
    "eleven": "4H 5H 6H 8C 9C TC QS QH QD 5S AS",
    "all-melded": "AC 2C 3C 4D 5D 6D 7D 8H 9H TH JH",
    "every": "9S 9H 9D 9C 8S 7S 8H 7H",
    "few": "7H 8H 9H 9D 9C",
}


@pytest.mark.parametrize("name", HANDS)
def test_melds(name: str, snapshot: Snapshot) -> None:
    modern = load_preset("modern")
    found = advise(HANDS[name], modern, every=name == "every")
    shown = show_advice(found, modern, Texts(), Style())
    snapshot.assert_match(shown + "\n", f"{name}.txt")
    pseudo = show_advice(found, modern, pseudo_texts(), Style())
    assert untranslated(pseudo, PRESETS) == set()


def test_melds_warns_of_an_unknown_limit() -> None:
    rules = load_preset("gin-rami")
    shown = show_advice(advise("AS 2S 3S 4H 4D 4C 7D 8D 9D 5S", rules), rules, Texts(), Style())
    assert "he may knock" in shown
    assert "warning: upcard: knock-limit-unknown" in shown


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_compare(form: str, snapshot: Snapshot) -> None:
    variants = [load_preset(name) for name in PRESETS]
    hand = HandTexts("5", ["5"], "4H", names=["Ann", "Bob"])
    rulings = compare_hand(hand, variants)
    shown = show_comparison(rulings, "classic", Texts(), Style())
    if form != "text":
        shown = format_table(comparison_table(rulings, Texts()), form)
    snapshot.assert_match(shown + "\n", f"compare.{form}")
    pseudo = show_comparison(rulings, "classic", pseudo_texts(), Style())
    assert untranslated(pseudo, DATA) == set()


@pytest.mark.parametrize("topic", topic_texts())
def test_every_topic_is_translated_whole(topic: str) -> None:
    explanation = explain(topic, load_preset("modern"))
    shown = shown_tables.show_explanation(explanation, pseudo_texts(), Style())
    values = [
        value for value, _ in (*explanation.values, *explanation.presets, *explanation.sources)
    ]
    assert untranslated(shown, [topic, *PRESETS, *values, str(explanation.in_force)]) == set()
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_explanations(snapshot: Snapshot) -> None:
    shown = [
        shown_tables.show_explanation(explain(topic, load_preset("modern")), Texts(), Style())
        for topic in ("layoff_method", "gin-undercut", "gin-rami", "illegal-knock", "game-over")
    ]
    snapshot.assert_match("\n\n".join(shown) + "\n", "explain.txt")


def test_tables_of_rules(snapshot: Snapshot) -> None:
    modern, classic = load_preset("modern"), load_preset("classic")
    tables = [
        shown_tables.variants_table([modern, classic], Texts()),
        shown_tables.differences_table(modern, classic, diff_variants(modern, classic), Texts()),
        shown_tables.switches_table(classic, Texts()),
    ]
    snapshot.assert_match("\n\n".join(map(format_table, tables)) + "\n", "tables.txt")
    assert [row[0] for row in tables[2].rows] == list(SWITCHES)


@pytest.mark.parametrize(
    ("rule", "english", "french"),
    [
        ("gin_bonus=25", "25", "25"),
        ("target=null", "never", "jamais"),
        ("big_gin_bonus=null", "big gin is not played", "le grand gin ne se joue pas"),
        ("teams=no", "no", "non"),
        ("sweep_doubles=yes", "yes", "oui"),
        ("players=[2]", "2", "2"),
        ("players=[2, 3, 4]", "2, 3 or 4", "2, 3 ou 4"),
        ("hand_sizes={2=10}", "10 cards", "10 cartes"),
        ("hand_sizes={2=10, 3=7, 4=7}", "10 for 2 players, 7 for 3 or 4 players",
         "10 à 2 joueurs, 7 à 3 ou 4 joueurs"),
        ("column_factors=[1, 1, 2]", "the third column counts double",
         "la troisième colonne compte double"),
        ("column_factors=[1, 5]", "1, 5", "1, 5"),
        ("extra_boxes=0", "none", "aucune"),
        ("extra_boxes={gin=2, big_gin=2, undercut=0}", "gin 2, big gin 2", "gin 2, grand gin 2"),
        ("ace_runs=circular", "anywhere (circular)", "partout (circular)"),
        ("game_bonus_to=first_to_target", "the first to the target (first_to_target)",
         "le premier à atteindre l’objectif (first_to_target)"),
    ],
)  # fmt: skip
def test_a_value_in_words(rule: str, english: str, french: str) -> None:
    (switch, value), *_ = parse_rules([rule]).items()
    value = check_value(switch, value)
    assert shown_tables.show_value(switch, value, Texts()) == english
    assert shown_tables.show_value(switch, value, load_texts("fr")) == french


def check_value(switch: str, value: object) -> object:
    """The value of a switch as a variant holds it."""
    model = Variant.model_validate(
        {**dict(load_preset("modern")), switch: plain_value(switch, value)}
    )
    return getattr(model, switch)


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_named_value_has_words(switch: str) -> None:
    """A word that `--rule` takes never stands alone."""
    for named, _ in switch_text(switch).values:
        if named.isidentifier() and named not in ("N", "null", "yes", "no"):
            shown = shown_tables.show_value(switch, named, Texts())
            assert shown.endswith(f" ({named})")
            assert len(shown) > len(named) + 3


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("text", "a|b      n\n-----  ---\n1e5     小\n<i> |   01"),
        (
            "markdown",
            "| a\\|b     |   n |\n|:---------|----:|\n| 1e5      |  小 |\n| \\<i\\> \\| |  01 |",
        ),
    ],
)
def test_a_table_reads_nothing_as_a_number(form: str, shown: str) -> None:
    table = Table(["a|b", "n"], [["1e5", "小"], ["<i> |", "01"]], ["left", "right"])
    assert format_table(table, form) == shown


def test_a_table_in_html_is_escaped() -> None:
    table = Table(["<b>"], [["<script>&"]], ["left"])
    shown = format_table(table, "html")
    assert "&lt;script&gt;&amp;" in shown
    assert "<script>" not in shown


def test_an_empty_table_has_its_heads() -> None:
    assert "Switch" in format_table(Table(["Switch"], [], ["left"]))


def test_a_variant_without_a_preset_of_its_name_is_shown() -> None:
    ours = Variant.model_validate({**dict(load_preset("modern")), "name": "ours"})
    assert "Rules: ours" in shown_ruling.show_rule_line(ours, Texts())
