"""The sheet as one HTML page, played or still empty: no script, no network.

The templates arrange the parts and escape them; they contain no words of their own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ginscore.errors import N_
from ginscore.rules.overrides import diff_variants
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.topics import switch_text
from ginscore.rules.variants import SWITCHES, Variant
from ginscore.sheet.stats import count_stats
from ginscore.show.layout import RANK, short_sides
from ginscore.show.ruling import RulingView, capital, show_rule_line, view_ruling
from ginscore.show.svg import HEIGHT, LETTERS, MARKS, WIDTH, draw_totals
from ginscore.show.tables import (
    PLAYED,
    SCORED,
    figures_shown,
    pairings_table,
    show_figure,
    show_value,
)
from ginscore.show.texts import Texts
from ginscore.show.view import ITEMS, Group, Page, Paper, lay_out, show_column

if TYPE_CHECKING:
    from ginscore.sheet.scores import GameScore, ScoreSheet
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.stats import Stats


# The report: rulings, match, statistics, rules


# Takes the number of the hand that a page has come to.
Tell = Callable[[int], object]


class Listing(NamedTuple):
    """A small table: a head for each column, and rows of a label and a text for each column."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def _rulings(
    sheet: "Sheet", score: "ScoreSheet", texts: Texts, tell: Tell
) -> Callable[[str], tuple[str, RulingView]]:
    """A function that gives a hand's ruling by its number, made when the page comes to it.

    With it comes when the hand was played and under which rules.
    """
    scored = sheet.record.hands

    def view(number: str) -> tuple[str, RulingView]:
        tell(int(number))
        hand = score.hands[int(number) - 1]
        variant = scored[hand.hand - 1].variant
        ruling = view_ruling(sheet.settlement(hand.hand), variant, texts)
        facts = [] if hand.at is None else [f"{texts.date(hand.at)}, {hand.at:%H:%M}"]
        # The sheet's own rules are at its top; a limit that changes belongs to the hand.
        if variant != sheet.rules or variant.knock_limit == "upcard":
            facts.append(ruling.rules)
        return " · ".join(facts), ruling

    return view


def view_match(score: "ScoreSheet", rules: Variant, texts: Texts) -> Listing | None:
    """What each finished game or column was worth to whom; None if there is nothing to list."""
    over = [game for game in score.games if game.over]
    if not over or rules.scoring == "penalty" or rules.columns == rules.match_games == 1:
        return None
    in_columns = rules.columns > 1
    rows = [
        (_game_name(game, texts, in_columns=in_columns), _settled(game, rules)) for game in over
    ]
    won = texts(N_("Columns won") if in_columns else N_("Games won"))
    rows.append((won, tuple(map(str, score.match.games_won.values()))))
    rows.append((texts(N_("Points of the match")), tuple(map(str, score.match.points.values()))))
    return Listing(("", *score.match.points), tuple(rows))


def _game_name(game: "GameScore", texts: Texts, *, in_columns: bool) -> str:
    if in_columns:
        return texts(N_("Column {number}"), number=game.column)
    return texts(N_("Game {number}"), number=game.game)


def _settled(game: "GameScore", rules: Variant) -> tuple[str, ...]:
    """The points of the settlement, under the side that gets them; else what each player nets."""
    if rules.rotation != "all":
        return tuple(map(str, game.settlement.nets.values()))
    winner, points = game.settlement.winner, game.settlement.points
    return tuple(str(points) if side == winner else "" for side in game.totals)


def view_statistics(stats: "Stats", names: Sequence[str], games: int, texts: Texts) -> Listing:
    """The players side by side, in the order of seats; of several games, how many each won."""
    by_name = {player.name: player for player in stats.players}
    won = {"games_won": N_("Games won")} if games > 1 else {}
    rows = (
        (texts(head), tuple(show_figure(getattr(by_name[name], field), texts) for name in names))
        for field, head in figures_shown(stats.players, PLAYED | SCORED | won).items()
    )
    return Listing(("", *names), tuple(rows))


def view_pairings(stats: "Stats", texts: Texts) -> Listing | None:
    """How the players did against each other; None if there are only two."""
    if len(stats.players) == 2:
        return None
    (_, _, *heads), rows, _ = pairings_table(stats, texts)
    template = N_("{first} v {second}")
    return Listing(
        ("", *heads),
        tuple((texts(template, first=row[0], second=row[1]), tuple(row[2:])) for row in rows),
    )


def view_rules(rules: Variant, texts: Texts) -> tuple[tuple[str, str], ...]:
    """What every switch decides, and its value in words."""
    return tuple(_in_words(rules, SWITCHES, texts))


def _in_words(rules: Variant, switches: Sequence[str], texts: Texts) -> Iterator[tuple[str, str]]:
    for switch in switches:
        title = texts(switch_text(switch).title)
        yield title, show_value(switch, getattr(rules, switch), texts)


def rules_in_words(rules: Variant, texts: Texts) -> str:
    """The rules in a sentence: the preset, and what is other than there."""
    changed = diff_variants(load_preset(rules.name), rules) if rules.name in PRESETS else ()
    template = N_("{label}: {text}")
    said = (
        texts(template, label=title[:1].lower() + title[1:], text=value)
        for title, value in _in_words(rules, [switch for switch, *_ in changed], texts)
    )
    return texts.clauses([texts(N_("Rules: {variant}"), variant=rules.name), *said])


def view_marks(paper: Paper, texts: Texts) -> tuple[tuple[str, str], ...]:
    """The signs beside the numbers of hands that occur, with their meaning."""
    found = {mark for block in paper.blocks for row in block.rows for mark in row.marks}
    return tuple((SIGNS[mark], texts(meaning)) for mark, meaning in _MEANT.items() if mark in found)


# Pages


_CARD: Final = rf"{RANK}[♠♥♦♣]"
_CARDS: Final = re.compile(f"{_CARD}(?: {_CARD})*")
_RED_CARD: Final = re.compile(r"\w+[♥♦]")
# Up to this many cards are kept together at the end of a line.
_KEPT: Final = 5
# The most columns of a name over a single cell of Hollywood.
_NARROW: Final = 7

# A mark of a hand → its sign, and what it means.
SIGNS: Final = {"edited": "*", "after-end": "†"}
_MEANT: Final = {
    "edited": N_("corrected later; the log shows what stood there before"),
    "after-end": N_("after the end of the match: it scores nothing"),
}
# From so many hands on, the top of the page leads to what is below them.
_LONG: Final = 40

# The words of the pages, by their use in the templates.
_WORDS: Final = {
    "hand": N_("Hand"),
    "hands": N_("Hands"),
    "dealer": N_("Dealer"),
    "happened": N_("What happened"),
    "begun": N_("Begun on"),
    "score": N_("Score"),
    "empty": N_("No hand has been written down yet."),
    "account": N_("Account"),
    "match": N_("Match"),
    "statistics": N_("Statistics"),
    "pairings": N_("Head to head"),
    "rules": N_("All the rules of this sheet"),
    "signatures": N_("Signatures"),
    "kind": N_("Kind"),
    "boxes": N_("boxes"),
}


def format_report(sheet: "Sheet", texts: Texts, tell: Tell = bool, *, rulings: bool = False) -> str:
    """The whole sheet as a page: the table with each hand's ruling, chart, statistics, rules.

    The rulings are folded until the reader opens one, on paper too; `rulings` opens them all.
    `tell` hears of each hand that is done.

    Raises:
        GinscoreError: the sheet is not in order.
    """
    texts = texts.with_symbols()
    score, rules, stats = sheet.score(), sheet.rules, count_stats([sheet])
    paper = lay_out(Page(score, rules, texts, _narrow_names(score, rules)))
    return _render(
        "report.html.j2",
        texts,
        say=texts,
        title=paper.title or texts(N_("Gin Rummy: {players}"), players=score.players),
        players=score.players if paper.title else (),
        created=sheet.created,
        begun=texts.date(sheet.created) if sheet.created else "",
        rule_line=rules_in_words(rules, texts),
        paper=paper,
        signs=SIGNS,
        legend=view_marks(paper, texts),
        pairs=rules.columns == 1,
        long=len(score.hands) > _LONG,
        rulings=_rulings(sheet, score, texts, tell),
        open=rulings,
        match=view_match(score, rules, texts),
        drawing=draw_totals(score, rules, texts),
        statistics=view_statistics(stats, score.players, len(score.games), texts),
        pairings=view_pairings(stats, texts),
        rules=view_rules(rules, texts),
        names=score.players,
    )


def _narrow_names(score: "ScoreSheet", rules: Variant) -> dict[str, str]:
    """In Hollywood six names stand side by side: long ones are cut."""
    sides = tuple(score.games[-1].totals)
    return short_sides(sides, score.players, _NARROW) if rules.columns > 1 else {}


def _render(name: str, texts: Texts, **parts: object) -> str:
    """A page from its template."""
    said = {key: texts(word) for key, word in _WORDS.items()}
    return _environment().get_template(name).render(lang=texts.lang, words=said, **parts)


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
    pages.filters["capital"] = capital
    pages.globals |= {"size": (WIDTH, HEIGHT), "letters": LETTERS, "marks": MARKS}
    return pages


def _faces(text: str) -> Markup:
    """The text, escaped; hearts and diamonds are red, a meld stays on one line."""
    return Markup(_CARDS.sub(_show_cards, str(escape(text))))


def _show_cards(found: re.Match[str]) -> str:
    cards = found[0]
    shown = _RED_CARD.sub(r'<span class="red">\g<0></span>', cards)
    return f'<span class="cards">{shown}</span>' if 0 < cards.count(" ") < _KEPT else shown


# An empty sheet to fill in by pen


# The lines of a page, including the account; the hands are a multiple of five.
_LINES: Final = 31
# The squares to tick for the boxes of one side.
_TALLY: Final = 10

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
    return _render("blank.html.j2", texts, title=title, sheet=sheet)


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
