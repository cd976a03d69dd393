"""Players, tables and seats (projections of the log), and the log's own rows."""

import datetime as dt
from collections.abc import Callable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.naming import table_titles
from games.naming.player_names import Everything, NameField, read_by


class HashField(models.BinaryField):  # type: ignore[type-arg]  # Django does not take any
    """A hash of the chain: 32 bytes, as bytes on every database; empty before the first event."""

    def from_db_value(self, value: Any, _expression: object, _connection: object) -> bytes | None:
        return None if value is None else bytes(value)  # None where a join found no row


class Player(models.Model):
    """A person in the standings, perhaps linked to a user. The log names players by id only.

    A player who was merged into another has the name of that player until the merge is undone.
    """

    name = NameField(max_length=60)
    language = models.CharField(max_length=10, blank=True)  # of e-mails; empty for that of the site
    is_hidden = models.BooleanField(default=False)  # public pages show a number instead
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged", editable=False
    )
    name_before = models.CharField(max_length=60, blank=True, editable=False)  # before the merge
    was_hidden = models.BooleanField(default=False, editable=False)
    shows_insight = models.BooleanField(default=False, editable=False)  # everyone can see that page
    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    vacation_until = models.DateTimeField(
        null=True, blank=True, editable=False
    )  # the end of the last vacation
    rulebooks = GenericRelation("CustomRulebook", "keeper_id", "keeper_type")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return resolve_url(settings.PLAYER_URL, self.merged_into_id or self.pk)

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Read the row again, with the name itself and not as a reader sees it."""
        with read_by(Everything()):
            super().refresh_from_db(*args, **kwargs)


class Table(models.Model):
    """A table with one match. All columns follow from the log: `manage.py rebuild`."""

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("Being played")
        FINISHED = "finished", _("Finished")
        CLOSED = "closed", _("Closed without a match")
        DECIDED = "decided", _("Decided by the organizers")

    name = models.CharField(max_length=80)
    rulebook = models.CharField(max_length=40)
    options = models.JSONField(default=dict)  # those that differ from the defaults
    rulebook_title = models.CharField(max_length=60, blank=True)  # of a custom rulebook, when it was opened
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    turn_seconds = models.PositiveIntegerField(default=60)
    bot_pause_ms = models.PositiveIntegerField(default=1200)
    bot_strength = models.CharField(max_length=8, default="club")  # see games.bots.strengths
    bank_seconds = models.PositiveIntegerField(default=0)  # of each player, for the whole match
    away_after = models.PositiveSmallIntegerField(default=3)  # overdue turns in a row
    is_physical = models.BooleanField(default=False)  # real cards: no bots, no clock, no hands
    confirm = models.CharField(max_length=8, default="none")  # none or others: who is asked about a result
    silence_seconds = models.PositiveIntegerField(default=0)  # until a reported result is final; 0: never
    self_report = models.BooleanField(
        default=False
    )  # players may keep the sheet; a competition says it for its own
    limit_seconds = models.PositiveIntegerField(default=0)  # of the whole match, 0 for none
    limit_at_once = models.BooleanField(default=False)  # else after the running deal
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)  # number of the last event
    step = models.PositiveIntegerField(default=0)  # number of the last accepted command
    head = HashField(default=b"")  # hash of the last event
    round_number = models.PositiveIntegerField(default=0)
    round_version = models.PositiveIntegerField(default=0)  # version of the last RoundStarted
    state_name = models.CharField(max_length=20, blank=True)  # turn, after_draw, pending …
    turn_seat = models.SmallIntegerField(null=True, blank=True)
    dealer_seat = models.SmallIntegerField(null=True, blank=True)  # the next dealer of a physical table
    turn_ends_at = models.DateTimeField(null=True, blank=True)  # then the bank of the player is used
    turn_left_ms = models.PositiveBigIntegerField(null=True, blank=True)  # when its player left it to a bot
    limit_at = models.DateTimeField(null=True, blank=True)  # when the time of the match is over
    committed = models.PositiveIntegerField(default=0)  # deals whose shuffles the server has committed to
    due_at = models.DateTimeField(null=True, blank=True)  # when a bot, the clock or the next deal acts
    paused_at = models.DateTimeField(null=True, blank=True)
    penalty_asked = models.JSONField(default=dict, blank=True)  # see tables.rulings; empty for none
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["status", "due_at"], name="table_due"),
            models.Index(fields=["status", "-finished_at"], name="table_status"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.pk])

    @property
    def title(self) -> str:
        """The name in the language of the reader."""
        return table_titles.translated(self.name)

    @property
    def is_over(self) -> bool:
        """Whether the match is over, so that no card is a secret any more."""
        return self.status in (self.Status.FINISHED, self.Status.CLOSED)


class Seat(models.Model):
    """A place at a table, clockwise from index 0 (seat A), held by a player, a bot or nobody."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    earlier_players = models.JSONField(default=list, blank=True)
    """Who handed the seat over in the match: pairs of the version of the event and the id of the player."""
    bot_name = models.CharField(max_length=30, blank=True)  # of a seat that no player holds
    is_bot = models.BooleanField(default=False)  # a bot makes the moves, also for an absent player
    away_from = models.PositiveIntegerField(null=True, blank=True)  # the step at which a bot took over
    away_steps = models.PositiveIntegerField(default=0)  # those of the table while a bot played before
    bank_ms = models.PositiveBigIntegerField(default=0)  # the time bank that is left
    missed = models.PositiveSmallIntegerField(default=0)  # overdue turns since the player's last command
    total = models.IntegerField(default=0)
    eliminated_round = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    words = models.CharField(max_length=40, blank=True)  # for the shuffles from the next deal on
    dealt_words = models.CharField(max_length=40, blank=True)  # those that took part in the last deal
    kept_for = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kept_until = models.DateTimeField(
        null=True, blank=True
    )  # without `kept_for`: for a visitor with its link

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_place")]

    def __str__(self) -> str:
        return f"{self.letter}: {self.name}"

    @property
    def letter(self) -> str:
        """The seat's letter on pages and in the notation."""
        return "ABCDEFGHIJ"[self.index]

    @property
    def name(self) -> str:
        """The name of the player or bot; empty for a free seat. Read with `select_related("player")`."""
        return self.player.name if self.player else self.bot_name

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.player_id is None and not self.is_bot

    def is_kept(self, at: dt.datetime) -> bool:
        """Whether the seat is free, and kept for a person at a time."""
        return self.is_free and self.kept_until is not None and at < self.kept_until


class Vacation(models.Model):
    """Days on which the turns of a player wait at tables where a turn lasts days. The log has its effects."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_at"]

    def __str__(self) -> str:
        return f"{self.player_id} until {self.ends_at}"


class Rematch(models.Model):
    """The table at which the people of a finished match play again. Not in the log."""

    before = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="rematch")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="rematch_of")

    def __str__(self) -> str:
        return f"{self.table_id} after {self.before_id}"


class InvitedOnly(models.Model):
    """A table that no list shows; people see it and sit down with the key of its link. Not in the log."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="invited_only"
    )
    key = models.CharField(max_length=22)

    def __str__(self) -> str:
        return f"{self.table_id}"


class TableNetwork(models.Model):
    """The network from which a table was opened, as a hash, until the table ends. Not in the log.

    It depends on the table alone: a log-out or the end of an account must not hide a table from the quotas.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="+")
    network = models.CharField(max_length=32, db_index=True)

    def __str__(self) -> str:
        return f"{self.table_id}"


class LastSweep(models.Model):
    """The time of the last sweep, in a single row; see `tables.clock_drift`.

    After a gap the deadlines of all tables are corrected; those up to the table `done_to` are done.
    """

    looked_at = models.DateTimeField()
    away_from = models.DateTimeField(null=True)
    away_until = models.DateTimeField(null=True)
    done_to = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.looked_at}"


class Objection(models.Model):
    """The reason of a player who objects to a result. Not in the log: it is deleted with the player."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="objections")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat} at {self.table_id}"


class ShuffleSeed(models.Model):
    """The seed of the secrets of a table's shuffles. It never leaves the server."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"Shuffles of {self.table_id}"


class CustomRulebook(models.Model):
    """A saved preset with changes and its own name.

    The keeper is a player or a row of another app, such as a club; see `rulebooks.owners`. Tables store their
    own options: changing or deleting a custom rulebook changes no match.
    """

    name = models.CharField(max_length=60)
    preset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)  # the changes to the preset
    keeper_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    keeper_id = models.PositiveBigIntegerField()
    keeper = GenericForeignKey("keeper_type", "keeper_id")
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["keeper_type", "keeper_id", "name"], name="one_rulebook_per_name")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rulebook", args=[self.key])

    @property
    def key(self) -> str:
        """Its name in addresses and forms, which no preset has."""
        return f"custom-{self.pk}"


class RulebookFigures(models.Model):
    """What bots measured of a custom rulebook (`rulebooks.measuring`). It can be dropped and made again."""

    rulebook = models.OneToOneField(
        CustomRulebook, on_delete=models.CASCADE, primary_key=True, related_name="figures"
    )
    version = models.PositiveSmallIntegerField()
    changed_at = models.DateTimeField()  # of the rulebook that was measured
    sizes = models.JSONField(default=dict)  # by number of players

    def __str__(self) -> str:
        return f"Figures of rulebook {self.rulebook_id}"


class AppendOnly(models.Model):
    """A table whose triggers refuse UPDATE and DELETE."""

    class Meta:
        abstract = True


class Chained(AppendOnly):
    """A table whose rows hold a hash of themselves and of the row before in their stream.

    Subclasses add `stream`, `version`, `by`, `at` and `hash`; see `eventstore.hash_chain`.
    """

    KIND: ClassVar[str]
    """The first part of stream names such as `table:7`."""
    settled_streams: ClassVar[Callable[[], models.QuerySet[Any]]]
    """The owners of the streams that hide nothing any more, with their `version` and `head`."""

    class Meta:
        abstract = True

    @classmethod
    def stream_name(cls, stream_id: int) -> str:
        """Return the name of a stream, such as `table:7`."""
        return f"{cls.KIND}:{stream_id}"


class StoredEvent(Chained):
    """A row of an append-only log; triggers refuse UPDATE and DELETE. Subclasses add the stream."""

    version = models.PositiveIntegerField()
    step = models.PositiveIntegerField()  # the events of one command share a step, counted from 1
    name = models.CharField(max_length=40)
    schema = models.PositiveSmallIntegerField(default=1)
    payload = models.TextField()  # JSON, exactly as written
    by = models.CharField(max_length=40)
    at = models.DateTimeField()
    hash = HashField()  # chains the event to all before it: see `eventstore.hash_chain`

    LARGEST: ClassVar[int] = 65_536
    """The largest payload of an event in bytes."""

    class Meta:
        abstract = True
        ordering = ["version"]

    def __str__(self) -> str:
        return f"{self.version} {self.name}"


class TableEvent(StoredEvent):
    """An event of a table."""

    stream = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="events")

    KIND = "table"

    class Meta(StoredEvent.Meta):
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_event_per_table_version")
        ]

    @staticmethod
    def settled_streams() -> models.QuerySet[Table]:
        """Return the tables whose match is over."""
        return Table.objects.filter(status__in=[Table.Status.FINISHED, Table.Status.CLOSED])


class PlayedDeal(models.Model):
    """A deal that is over, as replays, records and proofs show it. It follows from the log (see `deals`)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="played_deals")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()  # the versions of its first and last event of the rules
    last = models.PositiveIntegerField()
    outline = models.BinaryField()
    round = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="each_deal_once")]

    def __str__(self) -> str:
        return f"Deal {self.number} of {self.table_id}"


class MatchAnalysis(models.Model):
    """The analysis of a finished match (see `analysis`). It can be dropped and made again."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    version = models.PositiveSmallIntegerField()
    head = HashField()  # of the log that was analysed
    asked_at = models.DateTimeField()
    is_awaited = models.BooleanField(default=False)  # a person asked for it
    worked_at = models.DateTimeField(null=True, blank=True)  # when the last part was ready
    finished_at = models.DateTimeField(null=True, blank=True)
    parts = models.PositiveIntegerField(default=0)  # how much there is to do, see `worker`
    done = models.PositiveIntegerField(default=0)
    findings = models.BinaryField(default=bytes)  # about the whole match
    summary_edition = models.PositiveSmallIntegerField(default=0)  # of its seats; 0: not summed up yet
    puzzle_edition = models.PositiveSmallIntegerField(default=0)  # of the search for puzzles; 0: none

    class Meta:
        indexes = [
            models.Index(fields=["finished_at", "asked_at"], name="analysis_waiting"),
            models.Index(fields=["summary_edition"], name="analysis_summary"),
            models.Index(fields=["puzzle_edition", "-finished_at"], name="analysis_puzzles"),
        ]

    def __str__(self) -> str:
        return f"Analysis of {self.table_id}"


class DealAnalysis(models.Model):
    """The findings about a deal of an analysed match."""

    analysis = models.ForeignKey(MatchAnalysis, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    findings = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["analysis", "number"], name="each_deal_analysed_once")]

    def __str__(self) -> str:
        return f"Deal {self.number} of {self.analysis_id}"


class SeatAnalysis(models.Model):
    """An analysed match summed up for a player: one row for each seat. It can be dropped and made again."""

    analysis = models.ForeignKey(MatchAnalysis, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()  # of the seat
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="analyses")
    parts = models.JSONField(null=True, blank=True)  # see games.analysis.seats
    kinds = models.JSONField(default=dict)  # what the player's decisions cost, by kind
    dearest = models.JSONField(default=list)  # the decisions that cost most

    class Meta:
        ordering = ["analysis", "index"]
        constraints = [models.UniqueConstraint(fields=["analysis", "index"], name="each_analysed_seat_once")]

    def __str__(self) -> str:
        return f"Seat {self.index} of {self.analysis_id}"


class Puzzle(models.Model):
    """A position of a finished public match with one clearly best move (see `puzzles`).

    It shows what the seat could see, and names nobody. It can be dropped and made again.
    """

    analysis = models.ForeignKey(MatchAnalysis, on_delete=models.CASCADE, related_name="puzzles")
    kind = models.CharField(max_length=10)  # see games.analysis.kinds
    content = models.BinaryField()  # see games.puzzles.positions
    daily_on = models.DateField(null=True, blank=True, unique=True)  # the last day whose puzzle it was
    mu = models.FloatField()  # how hard it is: see games.puzzles.ratings
    sigma = models.FloatField()
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["kind", "mu"], name="puzzle_kind")]

    def __str__(self) -> str:
        return f"Puzzle {self.pk}: {self.kind}"

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.pk])


class PuzzleRating(models.Model):
    """How well a player solves puzzles."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="puzzle_rating"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Puzzle rating of {self.player_id}"


class PuzzleAttempt(models.Model):
    """The first answer of a player to a puzzle, which alone counts. It outlasts the puzzle."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.ForeignKey(
        Puzzle, null=True, blank=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    kind = models.CharField(max_length=10)
    move = models.CharField(max_length=20)  # in the notation, without the seat
    is_right = models.BooleanField()
    rating = models.FloatField()  # of the player afterwards, as it is shown
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_per_puzzle")]

    def __str__(self) -> str:
        return f"{self.player_id} at puzzle {self.puzzle_id}"


class Checkpoint(AppendOnly):
    """The heads of the streams that have changed since the last checkpoint, made once a day to be published.

    Triggers refuse UPDATE and DELETE, as for events.
    """

    day = models.DateField(unique=True)
    text = models.TextField()  # as published, see `checkpoints`
    hash = HashField()  # SHA-256 of the text
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return f"Checkpoint of {self.day}"

    def get_absolute_url(self) -> str:
        return reverse("checkpoint", args=[self.day.isoformat()])


class Chat(models.Model):
    """The chat of a table. `version` counts written and hidden messages, for pages that follow it."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="chat")
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Chat of {self.table_id}"


class ChatMessage(models.Model):
    """A message in the chat of a table. Not in the log: it is deleted with its author."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="messages")
    text = models.CharField(max_length=200)
    said_at = models.DateTimeField()
    hidden_by = models.CharField(max_length=40, blank=True)  # as in the log: player:7, organizer:3
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["player", "said_at"], name="message_rate")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.table_id}"


class MutedPlayer(models.Model):
    """A person whose messages and reactions a player does not want to see, or whom the player has blocked."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    is_blocked = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["by", "player"], name="one_muting_per_person")]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.by_id}"


class ChatBan(models.Model):
    """The time until which a player may not write in any chat."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="chat_ban")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.until}"


class ReplayComment(models.Model):
    """A comment on a step of a finished match. Not in the log: it is deleted with its author."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="comments")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    step = models.PositiveIntegerField()  # as the replay counts them
    text = models.CharField(max_length=300)
    said_at = models.DateTimeField()
    removed_by = models.CharField(max_length=40, blank=True)  # as in the log: player:7, organizer:3
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["step", "pk"]
        indexes = [models.Index(fields=["player", "said_at"], name="comment_rate")]

    def __str__(self) -> str:
        return f"{self.player_id} about {self.table_id}"


class Receipt(models.Model):
    """The outcome of a command with an id, stored while its sender may send it again. Not in any log."""

    sender = models.CharField(max_length=40)  # user:3, or a browser without a user
    command_id = models.CharField(max_length=64)
    content = models.CharField(max_length=64)  # digest of the content of the command
    answer = models.JSONField(null=True)
    refusal = models.JSONField(null=True)  # code, sentence, options
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sender", "command_id"], name="one_receipt_per_id")]

    def __str__(self) -> str:
        return f"{self.command_id} of {self.sender}"
