"""What the page shows: every operation by what it is about, and the shapes that are sent and answered."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from league.api.docs.fields import Field, fields_of, named
from league.api.docs.operation import Operation, Usual, operations, usual
from league.api.openapi.views import document

_TITLES: Final = {
    "addresses": pgettext_lazy("a part of the API", "addresses"),
    "tables": pgettext_lazy("a part of the API", "tables"),
    "rulebooks": pgettext_lazy("a part of the API", "rulebooks"),
    "options": pgettext_lazy("a part of the API", "options"),
    "competitions": pgettext_lazy("a part of the API", "competitions"),
    "clubs": pgettext_lazy("a part of the API", "clubs"),
    "players": pgettext_lazy("a part of the API", "players"),
    "checkpoints": pgettext_lazy("a part of the API", "checkpoints"),
    "draw": pgettext_lazy("a part of the API", "draw"),
    "invitations": pgettext_lazy("a part of the API", "invitations"),
    "matchdays": pgettext_lazy("a part of the API", "matchdays"),
    "me": pgettext_lazy("a part of the API", "me"),
    "notices": pgettext_lazy("a part of the API", "notices"),
    "records": pgettext_lazy("a part of the API", "records"),
    "schema": pgettext_lazy("a part of the API", "schema"),
    "standings": pgettext_lazy("a part of the API", "standings"),
    "stream": pgettext_lazy("a part of the API", "stream"),
    "substitutes": pgettext_lazy("a part of the API", "substitutes"),
}
"""What the operations are about, in the order of the page."""


class Part(NamedTuple):
    """The operations about one thing."""

    name: str
    title: str | Promise
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


def page() -> Page:
    """Return what there is to show, from the schema: the page's own words in the visitor's language."""
    return _in(translation.get_language())


@cache
def _in(_language: str) -> Page:
    schema = document()
    known, parts = usual(schema), dict[str, list[Operation]]()
    for name, one in operations(schema, known):
        parts.setdefault(name, []).append(one)
    told = [
        Part(name, title, sorted(parts[name], key=lambda one: one.path)) for name, title in _TITLES.items()
    ]
    shapes = [_shape(name, one) for name, one in schema["components"]["schemas"].items()]
    return Page(told, known, shapes, sorted(_problems(schema).items()))


def _problems(schema: Mapping[str, Any]) -> dict[str, str]:
    answers = [one["responses"] for methods in schema["paths"].values() for one in methods.values()]
    found = {code: said["description"] for each in answers for code, said in each.items() if code >= "4"}
    return {"405": "This address knows other methods: `Allow` names them.", **found}


def _shape(name: str, one: Mapping[str, Any]) -> Shape:
    choices = [named(each) for each in one.get("oneOf", one.get("anyOf", ()))]
    return Shape(name, one.get("description", ""), fields_of(one), choices)
