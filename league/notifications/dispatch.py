"""From the logs of competitions to notices: told after the commit, and by a sweep what was missed.

A bookmark says up to which version a competition's players have been told. It moves on in the transaction of
the notices, and each of these is unique: so telling may come late, twice or never, and nobody is told twice.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from games.eventstore.store import read
from league.competitions.stream import state_at
from league.models import Competition, CompetitionEvent, Told
from league.notifications import notices
from league.notifications.asking import ask
from league.notifications.competition_news import news

TASK: Final = "league.tasks.tell"


def heard(versions: Mapping[tuple[str, int], int]) -> None:
    """Ask a worker to tell the players of competitions that have just changed; the tables pass by."""
    for kind, pk in versions:
        if kind == "competition":
            ask(TASK, pk)


@transaction.atomic
def tell(competition_id: int, *, at: dt.datetime) -> bool:
    """Tell the entrants of a competition what is new; return whether anything was.

    A constant number of queries, but for very long lists of players.
    """
    rows = read(CompetitionEvent, competition_id)
    if not rows:
        return False
    told, _is_new = Told.objects.select_for_update().get_or_create(competition_id=competition_id)
    new = [row for row in rows if row.version > told.version]
    if not new:
        return False
    notices.send_all(list(news(competition_id, state_at(rows), new, at)), at=at)
    told.version = new[-1].version
    told.save(update_fields=["version"])
    return True


def untold() -> list[int]:
    """Return the competitions of which there is something to tell. One query."""
    behind = Q(told=None) | Q(told__version__lt=F("version"))
    return list(Competition.objects.filter(behind).order_by("pk").values_list("pk", flat=True))
