"""Ladders: the strength of players, estimated from results."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Player
from league.models.clubs import Club


class Ladder(models.Model):
    """The ratings of a club, all computed together; `stamp` identifies the data they were computed from."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="ladder")
    stamp = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return f"ladder of {self.club_id}"


class Rating(models.Model):
    """The estimated strength of a player in a pool of a club, after the last match that counts there."""

    class Pool(models.TextChoices):
        RATED = "rated", _("Rated")
        CASUAL = "casual", _("Casual")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=10, choices=Pool)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    played_on = models.DateField()  # the day of the last match, UTC
    path = models.JSONField(default=list)  # after each day with a match: [ordinal day, rating shown, matches]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "pool", "player"], name="one_rating_per_pool")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}"
