"""The shapes of those answers that are the program's own, not a lower floor's value.

Each is what its command prints with `-f json`; `schemas` says what every key means.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, JsonValue

from ginscore.errors import whole
from ginscore.hand.settlements import Reason, Warnings
from ginscore.sheet.entries import Event

# A name may hold bytes that are not UTF-8; JSON cannot.
FileName = Annotated[str, BeforeValidator(whole)]


class _Answer(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


# Rules and defaults


class Preset(_Answer):
    """A set of rules that comes with the program."""

    name: str
    source: str


class Presets(_Answer):
    """The sets of rules that come with the program: `variants`."""

    variants: tuple[Preset, ...]


class SwitchPair(_Answer):
    """A switch with its value in each of two sets of rules."""

    switch: str
    one: JsonValue
    other: JsonValue


class Differences(_Answer):
    """Where two sets of rules differ: `variants diff`."""

    one: str
    other: str
    differences: tuple[SwitchPair, ...]


class Topics(_Answer):
    """What `explain` can explain."""

    topics: tuple[str, ...]


class Default(_Answer):
    """One default, and where it comes from."""

    key: str
    value: str
    source: str
    place: str


class Defaults(_Answer):
    """Every default in force: `config`."""

    file: str
    settings: tuple[Default, ...]


# A sheet


class NoSheet(_Answer):
    """`ginscore` alone where no sheet is in reach."""

    sheet: None = None


class Started(_Answer):
    """A sheet that was just started: `new`."""

    sheet: FileName
    title: str | None
    created: AwareDatetime | None
    players: tuple[str, ...]
    dealer: str
    variant: str


class Imported(_Answer):
    """What came into a new sheet: `import`."""

    sheet: FileName
    imported: FileName
    entries: int
    hands: int
    warnings: Warnings
    unused: tuple[Reason, ...]


class Changed(_Answer):
    """An entry that changed the sheet, and how the sheet stands with it.

    The score is null where the sheet does not add up.
    """

    entry: int
    totals: dict[str, int] | None
    to_go: dict[str, int] | None
    next_dealer: str | None


class Undone(Changed):
    """What `undo` took back."""

    undid: int
    event: Event


class Redone(Changed):
    """What `redo` brought back."""

    redid: int
    event: Event


class Struck(Changed):
    """What `void` struck out."""

    hand: int
    struck: int


class Renamed(Changed):
    """What `rename` made of the names."""

    players: tuple[str, ...]


class RulesChanged(Changed):
    """What `rules --rule` changed."""

    rules: dict[str, Any] | None
    from_now: bool


class Payout(_Answer):
    """Who gets how much: `payout`. Amounts are decimal texts, debts below zero."""

    shares: Mapping[str, str]
    formula: tuple[str, ...]
    warnings: Warnings
