"""The schema of the API for programs: what there is, what it takes and answers (OpenAPI 3.1)."""

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import Any, Final, TypeVar

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.contract import answers
from league.api.endpoint import Endpoint

Made = TypeVar("Made")

_making: Final = RLock()


def once(make: Callable[[], Made]) -> Callable[[], Made]:
    """Let something be made once, by whoever asks for it first; everybody else waits for that."""
    kept = cache(make)

    @wraps(make)
    def made() -> Made:
        with _making:
            return kept()

    return made


class AsJson(OpenApiJsonRenderer2):  # type: ignore[misc] # the library has no types
    """The schema as JSON, written once."""

    def render(self, data: Any, *context: Any, **more: Any) -> Any:
        """Return the kept bytes of the schema, and anything else written anew."""
        return _json() if data is document() else super().render(data, *context, **more)


class AsYaml(OpenApiYamlRenderer2):  # type: ignore[misc] # the library has no types
    """The schema as YAML, written once: that takes half a second."""

    def render(self, data: Any, *context: Any, **more: Any) -> Any:
        """Return the kept bytes of the schema, and anything else written anew."""
        return _yaml() if data is document() else super().render(data, *context, **more)


class Schema(Endpoint):
    """The schema that you read, as JSON or YAML."""

    renderer_classes = (AsJson, AsYaml)

    @answers({"type": "object"})
    def get(self, _request: Request) -> Response:
        """Answer with it: YAML with `Accept: application/yaml` or `format=yaml`."""
        return Response(document())


@once
def document() -> dict[str, Any]:
    """Return the schema. It is the same for everybody, and for as long as the process lives."""
    with translation.override("en"):
        found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return found


@once
def _json() -> bytes:
    return bytes(OpenApiJsonRenderer2().render(document()))


@once
def _yaml() -> bytes:
    return bytes(OpenApiYamlRenderer2().render(document()))
