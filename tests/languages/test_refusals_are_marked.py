"""Whatever is refused is refused in a sentence that goes through the catalogs."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.languages.gathering import ROOT

REFUSALS: Final = {
    "Refusal",
    "IllegalCommand",
    "ConflictError",
    "RecordFault",
    "ValidationError",
    "NotFound",
    "PermissionDenied",
    "ParseError",
}


def test_no_refusal_is_written_in_plain_english():
    sentences = [
        f"{path.relative_to(ROOT)}:{sentence.lineno}: {ast.unparse(sentence)}"
        for app in ("games", "league")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {"management", "migrations", "demo", "bots"} & set(path.parts)
        for sentence in _unmarked(path)
    ]
    assert sentences == []


def _unmarked(path: Path) -> Iterator[ast.expr]:
    """Yield the sentences of refusals that are no call of anything: literals, filled in or not."""
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Call) and _name(call.func) in REFUSALS:
            for argument in [
                *call.args,
                *(keyword.value for keyword in call.keywords if keyword.arg in ("sentence", "detail")),
            ]:
                if any(_is_english(part) for part in _parts(argument)):
                    yield argument


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    else:
        yield node


def _is_english(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
