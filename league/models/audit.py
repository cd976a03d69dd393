"""Who changed what about roles, invitations, tokens and the like."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import AppendOnly
from league.models.clubs import Club
from league.models.competitions import Competition


class AuditEntry(AppendOnly):
    """A change with what stood there before and after. Triggers refuse UPDATE and DELETE.

    People are numbers here: a name that changes or goes changes for the past as well. No secret is in it.
    """

    class What(models.TextChoices):
        CLUB = "club", _("Settings of the club")
        LOGO = "logo", _("Logo of the club")
        ROLES = "roles", _("Roles in the club")
        GRANT = "grant", _("Roles of a team, or in one competition")
        TEAM = "team", _("Team")
        INVITATION = "invitation", _("Invitation")
        WEBHOOK = "webhook", _("Webhook")
        TOKEN = "token", _("Token of a program")
        PRIVACY = "privacy", _("Name hidden or shown")
        MERGE = "merge", _("Two players are one person")
        ACCOUNT = "account", _("Account")
        RULEBOOK = "rulebook", _("Rulebook")
        MESSAGE = "message", _("Message")

    class Deed(models.TextChoices):
        MADE = "made", _("added")
        CHANGED = "changed", _("changed")
        ENDED = "ended", _("ended")

    at = models.DateTimeField()
    by = models.CharField(max_length=40)  # `user:7`, `visitor` without an account, `site` outside of requests
    token = models.BigIntegerField(null=True, blank=True)  # of the program that asked
    # What an entry is about may go; the entry stays.
    club = models.ForeignKey(
        Club, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="audit"
    )
    competition = models.ForeignKey(
        Competition, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="audit"
    )
    what = models.CharField(max_length=10, choices=What)
    subject = models.BigIntegerField()  # its number
    deed = models.CharField(max_length=7, choices=Deed)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.subject} {self.deed} by {self.by}"
