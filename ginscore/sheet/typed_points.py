"""A typed hand without cards: it was dead, or only its points are known."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, get_args

from ginscore.errors import N_, fault, refuse
from ginscore.sheet.entries import KindOfPoints, find_player
from ginscore.sheet.record import wrong_seats
from ginscore.sheet.typed import TypedHand, several, unknown_pair

KINDS: Final = get_args(KindOfPoints)
# The longest number of points that is read.
_DIGITS: Final = 6


def dead_facts(typed: TypedHand) -> dict[str, object]:
    """The fields of a dead hand's entry; in a partnership the pair that played it."""
    typed.check_no_kind()
    typed.check_unused("points", "big_gin", "lay_offs", "against")
    texts = [*(typed.options.get("pair") or ()), *typed.texts]
    if not typed.variant.teams:
        if typed.texts:
            typed.refuse_use(N_("nobody goes out in a dead hand, so nobody is named"), "--dead")
        return {"dead": True}
    seats = typed.attempt(lambda: _dead_pair(typed, texts)) or ()
    return {"dead": True, "pair": tuple(typed.names[seat] for seat in seats)}


def _dead_pair(typed: TypedHand, texts: Sequence[str]) -> tuple[int, ...]:
    if not texts:
        known = typed.usual_pair()
        if known is None:
            raise unknown_pair("--dead A B")
        return known
    if len(texts) != 2:
        raise wrong_seats(len(texts), 2)
    return tuple(sorted(find_player(text, typed.names) for text in texts))


def points_facts(typed: TypedHand) -> dict[str, object]:
    """The fields of an entry of which only the points are known."""
    typed.check_unused("big_gin", "lay_offs", "pair")
    if typed.texts:
        typed.refuse_use(N_("a hand has either holdings or points"), "--points")
    kind = typed.options.get("kind") or (typed.old and typed.old.entry.kind)
    if kind and kind not in KINDS:
        typed.refuse_use(
            N_("“{kind}” is no kind of hand; allowed: {allowed}"),
            "--kind",
            kind=kind,
            allowed=", ".join(KINDS),
        )
    given = _points_given(typed) if typed.options.get("points") else _points_kept(typed)
    points = typed.attempt(partial(_points_by_seat, typed, given)) if not typed.faults else None
    seats = range(len(typed.names))
    return {"points_only": tuple(map((points or {}).get, seats)), "kind": kind or None}


def _points_kept(typed: TypedHand) -> dict[int, int]:
    """Who scored in the hand that is edited; who won it for 0 is the only one with points."""
    known = typed.old.entry.points_only if typed.old else None
    given = {seat: points for seat, points in enumerate(known or ()) if points is not None}
    return {seat: points for seat, points in given.items() if points or len(given) == 1}


def _points_given(typed: TypedHand) -> dict[int, int]:
    given: dict[int, int] = {}
    for text in several(typed.options.get("points")):
        found = typed.attempt(partial(_points_of, typed, text or ""))
        if found is None:
            continue
        seat, points = found
        if seat in given:
            typed.faults.append(
                fault(
                    "bad-points",
                    N_("{name} is given points twice"),
                    where="--points",
                    name=typed.names[seat],
                )
            )
        given[seat] = points
    return given


def _points_of(typed: TypedHand, text: str) -> tuple[int, int]:
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
            example=f"{typed.names[0]}=18",
        )
    return find_player(name, typed.names, "--points"), int(points)


def _points_by_seat(typed: TypedHand, given: Mapping[int, int]) -> dict[int, int]:
    """Points as an entry keeps them: 0 for who played and scored nothing, where that matters."""
    if typed.variant.scoring == "penalty":
        return dict.fromkeys(range(len(typed.names)), 0) | dict(given)
    # Between two sides the winner alone scores.
    if len(given) != 1:
        raise refuse(
            "bad-points",
            N_("{given} players score in one hand; between two sides one does"),
            where="--points",
            given=len(given),
        )
    if not typed.variant.teams:
        return dict(given)
    ((winner, points),) = given.items()
    # In a partnership the 0 tells who lost, so it cannot tell who won as well.
    if not points:
        raise refuse(
            "bad-points",
            N_("a partnership's hand won for 0 is not known by its points"),
            hint=N_("add it by the deadwood of both"),
            where="--points",
        )
    return {winner: points, _loser(typed, winner): 0}


def _loser(typed: TypedHand, winner: int) -> int:
    against = typed.options.get("against")
    if against:
        return find_player(against, typed.names, "--against")
    pair = typed.usual_pair()
    if pair is None or winner not in pair:
        raise unknown_pair("--points A=18 --against B")
    return sum(pair) - winner
