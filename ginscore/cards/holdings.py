"""The holding notation: what a player was seen to hold, as text and as a value."""

import re
from typing import Literal, NamedTuple

from ginscore.cards.cards import format_cards
from ginscore.cards.melds import MeldRules
from ginscore.cards.notation import parse_cards
from ginscore.errors import N_, Message, refuse


class Holding(NamedTuple):
    """One player's cards as they are known.

    `cards` are all known cards, `melds` the declared ones (masks), `loose` the others. `points`
    is the count, or what follows declared melds. `repeated` are cards written more than once; then
    `sizes` has the cards as written in each meld and, last, outside.
    """

    form: Literal["cards", "melds", "loose", "count"]
    cards: int = 0
    melds: tuple[int, ...] = ()
    loose: int = 0
    points: int | None = None
    call: Literal["gin", "big_gin"] | None = None
    repeated: int = 0
    sizes: tuple[int, ...] = ()


def parse_holding(
    text: str,
    lang: str,
    rules: MeldRules,  # noqa: ARG001 - read in a later step
) -> tuple[Holding, tuple[Message, ...]]:
    """The holding that `text` says, and the warnings of the reading.

    Raises:
        GinscoreError: `bad-holding`, `bad-card`.
    """
    bare = text.strip().lower()
    if bare in ("gin", "biggin"):
        return Holding("count", points=0, call="gin" if bare == "gin" else "big_gin"), ()
    if re.fullmatch("=?[0-9]{1,4}", bare):
        return Holding("count", points=int(bare.strip("="))), ()
    if not bare or re.fullmatch(r"=?[-0-9.]+", bare):
        raise refuse("bad-holding", N_("“{text}” is no holding"), text=text)
    if bare.endswith("..."):
        loose = parse_cards(text.strip()[:-3], lang)
        return Holding("loose", loose, loose=loose), ()
    melds = tuple(parse_cards(meld, lang) for meld in re.findall(r"\[([^]]*)\]", text))
    rest, _, points = re.sub(r"\[[^]]*\]", " ", text).partition("=")
    loose = parse_cards(rest, lang)
    cards = loose | sum(melds)
    form: Literal["cards", "melds"] = "melds" if melds else "cards"
    return Holding(form, cards, melds, loose, int(points) if points else None), ()


def check_points(holding: Holding, missing: int, rules: MeldRules) -> list[Message]:  # noqa: ARG001 - read in a later step
    """The fault if `holding.points` is impossible for `missing` cards."""
    return []


def format_holding(holding: Holding, rules: MeldRules) -> str:  # noqa: ARG001 - read in a later step
    """Canonical English text of a holding, its arrangement kept; never begins with `=`."""
    if holding.form == "count":
        return {None: str(holding.points), "gin": "gin", "big_gin": "biggin"}[holding.call]
    if holding.form == "loose":
        return f"{format_cards(holding.loose)} ..."
    parts = [f"[{format_cards(meld)}]" for meld in holding.melds]
    if holding.loose:
        parts.append(format_cards(holding.loose))
    if holding.points is not None:
        parts.append(f"={holding.points}")
    return " ".join(parts)
