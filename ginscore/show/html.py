"""The sheet as one HTML page to keep: no script, no network, every text escaped."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from ginscore.errors import N_
from ginscore.rules.variants import Variant
from ginscore.show.blank import lay_out_blank
from ginscore.show.paper import Page, lay_out
from ginscore.show.report import (
    view_match,
    view_pairings,
    view_rules,
    view_rulings,
    view_statistics,
)
from ginscore.show.standing import show_match_result, standing_rows
from ginscore.show.style import RANK
from ginscore.show.svg import HEIGHT, MARKS, WIDTH, draw_totals
from ginscore.show.text import show_rule_line
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.scores import ScoreSheet
    from ginscore.sheet.sheet import Sheet

_CARD: Final = rf"{RANK}[♠♥♦♣]"
_CARDS: Final = re.compile(f"{_CARD}(?: {_CARD})*")
_RED_CARD: Final = re.compile(r"\w+[♥♦]")
# So many cards are not torn apart at the end of a line.
_KEPT: Final = 5

# The words that stand in a page, by what they are for.
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


def format_report(sheet: "Sheet", texts: Texts) -> str:
    """The whole sheet as a page: the table with each hand's ruling, chart, statistics, rules.

    Raises:
        GinscoreError: the sheet is not in order.
    """
    from ginscore.sheet.stats import count_stats

    texts = texts.with_symbols()
    score, rules, stats = sheet.score(), sheet.rules, count_stats([sheet])
    names = {name: name for name in (*score.players, *score.match.points)}
    return _template("report.html.j2").render(
        lang=texts.lang,
        words=_words(texts),
        title=_title(score, texts),
        created=sheet.created,
        rule_line=show_rule_line(rules, texts),
        standing=tuple(standing_rows(score, rules, texts)),
        results=tuple(show_match_result(score, rules, texts)),
        paper=lay_out(Page(score, rules, texts, names)),
        pairs=rules.columns == 1,
        rulings=view_rulings(sheet, score, texts),
        match=view_match(score, rules, texts),
        drawing=draw_totals(score, rules, texts),
        statistics=view_statistics(stats, score.players, rules, texts),
        pairings=view_pairings(stats, texts),
        rules=view_rules(rules),
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
