"""`manage.py rebuild`: write the rows of tables and competitions anew from the log."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import projection as table_projection
from games.models import Table
from league import projection as competition_projection
from league.models import Competition


class Command(BaseCommand):
    """Rebuild what follows from the log; running it changes nothing unless something was broken."""

    help = "Rebuild the rows of all tables and competitions from the log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", action="store_true", help="only the tables")
        parser.add_argument("--competitions", action="store_true", help="only the competitions")

    def handle(self, *_args: Any, **options: Any) -> None:
        everything = not (options["tables"] or options["competitions"])
        if everything or options["tables"]:
            tables = list(Table.objects.order_by("pk").values_list("pk", flat=True))
            for table in tables:
                table_projection.rebuild(table)
            self.stdout.write(f"{len(tables)} tables rebuilt.")
        if everything or options["competitions"]:
            competitions = list(Competition.objects.order_by("pk").values_list("pk", flat=True))
            for competition in competitions:
                competition_projection.rebuild(competition)
            self.stdout.write(f"{len(competitions)} competitions rebuilt.")
