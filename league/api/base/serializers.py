"""Bodies and answers that many resources share. The names of the classes stand in the schema."""

import datetime as dt
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

_MOST_VERSION: Final = 2**31 - 1


@extend_schema_serializer(examples=[OpenApiExample("Example", {"after": 12}, request_only=True)])
class Seen(serializers.Serializer):
    """The version of the stream that the sender saw: nothing happens if it has moved on."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=_MOST_VERSION,
        help_text="The `version` that you saw; refused (409, `stale`) if it has moved on",
    )


class Nothing(serializers.Serializer):
    """Nothing has to be said."""


class Done(serializers.Serializer):
    """It is done; there is nothing to tell."""

    ok = serializers.BooleanField()


class Problem(serializers.Serializer):
    """Why something was not done (RFC 9457). Nothing has changed."""

    type = serializers.CharField(help_text="`urn:wildleague:` and the code")
    title = serializers.CharField(help_text="The name of the status")
    status = serializers.IntegerField(min_value=400, max_value=599)
    detail = serializers.CharField(help_text="A sentence for people")
    code = serializers.RegexField("^[a-z0-9_]+$", help_text="Stable: decide by this")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong, by the field of the body or of the question",
    )
    options = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The options that it is about"
    )
    version = serializers.IntegerField(
        required=False, help_text="With `stale`: the version now, if it is known; look before you name it"
    )
    round = serializers.IntegerField(required=False, help_text="The round of a match record that is wrong")
    action = serializers.IntegerField(required=False, help_text="The action of that round")


class Time(serializers.DateTimeField):
    """A time in UTC, whatever zone a club has."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(default_timezone=dt.UTC, **facts)
