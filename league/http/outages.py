"""Outages of the database and errors of the site: a sentence and the right status."""

import logging
import sqlite3
import sys
from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.http import problems

logger = logging.getLogger(__name__)

_LATER: Final = {"Retry-After": "5"}


class Outage(NamedTuple):
    """An outage: the HTTP status, a stable code and a sentence for people."""

    status: int
    code: str
    sentence: str | Promise


AWAY: Final = Outage(
    503,
    "no_database",
    _("The database is unavailable for a moment. Try again soon: nothing will happen twice."),
)
NO_ROOM: Final = Outage(
    507,
    "no_room",
    _("The server’s disk is full. Nothing has changed: try again later."),
)
MISTAKE: Final = Outage(
    500,
    "our_mistake",
    _("This error is ours and has been recorded. Nothing you played is lost."),
)
_WRITING_FAILED: Final = ("disk is full", "disk i/o error", "no space left", "could not extend file")


class OutageMiddleware:
    """Answers with 503 or 507 when the database is away or cannot write during a view."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of an outage; None leaves every other error to Django."""
        return answer(request, error) if is_outage(error) else None


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer an error of the site, or a failure outside of a view, such as in the session store."""
    error = sys.exc_info()[1]
    return answer(request, error) if is_outage(error) else page(request, MISTAKE)


def is_outage(error: BaseException | None) -> bool:
    """Whether the database failed, and not the query; SQLite tells these apart only by its code."""
    is_of_database = isinstance(error, OperationalError | InterfaceError)
    asked_wrongly = getattr(getattr(error, "__cause__", None), "sqlite_errorcode", None)
    return is_of_database and asked_wrongly != sqlite3.SQLITE_ERROR


def answer(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Return the page for a database error, and log the error."""
    outage = of(error)
    facts = (request.method, request.path, outage.status)
    logger.error("%s %s is answered with %s", *facts, exc_info=error)
    return page(request, outage)


def page(request: HttpRequest, outage: Outage) -> HttpResponse:
    """Return the page of an outage, or of an error of the site, made without the database."""
    if problems.is_program(request):
        return problems.answer(*outage, headers={} if outage is MISTAKE else _LATER)
    again = request.get_full_path() if request.method == "GET" else "/"
    facts = {**outage._asdict(), "again": again}
    template = "500.html" if outage is MISTAKE else "outage.html"
    shown = HttpResponse(render_to_string(template, facts), status=outage.status)
    # htmx puts the sentence above the content and leaves the content as it is.
    shown["HX-Retarget"], shown["HX-Reswap"], shown["HX-Reselect"] = "#outage", "innerHTML", "[role=alert]"
    if outage is not MISTAKE:
        shown["Retry-After"] = _LATER["Retry-After"]
    return shown


def of(error: BaseException | None) -> Outage:
    """Return the outage for an error."""
    message = str(error).lower()
    return NO_ROOM if any(words in message for words in _WRITING_FAILED) else AWAY
