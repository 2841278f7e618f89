"""The scores of a sheet, and the rulings on its hands, as values: names are added here, once.

Their JSON is that of `show -f json`, `show --log` and `add`. Sides are called by the player's name,
a team or a crew by all its names (`A+C`). Boxes are counted in marks unless a model says otherwise.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeVar

from pydantic import AwareDatetime

from ginscore.errors import Message
from ginscore.game.tallies import GameTally, HandRow, MatchTally, ScoredHand
from ginscore.hand.facts import Kind
from ginscore.hand.judging import Hand
from ginscore.hand.settlements import ScoredItem, Settlement, settle_dead_hand, settle_hand
from ginscore.hand.warnings import warn_unusual_points
from ginscore.rules.overrides import diff_variants
from ginscore.rules.variants import Frozen
from ginscore.sheet.entries import Entry
from ginscore.sheet.log import ActiveHand, names_when_written
from ginscore.sheet.record import (
    EntryStatus,
    Record,
    Sums,
    dealer_name,
    entry_statuses,
    read_hand,
    score_hand,
    seats_playing,
    side_names,
    sound_tally,
    upcard_of,
)

_Value = TypeVar("_Value")


class HandScore(Frozen):
    """One active hand.

    `kind`, `winner` and `deadwood` tell what happened at the table; `points`, `boxes` and `scores`
    what fell on this row, so they are 0 in a hand after the end. `pair` names who played it where
    not everybody does, `side` on which side the scores fall. In a partnership `dealer` is a team,
    `winner` a player, `points` are those of this pair's hand, and `scores` and `boxes` fall on the
    row that completes the round. `totals` are those of the hand's game, in Hollywood the sheet's
    sum of hand points; `columns` are those entered, and `column_totals` every column's totals after
    this hand. `open_round`: the round still lacks its other hand.
    """

    hand: int
    entry: int
    at: AwareDatetime | None
    status: Literal["counted", "after-end"]
    game: int | None
    dealer: str
    went_out: str | None
    upcard: str | None
    kind: Kind | None
    winner: str | None
    points: int
    boxes: int
    deadwood: dict[str, int | None]
    side: str | None
    scores: dict[str, int]
    totals: dict[str, int]
    columns: tuple[int, ...]
    column_totals: tuple[dict[str, int], ...]
    pair: tuple[str, str] | None
    open_round: bool
    edited: bool
    note: str | None


class AccountScore(Frozen):
    """One side's account of a game, all in points."""

    points: int
    game_bonus: int
    boxes: int
    shutout: int
    total: int


class SettlementScore(Frozen):
    """Who is ahead at the end of a game, and by how much; nobody before that, or at a net of 0.

    `nets` are what each player wins or loses; they sum to 0. Where each settles with each, `winner`
    is a player and `points` his net.
    """

    winner: str | None
    points: int
    nets: dict[str, int]


class GameScore(Frozen):
    """One game, or one column of Hollywood."""

    game: int
    column: int
    over: bool
    totals: dict[str, int]
    boxes: dict[str, int]
    accounts: dict[str, AccountScore]
    game_winner: str | None
    settlement: SettlementScore


class MatchScore(Frozen):
    """The match; `points` are the settlements that each side has won.

    It goes by player where the sides change from game to game. `nets` are what each player has won
    or lost in all its games.
    """

    over: bool
    winner: str | None
    games_won: dict[str, int]
    points: dict[str, int]
    nets: dict[str, int]


class RuleChange(Frozen):
    """Switches that are other than before from a hand on, which may be still to come."""

    hand: int
    rules: dict[str, Any]


class ScoreSheet(Frozen):
    """A whole sheet, scored. `to_go` are the points each side needs in the current game.

    `next_pair` are the two who play next where two of several do.
    """

    title: str | None
    variant: str
    players: tuple[str, ...]
    hands: tuple[HandScore, ...]
    games: tuple[GameScore, ...]
    match: MatchScore
    next_dealer: str
    next_pair: tuple[str, str] | None
    to_go: dict[str, int] | None
    rule_changes: tuple[RuleChange, ...]


class HandRuling(Settlement):
    """A settlement with the hand's number on the sheet and its entry; None where not recorded.

    A hand known by its points has one item, `points`, for each player who scored.
    """

    hand: int | None
    entry: int | None


class LogEntry(Entry):
    """An entry of the log with what became of it, and the number of its hand if it stands.

    `players` are the names by seat when it was written.
    """

    status: EntryStatus
    hand: int | None
    players: tuple[str, ...]


class LogSheet(Frozen):
    """The whole log: every entry, undone, replaced and struck ones too."""

    entries: tuple[LogEntry, ...]


def score_record(record: Record, title: str | None, last: int | None = None) -> ScoreSheet:
    """Everything there is to show of a sheet; with `last`, only so many of its latest hands.

    Raises:
        GinscoreError: the sheet is not in order.
    """
    scored = sound_tally(record)
    names = record.log.names
    count = len(record.hands)
    first = 0 if last is None else max(0, count - last)
    hands = [*zip(record.log.hands, record.hands, scored.rows, strict=True)][first:]
    return ScoreSheet.model_construct(
        title=title,
        variant=record.log.variant.name,
        players=names,
        hands=tuple(
            _hand_score(number, *hand, record) for number, hand in enumerate(hands, first + 1)
        ),
        games=tuple(_game_score(game, names) for game in scored.games),
        match=_match_score(scored.match, names),
        next_dealer=dealer_name(scored.next_dealer, record),
        next_pair=_pair_names(scored.due, names),
        to_go=_by(side_names(scored.sides, names), scored.to_go) if scored.to_go else None,
        rule_changes=tuple(_rule_changes(record)),
    )


def _rule_changes(record: Record) -> Iterator[RuleChange]:
    """Where the rules changed in the middle of the sheet."""
    played = [hand.variant for hand in record.hands]
    for number, (before, after) in enumerate(pairwise([*played, record.log.variant]), 2):
        if before is not after and (changed := diff_variants(before, after)):
            rules = {switch: value for switch, _, value in changed}
            yield RuleChange.model_construct(hand=number, rules=rules)


def score_log(record: Record, entries: Sequence[Entry], players: tuple[str, ...]) -> LogSheet:
    """The log with the status of every entry; a sheet that is not in order has one too.

    `players` are those it began with.
    """
    numbers = {hand.entry.entry: number for number, hand in enumerate(record.log.hands, start=1)}
    return LogSheet.model_construct(
        entries=tuple(
            _log_entry(entry, status, numbers.get(entry.entry), names)
            for entry, status, names in zip(
                entries, entry_statuses(record), names_when_written(entries, players), strict=True
            )
        )
    )


def _log_entry(
    entry: Entry, status: EntryStatus, hand: int | None, players: tuple[str, ...]
) -> LogEntry:
    fields: dict[str, Any] = {**dict(entry), "status": status, "hand": hand, "players": players}
    return LogEntry.model_construct(**fields)


def _by(names: Iterable[str], values: Iterable[_Value]) -> dict[str, _Value]:
    return dict(zip(names, values, strict=True))


def _name(seat: int | None, names: Sequence[str]) -> str | None:
    return None if seat is None else names[seat]


def _pair_names(pair: tuple[int, int] | None, names: Sequence[str]) -> tuple[str, str] | None:
    return pair and (names[pair[0]], names[pair[1]])


def _hand_score(
    number: int, hand: ActiveHand, scored: ScoredHand, row: HandRow, record: Record
) -> HandScore:
    entry, names = hand.entry, record.log.names
    sides = side_names(row.sides, names)
    fields: dict[str, Any] = {
        "hand": number,
        "entry": entry.entry,
        "at": entry.at,
        "status": "counted" if row.counted else "after-end",
        "game": row.game,
        "dealer": dealer_name(row.dealer, record),
        "went_out": _name(scored.went_out, names),
        "upcard": upcard_of(entry),
        "kind": scored.kind,
        "winner": _name(scored.winner, names),
        "points": scored.points if row.counted else 0,
        "boxes": row.boxes,
        "deadwood": _by(names, scored.deadwood),
        "side": _name(row.winner, sides),
        "scores": _by(sides, row.scores),
        "totals": _by(sides, row.totals),
        "columns": row.columns,
        "column_totals": tuple(_by(sides, totals) for totals in row.column_totals),
        "pair": _pair_names(scored.pair, names),
        "open_round": row.open_round,
        "edited": hand.edited,
        "note": entry.note,
    }
    return HandScore.unchecked(**fields)


def _game_score(game: GameTally, names: Sequence[str]) -> GameScore:
    sides = side_names(game.sides, names)
    accounts = [AccountScore.model_construct(**account._asdict()) for account in game.accounts]
    return GameScore.model_construct(
        game=game.game,
        column=game.column,
        over=game.over,
        totals=_by(sides, game.totals),
        boxes=_by(sides, game.boxes),
        accounts=_by(sides, accounts),
        game_winner=_name(game.game_winner, sides),
        settlement=SettlementScore.model_construct(
            winner=_name(game.settlement_winner, sides),
            points=game.settlement_points,
            nets=_by(names, game.nets),
        ),
    )


def _match_score(match: MatchTally, names: Sequence[str]) -> MatchScore:
    rivals = side_names(match.rivals, names)
    return MatchScore.model_construct(
        over=match.over,
        winner=_name(match.winner, rivals),
        games_won=_by(rivals, match.games_won),
        points=_by(rivals, match.points),
        nets=_by(names, match.nets),
    )


# The ruling on one hand


def rule_hand(
    hand: ActiveHand,
    number: int,
    names: tuple[str, ...],
    said: Sequence[Message] = (),
    added: Sums | None = None,
) -> HandRuling:
    """The ruling on hand `number` under its rules; `names` are those in force.

    The warnings `said` come before those of the ruling.
    """
    settled = _settle(hand, names, added or {})
    warnings = (*said, *settled.warnings)
    more = {"warnings": warnings, "hand": number, "entry": hand.entry.entry}
    return HandRuling.unchecked(**dict(settled) | more)


def _settle(hand: ActiveHand, names: tuple[str, ...], added: Sums) -> Settlement:
    if hand.entry.holdings is not None:
        seats = seats_playing(hand.entry, hand.names)
        facts = _with_sums(read_hand(hand, seats), seats, added)
        return settle_hand(facts, hand.variant, [names[seat] for seat in seats])
    if hand.entry.points_only is not None:
        return _settle_points(hand, names)
    pair = hand.pair or range(len(names))
    settled = settle_dead_hand(hand.variant, [names[seat] for seat in pair])
    return settled.model_copy(update={"upcard": upcard_of(hand.entry)})


def _with_sums(hand: Hand, seats: Sequence[int], added: Sums) -> Hand:
    knocker, *defenders = [
        holding._replace(terms=added.get(seat, ()))
        for seat, holding in zip(seats, (hand.knocker, *hand.defenders), strict=True)
    ]
    return hand._replace(knocker=knocker, defenders=tuple(defenders))


def _settle_points(hand: ActiveHand, names: tuple[str, ...]) -> Settlement:
    scored = score_hand(hand, {})
    seats = scored.pair or range(len(names))
    played = [scored.scores[seat] for seat in seats]
    items = tuple(
        ScoredItem.unchecked(rule="points", to=names[seat], points=points, why=str(points))
        for seat, points in enumerate(scored.scores)
        if points
    )
    return Settlement.unchecked(
        variant=scored.variant.name,
        upcard=upcard_of(hand.entry),
        knock_limit=None,
        kind=scored.kind,
        winner=None if scored.winner is None else names[scored.winner],
        points=scored.points,
        boxes=scored.boxes,
        scores=dict(zip([names[seat] for seat in seats], played, strict=True)),
        knocker=None,
        defenders=(),
        items=items,
        claims=(),
        warnings=tuple(warn_unusual_points(hand.entry.kind, played, scored.variant)),
    )
