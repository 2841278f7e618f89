"""The sheet as Markdown: the hands, the accounts and what comes next, with full names."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import Table, escape_markdown, format_table
from ginscore.show.texts import Texts
from ginscore.show.view import Block, Page, Paper, Row, lay_out

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.scores import ScoreSheet


def format_markdown(score: "ScoreSheet", rules: "Variant", texts: Texts) -> str:
    """A whole sheet, or its last hands, as Markdown; the arguments are those of `show_sheet`."""
    paper = lay_out(Page(score, rules, texts, {}))
    parts = [
        f"# {escape_markdown(paper.title or texts(N_('Scoresheet')))}",
        escape_markdown(paper.rules),
        *(part for block in paper.blocks for part in _block(paper, block, texts)),
        *(f"**{escape_markdown(result)}**" for result in paper.results),
        _standing(paper, texts),
    ]
    return "\n\n".join(parts)


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
    cells = [cells for row in rows for cells in _hand(row, len(inner), texts)]
    return Table(heads, cells, ["right", "left", *["right"] * len(inner), "left"])


def _hand(row: Row, inner: int, texts: Texts) -> Iterator[list[str]]:
    if row.change:
        yield [*[""] * (inner + 2), row.change]
    yield [row.hand, row.dealer, *row.cells, row.story(texts)]


def _account(paper: Paper, rows: Sequence[Row]) -> Table:
    """The items of an account, without the columns that are empty in all of them."""
    heads = [f"{head} {subhead}" for head, subheads in paper.groups for subhead in subheads]
    filled = [at for at in range(len(heads)) if any(row.cells[at] for row in rows)]
    cells = [[row.hand, *(row.cells[at] for at in filled), row.facts] for row in rows]
    aligns = ["left", *["right"] * len(filled), "left"]
    return Table(["", *(heads[at] for at in filled), ""], cells, aligns)


def _standing(paper: Paper, texts: Texts) -> str:
    lines = (texts(N_("{label}: {text}"), label=label, text=text) for label, text in paper.standing)
    return "\n".join(f"- {escape_markdown(line)}" for line in lines)
