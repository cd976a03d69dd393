"""The AutoSchema of drf-spectacular: what all operations share, and what a view declares."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import ListSerializer

from league.api.base.list_views import ListView, TabularView
from league.api.base.permissions import is_open, is_personal, scope_of
from league.api.base.serializers import Problem
from league.api.base.throttling import is_costly
from league.api.openapi import parameters
from league.api.openapi.meanings import MEANINGS

PREFIX: Final = "/api/v1/"
JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"

_ECHO: Final = re.compile(r"^\* `(.*)` - \1$\n?", re.MULTILINE)
"""A choice explained by itself."""


class ApiSchema(AutoSchema):
    """Describes one method of one address: what its view declares, and what all addresses have in common."""

    view: Any

    @property
    def is_list(self) -> bool:
        """Whether the operation returns a page of a list."""
        return isinstance(self.view, ListView) and self.method == "GET"

    @property
    def is_table(self) -> bool:
        """Whether the operation returns rows."""
        return isinstance(self.view, TabularView) and self.method == "GET"

    @property
    def is_protected(self) -> bool:
        """Whether the operation changes something."""
        return self.method not in SAFE_METHODS and not is_open(self.view)

    def get_operation_id(self) -> str:
        """Return the id of the operation: its address name and method."""
        parts = [part for part in self.path.removeprefix(PREFIX).split("/") if part]
        words = [re.sub(r"\W", "_", part.strip("{}")) for part in parts]
        return "_".join([self.method.lower(), *(words or ["addresses"])])

    def get_summary(self) -> str:
        """Return the summary of the operation in a line."""
        method = getattr(self.view, self.method.lower())
        is_second = self.method != "GET" and hasattr(self.view, "get")
        return _first_line((method if is_second else type(self.view)).__doc__)

    def get_description(self) -> str:
        """Return the docstring of the method, and the scope that it needs."""
        paragraphs = [_plain(getattr(self.view, self.method.lower()).__doc__)]
        if self.is_protected and (scope := scope_of(self.view)):
            paragraphs.append(f"Needs the scope `{scope}`.")
        if is_costly(self.view):
            paragraphs.append("Costly: may be asked a twentieth as often as others.")
        return "\n\n".join(paragraphs)

    def get_tags(self) -> list[str]:
        """Return the tag of the operation: its resource."""
        return [self.path.removeprefix(PREFIX).split("/")[0] or "addresses"]

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the security requirements; reads and checks of public resources need none."""
        ways = [way for way in super().get_auth() if way]
        return ways if self.is_protected or is_personal(self.view) else [*ways, {}]

    def get_override_parameters(self) -> list[Any]:
        """Return the query parameters, and the headers of request and answer."""
        return [*self._asked(), *self._answer_headers()]

    def get_request_serializer(self) -> Any:
        """Return the serializer of the body; that of a list describes its rows instead."""
        return None if isinstance(self.view, TabularView) else self.view.serializer_class

    def get_response_serializers(self) -> Any:
        """Return the serializers of answers that the view does not declare with `@extend_schema`."""
        if self.is_list:
            return {200: OpenApiResponse(self._page(), description="A page of the list.")}
        return {200: self.view.serializer_class}

    def map_parsers(self) -> list[str]:
        """Return the media type of the body: JSON, unless a view declares another with `@extend_schema`."""
        return [JSON]

    def _is_list_view(self, _serializer: Any = None) -> bool:
        """Return False: lists are described here, not by the library."""
        return False

    def _answers(self) -> dict[tuple[int, str], Any]:
        """Return the answers of the view by status and media type."""
        answers = self.get_response_serializers()
        by_status = answers if isinstance(answers, dict) else {200: answers}
        return {
            (int(key[0]), key[1]) if isinstance(key, tuple) else (int(key), JSON): shape
            for key, shape in by_status.items()
        }

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        """Return the answer of every status."""
        if self.is_table:
            self._row()
        answers = self._answers()
        bodies: dict[str, Any] = {}
        for (status, media), shape in answers.items():
            if status < 400:
                answer = self._described(shape, status)
                body = self._get_response_for_code(answer, str(status), [media], direction)
                bodies.setdefault(str(status), body).get("content", {}).update(body.get("content", {}))
        if (200, JSON) in answers and self.method == "GET":
            for media in self._other_kinds():
                shape = answers[200, JSON] if media.endswith("yaml") else {"type": "string"}
                body = self._get_response_for_code(OpenApiResponse(shape), "200", [media], direction)
                bodies["200"]["content"] |= body["content"]
            bodies["304"] = self._get_response_for_code(
                OpenApiResponse(description=str(MEANINGS[304])), "304"
            )
        for status in sorted(self._refused(answers)):
            problem = OpenApiResponse(Problem, description=str(MEANINGS[status]))
            bodies[str(status)] = self._get_response_for_code(problem, str(status), [PROBLEM], direction)
        return bodies

    def _map_basic_serializer(self, serializer: Any, direction: str) -> dict[str, Any]:
        """Return the schema of an object; in answers every field is required."""
        shape: dict[str, Any] = super()._map_basic_serializer(serializer, direction)
        if direction == "response":
            whole = {
                name for name, field in serializer.fields.items() if field.required or field.default is None
            }
            shape["required"] = sorted(whole & set(shape["properties"]))
        if getattr(serializer, "is_open", False):
            shape["additionalProperties"] = True
        elif direction == "request":
            shape["additionalProperties"] = False
        return shape

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> dict[str, Any]:
        """Return the schema of a field, without labels that only repeat the choices."""
        shape: dict[str, Any] = super()._map_serializer_field(field, direction, bypass_extensions)
        shape.pop("x-spec-enum-id", None)
        if most := getattr(field, "max_entries", None):
            shape["maxProperties"] = most
        if isinstance(field, ListSerializer) and (longest := getattr(field, "max_length", None)):
            shape["maxItems"] = longest
        if "enum" in shape and "description" in shape:
            shape["description"] = _ECHO.sub("", shape["description"]).strip()
            if not shape["description"]:
                del shape["description"]
        return shape

    def _asked(self) -> Iterator[Any]:
        """Yield the parameters of path, query and request headers."""
        yield from parameters.of_path(self.path)
        if self.is_list:
            yield from parameters.of_list(self.view)
        elif self.is_table:
            yield from parameters.of_columns(self.view)
        if self.method == "GET" and self.view.query_serializer_class:
            yield self.view.query_serializer_class
        if self.is_protected:
            yield parameters.id_of_command(is_preview=self.view.previews)

    def _answer_headers(self) -> Iterator[OpenApiParameter]:
        answers = self._answers()
        if self.method == "GET" and (200, JSON) in answers:
            yield from (parameters.IF_NONE_MATCH, parameters.ETAG)
        yield from parameters.of_answer({status for status, _media in answers}, is_list=self.is_list)
        yield parameters.WAIT

    def _described(self, shape: Any, status: int) -> OpenApiResponse:
        """Return an answer with its description in a line."""
        if isinstance(shape, OpenApiResponse):
            return shape
        about = (isinstance(shape, type) and _first_line(shape.__doc__)) or "The requested data."
        return OpenApiResponse(shape, description="It has moved." if status == 301 else about)

    def _other_kinds(self) -> list[str]:
        """Return the other media types of an answer."""
        kinds = [renderer.media_type for renderer in self.view.renderer_classes]
        return [media for media in kinds if media != JSON]

    def _page(self) -> dict[str, Any]:
        """Return the schema of a page with the summary of its list."""
        link = {"type": ["string", "null"], "format": "uri"}
        summary_class = self.view.summary_serializer_class
        summary = self._map_serializer(summary_class, "response") if summary_class else {}
        of_whole = summary.get("properties", {})
        rows = {"type": "array", "items": self._row().ref}
        return {
            "type": "object",
            "properties": {**of_whole, "next": link, "previous": link, "results": rows},
            "required": [*of_whole, "next", "previous", "results"],
        }

    def _row(self) -> Any:
        """Return the schema of a row; since `fields` can leave out any field, none is required."""
        row = self.resolve_serializer(self.view.get_serializer_class(), "response")
        row.schema.pop("required", None)
        return row

    def _refused(self, answers: Iterable[tuple[int, str]]) -> set[int]:
        """Return the statuses of the problem documents."""
        statuses = {401, 406, 429, 503, 507, *(status for status, _media in answers if status >= 400)}
        if is_personal(self.view):
            statuses.add(403)
        if "{" in self.path:
            statuses |= {403, 404}
        if self.method == "GET":
            statuses |= {412, 422}
        if self.method != "GET":
            statuses |= {400, 413, 415, 422}
        if self.is_protected:
            statuses |= {400, 403, 409, 412, 422}
        return statuses


class TokenScheme(OpenApiAuthenticationExtension):
    """A token of a person or of a club."""

    target_class = "league.api.base.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        """Return the security scheme of tokens."""
        description = "A token of a person, created at /me/tokens/, or of a club, created in its settings."
        return {"type": "http", "scheme": "bearer", "description": description}


class SessionScheme(OpenApiAuthenticationExtension):
    """The session of a browser, as good as a token with every scope."""

    target_class = "league.api.base.authentication.PageAuthentication"
    name = "session"
    priority = 1

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        """Return the security scheme of sessions."""
        description = (
            "The session of a browser; all methods except GET also need its CSRF token (`X-CSRFToken`)."
        )
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": description}


def _first_line(docstring: str | None) -> str:
    return _plain(docstring).partition("\n")[0]


def _plain(docstring: str | None) -> str:
    return re.sub(r"\s+", " ", (docstring or "").split(" Refusal")[0]).strip()
