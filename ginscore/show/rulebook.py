"""The rule book as text: the presets, every switch of one, where two differ, one topic."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.rules.variants import SWITCHES, Variant, format_value
from ginscore.show.layout import columns, fold, wrap_words
from ginscore.show.style import Style
from ginscore.show.tables import Table
from ginscore.show.text import capital
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.rules.topics import Explanation


def variants_table(variants: Sequence[Variant], texts: Texts) -> Table:
    """Names and sources of rule sets."""
    rows = [[one.name, texts(one.source)] for one in variants]
    return Table([capital(texts(N_("rules"))), texts(N_("Source"))], rows, ["left", "left"])


def switches_table(variant: Variant, texts: Texts) -> Table:
    """Every switch with its value, as `--rule` takes it."""
    rows = [[switch, format_value(getattr(variant, switch))] for switch in SWITCHES]
    return Table([texts(N_("Switch")), texts(N_("Value"))], rows, ["left", "left"])


def differences_table(
    one: Variant, other: Variant, differences: Sequence[tuple[str, object, object]], texts: Texts
) -> Table:
    """The switches in which two rule sets differ, with both values."""
    rows = [[switch, format_value(a), format_value(b)] for switch, a, b in differences]
    return Table([texts(N_("Switch")), one.name, other.name], rows, ["left", "left", "left"])


def words_of_the_game(texts: Texts) -> dict[str, str]:
    """The words that `explain` knows, as the reader says them → their topics: `contre`, in French.

    In English they are the topics themselves.
    """
    from ginscore.rules.topic_texts import TERMS

    return {_hyphened(texts(about.title)): topic for topic, about in TERMS.items()}


def find_topic(text: str, texts: Texts) -> str:
    """The topic that the reader's word names; any other text as it is."""
    return words_of_the_game(texts).get(_hyphened(text), text)


def _hyphened(text: str) -> str:
    return "-".join(text.lower().split())


def show_topics(topics: Sequence[str], texts: Texts, style: Style) -> str:
    """What `explain` can explain."""
    words = {topic: word for word, topic in words_of_the_game(texts).items()}
    names = ", ".join(words.get(topic, topic) for topic in topics)
    return "\n".join([texts(N_("Topics:")), *wrap_words(names, style.columns)])


def show_explanation(explanation: "Explanation", texts: Texts, style: Style) -> str:
    """One topic: what it is, what it may be, which preset has which value, and who says so."""
    title = texts(explanation.title)
    if explanation.kind == "switch":
        title = texts(N_("{topic}: {title}"), topic=explanation.topic, title=title)
    paragraphs = [
        [style.bold(title)],
        wrap_words(texts(explanation.text), style.columns),
        [*_values(explanation, texts, style)],
        [*_presets(explanation, texts, style)],
        [*_sources(explanation, texts, style)],
    ]
    return style.faces("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _values(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    meanings = [(value, texts(meaning)) for value, meaning in explanation.values]
    yield from columns(meanings, style.columns)
    if explanation.in_force is not None:
        yield texts(N_("In force: {value}"), value=explanation.in_force)


def _presets(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    if explanation.presets:
        yield texts(N_("The presets have"))
        for value, names in explanation.presets:
            line = texts(N_("{value}: {presets}"), value=value, presets=", ".join(names))
            first, *others = wrap_words(line, style.columns - 4)
            yield f"  {first}"
            yield from (f"    {other}" for other in others)


def _sources(explanation: "Explanation", texts: Texts, style: Style) -> Iterator[str]:
    if explanation.source:
        source = texts(explanation.source)
        yield fold(texts(N_("Source: {source}"), source=source), style.columns)
    if explanation.reading:
        yield from wrap_words(texts(explanation.reading), style.columns)
