"""The rules and the defaults: `variants`, `explain`, `schema` and `config`."""

from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from pydantic import RootModel

from ginscore.cli import options
from ginscore.cli.answers import Default, Defaults, Differences, Preset, Presets, SwitchPair, Topics
from ginscore.cli.app import COMMANDS
from ginscore.cli.console import Console, console_of
from ginscore.cli.options import chosen_variant
from ginscore.errors import N_, GinscoreError, refuse, refuse_all
from ginscore.files.config import config_path, read_settings
from ginscore.rules.overrides import diff_variants, format_house_rules
from ginscore.rules.presets import PRESETS, load_preset, source_of
from ginscore.rules.topics import Explanation, find_topic, topic_texts
from ginscore.rules.topics import explain as explanation_of
from ginscore.rules.variants import SWITCHES, Variant, format_value
from ginscore.show.layout import format_table
from ginscore.show.tables import (
    differences_table,
    settings_table,
    show_explanation,
    show_switches,
    show_topics,
    switches_table,
    variants_table,
)

if TYPE_CHECKING:
    from ginscore.files.config import Settings


ABOUT: Final = {
    "variants": N_("""\
    ginscore variants
    ginscore variants show oklahoma
    ginscore variants diff modern classic

A name in the list is what --variant takes."""),
    "variants show": N_("""\
    ginscore variants show classic
    ginscore variants show classic -f toml > ours.toml

The TOML is a file of house rules: change it and give its name to --variant."""),
    "variants diff": N_("""\
    ginscore variants diff modern classic"""),
    "explain": N_("""\
    ginscore explain undercut_bonus
    ginscore explain "who deals"
    ginscore explain oklahoma

A topic may be asked for by any word that players use. Without one they are listed: the switches and
sets of rules, what to do at the table, the myths, the words of the game."""),
    "schema": N_("""\
    ginscore schema settlement

sheet is the sheet's file, variant a set of rules, house-rules a file of rules, hand a line for
batch. The others are answers in JSON: settlement that of settle, errors what is written on stderr,
log that of show --log, diff that of variants diff, state that of ginscore alone, and the rest are
called by their commands."""),
    "config": N_("""\
    ginscore config

An option comes before the environment (GINSCORE_LANG, GINSCORE_VARIANT, GINSCORE_SHEET), that
before the file config.toml, and that before what is built in. The file looks like this:

    lang = "fr"
    variant = "oklahoma"
    sheet = "~/gin/friday.json" """),
}

_SAME: Final = N_("They are the same in every switch.")

ShowFormat = Annotated[
    Literal["text", "json", "csv", "markdown", "html", "toml"],
    typer.Option("-f", "--format", help=N_("How the answer is written; toml is a rule file.")),
]
Rules = Annotated[
    str,
    typer.Argument(
        autocompletion=options.words("presets"),
        metavar=N_("NAME"),
        help=N_("A preset, a file of house rules, or a sheet."),
    ),
]


def variants(
    ctx: typer.Context, excel: options.Excel = False, format_: options.TableFormat = "text"
) -> None:
    """List the presets, unless a command of the group was named."""
    if ctx.invoked_subcommand:
        return
    console = console_of(ctx)
    console.for_excel(excel, format_)
    known = [load_preset(name) for name in PRESETS]
    listed = tuple(Preset(name=preset.name, source=preset.source) for preset in known)
    console.answer(
        format_,
        Presets(variants=listed),
        table=lambda: variants_table(known, console.texts),
        csv=lambda: (("name", "source"), [(row.name, row.source) for row in listed]),
    )


def variants_show(
    ctx: typer.Context,
    name: Rules,
    rule: options.Rules = None,
    excel: options.Excel = False,
    output: options.Output = None,
    format_: ShowFormat = "text",
) -> None:
    """Show every switch of a rule set; -o writes them as a file of house rules."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    variant = chosen_variant(console, name, rule, where="NAME")
    if output not in (None, "-") or format_ == "toml":
        with console.into(output):
            console.write(format_house_rules(variant))
    else:
        answer_rules(console, variant, format_)


def answer_rules(console: Console, variant: "Variant", form: str) -> None:
    """Show every switch of a rule set with its value; CSV has it as `--rule` takes it."""
    rows = (
        [switch, format_value(getattr(variant, switch)), source_of(variant, switch)]
        for switch in SWITCHES
    )
    console.answer(
        form,
        variant,
        text=lambda: show_switches(variant, console.texts, console.style),
        table=lambda: switches_table(variant, console.texts),
        csv=lambda: (("switch", "value", "source"), rows),
    )


def variants_diff(
    ctx: typer.Context,
    one: Annotated[
        str,
        typer.Argument(
            autocompletion=options.words("presets"),
            metavar=N_("ONE"),
            help=N_("A preset, a file of house rules, or a sheet."),
        ),
    ],
    other: Annotated[
        str,
        typer.Argument(
            autocompletion=options.words("presets"),
            metavar=N_("OTHER"),
            help=N_("The rules to compare it with."),
        ),
    ],
    excel: options.Excel = False,
    format_: options.TableFormat = "text",
) -> None:
    """Show the switches in which two rule sets differ."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    first, second = _load_both(console, one, other)
    differences = diff_variants(first, second)
    values = [rules.model_dump(mode="json") for rules in (first, second)]
    found = tuple(
        SwitchPair(switch=switch, one=values[0][switch], other=values[1][switch])
        for switch, _, _ in differences
    )
    table = differences_table(first, second, differences, console.texts)
    rows = ([switch, format_value(a), format_value(b)] for switch, a, b in differences)
    console.answer(
        format_,
        Differences(one=first.name, other=second.name, differences=found),
        text=lambda: format_table(table) if differences else console.texts(_SAME),
        table=(lambda: table) if differences else None,
        csv=lambda: (("switch", first.name, second.name), rows),
    )


def _load_both(console: Console, first_name: str, second_name: str) -> "tuple[Variant, Variant]":
    """Two rule sets.

    Raises:
        GinscoreError: with the faults of both.
    """

    def second() -> "Variant":
        return chosen_variant(console, second_name, where="OTHER")

    try:
        first = chosen_variant(console, first_name, where="ONE")
    except GinscoreError as error:
        raise error.with_faults_of(second) from None
    return first, second()


# How the names of its sections begin, so that it is loaded for them alone.
_OF_THE_REFERENCE: Final = ("codes", "exit", "files", "notation")


def explain(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=options.words("topics"),
            metavar=N_("TOPIC"),
            help=N_("A switch, a preset, a word of the game, a code; without it all are listed."),
        ),
    ] = None,
    variant: options.VariantName = None,
    rule: options.Rules = None,
    format_: options.Format = "text",
) -> None:
    """Explain one topic, or list them."""
    console = console_of(ctx)
    topic = " ".join(words or ())
    if not words:
        topics = topic_texts()
        listed = Topics(topics=tuple(topics))
        console.answer(
            format_, listed, text=lambda: show_topics(topics, console.texts, console.style)
        )
        return
    if topic.casefold().startswith(_OF_THE_REFERENCE):
        from ginscore.cli.reference import section_of, show_section

        if section := section_of(topic):
            console.answer(
                format_, section, text=lambda: show_section(section, console.texts, console.style)
            )
            return
    rules = chosen_variant(console, variant, rule)
    explanation = _explain_command(topic) or explanation_of(topic, rules)
    console.answer(
        format_,
        explanation,
        text=lambda: show_explanation(explanation, console.texts, console.style),
    )


def _explain_command(topic: str) -> Explanation | None:
    """The line of help of a command, if the word is one's name and no topic's."""
    named = [row for row in COMMANDS if row.name == topic.strip().lower()]
    if not named or find_topic(topic):
        return None
    title = f"ginscore {named[0].name}"
    return Explanation(topic=named[0].name, kind="command", title=title, text=named[0].help)


def schema(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            autocompletion=options.words("schemas"),
            metavar=N_("NAME"),
            help=N_("sheet, variant, house-rules or hand, or whose answer: settlement, add, …"),
        ),
    ],
    output: options.Output = None,
    format_: options.Format = "json",
) -> None:
    """Print a JSON Schema; its text form is the same."""
    from ginscore.cli.schemas import NAMES, schema_of

    del format_
    if name not in NAMES:
        raise refuse(
            "usage",
            N_("there is no schema {name}; allowed: {allowed}"),
            where="NAME",
            name=name[:40],
            allowed=NAMES,
        )
    console = console_of(ctx)
    with console.into(output):
        console.show_json(RootModel(schema_of(name)))


# Defaults


def config(
    ctx: typer.Context,
    variant: options.VariantName = None,
    sheet: options.SheetFile = None,
    excel: options.Excel = False,
    format_: options.TableFormat = "text",
) -> None:
    """Show every default in force and where it comes from."""
    console = console_of(ctx)
    console.for_excel(excel, format_)
    given = {"lang": console.lang, "variant": variant, "sheet": sheet}
    found: Settings = read_settings(given)
    refuse_all([*found.faults])
    file = str(config_path())
    table = settings_table(found.each, console.texts)
    said = console.texts(N_("The file of defaults: {file}"), file=file)
    console.answer(
        format_,
        Defaults(file=file, settings=tuple(Default(**setting._asdict()) for setting in found.each)),
        text=lambda: f"{format_table(table)}\n\n{said}",
        table=lambda: table,
        csv=lambda: (("setting", "value", "source", "place"), found.each),
    )
