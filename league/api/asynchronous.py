"""What waits without a thread, and so answers without the framework: described as if it did not."""

from typing import Any, Final

from rest_framework import serializers

from league.api.contract import answers
from league.api.endpoint import Endpoint
from league.api.tables import LONGEST_WAIT

_MOST: Final = 999_999_999
_TABLE: Final = "/api/v1/tables/{id}/"


class WaitAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """After which version something is waited for, and how long."""

    after = serializers.IntegerField(min_value=0, max_value=_MOST, default=0)
    seconds = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=25, help_text=f"{LONGEST_WAIT} at most are waited"
    )


class StreamAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Which versions are known."""

    after = serializers.IntegerField(min_value=0, default=0, help_text="The version of the table")
    chat = serializers.IntegerField(min_value=0, default=0, help_text="The version of its chat")


class WaitForEvents(Endpoint):
    """Wait until something happens at a table; then be led to the events."""

    @answers(None, 303, asked=WaitAsked)
    def get(self, _request: Any, pk: int) -> Any:
        """Answer with 303 to `events/` as soon as there are some after `after`, or when the time is over."""
        raise NotImplementedError(pk)


class ListenToTable(Endpoint):
    """The versions of a table and of its chat, as server-sent events."""

    @answers({"type": "string"}, asked=StreamAsked, media="text/event-stream")
    def get(self, _request: Any, pk: int) -> Any:
        """Stream `version` and `chat` with a number, and a `beat` in between. After each, ask for the events.

        A line that is cut goes on with `Last-Event-ID`.
        """
        raise NotImplementedError(pk)


ENDPOINTS: Final = [
    (f"{_TABLE}events/wait/", f"{_TABLE}events/wait/", "GET", WaitForEvents.as_view()),
    (f"{_TABLE}stream/", f"{_TABLE}stream/", "GET", ListenToTable.as_view()),
]
