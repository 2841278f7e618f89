"""What scripts import: lazy, typed, documented by examples that run."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ginscore
from ginscore import Sheet, api, bulk
from ginscore.cards import layoffs
from ginscore.cards.layoffs import MODERN, CardRules
from ginscore.errors import EXIT_STATUS
from ginscore.errors import GinscoreError as OurError

CONSUMER = Path(__file__).parents[1] / "data" / "consumer.py"

# Decided from the rule book: what each export is for is in its docstring.
EXPORTS = {
    "GinscoreError", "Settlement", "Sheet", "Variant", "arrangements", "best_defence", "deadwood",
    "format_cards", "load_variant", "parse_cards", "read_sheet", "settle", "write_sheet",
}  # fmt: skip

MELDS = [ginscore.parse_cards(meld) for meld in ("7SHD", "4-6C")]
DECLARED = "[7SHD] [4-6C] [J-KH] 3D"
TOO_LARGE = 1 << 52


@pytest.mark.parametrize("module", [ginscore, api, layoffs], ids=lambda module: module.__name__)
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


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_misspelt_name_fails_type_checking(checker: str, tmp_path: Path) -> None:
    if find_spec(checker) is None:
        pytest.skip(f"{checker} is not here")
    options = {
        "mypy": ["--cache-dir", str(tmp_path)],
        "basedpyright": ["--level", "error", "--pythonpath", sys.executable],
    }
    script = tmp_path / "consumer.py"
    script.write_text(CONSUMER.read_text(encoding="utf-8"), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", checker, *options[checker], script.name],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    told = {int(line) for line in re.findall(r"consumer\.py:(\d+).*error", found.stdout)}
    lines = enumerate(script.read_text(encoding="utf-8").splitlines(), 1)
    assert told == {number for number, line in lines if line.endswith("# wrong")}, found.stdout


@pytest.mark.parametrize("kind", [np.uint64, np.int64, np.int32, np.uint8])
def test_numpy_integers_are_masks(kind: Callable[[int], Any]) -> None:
    mask = 0b110011
    assert ginscore.format_cards(kind(mask)) == "AS 2S 5S 6S"
    assert ginscore.deadwood(kind(mask)) == 14
    assert ginscore.deadwood(kind(mask), ginscore.load_variant("round-the-corner")) == 28
    assert ginscore.arrangements(kind(mask)) == ginscore.arrangements(mask)
    assert ginscore.arrangements(kind(0)) == (((), 0, 0),)
    spread = ginscore.parse_cards("2-4S")
    assert ginscore.best_defence(np.array([spread]), kind(1)).deadwood == 0
    assert ginscore.best_defence([kind(0b111)], np.uint64(8)).deadwood == 0
    mixed = ginscore.best_defence((kind(0b111), np.uint64(spread << 13), spread << 26), 0b1000)
    assert (mixed.lay_offs, mixed.deadwood) == (((0b1000, 1),), 0)


def test_all_that_is_wrong_with_masks_is_told() -> None:
    with pytest.raises(OurError) as found:
        ginscore.best_defence([*MELDS, MELDS[0] | 1], 1)
    told = [(message.code, message.where) for message in found.value.faults]
    assert told == [("duplicate-card", "melds"), ("duplicate-card", "cards"), ("not-a-meld", "")]


def test_a_float_is_no_mask_even_of_a_meld_that_is_known() -> None:
    assert ginscore.best_defence(MELDS, 1).deadwood == 1
    for melds in ([float(MELDS[0])], ["7S"]):
        with pytest.raises(TypeError):
            ginscore.best_defence(melds, 1)  # type: ignore[arg-type]


def test_masks_of_bulk_go_on() -> None:
    masks = bulk.parse_cards(["7S 7H 7D", "KC"])
    assert ginscore.format_cards(masks[0]) == "7S 7H 7D"
    assert [ginscore.deadwood(mask) for mask in masks] == bulk.deadwood(masks).tolist()


@pytest.mark.parametrize("mask", [-1, -(1 << 51), TOO_LARGE, TOO_LARGE | 0b111, (1 << 60) - 1])
@pytest.mark.parametrize(
    "call",
    [
        ginscore.deadwood,
        lambda mask: ginscore.deadwood(mask, ginscore.load_variant("gin-rami")),
        ginscore.arrangements,
        ginscore.format_cards,
        lambda mask: ginscore.best_defence([mask], 0),
        lambda mask: ginscore.best_defence([], mask),
    ],
)
def test_what_is_no_mask(call: Callable[[int], object], mask: int) -> None:
    with pytest.raises(ValueError, match=f"^{mask}: not a mask; a mask is a whole number of 52"):
        call(mask)


@pytest.mark.parametrize("call", [ginscore.deadwood, ginscore.arrangements, ginscore.format_cards])
@pytest.mark.parametrize("value", ["7S", 1.0, None])
def test_what_is_no_number(call: Callable[[Any], object], value: object) -> None:
    with pytest.raises(TypeError, match="integer"):
        call(value)


# A call, what it is refused with, and the place.
REFUSED: list[tuple[Callable[..., object], tuple[object, ...], dict[str, Any], str, str]] = [
    (ginscore.parse_cards, ("XS",), {}, "bad-card", ""),
    (ginscore.parse_cards, ("7S 7S",), {}, "duplicate-card", ""),
    (ginscore.parse_cards, (" ",), {}, "bad-holding", ""),
    (ginscore.parse_cards, ("7S", "de"), {}, "usage", "lang"),
    (ginscore.parse_cards, ("7S", "EN"), {}, "usage", "lang"),
    (ginscore.best_defence, ([0b11], 8), {}, "not-a-meld", ""),
    (ginscore.best_defence, ([MELDS[0], MELDS[0]], 1), {}, "duplicate-card", "melds"),
    (ginscore.best_defence, ([*MELDS, MELDS[0] | 1], 2), {}, "duplicate-card", "melds"),
    (ginscore.best_defence, (MELDS, MELDS[1] | 1), {}, "duplicate-card", "cards"),
    (ginscore.settle, ("11", "30"), {}, "knock-over-limit", "knocker"),
    (ginscore.settle, ("3", "8"), {"lang": "de"}, "usage", "lang"),
    (ginscore.settle, ("3", "8"), {"variant": "nonsense"}, "unknown-variant", ""),
    (ginscore.settle, ("3", "8", "9"), {}, "wrong-seat-count", ""),
    (ginscore.settle, ("3", "8"), {"names": ["Ann", "ann"]}, "duplicate-name", "names"),
    (ginscore.settle, ("3", "7S 8S"), {}, "wrong-hand-size", "defender"),
    (
        ginscore.settle,
        ("[7SHD] [4-6C] [J-KH] 3D", "8"),
        {"lay_offs": ["9"]},
        "bad-lay-off",
        "defender",
    ),
    (ginscore.load_variant, ("modern", {"gin_bonus": -1}), {}, "bad-rule-value", "rules"),
    (ginscore.load_variant, ("modern", {"gin": 1}), {}, "unknown-rule", "rules"),
    (ginscore.load_variant, ("not/there.toml",), {}, "file-unreadable", "not/there.toml"),
    (ginscore.read_sheet, ("not-there.json",), {}, "sheet-missing", "not-there.json"),
    (ginscore.read_sheet, ("sheet.txt",), {}, "usage", "sheet.txt"),
    (Sheet.new, ("Ann", "Ann"), {}, "duplicate-name", ""),
    (Sheet.new("Ann", "Bob").add, ("Ann", "4", "17"), {"lang": "de"}, "usage", ""),
]


@pytest.mark.parametrize(("call", "texts", "options", "code", "where"), REFUSED)
def test_what_is_refused_is_documented(
    call: Callable[..., object],
    texts: tuple[object, ...],
    options: dict[str, Any],
    code: str,
    where: str,
) -> None:
    with pytest.raises(OurError) as found:
        call(*texts, **options)
    assert found.value.code == code
    assert where in found.value.where
    assert f"`{code}`" in (call.__doc__ or "")


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_a_docstring_names_only_real_codes(name: str) -> None:
    text = getattr(ginscore, name).__doc__.partition("Raises:")[2]
    assert set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", text)) <= EXIT_STATUS.keys()


def test_a_card_in_two_places_is_told_with_every_other() -> None:
    with pytest.raises(OurError) as found:
        ginscore.best_defence([0b111, 0b111], 0b1000 | 0b1)
    assert [fault.text for fault in found.value.faults] == [
        "AS 2S 3S: in more than one meld",
        "AS: both in a meld and held",
    ]


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


def test_the_cards_of_modern_need_no_variant() -> None:
    modern = ginscore.load_variant("modern")
    assert CardRules(*[getattr(modern, switch) for switch in CardRules._fields]) == MODERN


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
