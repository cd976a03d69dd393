"""Which checkpoints were published by themselves, and where."""

from django.db import models


class PublishedCheckpoint(models.Model):
    """A checkpoint that a place has taken. Its address may be a secret: only a fingerprint is kept."""

    place = models.CharField(max_length=70)
    day = models.DateField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "day"], name="one_checkpoint_per_place_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.day} at {self.place}"
