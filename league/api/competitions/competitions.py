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
from league.api.base.permissions import IsClubOrganizer, IsCompetitionOrganizer, ReadOnly
from league.api.base.serializers import Done, Seen
from league.api.base.views import ResourceView, found_or_404
from league.api.competitions.documents import competition_document
from league.api.serializers.announcements import Announcement, AnnouncementChange, AnnouncementCopy
from league.api.serializers.competitions import (
    CHANGED,
    CompetitionAnnounced,
    CompetitionRow,
    CompetitionSeen,
)
from league.competition_editing import changes
from league.competitions.announcing.announced_fields import fields_of
from league.competitions.announcing.facts import facts
from league.models import Club, Competition
from league.permissions.policy import invisible_competitions
from league.rules.decisions.announcement import warnings
from league.rules.settings.competition_settings import CompetitionSettings


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

    permission_classes = (ReadOnly | IsCompetitionOrganizer,)
    serializer_class = AnnouncementChange
    previews = True

    @extend_schema(responses=CompetitionSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return its present state."""
        return Response(competition_document(pk))

    @extend_schema(responses=CHANGED)
    def post(self, _request: Request, pk: int) -> Response:
        """Say what the fields that you send would change; with `sure`, change them.

        Format, points, venue, limit, rating and entry change before the start only. Rulebook and target
        change until a match has begun: tables in play are closed, and their matches get new ones.
        """
        competition = self.get_permitted(Competition.objects.select_related("club"), pk=pk)
        body = self.validated()
        after, is_sure = body.pop("after"), body.pop("sure")
        state = competitions.look(pk)
        changed = changes.changed_facts(state, self._facts(state.settings, body), body)
        if not is_sure:
            changes.check(state, changed)
            told = changes.in_words(state, changed)
            would = [f"{change.label}: {change.before} → {change.after}" for change in told]
            would += changes.consequences(state, changed)
            return Response({"version": competition.version, "would": would})
        facts: dict[str, Any] = {"after": after, "by": self.acts_as, "at": timezone.now()}
        self.once(lambda: changes.change(competition, changed, **facts))
        return Response(competition_document(pk))

    def _facts(self, settings: CompetitionSettings, body: dict[str, Any]) -> dict[str, Any]:
        """Return the facts of the announcement with the fields of the body. ValidationError by field."""
        choosable = owners.choosable(self.django_request)
        rulebook, target = changes.announced_rulebook(settings, choosable)
        wanted = owners.find(self.django_request, body["rulebook"]) if "rulebook" in body else rulebook
        points = settings.stages[0].points.by_size
        return facts({**fields_of(settings), "points": points, "target": target, **body}, wanted)


class CopyView(ResourceView):
    """Copy a competition."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = AnnouncementCopy

    def get_object(self) -> Competition:
        """Return the competition, to organizers of its club: a competition of the club is made."""
        competition: Competition = found_or_404(
            Competition.objects.select_related("club"), pk=self.kwargs["pk"]
        )
        self.check_object_permissions(self.request, competition.club)
        return competition

    @extend_schema(responses={201: CompetitionSeen})
    def post(self, _request: Request, pk: int) -> Response:
        """Announce the same again, without entrants and without a date."""
        competition, body = self.get_object(), self.validated()
        facts: dict[str, Any] = {"name": body["name"], "by": self.acts_as, "at": timezone.now()}
        made = self.once(lambda: changes.copy(competition, **facts))
        return Response(competition_document(made), status=201)


class DeleteView(ResourceView):
    """Delete a competition that has never started."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, pk: int) -> Response:
        """Delete the competition; its dates in the calendar are called off."""
        competition, body = self.get_object(), self.validated()
        facts: dict[str, Any] = {"after": body["after"], "by": self.acts_as, "at": timezone.now()}
        self.once(lambda: changes.delete(competition, **facts))
        return Response({"ok": True})


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
