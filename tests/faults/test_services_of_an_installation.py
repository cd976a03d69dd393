"""Situation: a service of `docker/installation/compose.yml` is killed while a site is in use."""

import re
import signal
import subprocess
import sys

import pytest
import yaml

from tests.databases import postgres
from tests.faults import compose, installation
from tests.faults.services import FAULTS, SERVICES
from tests.servers import lifetime, processes

NAMES = set(yaml.safe_load((compose.HERE / "compose.yml").read_text())["services"])
PLAYING = (
    "web-1",
    "web-2",
    "worker-clock",
    "worker-bots",
    "beat",
    "migrate",
    "pgbouncer",
    "postgres",
    "redis",
)
"""Without these nobody plays."""
needs_servers = pytest.mark.skipif(
    postgres.find() is None or not processes.has_redis(),
    reason="NO POSTGRESQL OR NO REDIS: apt-get install postgresql redis-server",
)


def survive(faults: list[str], *arguments: str) -> str:
    command = [*lifetime.to_us(signal.SIGTERM), sys.executable, "-W", "ignore", "-m", "tests.faults"]
    command += ["--installation", *faults, *arguments]
    done = subprocess.run(command, cwd=compose.ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("survived\n")
    return done.stdout


def test_every_service_but_the_board_is_killed_by_the_command() -> None:
    assert set(SERVICES) == NAMES - {"grafana"}
    assert set(FAULTS) == {*SERVICES, "receiver"}


def test_no_variable_of_the_compose_file_is_left_open() -> None:
    site = compose.site_env(lambda _name: "word")
    for service in compose.services(site).values():
        for text in (*service.command, *service.environment.values()):
            assert not re.search(r"\$\{", text), (service.name, text)
    web = compose.services(site)["web-1"]
    assert web.environment["DATABASE_URL"].startswith("postgresql://wildleague:word@pgbouncer:6432/")
    assert web.environment["METRICS_TOKEN"] == "word"
    assert web.command[2:4] == ["wildleague", "web"]


@needs_servers
@pytest.mark.slow(
    "starts a whole installation for minutes; the test beside this one kills a web process, a worker, the"
    " database and the broker",
    about=["docker/", "league/workers/", "league/monitoring/", "league/backups/", "league/settings.py"],
)
def test_a_service_is_killed_and_nothing_is_lost() -> None:
    survive(["every"], "--down", "10")


@needs_servers
@pytest.mark.skipif(
    not processes.find(installation.PROGRAMS["pgbouncer"]), reason="NO PGBOUNCER: apt-get install pgbouncer"
)
@pytest.mark.slow(
    "starts a site behind PgBouncer once more; the test above kills it there, with news by Redis",
    about=["docker/installation/", "games/realtime/", "league/configuration/", "league/settings.py"],
)
def test_behind_a_pool_of_transactions_the_database_itself_brings_the_news() -> None:
    survive(["pgbouncer"], "--down", "2", "--matches", "2", "--session-address", "--only", *PLAYING)
