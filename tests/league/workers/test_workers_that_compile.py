"""Situation: workers start where `numba` is installed (the extra `fast`)."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
START = """
import sys
import django

django.setup()
from games.bots.playouts import compiling
from league.celery import app

app.Worker(queues=sys.argv[1], quiet=True)
print(compiling.kernel().is_compiled)
"""
needs_numba = pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="NO NUMBA: `.ci/setup test fast` installs it"
)


def compiles(queue: str, folder: Path) -> bool:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PLAYOUTS_CACHE": str(folder)}
    command = [sys.executable, "-W", "ignore", "-c", START, queue]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=True)
    return done.stdout.split()[-1] == "True"


@needs_numba
@pytest.mark.parametrize("queue", ["clock", "mail", "webhooks"])
def test_deadlines_and_notices_wait_for_no_compiling(queue: str, tmp_path: Path) -> None:
    assert not compiles(queue, tmp_path)


@needs_numba
@pytest.mark.slow(
    "compiles for half a minute; the test beside this one starts the workers that compile nothing",
    about=["league/celery.py", "league/workers/queues.py", "games/bots/playouts/compiling.py"],
)
@pytest.mark.parametrize("queue", ["bots", "analysis", "clock,bots"])
def test_workers_of_bots_and_analyses_compile_before_they_begin(queue: str, tmp_path: Path) -> None:
    assert compiles(queue, tmp_path)
