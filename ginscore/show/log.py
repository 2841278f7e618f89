"""The log of a sheet in words: every entry, undone, replaced and struck ones too."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ginscore.errors import N_
from ginscore.rules.variants import format_value
from ginscore.show.layout import PAGE, Style, Table, pad, pad_left, width, wrap_words
from ginscore.show.summary import show_by_side
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from datetime import datetime

    from ginscore.sheet.entries import Entry
    from ginscore.sheet.scores import LogEntry, LogSheet


def show_entry(entry: "Entry", players: Sequence[str], texts: Texts) -> str:
    """What an entry says; `players` are the names by seat when it was written."""
    match entry.event:
        case "hand":
            return texts.clauses(_hand(entry, players, texts))
        case "undo":
            return texts(N_("takes back entry {entry}"), entry=entry.replaces)
        case "redo":
            return texts(N_("brings back entry {entry}"), entry=entry.replaces)
        case "void":
            return texts(N_("strikes out entry {entry}"), entry=entry.replaces)
        case "rename":
            return texts.clauses(_renamed(entry, players, texts))
    return _rules(entry, texts)


def _renamed(entry: "Entry", players: Sequence[str], texts: Texts) -> Iterator[str]:
    for old, new in zip(players, entry.names or (), strict=False):
        if old != new:
            yield texts(N_("{old} is now {new}"), old=old, new=new)


def _rules(entry: "Entry", texts: Texts) -> str:
    changes = (entry.rules or {}).items()
    changed = ", ".join(f"{rule}={format_value(value)}" for rule, value in changes)
    return texts(N_("{rules}, from now on"), rules=changed) if entry.from_now else changed


def _hand(entry: "Entry", players: Sequence[str], texts: Texts) -> Iterator[str]:
    """What is recorded of a hand, and where it belongs."""
    if entry.replaces is not None:
        yield texts(N_("corrects entry {entry}"), entry=entry.replaces)
    if entry.before is not None:
        yield texts(N_("goes before entry {entry}"), entry=entry.before)
    if entry.dead:
        yield _dead(entry, texts)
    elif entry.points_only is not None:
        yield _points(entry, players, texts)
    else:
        yield _holdings(entry, players, texts)
    yield from _details(entry, texts)


def _dead(entry: "Entry", texts: Texts) -> str:
    kind = texts.term("dead")
    if entry.pair is None:
        return kind
    return texts(N_("{kind}: {players}"), kind=kind, players=entry.pair)


def _points(entry: "Entry", players: Sequence[str], texts: Texts) -> str:
    given = zip(players, entry.points_only or (), strict=False)
    points = show_by_side({name: value for name, value in given if value is not None}, texts)
    if entry.kind is None:
        return texts(N_("points only: {points}"), points=points)
    return texts(N_("{kind}: {points}"), kind=texts.term(entry.kind), points=points)


def _holdings(entry: "Entry", players: Sequence[str], texts: Texts) -> str:
    """Who went out, then the others in the order of seats."""
    held = {
        name: texts.cards(holding)
        for name, holding in zip(players, entry.holdings or (), strict=False)
        if holding is not None
    }
    knocker = entry.went_out or ""
    own = show_by_side({knocker: held.pop(knocker, "")}, texts)
    return texts(N_("{knocker} v {others}"), knocker=own, others=show_by_side(held, texts))


def _details(entry: "Entry", texts: Texts) -> Iterator[str]:
    """What is recorded besides the holdings."""
    if entry.big_gin:
        yield texts.term("big_gin")
    if entry.lay_offs is not None:
        laid_off = ("?" if cards is None else texts.cards(cards) for cards in entry.lay_offs)
        yield texts(N_("laid off: {cards}"), cards=", ".join(laid_off) or texts(N_("nothing")))
    if entry.upcard is not None:
        yield texts(N_("upcard {card}"), card=texts.cards(entry.upcard))
    if entry.dealer is not None:
        yield texts(N_("{name} deals"), name=entry.dealer)
    if entry.note:
        yield str(texts.field(entry.note))


# The kind of an entry in JSON → as people call it.
EVENTS: Final = {
    "hand": N_("hand"),
    "undo": N_("undo"),
    "redo": N_("redo"),
    "void": N_("void"),
    "rename": N_("rename"),
    "rules": N_("rules"),
}
# The heads of the log as CSV, never translated.
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
    """The log as text; a long entry continues below itself."""
    if not log.entries:
        return texts(N_("Nothing has been written down yet."))
    return style.faces("\n".join(_lines(log_table(log, texts), style.columns)))


def _lines(table: Table, page_width: int) -> Iterator[str]:
    rows = [table.heads, *table.rows]
    widths = [max(width(row[at]) for row in rows) for at in range(len(table.heads) - 1)]
    # On a narrow page what an entry says is under its row.
    is_narrow = page_width < PAGE
    gap = " " if is_narrow else "  "
    left = 2 if is_narrow else sum(widths) + 2 * len(widths)
    for number, row in enumerate(rows):
        cells = (
            (pad_left if align == "right" else pad)(cell, columns)
            for cell, columns, align in zip(row, widths, table.aligns, strict=False)
        )
        first, *rest = wrap_words(row[-1], max(page_width - left, _LEAST))
        if is_narrow:
            first, rest = "", [first, *rest]
        yield f"{gap.join(cells)}{gap}{first}".rstrip()
        yield from (f"{'':{left}}{line}" for line in rest)
        if number == 0:
            yield "-" * page_width


class _Canonical(Texts):
    """English, with cards in canonical notation."""

    def cards(self, cards: int | str) -> str:
        """The text as it is in the sheet."""
        return str(cards)


def log_rows(log: "LogSheet") -> "Iterator[list[str | int | datetime | None]]":
    """The rows of the log as CSV, in English, under `CSV_HEADS`."""
    english = _Canonical()
    for entry in log.entries:
        text = show_entry(entry, entry.players, english)
        yield [entry.entry, entry.at, entry.event, entry.status, entry.hand, text]
