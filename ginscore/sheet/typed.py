"""What a person typed about one hand, while it is read. All faults are kept until the end."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict, TypeVar

from ginscore.cards.cards import format_card
from ginscore.cards.notation import parse_card, parse_card_noted
from ginscore.errors import N_, GinscoreError, Message, refuse, refuse_all
from ginscore.game.rounds import check_turn, other_pair
from ginscore.rules.variants import Variant
from ginscore.sheet.entries import find_player, tidy_note
from ginscore.sheet.log import ActiveHand

_Value = TypeVar("_Value")


class HandOptions(TypedDict, total=False):
    """What may be said of a hand beside its texts; None or left out is "not given".

    `lay_offs` has one text a defender (`7C:1 3C:2`; empty: none), `points` texts `Ann=18`, `pair`
    the two who played a partnership's dead hand, `against` the loser of a hand known by its points
    in a partnership. `at` is its date, `lang` the language of the cards. In an edit an empty
    `upcard`, `dealer` or `note` takes away what was there.
    """

    upcard: str | None
    big_gin: bool | None
    lay_offs: Sequence[str | None] | str | None
    dealer: str | None
    note: str | None
    at: datetime | None
    dead: bool
    points: Sequence[str] | str | None
    kind: str | None
    against: str | None
    pair: Sequence[str] | None
    lang: str


class Table(NamedTuple):
    """The table at which a hand is told: names by seat, its rules, and who has played.

    `opened` are the two seats of a partnership that have played in the open round.
    """

    names: tuple[str, ...]
    variant: Variant
    opened: tuple[int, int] | None = None

    @property
    def left(self) -> tuple[int, int] | None:
        """The two seats of a partnership that have yet to play in the open round."""
        return None if self.opened is None else other_pair(self.opened)

    @property
    def needs_upcard(self) -> bool:
        """Whether the upcard makes a difference under these rules."""
        return self.variant.knock_limit == "upcard" or self.variant.spade_doubles != "no"

    def check_turn(self, seats: Sequence[int]) -> None:
        """See that no player of a partnership plays twice in a round.

        Raises:
            GinscoreError: `wrong-seat-count`.
        """
        refuse_all(check_turn(self.opened, seats, self.names))


class TypedHand:
    """The reading of one typed hand; `old` is the hand that it replaces, if any.

    `texts` are who went out, his holding, the others' in the order of seats. `upcard` is that of
    the hand, once `shared_facts` has read it.
    """

    def __init__(
        self, texts: Sequence[str], options: HandOptions, table: Table, old: ActiveHand | None
    ) -> None:
        self.texts = list(texts)
        self.options = options
        self.names = table.names
        self.variant = table.variant
        self.left = table.left
        self.lang = options.get("lang") or "en"
        self.old = old
        self.upcard: int | None = None
        self.faults: list[Message] = []
        self.warnings: list[Message] = []

    def usual_pair(self) -> tuple[int, int] | None:
        """The two seats that play unless others are named: as before the edit, or who is left."""
        return self.left if self.old is None else self.old.pair

    def shared_facts(self) -> dict[str, object]:
        """The fields of an entry that any hand may have."""
        old = self.old
        upcard = self._kept("upcard", self._upcard, old.entry.upcard if old else None)
        self.upcard = parse_card(upcard) if upcard else None
        dealer = None if old is None or old.dealer is None else self.names[old.dealer]
        note = old.entry.note if old else None
        return {
            "upcard": upcard,
            "dealer": self._kept("dealer", self._dealer, dealer),
            "note": self._kept("note", tidy_note, note),
        }

    def _kept(self, option: str, read: Callable[[str], str], old: str | None) -> str | None:
        given: object = self.options.get(option)
        if given is None:
            return old
        text = str(given)
        return self.attempt(lambda: read(text)) if text.strip() else None

    def attempt(self, read: Callable[[], _Value]) -> _Value | None:
        """What `read` gives, or None with its faults kept for later."""
        try:
            return read()
        except GinscoreError as error:
            self.faults.extend(error.faults)
            return None

    def _upcard(self, text: str) -> str:
        try:
            one, warnings = parse_card_noted(text, self.lang)
        except GinscoreError as error:
            raise error.at("upcard") from None
        self.warnings.extend(one.at("upcard") for one in warnings)
        return format_card(one)

    def _dealer(self, text: str) -> str:
        return self.names[find_player(text, self.names, "--dealer")]

    def refuse_use(self, template: str, where: str, hint: str = "", **fields: object) -> None:
        """Note that an option says nothing here (`usage`)."""
        self.faults.append(Message("usage", template, fields, hint, where))

    def check_no_kind(self) -> None:
        """See that the kind is not given where it follows from the cards."""
        if self.options.get("kind"):
            self.refuse_use(
                N_("the kind is given only where only the points are known"),
                "--kind",
                N_("the program names the kind of a hand itself"),
            )

    def check_unused(self, *options: str) -> None:
        """See that none of these options is given: they say nothing of this sort of hand."""
        if not self.variant.teams:
            options = (*options, "against", "pair")
        for option in dict.fromkeys(options):
            if self.options.get(option):
                flag = "--lay-off" if option == "lay_offs" else f"--{option.replace('_', '-')}"
                self.refuse_use(N_("{option} says nothing of such a hand"), flag, option=flag)


def several(texts: Sequence[str | None] | str | None) -> list[str | None]:
    """The texts of an option that may be given more than once; a single text is one of them."""
    return [texts] if isinstance(texts, str) else list(texts or ())


def unknown_pair(example: str) -> GinscoreError:
    """The refusal of a partnership's hand of which it is not clear who played it."""
    return refuse(
        "wrong-seat-count",
        N_("each pair plays its own hand; it is not known who played this one"),
        hint=N_("name both: {example}"),
        where="NAME",
        example=example,
    )
