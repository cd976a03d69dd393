"""What an organizer sends is carried out once, and answered by the competition, or by the desk: why not."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions.desk.context import DeskPage
from league.http.seen_version import seen
from league.models import Competition
from league.permissions.rules import require
from league.rules.competition.commands import AnyCommand

Command = Callable[[Competition, str], object]


def competition_of(pk: int) -> Competition:
    """Return a competition with its club; a page that is not there otherwise."""
    return get_object_or_404(Competition.objects.select_related("club"), pk=pk)


def carried_out(
    request: HttpRequest,
    pk: int,
    command: Command,
    *,
    to: Callable[[Competition], str] | None = None,
    **desk: Any,
) -> HttpResponse:
    """Carry out what an organizer sent, once, and lead on; a refusal is said above the desk as it is now.

    `command` gets the competition and who asks. `desk` is what the forms of the desk keep after a refusal.
    """
    competition = competition_of(pk)
    by = require(request, "competition.organize", competition)

    def once() -> None:
        command(competition, by)

    try:
        request_keys.once(request, once)
    except Refusal as refusal:
        return desk_shown(request, competition, refusal=refusal, **desk)
    return redirect(to(competition) if to else competition)


def acted(
    request: HttpRequest, pk: int, command: AnyCommand, *, to: Callable[[Competition], str] | None = None
) -> HttpResponse:
    """Carry out one command of an organizer who saw the version that the form names, if it names one."""

    def act(competition: Competition, by: str) -> None:
        competitions.act(competition.pk, command, after=seen(request), by=by, at=timezone.now())

    return carried_out(request, pk, act, to=to)


def desk_shown(request: HttpRequest, competition: Competition, **desk: Any) -> HttpResponse:
    """Render the desk as a page of its own."""
    refusal = desk.get("refusal")
    competition.refresh_from_db()
    facts = {"desk": DeskPage(competition, **looked_for(request), **desk)}
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/desk/desk.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def looked_for(request: HttpRequest) -> dict[str, Any]:
    """Return whom of very many entrants an organizer wants to see at the desk: part of a name, a page."""
    said = request.GET.get("people", "")
    page = int(said) if said.isdecimal() and said.isascii() and len(said) < 6 else 0
    return {"find": request.GET.get("who", ""), "page": page}


def sentence(errors: Any) -> str:
    """Return all errors of a form as one text."""
    return " ".join(str(error) for found in errors.values() for error in found)
