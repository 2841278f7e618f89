"""`Variant`: every switch that a table can agree on, as one frozen value.

No number stands here: each preset file in `presets/` gives the values with their source.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
)

Points = Annotated[int, Field(ge=0, le=100_000)]
Positive = Annotated[int, Field(ge=1, le=100_000)]
# How many may sit at one table, as texts: the keys of `hand_sizes`.
SEAT_KEYS: Final = ("2", "3", "4", "5", "6")
Seats = Annotated[int, Field(ge=2, le=6)]
HandSize = Annotated[int, Field(ge=3, le=13)]


def _one_line(text: str) -> str:
    """A text that fits a cell of a CSV sheet, where `;` separates the rules."""
    if text != text.strip() or ";" in text or not text.isprintable():
        msg = "one printable line without ;"
        raise ValueError(msg)
    return text


Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_one_line)]
Source = Annotated[str, Field(max_length=200), AfterValidator(_one_line)]


def _pairs(value: Any) -> Any:
    """`{2: 10, 3: 7}`, with numbers or number texts as keys, as pairs sorted by seats."""
    if isinstance(value, Mapping):
        sizes = {_number(seats): size for seats, size in value.items()}
        return tuple(sorted(sizes.items(), key=str))
    if isinstance(value, list):
        msg = "a table of hand sizes by seats"
        raise ValueError(msg)  # noqa: TRY004 - pydantic takes a ValueError for a refusal
    return value


def _number(key: Any) -> Any:
    """A JSON or TOML key as the number it spells; anything else as it stands."""
    return int(key) if isinstance(key, str) and key in SEAT_KEYS else key


@cache
def every_field(model: type[BaseModel]) -> set[str]:
    """The names of a model's fields: one set for all its values.

    A value that has its own set takes twice the memory.
    """
    return set(model.model_fields)


class Frozen(BaseModel):
    """What is written as JSON: strict, without unknown keys, never changed.

    Its schema is built when first needed: what is shown as text needs none, and that takes
    milliseconds.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    @classmethod
    def unchecked(cls, **values: object) -> Self:
        """The model of our own values, complete as they are.

        It does what `model_construct` does, without looking at every field; `batch` takes 1.15
        times as long with that (tests/bench/shortcuts_bench.py).
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", values)
        object.__setattr__(made, "__pydantic_fields_set__", every_field(cls))
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made


class ExtraBoxes(Frozen):
    """Boxes on top of the one for winning the hand, by the kind of hand ("kisses")."""

    gin: Points
    big_gin: Points
    undercut: Points

    def of(self, kind: str | None) -> int:
        """The extra boxes of a hand of this kind; 0 for a knock and for an unknown kind."""
        match kind:
            case "gin":
                return self.gin
            case "big_gin":
                return self.big_gin
            case "undercut":
                return self.undercut
        return 0


class Variant(Frozen):
    """The whole rule set that a table plays; points and boxes unless a field says otherwise.

    A switch that is younger than the first sheets has a default: the value that leaves a file as it
    was which does not name it. The others must be named.
    """

    name: Name
    source: Source

    # Seats and deal
    players: Annotated[tuple[Seats, ...], Field(min_length=1, max_length=5)]
    hand_sizes: Annotated[
        tuple[tuple[Seats, HandSize], ...],
        BeforeValidator(_pairs),
        PlainSerializer(dict, return_type=dict[int, int]),
        WithJsonSchema(
            {
                "type": "object",
                "propertyNames": {"enum": [*SEAT_KEYS]},
                "additionalProperties": {"type": "integer", "minimum": 3, "maximum": 13},
            }
        ),
    ]
    next_dealer: Literal["winner", "loser", "alternate", "idle"]
    dead_hand_dealer: Literal["same", "next"]
    stock_end: Literal["dead", "reshuffle"]
    # Melds
    ace_runs: Literal["low", "high", "both", "circular"]
    ace_points: Literal[1, 15]
    # Knock
    knock_limit: Annotated[int, Field(ge=0, le=100)] | Literal["upcard"]
    ace_upcard: Literal["gin_only", "one"]
    knocker_melds: Literal["declared", "best"]
    # Lay-offs
    layoff_on_gin: Literal["no", "yes", "zero_cancels"]
    layoff_chain: Literal["own", "none"]
    layoff_method: Literal["best", "two_orders", "own_melds_first", "none"]
    # Points of a hand
    gin_bonus: Points
    big_gin_bonus: Points | None
    undercut_bonus: Points
    tie: Literal["undercut", "knocker", "no_score"]
    tie_bonus: Points | None
    knock_bonus: Points
    gin_doubles_deadwood: bool
    spade_doubles: Literal["no", "points", "all", "all_and_extra_boxes", "all_and_boxes"]
    extra_boxes: ExtraBoxes
    # Game
    target: Positive | Literal["one_hand"] | None
    game_bonus: Points
    game_bonus_to: Literal["first_to_target", "higher_total"]
    box_bonus: Points
    box_mode: Literal["each", "difference", "winner_only"]
    box_timing: Literal["end", "at_once"]
    shutout_when: Literal["no_points", "no_hands"]
    shutout: Literal[
        "none", "flat", "double_points", "double_points_and_game", "double_all", "double_difference"
    ]
    shutout_bonus: Points
    settlement: Literal["totals", "winner_formula", "pairwise"]
    match_games: Annotated[int, Field(ge=1, le=99)]
    # Hollywood
    columns: Annotated[int, Field(ge=1, le=9)]
    column_entry: Literal["progressive", "win_count"]
    column_factors: tuple[Annotated[int, Field(ge=1, le=100)], ...]
    sweep_doubles: bool
    # Partnership
    teams: bool
    # Three or more at the table, two playing
    rotation: Literal["all", "loser_out", "captain"] = "all"
    # More than two players
    scoring: Literal["winner", "penalty"]
    prize_share: Annotated[int, Field(ge=0, le=100)] | None
    prize_cutoff: Points

    @property
    def in_pairs(self) -> bool:
        """Whether a hand is played by two of those at the table: in teams, and in a rotation."""
        return self.teams or self.rotation != "all"

    def hand_size(self, seats: int) -> int:
        """Cards that a player holds after his discard when `seats` play.

        Raises:
            KeyError: the variant has no hand size for that many seats.
        """
        return dict(self.hand_sizes)[seats]


SWITCHES: Final[tuple[str, ...]] = tuple(
    field for field in Variant.model_fields if field not in {"name", "source"}
)


def format_switches(rules: Mapping[str, Any]) -> str:
    """Switches with their values on one line: `gin_bonus=20; tie=knocker`."""
    return "; ".join(f"{switch}={format_value(value)}" for switch, value in rules.items())


def format_value(value: object) -> str:
    """A switch's value as `--rule` takes it: `20`, `null`, `winner`, `[2, 3]`, `{2=10, 3=7}`."""
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    if isinstance(value, ExtraBoxes):
        return format_value(dict(value))
    if isinstance(value, Mapping):
        parts = ", ".join(f"{part}={format_value(item)}" for part, item in value.items())
        return f"{{{parts}}}"
    if not isinstance(value, tuple | list):
        return str(value)
    if value and all(isinstance(item, tuple) for item in value):
        return format_value(dict(value))
    return f"[{', '.join(map(format_value, value))}]"
