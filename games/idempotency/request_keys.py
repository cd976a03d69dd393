"""Carry out a command once for its id, however often it is sent.

The sender gives each command an id: a hidden field of every form, or a header that programs send. The answer
to the first command with an id is stored in the same transaction as its changes; a later command with this id
gets the same answer and changes nothing.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.models import Receipt
from games.rules.base.refusal import Refusal

Answer = TypeVar("Answer")

FIELD: Final = "command_id"
HEADER: Final = "Idempotency-Key"
KEPT: Final = dt.timedelta(days=7)
"""How long a command may be sent again. After that the version it carries still protects the log."""

_SHAPE: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_NOT_CONTENT: Final = {FIELD, "csrfmiddlewaretoken"}


class Envelope(NamedTuple):
    """The sender of a command, its id, and a digest of its content."""

    sender: str
    command_id: str
    content: str


def once(request: HttpRequest, command: Callable[[], Answer], *, by_browser: bool = False) -> Answer:
    """Carry out the command of a request once for its id, as `once_for`.

    Without an id, or from an unknown sender, the command is always carried out. `by_browser` is for commands
    that log a user in or out: then the browser is the sender.
    """
    command_id = request.POST.get(FIELD, request.headers.get(HEADER))
    sender = _browser(request) if by_browser else _sender(request)
    if command_id is None or not sender:
        return command()
    envelope = Envelope(sender, command_id, _content(request))
    return once_for(envelope, command, at=timezone.now())


def once_for(envelope: Envelope, command: Callable[[], Answer], *, at: dt.datetime) -> Answer:
    """Carry out a command unless its id has been answered; return or raise what the first command did.

    The receipt is stored in the transaction of the command. Of two at the same time the second waits for the
    first. `Answer` is a JSON value, such as the id of a new row. Refusals: those of the command, `bad_id`,
    `id_reused` when the id came with another command before. A command that was refused because it came too
    fast may be sent again with its id. One query more than the command, and a savepoint.
    """
    require_id(envelope.command_id)
    try:
        with transaction.atomic():
            answer = command()
            _write(envelope, at, answer=answer)
            return answer
    except _AnsweredError:
        pass
    except ObjectDoesNotExist:
        # The first command may have deleted the object.
        if not Receipt.objects.filter(sender=envelope.sender, command_id=envelope.command_id).exists():
            raise
    except Refusal as refusal:
        if refusal.wait is not None or _store_refusal(envelope, at, refusal):
            raise
    first: Answer = _stored_answer(envelope)
    return first


def require_id(command_id: str) -> None:
    """Refuse an invalid id (`bad_id`)."""
    if not _SHAPE.fullmatch(command_id):
        raise Refusal("bad_id", _("A command ID has 1 to 64 letters, digits, “-”, “_” or “.”."))


def forget(at: dt.datetime) -> int:
    """Delete old receipts and return how many. They are not part of any log."""
    return Receipt.objects.filter(at__lt=at - KEPT).delete()[0]


class _AnsweredError(Exception):
    """The id has a receipt already."""


def _sender(request: HttpRequest) -> str:
    """Return the sender: a user, or a browser without a user."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return _browser(request)


def _browser(request: HttpRequest) -> str:
    """Return the browser, identified by its CSRF secret."""
    secret = request.META.get("CSRF_COOKIE")
    return f"browser:{hashlib.sha256(secret.encode()).hexdigest()[:32]}" if secret else ""


def _content(request: HttpRequest) -> str:
    """Return a digest of the request: its address, all fields but the id, and the files."""
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name not in _NOT_CONTENT)
    files = [(name, file.name, file.size) for name in request.FILES for file in request.FILES.getlist(name)]
    content = repr((request.get_full_path(), fields, *files))
    # With the secret of the site: the digest of a sign-up must not help to guess a password.
    return salted_hmac(__name__, content, algorithm="sha256").hexdigest()


def _store_refusal(envelope: Envelope, at: dt.datetime, refusal: Refusal) -> bool:
    """Store the refusal of a command, which changed nothing; return False if its id has been answered."""
    stored: dict[str, Any] = {
        "code": refusal.code,
        "sentence": refusal.sentence,
        "options": list(refusal.options),
    }
    stored |= {"version": refusal.version} if refusal.version is not None else {}
    stored |= {"errors": refusal.errors} if refusal.errors is not None else {}
    try:
        with transaction.atomic():
            _write(envelope, at, refusal=stored)
    except _AnsweredError:
        return False
    return True


def _write(envelope: Envelope, at: dt.datetime, **outcome: Any) -> None:
    try:
        Receipt.objects.create(**envelope._asdict(), at=at, **outcome)
    except IntegrityError:
        raise _AnsweredError from None


def _stored_answer(envelope: Envelope) -> Any:
    receipt = Receipt.objects.get(sender=envelope.sender, command_id=envelope.command_id)
    if receipt.content != envelope.content:
        raise Refusal("id_reused", _("This ID was already used for something else. Check and try again."))
    if receipt.refusal is not None:
        stored = receipt.refusal
        refusal = Refusal(stored["code"], stored["sentence"], tuple(stored["options"]))
        refusal.version, refusal.errors = stored.get("version"), stored.get("errors")
        raise refusal
    return receipt.answer
