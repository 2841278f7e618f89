"""The catalogues of translations: bring one up to date with the sources, and compile it.

    python tests/helpers/catalogue.py update     new texts come in untranslated, gone ones leave
    python tests/helpers/catalogue.py compile    write the .mo that the program reads

After a change of texts: update, translate what is empty in the .po, compile.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ginscore.cards.cards import LANGUAGES as SPOKEN
from ginscore.rules.presets import PRESETS, preset_sources
from ginscore.rules.topics import topic_texts

PACKAGE: Final = Path(__file__).parents[2] / "ginscore"
# English needs none: it is what the templates are written in.
LANGUAGES: Final = tuple(code for code in SPOKEN if code != "en")


def extract() -> Catalog:
    """Every text that the code marks, and those of the topics and the presets, with their files."""
    found = Catalog(project="ginscore")
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE).as_posix()
        for template in marked(ast.parse(path.read_text("utf-8"))):
            found.add(template, locations=[(file, 0)])
    for text, file in texts_of_data():
        # A text is named once, where it stands first.
        if found.get(text) is None:
            found.add(text, locations=[(file, 0)])
    return found


def texts_of_data() -> Iterator[tuple[str, str]]:
    """The texts of the topics and the presets with their files; the name of a code is none."""
    for name, about in topic_texts().items():
        file = f"rules/presets/{name}" if about.kind == "preset" else f"rules/topics/{about.kind}"
        pairs = (*about.values, *about.sources)
        texts = (about.title, about.text, about.source, about.reading, *(text for _, text in pairs))
        yield from ((text, file) for text in texts if text and text != name)
    for name in PRESETS:
        yield from (
            (text, f"rules/presets/{name}") for text in preset_sources(name, own=True).values()
        )


def marked(tree: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """The texts of a module: N_("…"), and texts.plural("{count} …", "{count} …", count).

    Read from the syntax tree: Babel sees none inside an f-string.
    """
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        match call:
            case ast.Call(ast.Name("N_"), [ast.Constant(str(text))]):
                yield text
            case ast.Call(
                ast.Attribute(_, "plural"), [ast.Constant(str(one)), ast.Constant(str(many)), *_]
            ):
                yield one, many


def path_of(lang: str, suffix: str) -> Path:
    """The catalogue of a language: `.po` to be edited, `.mo` to be read by the program."""
    return PACKAGE / "show" / "locale" / lang / "LC_MESSAGES" / f"ginscore{suffix}"


def read_catalogue(lang: str) -> Catalog:
    """What stands in the .po."""
    with path_of(lang, ".po").open("rb") as file:
        return read_po(file, lang, abort_invalid=True)


def messages_of(catalogue: Catalog) -> dict[str | tuple[str, ...], Message]:
    """The messages by what they translate; the header is not one."""
    return {_key(one.id): one for one in catalogue if one.id}


def _key(template: str | Sequence[str]) -> str | tuple[str, ...]:
    return template if isinstance(template, str) else tuple(template)


def format_catalogue(catalogue: Catalog) -> bytes:
    """The .po as it is written: sorted by file, without line numbers."""
    written = BytesIO()
    write_po(
        written, catalogue, width=100, sort_by_file=True, include_lineno=False, ignore_obsolete=True
    )
    return written.getvalue()


def compile_catalogue(catalogue: Catalog) -> bytes:
    """The .mo of a catalogue."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def update(lang: str) -> None:
    """Bring the .po of a language up to date with the sources; nothing is guessed."""
    catalogue = read_catalogue(lang)
    catalogue.update(extract(), no_fuzzy_matching=True, update_creation_date=False)
    path_of(lang, ".po").write_bytes(format_catalogue(catalogue))
    empty = [one.id for one in messages_of(catalogue).values() if not any(one.string or ())]
    sys.stdout.write(f"{lang}: {len(catalogue)} texts, {len(empty)} to translate\n")


def main(arguments: Sequence[str]) -> int:
    """Update or compile every language; 2 for anything else."""
    match arguments:
        case ["update"]:
            for lang in LANGUAGES:
                update(lang)
        case ["compile"]:
            for lang in LANGUAGES:
                path_of(lang, ".mo").write_bytes(compile_catalogue(read_catalogue(lang)))
        case _:
            sys.stderr.write(__doc__ or "")
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
