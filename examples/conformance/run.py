"""Run the cases over one program or several, and say what each passes.

    python run.py "python adapters/with_ginscore.py" "python adapters/with_open_spiel.py"

A program reads one case a line on standard input, `{"id", "topic", "rules", "input"}`, and writes
one answer a line, in the same order: `{"id", …}` with what it found, `{"id", "refused": true}` for
a hand that it refuses, or `{"id", "skipped": "why"}` for what it does not do. See README.md.
"""

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TOPICS = ("deadwood", "discard", "lay-off", "hand", "game")
Case = dict[str, Any]


def read_cases() -> list[Case]:
    """Every case, its rules in full: the switches of its preset, and its own instead of them."""
    presets = json.loads((HERE / "presets.json").read_text("utf-8"))
    texts = [path.read_text("utf-8") for path in sorted(HERE.glob("*.jsonl"))]
    cases = [json.loads(line) for text in texts for line in text.splitlines()]
    for case in cases:
        case["rules"] = change(presets[case["preset"]], case["rules"])
    return cases


def change(switches: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """The switches with some changed; `extra_boxes.gin` changes one part of `extra_boxes`."""
    changed = dict(switches)
    for name, value in rules.items():
        whole, _, part = name.partition(".")
        changed[whole] = {**changed[whole], part: value} if part else value
    return changed


def ask(command: str, cases: list[Case], seconds: float) -> list[Case]:
    """The answers of a program, one for each case.

    Raises:
        SystemExit: the program fails, or what it writes is no answer to the cases.
    """
    asked = [{key: case[key] for key in ("id", "topic", "rules", "input")} for case in cases]
    text = "".join(json.dumps(case) + "\n" for case in asked)
    try:
        done = subprocess.run(
            shlex.split(command),
            input=text,
            stdout=subprocess.PIPE,
            text=True,
            timeout=seconds,
            check=True,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        sys.exit(f"{command}: {error}")
    if [answer.get("id") for answer in answers] != [case["id"] for case in cases]:
        sys.exit(f"{command}: it must write one answer a line, with the id of its case, in order")
    return answers


def agrees(expected: object, found: object) -> bool:
    """Whether everything expected was found; more may have been found."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and agrees(value, found[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(map(agrees, expected, found))
        )
    return expected == found


def verdict(case: Case, answer: Case) -> str:
    """`passed`, `failed` or `skipped`."""
    if "skipped" in answer:
        return "skipped"
    return "passed" if agrees(case["expected"], answer) else "failed"


def main() -> int:
    """Print a table of what was passed; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commands", nargs="+", metavar="COMMAND", help="a program that answers")
    parser.add_argument("--failed", action="store_true", help="show each case that failed")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long a program may take")
    given = parser.parse_args()
    cases = read_cases()
    totals = {topic: sum(case["topic"] == topic for case in cases) for topic in TOPICS}
    print("| program | " + " | ".join(f"{topic} ({totals[topic]})" for topic in TOPICS) + " |")
    print("|---" * (len(TOPICS) + 1) + "|")
    failures = 0
    for command in given.commands:
        counts = {topic: {"passed": 0, "failed": 0, "skipped": 0} for topic in TOPICS}
        for case, answer in zip(cases, ask(command, cases, given.seconds), strict=True):
            found = verdict(case, answer)
            counts[case["topic"]][found] += 1
            if given.failed and found == "failed":
                print(f"{case['id']}: {case['expected']}, found {answer}", file=sys.stderr)
        failures += sum(count["failed"] for count in counts.values())
        cells = (cell(counts[topic]) for topic in TOPICS)
        print(f"| {program(command)} | " + " | ".join(cells) + " |")
    return int(failures > 0)


def program(command: str) -> str:
    """`open_spiel` of `python adapters/with_open_spiel.py`."""
    return Path(shlex.split(command)[-1]).stem.removeprefix("with_")


def cell(count: dict[str, int]) -> str:
    """How many passed, failed and were skipped, in few words."""
    answered = count["passed"] + count["failed"]
    if not answered:
        return "–"
    left = f", {count['skipped']} skipped" if count["skipped"] else ""
    return f"{count['passed']} of {answered}{left}"


if __name__ == "__main__":
    sys.exit(main())
