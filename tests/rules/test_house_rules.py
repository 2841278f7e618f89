"""House rules as TOML, and rule sets by the name of a preset, of a file or of a sheet."""

from pathlib import Path

import pytest
from hypothesis import given
from variant_values import variants

from ginscore.errors import GinscoreError
from ginscore.files.config import load_variant
from ginscore.files.store import create_sheet
from ginscore.rules.overrides import (
    changed_switches,
    format_house_rules,
    override,
    parse_house_rules,
)
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import ExtraBoxes, Variant
from ginscore.sheet.sheet import Sheet

CLUB = """
name = "Club du jeudi"
base = "classic"

gin_bonus = 30
big_gin_bonus = "null"
teams = "no"            # a word for false
extra_boxes.gin = 2
"""


def read(text: str) -> Variant:
    return parse_house_rules(text, "club.toml")


def refused(text: str) -> list[str]:
    """The refusal of a text, each fault as `place: code: text`."""
    with pytest.raises(GinscoreError) as caught:
        read(text)
    return [f"{one.where}: {one.code}: {one.text}" for one in caught.value.faults]


def test_a_file_of_house_rules() -> None:
    classic = load_preset("classic")
    rules = {"gin_bonus": 30, "big_gin_bonus": None, "extra_boxes.gin": 2}
    labels = {"name": "Club du jeudi", "source": ""}
    assert read(CLUB) == override(classic, rules, labels=labels)


def test_what_a_file_leaves_out() -> None:
    variant = read("gin_bonus = 20")
    assert (variant.name, variant.source) == ("custom", "")
    assert variant.undercut_bonus == load_preset("modern").undercut_bonus
    assert read('base = "oklahoma"').target == 150


@pytest.mark.parametrize(
    ("text", "boxes"),
    [
        ("extra_boxes.gin = 5", (5, 2, 1)),
        ('"extra_boxes".gin = 5', (5, 2, 1)),
        ("extra_boxes\t. gin = 5", (5, 2, 1)),
        ("extra_boxes . gin = 5", (5, 2, 1)),
        ("extra_boxes = { gin = 5 }", (5, 0, 0)),
        ("[extra_boxes]\ngin = 5", (5, 0, 0)),
        ("extra_boxes = 1", (1, 1, 1)),
    ],
)
def test_a_part_or_the_whole(text: str, boxes: tuple[int, int, int]) -> None:
    gin, big_gin, undercut = boxes
    expected = ExtraBoxes(gin=gin, big_gin=big_gin, undercut=undercut)
    assert read(f'base = "hollywood-club"\n{text}').extra_boxes == expected


NOT_RULES = {
    "": "no rule stands in this file; allowed: name, base, source and the switches",
    "[tool.ruff]\nline-length = 100": (
        "no rule stands in this file; allowed: name, base, source and the switches"
    ),
    "gin_bonus": "this is not TOML: ",
    "gin_bonus = ": "this is not TOML: ",
    "gin_bonus = 1\ngin_bonus = 2": "this is not TOML: ",
    f"gin_bonus = {'[' * 5000}": "this is not TOML: ",
    "{}": "this is not TOML: ",
}


@pytest.mark.parametrize("text", NOT_RULES, ids=lambda text: text[:20])
def test_not_a_rule_file(text: str) -> None:
    (fault,) = refused(text)
    assert fault.startswith(f"club.toml: bad-variant-file: {NOT_RULES[text]}")


WRONG: dict[str, list[str]] = {
    "gin_bonus = 1.5\nfoo = 2\ntie = 3": [
        "club.toml:foo: unknown-rule: there is no switch named foo",
        "club.toml:gin_bonus: bad-rule-value: gin_bonus cannot be 1.5",
        "club.toml:tie: bad-rule-value: tie cannot be 3",
    ],
    "extra_boxes.gin = -1": [
        "club.toml:extra_boxes.gin: bad-rule-value: extra_boxes.gin cannot be -1"
    ],
    "target = 'null'\ncolumns = 3": [
        "club.toml:columns: bad-rule-value: columns 3 needs a number as target and scoring winner"
    ],
    "settlement = 'winner_formula'\nbase = 'palace'": [
        (
            "club.toml:settlement: bad-rule-value: box_timing at_once needs box_mode each and "
            "settlement totals"
        )
    ],
    "base = 'clasic'": ["club.toml:base: unknown-variant: there is no variant named clasic"],
    "base = 7": ["club.toml:base: unknown-variant: there is no variant named 7"],
    "name = 7": ["club.toml:name: bad-rule-value: name cannot be 7"],
    "name = 'a;b'": ["club.toml:name: bad-rule-value: name cannot be a;b"],
    "name = ' a'": ["club.toml:name: bad-rule-value: name cannot be a"],
    'name = "a\\nb"': ["club.toml:name: bad-rule-value: name cannot be a b"],
    "name = ''": ['club.toml:name: bad-rule-value: name cannot be ""'],
    f"source = '{'x' * 201}'": [f"club.toml:source: bad-rule-value: source cannot be {'x' * 59}…"],
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:30])
def test_wrong_house_rules(text: str) -> None:
    faults = refused(text)
    assert len(faults) == len(WRONG[text])
    assert all(map(str.startswith, faults, WRONG[text]))


def test_a_label_is_one_line() -> None:
    (fault,) = refused("name = 'a;b'")
    assert fault.endswith("allowed: one printable line of at most 40 characters without ;")


@given(variants())
def test_round_trip(variant: Variant) -> None:
    assert read(format_house_rules(variant)) == variant


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_round_trip(name: str) -> None:
    assert read(format_house_rules(load_preset(name))) == load_preset(name)


def test_the_written_file() -> None:
    lines = format_house_rules(load_preset("rummy-royal")).splitlines()
    assert lines[0] == 'name = "rummy-royal"'
    assert 'target = "null"  # the French sheet in penalty points names none' in lines
    assert "hand_sizes = {2=10, 3=7, 4=7}  # the French sheet in penalty points" in lines
    players = "players = [2, 3, 4]  # the French sheet in penalty points"
    assert lines[lines.index(players) - 1] == "# Seats and deal"


def test_a_changed_value_has_lost_its_source() -> None:
    changed = override(load_preset("classic"), {"gin_bonus": 30})
    assert "gin_bonus = 30" in format_house_rules(changed).splitlines()


def test_quotes_and_backslashes() -> None:
    labels = {"name": 'Chez "\\n"', "source": "C:\\rules"}
    variant = override(load_preset("modern"), {}, labels=labels)
    assert read(format_house_rules(variant)) == variant


def test_load_a_preset_and_change_it() -> None:
    assert load_variant("classic") is load_preset("classic")
    changed = load_variant("classic", {"gin_bonus": 30})
    assert (changed.name, changed.gin_bonus) == ("classic", 30)


@pytest.mark.parametrize("prefix", ["", "\ufeff"])
def test_load_a_file(tmp_path: Path, prefix: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(prefix + CLUB, encoding="utf-8")
    assert load_variant(str(path)) == read(CLUB)
    assert load_variant(path, {"tie": "knocker"}).tie == "knocker"


def test_a_file_without_a_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house").write_text(CLUB, encoding="utf-8")
    Path("modern").write_text(CLUB, encoding="utf-8")
    assert load_variant("house").name == "Club du jeudi"
    # A preset's name is the preset.
    assert load_variant("modern") == load_preset("modern")


UNREADABLE = {
    "nothing.toml": "file-unreadable",
    "nothing.json": "file-unreadable",
    "nothing/here": "file-unreadable",
    "folder.d": "file-unreadable",
    "bytes.toml": "bad-variant-file",
    "nothing": "unknown-variant",
    "": "unknown-variant",
    "x" * 10_000: "unknown-variant",
    "a.b\0": "file-unreadable",
}


@pytest.mark.parametrize("name", UNREADABLE, ids=lambda name: repr(name[:12]))
def test_a_file_that_cannot_be_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.d").mkdir()
    Path("bytes.toml").write_bytes(b"gin_bonus = 20 # \xff\xfe")
    with pytest.raises(GinscoreError) as caught:
        load_variant(name)
    assert caught.value.code == UNREADABLE[name]
    if caught.value.code != "unknown-variant":
        assert caught.value.where == name


@pytest.mark.parametrize("suffix", [".json", ".csv", ".json.bak"])
def test_the_rules_of_a_sheet(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"evening{suffix}"
    sheet = Sheet.new("Ann", "Bob", variant="oklahoma").change_rules({"target": 200})
    create_sheet(path, sheet)
    expected = override(load_preset("oklahoma"), {"target": 200})
    assert load_variant(path) == expected
    assert load_variant(path, {"tie": "knocker"}).tie == "knocker"


def test_where_rules_differ_from_the_preset_whose_name_they_bear() -> None:
    ours = load_variant("classic", {"gin_bonus": 25, "big_gin_bonus": 31})
    assert changed_switches(ours) == ("gin_bonus=25", "big_gin_bonus=31")
    assert changed_switches(load_preset("classic")) == ()
    assert changed_switches(parse_house_rules("gin_bonus = 30", "ours.toml")) == ()


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("0x1" + "0" * 16, "gin_bonus"),
        ("0x" + "F" * 20, "gin_bonus"),
        ("[2, 0x" + "F" * 20 + "]", "players"),
    ],
)
def test_a_number_that_is_larger_than_toml_has(value: str, key: str) -> None:
    with pytest.raises(GinscoreError, match=f"{key}: a number of more than 64 bits") as refused:
        parse_house_rules(f"{key} = {value}", "house.toml")
    assert refused.value.code == "bad-variant-file"


def test_a_part_of_what_has_none() -> None:
    with pytest.raises(GinscoreError, match=r"gin_bonus cannot be \{x=2\}") as refused:
        parse_house_rules("gin_bonus.x = 2", "house.toml")
    assert (refused.value.code, refused.value.where) == ("bad-rule-value", "house.toml:gin_bonus")
