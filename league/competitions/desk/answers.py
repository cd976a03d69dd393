"""The answer to an organizer's request: executed once, then a redirect, or the desk with the refusal."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions.desk.context import DeskPage
from league.competitions.event_night.night import others_tonight
from league.competitions.page_request import desk_asked
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.competition.commands import AnyCommand

Command = Callable[[Competition, str], object]


def competition_of(pk: int) -> Competition:
    """Return a competition with its club; Http404 otherwise."""
    return get_object_or_404(Competition.objects.select_related("club"), pk=pk)


def execute(
    request: HttpRequest,
    pk: int,
    command: Command,
    *,
    to: Callable[[Competition], str] | None = None,
    refused: Callable[[Refusal], HttpResponse] | None = None,
    **desk: Any,
) -> HttpResponse:
    """Execute an organizer's request once, and redirect; a refusal is shown above the current desk.

    `command` gets the competition and the `by` of the organizer. `refused` answers a refusal of another page
    than the desk; otherwise `desk` is passed to the forms of the desk. What was sent from the desk of another
    competition of the night leads back there.
    """
    competition = competition_of(pk)
    by = require(request, "competition.organize", competition)

    def once() -> None:
        command(competition, by)

    came_from = desk_asked(request)
    try:
        request_keys.once(request, once)
    except Refusal as refusal:
        if refused is not None:
            return refused(refusal)
        if came_from not in (0, pk):
            return render_desk(request, _organized(request, came_from), refusal=refusal)
        return render_desk(request, competition, refusal=refusal, **desk)
    if came_from:
        return redirect("competition_desk", came_from)
    return redirect(to(competition) if to else competition)


def act(
    request: HttpRequest, pk: int, command: AnyCommand, *, to: Callable[[Competition], str] | None = None
) -> HttpResponse:
    """Execute a command of an organizer who saw the version named by the form, if any."""

    def act(competition: Competition, by: str) -> None:
        competitions.act(competition.pk, command, after=seen(request), by=by, at=timezone.now())

    return execute(request, pk, act, to=to)


def render_desk(request: HttpRequest, competition: Competition, **desk: Any) -> HttpResponse:
    """Render the desk as a page of its own."""
    refusal = desk.get("refusal")
    competition.refresh_from_db()
    facts: dict[str, Any] = {"desk": DeskPage(competition, **entrant_search(request), **desk)}
    others = others_tonight(request, competition, timezone.now())
    facts |= {"is_running": competition.status == Competition.Status.RUNNING, "beside": others}
    if facts["is_running"] or others:
        facts |= {"has_tables": True, "wanted": request.GET.get("show", "")[:12]}
        facts["wanted_tables"] = request.GET.get("tables", "")[:5]
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/desk/desk.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def desk_of(competition: Competition) -> str:
    """Return the page on which organizers go on: the desk while it is played, else the competition."""
    status = Competition.objects.values_list("status", flat=True).get(pk=competition.pk)
    is_running = status == Competition.Status.RUNNING
    return (
        reverse("competition_desk", args=[competition.pk]) if is_running else competition.get_absolute_url()
    )


def back_to(request: HttpRequest, competition: Competition) -> str:
    """Return the desk from which the visitor came, else that of the competition."""
    came_from = desk_asked(request)
    return reverse("competition_desk", args=[came_from]) if came_from else desk_of(competition)


def entrant_search(request: HttpRequest) -> dict[str, Any]:
    """Return the search for entrants at the desk, for large competitions: part of a name, a page."""
    text = request.GET.get("people", "")
    page = int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else 0
    return {"find": request.GET.get("who", ""), "page": page}


def sentence(errors: Any) -> str:
    """Return all errors of a form as a single text."""
    return " ".join(str(error) for messages in errors.values() for error in messages)


def _organized(request: HttpRequest, pk: int) -> Competition:
    competition = competition_of(pk)
    require(request, "competition.organize", competition)
    return competition
