"""Every number, text and list that a program may send has an end, which the schema tells."""

from collections.abc import Iterator
from typing import Any

from django.urls import get_resolver
from rest_framework import serializers

from league.api.base.views import ResourceView
from league.api.openapi.auto_schema import ApiSchema

WITH_LIMITS_OF_THEIR_OWN = {
    "MatchRecord": "a record is read as the file it is",
    "DrawAsked.entrants": "`entry_list` reads it",
    "DrawAsked.results": "`history_document` reads it",
    "StandingsAsked.results": "`history_document` reads it",
    "ReplayStepQuery.seat": "its pattern ends",
    "CheckInCode.code": "its pattern ends",
    "Teams.teams": "a megabyte holds no endless list, and each entrant is found",
    "Parties.parties": "a megabyte holds no endless list, and each entrant is found",
}
NAMED = (serializers.ChoiceField, serializers.DictField, serializers.BooleanField)
"""What is checked name by name, and refused for the first that is unknown."""


def bodies() -> set[type[serializers.Serializer]]:
    bodies_: list[Any] = []
    for pattern in _patterns(get_resolver()):
        view_class = getattr(pattern.callback, "view_class", None)
        if view_class is not None and issubclass(view_class, ResourceView):
            view = view_class(**pattern.callback.view_initkwargs)
            view.request, view.kwargs = None, {}
            bodies_ += [view.query_serializer_class, *_sent(view)]
    return {body for body in bodies_ if isinstance(body, type) and issubclass(body, serializers.Serializer)}


def _sent(view: ResourceView) -> Iterator[Any]:
    """What the schema says of the body of each method."""
    for method in ("post", "put", "patch", "delete"):
        if handler := getattr(view, method, None):
            schema = getattr(handler, "kwargs", {}).get("schema", ApiSchema)()
            schema.view, schema.method = view, method.upper()
            body = schema.get_request_serializer()
            yield from body.values() if isinstance(body, dict) else [body]


def _patterns(place: Any) -> Iterator[Any]:
    for pattern in place.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _patterns(pattern)
        else:
            yield pattern


def endless(name: str, field: Any) -> Iterator[str]:
    """The fields in and below one that take anything of any length or size."""
    if name in WITH_LIMITS_OF_THEIR_OWN or isinstance(field, NAMED):
        return
    if isinstance(field, serializers.ListField | serializers.ListSerializer):
        yield from [] if field.max_length else [name]
        yield from endless(f"{name}[]", field.child)
    elif isinstance(field, serializers.BaseSerializer):
        for part, inner in field.fields.items():
            yield from endless(f"{name}.{part}", inner)
    elif isinstance(field, serializers.JSONField) or (
        isinstance(field, serializers.CharField) and field.max_length is None
    ):
        yield name
    elif isinstance(field, serializers.IntegerField | serializers.FloatField):
        yield from [] if None not in (field.min_value, field.max_value) else [name]


def test_nothing_that_is_sent_is_without_end():
    bodies_ = bodies()
    assert len(bodies_) > 60
    assert [where for body in bodies_ for where in endless(body.__name__, body())] == []


def test_each_body_with_limits_of_its_own_still_exists():
    names = {body.__name__ for body in bodies()}
    assert {key.partition(".")[0] for key in WITH_LIMITS_OF_THEIR_OWN} <= names
