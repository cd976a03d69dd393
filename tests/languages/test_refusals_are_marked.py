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
    found = [
        f"{path.relative_to(ROOT)}:{said.lineno}: {ast.unparse(said)}"
        for app in ("games", "league")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {"management", "migrations", "demo", "bots"} & set(path.parts)
        for said in _unmarked(path)
    ]
    assert found == []


def _unmarked(path: Path) -> Iterator[ast.expr]:
    """Yield the sentences of refusals that are no call of anything: literals, filled in or not."""
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Call) and _name(call.func) in REFUSALS:
            for said in [
                *call.args,
                *(one.value for one in call.keywords if one.arg in ("sentence", "detail")),
            ]:
                if any(_is_english(part) for part in _parts(said)):
                    yield said


def _parts(said: ast.expr) -> Iterator[ast.expr]:
    if isinstance(said, ast.IfExp):
        yield from (said.body, said.orelse)
    elif isinstance(said, ast.JoinedStr):
        yield from said.values
    else:
        yield said


def _is_english(said: ast.expr) -> bool:
    return isinstance(said, ast.Constant) and isinstance(said.value, str) and " " in said.value.strip()


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
