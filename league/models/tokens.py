"""Tokens by which programs authenticate."""

import datetime as dt

from django.conf import settings
from django.db import models

from league.models.clubs import Club


class ApiToken(models.Model):
    """A token of a user, possibly limited to one club. Only its hash is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)  # for people: its purpose
    start = models.CharField(max_length=12)  # its first characters, so that people recognize it
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)  # rounded to the minute
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.start}… of {self.user_id}"

    def is_good(self, at: dt.datetime) -> bool:
        """Whether a program can still use it."""
        return self.revoked_at is None and at < self.expires_at


class AskedCount(models.Model):
    """The requests of a program within a minute, in all web processes (`league/http/rate_limit.py`)."""

    key = models.CharField(max_length=120, primary_key=True)
    ends_at = models.BigIntegerField(db_index=True)  # in seconds since 1970
    count = models.BigIntegerField()

    def __str__(self) -> str:
        return self.key
