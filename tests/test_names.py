"""A variable is named for what it holds, a function for what it does or returns; neither by habit."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HABITUAL = {"one", "found", "said", "given"}
"""Names that tell nothing of what they hold. Fields of events, commands and the API may have them."""
_HABITUAL = re.compile(rf"\b_*(?:{'|'.join(sorted(HABITUAL))})\b")
CLAUSES = ("test_who_", "test_whoever_", "test_whose_", "test_what_")
_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)
IN_TEMPLATES = re.compile(
    r"{%\s*for ([\w, ]+) in |{%\s*with (\w+)=| as (\w+)\s*%}|[ ](\w+)=(?=[\w.\"|]+[^{]*%})"
)
IN_SCRIPTS = re.compile(
    r"\b(?:const|let) ([\w, {}\[\]]+?)(?: =| of |;)|\(([\w, ]+)\) =>|\(([\[{][\w, ]+[\]}])\) =>"
)
"""Where a template and a script name a variable."""
PLURALS = {("games/static/games/wording/texts.js", "one")}
"""The singular and the plural of a sentence are called as in gettext."""


@pytest.mark.parametrize("folder", ["games", "league", "tests"])
def test_no_variable_and_no_function_has_a_habitual_name(folder: str) -> None:
    habitual = [
        f"{path}:{line} {name}"
        for path in sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for tree in parsed(path)
        for line, name in [*variables(tree), *functions(tree)]
        if name in HABITUAL
    ]
    assert habitual == []


@pytest.mark.parametrize(("ending", "pattern"), [("html", IN_TEMPLATES), ("js", IN_SCRIPTS)])
def test_no_variable_of_a_template_or_a_script_has_a_habitual_name(
    ending: str, pattern: re.Pattern[str]
) -> None:
    folders = [ROOT / "templates"] if ending == "html" else [ROOT / "games/static", ROOT / "league/static"]
    named = [
        (str(path.relative_to(ROOT)), name)
        for folder in folders
        for path in sorted(folder.rglob(f"*.{ending}"))
        for name in named_in(path.read_text(), pattern)
    ]
    assert len(named) > 500, "the pattern finds what is named"
    assert [place for place in named if place[1] in HABITUAL and place not in PLURALS] == []


def test_a_template_and_a_script_are_searched_for_every_way_to_name_a_variable() -> None:
    template = (
        "{% for a, b in pairs %}{% with c=a.b %}{% url 'x' as d %}{% blocktranslate with e=a.b f=b|day %}"
    )
    assert set(named_in(template, IN_TEMPLATES)) == {"a", "b", "c", "d", "e", "f"}
    script = (
        "const a = 1; let b; for (const [c, d] of e) f.map((g) => g); const h = ([i, j]) => i; ({ k }) =>"
    )
    assert set(named_in(script, IN_SCRIPTS)) == {"a", "b", "c", "d", "g", "h", "i", "j", "k"}


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
    names = [name for text in texts for name in _TEST.findall(text)]
    assert len(names) > 3000
    assert sorted(name for name in names if name.startswith(CLAUSES)) == []


def parsed(path: Path) -> list[ast.Module]:
    """Return a module if its text holds a habitual name at all."""
    text = (ROOT / path).read_text()
    return [ast.parse(text)] if _HABITUAL.search(text) else []


def named_in(text: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the names of variables that the text of a template or a script introduces."""
    groups = [group for match in pattern.finditer(text) for group in match.groups() if group]
    return [name for group in groups for name in re.findall(r"\w+", group)]


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
