"""The audit log of a club and of a competition: who changed what."""

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer, IsCompetitionOrganizer
from league.api.serializers.audit_log import AuditSeen
from league.models import AuditEntry, Club, Competition


class AuditFilter(filters.FilterSet):
    """Which entries are wanted."""

    what = filters.ChoiceFilter(choices=AuditEntry.What.choices)
    deed = filters.ChoiceFilter(choices=AuditEntry.Deed.choices)

    class Meta:
        model = AuditEntry
        fields = ("what", "deed")


class ClubAuditView(ListView):
    """The audit log of a club and its competitions, for organizers, newest first."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = AuditSeen
    filterset_class = AuditFilter

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """Return all entries of the club."""
        club: Club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return club.audit.all()


class CompetitionAuditView(ListView):
    """The audit log of a competition, for its organizers, newest first."""

    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = AuditSeen
    filterset_class = AuditFilter

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """Return all entries of the competition."""
        competition: Competition = self.get_permitted(Competition.objects, pk=self.kwargs["pk"])
        return competition.audit.all()
