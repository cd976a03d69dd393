"""Play again: the same people, whose seats are kept for them, the same rules, the next dealer; or bots."""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from games import eventstore, tables
from games.access import blocks, invitations
from games.models import Player, Rematch, Seat, Table, TableEvent
from games.rules.base.refusal import Refusal

_SAME: Final = (
    "name",
    "rulebook",
    "rulebook_title",
    "turn_seconds",
    "bot_pause_ms",
    "bank_seconds",
    "away_after",
    "bot_strength",
    "limit_seconds",
    "limit_at_once",
)
"""The columns of a table that a rematch takes over as they are."""


def rematch(table_id: int, *, player: Player, at: dt.datetime) -> int:
    """Open the rematch of a finished friendly match, or sit down at the one that waits; return its table.

    Bots sit where they sat. It begins when everybody is back. Refusals: `conflict` if the match is not over,
    is one of a competition, or its rematch has begun; `not_seated`, `physical`, those of `open_table`.
    """
    with transaction.atomic():
        before = Table.objects.select_for_update().get(pk=table_id)
        seats = list(before.seats.select_related("player"))
        own = _own_seat(before, seats, player)
        table = waiting(before)
        if table is None:
            table = _opened(before, seats, player, at)
        elif table.seats.filter(player=player).exists():
            return table.pk
        elif table.status != Table.Status.OPEN:
            raise Refusal("conflict", _("The rematch has begun without you."))
        own_again = table.seats.get(index=own.index)
        is_mine = own_again.is_free and not (own_again.is_kept(at) and own_again.kept_for_id != player.pk)
        seat, key = own.index if is_mine else None, invitations.key_of(table)
        tables.sit(table.pk, seat=seat, player=player, at=at, key=key)
        if not table.seats.filter(player=None, is_bot=False).exists():
            host = Table.objects.get(pk=table.pk).host_id
            tables.start(table.pk, dealer=next_dealer(before), by=f"player:{host}", at=at)
    return table.pk


def against_bots(table_id: int, *, player: Player, at: dt.datetime) -> int:
    """Open a table of the same rules with bots at all other seats, begin, and return it.

    Refusals: `not_seated`, `physical`, `conflict` as for a rematch, and those of `open_table`.
    """
    with transaction.atomic():
        before = Table.objects.get(pk=table_id)
        own, by = _own_seat(before, list(before.seats.all()), player), f"player:{player.pk}"
        same: dict[str, Any] = {name: getattr(before, name) for name in _SAME}
        table = tables.open_table(
            **same, options=before.options, seats=before.seat_count, host=player, by=by, at=at
        )
        tables.sit(table.pk, seat=own.index, player=player, at=at)
        tables.start(table.pk, fill_with_bots=True, by=by, at=at)
    return table.pk


def waiting(before: Table) -> Table | None:
    """Return the rematch of a match, open or begun; None if there is none yet. One query."""
    return Table.objects.filter(rematch_of__before=before).exclude(status=Table.Status.CLOSED).first()


def seats_since(before: Table, players: Collection[int]) -> tuple[list[Seat], set[int | None]]:
    """Return the seats of the rematch of a match with its table, and the players who went elsewhere since.

    No seats if there is no rematch yet. Players went elsewhere who sit at a table that was opened after the
    match. One query.
    """
    again = Q(table__rematch_of__before=before) & ~Q(table__status=Table.Status.CLOSED)
    elsewhere = Q(
        player__in=players,
        is_bot=False,
        table__status__in=(Table.Status.OPEN, Table.Status.RUNNING),
        table__is_physical=False,
        table__opened_at__gte=before.finished_at,
    )
    seats = Seat.objects.filter(again | elsewhere).annotate(before=F("table__rematch_of__before"))
    waiting: list[Seat] = []
    gone: set[int | None] = set()
    for seat in seats.select_related("table", "player").order_by("index"):
        if seat.before == before.pk:
            waiting.append(seat)
        else:
            gone.add(seat.player_id)
    return waiting, gone


def next_dealer(before: Table) -> int:
    """Return the seat left of the one that dealt last. One query."""
    rounds = eventstore.all_rows(TableEvent, before.pk).filter(name="round_started").order_by("-version")
    last = rounds.values_list("name", "schema", "payload").first()
    dealer: int = eventstore.decode(*last).dealer if last else before.seat_count - 1
    return (dealer + 1) % before.seat_count


def _own_seat(before: Table, seats: Sequence[Seat], player: Player) -> Seat:
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    if own is None:
        raise Refusal("not_seated", _("You are not sitting at this table."))
    if before.is_physical:
        raise Refusal("physical", _("Open a new table for another match with real cards."))
    if before.status != Table.Status.FINISHED or before.host_id is None:
        raise Refusal("conflict", _("Only a friendly match that is over can be played again."))
    return own


def _opened(before: Table, seats: Sequence[Seat], host: Player, at: dt.datetime) -> Table:
    """Open the table of a rematch with its bots; the seats of the other people are kept for them.

    Not of those who have blocked the host or whom the host has blocked: they are told of no rematch.
    """
    by = f"player:{host.pk}"
    same: dict[str, Any] = {name: getattr(before, name) for name in _SAME}
    # The deal passes on as if the evening had just continued.
    options = {**before.options, "dealer_choice": "fixed"}
    table = tables.open_table(**same, options=options, seats=before.seat_count, host=host, by=by, at=at)
    others = {seat.player.pk for seat in seats if seat.player and seat.player.user_id} - {host.pk}
    expected = others - (blocks.parted_from(host, others) if others else set())
    for seat in seats:
        if seat.player is None:
            tables.seat_bot(table.pk, seat=seat.index, name=seat.bot_name, by=by, at=at)
        elif seat.player_id in expected:
            tables.keep(table.pk, player=seat.player, seat=seat.index, by=by, at=at)
    Rematch.objects.update_or_create(before=before, defaults={"table": table})
    if invitations.key_of(before):
        invitations.keep_private(table)
    return table
