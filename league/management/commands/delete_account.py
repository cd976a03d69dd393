"""`manage.py delete_account LOG_IN`: delete the account of a person who cannot do it without help."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.models import Player
from league.accounts import deletion


class Command(BaseCommand):
    """Delete the account of a log-in with all personal data; the log remains unchanged."""

    help = "Delete an account with its name, messages, rulebooks and roles; matches stay, without the name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log_in", help="the log-in name")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *_args: Any, **options: Any) -> None:
        log_in = options["log_in"]
        player = Player.objects.filter(user__username=log_in).first()
        if player is None:
            raise CommandError(f"There is no account with the log-in {log_in}.")
        prompt = f"Delete the account {log_in} for ever? Write the log-in once more: "
        if not options["yes"] and input(prompt) != log_in:
            raise CommandError("Nothing was deleted.")
        deletion.delete(player, at=timezone.now())
        self.stdout.write(f"The account {log_in} is deleted.")
