"""Situation: the fault suite is ended in the middle, and nothing it has started may live on."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import postgres
from tests.faults.stage import patiently
from tests.servers import lifetime, processes

ROOT = Path(__file__).resolve().parent.parent.parent
OPENED = """
import time
from tests.servers import lifetime
from tests.faults.stage import staged

lifetime.end_by_sigterm_as_by_ctrl_c()
folder = lifetime.folder()
with staged(folder, {database!r}, redis={redis}, broker="", twice=False) as stage:
    stage.env |= {{"DATA_DIR": str(folder)}}
    for name in {names}:
        stage.start(name)
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def driver() -> Iterator[subprocess.Popen[str]]:
    """Servers and a worker, started; the driver says in which folder."""
    database = "postgresql" if postgres.find() else "sqlite"
    redis = processes.has_redis()
    names = ("redis", "worker") if redis else ("worker",)
    code = OPENED.format(database=database, redis=redis, names=names)
    command = [*lifetime.to_us(), sys.executable, "-W", "ignore", "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as started:
        yield started
        started.kill()


def parents() -> dict[int, int]:
    """Every living process of the machine and who its parent is; zombies are dead."""
    forms = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            forms[int(stat.parent.name)] = int(parent)
    return forms


def started_by(pid: int) -> set[int]:
    family = {pid}
    while more := {child for child, parent in parents().items() if parent in family} - family:
        family |= more
    return family - {pid}


@pytest.mark.skipif(not lifetime.to_us(), reason="NO SETPRIV: only Linux ends processes with their parent")
def test_a_killed_driver_takes_its_processes_along(driver: subprocess.Popen[str]) -> None:
    folder = Path(driver.stdout.readline().strip())
    family = started_by(driver.pid)
    assert len(family) > 1

    driver.kill()
    driver.wait()
    patiently(lambda: not family & set(parents()), 20, lambda: f"Still there: {family & set(parents())}")

    os.utime(folder, (0, 0))
    lifetime.folder()
    assert not folder.exists()


def test_a_driver_that_is_told_to_end_puts_everything_away(driver: subprocess.Popen[str]) -> None:
    folder = Path(driver.stdout.readline().strip())
    family = started_by(driver.pid)
    bystander = lifetime.folder()
    assert folder.exists(), "in use"

    driver.send_signal(signal.SIGTERM)
    driver.wait(20)
    assert not family & set(parents())
    assert not folder.exists()
    assert bystander.exists()
