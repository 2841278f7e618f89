"""A sheet under random changes against a plain list of states and the naive scorer.

The model keeps a list of states and an index: undo steps back, redo forward, a change cuts off
what lies ahead. A state is a list of hands and marks (rules that hold from there on), the players'
names and the changes of rules. Nothing of the log is in it.
"""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from naive_scorer import score

from ginscore.errors import GinscoreError
from ginscore.files.store import format_sheet, parse_sheet
from ginscore.rules.overrides import override
from ginscore.rules.presets import load_preset
from ginscore.sheet.record import entry_statuses
from ginscore.sheet.sheet import Sheet

# Rules, what is changed in them, and how many are at the table.
TABLES: list[tuple[str, dict[str, object], int]] = [
    ("modern", {}, 2),
    ("classic", {}, 2),
    ("gin-rami", {}, 2),
    ("playgridia", {}, 2),
    ("playgridia-100", {}, 2),
    ("palace", {}, 2),
    ("round-the-corner", {}, 2),
    ("hollywood", {}, 2),
    ("tournament", {}, 2),
    ("rummy-royal", {}, 3),
    ("cutthroat", {}, 3),
    ("cutthroat", {"next_dealer": "loser", "target": 60, "match_games": 3}, 3),
    ("captain", {}, 4),
    ("captain", {"target": 60, "match_games": 3}, 3),
    ("partnership", {}, 4),
    ("partnership-hollywood", {}, 4),
]
CHANGES: list[dict[str, object]] = [
    {"target": 60},
    {"target": 150},
    {"gin_bonus": 7},
    {"undercut_bonus": 40, "tie_bonus": 3},
    {"box_bonus": 5, "extra_boxes": {"gin": 2, "big_gin": 2, "undercut": 1}},
    {"shutout": "flat"},
    {"next_dealer": "alternate"},
    {"next_dealer": "loser"},
    {"dead_hand_dealer": "next"},
    {"tie": "knocker"},
]

Hand = dict[str, Any]


def naive_scores(hand: Hand, rules: dict[str, Any], seats: int) -> dict[str, Any]:
    """Winner, points by seat and boxes of one hand, by the book; no upcard is ever known."""
    zeros = [0] * seats
    nobody = {"winner": None, "scores": zeros, "boxes": 0, "extra": 0, "dead": hand["dead"]}
    if hand["dead"]:
        return nobody
    if rules["scoring"] == "penalty":
        return {**nobody, **_naive_penalties(hand, rules, seats)}
    if hand["points"] is not None:
        winner, points, kind = hand["points"]
    else:
        winner, points, kind = _naive_duel(hand, rules)
    if winner is None:
        return nobody
    extra = rules["extra_boxes"].get(kind, 0)
    scores = [points if seat == winner else 0 for seat in range(seats)]
    return {**nobody, "winner": winner, "scores": scores, "boxes": 1 + extra, "extra": extra}


def _naive_duel(hand: Hand, rules: dict[str, Any]) -> tuple[int | None, int, str]:
    knocker, (other,) = hand["who"], {*hand["pair"]} - {hand["who"]}
    mine, his = hand["counts"][knocker], hand["counts"][other]
    if mine == 0:
        cancelled = rules["layoff_on_gin"] == "zero_cancels" and his == 0
        return (None if cancelled else knocker), rules["gin_bonus"] + his, "gin"
    if his > mine:
        return knocker, his - mine + rules["knock_bonus"], "knock"
    if his == mine and rules["tie"] != "undercut":
        return (knocker if rules["tie"] == "knocker" else None), 0, "knock"
    tie = rules["undercut_bonus"] if rules["tie_bonus"] is None else rules["tie_bonus"]
    return other, mine - his + (tie if his == mine else rules["undercut_bonus"]), "undercut"


def _naive_penalties(hand: Hand, rules: dict[str, Any], seats: int) -> dict[str, Any]:
    if hand["points"] is not None:
        seat, points, _ = hand["points"]
        scores = [points if one == seat else 0 for one in range(seats)]
        return {"winner": scores.index(0), "scores": scores}
    who, left = hand["who"], hand["counts"]
    others = [seat for seat in range(seats) if seat != who]
    lowest = min(left[seat] for seat in others)
    undercut = left[who] > 0 and (
        lowest < left[who] or (lowest == left[who] and rules["tie"] == "undercut")
    )
    scores = [0] * seats
    for seat in range(seats):
        if left[who] == 0:
            scores[seat] = 0 if seat == who else left[seat] + rules["gin_bonus"]
        elif not undercut:
            scores[seat] = max(0, left[seat] - left[who])
        elif seat != who:
            scores[seat] = left[seat] - lowest
        else:
            tie = rules["undercut_bonus"] if rules["tie_bonus"] is None else rules["tie_bonus"]
            bonus = tie if lowest == left[who] else rules["undercut_bonus"]
            scores[seat] = left[who] - lowest + bonus
    winner = who if not undercut else next(seat for seat in others if left[seat] == lowest)
    return {"winner": winner, "scores": scores}


class SheetMachine(RuleBasedStateMachine):
    """One sheet and the list of its states."""

    @initialize(table=st.sampled_from(TABLES), dealer=st.integers(0, 3))
    def start(self, table: tuple[str, dict[str, object], int], dealer: int) -> None:
        preset, rules, self.seats = table
        self.base = override(load_preset(preset), rules)
        self.in_pairs = self.base.teams or self.base.rotation != "all"
        self.dealer = dealer % self.seats
        names = ["Ann", "Bob", "Cleo", "Dan"][: self.seats]
        self.sheet = Sheet.new(*names, variant=self.base, dealer=names[self.dealer])
        self.states: list[dict[str, Any]] = [{"items": [], "names": names, "changes": []}]
        self.at = 0
        self.written = 0

    # The model

    @property
    def state(self) -> dict[str, Any]:
        return self.states[self.at]

    def step(self, **changed: Any) -> None:
        self.states = [*self.states[: self.at + 1], {**self.state, **changed}]
        self.at += 1

    def places(self) -> list[int]:
        """Where the hands stand among the items."""
        return [at for at, item in enumerate(self.state["items"]) if "mark" not in item]

    def hands(self) -> list[Hand]:
        return [self.state["items"][place] for place in self.places()]

    def rules_at(self, place: int, items: list[Hand]) -> dict[str, Any]:
        passed = [item["mark"] for item in items[:place] if "mark" in item]
        variant = self.base
        for mark, change in self.state["changes"]:
            if mark is None or mark in passed:
                variant = override(variant, change)
        return variant.model_dump()

    def expected(self, items: list[Hand] | None = None) -> dict[str, Any]:
        items = self.state["items"] if items is None else items
        hands = []
        for place, hand in enumerate(items):
            if "mark" in hand:
                continue
            rules = self.rules_at(place, items)
            told = {"rules": rules, "dealer": hand["dealer"], "pair": hand["pair"]}
            hands.append({**naive_scores(hand, rules, self.seats), **told})
        return score(hands, self.rules_at(len(items), items), self.seats, self.dealer)

    def have_partners_played(self, items: list[Hand]) -> bool:
        """Whether two of one side played each other in any hand."""
        hands = [item for item in items if "mark" not in item]
        return any(
            {*hand["pair"]} <= {*members}
            for hand, row in zip(hands, self.expected(items)["rows"], strict=True)
            for members in row["sides"]
            if self.in_pairs
        )

    def is_refused(self, code: str, change: Any) -> None:
        with pytest.raises(GinscoreError) as caught:
            change()
        assert caught.value.code == code

    # The changes

    def hand(
        self, data: st.DataObject, usual: list[int] | None
    ) -> tuple[Hand, list[str], dict[str, Any]]:
        """A hand for the model, and the same as arguments for the sheet.

        Where two of several play, the `usual` two need not both be named.
        """
        names = self.state["names"]
        pair = data.draw(st.sampled_from(self.pairs(usual)))
        who = data.draw(st.sampled_from(pair))
        dealer = data.draw(st.one_of(st.none(), st.integers(0, self.seats - 1)))
        hand: Hand = {"who": who, "counts": None, "points": None, "dead": False, "dealer": dealer}
        hand["pair"] = pair
        options: dict[str, Any] = {} if dealer is None else {"dealer": names[dealer]}
        (loser, *_) = [seat for seat in pair if seat != who]
        is_named = self.in_pairs and (pair != usual or data.draw(st.booleans()))
        form = data.draw(st.sampled_from(["counts", "counts", "points", "dead"]))
        if form == "dead":
            options |= {"pair": [names[seat] for seat in pair]} if is_named else {}
            return {**hand, "dead": True}, [], {**options, "dead": True}
        if form == "points":
            points = data.draw(st.integers(1, 70))
            kind = data.draw(st.sampled_from([None, "knock", "gin", "undercut"]))
            options |= {"points": [f"{names[who]}={points}"], "kind": kind}
            options |= {"against": names[loser]} if is_named else {}
            return {**hand, "points": (who, points, kind)}, [], options
        counts = data.draw(st.lists(st.integers(0, 60), min_size=self.seats, max_size=self.seats))
        counts[who] %= 11
        others = [str(counts[seat]) for seat in pair if seat != who]
        if is_named:
            others = [f"{names[loser]}={counts[loser]}"]
        return {**hand, "counts": counts}, [names[who], str(counts[who]), *others], options

    def pairs(self, usual: list[int] | None) -> list[list[int]]:
        """Who may be told to have played: mostly the `usual` two, where two of several play."""
        if not self.in_pairs:
            return [[*range(self.seats)]]
        seats = range(self.seats)
        pairs = [[one, other] for one in seats for other in seats if one < other]
        # Partners are never told to have played each other; two of the crew are.
        pairs = [pair for pair in pairs if not (self.base.teams and sum(pair) % 2 == 0)]
        return pairs + [usual] * len(pairs) if usual else pairs

    def usual_pair(self) -> list[int] | None:
        """Who should play the next hand; the two who are left in an open round."""
        wanted = self.expected()
        if self.base.teams and wanted["rows"] and wanted["rows"][-1]["open_round"]:
            last = self.state["items"][self.places()[-1]]
            return sorted({*range(4)} - {*last["pair"]})
        due: list[int] | None = wanted["due"]
        return due

    def is_impossible(self, hand: Hand) -> bool:
        return bool(hand["dead"] and self.base.stock_end == "reshuffle")

    def change(self, items: list[Hand], change: Callable[[], Sheet]) -> None:
        """The sheet after a change, which is refused where two of the crew would have played."""
        if self.have_partners_played(items):
            self.is_refused("wrong-seat-count", change)
        else:
            self.sheet = change()
            self.step(items=items)

    @rule(data=st.data())
    def add(self, data: st.DataObject) -> None:
        left = self.usual_pair()
        hand, texts, options = self.hand(data, left)
        if self.expected()["match"]["over"]:
            self.is_refused("game-over", lambda: self.sheet.add(*texts, **options))
        elif self.is_impossible(hand):
            self.is_refused("dead-hand-impossible", lambda: self.sheet.add(*texts, **options))
        elif self.base.teams and left and hand["pair"] != left:
            self.is_refused("wrong-seat-count", lambda: self.sheet.add(*texts, **options))
        else:
            items = [*self.state["items"], hand]
            self.change(items, lambda: self.sheet.add(*texts, **options))

    @precondition(lambda self: self.places())
    @rule(data=st.data())
    def add_before(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.places())))
        hand, texts, options = self.hand(data, self.expected()["rows"][number - 1]["due"])
        if self.is_impossible(hand):
            return
        place, items = self.places()[number - 1], self.state["items"]
        items = [*items[:place], hand, *items[place:]]
        self.change(items, lambda: self.sheet.add(*texts, before=number, **options))

    @precondition(lambda self: self.places())
    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.places())))
        place, items = self.places()[number - 1], self.state["items"]
        hand, texts, options = self.hand(data, items[place]["pair"])
        if self.is_impossible(hand):
            return
        if hand["dealer"] is None:
            # What is not given stays.
            hand["dealer"] = items[place]["dealer"]
        if options.get("kind") is None and hand["points"] and items[place]["points"]:
            hand["points"] = (*hand["points"][:2], items[place]["points"][2])
        items = [*items[:place], hand, *items[place + 1 :]]
        self.change(items, lambda: self.sheet.edit(number, *texts, **options))

    @precondition(lambda self: self.places())
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.places())))
        place, items = self.places()[number - 1], self.state["items"]
        items = [*items[:place], *items[place + 1 :]]
        self.change(items, lambda: self.sheet.void(number))

    @rule(seat=st.integers(0, 2), name=st.sampled_from(["Ann", "Zoé", "A=B", "Bob Two", "bob"]))
    def rename(self, seat: int, name: str) -> None:
        names = self.state["names"]
        seat %= self.seats
        others = {one.lower() for at, one in enumerate(names) if at != seat}
        if name.lower() in others:
            self.is_refused("duplicate-name", lambda: self.sheet.rename(names[seat], name))
            return
        self.sheet = self.sheet.rename(names[seat], name)
        self.step(names=[*names[:seat], name, *names[seat + 1 :]])

    @rule(change=st.sampled_from(CHANGES), from_now=st.booleans())
    def change_rules(self, change: dict[str, object], from_now: bool) -> None:
        try:
            override(self.base, change)
        except GinscoreError as error:
            code = error.code
            self.is_refused(code, lambda: self.sheet.change_rules(change, from_now=from_now))
            return
        changes = self.state["changes"]
        mark = self.written + 1 if from_now else None
        items = [*self.state["items"], {"mark": mark}] if from_now else self.state["items"]
        self.step(items=items, changes=[*changes, (mark, change)])
        if self.have_partners_played(items):
            # In other games others are in the box.
            self.states.pop()
            self.at -= 1
            code = "wrong-seat-count"
            self.is_refused(code, lambda: self.sheet.change_rules(change, from_now=from_now))
            return
        self.sheet = self.sheet.change_rules(change, from_now=from_now)
        self.written += 1

    @rule()
    def undo(self) -> None:
        if self.at == 0:
            self.is_refused("nothing-to-undo", self.sheet.undo)
            return
        self.sheet = self.sheet.undo()
        self.at -= 1

    @rule()
    def redo(self) -> None:
        if self.at == len(self.states) - 1:
            self.is_refused("nothing-to-redo", self.sheet.redo)
            return
        self.sheet = self.sheet.redo()
        self.at += 1

    @rule()
    def read_again(self) -> None:
        """A sheet that went through its JSON is the same, and nothing of it was remembered."""
        read = Sheet.model_validate_json(self.sheet.model_dump_json())
        assert read == self.sheet
        assert read.score() == self.sheet.score()
        self.sheet = read

    @rule(form=st.sampled_from(["json", "csv"]))
    def export_and_import(self, form: Literal["json", "csv"]) -> None:
        """A file in either form gives the same sheet."""
        read = parse_sheet(format_sheet(self.sheet, form).encode(), form)
        assert read == self.sheet
        assert read.score() == self.sheet.score()
        self.sheet = read

    # What must hold

    @invariant()
    def scores_agree(self) -> None:
        if not hasattr(self, "sheet"):
            return
        found, wanted = self.sheet.score(), self.expected()
        names = tuple(self.state["names"])
        assert found.players == names
        dealers = ("+".join(names[0::2]), "+".join(names[1::2])) if self.base.teams else names
        pairs = [tuple(names[seat] for seat in one["pair"]) for one in self.hands()]
        assert [row.pair for row in found.hands] == (
            pairs if self.in_pairs else [None] * len(pairs)
        )
        for row, one in zip(found.hands, wanted["rows"], strict=True):
            assert (row.status == "counted") == one["counted"]
            assert (row.game, row.dealer) == (one["game"], dealers[one["dealer"]])
            assert row.open_round == one["open_round"]
            assert list(row.scores.values()) == one["scores"]
            assert list(row.totals.values()) == one["totals"]
            assert (row.boxes, list(row.columns)) == (one["boxes"], one["columns"])
        for game, one in zip(found.games, wanted["games"], strict=True):
            assert (game.game, game.column, game.over) == (one["game"], one["column"], one["over"])
            assert list(game.boxes.values()) == one["boxes"]
            accounts = [account.model_dump() for account in game.accounts.values()]
            assert accounts == one["accounts"]
            assert game.settlement.points == one["settlement_points"]
            assert list(game.settlement.nets.values()) == one["nets"]
        match = wanted["match"]
        assert found.match.over == match["over"]
        assert list(found.match.points.values()) == match["points"]
        assert list(found.match.nets.values()) == match["nets"]
        assert found.next_dealer == dealers[wanted["next_dealer"]]
        due = wanted["due"] and tuple(names[seat] for seat in wanted["due"])
        assert found.next_pair == due
        assert (found.to_go and list(found.to_go.values())) == wanted["to_go"]

    @invariant()
    def log_is_in_order(self) -> None:
        if not hasattr(self, "sheet"):
            return
        record = self.sheet.record
        assert not record.faults
        assert len(record.log.active) == self.at
        assert len(record.log.redoable) == len(self.states) - 1 - self.at
        standing = [one for one in entry_statuses(record) if one in ("counted", "after-end")]
        assert len(standing) == len(self.places())


SheetMachine.TestCase.settings = settings(
    max_examples=80,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestSheetMachine = SheetMachine.TestCase
