"""Situation: while somebody asks for a page or makes a move, the database is away, or its disk is full."""

import asyncio
import json
from contextlib import contextmanager, suppress
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import (
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
    transaction,
)
from django.test import Client, RequestFactory

from games.models import Receipt, Table, TableEvent
from league.http import outages
from league.project.asgi_handler import Handler
from tests.games.playing import deal, player, see
from tests.games.visiting import HTMX, log_in
from tests.spectators.crowd import run

AWAY = [
    OperationalError("server closed the connection unexpectedly"),
    OperationalError("unable to open database file"),
    OperationalError("database is locked"),
    InterfaceError("connection already closed"),
]
NO_ROOM = [
    OperationalError("database or disk is full"),
    OperationalError("disk I/O error"),
    OperationalError('could not extend file "base/5/1259": No space left on device'),
    OperationalError("could not write to file: No space left on device"),
]
OTHERS = [
    IntegrityError("a key"),
    DataError("out of range"),
    ProgrammingError("no such relation"),
    KeyError("x"),
]
OUTAGES = [(503, "no_database", error) for error in AWAY] + [(507, "no_room", error) for error in NO_ROOM]

pytestmark = pytest.mark.both_databases
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite says when it is full")
server_only = pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no server to lose")


@pytest.fixture
def table(db):
    """It is Bo's turn."""
    return deal("Ana Bo Cy", "r1 r2 r3/r4 r5 b1/b7 b8 b9", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 " + "g1 " * 30)


@pytest.fixture
def bo(client, table):
    log_in(client, player(table, "B"))
    return client


@contextmanager
def broken(error, *, at=0):
    """Let no statement through from this one on; yields how many were asked for."""
    asked = []

    def breaks(execute, sql, params, many, context):
        asked.append(sql)
        if len(asked) > at:
            raise error
        return execute(sql, params, many, context)

    with connection.execute_wrapper(breaks):
        yield asked


def draw(client, table):
    sent = {"move": "draw", "after": table.version, "command_id": "one"}
    return client.post(f"/tables/{table.pk}/moves/", sent, headers=HTMX)


def written(table):
    """Everything that a move writes."""
    return (
        list(TableEvent.objects.filter(stream=table).values_list("version", "hash")),
        Table.objects.filter(pk=table.pk).values().get(),
        list(table.seats.order_by("index").values()),
        Receipt.objects.count(),
    )


def assert_told(response, status, code):
    assert response.status_code == status
    assert response["Retry-After"] == "5"
    assert f'data-code="{code}"' in response.content.decode()


# --- what is answered


@pytest.mark.parametrize(("status", "code", "error"), OUTAGES)
def test_a_page_is_a_sentence_made_without_the_database(bo, table, status, code, error, caplog):
    with broken(error):
        response = bo.get(f"/tables/{table.pk}/")
    assert_told(response, status, code)
    assert response["Content-Type"].startswith("text/html")
    (record_,) = [record for record in caplog.records if record.name == "league.http.outages"]
    assert record_.getMessage() == f"GET /tables/{table.pk}/ is answered with {status}"
    assert record_.exc_info[1] is error


@pytest.mark.parametrize(("status", "code", "error"), OUTAGES)
def test_htmx_puts_the_sentence_above_the_table_and_leaves_the_table(bo, table, status, code, error):
    page = bo.get(f"/tables/{table.pk}/").content.decode()
    assert '<div id="outage"></div>' in page
    assert "503|507" in page  # what htmx shows of all errors
    with broken(error):
        response = draw(bo, table)
    assert_told(response, status, code)
    assert response["HX-Retarget"] == "#outage"
    assert response["HX-Reswap"] == "innerHTML"
    assert response["HX-Reselect"] == "[role=alert]"
    assert response.content.decode().count('role="alert"') == 1


@pytest.mark.parametrize(("status", "code", "error"), OUTAGES)
def test_a_program_is_told_in_json(client, db, status, code, error):
    with broken(error):
        response = client.get("/api/v1/rulebooks/custom-1/")
    assert response.status_code == status
    assert response["Retry-After"] == "5"
    body = response.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"].endswith(".")


@pytest.mark.parametrize("what", ["watch", "chat/watch"])
def test_spectators_keep_the_table_they_see(table, monkeypatch, what):
    """They are answered without a thread of their own; an answer without a word took the table away."""
    monkeypatch.setitem(connections.settings["default"], "NAME", "/nowhere/at/all")
    answer = asked_of_the_front(f"/tables/{table.pk}/{what}/")
    assert answer["status"] == 503
    assert answer["headers"][b"HX-Retarget"] == b"#outage"
    assert b'data-code="no_database"' in answer["body"]


def asked_of_the_front(path):
    """What our ASGI application says to a request without a body."""
    answer = {"body": b""}
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost")], "root_path": ""}

    async def ask():
        answered = asyncio.Event()

        async def receive():
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                answer["status"], answer["headers"] = message["status"], dict(message["headers"])
            else:
                answer["body"] += message["body"]
                answered.set()

        await Handler()(scope, receive, send)

    run(ask())
    return answer


@pytest.mark.parametrize("path", ["/nowhere/", "/log-in/", "/tables/999/"])
def test_it_is_told_of_pages_that_are_no_view_s_as_well(bo, path):
    """Who is logged in is asked for by the page of an error, too."""
    bo.raise_request_exception = False
    with broken(AWAY[0]):
        assert_told(bo.get(path), 503, "no_database")


def test_it_is_told_when_a_session_cannot_be_kept(client, db):
    client.raise_request_exception = False

    def breaks(execute, sql, params, many, context):
        if "django_session" in sql and not sql.startswith("SELECT"):
            raise NO_ROOM[0]
        return execute(sql, params, many, context)

    with connection.execute_wrapper(breaks):
        response = client.post("/guest/", {"name": "Dee", "command_id": "one"})
    assert_told(response, 507, "no_room")


@pytest.mark.parametrize("error", OTHERS)
def test_other_errors_are_our_mistake_which_is_said_beside_what_is_shown(bo, table, error):
    with broken(error), pytest.raises(type(error)):
        bo.get(f"/tables/{table.pk}/")
    bo.raise_request_exception = False
    with broken(error):
        response = bo.get(f"/tables/{table.pk}/")
    assert response.status_code == 500
    assert 'data-code="our_mistake">This error is ours' in response.content.decode()
    assert response["HX-Retarget"] == "#outage"
    assert "Retry-After" not in response


def test_a_program_is_told_our_mistake_as_json(rf):
    response = outages.server_error(rf.get("/api/v1/rulebooks/"))
    assert response.status_code == 500
    assert json.loads(response.content) == {
        "type": "urn:wildleague:our_mistake",
        "title": "Internal Server Error",
        "status": 500,
        "code": "our_mistake",
        "detail": "This error is ours and has been recorded. Nothing you played is lost.",
    }
    assert "Retry-After" not in response


@pytest.mark.parametrize("asked", ["SELECT x FROM nowhere", "SELECT x FROM games_table", "SELEKT"])
def test_a_wrong_query_is_our_mistake_and_no_outage(db, asked):
    with pytest.raises(Error) as told, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(asked)
    assert not outages.is_outage(told.value)
    assert outages.OutageMiddleware(None).process_exception(RequestFactory().get("/"), told.value) is None


# --- what has happened


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [AWAY[0], NO_ROOM[0]])
def test_wherever_a_move_breaks_off_nothing_is_half_written_and_the_next_try_is_the_first(bo, table, error):
    bo.raise_request_exception = False
    before = written(table)
    for at in range(100):
        with broken(error, at=at) as asked:
            response = draw(bo, table)
        if response.status_code == 200 or written(table) != before:
            break
        assert response.status_code == outages.of(error).status, asked[-1]
    assert sum(query.startswith(("INSERT", "UPDATE")) for query in asked) > 2
    assert len(asked) > 10
    # The move is made: sent again because its answer was lost, it is answered and not made anew.
    assert draw(bo, table).status_code == 200
    assert see(table, "B").sight.counts == [3, 4, 3]
    assert Receipt.objects.count() == 1


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_sqlite_is_really_full_and_then_there_is_room_again(table):
    clients = {letter: Client() for letter in "ABC"}
    for letter, client in clients.items():
        log_in(client, player(table, letter))
    moves = [(letter, move) for _turn in range(8) for letter in "BCA" for move in ("draw", "pass")]
    with full():
        for number, (letter, move) in enumerate(moves):
            before = written(table)
            sent = {"move": move, "after": before[1]["version"], "command_id": f"move-{number}"}
            refused = clients[letter].post(f"/tables/{table.pk}/moves/", sent, headers=HTMX)
            if refused.status_code != 200:
                break
    assert_told(refused, 507, "no_room")
    assert written(table) == before
    call_command("verify", stdout=StringIO())
    assert clients[letter].post(f"/tables/{table.pk}/moves/", sent, headers=HTMX).status_code == 200
    assert written(table)[1]["version"] > before[1]["version"]
    call_command("verify", stdout=StringIO())


@contextmanager
def full():
    """Fill the file of the database and let it grow no more: SQLite then says what it says on a full disk."""
    with connection.cursor() as cursor:
        (room,) = cursor.execute("PRAGMA max_page_count").fetchone()
        cursor.execute("CREATE TABLE ballast (x)")
        cursor.execute("PRAGMA max_page_count = 1")  # as many as there are
        for size in (400_000, 4000, 100, 1):
            with suppress(OperationalError):
                while True:
                    cursor.execute("INSERT INTO ballast VALUES (zeroblob(%s))", [size])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {room}")
            cursor.execute("DROP TABLE ballast")


@server_only
@pytest.mark.django_db(transaction=True)
def test_the_server_really_hangs_up_in_the_middle_of_a_move(bo, table):
    before = written(table)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (ours,) = cursor.fetchone()
    other = connection.copy()

    def cut(execute, sql, params, many, context):
        if sql.startswith("INSERT INTO") and "games_tableevent" in sql:
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [ours])
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(cut):
            assert_told(draw(bo, table), 503, "no_database")
    finally:
        other.close()
        connection.close()
    assert written(table) == before
    assert draw(bo, table).status_code == 200
    assert see(table, "B").sight.counts == [3, 4, 3]
