"""Other data about people: throttling, rosters and claims."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import HashField, Player, StoredEvent
from league.models.clubs import Club


class CacheEntry(models.Model):
    """A row of Django's cache in the database, which throttles log-ins across all web processes."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key


class Roster(models.Model):
    """The decisions of a club about players who are the same person: the owner of an event stream."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="roster")
    version = models.PositiveIntegerField(default=0)  # number of the last event
    step = models.PositiveIntegerField(default=0)  # number of the last accepted command
    head = HashField(default=b"")  # hash of the last event

    def __str__(self) -> str:
        return f"roster of {self.club_id}"


class RosterEvent(StoredEvent):
    """An event of a roster."""

    stream = models.ForeignKey(Roster, on_delete=models.PROTECT, related_name="events")

    KIND = "roster"

    class Meta(StoredEvent.Meta):
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_event_per_roster_version")
        ]

    @staticmethod
    def settled_streams() -> models.QuerySet[Roster]:
        """Return all rosters: the decisions of organizers are never hidden."""
        return Roster.objects.all()


class Claim(models.Model):
    """The claim of a player with an account to be a player without one; organizers decide it."""

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for an organizer")
        CONFIRMED = "confirmed", _("Confirmed")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    claimant = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claimed")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    asked_at = models.DateTimeField()
    decided_by = models.CharField(max_length=40, blank=True)  # as in the log: organizer:3
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "claimant"], condition=models.Q(state="open"), name="one_open_claim"
            )
        ]

    def __str__(self) -> str:
        return f"claim {self.pk}"
