"""The pages of a player: who it is, all results, and head to head. Also of everybody merged into them."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET

from games.models import Player
from league.profiles import feats
from league.profiles.head_to_head import Against, opponents
from league.profiles.matches import played_by
from league.profiles.records import favourites, records
from league.profiles.results_page import ResultsPage
from league.profiles.visibility import Sight, sight_of
from league.roster.player_page import claim_facts
from league.rules.ratings import GAMES_TO_SETTLE

_NEWEST: Final = 8


@require_GET
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player: how the rating went, records, newest results, competitions."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect(found)
    sight = sight_of(request, found)
    played = played_by(found, sight.kept_back)
    facts = {
        **_head(sight, "overview"),
        **claim_facts(request, found, sight.organized),
        "played": len(played),
        "won": sum(one.is_won for one in played),
        "newest": played[:_NEWEST],
        "favourites": favourites(played),
        "records": records(played, feats.best_of(found, sight.kept_back)),
        "now": sight.now,
        "entries": sight.entries,
        **_graphs(sight, request.GET.get("ladder", "")),
    }
    return render(request, "league/profiles/player.html", facts)


@require_GET
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all results of a player, or those that fit."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect("player_results", found.merged_into_id)
    sight = sight_of(request, found)
    shown = ResultsPage(found, played_by(found, sight.kept_back), request.GET)
    return render(request, "league/profiles/results.html", {**_head(sight, "results"), "results": shown})


@require_GET
def against(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player head to head with another one, or whom they have met."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect("player_against", found.merged_into_id)
    sight = sight_of(request, found)
    people = opponents(found, sight.kept_back)
    facts: dict[str, Any] = {**_head(sight, "against"), "opponents": people}
    facts["by_name"] = sorted((one for one, _count in people), key=lambda one: one.name.casefold())
    other = _other(request.GET.get("other", ""), [one for one, _count in people])
    if other:
        mine, theirs = (played_by(one, sight.kept_back) for one in (found, other))
        facts |= {"other": other, "against": Against(mine, theirs)}
    facts["asked_in_vain"] = bool(request.GET.get("other")) and not other
    return render(request, "league/profiles/against.html", facts)


def _head(sight: Sight, tab: str) -> dict[str, Any]:
    return {"player": sight.player, "clubs": sight.clubs, "tab": tab}


def _graphs(sight: Sight, wanted: str) -> dict[str, Any]:
    """Return the ratings of a player, those with the most matches first, and the one that is looked at."""
    graphs = sight.graphs
    chosen = next((one for one in graphs if one.key == wanted), graphs[0] if graphs else None)
    return {"graphs": graphs, "graph": chosen, "games_to_settle": GAMES_TO_SETTLE}


def _other(wanted: str, people: list[Player]) -> Player | None:
    return next((one for one in people if str(one.pk) == wanted), None)
