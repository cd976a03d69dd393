"""The event night: scorekeepers of tables, and calls for the referee. They are part of no log."""

from django.conf import settings
from django.db import models

from games.models import Player, Table
from league.models.competitions import Competition


class RefereeCall(models.Model):
    """A call for the referee at a table; open until somebody marks it as done."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    called_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(done_at=None), name="one_open_call_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"call {self.pk} at table {self.table_id}"


class TableScorekeeper(models.Model):
    """The scorekeeper of a table of the room, for every match played there."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="scorekeepers")
    table_number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["table_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "table_number"], name="one_scorekeeper_per_table_of_the_room"
            )
        ]

    def __str__(self) -> str:
        return f"table {self.table_number} of {self.competition_id}: {self.player_id}"
