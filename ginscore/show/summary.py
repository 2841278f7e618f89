"""A sheet in brief: what happened in a hand, the score, the points to go, who has won."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ginscore.cards.cards import language
from ginscore.errors import N_, Money
from ginscore.show.layout import Style, columns, fold
from ginscore.show.ruling import show_rule_line
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.variants import Variant
    from ginscore.sheet.record import Seating
    from ginscore.sheet.scores import GameScore, HandScore, ScoreSheet


# What happened in a hand: undercut 8 v 6


def show_happened(hand: "HandScore", texts: Texts, *, named: bool = False) -> str:
    """The kind of a hand and its deadwood, the knocker's first: `undercut 8 v 6`, `gin v 22`.

    `named` adds who went out, where the columns of the sheet do not show it. In a partnership both
    players are named, and what the winner scored, since a row holds the whole round.
    """
    shown = _kind(hand, texts)
    if hand.winner is None and hand.kind not in (None, "dead"):
        shown = texts(N_("{happened}, no score"), happened=shown)
    if hand.pair is not None:
        return _of_pair(hand, shown, texts)
    if named and hand.went_out is not None:
        return texts(N_("{name}: {happened}"), name=hand.went_out, happened=shown)
    return shown


def _kind(hand: "HandScore", texts: Texts) -> str:
    kind = texts(N_("points only")) if hand.kind is None else texts.term(hand.kind)
    own = None if hand.went_out is None else hand.deadwood[hand.went_out]
    if own is None:
        return kind
    others = ", ".join(
        str(points)
        for name, points in hand.deadwood.items()
        if name != hand.went_out and points is not None
    )
    if hand.kind in ("gin", "big_gin"):
        return texts(N_("{kind} v {others}"), kind=kind, others=others)
    return texts(N_("{kind} {own} v {others}"), kind=kind, own=own, others=others)


def _of_pair(hand: "HandScore", shown: str, texts: Texts) -> str:
    first, second = hand.pair or ("", "")
    if hand.went_out == second:
        first, second = second, first
    # Where he has a column of his own, what the winner scored stands there.
    if hand.winner is None or hand.winner == hand.side:
        template = N_("{first} v {second}: {happened}")
        return texts(template, first=first, second=second, happened=shown)
    return texts(
        N_("{first} v {second}: {happened}, {winner} {points}"),
        first=first,
        second=second,
        happened=shown,
        winner=hand.winner,
        points=hand.points,
    )


def show_facts(hand: "HandScore", texts: Texts, *, named: bool = False) -> str:
    """What happened, the upcard and the extra boxes, as the last cell of a row."""
    return texts.clauses([show_happened(hand, texts, named=named), *_remarks(hand, texts)])


def _remarks(hand: "HandScore", texts: Texts) -> Iterator[str]:
    if hand.upcard is not None:
        yield texts(N_("upcard {card}"), card=texts.cards(hand.upcard))
    if hand.boxes > 1:
        yield texts.plural("{count} box", "{count} boxes", hand.boxes)
    if hand.open_round:
        yield texts(N_("half a round"))


# What may be said of a hand besides, by its key.
MARKS: Final = {"edited": N_("edited"), "after-end": N_("after the end")}


def marks_of(hand: "HandScore") -> tuple[str, ...]:
    """The keys in `MARKS` that hold for a hand."""
    return tuple(key for key in MARKS if key == hand.status or (key == "edited" and hand.edited))


def show_story(facts: str, marks: Sequence[str], note: str, texts: Texts) -> str:
    """The facts of a hand with its marks and its note."""
    return texts.clauses([facts, *(texts(MARKS[mark]) for mark in marks), *filter(None, [note])])


# How the sheet stands


def show_score(score: "ScoreSheet", rules: "Variant", texts: Texts, style: Style) -> str:
    """The score now, in a few lines; `rules` are those in force."""
    rows = columns(score_rows(score, rules, texts), style.columns)
    return style.faces("\n".join([*_results(score, rules, texts, style), *rows]))


def show_state(score: "ScoreSheet", rules: "Variant", path: str, texts: Texts, style: Style) -> str:
    """The sheet and its rules, what was decided, the score, the points to go, the last hand."""
    title = score.title or texts(N_("Scoresheet"))
    head = texts(N_("{title} ({sheet})"), title=title, sheet=path)
    rule_line = fold(show_rule_line(rules, texts), style.columns)
    rows = [*score_rows(score, rules, texts)]
    if score.hands:
        rows.append((texts(N_("last hand")), _last_hand(score, texts)))
    results = _results(score, rules, texts, style)
    lines = [style.bold(head), rule_line, "", *results, *columns(rows, style.columns)]
    return style.faces("\n".join(lines))


def _last_hand(score: "ScoreSheet", texts: Texts) -> str:
    hand = score.hands[-1]
    scored = show_by_side({side: n for side, n in hand.scores.items() if n}, texts)
    note = str(texts.field(hand.note or ""))
    story = show_story(show_facts(hand, texts), marks_of(hand), note, texts)
    if not scored:
        return texts(N_("{number}: {happened}"), number=hand.hand, happened=story)
    template = N_("{number}: {happened}; {scored}")
    return texts(template, number=hand.hand, happened=story, scored=scored)


def _results(score: "ScoreSheet", rules: "Variant", texts: Texts, style: Style) -> Iterator[str]:
    lines = show_results(score, rules, texts)
    return (style.bold(fold(line, style.columns)) for line in lines)


def show_results(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[str]:
    """What has just been decided: the game, the match."""
    if score.match.over or score.games[-1].over:
        over = [game for game in score.games if game.over]
        for game in over if rules.columns > 1 else over[-1:]:
            yield show_game_result(game, score, rules, texts)
    yield from show_match_result(score, rules, texts)
    late = tuple(hand.hand for hand in score.hands if hand.status == "after-end")
    if late:
        yield texts(N_("After the end, scoring nothing: {hands}."), hands=late)


def score_rows(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[tuple[str, str]]:
    """Labels and texts: the score or each column, then what `outlook` tells."""
    if rules.columns > 1:
        for game in score.games:
            yield texts(N_("column {number}"), number=game.column), _column(game, rules, texts)
    elif rules.scoring == "penalty":
        yield texts(N_("ranking")), _ranking(score.games[-1].totals, texts)
    else:
        yield texts(N_("score")), show_by_side(score.games[-1].totals, texts)
    yield from outlook(score, rules, texts)


def outlook(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[tuple[str, str]]:
    """Labels and texts: the games won, the points to go, the open round, who deals next."""
    if rules.match_games > 1:
        yield texts(N_("games won")), show_by_side(score.match.games_won, texts)
    # In Hollywood every column tells its own.
    if score.to_go is not None and rules.columns == 1:
        yield texts(N_("to go")), show_by_side(score.to_go, texts)
    if score.hands and score.hands[-1].open_round:
        left = [name for name in score.players if name not in (score.hands[-1].pair or ())]
        yield (
            texts(N_("open round")),
            texts(N_("{first} v {second}"), first=left[0], second=left[1]),
        )
    if score.match.over:
        return
    if score.next_pair:
        yield texts(N_("plays next")), show_pair(score.next_pair, score.players, texts)
    yield texts(N_("next dealer")), str(texts.field(score.next_dealer))


def show_round(score: "ScoreSheet", texts: Texts) -> str:
    """What the last hand of a partnership has made of its round: half of it, or its net result."""
    *_, before, hand = (None, *score.hands)
    if hand is None or hand.pair is None or hand.status != "counted":
        return ""
    if hand.open_round or before is None:
        first, second = [name for name in score.players if name not in hand.pair]
        said = N_("Half a round: it scores when {first} and {second} have played.")
        return texts(said, first=first, second=second)
    won = {half.winner: half.points for half in (before, hand) if half.winner}
    both = show_by_side(won, texts) or texts(N_("two dead hands"))
    result = texts(N_("nobody scores"))
    if hand.side is not None:
        boxes = texts.plural("{count} box", "{count} boxes", hand.boxes)
        fields = {"winner": hand.side, "points": hand.scores[hand.side], "boxes": boxes}
        result = texts(N_("{winner} scores {points}; {boxes}"), **fields)
    return texts(N_("The round: {both}; {result}."), both=both, result=result)


def show_pair(pair: "Sequence[str]", players: "Sequence[str]", texts: Texts) -> str:
    """The two who play, and who sits out: `Ann v Cy; Bob sits out`."""
    first, second = pair
    idle = ", ".join(player for player in players if player not in pair)
    template = N_("{first} v {second}; sitting out: {idle}")
    return texts(template, first=first, second=second, idle=idle)


def _column(game: "GameScore", rules: "Variant", texts: Texts) -> str:
    totals = show_by_side(game.totals, texts)
    if game.over:
        return texts(N_("{totals} (closed)"), totals=totals)
    target = rules.target if isinstance(rules.target, int) else 0
    to_go = {side: max(target - total, 0) for side, total in game.totals.items()}
    return texts(N_("{totals}; to go {points}"), totals=totals, points=show_by_side(to_go, texts))


def _ranking(totals: "Mapping[str, int]", texts: Texts) -> str:
    """`1. Ann 29, 2. Cid 31`, the fewest points first; who is level shares a place."""
    places = sorted(totals.values())
    ranked = sorted(totals.items(), key=lambda item: item[1])
    template = N_("{place}. {side} {points}")
    return ", ".join(
        texts(template, place=places.index(points) + 1, side=side, points=points)
        for side, points in ranked
    )


def show_by_side(points: "Mapping[str, object]", texts: Texts) -> str:
    """`Ann 13, Bob 70`."""
    return ", ".join(
        texts(N_("{side} {points}"), side=side, points=value) for side, value in points.items()
    )


def side_labels(score: "ScoreSheet", texts: Texts) -> tuple[str, ...]:
    """What the sides are called over their columns; where they change from game to game, by place.

    Then the heading of each game names them.
    """
    sides = {tuple(game.totals) for game in score.games}
    if len(sides) == 1:
        return tuple(score.games[0].totals)
    return texts(N_("in the box")), texts(N_("the others"))


def show_nets(game: "GameScore", texts: Texts) -> str:
    """What each player wins or loses, where that is more than who pays whom: `Ann −145, …`."""
    nets = {name: texts.field(Money(str(net))) for name, net in game.settlement.nets.items()}
    return texts(N_("Each player: {nets}."), nets=show_by_side(nets, texts))


def show_game_result(game: "GameScore", score: "ScoreSheet", rules: "Variant", texts: Texts) -> str:
    """Who has won a game that is over, and by how much (`Game over: Ann wins by 160.`)."""
    if rules.columns > 1:
        place = texts(N_("Column {number}"), number=game.column)
    elif len(score.games) > 1 or rules.match_games > 1:
        place = texts(N_("Game {number}"), number=game.game)
    else:
        place = texts(N_("Game over"))
    shown = texts(N_("{place}: {result}."), place=place, result=_game_result(game, rules, texts))
    # Two settle with each other, teams as two do; several each with each.
    return shown if rules.rotation == "all" else f"{shown} {show_nets(game, texts)}"


def _game_result(game: "GameScore", rules: "Variant", texts: Texts) -> str:
    taker, winner = game.game_winner, game.settlement.winner
    if rules.scoring == "penalty":
        if taker is None:
            return texts(N_("level on the fewest points, nobody wins"))
        return texts(N_("{winner} has the fewest points and wins"), winner=taker)
    # Taking the game and being ahead at the end are two different things.
    if winner is None:
        return texts(N_("{winner} takes the game, the accounts are level"), winner=taker)
    points = game.settlement.points
    if winner == taker:
        return texts(N_("{winner} wins by {points}"), winner=winner, points=points)
    if rules.settlement == "winner_formula":
        return texts(
            N_(
                "{winner} wins by {points}: {taker} reached {target}, but the formula gives {score}"
            ),
            winner=winner,
            points=points,
            taker=taker,
            target=rules.target,
            score=-points,
        )
    return texts(
        N_("{taker} takes the game, but {winner} is ahead by {points}"),
        taker=taker,
        winner=winner,
        points=points,
    )


def show_match_result(score: "ScoreSheet", rules: "Variant", texts: Texts) -> Iterator[str]:
    """Who has won the match, if it is over and was more than one game."""
    if not score.match.over or (rules.match_games == 1 and rules.columns == 1):
        return
    points = show_by_side(score.match.points, texts)
    if score.match.winner is None:
        yield texts(N_("Match over: nobody wins; points {points}."), points=points)
    else:
        winner = score.match.winner
        yield texts(N_("Match over: {winner} wins; points {points}."), winner=winner, points=points)


# The next command


def example_hand(table: "Seating", lang: str) -> tuple[list[str], str | None]:
    """A hand as `add` takes it, one that the rules of the table allow, and its upcard.

    The card is written as it is in the language `lang`.
    """
    rules, names = table.variant, table.names
    first, *others = table.pair or range(2 if rules.in_pairs else len(names))
    limit = rules.knock_limit
    own = min(limit, 4) if isinstance(limit, int) else 4
    counts = ["17", *("9" for _ in others[1:])]
    if rules.teams:
        counts = [f"{names[others[0]]}=17"]
    seven = language(lang).name_card(6, 1)
    return [names[first], str(own or "gin"), *counts], seven if table.needs_upcard else None


def show_example(table: "Seating", option: str, texts: Texts) -> str:
    """How to write down the next hand; `option` names the sheet (` -s FILE` or nothing)."""
    words, upcard = example_hand(table, texts.lang)
    _, other = table.pair or (0, 1)
    command = f"ginscore add {' '.join(map(_quoted, words))}"
    return texts(
        N_("Next: {command}  ({name} went out with {own}, {other} has 17)"),
        command=command + (f" -u {upcard}" if upcard else "") + option,
        name=words[0],
        own=words[1],
        other=table.names[other],
    )


def _quoted(word: str) -> str:
    """A word of a command line, in quotes where a shell needs them."""
    if re.fullmatch(r"[\w=.+-]+", word):
        return word
    return '"{}"'.format(re.sub(r'[\\"$`]', r"\\\g<0>", word))
