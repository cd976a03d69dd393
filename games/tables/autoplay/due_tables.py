"""The tables that wait for a bot or the clock: which are due, and the sweep that moves them on.

A task wakes each table at its time; the sweep finds the tables whose task was lost.
"""

import datetime as dt
import logging
import time
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

import msgspec
from django.db import DatabaseError, connection, transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.access.players import player_number
from games.eventstore import ConflictError, UnknownEventError
from games.models import Table, TableEvent
from games.tables import command_times
from games.tables.aggregate import LockedTable, if_waiting, is_waiting, read_ahead, store
from games.tables.autoplay.bot_moves import act_for_bot
from games.tables.autoplay.overdue_turns import act_for_clock

logger = logging.getLogger(__name__)


def move_on(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """Do what `play_for_bot` does, or else what `end_turn` does."""
    return if_waiting(table_id, version, lambda held: act_by_itself(held, at))


def due_tables(at: dt.datetime) -> list[int]:
    """Return the ids of the tables that wait for a bot or the clock, the longest overdue first. One query.

    Of the tables that one player has opened the second comes after the first of every other player, and so
    on: nobody waits because another player has many tables.
    """
    opened_by = TableEvent.objects.filter(stream=OuterRef("pk"), version=1).values("by")
    due = _due(at).order_by("due_at").values_list("pk", Subquery(opened_by))
    earlier: Counter[str | int] = Counter()
    ranked = []
    for pk, by in due:
        opener = by if player_number(by) is not None else pk
        ranked.append((earlier[opener], pk))
        earlier[opener] += 1
    return [pk for _rank, pk in sorted(ranked, key=itemgetter(0))]


def is_another_due(table_id: int, *, at: dt.datetime) -> bool:
    """Whether any other table waits for a bot or the clock. One query."""
    return _due(at).exclude(pk=table_id).exists()


def may_be_shared() -> bool:
    """Whether several sweeps at the same time are faster than one: not where only one can write."""
    return connection.features.has_select_for_update_skip_locked


def move_due_tables(table_ids: Sequence[int], *, at: dt.datetime) -> int:
    """Move some tables on in one transaction, as far as they are due; return how many moved.

    Where the database can lock rows, another sweep at the same time skips these tables. They are written
    together, or one by one if that fails. A table that cannot be moved is logged and does not stop the
    others.
    """
    began = time.perf_counter()
    try:
        with transaction.atomic():
            moved = _move_together(table_ids, at)
    except (ConflictError, DatabaseError):
        logger.warning("A sweep could not write %s tables at once: it writes each by itself", len(table_ids))
    else:
        seconds = time.perf_counter() - began
        for held in moved:
            command_times.note_command(held.rows, seconds)
        return len(moved)
    return sum(_is_moved(*row, at) for row in _due(at).filter(pk__in=table_ids).values_list("pk", "version"))


def act_by_itself(held: LockedTable, at: dt.datetime) -> bool:
    """Let a bot act at a locked table, else the clock; return whether either did."""
    return act_for_bot(held, at) or act_for_clock(held, at)


def _due(at: dt.datetime) -> QuerySet[Table]:
    return Table.objects.filter(status=Table.Status.RUNNING, due_at__lte=at)


def _move_together(table_ids: Sequence[int], at: dt.datetime) -> list[LockedTable]:
    claimed = _due(at).filter(pk__in=table_ids)
    if connection.features.has_select_for_update_skip_locked:
        claimed = claimed.select_for_update(skip_locked=True)
    due = list(claimed.order_by("due_at"))
    _read_ahead(due)
    moved = [held for table in due if (held := _moved(table, at)) is not None]
    store(*moved)
    return moved


def _read_ahead(due: Sequence[Table]) -> None:
    try:
        read_ahead(due)
    except (UnknownEventError, msgspec.MsgspecError):
        logger.warning("One of %s tables cannot be read: each is read by itself", len(due))


def _moved(claimed: Table, at: dt.datetime) -> LockedTable | None:
    """Move a claimed table on without writing it yet; None if nothing happened."""
    try:
        held = LockedTable(claimed.pk, head=claimed.head)
        return held if is_waiting(held, claimed.version) and act_by_itself(held, at) else None
    except DatabaseError:
        raise  # the transaction cannot go on
    except Exception:
        # One broken table must not stop the others.
        logger.exception("The sweep could not move table %s on", claimed.pk)
        return None


def _is_moved(table_id: int, version: int, at: dt.datetime) -> bool:
    try:
        return move_on(table_id, version=version, at=at)
    except ConflictError:
        return False  # another process has moved the table
    except Exception:
        # One broken table must not stop the others.
        logger.exception("The sweep could not move table %s on", table_id)
        return False
