"""The log of a sheet as a table: every entry, undone, replaced and struck ones too."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ginscore.errors import N_
from ginscore.show.entries import show_entry
from ginscore.show.layout import wrap_words
from ginscore.show.style import Style, pad, pad_left, width
from ginscore.show.tables import Table
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.scores import LogEntry, LogSheet

# What an entry is, as JSON calls it → how a person does.
EVENTS: Final = {
    "hand": N_("hand"),
    "undo": N_("undo"),
    "redo": N_("redo"),
    "void": N_("void"),
    "rename": N_("rename"),
    "rules": N_("rules"),
}
# The heads of the log as CSV, which are never translated.
CSV_HEADS: Final = ("entry", "at", "event", "status", "hand", "told")
_LEAST: Final = 24


def log_table(log: "LogSheet", texts: Texts) -> Table:
    """Every entry: its number, when it was written, what it is, whether it stands, what it says."""
    heads = (N_("Entry"), N_("When"), N_("What"), N_("Status"), N_("Hand"), N_("Told"))
    rows = [_row(entry, texts) for entry in log.entries]
    aligns = ["right", "left", "left", "left", "right", "left"]
    return Table([texts(head) for head in heads], rows, aligns)


def _row(entry: "LogEntry", texts: Texts) -> list[str]:
    return [
        str(entry.entry),
        "" if entry.at is None else f"{entry.at:%Y-%m-%d %H:%M}",
        texts(EVENTS[entry.event]),
        texts.term(entry.status),
        "" if entry.hand is None else str(entry.hand),
        show_entry(entry, entry.players, texts),
    ]


def show_log(log: "LogSheet", texts: Texts, style: Style) -> str:
    """The log as text; what an entry says goes on below itself where it is long."""
    if not log.entries:
        return texts(N_("Nothing has been written down yet."))
    return style.faces("\n".join(_lines(log_table(log, texts), style.columns)))


def _lines(table: Table, page_width: int) -> Iterator[str]:
    rows = [table.heads, *table.rows]
    widths = [max(width(row[at]) for row in rows) for at in range(len(table.heads) - 1)]
    left = sum(widths) + 2 * len(widths)
    for number, row in enumerate(rows):
        cells = (
            (pad_left if align == "right" else pad)(cell, columns)
            for cell, columns, align in zip(row, widths, table.aligns, strict=False)
        )
        first, *others = wrap_words(row[-1], max(page_width - left, _LEAST))
        yield f"{'  '.join(cells)}  {first}".rstrip()
        yield from (f"{'':{left}}{other}" for other in others)
        if number == 0:
            yield "-" * page_width


class _Canonical(Texts):
    """English, with cards in canonical notation."""

    def cards(self, cards: int | str) -> str:
        """The text as it stands in the sheet."""
        return str(cards)


def log_rows(log: "LogSheet") -> Iterator[list[str | int | None]]:
    """The rows of the log as CSV, in English, under `CSV_HEADS`."""
    english = _Canonical()
    for one in log.entries:
        at = None if one.at is None else one.at.isoformat()
        told = show_entry(one, one.players, english)
        yield [one.entry, at, one.event, one.status, one.hand, told]
