"""The stream of version numbers that tells an open page of a table to fetch itself again."""

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET

from games.realtime.server_sent_events import version_stream


@require_GET
async def table_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a table and of its chat: numbers only."""
    return await version_stream(request, "table", pk, "chat")
