"""The gauges that Prometheus reads: lengths of queues, backlogs, the age of the last runs."""

import datetime as dt
import logging
from collections.abc import Iterator, Mapping
from importlib.metadata import version

from django.db import Error
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.models import MatchAnalysis, Table
from league.models import WebhookDelivery
from league.monitoring import last_runs, queue_lengths, readiness

logger = logging.getLogger(__name__)


class SiteCollector(Collector):
    """Reads the state of the site. What cannot be read is left out."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics."""
        yield _gauge("wildleague_info", "The version of Wildleague.", {version("wildleague"): 1}, "version")
        yield _gauge(
            "wildleague_ready",
            "Whether a part answers as it should.",
            {check.name: float(check.is_well) for check in readiness.checks()},
            "part",
        )
        yield from _queues()
        try:
            yield from _rows()
        except Error as error:
            logger.warning("The metrics of the database are left out: %s", type(error).__name__)
        yield _gauge(
            "wildleague_last_done_seconds",
            "Seconds since the last backup and the last verification that found no fault.",
            {
                what: (timezone.now() - done).total_seconds()
                for what in (last_runs.BACKUP, last_runs.VERIFICATION)
                if (done := last_runs.last_done(what)) is not None
            },
            "what",
        )
        yield _gauge(
            "wildleague_failed_tasks",
            "Failed tasks that no operator has tried again or removed.",
            {"all": len(last_runs.failures())},
            "tasks",
        )


def oldest_deadline(at: dt.datetime) -> dt.datetime | None:
    """Return the oldest deadline of a table that has passed. One query."""
    due = Table.objects.filter(status=Table.Status.RUNNING, due_at__lte=at).order_by("due_at")
    return due.values_list("due_at", flat=True).first()


def webhook_backlog(at: dt.datetime) -> tuple[int, float]:
    """Return how many deliveries are due, and for how many seconds the oldest has been due. Two queries."""
    due = WebhookDelivery.objects.filter(
        status=WebhookDelivery.Status.WAITING, due_at__lte=at, hook__off=""
    ).order_by("due_at")
    oldest = due.values_list("due_at", flat=True).first()
    return due.count(), (at - oldest).total_seconds() if oldest else 0.0


def webhooks_put_off(at: dt.datetime) -> int:
    """Return how many deliveries wait because their receiver did not take them. One query."""
    waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING, hook__off="")
    return waiting.filter(due_at__gt=at).count()


def analysis_backlog(at: dt.datetime) -> tuple[int, float]:
    """Return how many analyses are not finished, and the age of the oldest in seconds. Two queries."""
    waiting = MatchAnalysis.objects.filter(finished_at=None).order_by("asked_at")
    oldest = waiting.values_list("asked_at", flat=True).first()
    return waiting.count(), (at - oldest).total_seconds() if oldest else 0.0


def _queues() -> Iterator[GaugeMetricFamily]:
    try:
        lengths = queue_lengths.lengths()
    except queue_lengths.BrokerError:
        return  # `wildleague_ready` says so
    waiting = {length.queue: length.waiting for length in lengths}
    yield _gauge("wildleague_queue_tasks", "Tasks that wait in a queue.", waiting, "queue")
    ages = {length.queue: length.oldest_seconds or 0.0 for length in lengths}
    yield _gauge("wildleague_queue_oldest_seconds", "Age of the oldest task of a queue.", ages, "queue")


def _rows() -> Iterator[GaugeMetricFamily]:
    at = timezone.now()
    due, sweep = oldest_deadline(at), readiness.last_sweep()
    webhooks, oldest_webhook = webhook_backlog(at)
    analyses, oldest_analysis = analysis_backlog(at)
    lags = {
        "oldest_deadline": (at - due).total_seconds() if due else 0.0,
        "oldest_webhook": oldest_webhook,
        "oldest_analysis": oldest_analysis,
    }
    if sweep is not None:
        lags["last_sweep"] = (at - sweep).total_seconds()
    yield _gauge("wildleague_lag_seconds", "How far the site is behind.", lags, "what")
    backlogs = {"webhooks": webhooks, "webhooks_put_off": webhooks_put_off(at), "analyses": analyses}
    yield _gauge(
        "wildleague_backlog",
        "Webhook deliveries that are due or wait for another attempt, and unfinished analyses.",
        backlogs,
        "what",
    )


def _gauge(name: str, says: str, values: Mapping[str, float], label: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, says, labels=[label])
    for value_of, value in values.items():
        family.add_metric([value_of], value)
    return family
