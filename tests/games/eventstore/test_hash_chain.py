"""Situation: somebody checks the hashes of a log with nothing but the documentation."""

import datetime as dt
from hashlib import sha256

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import eventstore, tables
from games.models import Table, TableEvent
from league.backups.migrations import EachByItself
from league.models import Competition, CompetitionEvent
from tests.games.playing import START, deal, open_table
from tests.league.club_nights import started

WHEN = dt.datetime(2026, 11, 21, 10, 30, 0, 250, tzinfo=dt.UTC)


def by_hand(kind, pk, rows):
    """Return the hashes of a stream, written as its documentation says."""
    digest = sha256(f"wildleague log 1 {kind}:{pk}".encode()).digest()
    for row in rows:
        micros = round((row.at - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)).total_seconds() * 1_000_000)
        lines = (row.version, row.step, row.name, row.schema, row.by, micros, row.payload)
        digest = sha256(digest + "\n".join(map(str, lines)).encode()).digest()
        yield digest


def test_the_bytes_of_the_chain_are_these_for_ever():
    first = eventstore.first_hash("table:7")
    assert first.hex() == "01d2ec46086fcd00cd3bb46dad69513118def3c8d9d9e065386721c331863043"
    second = eventstore.next_hash(first, 1, 1, "turn_started", 1, "player:3", WHEN, '{"seat":0}')
    assert second.hex() == "2b305054c1ab07a57cf40528d1fc3bbf8a215567a83d125d4cbc43f98e0dfea6"
    third = eventstore.next_hash(second, 2, 2, "table_opened", 2, "clock", WHEN, '{"name":"Grün ♣"}')
    assert third.hex() == "a3928fe8cd035eb9e263ae54848fd888a5cb0b2a3455a9bfdd7aea6cd53ae272"


@pytest.mark.django_db
def test_every_event_of_a_table_is_chained_to_the_one_before_and_the_table_knows_the_last():
    table = deal("Ana Bo", "r5 g1 / y2 b3", "g9 r1 b2")
    rows = list(TableEvent.objects.filter(stream=table))
    assert len(rows) > 5
    assert [row.hash for row in rows] == list(by_hand("table", table.pk, rows))
    assert Table.objects.get(pk=table.pk).head == rows[-1].hash


@pytest.mark.django_db
def test_equal_tables_have_different_chains():
    first, second = (open_table(seats=2).events.get(version=1) for _table in range(2))
    assert first.payload == second.payload
    assert first.hash != second.hash


@pytest.mark.django_db
def test_the_decisions_of_a_competition_are_chained_too():
    competition = started(5)
    rows = list(CompetitionEvent.objects.filter(stream=competition))
    assert [row.hash for row in rows] == list(by_hand("competition", competition.pk, rows))
    assert Competition.objects.get(pk=competition.pk).head == rows[-1].hash


@pytest.mark.slow(
    "takes all migrations back and makes them again; tests/league/audit does so with the last one",
    about=["games/migrations/", "league/migrations/", "games/eventstore/"],
)
@pytest.mark.written_by_hand  # the way back forgets whom the shuffles bind
@pytest.mark.django_db(transaction=True)
def test_a_log_from_before_the_chain_gets_it_when_the_database_is_migrated():
    table = deal("Ana Bo", "r5 g1 / y2 b3", "g9 r1 b2")
    tables.leave(table.pk, player=table.seats.get(index=0).player, at=START)
    before = [row.hash for row in TableEvent.objects.filter(stream=table)]
    try:
        migrate(("league", "0002_rulebook_title"), ("games", "0003_custom_rulebooks"))
    finally:
        migrate(*EachByItself(connection).graph.leaf_nodes())
    assert [row.hash for row in TableEvent.objects.filter(stream=table)] == before
    assert Table.objects.get(pk=table.pk).head == before[-1]


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.loader = EachByItself(connection)
    executor.migrate(list(targets))
