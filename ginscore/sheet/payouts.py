"""Who pays whom over one or several sheets; a name is one player in whatever case it is written."""

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from ginscore.errors import N_, refuse
from ginscore.game.payouts import Line, box_marks, pay_stakes, share_pot
from ginscore.hand.sides import fold_name
from ginscore.sheet.record import side_names

if TYPE_CHECKING:
    from ginscore.sheet.sheet import Sheet


class SheetPayout(NamedTuple):
    """What each side gets (or pays, if negative), by name, and the formula that says why."""

    shares: dict[str, Decimal]
    formula: tuple[Line, ...]


def pay_sheets(sheets: Sequence["Sheet"], per_point: Decimal, per_box: Decimal) -> SheetPayout:
    """The stakes of every sheet, added up.

    Raises:
        GinscoreError: `usage` where points are penalties; a sheet is not in order.
    """
    names: dict[str, str] = {}
    shares: dict[str, Decimal] = {}
    formula: list[Line] = []
    for sheet in sheets:
        scored, sides = sheet.tally, side_names(sheet.record)
        paid = pay_stakes(
            scored.match.points,
            box_marks(scored),
            sheet.rules,
            sides,
            per_point=per_point,
            per_box=per_box,
        )
        formula += paid.formula
        for side, share in zip(sides, paid.shares, strict=True):
            name = names.setdefault(fold_name(side), side)
            shares[name] = shares.get(name, Decimal(0)) + share
    return SheetPayout(shares, tuple(formula))


def share_pot_of_sheets(sheets: Sequence["Sheet"], pot: Decimal) -> SheetPayout:
    """One pot split by the penalty points of all sheets together (at least one).

    Raises:
        GinscoreError: `usage` where the rules have no pot, or where players or the rules of the
            pot differ from sheet to sheet; a sheet is not in order.
    """
    first = sheets[0]
    names = side_names(first.record)
    points = dict.fromkeys(map(fold_name, names), 0)
    for sheet in sheets:
        _check_alike(sheet, first)
        for game in sheet.tally.games:
            for side, total in zip(side_names(sheet.record), game.totals, strict=True):
                points[fold_name(side)] += total
    split = share_pot([*points.values()], pot, first.rules, names)
    return SheetPayout(dict(zip(names, split.shares, strict=True)), split.formula)


def _check_alike(sheet: "Sheet", first: "Sheet") -> None:
    # Who is missing from a sheet would have no penalty points there, and win by that.
    if {*map(fold_name, side_names(sheet.record))} != {*map(fold_name, side_names(first.record))}:
        raise refuse(
            "usage",
            N_("a pot is split among the same players on every sheet; found: {players}; {others}"),
            hint=N_("split a pot for each of them"),
            players=", ".join(side_names(first.record)),
            others=", ".join(side_names(sheet.record)),
        )
    rules, other = first.rules, sheet.rules
    if (rules.prize_share, rules.prize_cutoff) != (other.prize_share, other.prize_cutoff):
        raise refuse(
            "usage", N_("the sheets split a pot by different rules (prize_share, prize_cutoff)")
        )
