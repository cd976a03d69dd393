"""Feats of players at tables, which may be records: computed from the logs of finished tables."""

from django.db import models

from games.models import Player, Table


class ReadTable(models.Model):
    """A finished table whose log was read, by which edition of the rules, up to which version."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="reading")
    edition = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"reading of {self.table_id}"


class Feat(models.Model):
    """The best feat of a kind that a player achieved at a table, by the code in `league.rules.awards`.

    `first` and `second` are its figure; `step` is where the replay shows it.
    """

    table = models.ForeignKey(ReadTable, on_delete=models.CASCADE, related_name="feats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="feats")
    code = models.CharField(max_length=20)
    first = models.IntegerField()
    second = models.IntegerField(default=0)
    step = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["table", "code", "player"], name="one_feat_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.code} of {self.player_id}"
