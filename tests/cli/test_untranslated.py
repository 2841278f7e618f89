"""In a language that nobody speaks nothing can be read but data: everything else is translated."""

from pathlib import Path
from typing import Final

import pytest
from answers import ANSWERS, CARDS, Question, lay_out
from cli_runs import Answer, Cli
from pseudo import pseudo_texts, untranslated

from ginscore.cards.cards import ENGLISH
from ginscore.cli.app import COMMANDS
from ginscore.errors import EXIT_STATUS, WARNINGS
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topics import topic_texts
from ginscore.rules.variants import SWITCHES, format_value

# What is not text: the program, its commands, codes, rules and their values, names, files.
WORDS_OF_OURS: Final = (
    "ginscore", "ginscore-sheet", *(row.name for row in COMMANDS),
    *(word for row in COMMANDS for word in row.name.split()),
    *EXIT_STATUS, *WARNINGS, *PRESETS, *topic_texts(), *SWITCHES,
    *(word for words in ENGLISH.orders.values() for word in words),
    *("--like", "ginscore.json", "ginscore-2.json", "undone-2.json", "hollywood-2.json"),
    *("en", "fr", "variant", "--format", "--rule", "--upcard"),
    *("json", "csv", "jsonl", "toml", "markdown", "html", "text", "stdin", "lang", "sheet"),
)  # fmt: skip
PLAYERS: Final = ("Ann", "Bob", "Cy", "Di", "Ann+Cy", "Bob+Di", "Robert", "Zoe", "Xi")
DATA: Final = (*WORDS_OF_OURS, *PLAYERS, "Saturday at the club", "Saturday", "smiled", "biggin")


def ask(
    cli: Cli, question: Question, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> tuple[Answer, list[str]]:
    """The answer in the language that nobody speaks, and what of it was typed."""
    lay_out(folder)
    monkeypatch.chdir(folder / question.folder)
    monkeypatch.setattr("sys.stdin", question.typed("en"))
    words = question.words("en")
    typed = {*words, *(part for word in words for part in word.replace("=", " ").split())}
    answer = cli(*words, load=pseudo_texts)
    return answer, [*DATA, *typed, str(folder), *CARDS["en"].values()]


def values_of_rules() -> list[str]:
    """The words that switches take, as a table of rules shows them."""
    return ["own_melds_first", "gin", "big_gin", "undercut"] + [
        format_value(getattr(load_preset(name), switch)) for name in PRESETS for switch in SWITCHES
    ]


# JSON is English, and an example of it is nothing else.
TEXTS: Final = [name for name in ANSWERS if not name.startswith("batch")]


@pytest.mark.parametrize("name", TEXTS)
def test_an_answer(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    answer, known = ask(cli, ANSWERS[name], monkeypatch, tmp_path)
    known += values_of_rules() if name.startswith(("explain", "variants", "rules")) else []
    known += ["winner"] if name == "verify-table" else []  # a head of the table
    assert untranslated(answer.out + answer.err, known) == set()


# Command lines that are refused, by the code of the refusal.
REFUSED: Final = {
    "usage": (
        "xyzzy", "setle 1 2", "settle", "settle --nothing", "settle 1 2 --claim", "settle -q=1",
        "settle 4 -17", "melds", "settle Ann=4 17", "undo twice",
        "settle Ann=4 Bob=17 --names Ann,Bob", "void", "void three", "show --last 0", "new",
        "new --like ginscore.json Ann Bob --variant modern", "show --excel", "payout",
        "payout --pot 1 --per-box 2", "payout -s penalty.json --per-point 1", "payout --pot 10",
        "payout --pot 10 penalty.json penalties.json", "batch - --from xml", "export",
        "export -f html --variant classic", "export -f csv --blank", "edit 2", "add -s match.json",
        "add --dead Ann 3 -s match.json", "add --points Ann=3 Ann 4 17 -s match.json",
        "add Ann 4 17 --kind gin -s match.json", "add --dead --big-gin -s match.json",
        "rules --from-now", "show --chart -f markdown", "keep Ann Bob", "show -s name.txt",
        "export -f html -o ginscore.json", "settle - 4",
    ),
    "bad-card": (
        "melds XC", "melds 0H", "melds Q", 'melds "7S 8S JOKER"',
        "settle 4 17 -u 7Z", 'melds "7S-9H"', "melds 5-5S", "melds 🃏",
    ),
    "bad-holding": (
        "settle [] 4", "settle [7S 4", "settle 7S] 4", "settle [7S[8S]] 4", "settle 3.5 4",
        "settle 99999 4", 'settle "" 4', "settle = 4", "settle ... 4", 'settle "... 7S" 4',
        'settle "[7SHD] ..." 4', "settle foo 4", 'settle "[7SHD] [4-6C] [J-KH] =30" 4',
        "settle -- -3 4", "settle ½ 4",
    ),
    "bad-points": (
        "add --points Ann=x -s match.json", "payout --per-point x", "payout --pot -s penalty.json",
        "payout --pot 1.005 -s penalty.json",
    ),
    "bad-lay-off": ("settle 4 17 --lay-off 7C", "settle 4 17 --lay-off 7C:1 --lay-off 3C:2"),
    "bad-claim": ("settle 4 17 --claim points", "settle 4 17 --claim points=x"),
    "bad-name": ('new "" Bob -s x.json', "settle 4 17 --names Ann", "settle 4 17 --names Ann,"),
    "bad-date": ("add Ann 4 17 --date yesterday -s match.json",),
    "unknown-variant": ("settle 4 17 --variant modren", "settle 4 17 --variant xyzzy"),
    "bad-variant-file": ("settle 4 17 --variant bad.toml", "settle 4 17 --variant empty.toml"),
    "unknown-rule": ("settle 4 17 --rule gin_bonsu=3", "settle 4 17 --variant unknown.toml"),
    "bad-rule-value": (
        "settle 4 17 --rule gin", "settle 4 17 --rule gin_bonus=-1", "settle 4 17 --rule tie=maybe",
        "settle 4 17 --rule players=[1]", "settle 4 17 --rule hand_sizes=3",
        "settle 4 17 --rule extra_boxes=x", "settle 4 17 --rule match_games=2",
        "settle 4 17 --rule columns=3 --rule match_games=3", "settle 4 17 --rule prize_share=75",
        "settle 4 17 --rule players=[2,3]", "settle 4 17 --rule knock_limit=x",
        "settle 4 17 --rule box_timing=at_once --rule settlement=winner_formula",
        "settle 4 17 --rule target=null --rule columns=3", "settle 4 17 --rule hand_sizes={{2=40}}",
        "settle 4 17 --rule players=[2,2]", "settle 4 17 --rule columns=4",
        "settle 4 17 --variant rummy-royal --rule next_dealer=loser",
        "settle 4 17 --variant rummy-royal --rule next_dealer=winner --rule scoring=winner",
        "settle 4 17 --variant partnership --rule scoring=penalty",
        "rules --rule teams=yes --from-now",
    ),
    "unknown-topic": ("explain tei", "explain xyzzy"),
    "unknown-player": (
        "add Zoe 4 17 -s match.json", "rename Zoe Robert", "new Ann Bob --dealer Cy -s x.json",
    ),
    "sheet-missing": ("show -s nothing.json", "undo -s nothing.json"),
    "file-unreadable": (
        "batch nothing.jsonl", "settle 4 17 --variant no.toml", "show -s folder.json",
    ),
    "bad-config": ("show", "config"),
    "duplicate-card": (
        'settle "7S 7S 8S" 4', 'settle "{knocker}" "{defender} 3D"', 'settle "KS KS ..." 4',
        "melds 7S7S",
    ),
    "wrong-hand-size": (
        'settle "7S 8S 9S" 4', 'settle "{knocker}" "7S"', 'melds "A-KS"',
        'settle "{cards}" 3 --big-gin',
    ),
    "not-a-meld": (
        'settle "[7S 8S 2D] [4-6C] [J-KH] 3D" 20', 'settle "[7S 8S] [4-6C] [J-KH] 3D 2D" 20',
        'settle "[KS AS 2S] [4-6C] [J-KH] 3D" 20', 'settle "[7S 8S TS] [4-6C] [J-KH] 3D" 20',
        'settle "[7S 7H 8D] [4-6C] [J-KH] 3D" 20',
    ),
    "knock-over-limit": (
        "settle 11 17", "settle 3 17 --variant straight", "settle 11 17 --variant oklahoma",
        "settle 8 17 --variant oklahoma -u 5H",
    ),
    "not-gin": ("settle 3 17 --big-gin",),
    "lay-off-not-legal": (
        'settle "{knocker}" "{defender}" --lay-off 5D:1',
        'settle "{knocker}" "{defender}" --lay-off 7C:9',
        'settle "{knocker}" "{defender}" --lay-off KS:1',
        'settle "{knocker}" "{defender}" --lay-off "7C:1 7C:2"',
        'settle "{knocker}" "{defender}" --lay-off QS:3',
        'settle gin "{defender}" --lay-off 7C:1', 'settle 4 "{defender}" --lay-off 7C:1',
        'settle "{knocker}" 17 --lay-off 7C:1',
        'settle "{knocker}" "[3C 3S 3H] 9SHD 7C QS 5D KD" --lay-off 3C:2',
        'settle "{knocker}" "9SHD 2-4H 2C 3S QS 5D" --lay-off 2C:2',
        'settle "{knocker}" "9SHD 2-4H 2C 3C QS 5D" --rule layoff_chain=none --lay-off "3C:2 2C:2"',
        'settle "[QHDC] [4-6C] [J-KS] 3D" "9SHD 2-4H AS 3C 7S 5D" --lay-off AS:3',
    ),
    "wrong-seat-count": (
        "settle 4", "settle 4 17 3", "new Ann Bob Cy -s x.json", "add Ann 4 17 3 -s match.json",
        "add Ann 4 -s match.json", "add Ann 4 -s teams.json", "add --dead -s teams.json",
        "add Ann 4 Cy=17 -s teams.json",
    ),
    "game-over": ("add Ann 4 17",),
    "dead-hand-impossible": ("add --dead -s penalty.json",),
    "nothing-to-undo": ("undo -s begun.json",),
    "nothing-to-redo": ("redo",),
    "no-such-hand": ("void 9", "edit 1 Ann 4 17 -s begun.json"),
    "sheet-exists": ("new Ann Bob", "import match.json -s ginscore.json"),
    "duplicate-name": (
        "new Ann ann -s x.json", "settle 4 17 --names Ann,Ann", "rename Bob Ann",
    ),
    "does-not-verify": ("verify table.csv",),
    "not-a-sheet": ("show -s text.json", "verify odd-heads.csv"),
    "sheet-corrupt": (
        "show -s broken.json", "show -s broken.csv", "show -s odd.json",
        "show -s empty.csv", "show -s heads.csv",
    ),
    "sheet-newer": ("show -s newer.json",),
    "file-not-written": ("new Ann Bob -s no/where.json", "export -f csv -o no/where.csv"),
}  # fmt: skip
# What no command line makes a person read.
UNSEEN: Final = {
    "ambiguous-cards": "no text has two readings in English",
    "bad-csv": "a line of batch is answered in JSON",
    "bad-json": "a line of batch is answered in JSON",
    "sheet-locked": "it takes seconds of waiting",
}


def test_every_code_is_refused() -> None:
    assert set(REFUSED) | set(UNSEEN) == set(EXIT_STATUS)


LINES: Final = [(code, line) for code, lines in REFUSED.items() for line in lines]


@pytest.mark.parametrize(("code", "line"), LINES)
def test_a_refusal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, line: str
) -> None:
    lay_out_faults(tmp_path, code)
    answer, known = ask(cli, Question(line), monkeypatch, tmp_path)
    assert f": {code}: " in answer.err
    assert untranslated(answer.err, [*known, *SHOWN.get(code, ())]) == set()


def lay_out_faults(folder: Path, code: str) -> None:
    """Files with something wrong in them."""
    (folder / "folder.json").mkdir()
    files = {
        "broken.json": "{",
        "broken.csv": 'entry,event\n"',
        "text.json": '"a sheet"',
        "odd-heads.csv": "points,Ann\n",
        "odd.json": '{"format": "ginscore-sheet", "version": 1, "title": 3, "more": 4}',
        "newer.json": '{"format": "ginscore-sheet", "version": 99}',
        "empty.csv": "",
        "heads.csv": "entry,event,event,other\n1,2,3,4\n",
        "bad.toml": "gin_bonus =",
        "empty.toml": "",
        "unknown.toml": "gin_bonus = 3\ngin_bonsu = 3",
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    if code == "bad-config":
        (folder / "config" / "ginscore").mkdir(parents=True)
        (folder / "config" / "ginscore" / "config.toml").write_text('lnag = "fr"\nlang = "de"\n')


# What only the refusals of one code show: cards, heads and keys of files.
SHOWN: Final[dict[str, tuple[str, ...]]] = {
    "bad-card": ("T or 10", "TC", "TH", "QH", "low"),
    "bad-claim": ("kind", "winner", "knocker.deadwood", "defender.deadwood"),
    "bad-config": ("lnag", "de"),
    "bad-rule-value": (
        "null",
        "gin",
        "big_gin",
        "undercut",
        "knocker",
        "no_score",
        "winner",
        "each",
    ),
    "unknown-rule": ("gin_bonsu",),
    "not-a-sheet": ("winner", "points", "Ann"),
    "sheet-corrupt": (
        *("entry", "event", "at", "status", "replaces", "before", "went_out", "player1", "upcard"),
        *("big_gin", "dead", "points_only", "lay_offs", "dealer", "kind", "winner", "points"),
        *("boxes", "total1", "note", "rules", "title", "created", "players", "entries", "other"),
        *("more", "player2", "total2"),
        *("EOF while parsing an object", "Input should be a valid string"),
    ),
    # What the system and parsers say is told as they say it.
    "file-unreadable": ("No such file or directory", "Is a directory"),
    "file-not-written": ("No such file or directory",),
    "bad-variant-file": ("Invalid value (at end of document)",),
}
