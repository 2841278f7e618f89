"""What is wrong with the cards of one hand: each check gives all its faults and never raises.

The comment above a check is its rule. Nothing is said about a holding that could not be read
(`UNREAD`), so that the rules can be checked on the rest.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ginscore.cards.cards import format_cards, rank_of, suit_of
from ginscore.cards.declared import check_lay_offs
from ginscore.cards.holdings import Holding, check_points
from ginscore.cards.layoffs import LayOff
from ginscore.cards.melds import is_meld
from ginscore.cards.notation import ONE_PACK
from ginscore.errors import N_, CardText, Message, fault
from ginscore.hand.facts import HIGHEST_UPCARD, allowed_seats, knocker_deadwood
from ginscore.rules.variants import Variant

ONE_TEXT: Final = N_("all the cards of one player are one text; with blanks it needs quotes")

# Stands for a holding whose text could not be read.
UNREAD: Final = Holding("count")


def is_unread(holding: Holding) -> bool:
    """Whether the holding stands for a text that could not be read."""
    return holding.form == "count" and holding.points is None


def has_big_gin(holding: Holding, size: int | None, called: bool) -> bool:
    """Whether the knocker has big gin: by his call, or with one card more and all melded."""
    if called or holding.call == "big_gin":
        return True
    return size is not None and holding.cards.bit_count() == size + 1


def is_in_order(holdings: Sequence[Holding], size: int | None, variant: Variant) -> bool:
    """Whether an allowed number of players hold `size` known cards each, none twice, in true melds.

    Then none of the checks of cards finds a fault. Anything else is left to them. `batch` takes
    1.06 times as long without this shortcut (tests/bench/shortcuts_bench.py).
    """
    seen = 0
    for holding in holdings:
        cards = holding.cards
        if holding.points is not None or cards.bit_count() != size or cards & seen:
            return False
        if holding.form == "loose" or holding.repeated:
            return False
        for meld in holding.melds:
            if not is_meld(meld, variant):
                return False
        seen |= cards
    return len(holdings) in allowed_seats(variant)


def check_seats(seats: int, variant: Variant) -> Iterator[Message]:
    """The fault of the number of players, if any."""
    allowed = allowed_seats(variant)
    # The number of players is one that the variant allows.
    if seats not in allowed:
        yield fault(
            "wrong-seat-count",
            N_("number of players: {seats}; allowed: {allowed}"),
            hint=N_("give the knocker's holding, then one for each defender")
            if seats < allowed[0]
            else ONE_TEXT,
            where="defenders",
            seats=seats,
            allowed=allowed,
        )


def check_holding(holding: Holding, variant: Variant, side: str) -> Iterator[Message]:
    """The faults that a holding has whoever holds it: repeated cards and false melds."""
    # A card is written once.
    if holding.repeated:
        yield fault(
            "duplicate-card",
            N_("{cards}: written more than once"),
            hint=ONE_PACK,
            where=side,
            cards=CardText(format_cards(holding.repeated)),
        )
    for meld in holding.melds:
        # Each bracket is a set of three or four, or a run of three or more in one suit.
        if not is_meld(meld, variant):
            yield fault(
                "not-a-meld",
                N_("{cards}: not a meld"),
                hint=_no_meld_hint(meld, variant),
                where=side,
                cards=CardText(format_cards(meld)),
            )


def _no_meld_hint(meld: int, variant: Variant) -> str:
    if meld.bit_count() < 3:
        return N_("a meld has three cards or more")
    if is_meld(meld, variant.model_copy(update={"ace_runs": "circular"})):
        return N_("these rules place the ace otherwise: see the switch ace_runs")
    low, high = meld & -meld, 1 << (meld.bit_length() - 1)
    if suit_of(low) == suit_of(high):
        return N_("a run is in sequence, without a gap")
    if rank_of(low) == rank_of(high):
        return N_("a set is of one rank, a run of one suit")
    return N_("a run is of one suit, a set of one rank")


def check_size(
    holding: Holding, size: int, variant: Variant, side: str, big: bool | None
) -> Iterator[Message]:
    """The faults of the number of cards; `big` is whether big gin was called, None for a defender.

    A mere count has none.
    """
    known = sum(holding.sizes) or holding.cards.bit_count()
    if holding.form == "loose":
        # The deadwood cards are no more than a player holds.
        if known > size:
            yield _wrong_size(holding, known, size, side)
    elif holding.form != "count":
        full = size + 1 if big is not None and _keeps_all(holding, known - size, variant) else size
        # A player holds as many cards as the variant deals …
        if known > full or (known < full and holding.points is None):
            yield _wrong_size(holding, known, size, side)
        # … and big gin is called with one more.
        elif big and known == size:
            yield _too_few_for_big_gin(known, size + 1, side)
        elif holding.points is not None:
            yield from _check_missing(holding, full - known, variant, side, big is None)


def _keeps_all(holding: Holding, surplus: int, variant: Variant) -> bool:
    """Whether the knocker holds one card too many rightly: all are melded, which is big gin."""
    return surplus == 1 and knocker_deadwood(holding, variant) == 0


def _check_missing(
    holding: Holding, missing: int, variant: Variant, side: str, defends: bool
) -> list[Message]:
    """The fault of a count after declared melds that the missing cards cannot have.

    A defender may have laid some of them off.
    """
    faults = check_points(holding, missing, variant)
    if defends and any(not check_points(holding, fewer, variant) for fewer in range(missing)):
        return []
    return [message._replace(where=side) for message in faults]


def _wrong_size(holding: Holding, known: int, size: int, side: str) -> Message:
    if known > size:
        hint = N_(
            "only the knocker may hold {more}, all of them melded: big gin; "
            "`ginscore explain misdeal` says what to do"
        )
    elif known == 1:
        # The cards of a hand come one by one if they were not in quotes.
        hint = ONE_TEXT
    elif holding.form == "cards" and known <= size // 2:
        hint = N_("give all {size}, or the loose ones with dots behind them: {loose}")
    else:
        hint = N_("give all {size}, or the deadwood as points")
    return fault(
        "wrong-hand-size",
        N_("number of cards: {count}; allowed: {size}"),
        hint=hint,
        where=side,
        count=known,
        size=size,
        more=size + 1,
        loose=CardText(f"{format_cards(holding.cards)} ..."),
    )


def _too_few_for_big_gin(known: int, size: int, side: str) -> Message:
    return fault(
        "wrong-hand-size",
        N_("number of cards: {count}; big gin takes {size}"),
        hint=N_("with {count} cards, all of them melded, it is gin"),
        where=side,
        count=known,
        size=size,
    )


def check_knock(
    points: int, limit: int | None, big: bool, side: str, variant: Variant
) -> Iterator[Message]:
    """The fault of going out with `points` of deadwood under `limit` (None: unknown)."""
    allowed = HIGHEST_UPCARD if limit is None else limit
    # Big gin is called without deadwood.
    if big:
        if points:
            yield fault(
                "not-gin",
                N_("big gin with deadwood {points}; allowed: 0"),
                hint=N_("without the call it is a knock"),
                where=side,
                points=points,
            )
    # A knock is within the limit; 0 is gin and always allowed.
    elif points > allowed:
        yield fault(
            "knock-over-limit",
            _over_limit(limit),
            hint=_GIN_ONLY if limit == 0 else _REMEDY,
            where=side,
            points=points,
            limit=allowed,
            switch="ace_upcard" if variant.knock_limit == "upcard" else "knock_limit",
        )


_REMEDY: Final = N_(
    "usual remedy: the knocker takes his cards back and plays on with them exposed; "
    "`ginscore explain illegal-knock` has the other school"
)
_GIN_ONLY: Final = N_(
    "the switch {switch} decides that; `ginscore explain illegal-knock` says what to do"
)


def _over_limit(limit: int | None) -> str:
    if limit is None:
        return N_("a knock with deadwood {points}; no upcard allows more than {limit}")
    if limit == 0:
        return N_("a knock with deadwood {points}; allowed: {limit}, that is gin only")
    return N_("a knock with deadwood {points}; allowed: {limit} or less")


def check_shared_cards(holdings: Sequence[Holding], sides: Sequence[str]) -> list[Message]:
    """The faults of cards that several players hold, each with all its places."""
    seen = shared = 0
    for holding in holdings:
        shared |= seen & holding.cards
        seen |= holding.cards
    places: dict[tuple[str, ...], int] = {}
    while shared:
        card = shared & -shared
        shared ^= card
        pairs = zip(holdings, sides, strict=True)
        held = tuple(side for holding, side in pairs if holding.cards & card)
        places[held] = places.get(held, 0) | card
    # One pack: no card is held by two players.
    return [
        fault(
            "duplicate-card",
            N_("{cards}: held by more than one player: {places}"),
            hint=ONE_PACK,
            where=", ".join(held),
            cards=CardText(format_cards(cards)),
            places=held,
        )
        for held, cards in places.items()
    ]


def check_declared_lay_offs(
    melds: Sequence[int], holding: Holding, declared: Sequence[LayOff], variant: Variant, side: str
) -> list[Message]:
    """The faults of the lay-offs that a defender declares on the knocker's `melds`."""
    laid = 0
    for lay_off in declared:
        laid |= lay_off.card
    faults = check_lay_offs(melds, holding.cards, declared, variant)
    # What a bracket declares as his own meld is not laid off.
    melded = laid & holding.cards & ~holding.loose
    if melded:
        cards = CardText(format_cards(melded))
        template = N_("{cards}: declared in a meld of the defender's own")
        faults.append(fault("lay-off-not-legal", template, cards=cards))
    return [message._replace(where=side) for message in faults]


def check_lay_off_texts(given: int, defenders: int) -> Iterator[Message]:
    """The fault of more declarations than there are defenders."""
    if given > defenders:
        yield fault(
            "bad-lay-off",
            N_("lay-offs for {given} defenders; allowed: {defenders}"),
            hint=N_("give one text for each defender, in order"),
            where="lay_offs",
            given=given,
            defenders=defenders,
        )


def check_may_lay_off(
    knocker: Holding, points: int, holding: Holding, variant: Variant, side: str
) -> list[Message]:
    """The faults of declaring any lay-off at all; `points` is the knocker's deadwood."""
    faults = _no_lay_off(knocker, points, holding, variant)
    return [message._replace(where=side) for message in faults]


def _no_lay_off(
    knocker: Holding, points: int, holding: Holding, variant: Variant
) -> Iterator[Message]:
    # At some tables nobody lays off.
    if variant.layoff_method == "none":
        yield fault(
            "lay-off-not-legal",
            N_("nobody lays off by these rules"),
            hint=N_("the switch layoff_method decides that"),
        )
        return
    # Nothing is laid off on gin, unless the variant says so.
    if points == 0 and variant.layoff_on_gin == "no":
        yield fault(
            "lay-off-not-legal",
            N_("there is no lay-off on gin"),
            hint=N_("the switch layoff_on_gin decides that"),
        )
    # Lay-offs go on the knocker's melds, so these must be known.
    if not knocker.melds and knocker.form != "cards":
        yield fault(
            "lay-off-not-legal",
            N_("the knocker's melds are not known"),
            hint=N_("give his cards, or his melds in brackets"),
        )
    # A count is deadwood after lay-offs.
    if holding.points is not None:
        yield fault(
            "lay-off-not-legal",
            N_("the defender's cards are not known"),
            hint=N_("a count is deadwood after lay-offs: leave them out"),
        )
