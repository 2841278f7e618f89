"""The sheet as Markdown: the hands, the accounts and what comes next, with full names."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import Table, escape_markdown, format_table
from ginscore.show.ruling import show_rule_line
from ginscore.show.sheet import Block, Page, Paper, Row, lay_out
from ginscore.show.summary import score_rows, show_match_result
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import ScoreSheet


def format_markdown(score: "ScoreSheet", rules: "Variant", texts: Texts) -> str:
    """A whole sheet, or its last hands, as Markdown; the arguments are those of `show_sheet`."""
    names = {name: name for name in (*score.players, *score.match.points)}
    paper = lay_out(Page(score, rules, texts, names))
    parts = [
        *_head(score, rules, texts),
        *(part for block in paper.blocks for part in _block(paper, block, texts)),
        *_tail(score, rules, texts),
    ]
    return "\n\n".join(parts)


def _head(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[str]:
    title = score.title or texts(N_("Scoresheet"))
    yield f"# {escape_markdown(str(texts.field(title)))}"
    yield escape_markdown(show_rule_line(rules, texts))


def _block(paper: Paper, block: Block, texts: Texts) -> Iterator[str]:
    if block.heading:
        yield f"## {escape_markdown(block.heading)}"
    if paper.before and block is paper.blocks[0]:
        before = texts.plural("… {count} hand before", "… {count} hands before", paper.before)
        yield escape_markdown(before)
    if block.rows:
        yield format_table(_hands(paper, block.rows, texts), "markdown")
    if block.account:
        yield format_table(_account(paper, block.account), "markdown")
    yield from (f"**{escape_markdown(result)}**" for result in block.results)


def _hands(paper: Paper, rows: Sequence[Row], texts: Texts) -> Table:
    inner = [f"{head} {subhead}" for head, subheads in paper.groups for subhead in subheads]
    heads = [texts(N_("Hand")), texts(N_("Dealer")), *inner, texts(N_("What happened"))]
    cells = [[row.hand, row.dealer, *row.cells, row.story] for row in rows]
    return Table(heads, cells, ["right", "left", *["right"] * len(inner), "left"])


def _account(paper: Paper, rows: Sequence[Row]) -> Table:
    """The items of an account, without the columns that are empty in all of them."""
    heads = [f"{head} {subhead}" for head, subheads in paper.groups for subhead in subheads]
    filled = [at for at in range(len(heads)) if any(row.cells[at] for row in rows)]
    cells = [[row.hand, *(row.cells[at] for at in filled), row.story] for row in rows]
    aligns = ["left", *["right"] * len(filled), "left"]
    return Table(["", *(heads[at] for at in filled), ""], cells, aligns)


def _tail(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[str]:
    results = show_match_result(score, rules, texts)
    yield from (f"**{escape_markdown(result)}**" for result in results)
    rows = score_rows(score, rules, texts)
    lines = (texts(N_("{label}: {text}"), label=label, text=text) for label, text in rows)
    yield "\n".join(f"- {escape_markdown(line)}" for line in lines)
