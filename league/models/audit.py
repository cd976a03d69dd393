"""The audit log: changes of roles, invitations, tokens and similar, with their authors."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Chained, HashField
from league.models.clubs import Club
from league.models.competitions import Competition


class AuditChain(models.Model):
    """A chain of the audit log, with its last version and hash.

    There is one chain until two transactions write at the same time: the second then starts a chain of its
    own.
    """

    version = models.PositiveIntegerField(default=0)  # number of the last entry
    head = HashField(default=b"")  # hash of the last entry

    def __str__(self) -> str:
        return f"audit:{self.pk}"


class AuditEntry(Chained):
    """A change with the values before and after. Triggers refuse UPDATE and DELETE.

    People are stored by number, so a changed or deleted name changes in past entries too. No secret is
    stored.
    """

    KIND = "audit"

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
        MERGE = "merge", _("Merged players")
        ACCOUNT = "account", _("Account")
        GROUP = "group", _("Staff group")
        RULEBOOK = "rulebook", _("Rulebook")
        MESSAGE = "message", _("Message")
        REPORT = "report", pgettext_lazy("a thing", "Report")

    class Deed(models.TextChoices):
        MADE = "made", _("added")
        CHANGED = "changed", _("changed")
        ENDED = "ended", _("ended")

    at = models.DateTimeField()
    by = models.CharField(max_length=40)  # `user:7`, `visitor` without an account, `site` outside of requests
    token = models.BigIntegerField(null=True, blank=True)  # of the program that made the request
    # The object of an entry may be deleted; the entry remains.
    club = models.ForeignKey(
        Club,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="audit",
    )
    competition = models.ForeignKey(
        Competition,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="audit",
    )
    what = models.CharField(max_length=10, choices=What)
    subject = models.BigIntegerField()  # its primary key
    deed = models.CharField(max_length=7, choices=Deed)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    stream = models.ForeignKey(AuditChain, on_delete=models.PROTECT, db_index=False, related_name="entries")
    version = models.PositiveIntegerField()  # its number in the chain, from 1
    salt = models.BinaryField(
        max_length=16
    )  # random, so that nobody can find the content by trying values that fit the hash
    hash = HashField()  # binds the entry to all earlier entries: see `audit_chain`

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_entry_per_audit_version")
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_of_club"),
            models.Index(fields=["competition", "-id"], name="audit_of_competition"),
            models.Index(fields=["what", "subject", "deed"], name="audit_of_subject"),
            models.Index(fields=["by", "at"], name="audit_by"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.subject} {self.deed} by {self.by}"

    @staticmethod
    def settled_streams() -> models.QuerySet[AuditChain]:
        """Return all chains: a checkpoint contains only the hash of an entry."""
        return AuditChain.objects.all()
