"""The sheet on the command line: what each command does, says and refuses."""

import json
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Answer, Cli
from pseudo import pseudo_texts, untranslated

from ginscore.cards.cards import LANGUAGES
from ginscore.files.store import read_sheet
from ginscore.rules.presets import PRESETS, load_preset

SPREAD = "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D"
OTHER = "9S 9H 9D 2H 3H 4H 7C 3C QS 5D"
SHEET = "ginscore.json"


def play(cli: Cli, *lines: str) -> Answer:
    """Run command lines, each of which must succeed; the last one's answer."""
    answer = Answer(0, "", "")
    for line in lines:
        answer = cli(*shlex.split(line))
        assert (answer.status, answer.err) == (0, ""), line
    return answer


def asked(cli: Cli, *lines: str) -> Any:
    """The same; the last line's JSON."""
    *before, last = lines
    play(cli, *before)
    return json.loads(play(cli, f"{last} -f json").out)


def shown(cli: Cli) -> Any:
    """`show -f json`."""
    return asked(cli, "show")


# Whole evenings


def test_a_worked_evening(cli: Cli) -> None:
    play(
        cli,
        "new Toi Adversaire --variant playgridia-100 --dealer Toi",
        "add Toi 8 20",
        "add Adversaire 10 15",
        "add --dead",
        "add Adversaire 6 6",
        "add Adversaire 0 22",
        "add Toi 0 40",
        "verify",
    )
    sheet = shown(cli)
    assert [tuple(hand["totals"].values()) for hand in sheet["hands"]] == [
        (12, 0), (12, 5), (12, 5), (37, 5), (37, 52), (102, 52),
    ]  # fmt: skip
    assert [hand["dealer"][0] for hand in sheet["hands"]] == list("TATTAT")
    assert [hand["kind"] for hand in sheet["hands"]] == (
        ["knock", "knock", "dead", "undercut", "gin", "gin"]
    )
    assert (sheet["games"][0]["game_winner"], sheet["match"]["over"]) == ("Toi", True)
    page = play(cli, "show").out
    assert "undercut 6 v 6" in page
    assert "=\ntotal                      102            52\n" in page


def test_penalties_and_their_pot(cli: Cli) -> None:
    play(cli, "new P1 P2 P3 P4 --variant rummy-royal")
    play(cli, "add --points P2=20 --points P3=30 --points P4=60")
    paid = asked(cli, "payout --pot 100")
    assert paid["shares"] == {"P1": "75.00", "P2": "15.00", "P3": "10.00", "P4": "0.00"}
    assert paid["formula"][1] == "P2: 50 − (20 − 0) = 30: 25% of 100.00 × 30 ÷ 50 = 15.00"
    assert play(cli, "payout --pot 100 -f csv").out.splitlines()[2] == "P2,15.00"
    assert "| P3       |  10.00 |" in play(cli, "payout --pot 100 -f markdown").out
    refused = cli("add", "--points", "P1=5", "P2=6")
    assert "--points is given once for each player" in refused.err


def test_a_partnership(cli: Cli) -> None:
    assert "A+C deals." in play(cli, "new A B C D --variant partnership").out
    play(cli, "add A 4 D=17", "add B 0 30")
    play(cli, "add --dead A B", "add --points D=18")
    play(cli, "add --points A=9 --against B", "add --dead")
    sheet = shown(cli)
    assert [hand["pair"] for hand in sheet["hands"]] == (
        [["A", "D"], ["B", "C"], ["A", "B"], ["C", "D"], ["A", "B"], ["C", "D"]]
    )
    assert sheet["games"][0]["totals"] == {"A+C": 9, "B+D": 60}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["add A gin B=20"], "Half a round: it scores when C and D have played."),
        (["add A gin B=20", "add C 4 17"], "The round: A 45, C 13; A+C scores 58; 1 box."),
        (["add A 4 B=9", "add C 9 D=4"], "The round: A 5, D 30; B+D scores 25; 1 box."),
        (["add --dead A B", "add --dead"], "The round: two dead hands; nobody scores."),
        (["add A 4 B=9", "add D 4 9"], "The round: A 5, D 5; nobody scores."),
    ],
)
def test_a_hand_of_partners_says_what_it_makes_of_the_round(
    cli: Cli, lines: list[str], said: str
) -> None:
    cli("new", "A", "B", "C", "D", "--variant", "partnership")
    *_, last = [cli(*line.split()).out for line in lines]
    assert said in last
    # A correction of an earlier hand says nothing of it.
    assert said not in cli("edit", "1", "--note", "x").out or len(lines) == 1


def test_cutthroat_needs_no_more_than_who_went_out(cli: Cli) -> None:
    started = cli("new", "Ann", "Bob", "Cy", "--variant", "cutthroat").out
    assert "Ann deals.\nAnn v Bob; sitting out: Cy\n" in started
    for line in ("Ann 4 17", "Cy gin 20", "Cy 3 9"):
        cli("add", *line.split())
    assert [hand.pair for hand in read_sheet(SHEET).score().hands] == [
        ("Ann", "Bob"),
        ("Ann", "Cy"),
        ("Bob", "Cy"),
    ]
    shown = cli().out
    assert "Ann 13, Bob 0, Cy 51" in shown
    assert "Ann v Cy; sitting out: Bob" in shown
    # Who sits out needs the other's name too.
    refused = cli("add", "Bob", "4", "17")
    assert refused.status == 1
    assert "wrong-seat-count: this hand is between Ann and Cy" in refused.err
    assert "name both: Bob 4 Ann=17" in refused.err
    counted = cli("add", "Bob", "4", "Cy=9")
    assert "rotation-differs: Ann and Cy should have played" in counted.out
    # The next one goes on from those who played.
    assert "Ann v Bob; sitting out: Cy" in cli().out
    # What came before it changes only who should have played.
    assert "Undercut: Bob scores 26" in cli("edit", "1", "Bob=3").out
    assert read_sheet(SHEET).score().hands[1].pair == ("Ann", "Cy")


def test_every_form_of_a_hand(cli: Cli) -> None:
    play(cli, "new Annette Bob --variant oklahoma")
    ruling = asked(cli, f'add an "{SPREAD}" "{OTHER}" --upcard 5S --note "  a   note " --dealer b')
    assert (ruling["hand"], ruling["entry"], ruling["points"], ruling["winner"]) == (
        (1, 1, 24, "Annette")
    )
    assert ruling["defenders"][0]["before_lay_offs"] == 25
    hand = shown(cli)["hands"][0]
    assert (hand["upcard"], hand["note"], hand["dealer"]) == ("5S", "a note", "Bob")
    ruling = asked(cli, f'add an "{SPREAD}" "{OTHER}" -u 5H --lay-off "7C:1"')
    assert [one["code"] for one in ruling["warnings"]] == ["better-defence"]
    assert asked(cli, "add b biggin an=30 -u KH")["kind"] == "big_gin"
    assert asked(cli, "add b 0 30 -u KH --big-gin")["kind"] == "big_gin"
    ruling = asked(cli, "add --points an=7 --kind undercut")
    assert (ruling["kind"], ruling["points"], ruling["knocker"]) == ("undercut", 7, None)


def test_a_sum_is_shown_added_up_and_kept_as_a_count(cli: Cli) -> None:
    cli("new", "Ann", "Bob")
    shown = cli("add", "Bob", "2+1", "12+11").out
    assert "2 + 1 = 3, as counted" in shown
    assert "12 + 11 = 23, as counted" in shown
    # A correction shows what was typed now.
    shown = cli("edit", "1", "Ann=10 + 9").out
    assert ("10 + 9 = 19, as counted" in shown, "2 + 1" in shown) == (True, False)
    assert read_sheet(SHEET).entries[-1].holdings == ("19", "3")


def test_a_date_is_when_the_hand_was_played(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17 --date 2024-05-31T20:30+02:00")
    play(cli, "add Ann 4 17 --date 2024-06-01", "edit 2 --date 2024-06-02T01:00+00:00")
    first, second = shown(cli)["hands"]
    assert first["at"] == "2024-05-31T20:30:00+02:00"
    assert second["at"] in ("2024-06-02T01:00:00Z", "2024-06-02T01:00:00+00:00")


def test_holdings_come_from_stdin_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    play(cli, "new Ann Bob")
    Path("holdings").write_text(f"{SPREAD}\n{OTHER}\n", encoding="utf-8")
    with Path("holdings").open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert '"points":12,' in cli("add", "Ann", "-", "-", "-f", "json").out


def test_the_same_hand_again_is_remarked(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17")
    answer = cli("add", "Ann", "4", "17")
    assert (answer.status, answer.err) == (0, "")
    assert "warning: repeated-hand: " in answer.out
    assert "ginscore undo" in answer.out


# Corrections


def test_corrections(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob 0 45")
    assert asked(cli, "undo") == {
        "entry": 3, "undid": 2, "event": "hand",
        "totals": {"Ann": 13, "Bob": 0}, "to_go": {"Ann": 87, "Bob": 100}, "next_dealer": "Ann",
    }  # fmt: skip
    assert asked(cli, "redo")["redid"] == 2
    ruling = asked(cli, "edit 1 Bob 4 17")
    assert (ruling["hand"], ruling["entry"], ruling["winner"]) == (1, 5, "Bob")
    assert [hand["totals"] for hand in shown(cli)["hands"]] == (
        [{"Ann": 0, "Bob": 13}, {"Ann": 0, "Bob": 83}]
    )
    struck = asked(cli, "void 1")
    assert (struck["hand"], struck["struck"], struck["totals"]) == (1, 5, {"Ann": 0, "Bob": 70})
    assert asked(cli, "rename bob Robert")["players"] == ["Ann", "Robert"]
    play(cli, "add Ann 4 17 --before 1")
    assert [hand["winner"] for hand in shown(cli)["hands"]] == ["Ann", "Robert"]
    log = asked(cli, "show --log")["entries"]
    assert [entry["status"] for entry in log] == [
        "replaced", "counted", "acting", "acting", "struck", "acting", "acting", "counted",
    ]  # fmt: skip


def test_an_edit_keeps_what_is_not_given(cli: Cli) -> None:
    play(cli, "new Ann Bob --variant oklahoma", "add Ann 4 17 -u 5H --note late --dealer Bob")
    play(cli, "edit 1 --upcard 5S", "edit 1 Bob=18")
    hand = shown(cli)["hands"][0]
    assert (hand["points"], hand["note"], hand["dealer"], hand["edited"]) == (
        28,
        "late",
        "Bob",
        True,
    )
    play(cli, 'edit 1 --note "" --upcard "" --dealer ""')
    hand = shown(cli)["hands"][0]
    assert (hand["upcard"], hand["note"], hand["dealer"]) == (None, None, "Ann")
    assert asked(cli, "edit 1 --dead")["kind"] == "dead"
    assert asked(cli, "edit 1 --points Bob=9")["scores"] == {"Ann": 0, "Bob": 9}


def test_what_a_correction_puts_after_the_end(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob 4 30", "edit 1 Ann gin 97")
    assert [hand["status"] for hand in shown(cli)["hands"]] == ["counted", "after-end"]
    page = play(cli, "show").out
    assert "edited" in page
    assert "After the end: these hands score nothing" in page
    play(cli, "undo")
    assert shown(cli)["match"]["over"] is False


def test_trying_writes_nothing(cli: Cli) -> None:
    play(cli, "new Ann Bob --variant classic", "add Ann 4 17")
    before = Path(SHEET).read_bytes()
    for line in ("add Ann 10 2 --try", "edit 1 Ann 10 2 --try"):
        ruling = asked(cli, line)
        assert (ruling["points"], ruling["winner"]) == (18, "Bob")
        assert (ruling["hand"], ruling["entry"]) == (None, None)
        assert "Only tried: nothing was written down." in play(cli, line).out
    assert Path(SHEET).read_bytes() == before


def test_rules_are_shown_and_changed(cli: Cli) -> None:
    play(cli, "new Ann Bob --rule gin_bonus=20", "add --points Ann=110")
    assert shown(cli)["games"][0]["over"] is True
    changed = asked(cli, "rules --rule target=150")
    assert (changed["rules"], changed["from_now"], changed["to_go"]["Ann"]) == (
        ({"target": 150}, False, 40)
    )
    assert asked(cli, "rules")["gin_bonus"] == 20
    assert "target                150" in play(cli, "rules").out
    assert "target,150" in play(cli, "rules -f csv").out
    assert "| target " in play(cli, "rules -f markdown").out
    said = play(cli, "rules --rule gin_bonus=30 --from-now").out
    assert said.startswith("Changed the rules: gin_bonus=30, from now on.\n")


# Which sheet


def test_the_sheet_is_found(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play(cli, "new Ann Bob -s one.json", "new Cy Di -s two.csv", "new Ed Flo")
    config = tmp_path / "config" / "ginscore" / "config.toml"
    config.parent.mkdir(parents=True)
    assert shown(cli)["players"] == ["Ed", "Flo"]
    config.write_text('sheet = "two.csv"\n', encoding="utf-8")
    assert shown(cli)["players"] == ["Cy", "Di"]
    monkeypatch.setenv("GINSCORE_SHEET", "one.json")
    assert shown(cli)["players"] == ["Ann", "Bob"]
    assert asked(cli, "show -s two.csv")["players"] == ["Cy", "Di"]
    settings = {one["key"]: one["source"] for one in asked(cli, "config")["settings"]}
    assert settings == {"lang": "built-in", "variant": "built-in", "sheet": "environment"}
    settings = {one["key"]: one["source"] for one in asked(cli, "config -s x.csv")["settings"]}
    assert settings["sheet"] == "option"
    assert play(cli, "config -f csv").out.splitlines()[0] == "setting,value,source,place"
    assert str(config) in play(cli, "config").out


def test_the_program_alone_tells_how_the_sheet_stands(cli: Cli) -> None:
    assert "ginscore new Ann Bob" in play(cli, "--color never").out
    assert json.loads(cli("-f", "json").out) == {"sheet": None}
    play(cli, 'new Ann Bob --title "Friday"', "add Ann 4 17")
    state = cli()
    assert state.status == 0
    assert state.out == (
        "Friday (ginscore.json)\nRules: modern\n\n"
        "  score        Ann 13, Bob 0\n  to go        Ann 87, Bob 100\n  next dealer  Ann\n"
        "  last hand    1: knock 4 v 17; Ann 13\n\n"
        "Next: ginscore add Ann 4 17  (Ann went out with 4, Bob has 17)\n"
    )
    asked_state = json.loads(cli("-f", "json").out)
    assert (asked_state["sheet"], asked_state["to_go"]) == (SHEET, {"Ann": 87, "Bob": 100})
    play(cli, "add Bob gin 97")
    assert "A rematch: ginscore new --like ginscore.json -s ginscore-2.json\n" in cli().out


def test_a_rematch(cli: Cli) -> None:
    play(cli, "new Ann Bob --variant classic --rule gin_bonus=21", "add Ann gin 97")
    refused = cli("add", "Ann", "4", "17", "-f", "json").errors[0]
    assert refused["code"] == "game-over"
    command = refused["hint"].rpartition(": ")[2]
    assert command == "ginscore new --like ginscore.json -s ginscore-2.json"
    started = play(cli, command.removeprefix("ginscore ") + " --title Again").out
    assert started == (
        "Started ginscore-2.json: Ann, Bob.\nRules: classic with gin_bonus=21\nBob deals.\n\n"
        "Next: ginscore add Ann 4 17 -s ginscore-2.json  (Ann went out with 4, Bob has 17)\n"
    )
    sheet = asked(cli, "show -s ginscore-2.json")
    assert (sheet["title"], sheet["next_dealer"], sheet["hands"]) == ("Again", "Bob", [])
    hint = cli("new", "Ann", "Bob", "-f", "json").errors[0]["hint"]
    assert hint.endswith("ginscore new --like ginscore.json -s ginscore-3.json")
    play(cli, "new --like ginscore-2.json --rule target=200 --dealer Ann -s ginscore-3.json")
    assert asked(cli, "rules -s ginscore-3.json")["target"] == 200
    play(cli, 'new --like ginscore-2.json -s "my sheet.json"')
    answer = cli("new", "--like", "ginscore-2.json", "-s", "my sheet.json")
    assert 'new --like "my sheet.json" -s "my sheet-2.json"' in answer.err


def test_a_new_sheet_as_json(cli: Cli) -> None:
    started = asked(cli, 'new " Ann " Bob --dealer bob --title Friday -s x.csv')
    assert started.pop("created")
    assert started == {
        "sheet": "x.csv", "title": "Friday", "players": ["Ann", "Bob"], "dealer": "Bob",
        "variant": "modern",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "players"),
    [
        ("Ann and Bob", ["Ann", "Bob"]),
        ("Ann et Bob", ["Ann", "Bob"]),
        ("Ann vs Bob", ["Ann", "Bob"]),
        ('Ann "&" Bob', ["Ann", "Bob"]),
        ("Ann/Bob", ["Ann", "Bob"]),
        ("Ann, Bob", ["Ann", "Bob"]),
        ('"Ann and Bob"', ["Ann", "Bob"]),
        ('"Mary Ann" and Bob', ["Mary Ann", "Bob"]),
        # What parts nothing is part of a name.
        ('"Tom & Jerry" Bob', ["Tom & Jerry", "Bob"]),
        ("And Bob", ["And", "Bob"]),
        ("Ann et", ["Ann", "et"]),
    ],
)
def test_who_plays(cli: Cli, typed: str, players: list[str]) -> None:
    assert asked(cli, f"new {typed}")["players"] == players


def test_one_name_is_one_player(cli: Cli) -> None:
    (error,) = cli("new", "Mary Ann", "-f", "json").errors
    assert error["code"] == "wrong-seat-count"


# Reading


def test_the_tidy_table(cli: Cli) -> None:
    play(cli, "new Ann Bob --variant hollywood", "add Ann 4 17 --date 2024-05-31T20:30+02:00")
    play(cli, "add --dead", 'add Ann gin 60 --note "=1+1"', "edit 2 --dead --note x")
    lines = play(cli, "show -f csv").out.splitlines()
    assert lines[:2] == [
        (
            "hand,entry,at,game,dealer,went_out,upcard,kind,winner,points,boxes,columns,edited,"
            "note,player1,player2,deadwood1,deadwood2,score1,score2,total1,total2"
        ),
        "1,1,2024-05-31T20:30:00+02:00,1,Ann,Ann,,knock,Ann,13,1,1,,,Ann,Bob,4,17,13,0,13,0",
    ]
    assert ",dead,,0,0,,x,x,Ann,Bob,,,0,0,13,0" in lines[2]
    assert ",85,1,1 2,,'=1+1,Ann,Bob,0,60,85,0,98,0" in lines[3]
    assert len(play(cli, "show -f csv --last 1").out.splitlines()) == 2


def test_the_tidy_table_tells_where_rules_changed(cli: Cli) -> None:
    play(
        cli,
        "new Ann Bob",
        "add Ann 4 17",
        "rules --rule gin_bonus=20 --rule tie=knocker --from-now",
    )
    play(cli, "add Ann gin 10", "add Bob gin 10")
    table = play(cli, "show -f csv").out
    heads, *lines = table.splitlines()
    assert heads.endswith(",total1,total2,rules")
    assert [line.rpartition(",")[2] for line in lines] == ["", "gin_bonus=20; tie=knocker", ""]
    Path("kept.csv").write_text(table, "utf-8")
    verdict = asked(cli, "verify kept.csv")
    assert (verdict["ok"], verdict["unused"]) == (True, [])


def test_the_tidy_table_of_several_sheets(cli: Cli) -> None:
    play(cli, "new Ann Bob -s a.json", "add Ann 4 17 -s a.json", "add Bob 4 17 -s a.json")
    play(cli, "new A B C --variant rummy-royal -s b.csv", "add A 4 17 30 -s b.csv")
    heads, *lines = play(cli, "show a.json b.csv -f csv").out.splitlines()
    assert heads.startswith("sheet,hand,entry,at,")
    assert heads.endswith("player1,player2,player3,deadwood1,deadwood2,deadwood3,score1,score2,"
                          "score3,total1,total2,total3")  # fmt: skip
    assert [line.split(",")[:3] for line in lines] == (
        [["a.json", "1", "1"], ["a.json", "2", "2"], ["b.csv", "1", "1"]]
    )
    assert lines[0].endswith(",Ann,Bob,,4,17,,13,0,,13,0,")
    assert [
        line[:8] for line in play(cli, "show a.json b.csv -f csv --last 2").out.splitlines()
    ] == (["sheet,ha", "a.json,2", "b.csv,1,"])
    assert play(cli, "show a.json -f csv").out == play(cli, "show -s a.json -f csv").out
    copied = cli("show", "a.json", "a.json", "b.csv", "-f", "csv")
    assert (copied.status, copied.out.splitlines()) == (0, [heads, *lines])
    assert copied.err.startswith("warning: same-game: a.json is the same game as a.json")
    assert cli("show", "a.json", "b.csv", "-f", "json").errors[0]["code"] == "usage"


# What every command that prints CSV writes for Excel, in English and in French.
FOR_EXCEL = [
    ("show", "hand,entry,at,game", "1,1,2024-05-31 20:30:00,1", "1;1;2024-05-31 20:30:00;1"),
    ("show --log", "entry,at,event", "1,2024-05-31 20:30:00,hand", "1;2024-05-31 20:30:00;hand"),
    ("stats", "name,hands,wins", "Ann,2,2,0,0,0,0,25,12.50", "Ann;2;2;0;0;0;0;25;12,50"),
    ("stats --head-to-head", "player,other,hands", "Ann,Bob,2,2,0,25,0", "Ann;Bob;2;2;0;25;0"),
    ("payout --per-box 0.5", "player,share", "Ann,1.00", "Ann;1,00"),
    ("rules", "switch,value", "players,[2]", "players;[2]"),
    ("variants", "name,source", "modern,", "modern;"),
    ("variants show classic", "switch,value", "players,[2]", "players;[2]"),
    ("variants diff modern classic", "switch,modern,classic", "next_dealer,winner,loser",
     "next_dealer;winner;loser"),
    ("config", "setting,value,source", "lang,", "lang;"),
    ("compare 4 17", "variant,kind,winner,points", "modern,knock,knocker,13",
     "modern;knock;knocker;13"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "heads", "english", "french"), FOR_EXCEL)
def test_every_table_is_written_for_the_readers_excel(
    cli: Cli, line: str, heads: str, english: str, french: str
) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17 --date 2024-05-31T20:30", "add Ann 4 16")
    for lang, first, row in (("en", heads, english), ("fr", heads.replace(",", ";"), french)):
        written = play(cli, f"{line} -f csv --excel --lang {lang}").out
        assert written.startswith(f"\ufeff{first}")
        assert written.splitlines()[1].startswith(row)
    answer = cli(*line.split(), "--excel", "-f", "json")
    assert (answer.status, answer.errors[0]["code"], answer.out) == (2, "usage", "")


def test_the_tidy_table_has_only_hands_that_count(cli: Cli) -> None:
    play(cli, "new A B C D --variant partnership", "add A 4 B=17", "add C 4 D=17")
    play(cli, "add A 4 B=17", "add C 4 D=17", "edit 1 A gin B=97")
    assert [hand["status"] for hand in shown(cli)["hands"]] == ["counted"] * 2 + ["after-end"] * 2
    heads, *lines = play(cli, "show -f csv").out.splitlines()
    assert heads.endswith("deadwood3,deadwood4,score1,score2,total1,total2")
    assert len(lines) == 2
    assert lines[1].endswith(",A,B,C,D,,,4,17,135,0,135,0")


def test_the_sheet_in_other_forms(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob gin 30")
    assert "| 13 |" in " ".join(play(cli, "show -f markdown").out.split())
    assert play(cli, "show -f html").out.startswith("<!DOCTYPE html>")
    assert "target 100" in play(cli, "show --chart").out
    assert "… 1 hand before" in play(cli, "show --last 1").out
    assert len(asked(cli, "show --last 1")["hands"]) == 1
    assert play(cli, "show --log").out.startswith("Entry  When ")
    assert play(cli, "show --log -f csv").out.startswith("entry,at,event,status,hand,told\r\n")
    assert "| hand " in play(cli, "show --log -f markdown").out
    assert "<table>" in play(cli, "show --log -f html").out
    assert [one["entry"] for one in asked(cli, "show --log --last 1")["entries"]] == [2]


def test_statistics(cli: Cli) -> None:
    play(cli, "new Ann Bob -s a.json", "add Ann 4 17 -s a.json", "new ann Cy -s c.csv")
    play(cli, "add Cy gin 20 -s c.csv", "import a.json -s ginscore.json")
    found = asked(cli, "stats a.json c.csv a.json")
    assert (found["sheets"], [one["code"] for one in found["warnings"]]) == (2, ["same-game"])
    assert [(one["name"], one["hands"], one["wins"]) for one in found["players"]] == (
        [("Ann", 2, 1), ("Cy", 1, 1), ("Bob", 1, 0)]
    )
    lines = play(cli, "stats a.json c.csv -f csv").out.splitlines()
    assert lines[0].startswith("name,hands,wins,gins,")
    assert lines[1].startswith("Ann,2,1,0,0,0,0,13,13.00,13,0,1,")
    assert [one["hands"] for one in asked(cli, "stats a.json c.csv --last 1")["players"]] == [1, 1]
    lines = play(cli, "stats a.json c.csv -f csv --head-to-head").out.splitlines()
    assert lines == [
        "player,other,hands,wins,losses,points_for,points_against",
        "Ann,Bob,1,1,0,13,0",
        "Ann,Cy,1,0,1,0,45",
    ]
    assert "Opponent" in play(cli, "stats --head-to-head").out
    assert "| Player " in play(cli, "stats -f markdown").out
    assert play(cli, "stats").out.startswith("1 sheet\n")


def test_stakes_over_sheets(cli: Cli) -> None:
    play(cli, "new Ann Bob -s a.json", "add Ann gin 97 -s a.json", "new bob Ann -s b.json")
    play(cli, "add bob gin 90 -s b.json")
    paid = asked(cli, "payout a.json b.json --per-point 0.05 --per-box 1")
    assert paid["shares"] == {"Ann": "0.70", "Bob": "-0.70"}
    assert play(cli, "payout -s a.json --per-box 0,5").out.endswith("\n\nAnn   0.50\nBob  −0.50\n")
    # An open game, and one that has no end, say so; a copy counts once.
    assert "a.json: not over yet" not in play(cli, "payout a.json --per-point 1").out
    play(cli, "new Ann Bob -s c.json", "add Ann 4 17 -s c.json")
    assert "c.json: not over yet; the p" in play(cli, "payout c.json --per-point 1").out
    copied = cli("payout", "a.json", "a.json", "--per-box", "1", "-f", "csv")
    assert copied.out.splitlines()[1] == "Ann,1.00"
    assert copied.err.startswith("warning: same-game: ")
    # What is owed is a number in CSV, not a formula to be escaped.
    table = play(cli, "payout -s a.json --per-box 0,5 -f csv").out.splitlines()
    assert table == ["player,share", "Ann,0.50", "Bob,-0.50"]


# Files


def test_verify_ours_and_anybodys(cli: Cli) -> None:
    play(cli, "new Ann Bob -s x.csv", "add Ann 4 17 -s x.csv", "add Bob 4 17 -s x.csv")
    assert play(cli, "verify x.csv").out == "x.csv: everything adds up.\n"
    assert asked(cli, "verify -s x.csv") == (
        {"ok": True, "faults": [], "warnings": [], "unused": []}
    )
    sheet = Path("x.csv")
    sheet.write_bytes(sheet.read_bytes().replace(b",13,1,13,0,", b",14,1,13,0,"))
    answer = cli("verify", "x.csv", "-f", "json")
    assert (answer.status, answer.errors[0]["code"]) == (1, "does-not-verify")
    found = json.loads(answer.out)
    assert (found["ok"], found["faults"][0]["hand"], found["faults"][0]["entry"]) == (False, 1, 1)
    answer = cli("verify", "x.csv")
    assert answer.status == 1
    assert answer.out.startswith("hand 1 (entry 1): ")
    assert answer.err == ("ginscore: error: x.csv: does-not-verify: things that do not add up: 1\n")


def test_a_table_that_somebody_keeps(cli: Cli) -> None:
    kept = "hand,mood,winner,points,Ann,Bob\n1,x,Ann,13,13,0\n2,y,,0,13,0\n3,z,Bob,20,13,21\n"
    Path("kept.csv").write_text(kept)
    answer = cli("verify", "kept.csv")
    assert (answer.status, answer.out) == (1, "row 4, column Bob: Bob: 0 + 20 = 20, not 21\n")
    assert answer.err.startswith("columns that are not used: mood\n")
    answer = cli("verify", "kept.csv", "-f", "json")
    found = json.loads(answer.out)
    assert answer.errors[0]["code"] == "does-not-verify"
    assert (found["faults"][0]["hand"], found["faults"][0]["where"], found["unused"]) == (
        (3, "row 4, column Bob", ["mood"])
    )
    answer = cli("import", "kept.csv", "-s", "z.json", "-f", "json")
    assert (answer.status, answer.errors[0]["where"]) == (1, "kept.csv row 4, column Bob")
    assert not Path("z.json").exists()
    assert cli("import", "kept.csv", "-s", "z.json", "--anyway", "--lang", "fr").status == 0
    assert shown_hands("z.json", cli)[2]["note"] == "Bob\u00a0: 0 + 20 = 20, et non 21"
    mended = kept.replace(",21", ",20").replace("Ann,13", "Ann,0")
    Path("kept.csv").write_text(mended.replace("13", "0"))
    answer = cli("import", "kept.csv", "-s", "y.csv", "--variant", "classic")
    assert answer.out.startswith("Imported kept.csv as y.csv: 3 hands.\nwarning: unusual-points: ")


def shown_hands(sheet: str, cli: Cli) -> Any:
    return asked(cli, f"show -s {sheet}")["hands"]


def test_a_table_comes_from_stdin_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("kept.csv").write_text("winner;points;Ann;Bob\nAnn;13;13;0\nBob;20;13;20\n")
    for line in ("verify -", "import - -s z.json"):
        with Path("kept.csv").open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert cli(*line.split()).status == 0


def test_what_the_rules_refuse_does_not_come_in_unseen(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 60")
    sheet = Path(SHEET)
    sheet.write_bytes(sheet.read_bytes().replace(b'["4","60"]', b'["40","60"]'))
    answer = cli("import", SHEET, "-s", "z.json", "-f", "json")
    assert (answer.status, [one["code"] for one in answer.errors]) == (1, ["knock-over-limit"])
    assert answer.errors[0]["where"] == "ginscore.json entry 1 Ann"
    assert not Path("z.json").exists()
    assert cli("import", SHEET, "-s", "z.json", "--anyway").status == 0
    assert Path("z.json").read_bytes() == sheet.read_bytes()
    assert cli("import", SHEET, "-s", "y.json", "--rule", "target=250").status == 2


def test_faults_of_a_log_have_their_places(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob 4 17", "undo")
    sheet = Path(SHEET)
    sheet.write_bytes(sheet.read_bytes().replace(b'"replaces":2', b'"replaces":1'))
    answer = cli("verify")
    assert answer.status == 1
    assert answer.out.startswith("entry 3: undo of entry 1, where entry 2 is next\n")
    assert cli("show", "--log").status == 0
    assert cli("export", "-f", "csv").status == 0
    for line in ("show", "stats", "export -f markdown", "undo", "add Ann 4 17", ""):
        answer = cli(*line.split(), "-q")
        assert answer.status == 3
        assert answer.err.startswith("ginscore: error: ginscore.json entry 3: sheet-corrupt: ")


@pytest.mark.parametrize("name", ["gin.json", "gin.csv"])
def test_a_spoiled_sheet_can_be_mended(
    cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GINSCORE_SHEET", name)
    play(cli, "new Ann Bob", "add Ann 7 40", "add Bob gin 20", "add Ann 9 50", "add Ann 8 9")
    # Somebody writes deadwood into the file with which nobody may knock.
    sheet = Path(name)
    for found, written in ((b"7", b"30"), (b"9", b"11"), (b"8", b"12")):
        holding = re.compile(rb'(Ann,|Ann","holdings":\[")' + found + rb"\b")
        sheet.write_bytes(holding.sub(rb"\g<1>" + written, sheet.read_bytes()))
    said = [line.split(":")[0] for line in cli("verify").out.splitlines()]
    assert said == ["hand 1 (entry 1)", "hand 3 (entry 3)", "hand 4 (entry 4)"]
    # What mends nothing is refused.
    answer = cli("void", "2")
    assert (answer.status, answer.out) == (1, "")
    assert "error: hand 1 Ann: knock-over-limit" in answer.err
    assert cli("edit", "1", "Ann", "29", "40").status == 1
    assert cli("show").status == 1
    assert asked(cli, "void 4") == {
        "entry": 5,
        "hand": 4,
        "struck": 4,
        "totals": None,
        "to_go": None,
        "next_dealer": None,
    }
    mended = play(cli, "edit 1 Ann 3 40").out
    assert "Ann scores 37 = 40 − 3" in mended
    assert mended.endswith("The sheet does not add up yet: ginscore verify\n")
    assert play(cli, "void 3").out.endswith(
        "score        Ann 37, Bob 45\n  to go        Ann 63, Bob 55\n  next dealer  Bob\n"
    )
    play(cli, "verify")
    # An undo would spoil it again.
    assert cli("undo").status == 1


def test_export_and_import(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob gin 97", "undo", "rename Bob Robert")
    exported = play(cli, "export -f csv").out
    assert exported.startswith("entry,event,at,status,")
    answer = cli("export", "-f", "csv", "-o", "x.csv")
    assert (answer.status, answer.out, answer.err) == (0, "", "Wrote x.csv.\n")
    assert Path("x.csv").read_bytes().decode() == exported
    assert cli("export", "-o", "x.md", "-q").err == ""
    assert "Robert" in Path("x.md").read_text(encoding="utf-8")
    assert play(cli, "import x.csv -s back.json").out == "Imported x.csv as back.json: 1 hand.\n"
    assert Path("back.json").read_bytes() == Path(SHEET).read_bytes()
    answered = asked(cli, "import back.json -s again.csv")
    assert answered == {
        "sheet": "again.csv",
        "imported": "back.json",
        "entries": 4,
        "hands": 1,
        "warnings": [],
        "unused": [],
    }
    assert play(cli, "export -s again.csv -f json").out == Path(SHEET).read_text(encoding="utf-8")
    excel = play(cli, "export -f csv --excel --lang fr").out
    assert excel.startswith("\ufeffentry;event;")
    assert play(cli, "export -f csv --excel").out == f"\ufeff{exported}"
    assert play(cli, "export -f html").out.startswith("<!DOCTYPE html>")
    assert play(cli, "export -f html --blank -o -").out.startswith("<!DOCTYPE html>")
    assert cli("show", "-s", "x.csv", "-f", "json").out == play(cli, "show -f json").out


def test_an_export_overwrites_no_sheet(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17")
    before = Path(SHEET).read_bytes()
    Path("link.json").symlink_to(SHEET)
    for target in (SHEET, f"./{SHEET}", f"{SHEET}.bak", "link.json"):
        answer = cli("export", "-f", "json", "-o", target)
        assert (answer.status, answer.out) == (2, "")
        assert "-o ginscore-2.json" in answer.err or "-o link-2.json" in answer.err
    assert Path(SHEET).read_bytes() == before


@pytest.mark.parametrize(
    "target", ["live.json", "live.csv", "live.json.bak", "torn.json", "torn.csv"]
)
@pytest.mark.parametrize("form", ["json", "csv", "markdown", "html"])
def test_an_export_overwrites_no_other_sheet(cli: Cli, target: str, form: str) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "new Cy Di -s live.json", "add Cy 4 17 -s live.json")
    play(cli, "export -q -s live.json -o live.csv", "add Di 4 17 -s live.json")
    Path("torn.json").write_bytes(Path("live.json").read_bytes()[:-20])
    Path("torn.csv").write_bytes(Path("live.csv").read_bytes()[:-20])
    before = Path(target).read_bytes()
    for _ in range(2):
        answer = cli("export", "-f", form, "-o", target)
        assert (answer.status, "sheet-exists" in answer.err) == (1, True)
        assert "--force" in answer.err
    assert Path(target).read_bytes() == before
    assert cli("export", "-f", form, "-o", target, "--force").status == 0
    assert Path(f"{target}.bak").read_bytes() == before


def test_an_export_grows_with_its_sheet(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "export -q -o copy.csv", "add Bob 4 17")
    play(cli, "export -q -o copy.csv", "void 1", "export -q -o copy.csv")
    assert "void" in Path("copy.csv").read_text("utf-8")
    # A copy that went its own way is another sheet.
    play(cli, "add Ann 4 17 -s copy.csv", "add Bob gin 17")
    assert cli("export", "-o", "copy.csv").status == 1


def test_an_export_replaces_what_is_no_sheet(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17")
    Path("t.csv").write_text("hand,winner,points\n", "utf-8")
    Path("t.json").write_text("[]", "utf-8")
    for name in ("t.csv", "t.json"):
        assert cli("export", "-o", name).status == 0
        assert Path(f"{name}.bak").exists()


@pytest.mark.parametrize("path", ["/dev/zero", "pipe", "pipe.json", "folder.json", "huge.toml"])
@pytest.mark.parametrize(
    "line",
    [
        "settle 4 17 --variant {}",
        "import {} -s new.json",
        "show -s {}",
        "new --like {} -s new.json",
        "add Ann 4 17 -s {}",
        "verify {}",
        "variants show {}",
    ],
)
def test_what_is_no_file_is_refused_and_never_waited_for(cli: Cli, line: str, path: str) -> None:
    os.mkfifo("pipe")
    os.mkfifo("pipe.json")
    Path("folder.json").mkdir()
    Path("huge.toml").write_text("#" * (1 << 20) + "\n", "utf-8")
    answer = cli(*line.format(path).split())
    assert answer.status == 2
    assert not Path("new.json").exists()


def test_a_torn_sheet_is_mended_from_its_backup(cli: Cli) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "add Bob 4 17")
    sheet = Path(SHEET)
    torn = sheet.read_bytes()[:-20]
    sheet.write_bytes(torn)
    for line in ("show", "add Ann 4 17", "undo", "export -f csv", "verify", ""):
        answer = cli(*shlex.split(line), "-f", "json") if line != "export -f csv" else cli(
            *shlex.split(line))  # fmt: skip
        assert answer.status == 3, line
        assert "sheet-corrupt" in answer.err
    assert sheet.read_bytes() == torn
    hint = cli("show", "-f", "json").errors[0]["hint"]
    command = hint.rpartition(": ")[2].removeprefix("ginscore ")
    assert command == "import ginscore.json.bak -s ginscore-2.json"
    play(cli, command)
    assert len(asked(cli, "show -s ginscore-2.json")["hands"]) == 1


def test_sheets_from_stdin(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    play(cli, "new Ann Bob", "add Ann 4 17", "export -f json", "new Cy Di -s other.csv")
    cli("export", "-f", "csv", "-o", "x.csv")
    torn = Path("torn")
    torn.write_text('{"format"', encoding="utf-8")
    for name, line, status in (
        (SHEET, "import - -s a.json", 0),
        ("x.csv", "import - -s b.json", 0),
        (SHEET, "verify -", 0),
        ("x.csv", "verify -", 0),
        (SHEET, "stats - other.csv", 0),
        ("torn", "verify -", 3),
        ("torn", "import - -s c.json", 3),
    ):
        with Path(name).open(encoding="utf-8", newline="") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            answer = cli(*line.split())
        assert answer.status == status, line
        assert ("stdin" in answer.err) == (status == 3)
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes() == Path(SHEET).read_bytes()


# Refusals: every code, all faults at once, nothing written

PLAYED = ("new Ann Bob", "add Ann 4 17")
OVER = ("new Ann Bob", "add Ann gin 97")
ROYAL = ("new Ann Bob Cy --variant rummy-royal",)
OKLAHOMA = ("new Ann Bob --variant oklahoma",)

REFUSED: Sequence[tuple[Sequence[str], str, Sequence[str], int]] = [
    # what can not be read
    (PLAYED, "add", ["usage"], 2),
    (PLAYED, "add Ann", ["wrong-seat-count"], 1),
    (PLAYED, "add Zoe 4 17", ["unknown-player"], 2),
    (PLAYED, "add Ann 4 17 --dealer Zoe", ["unknown-player"], 2),
    (PLAYED, 'add Ann "0H 1H" 17', ["bad-card"], 2),
    (PLAYED, "add Ann 4.5 17", ["bad-holding"], 2),
    (PLAYED, 'add Ann "" 17', ["bad-holding"], 2),
    (PLAYED, "add Ann 4 17 --upcard XX", ["bad-card"], 2),
    (PLAYED, "add --points Ann=x", ["bad-points"], 2),
    (PLAYED, "add --points Ann=1 --points Bob=2", ["bad-points"], 2),
    (PLAYED, f'add Ann "{SPREAD}" "{OTHER}" --lay-off 7C', ["bad-lay-off"], 2),
    (PLAYED, "add Ann 4 17 --date yesterday", ["bad-date"], 2),
    (PLAYED, "add Ann 4 17 --kind gin", ["usage"], 2),
    (PLAYED, "add --dead Ann", ["usage"], 2),
    (PLAYED, "add Ann 4 17 --before x", ["usage"], 2),
    (PLAYED, "edit 1", ["usage"], 2),
    (PLAYED, "edit one Ann 4 17", ["usage"], 2),
    (PLAYED, "rules --from-now", ["usage"], 2),
    (PLAYED, "rules --rule gin=3", ["unknown-rule"], 2),
    (PLAYED, "rules --rule gin_bonus=x", ["bad-rule-value"], 2),
    (PLAYED, "rules --rule teams=yes --from-now", ["bad-rule-value"] * 2, 2),
    (PLAYED, "show --last 0", ["usage"], 2),
    (PLAYED, "show --excel", ["usage"], 2),
    (PLAYED, "show --chart --log", ["usage"], 2),
    (PLAYED, "stats --excel", ["usage"], 2),
    (PLAYED, "payout", ["usage"], 2),
    (PLAYED, "payout --pot 100", ["usage"], 2),
    (PLAYED, "payout --pot 1 --per-box 1", ["usage"], 2),
    (PLAYED, "payout --per-point -1", ["bad-points"], 2),
    (PLAYED, "payout --per-point x", ["bad-points"], 2),
    (ROYAL, "payout --per-point 1", ["usage"], 2),
    ((*ROYAL, "new A B C -s o.json --variant rummy-royal"), "payout o.json ginscore.json --pot 1",
     ["usage"], 2),
    ((*ROYAL, "new Ann Bob Cy -s o.json --variant rummy-royal --rule prize_cutoff=60"),
     "payout o.json ginscore.json --pot 1", ["usage"], 2),
    (PLAYED, "rename Ann ''", ["bad-name"], 2),
    (PLAYED, "rename Zoe ''", ["bad-name", "unknown-player"], 2),
    (PLAYED, "show -s sheet.txt", ["usage"], 2),
    (PLAYED, "show -s nothing.json", ["sheet-missing"], 2),
    (PLAYED, "add Ann 4 17 -s nothing.json", ["sheet-missing"], 2),
    (PLAYED, "verify nothing.csv", ["sheet-missing"], 2),
    (PLAYED, "import nothing.csv -s x.csv", ["sheet-missing"], 2),
    (PLAYED, "show -s folder.json", ["file-unreadable"], 2),
    (PLAYED, "new A B -s x.json --variant nope", ["unknown-variant"], 2),
    (PLAYED, "new A B -s x.json --variant ./nope.toml", ["file-unreadable"], 2),
    (PLAYED, "new -s x.json", ["usage"], 2),
    (PLAYED, "new A -s x.json", ["wrong-seat-count"], 1),
    (PLAYED, "new A B -s x.txt", ["usage"], 2),
    (PLAYED, "new A B --dealer C -s x.json", ["unknown-player"], 2),
    (PLAYED, "new A B --like ginscore.json --variant classic -s x.json", ["usage", "usage"], 2),
    # what the rules refuse
    (PLAYED, 'add Ann "7S 7S 7D 4C 5C 6C JH QH KH 3D" 17', ["duplicate-card"], 1),
    (PLAYED, 'add Ann "7S 7S 7H 7D 4C 5C 6C JH QH KH 3D" 17',
     ["duplicate-card", "wrong-hand-size"], 1),
    (PLAYED, f'edit 1 Ann 4 "{OTHER} 9S"', ["duplicate-card", "wrong-hand-size"], 1),
    (PLAYED, 'add Ann "7S 7H 7D" 17', ["wrong-hand-size"], 1),
    (PLAYED, f'add Ann "[7S 7H 8D] [4C 5C 6C] [JH QH KH] 3D" "{OTHER}"', ["not-a-meld"], 1),
    (PLAYED, "add Ann 11 17", ["knock-over-limit"], 1),
    (PLAYED, "add Ann 4 17 --big-gin", ["not-gin"], 1),
    (PLAYED, f'add Ann "{SPREAD}" "{OTHER}" --lay-off QS:1', ["lay-off-not-legal"], 1),
    (PLAYED, "add Ann 4 17 18", ["wrong-seat-count"], 1),
    (OVER, "add Ann 4 17", ["game-over"], 1),
    (ROYAL, "add --dead", ["dead-hand-impossible"], 1),
    (("new Ann Bob",), "undo", ["nothing-to-undo"], 1),
    (PLAYED, "redo", ["nothing-to-redo"], 1),
    (PLAYED, "edit 2 Ann 4 17", ["no-such-hand"], 1),
    (PLAYED, "void 0", ["no-such-hand"], 1),
    (PLAYED, "add Ann 4 17 --before 3", ["no-such-hand"], 1),
    (PLAYED, "new Ann Bob", ["sheet-exists"], 1),
    (PLAYED, "import ginscore.json", ["sheet-exists"], 1),
    (PLAYED, "new Ann ann -s x.json", ["duplicate-name"], 1),
    (PLAYED, "rename Ann bob", ["duplicate-name"], 1),
    # the file
    (PLAYED, "new A B -s nowhere/x.json", ["file-not-written"], 3),
    # all faults at once; what cannot be read wins
    (PLAYED, "add Ann 11 3x --date x --dealer Z -u YY", ["bad-date", "bad-card", "unknown-player",
     "bad-card", "knock-over-limit"], 2),
    (PLAYED, "new Ann '' --variant nope -s x.json", ["unknown-variant", "bad-name"], 2),
    (OKLAHOMA, "add Ann 8 17 -u 5H", ["knock-over-limit"], 1),
]  # fmt: skip


@pytest.mark.parametrize(("before", "line", "codes", "status"), REFUSED)
def test_what_is_refused(
    cli: Cli, before: Sequence[str], line: str, codes: Sequence[str], status: int
) -> None:
    play(cli, *before)
    Path("folder.json").mkdir()
    files = {path.name: path.read_bytes() for path in Path().glob("*.*") if path.is_file()}
    answer = cli(*shlex.split(line), "-f", "json")
    assert [one["code"] for one in answer.errors] == list(codes)
    assert (answer.status, answer.out) == (status, "")
    after = {path.name: path.read_bytes() for path in Path().glob("*.*") if path.is_file()}
    locks = {name: b"" for name in after if name.endswith(".lock")}
    assert {**after, **locks} == {**files, **locks}
    told = cli(*shlex.split(line))
    assert (told.status, told.out) == (status, "")
    assert told.err.startswith("ginscore: error: ")


def test_export_says_what_it_cannot_do(cli: Cli) -> None:
    play(cli, *PLAYED)
    for line in ("export", "export -o x.txt", "export -f json --excel", "export -f csv --blank"):
        answer = cli(*line.split())
        assert (answer.status, answer.out) == (2, "")
        assert "usage" in answer.err
    assert not Path("x.txt").exists()
    assert cli("export", "-f", "html", "-o", "nowhere/x.html").status == 3


@pytest.mark.parametrize(
    ("content", "as_json", "as_csv"),
    [
        ("", "sheet-corrupt", "sheet-corrupt"),
        ("{", "sheet-corrupt", "not-a-sheet"),
        ("[]", "not-a-sheet", "not-a-sheet"),
        ('{"kind":"score-counter.v2"}', "not-a-sheet", "not-a-sheet"),
        ("a,b\n1,2\n", "sheet-corrupt", "not-a-sheet"),
        ("event,at,status\n1,2,3\n", "sheet-corrupt", "sheet-corrupt"),
        ('{"format":"ginscore-sheet"}', "sheet-corrupt", "not-a-sheet"),
    ],
)
def test_no_other_file_is_taken_for_a_sheet(
    cli: Cli, content: str, as_json: str, as_csv: str
) -> None:
    for name, code in ((SHEET, as_json), ("x.csv", as_csv)):
        Path(name).write_text(content, encoding="utf-8")
        answer = cli("add", "Ann", "4", "17", "-s", name, "-f", "json")
        assert (answer.status, answer.errors[0]["code"]) == (3, code)
        assert Path(name).read_text(encoding="utf-8") == content


# Language


@pytest.mark.parametrize(
    "line",
    [
        "new Ann Bob -s x.json",
        "add Ann 4 17",
        "add Ann 4 17 --try",
        "add --dead",
        "add --points Ann=18",
        "edit 1 Bob=7",
        "undo",
        "redo",
        "void 1",
        "rename Bob Robert",
        "rules",
        "rules --rule gin_bonus=20",
        "show",
        "show --last 1",
        "show --log",
        "show --chart",
        "show -f markdown",
        "stats",
        "stats --head-to-head -f markdown",
        "payout --per-box 1",
        "payout --per-box 1 -f markdown",
        "verify",
        "import ginscore.json -s y.csv",
        "config",
        "",
        # refusals
        "add",
        "payout",
        "payout --pot 1",
        "new",
        "new A B",
        "new A --like x.json --variant x",
        "export",
        "export -f csv -o ginscore.json",
        "show --excel",
        "show --chart --log",
        "show -f html --last 1",
    ],
)
def test_nothing_is_left_untranslated(cli: Cli, line: str) -> None:
    play(cli, "new Ann Bob", "add Bob 8 6", "add Ann gin 20", "edit 2 Ann gin 21", "undo")
    answer = cli(*shlex.split(line), load=pseudo_texts)
    words = ["ginscore-2.json", "ginscore.json", "ginscore", "Ann", "Bob", "Robert", "modern"]
    words += ["x.json", "y.csv", "-s", "add", "new", "--like", "gin_bonus", "usage", "sheet-exists"]
    words += ["--pot", "--per-point", "--per-box", "prize_share", "null", "rummy-royal", "csv"]
    words += ["json", "markdown", "html", "--variant", "--format", "--excel", "--chart", "--last"]
    # The log tells what was typed.
    words += [
        "gin" if line in ("show --log", "undo", "redo") else "NAME",
        "NAME",
        "lang",
        "en",
        "variant",
        "sheet",
        "LC_ALL",
    ]
    words += [Path("config").absolute().as_posix(), "config.toml", "GINSCORE_LANG", "import"]
    if line == "rules":
        words += [one.split()[0] for one in answer.out.splitlines()[2:]]
        words += answer.out.replace("=", " ").split()
    assert untranslated(answer.out + answer.err, words) == set()


# The next command


AT_THE_TABLE = ("Ann", "Bo B", "O'Hara", 'D"', "Eve", "F=4")


@pytest.mark.parametrize(
    ("rules", "seats", "before"),
    [
        *(
            (["--variant", name], seats, [])
            for name in PRESETS
            for seats in load_preset(name).players
        ),
        (["--rule", "knock_limit=0"], 2, []),
        (["--rule", "knock_limit=2"], 2, []),
        (["--rule", "spade_doubles=points"], 2, [["Ann", "4", "17"]]),
        # Half a round of a partnership.
        (["--variant", "partnership"], 4, [["Bo", "4", "Ann=17"]]),
        (["--variant", "partnership"], 4, [["O", "4", "D=17"]]),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_next_command_works(
    cli: Cli, lang: str, rules: list[str], seats: int, before: list[list[str]]
) -> None:
    cli("new", *rules, "-s", "our own.json", "--", *AT_THE_TABLE[:seats])
    for hand in before:
        assert cli("add", "-s", "our own.json", *hand).status == 0
    started = Path("our own.json").rename("ginscore.json")
    shown = cli("--lang", lang).out
    started.rename("our own.json")
    (command,) = re.findall(r"^\w+\s?: ginscore (.+?)  \(", shown, re.MULTILINE)
    answer = cli(*shlex.split(command), "-s", "our own.json", "--lang", lang)
    assert (answer.status, answer.err) == (0, "")
    assert "read-in-other-language" not in answer.out
