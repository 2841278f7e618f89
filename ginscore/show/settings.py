"""The reader's defaults as a table."""

from collections.abc import Iterable
from typing import Final

from ginscore.errors import N_
from ginscore.show.tables import Table
from ginscore.show.texts import Texts

# Where a default comes from, as JSON calls it → how a person does.
SOURCES: Final = {
    "option": N_("option"),
    "environment": N_("environment"),
    "file": N_("file"),
    "built-in": N_("built-in"),
}


def settings_table(settings: Iterable[tuple[str, str, str, str]], texts: Texts) -> Table:
    """Key, value, source and place of each default."""
    rows = [
        [key, str(texts.field(value)), texts(SOURCES[source]), str(texts.field(place))]
        for key, value, source, place in settings
    ]
    heads = [N_("Setting"), N_("Value"), N_("Comes from"), N_("Place")]
    return Table([texts(head) for head in heads], rows, ["left"] * len(heads))
