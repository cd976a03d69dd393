"""`python -m tests.parade`: matches of every rulebook through the real thing, watched as a visitor would.

Web server, worker, beat and database are real and on a throw-away folder. Bots are seated at every table,
workers move them, and meanwhile pages are fetched. In the end every log is unfolded and compared.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tests.environment
from tests.databases import migrated, postgres
from tests.servers import processes

# What is printed here is the command's answer, and the addresses are our own.
# ruff: noqa: T201

AT_ONCE = 12
PATIENCE = 120.0  # seconds in which some table must move
MOST_SEATS = 10


@dataclass
class Sums:
    """What was seen of the matches of one rulebook."""

    matches: int = 0
    deals: int = 0
    steps: int = 0
    pages: int = 0
    winners: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


MUCH = {"API_PER_MINUTE": "100000"}  # every record is checked


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches, print a line for each rulebook, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.parade", description=__doc__)
    parser.add_argument("--matches", type=int, default=10, help="of each rulebook")
    parser.add_argument("--rulebooks", default="", help="names separated by commas; all of them without")
    parser.add_argument("--seed", type=int, default=1, help="of the numbers of seats")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    asked = parser.parse_args(arguments)
    with postgres.chosen(asked.database) as address:
        os.environ["DATABASE_URL"] = address  # never the one that somebody plays on
        return _run(asked.rulebooks.split(",") if asked.rulebooks else [], asked.matches, asked.seed)


def _run(wanted: list[str], matches: int, seed: int) -> int:
    _set_up()
    from games.rules.options import rulebooks

    names = wanted or rulebooks.names()
    if unknown := set(names) - set(rulebooks.names()):
        sys.exit(f"There is no rulebook {', '.join(sorted(unknown))}.")
    folder = Path(tests.environment.folder)
    began = time.monotonic()
    parade = Parade(names, matches, random.Random(seed))
    try:
        with processes.worker({}, folder), processes.web(MUCH, folder) as address:
            parade.play(address)
    except AssertionError as trouble:  # in the log of the web server or the worker
        parade.trouble.append(str(trouble))
    seconds = time.monotonic() - began
    for name in names:
        _print_line(name, parade.sums[name])
    errors = [*parade.trouble, *(error for sums in parade.sums.values() for error in sums.errors)]
    for error in errors:
        print(error, file=sys.stderr)
    total = sum(total.matches for total in parade.sums.values())
    steps = sum(total.steps for total in parade.sums.values())
    print(f"{total} matches, {steps} steps in {seconds:.0f} s, {len(errors) or 'no'} errors")
    return 1 if errors else 0


class Parade:
    """The tables that are being played, and what has been seen of those that are over."""

    def __init__(self, names: Sequence[str], matches: int, dice: random.Random) -> None:
        self.sums: dict[str, Sums] = defaultdict(Sums)
        self.trouble: list[str] = []
        self.running: dict[int, str] = {}
        self.unseen: list[int] = []
        self.still = list(self._wanted(names, matches, dice))
        self.versions: dict[int, int] = {}
        self.moved_at = time.monotonic()

    def play(self, address: str) -> None:
        """Play all matches, some at once, and look at them now and then."""
        total, told = len(self.still), time.monotonic()
        while self.still or self.running:
            while self.still and len(self.running) < AT_ONCE:
                name, seats = self.still.pop(0)
                pk = _open(name, seats)
                self.running[pk] = name
                self.unseen.append(pk)
            time.sleep(0.5)
            self._look(address)
            if time.monotonic() - self.moved_at > PATIENCE:
                self.trouble.append(f"No table has moved for {PATIENCE:.0f} s: {self.versions}")
                return
            if time.monotonic() - told > 10:
                told = time.monotonic()
                self._tell(total)

    @staticmethod
    def _wanted(names: Sequence[str], matches: int, dice: random.Random) -> Iterator[tuple[str, int]]:
        from games.rules.options import rulebooks

        for name in names:
            fewest, most = rulebooks.fitting_seats(name)
            for _match in range(matches):
                yield name, dice.randint(fewest, min(most, MOST_SEATS))

    def _look(self, address: str) -> None:
        """Watch every new table and else one of the others; look back at those that are over."""
        from games.models import Table

        versions = dict(Table.objects.filter(pk__in=self.running).values_list("pk", "version"))
        if versions != self.versions:
            self.versions, self.moved_at = versions, time.monotonic()
        for pk in [*self.unseen, *self.running][: max(1, len(self.unseen))]:
            self.running[pk] = name = self.running.pop(pk)  # the next time another table
            with _noting(self.sums[name]):
                self.sums[name].pages += _watch(address, pk)
        self.unseen.clear()
        over = Table.objects.filter(pk__in=self.running).exclude(status=Table.Status.RUNNING)
        for table in over:
            sums = self.sums[self.running.pop(table.pk)]
            with _noting(sums):
                _check_finished(address, table, sums)

    def _tell(self, total: int) -> None:
        done = total - len(self.still) - len(self.running)
        steps = sum(total.steps for total in self.sums.values())
        print(
            f"  {done} of {total} matches are over ({steps} steps), {len(self.running)} running", flush=True
        )


def _set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    migrated.migrate()


def _open(rulebook: str, seats: int) -> int:
    """Open a table of bots and begin its match; return its number."""
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    facts = {"rulebook": rulebook, "seats": seats, "bot_pause_ms": 0}
    table = tables.open_table(name=f"{rulebook}, {seats} seats", by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)


def _watch(address: str, pk: int) -> int:
    from tests.spectators import onlooker

    return onlooker.watch(address, pk)


def _check_finished(address: str, table: Any, sums: Sums) -> None:
    """Count a match that is over; WrongError unless log, rows, result, replay and record agree."""
    from games import eventstore
    from games.models import TableEvent
    from tests.spectators import onlooker

    state = onlooker.require_conserved(table.pk, eventstore.read(TableEvent, table.pk))
    if table.status != "finished" or not state.winners or min(state.places) != 1:
        raise onlooker.WrongError(f"Table {table.pk} ({table.rulebook}) has no winner")
    _require_rebuilt_equals_live(table)
    sums.pages += onlooker.look_back(address, table.pk)
    sums.matches += 1
    sums.deals += state.round
    sums.steps += table.step
    sums.winners.update(state.winners)


def _require_rebuilt_equals_live(table: Any) -> None:
    from games.tables import projection
    from tests.spectators import onlooker

    rows = [table, *table.seats.order_by("index")]
    live = [projection.values(row) for row in rows]
    projection.rebuild(table.pk)
    for row in rows:
        row.refresh_from_db()
    if [projection.values(row) for row in rows] != live:
        raise onlooker.WrongError(f"Table {table.pk} ({table.rulebook}) is not what its log leads to")


@contextmanager
def _noting(sums: Sums) -> Iterator[None]:
    """Note what is wrong and go on: one table must not hide what the others do."""
    from tests.spectators.onlooker import WrongError

    try:
        yield
    except WrongError as wrong:
        sums.errors.append(str(wrong))


def _print_line(name: str, sums: Sums) -> None:
    wins = " ".join(f"{chr(65 + seat)}{count}" for seat, count in sorted(sums.winners.items()))
    print(
        f"{name:22} {sums.matches:3} matches {sums.deals:5} deals {sums.steps:7} steps {sums.pages:5} pages"
        f" {len(sums.errors):3} errors   won by {wins}"
    )


if __name__ == "__main__":
    sys.exit(main())
