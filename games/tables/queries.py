"""The view of a table that a viewer may have. Cards leave the log only through this module."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import eventstore
from games.access.players import player_number, seat_of
from games.eventstore import replica
from games.models import Player, Seat, Table, TableEvent
from games.rules.base.refusal import IllegalCommand, Refusal
from games.rules.cards.cards import IS_BLACK, Card
from games.rules.decisions.decide import require_legal
from games.rules.decisions.legal import legal_commands
from games.rules.match.commands import Command, EndMatch, JumpIn, PlayCard
from games.rules.match.events import (
    Event,
    ForfeitPerformed,
    ForfeitRefused,
    RefereePenalty,
    RoundStarted,
    SilenceBroken,
)
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.match.visibility import Sight, seen_by
from games.rules.options.options import from_differences
from games.rules.play.play_checks import needs_target
from games.tables import projection
from games.tables.events import PenaltyExplained

RECENT_STEPS = 12
RULINGS = (RefereePenalty, SilenceBroken, ForfeitPerformed, ForfeitRefused)
"""Events for which the log names the person who decided."""
MOST_MISSED = 400
"""The number of events shown to a player who comes back after a long time."""
_PENALISED = {
    "not_playable",
    "draw_four_not_allowed",
    "not_identical",
}  # refusals that may cost cards (rules.md 4.7)


@dataclass(slots=True)
class Look:
    """A table as one viewer sees it; `seat` is theirs, None for a spectator.

    `sight` is None before the first deal. `legal` is what the viewer may do now, empty while a bot moves
    for them. `recent` are the last commands of the deal: (step, events as the viewer saw them).
    """

    table: Table
    seats: list[Seat]
    version: int
    sight: Sight | None = None
    seat: int | None = None
    legal: list[Command] = field(default_factory=list)
    recent: list[tuple[int, list[Any]]] = field(default_factory=list)
    versions: Mapping[int, int] = field(default_factory=dict)
    """The version of the log after each of those commands, by its number."""
    clock_steps: frozenset[int] = frozenset()
    """The numbers of those commands that the clock gave, because a player's time had run out."""
    bot_steps: frozenset[int] = frozenset()
    """The numbers of those commands that bots gave."""
    rulings: Mapping[int, str] = field(default_factory=dict)
    """The senders of those commands that were rulings, by number; none where everybody has agreed."""
    is_away: bool = False
    """Whether a bot moves for the viewer until they come back."""


@dataclass(slots=True)
class Missed:
    """The commands of others that a viewer has missed, oldest first: (step, events as the viewer saw them).

    `versions` are those of the log after each of them, `clock_steps` those that the clock gave, `rulings` the
    senders of those that were rulings. `is_cut` says that earlier ones are left out.
    """

    table: Table
    seats: list[Seat]
    steps: list[tuple[int, list[Any]]]
    versions: dict[int, int]
    clock_steps: frozenset[int]
    rulings: Mapping[int, str]
    is_cut: bool


def look(table_id: int, viewer: Player | None) -> Look:
    """Return the table as a player or a spectator (None) sees it. Three queries; Table.DoesNotExist."""
    return look_at(to_look_at().get(pk=table_id), viewer)


def look_at(table: Table, viewer: Player | None) -> Look:
    """Return the same as `look`, of a table that was just read by `to_look_at`. Two queries."""
    seats, rows = _read(table, viewer)
    return show(table, seats, projection.follow(None, rows), rows, viewer.pk if viewer else None)


def to_look_at() -> QuerySet[Table]:
    """Return all tables, to be read with what pages show of them."""
    return Table.objects.select_related("host", "invited_only", "rematch_of")


def since(table_id: int, viewer: Player | None, after: int) -> Missed:
    """Return what others did after a version, as a viewer saw it: of the newest `MOST_MISSED` events at most.

    Three queries; Table.DoesNotExist.
    """
    table = Table.objects.get(pk=table_id)
    seats = list(table.seats.select_related("player"))
    seat = seat_of(seats, viewer.pk if viewer else None)
    first = max(after, table.version - MOST_MISSED)
    with reading_log(table, seat):
        rows = eventstore.read(TableEvent, table_id, after=first, until=table.version)
    mine = f"player:{viewer.pk}" if viewer else ""
    rows = [row for row in rows if row.by != mine]
    return Missed(
        table,
        seats,
        _by_step(rows, seat),
        {row.step: row.version for row in rows},
        _of_the_clock(rows),
        _rulings(rows, seats),
        is_cut=first > after,
    )


def events_after(table_id: int, viewer: Player | None, after: int, *, most: int) -> list[eventstore.Stored]:
    """Return what happened after a version, the oldest `most` events, as a viewer may see them.

    Three queries; Table.DoesNotExist.
    """
    table = Table.objects.get(pk=table_id)
    seat = seat_of(list(table.seats.all()), viewer.pk if viewer else None)
    with reading_log(table, seat):
        rows = eventstore.read(TableEvent, table_id, after=after, until=min(table.version, after + most))
    return [row._replace(event=as_seen(row.event, seat)) for row in rows]


def why_not(table_id: int, card: Card, *, player: Player) -> Refusal:
    """Return the refusal the rules would give for a card now, or `legal`; nothing is played.

    Where an illegal card costs cards the sentence says so. Table.DoesNotExist.
    """
    table = Table.objects.get(pk=table_id)
    seats, rows = _read(table, player)
    seat = seat_of(seats, player.pk)
    state = fold(_without_penalty(rows)) if rows else None
    if state is None or seat is None or table.status != Table.Status.RUNNING:
        return Refusal("conflict", _("No deal is being played here now."))
    try:
        require_legal(state, _any_command(state, seat, card))
    except IllegalCommand as refused:
        penalty = from_differences(table.options).illegal_card_penalty
        if not penalty or refused.code not in _PENALISED:
            return refused
        cost = ngettext(
            "With real cards this costs one card.", "With real cards this costs {count} cards.", penalty
        )
        return IllegalCommand(refused.code, f"{refused.sentence} {cost.format(count=penalty)}")
    return Refusal("legal", _("You can play this card now."))


def show(
    table: Table,
    seats: list[Seat],
    state: State | None,
    rows: Sequence[eventstore.Stored],
    player: int | None,
) -> Look:
    """Return a table as a player (by id) sees it, from its state and the rows of this deal."""
    seat = seat_of(seats, player)
    seen = Look(table=table, seats=seats, version=table.version, seat=seat)
    seen.is_away = seat is not None and seats[seat].is_bot
    if state is not None and table.round_version:
        seen.sight = seen_by(state, seat)
        of_the_deal = [row for row in rows if row.version >= table.round_version]
        seen.recent = _by_step(of_the_deal, seat)[-RECENT_STEPS:]
        seen.versions = {row.step: row.version for row in rows}
        seen.clock_steps = _of_the_clock(rows)
        seen.bot_steps = frozenset(row.step for row in rows if row.by == "bot")
        seen.rulings = _rulings(rows, seats)
        if seat is not None and not seen.is_away and _is_played(table):
            seen.legal = [command for command in legal_commands(state, seat) if _may(command, player, table)]
    return seen


def _rulings(rows: Sequence[eventstore.Stored], seats: Sequence[Seat]) -> dict[int, str]:
    agreed = {row.step + 1 for row in rows if isinstance(row.event, PenaltyExplained)}
    return {
        row.step: row.by
        for row in rows
        if row.step not in agreed and is_ruling_of_its_sender(row.event, row.by, seats)
    }


def is_ruling_of_its_sender(event: Any, by: str, seats: Sequence[Seat]) -> bool:
    """Whether an event is a ruling that its sender gave: a referee, or a host who plays, in older matches.

    Where players break a silence in the chat, or perform a forfeit, nobody else has decided so.
    """
    players = {seat.player_id for seat in seats}
    players |= {earlier for seat in seats for _version, earlier in seat.earlier_players}
    is_given = isinstance(event, RefereePenalty) or player_number(by) not in players
    return isinstance(event, RULINGS) and ":" in by and is_given


def _is_played(table: Table) -> bool:
    return table.status == Table.Status.RUNNING and table.paused_at is None


def _may(command: Command, player: int | None, table: Table) -> bool:
    """Whether the table allows a legal command too: only the host may end a match."""
    return not isinstance(command, EndMatch) or player == table.host_id


def _read(table: Table, viewer: Player | None) -> tuple[list[Seat], list[eventstore.Stored]]:
    seats = list(table.seats.select_related("player"))
    if not table.round_version:
        return seats, []
    with reading_log(table, seat_of(seats, viewer.pk if viewer else None)):
        # Events written after the row was read would not fit to it.
        rows = eventstore.read(TableEvent, table.pk, after=table.round_version - 1, until=table.version)
    return seats, rows


def _without_penalty(rows: Sequence[eventstore.Stored]) -> Iterator[Event]:
    """Yield the events of a deal, with illegal cards refused and not penalised."""
    for row in rows:
        event = row.event
        if isinstance(event, RoundStarted):
            options = {name: value for name, value in event.options.items() if name != "illegal_card_penalty"}
            yield msgspec.structs.replace(event, options=options)
        elif isinstance(event, Event):
            yield event


def _any_command(state: State, seat: int, card: Card) -> PlayCard | JumpIn:
    """Return a command that plays a card, with any colour and target where they have to be named."""
    is_jump = state.options.jump_in and seat != state.to_act
    colour = 0 if IS_BLACK[card] and not state.options.colours_in_circle else None
    is_aimed = needs_target(state, card) and len(state.hands[seat]) > 1
    command = JumpIn if is_jump else PlayCard
    return command(seat, card, colour, target=state.left_of(seat) if is_aimed else None)


def reading_log(table: Table, seat: int | None) -> AbstractContextManager[None]:
    """Let a replica answer spectators, and everybody after the match; a seat waits for the primary alone."""
    is_for_watching = seat is None or table.is_over
    return replica.reading(TableEvent, table) if is_for_watching else nullcontext()


def as_seen(event: Any, seat: int | None) -> Any:
    """Return an event without what the seat may not know; events of the table are public."""
    return event.seen_by(seat) if isinstance(event, Event) else event


def _by_step(rows: Sequence[eventstore.Stored], seat: int | None) -> list[tuple[int, list[Any]]]:
    steps = groupby(rows, key=attrgetter("step"))
    return [(number, [as_seen(row.event, seat) for row in group]) for number, group in steps]


def _of_the_clock(rows: Sequence[eventstore.Stored]) -> frozenset[int]:
    return frozenset(row.step for row in rows if row.by == "clock")
