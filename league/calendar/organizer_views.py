"""Pages for organizers: announce, change, call off, undo, find substitutes, set reminders."""

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.calendar import feeds, matchdays, reminders, substitutes
from league.calendar.attendance import expected
from league.calendar.forms import MatchdayForm, SettingsForm
from league.calendar.matchday_notices import CLOSED
from league.calendar.times import when
from league.calendar.views import matchday_of, shown
from league.calendar.visible_matchday import hidden_clubs
from league.http.expected_version import seen
from league.models import Club, Competition, Entrant, Matchday
from league.permissions.policy import require

_LIFE: Final = {"call_off": matchdays.call_off, "restore": matchdays.restore, "undo": matchdays.undo}
_DONE: Final = {
    "call_off": gettext_lazy("Called off. Everyone expected will be notified."),
    "restore": gettext_lazy("It takes place after all. Everyone expected will be notified."),
    "undo": gettext_lazy("The last change was undone. Everyone expected will be notified."),
}


@require_http_methods(["GET", "POST"])
def matchday_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a matchday, or several alike, to the calendar of a club."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)
    form = MatchdayForm(club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = request_keys.once(request, lambda: _announced(club, form))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("matchday", made[0]) if len(made) == 1 else redirect("club_calendar", slug)
    facts = {"form": form, "club": club}
    return render(request, "league/calendar/matchday_form.html", facts, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def matchday_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a matchday; first ask to confirm a change of which people are notified."""
    matchday = matchday_of(pk)
    by = require(request, "club.organize", matchday.club)
    form = MatchdayForm(matchday.club, request.POST or None, matchday=matchday)
    facts = {"form": form, "club": matchday.club, "matchday": matchday}
    status = 200
    if request.method == "POST" and form.is_valid():
        (wanted,) = form.facts()
        if _is_news(matchday, wanted) and "sure" not in request.POST:
            facts |= {
                "told": len(expected(matchday)),
                "was": when(matchday),
                "becomes": _becomes(matchday, wanted),
            }
            return render(request, "league/calendar/matchday_confirm.html", facts)
        try:
            request_keys.once(request, lambda: _changed(request, pk, wanted, by))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
            status = refusal_status(refusal)
        else:
            return redirect("matchday", pk)
    if form.errors and status == 200:
        status = 422
    return render(request, "league/calendar/matchday_form.html", facts, status=status)


@require_POST
def matchday_life(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a matchday off, restore it, or undo the last change."""
    matchday = matchday_of(pk)
    by = require(request, "club.organize", matchday.club)
    wanted = request.POST.get("do", "")
    if wanted not in _LIFE:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    act: Callable[..., Matchday] = _LIFE[wanted]

    def once() -> None:
        act(pk, after=seen(request), by=by, at=timezone.now())

    try:
        request_keys.once(request, once)
    except Refusal as refusal:
        return shown(request, matchday_of(pk), refusal=refusal.sentence, status=refusal_status(refusal))
    messages.success(request, _DONE[wanted])
    return redirect(matchday)


@require_http_methods(["GET", "POST"])
def matchday_substitutes(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show possible substitutes for an entrant, and ask them."""
    matchday = matchday_of(pk)
    by = require(request, "club.organize", matchday.club)
    entrants = Entrant.objects.select_related("player")
    entrant = get_object_or_404(entrants, competition=matchday.competition_id, number=number)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            answer = request_keys.once(request, lambda: _asked(request, pk, number, by))
        except Refusal as error:
            refusal, status = error.sentence, refusal_status(error)
        else:
            if answer:
                return redirect("substitute", answer)
            messages.success(request, _("Request sent. You will be notified of the answer."))
            return redirect("matchday_substitutes", pk, number)
    find = request.GET.get("find", "").strip()[: substitutes.LONGEST_SEARCH]
    listed = substitutes.candidates(
        matchday, entrant, at=timezone.now(), number=request.GET.get("page"), find=find
    )
    facts = {
        "matchday": matchday,
        "when": when(matchday),
        "entrant": entrant,
        "candidates": listed,
        "find": find,
        "kept_back": hidden_clubs([other for candidate in listed for other in candidate.elsewhere], request),
        "closed": CLOSED,
        "refusal": refusal,
    }
    response = render(request, "league/calendar/substitutes.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@require_http_methods(["GET", "POST"])
def calendar_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and save the settings for all matchdays of a club."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.organize", club)
    form = SettingsForm(request.POST or None, initial={"remind_hours": reminders.usual_hours(club)})
    if request.method == "POST" and form.is_valid():
        reminders.set_usual_hours(club, int(form.cleaned_data["remind_hours"]))
        messages.success(request, _("Saved."))
        return redirect("club_calendar", slug)
    facts_shown = {"form": form, "club": club}
    return render(request, "league/calendar/settings.html", facts_shown, status=422 if form.errors else 200)


@require_POST
def feed_renew(request: HttpRequest, kind: str, owner: int) -> HttpResponse:
    """Give a calendar feed a new address: the viewer's own, or that of a club or competition."""
    back = _feed_of(request, kind, owner)
    request_keys.once(request, lambda: feeds.renew(kind, owner))
    messages.success(request, _("The calendar has a new address. The old address is empty from now on."))
    return back


def _feed_of(request: HttpRequest, kind: str, owner: int) -> HttpResponse:
    """Return the page that shows a feed; Refusal without permission to renew it."""
    if kind == feeds.PLAYER:
        me = viewer(request)
        if me is None or me.pk != owner:
            raise Refusal("not_allowed", _("You can renew only the address of your own calendar."))
        return redirect("my_calendar")
    if kind == feeds.CLUB:
        club = get_object_or_404(Club, pk=owner)
        require(request, "club.organize", club)
        return redirect("club_calendar", club.slug)
    if kind == feeds.COMPETITION:
        competition = get_object_or_404(Competition.objects.select_related("club"), pk=owner)
        require(request, "competition.organize", competition)
        return redirect("competition_calendar", owner)
    raise Http404


@transaction.atomic
def _announced(club: Club, form: MatchdayForm) -> list[int]:
    return [matchdays.announce(club, facts, at=timezone.now()).pk for facts in form.facts()]


def _changed(request: HttpRequest, pk: int, wanted: matchdays.Facts, by: str) -> None:
    matchdays.change(pk, wanted, after=seen(request), by=by, at=timezone.now())


def _asked(request: HttpRequest, pk: int, number: int, by: str) -> int:
    """Ask a player; return the request of a player without an account, whose answer the organizer enters."""
    named = request.POST.get("player", "")
    player = int(named) if named.isascii() and named.isdecimal() and len(named) < 10 else 0
    asked = substitutes.ask(pk, number, player, by=by, at=timezone.now())
    return 0 if asked.player.user_id else asked.pk


def _is_news(matchday: Matchday, wanted: matchdays.Facts) -> bool:
    """Whether people are notified of a change."""
    was = (matchday.starts_at, matchday.ends_at, matchday.place)
    return was != (wanted.starts_at, wanted.ends_at, wanted.place)


def _becomes(matchday: Matchday, wanted: matchdays.Facts) -> str:
    return when(Matchday(club=matchday.club, starts_at=wanted.starts_at, ends_at=wanted.ends_at))
