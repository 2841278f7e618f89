"""What happened in a hand of the sheet, in a few words: `undercut 8 v 6`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.scores import HandScore


def show_happened(hand: "HandScore", texts: Texts, *, named: bool = False) -> str:
    """The kind of a hand and its deadwood, the knocker's first: `undercut 8 v 6`, `gin v 22`.

    `named` tells who went out, where the columns of the sheet cannot; in a partnership both
    players are named, and what the winner scored, since a row holds the whole round.
    """
    shown = _kind(hand, texts)
    if hand.winner is None and hand.kind not in (None, "dead"):
        shown = texts(N_("{happened}, no score"), happened=shown)
    if hand.pair is not None:
        return _of_pair(hand, shown, texts)
    if named and hand.went_out is not None:
        return texts(N_("{name}: {happened}"), name=hand.went_out, happened=shown)
    return shown


def _kind(hand: "HandScore", texts: Texts) -> str:
    kind = texts(N_("points only")) if hand.kind is None else texts.term(hand.kind)
    own = None if hand.went_out is None else hand.deadwood[hand.went_out]
    if own is None:
        return kind
    others = ", ".join(
        str(points)
        for name, points in hand.deadwood.items()
        if name != hand.went_out and points is not None
    )
    if hand.kind in ("gin", "big_gin"):
        return texts(N_("{kind} v {others}"), kind=kind, others=others)
    return texts(N_("{kind} {own} v {others}"), kind=kind, own=own, others=others)


def _of_pair(hand: "HandScore", shown: str, texts: Texts) -> str:
    first, second = hand.pair or ("", "")
    if hand.went_out == second:
        first, second = second, first
    if hand.winner is None:
        template = N_("{first} v {second}: {happened}")
        return texts(template, first=first, second=second, happened=shown)
    return texts(
        N_("{first} v {second}: {happened}, {winner} {points}"),
        first=first,
        second=second,
        happened=shown,
        winner=hand.winner,
        points=hand.points,
    )


def show_remarks(hand: "HandScore", texts: Texts) -> Iterator[str]:
    """What else there is to say of a hand: upcard, extra boxes, its marks, its note."""
    if hand.upcard is not None:
        yield texts(N_("upcard {card}"), card=texts.cards(hand.upcard))
    if hand.boxes > 1:
        yield texts.plural("{count} box", "{count} boxes", hand.boxes)
    if hand.edited:
        yield texts(N_("edited"))
    if hand.open_round:
        yield texts(N_("half a round"))
    if hand.status == "after-end":
        yield texts.term("after-end")
    if hand.note:
        yield str(texts.field(hand.note))


def show_story(hand: "HandScore", texts: Texts, *, named: bool = False) -> str:
    """What happened and the remarks, as the last cell of a row."""
    return texts.clauses([show_happened(hand, texts, named=named), *show_remarks(hand, texts)])
