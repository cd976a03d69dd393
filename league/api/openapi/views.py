"""The schema of the API (OpenAPI 3.1)."""

from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.views import ResourceView
from league.api.openapi import written_schema
from league.api.openapi.written_schema import Written


class AsJson(OpenApiJsonRenderer2):
    """The schema as JSON."""

    def render(self, data: Any, *context: Any, **more: Any) -> bytes:
        """Return the bytes that were written once; render anything else, such as the answer to OPTIONS."""
        if isinstance(data, Written):
            return data.as_json
        rendered: bytes = super().render(data, *context, **more)
        return rendered


class AsYaml(OpenApiYamlRenderer2):
    """The schema as YAML."""

    def render(self, data: Any, *context: Any, **more: Any) -> bytes:
        """Return the bytes that were written once; render anything else, such as the answer to OPTIONS."""
        if isinstance(data, Written):
            return data.as_yaml
        rendered: bytes = super().render(data, *context, **more)
        return rendered


class SchemaView(ResourceView):
    """The schema that you are reading, as JSON or YAML."""

    renderer_classes = (AsJson, AsYaml)

    @extend_schema(responses={200: {"type": "object"}})
    def get(self, request: Request) -> Response:
        """Return the schema: YAML with `Accept: application/yaml` or `format=yaml`."""
        return Response(written_schema.written())
