"""Situation: somebody tries to change what is in the log, past all our code."""

import pytest
from django.db import DatabaseError, connection, transaction

from games import eventstore
from games.eventstore.triggers import lifted
from games.models import TableEvent
from tests.games.playing import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def refused(change):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change()


def test_updating_an_event_is_refused_by_the_database():
    table = open_table("Ana Bo")
    before = eventstore.read(TableEvent, table.pk)
    refused(lambda: TableEvent.objects.filter(stream=table).update(payload="{}"))
    assert eventstore.read(TableEvent, table.pk) == before


def test_deleting_an_event_is_refused_by_the_database():
    table = open_table("Ana Bo")
    before = eventstore.read(TableEvent, table.pk)
    refused(lambda: TableEvent.objects.filter(stream=table).delete())
    assert eventstore.read(TableEvent, table.pk) == before


def test_raw_sql_is_refused_too():
    open_table("Ana Bo")

    def raw():
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_tableevent")

    refused(raw)


REPLACE = {
    "sqlite": "INSERT OR REPLACE INTO games_tableevent SELECT * FROM games_tableevent WHERE version = 1",
    "postgresql": "INSERT INTO games_tableevent SELECT * FROM games_tableevent WHERE version = 1"
    " ON CONFLICT (id) DO UPDATE SET payload = '{}'",
}


def test_replacing_an_event_is_refused_as_well():
    table = open_table("Ana Bo")
    before = eventstore.read(TableEvent, table.pk)

    def replace():
        with connection.cursor() as cursor:
            cursor.execute(REPLACE[connection.vendor])

    refused(replace)
    assert eventstore.read(TableEvent, table.pk) == before


@pytest.mark.django_db(transaction=True)
def test_the_suite_may_lift_the_guard_and_it_is_back_afterwards():
    table = open_table("Ana Bo")
    with lifted(connection):
        TableEvent.objects.filter(stream=table).delete()
    assert not TableEvent.objects.exists()
    other = open_table("Cy Dee")
    refused(lambda: TableEvent.objects.filter(stream=other).delete())


def test_every_table_that_is_written_once_has_the_guard():
    open_table("Ana Bo")
    from django.apps import apps

    from games.models import AppendOnly

    names = [model._meta.db_table for model in apps.get_models() if issubclass(model, AppendOnly)]
    assert {"games_tableevent", "games_checkpoint", "league_auditentry"} <= set(names)
    for name in names:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                query = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
                wanted = 3
            else:
                query = "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = %s::regclass"
                wanted = 1
            cursor.execute(query, [name])
            assert cursor.fetchone() == (wanted,), name
