"""The desk's view of all tables, with the timer and the calls for the referee; and the calls themselves."""

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import scoresheets
from games.access.players import viewer
from games.access.referees import require_not_seated
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Table
from games.realtime.server_sent_events import version_stream
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import EndMatch, SettleDispute
from games.rules.scoresheet.state import DISPUTED
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions.event_night import calls, open_calls, table_codes
from league.competitions.event_night.night import others_tonight, refereed_tonight
from league.competitions.event_night.overview import Overview
from league.competitions.event_night.timer import time_at
from league.competitions.page_request import desk_asked
from league.models import Competition, Match
from league.permissions.policy import Standing, require, standing
from league.rules.competition import commands

_MOST_MINUTES = 600


@require_GET
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all tables of a competition to its scorekeepers, referees and organizers.

    With `?calls=` it answers to other pages which tables call the referee.
    """
    competition = _competition(pk)
    place = _desk(request, competition)
    if "calls" in request.GET and is_htmx(request):
        return open_calls.answer(request, competition)
    return _shown(request, competition, place)


@require_GET
async def tables_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stream to the desk the events of the competition, and changes of calls or scorekeepers.

    The gate refuses visitors without a role there.
    """
    return await version_stream(request, "competition", pk, "totals", "desk")


@require_POST
def timer(request: HttpRequest, pk: int) -> HttpResponse:
    """Start, extend, pause or remove the timer of the round; give a table more time."""
    competition = _competition(pk)
    by = require(request, "competition.referee", competition)

    def act() -> None:
        competitions.act(pk, _timer_command(request), by=by, at=timezone.now())

    return _done(request, competition, act)


@require_POST
def answer_call(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let a referee or organizer take a call, or mark it as done."""
    competition = _competition(pk)
    require(request, "competition.referee", competition)
    wanted, user = request.POST.get("do"), request.user.pk or 0

    def act() -> None:
        if wanted == "take":
            calls.take(number, pk, user_id=user, at=timezone.now())
        elif wanted == "done":
            calls.finish(number, pk, at=timezone.now())
        else:
            raise _unknown()

    return _done(request, competition, act)


@require_POST
def end_match(request: HttpRequest, pk: int, stage: int, key: str) -> HttpResponse:
    """End a match with real cards whose time is over, ranked by its totals; or make its result final."""
    competition = _competition(pk)
    by = require(request, "competition.referee", competition)
    matches = Match.objects.select_related("table")
    match = get_object_or_404(matches, competition=competition, stage=stage, key=key, table__is_physical=True)
    is_final = request.POST.get("do") == "final"
    table = match.table
    assert table is not None  # as the query says

    def act() -> None:
        require_not_seated(request, table)
        if is_final:
            _make_final(table, by)
        else:
            scoresheets.act(table.pk, EndMatch(), by=by, at=timezone.now())

    return _done(request, competition, act)


@require_http_methods(["GET", "POST"])
def call_referee(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the referee to a table, or cancel the call: for its players and scorekeepers.

    With GET it says whether the referee is called and how much time is left, or 204 if the page knows both.
    Whoever holds the printed sheet of the table may call, too.
    """
    table = get_object_or_404(Table, pk=pk)
    player = viewer(request)
    is_seated = player is not None and table.seats.filter(player=player).exists()
    is_guest = not is_seated and table_codes.is_held(request, pk)
    if not is_seated and not is_guest:
        require(request, "table.score", pk)
    if request.method != "POST":
        return _call_shown(request, table)

    def act() -> None:
        if request.POST.get("do") == "back":
            calls.take_back(pk, at=timezone.now())
        elif is_guest:
            table_codes.call(pk, at=timezone.now())
        else:
            calls.call(pk, player=player, at=timezone.now())

    if is_htmx(request):
        return _call_shown(request, table, _refusal_of(request, act))
    request_keys.once(request, act)
    if request.POST.get("do") != "back":
        messages.success(request, _("The referee has been called to your table."))
    return redirect(_back(request, table))


def _refusal_of(request: HttpRequest, act: Callable[[], None]) -> Refusal | None:
    """Act once; return why not."""
    try:
        request_keys.once(request, act)
    except Refusal as refusal:
        return refusal
    return None


def _call_shown(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    call = calls.call_at(table.pk)
    time = time_at(table.pk, timezone.now())
    if call is not None and request.GET.get("after") == f"{call.stamp} {time.stamp}".strip():
        return HttpResponse(status=204)
    facts = {"call": call, "time": time, "table": table, "refusal": refusal}
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/event_night/_call.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _competition(pk: int) -> Competition:
    return get_object_or_404(Competition.objects.select_related("club"), pk=pk)


def _desk(request: HttpRequest, competition: Competition) -> Standing:
    place = standing(request, "competition.score", competition)
    if not place.may("competition.score") and not place.may("competition.referee"):
        require(request, "competition.score", competition)
    return place


def _timer_command(request: HttpRequest) -> commands.AnyCommand:
    now, wanted = int(timezone.now().timestamp()), request.POST.get("do", "")
    seconds = 60 * _number(request, "minutes")
    if wanted == "start":
        return commands.StartTimer(seconds, now)
    if wanted == "extend":
        match = request.POST.get("match", "")[:24]
        return commands.ExtendTimer(seconds, now, _number(request, "stage") if match else 0, match)
    plain: dict[str, commands.AnyCommand] = {
        "pause": commands.PauseTimer(now),
        "resume": commands.ResumeTimer(now),
        "stop": commands.StopTimer(),
    }
    if wanted not in plain:
        raise _unknown()
    return plain[wanted]


@transaction.atomic
def _make_final(table: Table, by: str) -> None:
    """Make a reported result final; a dispute that the sender did not see is not settled by it."""
    if Table.objects.select_for_update().get(pk=table.pk).state_name == DISPUTED:
        raise Refusal("disputed", _("A player has objected. Resolve the dispute first."))
    scoresheets.act(table.pk, SettleDispute(stands=True), by=by, at=timezone.now())


def _unknown() -> Refusal:
    return Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))


def _number(request: HttpRequest, name: str) -> int:
    return min(_asked_number(request.POST, name), _MOST_MINUTES + 1)


def _asked_number(sent: QueryDict, name: str) -> int:
    text = sent.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _done(request: HttpRequest, competition: Competition, act: Callable[[], None]) -> HttpResponse:
    shown = desk_asked(request) or competition.pk
    try:
        request_keys.once(request, act)
    except Refusal as refusal:
        here = _competition(shown)
        return _shown(request, here, _desk(request, here), refusal)
    wanted, number = request.POST.get("show", ""), _asked_number(request.POST, "tables")
    asked = {"show": wanted if wanted.isalpha() and len(wanted) < 12 else "", "tables": number}
    query = "?" + urlencode({name: value for name, value in asked.items() if value})
    address = _address(shown, is_at_desk=request.POST.get("at") == "desk")
    return redirect(address + query.removesuffix("?"))


def _address(pk: int, *, is_at_desk: bool) -> str:
    return reverse("competition_desk" if is_at_desk else "tables_overview", args=[pk])


def _shown(
    request: HttpRequest, competition: Competition, place: Standing, refusal: Refusal | None = None
) -> HttpResponse:
    at, asked = timezone.now(), request.POST if refusal else request.GET
    may_organize, may_referee = place.may("competition.organize"), place.may("competition.referee")
    is_at_desk = may_organize and asked.get("at") == "desk"
    others: Sequence[Competition] = ()
    if is_at_desk:
        others = others_tonight(request, competition, at)
    elif may_referee:
        others = refereed_tonight(request, competition, at)
    reader = partial(viewer, request)
    page = Overview(competition, asked.get("show", ""), at, _asked_number(asked, "tables"), others, reader)
    is_fragment = is_htmx(request)
    if is_fragment and refusal is None and request.GET.get("after") == page.stamp:
        return HttpResponse(status=204)
    facts = {
        "page": page,
        "refusal": refusal,
        "here": _address(competition.pk, is_at_desk=is_at_desk),
        "may_referee": may_referee,
        "may_organize": may_organize,
        "at_desk": is_at_desk,
    }
    name = "league/event_night/_overview.html" if is_fragment else "league/event_night/overview.html"
    status = refusal_status(refusal) if refusal else 200
    response = render(request, name, facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _back(request: HttpRequest, table: Table) -> str:
    if request.POST.get("back") == "score":
        return reverse("score", args=[table.pk])
    if request.POST.get("back") == "table":
        return table.get_absolute_url()
    match = Match.objects.filter(table=table).first()
    return reverse("competition", args=[match.competition_id]) if match else table.get_absolute_url()
