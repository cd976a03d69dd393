"""`manage.py finish_played_on`: finish the tables that were played on although their match had ended."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.tables import tables_past_their_end

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Print a line for every such table; exit with 1 if any of them cannot be finished."""

    help = "Finish the tables that are being played although their log says that the match has ended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say which tables these are")

    def handle(self, *_args: Any, **options: Any) -> None:
        table_ids = tables_past_their_end.played_on()
        if options["dry_run"]:
            for table_id in table_ids:
                self.stdout.write(f"Table {table_id} would be finished.")
        else:
            self._finish(table_ids)
        if not table_ids:
            self.stdout.write("Every match that has ended is finished.")

    def _finish(self, table_ids: list[int]) -> None:
        broken = 0
        for table_id in table_ids:
            try:
                is_finished = tables_past_their_end.finish_played_on(table_id, by="clock", at=timezone.now())
            except Exception as error:
                # One broken table must not stop the others.
                logger.exception("Could not finish table %s", table_id)
                self.stderr.write(f"Table {table_id} cannot be finished ({type(error).__name__}: {error}).")
                broken += 1
            else:
                if is_finished:
                    self.stdout.write(f"Table {table_id} is finished.")
        if broken:
            what = "One table" if broken == 1 else f"{broken} tables"
            raise CommandError(f"{what} could not be finished.")
