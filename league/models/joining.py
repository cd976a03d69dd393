"""Invitations and requests to join a club, and the logo of a club."""

import datetime as dt

from django.conf import settings
from django.db import models

from games.models import Player
from league.models.clubs import Club, RoleFlags


class Invitation(RoleFlags):
    """A link by which people join a club with the roles given here. The link itself is stored nowhere."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    note = models.CharField(max_length=80, blank=True)  # for organizers: the intended recipient
    expires_at = models.DateTimeField()
    most_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id}"

    def is_good(self, at: dt.datetime) -> bool:
        """Whether it is neither revoked, used up nor expired; its maker's rights are checked elsewhere."""
        return self.revoked_at is None and self.uses < self.most_uses and at < self.expires_at


class JoinRequest(models.Model):
    """A request to join a club; deleted when it is granted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="requests")
    message = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField()
    is_declined = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_request_per_player")]

    def __str__(self) -> str:
        return f"{self.player_id} asks {self.club_id}"


class Logo(models.Model):
    """The logo of a club: a WebP converted from the uploaded picture, small enough for a row."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    picture = models.BinaryField()
    digest = models.CharField(max_length=16)  # of the picture, so that browsers cache it until it changes

    def __str__(self) -> str:
        return f"logo of {self.club_id}"
