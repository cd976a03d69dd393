"""The moves of people, bots and the clock during a match.

Every command carries the version its sender saw. A command that comes too late changes nothing, so that
pages may send twice and tasks may be delivered twice, late or never.
"""

import datetime as dt
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from operator import itemgetter
from typing import Final

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection, transaction
from django.db.models import OuterRef, QuerySet, Subquery, prefetch_related_objects
from django.utils.translation import gettext as _

from games import quotas
from games.access.players import player_number, seat_of
from games.bots import strengths
from games.bots.memory import Memory
from games.bots.strong_bot import Effort
from games.eventstore import ConflictError, Stored, UnknownEventError
from games.models import Player, Table, TableEvent
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand, Refusal
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import (
    CallTime,
    CallUno,
    Catch,
    Command,
    Deal,
    EndCentre,
    EndMatch,
    JumpIn,
    Penalise,
    Perform,
    PlaceHand,
    Retire,
)
from games.rules.match.events import NOBODY, CardPlayed, Event, FalseCallPenalised, IllegalCardPenalised
from games.rules.match.state import AFTER_DRAW, AWARD, CENTRE, FORFEIT, OVER, State
from games.rules.scoresheet.decide import FallSilent
from games.tables import deadlines
from games.tables.aggregate import LockedTable, head_for_update, locked, read_ahead, store
from games.tables.events import SeatLeft, TableResumed
from games.tables.queries import Look, show

logger = logging.getLogger(__name__)

RUNNING = Table.Status.RUNNING
_EFFORT: Final = Effort(playouts=6000, milliseconds=60)
"""How long a strong bot may think in a worker: so that no other bot waits for it."""
MANUAL_DEALS: Final = 10
"""After this many deals the clock ends a match that only the host could end, if the table has no host."""


def act(table_id: int, command: Command, *, after: int, by: str, at: dt.datetime) -> Look:
    """Carry out a player's or referee's command and return what they see after it.

    `after` is the version they saw. A call, a catch, a jump-in, a hand for the centre or a penalty is judged
    as long as it can still be meant; every other command only if nothing that matters to it has happened
    since. A late command that is not legal is a ConflictError (`stale`) and never costs a card (rules.md
    3.16). Other refusals: IllegalCommand of the rules, `conflict`, `not_yours`, `away`, `paused`, and
    `quota_used_up` for very many moves in a minute.
    """
    with locked(table_id) as held:
        held.require_online()
        held.require(RUNNING)
        _require_own(held, command, by)
        _require_pace(held, by, at)
        if held.table.paused_at is not None:
            raise Refusal("paused", _("The match is paused: no one can move until it continues."))
        if isinstance(command, Deal) and deadlines.is_time_up(held.table, at):
            command = CallTime()
        now = held.table.version
        late = after != now
        if late and not _may_come_late(held, command, after):
            raise ConflictError(version=now)
        known = len(held.rows)
        try:
            held.do(command, by=by, at=at)
        except IllegalCommand as refused:
            raise (ConflictError(version=now) if late else refused) from None
        if late and _was_penalised(held.rows[known:], command):
            raise ConflictError(version=now)
    prefetch_related_objects(held.seats, "player")
    return show(held.table, held.seats, held.state, held.rows, player_number(by))


def play_for_bot(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """Let a bot act at a table that is still at `version`; return whether a bot acted.

    Before its move a bot may catch another player. Nothing happens before people had their time.
    """
    return _if_waiting(table_id, version, lambda held: _bot_acts(held, at))


def end_turn(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """End an overdue turn by the defaults of rules.md 3.18, or deal the next round; return whether it did.

    A bot takes over for a player who has missed several turns, so that no match waits for an absent player.
    A pause that nobody ended is over after the longest time of a pause. The result of a physical table is
    final when nobody has objected for long enough.
    Nothing happens when the table has moved on from `version` or its time has not come.
    """
    return _if_waiting(table_id, version, lambda held: _clock_acts(held, at))


def move_on(table_id: int, *, version: int, at: dt.datetime) -> bool:
    """Do what `play_for_bot` does, or else what `end_turn` does."""
    return _if_waiting(table_id, version, lambda held: _acts_by_itself(held, at))


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
    try:
        with transaction.atomic():
            return _move_together(table_ids, at)
    except (ConflictError, DatabaseError):
        logger.warning("A sweep could not write %s tables at once: it writes each by itself", len(table_ids))
    return sum(_is_moved(*row, at) for row in _due(at).filter(pk__in=table_ids).values_list("pk", "version"))


@transaction.atomic
def _if_waiting(table_id: int, version: int, act: Callable[[LockedTable], bool]) -> bool:
    # A task that comes late or twice must not read the table: under load most tasks do.
    head = head_for_update(table_id, version=version)
    if head is None:
        return False
    held = LockedTable(table_id, head=head)
    moved = _is_waiting(held, version) and act(held)
    store(held)
    return moved


def _due(at: dt.datetime) -> QuerySet[Table]:
    return Table.objects.filter(status=RUNNING, due_at__lte=at)


def _move_together(table_ids: Sequence[int], at: dt.datetime) -> int:
    claimed = _due(at).filter(pk__in=table_ids)
    if connection.features.has_select_for_update_skip_locked:
        claimed = claimed.select_for_update(skip_locked=True)
    due = list(claimed.order_by("due_at"))
    _read_ahead(due)
    moved = [held for table in due if (held := _moved(table, at)) is not None]
    store(*moved)
    return len(moved)


def _read_ahead(due: Sequence[Table]) -> None:
    try:
        read_ahead(due)
    except (UnknownEventError, msgspec.MsgspecError):
        logger.warning("One of %s tables cannot be read: each is read by itself", len(due))


def _moved(claimed: Table, at: dt.datetime) -> LockedTable | None:
    """Move a claimed table on without writing it yet; None if nothing happened."""
    try:
        held = LockedTable(claimed.pk, head=claimed.head)
        return held if _is_waiting(held, claimed.version) and _acts_by_itself(held, at) else None
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


def _acts_by_itself(held: LockedTable, at: dt.datetime) -> bool:
    return _bot_acts(held, at) or _clock_acts(held, at)


def _bot_acts(held: LockedTable, at: dt.datetime) -> bool:
    if held.state is None or held.table.paused_at is not None or _is_time_up(held, at):
        return False
    return _react(held, at) or _move(held, at)


def _clock_acts(held: LockedTable, at: dt.datetime) -> bool:
    if not _is_due(held, at):
        return False
    if held.table.is_physical:
        held.write_down(FallSilent(), reporter=NOBODY, by="clock", at=at)
    elif held.table.paused_at is not None:
        held.note(TableResumed(), by="clock", at=at)
    elif held.state is None:
        held.deal_first(Deal(), by="clock", at=at)
    elif _is_time_up(held, at):
        held.do(CallTime(), by="clock", at=at)
    else:
        _end_turn(held, at)
    return True


def _is_time_up(held: LockedTable, at: dt.datetime) -> bool:
    moves = held.rows[-1].step - held.rows[0].step
    is_endless = held.state is not None and deadlines.is_endless(held.seats, held.state, moves)
    return is_endless or deadlines.is_time_up(held.table, at)


def _end_turn(held: LockedTable, at: dt.datetime) -> None:
    state = held.state
    assert state is not None
    awaited, seat = deadlines.awaited(held.table, held.seats), state.to_act
    held.do(_overdue(held), by="clock", at=at)
    if state.phase == AFTER_DRAW and state.to_act == seat:
        held.do(_overdue(held), by="clock", at=at)
    if awaited is not None and held.table.status == RUNNING and awaited.missed >= held.table.away_after:
        held.note(SeatLeft(awaited.index), by="clock", at=at)


def _require_own(held: LockedTable, command: Command, by: str) -> None:
    """Refuse a command for another player's seat, or one that only the referee or the clock may give."""
    player = player_number(by)
    seat = seat_of(held.seats, player)
    if isinstance(command, EndCentre):
        raise Refusal("not_yours", _("Only the clock ends the time to slap the pile."))
    if isinstance(command, Retire | CallTime):
        raise Refusal("not_yours", _("Only the organizers of a competition can remove a player permanently."))
    if isinstance(command, Penalise | EndMatch) or (isinstance(command, Perform) and command.seat != seat):
        _require_referee(held, player)
        return
    if player is not None and (seat is None or getattr(command, "seat", seat) != seat):
        raise Refusal("not_yours", _("This is not your seat."))
    if seat is not None and held.seats[seat].is_bot:
        raise Refusal("away", _("A bot is playing for you: come back to the table first."))
    if player is None and hasattr(command, "seat"):
        raise Refusal("not_yours", _("Only the player of the seat may do this."))


def _require_pace(held: LockedTable, by: str, at: dt.datetime) -> None:
    """Refuse very many moves in a minute. Only moves of this deal count."""
    player, fewest = player_number(by), min(quotas.of("moves"))
    if player is None or len(held.rows) < fewest:
        return
    recent = takewhile(lambda row: row.at > at - quotas.MINUTE, reversed(held.rows))
    moves = len({row.step for row in recent if row.by == by})
    if moves >= fewest:  # most moves need no query for the account
        user = Player.objects.select_related("user").get(pk=player).user
        quotas.require("moves", user or AnonymousUser(), moves)


def _require_referee(held: LockedTable, player: int | None) -> None:
    """Refuse everybody but the host of the table and organizers."""
    if player is not None and player != held.table.host_id:
        raise Refusal("not_yours", _("Only the referee may do this: the host of the table or an organizer."))


def _may_come_late(held: LockedTable, command: Command, after: int) -> bool:
    """Whether a command for an older version is judged at all."""
    if isinstance(command, CallUno | Catch | Penalise):
        return True
    if not held.table.round_version <= after < held.table.version:
        return False
    since = [row for row in held.rows if row.version > after]
    if isinstance(command, JumpIn):
        # It was meant for the card on top: of several players who jump in the first wins (rules.md 4.5).
        return not any(isinstance(row.event, CardPlayed) for row in since)
    return isinstance(command, PlaceHand) or _only_calls(since)


def _was_penalised(rows: Sequence[Stored], command: Command) -> bool:
    seat = getattr(command, "seat", None)
    costly = FalseCallPenalised | IllegalCardPenalised
    return any(isinstance(row.event, costly) and row.event.seat == seat for row in rows)


def _only_calls(rows: Sequence[Stored]) -> bool:
    """Whether the rows are only calls, catches, penalties, and others coming and going."""
    steps: dict[int, list[object]] = {}
    for row in rows:
        steps.setdefault(row.step, []).append(row.event)
    return all(deadlines.changes_no_turn(events) for events in steps.values())


def _is_waiting(held: LockedTable, version: int) -> bool:
    return held.table.status == RUNNING and held.table.version == version


def _is_due(held: LockedTable, at: dt.datetime) -> bool:
    return held.table.due_at is not None and held.table.due_at <= at


def _overdue(held: LockedTable) -> Command:
    """Return the command of the clock: rules.md 3.18, or the end of a match that nobody else could end."""
    state = held.state
    assert state is not None
    if state.phase == OVER and _ends_by_itself(held, state):
        return EndMatch()
    command = default_command(state)
    assert command is not None, state.phase  # only these phases have a time
    return command


def _ends_by_itself(held: LockedTable, state: State) -> bool:
    if state.options.match_end != "manual" or state.round < MANUAL_DEALS:
        return False
    return held.table.host_id is None or all(seat.is_bot for seat in held.seats)


def _react(held: LockedTable, at: dt.datetime) -> bool:
    """Let a bot call late, jump in, put a hand on the centre or catch a player, after people had time."""
    state = held.state
    assert state is not None
    wake_at = deadlines.bots_wake_at(held.table, held.seats, state, held.rows[-1].at)
    bots = deadlines.attentive_bots(held.seats, state)
    if not bots or wake_at is None or at < wake_at:
        return False
    chance = _chance()
    for seat in _reacting_bots(bots, state, chance):
        command = strengths.react(
            held.table.bot_strength, state, seat, chance, partial(_memory, held, seat), _EFFORT
        )
        if command is not None:
            held.do(command, by="bot", at=at)
            return True
    return False


def _reacting_bots(bots: list[int], state: State, chance: Chance) -> list[int]:
    """Return the bots to ask: all that are missing on the centre, else the bot on turn, else any bot."""
    order = chance.shuffled(bots)
    if state.phase == CENTRE:
        return order
    return [state.to_act] if state.to_act in bots else order[:1]


def _move(held: LockedTable, at: dt.datetime) -> bool:
    state = held.state
    assert state is not None
    seat = state.to_act
    if seat < 0 or state.phase == CENTRE or not held.seats[seat].is_bot or not _is_due(held, at):
        return False
    held.do(_choice(held, state, seat), by="bot", at=at)
    return True


def _choice(held: LockedTable, state: State, seat: int) -> Command:
    """Return the bot's move. A bot cannot perform a forfeit or a charade: it answers as the clock does."""
    if state.phase in (FORFEIT, AWARD) and (command := default_command(state)):
        return command
    return strengths.choose(
        held.table.bot_strength, state, seat, _chance(), partial(_memory, held, seat), _EFFORT
    )


def _memory(held: LockedTable, seat: int) -> Memory:
    """Return what the seat remembers of the running deal."""
    events = [row.event for row in held.rows if isinstance(row.event, Event)]
    return Memory.of(events, seat, held.table.seat_count)


def _chance() -> Chance:
    return Chance(secrets.token_bytes(32))
