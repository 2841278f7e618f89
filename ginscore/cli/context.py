"""What several commands read from the command line: rules, and holdings from stdin."""

from collections.abc import Iterable, Sequence

from ginscore.cli.console import Console, read_line
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.files.config import load_variant, sheet_in_reach
from ginscore.rules.overrides import check_rules, override, sort_rules
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.rules.variants import Variant


def chosen_variant(
    console: Console,
    variant: str | None,
    rules: Sequence[str] | None = None,
    where: str = "--variant",
    *,
    is_written: bool = False,
) -> "Variant":
    """The rules of `--variant` (by default the reader's), with each `--rule` in them.

    `where` is the place to report for an unknown variant that was typed. A ruling is given even if
    the reader's defaults are faulty, with a note on stderr; what `is_written` down needs sound
    ones.

    Raises:
        GinscoreError: with all that `load_variant`, `parse_rules` and `override` refuse.
    """
    name = usual_variant(console, is_written=is_written) if variant is None else variant
    if variant is None:
        where = console.defaults.variant.place
    if name in PRESETS and not rules:
        return load_preset(name)
    changes, faults = sort_rules(rules or ())
    try:
        chosen = load_variant(name)
    except GinscoreError as error:
        found = [fault if fault.where else fault.at(where) for fault in error.faults]
        raise GinscoreError(*found, *faults, *check_rules(changes)) from None
    if faults:
        refuse_all([*faults, *check_rules(changes)])
    return override(chosen, changes) if changes else chosen


def usual_variant(console: Console, *, is_written: bool = False) -> str:
    """The name of the rules in the reader's defaults; see `chosen_variant`.

    Raises:
        GinscoreError: `bad-config`.
    """
    if is_written:
        return console.settings.variant.value
    console.tell_defects(console.defaults.faults)
    return console.defaults.variant.value


def tell_other_rules(console: Console, variant: "Variant") -> None:
    """Note on stderr if the sheet in reach has other rules than these."""
    path = sheet_in_reach(console.defaults)
    if path is None or console.quiet:
        return

    try:
        played = load_variant(path)
    except GinscoreError:
        # A ruling does not depend on a sheet that cannot be read.
        return
    if played != variant:
        console.talk(
            N_('{sheet} plays other rules ({variant}); "--variant {sheet}" judges by them'),
            sheet=path,
            variant=played.name,
        )


def take_stdin(texts: Iterable[str]) -> list[str]:
    """The texts, each `-` replaced by the next line of stdin.

    Raises:
        GinscoreError: `usage` where stdin has no line for it, `file-unreadable` where it is not
            UTF-8.
    """
    return [_next_line() if text == "-" else text for text in texts]


def _next_line() -> str:
    line = read_line()
    if not line:
        raise refuse("usage", N_('there is no line on stdin for "-"'), where="stdin")
    return line.strip()
