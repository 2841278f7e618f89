"""An empty sheet to fill in by pen, for one game: it fills a page of A4 or Letter."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ginscore.errors import N_
from ginscore.rules.variants import Variant
from ginscore.show.html import render
from ginscore.show.ruling import show_rule_line
from ginscore.show.texts import Texts
from ginscore.show.view import ITEMS, Group, show_column

# The lines of a page, including the account; the hands are a multiple of five.
_LINES: Final = 31
# The squares to tick for the boxes of one side.
_TALLY: Final = 10

_WORDS: Final = {
    "hand": N_("Hand"),
    "dealer": N_("Dealer"),
    "kind": N_("Kind"),
    "boxes": N_("boxes"),
}
# Where not all play: who does not, or who plays for the crew.
_IDLE: Final = {"loser_out": N_("Sits out"), "captain": N_("Captain")}


class Blank(NamedTuple):
    """An empty sheet.

    `facts` are the rules to remember, `open` the blanks to fill in above the table, each with what
    stands behind it; `idle` heads the column for who sits out, or for the captain, if any; `names`
    says how many names are to be written in the head of each group, none where heads are given;
    `tally` squares are for the boxes of a side, over `spread` cells.
    """

    facts: tuple[str, ...]
    open: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    idle: str
    names: tuple[int, ...]
    hands: range
    tally: range
    spread: int
    account: tuple[str, ...]
    legend: tuple[str, ...]


def format_blank(variant: Variant, texts: Texts, players: Sequence[str] = ()) -> str:
    """An empty sheet for one game (in Hollywood, of all columns) under `variant`.

    Without `players` the names are left open.
    """
    texts = texts.with_symbols()
    title = texts(N_("Gin Rummy score sheet"))
    sheet = lay_out_blank(variant, players, texts)
    return render("blank.html.j2", texts, words=_WORDS, title=title, sheet=sheet)


def lay_out_blank(rules: Variant, players: Sequence[str], texts: Texts) -> Blank:
    """What stands on the empty sheet."""
    account = tuple(_account(rules, texts))
    boxes = rules.box_bonus > 0 and rules.scoring == "winner"
    # The names of a crew take two lines.
    head = 2 if rules.rotation == "captain" else 0
    hands = (_LINES - len(account) - boxes - head) // 5 * 5
    limit = rules.knock_limit if isinstance(rules.knock_limit, int) else None
    return Blank(
        (show_rule_line(rules, texts, None, limit), *_bonuses(rules, texts)),
        tuple(_open(rules, texts)),
        tuple(_groups(rules, _sides(rules, players), texts)),
        texts(_IDLE[rules.rotation]) if rules.rotation in _IDLE else "",
        () if players or rules.columns > 1 else tuple(_names(rules)),
        range(1, hands + 1),
        range(_TALLY if boxes else 0),
        1 if rules.columns > 1 else 2,
        account,
        tuple(_legend(rules, texts)),
    )


def _sides(rules: Variant, players: Sequence[str]) -> list[str]:
    """The names of the sides, empty where they are left open."""
    names = [*players] or [""] * max(rules.players)
    if rules.rotation == "captain":
        return [names[0], " + ".join(filter(None, names[1:]))]
    if rules.teams:
        return [" + ".join(filter(None, names[first::2])) for first in (0, 1)]
    return names


def _names(rules: Variant) -> Iterator[int]:
    """How many players stand in each column."""
    seats = max(rules.players)
    if rules.rotation == "captain":
        yield from (1, seats - 1)
    elif rules.teams:
        yield from (2, 2)
    else:
        yield from (1,) * seats


def _groups(rules: Variant, sides: Sequence[str], texts: Texts) -> Iterator[Group]:
    if rules.columns == 1:
        points = texts(N_("points") if len(sides) == 2 else N_("pts"))
        for name in sides:
            yield Group(name, (points, texts(N_("total"))))
        return
    for number, factor in enumerate(rules.column_factors[: rules.columns], 1):
        yield Group(show_column(number, factor, texts), tuple(sides))


def _bonuses(rules: Variant, texts: Texts) -> Iterator[str]:
    """The numbers to look up while keeping score."""
    if isinstance(rules.target, int):
        yield texts(N_("target {points}"), points=rules.target)
    if rules.knock_limit == "upcard":
        yield texts(N_("knock limit by the upcard"))
    for switch in ("gin_bonus", "big_gin_bonus", "undercut_bonus"):
        points = getattr(rules, switch)
        if points:
            yield texts(N_("{rule} {points}"), rule=texts.term(switch), points=points)
    if rules.settlement == "pairwise" and rules.shutout == "flat":
        yield _priced(texts(ITEMS["shutout"]), rules.shutout_bonus, texts)
    if rules.spade_doubles != "no":
        yield texts(N_("spades double"))


def _open(rules: Variant, texts: Texts) -> Iterator[tuple[str, str]]:
    yield texts(N_("Date")), ""
    if rules.match_games > 1:
        yield texts(N_("Game")), texts(N_("of {number}"), number=rules.match_games)
    yield texts(N_("Winner")), ""
    if rules.scoring == "winner":
        yield texts(N_("wins by")), texts(N_("points"))


def _account(rules: Variant, texts: Texts) -> Iterator[str]:
    """The items of an account under these rules, with their points where they are fixed."""
    if rules.scoring == "penalty":
        return
    yield texts(ITEMS["points"])
    if rules.target is not None and rules.game_bonus:
        yield _priced(texts(ITEMS["game_bonus"]), rules.game_bonus, texts)
    if rules.box_bonus and rules.box_timing == "end":
        template = N_("boxes, each {points}")
        yield texts(template, points=rules.box_bonus)
    is_pairwise = rules.settlement == "pairwise"
    if rules.target is not None and rules.shutout == "flat" and not is_pairwise:
        yield _priced(texts(ITEMS["shutout"]), rules.shutout_bonus, texts)
    elif rules.target is not None and rules.shutout != "none" and not is_pairwise:
        yield texts(ITEMS["shutout"])
    yield texts(N_("total"))
    if is_pairwise:
        # Where each settles with each, who is shut out pays then.
        yield texts(N_("won or lost"))


def _priced(label: str, points: int, texts: Texts) -> str:
    return texts(N_("{label} {points}"), label=label, points=points)


def _legend(rules: Variant, texts: Texts) -> Iterator[str]:
    """The letters for the column of kinds that these rules play."""
    if rules.knock_limit != 0:
        yield texts(N_("K knock"))
    yield texts(N_("G gin"))
    if rules.big_gin_bonus is not None:
        yield texts(N_("B big gin"))
    if rules.knock_limit != 0:
        yield texts(N_("U undercut"))
    if rules.stock_end == "dead":
        yield texts(N_("– dead hand"))
