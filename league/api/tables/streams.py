"""Streams of a table or a competition, and requests that wait for events; cards never travel here."""

from collections.abc import Collection
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from games.realtime import watched_versions
from games.realtime.server_sent_events import version_stream
from games.rules.base.refusal import quoted
from league.http import problems

LONGEST_WAIT: Final = 55
_DEFAULT_WAIT: Final = 25


async def events_wait(request: HttpRequest, pk: int) -> HttpResponse:
    """Wait until something happens after `?after=`, or for `?seconds=`; then lead to the events."""
    if (refused := _refused(request, ("after", "seconds"))) is not None:
        return refused
    if not await watched_versions.is_there("table", pk):
        return problems.answer(*problems.NOT_FOUND)
    after, seconds = int(request.GET.get("after", 0)), int(request.GET.get("seconds", _DEFAULT_WAIT))
    await watched_versions.wait("table", pk, after=after, seconds=min(seconds, LONGEST_WAIT))
    place = f"{reverse('api_table_events', args=[pk])}?after={after}"
    return HttpResponse(status=303, headers={"Location": place, "Cache-Control": "no-store"})


async def table_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a table and of its chat, as for pages."""
    if (refused := _refused(request, ("after", "chat"))) is not None:
        return refused
    return _with_problem(await version_stream(request, "table", pk, "chat"))


async def competition_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream the versions of a competition, and how far the totals of its tables are, as for pages."""
    if (refused := _refused(request, ("after", "totals"))) is not None:
        return refused
    return _with_problem(await version_stream(request, "competition", pk, "totals"))


def _with_problem(response: HttpResponseBase) -> HttpResponseBase:
    return response if response.status_code != 404 else problems.answer(*problems.NOT_FOUND)


def _refused(request: HttpRequest, known: Collection[str]) -> HttpResponse | None:
    """Return the refusal of anything but a GET with these parameters, which are whole numbers."""
    if request.method != "GET":
        sentence = _("This address is read-only.")
        return problems.answer(405, "method_not_allowed", sentence, headers={"Allow": "GET"})
    if unknown := set(request.GET) - set(known):
        sentence = _("Unknown parameter {name}.").format(name=quoted(min(unknown)))
        return problems.answer(422, "unknown_parameter", sentence)
    if not all(_is_number(request.GET[name]) for name in request.GET):
        sentence = _("“{one}” and “{other}” must be whole numbers.")
        first, second = known
        return problems.answer(422, "invalid", sentence.format(one=first, other=second))
    return None


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 10
