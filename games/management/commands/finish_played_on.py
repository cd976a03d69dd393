"""`manage.py finish_played_on`: finish the tables that were played on although their match had ended."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import finishing


class Command(BaseCommand):
    """Prints a line for every such table."""

    help = "Finish the tables that are being played although their log says that the match has ended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say which tables these are")

    def handle(self, *_args: Any, **options: Any) -> None:
        found = finishing.played_on()
        for table_id in found:
            if options["dry_run"]:
                self.stdout.write(f"Table {table_id} would be finished.")
            elif finishing.finish_played_on(table_id, by="clock", at=timezone.now()):
                self.stdout.write(f"Table {table_id} is finished.")
        if not found:
            self.stdout.write("Every match that has ended is finished.")
