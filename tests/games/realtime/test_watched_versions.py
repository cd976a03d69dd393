"""Situation: pages wait for news of a table, in one or several event loops."""

import asyncio
import threading

import pytest
from django.db import connections

from games import tables
from games.realtime import subscriber, watched_versions
from tests.games.playing import START, after, deal, do, fresh, open_table, players

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


async def meanwhile(action, *arguments, **facts):
    """Do something in another thread, as a web server does."""

    def work():
        try:
            return action(*arguments, **facts)
        finally:
            connections.close_all()

    return await asyncio.to_thread(work)


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 20))


@pytest.fixture(autouse=True)
def thread_ends_with_the_last_watcher():
    yield
    for thread in threading.enumerate():
        if thread.name in {"table-stream", "subscriber"}:
            thread.join(10)
    assert not watched_versions.is_polling()


def test_the_present_version_comes_at_once_and_every_later_one_after_it():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")

    async def watch():
        stream = watched_versions.versions("table", table.pk)
        seen = [await anext(stream)]
        await meanwhile(do, table, "B draw")
        seen.append(await anext(stream))
        await meanwhile(do, table, "B pass")
        seen.append(await anext(stream))
        await stream.aclose()
        return seen

    seen = run(watch())
    assert seen[0] == table.version
    assert seen == sorted(set(seen))
    assert seen[-1] == fresh(table).version


def test_someone_who_has_seen_the_present_version_waits_for_the_next():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")

    async def watch():
        stream = watched_versions.versions("table", table.pk, after=table.version)
        first = asyncio.ensure_future(anext(stream))
        done, _waiting = await asyncio.wait([first], timeout=3 * subscriber.POLL_SECONDS)
        assert not done
        await meanwhile(do, table, "B draw")
        version = await first
        await stream.aclose()
        return version

    assert run(watch()) == fresh(table).version


def test_many_watchers_of_many_tables_share_one_thread():
    several = [open_table(seats=2) for _table in range(3)]

    async def watch():
        streams = [watched_versions.versions("table", table.pk) for table in several for _page in range(20)]
        versions = await asyncio.gather(*[anext(stream) for stream in streams])
        pollers = [thread for thread in threading.enumerate() if thread.name == "table-stream"]
        for stream in streams:
            await stream.aclose()
        return versions, len(pollers)

    assert run(watch()) == ([2] * 60, 1)


def test_a_new_loop_starts_afresh_after_the_last_one_ended():
    table = open_table(seats=2)

    async def first():
        stream = watched_versions.versions("table", table.pk)
        version = await anext(stream)
        await stream.aclose()
        return version

    assert run(first()) == 2
    (ana,) = players("Ana")
    tables.sit(table.pk, player=ana, at=START)
    assert run(first()) == 3


def test_a_quiet_table_gives_signs_of_life(settings):
    settings.HEARTBEAT_SECONDS = 0.2
    table = open_table(seats=2)

    async def watch():
        stream = watched_versions.versions("table", table.pk)
        seen = [await anext(stream) for _sign in range(3)]
        await stream.aclose()
        return seen

    assert run(watch()) == [2, 2, 2]


def test_a_table_that_does_not_exist_ends_the_stream():
    async def watch():
        return [version async for version in watched_versions.versions("table", 404)]

    assert run(watch()) == []


def test_an_unknown_kind_of_stream_is_an_error():
    async def watch():
        await anext(watched_versions.versions("weather", 1))

    with pytest.raises(KeyError):
        run(watch())


def test_moves_of_bots_are_seen_too():
    table = deal("Ana bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")

    async def watch():
        stream = watched_versions.versions("table", table.pk, after=table.version)
        news = asyncio.ensure_future(anext(stream))
        await meanwhile(tables.play_for_bot, table.pk, version=table.version, at=after(60))
        version = await news
        await stream.aclose()
        return version

    assert run(watch()) == fresh(table).version
