"""Publish checkpoints: into a folder, by e-mail, to addresses elsewhere.

Whoever keeps one can prove later what was settled then. A new place gets the newest checkpoint first, then
every later one. What a place did not take is sent again by the next run, so it may get a checkpoint twice.
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
"""Hands a checkpoint over; whether it was taken."""


def publish(*, at: dt.datetime) -> int:
    """Hand each place what it has not got yet; return how many checkpoints were taken.

    A place that is new gets the last one, which is bound to all before it.
    """
    return sum(_publish_all(place, publish, at) for place, publish in _places().items())


def file_name(checkpoint: Checkpoint) -> str:
    """Return what the file of a checkpoint is called."""
    return f"checkpoint-{checkpoint.day}.txt"


def _places() -> dict[str, Publish]:
    """Return what hands over to each place, by the fingerprint of it."""
    found: dict[tuple[str, str], Publish] = {}
    if settings.CHECKPOINT_FOLDER:
        found["folder", settings.CHECKPOINT_FOLDER] = partial(_write, Path(settings.CHECKPOINT_FOLDER))
    found |= {("mail", one): partial(_mail, one) for one in settings.CHECKPOINT_MAIL}
    found |= {("url", one): partial(_post, one) for one in settings.CHECKPOINT_URLS}
    return {f"{kind}:{sha256(where.encode()).hexdigest()[:32]}": one for (kind, where), one in found.items()}


def _publish_all(place: str, publish: Publish, at: dt.datetime) -> int:
    taken = 0
    for one in _missing(place):
        if not checkpoints.is_as_made(one):
            logger.error("The checkpoint of %s is not as it was made: it is not published", one.day)
            break
        if not publish(one):
            break
        PublishedCheckpoint.objects.get_or_create(place=place, day=one.day, defaults={"at": at})
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
    """Whether a file holds a checkpoint. What else it holds may be the only proof: it is left alone."""
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
        # Its words would name the address.
        logger.warning("The checkpoint of %s was not mailed: %s", checkpoint.day, type(error).__name__)
        return False
    return True


def _post(url: str, checkpoint: Checkpoint) -> bool:
    named = f'attachment; filename="{file_name(checkpoint)}"'
    headers = {"Content-Type": "text/plain; charset=us-ascii", "Content-Disposition": named}
    answer = asyncio.run(transport.post(url, checkpoint.text.encode(), headers))
    if not answer.is_good:
        said = answer.status or answer.text
        logger.warning("The checkpoint of %s was not taken: %s", checkpoint.day, said)
    return answer.is_good
