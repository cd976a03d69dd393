"""`manage.py rebuild`: write the rows of tables, competitions and ladders anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import projection as table_projection
from games.models import Table
from league import ladder
from league import projection as competition_projection
from league.models import Club, Competition


class Command(BaseCommand):
    """Rebuild what follows from the log; running it changes nothing unless something was broken."""

    help = "Rebuild the rows of all tables and competitions from the log, and from them the ladders."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", action="store_true", help="only the tables")
        parser.add_argument("--competitions", action="store_true", help="only the competitions")
        parser.add_argument("--ladders", action="store_true", help="only the ladders")

    def handle(self, *_args: Any, **options: Any) -> None:
        everything = not (options["tables"] or options["competitions"] or options["ladders"])
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
        if everything or options["ladders"]:
            clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True))
            for club in clubs:
                ladder.recompute(club)
            self.stdout.write(f"{len(clubs)} ladders rebuilt.")
