"""The audit log of a club and of a competition: who changed what, for those who run it."""

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from league.api.base.lists import ListEndpoint, found_or_404
from league.api.clubs.invitations import organized
from league.api.serializers.audit_log import AuditSeen
from league.models import AuditEntry, Competition
from league.permissions.rules import require


class AuditFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which entries are wanted."""

    what = filters.ChoiceFilter(choices=AuditEntry.What.choices)
    deed = filters.ChoiceFilter(choices=AuditEntry.Deed.choices)

    class Meta:
        model = AuditEntry
        fields = ("what", "deed")


class ClubAudit(ListEndpoint):
    """Who changed what in a club, its competitions included, for organizers; the newest first."""

    row_class = AuditSeen
    filterset_class = AuditFilter

    def rows(self) -> QuerySet[AuditEntry]:
        """Return all entries."""
        return organized(self).audit.all()


class CompetitionAudit(ListEndpoint):
    """Who changed what in one competition, for its organizers; the newest first."""

    row_class = AuditSeen
    filterset_class = AuditFilter

    def rows(self) -> QuerySet[AuditEntry]:
        """Return all entries."""
        found: Competition = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        require(self.asker, "competition.organize", found)
        return found.audit.all()
