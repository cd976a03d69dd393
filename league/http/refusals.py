"""Turns a refusal that no view has handled into a page with its sentence and the right status."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.http import problems

_NO_SEAT: Final = ("conflict", "table_full", "seat_taken", "seat_kept")
"""What somebody is told who wanted to sit down and came too late."""


class RefusalMiddleware:
    """Answers a `Refusal` with 403, 409 or 422 and its sentence."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of a refusal; None leaves every other error to Django."""
        if not isinstance(error, Refusal):
            return None
        return answer(request, error)


def answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return a refusal as a page with its sentence and a link back, for programs as a problem."""
    if problems.is_program(request):
        return problems.refused(refusal, is_known=request.user.is_authenticated)
    back = _way_back(request)
    is_where_it_was = request.method == "GET" or "Referer" not in request.headers
    wanted = request.get_full_path() if is_where_it_was else back
    facts: dict[str, object] = {
        "sentence": refusal.sentence,
        "back": back,
        "wanted": wanted,
        "code": refusal.code,
    }
    facts["table"] = _table_without_seat(request) if refusal.code in _NO_SEAT else ""
    facts["has_tables"] = refusal.code == "quota_used_up" and _opens_a_table(request)
    return render(request, "refused.html", facts, status=refusal_status(refusal))


def _opens_a_table(request: HttpRequest) -> bool:
    wanted = request.resolver_match
    return request.user.is_authenticated and wanted is not None and wanted.url_name == "play_now"


def _table_without_seat(request: HttpRequest) -> str:
    """Return the address of the table where somebody wanted to sit, empty if they wanted anything else."""
    wanted = request.resolver_match
    if wanted is None or wanted.url_name not in ("table_sit", "guest"):
        return ""
    table = str(wanted.kwargs.get("pk", request.GET.get("table", "")))
    return reverse("table", args=[int(table)]) if table.isdecimal() else ""  # digits of any script


def _way_back(request: HttpRequest) -> str:
    """Return the previous page as a path of this site; the lobby if it is unknown."""
    origin = f"{request.scheme}://{request.get_host()}"
    came_from = request.headers.get("Referer", "")
    path = came_from.removeprefix(origin) if came_from.startswith(f"{origin}/") else "/"
    return "/" if path.startswith(("//", "/\\")) else path  # browsers take this for another site
