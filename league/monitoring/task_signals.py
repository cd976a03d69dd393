"""Record of every task: the request that sent it, its time, its trace, its last run, and its failure."""

import logging
import time
from typing import Any

from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_init,
    task_failure,
    task_postrun,
    task_prerun,
)
from django.conf import settings
from django.utils import timezone

from games import metrics
from league.configuration import request_id
from league.monitoring import last_runs, metrics_folder, tracing

logger = logging.getLogger(__name__)

SENT_AT = "sent_at"
"""The header of a message with the moment at which it was sent, in seconds since 1970."""
SWEEPS = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
"""The tasks that beat sends."""
_REQUEST = "request_id"


def connect() -> None:
    """Connect the receivers of signals; calling it again changes nothing."""
    before_task_publish.connect(_mark, dispatch_uid="monitoring.mark")
    task_prerun.connect(_begin, dispatch_uid="monitoring.begin")
    task_postrun.connect(_end, dispatch_uid="monitoring.end")
    task_failure.connect(_note_failure, dispatch_uid="monitoring.failure")
    celeryd_init.connect(_join, dispatch_uid="monitoring.worker")
    beat_init.connect(_join, dispatch_uid="monitoring.beat")


def _mark(headers: dict[str, Any] | None = None, **_facts: object) -> None:
    if headers is not None:
        headers[SENT_AT] = time.time()
        headers[_REQUEST] = request_id.current()
        tracing.mark(headers)


def _begin(task: Any = None, **_facts: object) -> None:
    sent_by = task.request.get(_REQUEST)
    # A sweep that beat has sent belongs to no request: its own id tells its lines apart.
    request_id.begin(sent_by if sent_by and sent_by != "-" else task.request.id)
    task.request.began = time.perf_counter()
    task.request.end_trace = tracing.begin_task(task.name, task.request)


def _end(task: Any = None, state: str | None = None, **_facts: object) -> None:
    request_id.end()
    end_trace = task.request.get("end_trace")
    if end_trace:
        end_trace(state == "SUCCESS")
    began = task.request.get("began")
    if began is not None:
        outcome = "done" if state == "SUCCESS" else "failed"
        metrics.TASK_SECONDS.labels(task.name, outcome).observe(time.perf_counter() - began)
    if state == "SUCCESS" and task.name in SWEEPS:
        _note(lambda: last_runs.note_run(task.name))


def _note_failure(
    sender: Any = None, args: Any = (), exception: BaseException | None = None, **_facts: object
) -> None:
    if exception is not None:
        failed = exception
        _note(lambda: last_runs.note_failure(sender.name, args, failed, at=timezone.now()))


def _note(write: Any) -> None:
    """Write a note; a disk that is full must not make a task fail."""
    try:
        write()
    except OSError as error:
        logger.warning("What operators want to know could not be noted: %s", error.strerror)


def _join(**_facts: object) -> None:
    metrics_folder.join()
