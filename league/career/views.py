"""The pages of a player: who it is, all results, and head to head. Also of everybody merged into them."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.models import Player, Seat, Table
from league.career import feats
from league.career.against import Against, opponents
from league.career.played import played_by
from league.career.rating_graph import RatingGraph
from league.career.records import favourites, records
from league.career.results_page import ResultsPage
from league.models import Club, Competition, Entrant, Rating
from league.people.player_page import claim_facts, clubs_of, require_seen
from league.permissions import standings_in, unseen
from league.rules.ratings import GAMES_TO_SETTLE

_NEWEST: Final = 8
_COMPETITIONS: Final = 10


@dataclass(frozen=True)
class Sight:
    """A player as somebody may see them: clubs that are shown, and competitions that are `kept_back`.

    The visitor organizes the club `organized` of theirs, if any.
    """

    player: Player
    clubs: list[Club]
    organized: Club | None
    kept_back: QuerySet[Competition]


@require_GET
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player: how the rating went, records, newest results, competitions."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect(found)
    sight = _sight(request, found)
    played = played_by(found, sight.kept_back)
    facts = {
        **_head(sight, "overview"),
        **claim_facts(request, found, sight.organized),
        "played": len(played),
        "won": sum(one.is_won for one in played),
        "newest": played[:_NEWEST],
        "favourites": favourites(played),
        "records": records(played, feats.best_of(found, sight.kept_back)),
        "now": _now(sight),
        "entries": _entries(sight),
        **_graphs(sight, request.GET.get("ladder", "")),
    }
    return render(request, "league/career/player.html", facts)


@require_GET
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all results of a player, or those that fit."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect("player_results", found.merged_into_id)
    sight = _sight(request, found)
    shown = ResultsPage(found, played_by(found, sight.kept_back), request.GET)
    return render(request, "league/career/results.html", {**_head(sight, "results"), "results": shown})


@require_GET
def against(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player head to head with another one, or whom they have met."""
    found = get_object_or_404(Player, pk=pk)
    if found.merged_into_id:
        return redirect("player_against", found.merged_into_id)
    sight = _sight(request, found)
    people = opponents(found, sight.kept_back)
    facts: dict[str, Any] = {**_head(sight, "against"), "opponents": people}
    facts["by_name"] = sorted((one for one, _count in people), key=lambda one: one.name.casefold())
    other = _other(request.GET.get("other", ""), [one for one, _count in people])
    if other:
        mine, theirs = (played_by(one, sight.kept_back) for one in (found, other))
        facts |= {"other": other, "against": Against(mine, theirs)}
    facts["asked_in_vain"] = bool(request.GET.get("other")) and not other
    return render(request, "league/career/against.html", facts)


def _sight(request: HttpRequest, player: Player) -> Sight:
    """Return what may be seen of a player; refused, `not_allowed`, where that is nothing."""
    standings = standings_in(request, clubs_of(player))
    seen = [club for club, mine in standings.items() if club.is_mine and mine.may("club.see")]  # type: ignore[attr-defined]  # annotated
    if not seen:
        require_seen(request, player)
    organized = [club for club, mine in standings.items() if mine.may("club.organize")]
    return Sight(player, seen, next(iter(organized), None), unseen(request))


def _head(sight: Sight, tab: str) -> dict[str, Any]:
    return {"player": sight.player, "clubs": sight.clubs, "tab": tab}


def _now(sight: Sight) -> QuerySet[Seat]:
    """Return where the player sits at tables that are not over."""
    mine = Seat.objects.filter(Q(player=sight.player) | Q(player__merged_into=sight.player))
    playing = mine.filter(table__status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    seen = playing.exclude(table__match__competition__in=sight.kept_back)
    return seen.select_related("table").order_by("-table_id")[:_NEWEST]


def _entries(sight: Sight) -> QuerySet[Entrant]:
    mine = Entrant.objects.filter(Q(player=sight.player) | Q(player__merged_into=sight.player))
    seen = mine.exclude(competition__in=sight.kept_back)
    return seen.select_related("competition").order_by("-competition_id")[:_COMPETITIONS]


def _graphs(sight: Sight, wanted: str) -> dict[str, Any]:
    """Return the ratings of a player, those with the most matches first, and the one that is looked at."""
    rows = Rating.objects.filter(player=sight.player, ladder__club__in=sight.clubs).exclude(path=[])
    found = rows.select_related("ladder__club").order_by("-games", "pk")
    graphs = [RatingGraph(row, timezone.now().date()) for row in found]
    chosen = next((one for one in graphs if one.key == wanted), graphs[0] if graphs else None)
    return {"graphs": graphs, "graph": chosen, "games_to_settle": GAMES_TO_SETTLE}


def _other(wanted: str, people: list[Player]) -> Player | None:
    return next((one for one in people if str(one.pk) == wanted), None)
