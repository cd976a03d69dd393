"""During a match: what people, bots and the clock do.

Every command carries the version its sender saw. One that comes too late changes nothing, so that pages
may send twice and tasks may be delivered twice, late or never.
"""

import datetime as dt
import secrets
from typing import Final

from django.db import connection, transaction

from games import clock
from games.bots import simple
from games.locked import LockedTable, locked
from games.log import ConflictError
from games.looking import Look, seat_of, show
from games.models import Table
from games.rules.chance import Chance
from games.rules.commands import CallUno, Catch, Command, Penalise
from games.rules.legal import legal_commands
from games.rules.refusal import IllegalCommand, Refusal
from games.rules.sight import seen_by
from games.rules.state import OVER
from games.rules.timeouts import default_command
from games.seating import player_number
from games.table_events import SeatLeft

RUNNING = Table.Status.RUNNING
_LONGEST_TIMEOUT: Final = 10  # commands of one overdue turn; draw and pass are two
_GONE_AFTER: Final = 3  # overdue turns in one deal without a sign of life


def act(table_id: int, command: Command, *, after: int, by: str, at: dt.datetime) -> Look:
    """Carry out somebody's command and return what they then see.

    `after` is the version they saw. A call or a catch is taken as long as it is still legal; every other
    command only if nothing that matters to it has happened since: else ConflictError (`stale`), never a
    penalty. Further refusals: IllegalCommand of the rules, `conflict`, `not_yours`, `away`.
    """
    with locked(table_id) as held:
        held.require(RUNNING)
        _require_own(held, command, by)
        late = after != held.table.version
        if late and not (isinstance(command, CallUno | Catch) or _only_calls_since(held, after)):
            raise ConflictError
        try:
            held.do(command, by=by, at=at)
        except IllegalCommand as refused:
            raise (ConflictError() if late else refused) from None
    return show(held.table, held.seats, held.state, held.rows, player_number(by))


def play_for_bot(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """Let a bot act at a table that is still at `version`; return whether one did.

    Before its move a bot may catch somebody. Nothing happens before people had their time.
    """
    with locked(table_id) as held:
        if not _is_waiting(held, version) or held.state is None:
            return False
        return _speak_up(held, at) or _move(held, at)


def end_turn(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """End an overdue turn by the defaults of rules.md 3.18, or deal the next round; return whether it did.

    For a player who let several turns pass a bot plays on, so that a match never waits for nobody.
    Nothing happens when the table has moved on from `version` or its time has not come.
    """
    with locked(table_id) as held:
        if not _is_waiting(held, version) or not _is_due(held, at) or held.state is None:
            return False
        seat = held.state.to_act
        for _command in range(_LONGEST_TIMEOUT):
            command = default_command(held.state)
            if command is None:
                break
            held.do(command, by="clock", at=at)
            if held.state.to_act != seat or held.state.name == OVER or seat < 0:
                break
        if seat >= 0 and _has_gone(held, seat):
            held.note(SeatLeft(seat), by="clock", at=at)
        return True


def due_tables(at: dt.datetime, limit: int = 100) -> list[tuple[int, int]]:
    """Return (id, version) of the tables that wait for a bot or the clock, the longest overdue first.

    Tables somebody is writing to are passed over where the database can see that.
    """
    due = Table.objects.filter(status=RUNNING, due_at__lte=at).order_by("due_at")
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True)
    with transaction.atomic():
        return list(due.values_list("pk", "version")[:limit])


def _require_own(held: LockedTable, command: Command, by: str) -> None:
    """Players act for their own seat; only referees penalise, and they do nothing else."""
    player = player_number(by)
    if isinstance(command, Penalise):
        if player is not None:
            raise Refusal("not_yours", "Only a referee gives penalty cards.")
        return
    seat = seat_of(held.seats, player)
    if player is not None and (seat is None or getattr(command, "seat", seat) != seat):
        raise Refusal("not_yours", "This is not your seat.")
    if seat is not None and held.seats[seat].is_bot:
        raise Refusal("away", "A bot is playing for you: come back to the table first.")
    if player is None and hasattr(command, "seat"):
        raise Refusal("not_yours", "Only the player of the seat may do this.")


def _only_calls_since(held: LockedTable, after: int) -> bool:
    """Whether everything since `after` left the turn as it was: calls, catches, others coming and going."""
    if not held.table.round_version <= after < held.table.version:
        return False
    steps: dict[int, list[object]] = {}
    for row in held.rows:
        if row.version > after:
            steps.setdefault(row.step, []).append(row.event)
    return all(clock.changes_no_turn(events) for events in steps.values())


def _is_waiting(held: LockedTable, version: int) -> bool:
    return held.table.status == RUNNING and held.table.version == version


def _is_due(held: LockedTable, at: dt.datetime) -> bool:
    return held.table.due_at is not None and held.table.due_at <= at


def _has_gone(held: LockedTable, seat: int) -> bool:
    """Whether the player of the seat has let too many turns of this deal pass, one after another."""
    if held.seats[seat].is_bot:
        return False
    present = f"player:{held.seats[seat].player_id}"
    overdue: set[dt.datetime] = set()
    step = 0
    for row in held.rows:
        if row.by == present:
            overdue.clear()
        elif row.step != step and row.by == "clock" and getattr(row.event, "seat", None) == seat:
            overdue.add(row.at)  # all commands of one overdue turn have the same time
        step = row.step
    return len(overdue) >= _GONE_AFTER


def _speak_up(held: LockedTable, at: dt.datetime) -> bool:
    """Let one bot call late or catch somebody who forgot, once people had their time."""
    state = held.state
    assert state is not None
    bots = clock.attentive_bots(held.seats, state)
    patient = _is_due(held, at) or at >= held.rows[-1].at + clock.GRACE
    if not bots or not patient:
        return False
    chance = _chance()
    seat = state.to_act if state.to_act in bots else bots[chance.below(len(bots))]
    command = simple.react(seen_by(state, seat), legal_commands(state, seat), chance)
    if command is None:
        return False
    held.do(command, by="bot", at=at)
    return True


def _move(held: LockedTable, at: dt.datetime) -> bool:
    state = held.state
    assert state is not None
    seat = state.to_act
    if seat < 0 or not held.seats[seat].is_bot or not _is_due(held, at):
        return False
    command = simple.choose(seen_by(state, seat), legal_commands(state, seat), _chance())
    held.do(command, by="bot", at=at)
    return True


def _chance() -> Chance:
    return Chance(secrets.token_bytes(32))
