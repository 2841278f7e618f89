"""What scripts import: lazy, typed, documented by examples that run."""

import doctest
from pathlib import Path

import pytest

import ginscore
from ginscore import api
from ginscore.errors import GinscoreError as OurError

# Decided from the rule book: what each export is for is in its docstring.
EXPORTS = {
    "GinscoreError", "Settlement", "Sheet", "Variant", "arrangements", "best_defence", "deadwood",
    "format_cards", "load_variant", "parse_cards", "read_sheet", "settle", "write_sheet",
}  # fmt: skip


@pytest.mark.parametrize("module", [ginscore, api], ids=lambda module: module.__name__)
def test_the_examples_run(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted > 0
    assert results.failed == 0


def test_exports() -> None:
    assert set(ginscore.__all__) == EXPORTS
    assert set(dir(ginscore)) >= EXPORTS
    for name in EXPORTS:
        assert getattr(ginscore, name).__doc__


def test_no_other_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = ginscore.nonsense  # type: ignore[attr-defined]


def test_cards_melds_and_defence_by_default_and_by_rules() -> None:
    cards = ginscore.parse_cards("QC KC AC 2C 3C 5D 5H 5S 9D 2S")
    assert ginscore.deadwood(cards) == 31
    assert ginscore.deadwood(cards, ginscore.load_variant("gin-rami")) == 11
    assert ginscore.arrangements(cards)[0].points == 31
    assert ginscore.format_cards(ginscore.parse_cards("RP 10C", lang="fr")) == "KS TH"
    spread = [ginscore.parse_cards("4S 5S 6S")]
    rules = ginscore.load_variant("modern", {"layoff_chain": "none"})
    defender = ginscore.parse_cards("7S 8S KD")
    assert ginscore.best_defence(spread, defender).deadwood == 10
    assert ginscore.best_defence(spread, defender, rules).deadwood == 18


def test_settle() -> None:
    assert ginscore.settle("4", "17").points == 13
    classic = ginscore.load_variant("classic")
    assert ginscore.settle("10", "2", variant=classic, rules={"undercut_bonus": 5}).points == 13
    assert ginscore.settle("0", "30", variant="oklahoma", upcard="7S").points == 110
    assert ginscore.settle("0", "30", big_gin=True).kind == "big_gin"
    penalty = ginscore.settle("6", "20", "15", variant="rummy-royal", names=["A", "B", "C"])
    assert penalty.scores == {"A": 0, "B": 14, "C": 9}
    assert isinstance(penalty, ginscore.Settlement)


def test_errors_are_value_errors_with_code_hint_and_place() -> None:
    with pytest.raises(ginscore.GinscoreError) as found:
        ginscore.settle("11", "30")
    assert isinstance(found.value, ValueError)
    assert (found.value.code, found.value.where) == ("knock-over-limit", "knocker")
    assert found.value.template.format(**found.value.fields) == found.value.faults[0].text
    assert ginscore.GinscoreError is OurError
    with pytest.raises(OurError, match="unknown-rule"):
        ginscore.settle("4", "17", rules={"nonsense": 1})
    with pytest.raises(OurError, match="unknown-variant"):
        ginscore.load_variant("nonsense")


def test_sheets(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    sheet = ginscore.Sheet.new("Ann", "Bob")
    ginscore.write_sheet(path, sheet)
    assert ginscore.read_sheet(path) == sheet
    assert ginscore.load_variant(path) == ginscore.load_variant("modern")
