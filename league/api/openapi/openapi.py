"""The schema of the API (OpenAPI 3.1): what every address has in common, and what its view says of itself."""

import re
from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from league.api.base.contract import Contract, contract_of
from league.api.base.lists import InColumns, ListEndpoint
from league.api.openapi import asynchronous, parameters, recorded_examples
from league.api.openapi.command_descriptions import COMMAND_WORDS
from league.api.openapi.field_descriptions import with_words
from league.api.serializers.rules import Problem

PREFIX: Final = "/api/v1/"
JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"

_ECHO: Final = re.compile(r"^\* `(.*)` - \1$\n?", re.MULTILINE)
"""A choice explained by itself."""

_MEANT: Final = {
    304: "What you have is still so (`If-None-Match`).",
    400: "No request that can be read: no JSON, or the id of the command is missing or malformed.",
    401: "Nobody we know: the token is missing, unknown, revoked or over.",
    403: "We know you, and you may not: not your table, no such role, not a scope of this token.",
    404: "There is no such thing, or none that you may know of.",
    406: "This can be had as JSON only, and lists as CSV.",
    409: "Not now: `stale` says that it has moved on since `after`, other codes what is over or comes first.",
    412: "A header names what is not so (`If-Match`): commands name the version they saw as `after`.",
    413: "More than a megabyte.",
    415: "The body is of another kind than is taken here: JSON as a rule.",
    422: "As it was sent it would do at no time: `code` says why, `errors` what is wrong by field.",
    429: "Too often: wait as many seconds as `Retry-After` says.",
    503: "The database is away for a moment: send it again, with the same `Idempotency-Key`.",
    507: "There is no room left on the server.",
}
"""What each status of a problem means wherever it comes."""


class ContractSchema(AutoSchema):  # type: ignore[misc] # the library has no types
    """Describes one method of one address by its contract."""

    @property
    def contract(self) -> Contract:
        """What the view says of this method."""
        found = contract_of(getattr(self.view, self.method.lower(), None))
        assert found is not None, f"{self.method} {self.path} says nothing of its answer"
        return found

    @property
    def is_list(self) -> bool:
        """Whether this answers with a page of a list."""
        return isinstance(self.view, ListEndpoint) and self.method == "GET"

    def get_operation_id(self) -> str:
        """Return the name of the operation: its address and method."""
        words = [re.sub(r"\W", "_", one.strip("{}")) for one in self.path.removeprefix(PREFIX).split("/")]
        said = [
            one for one, part in zip(words, self.path.removeprefix(PREFIX).split("/"), strict=True) if part
        ]
        return "_".join([self.method.lower(), *(said or ["addresses"])])

    def get_summary(self) -> str:
        """Return in a line what this is for."""
        end = re.sub(r"^competitions/{id}/(.*)/$", r"\1", self.path.removeprefix(PREFIX))
        method = getattr(self.view, self.method.lower())
        is_second = self.method != "GET" and hasattr(self.view, "get")
        said = COMMAND_WORDS.get(end) if self.method == "POST" else None
        return said or _first_line((method if is_second else type(self.view)).__doc__)

    def get_description(self) -> str:
        """Return what the method says of itself, and the scope it needs."""
        said = [_plain(getattr(self.view, self.method.lower()).__doc__)]
        if self._is_protected() and self.view.scope:
            said.append(f"Needs the scope `{self.view.scope}`.")
        if getattr(self.view, "is_costly", False):
            said.append("Costly: may be asked a twentieth as often as others.")
        return "\n\n".join(said)

    def get_tags(self) -> list[str]:
        """Return what this is about."""
        return [self.path.removeprefix(PREFIX).split("/")[0] or "addresses"]

    def get_auth(self) -> list[dict[str, Any]]:
        """Return who may ask: reading and checking is open to everybody, as far as things are public."""
        ways: list[dict[str, Any]] = super().get_auth()
        return ways if self._is_protected() or self._is_personal() else [*ways, {}]

    def get_override_parameters(self) -> list[Any]:
        """Return what stands behind `?` and in the headers, of the question and of the answer."""
        found = list(parameters.of_path(self.path))
        if self.is_list:
            found += parameters.of_list(self.view)
        elif isinstance(self.view, InColumns) and self.method == "GET":
            found += parameters.of_columns(self.view)
        if self.contract.asked is not None:
            found.append(self.contract.asked)
        if self._is_protected():
            found.append(parameters.id_of_command(is_preview=self.view.previews))
        if self.method == "GET" and not self.contract.media and self.contract.status == 200:
            found += [parameters.IF_NONE_MATCH, parameters.ETAG]
        said, moves = self.contract, self.contract.moved is not None
        of_answer = parameters.of_answer(said.status, is_list=self.is_list, moves=moves)
        return [*found, *of_answer, parameters.WAIT]

    def get_request_serializer(self) -> Any:
        """Return what the body is."""
        return self.contract.sent or getattr(self.view, "form", None)

    def get_response_serializers(self) -> dict[Any, Any]:
        """Return every status with what is answered then."""
        status = self.contract.status
        found: dict[Any, Any] = {(status, self.contract.media or JSON): self._answer()}
        for other in self._other_kinds():
            shape = self.contract.shape if other.endswith("yaml") else {"type": "string"}
            found[status, other] = OpenApiResponse(shape, description=self._about())
        if self.method == "GET" and status == 200 and not self.contract.media:
            found[304] = OpenApiResponse(description=_MEANT[304])
        if self.contract.moved:
            found[301, JSON] = OpenApiResponse(self.contract.moved, description="It is elsewhere now.")
        for status in sorted(self._refused()):
            found[status, PROBLEM] = OpenApiResponse(Problem, description=_MEANT[status])
        return found

    def get_examples(self) -> list[OpenApiExample]:
        """Return the examples that were kept of this operation."""
        return [
            example for call in recorded_examples.of(self.get_operation_id()) for example in _examples(call)
        ]

    def map_parsers(self) -> list[str]:
        """Return what kind of body is read; what is no JSON a view says with its `form`."""
        return [JSON]

    def _map_basic_serializer(self, serializer: Any, direction: str) -> dict[str, Any]:
        """Return the shape of an object. Answers hold everything, also what could be left out of a body."""
        found: dict[str, Any] = super()._map_basic_serializer(serializer, direction)
        if direction == "response":
            whole = {name for name, one in serializer.fields.items() if one.required or one.default is None}
            found["required"] = sorted(whole & set(found["properties"]))
        bases = [one.__name__ for one in type(serializer).__mro__[1:-4]]
        with_words(type(serializer).__name__, found.get("properties", {}), bases)
        if getattr(serializer, "is_open", False):
            found["additionalProperties"] = True
        elif direction == "request":
            found["additionalProperties"] = False
        return found

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> dict[str, Any]:
        """Return the shape of a field, without words for choices that only repeat them."""
        found: dict[str, Any] = super()._map_serializer_field(field, direction, bypass_extensions)
        found.pop("x-spec-enum-id", None)
        if "enum" in found and "description" in found:
            said = _ECHO.sub("", found["description"]).strip()
            found |= {"description": said}
            if not said:
                del found["description"]
        return found

    def _answer(self) -> OpenApiResponse:
        if not self.is_list:
            if isinstance(self.view, InColumns) and self.method == "GET":
                self._row()
            return OpenApiResponse(self.contract.shape, description=self._about())
        return OpenApiResponse(self._page(), description=self._about())

    def _other_kinds(self) -> list[str]:
        """Return as what else this can be had than as JSON."""
        kinds = [one.media_type for one in self.view.renderer_classes] if self.method == "GET" else []
        return [one for one in kinds if one != JSON and not self.contract.media]

    def _page(self) -> dict[str, Any]:
        """Return the shape of a page, with what it tells of the whole."""
        link = {"type": ["string", "null"], "format": "uri"}
        about = self._map_serializer(self.view.about_class, "response") if self.view.about_class else {}
        of_whole = about.get("properties", {})
        rows = {"type": "array", "items": self._row().ref}
        return {
            "type": "object",
            "properties": {**of_whole, "next": link, "previous": link, "results": rows},
            "required": [*of_whole, "next", "previous", "results"],
        }

    def _row(self) -> Any:
        """Return the shape of a row. With `fields` it has those only, so nothing in it is sure."""
        row = self.resolve_serializer(self.view.row_class, "response")
        row.schema.pop("required", None)
        return row

    def _about(self) -> str:
        """Return what the answer is, in a line."""
        if self.is_list:
            return "A page of the list."
        shape = self.contract.shape
        return (isinstance(shape, type) and _first_line(shape.__doc__)) or "What was asked for."

    def _is_protected(self) -> bool:
        return self.method not in ("GET", "HEAD") and not getattr(self.view, "is_open", False)

    def _is_personal(self) -> bool:
        return getattr(self.view, "is_personal", False)

    def _refused(self) -> set[int]:
        found = {401, 406, 429, 503, 507, *self.contract.refuses}
        if self._is_personal():
            found.add(403)
        if "{" in self.path:
            found |= {403, 404}
        if self.method == "GET":
            found |= {412, 422}
        if self.method != "GET":
            found |= {400, 413, 415, 422}
        if self._is_protected():
            found |= {400, 403, 409, 412, 422}
        return found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[misc] # the library has no types
    """A token of a person or of a club."""

    target_class = "league.api.base.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        """Return how a token is shown."""
        said = "A token of a person, made at /me/tokens/, or of a club, made in its settings."
        return {"type": "http", "scheme": "bearer", "description": said}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[misc] # the library has no types
    """The session of a browser, as good as a token with every scope."""

    target_class = "league.api.base.authentication.PageAuthentication"
    name = "session"
    priority = 1

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        """Return how a session is shown."""
        said = "The session of a browser; whatever is not a GET needs its CSRF token, too (`X-CSRFToken`)."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": said}


def only_ours(endpoints: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Leave what is no part of the API; add what answers without the framework, to wait without a thread."""
    own = [one for one in endpoints if one[0].startswith(PREFIX)]
    ends = [one for one in own if one[0].endswith("/")]
    return [*ends, *asynchronous.ENDPOINTS]


def _examples(call: Any) -> Iterator[OpenApiExample]:
    name, about = call["name"], call.get("summary", "")
    if "sent" in call:
        yield OpenApiExample(name, call["sent"], summary=about, request_only=True)
    media = PROBLEM if call["status"] >= 400 else call.get("media", JSON)
    yield OpenApiExample(
        name,
        call["answer"],
        summary=about,
        response_only=True,
        status_codes=[str(call["status"])],
        media_type=media,
    )


def _first_line(said: str | None) -> str:
    return _plain(said).partition("\n")[0]


def _plain(said: str | None) -> str:
    return re.sub(r"\s+", " ", (said or "").split(" Refusal")[0]).strip()
