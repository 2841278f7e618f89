"""A dispute: `settle`, `melds` and `compare`."""

import sys
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from ginscore.cards.notation import holds_cards
from ginscore.cli import options
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import chosen_variant, take_stdin, tell_other_rules
from ginscore.errors import N_, GinscoreError, refuse
from ginscore.hand.checks import ONE_TEXT
from ginscore.hand.disputes import check_claims, parse_claims, refuse_claims
from ginscore.hand.facts import clean_name
from ginscore.hand.reading import HandTexts, parse_hand
from ginscore.hand.settlements import settle_hand
from ginscore.rules.presets import PRESETS, load_preset
from ginscore.show.advice import comparison_table, show_advice, show_comparison
from ginscore.show.ruling import show_settlement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ginscore.files.table_csv import Cell
    from ginscore.hand.advice import Advice, Refusal, Ruling
    from ginscore.hand.settlements import Settlement
    from ginscore.rules.variants import Variant


ABOUT: Final = {
    "settle": N_("""\
    ginscore settle 4 17
    ginscore settle "[7SHD] [4-6C] [J-KH] 3D" "9SHD 2-4H 7C 3C QS 5D"
    ginscore settle Ann=10 Bob=2 --variant classic --claim points=18

A holding is cards ("7S 7H 7D 4-6C J-KH 3D"), cards with the melds in brackets, deadwood cards
alone ("KS 6D ..."), or points of deadwood (17, gin). Points of a defender are those left after
his lay-offs."""),
    "melds": N_("""\
    ginscore melds "7S 7H 7D 4C 5C 6C JH QH KH 3D"
    ginscore melds "7SHD 4-6C J-KH 3D 9S" --upcard 7H

With one card more than a hand it tells what each discard leaves."""),
    "compare": N_("""\
    ginscore compare 5 5
    ginscore compare "7SHD 4-6C J-KH 3D" "9SHD 2-4H 7C 3C QS 5D" --upcard 7S"""),
}

RULING_HEADS: Final = (
    *("variant", "kind", "winner", "points", "switch", "warnings"),
    *("penalty", "refused", "message"),
)

Holdings = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=N_("KNOCKER DEFENDER"),
        autocompletion=options.words("calls"),
        help=N_(
            "What the knocker holds, then each defender; NAME=HOLDING names a side. "
            "On a terminal they are asked for; - reads a line of stdin."
        ),
    ),
]
Names = Annotated[
    str | None,
    typer.Option("--names", metavar=N_("NAMES"), help=N_('The names of the sides: "Ann,Bob".')),
]

Claims = Annotated[
    list[str] | None,
    typer.Option(
        "--claim",
        metavar=N_("KEY=VALUE"),
        autocompletion=options.words("claims"),
        help=N_(
            "What somebody claims: kind, winner, points, knocker.deadwood or "
            "defender.deadwood; may be repeated."
        ),
    ),
]


class Dispute(NamedTuple):
    """A hand and its rules as given on the command line."""

    holdings: list[str] | None
    names: str | None
    upcard: str | None
    big_gin: bool
    lay_offs: list[str] | None
    variant: str | None
    rules: list[str] | None


def settle(
    ctx: typer.Context,
    holdings: Holdings = None,
    upcard: options.Upcard = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    big_gin: options.BigGin = False,
    lay_off: options.LayOffs = None,
    names: Names = None,
    claim: Claims = None,
    format_: options.Format = "text",
) -> int | None:
    """Judge one hand; 1 if a claim is rejected."""
    console = console_of(ctx)
    given = Dispute(holdings, names, upcard, big_gin, lay_off, variant, rule)
    rules, ruling = _judge_claims(console, given, claim) if claim else _judge(console, given)
    console.answer(
        format_, ruling, text=lambda: show_settlement(ruling, rules, console.texts, console.style)
    )
    tell_other_rules(console, rules)
    return 0 if all(checked.upheld for checked in ruling.claims) else 1


def _judge(console: Console, given: Dispute) -> "tuple[Variant, Settlement]":
    """The rules and the ruling."""
    rules, texts = _read_given(console, given)
    hand, warnings = parse_hand(texts, rules, console.texts.lang)
    return rules, settle_hand(hand, rules, texts.names, warnings)


def _judge_claims(
    console: Console, given: Dispute, texts: list[str]
) -> "tuple[Variant, Settlement]":
    """The rules and the ruling, with each claim upheld or rejected."""
    try:
        claims = parse_claims(texts)
    except GinscoreError as error:
        # Nothing is asked for if a claim is wrong already.
        judge = _judge if given.holdings else _check_options
        raise error.with_faults_of(lambda: judge(console, given)) from None
    try:
        rules, ruling = _judge(console, given)
    except GinscoreError as error:
        raise refuse_claims(error, claims) from None
    return rules, ruling.model_copy(update={"claims": check_claims(ruling, claims)})


def _read_given(console: Console, given: Dispute) -> "tuple[Variant, HandTexts]":
    """The rules and the texts of the hand; the holdings may be asked for at a terminal.

    Raises:
        GinscoreError: `usage`; what is wrong with the rules, and then with the texts too.
    """
    if not given.holdings:
        given = _ask_holdings(console, given)
    return _read_texts(console, given, given.holdings or ())


def _read_texts(
    console: Console, given: Dispute, holdings: "Sequence[str]"
) -> "tuple[Variant, HandTexts]":
    lang = console.texts.lang
    sides, names = split_names(take_stdin(holdings), given.names, lang)
    lay_offs = given.lay_offs or ()
    texts = HandTexts(sides[0], sides[1:], given.upcard, given.big_gin, lay_offs, names)
    try:
        return chosen_variant(console, given.variant, given.rules), texts
    except GinscoreError as error:
        raise error.with_faults_of(lambda: parse_hand(texts, None, lang)) from None


def _ask_holdings(console: Console, given: Dispute) -> Dispute:
    """The dispute, with the holdings asked for at the terminal.

    Raises:
        GinscoreError: as `_check_options`, before anything is asked.
    """
    rules = _check_options(console, given)
    from ginscore.cli.hand_questions import ask_holdings

    holdings, upcard = ask_holdings(console, rules, given.upcard)
    return given._replace(holdings=holdings, upcard=upcard)


def _check_options(console: Console, given: Dispute) -> "Variant":
    """Check everything but the holdings, which can be asked for, and return the rules.

    Raises:
        GinscoreError: `usage` where there is no terminal; what is wrong with the options.
    """
    if not sys.stdin.isatty():
        raise refuse(
            "usage",
            N_("no holding is given"),
            hint=N_("the knocker's comes first, then the defender's: ginscore settle 4 17"),
        )
    sides = max((given.names or "").count(",") + 1, 2)
    rules, texts = _read_texts(console, given, ["0"] * sides)
    parse_hand(texts, None, console.texts.lang)
    return rules


def split_names(
    holdings: "Sequence[str]", names: str | None, lang: str
) -> tuple[list[str], list[str] | None]:
    """The holdings, and the names of the sides: those of `--names` or of `Ann=10 Bob=2`.

    Raises:
        GinscoreError: `usage` where only some sides are named, or all of them twice.
    """
    found = [_split_name(text, lang) for text in holdings]
    named = [name for name, _ in found if name]
    if not named:
        return [*holdings], _clean(names.split(",")) if names else None
    if names is not None:
        raise refuse(
            "usage",
            N_("the sides are named twice"),
            hint=N_('either "Ann=10 Bob=2" or --names'),
            where="--names",
        )
    if len(named) < len(holdings):
        raise refuse(
            "usage",
            N_("{names}: only these are named; allowed: every side, or none"),
            hint=ONE_TEXT,
            names=", ".join(named),
        )
    return [text for _, text in found], _clean(named)


def _clean(names: list[str]) -> list[str]:
    """The names as a sheet would keep them."""
    return [*map(clean_name, names)]


def _split_name(text: str, lang: str) -> tuple[str, str]:
    """`Ann=10` as the name and the holding; `=17`, `[7SHD] … =3` and `7S 7H =3` have no name."""
    name, equals, holding = text.partition("=")
    if not equals or not name.strip() or holds_cards(name, lang):
        return "", text
    return name.strip(), holding


def melds(
    ctx: typer.Context,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=N_("CARDS"),
            help=N_(
                "Up to one card more than a hand. On a terminal they are asked for; "
                "- reads a line of stdin."
            ),
        ),
    ] = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    upcard: options.Upcard = None,
    every: Annotated[
        bool, typer.Option("--all", help=N_("Show every arrangement that is best."))
    ] = False,
    format_: options.Format = "text",
) -> None:
    """Find the melds of some cards."""
    from ginscore.hand.advice import Advice, advise, parse_question

    console = console_of(ctx)
    lang = console.texts.lang
    given = " ".join(take_stdin(cards)) if cards else ""
    try:
        rules = chosen_variant(console, variant, rule)
    except GinscoreError as error:
        if not cards:
            raise
        raise error.with_faults_of(lambda: parse_question(given, upcard, lang, None)) from None

    def read(text: str) -> Advice:
        return advise(text, rules, upcard=upcard, lang=lang, every=every)

    found = read(given) if cards else _ask_cards(console, read)
    console.answer(
        format_, found, text=lambda: show_advice(found, rules, console.texts, console.style)
    )
    tell_other_rules(console, rules)


def _ask_cards(console: Console, read: "Callable[[str], Advice]") -> "Advice":
    """What `read` makes of the cards asked for at the terminal.

    Raises:
        GinscoreError: `usage` where there is no terminal; what `read` refuses of anything else.
    """
    if not sys.stdin.isatty():
        raise refuse(
            "usage",
            N_("no card is given"),
            hint=N_(
                'cards with blanks between them need quotes: ginscore melds "7S 7H 7D 4C 5C 6C"'
            ),
        )
    from ginscore.cli.hand_questions import ask_cards

    # Any card will do to check everything else.
    read("AS")
    return ask_cards(console, read)


def compare(
    ctx: typer.Context,
    holdings: Holdings = None,
    upcard: options.Upcard = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    big_gin: options.BigGin = False,
    lay_off: options.LayOffs = None,
    names: Names = None,
    excel: options.Excel = False,
    output: options.Output = None,
    format_: options.TableFormat = "text",
) -> int | None:
    """Judge one hand under every preset; 1 if none allows it."""
    from ginscore.hand.advice import compare_hand

    console = console_of(ctx)
    console.for_excel(excel, format_)
    given = Dispute(holdings, names, upcard, big_gin, lay_off, variant, rule)
    rules, texts = _read_given(console, given)
    others = [load_preset(name) for name in PRESETS if name != rules.name]
    found = compare_hand(texts, [rules, *others], console.texts.lang)
    with console.into(output):
        console.answer(
            format_,
            found,
            text=lambda: show_comparison(found, PRESETS[0], console.texts, console.style),
            table=lambda: comparison_table(found, console.texts),
            csv=lambda: (
                RULING_HEADS,
                [*map(_ruling_row, found.rulings), *map(_refused_row, found.refused)],
            ),
        )
    return None if found.rulings else 1


def _ruling_row(ruling: "Ruling") -> "list[Cell]":
    codes = ",".join(dict.fromkeys(warning.code for warning in ruling.warnings))
    row = [ruling.variant, ruling.kind, ruling.winner, ruling.points, ruling.switch, codes]
    return [*row, "x" if ruling.penalty else None, None, None]


def _refused_row(refusal: "Refusal") -> "list[Cell]":
    row = [refusal.variant, None, None, None, refusal.switch, None, None]
    return [*row, refusal.code, refusal.message.text]
