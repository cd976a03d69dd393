"""`manage.py backup FILE`: back up the whole database, while it is in use, into one checked file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.backups import backup_and_restore
from league.backups.errors import BackupError
from league.monitoring import last_runs


class Command(BaseCommand):
    """Make a backup and check it by restoring it."""

    help = "Write a backup of the database to FILE and check it by restoring it into a scratch database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace FILE if there is one")
        parser.add_argument(
            "--scratch",
            default="",
            metavar="ADDRESS",
            help="an empty PostgreSQL database to check the backup in",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            backup_and_restore.make(
                file, force=options["force"], scratch=options["scratch"], tell=self.stdout.write
            )
        except BackupError as error:
            raise CommandError(str(error)) from None
        last_runs.note_done(last_runs.BACKUP)
        self.stdout.write(
            f"{file} holds the whole database ({file.stat().st_size} bytes), restored and verified."
        )
