"""`manage.py seed_demo`: a small club to look at; running it again keeps everything."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.demo.people import LOG_INS
from league.demo.seed import seed


class Command(BaseCommand):
    """Seed the demo and say how to log in."""

    help = "Seed a small demo club: people, dates, a season that is over, evenings being played."

    def handle(self, *_args: Any, **_options: Any) -> None:
        seeded = seed(at=timezone.now())
        self.stdout.write(f"{seeded.club.name} is {'ready' if seeded.is_new else 'here already'}.")
        for one in LOG_INS:
            self.stdout.write(f"Log in as {one.name} ({one.who}) with the password {one.password}")
