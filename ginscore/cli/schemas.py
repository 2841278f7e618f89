"""The JSON Schema of every answer and every file, made from the models, and what each key means.

A schema of an answer leaves room for more keys, because later versions may add some; one of what
people write (`sheet`, `variant`, `house-rules`, `hand`) does not.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from pydantic import BaseModel, JsonValue, TypeAdapter

from ginscore.errors import N_
from ginscore.files.batch import hand_schema
from ginscore.hand.settlements import Settlement
from ginscore.rules.topics import switch_text
from ginscore.rules.variants import SWITCHES, Frozen, Variant

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


# What is written without a model, for speed or on stderr


class Fault(Frozen):
    """One fault of what was asked."""

    code: str
    message: str
    where: str | None
    hint: str | None


class Errors(Frozen):
    """Why a command was refused: on stderr with `-f json`."""

    errors: tuple[Fault, ...]


class SettledLine(Settlement):
    """A hand that `batch` settled."""

    line: int
    id: JsonValue


class DeadwoodLine(Frozen):
    """The answer of `batch --only deadwood`."""

    line: int
    id: JsonValue
    deadwood: int


class RefusedLine(Frozen):
    """A line that `batch` refused."""

    line: int
    id: JsonValue
    errors: tuple[Fault, ...]


# The schemas

_HERE: Final = "ginscore.cli.schemas"
_ANSWERS: Final = "ginscore.cli.answers"
_SCORES: Final = "ginscore.sheet.scores"
# What `-f json` prints by command (`add` is `edit` too) → its models.
ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "settlement": ("ginscore.hand.settlements:Settlement",),
    "melds": ("ginscore.hand.advice:Advice",),
    "compare": ("ginscore.hand.advice:Comparison",),
    "add": (f"{_SCORES}:HandRuling",),
    "show": (f"{_SCORES}:ScoreSheet",),
    "log": (f"{_SCORES}:LogSheet",),
    "state": ("ginscore.cli.reports:State", f"{_ANSWERS}:NoSheet"),
    "new": (f"{_ANSWERS}:Started",),
    "undo": (f"{_ANSWERS}:Undone",),
    "redo": (f"{_ANSWERS}:Redone",),
    "void": (f"{_ANSWERS}:Struck",),
    "rename": (f"{_ANSWERS}:Renamed",),
    "rules": (f"{_ANSWERS}:RulesChanged",),
    "import": (f"{_ANSWERS}:Imported",),
    "stats": ("ginscore.sheet.stats:Stats",),
    "payout": (f"{_ANSWERS}:Payout",),
    "verify": ("ginscore.sheet.verify:Verdict",),
    "explain": (
        "ginscore.rules.topics:Explanation",
        f"{_ANSWERS}:Topics",
        "ginscore.cli.reference:Section",
    ),
    "variants": (f"{_ANSWERS}:Presets",),
    "diff": (f"{_ANSWERS}:Differences",),
    "config": (f"{_ANSWERS}:Defaults",),
    "batch": (f"{_HERE}:SettledLine", f"{_HERE}:DeadwoodLine", f"{_HERE}:RefusedLine"),
    "errors": (f"{_HERE}:Errors",),
}


def _model(place: str) -> type[BaseModel]:
    """The model of a place (`module:name`), whose room is loaded only now."""
    module, _, name = place.partition(":")
    model: type[BaseModel] = getattr(import_module(module), name)
    return model


def _sheet_schema() -> Schema:
    return _model("ginscore.files.sheet_json:SheetFile").model_json_schema(mode="serialization")


def _variant_schema() -> Schema:
    return Variant.model_json_schema(mode="serialization")


def _house_rules_schema() -> Schema:
    """A file of house rules: any of the switches, with null and booleans as words too."""
    schema = _variant_schema()
    for shape in schema["properties"].values():
        kinds = [kind.get("type") for kind in shape.get("anyOf", [shape])]
        words = [*(["null"] if "null" in kinds else []), *(_YES_NO if "boolean" in kinds else [])]
        if words:
            about = {key: shape.pop(key) for key in [*shape] if key != "description"}
            shape["anyOf"] = [*about.get("anyOf", [about]), {"enum": words}]
    base = {"type": "string", "description": "The preset that the others are taken from."}
    schema["properties"] = {"base": base, **schema["properties"]}
    told = "A table's own rules, as TOML holds them; what is left out is the base's."
    return {**schema, "title": "HouseRules", "description": told, "required": []}


_YES_NO: Final = ("yes", "no")

# What people write, and other programs may → its schema.
FILES: Final[Mapping[str, Callable[[], Schema]]] = {
    "sheet": _sheet_schema,
    "variant": _variant_schema,
    "house-rules": _house_rules_schema,
    "hand": hand_schema,
}
NAMES: Final = (*FILES, *ANSWERS)


def models_of(name: str) -> list[type[BaseModel]]:
    """The models of an answer, of which it is one."""
    return [*map(_model, ANSWERS[name])]


def schema_of(name: str) -> Schema:
    """The schema of that name: every key that is written, with its meaning."""
    if name in FILES:
        schema = FILES[name]()
    else:
        kinds: Any = models_of(name)[0]
        for model in models_of(name)[1:]:
            kinds |= model
        schema = TypeAdapter(kinds).json_schema(mode="serialization")
    for title, shape in _objects(schema):
        if name in ANSWERS and shape.get("additionalProperties") is False:
            del shape["additionalProperties"]
        for key, value in shape.get("properties", {}).items():
            if "description" not in value:
                value["description"] = meaning(title, key)
    return {"$schema": _DIALECT, "$id": f"urn:ginscore:{name}", **schema}


def _objects(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Every object of a schema, with its title."""
    yield schema.get("title", ""), schema
    yield from schema.get("$defs", {}).items()


def meaning(title: str, key: str) -> str:
    """What a key means, in the object of that title."""
    if title in ("Variant", "HouseRules") and key in SWITCHES:
        return switch_text(key).title
    return MEANINGS.get(f"{title}.{key}") or MEANINGS.get(key, "")


# By key, or by object and key where the same key means something else there. Points are points of
# the score or of deadwood, boxes are marks, cards are canonical English text.
MEANINGS: Final[Mapping[str, str]] = {
    # A hand
    "variant": "The name of the rules in force.",
    "SheetFile.variant": N_("The whole rule set that the sheet began with."),
    "HandLine.variant": N_("A preset in place of --variant; with --allow-files a file too."),
    "upcard": N_("The first card turned up; null if not recorded."),
    "knock_limit": "The most deadwood points to knock with; null if unknown.",
    "kind": N_("How the hand ended: knock, gin, big_gin, undercut or dead; null if not known."),
    "Entry.kind": N_("What kind of hand it was, if only its points are known."),
    "LogEntry.kind": "What kind of hand it was, if only its points are known.",
    "Explanation.kind": "What is explained: a switch, a preset, a mishap, a myth, a word, a code.",
    "winner": N_("The side that won the hand, by role or name; null if nobody did."),
    "MatchScore.winner": "The side that won the match; null if nobody did, or not yet.",
    "SettlementScore.winner": "The side that is owed; null before the end, or if they are level.",
    "points": N_("The points of the hand; under penalty points the sum of what is paid."),
    "AccountScore.points": "Points of the hands.",
    "Arranged.points": "Deadwood points.",
    "side": "The side on which the scores fall; null if nobody scored on this row.",
    "next_pair": "The two who play next, in seat order; null where everybody plays.",
    "MatchScore.points": "By side: the settlements that it has won, in points.",
    "PlayerStats.points": "Points of the hands won; penalty points count for nobody.",
    "ScoredItem.points": "Points; below zero where a formula takes them away.",
    "SettlementScore.points": "What is owed, in points.",
    "boxes": N_("Boxes that the hand brings."),
    "AccountScore.boxes": "What the boxes bring, in points.",
    "GameScore.boxes": "By side: boxes won.",
    "PlayerStats.boxes": "Boxes won.",
    "scores": "By side: points of this hand; under penalty points what is paid.",
    "knocker": "The side that went out; null in a dead hand, or if only points are known.",
    "HandLine.knocker": N_("The knocker's holding, or his deadwood points."),
    "defenders": "Every side against the knocker, in the order of seats.",
    "HandLine.defenders": N_("A list of holdings, in place of defender, defender2, defender3."),
    "defender": N_("The defender's holding, or his deadwood points."),
    "defender2": N_("The second defender's holding."),
    "defender3": N_("The third defender's holding."),
    "items": "Every item of the score; they sum to the scores.",
    "claims": "What was claimed of the hand, each upheld or rejected.",
    "warnings": "What a referee says without being asked.",
    "name": "The player's name; null if none was given.",
    "Variant.name": "The name of the rules.",
    "HouseRules.name": "The name of the rules; custom if left out.",
    "Preset.name": "The name of the rules, as --variant takes it.",
    "deadwood": "Deadwood points.",
    "HandScore.deadwood": N_("By player: deadwood points; null if not known."),
    "Arranged.deadwood": "The deadwood cards.",
    "before_lay_offs": "Deadwood points before the lay-offs.",
    "best": "The fewest deadwood points that lay-offs and own melds could have left.",
    "PlayerStats.best": "The most points of a hand won; null without one.",
    "basis": "What is known of the holding: cards, declared (melds, or loose cards), or a count.",
    "melds": "The melds, each a list of cards.",
    "deadwood_cards": "The deadwood cards, as far as they are known.",
    "lay_offs": "Cards laid off on the knocker's melds, in an order in which each is legal.",
    "Entry.lay_offs": N_("A text for each defender: 7C:1 3C:2; blank: none; null: not told."),
    "LogEntry.lay_offs": "A text for each defender: 7C:1 3C:2; blank: none; null: not told.",
    "card": "The card.",
    "meld": "The number of the knocker's meld, from 1.",
    "on": "The cards of that meld as spread.",
    "rule": "What the points are for: difference, deadwood, gin_bonus, undercut_bonus, …",
    "to": "The side that gets them.",
    "why": "The arithmetic, or the reason.",
    "claim": "The claim as it was made.",
    "upheld": "Whether it holds.",
    "code": "The code, which stays the same: ginscore explain codes.",
    "message": "What was found, and what is allowed, in English.",
    "where": "The place in what was typed or in the file; null if there is none.",
    "hint": "What to do about it; null if there is nothing to say.",
    "errors": "Every fault at once.",
    # melds, compare
    "cards": "The cards, by suit, then by rank.",
    "arrangements": "Ways of melding them with the least deadwood: one, or all with --all.",
    "may": "What he may do: knock, gin or no; null where the cards are no whole hand.",
    "discards": "With a card too many: every card, and what its discard leaves; the best first.",
    "big_gin": N_("Whether the hand is big gin."),
    "ExtraBoxes.big_gin": "Boxes more for big gin.",
    "ExtraBoxes.gin": "Boxes more for gin.",
    "ExtraBoxes.undercut": "Boxes more for an undercut.",
    "rulings": "The ruling of every set of rules that allows the hand.",
    "refused": "The sets of rules that do not allow the hand, and why.",
    "penalty": "Whether the points are paid, not won.",
    "switch": "The switch.",
    "Ruling.switch": "The switches that make it differ from the first ruling; null if it does not.",
    # A sheet
    "sheet": "The sheet's file; null if there is none in reach.",
    "imported": "The file that was read.",
    "title": N_("The sheet's title; null without one."),
    "Explanation.title": "The heading.",
    "created": N_("When the sheet was started; null if not told."),
    "players": N_("The players' names, by seat."),
    "Stats.players": "Every player, by wins.",
    "LogEntry.players": "The players' names by seat when the entry was written.",
    "hands": "The hands.",
    "Pairing.hands": "Hands that they played against each other.",
    "PlayerStats.hands": "Hands played, dead ones too.",
    "Imported.hands": "How many hands the sheet has.",
    "hand": N_("The number of the hand, from 1; null where it has none."),
    "entry": N_("The number of the entry in the log, from 1."),
    "HandRuling.entry": "The number of its entry in the log; null if only tried.",
    "SheetFault.entry": "The number of the entry; null if it is none of a log.",
    "at": N_("When: the moment with its offset; null if not told."),
    "status": "Whether it counts: counted, after-end, undone, replaced, struck, acting.",
    "game": N_("The number of the game, from 1; null where the hand counts in none."),
    "dealer": N_("Who dealt."),
    "SheetFile.dealer": N_("Who deals the first hand."),
    "Started.dealer": "Who deals the first hand.",
    "went_out": N_("Who went out; null if nobody did."),
    "totals": "By side: points of the hands so far.",
    "columns": N_("Hollywood: the columns that the hand was entered in."),
    "column_totals": "Hollywood: every column's totals after this hand.",
    "pair": N_("Who played the hand, where not everybody does."),
    "open_round": "Partnership: whether the round still lacks its other hand.",
    "edited": N_("Whether the hand was corrected."),
    "note": N_("What was noted; null without a note."),
    "games": "The games, in Hollywood the columns.",
    "PlayerStats.games": "Games that are over.",
    "match": "The match.",
    "next_dealer": "Who deals next.",
    "to_go": "By side: the points still needed; null where there is no target.",
    "column": "The number of the column, 1 but in Hollywood.",
    "over": "Whether it is over.",
    "accounts": "By side: its account.",
    "game_bonus": "The bonus for the game, in points.",
    "shutout": "What the shutout brings, in points.",
    "total": "The sum.",
    "game_winner": "Who took the game bonus; null before the end.",
    "settlement": "Who owes whom how much at the end.",
    "games_won": "By side: games won.",
    "PlayerStats.games_won": "Games won.",
    "nets": "By player: what each wins or loses; they sum to 0.",
    "entries": N_("The log, the oldest entry first."),
    "Imported.entries": "How many entries the log has.",
    "undid": "The entry that was taken back.",
    "redid": "The entry that was brought back.",
    "struck": "The entry that was struck out.",
    "event": N_("What the entry is: hand, undo, redo, void, rename or rules."),
    "replaces": N_("The entry that it corrects, strikes out, takes back or brings back."),
    "before": N_("The entry that a forgotten hand was put before."),
    "holdings": N_("By seat: the holding or count; null for who did not play."),
    "dead": N_("Whether it is a dead hand."),
    "points_only": N_("By seat: points, where nothing else is known of the hand."),
    "names": N_("Everybody's name from here on, by seat."),
    "HandLine.names": N_("The names of the sides, the knocker's first."),
    "rules": N_("The switches that were changed, with their values."),
    "HandLine.rules": N_("Changed switches: an object, or one text, gin_bonus=20."),
    "from_now": N_("Whether the change is only for the hands that follow."),
    "format": N_("Always ginscore-sheet."),
    "version": N_("The version of the form; a higher one is sheet-newer."),
    "rule_changes": "Where other rules begin to hold.",
    "RuleChange.hand": "The number of the hand from which they hold; it may be still to come.",
    "RuleChange.rules": "The switches that are other than before, with their values.",
    # verify, stats, payout
    "penalties": "Penalty points taken.",
    "ok": "Whether everything adds up.",
    "faults": "What does not add up.",
    "unused": "The columns of a table, or cells in them, that were left aside.",
    "SheetFault.where": "The row and head of a table; null for a sheet.",
    "sheets": "How many sheets were read.",
    "head_to_head": "Every two players, in the hands that they played against each other.",
    "player": "The player.",
    "other": "The other one.",
    "SwitchPair.other": "Its value in the other rules.",
    "Differences.other": "The name of the other rules.",
    "SwitchPair.one": "Its value in the first rules.",
    "one": "The name of the first rules.",
    "wins": "Hands won.",
    "losses": "Hands lost.",
    "points_for": "Points won from the other.",
    "points_against": "Points lost to the other.",
    "gins": "Gins, big ones too.",
    "big_gins": "Big gins.",
    "undercuts_made": "Undercuts made.",
    "undercuts_suffered": "Undercuts suffered.",
    "average": "The mean points of a hand won, to two decimals; null without one.",
    "matches": "Matches that are over.",
    "matches_won": "Matches won.",
    "shares": "By player: what he gets, as decimal text; below zero what he pays.",
    "formula": "The arithmetic, line by line.",
    # Rules, explain, config
    "variants": "The sets of rules.",
    "differences": "The switches in which they differ.",
    "source": "Where it comes from.",
    "topics": "What explain can explain.",
    "topic": "The topic.",
    "text": "The explanation.",
    "values": "What the switch may be, each with its meaning.",
    "sources": "Each value with where it comes from; of a preset, what differs from modern.",
    "reading": "What no source fixes and ginscore decided; blank if nothing.",
    "presets": "Each value in use, with the presets that have it.",
    "in_force": "The value in the rules asked about; null for what is no switch.",
    "file": "The file of defaults, whether it exists or not.",
    "settings": "Every default.",
    "key": "The default.",
    "value": "Its value.",
    "place": "Where it can be changed.",
    "parts": "The lists of the section.",
    "Part.title": "The heading; blank without one.",
    "Part.text": "What holds for the whole list; blank if nothing.",
    "Part.items": "What scripts rely on, each with its meaning.",
    "Item.name": "The word itself.",
    "meaning": "What it means.",
    "example": "An example; blank without one.",
    # batch
    "line": "The number of the line, from 1.",
    "id": "What the line called itself, as it was; null if it did not.",
    "HandLine.id": N_("Anything; it comes back."),
    "HandLine.big_gin": N_("Whether he called big gin."),
    "lay_off": N_("A text for each defender, 7C:1 3C:2; null: not told."),
}
