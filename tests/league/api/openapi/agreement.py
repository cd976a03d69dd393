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
    found = operation(method, path)
    if found is None:
        assert answer.status_code in (401, 403, 404, 405), (method, path, answer.status_code)
        return
    said = found["responses"].get(str(answer.status_code))
    assert said is not None, f"{method} {path} answers {answer.status_code}: {answer.content[:300]!r}"
    if 200 <= answer.status_code < 300:
        _check_body(found, path, body)
    for name, about in said.get("headers", {}).items():
        assert name in answer or not about.get("required"), (path, name)
    _check_answer(said, path, answer)


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
        f"{'/'.join(map(str, one.path))}: {one.message[:300]}"
        for one in Draft202012Validator(whole).iter_errors(value)
    ]


def _check_body(found: Any, path: str, body: Any) -> None:
    if "requestBody" not in found:
        assert not body, (path, body)
        return
    if body is not None:
        schema = found["requestBody"]["content"]["application/json"]["schema"]
        assert not (wrong := complaints(schema, json.loads(json.dumps(body)))), (path, body, wrong)


def _check_answer(said: Any, path: str, answer: HttpResponse) -> None:
    if answer.streaming or not said.get("content"):
        return
    kind = answer["Content-Type"].partition(";")[0]
    assert kind in said["content"], (path, kind, list(said["content"]))
    if not kind.endswith("json"):
        return
    assert not (wrong := complaints(said["content"][kind]["schema"], json.loads(answer.content))), (
        path,
        wrong,
    )


@cache
def _paths() -> list[tuple[re.Pattern[str], Any]]:
    whole = sorted(document()["paths"].items(), key=lambda one: (one[0].count("{"), one[0]))
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), methods) for path, methods in whole]


@cache
def _components() -> Any:
    return _strict(document()["components"])


def _strict(schema: Any) -> Any:
    """The same with nothing beyond what is named."""
    if isinstance(schema, list):
        return [_strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _strict(one) for name, one in schema.items()}
    if found.get("type") == "object" and "properties" in found and isinstance(found["properties"], dict):
        found.setdefault("additionalProperties", False)
    return found
