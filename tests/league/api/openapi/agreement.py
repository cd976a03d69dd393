"""Whether what was sent and answered agrees with the schema: more strictly than the schema says it."""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator

from tests.league.api.openapi.document import document

DOUBLED = ("/api/v1/draw", "/api/v1/standings")


def check(method: str, path: str, body: Any, answer: HttpResponse) -> None:
    """Fail if an answer is not what the schema says, or if more was taken than it says."""
    operation_ = operation(method, path)
    if operation_ is None:
        assert answer.status_code in (401, 403, 404, 405), (method, path, answer.status_code)
        return
    answer_shape = operation_["responses"].get(str(answer.status_code))
    assert answer_shape is not None, f"{method} {path} answers {answer.status_code}: {answer.content[:300]!r}"
    if 200 <= answer.status_code < 300:
        _check_body(operation_, path, body)
    for name, about in answer_shape.get("headers", {}).items():
        assert name in answer or not about.get("required"), (path, name)
    _check_answer(answer_shape, path, answer)


def operation(method: str, path: str) -> Any:
    """What the schema says of an address and method; None if nothing."""
    path = path.partition("?")[0]
    path = f"{path}/" if path in DOUBLED else path
    for shape, methods in _paths():
        if shape.fullmatch(path):
            return methods.get(method.lower())
    return None


def complaints(schema: Any, value: Any) -> list[str]:
    """What is wrong with a value."""
    whole = {**_strict(schema), "components": _components()}
    return [
        f"{'/'.join(map(str, error.path))}: {error.message[:300]}"
        for error in Draft202012Validator(whole).iter_errors(value)
    ]


def _check_body(operation: Any, path: str, body: Any) -> None:
    if "requestBody" not in operation:
        assert not body, (path, body)
        return
    if body is not None:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        assert not (wrong := complaints(schema, json.loads(json.dumps(body)))), (path, body, wrong)


def _check_answer(answer_shape: Any, path: str, answer: HttpResponse) -> None:
    if answer.streaming or not answer_shape.get("content"):
        return
    kind = answer["Content-Type"].partition(";")[0]
    assert kind in answer_shape["content"], (path, kind, list(answer_shape["content"]))
    if not kind.endswith("json"):
        return
    assert not (wrong := complaints(answer_shape["content"][kind]["schema"], json.loads(answer.content))), (
        path,
        wrong,
    )


@cache
def _paths() -> list[tuple[re.Pattern[str], Any]]:
    whole = sorted(document()["paths"].items(), key=lambda item: (item[0].count("{"), item[0]))
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), methods) for path, methods in whole]


@cache
def _components() -> Any:
    return _strict(document()["components"])


def _strict(schema: Any) -> Any:
    """The same with nothing beyond what is named."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shapes = {name: _strict(shape) for name, shape in schema.items()}
    if shapes.get("type") == "object" and "properties" in shapes and isinstance(shapes["properties"], dict):
        shapes.setdefault("additionalProperties", False)
    return shapes
