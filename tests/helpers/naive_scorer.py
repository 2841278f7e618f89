"""A naive scorer: recomputes a whole sheet from its hands, slowly and on purpose.

The oracle of the property tests. It shares no code with the program: rules are a plain dict
(`Variant.model_dump()`), hands are plain dicts, and every total is summed again from the first
hand. Keep it naive.

A hand: `{"winner": seat or None, "scores": [points by seat], "boxes": marks, "extra": marks beyond
the one, "dead": bool}`, and if wanted `"rules": {...}` (those in force then) and `"dealer": seat`;
where not everybody plays also `"pair": (seat, seat)`.
"""

from typing import Any

Hand = dict[str, Any]
Rules = dict[str, Any]


def score(hands: list[Hand], rules: Rules, seats: int, first_dealer: int = 0) -> dict[str, Any]:
    """Rows, games, match, who deals and plays next, and points to go, by side."""
    hands = [{"rules": rules, "dealer": None, "extra": 0, **hand} for hand in hands]
    others = _other_hands(hands) if rules["teams"] else {}
    events = _as_rounds(hands, others) if rules["teams"] else list(hands)
    scored = _hollywood(events, rules) if rules["columns"] > 1 else _plain(events, rules, seats)
    turns = _turns(hands, events, rules, seats, first_dealer, scored)
    for number, row in enumerate(scored["rows"]):
        row["dealer"], row["due"] = turns[number]
        row["open_round"] = bool(rules["teams"]) and number not in others
    scored["next_dealer"], scored["due"] = turns[-1]
    return scored


def _seating(rules: Rules, seats: int, game: int) -> list[list[int]]:
    """Who sit on each side in this game; the one in the box comes before the crew."""
    if rules["teams"]:
        return [[0, 2], [1, 3]]
    if rules["rotation"] == "captain":
        box = (game - 1) % seats
        return [[box], [seat for seat in range(seats) if seat != box]]
    return [[seat] for seat in range(seats)]


# Who deals, and who plays


def _turns(
    hands: list[Hand],
    events: list[Any],
    rules: Rules,
    seats: int,
    first: int,
    scored: dict[str, Any],
) -> list[tuple[int, list[int] | None]]:
    """Dealer, and who should play, of every hand and of the next one."""
    if rules["rotation"] == "loser_out":
        return _loser_out(hands, rules, first)
    if rules["rotation"] == "captain":
        return _captains(hands, rules, seats, first, scored)
    dealers = _deals(hands, events, rules, 2 if rules["teams"] else seats, first)
    return [(dealer, None) for dealer in dealers]


def _deals(hands: list[Hand], events: list[Any], rules: Rules, sides: int, first: int) -> list[int]:
    """By seat; in teams by team, which are two as two players are."""
    deals: list[int] = []
    for number in range(len(hands) + 1):
        now = hands[number]["rules"] if number < len(hands) else rules
        dealer = first % sides if number == 0 else deals[-1]
        last = events[number - 1] if number else None
        if last is not None:
            dealer = _next_side(dealer, last["winner"], sides, now)
        if number < len(hands) and hands[number]["dealer"] is not None:
            dealer = hands[number]["dealer"] % sides
        deals.append(dealer)
    return deals


def _next_side(dealer: int, winner: int | None, sides: int, rules: Rules) -> int:
    one_on = (dealer + 1) % sides
    if winner is None:
        return {"same": dealer, "next": one_on}[rules["dead_hand_dealer"]]
    loser = {0: 1, 1: 0}.get(winner, 99)
    return {"alternate": one_on, "winner": winner, "loser": loser}[rules["next_dealer"]]


def _loser_out(hands: list[Hand], rules: Rules, first: int) -> list[tuple[int, list[int] | None]]:
    turns: list[tuple[int, list[int] | None]] = []
    due, dealer = sorted([first, (first + 1) % 3]), first
    for hand in [*hands, None]:
        played = due if hand is None else list(hand["pair"])
        if hand is not None and hand["dealer"] is not None:
            dealer = hand["dealer"]
        elif dealer in due and dealer not in played:
            (dealer,) = set(played) - set(due)
        turns.append((dealer, due))
        if hand is None:
            break
        after = len(turns)
        now = hands[after]["rules"] if after < len(hands) else rules
        won = hand["winner"]
        if won is None:
            due = played
            if dealer in played and now["dead_hand_dealer"] == "next":
                (dealer,) = set(played) - {dealer}
            continue
        (lost,) = set(played) - {won}
        (idle,) = {0, 1, 2} - set(played)
        due = sorted([won, idle])
        dealer = idle if now["next_dealer"] == "idle" else lost
    return turns


def _captains(
    hands: list[Hand], rules: Rules, seats: int, first: int, scored: dict[str, Any]
) -> list[tuple[int, list[int] | None]]:
    turns: list[tuple[int, list[int] | None]] = []
    games = [row["game"] for row in scored["rows"]]
    # Hands after the end go on as in the last game.
    games = [game or max(filter(None, games)) for game in games]
    begun = scored["games"][-1]
    going_on = begun["over"] and hands and not scored["match"]["over"]
    games.append(begun["game"] + (1 if going_on else 0))
    box, captain, side = 0, 1, "box" if first == 0 else "crew"
    for number in range(len(hands) + 1):
        now = hands[number]["rules"] if number < len(hands) else rules
        if number:
            last = hands[number - 1]
            # Two of the crew never play each other; whoever asks about such hands has one captain.
            captain, *_ = sorted({*last["pair"]} - {box})
            winners = {None: None, box: "box"}.get(last["winner"], "crew")
            if winners == "box":
                captain = (captain + 1) % seats
                captain = (captain + 1) % seats if captain == box else captain
            codes = {"box": 0, "crew": 1, None: None}
            side = ["box", "crew"][_next_side(codes[side] or 0, codes[winners], 2, now)]
            if games[number] != games[number - 1]:
                due = box if side == "box" else captain
                box = (box + 1) % seats
                captain = (box + 1) % seats
                side = "crew" if due == captain else "box"
        pair = sorted([box, captain])
        played = {*hands[number]["pair"]} if number < len(hands) else {box, captain}
        if number < len(hands) and hands[number]["dealer"] is not None:
            side = "box" if hands[number]["dealer"] == box else "crew"
        fights, *_ = sorted(played - {box})
        turns.append((box if side == "box" else fights, pair))
    return turns


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
        dead = both[0]["dead"] and both[1]["dead"]
        event = {"winner": None, "scores": [0, 0], "boxes": 0, "dead": dead}
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
    ahead = [side for side, total in enumerate(totals) if total == max(totals)]
    if len(ahead) > 1:
        return won in ahead, won if won in ahead else None
    return True, ahead[0]


def _plain(events: list[Any], rules: Rules, seats: int) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    start, number = 0, 0
    sides = _seating(rules, seats, 1)
    totals = [0] * len(sides)
    match = _match(games, rules, seats)
    told: list[Any] = []
    for place, event in enumerate(events):
        zeros = [0] * len(sides)
        empty = {"scores": zeros, "boxes": 0, "columns": [], "column_totals": [], "winner": None}
        if match["over"]:
            seen = {"counted": False, "game": None, "totals": totals, "sides": sides}
            rows.append({**empty, **seen})
            continue
        if start == place:
            number += 1
            sides = _seating(rules, seats, number)
        told.append(_by_side(event, sides) if rules["rotation"] == "captain" else event)
        scored = told[-1]
        so_far = told[start : place + 1]
        totals = _sums(so_far, len(sides))["totals"]
        over, winner = _ending(totals, scored)
        row = {**empty, "counted": True, "game": number, "totals": totals, "sides": sides}
        if scored is not None:
            row["scores"] = list(scored["scores"])
            row["boxes"] = scored["boxes"]
            row["winner"] = scored["winner"]
            row["columns"] = [1] if scored["winner"] is not None else []
        rows.append(row)
        if over:
            games.append(_game(so_far, sides, number, 1, 1, over, winner, rules))
            start = place + 1
            match = _match(games, rules, seats)
    if start < len(events) and not match["over"]:
        games.append(_game(told[start:], sides, number, 1, 1, False, None, rules))
    if not events:
        games.append(_game([], sides, 1, 1, 1, False, None, rules))
    over = match["over"]
    current = [0] * len(sides) if start == len(events) else totals
    if start == len(events) and not over:
        sides = _seating(rules, seats, number + 1)
    to_go = None if over else _to_go(current, rules)
    return {"rows": rows, "games": games, "match": match, "to_go": to_go, "sides": sides}


def _by_side(event: Hand, sides: list[list[int]]) -> Hand:
    scores = [sum(event["scores"][seat] for seat in members) for members in sides]
    winner = None
    for side, members in enumerate(sides):
        if event["winner"] in members:
            winner = side
    return {**event, "scores": scores, "winner": winner}


def _to_go(totals: list[int], rules: Rules) -> list[int] | None:
    if rules["target"] is None or rules["target"] == "one_hand":
        return None
    return [rules["target"] - t if t < rules["target"] else 0 for t in totals]


def _counts_for(game: dict[str, Any]) -> int | None:
    won: int | None = game["settlement_winner"]
    if won is None:
        won = game["game_winner"]
    return won


def _match(games: list[dict[str, Any]], rules: Rules, seats: int) -> dict[str, Any]:
    rivals = _seating(rules, seats, 1)
    by_player = rules["rotation"] == "captain" and rules["match_games"] > 1
    if by_player:
        rivals = [[seat] for seat in range(seats)]
    won, points = [0] * len(rivals), [0] * len(rivals)
    for game in games:
        for rival, members in enumerate(rivals):
            counts, settled = _counts_for(game), game["settlement_winner"]
            if counts is not None and members[0] in game["sides"][counts]:
                won[rival] += 1
            if settled is not None and members[0] in game["sides"][settled]:
                points[rival] += (
                    game["nets"][members[0]] if by_player else game["settlement_points"]
                )
    left = rules["match_games"] - len(games)
    best = max(range(len(rivals)), key=lambda rival: won[rival])
    others = [won[rival] for rival in range(len(rivals)) if rival != best]
    # Even if one of the others won all that is left, he could not draw level.
    caught = any(other + left >= won[best] for other in others)
    over = bool(games) and (not caught or left <= 0)
    nets = [sum(game["nets"][seat] for game in games) for seat in range(seats)]
    winner = None
    if over:
        # Most games, then the higher nets.
        ranks = [(won[rival], nets[rivals[rival][0]]) for rival in range(len(rivals))]
        winner = ranks.index(max(ranks)) if ranks.count(max(ranks)) == 1 else None
    found = {"over": over, "winner": winner, "games_won": won, "points": points}
    return {**found, "nets": nets, "rivals": rivals}


# Accounts


def _game(
    events: list[Any],
    sides: list[list[int]],
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
    sums = _sums(entered, len(sides))
    accounts, settled, points = _accounts(sums, over, winner, rules)
    nets = [0] * sum(len(members) for members in sides)
    if over and winner is not None and rules["scoring"] == "winner":
        nets = _nets([account["total"] for account in accounts], sides, rules)
    if rules["settlement"] == "pairwise" and over:
        _pay_shutouts(nets, sums, winner, rules)
        best = max(nets)
        settled, points = (nets.index(best), best) if nets.count(best) == 1 else (None, 0)
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
        "nets": [net * factor for net in nets],
        "sides": sides,
    }


def _nets(totals: list[int], sides: list[list[int]], rules: Rules) -> list[int]:
    """Every player settles with every player of the other sides; partners share one result."""
    places = {seat: side for side, members in enumerate(sides) for seat in members}
    nets = []
    for seat in sorted(places):
        mine = totals[places[seat]]
        paid = [mine - totals[places[other]] for other in places if places[other] != places[seat]]
        nets.append(paid[0] if rules["teams"] else sum(paid))
    return nets


def _pay_shutouts(
    nets: list[int], sums: dict[str, list[int]], winner: int | None, rules: Rules
) -> None:
    if winner is None or rules["shutout"] == "none" or rules["target"] == "one_hand":
        return
    counted = sums["points"] if rules["shutout_when"] == "no_points" else sums["wins"]
    for seat in range(len(nets)):
        if seat != winner and counted[seat] == 0:
            nets[seat] -= rules["shutout_bonus"]
            nets[winner] += rules["shutout_bonus"]


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
        # For the surplus over the next.
        worth = [
            bonus * max(0, mine - max(boxes[:side] + boxes[side + 1 :]))
            for side, mine in enumerate(boxes)
        ]
    if not over or winner is None:
        return [_sheet(p, 0, w, 0) for p, w in zip(points, worth, strict=True)], None, 0
    if rules["settlement"] == "pairwise":
        accounts = []
        for side, own in enumerate(points):
            counts = side == winner or rules["box_mode"] != "winner_only"
            game = rules["game_bonus"] if side == winner else 0
            accounts.append(_sheet(own, game, worth[side] if counts else 0, 0))
        return accounts, None, 0
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
        if event is None:
            continue
        side = event["winner"]
        wins = sum(one is not None and one["winner"] == side for one in events[: place + 1])
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
    sides = _seating(rules, 2, 1)
    for n in range(len(events)):
        if all(column["over"] for column in _column_states(events[: n + 1], count)):
            ended = n + 1
            break
    live = events[:ended]
    columns = _column_states(live, count)
    rows = []
    for place, event in enumerate(events):
        counted = place < ended
        before = [one for one in live[: place + 1] if one is not None]
        shown = counted and event is not None
        rows.append(
            {
                "counted": counted,
                "game": 1 if counted else None,
                "totals": [sum(e["scores"][s] for e in before if e["winner"] == s) for s in (0, 1)],
                "scores": list(event["scores"]) if shown else [0, 0],
                "boxes": event["boxes"] if shown else 0,
                "winner": event["winner"] if shown else None,
                "sides": sides,
                "columns": [
                    column["column"]
                    for column in columns
                    if any(e["place"] == place and not e["passed_by"] for e in column["seen"])
                ],
                "column_totals": [_totals_at(place, column) for column in columns],
            }
        )
    games = [
        _game(c["seen"], sides, 1, c["column"], f, c["over"], c["winner"], rules)
        for c, f in zip(columns, factors, strict=False)
    ]
    return {
        "rows": rows,
        "games": games,
        "match": _hollywood_match(games, [one for one in live if one is not None], sides),
        "sides": sides,
        "to_go": next((_to_go(g["totals"], rules) for g in games if not g["over"]), None),
    }


def _totals_at(place: int, column: dict[str, Any]) -> list[int]:
    entered = [e for e in column["seen"] if e["place"] <= place and not e["passed_by"]]
    return _sums(entered, 2)["totals"]


def _hollywood_match(
    games: list[dict[str, Any]], live: list[Hand], sides: list[list[int]]
) -> dict[str, Any]:
    closed = [game for game in games if game["over"]]
    over = len(closed) == len(games)
    points = [
        sum(game["settlement_points"] for game in closed if game["settlement_winner"] == side)
        for side in (0, 1)
    ]
    nets = [sum(one) for one in zip(*(game["nets"] for game in closed), strict=True)]
    nets = nets or [0] * sum(len(members) for members in sides)
    played = [event["winner"] for event in live if not event["dead"]]
    if over and live[-1]["rules"]["sweep_doubles"] and played.count(played[0]) == len(played):
        points = [2 * p for p in points]
        nets = [2 * net for net in nets]
    winner = None
    if over and points[0] != points[1]:
        winner = 0 if points[0] > points[1] else 1
    won = [sum(_counts_for(game) == side for game in closed) for side in (0, 1)]
    found = {"over": over, "winner": winner, "games_won": won, "points": points}
    return {**found, "nets": nets, "rivals": sides}
