"""What the page shows: every operation by what it is about, and the shapes that are sent and answered."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from league.api.docs.fields import Field, fields_of, named
from league.api.docs.operation import Operation, Usual, operations, usual
from league.api.schema import document

_ORDER: Final = ("addresses", "tables", "rulebooks", "options", "competitions", "clubs", "players")
"""What comes first; everything else follows by its name."""


class Part(NamedTuple):
    """The operations about one thing."""

    name: str
    operations: list[Operation]


class Shape(NamedTuple):
    """An object that is sent or answered."""

    name: str
    about: str
    fields: list[Field]
    choices: list[str]


class Page(NamedTuple):
    """Everything."""

    parts: list[Part]
    usual: Usual
    shapes: list[Shape]
    problems: list[tuple[str, str]]


@cache
def page() -> Page:
    """Return what there is to show, from the schema."""
    schema = document()
    known, parts = usual(schema), dict[str, list[Operation]]()
    for name, one in operations(schema, known):
        parts.setdefault(name, []).append(one)
    told = [Part(name, sorted(parts[name], key=lambda one: one.path)) for name in sorted(parts, key=_place)]
    shapes = [_shape(name, one) for name, one in schema["components"]["schemas"].items()]
    return Page(told, known, shapes, sorted(_problems(schema).items()))


def _place(name: str) -> tuple[int, str]:
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)


def _problems(schema: Mapping[str, Any]) -> dict[str, str]:
    answers = [one["responses"] for methods in schema["paths"].values() for one in methods.values()]
    found = {code: said["description"] for each in answers for code, said in each.items() if code >= "4"}
    return {"405": "This address knows other methods: `Allow` names them.", **found}


def _shape(name: str, one: Mapping[str, Any]) -> Shape:
    choices = [named(each) for each in one.get("oneOf", one.get("anyOf", ()))]
    return Shape(name, one.get("description", ""), fields_of(one), choices)
