"""Situation: moves at tables are told on several channels, and a process listens to those that it needs."""

import asyncio
import threading
import time
from contextlib import aclosing

import pytest
from django.conf import settings
from django.db import connection, connections

from games.models import Table
from games.realtime import player_stream, publisher, subscriber, transports, watched_versions
from tests.games.playing import deal
from tests.spectators.crowd import run

pytestmark = pytest.mark.django_db(transaction=True)

SHARDS = 4
FAR = 1_000_000
"""A version that no table has: whoever hears of it has received a notification."""
NEVER = 3600.0


@pytest.fixture
def shards(monkeypatch):
    monkeypatch.setattr(settings, "LIVE_SHARDS", SHARDS)


@pytest.fixture(params=["postgresql", "redis"])
def carrier(request, shards, monkeypatch):
    """A transport of another process; here nobody queries the database by the clock."""
    if request.param == "redis":
        request.getfixturevalue("redis_url")
    elif connection.vendor != "postgresql":
        pytest.skip("needs NOTIFY")
    monkeypatch.setattr(subscriber, "SAFETY_SECONDS", NEVER)
    monkeypatch.setattr(subscriber, "POLL_SECONDS", NEVER)
    transport = transports.new_transport()
    yield transport
    transport.close()
    for thread in threading.enumerate():
        if thread.name.startswith(("table-stream", "player-stream", "subscriber")):
            thread.join(10)


def tell(carrier, kind, pk, version=FAR):
    carrier.send(publisher.encode({(kind, pk): version}), transports.channel_of(kind, pk))


def received(listen):
    """What comes within a second."""
    until, told = time.monotonic() + 1, []
    while time.monotonic() < until:
        told += [key for text in listen(0.1) for key in publisher.decode(text)]
    return told


def test_a_table_and_its_chat_share_a_channel_and_all_else_has_one(shards):
    assert transports.channel_of("table", 7) == transports.channel_of("chat", 7)
    assert transports.channel_of("table", 7) == transports.channel_of("table", 7 + SHARDS)
    assert transports.channel_of("table", 7) != transports.channel_of("table", 8)
    assert transports.channel_of("competition", 7) == transports.channel_of("player", 8) == transports.CHANNEL
    assert len(transports.channels_of(None)) == SHARDS + 1


def test_with_one_shard_everything_is_told_on_one_channel():
    assert settings.LIVE_SHARDS == 1
    assert transports.channels_of(None) == transports.channels_of([7, 8]) == {transports.CHANNEL}


def test_notifications_of_a_moment_are_sent_on_the_channels_of_their_tables(shards):
    batch = {("table", 1): 5, ("chat", 1): 2, ("table", 2): 9, ("player", 3): 9, publisher.COMMITTED: 1}
    sent = {channel: publisher.decode(text) for channel, text in publisher._texts(batch)}
    committed = {publisher.COMMITTED: 1}
    assert sent == {
        transports.channel_of("table", 1): {("table", 1): 5, ("chat", 1): 2} | committed,
        transports.channel_of("table", 2): {("table", 2): 9} | committed,
        transports.CHANNEL: {("player", 3): 9} | committed,
    }


@pytest.mark.both_databases
def test_a_listener_to_some_channels_hears_nothing_on_the_others(carrier):
    listener = transports.new_transport()
    with listener.listening() as listen:
        assert listen.follow(transports.channels_of([1]))
        tell(carrier, "table", 2)
        tell(carrier, "table", 1)
        tell(carrier, "competition", 3)
        assert received(listen) == [("table", 1), ("competition", 3)]
        assert listen.follow(transports.channels_of([2]))
        assert not listen.follow(transports.channels_of([2]))
        tell(carrier, "table", 1)
        tell(carrier, "chat", 2)
        assert received(listen) == [("chat", 2)]


@pytest.mark.both_databases
def test_a_process_hears_of_each_table_that_it_begins_to_watch(carrier):
    first, second = [deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5") for _table in range(2)]
    assert transports.channel_of("table", first.pk) != transports.channel_of("table", second.pk)

    async def heard(table):
        async with aclosing(watched_versions.versions("table", table.pk, table.version)) as stream:
            following = asyncio.ensure_future(anext(stream))
            while not following.done():
                await asyncio.to_thread(tell, carrier, "table", table.pk)
                await asyncio.wait([following], timeout=0.1)
            return following.result()

    async def watch():
        async with aclosing(watched_versions.versions("table", first.pk)) as open_all_the_time:
            await anext(open_all_the_time)
            return await heard(first), await heard(second)

    assert run(watch()) == (FAR, FAR)


@pytest.mark.both_databases
@pytest.mark.usefixtures("carrier")
def test_a_new_channel_lets_the_database_be_queried_for_what_was_missed():
    reader = Reader({1})
    subscriber.subscribe(reader)
    try:
        reader.wait_for_queries(1)
        reader.wanted = {1, 2}
        reader.wait_for_queries(2)
    finally:
        subscriber.unsubscribe(reader)


class Reader:
    """A listener that counts how often it should query the database."""

    def __init__(self, tables):
        self.wanted = tables
        self._queries = threading.Semaphore(0)
        self._count = 0

    def tables(self):
        return self.wanted

    def notify(self, versions):
        pass

    def connection_changed(self):
        self._queries.release()

    def wait_for_queries(self, count):
        while self._count < count:
            assert self._queries.acquire(timeout=20)
            self._count += 1


@pytest.mark.both_databases
@pytest.mark.written_by_hand
def test_programs_hear_of_their_tables_wherever_they_sit(carrier):
    tables = [deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5") for _table in range(2)]

    def move_and_tell(table):
        Table.objects.filter(pk=table.pk).update(version=table.version + 1)
        tell(carrier, "table", table.pk, table.version + 1)
        connections.close_all()

    async def listen():
        told = {}
        async with aclosing(player_stream.news(None, [table.pk for table in tables], {})) as stream:
            await anext(stream)
            while not subscriber._subscriber.is_connected():  # noqa: ASYNC110 - a thread cannot set an event
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.2)
            for table in tables:
                await asyncio.to_thread(move_and_tell, table)
            async for news in stream:
                told |= {row.table: row.version for row in news}
                if all(told.get(table.pk) == table.version + 1 for table in tables):
                    break
        return told

    assert run(listen()) == {table.pk: table.version + 1 for table in tables}
