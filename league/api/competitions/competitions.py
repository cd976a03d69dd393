"""Competitions: the list, a single competition, and the announcement of a new one."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rulebooks import owners
from league import competitions
from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer
from league.api.base.views import ResourceView
from league.api.competitions.documents import competition_document
from league.api.serializers.announcements import Announcement
from league.api.serializers.competitions import CompetitionAnnounced, CompetitionRow, CompetitionSeen
from league.competitions.announcing.facts import facts
from league.models import Club, Competition
from league.permissions.policy import invisible_competitions
from league.rules.decisions.announcement import warnings


class CompetitionFilter(filters.FilterSet):
    """Which competitions are wanted."""

    club = filters.CharFilter(field_name="club__slug", max_length=50)
    player = filters.NumberFilter(field_name="entrants__player", min_value=1, max_value=2**53)
    status = filters.ChoiceFilter(choices=Competition.Status.choices)
    # `format` by itself asks for CSV everywhere.
    first_format = filters.ChoiceFilter(field_name="format", choices=Competition.Format.choices)

    class Meta:
        model = Competition
        fields = ("club", "player", "status", "is_archived", "is_casual")


class CompetitionListView(ListView):
    """All competitions that you can see."""

    serializer_class = CompetitionRow
    filterset_class = CompetitionFilter
    ordering_fields = ("id", "name", "created_at", "started_at", "finished_at")

    def get_queryset(self) -> QuerySet[Competition]:
        """Return the competitions, without those of private clubs."""
        return Competition.objects.select_related("club").exclude(
            pk__in=invisible_competitions(self.django_request)
        )


class CompetitionView(ResourceView):
    """A competition with its stages and entrants."""

    @extend_schema(responses=CompetitionSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return its present state."""
        return Response(competition_document(pk))


class AnnounceView(ResourceView):
    """Announce a competition."""

    queryset = Club.objects.all()
    lookup_field = "slug"
    permission_classes = (IsClubOrganizer,)
    serializer_class = Announcement

    @extend_schema(responses={201: CompetitionAnnounced})
    def post(self, _request: Request, slug: str) -> Response:
        """Announce a competition of the club."""
        club = self.get_object()
        body = self.validated()
        pk = self.once(lambda: self._announced(club, body))
        sentences = warnings(competitions.look(pk).settings.stages)
        return Response({**competition_document(pk), "warnings": sentences}, status=201)

    def _announced(self, club: Club, body: dict[str, Any]) -> int:
        choosable = {rulebook.key: rulebook for rulebook in owners.choosable(self.django_request)}
        rulebook = choosable.get(body["rulebook"]) or owners.find(self.django_request, body["rulebook"])
        announced = facts(body, rulebook)
        return competitions.create(club=club, by=self.acts_as, at=timezone.now(), **announced).pk
