"""The warnings that belong to a ruling: what a referee says without being asked."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import CardRules, best_defence
from ginscore.cards.melds import MeldRules, best_arrangement, count_points, meld_cards
from ginscore.cards.solver import PIPS
from ginscore.errors import N_, CardText, Message, Term, warning
from ginscore.hand.facts import HIGHEST_UPCARD, DefenderFacts, Outcome, hand_size
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


# Numbers that cannot be: told as they are recorded, and warned of


@lru_cache(maxsize=64)
def most_deadwood(size: int, ace_points: int) -> int:
    """The most points that `size` cards can leave: at most two cards of a rank stay unmelded."""
    points = sorted((ace_points, *PIPS), reverse=True)
    return sum(points[card // 2] for card in range(size))


def possible_points(variant: Variant, size: int) -> dict[str, tuple[int, int]]:
    """The kinds of hand that the rules play, with the least and the most that one can score.

    `size` is the number of cards that a player holds. Under penalty points it is what one player
    can have to take, if it is not 0. A spade may have doubled it.
    """
    most = most_deadwood(size, variant.ace_points)
    limit = HIGHEST_UPCARD if variant.knock_limit == "upcard" else variant.knock_limit
    factor = 2 if variant.gin_doubles_deadwood else 1
    # Gin against nothing scores its bonus alone, unless that cancels it.
    least = factor if variant.layoff_on_gin == "zero_cancels" else 0
    found = {
        "gin": (least + variant.gin_bonus, _doubled(factor * most, variant.gin_bonus, variant))
    }
    if variant.big_gin_bonus is not None:
        bonus = variant.big_gin_bonus
        found["big_gin"] = least + bonus, _doubled(factor * most, bonus, variant)
    if limit:
        bonus = variant.knock_bonus
        least = 0 if variant.tie == "knocker" else 1 + bonus
        found["knock"] = least, _doubled(most - 1, bonus, variant)
        found["undercut"] = _undercut_range(most, limit, variant)
    return found


def _undercut_range(most: int, limit: int, variant: Variant) -> tuple[int, int]:
    bonus = variant.undercut_bonus
    tie = bonus if variant.tie_bonus is None else variant.tie_bonus
    highest = _doubled(limit, bonus, variant)
    if variant.scoring == "penalty":
        # A player who knocked takes the bonus, any other what he has more than the lowest.
        return 1, max(highest, _doubled(most, 0, variant))
    if variant.tie != "undercut":
        return 1 + bonus, highest
    return min(tie, 1 + bonus), max(highest, _doubled(0, tie, variant))


def _doubled(points: int, bonus: int, variant: Variant) -> int:
    """The most that deadwood points and a bonus can come to, if a spade was turned up."""
    match variant.spade_doubles:
        case "no":
            return points + bonus
        case "points":
            return 2 * points + bonus
    return 2 * (points + bonus)


def warn_unusual_count(points: int, seats: int, variant: Variant, side: str) -> Iterator[Message]:
    """The warning of a count of deadwood that is more than the cards can leave, if it is."""
    size = hand_size(variant, seats)
    most = points if size is None else most_deadwood(size, variant.ace_points)
    if points > most:
        yield warning(
            "unusual-points",
            N_("deadwood {points} is counted as told, but {size} cards leave {most} at most"),
            where=side,
            points=points,
            size=size,
            most=most,
        )


def warn_unusual_points(
    kind: str | None, scores: Sequence[int], variant: Variant
) -> Iterator[Message]:
    """The warnings of a hand known by its points alone that these rules cannot give.

    `scores` are those of all who played the hand; `kind` is None where it was not told.
    """
    size = hand_size(variant, len(scores))
    if size is None:
        return
    possible = possible_points(variant, size)
    if kind is not None and kind not in possible:
        yield warning(
            "unusual-points",
            N_("{variant} does not play {kind}; the kinds of hand are {kinds}"),
            variant=variant.name,
            kind=Term(kind),
            kinds=tuple(map(Term, possible)),
        )
        kind = None
    # Somebody has nothing to take: who went out, or whoever undercut him.
    if variant.scoring == "penalty" and 0 not in scores:
        yield warning("unusual-points", N_("everybody takes penalty points; somebody has 0"))
    ranges = [possible[kind]] if kind else [*possible.values()]
    least, most = min(low for low, _ in ranges), max(high for _, high in ranges)
    scored = [points for points in scores if points]
    if variant.scoring == "winner":
        scored = scored or [0]
    for points in scored:
        if not least <= points <= most:
            template = N_("{points} points are recorded, but {kind} scores {least} to {most} here")
            yield warning(
                "unusual-points",
                template,
                points=points,
                kind=Term(kind or "hand"),
                least=least,
                most=most,
            )
