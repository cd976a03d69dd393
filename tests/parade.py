"""`python -m tests.parade`: matches of every rulebook through the real thing, watched as a visitor would.

Web server, worker, beat and database are real and on a throw-away folder. Bots are seated at every table,
workers move them, and meanwhile pages are fetched. In the end every log is unfolded and compared.
"""

import argparse
import os
import random
import sys
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tests.environment
from tests import servers

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


class ParadeError(Exception):
    """What is wrong with a match or a page, in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches, print a line for each rulebook, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.parade", description=__doc__)
    parser.add_argument("--matches", type=int, default=10, help="of each rulebook")
    parser.add_argument("--rulebooks", default="", help="names separated by commas; all of them without")
    parser.add_argument("--seed", type=int, default=1, help="of the numbers of seats")
    asked = parser.parse_args(arguments)
    _set_up()
    from games.rules import rulebooks

    names = asked.rulebooks.split(",") if asked.rulebooks else rulebooks.names()
    folder = Path(tests.environment.folder)
    began = time.monotonic()
    try:
        with servers.worker({}, folder), servers.web({}, folder) as address:
            sums = Parade(address, names, asked.matches, random.Random(asked.seed)).play()
    except (ParadeError, AssertionError) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    for name in names:
        _print_line(name, sums[name])
    seconds = time.monotonic() - began
    steps = sum(one.steps for one in sums.values())
    print(f"{sum(one.matches for one in sums.values())} matches, {steps} steps in {seconds:.0f} s, no errors")
    return 0


class Parade:
    """The tables that are being played, and what has been seen of those that are over."""

    def __init__(self, address: str, names: Sequence[str], matches: int, dice: random.Random) -> None:
        self.address = address
        self.sums: dict[str, Sums] = defaultdict(Sums)
        self.running: dict[int, str] = {}
        self.still = list(self._wanted(names, matches, dice))
        self.versions: dict[int, int] = {}
        self.moved_at = time.monotonic()

    @staticmethod
    def _wanted(names: Sequence[str], matches: int, dice: random.Random) -> Iterator[tuple[str, int]]:
        from games.rules import rulebooks

        for name in names:
            fewest, most = rulebooks.fitting_seats(name)
            for _match in range(matches):
                yield name, dice.randint(fewest, min(most, MOST_SEATS))

    def play(self) -> dict[str, Sums]:
        """Play all matches, some at once, and look at them now and then."""
        total, told = len(self.still), time.monotonic()
        while self.still or self.running:
            while self.still and len(self.running) < AT_ONCE:
                name, seats = self.still.pop(0)
                self.running[_open(name, seats)] = name
            time.sleep(0.5)
            self._look()
            if time.monotonic() - told > 10:
                told = time.monotonic()
                done = total - len(self.still) - len(self.running)
                print(f"  {done} of {total} matches are over, {len(self.running)} running", flush=True)
        return self.sums

    def _look(self) -> None:
        """Fetch the page of one running table, and everything of those that are over."""
        from games.models import Table

        found = dict(Table.objects.filter(pk__in=self.running).values_list("pk", "version"))
        if found != self.versions:
            self.versions, self.moved_at = found, time.monotonic()
        if time.monotonic() - self.moved_at > PATIENCE:
            raise ParadeError(f"No table has moved for {PATIENCE:.0f} s: {found}")
        over = Table.objects.filter(pk__in=self.running).exclude(status=Table.Status.RUNNING)
        for table in over:
            self._check_finished(table, self.sums[self.running.pop(table.pk)])
        if self.running:
            pk = next(iter(self.running))
            self.running[pk] = name = self.running.pop(pk)  # the next time another table
            self.sums[name].pages += 1
            _fetch(f"{self.address}/tables/{pk}/")

    def _check_finished(self, table: Any, sums: Sums) -> None:
        state = _unfolded(table)
        if table.status != "finished" or not state.winners or min(state.places) != 1:
            raise ParadeError(f"Table {table.pk} ({table.rulebook}) has no winner.")
        last = table.step
        for page in ("", *(f"replay/?step={step}" for step in (1, last // 2, last))):
            _fetch(f"{self.address}/tables/{table.pk}/{page}")
            sums.pages += 1
        sums.matches += 1
        sums.deals += state.round
        sums.steps += last
        sums.winners.update(state.winners)


def _set_up() -> None:
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)


def _open(rulebook: str, seats: int) -> int:
    """Open a table of bots and begin its match; return its number."""
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    facts = {"rulebook": rulebook, "seats": seats, "bot_pause_ms": 0}
    table = tables.open_table(name=f"{rulebook}, {seats} seats", by="organizer:1", at=at, **facts)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)


def _unfolded(table: Any) -> Any:
    """Return the state the whole log leads to; ParadeError if it is not what the table's rows say."""
    from games import log, projection
    from games.models import TableEvent
    from games.rules.events import Event
    from games.rules.evolve import fold

    stored = log.read(TableEvent, table.pk)
    state = fold(row.event for row in stored if isinstance(row.event, Event))
    rows = [table, *table.seats.order_by("index")]
    live = [projection.values(row) for row in rows]
    projection.rebuild(table.pk)
    for row in rows:
        row.refresh_from_db()
    if [projection.values(row) for row in rows] != live:
        raise ParadeError(f"Table {table.pk} ({table.rulebook}) is not what its log leads to.")
    return state


def _fetch(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            text: str = answer.read().decode()
            return text
    except (urllib.error.URLError, OSError) as error:
        raise ParadeError(f"{url} answers with {error}") from None


def _print_line(name: str, sums: Sums) -> None:
    wins = " ".join(f"{chr(65 + seat)}{count}" for seat, count in sorted(sums.winners.items()))
    print(
        f"{name:22} {sums.matches:3} matches {sums.deals:5} deals {sums.steps:7} steps {sums.pages:5} pages"
        f"   won by {wins}"
    )


if __name__ == "__main__":
    sys.exit(main())
