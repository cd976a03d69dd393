"""What the page shows: every operation by what it is about, and the shapes that are sent and answered."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from league.api import kept_examples
from league.api.docs.fields import Field, fields_of, kind_of, named
from league.api.schema import document

_JSON: Final = "application/json"
_ORDER: Final = ("addresses", "tables", "rulebooks", "options", "competitions", "clubs", "players")
"""What comes first; everything else follows by its name."""


class Status(NamedTuple):
    """An answer: its status, what it means, and what comes then."""

    code: str
    about: str
    kinds: list[str]
    shape: str


class Example(NamedTuple):
    """A call that was really made, as curl would make it, and what was answered."""

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
    body = one.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema")
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
        answers=[_status(code, said) for code, said in one["responses"].items() if code < "4"],
        refuses=[code for code in one["responses"] if code >= "4"],
        examples=[_example(call) for call in kept_examples.of(one["operationId"])],
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


def _example(call: Mapping[str, Any]) -> Example:
    answer = call["answer"]
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=1, ensure_ascii=False)
    return Example(call["summary"], "\n".join(_asked(call)), call["status"], text)


def _asked(call: Mapping[str, Any]) -> Iterator[str]:
    yield f"{call['method']} {call['path']}"
    if call["media"] == "text/csv":
        yield "Accept: text/csv"
    if call["status"] != 401 and call["method"] != "GET":
        yield "Authorization: Bearer wl_…"
    if "sent" in call:
        yield from ("Content-Type: application/json", "Idempotency-Key: 6f1c9e0a", "")
        yield json.dumps(call["sent"], ensure_ascii=False)


def _shape(name: str, one: Mapping[str, Any]) -> Shape:
    choices = [named(each) for each in one.get("oneOf", one.get("anyOf", ()))]
    return Shape(name, one.get("description", ""), fields_of(one), choices)
