"""The matches of a player for programs: figures, results, opponents, head to head."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.list_views import ListView
from league.api.base.rows import Rows
from league.api.base.serializers import Time
from league.api.base.views import ResourceView
from league.api.serializers.profiles import AgainstSeen, CareerSeen, OpponentRow, ResultRow
from league.profiles import achievements
from league.profiles.head_to_head import Against, opponents
from league.profiles.matches import Played, own, played_by
from league.profiles.opponents import mates_of
from league.profiles.rating_graph import Point, RatingGraph
from league.profiles.records import Record, favourites, records
from league.profiles.visibility import Sight, sight_of
from league.rules.ratings import GAMES_TO_SETTLE


class CareerView(ResourceView):
    """The statistics of a player: matches, favourite rulebooks, records, ratings, and current tables."""

    @extend_schema(responses=CareerSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the statistics."""
        sight = _sight_of(self, pk)
        played = own(played_by(sight.player, sight.kept_back))
        return Response(
            {
                "player": sight.player.pk,
                "name": sight.player.name,
                "matches": len(played),
                "won": sum(match.is_won for match in played),
                "favourites": [
                    {"rulebook": book.key, "title": book.rulebook, "matches": book.matches, "won": book.won}
                    for book in favourites(played)
                ],
                "records": [
                    _record(record)
                    for record in records(played, achievements.best_of(sight.player, sight.kept_back))
                ],
                "ratings": [_rating(graph) for graph in sight.graphs],
                "playing": [
                    {
                        "table": seat.table_id,
                        "name": seat.table.title,
                        "status": seat.table.status,
                        "total": seat.total,
                    }
                    for seat in sight.now
                ],
            }
        )


class ResultFilter(filters.FilterSet):
    """Which results are wanted."""

    competition = filters.NumberFilter(min_value=1, max_value=2**53)
    in_competition = filters.BooleanFilter()
    club = filters.CharFilter(max_length=80)
    rulebook = filters.CharFilter(max_length=80)


class ResultsView(ListView):
    """Every match that a player has finished, newest first."""

    serializer_class = ResultRow
    filterset_class = ResultFilter
    ordering = "-ended_at"
    ordering_fields = ("ended_at", "place", "total")

    def get_queryset(self) -> Rows:
        """Return the matches that the visitor may know of; each has its number from the first one on."""
        sight = _sight_of(self, self.kwargs["pk"])
        self.player_shown = sight.player
        oldest_first = reversed(played_by(sight.player, sight.kept_back))
        return Rows(
            {
                **_played(match),
                "pk": number,
                "ended_at": match.ended,
                "in_competition": match.competition is not None,
                "played": match,
            }
            for number, match in enumerate(oldest_first, start=1)
        )

    def serialize_rows(self, page: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows of a page with the others who took part."""
        mates = mates_of(self.player_shown, [row["played"] for row in page])
        rows = []
        for row in page:
            others = [
                {"player": mate.player, "name": mate.name} for mate in mates.get(row["played"].meeting, [])
            ]
            rows.append({**_played(row["played"]), "others": others})
        return rows


class OpponentsView(ListView):
    """The opponents in a player's finished matches, most frequent first; at most 500."""

    serializer_class = OpponentRow
    ordering = "-matches"
    ordering_fields = ("matches", "name", "player")

    def get_queryset(self) -> Rows:
        """Return them."""
        sight = _sight_of(self, self.kwargs["pk"])
        return Rows(
            {"pk": opponent.pk, "player": opponent.pk, "name": opponent.name, "matches": matches}
            for opponent, matches in opponents(sight.player, sight.kept_back)
        )


class HeadToHeadView(ResourceView):
    """Two players who have met: who placed better how often, their totals, and the latest meetings."""

    @extend_schema(responses=AgainstSeen)
    def get(self, _request: Request, pk: int, other: int) -> Response:
        """Return the comparison; 404 if the two players have not finished a match together."""
        sight = _sight_of(self, pk)
        known = opponents(sight.player, sight.kept_back)
        opponent = next((player for player, _matches in known if player.pk == other), None)
        if opponent is None:
            raise Player.DoesNotExist
        mine, theirs = (played_by(player, sight.kept_back) for player in (sight.player, opponent))
        against = Against(mine, theirs)
        my_matches = [meeting.mine for meeting in against.meetings]
        their_matches = [meeting.theirs for meeting in against.meetings]
        return Response(
            {
                "matches": len(against.meetings),
                "level": against.level,
                "mine": _side(sight.player, my_matches, against.ahead),
                "theirs": _side(opponent, their_matches, against.behind),
                "last": [
                    {"mine": _played(meeting.mine), "theirs": _played(meeting.theirs)}
                    for meeting in against.last
                ],
            }
        )


def _sight_of(view: ResourceView, pk: int) -> Sight:
    """Return a player as the visitor may see them, after a merge the other player.

    Player.DoesNotExist, Refusal `not_allowed`.
    """
    player: Player = view.get_permitted(Player.objects.select_related("merged_into"), pk=pk)
    return sight_of(view.django_request, player.merged_into or player)


def _played(match: Played) -> dict[str, Any]:
    return {
        "ended_at": Time().to_representation(match.ended),
        "place": match.place,
        "is_won": match.is_won,
        "total": match.total,
        "points": match.points,
        "table": match.table,
        "name": match.where,
        "competition": match.competition,
        "competition_name": match.competition_name,
        "club": match.club,
        "stage": match.stage,
        "match": match.key or None,
        "rulebook": match.rulebook_key,
        "rulebook_title": match.rulebook,
    }


def _side(player: Player, played: Sequence[Played], ahead: int) -> dict[str, Any]:
    return {
        "player": player.pk,
        "name": player.name,
        "ahead": ahead,
        "won": sum(match.is_won for match in played),
        "average_place": round(sum(match.place for match in played) / len(played), 2),
        "points": sum(match.points or 0 for match in played),
    }


def _record(record: Record) -> dict[str, Any]:
    names = ("code", "name", "figure", "explanation", "where", "address")
    day = timezone.localdate(record.ended) if isinstance(record.ended, dt.datetime) else record.ended
    return {**{name: getattr(record, name) for name in names}, "on": day}


def _rating(graph: RatingGraph) -> dict[str, Any]:
    return {
        "club": graph.rating.ladder.club.slug,
        "pool": graph.rating.pool,
        "rating": graph.now,
        "is_provisional": graph.rating.games < GAMES_TO_SETTLE,
        "best": _day(graph.best),
        "days": [_day(point) for point in graph.points],
    }


def _day(point: Point) -> dict[str, Any]:
    return {"day": point.day, "rating": point.rating, "matches": point.matches}
