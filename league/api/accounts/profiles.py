"""What a player has played, for programs: as the pages of a player tell it."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.rows import Rows
from league.api.serializers import profiles as shapes
from league.api.serializers.table_rows import Time
from league.profiles import feats
from league.profiles.head_to_head import Against, opponents
from league.profiles.matches import Played, played_by
from league.profiles.mates import mates_of
from league.profiles.rating_graph import Point, RatingGraph
from league.profiles.records import Record, favourites, records
from league.profiles.visibility import Sight, sight_of
from league.rules.ratings import GAMES_TO_SETTLE


class OfSomebody(Endpoint):
    """Something about a player; who was merged is whom they are shown as."""

    def sight(self, pk: int) -> Sight:
        """Return the player as the asker may see them; Player.DoesNotExist, Refusal `not_allowed`."""
        found: Player = found_or_404(Player.objects.select_related("merged_into"), pk=pk)
        return sight_of(self.asker, found.merged_into or found)


class Career(OfSomebody):
    """A player in figures: matches, favourite rulebooks, records, ratings day by day, tables of now."""

    @answers(shapes.CareerSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with them."""
        sight = self.sight(pk)
        played = played_by(sight.player, sight.kept_back)
        return Response(
            {
                "player": sight.player.pk,
                "name": sight.player.name,
                "matches": len(played),
                "won": sum(one.is_won for one in played),
                "favourites": [
                    {"rulebook": one.key, "title": one.rulebook, "matches": one.matches, "won": one.won}
                    for one in favourites(played)
                ],
                "records": [
                    _record(one) for one in records(played, feats.best_of(sight.player, sight.kept_back))
                ],
                "ratings": [_rating(one) for one in sight.graphs],
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


class ResultFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which results are wanted."""

    competition = filters.NumberFilter(min_value=1, max_value=2**53)
    in_competition = filters.BooleanFilter()
    club = filters.CharFilter(max_length=80)
    rulebook = filters.CharFilter(max_length=80)


class Results(ListEndpoint, OfSomebody):
    """Every match that a player has finished, the newest first."""

    row_class = shapes.ResultRow
    filterset_class = ResultFilter
    ordering = "-ended_at"
    ordering_fields = ("ended_at", "place", "total")

    def rows(self) -> Rows:
        """Return the matches that the asker may know of; each has its number from the first one on."""
        sight = self.sight(self.kwargs["pk"])
        self.of = sight.player
        oldest_first = reversed(played_by(sight.player, sight.kept_back))
        return Rows(
            {
                **_played(one),
                "pk": number,
                "ended_at": one.ended,
                "in_competition": one.competition is not None,
                "played": one,
            }
            for number, one in enumerate(oldest_first, start=1)
        )

    def describe(self, found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows of a page with who else took part."""
        mates = mates_of(self.of, [row["played"] for row in found])
        told = []
        for row in found:
            others = [
                {"player": one.player, "name": one.name} for one in mates.get(row["played"].meeting, [])
            ]
            told.append({**_played(row["played"]), "others": others})
        return told


class Opponents(ListEndpoint, OfSomebody):
    """With whom a player has finished matches, those met most often first; at most 500."""

    row_class = shapes.OpponentRow
    ordering = "-matches"
    ordering_fields = ("matches", "name", "player")

    def rows(self) -> Rows:
        """Return them."""
        sight = self.sight(self.kwargs["pk"])
        return Rows(
            {"pk": one.pk, "player": one.pk, "name": one.name, "matches": matches}
            for one, matches in opponents(sight.player, sight.kept_back)
        )


class HeadToHead(OfSomebody):
    """Two players who have met: who was ahead how often, the sums of both, the last meetings."""

    @answers(shapes.AgainstSeen)
    def get(self, _request: Request, pk: int, other: int) -> Response:
        """Answer with them; 404 where they have finished no match together."""
        sight = self.sight(pk)
        met = [one for one, _matches in opponents(sight.player, sight.kept_back) if one.pk == other]
        if not met:
            raise Player.DoesNotExist
        mine, theirs = (played_by(one, sight.kept_back) for one in (sight.player, met[0]))
        against = Against(mine, theirs)
        return Response(
            {
                "matches": len(against.meetings),
                "level": against.level,
                "mine": _side(sight.player, [one.mine for one in against.meetings], against.ahead),
                "theirs": _side(met[0], [one.theirs for one in against.meetings], against.behind),
                "last": [{"mine": _played(one.mine), "theirs": _played(one.theirs)} for one in against.last],
            }
        )


def _played(one: Played) -> dict[str, Any]:
    return {
        "ended_at": Time().to_representation(one.ended),
        "place": one.place,
        "is_won": one.is_won,
        "total": one.total,
        "points": one.points,
        "table": one.table,
        "name": one.where,
        "competition": one.competition,
        "competition_name": one.competition_name,
        "club": one.club,
        "stage": one.stage,
        "match": one.key or None,
        "rulebook": one.rulebook_key,
        "rulebook_title": one.rulebook,
    }


def _side(player: Player, played: Sequence[Played], ahead: int) -> dict[str, Any]:
    return {
        "player": player.pk,
        "name": player.name,
        "ahead": ahead,
        "won": sum(one.is_won for one in played),
        "average_place": round(sum(one.place for one in played) / len(played), 2),
        "points": sum(one.points or 0 for one in played),
    }


def _record(one: Record) -> dict[str, Any]:
    told = {
        name: getattr(one, name) for name in ("code", "name", "figure", "explanation", "where", "address")
    }
    return {**told, "on": timezone.localdate(one.ended) if isinstance(one.ended, dt.datetime) else one.ended}


def _rating(graph: RatingGraph) -> dict[str, Any]:
    return {
        "club": graph.rating.ladder.club.slug,
        "pool": graph.rating.pool,
        "rating": graph.now,
        "is_provisional": graph.rating.games < GAMES_TO_SETTLE,
        "best": _day(graph.best),
        "days": [_day(one) for one in graph.points],
    }


def _day(one: Point) -> dict[str, Any]:
    return {"day": one.day, "rating": one.rating, "matches": one.matches}
