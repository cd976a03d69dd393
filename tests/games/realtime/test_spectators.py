"""Situation: many people watch one table, in one web process or several, and go away again."""

import asyncio
import contextlib
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone

from games import tables
from games.models import Table
from games.realtime import publisher, transports, watched_versions
from league.project.asgi_handler import Handler
from tests.games.playing import after, deal, fresh, open_table
from tests.servers import processes
from tests.spectators.crowd import all_heard, files, run, threads, watching

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 200
FAR = 1_000_000
"""A version that no table has: who receives it has received a notification."""


def bots_table():
    """A table where it is a bot's turn, and nobody moves unless a test does."""
    return deal("Ana bot", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6 y7 y8")


def path_of(table, version=0):
    return f"/tables/{table.pk}/stream/?after={version}&chat=0"


def move(table):
    """Let the bot move, as a worker would, and return the version of the table."""
    try:
        tables.play_for_bot(table.pk, version=fresh(table).version, at=after(60))
        return fresh(table).version
    finally:
        connections.close_all()


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - another process cannot set an event
            await asyncio.sleep(0.05)


def answer(url, **headers):
    """The status of an answer, and of a stream its first lines up to its first version."""
    request = urllib.request.Request(
        url, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as got:
            lines = []
            for line in got:
                lines.append(line.decode().strip())
                if lines[-1].startswith("id: "):
                    break
            return got.status, lines
    except urllib.error.HTTPError as error:
        return error.code, []


def others(what="true"):
    """How many other connections to this database there are; none where it has no server."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            f" WHERE datname = current_database() AND pid <> pg_backend_pid() AND {what}"
        )
        return cursor.fetchone()[0]


@pytest.fixture(scope="module")
def web_processes(server_env, server_folder):
    """Start a web process of this file."""
    with contextlib.ExitStack() as stack:
        env = server_env | {"HEARTBEAT_SECONDS": "0.2"}
        yield lambda: stack.enter_context(processes.web_process(env, server_folder))


@pytest.fixture(scope="module")
def running():
    """The web processes that were started for this file."""
    return []


@pytest.fixture
def web(web_processes, running):
    """A web process of this file, the one before unless a test has ended it: its address, and the process."""
    if not running or running[-1][1].popen.poll() is not None:
        running.append(web_processes())
    return running[-1]


@pytest.mark.both_databases  # one of them holds connections to its server
def test_everybody_hears_of_a_move_without_a_thread_or_a_connection_each(web):
    address, process = web
    table = bots_table()
    before = threads(process.popen.pid)

    async def watch():
        async with watching(address, path_of(table), MANY) as crowd:
            await all_heard(crowd, table.version)
            version = await asyncio.to_thread(move, table)
            await all_heard(crowd, version)
            used = threads(process.popen.pid) - before
            lines = await asyncio.to_thread(held)
            return version, [sorted(spectator.heard) for spectator in crowd], used, lines

    def held():
        try:
            return others()
        finally:
            connections.close_all()

    version, heard, used, lines = run(watch())
    assert heard == [[table.version, version]] * MANY
    assert used <= 3  # who asks, who listens, who sends
    assert lines <= 6


def nobody_listens(seconds=20):
    """The connection on which the server listened is closed, at the latest after so many seconds."""
    deadline = time.monotonic() + seconds
    while others("query LIKE 'LISTEN%'"):
        assert time.monotonic() < deadline, "somebody still listens"
        time.sleep(0.05)


@pytest.mark.both_databases  # one of them holds connections to its server
def test_leaving_pages_frees_everything(web):
    address, process = web
    table = bots_table()
    pid = process.popen.pid
    answer(f"{address}/tables/{table.pk}/")
    before = threads(pid), files(pid)

    async def watch():
        async with watching(address, path_of(table), MANY) as crowd:
            await all_heard(crowd, table.version)
            # What the page before had open for the database may have been closed meanwhile.
            assert files(pid) > before[1] + MANY * 9 // 10
        await until(lambda: threads(pid) <= before[0] and files(pid) <= before[1])

    run(watch())
    nobody_listens()


def test_a_stream_goes_on_after_the_last_event_it_told(web):
    address, _process = web
    table = bots_table()
    url = address + path_of(table)
    status, lines = answer(url)
    assert status == 200
    assert lines[-2:] == ["event: version", f"id: {table.version}"]
    move(table)
    newest = fresh(table).version
    assert answer(url, Last_Event_ID=str(table.version))[1][-1] == f"id: {newest}"


def test_someone_who_has_the_newest_version_hears_only_signs_of_life(web):
    address, _process = web
    table = bots_table()

    async def watch():
        async with watching(address, path_of(table, table.version), 1) as (spectator,):
            await until(lambda: spectator.beats >= 3)
            return spectator.heard

    assert run(watch()) == {}


def test_a_stream_says_at_once_when_to_come_back_and_each_another_time(web):
    address, _process = web
    table = bots_table()
    times = {answer(address + path_of(table))[1][0] for _page in range(8)}
    assert all(time.startswith("retry: ") and 1000 <= int(time[7:]) <= 5000 for time in times)
    assert len(times) > 1


def test_there_is_no_stream_of_a_table_that_does_not_exist(web):
    address, _process = web
    assert answer(f"{address}/tables/404404/stream/?after=0") == (404, [])


def test_nonsense_in_the_address_of_a_stream_is_as_good_as_nothing(web):
    address, _process = web
    table = bots_table()
    for words in ("-1", "x", "9" * 40, "٣"):
        url = f"{address}/tables/{table.pk}/stream/?after={urllib.parse.quote(words)}&chat={'9' * 99}"
        assert answer(url)[1][-1] == f"id: {table.version}"


def test_a_stream_is_only_for_reading_and_only_at_the_name_of_the_site():
    table = bots_table()
    assert asked_in_process(table, method="POST") == 405
    assert asked_in_process(table, host=b"elsewhere.example") == 400


def asked_in_process(table, method="GET", host=b"localhost"):
    """The status that the application itself answers with."""
    path, query = path_of(table).split("?")
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    scope |= {"headers": [(b"host", host)], "root_path": "", "scheme": "http"}
    answers = []

    async def ask():
        answered, body = asyncio.Event(), [{"type": "http.request"}]

        async def receive():
            if body:
                return body.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            answers.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answered.set()

        await Handler()(scope, receive, send)

    run(ask())
    return answers[0]["status"]


@contextlib.contextmanager
def several_processes(env, folder):
    """Two web processes."""
    with processes.web(env, folder) as web, processes.web(env, folder) as other:
        yield web, other


def watch_in_both(env, folder, table, play):
    """Let spectators of two processes hear what is played, and a notification without a move."""
    carrier = transports.new_transport()

    async def watch(code, other):
        async with watching(code, path_of(table), 3) as here, watching(other, path_of(table), 3) as there:
            crowd = [*here, *there]
            await all_heard(crowd, await asyncio.to_thread(play, table), seconds=60)
            async with asyncio.timeout(20):
                while any(FAR not in spectator.heard for spectator in crowd):
                    await asyncio.to_thread(carrier.send, publisher.encode({("table", table.pk): FAR}))
                    await asyncio.sleep(0.1)

    with several_processes(env, folder) as (first_web, other):
        run(watch(first_web, other))
    carrier.close()


TWO_WEB_PROCESSES = pytest.mark.slow(
    "starts two web processes; tests/league/api/tables/test_streams_of_other_processes.py hears each carrier",
    about=["games/realtime/", "league/web.py", "league/workers/"],
)


@TWO_WEB_PROCESSES
@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs NOTIFY")
def test_postgresql_carries_rings_to_every_process(server_env, server_folder):
    watch_in_both(server_env, server_folder, bots_table(), move)


@TWO_WEB_PROCESSES
def test_redis_carries_what_a_worker_plays_to_every_process(server_env, server_folder, redis_url):
    env = server_env | {"LIVE_URL": redis_url}
    with processes.worker(env, server_folder):
        table = open_table("bot bot bot", bot_pause_ms=20, options={"target_score": 500})
        watch_in_both(env, server_folder, table, begin)


def begin(table):
    """Start a match that a worker plays, and return a version it will have soon."""
    tables.start(table.pk, by="clock", at=timezone.now())
    connections.close_all()
    return table.version + 20


def test_a_move_in_a_worker_is_heard_by_whoever_listens(redis_url):
    table = bots_table()
    carrier = transports.new_transport()
    with carrier.listening() as listen:
        move(table)
        key, version = ("table", table.pk), fresh(table).version  # others may publish in the same breath
        assert any(publisher.decode(text).get(key) == version for _breath in range(20) for text in listen(1))


@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs NOTIFY")
def test_notifications_go_past_a_pool_in_front_of_the_database(server_env):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "LIVE_URL", server_env["DATABASE_URL"])
        patch.setattr(connections["default"], "get_connection_params", None)  # the pool is not asked
        sender, listener = transports.new_transport(), transports.new_transport()
        with listener.listening() as listen:
            sender.send("table 7 43")
            assert publisher.decode(listen(10)[0]) == {("table", 7): 43}
        sender.close()


def test_moves_go_on_and_are_seen_when_nothing_carries_rings(server_env, server_folder, monkeypatch):
    nowhere = f"redis://127.0.0.1:{processes.free_port()}/0"
    monkeypatch.setattr(settings, "LIVE_URL", nowhere)
    monkeypatch.setattr(publisher, "_sender", publisher._Sender())
    table = bots_table()

    async def watch(address):
        async with watching(address, path_of(table), 3) as crowd:
            version = await asyncio.to_thread(move, table)
            await all_heard(crowd, version)

    with processes.web(server_env | {"LIVE_URL": nowhere}, server_folder) as address:
        run(watch(address))


@pytest.mark.written_by_hand
def test_a_lost_ring_is_found_by_asking(web):
    address, _process = web
    table = bots_table()

    async def watch():
        async with watching(address, path_of(table), 3) as crowd:
            await all_heard(crowd, table.version)
            await asyncio.to_thread(write_past_the_door)
            await all_heard(crowd, table.version + 1)

    def write_past_the_door():
        Table.objects.filter(pk=table.pk).update(version=table.version + 1)
        connections.close_all()

    run(watch())


def test_a_server_that_is_told_to_end_lets_go_of_its_streams_quietly(web):
    address, process = web
    table = bots_table()

    async def watch():
        async with watching(address, path_of(table), 20) as crowd:
            process.popen.terminate()
            await until(lambda: all(spectator.is_gone for spectator in crowd))
            return crowd

    crowd = run(watch())
    assert all(spectator.ended_well for spectator in crowd)
    process.popen.wait(20)


def test_rings_that_are_none_are_left_out():
    assert publisher.decode("table 7 43\nnonsense\ntable x 1\nchat 7 -1\n\nchat 7 2 9\nchat 7 2") == {
        ("table", 7): 43,
        ("chat", 7): 2,
    }


def test_a_ring_that_was_overtaken_takes_nothing_back():
    table = bots_table()

    async def watch():
        stream = watched_versions.versions("table", table.pk)
        first = await anext(stream)
        watched_versions._hub.notify({("table", table.pk): first - 1})
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.to_thread(do_and_close)
        seen = [first, await waiting]
        await stream.aclose()
        return seen

    def do_and_close():
        move(table)
        connections.close_all()

    assert run(watch()) == [table.version, fresh(table).version]


def test_a_move_that_is_taken_back_rings_nowhere(monkeypatch):
    table = bots_table()
    heard = []
    monkeypatch.setattr(publisher, "_SUBSCRIBERS", [heard.append])
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        tables.play_for_bot(table.pk, version=table.version, at=after(60))
        raise ZeroDivisionError
    assert heard == []
    tables.play_for_bot(table.pk, version=table.version, at=after(60))
    assert heard == [{("table", table.pk): fresh(table).version}]
