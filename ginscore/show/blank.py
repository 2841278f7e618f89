"""An empty sheet to fill in by pen: its columns, and what stands under the double line."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ginscore.errors import N_
from ginscore.rules.variants import Variant
from ginscore.show.paper import ITEMS, Group, show_column
from ginscore.show.text import show_rule_line
from ginscore.show.texts import Texts

# As many lines as a page of A4 or Letter has room for, those of the account among them.
_LINES: Final = 26


class Blank(NamedTuple):
    """An empty sheet: `facts` are the rules to remember, `open` what is to be written in."""

    facts: tuple[str, ...]
    open: tuple[str, ...]
    groups: tuple[Group, ...]
    hands: range
    account: tuple[str, ...]


def lay_out_blank(rules: Variant, players: Sequence[str], texts: Texts) -> Blank:
    """The empty sheet of one game, in Hollywood of all columns, under `rules`."""
    facts = show_rule_line(rules, texts, None, _limit(rules))
    account = tuple(_account(rules, texts))
    return Blank(
        (facts, *_bonuses(rules, texts)),
        tuple(_open(rules, texts)),
        tuple(_groups(rules, _sides(rules, players), texts)),
        range(1, _LINES - len(account) + 1),
        account,
    )


def _limit(rules: Variant) -> int | None:
    return rules.knock_limit if isinstance(rules.knock_limit, int) else None


def _sides(rules: Variant, players: Sequence[str]) -> list[str]:
    """The names at the heads; an open one is empty."""
    names = [*players] or [""] * max(rules.players)
    if rules.teams:
        return [" + ".join(filter(None, names[first::2])) for first in (0, 1)]
    return names


def _groups(rules: Variant, sides: Sequence[str], texts: Texts) -> Iterator[Group]:
    if rules.columns == 1:
        for name in sides:
            yield Group(name, (texts(N_("points")), texts(N_("total"))))
        return
    for number, factor in enumerate(rules.column_factors[: rules.columns], 1):
        yield Group(show_column(number, factor, texts), tuple(sides))


def _bonuses(rules: Variant, texts: Texts) -> Iterator[str]:
    """The numbers that a player looks up while he writes."""
    if isinstance(rules.target, int):
        yield texts(N_("target {points}"), points=rules.target)
    if rules.knock_limit == "upcard":
        yield texts(N_("knock limit by the upcard"))
    for switch in ("gin_bonus", "big_gin_bonus", "undercut_bonus"):
        points = getattr(rules, switch)
        if points:
            yield texts(N_("{rule} {points}"), rule=texts.term(switch), points=points)
    if rules.spade_doubles != "no":
        yield texts(N_("spades double"))


def _open(rules: Variant, texts: Texts) -> Iterator[str]:
    yield texts(N_("Date"))
    if rules.match_games > 1:
        yield texts(N_("Game of {number}"), number=rules.match_games)
    yield texts(N_("Winner"))
    yield texts(N_("by"))


def _account(rules: Variant, texts: Texts) -> Iterator[str]:
    """The items that these rules have, each with its number."""
    if rules.scoring == "penalty":
        return
    yield texts(ITEMS["points"])
    if rules.target is not None and rules.game_bonus:
        yield _priced(texts(ITEMS["game_bonus"]), rules.game_bonus, texts)
    if rules.box_bonus and rules.box_timing == "end":
        template = N_("boxes, each {points}")
        yield texts(template, points=rules.box_bonus)
    if rules.target is not None and rules.shutout == "flat":
        yield _priced(texts(ITEMS["shutout"]), rules.shutout_bonus, texts)
    elif rules.target is not None and rules.shutout != "none":
        yield texts(ITEMS["shutout"])
    yield texts(N_("total"))


def _priced(label: str, points: int, texts: Texts) -> str:
    return texts(N_("{label} {points}"), label=label, points=points)
