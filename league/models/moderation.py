"""Reports about messages, comments and names: what was reported, to whom, and each step of the case."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import ChatMessage, Player, ReplayComment, Table
from league.models.clubs import Club


class Report(models.Model):
    """A message, comment or name that somebody reported. `text` stays when it is hidden or changed.

    `player` is its author, or bears the name. The report is deleted with the account of that player.
    """

    class Kind(models.TextChoices):
        MESSAGE = "message", _("Message")
        COMMENT = "comment", pgettext_lazy("what was reported", "Comment")
        NAME = "name", _("Name")

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or hate")
        SPAM = "spam", _("Spam or advertising")
        CHEATING = "cheating", _("Unfair play or arranged results")
        PRIVATE = "private", _("Private details of someone")
        OTHER = "other", _("Something else")

    class Desk(models.TextChoices):
        HOST = "host", _("The host of the table")
        CLUB = "club", _("The organizers of the club")
        SITE = "site", _("The people who look after this site")

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("of a report", "Open")
        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Dismissed")

    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_about")
    kind = models.CharField(max_length=7, choices=Kind, default=Kind.MESSAGE)
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="+")  # not of a name
    message = models.ForeignKey(ChatMessage, null=True, on_delete=models.SET_NULL, related_name="reports")
    comment = models.ForeignKey(ReplayComment, null=True, on_delete=models.SET_NULL, related_name="reports")
    text = models.CharField(max_length=300)
    said_at = models.DateTimeField(null=True)  # of a message or comment
    reason = models.CharField(max_length=8, choices=Reason)
    words = models.CharField(max_length=500, blank=True)
    desk = models.CharField(max_length=4, choices=Desk)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["reporter", "message"], name="one_report_per_message"),
            models.UniqueConstraint(fields=["reporter", "comment"], name="one_report_per_comment"),
            models.UniqueConstraint(
                fields=["reporter", "player", "text"], condition=Q(kind="name"), name="one_report_per_name"
            ),
        ]
        indexes = [
            models.Index(fields=["desk", "-id"], condition=Q(status="open"), name="open_reports"),
            models.Index(fields=["reporter", "at"], name="report_rate"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class ReportStep(models.Model):
    """A step of a case: it was made, passed on, decided or opened again, with the reason."""

    class Deed(models.TextChoices):
        MADE = "made", _("Reported")
        PASSED_ON = "passed_on", _("Passed on")
        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Dismissed")
        REOPENED = "reopened", _("Opened again")

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="steps")
    at = models.DateTimeField()
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    deed = models.CharField(max_length=9, choices=Deed)
    desk = models.CharField(max_length=4, choices=Report.Desk)  # where the case is after this step
    words = models.CharField(max_length=500, blank=True)
    is_hidden = models.BooleanField(
        default=False
    )  # whether what was reported was hidden, removed or replaced
    ban_days = models.PositiveSmallIntegerField(default=0)  # for how long the author may not write

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.deed} of {self.report_id}"
