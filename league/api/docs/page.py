"""What the page shows: every operation by what it is about, and the shapes that are sent and answered."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from league.api import kept_examples
from league.api.docs import curl
from league.api.docs.fields import Field, fields_of, kind_of, named
from league.api.schema import document

_JSON: Final = "application/json"
_ORDER: Final = ("addresses", "tables", "rulebooks", "options", "competitions", "clubs", "players")
"""What comes first; everything else follows by its name."""
_LONGEST: Final = (2, 20)
"""So many lines of an answer are shown: of what acts, and of what is read."""


class Status(NamedTuple):
    """An answer: its status, what it means, and what comes then."""

    code: str
    about: str
    kinds: list[str]
    shape: str


class Example(NamedTuple):
    """A call that was really made, as a line of curl, and what was answered."""

    about: str
    ask: str
    status: int
    answer: str


class Operation(NamedTuple):
    """One method of one address."""

    name: str
    method: str
    path: str
    summary: str
    about: list[str]
    is_open: bool
    fields: list[Field]
    body: str
    body_fields: list[Field]
    body_about: str
    body_kinds: list[str]
    answers: list[Status]
    refuses: list[str]
    examples: list[Example]


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
    shapes: list[Shape]
    problems: list[tuple[str, str]]


@cache
def page() -> Page:
    """Return what there is to show, from the schema."""
    schema = document()
    parts: dict[str, list[Operation]] = {}
    problems = {"405": "This address knows other methods: `Allow` names them."}
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            parts.setdefault(one["tags"][0], []).append(_operation(path, method, one, schema))
            problems |= {code: said["description"] for code, said in one["responses"].items() if code >= "4"}
    told = [Part(name, sorted(parts[name], key=lambda one: one.path)) for name in sorted(parts, key=_place)]
    shapes = [_shape(name, one) for name, one in schema["components"]["schemas"].items()]
    return Page(told, shapes, sorted(problems.items()))


def _place(name: str) -> tuple[int, str]:
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)


def _operation(path: str, method: str, one: Mapping[str, Any], schema: Mapping[str, Any]) -> Operation:
    kinds = one.get("requestBody", {}).get("content", {})
    body = kinds.get(_JSON, {}).get("schema")
    name = named(body) if body else ""
    return Operation(
        name=one["operationId"],
        method=method.upper(),
        path=path,
        summary=one["summary"],
        about=one.get("description", "").split("\n\n"),
        is_open={} in one["security"],
        fields=[_parameter(given) for given in one.get("parameters", ())],
        body=name,
        body_fields=fields_of(schema["components"]["schemas"][name]) if name else [],
        body_about=schema["components"]["schemas"][name].get("description", "") if name else "",
        body_kinds=list(kinds),
        answers=[_status(code, said) for code, said in one["responses"].items() if code < "4"],
        refuses=[code for code in one["responses"] if code >= "4"],
        examples=[
            _example(call, is_open={} in one["security"]) for call in kept_examples.of(one["operationId"])
        ],
    )


def _parameter(given: Mapping[str, Any]) -> Field:
    place = {"path": "in the address", "query": "behind ?", "header": "header"}[given["in"]]
    text, shape = kind_of(given["schema"])
    return Field(
        given["name"], f"{place} · {text}", shape, given.get("required", False), given.get("description", "")
    )


def _status(code: str, said: Mapping[str, Any]) -> Status:
    content = said.get("content", {})
    shape = next((named(one["schema"]) for one in content.values() if named(one["schema"])), "")
    return Status(code, said.get("description", ""), list(content), shape)


def _example(call: Mapping[str, Any], *, is_open: bool) -> Example:
    answer = call["answer"]
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=1, ensure_ascii=False)
    # What acts is answered with the whole thing, which its GET shows to the end.
    return Example(
        call["summary"], curl.line(call, is_open=is_open), call["status"], _cut(text, call["method"])
    )


def _cut(text: str, method: str) -> str:
    lines, most = text.splitlines(), _LONGEST[method == "GET"]
    return text if len(lines) <= most + 2 else "\n".join([*lines[:most], " …"])


def _shape(name: str, one: Mapping[str, Any]) -> Shape:
    choices = [named(each) for each in one.get("oneOf", one.get("anyOf", ()))]
    return Shape(name, one.get("description", ""), fields_of(one), choices)
