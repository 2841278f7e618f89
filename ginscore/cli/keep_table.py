"""The table at which a hand is told: who may go out there, and whether the upcard matters."""

from typing import TYPE_CHECKING

from ginscore.errors import N_, refuse
from ginscore.game.rounds import open_pair, other_pair
from ginscore.sheet.typed import Table

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.sheets import Sheet


def table_of(sheet: "Sheet") -> Table:
    """The table at which the next hand of a sheet is played."""
    hands = sheet.record.hands
    opened = open_pair([one.scored for one in hands]) if sheet.rules.teams else None
    return Table(sheet.names, sheet.rules, opened and other_pair(opened))


def check_may_go_out(seat: int, table: Table) -> None:
    """See that a player of a partnership has not played in this round already.

    Raises:
        GinscoreError: `wrong-seat-count`.
    """
    if table.left and seat not in table.left:
        first, second = (table.names[one] for one in table.left)
        raise refuse(
            "wrong-seat-count",
            N_("{player} has already played in this round"),
            hint=N_("the second hand of the round is between {first} and {second}"),
            player=table.names[seat],
            first=first,
            second=second,
        )


def needs_upcard(rules: "Variant") -> bool:
    """Whether the upcard makes a difference under these rules."""
    return rules.knock_limit == "upcard" or rules.spade_doubles != "no"
