"""Statistics as tables: a row for each player, and one for each two who have met."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ginscore.errors import N_
from ginscore.show.layout import short_names
from ginscore.show.tables import Table, format_table
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.stats import Pairing, PlayerStats, Stats

# The fields of a player's row, with their heads.
PLAYED: Final = {
    "hands": N_("Hands"),
    "wins": N_("Wins"),
    "gins": N_("Gins"),
    "big_gins": N_("Big gins"),
    "undercuts_made": N_("Undercuts"),
    "undercuts_suffered": N_("Was undercut"),
}
SCORED: Final = {
    "points": N_("Points"),
    "average": N_("Average"),
    "best": N_("Best"),
    "boxes": N_("Boxes"),
}
WON: Final = {
    "games": N_("Games"),
    "games_won": N_("Games won"),
    "matches": N_("Matches"),
    "matches_won": N_("Matches won"),
}
_PAIRING: Final = {
    "hands": N_("Hands"),
    "wins": N_("Wins"),
    "losses": N_("Losses"),
    "points_for": N_("Points"),
    "points_against": N_("Against"),
}
_NAME_ROOM: Final = 20


def show_stats(stats: "Stats", texts: Texts) -> str:
    """Everything that was counted, at eighty columns."""
    sheets = texts.plural("{count} sheet", "{count} sheets", stats.sheets)
    names = short_names([one.name for one in stats.players], _NAME_ROOM)
    tables = [
        _players_table(stats, PLAYED, names, texts),
        _players_table(stats, SCORED, names, texts),
        _players_table(stats, WON, names, texts),
        *([pairings_table(stats, texts, names)] if stats.head_to_head else []),
    ]
    return "\n\n".join([sheets, *(format_table(table) for table in tables)])


def players_table(stats: "Stats", texts: Texts) -> Table:
    """One row for each player, with everything."""
    names = {one.name: one.name for one in stats.players}
    return _players_table(stats, PLAYED | SCORED | WON, names, texts)


def _players_table(
    stats: "Stats", fields: dict[str, str], names: dict[str, str], texts: Texts
) -> Table:
    rows = [
        [str(texts.field(names[one.name])), *_figures(one, fields, texts)] for one in stats.players
    ]
    heads = [texts(N_("Player")), *map(texts, fields.values())]
    return Table(heads, rows, ["left", *["right"] * len(fields)])


def pairings_table(stats: "Stats", texts: Texts, names: dict[str, str] | None = None) -> Table:
    """One row for each two players who have met, seen from the first."""
    shown = names or {one.name: one.name for one in stats.players}
    rows = [
        [
            str(texts.field(shown[one.player])),
            str(texts.field(shown[one.other])),
            *_figures(one, _PAIRING, texts),
        ]
        for one in stats.head_to_head
    ]
    heads = [texts(N_("Player")), texts(N_("Opponent")), *map(texts, _PAIRING.values())]
    return Table(heads, rows, ["left", "left", *["right"] * len(_PAIRING)])


def _figures(one: "PlayerStats | Pairing", fields: dict[str, str], texts: Texts) -> Iterator[str]:
    return (show_figure(getattr(one, field), texts) for field in fields)


def show_figure(value: float | None, texts: Texts) -> str:
    """A number, an average with one decimal, a dash for what there is not."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return texts.decimal(f"{value:.1f}")
