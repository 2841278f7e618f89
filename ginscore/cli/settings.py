"""The reader's defaults: `config`."""

from typing import TYPE_CHECKING, Final

import typer

from ginscore.cli import options
from ginscore.cli.console import console_of
from ginscore.errors import N_, refuse_all

if TYPE_CHECKING:
    from ginscore.files.config import Settings

ABOUT: Final = {
    "config": N_("""\
    ginscore config

An option comes before the environment (GINSCORE_LANG, GINSCORE_VARIANT, GINSCORE_SHEET), that
before the file config.toml, and that before what is built in. The file looks like this:

    lang = "fr"
    variant = "oklahoma"
    sheet = "~/gin/friday.json" """),
}


def config(
    ctx: typer.Context,
    variant: options.VariantName = None,
    sheet: options.SheetFile = None,
    format_: options.TableFormat = "text",
) -> None:
    """Show every default in force and where it comes from."""
    from ginscore.files.config import config_path, read_settings

    console = console_of(ctx)
    given = {"lang": console.lang, "variant": variant, "sheet": sheet}
    found: Settings = read_settings(given)
    refuse_all([*found.faults])
    if format_ == "json":
        listed = [one._asdict() for one in found.each]
        console.show_json({"file": str(config_path()), "settings": listed})
    elif format_ == "csv":
        console.show_csv(("setting", "value", "source", "place"), found.each)
    else:
        from ginscore.show.settings import settings_table

        console.show_table(format_, settings_table(found.each, console.texts))
        if format_ == "text":
            file = str(config_path())
            console.show("\n" + console.texts(N_("The file of defaults: {file}"), file=file))
