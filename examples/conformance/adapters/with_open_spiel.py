"""OpenSpiel's answers to the cases, from its wheel: `pip install open-spiel`.

A hand is dealt in its game of gin rummy and played to the knock; what the defender comes down to
is the best of everything that the game lets him lay off.
"""

import json
import sys
from typing import Any

import pyspiel

Answer = dict[str, Any]
NAMES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
DRAW_STOCK, PASS, KNOCK, MELDS = 53, 54, 55, 56
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
# Its game has these rules and no others.
FIXED = {
    "ace_runs": "low",
    "ace_points": 1,
    "layoff_on_gin": "no",
    "layoff_chain": "own",
    "layoff_method": "best",
    "tie": "undercut",
    "tie_bonus": None,
    "knock_bonus": 0,
    "gin_doubles_deadwood": False,
    "spade_doubles": "no",
    "scoring": "winner",
}


def cards(text: str) -> list[int]:
    """Cards as its numbers; its suits have another order, which no rule depends on."""
    return [NAMES.index(card) for card in text.split()]


def pieces(meld: list[int]) -> list[list[int]]:
    """A run in pieces of three to five cards, as its game has them; the ends are the same."""
    if len(meld) < 6:
        return [meld]
    first = 3 if len(meld) < 8 else 5 if len(meld) == 10 else 4
    return [meld[:first], *pieces(meld[first:])]


def best_end(state: Any) -> Any:
    """The end that is best for the defender, who lays off first and then shows his own melds."""
    found, seen, left = [], set(), [state]
    while left:
        state = left.pop()
        if state.is_terminal():
            found.append(state)
        # The same lay-offs and melds in another order come to the same.
        elif (shown := (str(state), state.finished_layoffs())) not in seen:
            seen.add(shown)
            left += [state.child(action) for action in state.legal_actions()]
    return min(found, key=lambda end: end.returns()[0])


def knock(melds: list[list[int]], loose: list[int], held: list[int], rules: Answer) -> Any:
    """The game after the knocker has shown his melds; None if he may not show these."""
    game = pyspiel.load_game(
        "gin_rummy", {"gin_bonus": rules["gin_bonus"], "undercut_bonus": rules["undercut_bonus"]}
    )
    state = game.new_initial_state()
    knocker = [card for meld in melds for card in meld] + loose
    spare = [card for card in range(52) if card not in {*knocker, *held}]
    for card in (*knocker, *held, spare[0]):
        state.apply_action(card)
    for action in (PASS, PASS, DRAW_STOCK, spare[1], KNOCK, spare[1]):
        state.apply_action(action)
    for piece in (piece for meld in melds for piece in pieces(meld)):
        if MELDS + UTILS.meld_to_int(piece) not in state.legal_actions():
            return None
        state.apply_action(MELDS + UTILS.meld_to_int(piece))
    state.apply_action(PASS)
    return state


def hand(case: Answer) -> Answer:
    """The points of a hand known by its cards."""
    rules, given = case["rules"], case["input"]
    knocker, defenders = given["knocker"], given["defenders"]
    if len(defenders) != 1 or "[" not in knocker or len(defenders[0].split()) != 10:
        return {"skipped": "it plays whole hands of two players"}
    if rules["knock_limit"] != 10 or any(rules[name] != FIXED[name] for name in FIXED):
        return {"skipped": "other rules"}
    *spread, loose = knocker.replace("[", "").split("]")
    melds = [cards(meld) for meld in spread]
    if len(knocker.split()) != 10:
        return {"skipped": "it has no big gin"}
    state = knock(melds, cards(loose), cards(defenders[0]), rules)
    if state is None:
        return {"skipped": "it does not let him spread so"}
    end = best_end(state)
    points, (of_knocker, of_defender) = int(end.returns()[0]), end.deadwood()
    return {
        "kind": "undercut" if points < 0 else "knock" if of_knocker else "gin",
        "winner": "knocker" if points > 0 else "defender",
        "points": abs(points),
        "knocker": {"deadwood": of_knocker},
        "defenders": [{"deadwood": of_defender}],
    }


def answer(case: Answer) -> Answer:
    """What OpenSpiel says of one case."""
    topic, rules, given = case["topic"], case["rules"], case["input"]
    if topic == "hand":
        return hand(case)
    if topic not in ("deadwood", "discard"):
        return {"skipped": "it has no such question"}
    held = cards(given["cards"])
    if rules["ace_runs"] != "low" or rules["ace_points"] != 1:
        return {"skipped": "other aces"}
    if topic == "deadwood":
        # Of eleven cards it counts ten, the best of which to keep.
        if len(held) > 10:
            return {"skipped": "it counts ten cards"}
        return {"deadwood": UTILS.min_deadwood(held)}
    left = {NAMES[card]: UTILS.min_deadwood([one for one in held if one != card]) for card in held}
    fewest = min(left.values())
    discards = sorted(card for card in left if left[card] == fewest)
    return {"deadwood": fewest, "discards": discards}


for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], **answer(case)}))
