"""Decide who may act as the referee of a table, and tell whether the referee is called to it."""

import datetime as dt
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.state import DISPUTED


class Call(NamedTuple):
    """A call for the referee from a table: since when, and the name of the referee who has taken it."""

    called_at: dt.datetime | None = None
    taker: str = ""

    @property
    def stamp(self) -> str:
        """A text that changes whenever the call changes."""
        return f"{int(self.called_at.timestamp()) if self.called_at else 0}-{self.taker}"


RefereeOf = Callable[[Any, int], str]
CallAt = Callable[[int], Call | None]
_REFEREE_HOOKS: Final[list[RefereeOf]] = []
_CALL_HOOKS: Final[list[CallAt]] = []


def register(referee_of: RefereeOf) -> None:
    """Register a function of another app that decides who referees a table.

    It gets the user and the table's id, and returns the `by` of the referee's commands, empty for others.
    """
    if referee_of not in _REFEREE_HOOKS:
        _REFEREE_HOOKS.append(referee_of)


def register_calls(call_at: CallAt) -> None:
    """Register a function of another app that returns the call for the referee at a table.

    It gets the table's id, and returns None where no referee can be called. The app has an address
    `call_referee` that takes calls.
    """
    if call_at not in _CALL_HOOKS:
        _CALL_HOOKS.append(call_at)


def call_at(table_id: int) -> Call | None:
    """Return the call at a table; None where no referee can be called. Two queries at most."""
    return next(filter(None, (ask(table_id) for ask in _CALL_HOOKS)), None)


def referee(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of its commands if they may referee the table; empty if not.

    A table with a host has no other referee. At a table of a competition no player of it is the referee.
    Two queries at most, one for those who are no referees, none for the host and for strangers.
    """
    by = _role(request, table)
    return "" if by and table.host_id is None and _plays_at(request, table) else by


def require_referee(request: HttpRequest, table: Table) -> str:
    """Return the referee as the `by` of its commands.

    Refusals: `not_yours` for everybody else, `own_table` for referees who play there.
    """
    by = _role(request, table)
    if not by:
        raise Refusal("not_yours", _("Only the referee may do this: the host of the table or an organizer."))
    if table.host_id is None:
        require_not_seated(request, table)
    return by


def require_not_seated(request: HttpRequest, table: Table) -> None:
    """Refuse (`own_table`) visitors who play at the table. Two queries at most."""
    if _plays_at(request, table):
        sentence = _("You play at this table, so someone else must decide. Owners can name more referees.")
        raise Refusal("own_table", sentence)


def require_no_own_dispute(request: HttpRequest, table_id: int) -> None:
    """Refuse (`own_table`) a result by hand of players at a table whose result is disputed.

    One query for most; 0 is a match without a table.
    """
    disputed = Table.objects.filter(pk=table_id, is_physical=True, state_name=DISPUTED).first()
    if disputed is not None:
        require_not_seated(request, disputed)


def _role(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of a referee of the table, wherever they play."""
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id is not None:
        return f"player:{player.pk}" if table.host_id == player.pk else ""
    return next(filter(None, (ask(request.user, table.pk) for ask in _REFEREE_HOOKS)), "")


def _plays_at(request: HttpRequest, table: Table) -> bool:
    player = viewer(request)
    return table.seats.filter(Q(player=player) | Q(player__merged_into=player)).exists()
