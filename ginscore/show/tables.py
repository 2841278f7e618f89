"""What commands list: rules, topics, defaults, statistics, payouts, what does not verify."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ginscore.errors import N_
from ginscore.rules.presets import source_of
from ginscore.rules.topics import switch_text
from ginscore.rules.variants import SWITCHES, ExtraBoxes, Variant, format_value
from ginscore.show.layout import (
    Style,
    Table,
    columns,
    fold,
    format_table,
    pad,
    pad_left,
    short_names,
    width,
    wrap_words,
)
from ginscore.show.ruling import capital
from ginscore.show.summary import show_by_side
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.errors import Message
    from ginscore.game.payouts import Line
    from ginscore.rules.topics import Explanation, TopicText
    from ginscore.sheet.stats import Pairing, PlayerStats, Stats
    from ginscore.sheet.verify import SheetFault, Verdict


# The rule book


def variants_table(variants: Sequence[Variant], texts: Texts) -> Table:
    """Names and sources of rule sets."""
    rows = [[variant.name, texts(variant.source)] for variant in variants]
    return Table([capital(texts(N_("rules"))), texts(N_("Source"))], rows, ["left", "left"])


def show_switches(variant: Variant, texts: Texts, style: Style) -> str:
    """Every switch with its value in words, and where that comes from."""
    heads, *rows = [*_switch_rows(variant, texts)]
    lines = [
        (switch, texts(N_("{value} · {source}"), value=value, source=source) if source else value)
        for switch, value, source in rows
    ]
    return "\n".join(columns([heads[:2], *lines], style.columns, indent=""))


def show_gist(variant: Variant, texts: Texts) -> str:
    """What players choose a rule set by: `gin 25, undercut 25, boxes 25, to 100`."""
    return ", ".join([*_gist_of_table(variant, texts), *_gist_of_points(variant, texts)])


def _gist_of_table(variant: Variant, texts: Texts) -> Iterator[str]:
    if variant.scoring == "penalty":
        yield texts(N_("penalty points"))
    if variant.teams:
        yield texts(N_("two teams"))
    if variant.columns > 1:
        yield texts.plural("{count} column", "{count} columns", variant.columns)
    if variant.knock_limit == "upcard":
        yield texts(N_("knock by the upcard"))
    if variant.knock_limit == 0:
        yield texts(N_("gin only"))
    if variant.ace_runs != "low":
        yield texts(N_("runs beyond the king"))
    if variant.spade_doubles != "no":
        yield texts(N_("spades double"))


def _gist_of_points(variant: Variant, texts: Texts) -> Iterator[str]:
    yield texts(N_("gin {points}"), points=variant.gin_bonus)
    if variant.knock_limit != 0:
        yield texts(N_("undercut {points}"), points=variant.undercut_bonus)
    if variant.box_bonus:
        yield texts(N_("boxes {points}"), points=variant.box_bonus)
    if variant.target == "one_hand":
        yield texts(N_("one hand"))
    elif variant.target is not None:
        yield texts(N_("to {points}"), points=variant.target)
    if variant.match_games > 1:
        yield texts(N_("best of {count}"), count=variant.match_games)


def switches_table(variant: Variant, texts: Texts) -> Table:
    """The same as a table."""
    heads, *rows = _switch_rows(variant, texts)
    return Table(heads, rows, ["left"] * len(heads))


def _switch_rows(variant: Variant, texts: Texts) -> Iterator[tuple[str, str, str]]:
    yield texts(N_("Switch")), texts(N_("Value")), texts(N_("Source"))
    for switch in SWITCHES:
        value = show_value(switch, getattr(variant, switch), texts)
        yield switch, value, texts(source_of(variant, switch))


def show_switch(switch: str, value: object, texts: Texts) -> str:
    """A switch and its value in words: `Bonus for gin (gin_bonus): 20`."""
    title = texts(switch_text(switch).title)
    said = show_value(switch, value, texts)
    return texts(N_("{title} ({switch}): {value}"), title=title, switch=switch, value=said)


def show_value(switch: str, value: object, texts: Texts) -> str:
    """A switch's value as people say it, its own name in brackets where it has one.

    `25`, `2, 3 or 4`, `the loser of the hand (loser)`.
    """
    match value:
        case bool():
            return texts(N_("yes")) if value else texts(N_("no"))
        case int():
            return str(value)
        case str():
            return texts(N_("{said} ({name})"), said=_meaning(switch, value, texts), name=value)
        case ExtraBoxes():
            extra = {texts.term(kind): boxes for kind, boxes in value if boxes}
            return show_by_side(extra, texts) or texts(N_("none"))
        case tuple() if switch == "players":
            return _any_of(value, texts)
        case tuple() if switch == "hand_sizes":
            return _show_sizes(value, texts)
    return _meaning(switch, value, texts)


def _meaning(switch: str, value: object, texts: Texts) -> str:
    """What `explain` says of a value, without the conditions after it; a list as it is."""
    named = format_value(value)
    meanings = (said for name, said, *_ in switch_text(switch).values if name == named)
    said = texts(next(meanings, ""))
    return re.split(r"\s*[;:](?!\w)", said, maxsplit=1)[0] or named.strip("[]")


def _any_of(numbers: Sequence[int], texts: Texts) -> str:
    """`2, 3 or 4`."""
    *fewer, last = map(str, numbers)
    if not fewer:
        return last
    return texts(N_("{numbers} or {last}"), numbers=", ".join(fewer), last=last)


def _show_sizes(sizes: Sequence[tuple[int, int]], texts: Texts) -> str:
    """Cards of a hand by seats: `10 cards`, `10 with 2 players, 7 with 3 or 4`."""
    seats = {size: [at for at, found in sizes if found == size] for _, size in sizes}
    if len(seats) == 1:
        return texts.plural("{count} card", "{count} cards", sizes[0][1])
    return ", ".join(
        texts(N_("{cards} for {players} players"), cards=size, players=_any_of(there, texts))
        for size, there in seats.items()
    )


def differences_table(
    first: Variant, second: Variant, differences: Sequence[tuple[str, object, object]], texts: Texts
) -> Table:
    """The switches in which two rule sets differ, with both values; of words only the names."""
    rows = [
        [switch, *(v if isinstance(v, str) else show_value(switch, v, texts) for v in values)]
        for switch, *values in differences
    ]
    return Table([texts(N_("Switch")), first.name, second.name], rows, ["left", "left", "left"])


# What `explain` lists, kind by kind; the codes go without saying.
_KINDS: Final[Mapping[str, str]] = {
    "switch": N_("Switches of the rules"),
    "preset": N_("Sets of rules"),
    "irregular": N_("At the table"),
    "myth": N_("Myths"),
    "term": N_("Words of the game"),
}


def show_topics(topics: "Mapping[str, TopicText]", texts: Texts, style: Style) -> str:
    """What `explain` can explain; words of the game as the reader's language has them."""
    blocks = []
    for kind, heading in _KINDS.items():
        names = [name for name, about in topics.items() if about.kind == kind]
        if kind == "term":
            names = [texts(topics[name].title).lower() for name in names]
        lines = wrap_words(", ".join(names), style.columns - 2)
        blocks.append("\n".join([style.bold(texts(heading)), *(f"  {line}" for line in lines)]))
    blocks.append(
        fold(texts(N_("Every code of an error or a warning is a topic too.")), style.columns)
    )
    return "\n\n".join(blocks)


def show_explanation(explanation: "Explanation", texts: Texts, style: Style) -> str:
    """One topic: what it is, its possible values, which preset has which, where they come from."""
    title = texts(explanation.title)
    if explanation.kind in ("switch", "preset"):
        title = texts(N_("{topic}: {title}"), topic=explanation.topic, title=title)
    paragraphs = [
        [style.bold(title)],
        wrap_words(texts(explanation.text), style.columns),
        [*_values(explanation, texts, style)],
        [*_presets(explanation, texts, style)],
        [*_sources(explanation, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _values(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    meanings = [(value, texts(meaning)) for value, meaning in explanation.values]
    yield from columns(meanings, style.columns)
    if explanation.in_force is not None:
        yield texts(N_("In force: {value}"), value=explanation.in_force)


def _presets(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    if explanation.presets:
        yield texts(N_("The presets have"))
        for value, names in explanation.presets:
            text = texts(N_("{value}: {presets}"), value=value, presets=", ".join(names))
            first, *rest = wrap_words(text, style.columns - 4)
            yield f"  {first}"
            yield from (f"    {line}" for line in rest)


def _sources(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    """Where each value comes from, where all of it does, and what ginscore decided."""
    if explanation.sources:
        is_preset = explanation.kind == "preset"
        yield texts(N_("What differs from modern")) if is_preset else texts(N_("Who says so"))
        named = [(value, texts(source)) for value, source in explanation.sources]
        yield from columns(named, style.columns)
    if explanation.source:
        source = texts(explanation.source)
        yield fold(texts(N_("Source: {source}"), source=source), style.columns)
    if explanation.reading:
        yield from wrap_words(texts(explanation.reading), style.columns)


# Defaults


# Where a default comes from, in JSON → as people call it.
PLACES: Final = {
    "option": N_("option"),
    "environment": N_("environment"),
    "file": N_("file"),
    "built-in": N_("built-in"),
}


def settings_table(settings: Iterable[tuple[str, str, str, str]], texts: Texts) -> Table:
    """Key, value, source and place of each default."""
    rows = [
        [key, str(texts.field(value)), texts(PLACES[source]), str(texts.field(place))]
        for key, value, source, place in settings
    ]
    heads = [N_("Setting"), N_("Value"), N_("Comes from"), N_("Place")]
    return Table([texts(head) for head in heads], rows, ["left"] * len(heads))


# Statistics


# The fields of a player's row, with their heads.
PLAYED: Final = {
    "hands": N_("Hands"),
    "wins": N_("Wins"),
    "gins": N_("Gins"),
    "big_gins": N_("Big gins"),
    "undercuts_made": N_("Undercuts"),
    "undercuts_suffered": N_("Was undercut"),
}
SCORED: Final = {
    "points": N_("Points"),
    "average": N_("Average"),
    "best": N_("Best"),
    "penalties": N_("Penalty points"),
    "boxes": N_("Boxes"),
}
WON: Final = {
    "games": N_("Games"),
    "games_won": N_("Games won"),
    "matches": N_("Matches"),
    "matches_won": N_("Matches won"),
}
_ALWAYS: Final = frozenset({"hands", "wins", "losses"})
_PAIRING: Final = {
    "hands": N_("Hands"),
    "wins": N_("Wins"),
    "losses": N_("Losses"),
    "points_for": N_("Points"),
    "points_against": N_("Against"),
}
_NAME_ROOM: Final = 20
_MOST: Final = 10  # warnings that are told


def show_stats(stats: "Stats", texts: Texts) -> str:
    """Everything counted, within eighty columns."""
    sheets = texts.plural("{count} sheet", "{count} sheets", stats.sheets)
    names = short_names([player.name for player in stats.players], _NAME_ROOM)
    tables = [
        *(_players_table(stats, fields, names, texts) for fields in (PLAYED, SCORED, WON)),
        *([pairings_table(stats, texts, names)] if stats.head_to_head else []),
    ]
    shown = [format_table(table) for table in tables if len(table.heads) > 1]
    return "\n\n".join([sheets, *shown])


def players_table(stats: "Stats", texts: Texts) -> Table:
    """One row for each player, with everything."""
    names = {player.name: player.name for player in stats.players}
    return _players_table(stats, PLAYED | SCORED | WON, names, texts)


def figures_shown(
    rows: "Sequence[PlayerStats] | Sequence[Pairing]", fields: dict[str, str]
) -> dict[str, str]:
    """The fields that are not 0 in every row, and those that always say something."""
    return {
        field: head
        for field, head in fields.items()
        if field in _ALWAYS or any(getattr(row, field) for row in rows)
    }


def _players_table(
    stats: "Stats", fields: dict[str, str], names: dict[str, str], texts: Texts
) -> Table:
    fields = figures_shown(stats.players, fields)
    rows = [
        [str(texts.field(names[player.name])), *_cells(player, fields, texts)]
        for player in stats.players
    ]
    heads = [texts(N_("Player")), *map(texts, fields.values())]
    return Table(heads, rows, ["left", *["right"] * len(fields)])


def pairings_table(stats: "Stats", texts: Texts, names: dict[str, str] | None = None) -> Table:
    """One row for each two players who have met, seen from the first."""
    shown = names or {player.name: player.name for player in stats.players}
    fields = figures_shown(stats.head_to_head, _PAIRING)
    rows = [
        [
            str(texts.field(shown[pairing.player])),
            str(texts.field(shown[pairing.other])),
            *_cells(pairing, fields, texts),
        ]
        for pairing in stats.head_to_head
    ]
    heads = [texts(N_("Player")), texts(N_("Opponent")), *map(texts, fields.values())]
    return Table(heads, rows, ["left", "left", *["right"] * len(fields)])


def _cells(row: "PlayerStats | Pairing", fields: dict[str, str], texts: Texts) -> Iterator[str]:
    return (show_figure(getattr(row, field), texts) for field in fields)


def show_figure(value: float | None, texts: Texts) -> str:
    """A number, an average with one decimal, or a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return texts.decimal(f"{value:.1f}")


# Payouts


def show_payout(
    shares: "Mapping[str, str]", formula: "Sequence[Line]", texts: Texts, style: Style
) -> str:
    """The formula, and below it the shares (money as decimal text by name)."""
    lines = [fold(texts(line.template, **line.fields), style.columns) for line in formula]
    return "\n".join([*lines, "", *map(style.bold, _shares(shares, texts))])


def _shares(shares: "Mapping[str, str]", texts: Texts) -> Iterator[str]:
    rows = [(str(texts.field(name)), texts.decimal(share)) for name, share in shares.items()]
    names, money = (max(width(row[at]) for row in rows) for at in (0, 1))
    return (f"{pad(name, names)}  {pad_left(share, money)}" for name, share in rows)


def payout_table(shares: "Mapping[str, str]", texts: Texts) -> Table:
    """The shares alone."""
    heads = [texts(N_("Player")), texts(N_("Gets"))]
    rows = [[str(texts.field(name)), texts.decimal(share)] for name, share in shares.items()]
    return Table(heads, rows, ["left", "right"])


# Verdicts


def show_verdict(verdict: "Verdict", path: str, texts: Texts, style: Style) -> str:
    """A line per fault, or that there is none in the file `path`; then the warnings."""
    lines = [_fault(fault, texts) for fault in verdict.faults]
    if verdict.ok:
        lines = [style.good(texts(N_("{sheet}: everything adds up."), sheet=path))]
    lines += show_warnings(verdict.warnings, texts, style)
    return "\n".join(fold(line, style.columns) for line in lines)


def show_warnings(warnings: "Sequence[Message]", texts: Texts, style: Style) -> Iterator[str]:
    """A line per warning about a whole sheet; only so many of a long list."""
    yield from (style.caution(texts.warning(message)) for message in warnings[:_MOST])
    if (left := len(warnings) - _MOST) > 0:
        yield texts.plural("and {count} more warning", "and {count} more warnings", left)


def _fault(fault: "SheetFault", texts: Texts) -> str:
    text = texts.message(fault.message)
    if fault.message.where:
        place = texts.place(fault.message.where)
        text = texts(N_("{place}: {text}"), place=place, text=text)
    # A table's own row says where it is.
    if fault.where is not None:
        return text
    if fault.hand is not None and fault.entry is not None:
        template = N_("hand {hand} (entry {entry}): {text}")
        return texts(template, hand=fault.hand, entry=fault.entry, text=text)
    if fault.hand is not None:
        return texts(N_("hand {hand}: {text}"), hand=fault.hand, text=text)
    if fault.entry is not None:
        return texts(N_("entry {entry}: {text}"), entry=fault.entry, text=text)
    return text
