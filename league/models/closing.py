"""The closing of a competition: computed from its results and the logs of its tables."""

from django.db import models

from games.models import Player
from league.models.competitions import Competition


class Closing(models.Model):
    """The figures of a finished competition; `stamp` identifies the data they were computed from."""

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="closing")
    stamp = models.CharField(max_length=60)
    players = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    cards = models.PositiveIntegerField()  # played online

    def __str__(self) -> str:
        return f"closing of {self.competition_id}"


class Prize(models.Model):
    """A holder of an award, by its code in `league.rules.awards`; several holders share it."""

    closing = models.ForeignKey(Closing, on_delete=models.CASCADE, related_name="prizes")
    code = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="prizes")
    figure = models.JSONField()  # integers: the award is measured by them
    moments = models.JSONField()  # where the replays show it: [table, step]

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["closing", "code", "player"], name="one_prize_per_award")
        ]

    def __str__(self) -> str:
        return f"{self.code} for {self.player_id}"
