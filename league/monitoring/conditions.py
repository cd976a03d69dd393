"""The faults of a running site, in sentences for its operators."""

import datetime as dt
import shutil
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.conf import settings
from django.db import Error
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.monitoring import gauges, last_runs, queue_lengths, readiness

_LATE: Final = dt.timedelta(minutes=1)
_OLD_TASK: Final = 300.0
_OLD_WEBHOOK: Final = 900.0
_OLD_BACKUP: Final = dt.timedelta(hours=36)
_OLD_VERIFICATION: Final = dt.timedelta(days=8)
_FRESH_FAILURE: Final = dt.timedelta(hours=1)
_LEAST_FREE: Final = 0.05
"""The share of the disk that should be free."""


class Condition(NamedTuple):
    """Something that is wrong: a stable code and a sentence."""

    code: str
    sentence: str | Promise


NO_BROKER: Final = _("The broker does not answer: bots and e-mails wait.")
_OF_CHECKS: Final = {
    "database": _("The database does not answer."),
    "migrations": _("The database is not up to date: run “wildleague manage migrate”."),
    "broker": NO_BROKER,
    "clock": _("No sweep has run for a minute: check that worker and beat are running."),
}


def wrong() -> list[Condition]:
    """Return everything that is wrong now."""
    return [*_of_checks(), *_of_queues(), *_of_rows(), *_of_records(), *_of_disk()]


def _of_checks() -> Iterator[Condition]:
    for check in readiness.checks():
        if not check.is_well:
            yield Condition(check.name, _OF_CHECKS[check.name])


def _of_queues() -> Iterator[Condition]:
    try:
        lengths = queue_lengths.lengths()
    except queue_lengths.BrokerError:
        return  # the check of the broker says so
    for length in lengths:
        if (length.oldest_seconds or 0.0) > _OLD_TASK:
            sentence = _("A job of the queue “{queue}” has waited for more than five minutes.")
            yield Condition(f"queue_{length.queue}", sentence.format(queue=length.queue))


def _of_rows() -> Iterator[Condition]:
    at = timezone.now()
    try:
        due = gauges.oldest_deadline(at)
        _waiting, oldest = gauges.webhook_backlog(at)
    except Error:
        return  # the check of the database says so
    if due is not None and at - due > _LATE:
        yield Condition("late_tables", _("Tables wait for bots or deadlines that are a minute late."))
    if oldest > _OLD_WEBHOOK:
        yield Condition("late_webhooks", _("Webhooks are a quarter of an hour late."))


def _of_records() -> Iterator[Condition]:
    """Yield what was done before, and is due again. A site that never made a backup file knows why."""
    at = timezone.now()
    backup, verification = last_runs.last_done(last_runs.BACKUP), last_runs.last_done(last_runs.VERIFICATION)
    if backup is not None and at - backup > _OLD_BACKUP:
        yield Condition("old_backup", _("The last backup is older than a day and a half."))
    if verification is not None and at - verification > _OLD_VERIFICATION:
        yield Condition("old_verification", _("The log has not been verified for a week."))
    if any(at - failed.at < _FRESH_FAILURE for failed in last_runs.failures()[:1]):
        yield Condition("failed_tasks", _("A job has failed within the last hour."))


def _of_disk() -> Iterator[Condition]:
    total, _used, free = shutil.disk_usage(settings.DATA_DIR)
    if free < _LEAST_FREE * total:
        yield Condition("disk", _("The disk is almost full."))
