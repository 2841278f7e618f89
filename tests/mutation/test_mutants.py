"""The mutants themselves: each is another program that can be read, and all kinds are made."""

import ast
from pathlib import Path

from mutants import Module

MODULE = '''
"""Says nothing 1."""


def decide(first: int, second: int = 1) -> bool:
    """Neither does this: 2 < 3."""
    if first < second and not first == 3:
        return True if second in (1, 2) else False
    return first + second
'''


def test_every_kind_of_change_is_made(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(MODULE, encoding="utf-8")
    module = Module(path)
    made = [module[number] for number in range(len(module))]
    assert len({mutant.text for mutant in made}) == len(made)
    for mutant in made:
        ast.parse(mutant.text)
        assert "2 < 3." in mutant.text
    changes = {(mutant.before, mutant.after) for mutant in made}
    assert any(" and " in before and " or " in after for before, after in changes)
    assert {
        ("first < second", "first <= second"),
        ("not first == 3", "first == 3"),
        ("first == 3", "first != 3"),
        ("second in (1, 2)", "second not in (1, 2)"),
        ("first + second", "first - second"),
        ("True if second in (1, 2) else False", "False if second in (1, 2) else False"),
        ("first == 3", "first == 4"),
        ("return first + second", "return None"),
    } <= changes
