"""Requests to a worker, for tasks that a sweep would run anyway."""

import logging
from functools import partial
from typing import Any, Final

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)

_EXPIRES: Final = 60  # seconds: by then a sweep has done it


def ask_after_commit(task: str, *arguments: Any) -> None:
    """Request a task once the transaction is over."""
    transaction.on_commit(partial(ask, task, *arguments))


def ask(task: str, *arguments: Any) -> None:
    """Request a task now. Without a broker the sweep runs it."""
    try:
        current_app.send_task(task, args=list(arguments), retry=False, expires=_EXPIRES)
    except (KombuError, OSError) as error:
        logger.warning("No broker for %s%s, the sweep will do it: %s", task, arguments, error)
