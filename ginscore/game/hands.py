"""What the fold over a sheet takes for each hand: who won what, in seats and points."""

from typing import NamedTuple

from ginscore.rules.variants import Variant


class ScoredHand(NamedTuple):
    """One acting hand, judged and priced under the rules in force when it was played.

    Seats are the sheet's (0 is the first name of `new`). `scores` are points by seat (penalties
    under `scoring: penalty`); `winner` a seat or None; `boxes` all marks of the winner, of which
    `extra_boxes` go beyond the one for winning. `dealer` is the seat named for this hand, None for
    whoever's turn it is; `pair` the two seats that played in a `teams` sheet. `kind` is None where
    only the points are known. `went_out` is the knocker's seat, None in a dead hand and where only
    the points are known; `deadwood` is in points by seat, after lay-offs, None where not known.
    """

    kind: str | None
    winner: int | None
    scores: tuple[int, ...]
    boxes: int
    extra_boxes: int
    variant: Variant
    dealer: int | None = None
    pair: tuple[int, int] | None = None
    went_out: int | None = None
    deadwood: tuple[int | None, ...] = ()

    @property
    def points(self) -> int:
        """The points of the hand; under `scoring: penalty` the sum of all penalties."""
        return sum(self.scores)
