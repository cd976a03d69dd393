"""The parameters of addresses, queries and headers in the schema."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from django import forms
from drf_spectacular.utils import OpenApiParameter

from league.api.base.filters import LONGEST
from league.api.base.pagination import LONGEST_CURSOR, MOST
from league.api.base.views import KEY

_PATH: Final[dict[str, tuple[Any, str]]] = {
    "id": ({"type": "integer", "minimum": 1}, "The `id`, as in lists and answers"),
    "slug": ({"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}, "The name of the club in addresses"),
    "key": (
        {"type": "string", "minLength": 1},
        "The key of a match in the bracket (`R1.2`), or of a rulebook in the list",
    ),
    "hook": ({"type": "integer", "minimum": 1}, "The number of the webhook"),
    "delivery": ({"type": "integer", "minimum": 1}, "The number of the delivery"),
    "stage": ({"type": "integer", "minimum": 1}, "The number of the stage"),
    "what": ({"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}, "The kind of spreadsheet"),
    "entrant": ({"type": "integer", "minimum": 1}, "The number of the entrant"),
    "token": ({"type": "string", "minLength": 1}, "The last part of the invitation's address"),
    "day": ({"type": "string", "format": "date"}, "The day"),
    "name": ({"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}, "The name of the option"),
    "comment": ({"type": "integer", "minimum": 1}, "The number of the comment"),
    "message": ({"type": "integer", "minimum": 1}, "The number of the message"),
    "deal": ({"type": "integer", "minimum": 1}, "The number of the deal"),
    "player": ({"type": "integer", "minimum": 1}, "The number of the player"),
    "other": ({"type": "integer", "minimum": 1}, "The number of the other player"),
    "number": ({"type": "integer", "minimum": 1}, "The number of the object"),
    "step": ({"type": "integer", "minimum": 1}, "The step, counted from 1"),
}

_ABOUT_IDS: Final = (
    "An id of your own for this command. Sent again within a week, it gets the same "
    "answer and changes nothing; with a different body it is refused (`id_reused`)."
)
_ABOUT_PREVIEWS: Final = " Required to carry the command out (`id_missing`), but not for a preview."
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of your copy: 304 if it is still current.",
)
ETAG: Final = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="The tag of this answer, for `If-None-Match`",
)
WAIT: Final = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=[429, 503], description="Seconds to wait"
)
_LOCATION: Final = "The new address"


def id_of_command(*, is_preview: bool) -> OpenApiParameter:
    """Return the header of the idempotency key; optional where an address also takes previews."""
    return OpenApiParameter(
        KEY,
        {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"},
        OpenApiParameter.HEADER,
        required=not is_preview,
        description=_ABOUT_IDS + (_ABOUT_PREVIEWS if is_preview else ""),
    )


def of_path(path: str) -> Iterator[OpenApiParameter]:
    """Yield the parameters of the path."""
    for name, (schema, description) in _PATH.items():
        if f"{{{name}}}" in path:
            yield OpenApiParameter(name, schema, OpenApiParameter.PATH, description=description)


def of_answer(statuses: Collection[int], *, is_list: bool) -> Iterator[OpenApiParameter]:
    """Yield the response headers."""
    if placed := [status for status in (201, 301, 303) if status in statuses]:
        yield OpenApiParameter(
            "Location", str, OpenApiParameter.HEADER, response=placed, description=_LOCATION
        )
    if is_list:
        yield OpenApiParameter(
            "Link", str, OpenApiParameter.HEADER, response=[200], description="`next` and `prev`, RFC 8288"
        )


def of_list(view: Any) -> list[OpenApiParameter]:
    """Return the query parameters of a list: page, order, fields, format, and its filters."""
    limit = {"type": "integer", "minimum": 1, "maximum": MOST, "default": view.page_size}
    ordered = list(view.ordering_fields)
    orders = [*ordered, *(f"-{name}" for name in ordered)]
    return [
        *_filters(view.filterset_class),
        _query("limit", limit, "Rows on a page"),
        _query(
            "cursor",
            {"type": "string", "maxLength": LONGEST_CURSOR},
            "The start of the page: take it from `next` and `previous`",
        ),
        _query("ordering", _several(orders), f"The order of the rows; default: `{view.ordering}`"),
        *of_columns(view),
    ]


def of_columns(view: Any) -> list[OpenApiParameter]:
    """Return the query parameters of everything with rows: fields and format."""
    fields = _several(view.row_fields())
    return [
        _query("fields", fields, "The fields of each row; default: all"),
        _query("format", {"type": "string", "enum": ["json", "csv"]}, "The media type, instead of `Accept`"),
    ]


def _filters(filterset: Any) -> Iterator[OpenApiParameter]:
    if filterset is None:
        return
    for name, filter_ in filterset.base_filters.items():
        yield _query(name, _schema(filter_.field), f"Only rows with this `{name}`; empty: all")


def _schema(field: Any) -> dict[str, Any]:
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.NullBooleanField):
        choices: Any = field.choices
        return {"type": "string", "enum": [*(value for value, _words in choices if value), ""]}
    if isinstance(field, forms.NullBooleanField):
        return {"type": "boolean"}
    if isinstance(field, forms.IntegerField | forms.DecimalField):
        return {"type": "integer", "minimum": field.min_value, "maximum": field.max_value}
    return {"type": "string", "maxLength": field.max_length or LONGEST}


def _query(name: str, schema: dict[str, Any], description: str) -> OpenApiParameter:
    more: dict[str, Any] = {"style": "form", "explode": False} if schema["type"] == "array" else {}
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=description, **more)


def _several(words: list[str]) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": "string", "enum": words},
        "minItems": 1,
        "maxItems": len(words),
    }
