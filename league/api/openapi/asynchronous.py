"""Asynchronous views outside the REST framework, described for the schema."""

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
        "description": "Each message; clients of server-sent events parse them",
        "required": ["event", "data"],
        "properties": {
            "event": {"enum": list(events)},
            "data": {
                "type": "string",
                "description": "A number or JSON; for a beat: seconds until the next one",
            },
            "id": {"type": "string", "description": "Where to resume: Last-Event-ID"},
            "retry": {"type": "integer", "description": "Milliseconds to wait before reconnecting"},
        },
    }


class WaitQuery(serializers.Serializer):
    """After which version something is waited for, and how long."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=_MOST,
        default=0,
        help_text="The `version` that you saw; the answer waits for a later one",
    )
    seconds = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=25, help_text=f"At most {LONGEST_WAIT}"
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
    """Wait until something happens at a table, then redirect to the events."""

    query_serializer_class = WaitQuery

    @extend_schema(responses={303: None})
    def get(self, request: Any, pk: int) -> Any:
        """Return 303 to `events/` when there are events after `after`, or when the time is up."""
        raise NotImplementedError(pk)


class ListenToTable(ResourceView):
    """The versions of a table and of its chat, as server-sent events."""

    query_serializer_class = StreamQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "version", "chat")})
    def get(self, request: Any, pk: int) -> Any:
        """Stream `version` and `chat`, each with a number, and a `beat` in between.

        After each, read the events.

        If the connection breaks, resume with `Last-Event-ID`.
        """
        raise NotImplementedError(pk)


class CompetitionStreamQuery(serializers.Serializer):
    """Which versions are known."""

    after = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="The version of the competition"
    )
    totals = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=0, help_text="The version of the totals at its tables"
    )


class ListenToCompetition(ResourceView):
    """The versions of a competition and of the totals at its tables, as server-sent events."""

    query_serializer_class = CompetitionStreamQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "version", "totals")})
    def get(self, request: Any, pk: int) -> Any:
        """Stream `version` and `totals`, each with a number, and a `beat` in between.

        After each `version`, read what you show of the competition; after `totals`, its standings or bracket.
        If the connection breaks, resume with `Last-Event-ID`.
        """
        raise NotImplementedError(pk)


class MyTablesQuery(serializers.Serializer):
    """What is known, and what is watched beside one's own tables."""

    after = serializers.RegexField(
        my_tables.CURSOR,
        required=False,
        allow_blank=True,
        help_text="The cursor of the last answer; `Last-Event-ID` means the same",
    )
    watch = serializers.RegexField(
        my_tables.WATCHED,
        required=False,
        allow_blank=True,
        help_text="Numbers of tables, separated by commas",
    )


class MineAwaited(MyTablesQuery):
    """Likewise, and how long is waited."""

    seconds = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=25, help_text=f"At most {my_tables.LONGEST_WAIT}"
    )


class ListenToMine(ResourceView):
    """All tables at which you sit or watch, as server-sent events."""

    query_serializer_class = MyTablesQuery

    @extend_schema(responses={(200, STREAM): _messages("beat", "table"), 403: Problem})
    def get(self, request: Any) -> Any:
        """Stream `table` with a `MyTable` when a table has a new version, and a `beat` in between.

        The stream begins with all your tables. `id` is the cursor for `Last-Event-ID` and `after`. Tables at
        which you sit down later are included. The stream ends after five minutes: reconnect.
        """
        raise NotImplementedError


class WaitForMine(ResourceView):
    """The same without a stream: wait for news from your tables."""

    query_serializer_class = MineAwaited

    @extend_schema(responses={200: MyTables, 403: Problem})
    def get(self, request: Any) -> Any:
        """Return the tables with versions after `after`, or an empty list when the time is up."""
        raise NotImplementedError


ENDPOINTS: Final = [
    (f"{_OWN}stream/", f"{_OWN}stream/", "GET", ListenToMine.as_view()),
    (f"{_OWN}me/tables/wait/", f"{_OWN}me/tables/wait/", "GET", WaitForMine.as_view()),
    (f"{_TABLE}events/wait/", f"{_TABLE}events/wait/", "GET", WaitForEvents.as_view()),
    (f"{_TABLE}stream/", f"{_TABLE}stream/", "GET", ListenToTable.as_view()),
    (f"{_COMPETITION}stream/", f"{_COMPETITION}stream/", "GET", ListenToCompetition.as_view()),
]
