"""One dispute and one evening, from Python: `python examples/python_api.py`."""

from ginscore import (
    GinscoreError,
    Sheet,
    arrangements,
    best_defence,
    deadwood,
    format_cards,
    load_variant,
    parse_cards,
    settle,
)

# What can be made of some cards.
knocker = parse_cards("7SHD 4-6C J-KH 3D")
print(f"deadwood {deadwood(knocker)}:")
spread = arrangements(knocker)[0].melds
for number, meld in enumerate(spread, 1):
    print(f"  {number}. {format_cards(meld)}")

# What the defender comes down to, and with which lay-offs.
defence = best_defence(spread, parse_cards("9SHD 2-4H 7C 3C QS 5D"))
laid = [f"{format_cards(card)} on {number}" for card, number in defence.lay_offs]
print(f"the defender: {defence.deadwood} after {', '.join(laid)}")

# The whole hand, under the rules of a house.
house = load_variant("classic", {"undercut_bonus": 25})
ruling = settle("10", "2", variant=house, names=["North", "South"])
print(f"{ruling.winner} wins by {ruling.kind}: {ruling.points}")
print("; ".join(f"{item.rule} {item.why} = {item.points}" for item in ruling.items))

# What is refused says why, and what is allowed.
try:
    settle("11", "30", variant=house)
except GinscoreError as error:
    print(f"{error.where}: {error}")

# An evening: every change gives a new sheet, and nothing is ever lost.
sheet = Sheet.new("North", "South", variant=house)
sheet = sheet.add("North", "7SHD 4-6C J-KH 3D", "9SHD 2-4H 7C 3C QS 5D")
sheet = sheet.add("South", "gin", "41")
sheet = sheet.add("South", "6", "43").undo().add("South", "6", "34")
sheet = sheet.edit(2, "South", "gin", "31")
score = sheet.score()
print(f"after {len(score.hands)} hands: {score.hands[-1].totals}, to go: {score.to_go}")
