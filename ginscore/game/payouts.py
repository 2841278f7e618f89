"""Who pays whom: stakes per point and per box, or a pot split by penalty points.

Money is exact `Decimal`. Every payout carries its formula as lines of text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from ginscore.errors import N_, Money, refuse
from ginscore.game.tallies import Tally, settle_between
from ginscore.rules.variants import Variant

CENT: Final = Decimal("0.01")
_MONEY: Final = re.compile(r"(\d{1,9})(?:[.,](\d{1,6}))?", re.ASCII)


class Line(NamedTuple):
    """One line of the formula: an English template with its fields, to be translated."""

    template: str
    fields: Mapping[str, object]

    @property
    def text(self) -> str:
        """The line in English."""
        return self.template.format(**self.fields)


class Payout(NamedTuple):
    """What each player gets (or pays, if negative), by seat, and the formula that says why."""

    shares: tuple[Decimal, ...]
    formula: tuple[Line, ...]


def parse_money(text: str, where: str = "") -> Decimal:
    """An amount that is not negative, as `100`, `12.50` or `12,50`; at most six decimals.

    Raises:
        GinscoreError: `bad-points` for any other text, at `where`.
    """
    found = _MONEY.fullmatch(text.strip())
    if found is None:
        raise refuse(
            "bad-points",
            N_(
                "“{text}” is not an amount of money; 0 or more is allowed, without a sign or "
                "currency"
            ),
            hint=N_("write 100, 12.50 or 0.05"),
            where=where,
            text=text[:40],
        )
    return Decimal(f"{found[1]}.{found[2] or 0}")


def format_money(amount: Decimal) -> Money:
    """Exact decimal text with at least two decimals: `75.00`, `-0.125`."""
    in_cents = amount.quantize(CENT)
    return Money(f"{in_cents if in_cents == amount else amount.normalize():f}")


def box_nets(tally: Tally, rules: Variant) -> tuple[int, ...]:
    """The boxes of all games that each player is ahead by, in marks and by seat.

    Whoever settles points with each other settles boxes so; in Hollywood those of every column.
    """
    by_game = [settle_between(game.boxes, game.sides, rules) for game in tally.games]
    return tuple(map(sum, zip(*by_game, strict=True)))


def pay_stakes(
    points: Sequence[int],
    boxes: Sequence[int],
    rules: Variant,
    names: Sequence[str],
    *,
    per_point: Decimal,
    per_box: Decimal,
) -> Payout:
    """What the losers pay the winners, for points and for boxes.

    Args:
        points: the nets of the match by seat; they sum to 0.
        boxes: `box_nets`, of an unfinished game too (*reading*: boxes are won already).
        rules: under `scoring: penalty` there is nothing to settle.
        names: the players' names, for the formula.
        per_point: money per point; parts of a cent are allowed and kept exactly.
        per_box: money per box.

    Raises:
        GinscoreError: `usage` under `scoring: penalty`.
    """
    if rules.scoring == "penalty":
        raise refuse(
            "usage",
            N_("penalty points have no stakes a point or a box; allowed: a pot"),
            hint=N_("use --pot"),
        )
    lines: list[Line] = []
    if per_point:
        lines += _stakes(N_("points: {player} {net} × {rate} = {amount}"), points, per_point, names)
    if per_box:
        lines += _stakes(N_("boxes: {player} {net} × {rate} = {amount}"), boxes, per_box, names)
    shares = tuple(
        net * per_point + marks * per_box + 0 for net, marks in zip(points, boxes, strict=True)
    )
    return Payout(shares, (*lines, *_transfers(shares, names)))


def share_pot(points: Sequence[int], pot: Decimal, rules: Variant, names: Sequence[str]) -> Payout:
    """Split a pot by penalty points (S3): to the cent, and the shares sum to the pot.

    The fewest points take `prize_share` percent, whatever they are; the rest goes to the others
    below `prize_cutoff` in proportion to the cutoff − (their points − the winner's). If
    nobody is eligible, the winner takes all; those level on the fewest share the winner's part
    equally; cents go by largest remainder, ties by seat order (*readings*: S3 gives no formula).

    Raises:
        GinscoreError: `usage` where the rules have no pot, `bad-points` for a pot that is
            negative or not in whole cents.
    """
    if rules.prize_share is None:
        raise refuse(
            "usage",
            N_("these rules have no pot: prize_share is null; allowed: a percentage"),
            hint=N_("use a variant with a pot, such as rummy-royal, or --per-point"),
        )
    cents = pot * 100
    if pot < 0 or cents != int(cents):
        raise refuse(
            "bad-points",
            N_("a pot of {pot} cannot be split; allowed: 0 or more, in whole cents"),
            hint=N_("write 100 or 12.50"),
            pot=str(pot),
        )
    parts = _parts(points, rules.prize_share, rules.prize_cutoff)
    shares = tuple(Decimal(share) * CENT for share in _whole_cents(int(cents), parts))
    return Payout(shares, _pot_formula(points, pot, rules, names, shares))


def _stakes(
    template: str, nets: Sequence[int], rate: Decimal, names: Sequence[str]
) -> Iterator[Line]:
    """A line for whoever is ahead, between two players; for each of more who is not level."""
    shown = [seat for seat, net in enumerate(nets) if net]
    if len(nets) == 2:
        shown = [int(nets[0] < 0)]
    for seat in shown:
        fields = {
            "player": names[seat],
            "net": Money(str(nets[seat])),
            "rate": format_money(rate),
            "amount": format_money(nets[seat] * rate),
        }
        yield Line(template, fields)


def _transfers(shares: Sequence[Decimal], names: Sequence[str]) -> Iterator[Line]:
    """Who pays whom, where that is one pair at most; more players see it in their shares."""
    if not any(shares):
        yield Line(N_("nobody pays anything"), {})
    elif len(shares) == 2:
        winner, loser = names if shares[0] > 0 else (names[1], names[0])
        amount = format_money(max(shares))
        fields = {"loser": loser, "winner": winner, "amount": amount}
        yield Line(N_("{loser} pays {winner} {amount}"), fields)


def _weights(points: Sequence[int], cutoff: int) -> list[int]:
    """The weight of each claim on the rest of the pot, 0 for winners and from the cutoff."""
    low = min(points)
    return [cutoff - (penalty - low) if low < penalty < cutoff else 0 for penalty in points]


def _parts(points: Sequence[int], percent: int, cutoff: int) -> list[Fraction]:
    """Each player's part of the pot, exactly; the parts sum to 1."""
    low = min(points)
    weights = _weights(points, cutoff)
    best = Fraction(percent, 100) if any(weights) else Fraction(1)
    level = best / points.count(low)
    rest = (1 - best) / (sum(weights) or 1)
    return [
        level if penalty == low else rest * weight
        for penalty, weight in zip(points, weights, strict=True)
    ]


def _whole_cents(cents: int, parts: Sequence[Fraction]) -> list[int]:
    """Split `cents` by `parts` with the largest remainders rounded up, ties by seat order."""
    exact = [cents * part for part in parts]
    shares = [int(part) for part in exact]
    by_remainder = sorted(range(len(parts)), key=lambda seat: shares[seat] - exact[seat])
    for seat in by_remainder[: cents - sum(shares)]:
        shares[seat] += 1
    return shares


def _pot_formula(
    points: Sequence[int],
    pot: Decimal,
    rules: Variant,
    names: Sequence[str],
    shares: Sequence[Decimal],
) -> tuple[Line, ...]:
    """One line per player, in seat order; the winner's says how his part is made."""
    low = min(points)
    weights = _weights(points, rules.prize_cutoff)
    common: dict[str, object] = {
        "pot": format_money(pot),
        "low": low,
        "cutoff": rules.prize_cutoff,
        "share": rules.prize_share if any(weights) else 100,
        "rest": 100 - (rules.prize_share or 0),
        "winners": points.count(low),
        "sum": sum(weights),
    }
    return tuple(
        Line(
            _pot_template(points[seat] == low, points.count(low) > 1, weight),
            {
                **common,
                "player": names[seat],
                "points": points[seat],
                "weight": weight,
                "amount": format_money(shares[seat]),
            },
        )
        for seat, weight in enumerate(weights)
    )


def _pot_template(is_winner: bool, is_level: bool, weight: int) -> str:
    if is_winner and is_level:
        return N_(
            "{player}: level on the fewest points, {points}: "
            "{share}% of {pot} ÷ {winners} = {amount}"
        )
    if is_winner:
        return N_("{player}: fewest points, {points}: {share}% of {pot} = {amount}")
    if weight:
        return N_(
            "{player}: {cutoff} − ({points} − {low}) = {weight}: "
            "{rest}% of {pot} × {weight} ÷ {sum} = {amount}"
        )
    return N_("{player}: {points} points, not below {cutoff}: {amount}")
