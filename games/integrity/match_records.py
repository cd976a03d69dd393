"""Export the match record of a table, and bring a table in from a record."""

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache, cached
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games import eventstore
from games.integrity import proofs
from games.models import Player, Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled, without_unseen
from games.rules.fairness.shuffle_check import verify as verify_shuffles
from games.rules.match.events import Event, RoundStarted
from games.rules.match.phases import RUNNING
from games.rules.records.checking import ReplayedRecord, check, replay, report
from games.rules.records.record import ABOUT, ABOUT_ROUND, LIMIT, InvalidRecord, Record, Round, read, text
from games.rules.records.writing import RecordedStep, record_of
from games.tables.aggregate import locked
from games.tables.events import MatchStarted, RecordImported, SeatTaken, TableClosed, TableOpened

__all__ = ["LIMIT", "InvalidRecord", "Refusal", "check", "export", "import_record", "verify_shuffles"]

BY: Final = "record"
"""The `by` of events that come from a record."""
_UNNAMED: Final = "Imported match"
_TOO_LONG: Final = ""


def export(table_id: int) -> str:
    """Return the record of a table as JSON; for a running match the finished deals. Three queries.

    Table.DoesNotExist; Refusals: `no_moves` for a table with real cards, `nothing_played` while no deal is
    over, `not_replayable` for a log that the current rules cannot replay, `record_too_large` for more than
    2 MB.
    """
    table = Table.objects.get(pk=table_id)
    if table.is_physical:
        raise Refusal("no_moves", _("Moves with real cards are not recorded: there is only the score sheet."))
    names = [_name(seat) for seat in table.seats.select_related("player")]
    exported = _exported(table, names)
    if exported == _TOO_LONG:
        raise Refusal(
            "record_too_large", _("This match is too long for a record: a record has at most 2 MB.")
        )
    return exported


@cached(LRUCache(16), key=lambda table, names: (table.pk, bytes(table.head), table.name, *names), lock=Lock())
def _exported(table: Table, names: Sequence[str]) -> str:
    """Return the record, or _TOO_LONG: that is cached, too, as the longest records take longest to write."""
    record = _export(table, names)
    return record if len(record.encode()) <= LIMIT else _TOO_LONG


def _export(table: Table, names: Sequence[str]) -> str:
    rows = eventstore.read(TableEvent, table.pk, until=table.version)
    steps = _rule_steps(rows)
    if table.status == Table.Status.RUNNING and table.state_name in RUNNING:
        # Hands and piles of the running deal are secret.
        steps = steps[: _last_deal(steps)]
    imported = next((row.event for row in rows if isinstance(row.event, RecordImported)), None)
    if imported:
        return text(_as_imported(steps, names, imported))
    record = _as_played(table, steps, names)
    return text(_with_proofs(record, (row.event for row in rows)))


def import_record(data: bytes, *, at: dt.datetime) -> tuple[Table, dict[str, Any]]:
    """Create a table from a record in one transaction; return it with the report of the check.

    Every seat gets a new player without an account: a player of the same name may be another person. A match
    that is not finished is closed. Raises InvalidRecord as the check does.
    """
    record = read(data)
    played = replay(record)
    result = report(record, played)
    return _opened(record, played, at, is_finished=result["finished"]), result


def _as_played(table: Table, steps: Sequence[Sequence[eventstore.Stored]], names: Sequence[str]) -> Record:
    start = steps[0][0].at if steps else table.opened_at
    start = start.replace(microsecond=start.microsecond // 1000 * 1000)
    recorded_steps = [
        RecordedStep([row.event for row in step], round((step[0].at - start).total_seconds(), 3))
        for step in steps
    ]
    date = start.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return record_of(recorded_steps, names, event=table.name, date=date)


def _rule_steps(rows: Sequence[eventstore.Stored]) -> list[list[eventstore.Stored]]:
    """Return the events of the rules, one list for each command, without other events of the table."""
    rules = [row for row in rows if isinstance(row.event, Event)]
    return [list(step) for _number, step in groupby(rules, key=attrgetter("step"))]


def _with_proofs(record: Record, events: Iterable[Any]) -> Record:
    """Return the record with the proof of every deal whose secret is revealed."""
    proofs_by_deal = {
        deal.number: deal.proof() for deal in proofs.follow(events, len(record.seats)) if deal.secret
    }
    rounds = [
        replace(deal, proof=proofs_by_deal.get(number)) for number, deal in enumerate(record.rounds, start=1)
    ]
    return replace(record, rounds=rounds)


def _as_imported(
    steps: Sequence[Sequence[eventstore.Stored]], names: Sequence[str], imported: RecordImported
) -> Record:
    """Return the record of an imported match, with the descriptive fields of the imported record."""
    recorded_steps = [RecordedStep([row.event for row in step]) for step in steps]
    record = record_of(recorded_steps, names, **imported.about)
    rounds = [replace(deal, **about) for deal, about in zip(record.rounds, imported.rounds, strict=True)]
    return replace(record, rounds=rounds)


@transaction.atomic
def _opened(record: Record, played: ReplayedRecord, at: dt.datetime, *, is_finished: bool) -> Table:
    times = _Times(record, at)
    name = _table_name(record.event)
    players = [Player.objects.create(name=spelled(seat)) for seat in record.seats]
    table = Table.objects.create(
        name=name, rulebook=record.rulebook, seat_count=len(players), opened_at=times.start
    )
    opened = TableOpened(
        name=name,
        rulebook=record.rulebook,
        options=played.state.differences,
        seats=len(players),
        host=None,
        turn_seconds=table.turn_seconds,
        bot_pause_ms=table.bot_pause_ms,
    )
    with locked(table.pk) as held:
        imported = RecordImported(
            _fields(record, ABOUT), [_fields(deal, ABOUT_ROUND) for deal in record.rounds]
        )
        held.note(opened, imported, by=BY, at=times.start)
        held.note(*(SeatTaken(seat, player.pk) for seat, player in enumerate(players)), by=BY, at=times.start)
        held.note(MatchStarted(), by=BY, at=times.start)
        for step in played.steps:
            held.follow(step.events, by=BY, at=times.of(step.round, step.action))
        if not is_finished:
            held.note(TableClosed(), by=BY, at=times.last)
    return held.table


def _fields(part: Record | Round, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(part, name) for name in names if getattr(part, name) is not None}


class _Times:
    """The times of the actions of a record. Missing and impossible times are left out."""

    def __init__(self, record: Record, at: dt.datetime) -> None:
        self._rounds = [_seconds(deal.times, len(deal.actions)) for deal in record.rounds]
        self.start = self.last = _date(record.date) or at

    def of(self, number: int, action: int) -> dt.datetime:
        """Return the time of an action, or that of the action before if it has none."""
        seconds = self._rounds[number - 1]
        if seconds and action:
            self.last = self.start + dt.timedelta(seconds=seconds[action - 1])
        return self.last


def _seconds(times: Any, count: int) -> Sequence[float]:
    """Return the seconds since the first deal, or nothing unless every action has a possible time."""
    if not isinstance(times, list) or len(times) != count:
        return []
    longest = dt.timedelta(days=366).total_seconds()
    is_sound = all(
        type(second) in (int, float) and math.isfinite(second) and 0 <= second <= longest for second in times
    )
    return times if is_sound else []


def _date(text: Any) -> dt.datetime | None:
    """Return the start of a match, in UTC unless the text names a time zone."""
    try:
        date = dt.datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if date is None or not 1900 < date.year < 9000:  # so that dates stay valid in every time zone
        return None
    return date if date.tzinfo else date.replace(tzinfo=dt.UTC)


def _table_name(event: Any) -> str:
    return without_unseen(event if isinstance(event, str) else "")[:80] or _UNNAMED


def _name(seat: Seat) -> str:
    return without_unseen(seat.name) or f"Seat {seat.letter}"


def _last_deal(steps: Sequence[Sequence[eventstore.Stored]]) -> int:
    """Return the place of the step with the last deal, 0 if there is none."""
    places = [
        place for place, step in enumerate(steps) if any(isinstance(row.event, RoundStarted) for row in step)
    ]
    return places[-1] if places else 0
