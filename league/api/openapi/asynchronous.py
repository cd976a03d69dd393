"""Addresses that wait without a thread, outside the framework: described as views of it."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from league.api.base.serializers import Problem
from league.api.base.views import ResourceView
from league.api.serializers.tables import MyTables
from league.api.tables import my_tables
from league.api.tables.streams import LONGEST_WAIT

_MOST: Final = 999_999_999
STREAM: Final = "text/event-stream"
_OWN: Final = "/api/v1/"
_TABLE: Final = "/api/v1/tables/{id}/"
_COMPETITION: Final = "/api/v1/competitions/{id}/"


def _messages(*events: str) -> dict[str, Any]:
    """Return the schema of each message of a stream."""
    return {
        "type": "object",
        "description": "Each message; a client of server-sent events takes them apart",
        "required": ["event", "data"],
        "properties": {
            "event": {"enum": list(events)},
            "data": {"type": "string", "description": "A number, or JSON; of a beat: seconds to the next"},
            "id": {"type": "string", "description": "Where to go on: Last-Event-ID"},
            "retry": {"type": "integer", "description": "After so many milliseconds one comes back"},
        },
    }


class WaitQuery(serializers.Serializer):
    """After which version something is waited for, and how long."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=_MOST,
        default=0,
        help_text="The `version` that you saw: what comes after it is waited for",
    )
    seconds = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=25, help_text=f"{LONGEST_WAIT} at most are waited"
    )


class StreamQuery(serializers.Serializer):
    """Which versions are known."""

    after = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="The version of the table"
    )
    chat = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="The version of its chat"
    )


class WaitForEvents(ResourceView):
    """Wait until something happens at a table; then be led to the events."""

    query_serializer_class = WaitQuery

    @extend_schema(responses={303: None})
    def get(self, request: Any, pk: int) -> Any:
        """Answer with 303 to `events/` as soon as there are some after `after`, or when the time is over."""
        raise NotImplementedError(pk)


class ListenToTable(ResourceView):
    """The versions of a table and of its chat, as server-sent events."""

    query_serializer_class = StreamQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "version", "chat")})
    def get(self, request: Any, pk: int) -> Any:
        """Stream `version` and `chat` with a number, and a `beat` in between. After each, ask for the events.

        A line that is cut goes on with `Last-Event-ID`.
        """
        raise NotImplementedError(pk)


class CompetitionStreamQuery(serializers.Serializer):
    """Which versions are known."""

    after = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="The version of the competition"
    )
    totals = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="How far the totals of its tables were"
    )


class ListenToCompetition(ResourceView):
    """The versions of a competition, and how far the totals of its tables are, as server-sent events."""

    query_serializer_class = CompetitionStreamQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "version", "totals")})
    def get(self, request: Any, pk: int) -> Any:
        """Stream `version` and `totals` with a number, and a `beat` in between.

        After each `version`, ask for what you show of the competition; after `totals`, for its standings or
        bracket. A line that is cut goes on with `Last-Event-ID`.
        """
        raise NotImplementedError(pk)


class MyTablesQuery(serializers.Serializer):
    """What is known, and what is watched beside one's own tables."""

    after = serializers.RegexField(
        my_tables.CURSOR,
        required=False,
        allow_blank=True,
        help_text="The cursor of the last answer; `Last-Event-ID` says the same",
    )
    watch = serializers.RegexField(
        my_tables.WATCHED,
        required=False,
        allow_blank=True,
        help_text="Tables by number, with commas between them",
    )


class MineAwaited(MyTablesQuery):
    """Likewise, and how long is waited."""

    seconds = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=25, help_text=f"{my_tables.LONGEST_WAIT} at most are waited"
    )


class ListenToMine(ResourceView):
    """All tables at which the player sits, and those watched, as server-sent events."""

    query_serializer_class = MyTablesQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "table"), 403: Problem})
    def get(self, request: Any) -> Any:
        """Stream `table` with a `MyTable` whenever one has a new version, and a `beat` in between.

        At first all of them are told. `id` is the cursor for `Last-Event-ID` and `after`. Tables at which the
        player sits down later come by themselves. After five minutes the line ends: come back.
        """
        raise NotImplementedError


class WaitForMine(ResourceView):
    """The same without a stream: wait until something is new at one of the tables."""

    query_serializer_class = MineAwaited

    @extend_schema(responses={200: MyTables, 403: Problem})
    def get(self, request: Any) -> Any:
        """Answer with the tables that are new after `after`, or with none when the time is over."""
        raise NotImplementedError


ENDPOINTS: Final = [
    (f"{_OWN}stream/", f"{_OWN}stream/", "GET", ListenToMine.as_view()),
    (f"{_OWN}me/tables/wait/", f"{_OWN}me/tables/wait/", "GET", WaitForMine.as_view()),
    (f"{_TABLE}events/wait/", f"{_TABLE}events/wait/", "GET", WaitForEvents.as_view()),
    (f"{_TABLE}stream/", f"{_TABLE}stream/", "GET", ListenToTable.as_view()),
    (f"{_COMPETITION}stream/", f"{_COMPETITION}stream/", "GET", ListenToCompetition.as_view()),
]
