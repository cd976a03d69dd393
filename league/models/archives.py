"""Archives: everything about a person in one file, made by a worker and deleted after a week."""

from django.db import models

from games.models import Player


class Archive(models.Model):
    """The archive that a player has asked for. `done` of `parts` matches are written."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="archive")
    asked_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True)  # the last sign of the worker
    parts = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, db_index=True)
    size = models.PositiveBigIntegerField(default=0)  # in bytes

    def __str__(self) -> str:
        return f"archive of {self.player_id}"


class ArchivePiece(models.Model):
    """A piece of the file: the worker that wrote it may be another machine than the one that sends it."""

    archive = models.ForeignKey(Archive, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["archive", "number"], name="one_piece_per_number")]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.archive_id}"
