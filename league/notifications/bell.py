"""The bell on every page: the number of unread notices."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.notifications import notices


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """Return the number for templates; it is counted, in one query, only where it is shown."""
    return {"unread_notices": SimpleLazyObject(lambda: notices.unread(request.user))}
