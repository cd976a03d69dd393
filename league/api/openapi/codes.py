"""Every refusal code with its statuses and sentences, read from the sources."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from games.wording.http_status import status_of_code
from league.http import problems

_ROOT: Final = Path(__file__).resolve().parents[3]
_APPS: Final = ("games", "league")
_APART: Final = {"management", "migrations", "demo", "bots", "styleguide", "oembed.py"}
_KINDS: Final = frozenset({"Refusal", "IllegalCommand", "ConflictError", "InvalidRecord", "__init__"})


class Code(NamedTuple):
    """A stable code, with which statuses it comes, and what is said: names in braces are filled in."""

    code: str
    statuses: list[int]
    says: str
    singular: str = ""
    """The msgid of a sentence that depends on a number; `says` is its plural, which fits any number."""


def read() -> list[Code]:
    """Read all codes from the sources, in alphabetical order. That takes long: see `written_schema.codes`."""
    says: dict[str, str] = {}
    statuses: dict[str, set[int]] = defaultdict(set)
    singulars: dict[str, str] = {}
    for source in _sources():
        singulars |= source.singulars()
        for refused in source.refusals():
            says[refused.code] = says.get(refused.code) or refused.says
            statuses[refused.code].add(refused.status or _usual(refused.code))
    texts = sorted(says.items())
    return [Code(code, sorted(statuses[code]), text, singulars.get(text, "")) for code, text in texts]


class _Refused(NamedTuple):
    """A code as it stands in the sources, with its status where that stands beside it."""

    code: str
    says: str
    status: int = 0


class _Source:
    """A module and all that it refuses."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(ast.walk(tree))
        self._calls = [node for node in self._nodes if isinstance(node, ast.Call)]
        self._named = [node for node in self._nodes if isinstance(node, ast.Assign)]
        passing = [call for call in self._calls if _name(call.func) in _KINDS and call.args]
        passing = [call for call in passing if getattr(call.args[0], "attr", "") == "code"]
        self._passed = self._says([argument for call in passing for argument in call.args[1:]])
        self._refusing = _KINDS | set(self._own(has_rows=bool(passing)))

    def refusals(self) -> Iterator[_Refused]:
        """Return the refusals of a module, each with its statuses, code and sentence."""
        for call in self._calls:
            name, arguments = _name(call.func), call.args
            yield from self._with_a_status(arguments)
            arguments = arguments[1:] + arguments[:1] if name == "PermissionDenied" else arguments
            if (
                arguments
                and (name in self._refusing or name == "PermissionDenied")
                and (code := _code(arguments[0]))
            ):
                says = self._says(arguments[1:]) or self._passed
                yield _Refused(code, says, 403 if name == "PermissionDenied" else 0)
        for node in self._nodes:
            if isinstance(node, ast.Tuple):
                yield from self._with_a_status(node.elts)

    def singulars(self) -> dict[str, str]:
        """Return the singular of each sentence of a module that depends on a number, by its plural."""
        counted = [call.args for call in self._calls if _name(call.func) == "ngettext"]
        return {self._sentence(plural): self._sentence(singular) for singular, plural, *_count in counted}

    def _with_a_status(self, values: Sequence[ast.expr]) -> Iterator[_Refused]:
        if len(values) > 2 and (code := _code(values[1])) and (status := _status(values[0])):
            yield _Refused(code, self._says(values[2:]), status)

    def _own(self, *, has_rows: bool) -> Iterator[str]:
        """Return the functions and rows of a module that pass on a code as an argument."""
        for node in self._nodes:
            parameters = [of.arg for of in node.args.args[:2]] if isinstance(node, ast.FunctionDef) else []
            is_row = has_rows and isinstance(node, ast.ClassDef) and _first_field(node) == "code"
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ("code" in parameters or is_row):
                yield node.name

    def _says(self, expressions: Sequence[ast.expr]) -> str:
        return next(filter(None, map(self._sentence, expressions)), "")

    def _sentence(self, expression: ast.expr) -> str:
        """Return the text of an expression: a literal, marked or formatted, or a name of a text."""
        if isinstance(expression, ast.Constant):
            return expression.value if isinstance(expression.value, str) else ""
        if isinstance(expression, ast.Name):
            return self._says(self._meant(expression))
        if isinstance(expression, ast.IfExp):
            return self._sentence(expression.body)
        if isinstance(expression, ast.Call):
            inner = expression.func.value if isinstance(expression.func, ast.Attribute) else None
            arguments = expression.args[1:] if _name(expression.func) == "ngettext" else expression.args
            return (self._sentence(inner) if inner else "") or self._says(arguments)
        if isinstance(expression, ast.BoolOp):
            return self._says(expression.values)
        return ""

    def _meant(self, name: ast.Name) -> list[ast.expr]:
        """Return the last value assigned to a name above its place, if any."""
        assigned = [
            (assignment.lineno, assignment.value)
            for assignment in self._named
            if assignment.lineno < name.lineno and getattr(assignment.targets[0], "id", "") == name.id
        ]
        return [max(assigned, key=lambda assignment: assignment[0])[1]] if assigned else []


def _sources() -> Iterator[_Source]:
    for app in _APPS:
        for path in sorted((_ROOT / app).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if not _APART & set(path.parts) and any(
                word in text for word in ("Refus", "Illegal", "problem", "Outage")
            ):
                yield _Source(ast.parse(text))


def _usual(code: str) -> int:
    status, of_strangers, _sentence = problems.UNKNOWN
    return status if code == of_strangers else status_of_code(code)


def _code(expression: ast.expr) -> str:
    value = expression.value if isinstance(expression, ast.Constant) else None
    return value if isinstance(value, str) and value.isidentifier() else ""


def _status(expression: ast.expr) -> int:
    value = expression.value if isinstance(expression, ast.Constant) else None
    return value if isinstance(value, int) and 400 <= value < 600 else 0


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _first_field(definition: ast.ClassDef) -> str:
    fields = [part.target for part in definition.body if isinstance(part, ast.AnnAssign)]
    return _name(fields[0]) if fields else ""
