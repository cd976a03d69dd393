"""E-mails about accounts: written by a page, encrypted while they wait, sent by a worker, then deleted.

So no answer takes longer because a letter was sent, and none reveals whether there was a recipient: a letter
without recipient is written and thrown away like any other. A worker that is killed while it sends a letter
loses none; at worst somebody gets the same link twice.
"""

import datetime as dt
import json
import logging
from collections.abc import Callable
from smtplib import SMTPException
from typing import Final

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from league.http.encryption import SealError, opened, seal
from league.models import WaitingLetter
from league.notifications.task_requests import ask_after_commit

logger = logging.getLogger(__name__)

Clock = Callable[[], dt.datetime]

SEND_LETTERS: Final = "league.tasks.send_letters"
_WHAT_FOR: Final = "letters"
_BATCH: Final = 100
_USE: Final = dt.timedelta(days=1)
_AGAIN: Final = dt.timedelta(minutes=1)


def write(letter: EmailMessage, *, at: dt.datetime) -> None:
    """Queue a letter for a worker, who is asked after the commit. One query, also without a recipient."""
    text = json.dumps([letter.to, letter.subject, letter.body])
    WaitingLetter.objects.create(sealed=seal(text, _WHAT_FOR), at=at, due_at=at)
    ask_after_commit(SEND_LETTERS)


def send_waiting(*, now: Clock) -> int:
    """Send the letters that are due, oldest first; return how many. A hundred at most."""
    at = now()
    if gone := WaitingLetter.objects.filter(at__lt=at - _USE).delete()[0]:
        logger.warning("%s letters could not be sent for a day: their links are of no use any more", gone)
    due = list(WaitingLetter.objects.filter(due_at__lte=at).order_by("due_at", "pk")[:_BATCH])
    if not due:
        return 0
    server = get_connection()
    try:
        server.open()
    except (OSError, SMTPException) as error:
        logger.warning("No mail server, the next sweep tries again: %s", type(error).__name__)
        return 0
    try:
        return sum(_sent(letter, server, now()) for letter in due)
    finally:
        server.close()


def _sent(letter: WaitingLetter, server: BaseEmailBackend, at: dt.datetime) -> bool:
    row = WaitingLetter.objects.filter(pk=letter.pk)
    pause = max(_AGAIN, at - letter.at)  # twice as long every time
    if not row.filter(due_at=letter.due_at).update(due_at=at + pause):
        return False  # another worker has taken it
    try:
        to, subject, body = json.loads(opened(letter.sealed, _WHAT_FOR))
        if to:
            EmailMessage(subject, body, to=to, connection=server).send()
    except SealError:
        logger.warning("A letter cannot be read: was SECRET_KEY changed?")
        to = []
    except (OSError, SMTPException) as error:
        # Its text would contain the address.
        logger.warning("A letter could not be sent, it is tried again: %s", type(error).__name__)
        server.close()  # the next letter opens a new connection
        return False
    row.delete()
    return bool(to)
