"""`keep`, and the questions of `add`, `settle` and `melds`, on a real terminal."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("termios")

from terminal import CTRL_C, CTRL_D, PROGRAM, TAB, UP, Terminal

from ginscore.cards.cards import LANGUAGES
from ginscore.files.store import create_sheet, read_sheet, write_sheet
from ginscore.sheet.sheet import Sheet
from ginscore.show.layout import width

Open = Callable[..., Terminal]
PROGRAMS = Path(sys.executable).parent


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """Opens terminals with a program in an empty folder, and closes them all."""
    opened: list[Terminal] = []

    def run(*arguments: str, **options: Any) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **options))
        return opened[-1]

    yield run
    for one in opened:
        one.close()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet without a hand."""
    path = tmp_path / "ginscore.json"
    create_sheet(path, Sheet.new("Ann", "Bob"))
    return path


def events(path: Path) -> list[str]:
    entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["entries"]
    return [one["event"] for one in entries]


def totals(path: Path) -> tuple[int, ...]:
    return tuple(read_sheet(path).score().games[-1].totals.values())


def test_a_whole_game(terminal: Open, tmp_path: Path) -> None:
    keep = terminal("keep")
    keep.answer("Who plays?", "Ann")
    keep.answer("And who else?", "bob & ann")
    keep.expect("duplicate-name")
    keep.answer("And who else?", "Bob")
    keep.expect("Players: 1 Ann, 2 Bob")
    keep.answer("Which rules?", "")
    # A hand with wrong answers, each asked again.
    keep.answer("Who went out?", "x")
    keep.expect("unknown-player")
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "[7SHD] [4-6C] [J-KH] 0D")
    keep.expect("^")
    keep.answer("Ann: cards", "[7SHD] [4-6C] [J-KH] 3D")
    keep.answer("Bob: cards", "9SHD 2-4H 7C 3C QS 5D 6D")
    keep.expect("wrong-hand-size")
    keep.answer("Bob: cards", "9SHD 2-4H 7C 3C QS 5D")
    keep.expect("Knock: Ann scores 12")
    keep.expect("Ann 12, Bob 0")
    # A hand that was told wrong, and taken back.
    keep.answer("Who went out?", "b")
    keep.answer("Bob: cards", "gin")
    keep.answer("Ann: cards", "30")
    keep.expect("Ann 12, Bob 55")
    keep.answer("Who went out?", "u")
    keep.expect("Took back entry 2")
    # A dead hand, a corrected one, the sheet.
    keep.answer("Who went out?", "d")
    keep.expect("Dead hand")
    keep.answer("Who went out?", "e 1")
    keep.answer("Who went out? [Ann]", "")
    keep.answer("[[7♠ 7♥ 7♦]", "5")
    keep.answer("[9♠", "30")
    keep.expect("Ann 25, Bob 0")
    keep.answer("Who went out?", "s")
    keep.expect("What happened")
    # The last hand.
    keep.answer("Who went out?", "1")
    keep.answer("Ann: cards", "gin")
    keep.answer("Bob: cards", "60")
    shown = keep.expect("What next?")
    assert "Game over: Ann wins by" in shown
    assert "game bonus" in shown
    keep.answer("", "q")
    assert keep.status() == 0
    path = tmp_path / "ginscore.json"
    assert events(path) == ["hand", "hand", "undo", "hand", "hand", "hand"]
    assert totals(path) == (110, 0)
    assert read_sheet(path).score().match.winner == "Ann"


def test_killed_in_the_middle_nothing_is_lost(terminal: Open, sheet: Path) -> None:
    keep = terminal("keep")
    for number in (1, 2):
        keep.expect(f"Hand {number}: ")
        keep.answer("Who went out?", "a")
        keep.answer("Ann: cards", "4")
        keep.answer("Bob: cards", "17")
    keep.expect("Hand 3: ")
    keep.answer("Who went out?", "b")
    keep.answer("Bob: cards", "gin")
    keep.expect("Ann: cards")
    keep.kill()
    # Both hands stand, the third was never whole, and no lock is left.
    assert totals(sheet) == (26, 0)
    again = terminal("keep")
    assert "Ann 26, Bob 0" in again.expect("Who went out?")
    again.type("b\r")
    again.answer("Bob: cards", "4")
    again.answer("Ann: cards", "10")
    again.expect("Ann 26, Bob 6")
    again.answer("Who went out?", "q")
    assert again.status() == 0
    assert totals(sheet) == (26, 6)


def test_ctrl_c_goes_back_and_then_leaves(terminal: Open, sheet: Path) -> None:
    keep = terminal("keep")
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "4")
    keep.expect("Bob: cards")
    keep.type(CTRL_C)
    keep.expect("Nothing of this hand is written down.")
    keep.expect("Who went out?")
    keep.type("b" + CTRL_C)
    assert keep.status() == 130
    assert events(sheet) == []


@pytest.mark.parametrize("inside", [False, True])
def test_ctrl_d_leaves_with_the_state(terminal: Open, sheet: Path, inside: bool) -> None:
    keep = terminal("keep")
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "4")
    keep.answer("Bob: cards", "17")
    keep.expect("next dealer")
    keep.expect("Who went out?")
    if inside:
        keep.type("b\r")
        keep.expect("Bob: cards")
    keep.type(CTRL_D)
    keep.expect("Ann 13, Bob 0")
    assert keep.status() == 0
    assert totals(sheet) == (13, 0)


def test_ctrl_c_goes_to_the_first_question_before_there_is_a_sheet(
    terminal: Open, tmp_path: Path
) -> None:
    keep = terminal("keep")
    keep.answer("Who plays?", "Ann")
    keep.expect("And who else?")
    keep.type(CTRL_C)
    keep.answer("Who plays?", "Ann Bob")
    keep.expect("Which rules?")
    keep.type(CTRL_C)
    keep.expect("Who plays?")
    keep.type(CTRL_C)
    assert keep.status() == 130
    assert not (tmp_path / "ginscore.json").exists()


def test_ctrl_d_leaves_before_there_is_a_sheet(terminal: Open, tmp_path: Path) -> None:
    keep = terminal("keep")
    keep.answer("Who plays?", "Ann Bob")
    keep.expect("Which rules?")
    keep.type(CTRL_D)
    assert keep.status() == 0
    assert not (tmp_path / "ginscore.json").exists()


# A whole evening in one-line hands: who plays, the rules, then what is typed and what is scored.
EVENINGS = {
    "en": (
        ("Who plays?", "A & B"),
        ("Which rules?", "classic"),
        ("Who went out?", "a 4 9"),
        ("A 5, B 0", "b gin 22"),
        ("A 5, B 42", "d"),
        ("Dead hand", 'a "7SHD 4-6C J-KH 3D" "9SHD 2-4H 7C 3C QS 5D"'),
        ("A 17, B 42", "e 1 a 4 8"),
        ("A 16, B 42", "b 6 a 30"),
        ("A 16, B 66", "u"),
        ("A 16, B 42", "b 6 30"),
        ("A 16, B 66", "a 2"),
        ("B: cards", "25"),
        ("A 39, B 66", "s"),
        ("What happened", "b gin 30"),
        ("Game over: B wins by", "n"),
        ("Started ginscore-2.json", "q"),
        ("A 0, B 0", None),
    ),
    "fr": (
        ("Qui joue", "A et B"),
        ("Quelles règles", "2"),
        ("Qui est sorti", "a 4 9"),
        ("A 5, B 0", "b gin 22"),
        ("A 5, B 42", "m"),
        ("Donne morte", 'a "7PCK 4-6T V-RC 3K" "9PCK 2-4C 7T 3T DP 5K"'),
        ("A 17, B 42", "c 1 a 4 8"),
        ("A 16, B 42", "b 6 a 30"),
        ("A 16, B 66", "annuler"),
        ("A 16, B 42", "b 6 30"),
        ("A 16, B 66", "v"),
        ("Ce qui s’est passé", "b gin 35"),
        ("B gagne de", "n"),
        ("ginscore-2.json", "q"),
        ("A 0, B 0", None),
    ),
}  # fmt: skip


@pytest.mark.parametrize("lang", EVENINGS)
def test_a_whole_evening_in_one_line_hands(terminal: Open, tmp_path: Path, lang: str) -> None:
    keep = terminal("keep", "--lang", lang)
    for shown, line in EVENINGS[lang]:
        keep.expect(shown)
        if line is not None:
            keep.type(f"{line}\r")
    assert keep.status() == 0
    score = read_sheet(tmp_path / "ginscore.json").score()
    assert (score.match.over, score.match.winner) == (True, "B")
    assert "error" not in keep.screen
    # What a knock costs, Enter included.
    assert len("a 4 9\r") == 6
    assert len("a 4 17\r") == 7


NARROW = (
    'add Ann "[7S 7H 7D] [4C 5C 6C] [J-KH] 3D" "9S 9H 9D 2H 3H 4H 7C 3C QS 5D" --try',
    'settle 9 "7X 8X 9X 2X 3X 4X JX QX KX 5X AX 2X 3X"',
    "settle 7S 7H 7D --variant nothing --rule nowhere=1",
    "compare 5 5",
    "melds 7SHD4-6CJ-KH3D9S",
    "show",
    "show --log",
    "show --chart",
    "stats",
    "payout --per-point 0.01",
    "rules",
    "variants",
    "variants diff modern classic",
    "explain tie",
    "config",
    "--help",
    "add --help",
    "keep --help",
)


@pytest.mark.parametrize("line", NARROW)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_fits_a_narrow_terminal(
    terminal: Open, sheet: Path, line: str, lang: str
) -> None:
    note = "played late in the evening, after Ann had dealt twice"
    table = read_sheet(sheet).add("Ann", "4", "17", note=note).add("Bob", "gin", "30")
    write_sheet(sheet, table)
    shown = terminal(*shlex.split(line), "--lang", lang, columns=40)
    shown.status()
    assert [text for text in shown.screen.splitlines() if width(text) > 40] == []
    assert len(shown.screen.splitlines()) > 2


def test_questions_and_errors_fit_a_narrow_terminal(terminal: Open) -> None:
    keep = terminal("keep", columns=40)
    keep.answer("with commas; the\n  first one deals:", "Bartholomew and Wilhelmina")
    keep.answer("Which rules?", "oklahoma")
    keep.expect("Hand 1: 1 Bartholomew, 2 Wilhelmina; d\n  dead, u undo, e edit,")
    keep.answer("Who went out?", "b 14 17 7H")
    keep.expect("a knock with\n  deadwood 14;")
    keep.answer("Who went out?", "q")
    assert keep.status() == 0


@pytest.mark.usefixtures("sheet")
def test_names_are_completed_and_answers_are_remembered(terminal: Open) -> None:
    keep = terminal("keep")
    keep.expect("Who went out?")
    keep.type(f"B{TAB}\r")
    keep.answer("Bob: cards", "4")
    keep.expect("Ann: cards")
    keep.type(f"bi{TAB}\r")
    keep.expect("Ann 29, Bob 0")
    keep.expect("Who went out?")
    keep.type(f"{UP}\r")
    # The last two answers about cards are "biggin" and "4".
    keep.expect("Bob: cards")
    keep.type(f"{UP}{UP}\r")
    keep.answer("Ann: cards", "9")
    keep.expect("Ann 29, Bob 5")
    keep.answer("Who went out?", "q")
    assert keep.status() == 0


def test_an_evening_of_three_of_whom_two_play(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "ginscore.json"
    create_sheet(path, Sheet.new("Ann", "Bob", "Bea", variant="cutthroat"))
    keep = terminal("keep")
    # Bea sits out, so that B is Bob.
    keep.expect("Hand 1: 1 Ann, 2 Bob; sitting out: Bea; ")
    keep.expect("Who went out?")
    keep.type(f"B{TAB}\r")
    keep.answer("Bob: cards", "4")
    keep.answer("Ann: cards", "17")
    keep.expect("Ann 0, Bob 13, Bea 0")
    keep.expect("Hand 2: 2 Bob, 3 Bea; sitting out: Ann; ")
    # Ann was not due: whom she played is asked.
    keep.answer("Who went out?", "a")
    keep.expect("Against whom?")
    keep.type(f"be{TAB}\r")
    keep.answer("Ann: cards", "2")
    keep.answer("Bea: cards", "30")
    keep.expect("rotation-differs: Bob and Bea should have played")
    keep.answer("Hand 3: 1 Ann, 2 Bob; sitting out: Bea; ", "a gin 60")
    keep.expect("Game over: Ann wins by")
    keep.expect("Each player: Ann ")
    keep.answer("What next?", "q")
    assert keep.status() == 0
    assert [hand.pair for hand in read_sheet(path).score().hands] == [
        ("Ann", "Bob"),
        ("Ann", "Bea"),
        ("Ann", "Bob"),
    ]


def test_a_file_that_cannot_be_written_is_tried_again(terminal: Open, sheet: Path) -> None:
    # A folder stands where the new file would be made.
    obstacle = sheet.with_name(f".{sheet.name}.tmp")
    obstacle.mkdir()
    keep = terminal("keep")
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "4")
    keep.answer("Bob: cards", "17")
    keep.expect("file-not-written")
    keep.expect("Not written down.")
    obstacle.rmdir()
    keep.type("\r")
    keep.expect("Ann 13, Bob 0")
    keep.answer("Who went out?", "q")
    assert keep.status() == 0
    assert totals(sheet) == (13, 0)


def test_ctrl_c_ends_a_script(sheet: Path) -> None:
    script = subprocess.Popen(
        [*PROGRAM, "keep"],
        cwd=sheet.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert script.stdin is not None
    assert script.stderr is not None
    script.stdin.write("a\n")
    script.stdin.flush()
    while "Ann: cards" not in script.stderr.readline():
        assert script.poll() is None
    time.sleep(0.1)
    script.send_signal(signal.SIGINT)
    script.communicate(timeout=30)
    assert script.returncode == 130
    assert events(sheet) == []


@pytest.mark.usefixtures("sheet")
def test_the_questions_are_seen_when_stdout_is_a_file(terminal: Open, tmp_path: Path) -> None:
    code = (
        "import sys, os; os.dup2(os.open('out.txt', os.O_WRONLY | os.O_CREAT), 1);"
        "from ginscore.cli.run import run; sys.exit(run(['keep']))"
    )
    keep = terminal(program=(sys.executable, "-c", code))
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "4")
    keep.answer("Bob: cards", "17")
    keep.answer("Who went out?", "q")
    assert keep.status() == 0
    written = (tmp_path / "out.txt").read_text("utf-8")
    assert "Ann scores 13" in written
    assert "\x1b" not in written


def test_in_french(terminal: Open, sheet: Path) -> None:
    keep = terminal("keep", LANG="fr_FR.UTF-8", LC_ALL="")
    keep.expect("m morte, a annuler")
    keep.type("b\r")
    keep.expect("Bob")
    keep.type("[7PCK] [4-6T] [V-RC] 3K\r")
    keep.expect("Ann")
    keep.type("9PCK 2-4C 7T 3T DP 5K\r")
    keep.expect("V♥")
    keep.expect("Ann 0, Bob 12")
    keep.expect("m morte")
    keep.type("annuler\r")
    keep.expect("Ann 0, Bob 0")
    keep.expect("m morte")
    keep.type("m\r")
    keep.expect("m morte")
    keep.type("q\r")
    assert keep.status() == 0
    assert events(sheet) == ["hand", "undo", "hand"]


def test_a_plain_terminal_will_do(terminal: Open, sheet: Path) -> None:
    keep = terminal("keep", TERM="dumb")
    keep.answer("Who went out?", "a")
    keep.answer("Ann: cards", "4")
    keep.answer("Bob: cards", "17")
    keep.answer("Who went out?", "q")
    assert keep.status() == 0
    assert totals(sheet) == (13, 0)


# What other commands ask


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh")
@pytest.mark.skipif(not (PROGRAMS / "ginscore").exists(), reason="no program installed")
def test_zsh_completes_from_the_first_tab(terminal: Open, tmp_path: Path) -> None:
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    create_sheet(tmp_path / "ginscore.json", Sheet.new("O'Hara", "Mary Ann"))
    home = {"HOME": str(tmp_path), "PATH": path}
    install = ["zsh", "-c", "ginscore --install-completion; true"]
    subprocess.run(install, check=True, env={**os.environ, **home}, timeout=60)
    zsh = terminal("-i", program=("zsh",), PATH=path)
    zsh.type(f"ginscore add {TAB}")
    zsh.expect("O'Hara    Mary Ann")
    # The session knows by now, and what a shell would take apart is quoted.
    zsh.type(f"M{TAB}")
    zsh.expect("Mary\\ Ann")
    zsh.type(f"4 O{TAB}")
    zsh.expect("O\\'Hara=")
    zsh.type("17\r")
    zsh.expect("Mary Ann scores 13")
    zsh.type("exit\r")


def test_settle_asks(terminal: Open) -> None:
    settle = terminal("settle", "--variant", "oklahoma", "--claim", "points=3")
    settle.answer("Upcard?", "5H")
    settle.answer("Knocker: cards", "6")
    settle.expect("knock-over-limit")
    settle.answer("Knocker: cards", "5")
    settle.answer("Defender: cards", "<")
    settle.answer("Knocker: cards", "4")
    settle.answer("Defender: cards", "17")
    settle.expect("the knocker scores 13")
    assert settle.status() == 1


def test_settle_asks_how_many_play(terminal: Open) -> None:
    settle = terminal("settle", "--variant", "rummy-royal", "-f", "json")
    settle.answer("How many players?", "5")
    settle.answer("How many players?", "3")
    settle.answer("Knocker: cards", "4")
    settle.answer("Defender 1: cards", "<")
    settle.answer("Knocker: cards", "<")
    settle.answer("Knocker: cards", "3")
    settle.answer("Defender 1: cards", "17")
    settle.answer("Defender 2: cards", "9")
    settle.expect('"defender2": 6')
    assert settle.status() == 0


def test_settle_does_not_ask_for_an_upcard_that_was_told(terminal: Open) -> None:
    settle = terminal("settle", "--variant", "oklahoma", "-u", "2H")
    settle.answer("Knocker: cards", "4")
    settle.expect("knock-over-limit")
    settle.expect("Knocker: cards")
    settle.type(CTRL_C)
    assert settle.status() == 130


@pytest.mark.parametrize(
    ("arguments", "places"),
    [
        (["melds", "-u", "XX"], ["--upcard"]),
        (["settle", "-u", "XX", "--lay-off", "7C"], ["--upcard", "defender"]),
        (["settle", "--names", "Ann,Bob,Cy", "-u", "XX"], ["--upcard"]),
        (["settle", "--names", "Ann,", "--rule", "tie=x"], ["--rule", "--names"]),
        (["settle", "--claim", "points", "-u", "XX"], ["--claim", "--upcard"]),
        (["compare", "-u", "XX"], ["--upcard"]),
        (["add", "--date", "yesterday"], ["--date"]),
    ],
)
def test_what_is_wrong_with_the_options_is_told_before_anything_is_asked(
    terminal: Open, arguments: list[str], places: list[str]
) -> None:
    told = terminal(*arguments)
    for place in places:
        told.expect(f"ginscore: error: {place}:")
    assert told.status() == 2
    assert "?" not in told.screen


def test_melds_asks(terminal: Open) -> None:
    melds = terminal("melds")
    melds.answer("Cards?", "7S 7S")
    melds.expect("duplicate-card")
    melds.answer("Cards?", "7S 7H 7D 4C 5C 6C JH QH KH 3D")
    melds.expect("3♦: 3")
    assert melds.status() == 0


def test_add_asks(terminal: Open, sheet: Path) -> None:
    add = terminal("add", "--note", "late")
    add.answer("Who went out?", "<")
    add.answer("Who went out?", "u")
    add.expect("usage")
    add.answer("Who went out?", "2")
    add.answer("Bob: cards", "gin")
    add.answer("Ann: cards", "22")
    add.expect("Gin: Bob scores 47")
    assert add.status() == 0
    dead = terminal("add")
    dead.answer("Who went out?", "d")
    dead.expect("Dead hand")
    assert dead.status() == 0
    left = terminal("add")
    left.expect("Who went out?")
    left.type(CTRL_D)
    assert left.status() == 130
    assert events(sheet) == ["hand", "hand"]
    assert json.loads(sheet.read_text("utf-8"))["entries"][0]["note"] == "late"
