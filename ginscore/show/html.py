"""The sheet as one HTML page, and an empty one to fill in by pen: no script, no network.

The templates arrange the parts and escape them; they contain no words of their own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from ginscore.errors import N_, CardText, Message
from ginscore.rules.topics import switch_text
from ginscore.rules.variants import SWITCHES, Variant
from ginscore.sheet.stats import count_stats
from ginscore.show.layout import RANK
from ginscore.show.ruling import (
    SideView,
    capital,
    item_rows,
    show_result,
    show_rule_line,
    show_without_lay_offs,
    view_sides,
)
from ginscore.show.sheet import ITEMS, Group, Page, lay_out, show_column
from ginscore.show.summary import score_rows, show_match_result
from ginscore.show.svg import HEIGHT, MARKS, WIDTH, draw_totals
from ginscore.show.tables import PLAYED, SCORED, pairings_table, show_figure, show_value
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.scores import GameScore, HandScore, ScoreSheet
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.stats import Stats


# The report: rulings, match, statistics, rules


class RulingView(NamedTuple):
    """A hand's ruling: the sentence that always shows, then what unfolds.

    `facts` say who dealt, when, and under which rules; each item is a rule, the arithmetic and the
    points; each warning is a sentence and a hint.
    """

    summary: str
    note: str
    facts: tuple[str, ...]
    sides: tuple[SideView, ...]
    items: tuple[tuple[str, str, str], ...]
    remarks: tuple[str, ...]
    warnings: tuple[tuple[str, str], ...]


# Takes the number of the hand that a page has come to.
Tell = Callable[[int], object]


class Listing(NamedTuple):
    """A small table: a head for each column, and rows of a label and a text for each column."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def view_rulings(
    sheet: "Sheet", score: "ScoreSheet", texts: Texts, tell: Tell
) -> Callable[[str], RulingView]:
    """A function that gives a hand's ruling by its number, made when the page comes to it."""
    scored = sheet.record.hands

    def view(number: str) -> RulingView:
        tell(int(number))
        hand = score.hands[int(number) - 1]
        return _view_ruling(sheet, hand, scored[hand.hand - 1].variant, texts)

    return view


def _view_ruling(sheet: "Sheet", hand: "HandScore", variant: Variant, texts: Texts) -> RulingView:
    settled = sheet.settlement(hand.hand)
    facts = [*_circumstances(hand, texts)]
    # The sheet's own rules are at its top; a limit that changes belongs to the hand.
    if variant != sheet.rules or variant.knock_limit == "upcard":
        facts.append(show_rule_line(variant, texts, settled.upcard, settled.knock_limit))
    elif settled.upcard is not None:
        facts.append(texts(N_("upcard {card}"), card=CardText(settled.upcard)))
    return RulingView(
        show_result(settled, texts),
        str(texts.field(hand.note or "")),
        tuple(facts),
        tuple(view_sides(settled, variant, texts)),
        tuple(_without_echo(row) for row in item_rows(settled, texts)),
        tuple(show_without_lay_offs(settled, variant, texts)),
        tuple(_warning(message, texts) for message in settled.warnings),
    )


def _without_echo(row: tuple[str, str, str]) -> tuple[str, str, str]:
    """The item, without its arithmetic where that is only the points (`25`)."""
    label, why, points = row
    return label, "" if why == points else why, points


def _circumstances(hand: "HandScore", texts: Texts) -> Iterator[str]:
    """Who dealt, when it was written down, whether it was corrected."""
    yield texts(N_("Dealer: {name}"), name=hand.dealer)
    if hand.at is not None:
        yield f"{hand.at:%Y-%m-%d %H:%M}"
    if hand.edited:
        yield texts(N_("edited"))


def _warning(message: Message, texts: Texts) -> tuple[str, str]:
    """A warning and its hint, each with a capital letter first."""
    return capital(texts.message(message)), capital(texts.hint(message))


def view_match(score: "ScoreSheet", rules: Variant, texts: Texts) -> Listing | None:
    """What each finished game or column was worth to whom; None if there is nothing to list."""
    over = [game for game in score.games if game.over]
    if not over or rules.scoring == "penalty" or rules.columns == rules.match_games == 1:
        return None
    in_columns = rules.columns > 1
    rows = [(_game_name(game, texts, in_columns=in_columns), _settled(game)) for game in over]
    won = texts(N_("Columns won") if in_columns else N_("Games won"))
    rows.append((won, tuple(map(str, score.match.games_won.values()))))
    rows.append((texts(N_("Points of the match")), tuple(map(str, score.match.points.values()))))
    return Listing(("", *score.match.points), tuple(rows))


def _game_name(game: "GameScore", texts: Texts, *, in_columns: bool) -> str:
    if in_columns:
        return texts(N_("Column {number}"), number=game.column)
    return texts(N_("Game {number}"), number=game.game)


def _settled(game: "GameScore") -> tuple[str, ...]:
    """The points of the settlement, under the side that gets them."""
    winner, points = game.settlement.winner, game.settlement.points
    return tuple(str(points) if side == winner else "" for side in game.totals)


def view_statistics(stats: "Stats", names: Sequence[str], rules: Variant, texts: Texts) -> Listing:
    """The players side by side, in the order of seats."""
    by_name = {player.name: player for player in stats.players}
    # Penalties are not won, and there are no boxes for them.
    fields = PLAYED | SCORED if rules.scoring == "winner" else PLAYED
    rows = (
        (texts(head), tuple(show_figure(getattr(by_name[name], field), texts) for name in names))
        for field, head in fields.items()
    )
    return Listing(("", *names), tuple(rows))


def view_pairings(stats: "Stats", texts: Texts) -> Listing | None:
    """How the players did against each other; None if there are only two."""
    if len(stats.players) == 2:
        return None
    table = pairings_table(stats, texts)
    return Listing(tuple(table.heads), tuple((row[0], tuple(row[1:])) for row in table.rows))


def view_rules(rules: Variant, texts: Texts) -> tuple[tuple[str, str], ...]:
    """What every switch decides, and its value in words."""
    return tuple(
        (texts(switch_text(switch).title), show_value(switch, getattr(rules, switch), texts))
        for switch in SWITCHES
    )


# An empty sheet to fill in by pen


# The lines that fit on a page of A4 or Letter, including the account.
_LINES: Final = 26


class Blank(NamedTuple):
    """An empty sheet: `facts` are the rules to remember, `open` the blanks to fill in."""

    facts: tuple[str, ...]
    open: tuple[str, ...]
    groups: tuple[Group, ...]
    hands: range
    account: tuple[str, ...]


def lay_out_blank(rules: Variant, players: Sequence[str], texts: Texts) -> Blank:
    """The empty sheet of one game (in Hollywood, of all columns) under `rules`."""
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
    """The names of the sides, empty where they are left open."""
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
    """The numbers to look up while keeping score."""
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
    """The items of an account under these rules, with their points where they are fixed."""
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


# Pages


_CARD: Final = rf"{RANK}[♠♥♦♣]"
_CARDS: Final = re.compile(f"{_CARD}(?: {_CARD})*")
_RED_CARD: Final = re.compile(r"\w+[♥♦]")
# Up to this many cards are kept together at the end of a line.
_KEPT: Final = 5

# The words of a page, by their use in the templates.
_WORDS: Final = {
    "hand": N_("Hand"),
    "kind": N_("Kind"),
    "happened": N_("What happened"),
    "begun": N_("Begun on"),
    "score": N_("Score"),
    "empty": N_("No hand has been written down yet."),
    "match": N_("Match"),
    "statistics": N_("Statistics"),
    "pairings": N_("Player against player"),
    "rules": N_("All the rules of this sheet"),
}


def format_report(sheet: "Sheet", texts: Texts, tell: Tell = bool) -> str:
    """The whole sheet as a page: the table with each hand's ruling, chart, statistics, rules.

    `tell` hears of each hand that is done.

    Raises:
        GinscoreError: the sheet is not in order.
    """
    texts = texts.with_symbols()
    score, rules, stats = sheet.score(), sheet.rules, count_stats([sheet])
    names = {name: name for name in (*score.players, *score.match.points)}
    return _template("report.html.j2").render(
        lang=texts.lang,
        words=_words(texts),
        title=_title(score, texts),
        created=sheet.created,
        rule_line=show_rule_line(rules, texts),
        standing=tuple(score_rows(score, rules, texts)),
        results=tuple(show_match_result(score, rules, texts)),
        paper=lay_out(Page(score, rules, texts, names)),
        pairs=rules.columns == 1,
        rulings=view_rulings(sheet, score, texts, tell),
        match=view_match(score, rules, texts),
        drawing=draw_totals(score, rules, texts),
        statistics=view_statistics(stats, score.players, rules, texts),
        pairings=view_pairings(stats, texts),
        rules=view_rules(rules, texts),
    )


def format_blank(variant: Variant, texts: Texts, players: Sequence[str] = ()) -> str:
    """An empty sheet to fill in by pen, for one game under `variant`; it prints on one page.

    Without `players` the names are left open.
    """
    texts = texts.with_symbols()
    return _template("blank.html.j2").render(
        lang=texts.lang,
        words=_words(texts),
        title=texts(N_("Gin Rummy score sheet")),
        sheet=lay_out_blank(variant, players, texts),
    )


def _title(score: "ScoreSheet", texts: Texts) -> str:
    if score.title:
        return str(texts.field(score.title))
    return texts(N_("Gin Rummy: {players}"), players=score.players)


def _words(texts: Texts) -> dict[str, str]:
    return {key: texts(word) for key, word in _WORDS.items()}


def _template(name: str) -> Template:
    return _environment().get_template(name)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    pages = Environment(
        autoescape=True,
        loader=PackageLoader("ginscore.show"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["faces"] = _faces
    pages.globals |= {"size": (WIDTH, HEIGHT), "marks": MARKS}
    return pages


def _faces(text: str) -> Markup:
    """The text, escaped; hearts and diamonds are red, a meld stays on one line."""
    return Markup(_CARDS.sub(_show_cards, str(escape(text))))


def _show_cards(found: re.Match[str]) -> str:
    cards = found[0]
    shown = _RED_CARD.sub(r'<span class="red">\g<0></span>', cards)
    return f'<span class="cards">{shown}</span>' if 0 < cards.count(" ") < _KEPT else shown
