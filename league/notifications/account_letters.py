"""E-mails about accounts: written by a page, encrypted while they wait, sent by a worker, then deleted.

So no answer takes longer because a letter was sent, and none tells whether there was somebody to write to: a
letter to nobody is written and thrown away like any other. A worker that is killed while it sends one costs
no letter; at worst somebody gets the same link twice.
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
from league.notifications.asking import ask_after_commit

logger = logging.getLogger(__name__)

Clock = Callable[[], dt.datetime]

SEND_LETTERS: Final = "league.tasks.send_letters"
_WHAT_FOR: Final = "letters"
_BATCH: Final = 100
_USE: Final = dt.timedelta(days=1)
_AGAIN: Final = dt.timedelta(minutes=1)


def write(letter: EmailMessage, *, at: dt.datetime) -> None:
    """Let a letter wait for a worker, who comes after the commit. One query, also for a letter to nobody."""
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
        return sum(_sent(one, server, now()) for one in due)
    finally:
        server.close()


def _sent(one: WaitingLetter, server: BaseEmailBackend, at: dt.datetime) -> bool:
    mine = WaitingLetter.objects.filter(pk=one.pk)
    pause = max(_AGAIN, at - one.at)  # twice as long every time
    if not mine.filter(due_at=one.due_at).update(due_at=at + pause):
        return False  # somebody else has taken it
    try:
        to, subject, body = json.loads(opened(one.sealed, _WHAT_FOR))
        if to:
            EmailMessage(subject, body, to=to, connection=server).send()
    except SealError:
        logger.warning("A letter cannot be read: was SECRET_KEY changed?")
        to = []
    except (OSError, SMTPException) as error:
        # Its words would name the address.
        logger.warning("A letter could not be sent, it is tried again: %s", type(error).__name__)
        server.close()  # the next one opens a new connection
        return False
    mine.delete()
    return bool(to)
