"""The season after a season: its preview, and its announcement."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import IsClubOrganizer
from league.api.base.serializers import Problem
from league.api.base.views import ResourceView, found_or_404
from league.api.competitions.command_view import require_seen_version
from league.api.competitions.documents import competition_document
from league.api.serializers import seasons as shapes
from league.api.serializers.competitions import CompetitionSeen
from league.competitions import next_season
from league.competitions.read_models.division_moves import NextSeasonPage, ShownMove, ShownPlayOff
from league.models import Competition


class NextSeasonView(ResourceView):
    """Promotion and relegation after a season."""

    permission_classes = (IsClubOrganizer,)
    query_serializer_class = shapes.BordersQuery
    serializer_class = shapes.NextSeasonSent

    def get_object(self) -> Competition:
        """Return the season that is over, to organizers of its club: a competition of the club is made."""
        competition: Competition = found_or_404(
            Competition.objects.select_related("club"), pk=self.kwargs["pk"]
        )
        self.check_object_permissions(self.request, competition.club)
        return competition

    @extend_schema(responses={200: shapes.NextSeasonSeen, 400: Problem, 409: Problem})
    def get(self, _request: Request, pk: int) -> Response:
        """Return what would follow, to organizers of the club."""
        self.get_object()
        season = next_season.ended(pk)
        planned = next_season.plan(season, **_chosen(self.validated_query()))
        return Response(_seen(NextSeasonPage(season, planned)))

    @extend_schema(responses={201: CompetitionSeen})
    def post(self, _request: Request, pk: int) -> Response:
        """Announce the next season with the same rules; all entrants are entered in their divisions."""
        competition = self.get_object()
        body = self.validated()
        made = self.once(lambda: self._announced(competition, body))
        return Response(competition_document(made), status=201)

    @transaction.atomic
    def _announced(self, competition: Competition, body: dict[str, Any]) -> int:
        require_seen_version(competition.pk, body["after"])
        season = next_season.ended(competition.pk)
        planned = next_season.plan(season, **_chosen(body), newcomers=body["newcomers"])
        borders = planned.borders(body["play_offs"])
        facts = {"name": body["name"], "by": self.acts_as, "at": timezone.now()}
        return next_season.announce(season, planned.follows, borders, **facts).pk


def _chosen(fields: dict[str, Any]) -> dict[str, Any]:
    return {"movers": fields["movers"], "leaving": fields["leaving"]}


def _seen(page: NextSeasonPage) -> dict[str, Any]:
    return {
        "version": page.season.competition.version,
        "movers": page.movers,
        "borders": page.at_borders,
        "play_offs": [_play_off(shown) for shown in page.play_offs],
        "divisions": [[_move(shown) for shown in division] for division in page.divisions],
        "left": [_move(shown) for shown in page.left],
    }


def _move(shown: ShownMove) -> dict[str, Any]:
    return {
        "player": shown.player.pk,
        "name": shown.player.name,
        "origin": shown.move.origin or None,
        "to": shown.move.to or None,
        "reason": shown.move.reason,
        "why": shown.why,
    }


def _play_off(shown: ShownPlayOff) -> dict[str, Any]:
    return {
        "stage": shown.stage,
        "match": shown.match,
        "name": shown.name,
        "players": [{"player": player.pk, "name": player.name} for player in shown.players],
        "winner": shown.winner.pk if shown.winner else None,
    }
