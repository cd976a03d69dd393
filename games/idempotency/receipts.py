"""A command is carried out once for its id, however often it is sent.

Its sender gives each command an id. What the first one of an id did is kept beside what it changed, in the
same transaction; whatever comes with this id later is answered with it and changes nothing.
"""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.models import Receipt
from games.rules.base.refusal import Refusal

Answer = TypeVar("Answer")

KEPT: Final = dt.timedelta(days=7)
"""How long somebody may send a command again. Later the version they saw still guards the log."""

_SHAPE: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Envelope(NamedTuple):
    """Who sends a command, the id they gave it, and a digest of what is asked for."""

    sender: str
    command_id: str
    content: str


class _AnsweredError(Exception):
    """The id has a receipt already."""


def once(envelope: Envelope, command: Callable[[], Answer], *, at: dt.datetime) -> Answer:
    """Carry out a command unless its id has been answered; return or raise what the first one did.

    The command's transaction holds its receipt: either both are there or none. Of two at the same time the
    second one waits for the first. `Answer` is something JSON can say, such as the id of what was made.
    Refusals: those of the command, `bad_id`, `id_reused` when the id came with another command before.
    What came too fast may be sent again with its id. One query more than the command, and a savepoint.
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
        # The first one may have deleted it.
        if not Receipt.objects.filter(sender=envelope.sender, command_id=envelope.command_id).exists():
            raise
    except Refusal as refusal:
        if refusal.wait is not None or _was_kept(envelope, at, refusal):
            raise
    first: Answer = _answer_of_the_first(envelope)
    return first


def require_id(command_id: str) -> None:
    """Refuse, `bad_id`, what is no id of a command."""
    if not _SHAPE.fullmatch(command_id):
        raise Refusal("bad_id", _("The id of a command is 1 to 64 letters, digits, “-”, “_” or “.”."))


def forget(at: dt.datetime) -> int:
    """Forget what nobody sends again after so long; return how many receipts. No log knows of them."""
    return Receipt.objects.filter(at__lt=at - KEPT).delete()[0]


def _was_kept(envelope: Envelope, at: dt.datetime, refusal: Refusal) -> bool:
    """Keep that a command was refused, which changed nothing else; False if its id has been answered."""
    said: dict[str, Any] = {
        "code": refusal.code,
        "sentence": refusal.sentence,
        "options": list(refusal.options),
    }
    said |= {"version": refusal.version} if refusal.version is not None else {}
    said |= {"errors": refusal.errors} if refusal.errors is not None else {}
    try:
        with transaction.atomic():
            _write(envelope, at, refusal=said)
    except _AnsweredError:
        return False
    return True


def _write(envelope: Envelope, at: dt.datetime, **outcome: Any) -> None:
    try:
        Receipt.objects.create(**envelope._asdict(), at=at, **outcome)
    except IntegrityError:
        raise _AnsweredError from None


def _answer_of_the_first(envelope: Envelope) -> Any:
    receipt = Receipt.objects.get(sender=envelope.sender, command_id=envelope.command_id)
    if receipt.content != envelope.content:
        raise Refusal("id_reused", _("This was sent before as something else. Look again and decide anew."))
    if receipt.refusal is not None:
        said = receipt.refusal
        again = Refusal(said["code"], said["sentence"], tuple(said["options"]))
        again.version, again.errors = said.get("version"), said.get("errors")
        raise again
    return receipt.answer
