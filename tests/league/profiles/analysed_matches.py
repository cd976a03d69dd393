"""Analysed matches for tests: rows as a worker would have written them."""

import datetime as dt
from itertools import count

from games.analysis.findings import VERSION
from games.analysis.seats import EDITION
from games.models import MatchAnalysis, Player, SeatAnalysis, Table
from tests.games.playing import START

DAYS = count()
WON = [250_000, 100_000, 50_000, 500_000, 100_000, 0, 1_000_000]
LOST = [250_000, -200_000, 50_000, 20_000, -120_000, 0, 0]
HUNDRED = {"colour": [20, 200_000, 10_000_000_000], "other": [80, 400_000, 30_000_000_000]}


def analysed(
    player: Player, *, parts=WON, kinds=HUNDRED, dearest=(), seats: int = 4, table: Table | None = None
) -> Table:
    """A finished table whose analysis found this about the player."""
    ended = START + dt.timedelta(days=next(DAYS))
    table = table or Table.objects.create(
        name="Friday 7", rulebook="classic", seat_count=seats, opened_at=START, head=b"h" * 32
    )
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, finished_at=ended)
    table.refresh_from_db()
    row = MatchAnalysis.objects.create(
        table=table,
        version=VERSION,
        head=table.head,
        asked_at=ended,
        finished_at=ended,
        summary_edition=EDITION,
    )
    SeatAnalysis.objects.create(
        analysis=row, index=0, player=player, parts=parts, kinds=kinds, dearest=list(dearest)
    )
    return table
