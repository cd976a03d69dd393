"""Competitions: the projections of their log, and the log itself."""

from typing import Final

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import HashField, Player, StoredEvent, Table
from league.models.clubs import Club
from league.rules.settings.translated_names import translated

DELETED: Final = "deleted"
"""The status of a competition that is shown nowhere any more."""


class ExistingCompetitions(models.Manager["Competition"]):
    """All competitions that were not deleted."""

    def get_queryset(self) -> models.QuerySet["Competition"]:
        """Return them."""
        return super().get_queryset().exclude(status=DELETED)


class Competition(models.Model):
    """A league evening, a season or a tournament: the projection of its event stream."""

    class Format(models.TextChoices):
        SEASON = "season", _("Season")
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("Round robin")
        ELIMINATION_500 = "elimination_500", _("Elimination to 500")
        SINGLE_ELIMINATION = "single_elimination", _("Knock-out")
        DOUBLE_ELIMINATION = "double_elimination", _("Double elimination")
        ARENA = "arena", _("Arena")

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        REGISTRATION = "registration", _("Open for entries")
        CHECK_IN = "check_in", _("Check-in")
        RUNNING = "running", _("Running")
        FINISHED = "finished", pgettext_lazy("of a competition", "Finished")
        CANCELLED = "cancelled", _("Called off")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(max_length=80)
    format = models.CharField(max_length=20, choices=Format)  # of its first stage
    stages = models.JSONField(default=list)  # as announced
    is_casual = models.BooleanField(default=False)  # counts for the casual ladder only
    rulebook = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    rulebook_title = models.CharField(max_length=60, blank=True)  # of a custom rulebook, when announced
    turn_seconds = models.PositiveIntegerField(default=60)
    bot_pause_ms = models.PositiveIntegerField(default=1200)
    bank_seconds = models.PositiveIntegerField(default=0)  # a setting of its tables, as the next
    away_after = models.PositiveSmallIntegerField(default=3)
    status = models.CharField(max_length=12, choices=Status, default=Status.PLANNED)
    is_paused = models.BooleanField(default=False)
    round_minutes = models.PositiveSmallIntegerField(default=0)  # 0: without a limit
    timer_ends_at = models.DateTimeField(null=True, blank=True)  # of the current round
    timer_left = models.IntegerField(null=True, blank=True)  # seconds, while the timer is paused
    is_archived = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)  # number of the last event
    step = models.PositiveIntegerField(default=0)  # number of the last accepted command
    head = HashField(default=b"")  # hash of the last event
    stage_number = models.PositiveSmallIntegerField(default=0)  # of the stage begun last
    round_number = models.PositiveSmallIntegerField(default=0)  # the first unfinished round of that stage
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Grows with calls for the referee and changes of scorekeepers, which are part of no log.
    desk_version = models.PositiveIntegerField(default=0)
    # Players enter their deals themselves: with an account, or with the code on the printed sheet.
    self_report = models.BooleanField(default=False)
    void_codes = models.PositiveIntegerField(default=0)  # how often the printed codes were made void
    seating_ends_at = models.DateTimeField(null=True, blank=True)  # of an arena that seats free players
    # The time since which a draw, a table or the end of an arena waits for the clock; null if there is none.
    waits_since = models.DateTimeField(null=True, blank=True, db_index=True)

    objects = ExistingCompetitions()
    with_deleted = models.Manager["Competition"]()

    OVER = (Status.FINISHED, Status.CANCELLED)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("competition", args=[self.pk])

    @property
    def is_over(self) -> bool:
        """Whether it is finished or called off: nothing more is played in it."""
        return self.status in self.OVER

    @property
    def is_before_start(self) -> bool:
        """Whether nothing has been drawn yet."""
        return self.status in (self.Status.PLANNED, self.Status.REGISTRATION, self.Status.CHECK_IN)


class Entrant(models.Model):
    """A player in a competition. `number` is the entry number, `seed` the place in the seeding, from 1."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    team = models.CharField(max_length=60, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn = models.BooleanField(default=False)
    gone = models.CharField(max_length=12, blank=True)  # the reason: withdrawn, disqualified, no_show
    is_waiting = models.BooleanField(default=False)  # on the waiting list
    is_here = models.BooleanField(default=False)  # has checked in
    is_away = models.BooleanField(default=False)  # takes a break from an arena
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # standings, or final place
    points = models.IntegerField(default=0)
    division = models.PositiveSmallIntegerField(default=0)  # of a season with several, from 1
    division_rank = models.PositiveSmallIntegerField(null=True, blank=True)  # within the division

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_entrant_per_number"),
            models.UniqueConstraint(fields=["competition", "player"], name="one_entry_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.number} in {self.competition_id}"

    @staticmethod
    def placed(last: int) -> models.Q:
        """Return the filter for the first ranks, of each division where there are several."""
        return models.Q(division=0, rank__lte=last) | models.Q(division__gt=0, division_rank__lte=last)


class Match(models.Model):
    """A match of some entrants at one table in a stage round; a bye has one entrant and no table."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="matches")
    stage = models.PositiveSmallIntegerField(default=1)
    key = models.CharField(max_length=24)  # its id within the stage
    round_number = models.PositiveSmallIntegerField()  # within the stage, from 1
    number = models.PositiveSmallIntegerField()  # within the stage round, from 1
    name = models.CharField(max_length=40)
    round_name = models.CharField(max_length=40, default="")  # of the stage round: Semi-finals …
    is_final = models.BooleanField(default=False)
    is_bye = models.BooleanField(default=False)
    table = models.OneToOneField(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="match")
    table_number = models.PositiveSmallIntegerField(default=0)  # among the tables in play, 0 without a table
    venue = models.CharField(max_length=10, default="online")  # online, physical, elsewhere
    extra_seconds = models.PositiveIntegerField(default=0)  # beyond the timer of the round
    kind = models.CharField(max_length=16, blank=True)  # of the result: played, walkover …
    decided_by = models.CharField(
        max_length=10, blank=True
    )  # what decided who advances: place, last_deal, lot
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "round_number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "stage", "key"], name="one_match_per_key")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name in the language of the reader; `name` is stored in English."""
        return translated(self.name)

    @property
    def round_title(self) -> str:
        """The name of its stage round in the language of the reader."""
        return translated(self.round_name)


class Placement(models.Model):
    """An entrant of a match; place, points and advancing are known when the match is finished."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="placements")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="placements")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.IntegerField(null=True, blank=True)  # the match total of rules.md 3.14
    points = models.IntegerField(null=True, blank=True)  # competition points for the place
    deal_wins = models.PositiveSmallIntegerField(null=True, blank=True)
    advances = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "entrant"], name="one_placement_per_match")]

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.match_id}"


class CachedStandings(models.Model):
    """The standings of a large stage after the event with the hash `head`, packed; rebuilt from the log."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="cached_standings")
    stage = models.PositiveSmallIntegerField()
    head = HashField()
    rows = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "stage"], name="standings_kept_once_a_stage")
        ]

    def __str__(self) -> str:
        return f"standings of stage {self.stage} of {self.competition_id}"


class DrawRequest(models.Model):
    """A draw that a worker makes because it takes long; deleted when it is made."""

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="draw_request")
    is_draft = models.BooleanField(default=True)
    by = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True, blank=True)  # the last sign of progress
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"draw of {self.competition_id}"


class CompetitionEvent(StoredEvent):
    """An event of a competition."""

    stream = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="events")

    KIND = "competition"

    class Meta(StoredEvent.Meta):
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_event_per_competition_version")
        ]

    @staticmethod
    def settled_streams() -> models.QuerySet[Competition]:
        """Return all competitions: the decisions of organizers are never hidden."""
        return Competition.with_deleted.all()
