"""Mail servers for tests: what reaches them counts as sent, and they can break down in every way."""

import smtplib

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend


class Killed(BaseException):
    """The worker is killed here: nothing after it runs."""


class Server(BaseEmailBackend):
    """Takes e-mails as `how` says, one word each; afterwards everything goes well."""

    how: list[str] = []

    def open(self):
        if self._now("away"):
            raise ConnectionRefusedError
        return True

    def send_messages(self, messages):
        for message in messages:
            if self._now("killed before"):
                raise Killed
            if self._now("refused"):
                raise smtplib.SMTPRecipientsRefused({message.to[0]: (450, b"later")})
            if self._now("gone before"):
                raise smtplib.SMTPServerDisconnected
            mail.outbox.append(message)
            if self._now("killed after"):
                raise Killed
            if self._now("gone after"):
                raise smtplib.SMTPServerDisconnected
        return len(messages)

    def _now(self, what):
        if self.how and self.how[0] == what:
            self.how.pop(0)
            return True
        return False


WAYS = ("away", "killed before", "killed after", "refused", "gone before", "gone after")
BACKEND = f"{__name__}.Server"
