"""Pause a match and resume it: in a pause nobody moves and no time runs.

Where a table has a host, players may end a pause if the host has gone, and the clock ends it at last. At the
tables of competitions organizers pause, and only organizers and referees let the match go on.
"""

import datetime as dt
from typing import Final

from django.utils.translation import gettext as _

from games.access.players import player_number
from games.models import Table
from games.rules.base.refusal import Refusal
from games.tables.aggregate import LockedTable, locked_for
from games.tables.events import TablePaused, TableResumed

HOST_ALONE: Final = dt.timedelta(minutes=10)
"""How long only the host can end a pause; then every seated player can, as the host may have gone."""


def pause(table_id: int, *, by: str, at: dt.datetime) -> None:
    """Stop a running match: the right of its host, and of organizers. Pausing twice changes nothing.

    The clock ends a pause that no host ended, see `deadlines.longest_pause`. Refusals: `conflict`,
    `not_yours`.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require(Table.Status.RUNNING)
        if not _is_host(held, by):
            raise Refusal("not_yours", _("Only the host of the table or an organizer can pause the match."))
        if held.table.paused_at is None:
            held.note(TablePaused(), by=by, at=at)


def resume(table_id: int, *, by: str, at: dt.datetime) -> None:
    """Let a paused match go on with the time that was left. Resuming twice changes nothing.

    Refusals: `conflict`, `not_yours`, and `not_yet` for a player who is not the host in the first minutes.
    """
    with locked_for(table_id, by=by, at=at) as held:
        held.require(Table.Status.RUNNING)
        if held.table.paused_at is None:
            return
        if not _is_host(held, by):
            _require_patience(held, held.table.paused_at, by, at)
        held.note(TableResumed(), by=by, at=at)


def _is_host(held: LockedTable, by: str) -> bool:
    """Organizers are host of every table, as they are its referee."""
    player = player_number(by)
    return player is None or player == held.table.host_id


def _require_patience(held: LockedTable, paused_at: dt.datetime, by: str, at: dt.datetime) -> None:
    if player_number(by) not in {seat.player_id for seat in held.seats}:
        raise Refusal("not_yours", _("Only players in this match can resume it."))
    if held.table.host_id is None:
        raise Refusal("not_yours", _("The organizers paused this match: only they can resume it."))
    if at < paused_at + HOST_ALONE:
        raise Refusal(
            "not_yet", _("For now only the host can resume the match; after ten minutes you can, too.")
        )
