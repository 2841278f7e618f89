"""A naive scorer: recomputes a whole sheet from its hands, slowly and on purpose.

The oracle of the property tests. It shares no code with the program: rules are a plain dict
(`Variant.model_dump()`), hands are plain dicts, and every total is summed again from the first
hand. Keep it naive.

A hand: `{"winner": seat or None, "scores": [points by seat], "boxes": marks, "extra": marks beyond
the one, "dead": bool}`, and if wanted `"rules": {...}` (those in force then) and `"dealer": seat`;
in a partnership also `"pair": (seat, seat)`.
"""

from typing import Any

Hand = dict[str, Any]
Rules = dict[str, Any]


def score(hands: list[Hand], rules: Rules, seats: int, first_dealer: int = 0) -> dict[str, Any]:
    """Rows, games, match, next dealer and points to go, by side."""
    hands = [{"rules": rules, "dealer": None, "extra": 0, **hand} for hand in hands]
    others = _other_hands(hands) if rules["teams"] else {}
    events = _as_rounds(hands, others) if rules["teams"] else list(hands)
    sides = 2 if rules["teams"] else seats
    scored = _hollywood(events, rules) if rules["columns"] > 1 else _plain(events, rules, sides)
    deals = _deals(hands, events, rules, seats, first_dealer)
    for number, row in enumerate(scored["rows"]):
        row["dealer"] = deals[number]
        row["open_round"] = bool(rules["teams"]) and number not in others
    scored["next_dealer"] = deals[-1]
    return scored


# The deal


def _deals(hands: list[Hand], events: list[Any], rules: Rules, seats: int, first: int) -> list[int]:
    deals: list[int] = []
    for number in range(len(hands) + 1):
        now = hands[number]["rules"] if number < len(hands) else rules
        dealer = first if number == 0 else deals[-1]
        last = events[number - 1] if number else None
        if last is not None:
            one_on = (dealer + 1) % seats
            if last["winner"] is None:
                dealer = {"same": dealer, "next": one_on}[now["dead_hand_dealer"]]
            else:
                dealer = {
                    "alternate": one_on,
                    "winner": last["winner"],
                    "loser": {0: 1, 1: 0}.get(last["winner"], 99),
                }[now["next_dealer"]]
        if number < len(hands) and hands[number]["dealer"] is not None:
            dealer = hands[number]["dealer"]
        deals.append(dealer)
    return deals


# Partnership


def _other_hands(hands: list[Hand]) -> dict[int, int]:
    """The number of the round's other hand, for every hand that has one, both from 0."""
    others: dict[int, int] = {}
    for number in range(1, len(hands)):
        before = number - 1
        if before not in others and sorted([*hands[before]["pair"], *hands[number]["pair"]]) == [
            *range(4)
        ]:
            others |= {before: number, number: before}
    return others


def _as_rounds(hands: list[Hand], others: dict[int, int]) -> list[Any]:
    events: list[Any] = []
    for number, hand in enumerate(hands):
        if others.get(number, number) >= number:
            events.append(None)
            continue
        both = [hands[others[number]], hand]
        odd = sum(one["scores"][0] + one["scores"][2] for one in both)
        even = sum(one["scores"][1] + one["scores"][3] for one in both)
        event = {"winner": None, "scores": [0, 0], "boxes": 0, "dead": False}
        if odd != even:
            side = 0 if odd > even else 1
            event["winner"] = side
            event["scores"] = [max(odd - even, 0), max(even - odd, 0)]
            event["boxes"] = 1
            for one in both:
                if one["winner"] is not None and one["winner"] % 2 == side:
                    event["boxes"] += one["extra"]
        events.append({**event, "rules": hand["rules"]})
    return events


# One game after another


def _sums(events: list[Any], sides: int) -> dict[str, list[int]]:
    """Points, boxes, hands won and totals (with boxes at once) of these hands, by side."""
    events = [event for event in events if event is not None]
    won = [[event for event in events if event["winner"] == side] for side in range(sides)]
    penalty = bool(events) and events[-1]["rules"]["scoring"] == "penalty"
    points = [
        sum(event["scores"][side] for event in (events if penalty else won[side]))
        for side in range(sides)
    ]
    at_once = [
        sum(
            event["boxes"] * event["rules"]["box_bonus"]
            for event in won[side]
            if event["rules"]["box_timing"] == "at_once" and not penalty
        )
        for side in range(sides)
    ]
    return {
        "points": points,
        "boxes": [0 if penalty else sum(event["boxes"] for event in mine) for mine in won],
        "wins": [len(mine) for mine in won],
        "totals": [a + b for a, b in zip(points, at_once, strict=True)],
    }


def _ending(totals: list[int], last: Any) -> tuple[bool, int | None]:
    """Whether the game is over after the hand `last`, and who has won it."""
    if last is None:
        return False, None
    rules, won = last["rules"], last["winner"]
    target = rules["target"]
    if target is None:
        return False, None
    by_hand = target == "one_hand"
    if won is None if by_hand else all(total < target for total in totals):
        return False, None
    if rules["scoring"] == "penalty":
        fewest = [seat for seat, total in enumerate(totals) if total == min(totals)]
        return True, fewest[0] if len(fewest) == 1 else None
    if target == "one_hand" and rules["game_bonus_to"] == "first_to_target":
        return True, won
    if totals[0] == totals[1]:
        return won is not None, won
    return True, totals.index(max(totals))


def _plain(events: list[Any], rules: Rules, sides: int) -> dict[str, Any]:
    zeros = [0] * sides
    rows: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    start, totals, number = 0, zeros, 0
    match = {"over": False, "winner": None, "games_won": zeros, "points": zeros}
    for place, event in enumerate(events):
        empty = {"scores": zeros, "boxes": 0, "columns": [], "column_totals": [], "winner": None}
        if match["over"]:
            rows.append({**empty, "counted": False, "game": None, "totals": totals})
            continue
        if start == place:
            number += 1
        so_far = events[start : place + 1]
        totals = _sums(so_far, sides)["totals"]
        over, winner = _ending(totals, event)
        row = {**empty, "counted": True, "game": number, "totals": totals}
        if event is not None:
            row["scores"] = list(event["scores"])
            row["boxes"] = event["boxes"]
            row["winner"] = event["winner"]
            row["columns"] = [1] if event["winner"] is not None else []
        rows.append(row)
        if over:
            games.append(_game(so_far, sides, number, 1, 1, over, winner, rules))
            start = place + 1
            match = _match(games, rules, sides)
    if start < len(events) and not match["over"]:
        games.append(_game(events[start:], sides, number, 1, 1, False, None, rules))
    if not events:
        games.append(_game([], sides, 1, 1, 1, False, None, rules))
    current = zeros if start == len(events) else totals
    to_go = None if match["over"] else _to_go(current, rules)
    return {"rows": rows, "games": games, "match": match, "to_go": to_go}


def _to_go(totals: list[int], rules: Rules) -> list[int] | None:
    if rules["target"] is None or rules["target"] == "one_hand":
        return None
    return [rules["target"] - t if t < rules["target"] else 0 for t in totals]


def _counts_for(game: dict[str, Any]) -> int | None:
    won: int | None = game["settlement_winner"]
    if won is None:
        won = game["game_winner"]
    return won


def _match(games: list[dict[str, Any]], rules: Rules, sides: int) -> dict[str, Any]:
    won = [sum(_counts_for(game) == side for game in games) for side in range(sides)]
    points = [
        sum(game["settlement_points"] for game in games if game["settlement_winner"] == side)
        for side in range(sides)
    ]
    left = rules["match_games"] - len(games)
    best = max(range(sides), key=lambda side: won[side])
    others = [won[side] for side in range(sides) if side != best]
    # Even if one of the others won all that is left, he could not draw level.
    caught = any(other + left >= won[best] for other in others)
    over = not caught or left <= 0
    ahead = all(other < won[best] for other in others)
    winner = best if over and ahead else None
    return {"over": over, "winner": winner, "games_won": won, "points": points}


# Accounts


def _game(
    events: list[Any],
    sides: int,
    number: int,
    column: int,
    factor: int,
    over: bool,
    winner: int | None,
    rules: Rules,
) -> dict[str, Any]:
    seen = [event for event in events if event is not None]
    entered = [event for event in seen if not event.get("passed_by")]
    rules = seen[-1]["rules"] if seen else rules
    sums = _sums(entered, sides)
    accounts, settled, points = _accounts(sums, over, winner, rules)
    return {
        "game": number,
        "column": column,
        "over": over,
        "totals": sums["totals"],
        "boxes": sums["boxes"],
        "accounts": [
            {key: value * factor for key, value in account.items()} for account in accounts
        ],
        "game_winner": winner,
        "settlement_winner": settled,
        "settlement_points": points * factor,
    }


def _accounts(
    sums: dict[str, list[int]], over: bool, winner: int | None, rules: Rules
) -> tuple[list[dict[str, int]], int | None, int]:
    """Accounts before any factor, who has the higher one, and by how much."""
    points, boxes, wins = sums["points"], sums["boxes"], sums["wins"]
    if rules["scoring"] == "penalty":
        return [_sheet(p, 0, 0, 0) for p in points], None, 0
    bonus = rules["box_bonus"]
    worth = [bonus * n for n in boxes]
    if rules["box_mode"] == "difference":
        worth = [bonus * max(0, boxes[0] - boxes[1]), bonus * max(0, boxes[1] - boxes[0])]
    if not over or winner is None:
        return [_sheet(points[s], 0, worth[s], 0) for s in (0, 1)], None, 0
    loser = {0: 1, 1: 0}[winner]
    if rules["box_mode"] == "winner_only":
        worth[loser] = 0
    blank = points[loser] == 0 if rules["shutout_when"] == "no_points" else wins[loser] == 0
    blank = blank and rules["target"] != "one_hand"
    game = rules["game_bonus"]
    mine, his = points[winner], points[loser]
    if rules["settlement"] == "winner_formula":
        diff = bonus * (boxes[winner] - boxes[loser])
        extra = _extra(blank, rules, mine - his, game, diff, mine - his + game + diff)
        value = mine - his + game + diff + extra
        sign = -1 if value < 0 else 1
        taker = loser if value < 0 else winner
        accounts = [_sheet(0, 0, 0, 0), _sheet(0, 0, 0, 0)]
        accounts[taker] = _sheet(sign * (mine - his), sign * game, sign * diff, sign * extra)
    else:
        net = mine + game + worth[winner] - his - worth[loser]
        extra = _extra(blank, rules, mine, game, worth[winner], net)
        accounts = [_sheet(points[s], 0, worth[s], 0) for s in (0, 1)]
        accounts[winner] = _sheet(mine, game, worth[winner], extra)
    first, second = accounts[0]["total"], accounts[1]["total"]
    if first == second:
        return accounts, None, 0
    return accounts, 0 if first > second else 1, abs(first - second)


def _sheet(points: int, game_bonus: int, boxes: int, shutout: int) -> dict[str, int]:
    return {
        "points": points,
        "game_bonus": game_bonus,
        "boxes": boxes,
        "shutout": shutout,
        "total": points + game_bonus + boxes + shutout,
    }


def _extra(blank: bool, rules: Rules, points: int, game: int, boxes: int, net: int) -> int:
    if not blank:
        return 0
    forms: dict[str, int] = {
        "none": 0,
        "flat": rules["shutout_bonus"],
        "double_points": points,
        "double_points_and_game": points + game,
        "double_all": points + game + boxes,
        "double_difference": net,
    }
    return forms[rules["shutout"]]


# Hollywood


def _column_states(events: list[Hand], count: int) -> list[dict[str, Any]]:
    """Each column after these hands: the hands seen while it was open, and whether it is over."""
    columns: list[dict[str, Any]] = [
        {"seen": [], "over": False, "winner": None, "column": n + 1} for n in range(count)
    ]
    for place, event in enumerate(events):
        side = event["winner"]
        wins = sum(one["winner"] == side for one in events[: place + 1])
        blank_taken = False
        for column in columns:
            if column["over"]:
                continue
            entered = False
            if side is not None and event["rules"]["column_entry"] == "win_count":
                entered = column["column"] <= wins
            elif side is not None:
                has = any(e["winner"] == side and not e["passed_by"] for e in column["seen"])
                entered = has or not blank_taken
                blank_taken = blank_taken or not has
            column["seen"].append({**event, "passed_by": not entered, "place": place})
        for column in columns:
            if column["over"]:
                continue
            mine = [e for e in column["seen"] if not e["passed_by"]]
            last = column["seen"][-1]
            last = {**last, "winner": None} if last["passed_by"] else last
            column["over"], column["winner"] = _ending(_sums(mine, 2)["totals"], last)
    return columns


def _hollywood(events: list[Hand], rules: Rules) -> dict[str, Any]:
    count, factors = rules["columns"], rules["column_factors"]
    ended = len(events)
    for n in range(len(events)):
        if all(column["over"] for column in _column_states(events[: n + 1], count)):
            ended = n + 1
            break
    live = events[:ended]
    columns = _column_states(live, count)
    rows = []
    for place, event in enumerate(events):
        counted = place < ended
        before = live[: place + 1]
        rows.append(
            {
                "counted": counted,
                "game": 1 if counted else None,
                "totals": [sum(e["scores"][s] for e in before if e["winner"] == s) for s in (0, 1)],
                "scores": list(event["scores"]) if counted else [0, 0],
                "boxes": event["boxes"] if counted else 0,
                "winner": event["winner"] if counted else None,
                "columns": [
                    column["column"]
                    for column in columns
                    if any(e["place"] == place and not e["passed_by"] for e in column["seen"])
                ],
                "column_totals": [_totals_at(place, column) for column in columns],
            }
        )
    games = [
        _game(c["seen"], 2, 1, c["column"], f, c["over"], c["winner"], rules)
        for c, f in zip(columns, factors, strict=False)
    ]
    return {
        "rows": rows,
        "games": games,
        "match": _hollywood_match(games, live),
        "to_go": next((_to_go(g["totals"], rules) for g in games if not g["over"]), None),
    }


def _totals_at(place: int, column: dict[str, Any]) -> list[int]:
    entered = [e for e in column["seen"] if e["place"] <= place and not e["passed_by"]]
    return _sums(entered, 2)["totals"]


def _hollywood_match(games: list[dict[str, Any]], live: list[Hand]) -> dict[str, Any]:
    closed = [game for game in games if game["over"]]
    over = len(closed) == len(games)
    points = [
        sum(game["settlement_points"] for game in closed if game["settlement_winner"] == side)
        for side in (0, 1)
    ]
    played = [event["winner"] for event in live if not event["dead"]]
    if over and live[-1]["rules"]["sweep_doubles"] and played.count(played[0]) == len(played):
        points = [2 * p for p in points]
    winner = None
    if over and points[0] != points[1]:
        winner = 0 if points[0] > points[1] else 1
    won = [sum(_counts_for(game) == side for game in closed) for side in (0, 1)]
    return {"over": over, "winner": winner, "games_won": won, "points": points}
