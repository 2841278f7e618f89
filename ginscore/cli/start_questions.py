"""How `keep` begins where there is no sheet yet: who plays, and by which rules."""

from collections.abc import Sequence
from typing import NamedTuple

from ginscore.cli.console import Console
from ginscore.cli.options import chosen_variant
from ginscore.cli.orders import split_names
from ginscore.cli.prompts import BACK, Asker, Question
from ginscore.cli.sheet_file import clock
from ginscore.errors import N_, refuse, refuse_all
from ginscore.hand.facts import check_names, clean_name
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.sheet.sheet import Sheet
from ginscore.show.layout import columns
from ginscore.show.tables import show_gist
from ginscore.show.texts import Texts


class NewSheetOptions(NamedTuple):
    """A new sheet as given on the command line; what is missing is asked for."""

    names: Sequence[str]
    variant: str | None
    rules: Sequence[str]

    @property
    def is_blank(self) -> bool:
        """Whether nothing is given."""
        return not self.names and self.variant is None and not self.rules


def ask_start(asker: Asker, wanted: NewSheetOptions) -> Sheet:
    """A new sheet, for the players and by the rules that are given or asked for.

    Raises:
        GinscoreError: what `Sheet.new` refuses in what the command line gave.
        EOFError: there are no more answers.
        KeyboardInterrupt: Ctrl-C at the first question.
    """
    if wanted.names:
        return _start(asker.console, wanted.names, wanted.variant, wanted.rules)
    started = None
    while started is None:
        text = asker.console.texts(N_("Who plays? The names, with commas; the first one deals:"))
        names = asker.ask_until(Question(f"{text} ", kind="names"), parse_first)
        try:
            started = _go_on(asker, names, wanted)
        except KeyboardInterrupt:
            if not asker.is_terminal:
                raise
    return started


def _go_on(asker: Asker, names: list[str], wanted: NewSheetOptions) -> Sheet | None:
    """The sheet, when the first question is answered; None to go back to it."""
    texts = asker.console.texts
    if len(names) == 1:
        question = Question(texts(N_("And who else?")) + " ", kind="names")
        others = asker.ask_until(question, lambda answer: _parse_others(names, answer))
        if others is None:
            return None
        names = others
    if wanted.variant is not None or wanted.rules:
        return _start(asker.console, names, wanted.variant, wanted.rules)
    asker.say(texts(N_("Players: {players}"), players=numbered(names, texts)))
    return _ask_rules(asker, names)


def numbered(names: Sequence[str], texts: Texts, idle: Sequence[str] = ()) -> str:
    """The players but for who is `idle`, each with the number of his seat: `1 Ann, 2 Bob`."""
    return ", ".join(
        texts(N_("{number} {name}"), number=number, name=name)
        for number, name in enumerate(names, 1)
        if name not in idle
    )


def _start(
    console: Console, names: Sequence[str], variant: str | None, rules: Sequence[str] = ()
) -> Sheet:
    chosen = chosen_variant(console, variant, rules, is_written=True)
    return Sheet.new(*names, variant=chosen, at=clock())


def parse_first(text: str) -> list[str]:
    """The names in a line; one alone is the first of several.

    Raises:
        GinscoreError: as `parse_names`.
    """
    names = [*map(clean_name, split_names(text))]
    if len(names) != 1:
        return parse_names(text)
    refuse_all(check_names(names))
    return names


def _parse_others(names: Sequence[str], text: str) -> list[str] | None:
    return None if text == BACK else parse_names(", ".join([*names, *split_names(text)]))


def parse_names(text: str) -> list[str]:
    """The names in a line, clean.

    Raises:
        GinscoreError: `wrong-seat-count` for a number of players that no preset allows, and what is
            wrong with the names.
    """
    names = [*map(clean_name, split_names(text))]
    faults = check_names(names)
    allowed = sorted({seats for preset in PRESETS for seats in load_preset(preset).players})
    if len(names) not in allowed:
        error = refuse(
            "wrong-seat-count",
            N_("number of players: {seats}; allowed: {allowed}"),
            hint=N_("such as: Ann, Bob"),
            seats=len(names),
            allowed=allowed,
        )
        faults += error.faults
    refuse_all(faults)
    return names


def _ask_rules(asker: Asker, names: Sequence[str]) -> Sheet | None:
    """The sheet by the chosen rules; None to go back to the names."""
    console = asker.console
    fitting = [name for name in PRESETS if len(names) in load_preset(name).players]
    wish = console.settings.variant.value
    usual = fitting[0] if wish in PRESETS and wish not in fitting else wish
    text = console.texts(N_("Which rules? ? lists them. [{usual}]"), usual=usual)
    question = Question(f"{text} ", fitting, _show_presets(console, fitting), "variant")

    def start(answer: str) -> Sheet | None:
        return None if answer == BACK else _start(console, names, _choice(answer, fitting) or usual)

    return asker.ask_until(question, start)


def _choice(answer: str, presets: Sequence[str]) -> str:
    """The preset that an answer names by its number or its beginning; any other answer as it is."""
    if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:9]) <= len(presets):
        return presets[int(answer) - 1]
    begun = [name for name in presets if answer and name.startswith(answer.lower())]
    # A name comes before those that begin with it.
    is_clear = bool(begun) and all(name.startswith(begun[0]) for name in begun)
    return begun[0] if is_clear else answer


def _show_presets(console: Console, names: Sequence[str]) -> str:
    """The rules to choose from, with what they differ in."""
    rows = (
        (f"{number} {name}", show_gist(load_preset(name), console.texts))
        for number, name in enumerate(names, 1)
    )
    return "\n".join(columns(rows, console.style.columns))
