"""Over many sheets: what each player has done, and who pays whom.

A name is the same player in any case.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from ginscore.errors import N_, Message, refuse, warning
from ginscore.game.payouts import Line, box_nets, pay_stakes, share_pot
from ginscore.game.tallies import GameTally, ScoredHand, Tally
from ginscore.hand.facts import fold_name
from ginscore.hand.settlements import Warnings
from ginscore.rules.variants import Frozen

if TYPE_CHECKING:
    from ginscore.game.tallies import HandRow
    from ginscore.sheet.sheet import Sheet


class PlayerStats(Frozen):
    """What one player has done in all hands that count.

    `hands` are those played, dead ones too. `gins` include big gins. `points` are those of hands
    won, `average` and `best` the mean (to two decimals) and the most of them, None without one;
    where points are bad (`scoring: penalty`) a hand won brings none and counts in neither, and
    `penalties` are those taken. `boxes` are marks. A game (in Hollywood a column) is over, and so
    is a match.
    """

    name: str
    hands: int
    wins: int
    gins: int
    big_gins: int
    undercuts_made: int
    undercuts_suffered: int
    points: int
    average: float | None
    best: int | None
    penalties: int
    boxes: int
    games: int
    games_won: int
    matches: int
    matches_won: int


class Pairing(Frozen):
    """Two players in the hands that they played against each other, seen from `player`."""

    player: str
    other: str
    hands: int
    wins: int
    losses: int
    points_for: int
    points_against: int


class Stats(Frozen):
    """The statistics of some sheets: players by wins, then every pairing.

    `warnings` tell which sheets are the same game.
    """

    sheets: int
    players: tuple[PlayerStats, ...]
    head_to_head: tuple[Pairing, ...]
    warnings: Warnings = ()


class _Count:
    """One player's figures while sheets come in."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hands = self.wins = self.gins = self.big_gins = 0
        self.undercuts_made = self.undercuts_suffered = self.boxes = self.penalties = 0
        self.games = self.games_won = self.matches = self.matches_won = 0
        self.won: list[int] = []

    def stats(self) -> PlayerStats:
        """The figures as a value."""
        figures = {key: value for key, value in vars(self).items() if key != "won"}
        points = sum(self.won)
        return PlayerStats(
            points=points,
            average=round(points / len(self.won), 2) if self.won else None,
            best=max(self.won, default=None),
            **figures,
        )


class _Pair:
    """Two players' figures against each other."""

    def __init__(self) -> None:
        self.hands = 0
        self.wins = [0, 0]
        self.points = [0, 0]


class _StatsSoFar:
    """All figures while sheets come in, by the players' names in folded case."""

    def __init__(self) -> None:
        self.sheets = 0
        self.players: dict[str, _Count] = {}
        self.pairs: dict[tuple[str, str], _Pair] = {}

    def add(self, sheet: "Sheet", skipped: int = 0) -> None:
        """Count one sheet without so many of its first hands, and without what ended in them.

        Raises:
            GinscoreError: the sheet is not in order.
        """
        scored = sheet.tally
        keys = [fold_name(name) for name in sheet.names]
        players = [
            self.players.setdefault(key, _Count(name))
            for key, name in zip(keys, sheet.names, strict=True)
        ]
        self.sheets += 1
        rows = scored.rows[skipped:]
        for hand, row in zip(sheet.record.hands[skipped:], rows, strict=True):
            if row.counted:
                _count_hand(hand, players)
                self._count_pairs(hand, keys)
        _count_boxes(rows, players)
        _count_games(scored, skipped, players)

    def _count_pairs(self, hand: ScoredHand, keys: Sequence[str]) -> None:
        for seats in combinations(_seats(hand), 2):
            first, second = sorted(seats, key=lambda seat: keys[seat])
            pair = self.pairs.setdefault((keys[first], keys[second]), _Pair())
            pair.hands += 1
            for side, seat in enumerate((first, second)):
                pair.wins[side] += hand.winner == seat
                pair.points[side] += _won(hand, seat)

    def stats(self) -> Stats:
        """All figures as a value."""
        players = sorted(self.players.items(), key=lambda item: (-item[1].wins, item[0]))
        return Stats(
            sheets=self.sheets,
            players=tuple(count.stats() for _, count in players),
            head_to_head=tuple(self._pairing(*key) for key in sorted(self.pairs)),
        )

    def _pairing(self, first: str, second: str) -> Pairing:
        pair = self.pairs[first, second]
        return Pairing(
            player=self.players[first].name,
            other=self.players[second].name,
            hands=pair.hands,
            wins=pair.wins[0],
            losses=pair.wins[1],
            points_for=pair.points[0],
            points_against=pair.points[1],
        )


def count_stats(
    sheets: Iterable["Sheet"], last: int | None = None, warnings: Sequence[Message] = ()
) -> Stats:
    """The statistics of the hands that count in `sheets`, or of the `last` so many of them.

    The sheets follow each other as they are given. `warnings` about them are passed on.

    Raises:
        GinscoreError: a sheet is not in order.
    """
    figures = _StatsSoFar()
    given = list(sheets)
    counted = [sum(row.counted for row in sheet.tally.rows) for sheet in given]
    skipped = 0 if last is None else max(0, sum(counted) - last)
    for sheet, hands in zip(given, counted, strict=True):
        if not skipped or skipped < hands:
            figures.add(sheet, skipped)
        skipped = max(0, skipped - hands)
    return figures.stats().model_copy(update={"warnings": tuple(warnings)})


def _seats(hand: ScoredHand) -> Sequence[int]:
    """Who played a hand, in the order of seats."""
    return hand.pair or range(len(hand.deadwood))


def _won(hand: ScoredHand, seat: int) -> int:
    """The points that a seat has won in a hand; penalties are not won."""
    good = hand.variant.scoring == "winner"
    return hand.scores[seat] if good and hand.winner == seat else 0


def _count_hand(hand: ScoredHand, players: Sequence[_Count]) -> None:
    seats = _seats(hand)
    for seat in seats:
        players[seat].hands += 1
        if hand.variant.scoring == "penalty":
            players[seat].penalties += hand.scores[seat]
    # Gin that nobody won (all cards laid off) is gin all the same.
    maker = hand.winner if hand.went_out is None else hand.went_out
    if maker is not None and hand.kind in ("gin", "big_gin"):
        players[maker].gins += 1
        players[maker].big_gins += hand.kind == "big_gin"
    if hand.winner is None:
        return
    winner = players[hand.winner]
    winner.wins += 1
    if hand.variant.scoring == "winner":
        winner.won.append(hand.scores[hand.winner])
    if hand.kind == "undercut":
        winner.undercuts_made += 1
        for seat in _undercut(hand, seats):
            players[seat].undercuts_suffered += 1


def _undercut(hand: ScoredHand, seats: Sequence[int]) -> list[int]:
    """Who was undercut: who went out, or between two players the one who did not win."""
    if hand.went_out is not None:
        return [hand.went_out]
    others = [seat for seat in seats if seat != hand.winner]
    return others if len(others) == 1 else []


def _count_boxes(rows: Sequence["HandRow"], players: Sequence[_Count]) -> None:
    for row in rows:
        for seat in row.sides[row.winner] if row.winner is not None else ():
            players[seat].boxes += row.boxes


def _count_games(scored: Tally, skipped: int, players: Sequence[_Count]) -> None:
    """Games, columns and matches that are over, but for those that ended in the hands skipped."""
    ended = [game for game in scored.games if game.over and _last_row(scored, game) >= skipped]
    match = scored.match
    champions = () if match.winner is None else match.rivals[match.winner]
    for seat, player in enumerate(players):
        player.games += len(ended)
        player.games_won += sum(
            game.winner is not None and seat in game.sides[game.winner] for game in ended
        )
        player.matches += match.over
        player.matches_won += seat in champions


def _last_row(scored: Tally, game: GameTally) -> int:
    """The place of a game's last hand, or of the last hand that entered its column."""
    return max(
        (
            place
            for place, row in enumerate(scored.rows)
            if row.game == game.game and game.column in row.columns
        ),
        default=0,
    )


# The same game in several files


def distinct_sheets(
    sheets: Iterable[tuple[str, "Sheet"]],
) -> tuple[dict[str, "Sheet"], list[Message]]:
    """The sheets by their names without copies of the same game, and the warnings about them.

    Copies began at the same moment. If one log is the beginning of the other, the longer counts;
    if they went different ways, both do.
    """
    kept: dict[str, Sheet] = {}
    began: dict[object, list[str]] = {}
    warnings: list[Message] = []
    for name, sheet in sheets:
        known = began.setdefault(sheet.created or name, [])
        copy = next((other for other in known if is_same_game(sheet, kept[other])), None)
        if copy is None:
            warnings += [_told_same(_DIFFER, name, other) for other in known[:1]]
            known.append(name)
            kept[name] = sheet
            continue
        warnings.append(_told_same(_SAME, name, copy))
        kept[copy] = max(kept[copy], sheet, key=lambda found: len(found.entries))
    return kept, warnings


_SAME: Final = N_("{sheet} is the same game as {other}: it counts once")
_DIFFER: Final = N_("{sheet} and {other} began as one sheet and differ since: both count")


def _told_same(template: str, name: str, other: str) -> Message:
    return warning("same-game", template, sheet=name, other=other)


def is_same_game(one: "Sheet", other: "Sheet") -> bool:
    """Whether one sheet is the other, perhaps with entries added at its end."""
    both = min(len(one.entries), len(other.entries))
    return one.created == other.created and one.entries[:both] == other.entries[:both]


# Who pays whom


class SheetPayout(NamedTuple):
    """What each player gets (or pays, if negative), by name, and the formula that says why."""

    shares: dict[str, Decimal]
    formula: tuple[Line, ...]


def pay_sheets(sheets: Sequence["Sheet"], per_point: Decimal, per_box: Decimal) -> SheetPayout:
    """The stakes of every sheet, added up.

    Raises:
        GinscoreError: `usage` where points are penalties; a sheet is not in order.
    """
    names: dict[str, str] = {}
    shares: dict[str, Decimal] = {}
    formula: list[Line] = []
    for sheet in sheets:
        scored = sheet.tally
        paid = pay_stakes(
            scored.match.nets,
            box_nets(scored, sheet.rules),
            sheet.rules,
            sheet.names,
            per_point=per_point,
            per_box=per_box,
        )
        formula += paid.formula
        for player, share in zip(sheet.names, paid.shares, strict=True):
            name = names.setdefault(fold_name(player), player)
            shares[name] = shares.get(name, Decimal(0)) + share
    return SheetPayout(shares, tuple(formula))


def share_pot_of_sheets(sheets: Sequence["Sheet"], pot: Decimal) -> SheetPayout:
    """One pot split by the penalty points of all sheets together (at least one).

    Raises:
        GinscoreError: `usage` where the rules have no pot, or where players or the rules of the
            pot differ from sheet to sheet; a sheet is not in order.
    """
    first = sheets[0]
    names = first.names
    points = dict.fromkeys(map(fold_name, names), 0)
    for sheet in sheets:
        _check_alike(sheet, first)
        for game in sheet.tally.games:
            for player, total in zip(sheet.names, game.totals, strict=True):
                points[fold_name(player)] += total
    split = share_pot([*points.values()], pot, first.rules, names)
    return SheetPayout(dict(zip(names, split.shares, strict=True)), split.formula)


def tell_open(
    sheets: Mapping[str, "Sheet"], *, by_box: bool = False, is_pot: bool = False
) -> tuple[Line, ...]:
    """A line for each sheet that is not over: what of it is paid already."""
    lines = []
    for name, sheet in sheets.items():
        if sheet.tally.match.over:
            continue
        never = sheet.rules.target is None
        if is_pot:
            template = _POT_NEVER if never else _POT_OPEN
        elif by_box:
            template = _BOXES_NEVER if never else _BOXES_OPEN
        else:
            template = _NEVER if never else _OPEN
        lines.append(Line(template, {"sheet": name}))
    return tuple(lines)


_OPEN: Final = N_("{sheet}: not over yet; the points of an open game are not paid")
_NEVER: Final = N_("{sheet}: never over under these rules (target is null); no points are paid")
_BOXES_OPEN: Final = N_("{sheet}: not over yet; of an open game the boxes alone are paid")
_BOXES_NEVER: Final = N_(
    "{sheet}: never over under these rules (target is null); the boxes alone are paid"
)
_POT_OPEN: Final = N_("{sheet}: not over yet; the pot is split as the points stand")
_POT_NEVER: Final = N_(
    "{sheet}: never over under these rules (target is null); the pot is split as the points stand"
)


def _check_alike(sheet: "Sheet", first: "Sheet") -> None:
    # All sheets have the same players: one who is missing would gain, having no penalties there.
    if {*map(fold_name, sheet.names)} != {*map(fold_name, first.names)}:
        raise refuse(
            "usage",
            N_("a pot is split among the same players on every sheet; found: {players}; {others}"),
            hint=N_("split a pot for each of them"),
            players=", ".join(first.names),
            others=", ".join(sheet.names),
        )
    known, found = first.rules, sheet.rules
    if (known.prize_share, known.prize_cutoff) != (found.prize_share, found.prize_cutoff):
        raise refuse(
            "usage", N_("the sheets split a pot by different rules (prize_share, prize_cutoff)")
        )
