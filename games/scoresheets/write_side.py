"""The write side of score sheets: carry out a command, once for each id.

A deal is recorded once for its number, so that a phone without network can store several deals and send them
later.
"""

import datetime as dt
import hashlib

import msgspec

from games.access.players import player_number
from games.idempotency import request_keys
from games.models import Objection, Table
from games.rules.base.refusal import Refusal
from games.rules.match.events import NOBODY
from games.rules.scoresheet.deals import stands
from games.rules.scoresheet.decide import (
    DealRecorded,
    ObjectToResult,
    RecordDeal,
    SheetCommand,
)
from games.scoresheets.queries import ScoreSheet, look
from games.tables.aggregate import LockedTable, locked, locked_for


def act(
    table_id: int, command: SheetCommand, *, by: str, at: dt.datetime, command_id: str | None = None
) -> ScoreSheet:
    """Carry out a command of the score sheet and return the sheet after it.

    With a `command_id` it is carried out once for this sender and id. A deal is not recorded twice: the same
    content changes nothing, other content raises DealRecorded (`deal_recorded`), whose `stands` is the deal
    on the sheet. Other refusals: IllegalCommand of the rules, `conflict` before the match and after it was
    closed, `not_physical`; those of `request_keys.once_for`.
    """
    if command_id is None:
        _carry_out(table_id, command, by, at)
    else:
        _once(table_id, command, by, at, command_id)
    return look(table_id)


def _once(table_id: int, command: SheetCommand, by: str, at: dt.datetime, command_id: str) -> None:
    content = hashlib.sha256(repr(table_id).encode() + msgspec.json.encode(command)).hexdigest()
    envelope = request_keys.Envelope(by, command_id, content)

    def carry_out() -> bool:
        return _carry_out(table_id, command, by, at)

    try:
        request_keys.once_for(envelope, carry_out, at=at)
    except Refusal as refusal:
        if refusal.code == "deal_recorded" and isinstance(command, RecordDeal):
            _raise_with_deal(table_id, command, refusal)
        raise


def _raise_with_deal(table_id: int, command: RecordDeal, refusal: Refusal) -> None:
    """Raise the refusal with the deal that is recorded now: a receipt stores only its code and sentence."""
    with locked(table_id) as held:
        if held.sheet is not None and command.deal <= held.sheet.deals:
            raise DealRecorded(stands(held.sheet, command.deal)) from refusal


def _carry_out(table_id: int, command: SheetCommand, by: str, at: dt.datetime) -> bool:
    with locked_for(table_id, by=by, at=at) as held:
        if held.sheet is not None:
            held.require(Table.Status.RUNNING, Table.Status.FINISHED)
        is_new = held.write_down(command, reporter=_seat_of(held, by), by=by, at=at)
        if is_new and isinstance(command, ObjectToResult):
            _store_reason(held, command, at)
    return is_new


def _seat_of(held: LockedTable, by: str) -> int:
    player = player_number(by)
    return next((seat.index for seat in held.seats if player and seat.player_id == player), NOBODY)


def _store_reason(held: LockedTable, command: ObjectToResult, at: dt.datetime) -> None:
    Objection.objects.create(
        table=held.table,
        player_id=held.seats[command.seat].player_id,
        seat=command.seat,
        reason=command.reason.strip()[:200],
        made_at=at,
    )
