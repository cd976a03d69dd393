"""The address on the printed sheet of a table: its match now, the score pad, the referee; and new codes."""

from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games import quotas
from games.access.referees import referee
from games.access.scorekeepers import scorekeeper
from games.idempotency import request_keys
from games.models import Table
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions.event_night import table_codes
from league.http import rate_limit
from league.models import Competition, Match
from league.permissions.policy import may, require
from league.rules.competition.commands import ChangeSettings

GUESSES: Final = 20
"""The wrong codes a minute from one network."""
_ACTS: Final = ("keep", "call", "see")


@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def printed_address(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what is played at a table of the room, and with its code open the score pad or call the referee.

    The QR code holds the code behind `#`, so that no server and no log on the way reads it; a script puts it
    into the form. Whoever may enter scores anyway is led to the pad.
    """
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    match = table_codes.match_at(competition, number)
    if request.method != "POST":
        if match is not None and match.table is not None and _may_write(request, match.table):
            return redirect("score", match.table.pk)
        return _shown(request, competition, number, match)
    try:
        return _opened(request, competition, number, match)
    except Refusal as refusal:
        return _shown(request, competition, number, match, refusal)


@require_POST
def printed_codes(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an organizer make the printed codes void, or choose whether they open the score pads."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require(request, "competition.organize", competition)
    request_keys.once(request, partial(_changed, competition, request.POST.get("do", ""), by))
    messages.success(request, _("Saved."))
    if request.POST.get("do") != "void":
        messages.info(request, table_codes.printed_before())
    return redirect("print_one", pk, "sheets")


def _changed(competition: Competition, wanted: str, by: str) -> None:
    if wanted == "void":
        table_codes.make_void(competition)
    elif wanted in ("open", "close"):
        change = ChangeSettings(self_report=wanted == "open")
        competitions.act(competition.pk, change, by=by, at=timezone.now())
    else:
        raise _unknown()


def _opened(request: HttpRequest, competition: Competition, number: int, match: Match | None) -> HttpResponse:
    """Do what the holder of a sheet asks for.

    Refusals: `wrong_code`, `too_fast`, `not_playing`, `code_void`.
    """
    code, wanted = table_codes.typed(request.POST.get("code", "")), request.POST.get("do", "")
    if wanted not in _ACTS:
        raise _unknown()
    if not table_codes.fits(competition, number, code):
        raise _wrong_code()
    if match is None or match.table_id is None:
        raise Refusal("not_playing", _("No match is being played at this table now."))
    if wanted == "keep" and not competition.self_report:
        raise Refusal("code_void", _("Here only scorekeepers and organizers enter the scores."))
    if wanted == "call":
        request_keys.once(request, partial(table_codes.call, match.table_id, at=timezone.now()))
        messages.success(request, _("The referee has been called to your table."))
    page = reverse("score" if wanted == "keep" else "table", args=[match.table_id])
    response = redirect(page if wanted == "keep" else f"{page}#who-enters")
    table_codes.remember(request, response, match.table_id, code)
    return response


def _wrong_code() -> Refusal:
    """Count a wrong code and return its refusal, which says after too many from this network to wait."""
    guessed = rate_limit.count(f"table_code:{quotas.sender_network()}", GUESSES)
    if guessed.count > GUESSES:
        return Refusal("too_fast", _("Too many wrong codes. Wait a minute."), wait=guessed.wait)
    return Refusal("wrong_code", _("This code is wrong, or the organizers have printed new sheets since."))


def _may_write(request: HttpRequest, table: Table) -> bool:
    return bool(referee(request, table) or scorekeeper(request, table))


def _names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.select_related("player")]


def _shown(
    request: HttpRequest,
    competition: Competition,
    number: int,
    match: Match | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    table = match.table if match else None
    facts: dict[str, Any] = {
        "competition": competition,
        "number": number,
        "match": match,
        "names": _names(table) if table else [],
        "is_played": table is not None and table.status in (Table.Status.OPEN, Table.Status.RUNNING),
        "may_see": may(request, "competition.see", competition),
        "typed": request.POST.get("code", "")[: table_codes.LONGEST] if refusal else "",
        "longest": table_codes.LONGEST,
        "refusal": refusal,
    }
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/event_night/printed_address.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _unknown() -> Refusal:
    return Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
