"""Reactions of the league to finished matches and changed competitions."""

import datetime as dt
import logging
from typing import Any

from celery import current_app
from kombu.exceptions import KombuError

from games.realtime import publisher
from games.scoresheets import reopening
from games.signals import match_finished, seats_kept
from league.calendar import matchdays
from league.competitions import signals
from league.competitions.desk import undo
from league.models import Competition
from league.notifications import call_notices, dispatch, turn_notices
from league.webhooks import competition_deliveries

logger = logging.getLogger(__name__)


def connect() -> None:
    """Subscribe to tables and competitions; calling it again changes nothing."""
    match_finished.connect(_ask_for_collection, dispatch_uid="league.collect")
    reopening.register(undo.depends_on, undo.take_back)
    seats_kept.connect(turn_notices.request_notices, dispatch_uid="league.kept_seats")
    signals.cancelled.connect(_call_off_dates, dispatch_uid="league.call_off")
    publisher.subscribe(dispatch.request_notices)
    publisher.subscribe(call_notices.request_notices)
    publisher.subscribe(competition_deliveries.request_deliveries)


def _call_off_dates(
    sender: object,  # noqa: ARG001 - Django's
    *,
    competition: Competition,
    by: str,
    at: dt.datetime,
    **_facts: Any,
) -> None:
    """Take the evenings of a competition that was called off out of calendars and reminders."""
    matchdays.call_off_of(competition, by=by, at=at)


def _ask_for_collection(sender: object, *, table_id: int, **_facts: Any) -> None:  # noqa: ARG001 - Django's
    """Ask a worker to collect the result. Without a broker the sweep collects it."""
    try:
        current_app.send_task("league.tasks.collect", args=[table_id], retry=False)
    except (KombuError, OSError) as error:
        logger.warning("No broker for the result of table %s, the sweep will collect it: %s", table_id, error)
