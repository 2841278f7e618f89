"""The reference: what scripts and other programs rely on, from the tables that the program obeys.

`explain codes`, `exit-statuses`, `files` and `notation` print its sections; `examples/reference.md`
holds them all, with the keys of every answer. Texts are English templates, to be translated.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from ginscore.cli.schemas import NAMES, meaning, schema_of
from ginscore.errors import EXIT_STATUS, N_, WARNINGS
from ginscore.files.batch import HAND_KEYS
from ginscore.files.csv_columns import COLUMNS
from ginscore.files.sheet_json import SheetFile
from ginscore.files.table_csv import RULES_HEAD, TIDY_HEADS
from ginscore.rules.topics import explain
from ginscore.rules.variants import Frozen
from ginscore.sheet.entries import Entry
from ginscore.show.layout import Style, Table, columns, format_table, wrap_words
from ginscore.show.texts import Texts


class Item(Frozen):
    """A word that scripts rely on, what it means, and an example; blank without one."""

    name: str
    meaning: str
    example: str


class Part(Frozen):
    """A list of the reference, under a heading."""

    title: str
    text: str
    items: tuple[Item, ...]


class Section(Frozen):
    """A section of the reference."""

    topic: str
    title: str
    parts: tuple[Part, ...]


def _part(title: str, items: "Mapping[str, str]", text: str = "") -> Part:
    return Part(
        title=title,
        text=text,
        items=tuple(Item(name=name, meaning=told, example="") for name, told in items.items()),
    )


# Exit statuses and codes

_STATUSES: Final = {
    "0": N_("Done; warnings change nothing about it."),
    "1": N_(
        "Refused by the rules, a claim rejected, a sheet that does not verify, a line refused."
    ),
    "2": N_("A command line or a text that cannot be read; it wins over 1."),
    "3": N_("The sheet's file: locked, damaged, newer, or not writable."),
    "70": N_("A fault of ginscore itself, told in one line."),
    "130": N_("Interrupted with Ctrl-C."),
}
_CODES: Final = {
    2: N_("Errors with exit status 2: not readable"),
    1: N_("Errors with exit status 1: refused"),
    3: N_("Errors with exit status 3: the file"),
    0: N_("Warnings"),
}
_FILES: Final = N_(
    "In the examples evening.json is a sheet with one hand, Ann 4 17, new.json one without, "
    "over.json one whose game is over, penalty.json one of rummy-royal, three.json one of "
    "cutthroat that Ann, Bob and Cy began, taken.json one that another program is writing; in "
    "the folder wrong is a ginscore/config.toml with lang = 3. The other files are what their "
    "names say."
)
# Code → a command that is told it.
EXAMPLES: Final[Mapping[str, str]] = {
    "usage": "ginscore settle --nonsense",
    "bad-card": "ginscore melds XC",
    "bad-holding": 'ginscore settle "[7SHD] =3" 4',
    "bad-lay-off": 'ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D" --lay-off 7C',
    "ambiguous-cards": "ginscore melds RP7CAC --lang fr",
    "bad-json": "echo 4 17 | ginscore batch -",
    "bad-csv": "echo cards | ginscore batch - --from csv",
    "bad-variant-file": "ginscore settle 4 17 --variant torn.toml",
    "bad-config": "XDG_CONFIG_HOME=$PWD/wrong ginscore config",
    "bad-points": "ginscore add -s evening.json --points Ann=x",
    "bad-claim": "ginscore settle 4 17 --claim points",
    "bad-name": 'ginscore new Ann " "',
    "bad-date": "ginscore add -s evening.json Ann 4 17 --date yesterday",
    "unknown-variant": "ginscore settle 4 17 --variant nonsense",
    "unknown-rule": "ginscore settle 4 17 --rule nonsense=1",
    "bad-rule-value": "ginscore settle 4 17 --rule gin_bonus=-1",
    "unknown-topic": "ginscore explain nonsense",
    "unknown-player": "ginscore add -s evening.json Zoe 4 17",
    "sheet-missing": "ginscore show -s nowhere.json",
    "file-unreadable": "ginscore settle 4 17 --variant nowhere.toml",
    "duplicate-card": 'ginscore melds "7S 7S"',
    "wrong-hand-size": 'ginscore settle 4 "7S 8S"',
    "not-a-meld": 'ginscore settle "[7S 8S 9H] [4-6C] [J-KH] 3D" 17',
    "knock-over-limit": "ginscore settle 11 30",
    "not-gin": "ginscore settle --big-gin 3 17",
    "lay-off-not-legal": (
        'ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D" --lay-off 5D:1'
    ),
    "wrong-seat-count": "ginscore settle 4 17 20",
    "game-over": "ginscore add -s over.json Ann 4 17",
    "nothing-to-undo": "ginscore undo -s new.json",
    "does-not-verify": "ginscore verify slip.csv",
    "not-a-sheet": "ginscore show -s answer.json",
    "sheet-corrupt": "ginscore show -s torn.json",
    "sheet-newer": "ginscore show -s newer.json",
    "sheet-locked": "ginscore add -s taken.json Ann 4 17",
    "file-not-written": "ginscore export -s evening.json -f html -o nowhere/page.html",
    "dead-hand-impossible": "ginscore add --dead -s penalty.json",
    "nothing-to-redo": "ginscore redo -s evening.json",
    "no-such-hand": "ginscore void 9 -s evening.json",
    "sheet-exists": "ginscore new Ann Bob -s evening.json",
    "duplicate-name": "ginscore new Ann ann",
    "knock-limit-unknown": "ginscore settle 5 17 --variant gin-rami",
    "upcard-unknown": "ginscore settle 5 17 --variant oklahoma",
    "lay-offs-unknown": 'ginscore settle 4 "9SHD 2-4H 7C 3C QS 5D"',
    "better-arrangement": 'ginscore settle "[2H 3H 4H] [8C 9C TC] 4S 4D AS AD" 40',
    "arrangement-matters": (
        'ginscore settle "2S 4S AH 2D 3D 4D 5D AC 2C 4C" "AS 3S 7S 2H 4H 7H AD 7D 3C 7C"'
    ),
    "better-defence": (
        'ginscore settle "[J-KC] [4SHD] [A-3S] 2D" "8HDC 9C TC 6S 3H KD 7S QH" --variant playgridia'
    ),
    "unusual-points": "ginscore settle 4 99",
    "repeated-hand": "ginscore add -s evening.json Ann 4 17",
    "same-game": "ginscore stats evening.json evening.json",
    "rotation-differs": "ginscore add -s three.json Ann 4 Cy=17",
    "read-in-other-language": "ginscore melds VC",
}


def _exit_statuses() -> Iterator[Part]:
    yield _part("", _STATUSES)


def _codes() -> Iterator[Part]:
    """Every code under its exit status, as the table of errors has them."""
    text = _FILES
    for status, title in _CODES.items():
        codes = [code for code, found in EXIT_STATUS.items() if found == status]
        items = tuple(
            Item(name=code, meaning=explain(code).text, example=EXAMPLES.get(code, ""))
            for code in (codes or sorted(WARNINGS))
        )
        yield Part(title=title, text=text, items=items)
        text = ""


# Files

_JSON: Final = N_("A sheet as JSON: the facts of the table")
_ENTRY: Final = N_("A sheet as JSON: an entry of the log")
_CSV: Final = N_("A sheet as CSV: the columns")
_CSV_TEXT: Final = N_(
    "The first row is the start: players in their columns, title in note, and in rules the "
    "version, the rules' name and every switch. Derived columns are checked and never believed."
)
_TIDY: Final = N_("The tidy table, show -f csv: a row for each hand that counts")
_BATCH: Final = N_("A line for batch")
_OF_CSV: Final = {
    "player": N_("By seat: the holding, points, or name of each player."),
    "total": N_("By side: points so far. Derived."),
    "status": N_("Whether it counts: counted, after-end, undone, replaced, struck. Derived."),
    "kind": N_("How the hand ended. Derived, but in points-only rows."),
    "winner": N_("Who won the hand. Derived."),
    "points": N_("The points of the hand. Derived."),
    "boxes": N_("Boxes that the hand brings. Derived."),
    "rules": N_("In rules rows the changed switches, from-now first where they are for later."),
    "score": N_("By side: points of this hand."),
}


def _files() -> Iterator[Part]:
    facts = [key for key in SheetFile.model_fields if key != "entries"]
    yield _part(_JSON, {key: meaning("SheetFile", key) for key in [*facts, "entries"]})
    yield _part(_ENTRY, {key: meaning("Entry", key) for key in Entry.model_fields})
    csv = {
        _head(column.head, each_seat=column.each_seat): _OF_CSV.get(column.head)
        or meaning("Entry", column.head)
        for column in COLUMNS
    }
    yield _part(_CSV, csv, _CSV_TEXT)
    tidy = {key: meaning("HandScore", key) for key in TIDY_HEADS}
    for head in ("player", "deadwood", "score", "total"):
        told = _OF_CSV.get(head) or meaning("HandScore", head)
        tidy[_head(head, each_seat=True)] = told.removesuffix(" Derived.")
    tidy[_head("player", each_seat=True)] = N_("The players' names, by seat.")
    tidy[_head("total", each_seat=True)] = N_("By side: points of the hands so far.")
    tidy[RULES_HEAD] = N_("Where rules changed: the switches that are others from this hand on.")
    yield _part(_TIDY, tidy)
    yield _part(_BATCH, {key: meaning("HandLine", key) for key in HAND_KEYS})


def _head(head: str, *, each_seat: bool) -> str:
    return f"{head}1, {head}2, …" if each_seat else head


# The notation

_CARDS: Final = {
    "7S 7H TD": N_("Cards: rank A 2–9 T 10 J Q K, then suit S H D C or ♠ ♥ ♦ ♣, in any case."),
    "7S7H7D": N_("Blanks and commas may be left out."),
    "7SHD": N_("One rank in several suits."),
    "4-6C": N_("A run by its ends; it goes round the corner only where ace_runs allows."),
    "7PCK 4-6T V-RC": N_("French: R D V for K Q J, P C K T for the suits, ten is 10."),
    "7 of hearts": N_("Words, in the language in force or, if it cannot be read so, in the other."),
    "K-Q-JH": N_("A run as people say it: by its cards or ends, in any order."),
}
_HOLDINGS: Final = {
    "[7SHD] [4-6C] [J-KH] 3D": N_("Declared: each bracket is a meld, the rest is deadwood."),
    "[7SHD] [4-6C] [J-KH] =3": N_("Declared melds, and the points of deadwood alone."),
    "KS 6D AC ...": N_("The loose cards alone; the melds are not told."),
    "17": N_("Points of deadwood."),
    "gin": N_("No deadwood, and that call."),
    "biggin": N_("One card more than the others, all of them melded, and that call."),
}
_OTHERS: Final = {
    "7C:1 3C:2": N_("Lay-offs: each card, and the knocker's meld that it goes on, from 1."),
    "Ann=18": N_("Points, or a holding, of the player of that name."),
    "gin_bonus=20": N_("A changed switch."),
    "points=13": N_("A claim about the hand."),
    "2026-01-31T20:15": N_("A date with a time; the time may be left out."),
}


def _notation() -> Iterator[Part]:
    yield _part(N_("Cards"), _CARDS)
    yield _part(
        N_("What a player holds"),
        _HOLDINGS,
        N_("Files, CSV and batch hold the canonical English form, TH for the ten of hearts."),
    )
    yield _part(N_("Other texts"), _OTHERS)


# The sections

_SECTIONS: Final = {
    "exit-statuses": (N_("Exit statuses"), _exit_statuses),
    "codes": (N_("Codes of errors and warnings"), _codes),
    "files": (N_("Files and tables"), _files),
    "notation": (N_("Notation"), _notation),
}
TOPICS: Final = tuple(_SECTIONS)


def section_of(topic: str) -> Section | None:
    """The section of that name, with blanks or dashes; None if it is none."""
    name = topic.strip().casefold().replace(" ", "-").replace("_", "-")
    if name not in _SECTIONS:
        return None
    title, parts = _SECTIONS[name]
    return Section(topic=name, title=title, parts=tuple(parts()))


def show_section(section: Section, texts: Texts, style: Style) -> str:
    """A section as text, in the reader's language."""
    blocks = [[style.bold(texts(section.title))]]
    for part in section.parts:
        told = texts(part.text) if part.text else ""
        rows = [
            (item.name, " ".join(filter(None, (texts(item.meaning), item.example))))
            for item in part.items
        ]
        heading = [style.bold(texts(part.title))] if part.title else []
        blocks.append([*heading, *wrap_words(told, style.columns), *columns(rows, style.columns)])
    return "\n\n".join("\n".join(lines) for lines in blocks)


def format_page(texts: Texts) -> str:
    """The whole reference in Markdown: every section, and the keys of every answer."""
    pages = ["# Reference", _PAGE]
    for topic in TOPICS:
        section = section_of(topic)
        if section:
            pages += _markdown(section, texts)
    pages.append("## Answers in JSON")
    for name in NAMES:
        for title, keys in _keys_of(name):
            pages += [f"### {name}: {title}", _table(("key", "meaning"), keys)]
    return "\n\n".join(pages) + "\n"


_PAGE: Final = """\
Made from the program by `python tests/helpers/reference_page.py`; a test holds it to the program.
`ginscore explain codes`, `explain exit-statuses`, `explain files` and `explain notation` print its
sections, `ginscore schema NAME` the JSON Schema of an answer."""


def _markdown(section: Section, texts: Texts) -> Iterator[str]:
    yield f"## {section.title}"
    for part in section.parts:
        yield from filter(None, (part.title and f"### {part.title}", part.text))
        rows = [[item.name, texts(item.meaning), item.example] for item in part.items]
        with_examples = any(row[2] for row in rows)
        heads = ("what", "meaning", "example") if with_examples else ("what", "meaning")
        yield _table(heads, [row[: len(heads)] for row in rows])


def _keys_of(name: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The objects of an answer with their keys."""
    schema = schema_of(name)
    for title, shape in ((schema.get("title", ""), schema), *schema.get("$defs", {}).items()):
        keys = shape.get("properties", {})
        if keys:
            yield title, [[key, about["description"]] for key, about in keys.items()]


def _table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    return format_table(Table(heads, rows, ["left"] * len(heads)), "markdown")
