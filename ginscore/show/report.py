"""The parts of the report as finished texts: each hand's ruling, the match, statistics, rules.

The templates put them in their places and escape them; no word stands in a template.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ginscore.errors import N_, CardText, Message
from ginscore.rules.variants import SWITCHES, Variant, format_value
from ginscore.show.stats import PLAYED, SCORED, pairings_table, show_figure
from ginscore.show.text import (
    SideView,
    capital,
    item_rows,
    show_result,
    show_rule_line,
    show_without_lay_offs,
    view_sides,
)
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.scores import GameScore, HandScore, ScoreSheet
    from ginscore.sheet.sheet import Sheet
    from ginscore.sheet.stats import Stats


class RulingView(NamedTuple):
    """A hand's ruling: the sentence that always shows, then what opens.

    `facts` are who dealt, when, and under which rules; `items` are a rule, the arithmetic and the
    points; `warnings` are a sentence and a hint.
    """

    summary: str
    note: str
    facts: tuple[str, ...]
    sides: tuple[SideView, ...]
    items: tuple[tuple[str, str, str], ...]
    remarks: tuple[str, ...]
    warnings: tuple[tuple[str, str], ...]


class Figures(NamedTuple):
    """A small table: a head for each column, and rows of a label and its texts."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def view_rulings(sheet: "Sheet", score: "ScoreSheet", texts: Texts) -> dict[str, RulingView]:
    """Each hand's ruling by the number of the hand."""
    hands = zip(score.hands, sheet.record.hands, strict=True)
    return {
        str(hand.hand): _view_ruling(sheet, hand, scored.variant, texts) for hand, scored in hands
    }


def _view_ruling(sheet: "Sheet", hand: "HandScore", variant: Variant, texts: Texts) -> RulingView:
    settled = sheet.settlement(hand.hand)
    facts = [*_circumstances(hand, texts)]
    # The sheet's own rules stand at its head; a limit that changes belongs to the hand.
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
        tuple(_warning(one, texts) for one in settled.warnings),
    )


def _without_echo(row: tuple[str, str, str]) -> tuple[str, str, str]:
    """An item whose arithmetic is but its points (`25`) without it."""
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
    """A warning and its hint, each as a sentence's beginning."""
    return capital(texts.message(message)), capital(texts.hint(message))


def view_match(score: "ScoreSheet", rules: Variant, texts: Texts) -> Figures | None:
    """What each game or column that is over was worth to whom; None where there is but one."""
    over = [game for game in score.games if game.over]
    if not over or rules.scoring == "penalty" or rules.columns == rules.match_games == 1:
        return None
    in_columns = rules.columns > 1
    rows = [(_game_name(game, texts, in_columns=in_columns), _settled(game)) for game in over]
    won = texts(N_("Columns won") if in_columns else N_("Games won"))
    rows.append((won, tuple(map(str, score.match.games_won.values()))))
    rows.append((texts(N_("Points of the match")), tuple(map(str, score.match.points.values()))))
    return Figures(("", *score.match.points), tuple(rows))


def _game_name(game: "GameScore", texts: Texts, *, in_columns: bool) -> str:
    if in_columns:
        return texts(N_("Column {number}"), number=game.column)
    return texts(N_("Game {number}"), number=game.game)


def _settled(game: "GameScore") -> tuple[str, ...]:
    """The points of a settlement under the side that has them."""
    winner, points = game.settlement.winner, game.settlement.points
    return tuple(str(points) if side == winner else "" for side in game.totals)


def view_statistics(stats: "Stats", names: Sequence[str], rules: Variant, texts: Texts) -> Figures:
    """The players side by side, in the order of seats."""
    by_name = {one.name: one for one in stats.players}
    # Penalties are not won, and there are no boxes for them.
    fields = PLAYED | SCORED if rules.scoring == "winner" else PLAYED
    rows = (
        (texts(head), tuple(show_figure(getattr(by_name[name], field), texts) for name in names))
        for field, head in fields.items()
    )
    return Figures(("", *names), tuple(rows))


def view_pairings(stats: "Stats", texts: Texts) -> Figures | None:
    """Who has done what against whom; None where there are but two players."""
    if len(stats.players) == 2:
        return None
    table = pairings_table(stats, texts)
    return Figures(tuple(table.heads), tuple((row[0], tuple(row[1:])) for row in table.rows))


def view_rules(rules: Variant) -> tuple[tuple[str, str], ...]:
    """Every switch with its value, as `--rule` takes them."""
    return tuple((switch, format_value(getattr(rules, switch))) for switch in SWITCHES)
