"""The changes of a sheet: each writes one entry; what would not be in order is refused.

A sheet that is not in order already, since somebody has edited its file, takes what mends it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all, warning
from ginscore.game.rounds import open_pair
from ginscore.rules.overrides import override
from ginscore.rules.variants import Variant
from ginscore.sheet.dates import known_moment
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import ActingHand, LogFault, check_reach
from ginscore.sheet.names import check_name, clean_name, duplicate, find_player, fold_name
from ginscore.sheet.records import sound_tally
from ginscore.sheet.typed import HandOptions, Table, TypedHand
from ginscore.sheet.typed_hands import hand_facts

if TYPE_CHECKING:
    from ginscore.sheet.sheets import Sheet

# The same hand twice within this time is taken for a slip.
AGAIN: Final = timedelta(minutes=1)
# What tells one hand from another, whenever and wherever it was entered.
_FACTS: Final = (
    "went_out",
    "holdings",
    "upcard",
    "big_gin",
    "dead",
    "points_only",
    "kind",
    "lay_offs",
    "pair",
    "dealer",
)


def add_hand(
    sheet: "Sheet",
    texts: Sequence[str],
    before: int | None,
    now: datetime | None,
    options: HandOptions,
) -> "Sheet":
    """`Sheet.add`."""
    _check_not_over(sheet, before)
    behind = None if before is None else find_hand(sheet, before, "--before")
    table = table_of(sheet, before)
    typed = TypedHand(texts, options, table, None)
    facts = hand_facts(typed)
    entry = _entry(
        sheet, "hand", options.get("at") or now, facts, before=behind and behind.entry.entry
    )
    clock = None if options.get("at") else now
    changed = _extended(sheet, entry, (*typed.warnings, *_warn_again(sheet, entry, clock)))
    if before is None:
        table.check_turn(changed.record.hands[-1].scored.pair or ())
    return changed


def table_of(sheet: "Sheet", before: int | None = None) -> Table:
    """The table at which the next hand is told, or one that belongs before hand number `before`."""
    hands = sheet.record.hands
    rules = sheet.rules if before is None else hands[before - 1].hand.variant
    earlier = hands if before is None else hands[: before - 1]
    opened = open_pair([one.scored for one in earlier]) if rules.teams else None
    return Table(sheet.names, rules, opened)


def edit_hand(
    sheet: "Sheet",
    number: int,
    texts: Sequence[str],
    now: datetime | None,
    options: HandOptions,
) -> "Sheet":
    """`Sheet.edit`."""
    old = find_hand(sheet, number)
    # An empty text takes something away; an empty list and a flag not set are not given.
    given = (value for option, value in options.items() if option != "lang")
    if not texts and not any(value or value == "" for value in given):
        raise refuse(
            "usage",
            N_("nothing is given to change in hand {number}"),
            hint=N_("give what was wrong: who went out and the holdings, or an option"),
            where="N",
            number=number,
        )
    table = Table(sheet.names, old.variant)
    typed = TypedHand(texts, options, table, old)
    facts = hand_facts(typed)
    entry = _entry(sheet, "hand", options.get("at") or now, facts, replaces=old.entry.entry)
    return _extended(sheet, entry, typed.warnings)


def void_hand(sheet: "Sheet", number: int, at: datetime | None) -> "Sheet":
    """`Sheet.void`."""
    old = find_hand(sheet, number)
    return _extended(sheet, _entry(sheet, "void", at, {}, replaces=old.entry.entry))


def undo_entry(sheet: "Sheet", at: datetime | None) -> "Sheet":
    """`Sheet.undo`."""
    acting = sheet.record.log.acting
    if not acting:
        raise refuse("nothing-to-undo", N_("nothing is left to undo: the sheet is as it began"))
    return _extended(sheet, _entry(sheet, "undo", at, {}, replaces=acting[-1]))


def redo_entry(sheet: "Sheet", at: datetime | None) -> "Sheet":
    """`Sheet.redo`."""
    redoable = sheet.record.log.redoable
    if not redoable:
        raise refuse(
            "nothing-to-redo",
            N_("nothing is left to redo"),
            hint=N_("redo brings back what undo has just taken; a new entry ends that"),
        )
    return _extended(sheet, _entry(sheet, "redo", at, {}, replaces=redoable[-1]))


def rename_player(sheet: "Sheet", old: str, new: str, at: datetime | None) -> "Sheet":
    """`Sheet.rename`."""
    names, name = sheet.names, clean_name(new)
    faults = check_name(name, "NEW")
    try:
        seat = find_player(old, names, "OLD")
    except GinscoreError as error:
        faults += error.faults
        seat = len(names)
    others = [one for at_seat, one in enumerate(names) if at_seat != seat]
    faults += [duplicate(name, one) for one in others if fold_name(one) == fold_name(name)]
    refuse_all(faults)
    renamed = (*names[:seat], name, *names[seat + 1 :])
    return _extended(sheet, _entry(sheet, "rename", at, {"names": renamed}))


def change_rules(
    sheet: "Sheet", rules: Mapping[str, object], *, from_now: bool, at: datetime | None
) -> "Sheet":
    """`Sheet.change_rules`."""
    if not rules:
        raise refuse("usage", N_("no rule is given"), where="--rule")
    faults: list[Message] = check_reach(rules) if from_now else []
    try:
        changed = override(sheet.rules, rules)
    except GinscoreError as error:
        raise GinscoreError(*error.faults, *faults) from None
    refuse_all(faults)
    kept = _kept_rules(rules, changed)
    entry = _entry(sheet, "rules", at, {"rules": kept, "from_now": from_now})
    return _extended(sheet, entry)


def _kept_rules(rules: Mapping[str, object], variant: Variant) -> dict[str, Any]:
    """`rules` as an entry keeps them: in JSON's types, as `variant` (already changed) has them."""
    whole = variant.model_dump(mode="json")
    kept = {}
    for rule in rules:
        switch, _, part = rule.partition(".")
        kept[rule] = whole[switch][part] if part else whole[switch]
    return kept


def find_hand(sheet: "Sheet", number: int, where: str = "N") -> ActingHand:
    """The acting hand of that number.

    Raises:
        GinscoreError: `no-such-hand`, with the numbers that there are; the faults of the sheet.
    """
    hands = sheet.record.log.hands
    if 1 <= number <= len(hands):
        return hands[number - 1]
    # What a sheet's faults have kept off it may be the hand that is meant.
    sound_tally(sheet.record)
    if not hands:
        raise refuse(
            "no-such-hand",
            N_("there is no hand {number}: the sheet has none yet"),
            where=where,
            number=number,
        )
    raise refuse(
        "no-such-hand",
        N_("there is no hand {number}; the hands are 1 to {last}"),
        hint=N_("a hand struck out has no number; `show --log` has every entry"),
        where=where,
        number=number,
        last=len(hands),
    )


def _check_not_over(sheet: "Sheet", before: int | None) -> None:
    # A match that is over takes no more hands; a forgotten one may still go in among the others.
    if sheet.tally.match.over and before is None:
        raise refuse(
            "game-over",
            N_("the match is over after hand {number}: no hand can follow"),
            hint=N_("go on with the same players and rules: ginscore new --like {path} -s {new}"),
            number=_last_counted(sheet),
            path="FILE",
            new="NEW",
        )


def _last_counted(sheet: "Sheet") -> int:
    return sum(row.counted for row in sheet.tally.rows)


def _entry(
    sheet: "Sheet",
    event: str,
    at: datetime | None,
    facts: Mapping[str, object],
    *,
    replaces: int | None = None,
    before: int | None = None,
) -> Entry:
    fields: dict[str, Any] = {
        "entry": len(sheet.entries) + 1,
        "at": known_moment(at),
        "event": event,
        "replaces": replaces,
        "before": before,
        **facts,
    }
    return Entry.model_validate(fields)


def _warn_again(sheet: "Sheet", entry: Entry, clock: datetime | None) -> list[Message]:
    """The warning `repeated-hand`, if the newest hand is the same and a minute old at most."""
    newest = sheet.newest_hand()
    if newest is None or clock is None:
        return []
    last = sheet.record.log.hands[newest - 1].entry
    same = all(getattr(last, fact) == getattr(entry, fact) for fact in _FACTS)
    if not same or last.at is None or not timedelta() <= clock - last.at <= AGAIN:
        return []
    return [
        warning(
            "repeated-hand",
            N_("the same hand as hand {number}, {seconds} s later"),
            hint=N_("if it was entered twice: ginscore undo"),
            number=newest,
            seconds=int((clock - last.at).total_seconds()),
        )
    ]


def _extended(sheet: "Sheet", entry: Entry, warnings: Sequence[Message] = ()) -> "Sheet":
    """The sheet with `entry` at its end.

    Raises:
        GinscoreError: the new sheet would not be in order, nor nearer to it than this one.
    """
    changed = sheet.extended(entry, tuple(warnings))
    known, left = sheet.record.faults, changed.record.faults
    # What is wrong in a sheet already may be mended fault by fault.
    if left and (len(left) >= len(known) or any(one not in known for one in left)):
        refuse_all(_placed(left, entry, sheet))
    return changed


def _placed(faults: Sequence[LogFault], entry: Entry, sheet: "Sheet") -> list[Message]:
    """What would be wrong after `entry`; other entries' faults are told where `sheet` has them."""
    hands = enumerate(sheet.record.log.hands, 1)
    places = {hand.entry.entry: f"hand {number}" for number, hand in hands}
    return [
        one.message
        if one.entry in (None, entry.entry)
        else one.message.at(places.get(one.entry, f"entry {one.entry}"))
        for one in faults
    ]
