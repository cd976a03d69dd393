"""Who may act as the referee of a table, its host or one of its competition, and whether one is called."""

import datetime as dt
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import Table
from games.rules.base.refusal import Refusal


class Call(NamedTuple):
    """Whether those at a table have called the referee: when, and who is on the way; empty for nobody."""

    called_at: dt.datetime | None = None
    taker: str = ""

    @property
    def stamp(self) -> str:
        """What changes whenever a page would say something else."""
        return f"{int(self.called_at.timestamp()) if self.called_at else 0}-{self.taker}"


RefereeOf = Callable[[Any, int], str]
CallAt = Callable[[int], Call | None]
_ANNOUNCED: Final[list[RefereeOf]] = []
_CALLS: Final[list[CallAt]] = []


def announce(referee_of: RefereeOf) -> None:
    """Let another app say who referees a table.

    It is called with the user and the table's id, and returns the `by` of its commands, empty for others.
    """
    if referee_of not in _ANNOUNCED:
        _ANNOUNCED.append(referee_of)


def announce_calls(call_at: CallAt) -> None:
    """Let another app say whether the referee is called to a table, of which it gets the id.

    It returns None where no referee can be called. Its address `call_referee` takes calls.
    """
    if call_at not in _CALLS:
        _CALLS.append(call_at)


def call_at(table_id: int) -> Call | None:
    """Return whether the referee is called to a table; None where none can be called. Two queries at most."""
    return next(filter(None, (ask(table_id) for ask in _CALLS)), None)


def referee(request: HttpRequest, table: Table) -> str:
    """Return the visitor as the `by` of its commands if they may referee the table; empty if not.

    A table with a host has no other referee. One query at most, none for the host and for strangers.
    """
    player = viewer(request)
    if player is None:
        return ""
    if table.host_id is not None:
        return f"player:{player.pk}" if table.host_id == player.pk else ""
    return next(filter(None, (ask(request.user, table.pk) for ask in _ANNOUNCED)), "")


def require_referee(request: HttpRequest, table: Table) -> str:
    """Return the referee as the `by` of its commands; Refusal `not_yours` for everybody else."""
    found = referee(request, table)
    if not found:
        raise Refusal("not_yours", _("Only the referee may do this: the host of the table or an organizer."))
    return found
