"""Webhooks of clubs, and their deliveries."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.competitions import Competition


class Webhook(models.Model):
    """An external address that receives the events of a club, or of one of its competitions.

    `secret` signs the deliveries; it is sealed, as is the previous one, which is valid until `old_until`.
    """

    class Off(models.TextChoices):
        BY_HAND = "by_hand", _("Switched off by hand")
        FAILING = "failing", _("Switched off: no answer for several days")
        GONE = "gone", _("Switched off: its address no longer exists")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    competition = models.ForeignKey(
        Competition, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=500)
    note = models.CharField(max_length=60, blank=True)  # for people: its purpose
    kinds = models.JSONField(default=list)  # the kinds of events sent to it; empty: all
    secret = models.TextField()
    old_secret = models.TextField(blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    off = models.CharField(
        max_length=8, choices=Off, blank=True
    )  # why nothing is sent to it; empty: it is on
    failing_since = models.DateTimeField(null=True, blank=True)  # the first failure after the last success
    answered_at = models.DateTimeField(null=True, blank=True)  # the last successful delivery
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
        """Whether events are sent to it."""
        return not self.off

    @property
    def label(self) -> str:
        """Its name on pages: its note, else the host of its address."""
        return self.note or urlsplit(self.url).hostname or self.url

    def wants(self, kind: str) -> bool:
        """Whether events of this kind are sent to it."""
        return not self.kinds or kind in self.kinds


class WebhookBookmark(models.Model):
    """The version of a competition up to which deliveries for its webhooks have been written."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="webhook_bookmark"
    )
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.competition_id} up to {self.version}"


class WebhookDelivery(models.Model):
    """One event for one webhook. `event` is its id for the receiver; `body` is the content sent.

    A waiting delivery is due at `due_at`; a sender first moves that forward, so that a killed worker costs a
    minute and loses no delivery. `tries` list the time, the status and the answer of each attempt.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Stopped")

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=64)
    kind = models.CharField(max_length=30)
    body = models.TextField()
    made_at = models.DateTimeField(db_index=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    due_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)  # since it was written, or requested again
    tries = models.JSONField(default=list)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["hook", "event"], name="one_delivery_per_event_and_webhook")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="waiting"), name="due_delivery")]

    def __str__(self) -> str:
        return f"{self.event} to {self.hook_id}"
