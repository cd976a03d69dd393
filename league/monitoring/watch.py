"""Notify the operators of what has been wrong for five minutes, and when it is over.

Every web process looks once a minute, without broker and worker, which may be what is wrong. What was seen is
kept in a file: so only one of the processes of a machine notifies, also while the database is away.
"""

import datetime as dt
import fcntl
import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from smtplib import SMTPException
from typing import Final

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections
from django.utils import timezone, translation

from league.monitoring import conditions
from league.monitoring.conditions import Condition

logger = logging.getLogger(__name__)

PATIENCE: Final = dt.timedelta(minutes=5)
_EVERY_SECONDS: Final = 60.0


class Seen(msgspec.Struct):
    """Something that is wrong: since when, its sentence, and whether the operators were notified."""

    since: dt.datetime
    sentence: str
    is_told: bool = False


def start() -> None:
    """Look once a minute, in a thread of this process."""
    threading.Thread(target=_run, name="watch", daemon=True).start()


def look(*, at: dt.datetime) -> None:
    """Look at what is wrong and notify the operators of what is new."""
    with translation.override(settings.LANGUAGE_CODE), _remembered() as seen:
        now = {condition.code: condition for condition in conditions.wrong()}
        over = [seen.pop(code) for code in seen.keys() - now.keys()]
        for condition in now.values():
            _note(seen, condition, at)
        fresh = [fault for fault in seen.values() if not fault.is_told and at - fault.since >= PATIENCE]
        is_told = _tell(fresh, [fault for fault in over if fault.is_told])
        for fault in fresh:
            fault.is_told = is_told


def _note(seen: dict[str, Seen], condition: Condition, at: dt.datetime) -> None:
    earlier = seen.setdefault(condition.code, Seen(at, ""))
    earlier.sentence = str(condition.sentence)


def _tell(wrong: Iterable[Seen], over: Iterable[Seen]) -> bool:
    """Log the news and mail it; return False if it has to be mailed again."""
    lines = [f"Wrong since {fault.since:%Y-%m-%d %H:%M} UTC: {fault.sentence}" for fault in wrong]
    lines += [f"In order again: {fault.sentence}" for fault in over]
    for line in lines:
        logger.warning("%s", line)
    return _mail(lines) if lines and settings.OPERATOR_MAIL else True


def _mail(lines: list[str]) -> bool:
    subject = f"{settings.SITE_URL}: {len(lines)} × news of the operation"
    text = "\n".join([*lines, "", f"{settings.SITE_URL}/admin/operation/"])
    try:
        EmailMessage(subject, text, to=settings.OPERATOR_MAIL).send()
    except (OSError, SMTPException) as error:
        # Its text would contain the address.
        logger.warning("The operators were not mailed: %s", type(error).__name__)
        return False
    return True


@contextmanager
def _remembered() -> Iterator[dict[str, Seen]]:
    file: Path = settings.DATA_DIR / "operation" / "watch.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        opened.seek(0)
        try:
            seen = msgspec.json.decode(opened.read(), type=dict[str, Seen])
        except msgspec.MsgspecError:
            seen = {}
        yield seen
        opened.truncate(0)
        opened.write(msgspec.json.encode(seen))


def _run() -> None:
    pause = threading.Event()
    while not pause.wait(_EVERY_SECONDS):
        try:
            look(at=timezone.now())
        except Exception:
            # The next minute may be better; without this thread nobody would be notified.
            logger.exception("The operators could not be notified")
        finally:
            connections.close_all()
