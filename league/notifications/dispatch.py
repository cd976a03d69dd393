"""From the logs of competitions to notices: sent after the commit, and by a sweep what was missed.

A bookmark holds the version up to which a competition's players were notified. It advances in the transaction
of the notices, and each of these is unique: so this may run late, twice or never, and nobody is notified
twice.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from games.eventstore import read
from league.competitions.stream import state_at
from league.models import Competition, CompetitionEvent, Told
from league.notifications import notices
from league.notifications.competition_news import news
from league.notifications.task_requests import ask

TASK: Final = "league.tasks.tell"


def request_notices(versions: Mapping[tuple[str, int], int]) -> None:
    """Ask a worker to notify the players of competitions that have just changed; tables are ignored."""
    for kind, pk in versions:
        if kind == "competition":
            ask(TASK, pk)


@transaction.atomic
def notify(competition_id: int, *, at: dt.datetime) -> bool:
    """Notify the entrants of a competition of new events; return whether there were any.

    A constant number of queries, except for very long lists of players.
    """
    rows = read(CompetitionEvent, competition_id)
    if not rows:
        return False
    bookmark, _is_new = Told.objects.select_for_update().get_or_create(competition_id=competition_id)
    new = [row for row in rows if row.version > bookmark.version]
    if not new:
        return False
    notices.send_all(list(news(competition_id, state_at(rows), new, at)), at=at)
    bookmark.version = new[-1].version
    bookmark.save(update_fields=["version"])
    return True


def pending() -> list[int]:
    """Return the competitions with new events. One query."""
    behind = Q(told=None) | Q(told__version__lt=F("version"))
    return list(Competition.objects.filter(behind).order_by("pk").values_list("pk", flat=True))
