"""Every refusal code with its statuses and all of its sentences, read from the sources."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard

from games.wording.http_status import status_of_code
from league.http import problems

_ROOT: Final = Path(__file__).resolve().parents[3]
_APPS: Final = ("games", "league")
_APART: Final = {"management", "migrations", "demo", "bots", "styleguide", "oembed.py"}
_KINDS: Final = frozenset({"Refusal", "IllegalCommand", "ConflictError", "InvalidRecord", "__init__"})


class Sentence(NamedTuple):
    """What is said: names in braces are filled in."""

    text: str
    singular: str = ""
    """The msgid of a sentence that depends on a number; `text` is its plural, which fits any number."""


class Code(NamedTuple):
    """A stable code, with which statuses it comes, and all that is said then."""

    code: str
    statuses: list[int]
    says: list[Sentence]


def read() -> list[Code]:
    """Read all codes from the sources, in alphabetical order. That takes long: see `written_schema.codes`."""
    says: dict[str, dict[str, None]] = defaultdict(dict)
    statuses: dict[str, set[int]] = defaultdict(set)
    singulars: dict[str, str] = {}
    for source in _sources():
        singulars |= source.singulars()
        for refused in source.refusals():
            says[refused.code] |= dict.fromkeys(refused.says)
            statuses[refused.code].add(refused.status or _usual(refused.code))
    return [
        Code(code, sorted(statuses[code]), [Sentence(text, singulars.get(text, "")) for text in texts])
        for code, texts in sorted(says.items())
    ]


class _Refused(NamedTuple):
    """A code as it stands in the sources, with its status where that stands beside it."""

    code: str
    says: list[str]
    status: int = 0


class _Source:
    """A module and all that it refuses."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(ast.walk(tree))
        self._calls = [node for node in self._nodes if isinstance(node, ast.Call)]
        self._assigned = [node for node in self._nodes if isinstance(node, ast.Assign | ast.AnnAssign)]
        self._conditions = [node for node in self._nodes if isinstance(node, ast.If)]
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
        counted = [call.args for call in self._calls if _is_counted(call)]
        pairs = [(self._says([plural]), self._says([singular])) for singular, plural, *_count in counted]
        return {plurals[0]: singulars[0] for plurals, singulars in pairs if plurals and singulars}

    def _with_a_status(self, values: Sequence[ast.expr]) -> Iterator[_Refused]:
        for value, following, *rest in (values[at:] for at in range(len(values) - 2)):
            if (status := _status(value)) and (code := _code(following)):
                yield _Refused(code, self._says(rest), status)

    def _own(self, *, has_rows: bool) -> Iterator[str]:
        """Return the functions and rows of a module that pass on a code as an argument."""
        for node in self._nodes:
            parameters = [of.arg for of in node.args.args[:2]] if isinstance(node, ast.FunctionDef) else []
            is_row = has_rows and isinstance(node, ast.ClassDef) and _first_field(node) == "code"
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ("code" in parameters or is_row):
                yield node.name

    def returned(self, function: str) -> list[str]:
        """Return the sentences that a function returns."""
        bodies = [node for node in self._nodes if isinstance(node, ast.FunctionDef) and node.name == function]
        inside = [node for body in bodies for node in ast.walk(body)]
        return self._says([node for node in inside if isinstance(node, ast.Call) and _name(node.func) == "_"])

    def _says(self, expressions: Sequence[ast.expr]) -> list[str]:
        return list(dict.fromkeys(text for expression in expressions for text in self._sentences(expression)))

    def _sentences(self, expression: ast.expr) -> Iterator[str]:
        """Yield the texts of an expression: literals, marked or formatted, names or functions of texts."""
        if isinstance(expression, ast.Constant):
            yield from [expression.value] if _is_sentence(expression.value) else []
        elif isinstance(expression, ast.Name):
            yield from self._says(self._meant(expression))
        elif isinstance(expression, ast.IfExp):
            yield from self._says([expression.body, expression.orelse])
        elif isinstance(expression, ast.Dict):
            yield from self._says(expression.values)
        elif isinstance(expression, ast.Subscript):
            yield from self._says([expression.value])
        elif isinstance(expression, ast.Call):
            yield from self._called(expression)
        elif isinstance(expression, ast.BoolOp):
            yield from self._says(expression.values)

    def _called(self, call: ast.Call) -> list[str]:
        inner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if inner and (formatted := self._says([inner])):
            return formatted
        expressions = call.args[1:2] if _is_counted(call) else call.args
        return self._says(expressions) or self._imported(_name(call.func))

    def _imported(self, function: str) -> list[str]:
        """Return the sentences of a function of another module of ours."""
        for node in self._nodes:
            if isinstance(node, ast.ImportFrom) and function in [alias.name for alias in node.names]:
                path = _ROOT / f"{str(node.module).replace('.', '/')}.py"
                return _Source(ast.parse(path.read_text())).returned(function) if path.exists() else []
        return []

    def _meant(self, name: ast.Name) -> list[ast.expr]:
        """Return the last value assigned to a name above its place, or that of each branch of a condition."""
        assigned = [
            assignment
            for assignment in self._assigned
            if assignment.lineno < name.lineno and _target(assignment) == name.id
        ]
        if not assigned:
            return []
        first = last = max(assignment.lineno for assignment in assigned)
        for node in self._conditions:
            if node.lineno <= last <= (node.end_lineno or 0) < name.lineno:
                first = min(first, node.lineno)
        return [
            assignment.value for assignment in assigned if assignment.lineno >= first and assignment.value
        ]


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


def _is_sentence(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and " " in value.strip()


def _is_counted(call: ast.Call) -> bool:
    return _name(call.func) in {"ngettext", "ngettext_lazy"}


def _target(assignment: ast.Assign | ast.AnnAssign) -> str:
    target = assignment.targets[0] if isinstance(assignment, ast.Assign) else assignment.target
    return target.id if isinstance(target, ast.Name) else ""


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _first_field(definition: ast.ClassDef) -> str:
    fields = [part.target for part in definition.body if isinstance(part, ast.AnnAssign)]
    return _name(fields[0]) if fields else ""
