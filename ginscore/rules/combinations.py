"""Switches that do not go together: `check_variant` finds every wrong combination.

A switch that another one makes idle (`ace_upcard` at a limit of ten, a shutout in a game of one
hand) is no fault: it is ignored.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ginscore.errors import N_, Message, fault
from ginscore.rules.variants import Variant, format_value

PACK: Final = 52


class Clash(NamedTuple):
    """A wrong combination: the switches that make it, the one to be named first, and the fault."""

    switches: tuple[str, ...]
    message: Message


def check_variant(variant: Variant) -> list[Message]:
    """Every wrong combination of switches, as `bad-rule-value` with what is allowed."""
    return [clash.message for clash in clashes(variant)]


def clashes(variant: Variant) -> list[Clash]:
    """Every wrong combination of `variant` with the switches that make it."""
    return [
        *_seats(variant),
        *_sizes(variant),
        *_deal(variant),
        *_sides(variant),
        *_boxes(variant),
        *_match(variant),
        *_columns(variant),
        *_pot(variant),
    ]


def _clash(variant: Variant, switches: tuple[str, ...], template: str, **fields: Any) -> Clash:
    """The fault of a combination; the template may name the value of every switch that makes it."""
    for switch in switches:
        fields[switch] = format_value(getattr(variant, switch))
    return Clash(switches, fault("bad-rule-value", template, **fields))


def _seats(variant: Variant) -> Iterator[Clash]:
    # A number of players is named once.
    if len(set(variant.players)) < len(variant.players):
        yield _clash(
            variant,
            ("players",),
            N_("players cannot be {players}; allowed: each number of players once, such as [2, 3]"),
        )


def _sizes(variant: Variant) -> Iterator[Clash]:
    sizes = dict(variant.hand_sizes)
    for seats in variant.players:
        # Every number of players has its hand size.
        if seats not in sizes:
            yield _clash(
                variant,
                ("hand_sizes", "players"),
                N_(
                    "hand_sizes {hand_sizes} has no size for {seats} players; "
                    "allowed: a size for each of players {players}"
                ),
                seats=seats,
            )
            continue
        # The hands and the upcard come from one pack; in teams two seats share a pack.
        at_a_pack = 2 if variant.teams else seats
        if at_a_pack * sizes[seats] + 1 > PACK:
            yield _clash(
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


def _deal(variant: Variant) -> Iterator[Clash]:
    if max(variant.players) == 2:
        return
    # There is one loser between two only.
    if variant.next_dealer == "loser":
        yield _clash(
            variant,
            ("next_dealer", "players"),
            N_(
                "next_dealer loser needs players [2], found {players}; "
                "allowed: alternate, or winner with scoring penalty"
            ),
        )
    # Under penalty points the hand has a winner at any number of seats: who got 0.
    if variant.next_dealer == "winner" and variant.scoring != "penalty":
        yield _clash(
            variant,
            ("next_dealer", "players", "scoring"),
            N_(
                "next_dealer winner needs players [2] or scoring penalty, "
                "found players {players} and scoring {scoring}; allowed: alternate"
            ),
        )


def _sides(variant: Variant) -> Iterator[Clash]:
    # A partnership is four players, two sides and one column.
    if variant.teams and (variant.players, variant.scoring, variant.columns) != ((4,), "winner", 1):
        yield _clash(
            variant,
            ("teams", "players", "scoring", "columns"),
            N_(
                "teams needs players [4], scoring winner and columns 1; "
                "found players {players}, scoring {scoring} and columns {columns}"
            ),
        )
    # Points won are won between two sides.
    if variant.scoring == "winner" and not variant.teams and variant.players != (2,):
        yield _clash(
            variant,
            ("scoring", "players", "teams"),
            N_(
                "scoring winner needs two sides, found players {players}; "
                "allowed: players [2], players [4] with teams, or scoring penalty"
            ),
        )


def _boxes(variant: Variant) -> Iterator[Clash]:
    # A box that counts at once is the winner's own and stays in his total.
    wanted = ("each", "totals")
    if variant.box_timing == "at_once" and (variant.box_mode, variant.settlement) != wanted:
        yield _clash(
            variant,
            ("box_timing", "box_mode", "settlement"),
            N_(
                "box_timing at_once needs box_mode each and settlement totals; "
                "found box_mode {box_mode} and settlement {settlement}"
            ),
        )


def _match(variant: Variant) -> Iterator[Clash]:
    # Best of an odd number, so that somebody has more games.
    if variant.match_games % 2 == 0:
        yield _clash(
            variant,
            ("match_games",),
            N_("match_games cannot be {match_games}; allowed: an odd number such as 1, 3 or 5"),
        )
    # A Hollywood sheet is a match by itself.
    if variant.match_games > 1 and variant.columns > 1:
        yield _clash(
            variant,
            ("match_games", "columns"),
            N_("match_games {match_games} needs columns 1, found {columns}; allowed: 1 of either"),
        )


def _columns(variant: Variant) -> Iterator[Clash]:
    # A column closes at a number of points that one of two sides reaches.
    to_points = isinstance(variant.target, int)
    if variant.columns > 1 and not (to_points and variant.scoring == "winner"):
        yield _clash(
            variant,
            ("columns", "target", "scoring"),
            N_(
                "columns {columns} needs a number as target and scoring winner; "
                "found target {target} and scoring {scoring}"
            ),
        )
    # Every column has its factor; factors beyond the columns wait.
    if len(variant.column_factors) < variant.columns:
        yield _clash(
            variant,
            ("column_factors", "columns"),
            N_("column_factors {column_factors} needs a factor for each of {columns} columns"),
        )


def _pot(variant: Variant) -> Iterator[Clash]:
    # The pot goes by penalty points.
    if variant.prize_share is not None and variant.scoring != "penalty":
        yield _clash(
            variant,
            ("prize_share", "scoring"),
            N_("prize_share {prize_share} needs scoring penalty, found {scoring}; allowed: null"),
        )
