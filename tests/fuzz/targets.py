"""What strangers' bytes go into: one target a parser, each with seeds from the tests' data.

A target takes bytes, and nothing but `GinscoreError` may come out of it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from ginscore.cards.holdings import format_holding, parse_holding
from ginscore.cards.notation import parse_cards_noted
from ginscore.cli.orders import parse_order
from ginscore.files.batch import Batch
from ginscore.files.config import read_config
from ginscore.files.store import Form, format_sheet, parse_sheet
from ginscore.files.verification import verify_content
from ginscore.game.payouts import parse_money
from ginscore.hand.disputes import parse_claims
from ginscore.hand.reading import HandTexts, parse_hand, parse_lay_offs_noted
from ginscore.hand.settlements import settle_hand
from ginscore.rules.overrides import format_house_rules, override, parse_house_rules, parse_rules
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import parse_date
from ginscore.sheet.sheet import Sheet
from ginscore.show.layout import Style
from ginscore.show.sheet import show_sheet
from ginscore.show.texts import Texts

DATA: Final = Path(__file__).parents[1] / "data"
MODERN: Final = load_preset("modern")
NAMES: Final = ("Ann", "Bob")
_MOST_LINES: Final = 500
_ARGUMENTS: Final = 1 << 14  # bytes; what a command line may hold of one kind


class Target(NamedTuple):
    """A parser, what it is fed with at first, and how long an input may be in a long run."""

    parse: Callable[[bytes], object]
    seeds: Sequence[bytes]
    longest: int = 1 << 20  # bytes


def text_of(content: bytes) -> str:
    """Bytes as the command line gives them."""
    return content.decode("utf-8", "surrogateescape")


# Cards and hands


def holding(lang: str, variant: Variant, content: bytes) -> None:
    """A holding, read and written."""
    found, _ = parse_holding(text_of(content), lang, variant)
    format_holding(found, variant)


def hand(variant: Variant, content: bytes) -> None:
    """Two holdings, an upcard and lay-offs, a line each, judged and priced."""
    lines = [*text_of(content).split("\n"), "", "", ""]
    texts = HandTexts(lines[0], [lines[1]], lines[2] or None, lay_offs=[lines[3] or None])
    read, warnings = parse_hand(texts, variant)
    settle_hand(read, variant, None, warnings).model_dump_json()


# Sheets and tables


def sheet(form: Form, content: bytes) -> None:
    """A sheet, read, scored, shown and written."""
    found = parse_sheet(content, form)
    format_sheet(found, "csv")
    format_sheet(found, "json")
    if not found.record.faults:
        show_sheet(found.score(), found.rules, Texts(), Style())


def table(content: bytes) -> None:
    """A table, ours or anybody's."""
    verify_content(content, "csv").model_dump_json()


# Streams


def stream(form: str, content: bytes) -> None:
    """A stream: every line has its answer in JSON, and none stops it."""
    batch = Batch(MODERN, "csv" if form == "csv" else "jsonl")
    # The time of a stream is that of its lines.
    answers = [*batch.answers(content.split(b"\n")[:_MOST_LINES])]
    for answer in answers:
        json.loads(answer)
    assert len(answers) == batch.settled + batch.refused


# Rules and settings


def house_rules(content: bytes) -> None:
    """A file of house rules, read and written."""
    format_house_rules(parse_house_rules(text_of(content), "house.toml"))


def rules(content: bytes) -> None:
    """Several `--rule`, a line each."""
    override(MODERN, parse_rules(text_of(content).split("\n")))


def config(folder: Path, content: bytes) -> None:
    """A configuration."""
    path = folder / "config.toml"
    path.write_bytes(content)
    read_config(path)


# Smaller texts


def names(content: bytes) -> None:
    """Players' names, a line each."""
    Sheet.new(*text_of(content).split("\n"))


def order(lang: str, content: bytes) -> None:
    """What is typed at the first question of `keep`."""
    parse_order(text_of(content), NAMES, lang)


def _worked_hands() -> Iterator[bytes]:
    """The hands of the conformance cases, a line for each of their texts."""
    cases = DATA.parents[1] / "examples/conformance/hands.jsonl"
    for line in cases.read_text("utf-8").splitlines():
        told = json.loads(line)["input"]
        texts = (told.get("knocker"), *told.get("defenders", ()), told.get("upcard"))
        yield "\n".join(str(text) for text in texts if text is not None).encode()


def _sheets(form: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(DATA.glob(f"sheets/*/*.{form}"))]


_HANDS: Final = [
    b"[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D\n9S 9H 9D 2H 3H 4H 7C 3C QS 5D\n7H\n7C:1 3C:2",
    b"7SHD 4-6C J-KH 3D\n17",
    b"KS 6D AC ...\n[9SHD] =12\n\xe2\x99\xa0A",
    b"gin\n10 of hearts, Q\xe2\x99\xa5",
    b"biggin\n[7PCK] [4-6T] [V-RC] 3K",
    *_worked_hands(),
]
_TEXTS: Final = sorted({line for seed in _HANDS for line in seed.split(b"\n")})
_RULES: Final = [
    b"gin_bonus=20",
    b"target=null\nextra_boxes.gin=2\nextra_boxes=0",
    b'hand_sizes={2=10, 3=7}\nplayers=[2, 3]\ntie="knocker"',
]
_LINES: Final = [
    b'{"id":1,"knocker":"4","defender":"17","upcard":"7S","rules":{"gin_bonus":20}}',
    b'{"knocker":"[7S 7H 7D] 3C","defenders":["17",null],"names":["A","B"],"lay_off":["7C:1"]}',
    b'{"knocker":4,"defender":17,"big_gin":false,"variant":"oklahoma"}\n{"knocker":"gin"}',
]
_ROWS: Final = b"""\
id,knocker,defender,upcard,big_gin,names,lay_off,variant,rules
1,4,17,7S,,"A,B",,classic,gin_bonus=20; tie=knocker
2,gin,45,,x,,,,
"""
_CSV: Final = [_ROWS, b"sep=;\nknocker;defender\n4;17\n"]
_TABLES: Final = [
    b"hand,winner,points,Ann,Bob\n1,Ann,18,18,0\n2,Bob,27,18,27\n",
    b"Donne;Gagnant;Points;Ann;Bob\n1;Ann;18;18;-\n2;;;;\n",
    *_sheets("csv"),
]
_HOUSE: Final = [
    b'name = "ours"\nbase = "classic"\ngin_bonus = 25\nextra_boxes.gin = 2\n',
    format_house_rules(load_preset(PRESETS[-1])).encode(),
]


def targets(folder: Path) -> dict[str, Target]:
    """Every target by its name; `folder` is for files that one of them needs."""
    return {
        "holding": Target(partial(holding, "en", MODERN), _TEXTS),
        "holding-fr": Target(partial(holding, "fr", load_preset("gin-rami")), _TEXTS),
        "cards": Target(lambda content: parse_cards_noted(text_of(content), "en", MODERN), _TEXTS),
        "hand": Target(partial(hand, MODERN), _HANDS),
        "hand-circular": Target(partial(hand, load_preset("gin-rami")), _HANDS),
        "lay-offs": Target(
            lambda content: parse_lay_offs_noted(text_of(content), "en"), [b"7C:1 3C:2", b"7C>1,"]
        ),
        "claims": Target(
            lambda content: parse_claims(text_of(content).split("\n")),
            [b"points=22", b"kind=gin\nwinner=Bob", b"knocker.deadwood=4"],
            _ARGUMENTS,
        ),
        "rules": Target(rules, _RULES, _ARGUMENTS),
        "house-rules": Target(house_rules, _HOUSE),
        "config": Target(partial(config, folder), [b'lang = "fr"\nvariant = "classic"\n']),
        "sheet-json": Target(partial(sheet, "json"), _sheets("json")),
        "sheet-csv": Target(partial(sheet, "csv"), _sheets("csv")),
        "table": Target(table, _TABLES),
        "batch-jsonl": Target(partial(stream, "jsonl"), _LINES),
        "batch-csv": Target(partial(stream, "csv"), _CSV),
        "names": Target(names, [b"Ann\nBob", "Zoë\nÉlise\nLi".encode()], _ARGUMENTS),
        "date": Target(
            lambda content: parse_date(text_of(content)), [b"2024-05-31T20:30+02:00", b"2024-05-31"]
        ),
        "money": Target(lambda content: parse_money(text_of(content)), [b"0.05", b"12,50"]),
        "order": Target(partial(order, "en"), [b"1", b"Ann", b"edit 3", b"/undo", b"?"]),
        "order-fr": Target(partial(order, "fr"), [b"corriger 3", b"/annuler", b"?"]),
    }
