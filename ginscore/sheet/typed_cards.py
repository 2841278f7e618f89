"""A typed hand with holdings: who went out, what each player held, what was laid off."""

from collections.abc import Mapping, Sequence

from ginscore.cards.holdings import Holding, format_holding, parse_holding
from ginscore.cards.layoffs import LayOff
from ginscore.errors import N_, GinscoreError, Message, fault, refuse
from ginscore.hand.checks import UNREAD
from ginscore.hand.hands import Hand, check_hand
from ginscore.hand.lay_off_texts import format_lay_offs, parse_lay_offs_noted
from ginscore.sheet.entries import find_player, match_names, not_found
from ginscore.sheet.log import ActiveHand
from ginscore.sheet.typed import TypedHand, several, unknown_pair


def card_facts(typed: TypedHand) -> dict[str, object]:
    """The fields of the entry of a hand that was played, its holdings in canonical notation."""
    typed.check_no_kind()
    typed.check_unused("pair")
    old = typed.old if typed.old and typed.old.entry.holdings else None
    knocker = typed.attempt(lambda: _knocker(typed, old))
    named, unnamed = _sort_texts(typed)
    seats = None if knocker is None else typed.attempt(lambda: _seats(typed, knocker, named))
    if seats is None:
        # Who held them is not clear; what was typed may be wrong all the same.
        for place, text in enumerate((*named.values(), *unnamed), 1):
            _read(typed, text, f"holding {place}")
        return {}
    given = _by_seat(typed, seats, named, unnamed)
    return _facts(typed, seats, given, old)


def _knocker(typed: TypedHand, old: ActiveHand | None) -> int:
    """The seat of who went out; his name is taken off the texts."""
    first = typed.texts[0] if typed.texts else None
    # An edit may leave out who went out, and begin with somebody's holding (`Bob=18`).
    before = old.went_out if old else None
    if before is not None and (first is None or _is_holding(first, typed.names)):
        return before
    if first is None:
        raise refuse(
            "usage",
            N_("who went out, and the holdings, are missing"),
            hint=N_("such as: {example}"),
            where="NAME",
            example=f"{typed.names[0]} 4 17",
        )
    del typed.texts[0]
    return find_player(first, typed.names)


def _is_holding(text: str, names: Sequence[str]) -> bool:
    return "=" in text and len(match_names(text, names)) != 1


def _sort_texts(typed: TypedHand) -> tuple[dict[int, str], list[str]]:
    """Holdings given as `Bob=17` by seat, and the others in their order."""
    named: dict[int, str] = {}
    unnamed: list[str] = []
    for text in typed.texts:
        try:
            found = split_name(text, typed.names)
        except GinscoreError as error:
            typed.faults.extend(error.faults)
            continue
        if found is None:
            unnamed.append(text)
        elif found[0] in named:
            typed.faults.append(
                fault(
                    "wrong-seat-count",
                    N_("{name} is given two holdings"),
                    where=typed.names[found[0]],
                    name=typed.names[found[0]],
                )
            )
        else:
            named[found[0]] = found[1]
    return named, unnamed


def split_name(text: str, names: Sequence[str]) -> tuple[int, str] | None:
    """The seat and the holding of `Bob=17`, or None for a holding without a name.

    The name is the longest that fits: it may hold an equals sign itself, and so may the holding.

    Raises:
        GinscoreError: `unknown-player` for a name that is nobody's, or several players'.
    """
    signs = [at for at, character in enumerate(text) if character == "="]
    fitting = {at: match_names(text[:at], names) for at in reversed(signs)}
    for at, seats in fitting.items():
        if len(seats) == 1:
            return seats[0], text[at + 1 :]
    name = text.partition("=")[0]
    # A holding has an equals sign at its beginning or after its melds only.
    if not signs or "[" in name or not name.strip():
        return None
    raise not_found(name, names, "NAME", [names[seat] for seat in fitting[signs[0]]])


def _seats(typed: TypedHand, knocker: int, named: Mapping[int, str]) -> tuple[int, ...]:
    """Who plays the hand, the knocker first, then the others in the order of seats."""
    if not typed.variant.teams:
        return (knocker, *(seat for seat in range(len(typed.names)) if seat != knocker))
    others = [seat for seat in named if seat != knocker]
    against = typed.options.get("against")
    if against:
        others = [find_player(against, typed.names, "--against")]
    if others:
        return knocker, others[0]
    pair = typed.usual_pair()
    if pair is None or knocker not in pair:
        example = f"{typed.names[knocker]} 4 {typed.names[1 - knocker % 2]}=17"
        raise unknown_pair(example)
    return knocker, sum(pair) - knocker


def _by_seat(
    typed: TypedHand, seats: Sequence[int], named: Mapping[int, str], unnamed: Sequence[str]
) -> dict[int, str]:
    """The texts by seat: the named ones, and the others for the seats left, in order."""
    free = [seat for seat in seats if seat not in named]
    strangers = [seat for seat in named if seat not in seats]
    if len(unnamed) > len(free) or strangers:
        typed.faults.append(_wrong_count(typed, seats, len(named) + len(unnamed)))
    texts = {seat: text for seat, text in named.items() if seat in seats}
    return texts | dict(zip(free, unnamed, strict=False))


def _wrong_count(typed: TypedHand, seats: Sequence[int], given: int) -> Message:
    return fault(
        "wrong-seat-count",
        N_("{given} holdings; needed: {needed}, of {players}"),
        where="HOLDING",
        given=given,
        needed=len(seats),
        players=", ".join(typed.names[seat] for seat in seats),
    )


def _facts(
    typed: TypedHand, seats: Sequence[int], given: Mapping[int, str], old: ActiveHand | None
) -> dict[str, object]:
    kept = _kept_texts(seats, given, old)
    missing = [seat for seat in seats if seat not in given and seat not in kept]
    # A holding whose name is nobody's would be missing too.
    if missing and not {"unknown-player", "wrong-seat-count"} & {one.code for one in typed.faults}:
        typed.faults.append(_wrong_count(typed, seats, len(seats) - len(missing)))
    names = typed.names
    holdings = {seat: _read(typed, text, names[seat]) for seat, text in given.items()}
    holdings |= {seat: parse_holding(text, "en", typed.variant)[0] for seat, text in kept.items()}
    same = old is not None and not given and seats[0] == old.went_out
    lay_offs = _lay_offs(typed, seats, old if same else None)
    big_gin = bool(typed.options.get("big_gin"))
    if old is not None and seats[0] == old.went_out and seats[0] not in given:
        # The call belongs to the knocker's cards, which an edit keeps here.
        big_gin = big_gin or old.entry.big_gin
    # In canonical notation a card that was written twice stands once.
    repeated = any(one.repeated for one in holdings.values())
    if (typed.faults or repeated) and not missing:
        knocker, *others = [holdings[seat] for seat in seats]
        hand = Hand(knocker, tuple(others), typed.upcard, big_gin)
        typed.faults += check_hand(hand, typed.variant, [names[seat] for seat in seats])
    texts = {seat: format_holding(one, typed.variant) for seat, one in holdings.items()}
    return {
        "went_out": names[seats[0]],
        "holdings": tuple(map(texts.get, range(len(names)))),
        "big_gin": big_gin,
        "lay_offs": lay_offs,
    }


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


def _read(typed: TypedHand, text: str, where: str) -> Holding:
    """The holding, or `UNREAD` with its faults kept."""
    try:
        holding, said = parse_holding(text, typed.lang, typed.variant)
    except GinscoreError as error:
        typed.faults += [one._replace(where=where) for one in error.faults]
        return UNREAD
    typed.warnings += [one._replace(where=where) for one in said]
    return holding


def _lay_offs(
    typed: TypedHand, seats: Sequence[int], kept: ActiveHand | None
) -> tuple[str | None, ...] | None:
    """The declared lay-offs in canonical notation, one text a defender; None if nobody declared."""
    given = typed.options.get("lay_offs")
    if not given and given != "":
        return kept.entry.lay_offs if kept else None
    # Texts beyond the last defender are left to the judge.
    texts = several(given)
    texts += [None] * (len(seats) - 1 - len(texts))
    read = [_read_lay_offs(typed, text) for text in texts]
    known = tuple(None if one is None else format_lay_offs(one) for one in read)
    return known if any(one is not None for one in known) else None


def _read_lay_offs(typed: TypedHand, text: str | None) -> tuple[LayOff, ...] | None:
    if text is None:
        return None
    read = typed.attempt(lambda: parse_lay_offs_noted(text, typed.lang))
    if read is None:
        return None
    lay_offs, warnings = read
    typed.warnings.extend(warnings)
    return lay_offs
