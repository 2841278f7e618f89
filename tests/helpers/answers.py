"""What people ask the program, in both languages: the command lines, on sheets that are the same.

Each answer is run in a folder of its own, with `ginscore.json` (an evening), `hollywood.json`,
`match.json`, `penalty.json`, `teams.json`, `table.csv` and an empty folder `empty`.
"""

import shlex
from functools import lru_cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Final, NamedTuple

from evenings import HOLLYWOOD, MATCH, PENALTIES, evening, told

from ginscore.files.sheet_json import format_sheet_json
from ginscore.sheet.sheet import Sheet


class Question(NamedTuple):
    """A command line without `ginscore`, its words in braces from `CARDS`; a folder; its stdin."""

    line: str
    folder: str = "."
    stdin: str = ""

    def words(self, lang: str) -> list[str]:
        """The arguments, with the cards of a language."""
        return shlex.split(self.line.format(**CARDS[lang]))

    def typed(self, lang: str) -> TextIOWrapper:
        """What stands on stdin."""
        return TextIOWrapper(BytesIO(self.stdin.format(**CARDS[lang]).encode()), "utf-8")


# The same cards as English and French write them, and the words that `keep` takes.
CARDS: Final = {
    "en": {
        "knocker": "[7SHD] [4-6C] [J-KH] 3D",
        "defender": "9SHD 2-4H 7C 3C QS 5D",
        "eleven": "4-6H 8C 9C TC QSHD 5S AS",
        "melded": "A-3C 4-7D 8-JH",
        "several": "9SHDC 8S 7S 8H 7H",
        "dead": "KS 6D AC ...",
        "poor": "[2-4H] [8-TC] 4S 4D AS AD",
        "spread": "[JC QC KC] [4S 4H 4D] [AS 2S 3S] 2D",
        "missed": "8H 8D 8C 9C TC 6S 3H KD 7S QH",
        "spade": "7S",
        "heart": "5H",
        "off": "7C:1 3C:2",
        "d": "d",
        "cards": "7SHD 4-6C J-KH 3D",
        "undo": "u",
        "redo": "r",
        "edit": "e 1",
        "void": "v 1",
        "show": "s",
    },
    "fr": {
        "knocker": "[7PCK] [4-6T] [V-RC] 3K",
        "defender": "9PCK 2-4C 7T 3T DP 5K",
        "eleven": "4-6C 8T 9T 10T DPCK 5P AP",
        "melded": "A-3T 4-7K 8-VC",
        "several": "9PCKT 8P 7P 8C 7C",
        "dead": "RP 6K AT ...",
        "poor": "[2-4C] [8-10T] 4P 4K AP AK",
        "spread": "[VT DT RT] [4P 4C 4K] [AP 2P 3P] 2K",
        "missed": "8C 8K 8T 9T 10T 6P 3C RK 7P DC",
        "spade": "7P",
        "heart": "5C",
        "off": "7T:1 3T:2",
        "d": "m",
        "cards": "7PCK 4-6T V-RC 3K",
        "undo": "annuler",
        "redo": "r",
        "edit": "c 1",
        "void": "barrer 1",
        "show": "v",
    },
}

EVENING: Final = """\
4
Ann
{knocker}
{defender}
x
{d}
{undo}
{redo}
{edit}
Bob
10
2
?
{show}
{void}
"""

EMPTY: Final = "empty"

ANSWERS: Final = {
    "start": Question(""),
    "start-without-a-sheet": Question("", EMPTY),
    # A dispute
    "settle": Question('settle "{knocker}" "{defender}" --variant playgridia'),
    "settle-lay-offs": Question('settle "{knocker}" "{defender}" --lay-off "{off}"', EMPTY),
    "settle-claims": Question(
        "settle Ann=10 Bob=2 --variant classic "
        "--claim points=18 --claim winner=Ann --claim kind=gin",
        EMPTY,
    ),
    "settle-gin": Question('settle gin "{dead}" -u {spade} --variant oklahoma', EMPTY),
    "settle-big-gin": Question('settle "{melded}" 20 --variant gin-rami', EMPTY),
    "settle-tie": Question("settle 5 5 --rule tie=no_score", EMPTY),
    "settle-cancelled": Question("settle gin 0 --variant round-the-corner", EMPTY),
    "settle-penalty": Question("settle P=6 Q=20 R=15 S=9 --variant rummy-royal", EMPTY),
    "settle-better-arrangement": Question('settle "{poor}" 40', EMPTY),
    "settle-better-defence": Question('settle "{spread}" "{missed}" --variant playgridia', EMPTY),
    "settle-unknown-limit": Question("settle 7 20 --variant gin-rami", EMPTY),
    "melds": Question('melds "{cards}"', EMPTY),
    "melds-discards": Question('melds "{eleven}" -u {heart} --variant oklahoma', EMPTY),
    "melds-big-gin": Question('melds "{melded}"', EMPTY),
    "melds-all": Question('melds --all "{several}"', EMPTY),
    "compare": Question("compare 5 5", EMPTY),
    "compare-cards": Question('compare "{knocker}" "{defender}" -u {spade}', EMPTY),
    # Rules
    "explain": Question("explain"),
    "explain-switch": Question("explain layoff_method"),
    "explain-reading": Question("explain prize_share"),
    "explain-myth": Question("explain gin-undercut"),
    "explain-word": Question("explain deadwood"),
    "variants": Question("variants"),
    "variants-show": Question("variants show gin-rami"),
    "variants-diff": Question("variants diff modern classic"),
    "variants-same": Question("variants diff modern modern"),
    # At the table
    "new": Question("new Ann Bob --variant oklahoma -s new.json"),
    "new-like": Question("new --like ginscore.json -s again.json"),
    "add": Question('add A "{knocker}" "{defender}" -s match.json'),
    "add-dead": Question("add --dead -s match.json"),
    "add-points": Question("add --points Ann=18 -s hollywood.json"),
    "add-try": Question("add Bob gin Ann=22 -s match.json --try"),
    "edit": Question("edit 2 Bob 10 Ann=12"),
    "void": Question("void 3"),
    "undo": Question("undo"),
    "redo": Question("redo -s undone.json"),
    "rename": Question("rename Bob Robert"),
    "rules": Question("rules"),
    "rules-change": Question("rules --rule target=150 --from-now"),
    "show": Question("show"),
    "show-last": Question("show --last 2"),
    "show-log": Question("show --log"),
    "show-chart": Question("show --chart"),
    "show-markdown": Question("show -f markdown"),
    "show-empty": Question("show -s begun.json"),
    "show-hollywood": Question("show -s hollywood.json"),
    "show-match": Question("show -s match.json"),
    "show-penalty": Question("show -s penalty.json"),
    "show-teams": Question("show -s teams.json"),
    "stats": Question("stats ginscore.json match.json"),
    "stats-pairs": Question("stats penalty.json --head-to-head"),
    "payout": Question("payout --per-point 0.05 --per-box 1"),
    "payout-pot": Question("payout -s penalty.json --pot 100"),
    "keep": Question("keep -s begun.json", stdin=EVENING),
    "keep-new": Question("keep -s fresh.json", stdin="Ann, Bob\n\nAnn\n4\n17\n"),
    # Files and pipes
    "verify": Question("verify"),
    "verify-table": Question("verify table.csv"),
    "export": Question("export -f csv -o out.csv"),
    "export-markdown": Question("export -f markdown -s hollywood.json"),
    "import": Question("import ginscore.json -s other.csv"),
    "batch": Question(
        "batch -",
        stdin='{{"knocker": "4", "defender": "17"}}\n{{"knocker": "11", "defender": "3"}}\n',
    ),
    "config": Question("config"),
}

TABLE: Final = "hand,winner,points,Ann,Bob\n1,Ann,12,12,0\n2,Bob,5,12,6\n3,Zoe,1,13,6\n"


def lay_out(folder: Path) -> None:
    """Write the sheets that the answers are about."""
    for name, text in _texts_of_sheets().items():
        (folder / f"{name}.json").write_text(text, "utf-8")
    (folder / "table.csv").write_text(TABLE, "utf-8")
    (folder / "empty").mkdir()


@lru_cache(maxsize=1)
def _texts_of_sheets() -> dict[str, str]:
    sheets = {
        "ginscore": evening(),
        "undone": evening().undo(),
        "begun": Sheet.new("Ann", "Bob"),
        "hollywood": told(HOLLYWOOD, "hollywood"),
        "match": told(MATCH, "gin-rami"),
        "penalty": told(PENALTIES, "rummy-royal", ("Ann", "Bob", "Cy", "Di")),
        "penalties": told(PENALTIES, "rummy-royal", ("Ann", "Bob", "Cy", "Xi")),
        "teams": Sheet.new("Ann", "Bob", "Cy", "Di", variant="partnership")
        .add("Ann", "4", "Bob=17")
        .add("Di", "gin", "Cy=20"),
    }
    return {name: format_sheet_json(sheet) for name, sheet in sheets.items()}


def without_place(shown: str, folder: Path) -> str:
    """What was shown, without the folder of the test in it."""
    return shown.replace(str(folder), "FOLDER")
