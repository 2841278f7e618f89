"""Lay-offs that a defender declares: whether each is legal, why not, and what they leave."""

from collections.abc import Iterable, Sequence

from ginscore.cards.cards import each_card, format_card, rank_of, suit_of
from ginscore.cards.layoffs import OPEN_ENDS, Defence, LayOff, LayOffRules, least_deadwood
from ginscore.cards.melds import best_arrangement, is_meld, is_set, order_cards
from ginscore.errors import N_, CardText, Message, fault


def declared_defence(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> Defence:
    """What the declared lay-offs leave with the rest of the cards melded best.

    They must be legal (see `check_lay_offs`) and are returned in an order in which each is.
    """
    laid, _, _ = _lay(melds, declared, rules)
    own = best_arrangement(cards & ~sum(lay_off.card for lay_off in laid), rules)
    best = least_deadwood(melds, cards, rules)
    return Defence(own.points, best, (tuple(laid), own.melds, own.loose))


def _lay(
    melds: Sequence[int], declared: Iterable[LayOff], rules: LayOffRules
) -> tuple[list[LayOff], list[LayOff], list[int]]:
    """The lay-offs in a legal order, those that fit in none, and the melds as they then stand."""
    standing = list(melds)
    laid: list[LayOff] = []
    waiting = list(declared)
    while True:
        fitting = next((lay_off for lay_off in waiting if _fits(lay_off, standing, rules)), None)
        if fitting is None:
            return laid, waiting, standing
        laid.append(fitting)
        waiting.remove(fitting)
        if rules.layoff_chain == "own":
            standing[fitting.meld - 1] |= fitting.card


def _fits(lay_off: LayOff, standing: Sequence[int], rules: LayOffRules) -> bool:
    meld = standing[lay_off.meld - 1]
    return not lay_off.card & meld and is_meld(meld | lay_off.card, rules)


def check_lay_offs(
    melds: Sequence[int], cards: int, declared: Sequence[LayOff], rules: LayOffRules
) -> list[Message]:
    """The faults of declared lay-offs, at most one each: `lay-off-not-legal` with the reason.

    The order of declaration does not matter if each is legal in some order.
    """
    faults: dict[LayOff, Message] = {}
    seen = 0
    for lay_off in declared:
        found = _check_held(lay_off, cards, seen) or _check_number(lay_off, len(melds))
        seen |= lay_off.card
        if found:
            faults[lay_off] = found
    possible = [lay_off for lay_off in declared if lay_off not in faults]
    _, stuck, standing = _lay(melds, possible, rules)
    for lay_off in stuck:
        faults[lay_off] = misfit(lay_off.card, standing[lay_off.meld - 1], rules)
    return [faults[lay_off] for lay_off in dict.fromkeys(declared) if lay_off in faults]


def _check_held(lay_off: LayOff, cards: int, seen: int) -> Message | None:
    # A defender lays off his own cards only.
    if not lay_off.card & cards:
        template = N_("{card} is not one of the defender's cards")
    # A card goes on one meld.
    elif lay_off.card & seen:
        template = N_("{card} is laid off twice")
    else:
        return None
    return fault("lay-off-not-legal", template, card=CardText(format_card(lay_off.card)))


def _check_number(lay_off: LayOff, count: int) -> Message | None:
    # A lay-off goes on a meld that the knocker spread.
    if 1 <= lay_off.meld <= count:
        return None
    return fault(
        "lay-off-not-legal",
        N_("{card} on {number}: lay-offs go on the knocker's melds, 1 to {count}"),
        hint=N_("nothing is laid off on loose cards: `ginscore explain loose-cards`"),
        card=CardText(format_card(lay_off.card)),
        number=lay_off.meld,
        count=count,
    )


# Why a card does not fit


def misfit(card: int, standing: int, rules: LayOffRules) -> Message:
    """Why a card does not fit a meld as it stands: `lay-off-not-legal` with the reason."""
    chains = OPEN_ENDS[rules.ace_runs, "own"][standing].chains
    # The cards that would have to be laid off before it, the shorter way.
    ways = [chain[: chain.index(card)] for chain in chains if card in chain]
    missing = min(ways, key=len, default=())
    template, hint = _reason(card, standing, rules)
    return fault(
        "lay-off-not-legal",
        template,
        hint=hint,
        card=_text((card,)),
        meld=_text(order_cards(standing, rules.ace_runs)),
        missing=_text(missing),
    )


def _text(cards: Iterable[int]) -> CardText:
    return CardText(" ".join(map(format_card, cards)))


def _reason(card: int, standing: int, rules: LayOffRules) -> tuple[str, str]:
    """The template of the fault and its hint."""
    if card & standing:
        return N_("{card} is in {meld} already"), ""
    if is_set(standing):
        return _reason_on_set(standing)
    if suit_of(card) != suit_of(standing & -standing):
        return N_("{card} does not fit {meld}: a run is of one suit"), ""
    ranks = {rank_of(melded) for melded in each_card(standing)}
    # An ace goes where the variant lets it stand in a run.
    if rank_of(card) == 0 and 12 in ranks and rules.ace_runs == "low":
        return (
            N_("{card} does not fit {meld}: ace above king is not a lay-off here"),
            N_("the ace stands below the two (ace_runs: low)"),
        )
    if rank_of(card) == 0 and 1 in ranks and rules.ace_runs == "high":
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
