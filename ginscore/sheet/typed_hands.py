"""A typed hand of any sort, made into the facts of an entry."""

from ginscore.errors import refuse_all
from ginscore.sheet.typed import TypedHand
from ginscore.sheet.typed_cards import card_facts
from ginscore.sheet.typed_points import dead_facts, points_facts


def hand_facts(typed: TypedHand) -> dict[str, object]:
    """The fields of the hand's entry; an edit keeps what is not given.

    Raises:
        GinscoreError: with every fault of what was typed.
    """
    facts = typed.shared_facts() | _sort_of_hand(typed)
    refuse_all(typed.faults)
    return facts


def _sort_of_hand(typed: TypedHand) -> dict[str, object]:
    if typed.options.get("dead"):
        return dead_facts(typed)
    if typed.options.get("points"):
        return points_facts(typed)
    old = typed.old.entry if typed.old else None
    if typed.texts or old is None or old.holdings is not None:
        return card_facts(typed)
    return dead_facts(typed) if old.dead else points_facts(typed)
