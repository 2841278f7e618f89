"""RLCard's answers to the cases: `pip install rlcard`.

It counts deadwood and has no score sheet.
"""

import json
import sys
from typing import Any

from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils.melding import get_meld_clusters
from rlcard.games.gin_rummy.utils.utils import get_deadwood_count

Answer = dict[str, Any]


def count(names: list[str]) -> int:
    """Least deadwood: of its clusters of melds, or of all the cards if there is none."""
    held = [Card(suit, rank) for rank, suit in names]
    return min(get_deadwood_count(held, cluster) for cluster in (*get_meld_clusters(held), ()))


def answer(case: Answer) -> Answer:
    """What RLCard says of one case."""
    topic, rules = case["topic"], case["rules"]
    if topic not in ("deadwood", "discard"):
        return {"skipped": "it has no such question"}
    if rules["ace_runs"] != "low" or rules["ace_points"] != 1:
        return {"skipped": "other aces"}
    held = case["input"]["cards"].split()
    if topic == "deadwood" and len(held) != 10:
        return {"skipped": "it counts ten cards"}
    if topic == "deadwood":
        return {"deadwood": count(held)}
    left = {card: count([one for one in held if one != card]) for card in held}
    fewest = min(left.values())
    discards = sorted(card for card in left if left[card] == fewest)
    return {"deadwood": fewest, "discards": discards}


for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], **answer(case)}))
