"""`keep` on a pipe: each line answers a question. How it looks on a terminal: `test_keep_pty`."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Answer, Cli
from pseudo import pseudo_texts, untranslated

from ginscore.cards.cards import ENGLISH, LANGUAGES
from ginscore.cli.orders import COMMANDS, Order, parse_order, shown_words
from ginscore.cli.start_questions import parse_names
from ginscore.errors import GinscoreError
from ginscore.files.store import create_sheet, read_sheet, write_sheet
from ginscore.rules.presets import PRESETS
from ginscore.sheet.sheet import Sheet

KNOCKER = "[7SHD] [4-6C] [J-KH] 3D"
DEFENDER = "9SHD 2-4H 7C 3C QS 5D"
Keep = Callable[..., Answer]


@pytest.fixture
def keep(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Keep:
    """Runs `keep` with these lines on its stdin."""

    def run(*lines: str, args: tuple[str, ...] = (), **options: Any) -> Answer:
        pipe = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
        monkeypatch.setattr(sys, "stdin", pipe)
        return cli("keep", *args, **options)

    return run


def start(*names: str, variant: str = "modern", path: str = "ginscore.json") -> None:
    """A sheet in the folder."""
    sheet = Sheet.new(*names or ("Ann", "Bob"), variant=variant)
    Path(path).unlink(missing_ok=True)
    create_sheet(path, sheet)


def entries(path: str = "ginscore.json") -> list[dict[str, Any]]:
    """What is in the file."""
    return list(json.loads(Path(path).read_text("utf-8"))["entries"])


def totals(path: str = "ginscore.json") -> tuple[int, ...]:
    """The totals of the last game."""
    return tuple(read_sheet(path).score().games[-1].totals.values())


def refused(answer: Answer) -> list[str]:
    """The codes of the errors on stderr, in their order."""
    return re.findall(
        r"^ginscore: error: (?:[^:]+: )??([a-z]+(?:-[a-z]+)+|usage): ", answer.err, re.MULTILINE
    )


# Starting


def test_without_a_sheet_it_asks_who_plays_and_by_which_rules(keep: Keep) -> None:
    answer = keep("Ann, Bob", "", "a", "4", "17")
    assert (answer.status, refused(answer)) == (0, [])
    assert "Who plays?" in answer.err
    assert "Which rules?" in answer.err
    assert "Started ginscore.json: Ann, Bob." in answer.out
    sheet = read_sheet("ginscore.json")
    assert (sheet.players, sheet.rules.name, sheet.dealer) == (("Ann", "Bob"), "modern", "Ann")
    assert totals() == (13, 0)


def test_a_wrong_start_is_explained_and_asked_again(keep: Keep) -> None:
    answer = keep("Ann ann", "A B C D E F G", "Ann", "ann", "Bob Cy", "modern", "moder", "", "q")
    assert refused(answer) == [
        "duplicate-name",
        "wrong-seat-count",
        "duplicate-name",
        "wrong-seat-count",
        "unknown-variant",
    ]
    assert answer.err.count("And who else?") == 2
    assert "ginscore: error: rules: unknown-variant" in answer.err
    assert answer.status == 1
    # Three cannot play what is usual, so something else is proposed.
    assert "Players: 1 Ann, 2 Bob, 3 Cy" in answer.out
    assert read_sheet("ginscore.json").rules.name == "rummy-royal"


def test_the_way_back_leads_to_the_names(keep: Keep) -> None:
    keep("Ann Rob", "<", "Ann Bob", "classic", "q")
    sheet = read_sheet("ginscore.json")
    assert (sheet.players, sheet.rules.name) == (("Ann", "Bob"), "classic")


def test_the_rules_proposed_are_the_readers(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GINSCORE_VARIANT", "palace")
    assert "[palace]" in keep("Ann Bob", "?", "").err
    assert read_sheet("ginscore.json").rules.name == "palace"


def test_the_rules_are_listed_by_what_they_differ_in(keep: Keep) -> None:
    shown = keep("Ann Bob Cy Dan", "?", "").out
    assert re.search(r"partnership +two teams, gin 25, undercut 25, boxes 25, to 125", shown)
    assert "modern" not in shown


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("2", "classic"),
        ("Class", "classic"),
        ("holly", "hollywood"),
        ("hollywood", "hollywood"),
        ("hollywood-c", "hollywood-club"),
        ("p", None),
        ("0", None),
        ("99", None),
    ],
)
def test_the_rules_are_chosen_by_number_or_beginning(
    keep: Keep, answer: str, chosen: str | None
) -> None:
    told = keep("Ann Bob", answer, "")
    assert refused(told) == ([] if chosen else ["unknown-variant"])
    assert read_sheet("ginscore.json").rules.name == (chosen or "modern")


@pytest.mark.parametrize("lines", [(), ("Ann, Bob",)])
def test_no_answer_starts_no_sheet(keep: Keep, lines: tuple[str, ...]) -> None:
    answer = keep(*lines)
    assert (answer.status, refused(answer)) == (2, ["sheet-missing"])
    assert not Path("ginscore.json").exists()


def test_each_question_of_the_start_has_an_option(keep: Keep) -> None:
    args = ("Ann", "Bob", "--variant", "classic", "--rule", "target=50", "-s", "own.csv")
    answer = keep("b", "gin", "9", args=args)
    assert answer.status == 0
    assert "Which rules?" not in answer.err
    rules = read_sheet("own.csv").rules
    assert (rules.name, rules.target, totals("own.csv")) == ("classic", 50, (0, 29))


def test_only_the_names_are_asked_for_where_the_rules_are_told(keep: Keep) -> None:
    answer = keep("Ann Bob", args=("--variant", "palace"))
    assert (answer.status, "Which rules?" in answer.err) == (0, False)


@pytest.mark.parametrize(
    "args", [("Ann", "Bob"), ("--variant", "classic"), ("--rule", "tie=knocker")]
)
def test_a_sheet_that_is_there_keeps_its_players_and_rules(
    keep: Keep, args: tuple[str, ...]
) -> None:
    start()
    answer = keep("a", "4", "17", args=args)
    assert (answer.status, refused(answer)) == (2, ["usage"])
    assert entries() == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Bob", ["Ann", "Bob"]),
        ("Ann, Bob", ["Ann", "Bob"]),
        ("Mary Ann, Bob, Cy,", ["Mary Ann", "Bob", "Cy"]),
        ("  Ann\tBob  ", ["Ann", "Bob"]),
        ("Mary Ann and Bob", ["Mary Ann", "Bob"]),
        ("Ann et Bob", ["Ann", "Bob"]),
        ("Ann VS Bob", ["Ann", "Bob"]),
        ("Ann vs. Bob", ["Ann", "Bob"]),
        ("Ann & Bob + Cy", ["Ann", "Bob", "Cy"]),
        ("Ann/Bob", ["Ann", "Bob"]),
        ("Ann; Bob", ["Ann", "Bob"]),
        ("Andy Etta", ["Andy", "Etta"]),
        # Where commas part the names, the words within them stay.
        ("Ann and Cy, Bob and Di", ["Ann and Cy", "Bob and Di"]),
        ("Ann; Cy, Bob", ["Ann; Cy", "Bob"]),
    ],
)
def test_names_in_a_line(text: str, names: list[str]) -> None:
    assert parse_names(text) == names


def test_the_state_is_shown_first(keep: Keep) -> None:
    start()
    keep("a", "4", "17")
    shown = keep().out
    assert "Ann 13, Bob 0" in shown
    assert "Ann 87, Bob 100" in shown
    assert re.search(r"next dealer +Ann", shown)


def test_a_pipe_needs_no_line_editor(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from ginscore.cli.run import run\n"
        "assert run(['keep', 'Ann', 'Bob', '-q']) == 0\n"
        "assert 'prompt_toolkit' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"a\n4\n17\n", cwd=tmp_path, check=False
    )
    assert done.returncode == 0


# Who went out, a whole hand, or a command

TWO = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (TWO, "a", ("Ann",)),
        (TWO, "B", ("Bob",)),
        (TWO, "bo", ("Bob",)),
        (TWO, "2", ("Bob",)),
        (TWO, "d", Order("dead", "")),
        (TWO, "DEAD", Order("dead", "")),
        (TWO, "e 3", Order("edit", "3")),
        (TWO, "e3", Order("edit", "3")),
        (TWO, "edit  12", Order("edit", "12")),
        (TWO, "e 3 a 4 17", Order("edit", "3 a 4 17")),
        (TWO, "fix 3", Order("edit", "3")),
        (TWO, "rm 3", Order("void", "3")),
        (TWO, "history", Order("show", "")),
        (TWO, "n next.json", Order("new", "next.json")),
        (TWO, "?", Order("help", "")),
        # A whole hand.
        (TWO, "a 4 17", ("Ann", "4", "17")),
        (TWO, "1 gin 30 7H", ("Ann", "gin", "30", "7H")),
        (TWO, "b 4 a 17", ("Bob", "4", "a", "17")),
        (TWO, "Ann=4 Bob=17", ("Ann=4", "Bob=17")),
        (
            TWO,
            'a "7S 7H 7D" \'[4-6C] 3D\' Bob="KS ..."',
            ("Ann", "7S 7H 7D", "[4-6C] 3D", "Bob=KS ..."),
        ),
        (("O'Hara", "D'Arcy"), "o'hara 4 17", ("O'Hara", "4", "17")),
        (("Mary Ann", "Bob"), "mary ann 4 17", ("Mary Ann", "4", "17")),
        (("Mary Ann", "Bob"), '"mary a" 4 17', ("Mary Ann", "4", "17")),
        # A lone letter or word is the command; before holdings it is a player.
        (("Dan", "Una"), "d", Order("dead", "")),
        (("Dan", "Una"), "d 4 17", ("Dan", "4", "17")),
        (("Dan", "Una"), "d 4", ("Dan", "4")),
        (("Dan", "Una"), "u gin 17", ("Una", "gin", "17")),
        (("Eve", "Vic"), "e", Order("edit", "")),
        (("Eve", "Vic"), "e 3", Order("edit", "3")),
        (("Eve", "Vic"), "v 3", Order("void", "3")),
        (("Eve", "Vic"), "v", ("Vic",)),
        (("Eve", "Vic"), "e 3 17", ("Eve", "3", "17")),
        (("Eve", "Vic"), "v gin 3", ("Vic", "gin", "3")),
        (("Deadwood", "Undoing"), "dead", Order("dead", "")),
        (("Ann", "Bob", "Cy", "Dan"), "d Ann, Bob", Order("dead", "Ann, Bob")),
        # The exact name comes first; a slash makes a command of it.
        (("D", "U"), "d", ("D",)),
        (("D", "U"), "/d", Order("dead", "")),
        (("D", "U"), "/ u", Order("undo", "")),
        (("D", "U"), "dead", Order("dead", "")),
        (("Al", "Alan"), "al", ("Al",)),
        # A name may be a number; then the numbers of the seats are only the others.
        (("2", "Bob"), "2", ("2",)),
        (("2", "Bob"), "1", ("2",)),
    ],
)
def test_who_went_out(names: tuple[str, ...], text: str, found: Any) -> None:
    assert parse_order(text, names, "en") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("m", Order("dead", "")),
        ("a", Order("undo", "")),
        ("annuler", Order("undo", "")),
        ("retablir", Order("redo", "")),
        ("c 3", Order("edit", "3")),
        ("v", Order("show", "")),
        ("b 2", Order("void", "2")),
        ("a 4 17", ("Anne", "4", "17")),
        # English words are understood where French has no use for them.
        ("u", Order("undo", "")),
        ("e 2", Order("edit", "2")),
        ("s", Order("show", "")),
    ],
)
def test_who_went_out_in_french(text: str, found: Any) -> None:
    assert parse_order(text, ("Anne", "Paul"), "fr") == found


@pytest.mark.parametrize(
    ("names", "text", "code"),
    [
        (TWO, "", "usage"),
        (TWO, " \x1c\r", "usage"),
        (TWO, "x", "unknown-player"),
        (TWO, "3", "unknown-player"),
        (TWO, "0", "unknown-player"),
        (TWO, "x 4 17", "unknown-player"),
        (("Al", "Ann"), "a 4 17", "unknown-player"),
        (TWO, "/ann", "usage"),
        (TWO, "/", "usage"),
    ],
)
def test_who_cannot_be_told(names: tuple[str, ...], text: str, code: str) -> None:
    with pytest.raises(GinscoreError) as caught:
        parse_order(text, names, "en")
    assert caught.value.code == code
    if code == "unknown-player":
        assert caught.value.hint


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_means_two_commands(lang: str) -> None:
    words = [word for spellings in LANGUAGES[lang].orders.values() for word in spellings]
    assert len(set(words)) == len(words)
    assert list(LANGUAGES[lang].orders) == [*COMMANDS]


def test_the_menu_shows_what_can_be_typed() -> None:
    commands: Any = ("dead", "undo", "help")
    assert [*shown_words(commands, TWO, "en")] == ["d dead", "u undo", "? help"]
    assert [*shown_words(commands, ("D", "Undo"), "en")] == ["dead", "u undo", "? help"]
    assert [*shown_words(commands, ("U", "Undo"), "en")] == ["d dead", "/undo", "? help"]


# A hand


def test_a_hand_told_by_its_cards(keep: Keep) -> None:
    answer = keep("Ann Bob", "", "b", KNOCKER, DEFENDER)
    assert "laid off" in answer.out
    assert "Knock: Bob scores 12" in answer.out
    assert "Ann 0, Bob 12" in answer.out
    assert entries()[0]["holdings"][1].startswith("[7S 7H 7D]")


def test_a_wrong_answer_explains_itself_and_is_asked_again(keep: Keep) -> None:
    start()
    wrong = ("7X 7H", "11", "[7S 7H 8D] 3C 4C", "", "-3", "4.5")
    answer = keep("a", *wrong, "4", "7S 7S", "17", "x", "q")
    assert refused(answer) == [
        "bad-card",
        "knock-over-limit",
        "not-a-meld",
        "wrong-hand-size",
        "bad-holding",
        "bad-holding",
        "bad-holding",
        "duplicate-card",
        "wrong-hand-size",
        "unknown-player",
    ]
    assert answer.status == 1
    assert answer.err.count("Ann: cards") == 7
    assert answer.err.count("Bob: cards") == 2
    assert "^" in answer.err
    assert "hint: " in answer.err
    assert totals() == (13, 0)


def test_the_rules_are_checked_on_all_that_is_known(keep: Keep) -> None:
    start()
    answer = keep("a", KNOCKER, "7S KH QS JS TS 9S 8S 2D 3S 4S", DEFENDER)
    assert refused(answer) == ["duplicate-card"]
    assert totals() == (12, 0)


def test_the_way_back_leads_through_the_hand(keep: Keep) -> None:
    start()
    # Bob's question, Ann's, Ann's again, back to who went out.
    answer = keep("a", "4", "<", "<", "b", "5", "17")
    assert (answer.status, refused(answer)) == (0, [])
    assert totals() == (0, 12)


def test_help_is_there_at_every_question(keep: Keep) -> None:
    start(variant="oklahoma")
    answer = keep("?", "a", "", "?", "4", "?", "17", "?")
    assert answer.status == 0
    assert answer.out.count("[7SHD] [4-6C] [J-KH] 3D") == 2
    assert answer.out.count("take back the last entry") == 2


def test_blank_lines_say_nothing(keep: Keep) -> None:
    start()
    answer = keep("", "a", "4", "17", "", "")
    assert (answer.status, len(entries())) == (0, 1)


def test_there_is_no_way_back_from_the_first_question(keep: Keep) -> None:
    start()
    answer = keep("<", "a 4 17")
    assert (refused(answer), totals()) == ([], (13, 0))


def test_the_input_ends_in_the_middle_of_a_hand(keep: Keep) -> None:
    start()
    answer = keep("a", "4", "17", "b", "5")
    assert answer.status == 1
    assert "Nothing of this hand is written down." in answer.out
    assert len(entries()) == 1
    # What stands is shown at the end.
    assert answer.out.rstrip().endswith("Ann")


def test_a_byte_order_mark_is_no_letter(keep: Keep) -> None:
    start()
    assert keep("\ufeffa", "4", "17").status == 0


def test_what_is_not_utf_8_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    start()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n\xff\n"), encoding="utf-8"))
    answer = cli("keep")
    assert (answer.status, refused(answer)) == (2, ["file-unreadable"])


def test_a_file_that_cannot_be_written_ends_a_script(keep: Keep) -> None:
    start()
    # A folder stands where the new file would be made.
    Path(".ginscore.json.tmp").mkdir()
    answer = keep("a", "4", "17", "b", "4", "17")
    assert (answer.status, refused(answer)) == (3, ["file-not-written"])
    assert entries() == []


def test_lines_that_cannot_be_read_end_a_script(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    start()
    lines = b"a\n4\n17\na\n" + b"\xff\n" * 20_000
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
    answer = cli("keep")
    assert (answer.status, refused(answer)) == (2, ["file-unreadable"])


def test_the_upcard_limits_the_knock(keep: Keep) -> None:
    start(variant="oklahoma")
    answer = keep("a", "5", "5S", "6", "5", "17")
    assert refused(answer) == ["bad-card", "knock-over-limit"]
    # A spade doubles.
    assert totals() == (24, 0)
    assert entries()[0]["upcard"] == "5S"


def test_the_upcard_may_be_unknown(keep: Keep) -> None:
    start(variant="oklahoma")
    answer = keep("a", "", "5", "17")
    assert "upcard-unknown" in answer.out
    assert entries()[0]["upcard"] is None


def test_each_defender_is_asked(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", variant="rummy-royal")
    answer = keep("2", "4", "17", "9")
    assert answer.err.index("Bob: cards") < answer.err.index("Ann: cards")
    assert answer.err.index("Ann: cards") < answer.err.index("Cy: cards")
    assert totals() == (13, 0, 5)


def test_a_partnership_plays_in_pairs(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", "Dan", variant="partnership")
    lines = ("da", "1", "4", "17", "ann", "c", "5", "9")
    answer = keep(*lines)
    # The first hand needs the other player, the second does not; who has played does not go out.
    assert answer.err.count("Against whom?") == 1
    assert refused(answer) == ["wrong-seat-count"]
    assert [one["went_out"] for one in entries()] == ["Dan", "Cy"]
    assert totals() == (0, 9)
    # In one line both are named, until it follows who plays.
    answer = keep("a 4 17", "a 4 b 17", "c 5 9")
    assert refused(answer) == ["wrong-seat-count"]
    assert totals() == (17, 9)


def test_a_sum_is_shown_added_up(keep: Keep) -> None:
    start()
    shown = keep("a 2+2 12+11", "b", "1 + 2", "9").out
    assert re.findall(r"\d+ \+ \d+ = \d+", shown) == ["2 + 2 = 4", "12 + 11 = 23", "1 + 2 = 3"]


def test_only_the_two_who_play_are_asked(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", variant="cutthroat")
    answer = keep("a", "4", "17", "cy 3 9", "a", "b", "5", "20", "b gin c=8", "d", "q")
    assert (answer.status, refused(answer)) == (0, [])
    menus = [line.partition(";")[0] for line in answer.err.splitlines() if line[:5] == "Hand "]
    idle = [line.split("; ")[1] for line in answer.err.splitlines() if line[:5] == "Hand "]
    assert menus == [
        "Hand 1: 1 Ann, 2 Bob",
        "Hand 2: 1 Ann, 3 Cy",
        "Hand 3: 2 Bob, 3 Cy",
        "Hand 4: 1 Ann, 3 Cy",
        "Hand 5: 1 Ann, 2 Bob",
        "Hand 6: 1 Ann, 2 Bob",
    ]
    assert idle == [f"sitting out: {name}" for name in ("Cy", "Bob", "Ann", "Bob", "Cy", "Cy")]
    # Ann and Bob told hand 3, Bob and Cy hand 4, against the turn; else nobody is asked whom.
    assert answer.err.count("Against whom?") == 1
    assert answer.out.count("rotation-differs") == 2
    assert totals() == (13 + 15, 33, 6)


def test_a_captain_plays_for_the_crew(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", "Dee", variant="captain")
    answer = keep("a 4 17", "d", "b", "a", "5", "9", "dee 3 cy=9", "cy gin ann=20", "q")
    assert refused(answer) == ["wrong-seat-count"]
    assert "Hand 1: 1 Ann, 2 Bob; sitting out: Cy, Dee; " in answer.err
    assert "Hand 2: 1 Ann, 3 Cy; sitting out: Bob, Dee; " in answer.err
    assert "one of Bob, Cy, Dee plays against Ann" in answer.err
    assert totals() == (13, 4 + 45)


def test_a_hand_of_a_partnership_is_corrected(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", "Eve", variant="partnership")
    keep("a", "b", "4", "17")
    # Another defender, after having begun with the same; then who went out, of the same two.
    lines = ("e 1", "c", "eve", "5", "<", "<", "bob", "5", "", "e 1", "b", "", "6", "")
    assert refused(keep(*lines)) == ["knock-over-limit"]
    first, second, third = entries()
    assert (first["holdings"], first["went_out"]) == (["4", "17", None, None], "Ann")
    assert (second["holdings"], second["went_out"]) == ([None, "17", "5", None], "Cy")
    assert (third["holdings"], third["went_out"]) == ([None, "6", "5", None], "Bob")


def test_a_dead_hand_of_a_partnership(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", "Eve", variant="partnership")
    answer = keep("d", "<", "d", "Ann, Cy", "d", "1 and eve", "d", "d Eve Ann")
    assert refused(answer) == ["wrong-seat-count"]
    assert [one["pair"] for one in entries()] == [["Ann", "Eve"], ["Bob", "Cy"], ["Ann", "Eve"]]


def test_a_hand_is_written_before_the_next_question(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    start()
    seen: list[int] = []

    class Lines(io.TextIOWrapper):
        def readline(self, size: int = -1) -> str:  # type: ignore[override]
            seen.append(len(entries()))
            return super().readline(size)

    monkeypatch.setattr(sys, "stdin", Lines(io.BytesIO(b"a\n4\n17\nb\n5\n9\nu\nd\n")))
    assert cli("keep").status == 0
    assert seen == [0, 0, 0, 1, 1, 1, 2, 3, 4]


# A hand in one line


@pytest.mark.parametrize(
    ("lines", "scores"),
    [
        (("a 4 17", "b gin 30", "d"), (13, 55)),
        (("2 4 17", "Ann=3 Bob=8", "b 4 a 9"), (5, 18)),
        ((f'a "{KNOCKER}" "{DEFENDER}" 7H',), (12, 0)),
        # What is left out is asked for.
        (("a 4", "17"), (13, 0)),
        (("a Bob=17", "4"), (13, 0)),
        # A hand is corrected in the same way.
        (("a 4 17", "e 1 b 4 9", "e 1 Ann=20"), (0, 16)),
    ],
)
def test_a_hand_in_one_line(keep: Keep, lines: tuple[str, ...], scores: tuple[int, int]) -> None:
    start()
    answer = keep(*lines)
    assert (answer.status, refused(answer)) == (0, [])
    assert totals() == scores


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("a 14 17", ["knock-over-limit"]),
        ("a 4 7X", ["bad-card"]),
        ("a 7X 7Y", ["bad-card", "bad-card"]),
        ("a 4 17 9", ["wrong-seat-count"]),
        # A card is the upcard only after the holdings of all.
        ("a 4 7H", ["wrong-hand-size"]),
        ("a 7S 7H 7D 4C", ["wrong-seat-count"]),
        ("a 4 bob 17 bob 9", ["wrong-seat-count"]),
        ("a 4 17 7H 7D", ["wrong-seat-count"]),
    ],
)
def test_a_wrong_line_leads_to_the_first_question(keep: Keep, line: str, codes: list[str]) -> None:
    start()
    assert refused(keep(line, "b 5 9")) == codes
    assert totals() == (0, 4)


def test_the_upcard_of_a_line(keep: Keep) -> None:
    start(variant="oklahoma")
    # Where the rules need it, it is asked for; there the limit is known, and `<` leaves the hand.
    answer = keep("a 4 17 7H", "a 4 17", "5S", "a 9 17", "7H", "<", "b 9 17", "")
    assert refused(answer) == ["knock-over-limit"]
    assert [one["upcard"] for one in entries()] == ["7H", "5S", None]
    assert totals() == (13 + 26, 8)


@pytest.mark.parametrize("word", ["quit", "u", "dead", "/undo"])
def test_a_command_in_the_middle_of_a_hand_is_explained(keep: Keep, word: str) -> None:
    start()
    answer = keep("a", word, "<", "q")
    assert (answer.status, refused(answer)) == (1, ["usage"])
    assert "belongs to the first question" in answer.err


def test_the_hint_of_a_repeated_hand_says_what_to_type_here(keep: Keep) -> None:
    start()
    assert "if it was entered twice: undo" in keep("a 4 17", "a 4 17").out
    start("undo", "Bob")
    assert "if it was entered twice: /undo" in keep("b 4 17", "b 4 17").out


# Commands


def test_undo_and_redo(keep: Keep) -> None:
    start()
    answer = keep("a", "4", "17", "u", "r", "u", "u")
    assert refused(answer) == ["nothing-to-undo"]
    assert answer.out.count("Took back entry 1") == 2
    assert "Brought back entry 1" in answer.out
    assert [one["event"] for one in entries()] == ["hand", "undo", "redo", "undo"]


def test_a_dead_hand(keep: Keep) -> None:
    start()
    assert "Dead hand: nobody scores." in keep("d").out
    assert entries()[0]["dead"] is True


def test_a_dead_hand_that_cannot_be(keep: Keep) -> None:
    start("Ann", "Bob", variant="rummy-royal")
    answer = keep("d")
    assert (answer.status, refused(answer)) == (1, ["dead-hand-impossible"])


def test_show_and_help(keep: Keep) -> None:
    start()
    answer = keep("a", "4", "17", "s", "?", "help")
    assert "What happened" in answer.out
    assert answer.out.count("strike out a hand") == 2


def test_void_wants_a_number(keep: Keep) -> None:
    start()
    answer = keep("a", "4", "17", "v", "v 2", "v 1")
    assert refused(answer) == ["usage", "no-such-hand"]
    assert entries()[-1]["event"] == "void"


def test_quitting_leaves_the_rest_unread(keep: Keep) -> None:
    start()
    answer = keep("q", "a", "4", "17")
    assert (answer.status, entries()) == (0, [])
    assert "To go on: ginscore keep" in answer.err


# Corrections


@pytest.fixture
def played(keep: Keep) -> None:
    """Two hands."""
    start()
    keep("a", "4", "17", "b", KNOCKER, DEFENDER)


@pytest.mark.parametrize(
    ("lines", "scores"),
    [
        # An empty answer keeps what was there.
        (("e 1", "", "", "19"), (15, 12)),
        (("e 1", "", "7", ""), (10, 12)),
        (("e 1", "b", "2", ""), (0, 14)),
        (("e 1", "d"), (0, 12)),
        # Alone it means the last hand.
        (("e", "", "", "30"), (13, 27)),
        (("e", "<", "e 1", "b", "<", "a", "5", "19"), (14, 12)),
    ],
)
@pytest.mark.usefixtures("played")
def test_a_correction_asks_the_same_questions(
    keep: Keep, lines: tuple[str, ...], scores: tuple[int, int]
) -> None:
    answer = keep(*lines)
    assert totals() == scores, answer
    assert entries()[-1]["replaces"] is not None


@pytest.mark.usefixtures("played")
def test_a_correction_shows_what_is_there(keep: Keep) -> None:
    shown = keep("e 2", "", "", "").err
    assert "Who went out? [Bob]" in shown
    assert "[[7♠ 7♥ 7♦]" in shown


@pytest.mark.usefixtures("played")
def test_a_correction_of_nothing_writes_nothing(keep: Keep) -> None:
    answer = keep("e 1", "", "", "")
    assert (answer.status, "Nothing is changed." in answer.out) == (0, True)
    assert len(entries()) == 2


@pytest.mark.usefixtures("played")
def test_a_correction_is_checked_with_what_it_keeps(keep: Keep) -> None:
    answer = keep("e 2", "", "", "7S KC QS JS TS 9S 8S 2D 3S 4S", "")
    assert refused(answer) == ["duplicate-card"]
    assert len(entries()) == 2


def test_what_was_answered_before_going_back_is_forgotten(keep: Keep) -> None:
    start("Ann", "Bob", "Cy", variant="rummy-royal")
    # Back from Cy's question to Ann's, who is then told what Bob was said to hold.
    keep("a", "AS 2S 3S 4H 5H 6H 7D", "9C TC JC KD KH KS 2D", "<", "<")
    lines = ("9C TC JC KD KH KS 2D", "AS 2S 3S 4H 5H 6H 7D", "17")
    answer = keep("a", "AS 2S 3S 4H 5H 6H 7D", "9C TC JC KD KH KS 2D", "<", "<", *lines)
    assert refused(answer) == []
    assert len(entries()) == 1


def test_big_gin_goes_with_the_cards(keep: Keep, cli: Cli) -> None:
    start()
    cli("add", "Ann", "0", "17", "--big-gin")
    # Called for cards that are told anew no longer, but for those that are kept.
    assert refused(keep("e 1", "", "", "18")) == []
    assert totals() == (49, 0)
    assert refused(keep("e 1", "", "4", "")) == []
    assert totals() == (14, 0)


@pytest.mark.usefixtures("played")
def test_dead_hands_are_corrected_too(keep: Keep) -> None:
    keep("d", "e 3", "", "e 3", "a", "gin", "8")
    assert "Who went out? [dead]" in keep("d", "e 4", "").err
    assert totals() == (13 + 33, 12)


@pytest.mark.usefixtures("played")
def test_what_else_was_told_of_a_hand_stays(keep: Keep, cli: Cli) -> None:
    cli("edit", "1", "--note", "late", "--upcard", "5H")
    keep("e 1", "", "", "18")
    assert (entries()[-1]["note"], entries()[-1]["upcard"]) == ("late", "5H")


def test_the_upcard_is_kept_or_taken_away(keep: Keep) -> None:
    start(variant="oklahoma")
    keep("a", "5S", "4", "17")
    assert totals() == (26, 0)
    keep("e 1", "", "", "", "18")
    assert totals() == (28, 0)
    keep("e 1", "", "-", "", "")
    assert (totals(), entries()[-1]["upcard"]) == ((14, 0), None)
    # The limit is that of the card in force.
    assert refused(keep("e 1", "", "3H", "", "3", "")) == ["knock-over-limit"]


def test_hands_known_by_their_points_are_told_anew(keep: Keep, cli: Cli) -> None:
    start()
    cli("add", "--points", "Ann=18")
    answer = keep("e 1", "", "a", "", "4", "17")
    assert refused(answer)[0] == "usage"
    assert totals() == (13, 0)


def test_there_is_nothing_to_correct_yet(keep: Keep) -> None:
    start()
    assert refused(keep("e", "e 1", "e x")) == ["usage", "no-such-hand", "usage"]


# The end


def over() -> None:
    """A sheet on which Ann has won."""
    start()
    sheet = read_sheet("ginscore.json")
    for _ in range(3):
        sheet = sheet.add("Ann", "gin", "20")
    write_sheet("ginscore.json", sheet)


def test_when_it_is_over_the_winner_and_the_account_are_shown(keep: Keep) -> None:
    start()
    answer = keep("a", "gin", "70", "b", "gin", "5", "a", "4", "20", "q")
    assert "Game over: Ann wins by" in answer.out
    assert re.search(r"game bonus +100", answer.out)
    assert "What next?" in answer.err
    assert "n new" in answer.err


def test_a_rematch_is_a_new_sheet(keep: Keep) -> None:
    over()
    before = Path("ginscore.json").read_bytes()
    answer = keep("n", "b", "4", "17")
    assert answer.status == 0
    assert Path("ginscore.json").read_bytes() == before
    assert totals("ginscore-2.json") == (0, 13)
    assert read_sheet("ginscore-2.json").dealer == "Ann"
    assert "ginscore keep -s ginscore-2.json" in answer.err


def test_a_rematch_may_be_named(keep: Keep) -> None:
    over()
    assert refused(keep("n ginscore.json", "n own.csv", "a", "4", "9")) == ["sheet-exists"]
    assert totals("own.csv") == (5, 0)


def test_when_it_is_over_no_hand_is_added(keep: Keep) -> None:
    over()
    answer = keep("a", "d", "u", "a", "4", "9")
    assert refused(answer) == ["game-over", "game-over"]
    assert totals() == (95, 0)


def test_there_is_no_rematch_before_the_end(keep: Keep) -> None:
    start()
    assert refused(keep("n")) == ["usage"]


# Forms and languages


def test_as_json_there_are_only_rulings_on_stdout(keep: Keep) -> None:
    answer = keep("Ann Bob", "", "a", "x", "4", "17", "s", "u", args=("-f", "json"))
    started, ruling, shown, undone = map(json.loads, answer.out.splitlines())
    assert started["players"] == ["Ann", "Bob"]
    assert (ruling["points"], ruling["hand"], ruling["entry"]) == (13, 1, 1)
    assert shown["match"]["over"] is False
    assert undone["undid"] == 1
    errors = [json.loads(line) for line in answer.err.splitlines() if line.startswith("{")]
    assert [one["errors"][0]["code"] for one in errors] == ["bad-card"]


def test_quiet_leaves_out_the_questions(keep: Keep) -> None:
    start()
    answer = keep("a", "4", "17", args=("-q",))
    assert answer.err == ""
    assert "Ann 13, Bob 0" in answer.out


def test_in_french(keep: Keep) -> None:
    start("Léa", "Paul")
    lines = ("m", "a", "l", "7P 7C 7K 4T 5T 6T VC DC RC 3K", "9P 9C 9K 2C 3C 4C 7T 3T DP 5K", "v")
    answer = keep(*lines, args=("--lang", "fr"))
    assert answer.status == 0
    assert totals() == (12, 0)
    assert "V♥" in answer.out


def test_nothing_is_left_untranslated(keep: Keep) -> None:
    start_lines = ("?", "xx xx", "Ann", "Bob", "?", "xx", "")
    hand_lines = ("?", "x", "a", "?", "xx", "quit", "4", "<", "5", "17", "e 1", "", "", "18")
    more_lines = ("e 1", "", "", "", "d", "v", "n", "u", "r", "v 1", "s", "a", "4")
    answer = keep(*start_lines, *hand_lines, *more_lines, load=pseudo_texts)
    names = ["Ann", "Bob", "ginscore.json", "ginscore-2.json", "ginscore keep", "xx"]
    codes = [
        "duplicate-name",
        "unknown-player",
        "unknown-variant",
        "bad-card",
        "bad-holding",
        "usage",
    ]
    typed = [*ENGLISH.orders, "gin", "biggin"]
    assert untranslated(answer.out + answer.err, [*names, *codes, *typed, *PRESETS]) == set()
