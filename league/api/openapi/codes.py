"""Every code with which something is refused, its statuses, and what is said then: read from the sources."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from games.wording.http_status import status_of_code
from league.api.openapi import written_schema
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


@cache
def codes() -> list[Code]:
    """Return all codes in the order of the alphabet. Refusal `busy` until they are read."""
    return [Code(*one) for one in written_schema.written().codes]


def read() -> list[Code]:
    """Return all codes as the sources say them. That takes long."""
    says: dict[str, str] = {}
    statuses: dict[str, set[int]] = defaultdict(set)
    for source in _sources():
        for one in source.refusals():
            says[one.code] = says.get(one.code) or one.says
            statuses[one.code].add(one.status or _usual(one.code))
    return [Code(code, sorted(statuses[code]), text) for code, text in sorted(says.items())]


class _Refused(NamedTuple):
    """A code as it stands in the sources, with its status where that stands beside it."""

    code: str
    says: str
    status: int = 0


class _Source:
    """A module and all that it refuses."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(ast.walk(tree))
        self._calls = [one for one in self._nodes if isinstance(one, ast.Call)]
        self._named = [one for one in self._nodes if isinstance(one, ast.Assign)]
        passing = [one for one in self._calls if _name(one.func) in _KINDS and one.args]
        passing = [one for one in passing if getattr(one.args[0], "attr", "") == "code"]
        self._passed = self._says([said for one in passing for said in one.args[1:]])
        self._refusing = _KINDS | set(self._own(has_rows=bool(passing)))

    def refusals(self) -> Iterator[_Refused]:
        """Return what is refused, and what is answered with a status, a code and a sentence."""
        for call in self._calls:
            name, said = _name(call.func), call.args
            yield from self._with_a_status(said)
            said = said[1:] + said[:1] if name == "PermissionDenied" else said
            if said and (name in self._refusing or name == "PermissionDenied") and (code := _code(said[0])):
                says = self._says(said[1:]) or self._passed
                yield _Refused(code, says, 403 if name == "PermissionDenied" else 0)
        for one in self._nodes:
            if isinstance(one, ast.Tuple):
                yield from self._with_a_status(one.elts)

    def _with_a_status(self, said: Sequence[ast.expr]) -> Iterator[_Refused]:
        if len(said) > 2 and (code := _code(said[1])) and (status := _status(said[0])):
            yield _Refused(code, self._says(said[2:]), status)

    def _own(self, *, has_rows: bool) -> Iterator[str]:
        """Return what takes a code to refuse with it: functions, and rows whose `code` is passed on."""
        for one in self._nodes:
            given = [of.arg for of in one.args.args[:2]] if isinstance(one, ast.FunctionDef) else []
            is_row = has_rows and isinstance(one, ast.ClassDef) and _first_field(one) == "code"
            if isinstance(one, ast.FunctionDef | ast.ClassDef) and ("code" in given or is_row):
                yield one.name

    def _says(self, said: Sequence[ast.expr]) -> str:
        return next(filter(None, map(self._sentence, said)), "")

    def _sentence(self, said: ast.expr) -> str:
        """Return the words of an expression: a text, marked or not, filled in or not, or a name for one."""
        if isinstance(said, ast.Constant):
            return said.value if isinstance(said.value, str) else ""
        if isinstance(said, ast.Name):
            return self._says(self._meant(said))
        if isinstance(said, ast.IfExp):
            return self._sentence(said.body)
        if isinstance(said, ast.Call):
            inner = said.func.value if isinstance(said.func, ast.Attribute) else None
            return (self._sentence(inner) if inner else "") or self._says(said.args)
        return ""

    def _meant(self, name: ast.Name) -> list[ast.expr]:
        """Return what a name was given last above its place, if anything."""
        given = [
            (one.lineno, one.value)
            for one in self._named
            if one.lineno < name.lineno and getattr(one.targets[0], "id", "") == name.id
        ]
        return [max(given, key=lambda one: one[0])[1]] if given else []


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


def _code(said: ast.expr) -> str:
    value = said.value if isinstance(said, ast.Constant) else None
    return value if isinstance(value, str) and value.isidentifier() else ""


def _status(said: ast.expr) -> int:
    value = said.value if isinstance(said, ast.Constant) else None
    return value if isinstance(value, int) and 400 <= value < 600 else 0


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _first_field(one: ast.ClassDef) -> str:
    fields = [part.target for part in one.body if isinstance(part, ast.AnnAssign)]
    return _name(fields[0]) if fields else ""
