"""The warnings that belong to a ruling: what a referee says without being asked."""

from collections.abc import Sequence

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import CardRules, best_defence
from ginscore.cards.melds import MeldRules, best_arrangement, count_points, meld_cards
from ginscore.errors import N_, CardText, Message, Term, warning
from ginscore.hand.facts import DefenderFacts, Outcome
from ginscore.hand.prices import Price
from ginscore.rules.variants import Variant


def format_melds(melds: Sequence[int], rules: MeldRules) -> str:
    """Melds in brackets, their cards in showing order: `[7S 7H 7D] [4C 5C 6C]`."""
    return " ".join(f"[{' '.join(map(format_card, meld_cards(meld, rules)))}]" for meld in melds)


def warn_upcard(outcome: Outcome, knocker: int, variant: Variant) -> list[Message]:
    """The warnings that the upcard is not recorded; `knocker` is his deadwood in points."""
    warnings = []
    if knocker and outcome.limit is None:
        warnings.append(
            warning(
                "knock-limit-unknown",
                N_("the upcard is not recorded: the limit for a knock with {points} is unknown"),
                hint=N_("give the upcard"),
                where="upcard",
                points=knocker,
            )
        )
    if variant.spade_doubles != "no" and outcome.upcard is None:
        warnings.append(
            warning(
                "upcard-unknown",
                N_("the upcard is not recorded: nothing is doubled for a spade"),
                hint=N_("give the upcard"),
                where="upcard",
            )
        )
    return warnings


def warn_lay_offs_unknown(facts: DefenderFacts, side: str) -> Message:
    """The warning that a defender's cards are scored as they are: the melds are not known."""
    return warning(
        "lay-offs-unknown",
        N_("the knocker's melds are not known: nothing is laid off, deadwood stays {points}"),
        hint=N_("give the knocker's cards, or his melds in brackets"),
        where=side,
        points=facts.before,
    )


def warn_better_arrangement(holding: Holding, variant: Variant, side: str) -> Message:
    """The warning that the knocker's declared arrangement is poor, and what is done about it."""
    best = best_arrangement(holding.cards, variant)
    if variant.knocker_melds == "best":
        template = N_("declared with {declared}, replaced by {melds}, which leaves {best}")
    else:
        template = N_("declared with {declared}, which counts, but {melds} would leave {best}")
    return warning(
        "better-arrangement",
        template,
        where=side,
        declared=count_points(holding.loose, variant),
        melds=CardText(format_melds(best.melds, variant)),
        best=best.points,
    )


def warn_arrangement(
    chosen: tuple[Outcome, Price], other: tuple[Outcome, Price], variant: Variant, side: str
) -> Message:
    """The warning that another arrangement, as good for the knocker, would end differently."""
    scored, would_be = chosen[0], other[0]
    return warning(
        "arrangement-matters",
        N_(
            "scored as {melds}, best for the knocker: {kind}, points {points}; "
            "as {other_melds} it would be: {other_kind}, points {other_points}"
        ),
        where=side,
        melds=_spread_text(scored, variant),
        kind=Term(scored.kind),
        points=chosen[1].points,
        other_melds=_spread_text(would_be, variant),
        other_kind=Term(would_be.kind),
        other_points=other[1].points,
    )


def _spread_text(outcome: Outcome, variant: Variant) -> CardText:
    return CardText(format_melds(outcome.knocker.melds if outcome.knocker else (), variant))


def warn_better_defence(
    facts: DefenderFacts, holding: Holding, melds: Sequence[int], variant: Variant, side: str
) -> Message:
    """The warning that a defender could have come down to `facts.best`, and how."""
    # The variant's own method may have missed it.
    rules = CardRules(variant.ace_runs, variant.ace_points, variant.layoff_chain)
    best = best_defence(melds, holding.cards, rules)
    if not best.lay_offs:
        template = N_("left with {deadwood}, but {best} was possible: meld {melds}")
    elif best.melds:
        template = N_(
            "left with {deadwood}, but {best} was possible: lay off {lay_offs}, meld {melds}"
        )
    else:
        template = N_("left with {deadwood}, but {best} was possible: lay off {lay_offs}")
    onto = [
        f"{format_card(card)} → {format_melds([melds[number - 1]], rules)}"
        for card, number in best.lay_offs
    ]
    return warning(
        "better-defence",
        template,
        where=side,
        deadwood=facts.deadwood,
        best=best.deadwood,
        lay_offs=CardText(", ".join(onto)),
        melds=CardText(format_melds(best.melds, rules)),
    )
