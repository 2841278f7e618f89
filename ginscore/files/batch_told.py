"""What one line of a stream tells, a hand or some cards, and the answer to it.

JSON may tell everything as CSV does, in texts; blank texts count as not told but for holdings.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from ginscore.cards.melds import deadwood
from ginscore.cards.notation import parse_cards_noted
from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files.house_rules import load_variant
from ginscore.hand.hand_texts import HandTexts, parse_hand
from ginscore.hand.settlements import Settlement, settle_hand
from ginscore.hand.sides import clean_name
from ginscore.rules.overrides import parse_rules
from ginscore.rules.preset_files import load_preset
from ginscore.rules.variants import Variant

Told: TypeAlias = Mapping[str, object]
Name: TypeAlias = str | int | None
# A ruling, the deadwood of some cards, or errors.
Found: TypeAlias = Settlement | dict[str, Any]
Rules: TypeAlias = Callable[[str | None, str], Variant]
Judge: TypeAlias = Callable[[Told, Rules], Found]

# What a line may tell; the heads of CSV, and in JSON `defenders` besides.
HAND_KEYS: Final = (
    "id",
    "knocker",
    "defender",
    "defender2",
    "defender3",
    "upcard",
    "big_gin",
    "names",
    "lay_off",
    "variant",
    "rules",
)
CARD_KEYS: Final = ("id", "cards", "variant", "rules")

_MORE_DEFENDERS: Final = ("defender2", "defender3")
_KNOWN_HAND_KEYS: Final = frozenset({*HAND_KEYS, "defenders"})
_KNOWN_CARD_KEYS: Final = frozenset(CARD_KEYS)
_FLAGS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("x", "yes", "true", "1"), True),
    **dict.fromkeys(("", "no", "false", "0"), False),
}
_MOST_VARIANTS: Final = 64
# No holding is longer, in any notation; it keeps the time for one line short.
_LONGEST_TEXT: Final = 2_000


class JsonText(str):
    """A value as JSON writes it."""

    __slots__ = ()


def name_of(told: Told) -> Name:
    """The `id` of a line, which comes back as it is; what is no text or number as JSON."""
    name = told.get("id")
    if name is None or type(name) is str or type(name) is int:
        return name
    return JsonText(json.dumps(name, ensure_ascii=False, separators=(",", ":")))


def rules_by_name(default: Variant, *, allow_files: bool = False) -> Rules:
    """A function that gives the rules a line asks for; each is loaded once, the last are kept.

    It takes a variant's name, None for `default`, and the changed switches as JSON, or no text.
    Whoever wrote the line may be a stranger: it names a preset, and a file with `allow_files` only.
    """
    load = load_variant if allow_files else _load_preset

    @lru_cache(maxsize=_MOST_VARIANTS)
    def find(name: str | None, rules: str) -> Variant:
        variant = default if name is None else _load(name, load)
        return override_told(variant, json.loads(rules)) if rules else variant

    return find


def _load(name: str, load: Callable[[str], Variant]) -> Variant:
    try:
        return load(name)
    except GinscoreError as error:
        raise error.at("variant") from None


def _load_preset(name: str) -> Variant:
    try:
        return load_preset(name)
    except GinscoreError as error:
        if not {".", "/", os.sep}.intersection(name):
            raise
        hint = N_("a line names a preset; files are read with --allow-files only")
        raise GinscoreError(error.faults[0]._replace(hint=hint)) from None


def override_told(variant: Variant, rules: Mapping[str, object]) -> Variant:
    """`variant` with the switches that a line changes."""
    from ginscore.rules.overrides import override

    return override(variant, rules, where="rules")


# --- Judges ---


def judge_told(told: Told, rules: Rules) -> Settlement:
    """The hand that a line tells, judged and priced.

    Raises:
        GinscoreError: with every fault of the line; those of the hand if the line is in order.
    """
    if not told.keys() <= _KNOWN_HAND_KEYS:
        refuse_all(_unknown_keys(told, (*HAND_KEYS, "defenders")))
    texts = _hand_texts(told)
    try:
        variant = _variant(told, rules)
    except GinscoreError as error:
        raise error.with_faults_of(lambda: parse_hand(texts, None)) from None
    hand, warnings = parse_hand(texts, variant)
    return settle_hand(hand, variant, texts.names, warnings)


def judge_cards(told: Told, rules: Rules) -> dict[str, int]:
    """The least deadwood of some cards in points.

    Raises:
        GinscoreError: with every fault of the line.
    """
    if not told.keys() <= _KNOWN_CARD_KEYS:
        refuse_all(_unknown_keys(told, CARD_KEYS))
    variant = _variant(told, rules)
    text = " ".join(_texts(told, "cards")) if told.get("cards") else ""
    try:
        cards, _ = parse_cards_noted(text, "en", variant)
    except GinscoreError as error:
        raise error.at("cards") from None
    return {"deadwood": deadwood(cards, variant)}


def _unknown_keys(told: Told, known: Sequence[str]) -> list[Message]:
    from difflib import get_close_matches

    return [
        fault(
            "bad-json",
            N_('"{key}" is not known here; allowed: {allowed}'),
            hint=N_("did you mean {near}?") if near else "",
            where=key[:40],
            key=key[:40],
            allowed=tuple(known),
            near=", ".join(near),
        )
        for key in told
        if key not in known
        for near in [get_close_matches(key, known, 1)]
    ]


def _hand_texts(told: Told) -> HandTexts:
    """What a line tells of a hand, in the forms that `HandTexts` takes."""
    defenders = _defenders(told)
    return HandTexts(
        _text(told, "knocker") or "",
        defenders,
        _text(told, "upcard") or None,
        bool(told.get("big_gin")) and _flag(told, "big_gin"),
        _lay_offs(told, len(defenders)) if told.get("lay_off") else (),
        [*map(clean_name, _texts(told, "names"))] if told.get("names") else None,
    )


def _defenders(told: Told) -> list[str]:
    """The defenders' holdings; a second or third that is blank does not play."""
    if "defenders" not in told:
        if "defender2" not in told and "defender3" not in told:
            return [_text(told, "defender") or ""] if "defender" in told else []
        texts = [_text(told, key) or "" for key in ("defender", *_MORE_DEFENDERS)]
        while len(texts) > 1 and not texts[-1].strip():
            texts.pop()
        return texts
    if any(told.get(key) is not None for key in ("defender", *_MORE_DEFENDERS)):
        raise refuse(
            "bad-json",
            N_("both defender and defenders; allowed: one of the two"),
            where="defenders",
        )
    return [_plain_text(one, "defenders") or "" for one in _list(told, "defenders")]


def _lay_offs(told: Told, defenders: int) -> list[str | None]:
    """A text for each defender; a `|` behind the last one may be there."""
    value = told["lay_off"]
    if isinstance(value, list):
        return [None if one is None else _plain_text(one, "lay_off") for one in value]
    texts = (_text(told, "lay_off") or "").split("|")
    if len(texts) > defenders and not texts[-1].strip():
        texts.pop()
    return list(texts)


def _texts(told: Told, key: str) -> list[str]:
    """Several texts: a list, or one text with commas."""
    value = told[key]
    if isinstance(value, list):
        return [_plain_text(one, key) or "" for one in value]
    return [one.strip() for one in (_text(told, key) or "").split(",")]


def _list(told: Told, key: str) -> list[object]:
    value = told[key]
    if not isinstance(value, list):
        raise _wrong_type(value, key, N_("{found}; allowed: a list of texts"))
    return value


def _text(told: Told, key: str) -> str | None:
    return _plain_text(told.get(key), key)


def _plain_text(value: object, key: str) -> str | None:
    """A JSON text as it stands, a number as its text (a count); None for null."""
    if type(value) is str:
        if len(value) > _LONGEST_TEXT:
            raise _too_long(value, key)
        return value
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise _wrong_type(value, key, N_("{found}; allowed: a text or a number"))


def _flag(told: Told, key: str) -> bool:
    value = told[key]
    if isinstance(value, bool):
        return value
    word = (_text(told, key) or "").strip().lower()
    if word in _FLAGS:
        return _FLAGS[word]
    raise _wrong_type(value, key, N_("{found}; allowed: true or false"))


def _variant(told: Told, rules: Rules) -> Variant:
    name = _text(told, "variant") or None if "variant" in told else None
    changes = told.get("rules")
    if not changes:
        return rules(name, "")
    if isinstance(changes, str):
        changes = _parse_rules(_text(told, "rules") or "")
    if not isinstance(changes, Mapping):
        raise _wrong_type(changes, "rules", N_("{found}; allowed: an object of switches"))
    return rules(name, json.dumps(changes))


def _parse_rules(text: str) -> dict[str, object]:
    """`gin_bonus=20; tie=knocker` as a mapping."""
    try:
        return parse_rules(one for one in text.split(";") if one.strip())
    except GinscoreError as error:
        raise GinscoreError(*(one._replace(where="rules") for one in error.faults)) from None


def _too_long(text: str, key: str) -> GinscoreError:
    template = N_("a text of {count} characters; allowed: {most} at most")
    return refuse("bad-json", template, where=key, count=len(text), most=_LONGEST_TEXT)


def _wrong_type(value: object, key: str, template: str) -> GinscoreError:
    return refuse("bad-json", template, where=key, found=json.dumps(value)[:40])
