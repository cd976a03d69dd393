"""`python -m tests.bench.verifying [events]`: `manage.py verify` beside a bare read of the log."""

import datetime as dt
import os
import sys
import time

import tests.environment

# What is printed here is the command's answer.
# ruff: noqa: T201


def main(events: int) -> None:
    """Fill a database with copies of a match that bots have played, and verify it."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    _copy(_played(), events)
    began = time.perf_counter()
    read = _read_all()
    bare, began = time.perf_counter() - began, time.perf_counter()
    call_command("verify")
    took = time.perf_counter() - began
    print(f"verify      {read:,} events in {took:.1f} s, {took / bare:.1f} times the bare read ({_vendor()})")


def _played() -> int:
    """Return a table on which four bots have played a match."""
    from games import tables
    from games.models import Table
    from games.tables import scheduling

    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    table = tables.open_table(
        name="Bench", rulebook="classic", seats=4, bot_pause_ms=0, by="organizer:1", at=at
    )
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    with scheduling.collect_due_bots():
        while Table.objects.values_list("status", flat=True).get(pk=table.pk) == Table.Status.RUNNING:
            at += dt.timedelta(minutes=1)
            when = {"version": Table.objects.values_list("version", flat=True).get(pk=table.pk), "at": at}
            if not tables.play_for_bot(table.pk, **when):
                tables.end_turn(table.pk, **when)
    return table.pk


def _copy(pk: int, events: int) -> None:
    """Write the match to other tables until there are so many events."""
    from django.db import transaction

    from games import eventstore
    from games.eventstore import appending
    from games.models import Seat, Table, TableEvent

    table, seats = Table.objects.get(pk=pk), list(Seat.objects.filter(table=pk))
    rows = eventstore.read(TableEvent, pk)
    for _copy in range(events // len(rows)):
        with transaction.atomic():
            table.pk = None
            table.save()
            for seat in seats:
                seat.pk, seat.table_id = None, table.pk
            Seat.objects.bulk_create(seats)
            new = appending.PendingEvents(TableEvent, table.pk, version=0, head=b"")
            for row in rows:
                new.add([row.event], step=row.step, by=row.by, at=row.at)
            appending.write(new)
            Table.objects.filter(pk=table.pk).update(head=new.head)


def _read_all() -> int:
    from games.integrity import verification
    from games.models import Table, TableEvent

    pks = Table.objects.values_list("pk", flat=True)
    return sum(len(verification.rows_of(TableEvent, pk)) for pk in pks)


def _vendor() -> str:
    from django.db import connection

    return connection.vendor


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
