"""Situation: somebody opens connections to keep others out: streams, heads and bodies that never end."""

import asyncio
import contextlib
import errno
import socket
import threading
import urllib.error
import urllib.request
from itertools import pairwise

import pytest
import uvicorn
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from league import web
from league.accounts import tokens
from league.api.base import stream_limits
from league.connections import acceptor, fair_queue
from league.http import forwarded
from league.project import asgi_handler
from tests.games.playing import open_table
from tests.league.people import somebody
from tests.servers import processes
from tests.spectators.crowd import run

SHORT = 0.1
TOKEN = "a" * 32


def request(path="/tables/1/stream/", address="10.0.0.1", **cookies):
    made = HttpRequest()
    made.path = made.path_info = path
    made.META["REMOTE_ADDR"] = address
    made.COOKIES = cookies
    return made


def test_pages_of_one_address_have_so_many_streams_and_programs_have_others(settings):
    settings.PAGE_STREAMS, settings.API_STREAMS = 1, 1
    with stream_limits.place(request()):
        with pytest.raises(stream_limits.TooManyOpenError), stream_limits.place(request()):
            pass
        with (
            stream_limits.place(request(address="10.0.0.2")),
            stream_limits.place(request("/api/v1/tables/1/stream/")),
        ):
            pass
    with stream_limits.place(request()):
        pass


def test_a_log_in_has_so_many_streams_wherever_it_is_used(settings):
    settings.LOG_IN_STREAMS = 1
    with stream_limits.place(request(sessionid="ana")):
        elsewhere = stream_limits.place(request(address="10.0.0.2", sessionid="ana"))
        with pytest.raises(stream_limits.TooManyOpenError), elsewhere:
            pass
        with stream_limits.place(request(address="10.0.0.2", sessionid="bo")):
            pass


def test_a_user_has_so_many_streams_with_all_tokens_together(settings):
    settings.LOG_IN_STREAMS = 1
    by_one_token, by_another, of_somebody_else = [request() for _stream in range(3)]
    by_one_token.user = by_another.user = User(pk=7)
    of_somebody_else.user = User(pk=8)
    with stream_limits.place_of_user(by_one_token):
        with pytest.raises(stream_limits.TooManyOpenError), stream_limits.place_of_user(by_another):
            pass
        with stream_limits.place_of_user(of_somebody_else), stream_limits.place_of_user(request()):
            pass
    with stream_limits.place_of_user(by_another):
        pass


@pytest.mark.django_db(transaction=True)
def test_another_token_of_a_user_opens_no_stream_beyond_the_limit(settings):
    settings.LOG_IN_STREAMS = 1
    ana, bo, path = somebody("Ana"), somebody("Bo"), f"/api/v1/tables/{open_table('bot bot').pk}/events/wait/"
    first, second, of_bo = [
        tokens.make(user, name="Bot", scopes=["play"], days=1, at=timezone.now())[1]
        for user in (ana, ana, bo)
    ]
    held = request()
    held.user = ana

    async def asked(token):
        answered, answers = asyncio.Event(), []

        async def receive():
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            answers.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answered.set()

        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http"}
        scope |= {"headers": headers, "client": ("10.0.0.1", 1), "server": ("localhost", 80)}
        await asgi_handler.Handler()(scope, receive, send)
        return answers[0]["status"]

    with stream_limits.place_of_user(held):
        assert [run(asked(token), 20) for token in (first, second, of_bo)] == [429, 429, 303]
    assert run(asked(second), 20) == 303  # to what happened


async def _silence():
    await asyncio.Event().wait()


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(asgi_handler, "BODY_SECONDS", SHORT)
    assert asyncio.run(status(asgi_handler.Handler(), "POST", "/guest/", _silence)) == 408


class SlowHasher(MD5PasswordHasher):
    """Takes as long as the test wants."""

    algorithm = "slow"
    may_go_on = threading.Event()

    def encode(self, password, salt):
        assert self.may_go_on.wait(20)
        return super().encode(password, salt)


def test_of_an_address_only_so_many_wait_until_a_password_was_worked_out(monkeypatch):
    monkeypatch.setattr(asgi_handler, "COSTLY_WAITING", 1)
    site = asgi_handler.Handler()

    async def ask():
        is_gone = asyncio.Event()

        async def one_who_goes():
            await is_gone.wait()
            return {"type": "http.disconnect"}

        first = asyncio.create_task(status(site, "POST", "/log-in/", one_who_goes))
        await asyncio.sleep(0)
        statuses = [await status(site, method, "/log-in/", _silence) for method in ("POST", "post")]
        is_gone.set()
        await first
        return statuses

    assert run(ask()) == [429, 429]


@pytest.mark.django_db(transaction=True)
def test_pages_and_others_are_answered_while_somebody_has_many_passwords_worked_out(settings, monkeypatch):
    monkeypatch.setitem(connections.databases["default"], "CONN_MAX_AGE", 0)  # its threads are let go of, too
    settings.WEB_THREADS = asgi_handler.COSTLY_AT_ONCE
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowHasher"]
    SlowHasher.may_go_on.clear()
    site = asgi_handler.Handler()

    async def ask():
        sent = [_sent(f"login=nobody{number}&password=guess".encode()) for number in range(9)]
        guesses = [asyncio.create_task(status(site, "POST", "/log-in/", message)) for message in sent]
        await asyncio.sleep(SHORT)
        page = await asyncio.wait_for(status(site, "GET", "/log-in/", _sent(b"")), 10)
        guest = status(site, "POST", "/guest/", _sent(b"name=Mia&command_id=1"), address="10.0.1.1")
        guest = await asyncio.wait_for(guest, 10)
        SlowHasher.may_go_on.set()
        return page, guest, await asyncio.gather(*guesses)

    assert run(ask()) == (200, 302, [422] * 9)


async def status(site, method, path, receive, address="10.0.0.1"):
    """What the site answers to somebody of whom `receive` tells what they send."""
    answers = []

    async def send(message):
        answers.append(message)

    headers = {"host": "localhost", "cookie": f"csrftoken={TOKEN}", "x-csrftoken": TOKEN}
    headers["content-type"] = "application/x-www-form-urlencoded"
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "scheme": "http"}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
    await site({**scope, "client": (address, 1), "server": ("localhost", 80)}, receive, send)
    return answers[0]["status"] if answers else None


async def _silence():
    await asyncio.Event().wait()


def _sent(body):
    bodies = [body]

    async def receive():
        return {"type": "http.request", "body": bodies.pop()} if bodies else await _silence()

    return receive


async def _nothing_here(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def _large(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _part in range(300):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body"})


@contextlib.asynccontextmanager
async def serving(site=_nothing_here, taken=None):
    """A server of a site, which is empty; its port."""
    taken = taken or socket.create_server(("127.0.0.1", 0), backlog=256)
    port = taken.getsockname()[1]
    server = web.Server(uvicorn.Config(site, ws="none", lifespan="off", log_level="error"))
    task = asyncio.create_task(server.serve([taken]))
    while not server.started:  # noqa: ASYNC110 - uvicorn tells in no other way
        await asyncio.sleep(0.01)
    yield port
    server.should_exit = True
    await task


def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(web, "HEADER_SECONDS", SHORT)
    head = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    async def talk():
        async with serving() as port:
            return [await answers(port, *parts) for parts in ((), (head[:9],), (head, head[:9]))]

    async def answers(port, *parts):
        """Send parts, each once the one before was answered; the answers, until the server hangs up."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        statuses = []
        for number, part in enumerate(parts):
            writer.write(part)
            if number + 1 < len(parts):
                statuses.append((await reader.readuntil(b"\r\n"))[:12])
                await reader.readuntil(b"\r\n\r\n")
        await asyncio.wait_for(reader.read(), 4)  # before uvicorn's own five seconds between two requests
        writer.close()
        return statuses

    assert run(talk()) == [[], [], [b"HTTP/1.1 204"]]


def test_a_body_that_was_answered_before_its_end_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(web, "HEADER_SECONDS", SHORT)

    async def talk():
        async with serving() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"x")
            await asyncio.wait_for(reader.read(), 4)
            writer.close()

    run(talk())
    assert not acceptor._held


def test_someone_who_takes_nothing_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(web, "WRITE_SECONDS", SHORT)

    async def talk():
        async with serving(_large) as port:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(5 * SHORT)
            assert not acceptor._held
            writer.close()

    run(talk())


def test_an_address_has_so_many_connections_and_then_is_told_so(settings):
    settings.WEB_CONNECTIONS_OF_ADDRESS = 1

    async def talk():
        async with serving() as port:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            reader, another = await asyncio.open_connection("127.0.0.1", port)
            answer = await asyncio.wait_for(reader.read(), 5)
            writer.close()
            another.close()
            return answer

    head, _blank, body = run(talk()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"Content-Length: %d" % len(body) in head
    assert not acceptor._held


class Doorstep:
    """A site that says at whose connections it works, in which order, and answers them when it is told."""

    def __init__(self):
        self.asked = []

    async def __call__(self, scope, receive, send):
        self.asked.append(scope["client"][0])
        await _nothing_here(scope, receive, send)


def _knocks(port, count, address, answer=b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
    """Connect from an address of this machine, and ask, before the server looks."""
    lines = []
    for _line in range(count):
        lines.append(socket.create_connection(("127.0.0.1", port), source_address=(address, 0)))
        lines[-1].sendall(answer)
    return lines


def test_someone_who_comes_with_many_connections_keeps_nobody_behind_them_waiting():
    site = Doorstep()

    async def talk():
        async with serving(site) as port:
            lines = [*_knocks(port, 200, "127.0.0.1"), *_knocks(port, 1, "127.0.0.2")]
            while len(site.asked) < len(lines):  # noqa: ASYNC110 - the site tells in no other way
                await asyncio.sleep(0.01)
            for line in lines:
                line.close()

    run(asyncio.wait_for(talk(), 30))
    assert site.asked.index("127.0.0.2") < 3 * fair_queue.AT_ONCE


def test_someone_who_sends_many_heads_at_once_keeps_nobody_behind_them_waiting():
    site = Doorstep()
    head = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    async def talk():
        async with serving(site) as port:
            lines = [*_knocks(port, 100, "127.0.0.1", b""), *_knocks(port, 1, "127.0.0.2", b"")]
            while sum(acceptor._held.values()) < len(lines):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await asyncio.sleep(SHORT)  # until all of them are heard
            for line in lines:
                line.sendall(head)
            while len(site.asked) < len(lines):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            for line in lines:
                line.close()

    run(asyncio.wait_for(talk(), 30))
    assert site.asked.index("127.0.0.2") < 3 * fair_queue.AT_ONCE


def test_someone_who_comes_in_too_many_is_not_even_spoken_with(settings):
    settings.WEB_CONNECTIONS_OF_ADDRESS = 2
    site = Doorstep()

    async def talk():
        async with serving(site) as port:
            lines = _knocks(port, 50, "127.0.0.1")
            answers = [await asyncio.to_thread(line.recv, 12) for line in lines]
            for line in lines:
                line.close()
            return answers

    answers = run(asyncio.wait_for(talk(), 30))
    assert sorted(answers) == [b"HTTP/1.1 204"] * 2 + [b"HTTP/1.1 429"] * 48
    assert len(site.asked) == 2


def test_where_no_file_is_left_people_are_let_in_later(monkeypatch):
    monkeypatch.setattr(acceptor, "REST_SECONDS", SHORT)
    refused = []

    class Full(socket.socket):
        def accept(self):
            if not refused:
                refused.append(errno.EMFILE)
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    async def talk():
        taken = Full()
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with serving(taken=taken) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(12), 10)
            writer.close()
            return answer

    assert run(talk()) == b"HTTP/1.1 204"
    assert refused


def test_turns_go_round_and_few_are_taken_at_once():
    done, rounds = [], []

    async def take():
        loop = asyncio.get_running_loop()
        mine = fair_queue.Turns(loop)
        for number in range(20):
            mine.add("a", lambda number=number: done.append(f"a{number}"))
        mine.add("b", lambda: 1 / 0)
        mine.add("b", lambda: done.append("b1"))
        told = []
        loop.set_exception_handler(lambda _loop, what: told.append(what["exception"]))
        while len(done) < 21:
            await asyncio.sleep(0)
            rounds.append(len(done))
        return told

    (wrong,) = run(take())
    assert isinstance(wrong, ZeroDivisionError)
    assert done == ["a0", "a1", "b1", *(f"a{number}" for number in range(2, 20))]
    assert all(later - earlier <= fair_queue.AT_ONCE for earlier, later in pairwise([0, *rounds]))


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("mine", "other", "most"),
    [
        (["10.0.0.1"] * 20, "10.0.0.2", asgi_handler.OF_ONE_ADDRESS),
        ([f"10.0.0.{number}" for number in range(1, 21)], "10.0.1.1", asgi_handler.OF_ONE_NETWORK),
    ],
    ids=["address", "network"],
)
def test_of_an_address_or_a_network_only_so_many_requests_have_a_thread_at_a_time(
    settings, mine, other, most
):
    settings.MIDDLEWARE = []
    Slow.may_go_on.clear()
    Slow.begun.clear()

    async def ask():
        site = asgi_handler.Handler()
        slow = [asyncio.create_task(status(site, "GET", "/slow/", _sent(b""), address)) for address in mine]
        await asyncio.sleep(SHORT)
        quick = await asyncio.wait_for(status(site, "GET", "/quick/", _sent(b""), other), 10)
        begun = len(Slow.begun)
        Slow.may_go_on.set()
        return quick, begun, await asyncio.gather(*slow)

    assert run(ask()) == (200, most, [200] * 20)


class Slow:
    """A page that takes as long as the test wants."""

    may_go_on = threading.Event()
    begun = []

    @classmethod
    def page(cls, _request):
        cls.begun.append(1)
        assert cls.may_go_on.wait(20)
        return HttpResponse()


urlpatterns = [path("slow/", Slow.page), path("quick/", lambda _request: HttpResponse())]


@pytest.mark.parametrize(
    ("client", "is_believed"),
    [("127.0.0.1", False), ("10.1.0.7", True), ("10.2.0.7", False), ("::ffff:10.1.0.7", True), (None, True)],
)
def test_only_a_proxy_of_ours_says_where_somebody_comes_from(settings, client, is_believed):
    settings.BEHIND_PROXY, settings.PROXY_ADDRESSES = True, ["10.1.0.0/16"]
    forwarded.is_proxy.cache_clear()
    sent = [(b"host", b"x"), (b"x-forwarded-for", b"8.8.8.8"), (b"x-forwarded-proto", b"https")]
    scope = {"client": (client, 1) if client else None, "headers": sent}
    assert forwarded.trusted_scope(scope)["headers"] == (sent if is_believed else sent[:1])
    forwarded.is_proxy.cache_clear()


@pytest.mark.django_db(transaction=True)
def test_a_page_that_opens_too_many_streams_is_told_so(server_env, server_folder):
    with processes.web(server_env | {"PAGE_STREAMS": "1"}, server_folder) as address:
        place = f"{address}/tables/{open_table('Mia Bo').pk}/stream/"
        with urllib.request.urlopen(place, timeout=10), pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(place, timeout=10)
        assert refused.value.code == 429
        assert "wait" in refused.value.read().decode()
