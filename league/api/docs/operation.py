"""One method of one address: the page's words in the visitor's language, those of the schema in English."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.api.docs import curl, sample
from league.api.docs.fields import Field, fields_of, kind_of, named
from league.api.openapi import recorded_examples

_JSON: Final = "application/json"
_OFTEN: Final = 20
"""What so many operations take alike is explained once, for all of them."""
_FEW: Final = 30
"""Longer forms are told field by field with the shapes, and beside what was looked for."""
_PLACES: Final = {
    "path": gettext_lazy("in the address"),
    "query": gettext_lazy("behind `?`"),
    "header": gettext_lazy("header"),
}


class Status(NamedTuple):
    """An answer: its status, what it means beyond its shape, and what comes then if it is not JSON alone."""

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
    """One method of one address. Its `fields` are its own, `shared` are explained once for all."""

    name: str
    method: str
    path: str
    summary: str
    about: list[str]
    is_open: bool
    fields: list[Field]
    shared: list[Field]
    body: str
    body_fields: list[Field]
    body_kinds: list[str]
    answers: list[Status]
    refuses: list[str]
    examples: list[Example]

    @property
    def has_few_fields(self) -> bool:
        """Whether its body has so few fields that they stand beside it."""
        return len(self.body_fields) <= _FEW


class Usual(NamedTuple):
    """What many operations have in common: fields, and by the method with what they refuse."""

    fields: list[Field]
    refusals: dict[str, list[str]]


def usual(schema: Mapping[str, Any]) -> Usual:
    """Return what is explained once."""
    every = [(method, one) for methods in schema["paths"].values() for method, one in methods.items()]
    given = Counter(_parameter(each) for _method, one in every for each in one.get("parameters", ()))
    fields = sorted(field for field, times in given.items() if times >= _OFTEN)
    sets = Counter((method.upper(), tuple(_refusals(one))) for method, one in every)
    refusals = {method: list(codes) for (method, codes), times in sets.items() if times >= _OFTEN}
    return Usual(fields, refusals)


def operations(schema: Mapping[str, Any], known: Usual) -> Iterator[tuple[str, Operation]]:
    """Yield every operation after the name of what it is about."""
    shapes = schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            yield one["tags"][0], _operation(path, method.upper(), one, shapes, known)


def _operation(
    path: str, method: str, one: Mapping[str, Any], shapes: Mapping[str, Any], known: Usual
) -> Operation:
    kinds = one.get("requestBody", {}).get("content", {})
    body = named(next((one.get("schema") for one in kinds.values()), None))
    given = [_parameter(each) for each in one.get("parameters", ())]
    refuses, is_open = _refusals(one), {} in one["security"]
    return Operation(
        name=one["operationId"],
        method=method,
        path=path,
        summary=one["summary"],
        about=[said for said in one.get("description", "").split("\n\n") if said != one["summary"]],
        is_open=is_open,
        fields=[each for each in given if each not in known.fields],
        shared=[each for each in given if each in known.fields],
        body=body,
        body_fields=fields_of(shapes[body]) if body else [],
        body_kinds=list(kinds),
        answers=[_status(code, said, shapes) for code, said in one["responses"].items() if code < "4"],
        refuses=[] if refuses == known.refusals.get(method) else refuses,
        examples=[_example(call, is_open=is_open) for call in recorded_examples.of(one["operationId"])],
    )


def _refusals(one: Mapping[str, Any]) -> list[str]:
    return [code for code in one["responses"] if code >= "4"]


def _parameter(given: Mapping[str, Any]) -> Field:
    text, shape = kind_of(given["schema"])
    if given["name"] == "fields":
        text = _("names of fields of a row, with commas between")
    kind = f"{_PLACES[given['in']]} · {text}"
    return Field(given["name"], kind, shape, given.get("required", False), given.get("description", ""))


def _status(code: str, said: Mapping[str, Any], shapes: Mapping[str, Any]) -> Status:
    content = said.get("content", {})
    shape = next((named(one["schema"]) for one in content.values() if named(one["schema"])), "")
    kinds = [] if list(content) == [_JSON] else list(content)
    about = said.get("description", "")
    return Status(code, "" if shape and about == shapes[shape].get("description") else about, kinds, shape)


def _example(call: Mapping[str, Any], *, is_open: bool) -> Example:
    shown = sample.answer(call["answer"], call["method"])
    return Example(call["summary"], curl.line(call, is_open=is_open), call["status"], shown)
