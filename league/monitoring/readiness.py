"""Check that this process can do its work: database, migrations, broker, clock."""

import datetime as dt
import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, NamedTuple

from cachetools import TTLCache, cached
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import LastSweep
from league.monitoring import queue_lengths

logger = logging.getLogger(__name__)

NO_SWEEP: Final = dt.timedelta(seconds=max(60.0, 10 * settings.SWEEP_SECONDS))
"""The time without a sweep after which the clock counts as stopped."""
_REMEMBERED_SECONDS: Final = 2.0


class Check(NamedTuple):
    """The outcome of a check; `reason` is empty if all is well."""

    name: str
    reason: str

    @property
    def is_well(self) -> bool:
        """Whether the part answers as it should."""
        return not self.reason


@cached(TTLCache(1, _REMEMBERED_SECONDS, timer=time.monotonic), lock=Lock())
def checks() -> list[Check]:
    """Return the outcome of every check, at most some seconds old."""
    return [Check(name, _reason(look)) for name, look in _CHECKS.items()]


def last_sweep() -> dt.datetime | None:
    """Return the time of the last look at the deadlines. One query."""
    return LastSweep.objects.values_list("looked_at", flat=True).first()


def _reason(look: Callable[[], str]) -> str:
    try:
        return look()
    except Error as error:
        return f"the database does not answer ({type(error).__name__})"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


class _Migrations:
    """Reading all migrations takes long: once they were found to be applied, they are not read again."""

    is_up_to_date = False

    def __call__(self) -> str:
        if not self.is_up_to_date:
            executor = MigrationExecutor(connection)
            self.is_up_to_date = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return "" if self.is_up_to_date else "the database is not migrated"


def _broker() -> str:
    try:
        queue_lengths.require_broker()
    except queue_lengths.BrokerError as error:
        logger.debug("The broker does not answer: %s", error)
        return "the broker does not answer"
    return ""


def _clock() -> str:
    last = last_sweep()
    if last is None:
        return "no sweep has run yet"
    silent = timezone.now() - last
    return "" if silent < NO_SWEEP else f"no sweep has run for {silent.total_seconds():.0f} seconds"


_CHECKS: Final[Mapping[str, Callable[[], str]]] = {
    "database": _database,
    "migrations": _Migrations(),
    "broker": _broker,
    "clock": _clock,
}
