"""One line of the log: an event and its facts. Nothing written ever changes."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

Event = Literal["hand", "undo", "redo", "void", "rename", "rules"]


class Entry(BaseModel):
    """An entry of the log; `None` is "not given" and every key is always written.

    `replaces` is the entry that an edit, a void, an undo or a redo takes back or brings back,
    `before` the entry that a forgotten hand was put before. Holdings are canonical English
    notation by seat (None: that seat did not play); names are those in force when the entry was
    written. `points_only` gives points by seat where the cards are not known.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

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
    kind: Literal["knock", "gin", "big_gin", "undercut"] | None = None
    lay_offs: tuple[str | None, ...] | None = None
    pair: tuple[str, str] | None = None
    dealer: str | None = None
    note: str | None = None
    # rename
    names: tuple[str, ...] | None = None
    # rules
    rules: dict[str, Any] | None = None
    from_now: bool = False
