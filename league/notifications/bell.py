"""The bell on every page: the number of unread notices, and what tells the page of new ones."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.realtime import event_stream
from league.notifications import notices


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """Return the number for templates; it is counted, in one query, only where it is shown."""
    unread = SimpleLazyObject(lambda: notices.unread(request.user))
    return {
        "unread_notices": SimpleLazyObject(lambda: unread[0]),
        "notices_version": SimpleLazyObject(lambda: unread[1]),
        "reader_key": SimpleLazyObject(lambda: event_stream.reader_key(request.user.pk or 0)),
    }
