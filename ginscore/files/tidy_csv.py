"""The tidy table of a sheet: one row for each hand that counts, for spreadsheets and scripts.

The heads are fixed English, whatever the language and whatever the players are called:

- `hand`, `entry`, `at`, `game`, `dealer`, `went_out`, `upcard`, `kind`, `winner`, `points`,
  `boxes`: as in `show -f json`; `columns` are those of Hollywood that the hand entered, by blanks;
  `edited` is `x` or blank; `note`;
- `player1` … `playerN`: the names by seat, `deadwood1` … `deadwoodN`: their points of deadwood;
- `score1` …, `total1` …: points and totals by side. A side is a seat; in a partnership side 1 is
  the first and third player, side 2 the second and fourth.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ginscore.files.table_csv import Cell
    from ginscore.sheet.scores import HandScore, ScoreSheet

_FIRST: Final = (
    *("hand", "entry", "at", "game", "dealer", "went_out", "upcard", "kind", "winner"),
    *("points", "boxes", "columns", "edited", "note"),
)


def tidy_heads(score: "ScoreSheet") -> list[str]:
    """The heads of the tidy table."""
    seats, sides = len(score.players), len(score.match.points)
    return [
        *_FIRST,
        *_numbered("player", seats),
        *_numbered("deadwood", seats),
        *_numbered("score", sides),
        *_numbered("total", sides),
    ]


def tidy_rows(score: "ScoreSheet") -> "Iterator[list[Cell]]":
    """The rows of the tidy table: hands after the end are left out."""
    return (_row(one, score.players) for one in score.hands if one.status == "counted")


def _numbered(head: str, count: int) -> Iterable[str]:
    return (f"{head}{number}" for number in range(1, count + 1))


def _row(hand: "HandScore", players: tuple[str, ...]) -> "list[Cell]":
    return [
        hand.hand,
        hand.entry,
        None if hand.at is None else hand.at.isoformat(),
        hand.game,
        hand.dealer,
        hand.went_out,
        hand.upcard,
        hand.kind,
        hand.winner,
        hand.points,
        hand.boxes,
        " ".join(map(str, hand.columns)),
        "x" if hand.edited else None,
        hand.note,
        *players,
        *(hand.deadwood[name] for name in players),
        *hand.scores.values(),
        *hand.totals.values(),
    ]
