"""The page of a player: matches and competitions, also of everybody who was merged into this one."""

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from games import command_ids
from games.models import Player, Seat, Table
from games.rules.refusal import Refusal
from league.models import Club, Entrant
from league.people import names
from league.people.player_page import claim_facts, organized_club, require_seen
from league.permissions import clubs_with, unseen


@require_GET
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player: competitions and matches, the newest first."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect(found)
    same = Q(player=found) | Q(player__merged_into=found)
    clubs = Club.objects.filter(Q(members=found) | Q(members__merged_into=found)).distinct()
    seen = clubs_with(request, "club.see", clubs)
    if not seen:
        require_seen(request, found)
    kept_back = unseen(request)
    mine = Seat.objects.filter(same).exclude(table__match__competition__in=kept_back)
    seats = mine.select_related("table").exclude(table__status=Table.Status.CLOSED).order_by("-table_id")
    entries = Entrant.objects.filter(same).exclude(competition__in=kept_back)
    facts = {
        "player": found,
        "clubs": seen,
        "entries": entries.select_related("competition").order_by("-competition_id"),
        "seats": seats[:50],
        **mine.aggregate(played=Count("place"), won=Count("pk", filter=Q(place=1))),
        **claim_facts(request, found),
    }
    return render(request, "people/player.html", facts)


@require_POST
def change_privacy(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide the name of somebody without an account, or show it: for organizers of a club of theirs."""
    found = get_object_or_404(Player, pk=pk, merged_into=None)
    if found.user_id is not None or organized_club(request, found) is None:
        raise Refusal(
            "not_allowed", "Only the players themselves, or organizers of those without an account."
        )
    is_hidden = request.POST.get("hide") == "1"
    command_ids.once(request, lambda: names.hide(found, is_hidden=is_hidden))
    messages.success(request, "The name is hidden." if is_hidden else "Everybody reads the name now.")
    return redirect(found)
