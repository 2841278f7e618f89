"""The house: imports point down and never in a circle, the rule floors do no I/O, rooms are small.

All of it is read from the source of our own files.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

import ginscore

HOUSE = Path(ginscore.__file__).parent
FLOORS = {
    "errors": 1,
    "cards": 2,
    "rules": 3,
    "hand": 4,
    "game": 5,
    "sheet": 6,
    "files": 7,
    "show": 7,
    "api": 8,
    "bulk": 8,
    "__init__": 9,
    "cli": 10,
    "__main__": 11,
}
# Floors 1 to 6 know the rules and nothing of the outside.
OUTSIDE = {
    "csv", "fcntl", "io", "jinja2", "json", "locale", "logging", "msvcrt", "os", "pathlib",
    "platformdirs", "prompt_toolkit", "random", "rich", "shutil", "socket", "subprocess", "sys",
    "tabulate", "tempfile", "time", "typer",
}  # fmt: skip
CALLS_OUTSIDE = {"open", "print", "input"}
LONGEST_MODULE = 450
LONGEST_FUNCTION = 45
MEDIAN_FUNCTION = 10


def floor_name(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


MODULES = sorted(HOUSE.rglob("*.py"))
RULE_MODULES = [path for path in MODULES if FLOORS[floor_name(path)] <= 6]


def shown(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def typing_only(tree: ast.Module) -> set[ast.AST]:
    """Imports under `if TYPE_CHECKING:`, which never run."""
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {inner for block in blocks for one in block.body for inner in ast.walk(one)}


def imports_of(path: Path) -> Iterator[tuple[str, bool]]:
    """Every imported name with whether it is for typing only."""
    tree = tree_of(path)
    unused = typing_only(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in unused) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = str(node.module)
            names = (
                [f"{module}.{one.name}" for one in node.names] if module == "ginscore" else [module]
            )
            yield from ((name, node in unused) for name in names)


def test_there_is_a_house_to_check() -> None:
    assert len(MODULES) > 20
    assert {floor_name(path) for path in MODULES} <= FLOORS.keys()


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_imports_point_down(path: Path) -> None:
    here = floor_name(path)
    for name, _ in imports_of(path):
        parts = name.split(".")
        if parts[0] != "ginscore":
            continue
        there = parts[1] if len(parts) > 1 and parts[1] in FLOORS else "__init__"
        assert there == here or FLOORS[there] < FLOORS[here], f"{here} imports {name}"


@pytest.mark.parametrize("path", RULE_MODULES, ids=shown)
def test_the_rule_floors_do_no_io(path: Path) -> None:
    imported = {name.partition(".")[0] for name, for_typing in imports_of(path) if not for_typing}
    assert not imported & OUTSIDE
    calls = {
        node.func.id
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & CALLS_OUTSIDE


@pytest.mark.parametrize("path", RULE_MODULES, ids=shown)
def test_the_rule_floors_take_the_clock_as_an_argument(path: Path) -> None:
    clocks = {
        ast.unparse(node.func)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not {one for one in clocks if one.endswith((".now", ".utcnow", ".today"))}


def room_name(path: Path) -> str:
    return ".".join(("ginscore", *path.relative_to(HOUSE).with_suffix("").parts))


ROOMS = {room_name(path): path for path in MODULES if path.name != "__init__.py"}


def rooms_imported(path: Path) -> set[str]:
    """Our own rooms that a room imports, wherever it does: in functions and for types too."""
    names = {name for name, _ in imports_of(path)}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names & ROOMS.keys() - {room_name(path)}


def test_no_rooms_import_each_other_in_a_circle() -> None:
    """Rooms are entered in turn, each once all that it imports were; a circle is never entered."""
    waiting = {name: rooms_imported(path) for name, path in ROOMS.items()}
    while ready := [name for name, needed in waiting.items() if needed.isdisjoint(waiting)]:
        for name in ready:
            del waiting[name]
    assert waiting == {}


def functions() -> Iterator[tuple[str, int]]:
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{shown(path)}:{node.name}", int(node.end_lineno or 0) - node.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_no_module_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


def test_functions_are_short() -> None:
    lengths = dict(functions())
    assert {name: size for name, size in lengths.items() if size > LONGEST_FUNCTION} == {}
    assert median(lengths.values()) <= MEDIAN_FUNCTION


def public_names(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for body in bodies:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                yield node


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_every_public_name_is_documented(path: Path) -> None:
    tree = tree_of(path)
    assert ast.get_docstring(tree), "the module has no docstring"
    overloads = [node for node in public_names(tree) if "overload" in ast.dump(node)]
    undocumented = [node.name for node in public_names(tree) if not ast.get_docstring(node)]
    assert not set(undocumented) - {node.name for node in overloads}
