"""Small wrong changes of a module, each at one place: what a test should notice."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Final, NamedTuple

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


class Mutant(NamedTuple):
    """One wrong change: the module's path, the line, the code there and what it becomes."""

    path: Path
    line: int
    before: str
    after: str
    text: str

    @property
    def name(self) -> str:
        """Where it is and what it does, without the line's number, which moves."""
        return f"{self.path.parent.name}/{self.path.name}: {self.before} → {self.after}"


class Module:
    """A module and all that can be changed in it; a mutant is made when it is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tree = ast.parse(path.read_text("utf-8"))
        skipped = {id(node) for part in _unseen(self._tree) for node in ast.walk(part)}
        self._changes = [
            (place, changed)
            for place, node in enumerate(ast.walk(self._tree))
            if id(node) not in skipped
            for changed in _changes(node)
        ]

    def __len__(self) -> int:
        return len(self._changes)

    def __getitem__(self, number: int) -> Mutant:
        return _made(self.path, self._tree, *self._changes[number])


def _unseen(tree: ast.Module) -> Iterator[ast.AST]:
    """What changes nothing: types, docstrings, imports for types, equal lengths, caches' sizes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            yield node.annotation
        if isinstance(node, ast.FunctionDef) and node.returns:
            yield node.returns
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node
        if isinstance(node, ast.keyword) and node.arg in ("strict", "maxsize"):
            yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield node


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one thing changed."""
    match node:
        case ast.Compare(ops=[operator, *others]) if type(operator) in _COMPARED:
            yield _with(node, ops=[_COMPARED[type(operator)](), *others])
        case ast.BinOp(op=operator) if type(operator) in _COUNTED:
            yield _with(node, op=_COUNTED[type(operator)]())
        case ast.BoolOp(op=ast.And()):
            yield _with(node, op=ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _with(node, op=ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp():
            yield _with(node, body=node.orelse, orelse=node.body)
        case ast.Constant(value=bool(value)):
            yield _with(node, value=not value)
        case ast.Constant(value=int(value)):
            yield _with(node, value=value + 1)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield _with(node, value=ast.Constant(None))


def _with(node: ast.AST, **changes: object) -> ast.AST:
    fields = dict(ast.iter_fields(node)) | changes
    return ast.copy_location(type(node)(**fields), node)


def _made(path: Path, tree: ast.Module, place: int, changed: ast.AST) -> Mutant:
    copied = deepcopy(tree)
    old = next(node for at, node in enumerate(ast.walk(copied)) if at == place)
    new = ast.fix_missing_locations(deepcopy(changed))
    parent = next(node for node in ast.walk(copied) if old in ast.iter_child_nodes(node))
    # A number alone does not tell where it stands.
    is_bare = isinstance(old, ast.Constant)
    before, line = _told(parent if is_bare else old), getattr(old, "lineno", 0)
    for field, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, field, new)
        elif isinstance(value, list) and old in value:
            value[value.index(old)] = new
    return Mutant(path, line, before, _told(parent if is_bare else new), ast.unparse(copied))


def _told(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]
