"""`manage.py restore FILE`: replace the whole database by a backup."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.backups import backup_and_restore
from league.backups.errors import BackupError


class Command(BaseCommand):
    """Restore a backup, completely or not at all."""

    help = "Put the backup FILE in the place of the database DATABASE_URL names, and verify it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away what the database holds")
        parser.add_argument("--no-input", action="store_true", help="with --replace: do not ask")

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            if not backup_and_restore.is_database_empty():
                self._require_consent(**options)
            backup_and_restore.restore(file, tell=self.stdout.write)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"The database holds what {file} held, verified.")

    @staticmethod
    def _require_consent(*, replace: bool, no_input: bool, **_others: Any) -> None:
        if not replace:
            raise CommandError("The database is not empty: --replace throws away what it holds.")
        if no_input:
            return
        if not sys.stdin.isatty():
            raise CommandError("Nobody can be asked: say --no-input if everything in it may be thrown away.")
        if input("Everything in the database is thrown away. Type 'replace' to go on: ") != "replace":
            raise CommandError("Nothing has changed.")
