"""What happened in one hand: the facts that a ruling rests on, without any bonus.

Seats are counted from the knocker: 0 is the knocker, 1 the first defender, and so on. Deadwood is
in points; `melds` and `loose` are card masks.
"""

from typing import Literal, NamedTuple

from ginscore.cards.layoffs import Defence, LayOff
from ginscore.errors import Message

Kind = Literal["knock", "gin", "big_gin", "undercut", "dead"]
Basis = Literal["cards", "declared", "count"]


class KnockerFacts(NamedTuple):
    """What the knocker spread: `loose` are the deadwood cards that are known."""

    deadwood: int
    basis: Basis
    melds: tuple[int, ...] = ()
    loose: int = 0


class DefenderFacts(NamedTuple):
    """Where a defender stands: `deadwood` is after lay-offs, `before` without any.

    `best` is the true least deadwood, which `deadwood` may miss (the variant's method, a poorer
    declaration). What he shows is worked out when it is asked for.
    """

    deadwood: int
    before: int
    best: int
    basis: Basis
    defence: Defence | None = None

    @property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """What he lays off, in an order in which each lay-off is legal."""
        return self.defence.lay_offs if self.defence else ()

    @property
    def melds(self) -> tuple[int, ...]:
        """His own melds, as far as they are known."""
        return self.defence.melds if self.defence else ()

    @property
    def loose(self) -> int:
        """The deadwood cards that are known."""
        return self.defence.loose if self.defence else 0


class Outcome(NamedTuple):
    """One judged hand. `winner` is a seat, or None where nobody scores.

    `knocker` is None in a dead hand only; `limit` is the knock limit in points, None if unknown.
    """

    kind: Kind
    winner: int | None
    knocker: KnockerFacts | None
    defenders: tuple[DefenderFacts, ...]
    upcard: int | None
    limit: int | None
    warnings: tuple[Message, ...] = ()
