"""Responses of the views of a score sheet: a page, its fragment, or JSON for the outbox of a page."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games import scoresheets, tables
from games.access.players import viewer
from games.access.referees import call_at, referee
from games.access.scorekeepers import scorekeeper
from games.htmx import is_htmx
from games.localization import dates
from games.models import Table
from games.rules.base.refusal import Refusal
from games.scoresheets import service_worker, sheet_history
from games.scoresheets.page import ScorePage, score_address
from games.scoresheets.queries import seat_names
from games.wording.http_status import refusal_status


def wants_facts(request: HttpRequest) -> bool:
    """Whether the outbox of a page sends the request, which needs JSON."""
    return "application/json" in request.headers.get("Accept", "")


def render_score(
    request: HttpRequest,
    table: Table,
    *,
    refusal: Refusal | None = None,
    typed: Mapping[str, str] | None = None,
    referee_by: str | None = None,
) -> HttpResponse:
    """Render the scorekeeper's page; `typed` are the fields of a refused form.

    `referee_by` is as in `page_of`.
    """
    page = page_of(request, table, score_address(table), referee_by=referee_by)
    page.typed = typed or {}
    return _shown(request, page, "games/scoresheets/score.html", refusal)


def render_sheet(request: HttpRequest, table: Table, *, refusal: Refusal | None = None) -> HttpResponse:
    """Render the page of a table with real cards, as everybody sees it."""
    page = page_of(request, table, table.get_absolute_url())
    return _shown(request, page, "games/scoresheets/sheet.html", refusal)


def facts_of(refusal: Refusal, table: Table, deal: int) -> JsonResponse:
    """Return a refusal as JSON; if a deal was recorded with other content, with the recorded deal."""
    facts: dict[str, Any] = {"code": refusal.code, "sentence": refusal.sentence}
    if refusal.code == "deal_recorded":
        facts |= _recorded_deal(table.pk, deal)
    return JsonResponse(facts, status=refusal_status(refusal))


def page_of(request: HttpRequest, table: Table, address: str, *, referee_by: str | None = None) -> ScorePage:
    """Return the sheet of a table as its viewer sees it; `referee_by` as in `referee`, if known."""
    look = scoresheets.look(table.pk)
    player = viewer(request)
    seat = tables.seat_of(look.seats, player.pk if player else None)
    if referee_by is None:
        referee_by = referee(request, table)
    return ScorePage(look, address, seat=seat, keeper=scorekeeper(request, table), referee=referee_by)


def _recorded_deal(table_id: int, deal: int) -> dict[str, Any]:
    look = scoresheets.look(table_id)
    entry = sheet_history.recorded(look, deal, seat_names(look))
    if entry is None:
        return {"version": look.version, "stands": None}
    at = dates.clock(timezone.localtime(entry.at))
    stands = {
        "words": entry.words,
        "note": _("recorded by {who} at {time}").format(who=entry.who, time=at),
        "is_last": deal == look.next_deal - 1,
    }
    return {"version": look.version, "stands": stands}


def _shown(request: HttpRequest, page: ScorePage, template: str, refusal: Refusal | None) -> HttpResponse:
    is_fragment = is_htmx(request)
    facts: dict[str, object] = {"page": page, "refusal": refusal, "is_answer": is_fragment}
    facts["cache_name"] = service_worker.cache_name()
    if page.may_call and not is_fragment:
        facts["call"] = call_at(page.table.pk)
    status = refusal_status(refusal) if refusal else 200
    name = "games/scoresheets/score_answer.html" if is_fragment else template
    response = render(request, name, facts, status=status)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
