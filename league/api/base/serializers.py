"""Bodies and answers that many resources share. The names of the classes stand in the schema."""

from typing import Final

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
