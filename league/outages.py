"""When the database cannot be used for a while: a sentence and the right status, instead of a breakdown."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)

_LATER: Final = {"Retry-After": "5"}


class Outage(NamedTuple):
    """What is the matter: as a status of HTTP, a stable code and a sentence for people."""

    status: int
    code: str
    sentence: str


AWAY: Final = Outage(
    503, "no_database", "The database is away for a moment. Try again soon: nothing happens twice."
)
NO_ROOM: Final = Outage(
    507, "no_room", "The disk of the server is full. Nothing has changed: try again once there is room."
)
_WRITING_FAILED: Final = ("disk is full", "disk i/o error", "no space left", "could not extend file")


class OutageMiddleware:
    """Answers with 503 or 507 when the database is away or cannot write."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of an outage; None leaves every other error to Django."""
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        return answer(request, error)


def answer(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the page of what the database has raised, made without the database, and log the error."""
    outage = of(error)
    facts = (request.method, request.path, outage.status)
    logger.error("%s %s is answered with %s", *facts, exc_info=error)
    if request.path.startswith("/api/"):
        said = {"ok": False, "code": outage.code, "message": outage.sentence}
        return JsonResponse(said, status=outage.status, headers=_LATER)
    page = HttpResponse(render_to_string("outage.html", outage._asdict()), status=outage.status)
    # htmx puts the sentence above what is shown and leaves that as it is.
    page["HX-Retarget"], page["HX-Reswap"], page["HX-Reselect"] = "#outage", "innerHTML", "[role=alert]"
    page["Retry-After"] = _LATER["Retry-After"]
    return page


def of(error: Exception) -> Outage:
    """Return what the matter is."""
    said = str(error).lower()
    return NO_ROOM if any(words in said for words in _WRITING_FAILED) else AWAY
