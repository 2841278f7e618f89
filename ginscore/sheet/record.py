"""A whole sheet as read: its log, its hands judged and priced, and what they add up to.

Judging works on numbers and masks; explanations are made when somebody asks about one hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import parse_holding
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.game.games import tally
from ginscore.game.tallies import ScoredHand, Sides, Tally
from ginscore.game.turns import (
    TEAMS,
    check_crew,
    check_pair,
    check_turn,
    open_pair,
    other_pair,
    sides_of,
)
from ginscore.hand.facts import Outcome, seated
from ginscore.hand.judging import Hand, dead_hand, judge_hand
from ginscore.hand.prices import Price, price
from ginscore.hand.reading import parse_lay_offs
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry, check_form, check_start, not_found
from ginscore.sheet.log import ActiveHand, Log, LogFault, read_log

EntryStatus = Literal["acting", "counted", "after-end", "undone", "replaced", "struck"]
_Blank = TypeVar("_Blank", int, None)
# The numbers that were added up to a count, by seat: told with the ruling, kept in no file.
Sums: TypeAlias = Mapping[int, tuple[int, ...]]
_Judged: TypeAlias = tuple[Outcome, Price]
# An evening has few different pairs of counts: the judgement on each, by all that affects it.
_Known: TypeAlias = dict[tuple[object, ...], _Judged]


class Record(NamedTuple):
    """What a sheet says.

    `hands` are those of the log, in its order, judged and priced; where there are `faults` some
    may be missing, and `tally` is None.
    """

    log: Log
    hands: tuple[ScoredHand, ...]
    tally: Tally | None
    faults: tuple[LogFault, ...]


class Seating(NamedTuple):
    """The table at which a hand is entered: names by seat, its rules, and who has played.

    `opened` are the two seats of a partnership that have played in the open round, `due` the two
    whose turn it is where two of several play; `sides` are those of the hand's game.
    """

    names: tuple[str, ...]
    variant: Variant
    opened: tuple[int, int] | None = None
    due: tuple[int, int] | None = None
    sides: Sides = ()

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The seats that may play against `seat`: those of the other sides."""
        others = (members for members in self.sides if seat not in members)
        return tuple(member for members in others for member in members)

    @property
    def pair(self) -> tuple[int, int] | None:
        """The two seats that play unless others are named; in teams those left in the round."""
        return self.due if self.opened is None else other_pair(self.opened)

    @property
    def idle(self) -> tuple[str, ...]:
        """Who sits the next hand out, where two of several play."""
        return tuple(
            name for seat, name in enumerate(self.names) if self.due and seat not in self.due
        )

    @property
    def needs_upcard(self) -> bool:
        """Whether the upcard makes a difference under these rules."""
        return self.variant.knock_limit == "upcard" or self.variant.spade_doubles != "no"

    def check_turn(self, seats: Sequence[int]) -> None:
        """Check that no player of a partnership plays twice in a round.

        Raises:
            GinscoreError: `wrong-seat-count`.
        """
        refuse_all(check_turn(self.opened, seats, self.names))


def find_seating(record: Record, before: int | None = None) -> Seating:
    """The table for entering the next hand, or one that belongs before hand `before`."""
    log, tallied = record.log, record.tally
    seats = len(log.names)
    rules = seated(log.variant if before is None else log.hands[before - 1].variant, seats)
    earlier = record.hands if before is None else record.hands[: before - 1]
    opened = open_pair(earlier) if rules.teams else None
    if tallied is None:
        return Seating(log.names, rules, opened, None, sides_of(rules, seats, 1))
    turn = tallied if before is None else tallied.rows[before - 1]
    return Seating(log.names, rules, opened, turn.due, turn.sides)


def read_record(
    players: tuple[str, ...],
    dealer: str,
    variant: Variant,
    entries: tuple[Entry, ...],
    earlier: Record | None = None,
) -> Record:
    """Read a whole sheet, in linear time. Faults are listed, not raised.

    `players`, `dealer` and `variant` are those the sheet began with. Hands already in an
    `earlier` reading, under the very same rules, are not judged again.
    """
    log = read_log(entries, players, variant)
    faults = [LogFault(None, message) for message in check_start(players, dealer, log.variant)]
    faults += log.faults
    judged = _judged_before(earlier)
    known: _Known = {}
    hands: list[ScoredHand] = []
    for hand in log.hands:
        scored = judged.get(id(hand.entry))
        try:
            if scored is None or scored.variant is not hand.variant:
                scored = score_hand(hand, known)
            hands.append(scored)
        except GinscoreError as error:
            faults.extend(LogFault(hand.entry.entry, message) for message in error.faults)
    seats = len(players)
    scored_sheet = None if faults else tally(hands, log.variant, seats, players.index(dealer))
    if scored_sheet and log.variant.rotation == "captain":
        faults = [*_check_crews(log, hands, scored_sheet)]
        scored_sheet = None if faults else scored_sheet
    return Record(log, tuple(hands), scored_sheet, tuple(faults))


def _check_crews(log: Log, hands: Sequence[ScoredHand], scored: Tally) -> Iterator[LogFault]:
    """The hands of a sheet with a captain that two of the crew of their game played."""
    for hand, one, row in zip(log.hands, hands, scored.rows, strict=True):
        for message in check_crew(one.pair or (), row.sides, log.names):
            yield LogFault(hand.entry.entry, message)


def _judged_before(earlier: Record | None) -> dict[int, ScoredHand]:
    """The hands of an earlier reading by the identity of their entry."""
    if earlier is None or earlier.faults:
        return {}
    return {
        id(hand.entry): scored
        for hand, scored in zip(earlier.log.hands, earlier.hands, strict=True)
    }


def sound_tally(record: Record) -> Tally:
    """The tally of a sheet that is in order.

    Raises:
        GinscoreError: with every fault, each at its entry.
    """
    if record.tally is None:
        located = (
            fault.message.at(f"entry {fault.entry}" if fault.entry else "")
            for fault in record.faults
        )
        raise GinscoreError(*located)
    return record.tally


def score_hand(hand: ActiveHand, known: _Known) -> ScoredHand:
    """Judge and price one hand of the log; `known` keeps the judgements on counts.

    Raises:
        GinscoreError: with every fault of the hand under its rules.
    """
    entry = hand.entry
    # What was read from a file makes sense; what a script made may not.
    refuse_all([message for _, message in check_form(entry, len(hand.names))])
    if entry.holdings is not None:
        return _score_cards(hand, known)
    if entry.points_only is not None:
        return _score_points(hand, entry.points_only)
    return _score_dead(hand)


def upcard_of(entry: Entry) -> str | None:
    """The upcard in canonical notation, however it is written in the file."""
    return None if entry.upcard is None else format_card(parse_card(entry.upcard))


def seats_playing(entry: Entry, names: Sequence[str]) -> tuple[int, ...]:
    """The seats of a played hand in the judge's order: who went out, then the others.

    Raises:
        GinscoreError: `unknown-player`, or `wrong-seat-count` if a holding is missing.
    """
    knocker = known_seat(entry.went_out or "", names)
    holdings = entry.holdings or ()
    if holdings[knocker] is None:
        raise refuse(
            "wrong-seat-count",
            N_("{given} holdings for {needed} players"),
            given=sum(holding is not None for holding in holdings),
            needed=len(names),
        )
    holders = [seat for seat, holding in enumerate(holdings) if holding is not None]
    return (knocker, *(seat for seat in holders if seat != knocker))


def read_hand(hand: ActiveHand, seats: Sequence[int]) -> Hand:
    """The facts of a played hand as the judge takes them; `seats` as `seats_playing` gives them.

    Raises:
        GinscoreError: the entry holds a text that cannot be read.
    """
    entry = hand.entry
    texts = entry.holdings or ()
    knocker, *defenders = [
        parse_holding(texts[seat] or "", "en", hand.variant)[0] for seat in seats
    ]
    upcard = None if entry.upcard is None else parse_card(entry.upcard)
    lay_offs = tuple(
        None if text is None else parse_lay_offs(text) for text in entry.lay_offs or ()
    )
    return Hand(knocker, tuple(defenders), upcard, entry.big_gin, lay_offs)


def known_seat(name: str, names: Sequence[str]) -> int:
    """The seat of `name`, written as it stands in `names`.

    Raises:
        GinscoreError: `unknown-player`.
    """
    try:
        return names.index(name)
    except ValueError:
        raise not_found(name, names, "") from None


def _score_cards(hand: ActiveHand, known: _Known) -> ScoredHand:
    variant, names = hand.variant, hand.names
    seats = seats_playing(hand.entry, names)
    pair = _pair(hand, seats)
    if pair is None and len(seats) != len(names):
        raise wrong_seats(len(seats), len(names))
    outcome, worth = _judge(hand, seats, known)
    sides = (outcome.knocker, *outcome.defenders)
    deadwood = tuple([side.deadwood for side in sides if side])
    return ScoredHand(
        outcome.kind,
        None if outcome.winner is None else seats[outcome.winner],
        _by_seat(worth.scores, seats, len(names), 0),
        worth.boxes,
        worth.extra_boxes,
        variant,
        _dealer(hand),
        pair,
        seats[0],
        _by_seat(deadwood, seats, len(names), None),
    )


def _by_seat(
    values: tuple[int, ...], seats: Sequence[int], count: int, blank: _Blank
) -> tuple[int | _Blank, ...]:
    """The judge's value for each side, by the sheet's seats; `blank` for who did not play."""
    if seats[0] == 0 and len(seats) == count:
        return values
    placed: list[int | _Blank] = [blank] * count
    for seat, value in zip(seats, values, strict=True):
        placed[seat] = value
    return tuple(placed)


def _judge(hand: ActiveHand, seats: Sequence[int], known: _Known) -> _Judged:
    entry = hand.entry
    texts = [(entry.holdings or ())[seat] or "" for seat in seats]
    if not all(map(str.isdecimal, texts)):
        return _judge_anew(hand, seats)
    # The log keeps the rules alive, so that no other rules have the same id.
    key = (*texts, entry.upcard, entry.big_gin, entry.lay_offs, id(hand.variant))
    if key not in known:
        known[key] = _judge_anew(hand, seats)
    return known[key]


def _judge_anew(hand: ActiveHand, seats: Sequence[int]) -> _Judged:
    names = [hand.names[seat] for seat in seats]
    outcome = judge_hand(read_hand(hand, seats), hand.variant, names)
    return outcome, price(outcome, hand.variant)


def wrong_seats(given: int, needed: int) -> GinscoreError:
    """The refusal of a hand that too few or too many players would play."""
    return refuse(
        "wrong-seat-count",
        N_("{given} players in one hand; here it is played by {needed}"),
        given=given,
        needed=needed,
    )


def wrong_scorers(given: int) -> GinscoreError:
    """The refusal of a hand between two sides in which not exactly one player scores."""
    return refuse(
        "bad-points",
        N_("{given} players score in one hand; between two sides one does"),
        where="--points",
        given=given,
    )


def _pair(hand: ActiveHand, seats: Sequence[int]) -> tuple[int, int] | None:
    """The two seats that played the hand, in seat order; None where everybody plays."""
    if not hand.variant.in_pairs:
        return None
    # Two of those at the table play; in a partnership one of each team.
    if len(seats) != 2:
        raise wrong_seats(len(seats), 2)
    pair = min(seats), max(seats)
    if hand.variant.teams:
        refuse_all(check_pair(pair, hand.names))
    return pair


def _dealer(hand: ActiveHand) -> int | None:
    name = hand.entry.dealer
    return None if name is None else known_seat(name, hand.names)


def _score_points(hand: ActiveHand, given: Sequence[int | None]) -> ScoredHand:
    """A hand of which only the points are known: nothing is doubled."""
    variant, entry = hand.variant, hand.entry
    scores = tuple(points or 0 for points in given)
    winner = _winner_of_points(given, variant)
    kind = entry.kind
    # Where big gin is not played, it is gin.
    if kind == "big_gin" and variant.big_gin_bonus is None:
        kind = "gin"
    extra = variant.extra_boxes.of(kind) if variant.scoring == "winner" else 0
    boxes = 1 + extra if variant.scoring == "winner" else 0
    pair = _pair(hand, [seat for seat, points in enumerate(given) if points is not None])
    return ScoredHand(
        kind, winner, scores, boxes, extra, variant, _dealer(hand), pair, None, (None,) * len(given)
    )


def _winner_of_points(given: Sequence[int | None], variant: Variant) -> int | None:
    if variant.scoring == "penalty":
        # Penalties: who got 0 has won, the first in seat order if several.
        return next((seat for seat, points in enumerate(given) if not points), None)
    scoring = [seat for seat, points in enumerate(given) if points]
    scoring = scoring or [seat for seat, points in enumerate(given) if points is not None]
    # Between two sides one player scores.
    if len(scoring) != 1:
        raise wrong_scorers(len(scoring))
    return scoring[0]


def _score_dead(hand: ActiveHand) -> ScoredHand:
    variant, names = hand.variant, hand.names
    outcome = dead_hand(variant)
    pair = _pair(hand, [known_seat(name, names) for name in hand.entry.pair or ()])
    seats = len(names)
    nothing = (0,) * seats
    dealer, unknown = _dealer(hand), (None,) * seats
    return ScoredHand(outcome.kind, None, nothing, 0, 0, variant, dealer, pair, None, unknown)


def side_names(sides: Sides, names: Sequence[str]) -> tuple[str, ...]:
    """What the sides are called: the players, or all of a team or a crew (`A+C`)."""
    return tuple("+".join([names[seat] for seat in seats]) for seats in sides)


def dealer_name(seat: int, record: Record) -> str:
    """What the dealer of a tally is called; in teams a team deals, both its members."""
    names = record.log.names
    return side_names(TEAMS, names)[seat] if record.log.variant.teams else names[seat]


def entry_statuses(record: Record) -> tuple[EntryStatus, ...]:
    """The status of each entry: a hand that stands is `counted` or `after-end`.

    In a sheet with faults every hand that stands is `counted`.
    """
    rows = record.tally.rows if record.tally else ()
    late = {
        hand.entry.entry
        for hand, row in zip(record.log.hands, rows, strict=False)
        if not row.counted
    }
    hands: dict[int, EntryStatus] = {
        hand.entry.entry: "after-end" if hand.entry.entry in late else "counted"
        for hand in record.log.hands
    }
    return tuple(
        hands.get(entry, status) for entry, status in enumerate(record.log.statuses, start=1)
    )
