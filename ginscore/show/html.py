"""The sheet as one HTML page: no script, no network.

The templates arrange the parts and escape them; they contain no words of their own.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from ginscore.show.ruling import RulingView, capital, view_ruling
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
from ginscore.show.view import Page, Paper, lay_out

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

# The words of the report, by their use in the template.
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
    return render(
        "report.html.j2",
        texts,
        words=_WORDS,
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


def render(name: str, texts: Texts, *, words: Mapping[str, str], **parts: object) -> str:
    """A page from its template; `words` are texts by their use there."""
    said = {key: texts(word) for key, word in words.items()}
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
