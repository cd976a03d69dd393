"""A variable is named for what it holds, a function for what it does or returns; neither by habit."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HABITUAL = {"one", "found", "said", "given"}
"""Names that tell nothing of what they hold. Fields of events, commands and the API may have them."""
ADDRESSED = {("league/calendar/answer_views.py", "said")}
"""Parameters that the pattern of an address names."""


@pytest.mark.parametrize("folder", ["games", "league", "tests"])
def test_no_variable_and_no_function_has_a_habitual_name(folder: str) -> None:
    habitual = [
        f"{path}:{line} {name}"
        for path in sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for tree in [ast.parse((ROOT / path).read_text())]
        for line, name in [*variables(tree), *functions(tree)]
        if name in HABITUAL and (str(path), name) not in ADDRESSED
    ]
    assert habitual == []


def test_every_kind_of_variable_is_looked_at_but_no_field() -> None:
    source = """
class Field:
    one: str
    found = 1
def f(said, *, given=0):
    for one in said:
        with given as found:
            (said, one), *found = [given for given in one]
    try:
        lambda one: (found := one)
    except ValueError as said:
        pass
"""
    names = [name for _line, name in variables(ast.parse(source))]
    assert Counter(names) == {"said": 3, "given": 2, "one": 3, "found": 3}


def test_functions_of_every_kind_are_looked_at() -> None:
    source = """
def said():
    async def one(): ...
class Found:
    @property
    def _given(self): ...
"""
    assert sorted(name for _line, name in functions(ast.parse(source))) == ["given", "one", "said"]


def test_no_name_of_a_test_has_a_clause_as_its_subject() -> None:
    """A test says "someone who", "a player who" or "an entrant who", so that it is read as a sentence."""
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    names = {name for text in texts for _line, name in functions(ast.parse(text))}
    assert sorted(name for name in names if name.startswith("test_who_")) == []


def functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each function and method with its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name.lstrip("_")


def variables(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each place where a variable gets its value, with its name; fields of classes are no variables."""
    fields = {
        id(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        for target in _targets(statement)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.lineno, node.name


def _targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.AnnAssign):
        return [statement.target]
    return statement.targets if isinstance(statement, ast.Assign) else []
