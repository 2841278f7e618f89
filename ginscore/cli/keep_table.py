"""At the table where a hand is told: who may go out, and whether the upcard matters."""

from typing import TYPE_CHECKING

from ginscore.errors import refuse_all
from ginscore.game.rounds import check_turn

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.typed import Table


def check_may_go_out(seat: int, table: "Table") -> None:
    """See that a player of a partnership has not played in this round already.

    Raises:
        GinscoreError: `wrong-seat-count`.
    """
    refuse_all(check_turn(table.opened, (seat,), table.names))


def needs_upcard(rules: "Variant") -> bool:
    """Whether the upcard makes a difference under these rules."""
    return rules.knock_limit == "upcard" or rules.spade_doubles != "no"
