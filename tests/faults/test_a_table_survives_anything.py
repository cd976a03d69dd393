"""Situation: bots and people play, and something around them breaks (the long form is in `make soak`)."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import postgres
from tests.servers import lifetime, processes
from tests.suite import extent

ROOT = Path(__file__).resolve().parent.parent.parent
KILLED = ["worker", "beat", "web"]

MATCHES_AND_SECONDS = ("--matches", "4", "--down", "1")
FEWER_AND_SHORTER = ("--matches", "2", "--down", "0.3")

pytestmark = pytest.mark.sampled(
    "has two matches running, not four, and what breaks is away for a shorter time; beat is not killed, and"
    " the broker neither forgets everything nor stops answering",
    about=[
        "games/tables/__init__.py",
        "games/tasks.py",
        "games/tables/aggregate.py",
        "league/workers/file_broker",
        "league/settings.py",
    ],
)


def survive(*arguments: str) -> None:
    command = [*lifetime.to_us(signal.SIGTERM), sys.executable, "-W", "ignore", "-m", "tests.faults"]
    command += arguments
    command += MATCHES_AND_SECONDS if extent.is_thorough() else FEWER_AND_SHORTER
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("survived\n")


def test_on_postgresql_and_redis() -> None:
    if postgres.find() is None or not processes.has_redis():
        pytest.skip("NO POSTGRESQL OR NO REDIS: apt-get install postgresql redis-server")
    faults = ["worker", "web", "postgresql", "broker"]
    if extent.is_thorough():
        faults += ["beat", "flush", "hanging-broker"]
    survive(*faults, "--database", "postgresql", "--redis")


@pytest.mark.slow(
    "lets processes die on SQLite as on PostgreSQL; what comes twice is tried command by command",
    about=["games/tables/", "games/tasks.py", "games/idempotency/", "league/workers/", "league/settings.py"],
)
def test_on_sqlite_without_any_server_with_every_task_delivered_twice() -> None:
    survive("worker", "clock", "disk", "--twice")


def test_with_rabbitmq() -> None:
    address = os.environ.get("RABBITMQ_URL", "")
    if not address and not processes.is_listened_to(5672):
        pytest.skip("NO RABBITMQ: set RABBITMQ_URL=amqp://… to a broker that may be used")
    survive(*KILLED, "--broker", address or "amqp://guest:guest@127.0.0.1:5672//")
