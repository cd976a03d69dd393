"""Situation: a bot waits at one process, and what it waits for happens in another.

Nobody asks the database by the clock here: what is heard was brought by a ring.
"""

import asyncio
import json
import threading
import urllib.request
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections

from games import tables
from games.models import Player, Table
from games.realtime import player_stream, publisher, subscriber, transports
from games.realtime.player_stream import TableNews
from tests.games.playing import START, deal, open_table, player
from tests.games.sending import new_id
from tests.league.api.asking import Program, program
from tests.servers import processes
from tests.suite.extent import is_thorough

pytestmark = pytest.mark.django_db(transaction=True)

NEVER = 3600.0


@pytest.fixture(params=["postgresql", "redis"])
def carried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What other processes need so that their rings are heard here, where nobody asks by the clock."""
    url = request.getfixturevalue("redis_url") if request.param == "redis" else ""
    if not url and connection.vendor != "postgresql":
        pytest.skip("needs NOTIFY")
    monkeypatch.setattr(subscriber, "SAFETY_SECONDS", NEVER)
    monkeypatch.setattr(subscriber, "POLL_SECONDS", NEVER)
    yield {"LIVE_URL": url}
    _let_threads_end()


@pytest.fixture
def elsewhere(carried: dict[str, str], server_env: dict[str, str], server_folder: Any) -> Iterator[str]:
    """The address of another process."""
    with processes.web(server_env | carried, server_folder) as address:
        yield address


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the database was asked."""
    asked: list[Any] = []
    usual = player_stream._tables_of

    def counted(*wanted: Any) -> Any:
        asked.append(wanted)
        return usual(*wanted)

    monkeypatch.setattr(player_stream, "_tables_of", counted)
    return asked


def _let_threads_end() -> None:
    for thread in threading.enumerate():
        if thread.name.startswith(("player-stream", "subscriber")):
            thread.join(10)


def two_at_a_table() -> tuple[Table, int, Program]:
    """A table where it is the turn of Bo, who has a program; and the number of Ana, who listens."""
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6")
    return table, player(table, "A").pk, sitting(table, "B")


def sitting(table: Table, letter: str) -> Program:
    user = User.objects.create(username=f"robo-{letter}-{table.pk}")
    Player.objects.filter(pk=player(table, letter).pk).update(user=user)
    return Program(user)


def post(address: str, bot: Program, path: str, **body: Any) -> Any:
    """Do something in the other process."""
    headers = {**bot.headers, "Content-Type": "application/json", "Idempotency-Key": new_id()}
    sent = urllib.request.Request(f"{address}/api/v1/tables/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(sent, timeout=30) as answer:
        return json.load(answer)


def run(coroutine: Any) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


async def heard(line: AsyncGenerator[list[TableNews]], table: Table, version: int) -> TableNews:
    """Wait until a line tells of a table at a version."""
    async for told in line:
        for row in told:
            if (row.table, row.version) == (table.pk, version):
                return row
    raise AssertionError("The line ended")


async def with_ears(line: AsyncGenerator[list[TableNews]]) -> None:
    """Wait for the first word, and until rings of others can be heard."""
    await anext(line)
    while not subscriber._subscriber.is_connected():  # noqa: ASYNC110 - a thread cannot set an event
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)  # what was asked because of that is answered


async def meanwhile(work: Callable[[], Any]) -> Any:
    def do() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    return await asyncio.to_thread(do)


def test_a_stream_tells_of_moves_made_in_another_process(elsewhere: str) -> None:
    require_moves_are_told(elsewhere)
    _let_threads_end()
    require_a_seat_is_told(elsewhere)


def require_moves_are_told(elsewhere: str) -> None:
    table, ana, bo = two_at_a_table()

    async def listen() -> list[TableNews]:
        told = []
        async with aclosing(player_stream.news(ana, (), {})) as line:
            await with_ears(line)
            version = table.version
            for move in ("draw", "pass"):
                done = await meanwhile(
                    lambda move=move, version=version: post(
                        elsewhere, bo, f"{table.pk}/moves/", after=version, move=move
                    )
                )
                version = done["version"]
                told.append(await heard(line, table, version))
        return told

    assert [news.is_turn for news in run(listen())] == [False, True]


def require_a_seat_is_told(elsewhere: str) -> None:
    bo, table = program("Bo"), open_table(seats=3)

    async def listen() -> TableNews:
        async with aclosing(player_stream.news(bo.player.pk, (), {})) as line:
            await with_ears(line)
            done = await meanwhile(lambda: post(elsewhere, bo, f"{table.pk}/sit/", after=table.version))
            return await heard(line, table, done["version"])

    assert (told := run(listen())).seat == "A"
    assert told.status == Table.Status.OPEN


@pytest.mark.sampled(
    "is told by Redis, not by PostgreSQL as well", about=["games/realtime/", "league/workers/"]
)
@pytest.mark.parametrize("carried", ["postgresql", "redis"] if is_thorough() else ["redis"], indirect=True)
def test_bots_that_a_worker_plays_are_heard_to_the_end(
    carried: dict[str, str], server_env: dict[str, str], server_folder: Any
) -> None:
    table = open_table("bot bot", bot_pause_ms=20, options={"target_score": 1, "hand_size": 3})

    async def listen() -> set[str]:
        told = set()
        async with aclosing(player_stream.news(None, [table.pk], {})) as line:
            await with_ears(line)
            await meanwhile(lambda: tables.start(table.pk, by="clock", at=START))
            async for new in line:
                told |= {row.status for row in new}
                if Table.Status.FINISHED in told:
                    return told
        return told

    with processes.worker(server_env | carried, server_folder):
        assert run(listen()) >= {Table.Status.RUNNING, Table.Status.FINISHED}


@pytest.mark.written_by_hand
@pytest.mark.usefixtures("carried")
def test_moves_at_tables_of_others_query_nothing(questions: list[Any]) -> None:
    table, ana, _bo = two_at_a_table()
    own = ("table", table.pk)
    carrier = transports.new_transport()

    def ring(*keys: publisher.Key, version: int) -> None:
        carrier.send(publisher.encode(dict.fromkeys(keys, version)))

    def next_version() -> None:
        Table.objects.filter(pk=table.pk).update(version=table.version + 1)
        ring(own, version=table.version + 1)

    async def listen() -> int:
        async with aclosing(player_stream.news(ana, (), {})) as line:
            await with_ears(line)
            before = len(questions)
            await meanwhile(lambda: ring(("table", table.pk + 1), ("player", 999_999), version=99))
            await meanwhile(lambda: ring(("chat", table.pk), version=99))
            await meanwhile(lambda: ring(own, version=table.version))  # known already
            await meanwhile(next_version)
            await heard(line, table, table.version + 1)
            return len(questions) - before

    asked = run(listen())
    carrier.close()
    assert asked == 1
