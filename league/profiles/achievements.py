"""Feats: the best achievements of players at finished tables, computed from the logs."""

import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber

from games.models import Player, Seat, Table, TableEvent
from games.turns import LEFT_TO_BOT
from league.awards.logs import logs_of
from league.models import Feat, Placement, ReadTable
from league.profiles.kept_back import KeptBack
from league.rules.awards.award import fewest
from league.rules.awards.feats import RECORDS, feats
from league.rules.awards.table_log import TableLog
from league.rules.settings.result_kinds import PLAYED

logger = logging.getLogger(__name__)

_EDITION: Final = 1
"""Raise it when feats are computed differently, so that all tables are read again."""
_AT_ONCE: Final = 60
_FEWEST: Final = [code for code, award in RECORDS.items() if award.key is fewest]


class Best(NamedTuple):
    """A player's best feat of a kind: its figure, and its place in the replay."""

    code: str
    first: int
    second: int
    step: int
    table: int
    name: str
    ended: Any


def best_of(player: Player, kept_back: KeptBack) -> dict[str, Best]:
    """Return the records of a player by code, the oldest among equals. One query.

    Leaves out `kept_back`, results that organizers corrected, matches that a bot finished for the player, and
    tables that are to be read again.
    """
    own_feats = Feat.objects.filter(
        kept_back.shows_table("table__table__"),
        Q(table__table__match__isnull=True) | Q(table__table__match__kind=PLAYED),
        Q(player=player) | Q(player__merged_into=player),
        table__table__status=Table.Status.FINISHED,
        table__version=F("table__table__version"),
    )
    seen = own_feats.exclude(Exists(_overruled())).exclude(
        Exists(Seat.objects.filter(LEFT_TO_BOT, table=OuterRef("table__table"), player=OuterRef("player")))
    )
    nth = Window(RowNumber(), partition_by="code", order_by=[*_best_first(), F("table").asc()])
    first = seen.order_by().annotate(nth=nth).filter(nth=1)
    columns = ("code", "first", "second", "step", "table", "table__table__name", "table__table__finished_at")
    return {row[0]: Best(*row) for row in first.values_list(*columns)}


def outdated(limit: int = _AT_ONCE) -> list[int]:
    """Return finished tables whose current log has not been read yet, the newest first."""
    known = Q(reading__edition=_EDITION, reading__version=F("version"))
    tables_found = Table.objects.filter(status=Table.Status.FINISHED).exclude(known).order_by("-pk")
    return list(tables_found.values_list("pk", flat=True)[:limit])


def is_up_to_date(table_id: int) -> bool:
    """Whether the current log of a table has been read. One query."""
    return ReadTable.objects.filter(table=table_id, edition=_EDITION, version=F("table__version")).exists()


def is_ahead(table_id: int) -> bool:
    """Whether a reading claims more events than the log has. One query."""
    return ReadTable.objects.filter(table=table_id, version__gt=F("table__version")).exists()


def recompute(tables: Sequence[int]) -> int:
    """Read the logs of tables again; return how many. Running it again changes nothing.

    Where organizers decided the match by hand, what was played is no feat.

    An unreadable log has no feats: `manage.py verify` reports it, and it must not stop the others.
    """
    versions = dict(Table.objects.filter(pk__in=tables).values_list("pk", "version"))
    try:
        logs = {log.table: log for log in logs_of(tables)}
    except Exception:
        if len(tables) > 1:
            return sum(recompute([table]) for table in tables)
        logger.exception("The feats of table %s could not be found", tables)
        logs = {}
    by_hand = _decided_by_hand(tables)
    for table, version in versions.items():
        _write(table, version, None if table in by_hand else logs.get(table))
    return len(versions)


def _decided_by_hand(tables: Sequence[int]) -> set[int]:
    """Return the tables with a decision by hand that stands. One query."""
    decisions = TableEvent.objects.filter(stream__in=tables, name__in=["match_decided", "decision_withdrawn"])
    last = dict(decisions.order_by("version").values_list("stream", "name"))
    return {table for table, name in last.items() if name == "match_decided"}


@transaction.atomic
def _write(table: int, version: int, log: TableLog | None) -> None:
    """Store the feats."""
    facts = {"edition": _EDITION, "version": version}
    readings = ReadTable.objects.select_for_update()
    reading, _is_new = readings.update_or_create(table_id=table, defaults=facts)
    best = feats(log) if log else {}
    strays = [row.pk for row in reading.feats.all() if (row.code, row.player_id) not in best]
    reading.feats.filter(pk__in=strays).delete()
    Feat.objects.bulk_create(
        [_row(reading, code, player, *feat) for (code, player), feat in best.items()],
        update_conflicts=True,
        unique_fields=["table", "code", "player"],
        update_fields=["first", "second", "step"],
    )


def _row(reading: ReadTable, code: str, player: int, _who: int, figure: tuple[int, ...], moment: Any) -> Feat:
    first, second = (*figure, 0)[:2]
    return Feat(table=reading, player_id=player, code=code, first=first, second=second, step=moment.step)


def _best_first() -> list[Any]:
    """Return the sort order of the feats of a kind: by the lowest or by the highest figure."""
    return [
        Case(When(code__in=_FEWEST, then=F(name)), default=-F(name)).asc() for name in ("first", "second")
    ]


def _overruled() -> QuerySet[Placement]:
    """Return the places in the match of a feat's table whose totals are not those of the log."""
    seat = "entrant__player__seats"
    differs = Q(total__gt=F(f"{seat}__total")) | Q(total__lt=F(f"{seat}__total"))
    return Placement.objects.filter(
        differs, Q((f"{seat}__table", F("match__table"))), match__table=OuterRef("table__table")
    )
