"""Ask for the analysis of a finished match; a worker makes it."""

import datetime as dt
import logging
from typing import Final

from celery import current_app
from django.db import transaction
from django.utils.translation import gettext as _
from kombu.exceptions import KombuError

from games.access import analyses
from games.analysis import seats
from games.analysis.findings import VERSION
from games.analysis.queries import is_current
from games.bots.playouts import boards
from games.models import MatchAnalysis, Table
from games.rules.base.refusal import Refusal
from games.rules.options.options import from_differences

logger = logging.getLogger(__name__)

TASK: Final = "games.tasks.analyse"
STALLED: Final = dt.timedelta(minutes=2)
"""After so long without progress the worker is asked again."""


@transaction.atomic
def ask(table_id: int, *, at: dt.datetime, is_awaited: bool = True) -> MatchAnalysis:
    """Ask for the analysis of a match. Doing it twice changes nothing. Table.DoesNotExist.

    One that a person awaits is made before those that nobody asked for.
    Refusals: `conflict` during the match or without one, `physical` for real cards, `unknown_rules`,
    `analysis_off` if the club has switched it off.
    """
    table = Table.objects.select_for_update().get(pk=table_id)
    require_possible(table)
    row = MatchAnalysis.objects.filter(table=table).first()
    if row is not None and is_current(row, table):
        if is_awaited and not row.is_awaited:
            row.is_awaited = True
            row.save(update_fields=["is_awaited"])
        if row.finished_at is None and (row.worked_at or row.asked_at) < at - STALLED:
            row.worked_at = at
            row.save(update_fields=["worked_at"])
            transaction.on_commit(lambda: send(table_id))
        return row
    if row is not None:
        row.delete()
    row = MatchAnalysis.objects.create(
        table=table, version=VERSION, head=table.head, asked_at=at, is_awaited=is_awaited
    )
    transaction.on_commit(lambda: send(table_id))
    return row


def ask_for_players(table_id: int, *, at: dt.datetime) -> bool:
    """Ask for the analysis of a match if somebody played it and it can be analysed; return whether it can."""
    table = Table.objects.get(pk=table_id)
    is_played = table.seats.filter(player__isnull=False).exists()
    if is_played and is_possible(table):
        ask(table_id, at=at, is_awaited=False)
        return True
    return False


def require_possible(table: Table) -> None:
    """Refuse matches that cannot be analysed: `conflict`, `physical`, `unknown_rules`, `analysis_off`."""
    if table.is_physical:
        raise Refusal("physical", _("A match with real cards has no moves to analyse."))
    if table.status != Table.Status.FINISHED:
        raise Refusal("conflict", _("Only a finished match can be analysed."))
    if not boards.knows(from_differences(table.options)):
        raise Refusal("unknown_rules", _("Matches under these rules cannot be analysed yet."))
    if analyses.is_switched_off(table.pk):
        raise Refusal("analysis_off", _("This club does not analyse its matches."))


def obstacle(table: Table) -> Refusal | None:
    """Return why a match cannot be analysed, None if it can."""
    try:
        require_possible(table)
    except Refusal as refusal:
        return refusal
    return None


def is_possible(table: Table) -> bool:
    """Whether a match can be analysed."""
    return obstacle(table) is None


def is_waiting(table_id: int) -> bool:
    """Whether an analysis of the log as it is has been asked for and is not finished."""
    row = MatchAnalysis.objects.filter(table=table_id, finished_at=None).select_related("table").first()
    return row is not None and row.table.status == Table.Status.FINISHED and is_current(row, row.table)


def before(row: MatchAnalysis) -> int:
    """Return how many analyses come before one that is not finished: first those that people await."""
    waiting = MatchAnalysis.objects.filter(finished_at=None, version=VERSION)
    earlier = waiting.filter(is_awaited=row.is_awaited, asked_at__lt=row.asked_at)
    return (earlier if row.is_awaited else earlier | waiting.filter(is_awaited=True)).count()


def most_urgent(table_id: int) -> int:
    """Return the match whose analysis is to be made first; this one if nothing else waits.

    A broker delivers in its own order, and knows nothing of whom people wait for.
    """
    waiting = MatchAnalysis.objects.filter(finished_at=None, version=VERSION)
    return waiting.order_by("-is_awaited", "asked_at").values_list("pk", flat=True).first() or table_id


def has_moved_on(table_id: int, *, since: dt.datetime) -> bool:
    """Whether a part of an analysis was made since a moment."""
    return MatchAnalysis.objects.filter(pk=table_id, worked_at__gte=since).exists()


def send(table_id: int) -> None:
    """Send the task of an analysis. Without a broker a sweep sends it later."""
    try:
        current_app.send_task(TASK, args=[table_id], retry=False)
    except (KombuError, OSError) as error:
        logger.warning("No broker for the analysis of table %s: %s", table_id, error)


def send_stalled(*, at: dt.datetime, most: int) -> int:
    """Send the tasks of analyses again that have made no progress or lack their summary; return how many."""
    waiting = MatchAnalysis.objects.filter(finished_at=None, asked_at__lt=at - STALLED)
    stalled = [
        row for row in waiting.order_by("asked_at")[:most] if (row.worked_at or row.asked_at) < at - STALLED
    ]
    for row in stalled:
        MatchAnalysis.objects.filter(pk=row.pk).update(worked_at=at)
        send(row.pk)
    without_summary = list(seats.missing().order_by("pk").values_list("pk", flat=True)[:most])
    for table_id in without_summary:
        send(table_id)
    return len(stalled) + len(without_summary)
