"""Notices: messages to players on pages, by e-mail and on devices; what they have muted; quiet hours."""

from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.models import Player
from league.models.competitions import Competition


class Notice(models.Model):
    """A message sent to a player once; `key` identifies its subject, so that it is not sent twice.

    It names clubs, competitions and times, never people: so it remains correct when a name changes or is
    hidden. It is stored in every language, and `said_…` return it in the reader's; older notices exist in one
    language only. `mail_at` is when the e-mail is due, or when it was sent; `push_at` is when the devices of
    the player are due, and empty once there is a `PushMessage` for each.
    """

    class Mail(models.TextChoices):
        NONE = "", _("No e-mail")
        WAITING = "waiting", _("Waiting to be sent")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Refused, or too late")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    subject = models.CharField(max_length=160)
    text = models.CharField(max_length=600)
    link = models.CharField(max_length=300)  # an address of this site, beginning with “/”
    answers = models.JSONField(default=list)  # for the e-mail: pairs of a label and an address of this site
    in_languages = models.JSONField(default=dict)  # by language: subject, text, and the labels of the answers
    at = models.DateTimeField()
    is_shown = models.BooleanField(default=True)  # on pages
    read_at = models.DateTimeField(null=True, blank=True)
    mail = models.CharField(max_length=8, choices=Mail, default=Mail.NONE, blank=True)
    mail_at = models.DateTimeField(null=True, blank=True)
    push_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "key"], name="one_notice_per_occasion")
        ]
        indexes = [
            models.Index(
                fields=["player"], condition=Q(read_at__isnull=True, is_shown=True), name="unread_notice"
            ),
            models.Index(fields=["mail_at"], condition=Q(mail="waiting"), name="waiting_mail"),
            models.Index(fields=["push_at"], condition=Q(push_at__isnull=False), name="waiting_push"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} for {self.player_id}"

    @property
    def translated_subject(self) -> str:
        """The subject, in the language of the reader."""
        return self._translated()[0]

    @property
    def translated_text(self) -> str:
        """The text, in the language of the reader."""
        return self._translated()[1]

    @property
    def translated_answers(self) -> list[tuple[str, str]]:
        """The answers with labels in the language of the reader, each with its address."""
        addresses = [address for _label, address in self.answers]
        return list(zip(self._translated()[2], addresses, strict=True))

    def _translated(self) -> tuple[str, str, list[str]]:
        written = (self.subject, self.text, [label for label, _address in self.answers])
        return tuple(self.in_languages.get(get_language(), written))


class Muted(models.Model):
    """A kind of notice that a player has muted on pages, by e-mail, or on devices."""

    class Channel(models.TextChoices):
        PAGE = "page", _("On these pages")
        MAIL = "mail", _("By e-mail")
        PUSH = "push", _("On devices")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="muted")
    kind = models.CharField(max_length=20)
    channel = models.CharField(max_length=4, choices=Channel)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "channel"], name="one_muting_per_channel")
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel} for {self.player_id}"


class QuietHours(models.Model):
    """The hours of each day in which a player gets no e-mail of a notice and no push notice."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="quiet_hours"
    )
    starts = models.TimeField()
    ends = models.TimeField()
    time_zone = models.CharField(max_length=60)  # an IANA name

    def __str__(self) -> str:
        return f"{self.starts}–{self.ends} {self.time_zone} for {self.player_id}"


class PushSubscription(models.Model):
    """A browser that shows push notices to a player. It goes with the session in which it was made.

    `endpoint` is an address of the push service of the browser, `p256dh` and `auth` are the keys with which
    a message is encrypted for it, and `server_key` is the public key of this site that it accepts.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    session = models.ForeignKey("usersessions.UserSession", on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    server_key = models.CharField(max_length=100)
    made_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True, blank=True)  # the last push notice

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.player_id}"


class PushMessage(models.Model):
    """A notice that waits to be sent to a device; the row is deleted once it is sent, or of no use."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="+")
    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notice", "subscription"], name="one_push_per_device")]

    def __str__(self) -> str:
        return f"notice {self.notice_id} for device {self.subscription_id}"


class WaitingLetter(models.Model):
    """A letter about an account that waits for a worker: recipient, subject and text, sealed together.

    It may contain a link that opens the account, so nobody can read it here, and its row is deleted once
    sent.
    """

    sealed = models.TextField()
    at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"letter {self.pk}"


class Told(models.Model):
    """The version of a competition up to which its players have been notified."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="told"
    )
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.competition_id} up to {self.version}"
