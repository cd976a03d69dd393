"""The checkpoints that were published automatically, and their places."""

from django.db import models


class PublishedCheckpoint(models.Model):
    """A checkpoint accepted by a place, whose address may be secret: only a fingerprint is stored."""

    place = models.CharField(max_length=70)
    day = models.DateField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "day"], name="one_checkpoint_per_place_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.day} at {self.place}"
