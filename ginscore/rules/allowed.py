"""What each switch allows, and which switches do not go together.

What a switch allows is worked out only to refuse a value.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ginscore.errors import N_, Message, fault
from ginscore.rules.variants import SEAT_KEYS, SWITCHES, ExtraBoxes, Variant, format_value

# Every name that `--rule` knows: the switches and the parts of those that are tables.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "extra_boxes": tuple(ExtraBoxes.model_fields),
    "hand_sizes": SEAT_KEYS,
}
RULE_NAMES: Final = (
    *SWITCHES,
    *(f"{switch}.{part}" for switch, parts in PARTS.items() for part in parts),
)
_LONGEST: Final = 60
_EXAMPLES: Final = {"players": "[2, 3]", "column_factors": "[1, 1, 2]"}

_WORDS: Final = N_("{rule} cannot be {value}; allowed: {words}")
_NUMBER: Final = N_("{rule} cannot be {value}; allowed: a whole number from {least} to {most}")
_NUMBER_OR_WORDS: Final = N_(
    "{rule} cannot be {value}; allowed: a whole number from {least} to {most}, or {words}"
)
_LIST: Final = N_(
    "{rule} cannot be {value}; allowed: a list of whole numbers from {least} to {most}, "
    "such as {example}"
)
_SIZES: Final = N_(
    "{rule} cannot be {value}; allowed: {least} to {most} cards for each of 2 to 6 seats, "
    "such as {{2=10, 3=7}}"
)
_BOXES: Final = N_(
    "{rule} cannot be {value}; allowed: a whole number from {least} to {most} for every kind, "
    "or a table such as {{gin=2, big_gin=2, undercut=1}}"
)
_LINE: Final = N_(
    "{rule} cannot be {value}; allowed: one printable line of at most {most} characters without ;"
)


def shorten(text: object) -> str:
    """What the user gave, on one line and cut to a length that fits a sentence."""
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def nearest(name: object, names: Iterable[str]) -> str:
    """The one of `names` that is most like `name`, or an empty text."""
    import difflib

    known = {_folded(candidate): candidate for candidate in names}
    matches = difflib.get_close_matches(_folded(name), known)
    return known[matches[0]] if matches else ""


def _folded(name: object) -> str:
    return shorten(name).lower().replace("-", "_").replace(" ", "_")


def unknown_rule(name: object, where: str = "") -> Message:
    """The fault of a name that is no switch: `unknown-rule` with the nearest switch."""
    near = nearest(name, RULE_NAMES)
    switch = str(name).partition(".")[0]
    parts = [f"{switch}.{part}" for part in PARTS.get(switch, ())]
    return fault(
        "unknown-rule",
        N_("there is no switch named {rule}; allowed: {allowed}")
        if parts
        else N_("there is no switch named {rule}"),
        hint=N_("did you mean {nearest}?") if near else N_('"ginscore variants show" lists them'),
        where=where,
        rule=shorten(name),
        allowed=", ".join(parts),
        nearest=near,
    )


def bad_value(name: str, value: object, where: str = "") -> Message:
    """The fault of a value that the switch `name` does not allow: `bad-rule-value`."""
    template, fields = _allowed(name)
    found = shorten(format_value(value)) or '""'
    is_switch = name.partition(".")[0] in SWITCHES
    hint = N_("`ginscore explain {rule}` says what it decides") if is_switch else ""
    return fault(
        "bad-rule-value", template, hint=hint, where=where, rule=name, value=found, **fields
    )


def _allowed(name: str) -> tuple[str, dict[str, Any]]:
    """The sentence for a switch's refusal and the numbers and words that it allows."""
    switch, _, part = name.partition(".")
    shapes = Variant.model_json_schema()
    shape = shapes["properties"][switch]
    if switch == "extra_boxes":
        number = shapes["$defs"]["ExtraBoxes"]["properties"]["gin"]
        return (_NUMBER if part else _BOXES), _bounds(number)
    if switch == "hand_sizes":
        return (_NUMBER if part else _SIZES), _bounds(shape["additionalProperties"])
    if shape.get("type") == "array":
        return _LIST, {**_bounds(shape["items"]), "example": _EXAMPLES[switch]}
    if shape.get("type") == "string" and "enum" not in shape:
        return _LINE, {"most": shape["maxLength"]}
    return _number_or_words(shape.get("anyOf", [shape]))


def _number_or_words(shapes: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """The same for a switch that takes a number, one of some words, or either."""
    words = ", ".join(str(word) for shape in shapes for word in _words(shape))
    numbers = [_bounds(shape) for shape in shapes if "minimum" in shape]
    if not numbers:
        return _WORDS, {"words": words}
    if not words:
        return _NUMBER, numbers[0]
    return _NUMBER_OR_WORDS, {**numbers[0], "words": words}


def _words(shape: Mapping[str, Any]) -> Iterable[object]:
    """The words that a JSON Schema allows, as `--rule` takes them."""
    if "const" in shape:
        return (shape["const"],)
    by_type: Mapping[str, tuple[str, ...]] = {"null": ("null",), "boolean": ("yes", "no")}
    return shape.get("enum") or by_type.get(shape["type"], ())


def _bounds(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {"least": shape["minimum"], "most": shape["maximum"]}


# Switches that do not go together: a table of the wrong combinations, and the check for them.
# A switch that another makes idle (`ace_upcard` at a limit of ten, a shutout in a game of one
# hand) is no fault: it is ignored.


PACK: Final = 52


class Clash(NamedTuple):
    """A wrong combination: its switches, beginning with the one to blame, and the fault."""

    switches: tuple[str, ...]
    message: Message


class _Wrong(NamedTuple):
    """A combination that is wrong where `holds`; the template may name each of its switches."""

    switches: tuple[str, ...]
    holds: Callable[[Variant], bool]
    template: str


_WRONG: Final = (
    # Each number of players is listed once.
    _Wrong(
        ("players",),
        lambda rules: len(set(rules.players)) < len(rules.players),
        N_("players cannot be {players}; allowed: each number of players once, such as [2, 3]"),
    ),
    # Where more than two play a hand there is no one loser.
    _Wrong(
        ("next_dealer", "players"),
        lambda rules: (
            max(rules.players) > 2 and not rules.in_pairs and rules.next_dealer == "loser"
        ),
        N_(
            "next_dealer loser needs players [2], found {players}; "
            "allowed: alternate, or winner with scoring penalty"
        ),
    ),
    # Under penalty points the hand has a winner at any number of seats: whoever got 0.
    _Wrong(
        ("next_dealer", "players", "scoring"),
        lambda rules: (
            max(rules.players) > 2
            and not rules.in_pairs
            and rules.next_dealer == "winner"
            and rules.scoring != "penalty"
        ),
        N_(
            "next_dealer winner needs players [2] or scoring penalty, "
            "found players {players} and scoring {scoring}; allowed: alternate"
        ),
    ),
    # The winner of the last hand is dealt to: by who comes in, or by the loser, who sits out.
    _Wrong(
        ("next_dealer", "rotation"),
        lambda rules: rules.rotation == "loser_out" and rules.next_dealer not in ("idle", "loser"),
        N_("next_dealer cannot be {next_dealer} in rotation loser_out; allowed: idle, loser"),
    ),
    # Only where the loser sits out does somebody come in.
    _Wrong(
        ("next_dealer", "rotation"),
        lambda rules: rules.rotation != "loser_out" and rules.next_dealer == "idle",
        N_(
            "next_dealer idle needs rotation loser_out, found {rotation}; "
            "allowed: winner, loser, alternate"
        ),
    ),
    # A partnership is four players and two sides.
    _Wrong(
        ("teams", "players", "scoring"),
        lambda rules: rules.teams and (rules.players, rules.scoring) != ((4,), "winner"),
        N_(
            "teams needs players [4] and scoring winner; "
            "found players {players} and scoring {scoring}"
        ),
    ),
    # The loser gives his place to the third.
    _Wrong(
        ("rotation", "players"),
        lambda rules: rules.rotation == "loser_out" and rules.players != (3,),
        N_("rotation loser_out needs players [3], found {players}"),
    ),
    # The one in the box plays against a crew of two or more.
    _Wrong(
        ("rotation", "players"),
        lambda rules: rules.rotation == "captain" and min(rules.players) < 3,
        N_("rotation captain needs players from 3 up, found {players}"),
    ),
    # Where two of several play, each hand has a winner, and nobody has a partner beside him.
    _Wrong(
        ("rotation", "scoring", "teams", "columns"),
        lambda rules: (
            rules.rotation != "all"
            and (rules.scoring, rules.teams, rules.columns) != ("winner", False, 1)
        ),
        N_(
            "rotation {rotation} needs scoring winner, teams false and columns 1; "
            "found scoring {scoring}, teams {teams} and columns {columns}"
        ),
    ),
    # Points won are won between two sides.
    _Wrong(
        ("scoring", "players", "teams", "rotation"),
        lambda rules: rules.scoring == "winner" and not rules.in_pairs and rules.players != (2,),
        N_(
            "scoring winner needs two sides, found players {players}; allowed: players [2], "
            "players [4] with teams, more with a rotation, or scoring penalty"
        ),
    ),
    # Three accounts are settled each with each, and nothing else is.
    _Wrong(
        ("settlement", "rotation"),
        lambda rules: (rules.settlement == "pairwise") != (rules.rotation == "loser_out"),
        N_(
            "settlement {settlement} does not go with rotation {rotation}; "
            "allowed: pairwise with loser_out, totals or winner_formula with the others"
        ),
    ),
    # Who is shut out pays more; he does not multiply what is settled with the third.
    _Wrong(
        ("shutout", "settlement"),
        lambda rules: rules.settlement == "pairwise" and rules.shutout not in ("flat", "none"),
        N_("shutout cannot be {shutout} with settlement pairwise; allowed: flat, none"),
    ),
    # A box that counts at once is the winner's own and stays in his total.
    _Wrong(
        ("box_timing", "box_mode", "settlement"),
        lambda rules: (
            rules.box_timing == "at_once"
            and (rules.box_mode, rules.settlement) != ("each", "totals")
        ),
        N_(
            "box_timing at_once needs box_mode each and settlement totals; "
            "found box_mode {box_mode} and settlement {settlement}"
        ),
    ),
    # Best of an odd number, so that one side has more games.
    _Wrong(
        ("match_games",),
        lambda rules: rules.match_games % 2 == 0,
        N_("match_games cannot be {match_games}; allowed: an odd number such as 1, 3 or 5"),
    ),
    # A Hollywood sheet is a match by itself.
    _Wrong(
        ("match_games", "columns"),
        lambda rules: rules.match_games > 1 and rules.columns > 1,
        N_("match_games {match_games} needs columns 1, found {columns}; allowed: 1 of either"),
    ),
    # A column is closed by whichever of two sides reaches a number of points.
    _Wrong(
        ("columns", "target", "scoring"),
        lambda rules: (
            rules.columns > 1 and not (isinstance(rules.target, int) and rules.scoring == "winner")
        ),
        N_(
            "columns {columns} needs a number as target and scoring winner; "
            "found target {target} and scoring {scoring}"
        ),
    ),
    # Every column has its factor; surplus factors are not used.
    _Wrong(
        ("column_factors", "columns"),
        lambda rules: len(rules.column_factors) < rules.columns,
        N_("column_factors {column_factors} needs a factor for each of {columns} columns"),
    ),
    # The pot is split by penalty points.
    _Wrong(
        ("prize_share", "scoring"),
        lambda rules: rules.prize_share is not None and rules.scoring != "penalty",
        N_("prize_share {prize_share} needs scoring penalty, found {scoring}; allowed: null"),
    ),
)


def check_variant(variant: Variant) -> list[Message]:
    """Every wrong combination of switches, as `bad-rule-value` with what is allowed."""
    return [clash.message for clash in clashes(variant)]


def clashes(variant: Variant) -> list[Clash]:
    """Every wrong combination of `variant` with the switches that make it."""
    first, *others = [_clash(variant, *wrong) for wrong in _WRONG]
    found = [first, *_sizes(variant), *others]
    return [clash for clash in found if clash is not None]


def _clash(
    variant: Variant, switches: tuple[str, ...], holds: Callable[[Variant], bool], template: str
) -> Clash | None:
    return _make_clash(variant, switches, template) if holds(variant) else None


def _make_clash(variant: Variant, switches: tuple[str, ...], template: str, **fields: int) -> Clash:
    """A wrong combination; the template may name the value of each of its switches."""
    values = {switch: format_value(getattr(variant, switch)) for switch in switches}
    message = fault("bad-rule-value", template)
    return Clash(switches, message._replace(fields={**values, **fields}))


def _sizes(variant: Variant) -> Iterator[Clash]:
    sizes = dict(variant.hand_sizes)
    for seats in variant.players:
        # Every number of players has its hand size.
        if seats not in sizes:
            template = N_(
                "hand_sizes {hand_sizes} has no size for {seats} players; "
                "allowed: a size for each of players {players}"
            )
            yield _make_clash(variant, ("hand_sizes", "players"), template, seats=seats)
            continue
        # The hands and the upcard come from one pack, and so does the hand of two among several.
        at_a_pack = 2 if variant.in_pairs else seats
        if at_a_pack * sizes[seats] + 1 > PACK:
            yield _make_clash(
                variant,
                ("hand_sizes", "players", "teams", "rotation"),
                N_(
                    "{size} cards for each of {seats} players are too many for {pack} cards; "
                    "allowed: at most {most} each"
                ),
                size=sizes[seats],
                seats=seats,
                pack=PACK,
                most=(PACK - 1) // at_a_pack,
            )
