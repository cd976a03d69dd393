"""`python -m tests.bench.sweep`: how late turns end with 2,000 running tables and one worker.

A real worker with its beat sweeps as often as it does by default; people sit at all tables and do nothing.
First many deadlines are at the same moment, then all, then they are spread over a minute, as those of turns
are. The worker has two processes, or two threads with `--threads`.
"""

import datetime as dt
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import tests.environment
from tests.databases import postgres
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

TABLES = int(os.environ.get("TABLES", "2000"))
AT_ONCE = (200, TABLES)
TURN = 3600
HALF_AN_HOUR = dt.timedelta(minutes=30)
GOAL = 5.0
os.environ["SWEEP_SECONDS"] = "2"


def main() -> None:
    """Measure once on SQLite and once on PostgreSQL."""
    if "--here" in sys.argv:
        measure()
        return
    again = [sys.executable, "-m", "tests.bench.sweep", "--here", *sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        print(f"{TABLES:,} running tables; seconds from a deadline to the end of its turn, one worker:")
        subprocess.run(
            again, env=os.environ | {"DATABASE_URL": f"sqlite://{folder}/sweep.sqlite3"}, check=True
        )
        programs = postgres.find()
        if programs is None:
            print("No PostgreSQL on this machine: not measured.")
            return
        with postgres.server(programs) as address:
            subprocess.run(again, env=os.environ | {"DATABASE_URL": address}, check=True)


def measure() -> None:
    """Open the tables, let the worker end their turns, and say how late it was."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    table_ids = open_tables()
    opening = time.perf_counter() - began
    print(f"open        {TABLES / opening:9,.0f} tables/s", flush=True)
    for how_many in AT_ONCE:
        report(f"{how_many:,} at once", late(table_ids[:how_many], spread=0))
    report("spread over a minute", late(table_ids, spread=60))


def open_tables() -> list[int]:
    """Return tables of four people each that have begun to play and have an hour."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from games import tables
    from games.models import Player

    at, by = timezone.now(), "organizer:1"
    users = [User.objects.create(username=f"player{n}") for n in range(4)]
    people = [Player.objects.create(name=user.username, user=user) for user in users]
    opened = []
    for number in range(TABLES):
        facts = {"name": f"Table {number}", "rulebook": "classic", "seats": 4, "turn_seconds": TURN}
        table = tables.open_table(by=by, at=at, away_after=99, **facts)
        tables.take_seats(table.pk, players=people, by=by, at=at)
        tables.start(table.pk, by=by, at=at)
        opened.append(table.pk)
    tables.move_due_tables(opened, at=at + dt.timedelta(minutes=1))  # the first deal
    return opened


def late(table_ids: list[int], *, spread: float) -> list[float]:
    """Set the deadlines of tables from a few seconds from now on; return how late each turn ended."""
    from django.utils import timezone

    from games.models import LastSweep, Table, TableEvent

    soon = timezone.now() + dt.timedelta(seconds=10 + len(table_ids) / 500)
    deadlines = {
        pk: soon + dt.timedelta(seconds=spread * place / len(table_ids)) for place, pk in enumerate(table_ids)
    }
    LastSweep.objects.all().delete()  # or the time without a worker would be given back
    # The rows only: what is measured is the sweep, and an hour is long to wait.
    before = dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))
    for pk, deadline in deadlines.items():
        Table.objects.filter(pk=pk).update(due_at=deadline, turn_ends_at=deadline)
    assert timezone.now() < soon, "the machine is too slow to set the deadlines in time"
    # A worker of its own each time: one that has seen a table before knows its deadline from then.
    pool = "threads" if "--threads" in sys.argv else "prefork"
    with tempfile.TemporaryDirectory() as folder, processes.worker(dict(os.environ), Path(folder), pool=pool):
        give_up = timezone.now() + dt.timedelta(seconds=spread + 60)
        while Table.objects.filter(pk__in=table_ids, due_at__lte=timezone.now() + HALF_AN_HOUR).exists():
            assert timezone.now() < give_up, "turns are not ended"
            time.sleep(0.5)
    ended: dict[int, dt.datetime] = {}
    rows = TableEvent.objects.filter(stream__in=table_ids, by="clock").order_by("-version")
    for pk, version, at in rows.values_list("stream_id", "version", "at"):
        if version > before[pk]:
            ended[pk] = min(at, ended.get(pk, at))
    assert ended.keys() == deadlines.keys(), "a turn has not been ended"
    return sorted((ended[pk] - deadline).total_seconds() for pk, deadline in deadlines.items())


def report(what: str, seconds: list[float]) -> None:
    """Print the median and the worst."""
    from django.db import connection

    worst = seconds[-1]
    verdict = "in time" if worst <= GOAL else f"later than {GOAL:.0f} s"
    print(
        f"sweep       {what:22} median {seconds[len(seconds) // 2]:5.2f} s, worst {worst:5.2f} s: {verdict}"
        f" ({connection.vendor})",
        flush=True,
    )


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    main()
