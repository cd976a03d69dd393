"""Export the match record of a table, and bring a table in from a record."""

import datetime as dt
import math
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

import msgspec
from cachetools import LRUCache, cached
from django.db import transaction
from django.utils.translation import gettext as _

from games.deals import played_deals
from games.eventstore import replica
from games.integrity import proofs
from games.models import Player, Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled, without_unseen
from games.rules.fairness.shuffle_check import verify as verify_shuffles
from games.rules.match.phases import RUNNING
from games.rules.records.checking import ReplayedRecord, check, replay, report
from games.rules.records.moves import not_replayable
from games.rules.records.record import (
    ABOUT,
    ABOUT_ROUND,
    LIMIT,
    InvalidRecord,
    Record,
    Round,
    read,
    text_around,
    with_proof,
)
from games.rules.records.writing import nothing_played, record_without_rounds
from games.tables.aggregate import locked
from games.tables.events import MatchStarted, RecordImported, SeatTaken, TableClosed, TableOpened

__all__ = ["LIMIT", "InvalidRecord", "Refusal", "check", "export", "import_record", "verify_shuffles"]

BY: Final = "record"
"""The `by` of events that come from a record."""
LARGEST: Final = 48_000
"""Bytes of the descriptive fields in an event. An event has at most 64 kB."""
_UNNAMED: Final = "Imported match"
_TOO_LONG: Final = ""


def export(table_id: int) -> str:
    """Return the record of a table as JSON; for a running match the finished deals. Seven queries at most.

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
    with replica.reading(TableEvent, table):
        record = _export(table, names)
    return record if len(record.encode()) <= LIMIT else _TOO_LONG


def _export(table: Table, names: Sequence[str]) -> str:
    match, shown = played_deals.rounds(table)
    if not table.is_over and table.state_name in RUNNING:
        shown = shown[:-1]  # hands and piles of the running deal are secret
    if match is None or not shown:
        raise nothing_played()
    if not all(deal.text for deal in shown):
        raise not_replayable()
    about = _about(table, match.begun) if match.about is None else match.about
    revealed = {deal.number: deal for deal in proofs.deals(table.pk, table.seat_count) if deal.secret}
    rounds = [
        with_proof(deal.text, revealed[number].proof()) if number in revealed else deal.text
        for number, deal in enumerate(shown, start=1)
    ]
    return text_around(rounds, record_without_rounds(match.started, names, shown[-1].winners, **about))


def import_record(data: bytes, *, at: dt.datetime) -> tuple[Table, dict[str, Any]]:
    """Create a table from a record in one transaction; return it with the report of the check.

    Every seat gets a new player without an account: a player of the same name may be another person. A match
    that is not finished is closed. Raises InvalidRecord as the check does.
    """
    record = read(data)
    played = replay(record)
    result = report(record, played)
    return _opened(record, played, at, is_finished=result["finished"]), result


def _about(table: Table, begun: dt.datetime) -> dict[str, Any]:
    date = begun.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"event": table.name, "date": date}


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
        held.note(opened, *_descriptions(record), by=BY, at=times.start)
        held.note(*(SeatTaken(seat, player.pk) for seat, player in enumerate(players)), by=BY, at=times.start)
        held.note(MatchStarted(), by=BY, at=times.start)
        for step in played.steps:
            held.follow(step.events, by=BY, at=times.of(step.round, step.action))
        if not is_finished:
            held.note(TableClosed(), by=BY, at=times.last)
    return held.table


def _descriptions(record: Record) -> list[RecordImported]:
    """Return the descriptive fields as events; each is small, unless a single deal says very much."""
    parts = [RecordImported(_fields(record, ABOUT), [])]
    room = LARGEST - _size(parts[0].about)
    for deal in record.rounds:
        about = _fields(deal, ABOUT_ROUND)
        room -= _size(about)
        if room < 0:
            parts.append(RecordImported({}, []))
            room = LARGEST - _size(about)
        parts[-1].rounds.append(about)
    return parts


def _size(about: dict[str, Any]) -> int:
    return len(msgspec.json.encode(about))


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
