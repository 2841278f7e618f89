"""Disputes over a settled hand: what somebody claims, what the lay-offs changed."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from ginscore.cards.cards import NAMES
from ginscore.errors import N_, CardText, GinscoreError, Message, Term, refuse, refuse_all
from ginscore.hand.facts import DefenderFacts, Kind, KnockerFacts, Outcome, hand_size
from ginscore.hand.judging import decide
from ginscore.hand.prices import price
from ginscore.hand.settlements import Claim, DefenderSide, KnockerSide, LaidOff, Settlement
from ginscore.rules.variants import Variant

# Claims


KEYS: Final = ("kind", "winner", "points", "knocker.deadwood", "defender.deadwood")
KINDS: Final = ("knock", "gin", "big_gin", "undercut", "dead")
_NOBODY: Final = ("nobody", "none", "null")

_Input = TypeVar("_Input")
_Answer = TypeVar("_Answer")


class ClaimText(NamedTuple):
    """A claim as given: `side` is whose deadwood it is about; a number is kept as text."""

    text: str
    about: Literal["kind", "winner", "points", "deadwood"]
    value: str
    side: str = ""


def parse_claims(texts: Iterable[str]) -> tuple[ClaimText, ...]:
    """Several claims, as `parse_claim`.

    Raises:
        GinscoreError: `bad-claim` for every text that is not a claim.
    """
    return _each(parse_claim, texts)


def _each(step: Callable[[_Input], _Answer], inputs: Iterable[_Input]) -> tuple[_Answer, ...]:
    """`step` of each input, or the faults of all that it refuses."""
    answers: list[_Answer] = []
    faults: list[Message] = []
    for item in inputs:
        try:
            answers.append(step(item))
        except GinscoreError as error:
            faults.extend(error.faults)
    refuse_all(faults)
    return tuple(answers)


def parse_claim(text: str) -> ClaimText:
    """`points=22`, `kind=gin`, `winner=Ann` or `knocker.deadwood=3` as a claim.

    Raises:
        GinscoreError: `bad-claim` with what is allowed.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    match key:
        case "kind":
            kind = value.lower().replace("-", "_").replace(" ", "_").replace("biggin", "big_gin")
            if kind in KINDS:
                return ClaimText(text, "kind", kind)
            raise _bad_claim(text, KINDS)
        case "winner" if value:
            return ClaimText(text, "winner", value)
        case "winner":
            raise _bad_claim(text, ("NAME",))
        case "points" if _is_number(value):
            return ClaimText(text, "points", value)
    # A name may hold an equals sign.
    key, equals, value = (part.strip() for part in text.rpartition("="))
    if key.endswith(".deadwood") and _is_number(value):
        return ClaimText(text, "deadwood", value, key.removesuffix(".deadwood"))
    raise _bad_claim(text, (Term("NUMBER"),) if equals and key in KEYS else KEYS)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def _bad_claim(text: str, allowed: Sequence[str]) -> GinscoreError:
    return refuse(
        "bad-claim",
        N_("“{claim}” is not read as a claim; allowed: {allowed}"),
        hint=N_("such as points=12 or winner=knocker"),
        where="claim",
        claim=text[:60],
        allowed=tuple(allowed),
    )


def check_claims(settlement: Settlement, claims: Sequence[ClaimText]) -> tuple[Claim, ...]:
    """Uphold or reject each claim, with the reason.

    Raises:
        GinscoreError: `bad-claim` for every side that the hand does not have.
    """
    return _each(lambda claim: _check(settlement, claim), claims)


def refuse_claims(error: GinscoreError, claims: Sequence[ClaimText]) -> GinscoreError:
    """The refusal of a hand that was claimed to be gin and is not: told as a false call."""
    if not any(claim.about == "kind" and claim.value in ("gin", "big_gin") for claim in claims):
        return error
    first, *others = (
        message._replace(template=_FALSE_GIN, hint=_FALSE_GIN_HINT)
        if message.code == "knock-over-limit"
        else message
        for message in error.faults
    )
    return GinscoreError(first, *others)


_FALSE_GIN: Final = N_("deadwood {points} is not gin, and too much for a knock; allowed: {limit}")
_FALSE_GIN_HINT: Final = N_("`ginscore explain false-gin` says what to do")


def _check(settlement: Settlement, claim: ClaimText) -> Claim:
    match claim.about:
        case "kind":
            upheld = claim.value == settlement.kind
            why = _why_kind(settlement, claim.value)
        case "winner":
            upheld = _named(settlement, claim) == settlement.winner
            why = _why_winner(settlement)
        case "points":
            upheld = int(claim.value) == settlement.points
            why = _why_points(settlement, int(claim.value))
        case _:
            side = _side(settlement, claim)
            upheld = int(claim.value) == side.deadwood
            why = _why_deadwood(side, int(claim.value))
    return Claim(claim=claim.text, upheld=upheld, why=why)


def _say(template: str, /, **fields: object) -> Message:
    return Message("claim", template, fields)


def _roles(settlement: Settlement) -> dict[str, int]:
    """Every way to call a side → its seat; a name wins over a role."""
    names = list(settlement.scores)
    roles = {f"defender{seat}": seat for seat in range(1, len(names))}
    roles |= {"knocker": 0, **({"defender": 1} if len(names) == 2 else {})}
    return roles | {name.casefold(): seat for seat, name in enumerate(names)}


def _seat(settlement: Settlement, claim: ClaimText, name: str) -> int:
    roles = _roles(settlement)
    if name.casefold() not in roles:
        raise _bad_claim(claim.text, tuple(settlement.scores))
    return roles[name.casefold()]


def _named(settlement: Settlement, claim: ClaimText) -> str | None:
    """The side that a claim says has won, None for nobody."""
    name = claim.value
    if name.casefold() in _NOBODY and name.casefold() not in _roles(settlement):
        return None
    return list(settlement.scores)[_seat(settlement, claim, name)]


def _side(settlement: Settlement, claim: ClaimText) -> KnockerSide | DefenderSide:
    seat = _seat(settlement, claim, claim.side)
    if settlement.knocker is None:
        # In a dead hand nobody's deadwood is counted.
        raise _bad_claim(claim.text, KEYS[:3])
    return settlement.defenders[seat - 1] if seat else settlement.knocker


def _why_points(settlement: Settlement, claimed: int) -> Message:
    fields = {"sum": _sum(settlement), "points": settlement.points, "claimed": claimed}
    if len(settlement.items) == 1 and " " not in settlement.items[0].why:
        # One rule alone gives the points, without any arithmetic.
        template = N_("{rule} {points}") if claimed == settlement.points else _ONE_RULE
        return _say(template, rule=Term(settlement.items[0].rule), **fields)
    if claimed == settlement.points:
        return _say(N_("{sum} = {points}"), **fields)
    knocker = settlement.knocker
    for side in settlement.defenders:
        # 25 − 3 where two cards were laid off.
        if knocker and side.lay_offs and side.before_lay_offs - knocker.deadwood == claimed:
            fields |= {"before": side.before_lay_offs, "knocker": knocker.deadwood}
            template = N_("{sum} = {points}; {before} − {knocker} = {claimed} forgets the lay-offs")
            return _say(template, **fields)
    return _say(N_("{sum} = {points}, not {claimed}"), **fields)


_ONE_RULE: Final = N_("{rule} {points}, and nothing else; not {claimed}")


def _sum(settlement: Settlement) -> str:
    """The arithmetic of all items: `(10 − 2) + 25`."""
    terms = [item.why for item in settlement.items]
    if len(terms) == 1:
        return terms[0]
    return " + ".join(f"({term})" if " " in term else term for term in terms) or "0"


def _why_deadwood(side: KnockerSide | DefenderSide, claimed: int) -> Message:
    fields: dict[str, object] = {
        "cards": CardText(" ".join(side.deadwood_cards)),
        "deadwood": side.deadwood,
        "claimed": claimed,
    }
    known = bool(side.deadwood_cards)
    if claimed == side.deadwood:
        return _say(N_("{cards} = {deadwood}") if known else N_("deadwood {deadwood}"), **fields)
    if isinstance(side, DefenderSide) and side.lay_offs and claimed == side.before_lay_offs:
        laid = CardText(" ".join(lay_off.card for lay_off in side.lay_offs))
        return _say(
            N_("{deadwood} is left: {claimed} forgets that {laid} can be laid off"),
            laid=laid,
            **fields,
        )
    if known:
        return _say(N_("{cards} = {deadwood}, not {claimed}"), **fields)
    return _say(N_("deadwood {deadwood}, not {claimed}"), **fields)


def _why_winner(settlement: Settlement) -> Message:
    reason = _why_kind(settlement, settlement.kind or "")
    if settlement.winner is None:
        return _say(N_("{reason}; nobody wins the hand"), reason=reason)
    # A role is translated, a name is not.
    named = settlement.knocker and settlement.knocker.name
    winner = settlement.winner if named else Term(settlement.winner)
    return _say(N_("{reason}; winner: {winner}"), reason=reason, winner=winner)


def _why_kind(settlement: Settlement, claimed: str) -> Message:
    """Why the hand is of its kind and, if that differs, not of the claimed one."""
    if settlement.knocker is None:
        return _say(N_("nobody went out: a dead hand"))
    knocker = settlement.knocker.deadwood
    defender = min(side.deadwood for side in settlement.defenders)
    if knocker == 0:
        template = _why_gin(settlement.kind or "", claimed, won=settlement.winner is not None)
    elif claimed in ("gin", "big_gin"):
        template = N_("{knocker} > 0: not gin")
    else:
        template = _why_knock(settlement.kind or "", claimed, tied=knocker == defender)
    return _say(template, knocker=knocker, defender=defender, variant=settlement.variant)


def _why_gin(kind: str, claimed: str, *, won: bool) -> str:
    match kind, claimed:
        case _, "knock":
            return N_("deadwood {knocker} is gin, whatever was called")
        case _, "undercut":
            return N_("deadwood {knocker}: gin is never undercut")
        case _ if not won:
            return N_("deadwood {knocker} against {defender}: gin, which is cancelled")
        case "gin", "big_gin":
            return N_("gin: big gin takes one card more, and rules that play it ({variant})")
        case "gin", _:
            return N_("deadwood {knocker}: gin")
    return N_("deadwood {knocker} with one card more: big gin")


def _why_knock(kind: str, claimed: str, *, tied: bool) -> str:
    if kind == "undercut":
        return N_("{defender} ≤ {knocker}: an undercut")
    if tied:
        return N_("{defender} = {knocker}: a tie, which {variant} does not count as an undercut")
    if claimed == "undercut":
        return N_("{defender} > {knocker}: not an undercut")
    return N_("{defender} > {knocker}: a knock")


# What the lay-offs changed


class WithoutLayOffs(NamedTuple):
    """The hand as it would have been without any lay-off."""

    kind: Kind
    winner: str | None
    points: int


def difference_made(settlement: Settlement, variant: Variant) -> WithoutLayOffs | None:
    """What the lay-offs changed, or None where nothing was laid off."""
    knocker = settlement.knocker
    if knocker is None or not any(side.lay_offs for side in settlement.defenders):
        return None
    before = [side.before_lay_offs for side in settlement.defenders]
    # A big gin that the lay-offs cancelled is known by its extra card.
    spread_cards = sum(map(len, knocker.melds))
    size = hand_size(variant, 1 + len(before))
    big = settlement.kind == "big_gin" or (size is not None and spread_cards > size)
    kind, winner = decide(knocker.deadwood, before, big, variant)
    upcard = None if settlement.upcard is None else 1 << NAMES.index(settlement.upcard)
    defenders = tuple(DefenderFacts(points, points, points, "count") for points in before)
    spread = KnockerFacts(knocker.deadwood, knocker.basis)
    worth = price(Outcome(kind, winner, spread, defenders, upcard, None), variant)
    sides = tuple(settlement.scores)
    return WithoutLayOffs(kind, None if winner is None else sides[winner], worth.points)


# What other tables see otherwise


_MOST_TOPICS: Final = 2


def disputed_topics(settlement: Settlement, variant: Variant) -> tuple[str, ...]:
    """The topics of `explain` that bear on this hand because tables differ on them; two at most."""
    knocker = settlement.knocker
    if knocker is None:
        return ()
    lowest = min(side.deadwood for side in settlement.defenders)
    before = min(side.before_lay_offs for side in settlement.defenders)
    laid_off = any(side.lay_offs for side in settlement.defenders)
    found = {
        "tie": 0 < knocker.deadwood == lowest,
        "gin-undercut": knocker.deadwood == lowest == 0 and settlement.winner is not None,
        "undercut-before-lay-offs": settlement.kind == "undercut" and before > knocker.deadwood,
        "layoff_on_gin": knocker.deadwood == 0 and laid_off,
        "layoff_chain": any(
            _goes_on(each) for side in settlement.defenders for each in side.lay_offs
        ),
        "big_gin_bonus": settlement.kind == "big_gin",
        "spade_doubles": any(item.rule == "spade_doubles" for item in settlement.items),
        "ace_runs": variant.ace_runs != "low" and any(map(_has_high_ace, knocker.melds)),
    }
    return tuple(topic for topic, bears in found.items() if bears)[:_MOST_TOPICS]


def _goes_on(lay_off: LaidOff) -> bool:
    """Whether a card was laid off on a run beside another that was, not beside one of the run."""
    place, run = NAMES.index(lay_off.card), {NAMES.index(card) for card in lay_off.on}
    is_run = len({card[-1] for card in lay_off.on}) == 1
    return is_run and not run & {place - 1, place + 1, place - 12, place + 12}


def _has_high_ace(meld: Sequence[str]) -> bool:
    ranks = {card[0] for card in meld}
    return {"A", "K"} <= ranks
