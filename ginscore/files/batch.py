"""A stream of hands, one a line: each is answered in its place and none stops the stream.

A reader makes each line a mapping, a judge answers that, a writer makes the answer one line.
Nothing is kept but two counts and the last few rule sets.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from pydantic_core import to_json

from ginscore.cards.melds import deadwood
from ginscore.cards.notation import parse_cards_noted
from ginscore.cards.tokens import LONGEST_TEXT
from ginscore.errors import N_, GinscoreError, Message, fault, refuse, refuse_all
from ginscore.files import batch_lines
from ginscore.files.config import load_variant
from ginscore.hand.facts import clean_name
from ginscore.hand.reading import HandTexts, parse_hand
from ginscore.hand.settlements import Settlement, settle_hand
from ginscore.rules.overrides import override, parse_rules
from ginscore.rules.presets import load_preset
from ginscore.rules.variants import Variant

Form = Literal["jsonl", "csv"]
Wanted = Literal["settlement", "deadwood"]

# The values of a line by key, before or after they are read.
Told: TypeAlias = Mapping[str, Any]
# A ruling, the deadwood of some cards, or errors.
Found: TypeAlias = Settlement | dict[str, Any]
Rules: TypeAlias = Callable[[str | None, str], Variant]

_FLAGS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("x", "yes", "true", "1"), True),
    **dict.fromkeys(("", "no", "false", "0"), False),
}
_MOST_VARIANTS: Final = 64


# The keys of a line


class Key(NamedTuple):
    """One key of a line: how its value is read, its JSON Schema, whether CSV has such a head."""

    read: Callable[[object, str], Any]
    schema: Mapping[str, object]
    in_csv: bool = True


def _read_text(value: object, key: str) -> str | None:
    """A JSON text as it stands, a number as its text (a count); None for null."""
    if type(value) is str:
        if len(value) > LONGEST_TEXT:
            template = N_("a text of {count} characters; allowed: {most} at most")
            count = len(value)
            raise refuse("bad-json", template, where=key, count=count, most=LONGEST_TEXT)
        return value
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise _wrong_type(value, key, N_("{found}; allowed: a text or a number"))


def _read_list(value: object, key: str) -> list[str]:
    if not isinstance(value, list):
        raise _wrong_type(value, key, N_("{found}; allowed: a list of texts"))
    return [_read_text(item, key) or "" for item in value]


def _read_several(value: object, key: str) -> list[str]:
    """Several texts: a list, or one text with commas; nothing for a blank."""
    if not value:
        return []
    if isinstance(value, list):
        return _read_list(value, key)
    return [text.strip() for text in (_read_text(value, key) or "").split(",")]


def _read_lay_offs(value: object, key: str) -> list[str | None] | str:
    """A text a defender: a list, or one text with bars between them; nothing for a blank."""
    if isinstance(value, list):
        return [None if item is None else _read_text(item, key) for item in value]
    return (_read_text(value, key) if value else None) or []


def _read_flag(value: object, key: str) -> bool:
    if not value or value is True:
        return bool(value)
    word = (_read_text(value, key) or "").strip().lower()
    if word in _FLAGS:
        return _FLAGS[word]
    raise _wrong_type(value, key, N_("{found}; allowed: true or false"))


def _read_rules(value: object, key: str) -> str:
    """Changed switches, an object or `gin_bonus=20; tie=knocker`, as JSON; no text for none."""
    if not value:
        return ""
    if isinstance(value, str):
        text = _read_text(value, key) or ""
        try:
            value = parse_rules(rule for rule in text.split(";") if rule.strip())
        except GinscoreError as error:
            raise GinscoreError(
                *(message._replace(where=key) for message in error.faults)
            ) from None
    if not isinstance(value, Mapping):
        raise _wrong_type(value, key, N_("{found}; allowed: an object of switches"))
    return json.dumps(value)


def _read_name(value: object, key: str) -> object:
    """The `id`, which comes back as it is."""
    del key
    return value


def _wrong_type(value: object, key: str, template: str) -> GinscoreError:
    return refuse("bad-json", template, where=key, found=json.dumps(value)[:40])


_ANY: Final = Key(_read_name, {"description": "given back as it is"})
_TEXT: Final = Key(_read_text, {"type": ["string", "integer", "null"]})
_SWITCHES: Final = Key(_read_rules, {"type": ["object", "string", "null"]})
_SEVERAL: Final = Key(
    _read_several, {"type": ["array", "string", "null"], "items": {"type": "string"}}
)

HAND_KEYS: Final[Mapping[str, Key]] = {
    "id": _ANY,
    "knocker": _TEXT,
    "defender": _TEXT,
    "defender2": _TEXT,
    "defender3": _TEXT,
    "upcard": _TEXT,
    "big_gin": Key(_read_flag, {"type": ["boolean", "string", "null"]}),
    "names": _SEVERAL,
    "lay_off": Key(
        _read_lay_offs, {"type": ["array", "string", "null"], "items": {"type": ["string", "null"]}}
    ),
    "variant": _TEXT,
    "rules": _SWITCHES,
    "defenders": Key(
        _read_list, {"type": "array", "items": {"type": ["string", "integer", "null"]}}, False
    ),
}
CARD_KEYS: Final[Mapping[str, Key]] = {
    "id": _ANY,
    "cards": _SEVERAL,
    "variant": _TEXT,
    "rules": _SWITCHES,
}
_RULE_KEYS: Final = frozenset({"variant", "rules"})
_DEFENDERS: Final = ("defender", "defender2", "defender3")


def hand_schema() -> dict[str, object]:
    """The JSON Schema of a line with a hand."""
    return {
        "title": "HandLine",
        "description": "One hand: the knocker's holding, and one for each defender.\n\n"
        "Holdings are canonical English notation or points of deadwood. `lay_off` has a text a\n"
        "defender, `7C:1 3C:2`; `rules` are the switches that differ from the variant's.",
        "type": "object",
        "properties": {name: dict(key.schema) for name, key in HAND_KEYS.items()},
        "required": ["knocker"],
        "additionalProperties": False,
    }


def _read_line(line: Told, keys: Mapping[str, Key]) -> tuple[Told, list[Message]]:
    """The values of a line as read, and the faults of its rules; see `_find_rules`.

    Raises:
        GinscoreError: `bad-json` for unknown keys; else with every value's faults.
    """
    if not line.keys() <= keys.keys():
        unknown = islice((key for key in line if key not in keys), batch_lines.MOST_FAULTS)
        refuse_all([_unknown_key(key, keys) for key in unknown])
    read: dict[str, Any] = {}
    faults: dict[str, Sequence[Message]] = {}
    for key, value in line.items():
        try:
            read[key] = keys[key].read(value, key)
        except GinscoreError as error:
            faults[key] = error.faults
    found = [message for messages in faults.values() for message in messages]
    # Faults of the rules alone are raised later, so that they hide no fault of the hand.
    if not faults.keys() <= _RULE_KEYS:
        refuse_all(found)
    return read, found


def _unknown_key(key: str, known: Iterable[str]) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(key, known, 1)
    return fault(
        "bad-json",
        N_('"{key}" is not known here; allowed: {allowed}'),
        hint=N_("did you mean {near}?") if near else "",
        where=key[:40],
        key=key[:40],
        allowed=tuple(known),
        near=", ".join(near),
    )


# Judges


def rules_by_name(default: Variant, *, allow_files: bool = False) -> Rules:
    """A function that finds the rules a line asks for; the last few are kept.

    It takes a variant's name, None for `default`, and the changed switches as JSON, or no text.
    A stranger may have written the line: only with `allow_files` may it name a file, not a preset.
    """
    load = load_variant if allow_files else _load_preset

    @lru_cache(maxsize=_MOST_VARIANTS)
    def find(name: str | None, rules: str) -> Variant:
        try:
            variant = default if name is None else load(name)
        except GinscoreError as error:
            raise error.at("variant") from None
        return override(variant, json.loads(rules), where="rules") if rules else variant

    return find


def _load_preset(name: str) -> Variant:
    try:
        return load_preset(name)
    except GinscoreError as error:
        if not {".", "/", os.sep}.intersection(name):
            raise
        hint = N_("a line names a preset; files are read with --allow-files only")
        raise GinscoreError(error.faults[0]._replace(hint=hint)) from None


def judge_hand_line(line: Told, rules: Rules) -> Settlement:
    """The hand on a line, judged and priced.

    Raises:
        GinscoreError: with every fault of the line; those of the hand if the line is in order.
    """
    values, faults = _read_line(line, HAND_KEYS)
    texts = _hand_texts(values)
    try:
        variant = _find_rules(values, faults, rules)
    except GinscoreError as error:
        raise error.with_faults_of(lambda: parse_hand(texts, None)) from None
    hand, warnings = parse_hand(texts, variant)
    return settle_hand(hand, variant, texts.names, warnings)


def judge_card_line(line: Told, rules: Rules) -> dict[str, int]:
    """The least deadwood of some cards in points.

    Raises:
        GinscoreError: with every fault of the line.
    """
    values, faults = _read_line(line, CARD_KEYS)
    variant = _find_rules(values, faults, rules)
    try:
        cards, _ = parse_cards_noted(" ".join(values.get("cards", ())), "en", variant)
    except GinscoreError as error:
        raise error.at("cards") from None
    return {"deadwood": deadwood(cards, variant)}


def _find_rules(values: Told, faults: list[Message], rules: Rules) -> Variant:
    """The rules that a line asks for; `faults` are those found in its rules already.

    Raises:
        GinscoreError: with those, or as the function `rules` does.
    """
    refuse_all(faults)
    return rules(values.get("variant") or None, values.get("rules", ""))


def _hand_texts(values: Told) -> HandTexts:
    defenders = _defenders(values)
    names = [*map(clean_name, values.get("names") or ())]
    return HandTexts(
        values.get("knocker") or "",
        defenders,
        values.get("upcard") or None,
        values.get("big_gin", False),
        _lay_offs(values, len(defenders)),
        names or None,
    )


def _lay_offs(values: Told, defenders: int) -> Sequence[str | None]:
    """A text for each defender; there may be a bar after the last one."""
    lay_offs: str | list[str | None] = values.get("lay_off") or []
    if isinstance(lay_offs, list):
        return lay_offs
    texts = lay_offs.split("|")
    return texts[:-1] if len(texts) > defenders and not texts[-1].strip() else texts


def _defenders(values: Told) -> Sequence[str]:
    """The defenders' holdings; a blank second or third does not play."""
    texts = [values.get(key) for key in _DEFENDERS]
    if "defenders" not in values:
        fewest = 0 if values.keys().isdisjoint(_DEFENDERS) else 1
        while len(texts) > fewest and not (texts[-1] or "").strip():
            texts.pop()
        return [text or "" for text in texts]
    if any(text is not None for text in texts):
        template = N_("both defender and defenders; allowed: one of the two")
        raise refuse("bad-json", template, where="defenders")
    defenders: list[str] = values["defenders"]
    return defenders


# The stream


class Batch:
    """The answers to the lines of a stream, in order; `settled` and `refused` count them.

    `source` and `target` are the forms in which lines come and answers go, `default` the rules of a
    line that names none. With `allow_files` a line may name a file of rules.

    Raises:
        GinscoreError: `bad-csv` for the heads of CSV, when the first answer is asked for.
    """

    def __init__(
        self,
        default: Variant,
        source: Form = "jsonl",
        target: Form = "jsonl",
        wanted: Wanted = "settlement",
        *,
        allow_files: bool = False,
    ) -> None:
        self.settled = 0
        self.refused = 0
        self._given = (default, source, target, wanted, allow_files)
        self._source = source
        self._target = target
        self._wants_deadwood = wanted == "deadwood"
        self._judge: Callable[[Told, Rules], Found] = (
            judge_card_line if self._wants_deadwood else judge_hand_line
        )
        self._rules = rules_by_name(default, allow_files=allow_files)

    def __reduce__(self) -> tuple[Callable[..., "Batch"], tuple[object, ...]]:
        """The same for another process, which begins to count anew."""
        return partial(Batch, allow_files=self._given[-1]), self._given[:-1]

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """One line for each of `lines` that is not blank; no content of theirs raises."""
        heads, read, numbered = self.begin(lines)
        if heads:
            yield heads
        for number, line in numbered:
            yield self.answer(number, line, read)

    def begin(
        self, lines: Iterable[bytes]
    ) -> tuple[bytes, Callable[[Any], Told], Iterable[tuple[int, bytes]]]:
        """The line before all answers, if any; how a line is read; the lines with their numbers."""
        heads = b""
        if self._target == "csv":
            known = batch_lines.CARD_HEADS if self._wants_deadwood else batch_lines.HAND_HEADS
            heads = batch_lines.format_cells(known)
        return heads, *self._reader(lines)

    def answer(self, number: int, line: bytes, read: Callable[[Any], Told]) -> bytes:
        """The answer to one line."""
        name: object = None
        found: Found
        try:
            values = read(line)
            name = values.get("id")
            found = self._judge(values, self._rules)
        except GinscoreError as error:
            self.refused += 1
            found = {"errors": [message.plain for message in error.faults]}
        except RecursionError:
            self.refused += 1
            found = {"errors": [fault("bad-json", N_("nested too deeply")).plain]}
        else:
            self.settled += 1
        if self._target == "csv":
            return _write_csv(self._wants_deadwood, number, name, found)
        return write_json(number, name, found)

    def _reader(
        self, lines: Iterable[bytes]
    ) -> tuple[Callable[[Any], Told], Iterable[tuple[int, Any]]]:
        """The function that reads a line, and the numbered lines."""
        keys, needed = (CARD_KEYS, "cards") if self._wants_deadwood else (HAND_KEYS, "knocker")
        if self._source == "csv":
            known = [name for name, key in keys.items() if key.in_csv]
            rows = batch_lines.CsvRows(lines, known, needed)
            return rows.read, rows
        read = batch_lines.read_cards if self._wants_deadwood else batch_lines.read_object
        return read, batch_lines.number_lines(lines)


def _compact(name: object) -> str:
    """An `id` that is neither text nor number, as JSON writes it."""
    return json.dumps(name, ensure_ascii=False, separators=(",", ":"))


def write_json(number: int, name: object, found: Found) -> bytes:
    """An answer as one line of JSON."""
    known = to_json(name) if isinstance(name, str | int | None) else _compact(name).encode()
    answer = to_json(found) if isinstance(found, dict) else found.model_dump_json().encode()
    return b"".join((b'{"line":%d,"id":' % number, known, b",", answer[1:], b"\n"))


def _write_csv(is_deadwood: bool, number: int, name: object, found: Found) -> bytes:
    """An answer as one row of CSV."""
    shown = name if isinstance(name, str | int | None) else _compact(name)
    if isinstance(found, Settlement):
        cells = [*batch_lines.hand_cells(found), None]
    else:
        errors = batch_lines.errors_cell(found["errors"]) if "errors" in found else None
        blanks = [found.get("deadwood")] if is_deadwood else batch_lines.NO_HAND
        cells = [*blanks, errors]
    return batch_lines.format_cells([number, shown, *cells])
