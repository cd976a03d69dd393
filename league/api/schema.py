"""The schema of the API for programs: what there is, what it takes and answers (OpenAPI 3.1)."""

from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.contract import answers
from league.api.endpoint import Endpoint


class Schema(Endpoint):
    """The schema that you read, as JSON or YAML."""

    renderer_classes = (OpenApiJsonRenderer2, OpenApiYamlRenderer2)

    @answers({"type": "object"})
    def get(self, _request: Request) -> Response:
        """Answer with it: YAML with `Accept: application/yaml` or `format=yaml`."""
        return Response(document())


@cache
def document() -> dict[str, Any]:
    """Return the schema. It is the same for everybody, and for as long as the process lives."""
    with translation.override("en"):
        found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return found
