"""Switches that do not go together: a table of the wrong combinations, and the check for them.

A switch that another makes idle (`ace_upcard` at a limit of ten, a shutout in a game of one
hand) is no fault: it is ignored.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ginscore.errors import N_, Message, fault
from ginscore.rules.variants import Variant, format_value

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
    # Only between two is there one loser.
    _Wrong(
        ("next_dealer", "players"),
        lambda rules: max(rules.players) > 2 and rules.next_dealer == "loser",
        N_(
            "next_dealer loser needs players [2], found {players}; "
            "allowed: alternate, or winner with scoring penalty"
        ),
    ),
    # Under penalty points the hand has a winner at any number of seats: whoever got 0.
    _Wrong(
        ("next_dealer", "players", "scoring"),
        lambda rules: (
            max(rules.players) > 2 and rules.next_dealer == "winner" and rules.scoring != "penalty"
        ),
        N_(
            "next_dealer winner needs players [2] or scoring penalty, "
            "found players {players} and scoring {scoring}; allowed: alternate"
        ),
    ),
    # A partnership is four players, two sides and one column.
    _Wrong(
        ("teams", "players", "scoring", "columns"),
        lambda rules: (
            rules.teams and (rules.players, rules.scoring, rules.columns) != ((4,), "winner", 1)
        ),
        N_(
            "teams needs players [4], scoring winner and columns 1; "
            "found players {players}, scoring {scoring} and columns {columns}"
        ),
    ),
    # Points won are won between two sides.
    _Wrong(
        ("scoring", "players", "teams"),
        lambda rules: rules.scoring == "winner" and not rules.teams and rules.players != (2,),
        N_(
            "scoring winner needs two sides, found players {players}; "
            "allowed: players [2], players [4] with teams, or scoring penalty"
        ),
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
        # The hands and the upcard come from one pack; in teams two seats share a pack.
        at_a_pack = 2 if variant.teams else seats
        if at_a_pack * sizes[seats] + 1 > PACK:
            yield _make_clash(
                variant,
                ("hand_sizes", "players", "teams"),
                N_(
                    "{size} cards for each of {seats} players are too many for {pack} cards; "
                    "allowed: at most {most} each"
                ),
                size=sizes[seats],
                seats=seats,
                pack=PACK,
                most=(PACK - 1) // at_a_pack,
            )
