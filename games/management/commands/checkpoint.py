"""`manage.py checkpoint`: make the checkpoint of the day if there is none yet, and print the last one."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.integrity import checkpoints
from games.models import Checkpoint


class Command(BaseCommand):
    """Print the text to publish; its SHA-256 is the hash of the checkpoint."""

    help = "Make the checkpoint of the day if there is none yet, and print the text of the last one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        checkpoints.make(timezone.now())
        self.stdout.write(Checkpoint.objects.latest("day").text, ending="")
