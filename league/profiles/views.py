"""The pages of a player: overview, all results, and head to head. Merged players are included."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.localization.collation import by_name
from games.models import Player
from league.profiles import achievements
from league.profiles.head_to_head import Against, opponents
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
        **_head(sight, "overview"),
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
    return render(request, "league/profiles/results.html", {**_head(sight, "results"), "results": shown})


@require_GET
def against(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player head to head with another, or all opponents."""
    shown_player = get_object_or_404(Player, pk=pk)
    if shown_player.merged_into_id:
        return redirect("player_against", shown_player.merged_into_id)
    sight = sight_of(request, shown_player)
    people = opponents(shown_player, sight.kept_back)
    facts: dict[str, Any] = {**_head(sight, "against"), "opponents": people}
    facts["by_name"] = by_name((opponent for opponent, _count in people), name=lambda opponent: opponent.name)
    other = _other(request.GET.get("other", ""), [opponent for opponent, _count in people])
    if other:
        results_here, results_there = (played_by(each, sight.kept_back) for each in (shown_player, other))
        facts |= {"other": other, "against": Against(results_here, results_there)}
    facts["asked_in_vain"] = bool(request.GET.get("other")) and not other
    return render(request, "league/profiles/against.html", facts)


def _head(sight: Sight, tab: str) -> dict[str, Any]:
    return {"player": sight.player, "clubs": sight.clubs, "tab": tab, "at": timezone.now()}


def _graphs(sight: Sight, wanted: str) -> dict[str, Any]:
    """Return the ratings of a player, those with the most matches first, and the selected one."""
    graphs = sight.graphs
    chosen = next((graph for graph in graphs if graph.key == wanted), graphs[0] if graphs else None)
    return {"graphs": graphs, "graph": chosen, "games_to_settle": GAMES_TO_SETTLE}


def _other(wanted: str, people: list[Player]) -> Player | None:
    return next((person for person in people if str(person.pk) == wanted), None)
