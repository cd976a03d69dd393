"""The measurements of the processes of a site, for Prometheus.

A machine adds up what its processes measure: each writes a file of its own in `FOLDER`. Every metric has a
label, so that a command that measures nothing writes no file. Without `METRICS_TOKEN` or `METRICS_ADDRESSES`
nothing is written.
"""

import os
import socket
from pathlib import Path
from typing import Final

from django.conf import settings
from prometheus_client import Counter, Gauge, Histogram, values
from prometheus_client.values import MultiProcessValue

FOLDER: Final[Path | None] = (
    settings.DATA_DIR / "metrics" if settings.METRICS_TOKEN or settings.METRICS_ADDRESSES else None
)


def process_name() -> str:
    """Return a name of this process that no other has, also where containers share the folder."""
    return f"{socket.gethostname().replace('_', '-')}-{os.getpid()}"


if FOLDER is not None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(FOLDER)
    values.ValueClass = MultiProcessValue(process_name)  # type: ignore[no-untyped-call]

_QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_SLOW: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)

COMMAND_SECONDS: Final = Histogram(
    "wildleague_command_seconds",
    "Time of a transaction that changes a table, by its sender: player, organizer, bot or clock.",
    ["sender"],
    buckets=_QUICK,
)
LATE_SECONDS: Final = Histogram(
    "wildleague_late_seconds",
    "Delay of a move of a bot or the clock after the moment at which it was due.",
    ["sender"],
    buckets=_SLOW,
)
EVENTS: Final = Counter("wildleague_events", "Events that were added to the logs.", ["log"])
LOG_READS: Final = Counter(
    "wildleague_log_reads",
    "Reads of a stream that a replica may answer: where it was read, and why.",
    ["database", "reason"],
)
CONFLICTS: Final = Counter("wildleague_conflicts", "Transactions that another writer has overtaken.", ["log"])
REFUSALS: Final = Counter("wildleague_refusals", "Refusals that were answered, by their code.", ["code"])
STREAM_DELAY_SECONDS: Final = Histogram(
    "wildleague_stream_delay_seconds",
    "Time from the commit of a change until the open streams of a process are told.",
    ["source"],
    buckets=_QUICK,
)
OPEN_STREAMS: Final = Gauge(
    "wildleague_open_streams",
    "Streams and waiting requests that are open.",
    ["address"],
    multiprocess_mode="livesum",
)
FRAGMENTS: Final = Counter(
    "wildleague_fragments",
    "Fragments of tables and chats for spectators: rendered, and streamed to a page or fetched by one.",
    ["kind", "way"],
)
REQUEST_SECONDS: Final = Histogram(
    "wildleague_request_seconds",
    "Time of a request, by the name of its address, its method and the first digit of its status.",
    ["address", "method", "status"],
    buckets=(0.025, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
TASK_SECONDS: Final = Histogram(
    "wildleague_task_seconds", "Time of a task, by its name and outcome.", ["task", "outcome"], buckets=_SLOW
)
