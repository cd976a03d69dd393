"""Situation: two writers and a reader at one stream."""

import pytest
from django.db import transaction

from games import eventstore
from games.eventstore import appending
from games.models import TableEvent
from games.rules.base.refusal import Refusal
from games.rules.match.events import TurnPassed, TurnStarted
from games.tables.events import ShufflesCommitted
from tests.games.playing import START, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def append(table, after, *events, step=9):
    with transaction.atomic():
        new = appending.PendingEvents(TableEvent, table.pk, version=after, head=table.head)
        rows = new.add(events, step=step, by="bot", at=START)
        appending.write(new)
    return rows


@pytest.mark.written_by_hand
def test_appended_events_are_read_in_order_with_their_author_and_time():
    table = open_table(seats=2)
    written = append(table, 2, TurnStarted(0), TurnPassed(0))
    rows = eventstore.read(TableEvent, table.pk, after=2)
    assert rows == written
    assert [row[:-1] for row in rows] == [
        (3, 9, TurnStarted(0), "bot", START),
        (4, 9, TurnPassed(0), "bot", START),
    ]
    assert eventstore.read_events(TableEvent, table.pk, after=3) == [TurnPassed(0)]
    assert eventstore.read(TableEvent, table.pk, after=2, until=3) == rows[:1]


@pytest.mark.written_by_hand
def test_the_slower_of_two_writers_is_told_so_and_writes_nothing():
    table = open_table(seats=2)
    append(table, 2, TurnStarted(0))
    with pytest.raises(eventstore.ConflictError) as caught:
        append(table, 2, TurnStarted(1), TurnPassed(1))
    assert caught.value.code == "stale"
    assert eventstore.read_events(TableEvent, table.pk, after=2) == [TurnStarted(0)]


@pytest.mark.written_by_hand
def test_streams_do_not_touch_each_other():
    first, other = open_table(seats=2), open_table(seats=2)
    append(first, 2, TurnStarted(0))
    append(other, 2, TurnStarted(1))
    assert eventstore.read_events(TableEvent, first.pk, after=2) == [TurnStarted(0)]
    assert eventstore.read_events(TableEvent, other.pk, after=2) == [TurnStarted(1)]


@pytest.mark.written_by_hand
def test_an_event_larger_than_64_kb_is_refused_and_nothing_is_written():
    table = open_table(seats=2)
    with pytest.raises(Refusal) as caught:
        append(table, 2, TurnStarted(0), ShufflesCommitted("1", 1, ["x" * 64] * 1000))
    assert caught.value.code == "event_too_large"
    assert eventstore.read_events(TableEvent, table.pk, after=2) == []
    append(table, 2, ShufflesCommitted("1", 1, ["x" * 64] * 900))
