"""What `make test` leaves out says why, and is found by the files that it is about."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def marks() -> Iterator[tuple[str, ast.Call]]:
    """Every mark that leaves something out, with its place."""
    for path in TESTS:
        text = path.read_text()
        if "mark.slow" in text or "mark.sampled" in text:
            for node in ast.walk(ast.parse(text)):
                is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                if is_call and node.func.attr in {"slow", "sampled"}:
                    yield f"{path.name}:{node.lineno}", node


def test_every_mark_gives_a_reason() -> None:
    assert len(list(marks())) > 10
    for place, mark in marks():
        (reason,) = map(ast.literal_eval, mark.args)
        assert len(reason.split()) > 4, place


def test_every_mark_names_files_that_exist() -> None:
    for place, mark in marks():
        (about,) = mark.keywords
        assert about.arg == "about", place
        for prefix in ast.literal_eval(about.value):
            folder, _slash, name = prefix.rpartition("/")
            assert any((ROOT / folder).glob(f"{name}*")), f"{place}: there is nothing at {prefix}"
