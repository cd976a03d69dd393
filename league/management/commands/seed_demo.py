"""`manage.py seed_demo`: create a small club to look at; a second run changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.demo.people import LOG_INS
from league.demo.seed import seed


class Command(BaseCommand):
    """Create the demo and print how to log in."""

    help = "Seed a small demo club: people, dates, a season that is over, evenings being played."

    def handle(self, *_args: Any, **_options: Any) -> None:
        seeded = seed(at=timezone.now())
        self.stdout.write(f"{seeded.club.name} is {'ready' if seeded.is_new else 'here already'}.")
        for log_in in LOG_INS:
            self.stdout.write(f"Log in as {log_in.name} ({log_in.who}) with the password {log_in.password}")
