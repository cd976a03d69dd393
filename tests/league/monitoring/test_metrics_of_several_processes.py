"""Situation: web and workers measure at the same time, and some of them end."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.one_database

PROGRAM = """
import os, signal
import django
django.setup()
from games import metrics
from league.monitoring import metrics_folder, probes

(metrics.FOLDER / "counter_long-ago-1.db").write_bytes(b"")
metrics_folder.join()
children = []
for number in (1, 2):
    heard, say = os.pipe()
    pid = os.fork()
    if not pid:
        metrics_folder.join()
        metrics.REFUSALS.labels("stale").inc(number)
        metrics.OPEN_STREAMS.labels("table_stream").inc(10 * number)
        os.write(say, b"x")
        signal.pause()
    os.read(heard, 1)
    children.append(pid)

def told():
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector
    metrics_folder.remove_dead(metrics.FOLDER)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(metrics.FOLDER))
    lines = generate_latest(registry).decode().splitlines()
    return sorted(line for line in lines if line.startswith(("wildleague_ref", "wildleague_open")))

print(told())
os.kill(children[1], signal.SIGKILL)
os.waitpid(children[1], 0)
print(told())
os.kill(children[0], signal.SIGKILL)
print((metrics.FOLDER / "counter_long-ago-1.db").exists())
"""


def test_numbers_of_all_processes_are_added_up_and_streams_end_with_their_process(tmp_path) -> None:
    env = {
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "of this test",
        "METRICS_TOKEN": "a",
        "DJANGO_SETTINGS_MODULE": "league.settings",
    }
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    refusals, streams = 'wildleague_refusals_total{code="stale"} 3.0', "wildleague_open_streams"
    of_all = f'{streams}{{address="table_stream"}} 30.0'
    of_one = f'{streams}{{address="table_stream"}} 10.0'
    assert run.stdout.splitlines() == [
        str([of_all, refusals]),
        str([of_one, refusals]),
        "False",
    ], run.stderr
