"""The calendar of a club: matchdays, answers and requests for substitutes. Plain rows, part of no log."""

import datetime as dt
import uuid

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Player
from league.models.clubs import Club
from league.models.competitions import Competition

REMIND_HOURS = 24
"""The hours between a reminder and its matchday, unless set otherwise."""


class ClubCalendar(models.Model):
    """Settings for all matchdays of a club that have no setting of their own."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="calendar")
    remind_hours = models.PositiveSmallIntegerField(default=REMIND_HOURS)  # 0: no reminder

    def __str__(self) -> str:
        return f"calendar of {self.club_id}"


class Matchday(models.Model):
    """A date of a club. `sequence` counts its changes, for forms and for external calendars."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="matchdays")
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    place = models.CharField(max_length=120, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)  # null: unlimited
    note = models.CharField(max_length=500, blank=True)
    competition = models.ForeignKey(
        Competition, null=True, blank=True, on_delete=models.SET_NULL, related_name="matchdays"
    )
    stage = models.PositiveSmallIntegerField(null=True, blank=True)  # of the competition
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)  # within that stage
    remind_hours = models.PositiveSmallIntegerField(null=True, blank=True)  # null: the setting of the club
    reminded_for = models.DateTimeField(null=True, blank=True)  # the beginning for which reminders were sent
    is_cancelled = models.BooleanField(default=False)
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="a_matchday_ends_after_it_begins"
            )
        ]
        indexes = [models.Index(fields=["club", "starts_at"], name="matchdays_of_a_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matchday", args=[self.pk])

    def is_over(self, at: dt.datetime) -> bool:
        """Whether its time is over, or its competition, which may end earlier. Reads `competition`."""
        if self.ends_at <= at:
            return True
        if self.competition is None or not self.competition.is_over:
            return False
        return self.competition.finished_at is None or self.competition.finished_at <= at

    @staticmethod
    def to_come(at: dt.datetime) -> Q:
        """Return the condition for matchdays that are not over."""
        return Q(ends_at__gt=at) & ~Q(competition__status__in=Competition.OVER)


class MatchdayChange(models.Model):
    """The values of a matchday before a change, so that the last change can be undone."""

    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="changes")
    sequence = models.PositiveIntegerField()  # the sequence after the change
    before = models.JSONField()
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["matchday", "sequence"], name="one_change_per_sequence")
        ]

    def __str__(self) -> str:
        return f"{self.matchday_id} to {self.sequence}"


class Availability(models.Model):
    """A player's answer for a matchday. `since`, the time of the first answer, orders the waiting list."""

    class Answer(models.TextChoices):
        IN = "in", pgettext_lazy("coming to a matchday", "In")
        MAYBE = "maybe", _("Maybe")
        OUT = "out", pgettext_lazy("not coming to a matchday", "Out")

    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="availabilities")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="availabilities")
    answer = models.CharField(max_length=5, choices=Answer)
    since = models.DateTimeField()
    by = models.CharField(max_length=40)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["matchday", "player"], name="one_answer_per_matchday")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.answer} on {self.matchday_id}"


class SubstituteRequest(models.Model):
    """A request to a player to replace another for an entrant in the competition of a matchday."""

    class State(models.TextChoices):
        ASKED = "asked", _("Asked")
        ACCEPTED = "accepted", _("Steps in")
        DECLINED = "declined", _("Unavailable")
        FILLED = "filled", _("No longer needed")

    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="substitute_requests")
    entrant = models.PositiveSmallIntegerField()  # the entry number
    replaces = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="substitute_requests")
    state = models.CharField(max_length=8, choices=State, default=State.ASKED)
    asked_by = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["matchday", "entrant", "replaces", "player"], name="one_request_per_substitute"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.entrant} on {self.matchday_id}"

    def get_absolute_url(self) -> str:
        return reverse("substitute", args=[self.pk])


class FeedAddress(models.Model):
    """The number in the address of a calendar feed: only the newest is valid. Without a row it is 1."""

    kind = models.CharField(max_length=12)  # player, club or competition
    owner = models.PositiveBigIntegerField()  # its primary key
    number = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "owner"], name="one_feed_address")]

    def __str__(self) -> str:
        return f"{self.kind} {self.owner}: {self.number}"
