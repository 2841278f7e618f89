"""Holdings from the text that people type: shorthand, brackets, `=N`, dots, both languages."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from ginscore.cards.counts import parse_count, parse_points
from ginscore.cards.holdings import Holding
from ginscore.cards.notation import repeated_cards, understand
from ginscore.cards.readings import Piece, Reading, tidy
from ginscore.cards.unreadable import MOST_FAULTS, is_prose, point_out, shorten
from ginscore.errors import N_, GinscoreError, Message, fault, refuse_all


def assemble_holding(text: str, lang: str, ace_runs: str) -> tuple[Holding, tuple[Message, ...]]:
    """As `parse_holding`, for any text.

    Raises:
        GinscoreError: all of `bad-card`, `ambiguous-cards` and `bad-holding` that the text has.
    """
    text = tidy(text)
    count = parse_count(text)
    if count:
        return count, ()
    reading, faults, notes = understand(text, lang, ace_runs)
    if is_prose(reading):
        faults = [_no_holding(reading)]
    holding, misplaced = _assemble(reading)
    refuse_all(faults + misplaced[:MOST_FAULTS])
    return holding, notes


def _assemble(reading: Reading) -> tuple[Holding, list[Message]]:
    """The holding that the pieces make, and the faults of their order."""
    melds, loose, faults = _arrange(reading)
    written = [one for cards in (*melds, loose) for one in cards]
    repeated = repeated_cards(written)
    faults += _check_end(reading, bool(melds), bool(loose))
    end = reading.pieces[-1]
    holding = Holding(
        "melds" if melds else "loose" if end.kind == "dots" else "cards",
        _mask(written),
        tuple(map(_mask, melds)),
        _mask(loose),
        points=_points_of(reading, end) if end.kind == "points" and not faults else None,
        repeated=repeated,
        sizes=tuple(map(len, (*melds, loose))) if repeated else (),
    )
    return holding, faults


def _no_holding(reading: Reading) -> Message:
    return fault(
        "bad-holding",
        N_("{text}: neither cards nor points"),
        hint=N_("write cards ({cards}), points ({points}) or gin"),
        text=shorten(reading.text),
        cards=" ".join(reading.language.name_card(6, suit) for suit in range(3)),
        points=17,
    )


def _misplaced(reading: Reading, piece: Piece, template: str, hint: str = "") -> Message:
    return fault(
        "bad-holding",
        template,
        hint=hint,
        excerpt=point_out(reading.text, piece.start, piece.end),
        token=shorten(reading.text[piece.start : piece.end]),
    )


def _mask(cards: list[int]) -> int:
    return reduce(or_, cards, 0)


def _arrange(reading: Reading) -> tuple[list[list[int]], list[int], list[Message]]:
    """The cards of each bracket, those outside, and the faults of the brackets."""
    melds: list[list[int]] = []
    loose: list[int] = []
    faults: list[Message] = []
    opened: list[Piece] = []
    before = None
    for piece in reading.pieces:
        if piece.kind == "cards":
            (melds[-1] if opened else loose).extend(piece.cards)
        elif piece.kind == "open":
            faults += _check_opening(reading, piece, opened)
            opened.append(piece)
            melds.append([])
        elif piece.kind == "close":
            faults += _check_closing(reading, piece, before, opened)
            del opened[-1:]
        before = piece
    # Every bracket that is opened is closed.
    if opened:
        faults.append(_misplaced(reading, opened[-1], N_("a bracket is opened and never closed")))
    return melds, loose, faults


def _check_opening(reading: Reading, piece: Piece, opened: list[Piece]) -> Iterator[Message]:
    # A bracket is one meld; there is none inside.
    if opened:
        template = N_("a bracket inside a bracket; each bracket is one meld")
        yield _misplaced(reading, piece, template)


def _check_closing(
    reading: Reading, piece: Piece, before: Piece | None, opened: list[Piece]
) -> Iterator[Message]:
    # Every bracket that is closed was opened …
    if not opened:
        yield _misplaced(reading, piece, N_("a bracket is closed that was never opened"))
    # … and has cards in it.
    elif before is opened[-1]:
        yield _misplaced(reading, before, N_("an empty bracket; a meld has three cards or more"))


def _check_end(reading: Reading, is_declared: bool, has_loose: bool) -> Iterator[Message]:
    """The faults of `...` and `=N`, which end a text."""
    ends = [piece for piece in reading.pieces if piece.kind in ("dots", "points")]
    for piece in ends:
        # Nothing stands behind them.
        if piece is not reading.pieces[-1]:
            yield _misplaced(reading, piece, N_("{token}: allowed at the very end only"))
    if ends and ends[-1].kind == "dots":
        yield from _check_dots(reading, ends[-1], is_declared)
    elif ends:
        yield from _check_points_end(reading, ends[-1], is_declared, has_loose)


def _check_dots(reading: Reading, dots: Piece, is_declared: bool) -> Iterator[Message]:
    # Dots stand for melds that were not declared, so none is.
    if is_declared:
        template = N_(
            "{token}: melds not declared, yet there are brackets; allowed: one of the two"
        )
        yield _misplaced(reading, dots, template)
    # The deadwood cards are in front of them.
    elif len(reading.pieces) == 1:
        template = N_("{token}: no deadwood cards in front")
        yield _misplaced(reading, dots, template, N_("write 0 for no deadwood"))


def _check_points_end(
    reading: Reading, piece: Piece, is_declared: bool, has_loose: bool
) -> Iterator[Message]:
    try:
        _points_of(reading, piece)
    except GinscoreError as error:
        yield error.faults[0]._replace(excerpt=point_out(reading.text, piece.start, piece.end))
    # Points complete declared melds …
    if not is_declared:
        template = N_("{token}: points behind cards without brackets")
        hint = N_("put each meld in brackets, or write the points alone")
        yield _misplaced(reading, piece, template, hint)
    # … in place of the deadwood cards.
    elif has_loose:
        template = N_("{token}: deadwood cards and their points; allowed: one of the two")
        yield _misplaced(reading, piece, template)


def _points_of(reading: Reading, piece: Piece) -> int:
    return parse_points(reading.text[piece.start + 1 : piece.end])
