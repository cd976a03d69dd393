"""`manage.py rebuild`: write the rows of tables, competitions, closings, feats and ladders again."""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db.models import Model

from games.models import Table
from games.tables import projection as table_projection
from league.awards import closings
from league.competitions import projection as competition_projection
from league.competitions import rating_updates
from league.models import Club, Competition
from league.profiles import achievements
from league.roster import merging


class Command(BaseCommand):
    """Rebuild the rows from the log; this changes nothing unless something was broken."""

    help = "Rebuild the rows of all tables and competitions from the log, and closings, feats and ladders."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", action="store_true", help="only the tables")
        parser.add_argument("--competitions", action="store_true", help="only the competitions")
        parser.add_argument("--closings", action="store_true", help="only awards and numbers of what is over")
        parser.add_argument("--feats", action="store_true", help="only what may be a record")
        parser.add_argument("--ladders", action="store_true", help="only the ladders")

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = [kind for kind in _REBUILT if options[kind]]
        for kind in chosen or _REBUILT:
            self.stdout.write(f"{_REBUILT[kind]()} {kind} rebuilt.")
            if kind == "competitions" and not chosen:
                self.stdout.write(f"{merging.rebuild()} merged players rebuilt.")


def _of(ids: Callable[[], Sequence[int]], rebuild: Callable[[int], object]) -> Callable[[], int]:
    """Return a function that rebuilds all rows of a kind and returns their number."""

    def all_of_them() -> int:
        found_ids = ids()
        for pk in found_ids:
            rebuild(pk)
        return len(found_ids)

    return all_of_them


def _keys(model: type[Model]) -> Callable[[], Sequence[int]]:
    return lambda: list(model._default_manager.order_by("pk").values_list("pk", flat=True))  # noqa: SLF001


def _finished() -> Sequence[int]:
    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("pk")
    return list(finished.values_list("pk", flat=True))


_REBUILT: Final[dict[str, Callable[[], int]]] = {
    "tables": _of(_keys(Table), table_projection.rebuild),
    "competitions": _of(_keys(Competition), competition_projection.rebuild),
    "closings": _of(closings.with_closing, closings.recompute),
    "feats": _of(_finished, lambda pk: achievements.recompute([pk])),
    "ladders": _of(_keys(Club), rating_updates.recompute),
}
"""Each kind comes after the kinds it is computed from."""
