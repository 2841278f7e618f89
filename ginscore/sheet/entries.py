"""One line of the log: an event and its facts. Nothing written ever changes."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

Event = Literal["hand", "undo", "redo", "void", "rename", "rules"]
KindOfPoints = Literal["knock", "gin", "big_gin", "undercut"]


class Entry(BaseModel):
    """An entry of the log; `None` is "not given" and every key is always written.

    `replaces` is the entry that an edit, a void, an undo or a redo takes back or brings back,
    `before` the entry that a forgotten hand was put before. Names are those in force when the
    entry was written.

    A hand is one of three: played (`went_out` and `holdings`), `dead`, or known by its points
    (`points_only`). Holdings are canonical English notation by seat, None for a seat that did not
    play (the other pair of a `teams` sheet). `lay_offs` has one text a defender, in the order of
    seats: None is "not declared", an empty text "none". `points_only` gives points by seat, None
    for a seat that did not play, and `kind` belongs to it alone. `pair` names, in the order of
    seats, who played a dead hand of a `teams` sheet; in its other hands the seats tell.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    entry: Annotated[int, Field(ge=1)]
    at: AwareDatetime | None
    event: Event
    replaces: int | None = None
    before: int | None = None
    # A hand
    went_out: str | None = None
    holdings: tuple[str | None, ...] | None = None
    upcard: str | None = None
    big_gin: bool = False
    dead: bool = False
    points_only: tuple[int | None, ...] | None = None
    kind: KindOfPoints | None = None
    lay_offs: tuple[str | None, ...] | None = None
    pair: tuple[str, str] | None = None
    dealer: str | None = None
    note: str | None = None
    # rename: everybody's name from here on, by seat
    names: tuple[str, ...] | None = None
    # rules: the changed switches as plain values (JSON's types), and how far they reach
    rules: dict[str, Any] | None = None
    from_now: bool = False
