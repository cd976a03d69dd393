"""Calendars: of a club, of a competition, of the viewer; and as a feed for other programs."""

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_GET

from games.access.players import viewer
from league.calendar import feeds, ics
from league.calendar.agenda import agenda_rows, months
from league.calendar.attendance import dates_of, is_concerned
from league.calendar.visible_matchday import VisibleMatchday
from league.models import Club, Competition, Matchday
from league.permissions.policy import Standing, require, require_standing, standing

_PER_PAGE: Final = 30


@require_GET
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the matchdays of a club: future ones, or with `?past=1` past ones."""
    club = get_object_or_404(Club, slug=slug)
    here = standing(request, "club.see", club)
    require_standing(here, "club.see")
    facts: dict[str, Any] = {"club": club, "may_organize": here.may("club.organize")}
    if here.may("club.see_members"):
        facts |= {"feed": feeds.address(feeds.CLUB, club.pk), "feed_kind": feeds.CLUB, "feed_owner": club.pk}
    return _agenda(request, Matchday.objects.filter(club=club), facts, is_inside="feed" in facts)


@require_GET
def competition_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the matchdays of a competition."""
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.see", competition)
    here = standing(request, "club.see_members", competition.club)
    is_inside = feeds.is_inside(here, viewer(request), competition)
    facts: dict[str, Any] = {
        "club": competition.club,
        "competition": competition,
        "may_organize": here.may("club.organize"),
    }
    if is_inside:
        address = feeds.address(feeds.COMPETITION, pk)
        facts |= {"feed": address, "feed_kind": feeds.COMPETITION, "feed_owner": pk}
    return _agenda(request, Matchday.objects.filter(competition=competition), facts, is_inside=is_inside)


@login_required
@require_GET
def my_calendar(request: HttpRequest) -> HttpResponse:
    """Show the viewer's matchdays in all clubs, and which of them overlap."""
    player, at = viewer(request), timezone.now()
    assert player is not None
    page = Paginator(dates_of(player, since=at), _PER_PAGE).get_page(request.GET.get("page"))
    shown = agenda_rows(list(page), player, at, is_mine=True)
    facts = {
        "months": months(shown),
        "page": page,
        "feed": feeds.address(feeds.PLAYER, player.pk),
        "feed_kind": feeds.PLAYER,
        "feed_owner": player.pk,
        "may_renew": True,
        "is_mine": True,
        "is_inside": True,
        "clashes": any(row.clashes for row in shown),
    }
    return _private(render(request, "league/calendar/agenda.html", facts))


@require_GET
def matchday(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a matchday: its date and place, its attendance, and the actions of the viewer."""
    return shown(request, matchday_of(pk))


@conditional_page
@require_GET
def calendar_feed(_request: HttpRequest, token: str) -> HttpResponse:
    """Answer a calendar program: the matchdays of an address, or that nothing has changed."""
    feed = feeds.read(token, at=timezone.now())
    body = ics.calendar(feed.name, feed.matchdays)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="wildleague.ics"'
    patch_cache_control(response, private=True, max_age=300)
    return response


def matchday_of(pk: int) -> Matchday:
    """Return a matchday with its club and competition; Http404 otherwise."""
    return get_object_or_404(Matchday.objects.select_related("club", "competition"), pk=pk)


def require_seen(request: HttpRequest, matchday: Matchday) -> Standing:
    """Return the visitor's standing in the club of a matchday; Refusal `not_allowed` if it is hidden."""
    here, player = standing(request, "club.see", matchday.club), viewer(request)
    if not here.may("club.see") and (player is None or not is_concerned(matchday, player.pk)):
        require_standing(here, "club.see")
    return here


def shown(request: HttpRequest, matchday: Matchday, *, refusal: str = "", status: int = 200) -> HttpResponse:
    """Render the page of a matchday, with a refusal above it if there is one."""
    here = require_seen(request, matchday)
    page = VisibleMatchday(matchday, request, here, timezone.now())
    facts = {"page": page, "matchday": matchday, "refusal": refusal}
    return _private(render(request, "league/calendar/matchday.html", facts, status=status))


def _agenda(
    request: HttpRequest, matchdays: QuerySet[Matchday], facts: dict[str, Any], *, is_inside: bool
) -> HttpResponse:
    at, is_past = timezone.now(), "past" in request.GET
    chosen = matchdays.exclude(Matchday.to_come(at)) if is_past else matchdays.filter(Matchday.to_come(at))
    ordered = chosen.select_related("club", "competition").order_by("-starts_at" if is_past else "starts_at")
    page = Paginator(ordered, _PER_PAGE).get_page(request.GET.get("page"))
    player = viewer(request)
    facts |= {
        "months": months(agenda_rows(list(page), player, at, is_mine=is_inside and player is not None)),
        "page": page,
        "is_past": is_past,
        "is_inside": is_inside,
        "may_renew": facts["may_organize"],
    }
    return _private(render(request, "league/calendar/agenda.html", facts))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response
