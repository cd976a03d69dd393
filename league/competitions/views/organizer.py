"""The desk from which a competition is run: its life from the start to the archive."""

from typing import Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.htmx import is_htmx
from games.rules.base.refusal import Refusal
from league import competitions
from league.competitions import background_draws
from league.competitions.desk.answers import (
    act,
    competition_of,
    desk_of,
    entrant_search,
    execute,
    render_desk,
)
from league.competitions.desk.context import DeskPage
from league.competitions.entrants.seeding import in_seed_order, require_seen_seeding, shown_order
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.competition import commands
from league.rules.decisions.consequences import can_draw

_LIFE: Final[dict[str, commands.AnyCommand]] = {
    "open": commands.OpenRegistration(),
    "close": commands.CloseRegistration(),
    "pause": commands.Pause(),
    "resume": commands.Resume(),
    "archive": commands.Archive(),
    "restore": commands.Restore(),
    "unpublish": commands.Unpublish(),
    "close_seating": commands.CloseSeating(),
}


@require_GET
def competition_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the desk of a competition: the page, or what comes next and who is in as a fragment."""
    competition = competition_of(pk)
    require(request, "competition.organize", competition)
    if not is_htmx(request):
        return render_desk(request, competition)
    if request.GET.get("after") == str(competition.version):
        return HttpResponse(status=204)
    facts = {"desk": DeskPage(competition, **entrant_search(request)), "is_news": True}
    response = render(request, "league/desk/_desk.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def competition_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the entries and begin the first stage, in the order that the page shows, saved or not.

    Where organizers publish each round, the first is published with it unless they want a `draft` of it.
    Refusal `stale` when another order was saved after the one shown.
    """

    @transaction.atomic
    def start(competition: Competition, by: str) -> None:
        order = _unsaved_order(request, competition)
        wanted: list[commands.AnyCommand] = [commands.Start()]
        if order:
            require_seen_seeding(competition, seen(request, "seeding_after"))
            wanted.insert(0, commands.Seed(order))
        competitions.act_all(competition.pk, wanted, after=seen(request), by=by, at=timezone.now())
        state = competitions.look(competition.pk)
        if state.settings.by_hand and can_draw(state):
            draw = background_draws.propose if "draft" in request.POST else background_draws.publish_next
            draw(competition.pk, after=None, by=by, at=timezone.now())

    return execute(request, pk, start, to=_page_to_play_on, seeds_sent=request.POST)


@require_POST
def competition_life(request: HttpRequest, pk: int) -> HttpResponse:
    """Open or close the registration, pause, go on, call off, archive, restore; end or extend an arena.

    `publish_next` publishes the next round as it is drawn.
    """
    wanted = request.POST.get("do", "")
    if wanted == "cancel":
        return act(request, pk, commands.Cancel(request.POST.get("reason", "")[:200]))
    if wanted == "more_time":
        return execute(
            request, pk, lambda competition, by: _seats_longer(request, competition, by), to=desk_of
        )
    if wanted == "go_on":
        return execute(request, pk, lambda competition, by: _goes_on(request, competition, by), to=desk_of)
    if wanted == "publish_next":
        return execute(request, pk, lambda _competition, by: _publishes_next(request, pk, by), to=_next_page)
    return execute(
        request, pk, lambda competition, by: _lives_on(request, competition, wanted, by), to=desk_of
    )


def _unsaved_order(request: HttpRequest, competition: Competition) -> list[int]:
    """Return the order that the seeding on the page shows, empty where it is the stored one."""
    stored = in_seed_order(competition)
    order = shown_order(stored, request.POST)
    return [entrant.number for entrant in order] if order != stored else []


def _seats_longer(request: HttpRequest, competition: Competition, by: str) -> None:
    """Let an arena seat free players for some minutes more, counted from now if its time was over."""
    text = request.POST.get("minutes", "")
    minutes = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if not minutes:
        raise Refusal("bad_time", _("Enter a number of minutes."))
    at = timezone.now()
    begins = max(competition.seating_ends_at or at, at)
    command = commands.OpenSeating(int(begins.timestamp()) + 60 * minutes)
    competitions.act(competition.pk, command, after=seen(request), by=by, at=at)


def _goes_on(request: HttpRequest, competition: Competition, by: str) -> None:
    competitions.go_on(competition.pk, after=seen(request), by=by, at=timezone.now())


def _publishes_next(request: HttpRequest, pk: int, by: str) -> None:
    background_draws.publish_next(pk, after=seen(request), by=by, at=timezone.now())
    if background_draws.request_of(pk) is None:
        messages.success(request, _("The pairings are published."))


def _next_page(competition: Competition) -> str:
    is_being_drawn = background_draws.request_of(competition.pk) is not None
    return reverse("draft", args=[competition.pk]) if is_being_drawn else desk_of(competition)


def _lives_on(request: HttpRequest, competition: Competition, wanted: str, by: str) -> None:
    if wanted not in _LIFE:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    competitions.act(competition.pk, _LIFE[wanted], after=seen(request), by=by, at=timezone.now())


def _page_to_play_on(competition: Competition) -> str:
    is_drafted = competitions.look(competition.pk).stage.draft is not None
    if is_drafted or background_draws.request_of(competition.pk) is not None:
        return reverse("draft", args=[competition.pk])
    return competition.get_absolute_url()
