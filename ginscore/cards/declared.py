"""Lay-offs that a defender declares: whether each is legal, why not, and what they leave."""

from collections.abc import Iterable, Sequence

from ginscore.cards.cards import each_card, format_card, rank_of, suit_of
from ginscore.cards.layoffs import (
    Defence,
    LayOff,
    LayOffRules,
    Shown,
    least_deadwood,
    open_ends,
)
from ginscore.cards.melds import best_arrangement, is_meld, is_set, order_cards
from ginscore.errors import N_, CardText, Message, fault


def declared_defence(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> Defence:
    """What the declared lay-offs leave with the rest of the cards melded best.

    They must be legal, see `check_lay_offs`; they come back in an order in which each one is.
    """
    laid, _, _ = _lay(melds, declared, rules)
    own = best_arrangement(cards & ~sum(one.card for one in laid), rules)
    best = least_deadwood(melds, cards, rules)
    return Defence(own.points, best, Shown(tuple(laid), own.melds, own.loose))


def _lay(
    melds: Sequence[int], declared: Iterable[LayOff], rules: LayOffRules
) -> tuple[list[LayOff], list[LayOff], list[int]]:
    """The lay-offs in a legal order, those that fit in none, and the melds as they then stand."""
    standing = list(melds)
    laid: list[LayOff] = []
    waiting = list(declared)
    while True:
        fitting = next((one for one in waiting if _fits(one, standing, rules)), None)
        if fitting is None:
            return laid, waiting, standing
        laid.append(fitting)
        waiting.remove(fitting)
        if rules.layoff_chain == "own":
            standing[fitting.meld - 1] |= fitting.card


def _fits(one: LayOff, standing: Sequence[int], rules: LayOffRules) -> bool:
    meld = standing[one.meld - 1]
    return not one.card & meld and is_meld(meld | one.card, rules)


def check_lay_offs(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> list[Message]:
    """The faults of declared lay-offs, at most one each: `lay-off-not-legal` with the reason.

    The order of declaration does not matter if there is one in which each is legal.
    """
    faults: dict[LayOff, Message] = {}
    seen = 0
    for one in declared:
        found = _check_held(one, cards, seen) or _check_number(one, len(melds))
        seen |= one.card
        if found:
            faults[one] = found
    _, stuck, standing = _lay(melds, [one for one in declared if one not in faults], rules)
    faults |= {one: misfit(one.card, standing[one.meld - 1], rules) for one in stuck}
    return [faults[one] for one in dict.fromkeys(declared) if one in faults]


def _check_held(one: LayOff, cards: int, seen: int) -> Message | None:
    # A defender lays off his own cards only.
    if not one.card & cards:
        template = N_("{card} is not one of the defender's cards")
    # A card goes on one meld.
    elif one.card & seen:
        template = N_("{card} is laid off twice")
    else:
        return None
    return fault("lay-off-not-legal", template, card=CardText(format_card(one.card)))


def _check_number(one: LayOff, count: int) -> Message | None:
    # A lay-off goes on a meld that the knocker spread.
    if 1 <= one.meld <= count:
        return None
    return fault(
        "lay-off-not-legal",
        N_("{card} on meld {number}: the knocker's melds are 1 to {count}"),
        hint=N_("melds are numbered in the order of the spread"),
        card=CardText(format_card(one.card)),
        number=one.meld,
        count=count,
    )


# Why a card does not fit


def misfit(one: int, standing: int, rules: LayOffRules) -> Message:
    """Why a card does not fit a meld as it stands: `lay-off-not-legal` with the reason."""
    _, chains = open_ends(standing, rules.ace_runs, "own")
    # The cards that would have to come before it, the shorter way.
    ways = [chain[: chain.index(one)] for chain in chains if one in chain]
    missing = min(ways, key=len, default=())
    template, hint = _reason(one, standing, rules)
    return fault(
        "lay-off-not-legal",
        template,
        hint=hint,
        card=_text((one,)),
        meld=_text(order_cards(standing, rules.ace_runs)),
        missing=_text(missing),
    )


def _text(cards: Iterable[int]) -> CardText:
    return CardText(" ".join(map(format_card, cards)))


def _reason(one: int, standing: int, rules: LayOffRules) -> tuple[str, str]:
    """The template of the fault and its hint."""
    if one & standing:
        return N_("{card} is in {meld} already"), ""
    if is_set(standing):
        return _reason_on_set(standing)
    if suit_of(one) != suit_of(standing & -standing):
        return N_("{card} does not fit {meld}: a run is of one suit"), ""
    ranks = {rank_of(each) for each in each_card(standing)}
    # An ace goes where the variant lets it stand in a run.
    if rank_of(one) == 0 and 12 in ranks and rules.ace_runs == "low":
        return (
            N_("{card} does not fit {meld}: ace above king is not a lay-off here"),
            N_("the ace stands below the two (ace_runs: low)"),
        )
    if rank_of(one) == 0 and 1 in ranks and rules.ace_runs == "high":
        return (
            N_("{card} does not fit {meld}: ace below two is not a lay-off here"),
            N_("the ace stands above the king (ace_runs: high)"),
        )
    if rules.layoff_chain == "none":
        return (
            N_("{card} does not fit {meld} as it was spread"),
            N_("nobody goes on from a card that he laid off (layoff_chain: none)"),
        )
    return (
        N_("{card} does not fit {meld}: {card} needs {missing} first"),
        N_("lay {missing} off on the same meld too, if the defender holds it"),
    )


def _reason_on_set(standing: int) -> tuple[str, str]:
    if standing.bit_count() == 4:
        return N_("{card} does not fit {meld}: sets of four are full"), ""
    return N_("{card} does not fit {meld}: only the fourth card of that rank does"), ""
