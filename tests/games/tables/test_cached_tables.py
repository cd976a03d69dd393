"""Situation: a process goes on at a table it has written to, and others may have been there meanwhile."""

import datetime as dt
from contextlib import suppress

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import eventstore, tables
from games.models import Seat, Table, TableEvent
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions.legal import legal_commands
from games.tables import aggregate, projection
from games.tables.aggregate import locked
from tests.games.playing import START, assert_rebuilt_equals_live, deal, do, fresh, open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def table():
    """A deal of two in which nobody can do harm: B begins."""
    return deal("Ana Bo", "r5 g1 b2 y1 r1 / r2 r3 r4 r6 r7", "r9 g9 g8 g7 b8 b9 y9")


def folded(table):
    rows = eventstore.read(TableEvent, table.pk)
    return projection.follow(None, rows)


def test_the_second_move_of_a_process_reads_one_row_and_is_written_in_two_queries(table):
    do(table, "B play r2")
    version = fresh(table).version
    with CaptureQueriesContext(connection) as queries, locked(table.pk) as held:
        held.do(legal(held), by="bot", at=START)
    asked = [query["sql"].split()[0] for query in queries]
    assert [query for query in asked if query not in {"BEGIN", "COMMIT"}] == ["SELECT", "UPDATE", "INSERT"]
    assert fresh(table).version > version
    assert_rebuilt_equals_live(table)


def test_moves_made_in_another_process_are_seen(table):
    do(table, "B play r2")
    stale = aggregate.take_cached(table.pk)
    do(table, "A play r5")
    aggregate.put_cached(table.pk, stale)
    seen = do(table, "B play r3")
    assert seen.sight.top == folded(table).top
    assert_rebuilt_equals_live(table)


def test_a_transaction_that_fails_leaves_nothing_behind(table):
    do(table, "B play r2")
    with suppress(RuntimeError), locked(table.pk) as held:
        held.do(legal(held), by="bot", at=START)
        raise RuntimeError
    assert aggregate.take_cached(table.pk) is None
    do(table, "A play r5")
    assert_rebuilt_equals_live(table)


def test_an_outer_transaction_that_fails_leaves_nothing_behind(table):
    do(table, "B play r2")
    with suppress(RuntimeError), transaction.atomic():
        do(table, "A play r5")
        raise RuntimeError
    do(table, "A play r1")
    assert_rebuilt_equals_live(table)


def test_a_refused_command_changes_nothing_that_is_kept(table):
    do(table, "B play r2")
    before = folded(table)
    for _time in range(3):
        with pytest.raises(IllegalCommand):
            do(table, "A play g1")
    with locked(table.pk) as held:
        assert held.state == before


def test_the_next_move_does_not_change_a_state_already_shown(table):
    seen = do(table, "B play r2")
    shown = repr(seen.sight)
    do(table, "A play r5")
    do(table, "B play r3")
    assert repr(seen.sight) == shown


def test_of_many_tables_the_last_are_kept():
    kept_once = aggregate.CachedTable(b"", None, [], {}, [])
    for number in range(1, aggregate.CACHED_AT_MOST + 2):
        aggregate.put_cached(-number, kept_once)
    try:
        assert aggregate.take_cached(-1) is None
        assert aggregate.take_cached(-2) is not None
    finally:
        for number in range(1, aggregate.CACHED_AT_MOST + 2):
            aggregate.take_cached(-number)


def test_a_finished_match_is_not_kept():
    table = open_table("bot bot", options={"target_score": 1}, bot_pause_ms=0)
    tables.start(table.pk, by="organizer:1", at=START)
    at = START
    while fresh(table).status == Table.Status.RUNNING:
        at += dt.timedelta(minutes=1)
        now = fresh(table)
        assert tables.play_for_bot(table.pk, version=now.version, at=at) or tables.end_turn(
            table.pk, version=now.version, at=at
        )
    assert aggregate.take_cached(table.pk) is None
    assert_rebuilt_equals_live(table)


def test_seats_that_were_made_anew_are_not_written_past(table):
    do(table, "B play r2")
    Seat.objects.filter(table=table).delete()
    projection.rebuild(table.pk)
    with pytest.raises(eventstore.ConflictError):
        tables.leave(table.pk, player=table.seats.get(index=0).player, at=START)
    tables.leave(table.pk, player=table.seats.get(index=0).player, at=START)
    assert table.seats.get(index=0).is_bot
    assert_rebuilt_equals_live(table)


def legal(held):
    return legal_commands(held.state, held.state.to_act)[-1]
