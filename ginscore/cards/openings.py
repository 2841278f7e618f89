"""Where a meld takes more cards: a set its fourth, a run the cards next to its ends, in turn."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from ginscore.cards.cards import card, each_card, format_card, format_cards, rank_of, suit_of
from ginscore.cards.melds import MeldRules, all_runs, is_set, order_cards
from ginscore.errors import N_, CardText, Message, fault, refuse


class LayOffRules(MeldRules, Protocol):
    """The switches that decide what a defender may lay off, and how."""

    @property
    def layoff_method(self) -> str:
        """`best`, `two_orders` or `own_melds_first`."""
        ...

    @property
    def layoff_chain(self) -> str:
        """`own`: he may go on from a card that he laid off; `none`: only on the meld as spread."""
        ...


@lru_cache(maxsize=4096)
def open_ends(
    meld: int, ace_runs: str, layoff_chain: str
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The cards that fit the meld as it stands, and for each open end its cards in turn.

    Raises:
        GinscoreError: `not-a-meld`.
    """
    if is_set(meld):
        rank = rank_of(meld & -meld)
        missing = sum(card(rank, suit) for suit in range(4)) & ~meld
        return missing, ((missing,),) if missing else ()
    if meld not in all_runs(ace_runs):
        cards = CardText(format_cards(meld))
        raise refuse("not-a-meld", N_("{cards} is neither a set nor a run here"), cards=cards)
    run = order_cards(meld, ace_runs)
    chains = [_chain(meld, run[-1], 1, ace_runs), _chain(meld, run[0], -1, ace_runs)]
    # Only the card next to the run as spread.
    if layoff_chain == "none":
        chains = [chain[:1] for chain in chains]
    fitting = {one for chain in chains for one in chain[:1]}
    return sum(fitting), tuple(chain for chain in chains if chain)


def _chain(run: int, end: int, step: int, ace_runs: str) -> tuple[int, ...]:
    """The cards that may follow the card `end` of a run, upwards (`step` 1) or downwards (−1)."""
    rank, suit = rank_of(end), suit_of(end)
    found: list[int] = []
    while _may_go_on(rank, step, ace_runs):
        rank = (rank + step) % 13
        if card(rank, suit) & run:
            break
        found.append(card(rank, suit))
    return tuple(found)


def _may_go_on(rank: int, step: int, ace_runs: str) -> bool:
    """Whether a run may go on from its end card of that rank, upwards (`step` 1) or downwards."""
    if ace_runs == "circular":
        return True
    # An ace at the end of a run closes it.
    if rank == 0:
        return False
    # Above the king only a high ace, below the two only a low one.
    last = 12 if step == 1 else 1
    closed_to = "low" if step == 1 else "high"
    return rank != last or ace_runs != closed_to


def extents(chains: Iterable[tuple[int, ...]], cards: int) -> list[int]:
    """What of `cards` may be laid off on one meld: every choice, as masks, nothing first."""
    found = [0]
    for chain in chains:
        laid = 0
        reach = [0]
        for one in chain:
            if not one & cards:
                break
            laid |= one
            reach.append(laid)
        found = [there | here for there in reach for here in found]
    return found


# --- Why a card does not fit ---


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
