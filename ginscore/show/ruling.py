"""Rulings as plain text: what settles an argument, on one screen."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.cards.cards import NAMES
from ginscore.cards.melds import count_points
from ginscore.errors import N_, Message, Term
from ginscore.hand.disputes import WithoutLayOffs, difference_made, disputed_topics
from ginscore.rules.overrides import changed_switches
from ginscore.show.layout import Style, columns, fold, pad, pad_left, width
from ginscore.show.texts import HINT, Texts

if TYPE_CHECKING:
    from ginscore.hand.settlements import Claim, DefenderSide, KnockerSide, LaidOff, Settlement
    from ginscore.rules.variants import Variant


BETWEEN_MELDS: Final = " · "


class SideView(NamedTuple):
    """One side of a ruling: its heading, and rows of a label and a text; a label may repeat."""

    heading: str
    rows: tuple[tuple[str, str], ...]


class RulingView(NamedTuple):
    """All there is to say of a ruling, in order; text and the report draw from it.

    Each item is a rule, the arithmetic and the points; each claim is answered with a sentence, and
    with whether it is upheld.
    """

    rules: str
    sides: tuple[SideView, ...]
    items: tuple[tuple[str, str, str], ...]
    result: str
    reasons: tuple[str, ...]
    claims: tuple[tuple[str, bool], ...]
    warnings: tuple[Message, ...]


def view_ruling(settlement: "Settlement", variant: "Variant", texts: Texts) -> RulingView:
    """What a ruling says; `variant` are the rules it was judged by."""
    upcard, limit = settlement.upcard, settlement.knock_limit
    return RulingView(
        show_rule_line(variant, texts, upcard, limit),
        tuple(_sides(settlement, variant, texts)),
        tuple(_items(settlement, texts)),
        _result(settlement, variant, texts),
        tuple(_reasons(settlement, variant, texts)),
        tuple((_claim(claim, texts), claim.upheld) for claim in settlement.claims),
        tuple(settlement.warnings),
    )


def show_settlement(
    settlement: "Settlement", variant: "Variant", texts: Texts, style: Style
) -> str:
    """A ruling as text; `variant` are the rules it was judged by."""
    view = view_ruling(settlement, variant, texts)
    paragraphs = [
        [fold(view.rules, style.columns)],
        [line for side in view.sides for line in _side_lines(side, style)],
        [texts(N_("Score")), *_item_lines(view.items)] if view.items else [],
        [
            style.bold(fold(view.result, style.columns)),
            *(fold(reason, style.columns) for reason in view.reasons),
        ],
        [
            (style.good if is_upheld else style.bad)(fold(claim, style.columns))
            for claim, is_upheld in view.claims
        ],
        [line for message in view.warnings for line in show_warning(message, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _side_lines(side: SideView, style: Style) -> Iterator[str]:
    yield side.heading
    yield from columns(side.rows, style.columns)


def _item_lines(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    widths = [max(width(row[at]) for row in rows) for at in range(3)]
    for label, why, points in rows:
        yield (
            f"  {pad(label, widths[0])}  {pad_left(why, widths[1])}  {pad_left(points, widths[2])}"
        )


def show_rule_line(
    variant: "Variant", texts: Texts, upcard: str | None = None, limit: int | None = None
) -> str:
    """The first line of a ruling: which rules, which upcard, the knock limit in points.

    Rules named after a preset are followed by the switches that differ from it.
    """
    line = texts(N_("Rules: {variant}"), variant=variant.name)
    changed = changed_switches(variant)
    if changed:
        line = texts(N_("{rules} with {changed}"), rules=line, changed=", ".join(changed))
    if upcard:
        line = texts(N_("{rules}; upcard {upcard}"), rules=line, upcard=texts.cards(upcard))
    if limit == 0:
        return texts(N_("{rules}; gin only"), rules=line)
    if limit is not None:
        return texts(N_("{rules}; knock with {limit} or less"), rules=line, limit=limit)
    return line


def show_warning(message: Message, texts: Texts, style: Style) -> Iterator[str]:
    """A warning and its hint."""
    yield style.caution(fold(texts.warning(message), style.columns))
    if message.hint:
        yield fold(texts(HINT, hint=texts.hint(message)), style.columns)


# The two sides


def _sides(settlement: "Settlement", variant: "Variant", texts: Texts) -> Iterator[SideView]:
    """The knocker's side and each defender's: melds, lay-offs, deadwood with its sum."""
    if settlement.knocker is None:
        return
    heading = _heading(settlement.knocker.name, "knocker", texts)
    yield SideView(heading, tuple(_knocker_rows(settlement.knocker, variant, texts)))
    several = len(settlement.defenders) > 1
    for number, side in enumerate(settlement.defenders, 1):
        heading = _heading(side.name, f"defender{number}" if several else "defender", texts)
        yield SideView(heading, tuple(_defender_rows(side, variant, texts)))


def _heading(name: str | None, role: str, texts: Texts) -> str:
    role = texts.term(role)
    return texts(N_("{name} ({role})"), name=name, role=role) if name else capital(role)


def _knocker_rows(
    side: "KnockerSide", variant: "Variant", texts: Texts
) -> Iterator[tuple[str, str]]:
    if side.melds:
        yield texts(N_("melds")), show_melds(side.melds, texts)
    yield texts(N_("deadwood")), _deadwood(side, variant, texts)


def _defender_rows(
    side: "DefenderSide", variant: "Variant", texts: Texts
) -> Iterator[tuple[str, str]]:
    if side.melds:
        yield texts(N_("melds")), show_melds(side.melds, texts)
    for text in _laid_off(side.lay_offs, texts):
        yield texts(N_("laid off")), text
    found = _deadwood(side, variant, texts)
    if side.before_lay_offs != side.deadwood:
        before = side.before_lay_offs
        found = texts(N_("{deadwood} (before lay-offs {before})"), deadwood=found, before=before)
    yield texts(N_("deadwood")), found


def show_melds(melds: Sequence[Sequence[str]], texts: Texts) -> str:
    """Melds side by side: `7♠ 7♥ 7♦ · 4♣ 5♣ 6♣`."""
    return BETWEEN_MELDS.join(texts.cards(" ".join(meld)) for meld in melds)


def _laid_off(lay_offs: "Sequence[LaidOff]", texts: Texts) -> Iterator[str]:
    """What was laid off on each meld, in order."""
    for meld in dict.fromkeys(lay_off.meld for lay_off in lay_offs):
        there = [lay_off for lay_off in lay_offs if lay_off.meld == meld]
        cards = texts.cards(" ".join(lay_off.card for lay_off in there))
        on = texts.cards(" ".join(there[0].on))
        yield texts(N_("{cards} on meld {number}, {meld}"), cards=cards, number=meld, meld=on)


def _deadwood(side: "KnockerSide | DefenderSide", variant: "Variant", texts: Texts) -> str:
    """The deadwood cards with their sum, or the points as they were given."""
    if side.deadwood_cards:
        return show_sum(side.deadwood_cards, variant, texts)
    if side.basis == "count":
        return texts(N_("{points}, as counted"), points=_added(side.terms or (side.deadwood,)))
    if side.deadwood:
        return texts(N_("{points}, as told"), points=side.deadwood)
    return "0"


def show_sum(cards: Sequence[str], variant: "Variant", texts: Texts) -> str:
    """Deadwood cards and their points: `Q♠ 5♦: 10 + 5 = 15`."""
    points = [count_points(1 << NAMES.index(card), variant) for card in cards]
    return texts(N_("{cards}: {total}"), cards=texts.cards(" ".join(cards)), total=_added(points))


def _added(points: Sequence[int]) -> str:
    """Numbers and their sum: `10 + 5 = 15`; a single one as it is."""
    terms = " + ".join(map(str, points))
    return f"{terms} = {sum(points)}" if len(points) > 1 else terms


# The score


def _items(settlement: "Settlement", texts: Texts) -> Iterator[tuple[str, str, str]]:
    """Each item as its rule, the arithmetic and the points."""
    several = len({item.to for item in settlement.items}) > 1
    for item in settlement.items:
        label = texts.term(item.rule)
        if several:
            label = texts(N_("{side}: {rule}"), side=side_name(item.to, texts), rule=label)
        yield label, item.why, str(item.points)


def side_name(side: str, texts: Texts) -> str:
    """A side in running text: a player's name, or his role."""
    if side == "knocker" and isinstance(side, Term):
        return texts(N_("the knocker"))
    if side == "defender" and isinstance(side, Term):
        return texts(N_("the defender"))
    return str(texts.field(side))


def _result(settlement: "Settlement", variant: "Variant", texts: Texts) -> str:
    """The result: `Undercut: the defender scores 33 = 8 + 25; 1 box.` and the like."""
    kind = capital(texts.term(settlement.kind or "hand"))
    return texts(N_("{kind}: {verdict}."), kind=kind, verdict=_verdict(settlement, variant, texts))


def _verdict(settlement: "Settlement", variant: "Variant", texts: Texts) -> str:
    """Who scores what, as a clause; boxes where they are worth something."""
    if settlement.winner is None:
        return _nobody(settlement, texts)
    # Under penalty scoring nobody gets a box, otherwise every winner does.
    if not settlement.boxes:
        scores = ", ".join(_score(side, n, texts) for side, n in settlement.scores.items())
        return texts(N_("penalty points, to be paid: {scores}"), scores=scores)
    winner, points = side_name(settlement.winner, texts), show_points(settlement)
    if not variant.box_bonus:
        return texts(N_("{winner} scores {points}"), winner=winner, points=points)
    boxes = texts.plural("{count} box", "{count} boxes", settlement.boxes)
    return texts(N_("{winner} scores {points}; {boxes}"), winner=winner, points=points, boxes=boxes)


def show_points(settlement: "Settlement") -> str:
    """The points and how they add up: `33 = 8 + 25`, `12 = 15 − 3`."""
    points = settlement.points
    terms = [str(item.points) for item in settlement.items]
    if len(terms) == 1:
        terms = [settlement.items[0].why]
    found = " + ".join(terms)
    return f"{points} = {found}" if found not in ("", str(points)) else str(points)


def _score(side: str, points: int, texts: Texts) -> str:
    return texts(N_("{side} {points}"), side=side_name(side, texts), points=points)


def _nobody(settlement: "Settlement", texts: Texts) -> str:
    """Why nobody scores: the stock ran out, a tie, or a gin that was cancelled."""
    if settlement.kind == "gin":
        return texts(N_("the defender is down to 0, which cancels it; nobody scores"))
    if settlement.kind == "knock":
        return texts(N_("both have the same; nobody scores"))
    return texts(N_("nobody scores"))


def _reasons(settlement: "Settlement", variant: "Variant", texts: Texts) -> Iterator[str]:
    """What decided the hand: a tie, the lay-offs; and what other tables see otherwise."""
    knocker = settlement.knocker
    if knocker is None:
        return
    topics = disputed_topics(settlement, variant)
    if "tie" in topics:
        yield texts(_TIES[variant.tie], points=knocker.deadwood)
    yield from _without_lay_offs(difference_made(settlement, variant), variant, texts)
    if settlement.boxes and variant.box_bonus and variant.box_timing == "at_once":
        yield texts.plural(
            "The box counts at once: {points} more.",
            "The {count} boxes count at once: {points} more.",
            settlement.boxes,
            points=settlement.boxes * variant.box_bonus,
        )
    if topics:
        commands = ", ".join(f"ginscore explain {topic}" for topic in topics)
        yield texts(N_("Other tables may see it otherwise: {commands}"), commands=commands)


# What a tie is under each value of the switch.
_TIES: Final = {
    "undercut": N_("{points} = {points}: an undercut (tie undercut)."),
    "knocker": N_("{points} = {points}: the knocker wins the hand for 0 (tie knocker)."),
    "no_score": N_("{points} = {points}: nobody scores (tie no_score)."),
}


def _without_lay_offs(
    without: "WithoutLayOffs | None", variant: "Variant", texts: Texts
) -> Iterator[str]:
    """What the hand would have been worth if nothing had been laid off."""
    if without and without.winner and variant.scoring == "winner":
        yield texts(
            N_("Without the lay-offs: {kind}, {winner} scores {points}."),
            kind=texts.term(without.kind),
            winner=side_name(without.winner, texts),
            points=without.points,
        )


def _claim(claim: "Claim", texts: Texts) -> str:
    if claim.upheld:
        return texts(N_("claim {claim}: upheld"), claim=claim.claim)
    why = texts.message(claim.why)
    return texts(N_("claim {claim}: rejected, {why}"), claim=claim.claim, why=why)


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]
