"""Sheets for round trips: every event with every fact that it may have, sense or not."""

from datetime import datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from ginscore.hand.facts import check_name, clean_name, fold_name
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import Entry
from ginscore.sheet.sheet import Sheet

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
STARTS = st.sampled_from(["", "=", "+", "-", "@", "'", "''", "\t", "\r\n", " ", '"', ";", ",", "x"])
NOTES = st.none() | st.builds(str.__add__, STARTS, TEXTS)
HOLDINGS = st.sampled_from(
    [
        "0",
        "17",
        "gin",
        "7S 7H 7D 4C 5C 6C JH QH KH 3D",
        "[7S 7H 7D] [4C 5C 6C] [JH QH KH] 3D",
        "[7S 7H 7D] [4C 5C 6C] [JH QH KH] =3",
        "KS 6D AC ...",
    ]
)
LAY_OFFS = st.sampled_from([None, "", "7C:1", "7C:1 3C:2"])
RULES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "gin_bonus": st.integers(0, 99),
        "extra_boxes.gin": st.integers(0, 9),
        "target": st.sampled_from([None, "one_hand", 150]),
        "sweep_doubles": st.booleans(),
        "column_factors": st.sampled_from([[1, 1, 1], [1, 1, 2]]),
        "hand_sizes": st.just({"2": 10, "3": 7}),
        "extra_boxes": st.just({"gin": 2, "big_gin": 2, "undercut": 1}),
        "knock_limit": st.sampled_from(["upcard", 5]),
    },
).filter(bool)


def earlier(number: int) -> st.SearchStrategy[int | None]:
    """The number of an entry before entry `number`, if there is one."""
    return st.none() | st.integers(1, number - 1) if number > 1 else st.none()


def is_name(text: str) -> bool:
    """Whether a text could be a player's name as it is kept."""
    return text == clean_name(text) and not check_name(text)


NAMES = st.builds(str.__add__, STARTS, TEXTS).map(str.strip).filter(is_name)


def moments() -> st.SearchStrategy[datetime | None]:
    """Moments with an offset of whole minutes, to the microsecond."""
    zones = st.integers(-14 * 60, 14 * 60).map(lambda one: timezone(timedelta(minutes=one)))
    first, last = datetime(1970, 1, 2), datetime(2100, 1, 1)
    return st.none() | st.datetimes(first, last, timezones=zones)


def variants() -> st.SearchStrategy[Variant]:
    """Every preset, under its own name or another, from a source that may not be told."""
    names = st.sampled_from([None, "Chez Paul = le samedi", "=1", "x, y"])
    sources = st.sampled_from([None, "", "the club's board, 1952 = now", "source=x"])
    return st.builds(
        lambda preset, name, source: load_preset(preset).model_copy(
            update={
                key: value
                for key, value in (("name", name), ("source", source))
                if value is not None
            }
        ),
        st.sampled_from(PRESETS),
        names,
        sources,
    )


@st.composite
def hands(draw: st.DrawFn, names: tuple[str, ...], number: int) -> dict[str, Any]:
    """The facts of one hand: played, dead, or known by its points."""
    player = st.sampled_from(names)
    facts: dict[str, Any] = {
        "dealer": draw(st.none() | player),
        "upcard": draw(st.none() | st.sampled_from(["5S", "TH"])),
        "before": draw(earlier(number)),
    }
    match draw(st.sampled_from(["played", "dead", "points"])):
        case "played":
            rows = st.tuples(*(st.none() | HOLDINGS for _ in names)).filter(any)
            facts["went_out"] = draw(player)
            facts["holdings"] = draw(rows)
            facts["big_gin"] = draw(st.booleans())
            facts["lay_offs"] = draw(
                st.none() | st.lists(LAY_OFFS, min_size=1, max_size=3).map(tuple)
            )
        case "dead":
            facts["dead"] = True
            facts["pair"] = draw(st.none() | st.permutations(names).map(lambda one: tuple(one[:2])))
        case "points":
            facts["points_only"] = draw(
                st.tuples(*(st.none() | st.integers(0, 999) for _ in names))
            )
            facts["kind"] = draw(st.sampled_from([None, "knock", "gin", "big_gin", "undercut"]))
    return facts


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A sheet of as many players as its rules are for, with up to eight entries."""
    variant = draw(variants())
    seats = draw(st.sampled_from(variant.players))
    names = tuple(draw(st.lists(NAMES, min_size=seats, max_size=seats, unique_by=fold_name)))
    sheet = Sheet(
        title=draw(NOTES),
        created=draw(moments()),
        players=names,
        dealer=draw(st.sampled_from(names)),
        variant=variant,
    )
    entries = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        event = draw(st.sampled_from(["hand", "hand", "undo", "redo", "void", "rename", "rules"]))
        facts: dict[str, Any] = {"replaces": draw(earlier(number)), "note": draw(NOTES)}
        if event == "hand":
            facts |= draw(hands(names, number))
        if event == "rename":
            kept = draw(st.permutations(names))
            names = (draw(NAMES.filter(lambda one: one not in kept)), *kept[1:])  # noqa: B023
            facts["names"] = names
        if event == "rules":
            facts |= {"rules": draw(RULES), "from_now": draw(st.booleans())}
        facts |= {"entry": number, "at": draw(moments()), "event": event}
        entries.append(Entry(**facts))
    return sheet.model_copy(update={"entries": tuple(entries)})
