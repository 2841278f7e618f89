"""Where an evening stands, on a few lines: what `ginscore` alone says of the sheet in reach."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.happened import show_story
from ginscore.show.standing import show_by_side, show_results, standing_rows
from ginscore.show.style import Style
from ginscore.show.text import columns, show_rule_line
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import ScoreSheet


def show_state(
    score: "ScoreSheet",
    rules: "Variant",
    path: str,
    texts: Texts,
    style: Style,
    changed: Sequence[str] = (),
) -> str:
    """The sheet and its rules, what was decided, the score, what is to go, the last hand."""
    title = score.title or texts(N_("Scoresheet"))
    head = texts(N_("{title} ({sheet})"), title=title, sheet=path)
    rule_line = show_rule_line(score.variant, None, None, texts, changed)
    rows = [*standing_rows(score, rules, texts)]
    if score.hands:
        rows.append((texts(N_("last hand")), _last_hand(score, texts)))
    results = map(style.bold, show_results(score, rules, texts))
    lines = [style.bold(head), rule_line, "", *results, *columns(rows)]
    return style.faces("\n".join(lines))


def _last_hand(score: "ScoreSheet", texts: Texts) -> str:
    hand = score.hands[-1]
    scored = show_by_side({side: n for side, n in hand.scores.items() if n}, texts)
    story = show_story(hand, texts)
    if not scored:
        return texts(N_("{number}: {happened}"), number=hand.hand, happened=story)
    template = N_("{number}: {happened}; {scored}")
    return texts(template, number=hand.hand, happened=story, scored=scored)
