"""Publication of checkpoints: to a folder, by e-mail, to addresses elsewhere.

The holder of a checkpoint can prove later what was settled by then. A new target gets the newest checkpoint
first, then every later one. A checkpoint that a target did not accept is sent again by the next run, so it
may get a checkpoint twice.
"""

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Max

from games.integrity import checkpoints
from games.models import Checkpoint
from league.models import PublishedCheckpoint
from league.webhooks import transport

logger = logging.getLogger(__name__)

Publish = Callable[[Checkpoint], bool]
"""Sends a checkpoint; returns whether it was accepted."""


def publish(*, at: dt.datetime) -> int:
    """Send each target the checkpoints it has not got yet; return how many were accepted.

    A new target gets the last checkpoint, which is linked to all before it.
    """
    return sum(_publish_all(place, publish, at) for place, publish in _places().items())


def file_name(checkpoint: Checkpoint) -> str:
    """Return the name of a checkpoint's file."""
    return f"checkpoint-{checkpoint.day}.txt"


def _places() -> dict[str, Publish]:
    """Return the sender for each target, by the fingerprint of the target."""
    senders: dict[tuple[str, str], Publish] = {}
    if settings.CHECKPOINT_FOLDER:
        senders["folder", settings.CHECKPOINT_FOLDER] = partial(_write, Path(settings.CHECKPOINT_FOLDER))
    senders |= {("mail", address): partial(_mail, address) for address in settings.CHECKPOINT_MAIL}
    senders |= {("url", url): partial(_post, url) for url in settings.CHECKPOINT_URLS}
    return {
        f"{kind}:{sha256(where.encode()).hexdigest()[:32]}": sender
        for (kind, where), sender in senders.items()
    }


def _publish_all(place: str, publish: Publish, at: dt.datetime) -> int:
    taken = 0
    for checkpoint in _missing(place):
        if not checkpoints.is_as_made(checkpoint):
            logger.error("The checkpoint of %s is not as it was made: it is not published", checkpoint.day)
            break
        if not publish(checkpoint):
            break
        PublishedCheckpoint.objects.get_or_create(place=place, day=checkpoint.day, defaults={"at": at})
        taken += 1
    return taken


def _missing(place: str) -> list[Checkpoint]:
    last = PublishedCheckpoint.objects.filter(place=place).aggregate(day=Max("day"))["day"]
    if last is None:
        newest = Checkpoint.objects.last()
        return [newest] if newest else []
    return list(Checkpoint.objects.filter(day__gt=last))


def _write(folder: Path, checkpoint: Checkpoint) -> bool:
    file = folder / file_name(checkpoint)
    unfinished = file.with_suffix(".part")
    try:
        if file.exists():
            return _is_there(file, checkpoint)
        unfinished.write_text(checkpoint.text, "ascii")
        unfinished.replace(file)
    except OSError as error:
        logger.warning("The checkpoint of %s could not be written: %s", checkpoint.day, error.strerror)
        return False
    return True


def _is_there(file: Path, checkpoint: Checkpoint) -> bool:
    """Whether a file holds a checkpoint. Any other content may be the only proof: it is left alone."""
    if file.read_bytes() == checkpoint.text.encode("ascii"):
        return True
    logger.error("The checkpoint of %s was not written: the file holds another text", checkpoint.day)
    return False


def _mail(address: str, checkpoint: Checkpoint) -> bool:
    letter = EmailMessage(
        f"Checkpoint of {checkpoint.day}",
        f"The log of {settings.SITE_URL} as it was settled on {checkpoint.day}.\n"
        f"SHA-256 of the attached text: {checkpoint.hash.hex()}\n\n"
        "Keep the file as it is: `manage.py verify --checkpoint FILE` proves by it that nothing was changed.",
        to=[address],
    )
    letter.attach(file_name(checkpoint), checkpoint.text, "text/plain")
    try:
        letter.send()
    except (OSError, SMTPException) as error:
        # Its text would contain the address.
        logger.warning("The checkpoint of %s was not mailed: %s", checkpoint.day, type(error).__name__)
        return False
    return True


def _post(url: str, checkpoint: Checkpoint) -> bool:
    named = f'attachment; filename="{file_name(checkpoint)}"'
    headers = {"Content-Type": "text/plain; charset=us-ascii", "Content-Disposition": named}
    answer = asyncio.run(transport.post(url, checkpoint.text.encode(), headers))
    if not answer.is_good:
        reason = answer.status or answer.text
        logger.warning("The checkpoint of %s was not taken: %s", checkpoint.day, reason)
    return answer.is_good
