"""Ask for an archive, make it, and forget it."""

import datetime as dt
import logging
import tempfile
import zipfile
from collections.abc import Callable
from typing import IO, Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.localization import dates
from games.models import Player
from games.naming.player_names import read_by
from games.rules.base.refusal import Refusal
from games.wording.languages import in_language
from league.archives import contents
from league.models import Archive, ArchivePiece
from league.notifications import account_emails
from league.notifications.email_addresses import addresses_of
from league.notifications.task_requests import ask_after_commit
from league.permissions.name_visibility import Account

logger = logging.getLogger(__name__)

Clock = Callable[[], dt.datetime]

TASK: Final = "league.tasks.make_archive"
KEPT: Final = dt.timedelta(days=7)
"""How long an archive can be downloaded."""
AGAIN: Final = dt.timedelta(hours=1)
"""How long after an archive the next is made."""
_STALLED: Final = dt.timedelta(minutes=2)
_PIECE: Final = 1_000_000
_NOTED_EVERY: Final = 10
"""After so many matches the progress is stored."""


@transaction.atomic
def ask(player: Player, *, at: dt.datetime) -> None:
    """Ask for an archive. Asking twice while it is made changes nothing. Refusal `too_fast`."""
    archive = Archive.objects.select_for_update().filter(player=player).first()
    if archive is not None and archive.finished_at is None:
        if (archive.worked_at or archive.asked_at) < at - _STALLED:
            ask_after_commit(TASK, player.pk)
        return
    if archive is not None:
        if archive.asked_at > at - AGAIN:
            raise Refusal("too_fast", _("Your archive is new: ask for the next one in an hour."), wait=60)
        archive.delete()
    Archive.objects.create(player=player, asked_at=at)
    ask_after_commit(TASK, player.pk)


def make(player_id: int, *, now: Clock) -> bool:
    """Make the archive that a player has asked for; return whether there was one to make.

    A second worker leaves it to the first, unless that gives no sign for two minutes.
    """
    at = now()
    free = Q(worked_at=None) | Q(worked_at__lt=at - _STALLED)
    if not Archive.objects.filter(free, player=player_id, finished_at=None).update(worked_at=at, done=0):
        return False
    archive = Archive.objects.select_related("player__user").get(player=player_id)
    player = archive.player
    reader = Account(lambda: player.user)
    with in_language(player.language), read_by(reader if player.user else None), timezone.override(dt.UTC):
        with tempfile.TemporaryFile() as file:
            _write(file, archive, now)
            _keep(file, archive, now())
        _tell(player)
    return True


def waiting(at: dt.datetime) -> list[int]:
    """Return the players whose archive no worker is making."""
    rows = Archive.objects.filter(finished_at=None).filter(Q(worked_at=None) | Q(worked_at__lt=at - _STALLED))
    return list(rows.values_list("player_id", flat=True))


def forget(at: dt.datetime) -> int:
    """Delete the archives that have expired; return how many."""
    return Archive.objects.filter(expires_at__lte=at).delete()[1].get("league.Archive", 0)


def _write(file: IO[bytes], archive: Archive, now: Clock) -> None:
    rows, matches = Archive.objects.filter(pk=archive.pk), []
    seats = contents.seats_of(archive.player)
    rows.update(parts=len(seats))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in contents.of_person(archive.player):
            packed.writestr(name, text)
        for number, seat in enumerate(seats, start=1):
            facts, files = contents.of_match(seat)
            matches.append(facts)
            for file_of_match in files:
                packed.writestr(*file_of_match)
            if number % _NOTED_EVERY == 0:
                rows.update(done=number, worked_at=now())
        packed.writestr(*contents.written_list(matches))


@transaction.atomic
def _keep(file: IO[bytes], archive: Archive, at: dt.datetime) -> None:
    size = file.tell()
    file.seek(0)
    archive.pieces.all().delete()
    for number, piece in enumerate(iter(lambda: file.read(_PIECE), b"")):
        ArchivePiece.objects.create(archive=archive, number=number, content=piece)
    Archive.objects.filter(pk=archive.pk).update(
        finished_at=at, expires_at=at + KEPT, size=size, done=F("parts")
    )


def _tell(player: Player) -> None:
    """Send the link by e-mail, if there is a confirmed address."""
    address = addresses_of([player.pk]).get(player.pk)
    if address is None:
        return
    archive = Archive.objects.get(player=player)
    assert archive.expires_at is not None
    lines = [
        _("Hello {name},").format(name=player.name),
        "",
        _("The archive with everything about you is ready. You can download it until {day}:").format(
            day=dates.day(archive.expires_at)
        ),
        "",
        settings.SITE_URL + reverse("me_data"),
        "",
        _("If you did not ask for it, change your password."),
        "",
    ]
    letter = EmailMessage(_("Your data is ready"), "\n".join(lines), to=[address])
    account_emails.write(letter, at=timezone.now())


def pieces_of(archive: Archive) -> Any:
    """Return the content of an archive piece by piece."""
    for number in archive.pieces.values_list("number", flat=True):
        yield bytes(archive.pieces.values_list("content", flat=True).get(number=number))
