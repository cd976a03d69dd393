"""The pages of a player: overview, all results, and head to head. Merged players are included."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player
from league.accounts import names
from league.profiles import achievements
from league.profiles.head_to_head import Against, opponents
from league.profiles.insight import Insight
from league.profiles.insight_page import InsightPage, is_own, is_seen
from league.profiles.matches import own, played_by
from league.profiles.records import favourites, records
from league.profiles.results_page import ResultsPage
from league.profiles.visibility import Sight, sight_of
from league.roster.player_page import claim_facts
from league.rules.ratings import GAMES_TO_SETTLE

_NEWEST: Final = 8


@require_GET
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player: ratings, records, newest results, competitions."""
    shown_player = get_object_or_404(Player, pk=pk)
    if shown_player.merged_into_id:
        return redirect(shown_player)
    sight = sight_of(request, shown_player)
    played = played_by(shown_player, sight.kept_back)
    in_person = own(played)
    facts = {
        **_head(request, sight, "overview"),
        **claim_facts(request, shown_player, sight.organized),
        "played": len(played),
        "finished": len(in_person),
        "won": sum(result.is_won for result in played),
        "newest": played[:_NEWEST],
        "favourites": favourites(in_person),
        "records": records(in_person, achievements.best_of(shown_player, sight.kept_back)),
        "now": sight.now,
        "entries": sight.entries,
        **_graphs(sight, request.GET.get("ladder", "")),
    }
    return render(request, "league/profiles/player.html", facts)


@require_GET
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all results of a player, or those that match the filters."""
    shown_player = get_object_or_404(Player, pk=pk)
    if shown_player.merged_into_id:
        return redirect("player_results", shown_player.merged_into_id)
    sight = sight_of(request, shown_player)
    shown = ResultsPage(shown_player, played_by(shown_player, sight.kept_back), request.GET)
    return render(
        request, "league/profiles/results.html", {**_head(request, sight, "results"), "results": shown}
    )


@require_GET
def against(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player head to head with another, or all opponents."""
    shown_player = get_object_or_404(Player, pk=pk)
    if shown_player.merged_into_id:
        return redirect("player_against", shown_player.merged_into_id)
    sight = sight_of(request, shown_player)
    people = opponents(shown_player, sight.kept_back)
    facts: dict[str, Any] = {**_head(request, sight, "against"), "opponents": people}
    facts["by_name"] = by_name((opponent for opponent, _count in people), name=lambda opponent: opponent.name)
    other = _other(request.GET.get("other", ""), [opponent for opponent, _count in people])
    if other:
        results_here, results_there = (played_by(each, sight.kept_back) for each in (shown_player, other))
        facts |= {"other": other, "against": Against(results_here, results_there)}
    facts["asked_in_vain"] = bool(request.GET.get("other")) and not other
    return render(request, "league/profiles/against.html", facts)


@require_GET
def insight(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the analysed matches of a player say together; 404 unless it is one's own or shown."""
    shown_player = get_object_or_404(Player, pk=pk)
    if shown_player.merged_into_id:
        return redirect("player_insight", shown_player.merged_into_id)
    if not is_seen(request, shown_player):
        raise Http404
    sight = sight_of(request, shown_player)
    page = InsightPage(Insight(shown_player, sight.kept_back.competitions), sight.clubs)
    facts = {**_head(request, sight, "insight"), "insight": page, "is_own": is_own(request, shown_player)}
    response = render(request, "league/profiles/insight.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def show_insight(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own insight to everyone, or to nobody else."""
    visitor, shows = viewer(request), request.POST.get("show") == "1"
    assert visitor is not None
    request_keys.once(request, lambda: names.show_insight(visitor, shows=shows))
    shown = _("Everyone can now see this page.")
    messages.success(request, shown if shows else _("Only you can see this page now."))
    return redirect("player_insight", visitor.pk)


def _head(request: HttpRequest, sight: Sight, tab: str) -> dict[str, Any]:
    sees_insight = is_seen(request, sight.player)
    facts = {"player": sight.player, "clubs": sight.clubs, "tab": tab, "at": timezone.now()}
    return {**facts, "sees_insight": sees_insight}


def _graphs(sight: Sight, wanted: str) -> dict[str, Any]:
    """Return the ratings of a player, those with the most matches first, and the selected one."""
    graphs = sight.graphs
    chosen = next((graph for graph in graphs if graph.key == wanted), graphs[0] if graphs else None)
    return {"graphs": graphs, "graph": chosen, "games_to_settle": GAMES_TO_SETTLE}


def _other(wanted: str, people: list[Player]) -> Player | None:
    return next((person for person in people if str(person.pk) == wanted), None)
