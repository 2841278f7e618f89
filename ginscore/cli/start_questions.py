"""How `keep` begins where there is no sheet yet: who plays, and by which rules."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ginscore.cli.console import Console
from ginscore.cli.context import chosen_variant
from ginscore.cli.prompts import BACK, Asker, Question
from ginscore.cli.sheet_file import clock
from ginscore.errors import N_, refuse, refuse_all
from ginscore.hand.facts import check_names, clean_name
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.sheet.sheet import Sheet
from ginscore.show.layout import columns

_COMMAS: Final = re.compile(r"\s*[,;]\s*")


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
    """
    started = None
    while started is None:
        names = [*wanted.names] or ask_names(asker)
        if wanted.variant is not None or wanted.names or wanted.rules:
            return _start(asker.console, names, wanted.variant, wanted.rules)
        started = _ask_rules(asker, names)
    return started


def _start(
    console: Console, names: Sequence[str], variant: str | None, rules: Sequence[str] = ()
) -> Sheet:
    chosen = chosen_variant(console, variant, rules, is_written=True)
    return Sheet.new(*names, variant=chosen, at=clock())


def ask_names(asker: Asker) -> list[str]:
    """The players' names, in the order of seats."""
    text = asker.console.texts(N_("Who plays? The names, with commas; the first one deals:"))
    return asker.ask_until(Question(f"{text} ", kind="names"), parse_names)


def split_line(text: str) -> list[str]:
    """The names in a line, separated by commas, or by blanks where there is no comma."""
    parts = _COMMAS.split(text) if _COMMAS.search(text) else text.split()
    return [part for part in parts if part.strip()]


def parse_names(text: str) -> list[str]:
    """The names in a line, clean.

    Raises:
        GinscoreError: `wrong-seat-count` for a number of players that no preset allows, and what is
            wrong with the names.
    """
    names = [*map(clean_name, split_line(text))]
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
        return None if answer == BACK else _start(console, names, answer or usual)

    return asker.ask_until(question, start)


def _show_presets(console: Console, names: Sequence[str]) -> str:
    return "\n".join(columns([(name, console.texts(load_preset(name).source)) for name in names]))
