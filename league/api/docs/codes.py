"""Every code with which something is refused, and what is said then: read from where it is said."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_ROOT: Final = Path(__file__).resolve().parents[3]
_APPS: Final = ("games", "league")
_REFUSING: Final = ("Refusal", "IllegalCommand", "ConflictError", "RecordFault", "_refuse", "refuse")
_APART: Final = {"management", "migrations", "demo", "bots"}


class Code(NamedTuple):
    """A stable code, and what is said to people: names in braces are filled in."""

    code: str
    says: str


@cache
def codes() -> list[Code]:
    """Return all codes in the order of the alphabet. The sources do not change while a process lives."""
    found: dict[str, str] = {}
    for path in _sources():
        for code, says in _refusals(ast.parse(path)):
            found[code] = found.get(code) or says
    return [Code(code, says) for code, says in sorted(found.items())]


def _sources() -> Iterator[str]:
    for app in _APPS:
        for path in sorted((_ROOT / app).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if not _APART & set(path.parts) and any(f"{name}(" in text for name in _REFUSING):
                yield text


def _refusals(tree: ast.Module) -> Iterator[tuple[str, str]]:
    named = {
        target.id: one.value
        for one in ast.walk(tree)
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _name(call.func) in _REFUSING and call.args:
            code = call.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str) and code.value.isidentifier():
                yield code.value, _sentence(call.args[1], named) if len(call.args) > 1 else ""


def _sentence(said: ast.expr | None, named: dict[str, ast.expr]) -> str:
    """Return the words of an expression: a text, marked or not, filled in or not, or a name for one."""
    if isinstance(said, ast.Constant):
        return str(said.value)
    if isinstance(said, ast.Name):
        return _sentence(named.get(said.id), {})
    if isinstance(said, ast.IfExp):
        return _sentence(said.body, named)
    if isinstance(said, ast.Call):
        inner = (
            said.func.value if _name(said.func) == "format" and isinstance(said.func, ast.Attribute) else None
        )
        return _sentence(inner or (said.args[0] if said.args else None), named)
    return ""


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
