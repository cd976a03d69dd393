"""What programs elsewhere are told of a club: where, of what, and what became of it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.competitions import Competition


class Webhook(models.Model):
    """An address elsewhere that is told what happens in a club, or in one competition of it.

    `secret` signs what is sent; it is sealed, as is the one before, which is good until `old_until`.
    """

    class Off(models.TextChoices):
        BY_HAND = "by_hand", _("Switched off by hand")
        FAILING = "failing", _("Switched off: it did not answer for days")
        GONE = "gone", _("Switched off: its address said that it is gone")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    competition = models.ForeignKey(
        Competition, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=500)
    note = models.CharField(max_length=60, blank=True)  # for people: what it is for
    kinds = models.JSONField(default=list)  # what it is told of; none: everything
    secret = models.TextField()
    old_secret = models.TextField(blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    off = models.CharField(max_length=8, choices=Off, blank=True)  # why it is told nothing; empty: it is
    failing_since = models.DateTimeField(null=True, blank=True)  # the first failure after the last success
    answered_at = models.DateTimeField(null=True, blank=True)  # when it last took something
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.club_id}"

    @property
    def is_on(self) -> bool:
        """Whether it is told anything."""
        return not self.off

    @property
    def label(self) -> str:
        """What pages call it: what it is for, else where it leads."""
        return self.note or urlsplit(self.url).hostname or self.url

    def wants(self, kind: str) -> bool:
        """Whether it is to be told of such an event."""
        return not self.kinds or kind in self.kinds


class WebhookBookmark(models.Model):
    """Up to which version of a competition its webhooks have been given something to send."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="webhook_bookmark"
    )
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.competition_id} up to {self.version}"


class WebhookDelivery(models.Model):
    """One event for one webhook. `event` is the id by which a receiver knows it; `body` is what is sent.

    While it waits it is due at `due_at`; whoever sends it moves that on first, so that a killed worker costs
    a minute and no delivery. `tries` say when, with which status, with which answer.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Given up")

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=64)
    kind = models.CharField(max_length=30)
    body = models.TextField()
    made_at = models.DateTimeField(db_index=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    due_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)  # since it was made or asked for again
    tries = models.JSONField(default=list)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["hook", "event"], name="one_delivery_per_event_and_webhook")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="waiting"), name="due_delivery")]

    def __str__(self) -> str:
        return f"{self.event} to {self.hook_id}"
