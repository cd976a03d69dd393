"""The e-mails of notices, each sent at most once.

An e-mail is marked as sent, and that is committed, before it is handed to the mail server. So a worker that
is killed between the two, or a message that is delivered twice, costs at most one e-mail and never sends one
twice: the notice is on the page in any case. An e-mail that the server certainly refused is tried again while
it is useful.
"""

import datetime as dt
import logging
import smtplib
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse
from django.utils.translation import gettext as _

from games.naming.player_names import read_by
from games.wording.languages import in_language
from league.models import Notice
from league.notifications import turn_notices
from league.notifications.email_addresses import addresses_of, has_address
from league.notifications.kinds import KINDS, useless
from league.notifications.unsubscribing import stop_token
from league.permissions.name_visibility import Account

logger = logging.getLogger(__name__)

Clock = Callable[[], dt.datetime]

_BATCH: Final = 100
_AGAIN: Final = dt.timedelta(minutes=5)
# The server has refused the e-mail, so it was certainly not sent.
_REFUSALS: Final = (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError)


def send_waiting(*, now: Clock) -> int:
    """Send the e-mails that are due, oldest first; return how many. A hundred at most.

    Four queries, and another for each e-mail: taking them one by one puts only one in doubt at a time.
    """
    at = now()
    _drop_useless(at)
    turn_notices.drop_played()
    due = Notice.objects.filter(mail=Notice.Mail.WAITING, mail_at__lte=at).filter(has_address())
    waiting = list(due.select_related("player__user").order_by("mail_at", "pk")[:_BATCH])
    if not waiting:
        return 0
    server = get_connection()
    try:
        server.open()
    except (OSError, smtplib.SMTPException) as error:
        logger.warning("No mail server, the next sweep tries again: %s", type(error).__name__)
        return 0
    try:
        addresses = addresses_of([notice.player_id for notice in waiting])
        return sum(_sent(notice, addresses[notice.player_id], server, now) for notice in waiting)
    finally:
        server.close()


def _drop_useless(at: dt.datetime) -> None:
    """Drop outdated e-mails, so that an outage is not followed by a flood."""
    Notice.objects.filter(useless(at), mail=Notice.Mail.WAITING).update(mail=Notice.Mail.FAILED)


def _sent(notice: Notice, address: str, server: BaseEmailBackend, now: Clock) -> bool:
    at = now()
    row = Notice.objects.filter(pk=notice.pk)
    if not row.filter(mail=Notice.Mail.WAITING).update(mail=Notice.Mail.SENT, mail_at=at):
        return False  # another worker has taken it
    try:
        with read_by(Account(lambda: notice.player.user)), in_language(notice.player.language):
            message = _message(notice, address, server)
        message.send()
    except _REFUSALS as error:
        # Its text would contain the address.
        logger.warning("The e-mail of notice %s was refused: %s", notice.pk, type(error).__name__)
        row.update(mail=Notice.Mail.WAITING, mail_at=at + _AGAIN)
        return False
    except (OSError, smtplib.SMTPException) as error:
        logger.warning("It is not known what became of notice %s: %s", notice.pk, type(error).__name__)
        row.update(mail=Notice.Mail.FAILED)
        server.close()  # the next e-mail opens a new connection
        return False
    return True


def _message(notice: Notice, address: str, server: BaseEmailBackend) -> EmailMessage:
    token = stop_token(notice.player.user_id or 0, notice.kind)
    stop = settings.SITE_URL + reverse("notices_stop", args=[token])
    host = settings.SITE_URL.split("//")[-1].split("/")[0].split(":")[0]
    return EmailMessage(
        notice.translated_subject,
        _text(notice, stop),
        to=[address],
        connection=server,
        headers={
            "Message-ID": f"<notice-{notice.pk}@{host}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _text(notice: Notice, stop: str) -> str:
    site = settings.SITE_URL
    hello = _("Hello {name},").format(name=notice.player.name)
    no_more = _("“{kind}” by e-mail: stop these").format(kind=KINDS[notice.kind].label)
    lines = [hello, "", notice.translated_text, "", site + notice.link]
    for label, address in notice.translated_answers:
        lines += ["", f"{label}:", site + address]
    lines += ["", "-- ", no_more, stop]
    lines += [_("Notice settings"), site + reverse("notice_settings"), ""]
    return "\n".join(lines)
