"""The roles of players and teams in a single competition."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.base.refusal import Refusal
from league.api.base.list_views import ListView
from league.api.base.permissions import IsCompetitionOrganizer
from league.api.base.versions import require_seen, version_of
from league.api.serializers.memberships import Granted, HelperSeen, HelpersSeen, RolesSummary
from league.clubs import members
from league.models import Club, Competition, Grant, Role, Team
from league.permissions.policy import standing


class HelperFilter(filters.FilterSet):
    """Roles by person."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    team = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = Grant
        fields = ("player", "team")


class CompetitionRolesView(ListView):
    """Roles in a competition, for organizers."""

    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = HelperSeen
    summary_serializer_class = RolesSummary
    filterset_class = HelperFilter
    ordering = "id"

    def get_queryset(self) -> QuerySet[Grant]:
        """Return all roles in the competition."""
        return _grants_of(self._competition(self.kwargs["pk"]))

    def serialize_rows(self, page: Sequence[Grant]) -> list[dict[str, Any]]:
        """Return who has which roles."""
        return [_row(grant) for grant in page]

    def get_summary(self) -> dict[str, Any]:
        """Return the version of all roles."""
        return {"version": _version_of_roles(self.kwargs["pk"])}

    @extend_schema(request=Granted, responses=HelpersSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Give a player or a team exactly these roles in the competition; an empty list removes all."""
        competition, body = self._competition(pk), self.validated(Granted)

        def grant() -> None:
            Competition.objects.select_for_update(of=("self",)).get(pk=pk)
            require_seen(body["after"], _version_of_roles(pk))
            members.grant(
                club=competition.club,
                competition=competition,
                to=_receiver(competition.club, body),
                roles=[Role(name) for name in body["roles"]],
                giveable=standing(self.django_request, "competition.organize", competition).giveable,
            )

        self.once(grant)
        rows = [_row(row) for row in _grants_of(competition).order_by("pk")]
        return Response({"version": _version_of_roles(pk), "results": rows})

    def _competition(self, pk: int) -> Competition:
        competitions = Competition.objects.select_related("club")
        competition: Competition = self.get_permitted(competitions, pk=pk)
        return competition


def _receiver(club: Club, body: dict[str, Any]) -> Player | Team:
    """Return the player of the club, or the team of it, that is named. Refusal `stranger`."""
    receiver: Player | Team | None = None
    if body["player"] is not None and body["team"] is None:
        receiver = club.members.filter(pk=body["player"]).first()
    elif body["team"] is not None and body["player"] is None:
        receiver = club.teams.filter(pk=body["team"]).first()
    if receiver is None:
        raise Refusal("stranger", _("Name either a player or a team of the club."))
    return receiver


def _grants_of(competition: Competition) -> QuerySet[Grant]:
    return competition.grants.select_related("player", "team")


def _version_of_roles(competition: int) -> int:
    grants = Grant.objects.filter(competition=competition).order_by("pk")
    return version_of(competition, [(grant.player_id, grant.team_id, grant.roles) for grant in grants])


def _row(grant: Grant) -> dict[str, Any]:
    return {
        "player": grant.player_id,
        "team": grant.team_id,
        "name": grant.receiver.name,
        "roles": [role.value for role in grant.roles],
    }
