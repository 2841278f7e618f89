"""One hand: who plays it, how many cards each holds, and the facts that a ruling rests on.

Seats are counted from the knocker: 0 is the knocker, 1 the first defender, and so on. Deadwood is
in points; `melds` and `loose` are card masks.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from ginscore.cards.cards import rank_of
from ginscore.cards.declared import declared_defence
from ginscore.cards.holdings import Holding
from ginscore.cards.layoffs import Defence, LayOff, best_defence, lay_off_loose
from ginscore.cards.melds import best_melds, count_points, deadwood, ways_to_meld
from ginscore.errors import N_, Message, Term, fault
from ginscore.rules.variants import Variant

# Pictures count ten, so no upcard ever allows more.
HIGHEST_UPCARD: Final = 10


def allowed_seats(variant: Variant) -> tuple[int, ...]:
    """The numbers of players who can settle one hand; two do where it is played in pairs."""
    return (2,) if variant.in_pairs else variant.players


def hand_size(variant: Variant, seats: int) -> int | None:
    """Cards that a player holds when `seats` settle a hand, or None if that many cannot.

    Where two of those at the table play, it is the size for the first number of `players`.
    """
    dealt = variant.players[0] if variant.in_pairs else seats
    for count, size in variant.hand_sizes:
        if count == dealt:
            return size
    return None


def seated(variant: Variant, seats: int) -> Variant:
    """The rules at a table of `seats`: where two of them play, theirs is the one hand size."""
    sizes = dict(variant.hand_sizes)
    if not variant.in_pairs or sizes.get(seats) in (None, sizes.get(variant.players[0])):
        return variant
    return variant.model_copy(update={"players": (seats,)})


def knock_limit(variant: Variant, upcard: int | None) -> int | None:
    """The most points of deadwood one may knock with; None without the upcard that sets it."""
    if variant.knock_limit != "upcard":
        return variant.knock_limit
    if upcard is None:
        return None
    rank = rank_of(upcard)
    if rank == 0:
        # An ace allows gin only, or a knock with one, whatever an ace costs in deadwood.
        return 0 if variant.ace_upcard == "gin_only" else 1
    return min(rank + 1, HIGHEST_UPCARD)


# What happened, without any bonus


Kind = Literal["knock", "gin", "big_gin", "undercut", "dead"]
Basis = Literal["cards", "declared", "count"]


class KnockerFacts(NamedTuple):
    """What the knocker spread: `loose` are the deadwood cards that are known.

    `terms` are the numbers that were added up to his count, if it was typed as a sum.
    """

    deadwood: int
    basis: Basis
    melds: tuple[int, ...] = ()
    loose: int = 0
    terms: tuple[int, ...] = ()


class DefenderFacts(NamedTuple):
    """Where a defender stands: `deadwood` is after lay-offs, `before` without any.

    `best` is the true least deadwood, which `deadwood` may miss (the variant's method, a poorer
    declaration). What he shows is worked out only when asked for. `terms` as with the knocker.
    """

    deadwood: int
    before: int
    best: int
    basis: Basis
    defence: Defence | None = None
    terms: tuple[int, ...] = ()

    @property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """What he lays off, in an order in which each lay-off is legal."""
        return self.defence.lay_offs if self.defence else ()

    @property
    def melds(self) -> tuple[int, ...]:
        """His own melds, as far as they are known."""
        return self.defence.melds if self.defence else ()

    @property
    def loose(self) -> int:
        """The deadwood cards that are known."""
        return self.defence.loose if self.defence else 0


class Outcome(NamedTuple):
    """One judged hand. `winner` is a seat, or None where nobody scores.

    `knocker` is None in a dead hand only; `limit` is the knock limit in points, None if unknown.
    """

    kind: Kind
    winner: int | None
    knocker: KnockerFacts | None
    defenders: tuple[DefenderFacts, ...]
    upcard: int | None
    limit: int | None
    warnings: tuple[Message, ...] = ()


# Who is who, called by a role or by a name


KNOCKER: Final = Term("knocker")
DEFENDER: Final = Term("defender")

LONGEST: Final = 40
# Categories of characters that a name may not hold: control, surrogate, line and paragraph ends.
_REFUSED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Marks that turn the direction of a line, so that a name would garble what follows it.
# Characters without a shape that are not of the category Cf, as joiners and fillers.
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def side_names(seats: int, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """What each of `seats` sides is called, the knocker first.

    `names` replace the roles. Without them one defender is `defender`, several are `defender1`,
    `defender2`, … (`Term`s, which are translated when shown).
    """
    if names:
        return tuple(names)
    if seats <= 2:
        return (KNOCKER, DEFENDER)[:seats]
    return (KNOCKER, *(Term(f"defender{number}") for number in range(1, seats)))


def clean_name(text: str) -> str:
    """A name as it is kept: trimmed, in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", text.strip())


def fold_name(text: str) -> str:
    """What two spellings of one name have in common.

    Case does not count, nor the width of letters, nor a character that nobody sees.
    """
    if text.isascii():
        return text.strip().casefold()
    seen = "".join(char for char in text if not _is_unseen(char))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).strip()


def _is_unseen(char: str) -> bool:
    return char in _UNSEEN or unicodedata.category(char) == "Cf"


def _is_kept(char: str) -> bool:
    return unicodedata.category(char) not in _REFUSED and char not in _TURNING


def check_name(name: str, where: str = "NAME") -> list[Message]:
    """Every fault of one cleaned name (`bad-name`)."""
    if not 1 <= len(name) <= LONGEST:
        return [
            fault(
                "bad-name",
                N_("a name has {length} characters; 1 to {longest} are allowed"),
                where=where,
                length=len(name),
                longest=LONGEST,
            )
        ]
    if not fold_name(name):
        template = N_("the name holds no character that can be seen")
        return [fault("bad-name", template, where=where)]
    if not all(map(_is_kept, name)):
        shown = "".join(char if _is_kept(char) else "\N{REPLACEMENT CHARACTER}" for char in name)
        return [
            fault(
                "bad-name",
                N_("the name “{name}” holds a control character; none is allowed"),
                where=where,
                name=shown,
            )
        ]
    return []


def check_names(names: Sequence[str], where: str = "NAME") -> list[Message]:
    """Every fault of several cleaned names: `bad-name`, `duplicate-name`."""
    faults = [message for name in names for message in check_name(name, where)]
    seen: dict[str, str] = {}
    for name in filter(None, names):
        key = fold_name(name)
        if key in seen:
            faults.append(duplicate(name, seen[key], where))
        seen.setdefault(key, name)
    return faults


def duplicate(name: str, other: str, where: str = "NAME") -> Message:
    """The fault of two players with the same name (`duplicate-name`)."""
    return fault(
        "duplicate-name",
        N_("“{name}” and “{other}” are the same name; names differ in more than capitals"),
        hint=N_("add an initial or a number"),
        where=where,
        name=name,
        other=other,
    )


def check_side_names(names: Sequence[str], seats: int) -> list[Message]:
    """Every fault of the names given to the sides of a hand, and of their number."""
    faults = []
    # One name for each player.
    if len(names) != seats:
        faults.append(
            fault(
                "bad-name",
                N_("number of names: {count}; allowed: {seats}, one for each player"),
                where="names",
                count=len(names),
                seats=seats,
            )
        )
    return faults + check_names(names, "names")


# What is spread and laid off


def basis_of(holding: Holding) -> Basis:
    """The basis of deadwood that the program did not work out."""
    return "count" if holding.form == "count" else "declared"


def spreads(
    holding: Holding, points: int, variant: Variant, *, every: bool
) -> tuple[KnockerFacts, ...]:
    """What the knocker spread; where he did not declare it, every equally good choice.

    `points` is the knocker's deadwood. With `every` false, for a hand in which the choice cannot
    matter, the first is enough.
    """
    if holding.form == "cards" or (holding.form == "melds" and is_replaced(holding, variant)):
        cards = holding.cards
        find = ways_to_meld if every else _first_way
        return tuple(
            [
                KnockerFacts(points, "cards", melds, cards ^ sum(melds))
                for melds in find(cards, points, variant)
            ]
        )
    melds, loose = holding.melds, holding.loose
    return (KnockerFacts(points, basis_of(holding), melds, loose, holding.terms),)


def _first_way(cards: int, points: int, variant: Variant) -> tuple[tuple[int, ...]]:
    return (best_melds(cards, points, variant),)


def knocker_deadwood(holding: Holding, variant: Variant) -> int:
    """The deadwood in points that counts for the knocker."""
    if holding.points is not None:
        return holding.points
    if holding.form == "cards" or is_replaced(holding, variant):
        return deadwood(holding.cards, variant)
    return count_points(holding.loose, variant)


def is_replaced(holding: Holding, variant: Variant) -> bool:
    """Whether the referee replaces what the knocker declared with something better."""
    return variant.knocker_melds == "best" and is_poor(holding, variant)


def is_poor(holding: Holding, variant: Variant) -> bool:
    """Whether another arrangement of the knocker's declared cards leaves less deadwood."""
    if holding.points is not None or holding.form == "cards":
        return False
    return deadwood(holding.cards, variant) < count_points(holding.loose, variant)


def defend(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff] | None, variant: Variant
) -> DefenderFacts:
    """What a defender is left with; `melds` are those he may lay off on, `declared` his lay-offs.

    A count is deadwood after lay-offs, as it stands. Without declared lay-offs the variant's
    method chooses them, from all the cards or from the loose ones of a declared arrangement.
    """
    if holding.points is not None:
        points = holding.points
        shown = Defence(points, points, ((), holding.melds, holding.loose))
        return DefenderFacts(points, points, points, basis_of(holding), shown, holding.terms)
    if holding.form == "cards":
        before = deadwood(holding.cards, variant)
        if declared is None:
            found = best_defence(melds, holding.cards, variant)
        else:
            found = declared_defence(melds, holding.cards, declared, variant)
        return DefenderFacts(found.deadwood, before, found.best, "cards", found)
    before = count_points(holding.loose, variant)
    found = lay_off_loose(melds, holding.melds, holding.loose, variant)
    if declared is not None:
        found = _lay_off_declared(holding, melds, declared, found.best, variant)
    return DefenderFacts(found.deadwood, before, found.best, "declared", found)


def _lay_off_declared(
    holding: Holding, melds: Sequence[int], declared: Sequence[LayOff], best: int, variant: Variant
) -> Defence:
    """What a defender's declared lay-offs leave of the loose cards of his arrangement."""
    laid = sum(lay_off.card for lay_off in declared)
    left = holding.loose ^ laid
    done = declared_defence(melds, laid, declared, variant).lay_offs
    return Defence(count_points(left, variant), best, (done, holding.melds, left))
