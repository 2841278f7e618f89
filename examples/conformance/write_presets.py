"""Write `presets.json`: every switch of every preset of ginscore, by name."""

import json
from pathlib import Path

from ginscore import load_variant
from ginscore.rules.presets import PRESETS

ABOUT = ("name", "source")  # what a rule set says of itself: no switches


def presets_text() -> str:
    """The text of the file, one preset a line."""
    switches = {name: load_variant(name).model_dump(mode="json") for name in sorted(PRESETS)}
    lines = (
        f"{json.dumps(name)}: {json.dumps({key: rules[key] for key in rules if key not in ABOUT})}"
        for name, rules in switches.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    Path(__file__).with_name("presets.json").write_text(presets_text(), encoding="utf-8")
