"""Fields and answers that several resources share. The names of the classes appear in the schema."""

import datetime as dt
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

_MOST_VERSION: Final = 2**31 - 1


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 12}, request_only=True)])
class Seen(serializers.Serializer):
    """The version of the stream that the sender saw. If the stream has changed, nothing happens."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=_MOST_VERSION,
        help_text="The `version` that you saw; refused (409, `stale`) if it has changed",
    )


class Nothing(serializers.Serializer):
    """An empty body."""


class Done(serializers.Serializer):
    """Done; the answer has no body."""

    ok = serializers.BooleanField()


class Problem(serializers.Serializer):
    """Why the request was refused (RFC 9457). Nothing has changed."""

    type = serializers.CharField(help_text="`urn:wildleague:` followed by the code")
    title = serializers.CharField(help_text="The name of the status")
    status = serializers.IntegerField(min_value=400, max_value=599)
    detail = serializers.CharField(help_text="A sentence for people")
    code = serializers.RegexField("^[a-z0-9_]+$", help_text="Stable: base your decisions on this")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each field of the body or query",
    )
    options = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The options concerned"
    )
    version = serializers.IntegerField(
        required=False, help_text="With `stale`: the current version, if known; read again before you send it"
    )
    round = serializers.IntegerField(required=False, help_text="The invalid round of a match record")
    action = serializers.IntegerField(required=False, help_text="The invalid action in that round")


class Time(serializers.DateTimeField):
    """A time in UTC, whatever zone a club has."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(default_timezone=dt.UTC, **facts)
