"""`batch`: streams of hands, whatever stands in them, and what must come out."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Answer, Cli
from hypothesis import assume, given
from hypothesis import strategies as st

import ginscore
from ginscore.cards.cards import DECK, format_cards
from ginscore.errors import GinscoreError
from ginscore.files.batch import Batch, rules_by_name
from ginscore.files.batch_lines import CARD_HEADS, HAND_HEADS
from ginscore.files.lines import read_lines
from ginscore.rules.presets import load_preset

SPREAD = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
DEFENDER = "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
MODERN = load_preset("modern")
PROGRAM = [sys.executable, "-m", "ginscore", "batch"]
COUNTS = b'{"knocker":"4","defender":"17"}\n'


def answers(lines: bytes | str, **options: Any) -> list[dict[str, Any]]:
    """What the lines are answered, as JSON."""
    text = lines.encode() if isinstance(lines, str) else lines
    found = Batch(MODERN, **options).answers(read_lines(io.BytesIO(text), len_of_pause))
    return [json.loads(line) for line in found]


def len_of_pause(read: int) -> None:
    assert read >= 0


def answer(line: bytes | str, **options: Any) -> dict[str, Any]:
    (found,) = answers(line, **options)
    return found


def told(**keys: Any) -> str:
    return json.dumps({"knocker": "4", "defender": "17"} | keys)


# --- Lines ---


class Drops:
    """A stream that gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, content: bytes, sizes: Iterable[int]) -> None:
        self.stream = io.BytesIO(content)
        self.sizes = iter(sizes)

    def read1(self, size: int) -> bytes:
        return self.stream.read(min(size, next(self.sizes, size)))


@given(st.binary(max_size=60), st.lists(st.integers(1, 9)))
def test_lines_are_those_of_the_whole_text(content: bytes, sizes: list[int]) -> None:
    assume(not content.startswith((BOM_UTF16_BE, BOM_UTF16_LE)))
    wanted = content.split(b"\n")
    if not wanted[-1]:
        del wanted[-1]
    assert list(read_lines(Drops(content, sizes), len_of_pause)) == wanted


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("sizes", [[1] * 60, [3] * 20, [60]])
def test_lines_in_utf_16_are_handed_on_in_utf_8(encoding: str, sizes: list[int]) -> None:
    content = "\ufeffZoé\n♥ 🂡\n".encode(encoding)
    lines = list(read_lines(Drops(content, sizes), len_of_pause))
    assert [line.decode("utf-8-sig") for line in lines] == ["Zoé", "♥ 🂡"]


def test_a_pause_before_every_wait() -> None:
    log: list[object] = []
    log.extend(read_lines(Drops(b"a\nb\nc", [2, 2, 1]), log.append))
    assert log == [0, b"a", 2, b"b", 2, 1, b"c"]


@pytest.mark.parametrize("sizes", [[1] * 40, [3] * 20, [4, 1, 9, 9, 9]])
def test_a_long_line_is_cut(sizes: list[int]) -> None:
    lines = list(read_lines(Drops(b"ab\n" + b"x" * 20 + b"\nabcd\n", sizes), len_of_pause, 4))
    assert [len(line) for line in lines] == [2, 5, 4]


# --- JSON in ---


def test_a_settled_line_is_settles_json() -> None:
    found = answer(told(id="a", knocker=SPREAD, defender=DEFENDER, upcard="7h", names=["Ann", "B"]))
    line, name = found.pop("line"), found.pop("id")
    ruling = ginscore.settle(SPREAD, DEFENDER, upcard="7H", names=["Ann", "B"])
    assert (line, name) == (1, "a")
    assert found == json.loads(ruling.model_dump_json())
    assert list(found) == list(json.loads(ruling.model_dump_json()))


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ({}, {"points": 13, "variant": "modern"}),
        ({"knocker": 4, "defender": 17}, {"points": 13}),
        ({"defender": None, "defenders": ["17"]}, {"points": 13}),
        ({"upcard": None, "names": None, "lay_off": None, "variant": None, "rules": None}, {}),
        ({"upcard": "", "names": "", "lay_off": "", "variant": "", "rules": "", "big_gin": ""}, {}),
        ({"names": "Ann, Bob"}, {"scores": {"Ann": 13, "Bob": 0}}),
        ({"names": [" Ann", "Bob"]}, {"scores": {"Ann": 13, "Bob": 0}}),
        ({"knocker": 0, "big_gin": True}, {"kind": "big_gin", "points": 48}),
        ({"knocker": "gin", "big_gin": "x"}, {"kind": "big_gin"}),
        ({"knocker": "gin", "big_gin": "No"}, {"kind": "gin"}),
        ({"knocker": "gin", "variant": "classic"}, {"points": 37, "variant": "classic"}),
        ({"knocker": "gin", "rules": {"gin_bonus": 30}}, {"points": 47}),
        ({"knocker": "gin", "rules": "gin_bonus=30; extra_boxes=2"}, {"points": 47, "boxes": 3}),
        ({"variant": "rummy-royal", "defender2": "9", "defender3": ""}, {"points": 18}),
        ({"variant": "rummy-royal", "defender2": 9, "defender3": 5}, {"points": 19}),
        ({"knocker": SPREAD, "defender": DEFENDER}, {"points": 12}),
        ({"knocker": SPREAD, "defender": DEFENDER, "lay_off": ["7C:1"]}, {"points": 15}),
        ({"knocker": SPREAD, "defender": DEFENDER, "lay_off": "7C:1|"}, {"points": 15}),
        ({"knocker": SPREAD, "defender": DEFENDER, "lay_off": [""]}, {"points": 22}),
        ({"knocker": SPREAD, "defender": DEFENDER, "lay_off": "|"}, {"points": 22}),
        ({"knocker": SPREAD, "defender": DEFENDER, "lay_off": [None]}, {"points": 12}),
        ({"knocker": "[7SHD] [4-6C] [J-KH] 3♦", "defender": "roi"}, {"errors": ...}),
        ({"knocker": "RP VC ...", "defender": "17"}, {"errors": ...}),
    ],
)
def test_what_a_line_may_tell(keys: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = answer(told(**keys))
    assert {key: found.get(key) if value is not ... else ... for key, value in wanted.items()} == (
        wanted
    )
    assert ("errors" in found) == ("errors" in wanted)


@pytest.mark.parametrize(
    ("line", "code", "where", "says"),
    [
        ("not json", "bad-json", None, "character 1"),
        ('{"knocker":"4",}', "bad-json", None, "not JSON"),
        ('{"knocker":"4"} x', "bad-json", None, "Extra data"),
        ("[1]", "bad-json", None, "not an object"),
        ("null", "bad-json", None, "not an object"),
        (b'{"knocker":"\xff"}', "bad-json", None, "byte 13"),
        ('{"knocker":NaN}', "bad-json", None, "NaN"),
        ('{"knocker":-Infinity}', "bad-json", None, "-Infinity"),
        ('{"id":1e999}', "bad-json", None, "1e999"),
        ('{"id":1,"id":2}', "bad-json", "id", "twice"),
        ('{"id":{"a":1,"a":2}}', "bad-json", "a", "twice"),
        ('{"id":"\\ud800"}', "bad-json", None, "half a character"),
        ('{"\\ud800":1,"\\ud800":2}', "bad-json", "\\ud800", "twice"),
        ('{"id":' + "[" * 100_000 + "}", "bad-json", None, "too deeply"),
        ('{"id":' + "9" * 5000 + "}", "bad-json", None, "too long"),
        (told(defendr="17"), "bad-json", "defendr", "allowed: id, knocker"),
        (told(knocker=["4"]), "bad-json", "knocker", "allowed: a text or a number"),
        (told(knocker=True), "bad-json", "knocker", "true"),
        (told(knocker={}), "bad-json", "knocker", "{}"),
        (told(knocker="7S " * 2000), "bad-json", "knocker", "6000 characters"),
        (told(defenders=["17"]), "bad-json", "defenders", "one of the two"),
        ('{"knocker":"4","defenders":"17"}', "bad-json", "defenders", "a list"),
        (told(names=5), "bad-name", "names", "number of names: 1"),
        (told(names=[["a"], "b"]), "bad-json", "names", "a text"),
        (told(big_gin="maybe"), "bad-json", "big_gin", "true or false"),
        (told(big_gin=[0]), "bad-json", "big_gin", "a text"),
        (told(lay_off={"a": 1}), "bad-json", "lay_off", "a text"),
        (told(rules=[1]), "bad-json", "rules", "an object"),
        (told(rules="foo"), "bad-rule-value", "rules", "NAME=VALUE"),
        (told(rules={"nonsense": 1}), "unknown-rule", "rules", "nonsense"),
        (told(rules={"gin_bonus": -1}), "bad-rule-value", "rules", "gin_bonus"),
        (told(variant="clasic"), "unknown-variant", "variant", "clasic"),
        (told(variant="none.toml"), "unknown-variant", "variant", "none.toml"),
        (told(knocker="11"), "knock-over-limit", "knocker", "11"),
        (told(knocker=-4), "bad-holding", "knocker", "negative"),
        (told(knocker=4.5), "bad-holding", "knocker", "fraction"),
        (told(knocker=""), "bad-holding", "knocker", "blank is not zero"),
        (told(knocker=None), "bad-holding", "knocker", "blank is not zero"),
        (told(defender=""), "bad-holding", "defender", "blank is not zero"),
        ('{"knocker":"4"}', "wrong-seat-count", "defenders", "players: 1"),
        (told(upcard="7"), "bad-card", "upcard", "7"),
        (told(lay_off=["7C:1", "7C:1"]), "bad-lay-off", "lay_offs", "2 defenders"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str | bytes) else "",
)
def test_a_bad_line(line: bytes | str, code: str, where: str | None, says: str) -> None:
    found = answer(line)
    assert found.keys() == {"line", "id", "errors"}
    assert all(one.keys() == {"code", "message", "where", "hint"} for one in found["errors"])
    first = found["errors"][0]
    assert (first["code"], first["where"]) == (code, where)
    assert says in first["message"]


def test_every_fault_of_a_line() -> None:
    found = answer(told(knocker="7X", defender="-1", variant="nonsense", rules="tie=x"))
    codes = [(one["code"], one["where"]) for one in found["errors"]]
    assert codes == [
        ("unknown-variant", "variant"),
        ("bad-card", "knocker"),
        ("bad-holding", "defender"),
    ]


@pytest.mark.parametrize("rules", [7, [1], "foo", {"nonsense": 1}])
def test_wrong_rules_hide_no_fault_of_the_hand(rules: object) -> None:
    first, *others = answer(told(knocker="7X", upcard="7", rules=rules))["errors"]
    assert first["where"] == "rules"
    assert [(one["code"], one["where"]) for one in others] == [
        ("bad-card", "knocker"),
        ("bad-card", "upcard"),
    ]


def test_every_value_of_a_wrong_type_is_told() -> None:
    found = answer(told(knocker=["4"], big_gin="maybe", names={"a": 1}, rules=7))["errors"]
    assert [one["where"] for one in found] == ["knocker", "big_gin", "names", "rules"]


@pytest.mark.parametrize(
    "name",
    ["a", "", "é𝄞\u2028", 7, -(10**30), 1.5, True, None, [1, {"a": None}], {"b": [2.5, "ü"]}],
)
def test_an_id_comes_back(name: object) -> None:
    assert answer(told(id=name))["id"] == name
    assert answer(told(id=name, knocker="99"))["id"] == name


def test_deep_ids_come_back_or_are_refused_in_their_place() -> None:
    for depth in (300, 2000, 900, 1):
        found = answers(f'{{"id":{"[" * depth}{"]" * depth},"knocker":"4","defender":"17"}}\n' * 2)
        assert [one["line"] for one in found] == [1, 2]
    assert found[0]["id"] == []


SPREAD_OUT = json.dumps({"id": None, "knocker": "4", "defenders": ["17", 9]}, indent=2)
LISTED = json.dumps([{"knocker": "4"}, {"knocker": "3"}])


@pytest.mark.parametrize("line", SPREAD_OUT.splitlines())
def test_every_line_of_spread_json_says_so(line: str) -> None:
    assert "jq -c ." in answer(line)["errors"][0]["hint"]


def test_lists_and_csv_are_recognised() -> None:
    for line in (LISTED, json.dumps({"knocker": "4", "defender": "1"}) + ","):
        assert 'jq -c ".[]"' in answer(line)["errors"][0]["hint"]
    assert "--from csv" in answer("id,knocker,defender")["errors"][0]["hint"]
    assert '{"knocker": "4", "defender": "17"}' in answer("what?")["errors"][0]["hint"]


def test_line_numbers_and_blank_lines() -> None:
    text = b"\xef\xbb\xbf" + COUNTS + b"\r\n \t\r\n" + COUNTS[:-1] + b"\r\nx\n\n\n  " + COUNTS[:-1]
    found = answers(text)
    assert [(one["line"], "errors" in one) for one in found] == [
        (1, False),
        (4, False),
        (5, True),
        (8, False),
    ]


def test_ten_megabytes_in_a_line() -> None:
    long = "x" * 10_000_000
    assert answer(told(id=long))["id"] == long
    found = answers(b'{"id":"' + b"x" * 40_000_000 + b'"}\n' + COUNTS)
    assert [one["line"] for one in found] == [1, 2]
    assert "more than" in found[0]["errors"][0]["message"]


def test_variants_are_loaded_once(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "modern"\ngin_bonus = 33\n', encoding="utf-8")
    rules = rules_by_name(MODERN, allow_files=True)
    first = rules(str(house), "")
    house.unlink()
    assert rules(str(house), "") is first
    assert rules(None, "") is MODERN
    assert rules("classic", '{"gin_bonus": 5}') is rules("classic", '{"gin_bonus": 5}')
    with pytest.raises(GinscoreError, match="unknown-variant"):
        rules("nonsense", "")


# --- CSV ---


def rows(content: str | bytes, **options: Any) -> list[dict[str, Any]]:
    return answers(content, source="csv", **options)


def test_csv_in() -> None:
    found = rows(
        "\ufeffid,knocker,defender,upcard,names,lay_off,variant,rules,big_gin\r\n"
        "x,4,17,,,,playgridia,,\r\n"
        "\r\n"
        ",,,,,,,,\r\n"
        f'"y ""2""",{SPREAD},{DEFENDER},7h,"Ann, Bob",7C:1 3C:2,,,\r\n'
        "z,0,30,7S,,,oklahoma,gin_bonus=0; spade_doubles=no,x\r\n"
        "'=1,'=4,17"
    )
    assert [(one["line"], one["id"]) for one in found] == [
        (2, "x"), (5, 'y "2"'), (6, "z"), (7, "=1")
    ]  # fmt: skip
    assert [one["points"] for one in found] == [13, 12, 61, 13]
    assert found[1]["upcard"] == "7H"
    assert found[1]["scores"] == {"Ann": 12, "Bob": 0}


@pytest.mark.parametrize("text", ["Knocker;DEFENDER\n4;17\n", "knocker\tdefender\tid\n4\t17\t\n"])
def test_semicolons_tabs_and_heads_in_capitals(text: str) -> None:
    assert rows(text)[0]["points"] == 13
    assert rows("sep=;\n" + text)[0]["line"] == 3
    assert rows("id\tknocker\tdefender\n\t4\t17\n")[0]["id"] is None


def test_blank_defenders_do_not_play() -> None:
    text = "knocker,defender,defender2,defender3,variant\n6,20,15,9,rummy-royal\n4,17,,,\n4,,9,,\n"
    found = rows(text)
    assert found[0]["scores"] == {"knocker": 0, "defender1": 14, "defender2": 9, "defender3": 3}
    assert found[1]["points"] == 13
    # A blank between two others is no defender who does not play.
    assert [one["where"] for one in found[2]["errors"]] == ["defender1", "defenders"]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ('"4,17', "bad-csv"),
        ('"4"x,17', "bad-csv"),
        ("4,17,9", "bad-csv"),
        ("4,17,,", None),
        ("4", "wrong-seat-count"),
        (b"4,\xff", "bad-csv"),
        ("4," + "9" * 200_000, "bad-csv"),
        ("4," + "9" * 9_000, "bad-json"),
        ("11,17", "knock-over-limit"),
    ],
)
def test_a_bad_row_spoils_itself_alone(row: str | bytes, code: str | None) -> None:
    content = row if isinstance(row, bytes) else row.encode()
    found = rows(b"knocker,defender\n4,17\n" + content + b"\n4,17\n")
    assert [one["line"] for one in found] == [2, 3, 4]
    assert "errors" not in found[0] | found[2]
    assert found[1].get("errors", [{"code": None}])[0]["code"] == code


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,knocker,defendr\n", 'the head "defendr" is not known'),
        ("knocker,defender,knocker\n", 'the head "knocker" is there twice'),
        ("id,defender\n", 'no head "knocker"'),
        ("", 'no head "knocker"'),
        ("\n\n", 'no head "knocker"'),
        ('"knocker\n', "not a row of CSV"),
        (b"\xff\n", "not UTF-8"),
    ],
)
def test_bad_heads_refuse_the_stream(text: str | bytes, says: str) -> None:
    with pytest.raises(GinscoreError, match=says) as found:
        rows(text)
    assert found.value.code == "bad-csv"
    assert found.value.exit_status == 2


def table(text: bytes, **options: Any) -> list[dict[str, str]]:
    found = b"".join(Batch(MODERN, target="csv", **options).answers(io.BytesIO(text)))
    return list(csv.DictReader(io.StringIO(found.decode(), newline="")))


def test_csv_out() -> None:
    lines = [
        told(id="=x", knocker=SPREAD, defender=DEFENDER, upcard="7H", names=["+Ann", "Bob"]),
        told(id=[1], variant="rummy-royal", defender2="9"),
        told(id=None, knocker="11"),
        "nonsense",
        told(id=4, knocker="gin", defender="KS QS ..."),
    ]
    first, second, third, fourth, fifth = table("\n".join(lines).encode())
    assert tuple(first) == HAND_HEADS
    assert first["id"] == "'=x"
    assert first["knocker_name"] == "'+Ann"
    assert first["knocker_melds"] == "[7S 7H 7D] [4C 5C 6C] [JH QH KH]"
    assert first["defender_lay_offs"] == "7C:1 3C:2"
    assert (first["points"], first["boxes"], first["knocker_score"]) == ("12", "1", "12")
    assert (first["defender_before_lay_offs"], first["defender_best"]) == ("25", "15")
    assert first["defender_deadwood_cards"] == "QS 5D"
    assert first["items"] == "'+Ann:difference=12"
    assert (second["id"], second["defender2_score"], second["defender3_score"]) == ("[1]", "5", "")
    assert (third["id"], third["points"]) == ("", "")
    assert third["errors"].startswith("knock-over-limit: ")
    assert fourth["errors"].startswith("bad-json: ")
    assert fifth["warnings"] == ""
    assert [one["line"] for one in (first, second, third, fourth, fifth)] == list("12345")


# --- Deadwood only ---


def test_only_deadwood() -> None:
    text = """\
7S 7H 7D 4C 5C 6C JH QH KH 3D
{"id": "a", "cards": "7SHD 2H"}

{"id": 2, "cards": ["AS", "2S"]}
"9S"
{"id": 3, "cards": "QC KC AC", "rules": {"ace_runs": "both"}}
{"cards": "AS", "variant": "round-the-corner"}
"""
    found = answers(text, wanted="deadwood")
    assert found == [
        {"line": 1, "id": None, "deadwood": 3},
        {"line": 2, "id": "a", "deadwood": 2},
        {"line": 4, "id": 2, "deadwood": 3},
        {"line": 5, "id": None, "deadwood": 9},
        {"line": 6, "id": 3, "deadwood": 0},
        {"line": 7, "id": None, "deadwood": 15},
    ]


@pytest.mark.parametrize(
    ("line", "code", "where"),
    [
        ("7X", "bad-card", "cards"),
        ("7S 7S", "duplicate-card", "cards"),
        ('{"cards":""}', "bad-holding", "cards"),
        ('{"id":1}', "bad-holding", "cards"),
        ('{"cards":[["7S"]]}', "bad-json", "cards"),
        ('{"cards":"7S","knocker":"4"}', "bad-json", "knocker"),
        ('{"cards":', "bad-json", None),
        ('"7S', "bad-json", None),
    ],
)
def test_bad_cards(line: str, code: str, where: str | None) -> None:
    first = answer(line, wanted="deadwood")["errors"][0]
    assert (first["code"], first["where"]) == (code, where)


def test_the_whole_pack_takes_no_time() -> None:
    assert answer(format_cards(DECK), wanted="deadwood")["deadwood"] == 0


def test_deadwood_as_csv() -> None:
    text = b"id,cards,rules\na,7S 7H 7D 2C,\nb,7X,\nc,AS,ace_points=15\n"
    found = table(text, source="csv", wanted="deadwood")
    assert tuple(found[0]) == CARD_HEADS
    assert [one["deadwood"] for one in found] == ["2", "", "15"]
    assert found[1]["errors"].startswith("bad-card: 7X")


# --- The command ---


@pytest.fixture
def piped(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Runs `batch` on what a pipe brings."""

    def run(content: bytes, *arguments: str) -> Answer:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        return cli("batch", *arguments)

    return run


def test_the_command(piped: Callable[..., Answer]) -> None:
    found = piped(COUNTS * 2 + b"\nx\n", "-")
    assert found.status == 1
    assert [json.loads(line)["line"] for line in found.out.splitlines()] == [1, 2, 4]
    assert found.err == "hands: 3, settled: 2, refused: 1\n"
    assert piped(COUNTS).status == 0
    assert piped(b"").err == "hands: 0, settled: 0, refused: 0\n"
    assert piped(COUNTS, "-", "-q").err == ""
    assert piped(COUNTS, "--variant", "classic", "--rule", "box_bonus=5").out.count("classic") == 1
    assert piped(b"AS 2S\n", "--only", "deadwood").out == '{"line":1,"id":null,"deadwood":3}\n'
    assert piped(b"cards\nAS\n", "--only", "deadwood", "--from", "csv", "-f", "csv").out == (
        "line,id,deadwood,errors\r\n2,,1,\r\n"
    )


def test_files_are_read_by_their_suffix(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.CSV").write_text("knocker,defender\n4,17\n", encoding="utf-8")
    (tmp_path / "a.txt").write_bytes(COUNTS)
    assert json.loads(cli("batch", "a.CSV").out)["line"] == 2
    assert json.loads(cli("batch", "a.txt").out)["line"] == 1
    assert cli("batch", "a.CSV", "--from", "jsonl").status == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.jsonl"], "file-unreadable"),
        (["."], "file-unreadable"),
        (["a\0b"], "file-unreadable"),
        (["--variant", "nonsense", "-"], "unknown-variant"),
        (["--only", "points", "-"], "usage"),
        (["-f", "html", "-"], "usage"),
    ],
)
def test_unusable(cli: Cli, arguments: list[str], code: str) -> None:
    found = cli("batch", *arguments)
    assert found.status == 2
    assert code in found.err
    assert found.out == ""


def test_a_line_names_no_file(
    piped: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends lines may be a stranger: no file of his choosing is opened, or waited for."""
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text('base = "modern"\nundercut_bonus = 20\n', "utf-8")
    os.mkfifo("pipe.toml")
    names = ("/dev/stdin", "/dev/zero", "pipe.toml", "./house.toml", "house.toml", "clasic")
    stream = b"".join(told(variant=name).encode() + b"\n" for name in names) + COUNTS * 3000
    found = piped(stream)
    lines = [json.loads(line) for line in found.out.splitlines()]
    assert [line["points"] for line in lines[len(names) :]] == [13] * 3000
    for line in lines[: len(names)]:
        (error,) = line["errors"]
        assert error["code"] == "unknown-variant"
        assert ("--allow-files" in error["hint"]) == (line["line"] < len(names))


def test_a_line_names_a_file_where_that_is_allowed(
    piped: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text('base = "modern"\nundercut_bonus = 20\n', "utf-8")
    Path("huge.toml").write_text("#" * (1 << 20) + "\n", "utf-8")
    os.mkfifo("pipe.toml")
    names = ("house.toml", "/dev/zero", "pipe.toml", "huge.toml")
    lines = [told(knocker="5", defender="5", variant=name) for name in names]
    stream = "\n".join(lines).encode()
    first, *others = map(json.loads, piped(stream, "--allow-files").out.splitlines())
    assert first["points"] == 20
    assert [line["errors"][0]["code"] for line in others] == ["file-unreadable"] * 3


def test_nothing_named_on_a_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    found = cli("batch")
    assert (found.status, "no file is given" in found.err) == (2, True)


# --- The program ---


def start(*arguments: str, **streams: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*PROGRAM, *arguments], stderr=subprocess.PIPE, **streams)


# On one core, and shared out.
JOBS = pytest.mark.parametrize("jobs", [(), ("--jobs", "2")], ids=["alone", "jobs"])


@JOBS
def test_each_answer_comes_without_waiting_for_more(jobs: tuple[str, ...]) -> None:
    with start("-", *jobs, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        for number in (1, 2):
            program.stdin.write(COUNTS[:9])
            program.stdin.flush()
            program.stdin.write(COUNTS[9:])
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["line"] == number
        program.stdin.close()
        assert program.wait(timeout=60) == 0


@JOBS
def test_a_reader_that_has_seen_enough_is_no_error(jobs: tuple[str, ...]) -> None:
    endless = subprocess.Popen(["yes", COUNTS.decode().strip()], stdout=subprocess.PIPE)
    with endless, start("-", *jobs, stdin=endless.stdout, stdout=subprocess.PIPE) as program:
        assert endless.stdout
        assert program.stdout
        assert program.stderr
        endless.stdout.close()
        assert json.loads(program.stdout.readline())["line"] == 1
        program.stdout.close()
        assert program.wait(timeout=60) == 0
        assert program.stderr.read() == b""


@JOBS
def test_what_is_done_is_kept_on_an_interrupt(tmp_path: Path, jobs: tuple[str, ...]) -> None:
    out = (tmp_path / "out").open("wb")
    with out, start("-", *jobs, stdin=subprocess.PIPE, stdout=out) as program:
        assert program.stdin
        assert program.stderr
        program.stdin.write(COUNTS * 3)
        program.stdin.flush()
        while (tmp_path / "out").stat().st_size == 0:
            assert program.poll() is None
        assert interrupt(program) == 130
        assert program.stderr.read() == b""
    assert (tmp_path / "out").read_bytes().count(b"\n") == 3


def interrupt(program: "subprocess.Popen[bytes]") -> int:
    """The status of a program after Ctrl-C.

    A signal that comes just before Python begins to wait for input is seen only after the input;
    who sits before the screen presses again.
    """
    for _ in range(10):
        program.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return program.wait(timeout=3)
    raise AssertionError("Ctrl-C does not end it")


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("source", ["jsonl", "csv"])
def test_jobs_change_no_byte(tmp_path: Path, source: str, form: str) -> None:
    lines = [
        told(id=at, knocker=str(at % 13), defender="17 ♠" if at % 7 else "XC") for at in range(300)
    ]
    if source == "csv":
        lines = ["id;knocker;defender", *(f"{at};{at % 13};{20 - at % 9}" for at in range(300))]
    hands = tmp_path / f"hands.{source}"
    hands.write_text("\n".join([*lines, "", "not a hand"]), encoding="utf-8")
    alone, shared = (
        subprocess.run(
            [*PROGRAM, str(hands), "-f", form, "--jobs", jobs],
            check=False,
            capture_output=True,
            timeout=120,
        )
        for jobs in ("1", "3")
    )
    assert alone.stdout.count(b"\n") == 301 + (form == "csv")
    assert (shared.returncode, shared.stdout, shared.stderr) == (
        alone.returncode,
        alone.stdout,
        alone.stderr,
    )
    assert alone.returncode == 1


def test_heads_that_are_wrong_are_told_before_any_job(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("nonsense\n4\n", encoding="utf-8")
    with start(str(tmp_path / "hands.csv"), "--jobs", "2", stdout=subprocess.PIPE) as program:
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (2, b"")
    assert b"bad-csv" in err


def peak_memory(lines: int, *jobs: str) -> int:
    """The most memory, in kB, that the program had while it read so many lines."""
    code = (
        "import resource, subprocess, sys\n"
        f"subprocess.run({[*PROGRAM, '-q', '-', *jobs]!r}, stdin=0, check=True, stdout=-3)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], input=COUNTS * lines, capture_output=True, check=True
    )
    return int(found.stdout)


def test_memory_does_not_grow() -> None:
    assert peak_memory(20_000) - peak_memory(100) < 5_000
    assert peak_memory(90_000, "--jobs", "2") - peak_memory(30_000, "--jobs", "2") < 5_000


def seen_on_a_terminal(*arguments: str, quiet_stdout: bool = True) -> str:
    """What stands on the terminal behind stderr, and stdout if it is one too."""
    pty = pytest.importorskip("pty", exc_type=ImportError)
    terminal, program_side = pty.openpty()
    out = subprocess.DEVNULL if quiet_stdout else program_side
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen(
        [*PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=program_side, env=env
    )
    os.close(program_side)
    shown = b""
    try:
        while found := os.read(terminal, 65536):
            shown += found
    except OSError:  # the program has closed its end
        pass
    os.close(terminal)
    assert process.wait(timeout=60) == 0
    return shown.decode()


def test_a_bar_while_somebody_looks(tmp_path: Path) -> None:
    hands = tmp_path / "hands.jsonl"
    hands.write_bytes(COUNTS * 10_000)
    shown = seen_on_a_terminal(str(hands))
    assert "100%" in shown
    assert "hands: 10000" in shown
    assert "a second" in shown
    assert shown.endswith("hands: 10000, settled: 10000, refused: 0\r\n")
    assert seen_on_a_terminal("-q", str(hands)) == ""
    hands.write_bytes(COUNTS)
    assert "%" not in seen_on_a_terminal(str(hands), quiet_stdout=False)
    assert "%" not in seen_on_a_terminal("-")
