"""A script that uses ginscore; a type checker must object to the lines marked `wrong`, and no other.

The names are those that a hasty writer gets nearly right.
"""

import numpy as np

import ginscore
from ginscore import bulk, format_cards, settle
from ginscore import deadwod  # wrong

masks = bulk.parse_cards(np.array(["7S 8S 9S", "KD"]))
print(format_cards(masks[0]), ginscore.deadwood(masks[1]), bulk.deadwood(masks).tolist())
print(ginscore.best_defence([masks[0]], np.int64(8), ginscore.load_variant("classic")).deadwood)
print(settle("4", "17", variant="classic", upcard=None, lang="fr").scores["knocker"])
print(ginscore.Sheet.new("Ann", "Bob").add("Ann", "4", "17", note="late").names)

ginscore.best_defense([], 0)  # wrong
ginscore.solve("7S")  # wrong
bulk.deadwoods(masks)  # wrong
settle("4", "17", varient="classic")  # wrong
settle("4", "17").poinst  # wrong
ginscore.Sheet.new("Ann", "Bob").add("Ann", "4", "17", notes="late")  # wrong
ginscore.deadwood("7S")  # wrong
format_cards("7S")  # wrong
