"""A competition and its entrants as documents, now or as of a step."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from games.models import Player
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.competitions import CompetitionRow
from league.competitions.read_models import as_of
from league.competitions.read_models.as_of import AsOf
from league.models import Competition, Entrant


class AsOfQuery(serializers.Serializer):
    """As it was after a step of the history, or at a time in the past; now without either."""

    step = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    at = serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text="Such as 2026-11-21T18:30"
    )
    zone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="The time zone of `at`"
    )


def competition_document(pk: int) -> dict[str, Any]:
    """Return a competition as it stands, with its stages and entrants."""
    competition: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
    entrants = [entrant_document(entrant) for entrant in competition.entrants.select_related("player")]
    return {**CompetitionRow(competition).data, "stages": competition.stages, "entrants": entrants}


def entrant_document(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant."""
    return {
        "number": entrant.number,
        "player": entrant.player_id,
        "name": entrant.player.name,
        "team": entrant.team,
        "seed": entrant.seed,
        "gone": entrant.gone or None,
        "is_waiting": entrant.is_waiting,
        "is_here": entrant.is_here,
        "is_away": entrant.is_away,
        "rank": entrant.rank,
        "points": entrant.points,
    }


def player_document(player: Player) -> dict[str, Any]:
    """Return the id and the name of a player."""
    return {"player": player.pk, "name": player.name}


def asked_moment(view: ResourceView, competition: Competition) -> AsOf:
    """Return the moment that `step` or `at` name. Refusals: those of `as_of.requested_moment`."""
    query = {name: str(value) for name, value in view.validated_query().items()}
    return as_of.requested_moment(query, competition, timezone.now())
