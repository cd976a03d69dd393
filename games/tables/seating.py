"""Sit down, keep a seat for a person, leave, come back, and start a match."""

import datetime as dt
import secrets
from collections.abc import Sequence
from typing import Final

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games.access import blocks, invitations
from games.access.players import player_number
from games.models import Player, Seat, Table
from games.rules.base.refusal import Refusal
from games.rules.fairness.shuffle import plain_words
from games.rules.match.commands import CallTime, Deal
from games.rules.match.events import DealerChosen
from games.tables.aggregate import LockedTable, locked, locked_for
from games.tables.events import (
    BotSeated,
    MatchStarted,
    SeatFreed,
    SeatKept,
    SeatLeft,
    SeatPlayedByBot,
    SeatReturned,
    SeatTaken,
    TableChange,
    TableClosed,
    WordsGiven,
    next_host,
)

OPEN, RUNNING = Table.Status.OPEN, Table.Status.RUNNING
KEPT: Final = dt.timedelta(minutes=30)
"""How long a seat is kept for somebody: so long, or three turns where that is longer, and then it is free."""
LONGEST_KEPT: Final = dt.timedelta(days=7)

BOT_NAMES = (
    "Robin", "Pip", "Juno", "Otto", "Hazel", "Milo", "Wren", "Felix", "Nova", "Basil", "Tilda", "Rufus",
    "Olive", "Casper", "Poppy", "Hugo",
)  # fmt: skip


def sit(table_id: int, *, seat: int | None = None, player: Player, at: dt.datetime, key: str = "") -> int:
    """Seat a player on a free seat of an open table; return the seat.

    If none is named it is the seat kept for the player, or else the first one. `key` is that of the link of
    a table or of a kept seat. Refusals: `conflict`, `physical`, `already_seated`, `link_needed`,
    `not_open_to_you`, `no_such_seat`, `seat_kept`, `seat_taken`, `table_full`.
    """
    by = f"player:{player.pk}"
    with locked_for(table_id, by=by, at=at) as held:
        held.require_online()
        held.require(OPEN)
        if any(other_seat.player_id == player.pk for other_seat in held.seats):
            raise Refusal("already_seated", _("You are already sitting at this table."))
        kept = _kept_for(held, player, key, at)
        if not kept:
            invitations.require_key(held.table, key)
        blocks.require_open(held.table, player)
        index = _free_seat(held, kept[0] if seat is None and kept else seat, at, allowed=kept)
        held.note(SeatTaken(index, player.pk), by=by, at=at)
        return index


def sit_down(
    table_id: int, *, seat: int | None = None, player: Player, at: dt.datetime, key: str = ""
) -> None:
    """Seat a player who does not sit at the table yet, or on another free seat that they name.

    Otherwise do nothing. Refusals as of `sit`.
    """
    own = Seat.objects.filter(table_id=table_id, player=player).first()
    if own is None:
        sit(table_id, seat=seat, player=player, at=at, key=key)
    elif seat not in (None, own.index):
        _change_seat(table_id, seat=seat, player=player, at=at)


def keep(table_id: int, *, player: Player | None, seat: int | None = None, by: str, at: dt.datetime) -> int:
    """Keep a free seat of an open table for a player, the first one if none is named; return the seat.

    Without a player it is kept for anybody with the link of the seat. A player for whom a seat is kept
    already keeps that one. Refusals: `conflict`, `physical`, `not_host`, `no_such_seat`, `seat_kept`,
    `seat_taken`, `table_full`, `already_seated`; `bad_value` without a player at a private table.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require_online()
        held.require(OPEN)
        _require_host(held, by)
        if player is not None and any(place.player_id == player.pk for place in held.seats):
            raise Refusal("already_seated", _("This player is already sitting at this table."))
        if player is None and invitations.key_of(held.table):
            raise Refusal("bad_value", _("People need the link of this table for every seat."))
        kept = _kept_for(held, player, "", at) if player else []
        index = kept[0] if kept else _free_seat(held, seat, at)
        seconds = round(_kept_time(held.table).total_seconds())
        if not kept:
            held.note(SeatKept(index, player.pk if player else None, seconds), by=by, at=at)
        return index


def free(table_id: int, *, seat: int, by: str, at: dt.datetime) -> None:
    """Keep a seat no longer, or remove its bot. The seat of a person, and a free one, stay as they are.

    Refusals: `conflict`, `not_host`, `no_such_seat`.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require(OPEN)
        _require_host(held, by)
        if not 0 <= seat < len(held.seats):
            raise Refusal("no_such_seat", _("This table does not have that seat."))
        has_bot = held.seats[seat].is_bot and held.seats[seat].player_id is None
        if has_bot or held.seats[seat].is_kept(at):
            held.note(SeatFreed(seat), by=by, at=at)


def seat_bot(table_id: int, *, seat: int | None = None, name: str = "", by: str, at: dt.datetime) -> int:
    """Seat a bot on a free seat of an open table, the first one if none is named; return the seat.

    It bears its `name` if no one else at the table does.

    Refusals: `conflict`, `physical`, `not_host`, `no_such_seat`, `seat_kept`, `seat_taken`, `table_full`.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require_online()
        held.require(OPEN)
        _require_host(held, by)
        index = _free_seat(held, seat, at)
        held.note(BotSeated(index, _bot_name(held, index, name)), by=by, at=at)
        return index


def take_seats(table_id: int, *, players: Sequence[Player], by: str, at: dt.datetime) -> None:
    """Seat players in order from seat A; online a bot moves for those without a log-in.

    Refusals: `conflict`, `seat_taken`, `table_full` when there are more players than seats.
    """
    with locked(table_id) as held:
        seat(held, players, by=by, at=at)


def seat(
    held: LockedTable, players: Sequence[Player], *, with_bots: bool = True, by: str, at: dt.datetime
) -> None:
    """Do what `take_seats` does at a table that is locked."""
    held.require(OPEN)
    if len(players) > len(held.seats):
        raise Refusal("table_full", _("There are more players than seats."))
    changes: list[TableChange] = []
    for index, player in enumerate(players):
        changes.append(SeatTaken(_free_seat(held, index, at), player.pk))
        if with_bots and player.user_id is None and not held.table.is_physical:
            changes.append(SeatPlayedByBot(index))
    if changes:
        held.note(*changes, by=by, at=at)


def start(
    table_id: int,
    *,
    fill_with_bots: bool = False,
    deals_at_once: bool = True,
    dealer: int | None = None,
    youngest: int | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Begin the match with its first deal; if it does not deal at once, the clock does in a moment.

    Bots that fill the seats also take those kept for people. Some rulebooks let the host name the first
    dealer and the youngest; seat A deals and the seat left of the dealer begins if nobody is named. At a
    physical table the dealer is named, or drawn by lot, under any rulebook. Refusals: `conflict`, `not_host`,
    `seats_free` unless bots are to fill the free seats, `dealer_unwanted`, `youngest_unwanted`,
    `no_such_seat`.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require(OPEN)
        _require_host(held, by)
        if fill_with_bots and not held.table.is_physical:
            for free in [free for free in held.seats if free.is_free]:
                held.note(BotSeated(free.index, _bot_name(held, free.index)), by=by, at=at)
        begin(held, Deal(dealer, youngest), deals_at_once=deals_at_once, by=by, at=at)


def begin(
    held: LockedTable, deal: Deal | None = None, *, deals_at_once: bool, by: str, at: dt.datetime
) -> None:
    """Do what `start` does at a table that is locked, when everybody sits."""
    if any(seat.is_free for seat in held.seats):
        raise Refusal("seats_free", _("Some seats are free: wait for players, or fill them with bots."))
    if held.table.is_physical:
        first = DealerChosen(_first_dealer(held, deal.dealer if deal else None))
        held.note(MatchStarted(), first, by=by, at=at)
    elif deals_at_once:
        held.begin(deal, by=by, at=at)
    else:
        held.note(MatchStarted(), by=by, at=at)


def leave(table_id: int, *, player: Player, at: dt.datetime) -> None:
    """Get up. An open table frees the seat and closes with its last person; in a match a bot plays on.

    Leaving twice changes nothing. Refusals: `conflict` when the match is over, `not_seated`, `physical` in a
    match with real cards, where the scorekeeper writes it down.
    """
    by = f"player:{player.pk}"
    with locked_for(table_id, by=by, at=at) as held:
        held.require(OPEN, RUNNING)
        if held.table.status == RUNNING:
            held.require_online()
        seat = _seat_of(held, player)
        if seat.is_bot or _has_left(held, seat):
            return
        if held.table.status == OPEN and _is_last_person(held, seat):
            held.note(SeatLeft(seat.index), TableClosed(), by=by, at=at)
        else:
            held.note(SeatLeft(seat.index), by=by, at=at)


def come_back(table_id: int, *, player: Player, at: dt.datetime) -> None:
    """Take the cards back from the bot. Coming back twice changes nothing.

    Refusals: `conflict` unless the match is running, `not_seated`, `seat_out` for a player who has left for
    good.
    """
    by = f"player:{player.pk}"
    with locked_for(table_id, by=by, at=at) as held:
        held.require(RUNNING)
        seat = _seat_of(held, player)
        if _has_left(held, seat):
            raise Refusal("seat_out", _("You have left this match permanently."))
        if seat.is_bot:
            held.note(SeatReturned(seat.index), by=by, at=at)


def give_words(table_id: int, *, words: str, player: Player, at: dt.datetime) -> None:
    """Let the player's seat add words to the shuffles from the next deal on. The same again changes nothing.

    Refusals: `conflict` when the match is over or nothing was committed to, `not_seated`, `bad_words`.
    """
    plain = plain_words(words)
    by = f"player:{player.pk}"
    with locked_for(table_id, by=by, at=at) as held:
        held.require(OPEN, RUNNING)
        seat = _seat_of(held, player)
        if not held.table.committed:
            raise Refusal("conflict", _("This table was opened before shuffles had proofs."))
        if seat.words != plain:
            held.note(WordsGiven(seat.index, plain), by=by, at=at)


def give_up(table_id: int, *, version: int | None = None, by: str, at: dt.datetime) -> None:
    """Close a table before its first deal, also one that was started.

    Refusals: `begun`, `conflict`, also if a `version` is given and its log has another one by now.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require(OPEN, RUNNING)
        if version not in (None, held.table.version):
            raise Refusal("conflict", _("Someone continued this match. Check and try again."))
        if held.table.round_number:
            raise Refusal(
                "begun", _("The first deal has already been played: this table can no longer be closed.")
            )
        held.note(TableClosed(), by=by, at=at)


def break_off(table_id: int, *, version: int, by: str, at: dt.datetime) -> None:
    """End a begun match: with real cards it has no result, online the current totals count.

    Refusal `conflict` if its log has another version by now.
    """
    with locked(table_id) as held:
        held.require(RUNNING)
        if held.table.version != version:
            raise Refusal("conflict", _("Someone continued this match. Check and try again."))
        if held.table.is_physical:
            held.note(TableClosed(), by=by, at=at)
        else:
            held.do(CallTime(), by=by, at=at)


def _change_seat(table_id: int, *, seat: int, player: Player, at: dt.datetime) -> None:
    by = f"player:{player.pk}"
    with locked_for(table_id, by=by, at=at) as held:
        held.require_online()
        held.require(OPEN)
        _seat_of(held, player)
        index = _free_seat(held, seat, at, allowed=_kept_for(held, player, "", at))
        held.note(SeatTaken(index, player.pk), by=by, at=at)


def _first_dealer(held: LockedTable, named: int | None) -> int:
    if named is None:
        return secrets.randbelow(len(held.seats))
    if not 0 <= named < len(held.seats):
        raise Refusal("no_such_seat", _("This table does not have that seat."))
    return named


def _require_host(held: LockedTable, by: str) -> None:
    """Refuse a player who is not the host; at a table without a host all seated players are allowed."""
    player = player_number(by)
    if player is None:
        return
    host = held.table.host_id
    allowed = {host} if host is not None else {seat.player_id for seat in held.seats}
    if player not in allowed:
        raise Refusal("not_host", _("Only the host of the table may do this."))


def _free_seat(held: LockedTable, index: int | None, at: dt.datetime, allowed: Sequence[int] = ()) -> int:
    """Return a seat to sit down on, the first one if none is named; of kept seats only the allowed ones."""
    if index is None:
        empty = [seat for seat in held.seats if seat.is_free]
        free_seat = next((seat for seat in empty if not seat.is_kept(at)), None)
        if free_seat is not None:
            return free_seat.index
        if empty:
            raise Refusal("seat_kept", _("The free seats are kept for other people."))
        raise Refusal("table_full", _("All seats of this table are taken."))
    if not 0 <= index < len(held.seats):
        raise Refusal("no_such_seat", _("This table does not have that seat."))
    if not held.seats[index].is_free:
        raise Refusal("seat_taken", _("Someone is already sitting there."))
    if held.seats[index].is_kept(at) and index not in allowed:
        raise Refusal("seat_kept", _("This seat is kept for another person."))
    return index


def _kept_for(held: LockedTable, player: Player, key: str, at: dt.datetime) -> list[int]:
    """Return the seats that are kept for a player, or for those with the key."""
    kept = [seat for seat in held.seats if seat.is_kept(at)]
    return [
        seat.index
        for seat in kept
        if seat.kept_for_id == player.pk or invitations.is_key_of_seat(seat, key, at)
    ]


def _kept_time(table: Table) -> dt.timedelta:
    return min(max(KEPT, 3 * dt.timedelta(seconds=table.turn_seconds)), LONGEST_KEPT)


def _seat_of(held: LockedTable, player: Player) -> Seat:
    for seat in held.seats:
        if seat.player_id == player.pk:
            return seat
    raise Refusal("not_seated", _("You are not sitting at this table."))


def _has_left(held: LockedTable, seat: Seat) -> bool:
    return held.state is not None and seat.index in held.state.retired


def _is_last_person(held: LockedTable, leaving: Seat) -> bool:
    return next_host([seat for seat in held.seats if seat is not leaving]) is None


def _bot_name(held: LockedTable, index: int, wished: str = "") -> str:
    prefetch_related_objects(held.seats, "player")
    taken = {seat.name for seat in held.seats}
    # Different tables have different bots, and no table has two bots of the same name.
    order = [BOT_NAMES[(held.table.pk * 5 + index + n) % len(BOT_NAMES)] for n in range(len(BOT_NAMES))]
    return next(name for name in [wished, *order] if name and name not in taken)
