"""What was typed about one hand of a sheet, made into the facts of its entry.

All faults are raised together. A hand is one of three: played, dead, or known by its points.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, TypedDict, TypeVar, get_args

from ginscore.cards.cards import format_card
from ginscore.cards.holdings import format_holding, parse_holding
from ginscore.cards.notation import parse_card
from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all
from ginscore.hand.checks import ONE_TEXT
from ginscore.hand.judging import Hand, check_hand
from ginscore.hand.reading import HandReader, format_lay_offs
from ginscore.sheet.entries import (
    KindOfPoints,
    find_player,
    match_names,
    sort_holdings,
    split_name,
    tidy_note,
)
from ginscore.sheet.log import ActiveHand
from ginscore.sheet.record import Seating, Sums, wrong_scorers, wrong_seats

KINDS: Final = get_args(KindOfPoints)
# The longest number of points that is read.
_DIGITS: Final = 6

_Value = TypeVar("_Value")


class HandOptions(TypedDict, total=False):
    """What may be given of a hand besides its texts; None or left out is "not given".

    `lay_offs` has one text a defender (`7C:1 3C:2`; empty: none), `points` texts `Ann=18`. Where
    not everybody plays, `pair` are the two who played a dead hand, `against` is the loser of a hand
    known by its points. `at` is its date, `lang` the language of the cards. In an edit an empty
    `upcard`, `dealer` or `note` takes away what was there.
    """

    upcard: str | None
    big_gin: bool | None
    lay_offs: Sequence[str | None] | str | None
    dealer: str | None
    note: str | None
    at: datetime | None
    dead: bool
    points: Sequence[str] | str | None
    kind: str | None
    against: str | None
    pair: Sequence[str] | None
    lang: str


class TypedHand:
    """The reading of one typed hand; `old` is the hand that it replaces, if any.

    `texts` are who went out, his holding, then the others' in the order of seats.
    """

    def __init__(
        self, texts: Sequence[str], options: HandOptions, table: Seating, old: ActiveHand | None
    ) -> None:
        self.texts = list(texts)
        self.options = options
        self.table = table
        self.names, self.variant = table.names, table.variant
        self.old = old
        self.upcard: int | None = None
        self.added: Sums = {}
        self.reader = HandReader(table.variant, options.get("lang") or "en")

    @property
    def warnings(self) -> list[Message]:
        """Warnings about the reading."""
        return self.reader.warnings

    def facts(self) -> dict[str, object]:
        """The fields of the hand's entry; an edit keeps what is not given.

        Raises:
            GinscoreError: with every fault of what was typed.
        """
        facts = self._shared_facts() | self._facts_of_its_kind()
        refuse_all(self.reader.faults)
        return facts

    def _facts_of_its_kind(self) -> dict[str, object]:
        if self.options.get("dead"):
            return self._dead_facts()
        if self.options.get("points"):
            return self._points_facts()
        old = self.old.entry if self.old else None
        if self.texts or old is None or old.holdings is not None:
            return self._card_facts()
        return self._dead_facts() if old.dead else self._points_facts()

    def _usual_pair(self) -> tuple[int, int] | None:
        """The two seats that play unless others are named: as before, or who is due."""
        return self.table.pair if self.old is None else self.old.pair

    def _shared_facts(self) -> dict[str, object]:
        """The fields of an entry that any hand may have."""
        old = self.old
        upcard = self._kept("upcard", self._upcard, old.entry.upcard if old else None)
        self.upcard = parse_card(upcard) if upcard else None
        dealer = None if old is None or old.dealer is None else self.names[old.dealer]
        note = old.entry.note if old else None
        return {
            "upcard": upcard,
            "dealer": self._kept("dealer", self._dealer, dealer),
            "note": self._kept("note", tidy_note, note),
        }

    def _kept(self, option: str, read: Callable[[str], str | None], old: str | None) -> str | None:
        given: object = self.options.get(option)
        if given is None:
            return old
        text = str(given)
        return self._attempt(lambda: read(text)) if text.strip() else None

    def _attempt(self, read: Callable[[], _Value]) -> _Value | None:
        """What `read` gives, or None with its faults kept for later."""
        try:
            return read()
        except GinscoreError as error:
            self.reader.faults.extend(error.faults)
            return None

    def _upcard(self, text: str) -> str | None:
        card = self.reader.upcard(text)
        return None if card is None else format_card(card)

    def _dealer(self, text: str) -> str:
        return self.names[find_player(text, self.names, "--dealer")]

    def _refuse(
        self, code: str, template: str, where: str, hint: str = "", **fields: object
    ) -> None:
        self.reader.faults.append(Message(code, template, fields, hint, where))

    def _check_no_kind(self) -> None:
        # The kind is given only where it does not follow from the cards.
        if self.options.get("kind"):
            template = N_("the kind is given only where only the points are known")
            hint = N_("the program names the kind of a hand itself")
            self._refuse("usage", template, "--kind", hint)

    def _check_unused(self, *options: str) -> None:
        # Only options that say something of this sort of hand are given.
        if not self.variant.in_pairs:
            options = (*options, "against", "pair")
        for option in dict.fromkeys(options):
            if self.options.get(option):
                flag = "--lay-off" if option == "lay_offs" else f"--{option.replace('_', '-')}"
                template = N_("{option} says nothing of such a hand")
                self._refuse("usage", template, flag, option=flag)

    # A hand that was played

    def _card_facts(self) -> dict[str, object]:
        """The fields of the entry of a hand that was played, holdings in canonical notation."""
        self._check_no_kind()
        self._check_unused("pair")
        seats, given = self.sides()
        return self._facts_by_seat(seats, given, self._old_cards()) if seats else {}

    def sides(self) -> tuple[tuple[int, ...], dict[int, str]]:
        """Who plays the hand, who went out first, and the texts of their holdings by seat.

        Nobody where that is not clear; `reader` has the faults.
        """
        knocker = self._attempt(self._knocker)
        named, unnamed = self._sort_texts(knocker)
        if knocker is not None:
            sides = self._attempt(lambda: self._by_seat(knocker, named, unnamed))
            if sides is not None:
                return sides
        # Who held them is not clear; they may be faulty all the same.
        for place, text in enumerate((*named.values(), *unnamed), 1):
            self.reader.holding(text, f"holding {place}", went_out=True)
        return (), {}

    def _old_cards(self) -> ActiveHand | None:
        """The hand that is replaced, if it was played."""
        return self.old if self.old and self.old.entry.holdings else None

    def _knocker(self) -> int:
        """The seat of the player who went out; his name alone is taken off the texts."""
        first = self.texts[0] if self.texts else None
        old = self._old_cards()
        before = old.went_out if old else None
        is_named = first is not None and self._is_holding(first)
        # An edit may leave out who went out, and begin with somebody's holding (`Bob=18`).
        if before is not None and (first is None or is_named):
            return before
        # Otherwise the first named went out (`Ann=4 Bob=17`).
        if first is not None and is_named and (found := split_name(first, self.names)):
            return found[0]
        if first is None:
            raise refuse(
                "usage",
                N_("who went out, and the holdings, are missing"),
                hint=N_("such as: {example}"),
                where="NAME",
                example=f"{self.names[0]} 4 17",
            )
        del self.texts[0]
        return find_player(first, self.names)

    def _is_holding(self, text: str) -> bool:
        return "=" in text and len(match_names(text, self.names)) != 1

    def _sort_texts(self, knocker: int | None) -> tuple[dict[int, str], list[str]]:
        """Holdings given as `Bob=17` or `Bob 17` by seat, and the others in their order."""
        most = 2 if self.variant.in_pairs else len(self.names)
        named, unnamed, faults = sort_holdings(self.texts, self.names, knocker, most, self._is_read)
        self.reader.faults += [message for message in faults if message not in self.reader.faults]
        return named, unnamed

    def _is_read(self, text: str) -> bool:
        """Whether the text is a holding."""
        reader = HandReader(self.variant, self.reader.lang)
        reader.holding(text, "", went_out=True)
        return not reader.faults

    def _seats(self, knocker: int, named: Mapping[int, str]) -> tuple[int, ...]:
        """Who plays the hand, the knocker first, then the others in the order of seats."""
        if not self.variant.in_pairs:
            return (knocker, *(seat for seat in range(len(self.names)) if seat != knocker))
        others = [seat for seat in named if seat != knocker]
        against = self.options.get("against")
        if against:
            others = [find_player(against, self.names, "--against")]
        if others:
            return knocker, others[0]
        pair = self._usual_pair()
        if pair is None or knocker not in pair:
            other = pair[0] if pair and self.table.due else 1 - knocker % 2
            example = f"{self.names[knocker]} 4 {self.names[other]}=17"
            raise self._unknown_pair(example)
        return knocker, sum(pair) - knocker

    def _by_seat(
        self, knocker: int, named: Mapping[int, str], unnamed: Sequence[str]
    ) -> tuple[tuple[int, ...], dict[int, str]]:
        """Who plays, and the texts by seat: the unnamed ones for the seats left, in order."""
        seats = self._seats(knocker, named)
        free = [seat for seat in seats if seat not in named]
        if len(unnamed) > len(free) or not named.keys() <= {*seats}:
            raise refuse(
                "wrong-seat-count",
                N_("{given} holdings; needed: {needed}, of {players}"),
                hint=ONE_TEXT,
                where="HOLDING",
                given=len(named) + len(unnamed),
                needed=len(seats),
                players=", ".join(self.names[seat] for seat in seats),
            )
        return seats, {**named, **dict(zip(free, unnamed, strict=False))}

    def _facts_by_seat(
        self, seats: Sequence[int], given: Mapping[int, str], old: ActiveHand | None
    ) -> dict[str, object]:
        names, reader = self.names, self.reader
        kept = _kept_texts(seats, given, old)
        missing = [seat for seat in seats if seat not in given and seat not in kept]
        # A holding whose name is nobody's would be missing too.
        doubtful = ("unknown-player", "wrong-seat-count")
        if missing and not any(message.code in doubtful for message in reader.faults):
            players = ", ".join(names[seat] for seat in missing)
            template = N_("missing: the holding of {players}")
            self._refuse("wrong-seat-count", template, "HOLDING", players=players)
        holdings = {
            seat: reader.holding(text, names[seat], went_out=seat == seats[0])
            for seat, text in given.items()
        }
        self.added = {seat: holding.terms for seat, holding in holdings.items()}
        holdings |= {
            seat: parse_holding(text, "en", self.variant)[0] for seat, text in kept.items()
        }
        same = old is not None and not given and seats[0] == old.went_out
        lay_offs = self._lay_offs(seats, old if same else None)
        big_gin = bool(self.options.get("big_gin"))
        if old is not None and seats[0] == old.went_out and seats[0] not in given:
            # The call belongs to the knocker's cards, which an edit keeps here.
            big_gin = big_gin or old.entry.big_gin
        # In canonical notation a card that was typed twice stands once.
        repeated = any(holding.repeated for holding in holdings.values())
        if (reader.faults or repeated) and not missing:
            knocker, *others = [holdings[seat] for seat in seats]
            hand = Hand(knocker, tuple(others), self.upcard, big_gin)
            reader.faults += check_hand(hand, self.variant, [names[seat] for seat in seats])
        texts = {seat: format_holding(held, self.variant) for seat, held in holdings.items()}
        return {
            "went_out": names[seats[0]],
            "holdings": tuple(map(texts.get, range(len(names)))),
            "big_gin": big_gin,
            "lay_offs": lay_offs,
        }

    def _lay_offs(
        self, seats: Sequence[int], kept: ActiveHand | None
    ) -> tuple[str | None, ...] | None:
        """Declared lay-offs in canonical notation, one text a defender; None if nobody declared."""
        given = self.options.get("lay_offs")
        if not given and given != "":
            return kept.entry.lay_offs if kept else None
        # Texts beyond the last defender are left to the judge.
        texts = _several(given)
        texts += [None] * (len(seats) - 1 - len(texts))
        read = [self.reader.lay_offs(text) for text in texts]
        known = tuple(None if declared is None else format_lay_offs(declared) for declared in read)
        return known if any(text is not None for text in known) else None

    # A hand without cards

    def _dead_facts(self) -> dict[str, object]:
        """The fields of a dead hand's entry; in a partnership the pair that played it."""
        self._check_no_kind()
        self._check_unused("points", "big_gin", "lay_offs", "against")
        texts = [*(self.options.get("pair") or ()), *self.texts]
        if not self.variant.in_pairs:
            if self.texts:
                template = N_("nobody goes out in a dead hand, so nobody is named")
                self._refuse("usage", template, "--dead")
            return {"dead": True}
        seats = self._attempt(lambda: self._dead_pair(texts)) or ()
        return {"dead": True, "pair": tuple(self.names[seat] for seat in seats)}

    def _dead_pair(self, texts: Sequence[str]) -> tuple[int, ...]:
        if not texts:
            known = self._usual_pair()
            if known is None:
                raise self._unknown_pair("--dead A B")
            return known
        if len(texts) != 2:
            raise wrong_seats(len(texts), 2)
        return tuple(sorted(find_player(text, self.names) for text in texts))

    def _points_facts(self) -> dict[str, object]:
        """The fields of an entry of which only the points are known."""
        self._check_unused("big_gin", "lay_offs", "pair")
        if self.texts:
            hint = N_("--points is given once for each player")
            self._refuse("usage", N_("a hand has either holdings or points"), "--points", hint)
        kind = self.options.get("kind") or (self.old and self.old.entry.kind)
        if kind and kind not in KINDS:
            template = N_("“{kind}” is no kind of hand; allowed: {allowed}")
            self._refuse("usage", template, "--kind", kind=kind, allowed=", ".join(KINDS))
        given = self._points_given() if self.options.get("points") else self._points_kept()
        points = None if self.reader.faults else self._attempt(lambda: self._points_by_seat(given))
        seats = range(len(self.names))
        return {"points_only": tuple(map((points or {}).get, seats)), "kind": kind or None}

    def _points_kept(self) -> dict[int, int]:
        """Who scored in the edited hand; a 0 counts if it is the only value, the winner's."""
        known = self.old.entry.points_only if self.old else None
        given = {seat: points for seat, points in enumerate(known or ()) if points is not None}
        return {seat: points for seat, points in given.items() if points or len(given) == 1}

    def _points_given(self) -> dict[int, int]:
        given: dict[int, int] = {}
        for text in _several(self.options.get("points")):
            found = self._attempt(partial(self._points_of, text or ""))
            if found is None:
                continue
            seat, points = found
            if seat in given:
                name = self.names[seat]
                self._refuse(
                    "bad-points", N_("{name} is given points twice"), "--points", name=name
                )
            given[seat] = points
        return given

    def _points_of(self, text: str) -> tuple[int, int]:
        name, equals, points = text.rpartition("=")
        points = points.strip()
        # Blank is not zero; fractions and negatives are refused.
        if not (equals and points.isdecimal() and points.isascii() and len(points) <= _DIGITS):
            raise refuse(
                "bad-points",
                N_("“{text}” gives no points; allowed: NAME=NUMBER, a whole number from 0"),
                hint=N_("such as {example}"),
                where="--points",
                text=text,
                example=f"{self.names[0]}=18",
            )
        return find_player(name, self.names, "--points"), int(points)

    def _points_by_seat(self, given: Mapping[int, int]) -> dict[int, int]:
        """Points as an entry keeps them: 0 for who played and scored nothing, where it matters."""
        if self.variant.scoring == "penalty":
            return dict.fromkeys(range(len(self.names)), 0) | dict(given)
        # Between two sides the winner alone scores.
        if len(given) != 1:
            raise wrong_scorers(len(given))
        if not self.variant.in_pairs:
            return dict(given)
        ((winner, points),) = given.items()
        # Where not everybody plays the 0 marks the loser, so it cannot mark the winner as well.
        if not points:
            raise refuse(
                "bad-points",
                N_("a hand won for 0 is not known by its points where two of several play"),
                hint=N_("add it by the deadwood of both"),
                where="--points",
            )
        return {winner: points, self._loser(winner): 0}

    def _loser(self, winner: int) -> int:
        against = self.options.get("against")
        if against:
            return find_player(against, self.names, "--against")
        pair = self._usual_pair()
        if pair is None or winner not in pair:
            raise self._unknown_pair("--points A=18 --against B")
        return sum(pair) - winner

    def _unknown_pair(self, example: str) -> GinscoreError:
        """The refusal of a hand of which it is not clear who played it."""
        template = N_("each pair plays its own hand; it is not known who played this one")
        if self.table.due:
            template = N_("this hand is between {first} and {second}; who played another one?")
        first, second = (self.names[seat] for seat in self.table.due or (0, 1))
        fields = {"first": first, "second": second, "example": example}
        hint = N_("name both: {example}")
        return refuse("wrong-seat-count", template, hint=hint, where="NAME", **fields)


def _kept_texts(
    seats: Sequence[int], given: Mapping[int, str], old: ActiveHand | None
) -> dict[int, str]:
    """The holdings that an edit keeps, in canonical notation by seat."""
    texts = (old.entry.holdings if old else None) or ()
    return {
        seat: text
        for seat, text in enumerate(texts)
        if text is not None and seat in seats and seat not in given
    }


def _several(texts: Sequence[str | None] | str | None) -> list[str | None]:
    """The texts of an option that may be given more than once; a lone text is the only one."""
    return [texts] if isinstance(texts, str) else list(texts or ())
