"""`manage.py push_key`: make the key with which a site sends push notices."""

from typing import Any

from django.core.management.base import BaseCommand

from league.devices import push_keys


class Command(BaseCommand):
    """Print a new private key as a setting; nothing is stored."""

    help = "Make the key of push notices, and print it as a setting."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"PUSH_PRIVATE_KEY={push_keys.new_private_key()}")
        self.stderr.write("Keep it secret, and set PUSH_CONTACT, too: mailto:… or https://…")
