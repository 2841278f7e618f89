"""Write `examples/reference.md` from the program: python tests/helpers/reference_page.py."""

from pathlib import Path

from ginscore.cli.reference import format_page
from ginscore.show.texts import load_texts

PAGE = Path(__file__).parents[2] / "examples" / "reference.md"


def page() -> str:
    """What the file has to say."""
    return format_page(load_texts("en"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
