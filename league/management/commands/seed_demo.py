"""`manage.py seed_demo`: a small club to look at; running it again keeps everything."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league import demo


class Command(BaseCommand):
    """Seed the demo and say how to log in."""

    help = "Seed a small demo club with a league evening, a knock-out and a free seat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        seeded = demo.seed(at=timezone.now())
        self.stdout.write(f"{seeded.club.name} is {'ready' if seeded.is_new else 'here already'}.")
        for number, (log_in, password) in enumerate(demo.LOG_INS):
            role = " (organizer)" if number == 0 else ""
            self.stdout.write(f"Log in as {log_in}{role} with the password {password}")
