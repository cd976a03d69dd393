"""The teams of a club: list, create, change and delete them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer
from league.api.base.serializers import Done, Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.memberships import TeamNamed, TeamSeen, TeamSent
from league.clubs import members
from league.models import Club, Role, Team
from league.permissions.policy import standing


class TeamFilter(filters.FilterSet):
    """Which teams are wanted: by a part of the name, by who is in them."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=60)
    player = filters.NumberFilter(field_name="people", min_value=1, max_value=2**53)

    class Meta:
        model = Team
        fields = ("name", "player")


class TeamListView(ListView):
    """The teams of a club, for organizers."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = TeamSeen
    filterset_class = TeamFilter
    ordering = "name"
    ordering_fields = ("id", "name")

    def get_queryset(self) -> QuerySet[Team]:
        """Return all teams of the club."""
        club: Club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return club.teams.prefetch_related("people", "grants")

    def serialize_rows(self, page: Sequence[Team]) -> list[dict[str, Any]]:
        """Return teams with their people and roles."""
        return [_row(team) for team in page]

    @extend_schema(request=TeamNamed, responses={201: TeamSeen})
    def post(self, _request: Request, slug: str) -> Response:
        """Create a team without people or roles."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated(TeamNamed)
        number = self.once(lambda: members.name_team(club, body["name"]).pk)
        return Response(_row(Team.objects.get(pk=number)), status=201)


class ChangeTeamView(ResourceView):
    """Change a team."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = TeamSent

    @extend_schema(responses=TeamSeen)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Set the name of a team, its people, and its roles in the club; the lists replace the old ones."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def change() -> None:
            members.change_team(
                _locked_team(club, number, body["after"]),
                name=body["name"],
                members=body["people"],
                roles=[Role(name) for name in body["roles"]],
                giveable=standing(self.django_request, "club.organize", club).giveable,
            )

        self.once(change)
        return Response(_row(Team.objects.get(pk=number)))


class EndTeamView(ResourceView):
    """Delete a team."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Delete the team and every role that it gave."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def end() -> None:
            giveable = standing(self.django_request, "club.organize", club).giveable
            members.end_team(_locked_team(club, number, body["after"]), giveable=giveable)

        self.once(end)
        return Response({"ok": True})


def _locked_team(club: Club, number: int, after: int) -> Team:
    """Lock the club until the transaction ends; return a team of it. Refusal `stale`."""
    Club.objects.select_for_update().get(pk=club.pk)
    team: Team = found_or_404(Team.objects, club=club, pk=number)
    require_seen(after, _row(team)["version"])
    return team


def _row(team: Team) -> dict[str, Any]:
    held = next((grant.roles for grant in team.grants.all() if grant.competition_id is None), ())
    people = sorted(player.pk for player in team.people.all())
    facts = {"id": team.pk, "name": team.name, "people": people, "roles": [role.value for role in held]}
    return {**facts, "version": version_of(*facts.values())}
