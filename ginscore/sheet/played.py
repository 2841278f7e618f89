"""A hand of the log, judged and priced: what the fold over a sheet takes.

Only numbers and masks are made here; explanations are made when somebody asks for one hand.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import parse_holding
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.game.hands import ScoredHand
from ginscore.game.rounds import check_pair
from ginscore.hand.figures import Figures, Known, figure_hand
from ginscore.hand.hands import Hand, dead_hand
from ginscore.hand.lay_off_texts import parse_lay_offs
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import ActingHand
from ginscore.sheet.names import not_found

_Blank = TypeVar("_Blank", int, None)


class PlayedHand(NamedTuple):
    """An acting hand with what it came to, in the sheet's seats.

    `went_out` is the knocker's seat, None in a dead hand and where only the points are known.
    `deadwood` is in points by seat, after lay-offs; None where it is not known.
    """

    hand: ActingHand
    went_out: int | None
    deadwood: tuple[int | None, ...]
    scored: ScoredHand

    @property
    def points(self) -> int:
        """The points of the hand; under `scoring: penalty` the sum of all penalties."""
        return sum(self.scored.scores)


def play_hand(hand: ActingHand, known: Known) -> PlayedHand:
    """Judge and price one acting hand.

    `known` keeps what was said of a hand's points: an evening has few different ones.

    Raises:
        GinscoreError: with every fault of the hand under its rules.
    """
    entry = hand.entry
    if (entry.holdings is not None) + (entry.points_only is not None) + entry.dead != 1:
        raise refuse(
            "sheet-corrupt",
            N_("a hand has holdings, or points only, or is dead: one of them"),
        )
    if entry.holdings is not None:
        return _play_cards(hand, known)
    if entry.points_only is not None:
        return _play_points(hand, entry.points_only)
    return _play_dead(hand)


def upcard_of(entry: Entry) -> str | None:
    """The upcard in canonical notation, however somebody has typed it into the file."""
    return None if entry.upcard is None else format_card(parse_card(entry.upcard))


def seats_playing(entry: Entry, names: Sequence[str]) -> tuple[int, ...]:
    """The seats that a played hand's judge counts from 0: who went out, then the others in order.

    Raises:
        GinscoreError: `unknown-player`, or `wrong-seat-count` if a holding is missing.
    """
    knocker = known_seat(entry.went_out or "", names)
    holdings = entry.holdings or ()
    if len(holdings) != len(names) or holdings[knocker] is None:
        raise refuse(
            "wrong-seat-count",
            N_("{given} holdings for {needed} players"),
            given=sum(one is not None for one in holdings),
            needed=len(names),
        )
    others = [seat for seat, one in enumerate(holdings) if one is not None and seat != knocker]
    return (knocker, *others)


def read_hand(hand: ActingHand, seats: Sequence[int]) -> Hand:
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


def _play_cards(hand: ActingHand, known: Known) -> PlayedHand:
    variant, names = hand.variant, hand.names
    seats = seats_playing(hand.entry, names)
    pair = _pair(hand, seats)
    if pair is None and len(seats) != len(names):
        raise wrong_seats(len(seats), len(names))
    judged = _judge(hand, seats, known)
    scored = ScoredHand(
        judged.kind,
        None if judged.winner is None else seats[judged.winner],
        _by_seat(judged.scores, seats, len(names), 0),
        judged.boxes,
        judged.extra_boxes,
        variant,
        _dealer(hand),
        pair,
    )
    deadwood = _by_seat(judged.deadwood, seats, len(names), None)
    return PlayedHand(hand, seats[0], deadwood, scored)


def _by_seat(
    values: tuple[int, ...], seats: Sequence[int], count: int, blank: _Blank
) -> tuple[int | _Blank, ...]:
    """What the judge said of each side, by the sheet's seats; `blank` for who did not play."""
    if seats[0] == 0 and len(seats) == count:
        return values
    placed: list[int | _Blank] = [blank] * count
    for seat, value in zip(seats, values, strict=True):
        placed[seat] = value
    return tuple(placed)


def _judge(hand: ActingHand, seats: Sequence[int], known: Known) -> Figures:
    entry = hand.entry
    texts = [(entry.holdings or ())[seat] or "" for seat in seats]
    if entry.lay_offs or not all(map(str.isdecimal, texts)):
        return _judge_afresh(hand, seats, known)
    # One object stands for equal rules as long as a sheet is read.
    key = (*texts, entry.upcard, entry.big_gin, id(hand.variant))
    found = known.get(key)
    if found is None:
        found = known[key] = _judge_afresh(hand, seats, known)
    return found


def _judge_afresh(hand: ActingHand, seats: Sequence[int], known: Known) -> Figures:
    names = [hand.names[seat] for seat in seats]
    return figure_hand(read_hand(hand, seats), hand.variant, names, known)


def wrong_seats(given: int, needed: int) -> GinscoreError:
    """The refusal of a hand that too few or too many players would play."""
    return refuse(
        "wrong-seat-count",
        N_("{given} players in one hand; here it is played by {needed}"),
        given=given,
        needed=needed,
    )


def _pair(hand: ActingHand, seats: Sequence[int]) -> tuple[int, int] | None:
    """The two seats that played a partnership's hand; None where everybody plays."""
    if not hand.variant.teams:
        return None
    # A partnership's hand is between one player of each team.
    if len(seats) != 2:
        raise wrong_seats(len(seats), 2)
    pair = min(seats), max(seats)
    refuse_all(check_pair(pair, hand.names))
    return pair


def _dealer(hand: ActingHand) -> int | None:
    name = hand.entry.dealer
    return None if name is None else known_seat(name, hand.names)


def _play_points(hand: ActingHand, given: Sequence[int | None]) -> PlayedHand:
    """A hand of which only the points are known: nothing is doubled."""
    variant, entry = hand.variant, hand.entry
    if len(given) != len(hand.names):
        raise wrong_seats(len(given), len(hand.names))
    scores = tuple(points or 0 for points in given)
    winner = _winner_of_points(given, variant)
    kind = entry.kind
    # Where big gin is not played, it is gin.
    if kind == "big_gin" and variant.big_gin_bonus is None:
        kind = "gin"
    extra = variant.extra_boxes.of(kind) if variant.scoring == "winner" else 0
    boxes = 1 + extra if variant.scoring == "winner" else 0
    pair = _pair(hand, [seat for seat, points in enumerate(given) if points is not None])
    scored = ScoredHand(kind, winner, scores, boxes, extra, variant, _dealer(hand), pair)
    return PlayedHand(hand, None, (None,) * len(given), scored)


def _winner_of_points(given: Sequence[int | None], variant: Variant) -> int | None:
    if variant.scoring == "penalty":
        # Penalties: who got 0 has won, the first in seat order if several.
        return next((seat for seat, points in enumerate(given) if not points), None)
    scoring = [seat for seat, points in enumerate(given) if points]
    scoring = scoring or [seat for seat, points in enumerate(given) if points is not None]
    # Between two sides one player scores.
    if len(scoring) != 1:
        raise refuse(
            "bad-points",
            N_("{given} players score in one hand; between two sides one does"),
            where="--points",
            given=len(scoring),
        )
    return scoring[0]


def _play_dead(hand: ActingHand) -> PlayedHand:
    variant, names = hand.variant, hand.names
    outcome = dead_hand(variant)
    pair = _pair(hand, [known_seat(name, names) for name in hand.entry.pair or ()])
    nothing = (0,) * len(names)
    scored = ScoredHand(outcome.kind, None, nothing, 0, 0, variant, _dealer(hand), pair)
    return PlayedHand(hand, None, (None,) * len(names), scored)
