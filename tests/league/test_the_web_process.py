"""Situation: many ask one web process for pages at once, and some of them are slow."""

import asyncio
import os
import resource
import subprocess
import sys
import urllib.request
from urllib.parse import urlsplit

import pytest

from tests.servers import processes
from tests.spectators.crowd import run, threads

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 3


def status(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.status


@pytest.fixture(scope="module")
def web(server_env, server_folder):
    """A web process of few threads: its address, and the process."""
    with processes.web_process(server_env | {"WEB_THREADS": str(THREADS)}, server_folder) as started:
        yield started


def test_pages_are_made_by_so_many_threads_as_were_set_and_no_more(web):
    address, process = web

    async def all_ask():
        pages = [asyncio.to_thread(status, f"{address}/") for _page in range(40)]
        return await asyncio.gather(*pages)

    assert set(run(all_ask())) == {200}
    assert threads(process.popen.pid) == THREADS + 2  # and those of the event loop and of `monitoring.watch`


def test_someone_who_sends_slowly_keeps_nobody_waiting(web):
    async def ask(address):
        parts = urlsplit(address)
        slow = [await asyncio.open_connection(parts.hostname, parts.port) for _one in range(THREADS + 4)]
        for _reader, writer in slow:
            writer.write(
                f"POST /guest/ HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 99\r\n\r\nx".encode()
            )
            await writer.drain()
        answer = await asyncio.to_thread(status, f"{address}/")
        for _reader, writer in slow:
            writer.close()
            await writer.wait_closed()
        return answer

    assert run(ask(web[0])) == 200


def test_a_web_process_takes_as_many_open_files_as_it_may():
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    code = "import resource, league.asgi; print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    few = ["sh", "-c", 'ulimit -S -n 256; exec "$@"', "sh", sys.executable, "-c", code]
    stdout = subprocess.run(few, capture_output=True, text=True, check=True).stdout
    assert stdout.strip() == f"({hard}, {hard})"


def test_the_first_visitors_wait_for_no_module(server_env):
    code = """
import sys, league.asgi
from django.test import Client

client = Client(headers={"host": "localhost"})
client.handler.load_middleware()  # as the application has done for itself
before = {*sys.modules}
password = {"password1": "seven red cards", "password2": "seven red cards"}
form = {"first_name": "Mia", "username": "mia", "email": "mia@example.org", **password}
print(client.get("/").status_code, client.post("/sign-up/", form).status_code, {*sys.modules} - before)
"""
    command = [sys.executable, "-c", code]
    process = subprocess.run(command, env=os.environ | server_env, capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "200 302 set()"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LIVE_URL", "amqp://x"),
        ("REPLICA_URL", "sqlite:///elsewhere.sqlite3"),
        ("REPLICA_URL", "mysql://x"),
        ("HEARTBEAT_SECONDS", "0"),
        ("WEB_CONNECTIONS", "1"),
        ("SECOND_FACTOR_FOR", "owner,organiser"),
    ],
)
def test_a_wrong_setting_is_refused_at_the_start(name, value):
    assert f"ImproperlyConfigured: {name} must" in said_at_the_start("import league.settings", name, value)


def test_a_misspelt_quota_is_said_at_the_start():
    output = said_at_the_start("import django; django.setup()", "QUOTAS", "tabels=30:3")
    assert "ImproperlyConfigured: QUOTAS is written as" in output


def said_at_the_start(code, name, value):
    command = [sys.executable, "-c", code]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "league.settings", name: value}
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert process.returncode != 0
    return process.stderr
