"""The shapes of those answers that are the program's own, not a lower floor's value.

Each is what its command prints with `-f json`; `schemas` says what every key means.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AwareDatetime, BeforeValidator, JsonValue

from ginscore.errors import whole
from ginscore.hand.settlements import Reason, Warnings
from ginscore.rules.variants import Frozen
from ginscore.sheet.entries import Event

# A file's name, or a text that tells one, may hold bytes that are not UTF-8; JSON cannot.
FileName = Annotated[str, BeforeValidator(whole)]


# Rules and defaults


class Preset(Frozen):
    """A set of rules that comes with the program."""

    name: str
    source: str


class Presets(Frozen):
    """The sets of rules that come with the program: `variants`."""

    variants: tuple[Preset, ...]


class SwitchPair(Frozen):
    """A switch with its value in each of two sets of rules."""

    switch: str
    one: JsonValue
    other: JsonValue


class Differences(Frozen):
    """Where two sets of rules differ: `variants diff`."""

    one: str
    other: str
    differences: tuple[SwitchPair, ...]


class Topics(Frozen):
    """What `explain` can explain."""

    topics: tuple[str, ...]


class Default(Frozen):
    """One default, and where it comes from."""

    key: str
    value: FileName
    source: str
    place: FileName


class Defaults(Frozen):
    """Every default in force: `config`."""

    file: FileName
    settings: tuple[Default, ...]


# A sheet


class NoSheet(Frozen):
    """`ginscore` alone where no sheet is in reach."""

    sheet: None = None


class Started(Frozen):
    """A sheet that was just started: `new`."""

    sheet: FileName
    title: str | None
    created: AwareDatetime | None
    players: tuple[str, ...]
    dealer: str
    variant: str


class Imported(Frozen):
    """What came into a new sheet: `import`."""

    sheet: FileName
    imported: FileName
    entries: int
    hands: int
    warnings: Warnings
    unused: tuple[Reason, ...]


class Changed(Frozen):
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


class Payout(Frozen):
    """Who gets how much: `payout`. Amounts are decimal texts, debts below zero."""

    shares: Mapping[str, str]
    formula: tuple[FileName, ...]
    warnings: Warnings
