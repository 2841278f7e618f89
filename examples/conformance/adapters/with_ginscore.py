"""ginscore's answers to the cases: `python run.py "python adapters/with_ginscore.py"`."""

import json
import sys
from collections.abc import Callable
from typing import Any

from ginscore import (
    GinscoreError,
    Sheet,
    Variant,
    best_defence,
    deadwood,
    format_cards,
    load_variant,
    parse_cards,
    settle,
)

Answer = dict[str, Any]


def count(given: Answer, rules: Variant) -> Answer:
    """Least deadwood of some cards."""
    return {"deadwood": deadwood(parse_cards(given["cards"]), rules)}


def discard(given: Answer, rules: Variant) -> Answer:
    """What the best discard leaves, and every discard that leaves it."""
    held = parse_cards(given["cards"])
    left = {card: deadwood(held ^ parse_cards(card), rules) for card in format_cards(held).split()}
    least = min(left.values())
    return {"deadwood": least, "discards": sorted(card for card in left if left[card] == least)}


def lay_off(given: Answer, rules: Variant) -> Answer:
    """What a defender comes down to."""
    spread = [parse_cards(meld) for meld in given["melds"]]
    return {"deadwood": best_defence(spread, parse_cards(given["cards"]), rules).deadwood}


def hand(given: Answer, rules: Variant) -> Answer:
    """The end of a hand."""
    ruling = settle(
        given["knocker"], *given["defenders"], variant=rules, upcard=given.get("upcard")
    )
    found: Answer = ruling.model_dump(mode="json")
    return found


def game(given: Answer, rules: Variant) -> Answer:
    """What the hands of a sheet, known by their points, add up to."""
    sheet = Sheet.new(*given["players"], variant=rules)
    for played in given["hands"]:
        pair = played.get("pair")
        if played["kind"] == "dead":
            sheet = sheet.add(dead=True, pair=pair)
            continue
        winner = played["winner"]
        loser = next((name for name in pair or () if name != winner), None)
        points = f"{winner}={played['points']}"
        sheet = sheet.add(points=points, kind=played["kind"], against=loser)
    score: Answer = sheet.score().model_dump(mode="json")
    return score


ANSWERS: dict[str, Callable[[Answer, Variant], Answer]] = {
    "deadwood": count,
    "discard": discard,
    "lay-off": lay_off,
    "hand": hand,
    "game": game,
}


def answer(case: Answer) -> Answer:
    """What ginscore says of one case."""
    try:
        return ANSWERS[case["topic"]](case["input"], load_variant("modern", case["rules"]))
    except GinscoreError as error:
        return {"refused": True, "codes": [fault.code for fault in error.faults]}


if __name__ == "__main__":
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **answer(case)}))
