"""Situation: many turns are overdue at once, and sweeps come one after another or at the same time."""

import datetime as dt
import threading

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games import tables, tasks
from games.eventstore import appending
from games.models import Table, TableEvent
from games.rules.match.events import TurnPassed
from games.tables import aggregate
from games.tables.aggregate import locked
from tests.games.playing import START, assert_rebuilt_equals_live, deal, fresh, open_table, play_out, see

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9"


def overdue(how_many, **facts):
    """Tables of two people, all of them dealt long ago: B is late."""
    made = [deal("Ana Bo", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}", **facts) for _table in range(how_many)]
    forget_tables(made)
    return made


def forget_tables(made):
    """This process knows no more of the tables than any other."""
    for table in made:
        aggregate.take_cached(table.pk)


def ended_turns(table):
    return [row.step for row in table.events.filter(by="clock", name="turn_passed")]


@pytest.mark.django_db
def test_one_sweep_ends_all_turns_that_are_overdue():
    made = overdue(51)
    assert tasks.expire_turns() == 51
    assert {fresh(table).turn_seat for table in made} == {0}
    assert tasks.expire_turns() == 0
    assert_rebuilt_equals_live(made[-1])


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_sweep_reads_and_writes_its_tables_together(django_assert_num_queries):
    def sweep(made):
        at = timezone.now()
        assert tables.move_due_tables([table.pk for table in made], at=at) == len(made)

    few, many = overdue(2), overdue(12)
    together = 8  # savepoint, claim, logs, seats; rows, events, seats, release
    with django_assert_num_queries(together):
        sweep(few)
    with django_assert_num_queries(together):
        sweep(many)


@pytest.mark.django_db
@pytest.mark.written_by_hand
@pytest.mark.both_databases
def test_a_table_that_cannot_be_written_stops_no_other(caplog):
    """Somebody has put an event behind the last one, past the row that counts them."""
    made = overdue(3)
    broken = made[1]
    with transaction.atomic():
        behind = appending.PendingEvents(TableEvent, broken.pk, version=broken.version, head=broken.head)
        behind.add([TurnPassed(1)], step=9, by="bot", at=START)
        appending.write(behind)
    assert tables.move_due_tables([table.pk for table in made], at=timezone.now()) == 2
    assert [fresh(table).turn_seat for table in made] == [0, 1, 0]
    assert [fresh(table).version - table.version for table in made] == [3, 0, 3]
    assert "it writes each by itself" in caplog.text


@pytest.mark.django_db
def test_the_longest_overdue_come_first():
    made = [*overdue(1, turn_seconds=600), *overdue(1, turn_seconds=60), *overdue(1, turn_seconds=300)]
    assert tables.due_tables(timezone.now()) == [made[1].pk, made[2].pk, made[0].pk]


@pytest.mark.parametrize("other", [tasks.expire_turns, tasks.help_to_sweep])
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_end_every_turn_once(other):
    made = overdue(60)
    moved = []
    start = threading.Barrier(2)

    def sweep(task):
        start.wait()
        try:
            moved.append(task())
        finally:
            connections.close_all()

    sweeps = [threading.Thread(target=sweep, args=[task]) for task in (tasks.expire_turns, other)]
    for sweep_ in sweeps:
        sweep_.start()
    for sweep_ in sweeps:
        sweep_.join()
    assert sum(moved) == 60
    assert [len(ended_turns(table)) for table in made] == [1] * 60


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_writes_to_is_passed_over():
    """Where there are no row locks the sweep queues behind the writer, who then does not wait for it."""
    passes_over = connection.features.has_select_for_update_skip_locked
    busy, idle = overdue(2)
    is_held, is_swept = threading.Event(), threading.Event()

    def hold():
        try:
            with locked(busy.pk):
                is_held.set()
                is_swept.wait(20 if passes_over else 0.2)
        finally:
            connections.close_all()

    writer = threading.Thread(target=hold)
    writer.start()
    try:
        assert is_held.wait(20)
        moved = tasks.expire_turns()
    finally:
        is_swept.set()
        writer.join()
    assert [fresh(table).turn_seat for table in (busy, idle)] == [1 if passes_over else 0, 0]
    assert moved + tasks.expire_turns() == 2


@pytest.mark.django_db
def test_a_sweep_that_is_doubled_does_nothing_twice():
    made = overdue(3)
    due = tables.due_tables(timezone.now())
    for _twice in range(2):
        tables.move_due_tables(due, at=timezone.now())
    assert [len(ended_turns(table)) for table in made] == [1] * 3


@pytest.mark.django_db
def test_tables_read_ahead_play_on_like_tables_read_alone():
    made = overdue(3, options={"target_score": 20})
    for table in made:
        now = fresh(table)
        while now.status == Table.Status.RUNNING and now.step < 40:
            forget_tables([table])
            assert tables.move_due_tables([table.pk], at=now.due_at) == 1
            now = fresh(table)
        assert play_out(table).status == Table.Status.FINISHED
        assert_rebuilt_equals_live(table)


@pytest.mark.django_db
def test_tables_without_a_deal_are_never_due():
    open_table("Ana Bo")
    assert tables.due_tables(START + dt.timedelta(days=9)) == []
    assert tables.move_due_tables([], at=START) == 0


@pytest.mark.django_db
def test_bots_of_many_tables_move_in_one_sweep():
    made = [deal("Ana bot", "r1 r2 r3/r4 r5 r6", f"r9 {PILE}") for _table in range(25)]
    assert tasks.expire_turns() == 25
    assert all(see(table).sight.counts[1] != 3 for table in made)
